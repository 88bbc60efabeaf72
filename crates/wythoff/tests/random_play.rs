//! Models of chance against their definitions: by recursion without any shared code, by trying every
//! strategy, by playing many games, and by hand.

use std::collections::BTreeMap;

use dashu_int::UBig;
use dashu_ratio::RBig;
use wythoff::ErrorKind;
use wythoff::budget::Budget;
use wythoff::engines::big_position;
use wythoff::notation::{parse_position, parse_rules};
use wythoff::random_play::{Chosen, Model, ModelKind, RandomAnalysis, Request, analyze, table};
use wythoff::rules::{Cell, Convention, Rules, Ruleset};
use wythoff::seeded::Random;
use wythoff::table::{Cells, TableValue, Window};

fn fraction(n: u32, d: u32) -> RBig {
    RBig::from_parts(n.into(), d.into())
}

fn model(kind: ModelKind, p: Option<RBig>) -> Model {
    match Model::new(kind, p).unwrap() {
        Chosen::Random(model) => model,
        Chosen::Failed(_) => panic!("failing moves are tested elsewhere"),
    }
}

fn models() -> Vec<Model> {
    let mut models = vec![
        model(ModelKind::Random, None),
        model(ModelKind::BothRandom, None),
        model(ModelKind::RandomTurn, None),
    ];
    for p in [
        fraction(1, 10),
        fraction(1, 3),
        fraction(1, 2),
        fraction(4, 5),
        RBig::ONE,
    ] {
        models.push(model(ModelKind::Error, Some(p.clone())));
        models.push(model(ModelKind::RandomTurn, Some(p)));
    }
    models
}

fn analyzed(rules: &Rules, at: &Cell, model: &Model, request: Request) -> RandomAnalysis {
    analyze(rules, &big_position(at), model, request, &Budget::default())
        .unwrap()
        .value
        .unwrap()
}

const EXACT: Request = Request {
    decimals: 12,
    exact_digits: 10_000,
};

/// The definitions word for word: F, S, M, T by recursion, memories by position, every sum written out.
struct Twin<'a> {
    rules: &'a Rules,
    model: &'a Model,
    known: BTreeMap<(Cell, bool), RBig>,
}

impl Twin<'_> {
    fn options(&self, at: &Cell) -> Vec<Cell> {
        self.rules.plain().options(at).unwrap()
    }

    /// F for `mine`, else S.
    fn chance(&mut self, at: &Cell, mine: bool) -> RBig {
        if let Some(known) = self.known.get(&(at.clone(), mine)) {
            return known.clone();
        }
        let options = self.options(at);
        let value = if options.is_empty() {
            let mover_wins = self.rules.convention() == Convention::Misere;
            RBig::from(u8::from(mover_wins == mine))
        } else {
            let after: Vec<RBig> = options.iter().map(|t| self.after(t, mine)).collect();
            self.of_options(&after, mine)
        };
        self.known.insert((at.clone(), mine), value.clone());
        value
    }

    /// M for `mine`, else T.
    fn after(&mut self, at: &Cell, mine: bool) -> RBig {
        match self.model {
            Model::RandomTurn(p) if !self.options(at).is_empty() => {
                p * self.chance(at, true) + (RBig::ONE - p) * self.chance(at, false)
            }
            _ => self.chance(at, !mine),
        }
    }

    fn of_options(&self, after: &[RBig], mine: bool) -> RBig {
        let count = RBig::from(UBig::from(after.len()));
        let mean = after.iter().fold(RBig::ZERO, |sum, c| sum + c) / &count;
        let best = |values: &[RBig]| {
            let end = if mine {
                values.iter().max()
            } else {
                values.iter().min()
            };
            end.unwrap().clone()
        };
        match self.model {
            Model::Random if mine => best(after),
            Model::Random | Model::BothRandom => mean,
            Model::RandomTurn(_) => best(after),
            Model::Error(_) if after.len() == 1 => after[0].clone(),
            Model::Error(p) => {
                let intended: Vec<RBig> = (0..after.len())
                    .map(|u| self.intending(p, after, u))
                    .collect();
                best(&intended)
            }
        }
    }

    fn intending(&self, p: &RBig, after: &[RBig], u: usize) -> RBig {
        let others = RBig::from(UBig::from(after.len() - 1));
        let mut value = RBig::ZERO;
        for (t, chance) in after.iter().enumerate() {
            value += if t == u {
                p * chance
            } else {
                (RBig::ONE - p) * chance / &others
            };
        }
        value
    }

    /// The options that are best for the player.
    fn best_moves(&mut self, at: &Cell) -> Vec<Cell> {
        let options = self.options(at);
        let after: Vec<RBig> = options.iter().map(|t| self.after(t, true)).collect();
        let worth: Vec<RBig> = match self.model {
            Model::Error(p) if after.len() > 1 => (0..after.len())
                .map(|u| self.intending(p, &after, u))
                .collect(),
            _ => after,
        };
        let best = worth.iter().max().cloned();
        let chosen = options.into_iter().zip(&worth);
        chosen
            .filter(|(_, w)| Some(*w) == best.as_ref())
            .map(|(t, _)| t)
            .collect()
    }
}

