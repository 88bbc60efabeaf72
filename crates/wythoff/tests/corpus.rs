//! Every row of the corpus through every engine that makes an offer.

use std::collections::{BTreeMap, BTreeSet};

use dashu_int::UBig;
use wythoff::answer::Value;
use wythoff::budget::Budget;
use wythoff::cells::{CellSet, Listing, Order};
use wythoff::compare::{Settings, compare, parse_sides};
use wythoff::failed_moves::FailedMoves;
use wythoff::notation::{
    parse_condition, parse_graph, parse_number, parse_position, parse_probability,
    parse_rules_with, parse_slice, position_text,
};
use wythoff::period::{Regularity, of_row};
use wythoff::plan::{Ask, Plan};
use wythoff::rules::{Graph, Rules};
use wythoff::sequences::named::NamedSequence;
use wythoff::table::{Cells, TableValue, Window};
use wythoff::{Error, Session, theorems};
use wythoff_testkit::Corpus;
use wythoff_testkit::rows::{self, Expected, Extent, Feature, Reading};

/// What exists so far. A row that needs more waits, and is counted in `what_waits_is_known`.
const FEATURES: [Feature; 6] = [
    Feature::Block,
    Feature::Moves,
    Feature::Compare,
    Feature::Period,
    Feature::Check,
    Feature::OneBased,
];

fn corpus() -> Corpus {
    Corpus::load().unwrap_or_else(|error| panic!("{error}"))
}

/// Graphs named in the corpus, from its own folder.
struct CorpusGraphs;

impl wythoff::notation::Sources for CorpusGraphs {
    fn graph(&self, name: &str) -> Result<std::sync::Arc<Graph>, Error> {
        let path = Corpus::folder().join(name.strip_prefix("corpus/").unwrap_or(name));
        let text =
            std::fs::read_to_string(&path).map_err(|e| Error::input(format!("{path:?}: {e}")))?;
        parse_graph(&text, name).map(std::sync::Arc::new)
    }
}

