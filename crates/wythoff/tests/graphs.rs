//! Explicit graphs: without cycles against the reference, with cycles against the definitions iterated to
//! their fixpoint, loopy Grundy values against sums with heaps.

use std::fmt::Write as _;

use proptest::collection::vec;
use proptest::prelude::*;
use wythoff::budget::Budget;
use wythoff::graph_solver::{GraphValues, GrundyOrLoop};
use wythoff::notation::{Sources, parse_graph, parse_rules_with};
use wythoff::plan::{Ask, Plan};
use wythoff::reference::Reference;
use wythoff::rules::{Convention, Graph, Rules, cell};
use wythoff::values::{GrundyValue, Outcome, OutcomeValue, RemotenessValue};
use wythoff::{Error, ErrorKind, Session};

const CONVENTIONS: [Convention; 2] = [Convention::Normal, Convention::Misere];

/// Options of each vertex.
type Digraph = Vec<Vec<usize>>;

/// A graph that names vertex i as i; every vertex is there.
fn built(options: &Digraph) -> Graph {
    let mut text = String::new();
    for (v, targets) in options.iter().enumerate() {
        writeln!(text, "{v}").unwrap();
        for target in targets {
            writeln!(text, "{v},{target}").unwrap();
        }
    }
    parse_graph(&text, "random.csv").unwrap()
}

/// Graphs whose edges lead to smaller numbers, with repeated edges.
fn acyclic() -> impl Strategy<Value = Digraph> {
    (1usize..40, vec(vec(0.0f64..1.0, 0..8), 40)).prop_map(|(vertices, picks)| {
        let target = |v: usize, pick: f64| ((v as f64) * pick) as usize;
        (0..vertices)
            .map(|v| {
                let picks = if v == 0 { &[][..] } else { &picks[v] };
                picks.iter().map(|&pick| target(v, pick)).collect()
            })
            .collect()
    })
}

/// Any graph, loops and repeated edges included.
fn any_graph(most: usize) -> impl Strategy<Value = Digraph> {
    (1..=most).prop_flat_map(|vertices| {
        let targets = prop_oneof![
            1 => Just(Vec::new()),
            5 => vec(0..vertices, 1..4),
        ];
        vec(targets, vertices)
    })
}

/// Outcome and remoteness, by what each player can force within 0, 1, 2, … moves.
fn by_iteration(options: &Digraph, convention: Convention) -> Vec<(Outcome, Option<u32>)> {
    let vertices = options.len();
    let mut wins: Vec<Option<u32>> = vec![None; vertices];
    let mut loses: Vec<Option<u32>> = vec![None; vertices];
    for v in 0..vertices {
        if options[v].is_empty() {
            match convention {
                Convention::Normal => loses[v] = Some(0),
                Convention::Misere => wins[v] = Some(0),
            }
        }
    }
    // Whatever can be forced at all can be forced within as many moves as there are vertices.
    for moves in 1..=vertices as u32 {
        let (before_wins, before_loses) = (wins.clone(), loses.clone());
        for v in 0..vertices {
            if wins[v].is_some() || loses[v].is_some() || options[v].is_empty() {
                continue;
            }
            if options[v].iter().any(|&w| before_loses[w].is_some()) {
                wins[v] = Some(moves);
            } else if options[v].iter().all(|&w| before_wins[w].is_some()) {
                loses[v] = Some(moves);
            }
        }
    }
    (0..vertices)
        .map(|v| match (wins[v], loses[v]) {
            (Some(moves), _) => (Outcome::N, Some(moves)),
            (_, Some(moves)) => (Outcome::P, Some(moves)),
            _ => (Outcome::D, None),
        })
        .collect()
}

/// Each vertex with each heap below `heaps`: vertex v with heap h has the number v·heaps + h.
fn with_heaps(options: &Digraph, heaps: usize) -> Digraph {
    let mut sums = Vec::new();
    for (v, targets) in options.iter().enumerate() {
        for heap in 0..heaps {
            let moved = targets.iter().map(|w| w * heaps + heap);
            let taken = (0..heap).map(|less| v * heaps + less);
            sums.push(moved.chain(taken).collect());
        }
    }
    sums
}

/// Two copies played together: (v, w) has the number v·n + w.
fn two_copies(options: &Digraph) -> Digraph {
    let n = options.len();
    let mut sums = Vec::new();
    for v in 0..n {
        for w in 0..n {
            let left = options[v].iter().map(|u| u * n + w);
            let right = options[w].iter().map(|u| v * n + u);
            sums.push(left.chain(right).collect());
        }
    }
    sums
}