fn boxed(most: &[u64]) -> Vec<Cell> {
    most.iter().fold(vec![Cell::new()], |cells, &most| {
        cells
            .iter()
            .flat_map(|cell| {
                (0..=most).map(|x| {
                    let mut longer = cell.clone();
                    longer.push(x);
                    longer
                })
            })
            .collect()
    })
}

const GAMES: [(&str, &[u64]); 8] = [
    ("wythoff", &[4, 4]),
    ("wyt(2,3).misere", &[3, 4]),
    ("nim(2)", &[4, 3]),
    ("knight.misere", &[6, 6]),
    ("wythoff.pass", &[3, 3, 1]),
    ("euclid", &[6, 6]),
    ("wythoff.until(x+y <= 2)", &[4, 3]),
    ("(queen + knight).misere", &[2, 1, 2, 2]),
];

#[test]
fn the_engine_is_the_definition() {
    let mut seen = 0;
    for (text, most) in GAMES {
        let rules = parse_rules(text).unwrap();
        for model in models() {
            let mut twin = Twin {
                rules: &rules,
                model: &model,
                known: BTreeMap::new(),
            };
            for at in boxed(most) {
                let place = format!("{text} at {at:?}, {model}");
                let found = analyzed(&rules, &at, &model, EXACT);
                assert_eq!(found.wins.exact, Some(twin.chance(&at, true)), "{place}");
                assert_eq!(
                    found.wins_second.exact,
                    Some(twin.chance(&at, false)),
                    "{place}"
                );
                if model == Model::BothRandom {
                    assert_eq!(found.best, None);
                    continue;
                }
                let best = found.best.unwrap();
                let expected: Vec<Vec<UBig>> = twin
                    .best_moves(&at)
                    .iter()
                    .map(|t| big_position(t))
                    .collect();
                assert!(best.certain, "{place}");
                assert_eq!(best.targets, expected, "{place}");
                seen += 1;
            }
        }
    }
    assert!(seen > 2000, "{seen}");
}

#[test]
fn bounds_give_the_digits_of_the_fraction() {
    for (text, at) in [
        ("wythoff", [9, 11]),
        ("wyt(1,2).misere", [8, 8]),
        ("nim(2)", [7, 12]),
    ] {
        let rules = parse_rules(text).unwrap();
        let at = Cell::from_slice(&at);
        for model in models() {
            for decimals in [1, 12, 60] {
                let place = format!("{text} at {at:?}, {model}, {decimals} decimals");
                let exact = analyzed(&rules, &at, &model, Request { decimals, ..EXACT });
                let short = Request {
                    decimals,
                    exact_digits: 1,
                };
                let near = analyzed(&rules, &at, &model, short);
                for (exact, near) in [
                    (&exact.wins, &near.wins),
                    (&exact.wins_second, &near.wins_second),
                ] {
                    if near.rounded_down {
                        assert_eq!(near.decimal, exact.decimal, "{place}");
                    } else {
                        // Only a short decimal can stay undecided.
                        assert!(exact.complete, "{place}: {near:?}");
                        assert_eq!(near.decimal, exact.decimal, "{place}");
                    }
                }
                if let (Some(exact), Some(near)) = (exact.best, near.best) {
                    let all_there = exact.targets.iter().all(|t| near.targets.contains(t));
                    assert!(all_there, "{place}");
                    assert!(!near.certain || exact.targets == near.targets, "{place}");
                }
            }
        }
    }
}