fn rules(text: &str) -> Rules {
    parse_rules_with(text, &CorpusGraphs).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The default plan and each of its engines alone.
fn plans() -> Vec<Plan> {
    std::iter::once(Plan::default())
        .chain(Plan::default().one_by_one())
        .collect()
}

fn ask_of(expected: &Expected) -> Ask {
    match expected {
        Expected::Outcome(_) => Ask::Outcome,
        Expected::Grundy(_) => Ask::Grundy,
        Expected::Remoteness(_) | Expected::Win { .. } => Ask::Remoteness,
        Expected::OptimalMoves(_) => Ask::OptimalMoves,
        Expected::WinningMoves(_) => Ask::WinningMoves,
        Expected::Options(_) => Ask::Options,
        Expected::Suspense(_) => Ask::Suspense,
        Expected::Birthday(_) => Ask::Birthday,
    }
}

fn text_of(rules: &Rules, value: Value) -> String {
    match value {
        Value::Truth(truth) => truth.to_string(),
        Value::Outcome(outcome) => outcome.to_string(),
        Value::Number(number) => number.to_string(),
        Value::Moves(moves) => {
            let targets: Vec<Vec<String>> = moves
                .targets
                .iter()
                .map(|target| position_text(rules, target))
                .collect();
            format!("{targets:?}")
        }
    }
}

fn positions_text(rules: &Rules, positions: &[rows::Position]) -> String {
    let mut targets: Vec<Vec<UBig>> = positions
        .iter()
        .map(|target| parse_position(rules, target.coordinates()).unwrap())
        .collect();
    targets.sort();
    let texts: Vec<Vec<String>> = targets
        .iter()
        .map(|target| position_text(rules, target))
        .collect();
    format!("{texts:?}")
}

#[test]
fn positions() {
    // Engines that would walk far pass; one that knows a formula answers such rows.
    let budget = Budget {
        steps: 300_000_000,
        ..Budget::default()
    };
    let mut answered = 0;
    for row in corpus()
        .positions
        .iter()
        .filter(|row| row.is_ready(&FEATURES))
    {
        let rules = rules(&row.content.rules);
        let at = parse_position(&rules, row.content.position.coordinates()).unwrap();
        let ask = ask_of(&row.content.expected);
        let mut known = 0;
        for plan in plans() {
            let mut session = Session::with_plan(rules.clone(), &plan);
            let answer = session
                .ask(ask, &at, &budget)
                .unwrap_or_else(|e| panic!("{row}: {e}"));
            let Some(value) = answer.value else { continue };
            known += 1;
            let (said, expected) = match &row.content.expected {
                Expected::Outcome(outcome) => (text_of(&rules, value), outcome.to_string()),
                Expected::Grundy(number)
                | Expected::Remoteness(number)
                | Expected::Options(number)
                | Expected::Suspense(number)
                | Expected::Birthday(number) => (text_of(&rules, value), number.to_string()),
                Expected::OptimalMoves(moves) | Expected::WinningMoves(moves) => {
                    (text_of(&rules, value), positions_text(&rules, moves))
                }
                Expected::Win {
                    success,
                    probability,
                } => {
                    let model = FailedMoves::new(parse_probability(success).unwrap()).unwrap();
                    let remoteness = value.number().unwrap();
                    let exact = model
                        .exact(&remoteness, rules.convention(), 100_000)
                        .unwrap();
                    (exact.to_string(), probability.clone())
                }
            };
            assert_eq!(said, expected, "{row}: {plan:?}, {}", answer.evidence);
        }
        assert!(
            known > 0,
            "{row}: no engine knows {} at {}",
            row.content.rules,
            row.content.position
        );
        answered += 1;
    }
    assert!(answered > 100, "only {answered} rows were asked");
}

/// The cells of a window as texts, row by row, by the given plan; `None` if it has no offer.
fn table(
    plan: &Plan,
    rules: &Rules,
    value: &TableValue,
    window: &Window,
) -> Option<Vec<Vec<String>>> {
    let mut session = Session::with_plan(rules.clone(), plan);
    let cells: Cells = session
        .value_table(value, window, &Budget::default())
        .unwrap()
        .value?;
    let [rows, columns] = window.shape();
    Some(
        (0..rows)
            .map(|r| (0..columns).map(|c| cells.text(r * columns + c)).collect())
            .collect(),
    )
}

#[test]
fn tables() {
    for row in corpus().tables.iter().filter(|row| row.is_ready(&FEATURES)) {
        let rules = rules(&row.content.rules);
        let numbers = |cells: &[Vec<u64>]| -> Vec<Vec<String>> {
            cells
                .iter()
                .map(|row| row.iter().map(u64::to_string).collect())
                .collect()
        };
        let (value, expected) = match &row.content.cells {
            rows::Cells::Outcome(cells) => (
                TableValue::Outcome,
                cells
                    .iter()
                    .map(|row| row.iter().map(ToString::to_string).collect())
                    .collect(),
            ),
            rows::Cells::Grundy(cells) => (TableValue::Grundy, numbers(cells)),
            rows::Cells::Remoteness(cells) => (TableValue::Remoteness, numbers(cells)),
            rows::Cells::Options(cells) => (TableValue::Options, numbers(cells)),
            rows::Cells::Suspense(cells) => (TableValue::Suspense, numbers(cells)),
            rows::Cells::Birthday(cells) => (TableValue::Birthday, numbers(cells)),
        };
        let slice = match &row.content.slice {
            Some(text) => parse_slice(&rules, text).unwrap(),
            None => wythoff::notation::Slice::default_of(&rules).unwrap(),
        };
        let origin = row
            .content
            .origin
            .clone()
            .map(|text| parse_number(&text).unwrap());
        let window = Window::new(slice, origin, [expected.len(), expected[0].len()]).unwrap();
        let known: Vec<_> = plans()
            .iter()
            .filter_map(|plan| Some((plan.clone(), table(plan, &rules, &value, &window)?)))
            .collect();
        assert!(!known.is_empty(), "{row}: no engine makes the table");
        for (plan, said) in known {
            assert_eq!(said, expected, "{row}: {plan:?}");
        }
    }
}

#[test]
fn readings() {
    for row in corpus()
        .readings
        .iter()
        .filter(|row| row.is_ready(&FEATURES))
    {
        let content = &row.content;
        let rules = rules(&content.rules);
        let start = content.start.to_u64().unwrap() as usize;
        let end = start + content.terms.len();
        let value = match content.value {
            rows::CellValue::Outcome => TableValue::Outcome,
            rows::CellValue::Grundy => TableValue::Grundy,
            rows::CellValue::Remoteness => TableValue::Remoteness,
            rows::CellValue::Options => TableValue::Options,
            rows::CellValue::Suspense => TableValue::Suspense,
            rows::CellValue::Birthday => TableValue::Birthday,
        };
        if content.reading == Reading::Completion {
            check_completion(row, &rules, end);
            continue;
        }
        // Wide enough for every reading: inverse rows look further than they list.
        let side = match content.reading {
            Reading::Antidiagonals | Reading::Triangle => {
                (1..).find(|n| n * (n + 1) / 2 >= end).unwrap()
            }
            _ => 3 * end + 20,
        };
        let rows_needed = match &content.reading {
            Reading::Row(k) | Reading::InverseRow(k) => usize::try_from(*k).unwrap() + 1,
            _ => side,
        };
        let slice = wythoff::notation::Slice::default_of(&rules).unwrap();
        let window = Window::new(slice, [UBig::ZERO, UBig::ZERO], [rows_needed, side]).unwrap();
        let cells = table(&Plan::default(), &rules, &value, &window).unwrap();
        let inverse = |line: Vec<&String>| -> Vec<String> {
            (0..end)
                .map(|v| {
                    line.iter()
                        .position(|cell| **cell == v.to_string())
                        .unwrap()
                        .to_string()
                })
                .collect()
        };
        let diagonal = || {
            (0..side.min(rows_needed))
                .map(|i| &cells[i][i])
                .collect::<Vec<_>>()
        };
        let read: Vec<String> = match &content.reading {
            Reading::Row(k) => cells[usize::try_from(*k).unwrap()].clone(),
            Reading::Diagonal => diagonal().into_iter().cloned().collect(),
            Reading::Antidiagonals => (0..side)
                .flat_map(|s| (0..=s).map(|j| cells[s - j][j].clone()).collect::<Vec<_>>())
                .collect(),
            Reading::Triangle => (0..side).flat_map(|i| cells[i][..=i].to_vec()).collect(),
            Reading::InverseRow(k) => inverse(cells[usize::try_from(*k).unwrap()].iter().collect()),
            Reading::InverseDiagonal => inverse(diagonal()),
            Reading::ColumnOf(v) => cells
                .iter()
                .take(end)
                .map(|line| {
                    line.iter()
                        .position(|cell| *cell == v.to_string())
                        .unwrap()
                        .to_string()
                })
                .collect(),
            Reading::Completion => continue,
        };
        let expected: Vec<String> = content.terms.iter().map(ToString::to_string).collect();
        assert_eq!(read[start..end], expected, "{row}");
    }
}

/// The least third pile that makes (s − j, j, ·) a P-position.
fn check_completion(row: &rows::Row<rows::ReadingRow>, rules: &Rules, end: usize) {
    let mut session = Session::new(rules.clone());
    let pairs = (0u64..).flat_map(|s| (0..=s).map(move |j| [s - j, j]));
    for ([x, y], expected) in pairs.take(end).zip(&row.content.terms) {
        let third = (0u64..).find(|&z| {
            let at = wythoff::engines::big_position(&[x, y, z]);
            let outcome = session
                .ask(Ask::Outcome, &at, &Budget::default())
                .unwrap()
                .value;
            outcome.unwrap().outcome() == Some(wythoff::values::Outcome::P)
        });
        assert_eq!(third, expected.to_u64(), "{row} at ({x}, {y})");
    }
}

#[test]
fn sequences() {
    for row in corpus()
        .sequences
        .iter()
        .filter(|row| row.is_ready(&FEATURES))
    {
        let sequence =
            NamedSequence::parse(&row.content.sequence).unwrap_or_else(|e| panic!("{row}: {e}"));
        let mut index = parse_number(&row.content.start).unwrap();
        for expected in &row.content.terms {
            let term = dashu_int::IBig::from(sequence.term(&index).unwrap()) + row.content.add;
            assert_eq!(term.to_string(), expected.to_string(), "{row} at {index}");
            index += UBig::ONE;
        }
    }
}

fn cell_set(rules: &Rules, slice: Option<&String>, condition: &str) -> CellSet {
    let slice = slice.map(|text| parse_slice(rules, text).unwrap());
    CellSet::new(rules.clone(), slice, parse_condition(condition).unwrap()).unwrap()
}

/// The members of a box, all coordinates of each; half of it where free coordinates do not decrease.
fn members(session: &mut Session, set: &CellSet, size: u64, all: bool) -> Vec<Vec<u64>> {
    let size = usize::try_from(size).unwrap();
    let (members, _) = set.members(session, size, &Budget::default()).unwrap();
    let sorted = |at: &wythoff::rules::Cell| at.windows(2).all(|pair| pair[0] <= pair[1]);
    let kept = members.iter().filter(|at| all || sorted(at));
    kept.map(|at| set.slice.position(at).to_vec()).collect()
}

#[test]
fn lists() {
    let budget = Budget::default();
    for row in corpus().lists.iter().filter(|row| row.is_ready(&FEATURES)) {
        let content = &row.content;
        let rules = rules(&content.rules);
        let set = cell_set(&rules, content.slice.as_ref(), &content.condition);
        let from_zero = |at: &rows::Position| {
            let mut at = parse_position(&rules, at.coordinates()).unwrap();
            for coordinate in at.iter_mut().filter(|_| content.one_based) {
                *coordinate -= UBig::ONE;
            }
            position_text(&rules, &at)
        };
        let expected: Vec<Vec<String>> = content.positions.iter().map(from_zero).collect();
        let near = match &content.extent {
            Extent::Box(size) => *size <= 60,
            Extent::From(start) => start.parse::<u64>().is_ok_and(|start| start <= 30),
        };
        let mut plans = vec![Plan::default()];
        if near && expected.len() <= 30 {
            plans.push(Plan::reference_only());
        }
        for plan in plans {
            let mut session = Session::with_plan(rules.clone(), &plan);
            let listed: Vec<Vec<String>> = match &content.extent {
                Extent::Box(size) => members(&mut session, &set, *size, content.all)
                    .into_iter()
                    .map(|at| at.iter().map(u64::to_string).collect())
                    .collect(),
                Extent::From(start) => {
                    let start = parse_number(start).unwrap();
                    let wanted = Listing {
                        count: expected.len(),
                        start,
                        from_coordinate: None,
                        all: content.all,
                        order: Some(match content.order {
                            rows::Order::Smaller => Order::Smaller,
                            rows::Order::Larger => Order::Larger,
                        }),
                    };
                    let listed = set.list(&mut session, &wanted, &budget);
                    let listed = listed.unwrap_or_else(|e| panic!("{row}: {e}"));
                    listed
                        .positions
                        .iter()
                        .map(|at| position_text(&rules, at))
                        .collect()
                }
            };
            assert_eq!(listed, expected, "{row}: {plan:?}");
        }
    }
}

#[test]
fn counts() {
    for row in corpus().counts.iter().filter(|row| row.is_ready(&FEATURES)) {
        let content = &row.content;
        let rules = rules(&content.rules);
        let set = cell_set(&rules, content.slice.as_ref(), &content.condition);
        let mut session = Session::new(rules);
        let members = members(&mut session, &set, content.size, content.all);
        assert_eq!(members.len() as u64, content.count, "{row}");
        if let Some(sum) = &content.sum {
            let total: u64 = members.iter().flatten().sum();
            assert_eq!(Some(total), sum.to_u64(), "{row}");
        }
    }
}

#[test]
fn comparisons() {
    for row in corpus()
        .compare
        .iter()
        .filter(|row| row.is_ready(&FEATURES))
    {
        let content = &row.content;
        let [left, right] = parse_sides(&content.left, &content.right, &CorpusGraphs)
            .unwrap_or_else(|error| panic!("{row}: {error}"));
        let relabel = content.relabel.iter().map(|pair| {
            let (a, b) = pair.split_once('-').unwrap();
            (a.parse().unwrap(), b.parse().unwrap())
        });
        let from = content
            .from
            .as_ref()
            .map_or(0, |from| from.to_u64().unwrap());
        let settings = Settings {
            size: usize::try_from(content.size).unwrap(),
            from: usize::try_from(from).unwrap(),
            relabel: relabel.collect(),
            ..Settings::default()
        };
        let found = compare(
            &left,
            &right,
            &settings,
            &Plan::default(),
            &Budget::default(),
        )
        .unwrap_or_else(|error| panic!("{row}: {error}"));
        assert_eq!(found.as_expected(), content.equal, "{row}");
        let number =
            |numeral: &Option<rows::Numeral>| numeral.as_ref().map(|n| n.to_u64().unwrap());
        if let Some(differences) = content.differences {
            assert_eq!(found.differences, differences, "{row}");
        }
        if let Some(largest) = number(&content.largest_coordinate) {
            assert_eq!(found.largest_coordinate, Some(largest), "{row}");
        }
        if let Some(equal_from) = number(&content.equal_from) {
            assert_eq!(found.equal_from, Some(equal_from), "{row}");
        }
        for (listed, expected) in [
            (&found.only_left, &content.only_left),
            (&found.only_right, &content.only_right),
        ] {
            let Some(expected) = expected else { continue };
            let listed: BTreeSet<Vec<u64>> = listed.iter().cloned().collect();
            let expected = expected.iter().map(|at| at.to_u64s().unwrap()).collect();
            assert_eq!(listed, expected, "{row}");
        }
    }
}

#[test]
fn periods() {
    for row in corpus()
        .periods
        .iter()
        .filter(|row| row.is_ready(&FEATURES))
    {
        let content = &row.content;
        let rules = rules(&content.rules);
        let slice = match &content.row {
            Some(number) => format!("{number},*"),
            None => "*".to_owned(),
        };
        let slice = parse_slice(&rules, &slice).unwrap();
        let found = of_row(&rules, &slice, 0, &Plan::default(), &Budget::default())
            .unwrap_or_else(|error| panic!("{row}: {error}"));
        let Regularity::Certified(found) = found else {
            panic!("{row}: no certificate: {found:?}");
        };
        assert_eq!(
            (found.additive, found.preperiod, found.period),
            (content.additive, content.preperiod, content.period),
            "{row}"
        );
        for (column, term) in content.terms.iter().flatten().enumerate() {
            assert_eq!(found.value(&UBig::from(column)), UBig::from(*term), "{row}");
        }
    }
}

/// How a statement of the corpus is checked here: its theorem and the size that the row speaks of.
const STATEMENTS: [(&str, &str, Option<u64>); 4] = [
    ("F08.1", "winning-probability", None),
    ("G04.2", "one-values-near-p-positions", Some(154)),
    ("H04.2", "correction-two-forms", Some(200)),
    ("L03.5", "slow-nim-rule", Some(10)),
];

#[test]
fn statements() {
    for row in corpus().checks.iter().filter(|row| row.is_ready(&FEATURES)) {
        let content = &row.content;
        let reported = match row.id.as_str() {
            "A07.6" => winning_moves_of_wythoff(99),
            "D03.2" => row_1_of_wythoff(420),
            id => {
                let known = STATEMENTS.iter().find(|(known, _, _)| *known == id);
                let (_, name, size) = known.unwrap_or_else(|| panic!("{row}: no check of it"));
                check_theorem(row, name, *size)
            }
        };
        for (what, number) in &content.expected {
            assert_eq!(
                reported.get(what),
                Some(number),
                "{row}: {what} of {reported:?}"
            );
        }
    }
}

fn check_theorem(
    row: &rows::Row<rows::CheckRow>,
    name: &str,
    size: Option<u64>,
) -> BTreeMap<String, u64> {
    let budget = Budget::default();
    let settings = theorems::Settings {
        size,
        ..theorems::Settings::default()
    };
    let theorem = theorems::select(&[name]).unwrap()[0];
    let found = theorems::Checker::new(settings)
        .check(theorem, &budget)
        .unwrap();
    let held = found.verdict == theorems::Verdict::Held;
    assert_eq!(
        held,
        row.content.verdict == rows::Verdict::Held,
        "{row}: {name}"
    );
    let mut reported: BTreeMap<String, u64> = found
        .measured
        .iter()
        .filter_map(|measured| Some((measured.what.clone(), measured.value.parse().ok()?)))
        .collect();
    reported.insert("positions".into(), found.positions);
    reported.insert("violations".into(), found.failures);
    // All digraphs on six vertices, their edges leading to smaller ones: 2^15.
    reported.insert("graphs".into(), found.positions / (6 * 4));
    reported
}

/// How many N-positions x <= y <= most have so many winning moves.
fn winning_moves_of_wythoff(most: u64) -> BTreeMap<String, u64> {
    let mut session = Session::new(rules("wythoff"));
    let mut counts = BTreeMap::new();
    for x in 0..=most {
        for y in x..=most {
            let at = wythoff::engines::big_position(&[x, y]);
            let moves = session
                .ask(Ask::WinningMoves, &at, &Budget::default())
                .unwrap();
            let number = moves.value.unwrap().moves().unwrap().targets.len();
            *counts.entry(number.to_string()).or_default() += u64::from(number > 0);
        }
    }
    counts
}

/// G(1, n) = 3 floor(n/3) + ((n+1) mod 3), n up to `most`.
fn row_1_of_wythoff(most: u64) -> BTreeMap<String, u64> {
    let mut session = Session::new(rules("wythoff"));
    let mut agreed = 0;
    for n in 0..=most {
        let at = wythoff::engines::big_position(&[1, n]);
        let grundy = session
            .ask(Ask::Grundy, &at, &Budget::default())
            .unwrap()
            .value;
        agreed += u64::from(grundy == Some(Value::Number(UBig::from(3 * (n / 3) + (n + 1) % 3))));
    }
    BTreeMap::from([("positions".to_owned(), agreed)])
}

#[test]
fn graphs() {
    let budget = Budget::default();
    for row in corpus().graphs.iter().filter(|row| row.is_ready(&FEATURES)) {
        let content = &row.content;
        let graph = rules(&format!("graph({})", content.graph));
        let game = rules(&content.rules);
        let (mut of_graph, mut of_game) = (Session::new(graph.clone()), Session::new(game.clone()));
        let mut cells = vec![Vec::new()];
        for &side in &content.size {
            cells = cells
                .iter()
                .flat_map(|c: &Vec<u64>| {
                    (0..side)
                        .map(|x| [c.as_slice(), &[x]].concat())
                        .collect::<Vec<_>>()
                })
                .collect();
        }
        assert_eq!(cells.len() as u64, content.vertices, "{row}");
        for cell in cells {
            let texts: Vec<String> = cell.iter().map(u64::to_string).collect();
            let vertex = parse_position(&graph, &[texts.join("-")]).unwrap();
            let at = parse_position(&game, &texts).unwrap();
            for ask in [Ask::Outcome, Ask::Grundy, Ask::Remoteness] {
                let one = of_graph.ask(ask, &vertex, &budget).unwrap().value;
                let other = of_game.ask(ask, &at, &budget).unwrap().value;
                assert_eq!(one, other, "{row}: {ask:?} at {cell:?}");
            }
        }
    }
}

#[test]
fn errors_are_refused_in_parsing() {
    // Exit codes are the command line's; here each row must be an error that names the place.
    for row in corpus().errors.iter().filter(|row| row.is_ready(&FEATURES)) {
        let content = &row.content;
        let Ok(rules) = parse_rules_with(&content.rules, &CorpusGraphs) else {
            continue;
        };
        let position = content
            .position
            .as_ref()
            .map(|texts| parse_position(&rules, texts));
        let success = content.success.as_ref().map(|text| parse_probability(text));
        let refused = position.is_some_and(|p| p.is_err())
            || success.is_some_and(|s| s.is_err())
            || content.size.is_some();
        assert!(refused, "{row}: nothing was refused");
    }
}

#[test]
fn what_waits_is_known() {
    let corpus = corpus();
    let mut waiting: BTreeMap<String, usize> = BTreeMap::new();
    let mut see = |needs: &[Feature]| {
        for need in needs.iter().filter(|need| !FEATURES.contains(need)) {
            *waiting.entry(format!("{need:?}")).or_default() += 1;
        }
    };
    corpus.positions.iter().for_each(|row| see(&row.needs));
    corpus.tables.iter().for_each(|row| see(&row.needs));
    corpus.readings.iter().for_each(|row| see(&row.needs));
    corpus.lists.iter().for_each(|row| see(&row.needs));
    corpus.counts.iter().for_each(|row| see(&row.needs));
    corpus.compare.iter().for_each(|row| see(&row.needs));
    corpus.periods.iter().for_each(|row| see(&row.needs));
    corpus.checks.iter().for_each(|row| see(&row.needs));
    assert!(
        waiting.keys().all(|feature| feature == "Boxes"),
        "rows wait: {waiting:?}"
    );
}