#[track_caller]
fn check_iterated(options: &Digraph) {
    let graph = built(options);
    for convention in CONVENTIONS {
        let values = GraphValues::solve(&graph, convention, &Budget::default()).unwrap();
        for (v, expected) in by_iteration(options, convention).into_iter().enumerate() {
            let found = (values.outcome(v), values.remoteness(v));
            assert_eq!(found, expected, "vertex {v} of {options:?}, {convention:?}");
        }
    }
}

#[track_caller]
fn check_grundy(options: &Digraph) {
    let graph = built(options);
    let budget = Budget::default();
    let mut values = GraphValues::solve(&graph, Convention::Normal, &budget).unwrap();
    values.find_grundy(&graph, &budget).unwrap();
    let value = |v: usize| values.grundy(&graph, v).unwrap();
    // No number is above the greatest number of options.
    let heaps = 2 + options.iter().map(Vec::len).max().unwrap_or(0);
    let sums = by_iteration(&with_heaps(options, heaps), Convention::Normal);
    for v in 0..options.len() {
        for heap in 0..heaps {
            let expected = match value(v) {
                GrundyOrLoop::Number(n) if n as usize == heap => Outcome::P,
                GrundyOrLoop::Number(_) => Outcome::N,
                GrundyOrLoop::Infinite(set) if set.contains(&(heap as u32)) => Outcome::N,
                GrundyOrLoop::Infinite(_) => Outcome::D,
            };
            let found = sums[v * heaps + heap].0;
            assert_eq!(
                found,
                expected,
                "{v} + heap {heap}: {:?}, {options:?}",
                value(v)
            );
        }
    }
    let n = options.len();
    let pairs = by_iteration(&two_copies(options), Convention::Normal);
    for v in 0..n {
        for w in 0..n {
            let expected = match (value(v), value(w)) {
                (GrundyOrLoop::Number(a), GrundyOrLoop::Number(b)) if a == b => Outcome::P,
                (GrundyOrLoop::Number(_), GrundyOrLoop::Number(_)) => Outcome::N,
                (GrundyOrLoop::Infinite(set), GrundyOrLoop::Number(a))
                | (GrundyOrLoop::Number(a), GrundyOrLoop::Infinite(set))
                    if set.contains(&a) =>
                {
                    Outcome::N
                }
                _ => Outcome::D,
            };
            assert_eq!(pairs[v * n + w].0, expected, "{v} + {w}: {options:?}");
        }
    }
}

proptest! {
    #[test]
    fn without_cycles_the_reference_says_the_same(options in acyclic()) {
        let graph = built(&options);
        let budget = Budget::default();
        prop_assert!(graph.cycle().is_none());
        for convention in CONVENTIONS {
            let values = GraphValues::solve(&graph, convention, &budget).unwrap();
            let mut outcome = Reference::new(&graph, OutcomeValue(convention));
            let mut remoteness = Reference::new(&graph, RemotenessValue(convention));
            let mut grundy = Reference::new(&graph, GrundyValue(convention));
            for v in 0..graph.len() {
                let at = cell(&[v as u64]);
                let number = GrundyOrLoop::Number(grundy.value(&at, &budget).unwrap());
                prop_assert_eq!(values.outcome(v), outcome.value(&at, &budget).unwrap());
                prop_assert_eq!(values.remoteness(v), Some(remoteness.value(&at, &budget).unwrap()));
                prop_assert_eq!(values.grundy(&graph, v), Some(number));
            }
        }
    }

    #[test]
    fn with_cycles_the_iteration_says_the_same(options in any_graph(14)) {
        check_iterated(&options);
    }

    #[test]
    fn loopy_grundy_values_are_those_of_sums(options in any_graph(7)) {
        check_grundy(&options);
    }
}

#[test]
fn all_digraphs_on_three_vertices() {
    for edges in 0u32..1 << 9 {
        let options: Digraph = (0..3)
            .map(|v| (0..3).filter(|w| edges >> (3 * v + w) & 1 == 1).collect())
            .collect();
        check_iterated(&options);
        check_grundy(&options);
    }
}

#[test]
fn a_value_of_sixty_four_and_more_is_found() {
    // The complete graph downward: vertex v has Grundy value v.
    let options: Digraph = (0..150).map(|v| (0..v).collect()).collect();
    let graph = built(&options);
    let values = GraphValues::solve(&graph, Convention::Normal, &Budget::default()).unwrap();
    for v in 0..150 {
        assert_eq!(
            values.grundy(&graph, v),
            Some(GrundyOrLoop::Number(v as u32))
        );
    }
}