/// All ways to choose one option at each position, of those within reach.
fn strategies(options: &BTreeMap<Cell, Vec<Cell>>) -> Vec<BTreeMap<Cell, Cell>> {
    let mut all = vec![BTreeMap::new()];
    for (at, options) in options.iter().filter(|(_, options)| !options.is_empty()) {
        let mut longer = Vec::new();
        for strategy in &all {
            for option in options {
                let mut one: BTreeMap<Cell, Cell> = strategy.clone();
                one.insert(at.clone(), option.clone());
                longer.push(one);
            }
        }
        all = longer;
    }
    all
}

/// The chance of a player who follows a strategy against uniformly random moves.
fn followed(
    options: &BTreeMap<Cell, Vec<Cell>>,
    strategy: &BTreeMap<Cell, Cell>,
    at: &Cell,
    mine: bool,
) -> RBig {
    let moves = &options[at];
    if moves.is_empty() {
        return RBig::from(u8::from(!mine));
    }
    if mine {
        return followed(options, strategy, &strategy[at], false);
    }
    let sum = moves.iter().fold(RBig::ZERO, |sum, t| {
        sum + followed(options, strategy, t, true)
    });
    sum / UBig::from(moves.len())
}

#[test]
fn no_strategy_beats_the_best_against_a_random_player() {
    let model = model(ModelKind::Random, None);
    for (text, at) in [
        ("wythoff", vec![1, 2]),
        ("nim(2)", vec![2, 2]),
        ("king", vec![2, 2]),
    ] {
        let rules = parse_rules(text).unwrap();
        let at: Cell = at.into_iter().collect();
        let plain = rules.plain();
        let most: Vec<u64> = at.to_vec();
        let options: BTreeMap<Cell, Vec<Cell>> = boxed(&most)
            .into_iter()
            .map(|cell| (cell.clone(), plain.options(&cell).unwrap()))
            .collect();
        let all = strategies(&options);
        assert!(all.len() > 20, "{text}: {}", all.len());
        let best = all
            .iter()
            .map(|strategy| followed(&options, strategy, &at, true))
            .max();
        assert_eq!(
            analyzed(&rules, &at, &model, EXACT).wins.exact,
            best,
            "{text}"
        );
    }
}

/// One game under a model, both players doing what the analysis calls best.
fn played(rules: &Rules, from: &Cell, model: &Model, random: &mut Random) -> bool {
    let plain = rules.plain();
    let (mut at, mut mine) = (from.clone(), true);
    loop {
        let options = plain.options(&at).unwrap();
        let misere = rules.convention() == Convention::Misere;
        if options.is_empty() {
            return mine == misere;
        }
        let any = options[random.below(options.len() as u64) as usize].clone();
        let best = || -> Cell {
            let found = analyzed(rules, &at, model, EXACT);
            let choices = if mine {
                found.best
            } else {
                found.opponent_best.or(found.best)
            };
            let target = &choices.unwrap().targets[0];
            target.iter().map(|x| u64::try_from(x).unwrap()).collect()
        };
        at = match model {
            Model::Random if mine => best(),
            Model::Random | Model::BothRandom => any,
            Model::Error(p) => {
                let intended = best();
                if options.len() == 1 || random.happens(p) {
                    intended
                } else {
                    let others: Vec<Cell> =
                        options.into_iter().filter(|t| *t != intended).collect();
                    others[random.below(others.len() as u64) as usize].clone()
                }
            }
            Model::RandomTurn(_) => best(),
        };
        mine = match model {
            Model::RandomTurn(p) if !plain.is_terminal(&at).unwrap() => random.happens(p),
            _ => !mine,
        };
    }
}

