//! Random explicit graphs, read and solved, against a plain program on hash maps in the same run.

use std::collections::HashMap;
use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use wythoff::budget::Budget;
use wythoff::graph_solver::GraphValues;
use wythoff::notation::parse_graph;
use wythoff::rules::Convention;

/// A reproducible stream of numbers (xorshift).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }
}

/// An edge list with ten edges a vertex; edges lead down unless there are cycles.
fn edge_list(edges: u64, cycles: bool) -> String {
    let vertices = edges / 10;
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    let mut text = String::new();
    for _ in 0..edges {
        let from = 1 + numbers.below(vertices - 1);
        let to = numbers.below(if cycles { vertices } else { from });
        text.push_str(&format!("{from},{to}\n"));
    }
    text
}

/// What many people write first: options in a hash map by name, values in another, by recursion
/// made a loop.
fn plainly(text: &str) -> HashMap<&str, (u32, u32)> {
    let mut options: HashMap<&str, Vec<&str>> = HashMap::new();
    for line in text.lines() {
        let (from, to) = line.split_once(',').expect("an edge");
        options.entry(from).or_default().push(to);
        options.entry(to).or_default();
    }
    let mut values: HashMap<&str, (u32, u32)> = HashMap::new();
    for &root in options.keys() {
        let mut stack = vec![root];
        while let Some(&vertex) = stack.last() {
            let waiting: Vec<&str> = options[vertex]
                .iter()
                .copied()
                .filter(|option| !values.contains_key(option))
                .collect();
            if !waiting.is_empty() {
                stack.extend(waiting);
                continue;
            }
            stack.pop();
            let known: Vec<(u32, u32)> = options[vertex].iter().map(|o| values[o]).collect();
            let even = known.iter().map(|v| v.0).filter(|r| r % 2 == 0).min();
            let most = known.iter().map(|v| v.0).max();
            let remoteness = even.or(most).map_or(0, |r| r + 1);
            let grundy = (0..).find(|g| known.iter().all(|v| v.1 != *g));
            values.insert(vertex, (remoteness, grundy.unwrap_or(0)));
        }
    }
    values
}

fn solved(text: &str, grundy: bool) -> GraphValues {
    let budget = Budget::default();
    let graph = parse_graph(text, "bench.csv").expect("a graph");
    let mut values = GraphValues::solve(&graph, Convention::Normal, &budget).expect("values");
    if grundy {
        values.find_grundy(&graph, &budget).expect("Grundy values");
    }
    values
}

fn graphs(c: &mut Criterion) {
    for edges in [100_000, 1_000_000] {
        let mut group = c.benchmark_group("graph, read and all values");
        group
            .sample_size(10)
            .throughput(Throughput::Elements(edges));
        let text = edge_list(edges, false);
        group.bench_function(BenchmarkId::new("baseline, hash maps", edges), |bench| {
            bench.iter(|| black_box(plainly(&text)).len());
        });
        group.bench_function(BenchmarkId::new("one pass", edges), |bench| {
            bench.iter(|| solved(&text, true));
        });
        let text = edge_list(edges, true);
        group.bench_function(
            BenchmarkId::new("with cycles, no Grundy values", edges),
            |bench| {
                bench.iter(|| solved(&text, false));
            },
        );
        group.bench_function(
            BenchmarkId::new("with cycles, loopy Grundy values", edges),
            |bench| {
                bench.iter(|| solved(&text, true));
            },
        );
        group.finish();
    }
}

criterion_group!(benches, graphs);
criterion_main!(benches);