#[test]
fn a_path_and_a_ring_of_a_million_vertices_are_walked() {
    let mut text: String = (1..1_000_000).map(|v| format!("{v},{}\n", v - 1)).collect();
    let budget = Budget::default();
    let path = parse_graph(&text, "path.csv").unwrap();
    let values = GraphValues::solve(&path, Convention::Normal, &budget).unwrap();
    assert_eq!(values.remoteness(999_999), Some(999_999));
    text.push_str("0 999999\n");
    let ring = parse_graph(&text, "ring.csv").unwrap();
    assert_eq!(ring.cycle().map(<[u32]>::len), Some(1_000_000));
    let mut values = GraphValues::solve(&ring, Convention::Normal, &budget).unwrap();
    assert_eq!(values.outcome(5), Outcome::D);
    values.find_grundy(&ring, &budget).unwrap();
    assert_eq!(
        values.grundy(&ring, 5),
        Some(GrundyOrLoop::Infinite(Vec::new()))
    );
}

/// One graph, whatever its name.
struct One(Graph);

impl Sources for One {
    fn graph(&self, _name: &str) -> Result<std::sync::Arc<Graph>, Error> {
        Ok(std::sync::Arc::new(self.0.clone()))
    }
}

fn rules(text: &str, edges: &str) -> Result<Rules, Error> {
    parse_rules_with(text, &One(parse_graph(edges, "g.csv").unwrap()))
}

/// a and b go round, b may leave to the end c; d can only go round; e may choose.
const LOOPS: &str = "a,b\nb,a\nb,c\nd,d\ne,d\ne,b\nf,a\nf,d\n";

#[test]
fn a_session_answers_draws_as_draws() {
    let budget = Budget::default();
    let mut session = Session::new(rules("graph(g.csv)", LOOPS).unwrap());
    let graph = parse_graph(LOOPS, "g.csv").unwrap();
    let mut analyze = |name: &str| {
        let at = [graph.vertex(name).unwrap().into()];
        session.analyze(&at, &budget).unwrap()
    };
    let won = analyze("b");
    assert_eq!(won.outcome.value, Some(Outcome::N));
    assert_eq!(won.remoteness.value, Some(1u8.into()));
    let drawn = analyze("e");
    assert_eq!(drawn.outcome.value, Some(Outcome::D));
    assert_eq!(drawn.remoteness.value, None);
    assert!(drawn.remoteness.evidence.to_string().contains("draw"));
    assert_eq!(drawn.grundy.value, None);
    let why = drawn.grundy.evidence.to_string();
    assert!(why.contains("∞(1)") && why.contains("a -> b -> a"), "{why}");
    // The only move that keeps the draw is to d.
    let kept = drawn.optimal_moves.value.unwrap().targets;
    assert_eq!(kept, [vec![graph.vertex("d").unwrap().into()]]);
    assert!(drawn.winning_moves.value.unwrap().targets.is_empty());
    // f can win although it has no Grundy number.
    let f = analyze("f");
    assert_eq!(f.outcome.value, Some(Outcome::N));
    assert!(f.grundy.evidence.to_string().contains("∞(0)"));
}

#[test]
fn what_needs_an_end_of_play_names_the_cycle() {
    for text in [
        "graph(g.csv).pass",
        "graph(g.csv) + nim(1)",
        "graph(g.csv).until(x = 0)",
        "graph(g.csv).block(2)",
    ] {
        let error = rules(text, LOOPS).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Cycle, "{text}");
        assert!(error.message().contains("a -> b -> a"), "{text}: {error}");
        assert!(rules(text, "a,b\nb,c\n").is_ok(), "{text}");
    }
    assert!(rules("graph(g.csv).misere", LOOPS).is_ok());
}

#[test]
fn the_budget_is_asked_before_memory_is_taken() {
    let graph = parse_graph(LOOPS, "g.csv").unwrap();
    let tight = Budget {
        bytes: 20,
        ..Budget::default()
    };
    let error = GraphValues::solve(&graph, Convention::Normal, &tight).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Limit);
}

#[test]
fn no_other_engine_answers_about_cycles() {
    let at = [0u8.into()];
    for plan in Plan::default().one_by_one() {
        let mut session = Session::with_plan(rules("graph(g.csv)", LOOPS).unwrap(), &plan);
        let answer = session.ask(Ask::Outcome, &at, &Budget::default()).unwrap();
        let names = plan.engine_names();
        assert_eq!(
            answer.value.is_some(),
            names == ["graph solver"],
            "{names:?}"
        );
    }
}