#[test]
fn games_are_won_as_often_as_they_should_be() {
    const GAMES: u64 = 4000;
    let mut random = Random::new(2026);
    for (text, at, model) in [
        ("wythoff", [2, 4], model(ModelKind::BothRandom, None)),
        ("nim(2)", [3, 3], model(ModelKind::Random, None)),
        (
            "wythoff",
            [3, 5],
            model(ModelKind::Error, Some(fraction(3, 4))),
        ),
        (
            "king.misere",
            [3, 3],
            model(ModelKind::RandomTurn, Some(fraction(1, 3))),
        ),
    ] {
        let rules = parse_rules(text).unwrap();
        let at = Cell::from_slice(&at);
        let chance = analyzed(&rules, &at, &model, EXACT).wins.exact.unwrap();
        let won = (0..GAMES)
            .filter(|_| played(&rules, &at, &model, &mut random))
            .count();
        // Within five standard deviations: (won − n·w)² ≤ 25·n·w(1 − w), in whole numbers.
        let n = RBig::from(GAMES);
        let off = RBig::from(UBig::from(won)) - &n * &chance;
        let spread = &n * &chance * (RBig::ONE - &chance);
        assert!(
            &off * &off <= spread * RBig::from(25u8),
            "{text}, {model}: {won} of {GAMES}, expected {chance}"
        );
    }
}

#[track_caller]
fn check(text: &str, at: &[&str], model: &Model, wins: (u32, u32), best: Option<&[&[u64]]>) {
    let rules = parse_rules(text).unwrap();
    let at = parse_position(&rules, at).unwrap();
    let found = analyze(&rules, &at, model, EXACT, &Budget::default())
        .unwrap()
        .value
        .unwrap();
    assert_eq!(
        found.wins.exact,
        Some(fraction(wins.0, wins.1)),
        "{text} at {at:?}"
    );
    let best = best.map(|targets| targets.iter().map(|t| big_position(t)).collect::<Vec<_>>());
    assert_eq!(
        found.best.map(|choices| choices.targets),
        best,
        "{text} at {at:?}"
    );
}

#[test]
fn small_cases_by_hand() {
    let both = model(ModelKind::BothRandom, None);
    check("nim(1)", &["2"], &both, (1, 2), None);
    check("nim(1).misere", &["2"], &both, (1, 2), None);
    check("nim(1)", &["1"], &both, (1, 1), None);
    let random = model(ModelKind::Random, None);
    check(
        "nim(2)",
        &["1", "1"],
        &random,
        (0, 1),
        Some(&[&[0, 1], &[1, 0]]),
    );
    // From (1, 2) or (2, 1) two of the random player's three moves lose.
    check(
        "nim(2)",
        &["2", "2"],
        &random,
        (2, 3),
        Some(&[&[1, 2], &[2, 1]]),
    );
    check("nim(1).misere", &["2"], &random, (1, 1), Some(&[&[1]]));
    let error = |n, d| model(ModelKind::Error, Some(fraction(n, d)));
    check("nim(1)", &["1"], &error(1, 5), (1, 1), Some(&[&[0]]));
    check("nim(1)", &["2"], &error(4, 5), (4, 5), Some(&[&[0]]));
    // Who is rarely obeyed intends the worse move.
    check("nim(1)", &["2"], &error(1, 5), (4, 5), Some(&[&[1]]));
    check("nim(1)", &["2"], &error(1, 2), (1, 2), Some(&[&[0], &[1]]));
    let turn = |n, d| model(ModelKind::RandomTurn, Some(fraction(n, d)));
    check("nim(1)", &["2"], &turn(1, 3), (1, 1), Some(&[&[0]]));
    check(
        "nim(2)",
        &["1", "1"],
        &turn(1, 3),
        (1, 3),
        Some(&[&[0, 1], &[1, 0]]),
    );
    // In misère play who ends has lost: with the coin for certain nothing else can be done.
    check(
        "nim(1).misere",
        &["2"],
        &turn(1, 1),
        (0, 1),
        Some(&[&[0], &[1]]),
    );
}

#[test]
fn the_coin_alone_decides() {
    for p in [fraction(1, 5), fraction(1, 2), fraction(2, 3)] {
        let coin = model(ModelKind::RandomTurn, Some(p.clone()));
        for text in ["wythoff", "euclid", "wyt(2,1).misere", "knight.misere"] {
            let rules = parse_rules(text).unwrap();
            let plain = rules.plain();
            for at in boxed(&[5, 5]) {
                let options = plain.options(&at).unwrap();
                if options.is_empty() {
                    continue;
                }
                let mut ends = options.iter().map(|t| plain.is_terminal(t).unwrap());
                let (before, with_coin) = match rules.convention() {
                    Convention::Normal if ends.any(|end| end) => (p.clone(), RBig::ONE),
                    Convention::Normal => (p.clone(), p.clone()),
                    Convention::Misere if ends.all(|end| end) => (RBig::ONE - &p, RBig::ZERO),
                    Convention::Misere => (RBig::ONE - &p, RBig::ONE - &p),
                };
                let found = analyzed(&rules, &at, &coin, EXACT);
                let place = format!("{text} at {at:?}, p = {p}");
                let found_before = found.wins_before_toss.unwrap().exact;
                assert_eq!(found_before, Some(before), "{place}");
                assert_eq!(found.wins.exact, Some(with_coin), "{place}");
            }
        }
    }
}

#[test]
fn certain_moves_are_ordinary_play() {
    let certain = model(ModelKind::Error, Some(RBig::ONE));
    let rules = Rules::wythoff();
    for (at, expected) in [
        ([3, 5], RBig::ZERO),
        ([3, 6], RBig::ONE),
        ([4, 7], RBig::ZERO),
    ] {
        let found = analyzed(&rules, &Cell::from_slice(&at), &certain, EXACT);
        assert_eq!(found.wins.exact, Some(expected), "{at:?}");
    }
}

#[test]
fn tables_are_the_chances_of_the_player_to_move() {
    let rules = Rules::wythoff();
    let slice = wythoff::notation::Slice::default_of(&rules).unwrap();
    let window = Window::new(slice, [UBig::from(2u8), UBig::ONE], [3, 4]).unwrap();
    for model in models() {
        let answer = table(&rules, &model, &window, &Budget::default()).unwrap();
        let Some(Cells::Fractions(cells)) = answer.value else {
            panic!("a table of fractions");
        };
        for (cell, at) in cells.iter().zip(window.machine_positions().unwrap()) {
            let found = analyzed(&rules, &at, &model, EXACT);
            assert_eq!(Some(cell), found.wins.exact.as_ref(), "{at:?}, {model}");
        }
        let text = TableValue::Random(model.clone()).to_string();
        assert_eq!(TableValue::parse(&text).unwrap(), TableValue::Random(model));
    }
}

#[test]
fn limits_and_wrong_models_are_told() {
    let rules = Rules::wythoff();
    let both = model(ModelKind::BothRandom, None);
    let far = [UBig::from(10u8).pow(300), UBig::ONE];
    let answer = analyze(&rules, &far, &both, EXACT, &Budget::default()).unwrap();
    assert_eq!(answer.value, None);
    let tight = Budget {
        positions: 50,
        ..Budget::default()
    };
    let near = [UBig::from(40u8), UBig::from(40u8)];
    let answer = analyze(&rules, &near, &both, EXACT, &tight).unwrap();
    assert!(
        answer.evidence.to_string().contains("50 positions"),
        "{}",
        answer.evidence
    );
    for (kind, p) in [
        (ModelKind::Error, None),
        (ModelKind::Failed, None),
        (ModelKind::Random, Some(fraction(1, 2))),
        (ModelKind::Error, Some(fraction(3, 2))),
        (ModelKind::RandomTurn, Some(RBig::ZERO)),
    ] {
        let error = Model::new(kind, p).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Input, "{kind:?}");
    }
    let blocked = parse_rules("wythoff.block(2)").unwrap();
    let error = analyze(&blocked, &near, &both, EXACT, &Budget::default()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Undefined);
}
