//! Minimisation by partition refinement: Hopcroft's "all but the larger half" on states and transitions.
//!
//! Two partitions refine each other, one of the useful states (into blocks) and one of the transitions between
//! them (into cords of one letter and one target block). A block is split by the sources of a cord, a cord by
//! the targets in a block; only the smaller part of a split is looked at again, which gives O(m log m) for m live
//! transitions. The dead state and the missing transitions never enter, so wide alphabets cost nothing.
//! Source of the method: Hopcroft 1971; its form for partial automata: Valmari and Lehtinen 2008.
//! Judge: `slow` (reversal and determinisation twice) on random automata.

use crate::dfa::{DEAD, Dfa, Raw, canonical};

/// A partition of `0..n` into sets, with a marked part at the front of each set.
struct Partition {
    members: Vec<u32>,
    place: Vec<u32>,
    set_of: Vec<u32>,
    from: Vec<u32>,
    to: Vec<u32>,
    marked: Vec<u32>,
    touched: Vec<u32>,
}

impl Partition {
    /// One set with all members (none for n = 0).
    fn whole(n: usize) -> Self {
        let sets = usize::from(n > 0);
        Self {
            members: (0..n as u32).collect(),
            place: (0..n as u32).collect(),
            set_of: vec![0; n],
            from: vec![0; sets],
            to: vec![n as u32; sets],
            marked: vec![0; sets],
            touched: Vec::new(),
        }
    }

    /// Sets given by consecutive runs of equal `key` in the order 0, 1, 2, …
    fn by_runs(keys: &[u32]) -> Self {
        let mut partition = Self::whole(keys.len());
        (partition.from, partition.to, partition.marked) = (Vec::new(), Vec::new(), Vec::new());
        for (i, key) in keys.iter().enumerate() {
            if i == 0 || keys[i - 1] != *key {
                partition.from.push(i as u32);
                partition.to.push(i as u32);
                partition.marked.push(0);
            }
            let set = partition.from.len() - 1;
            partition.to[set] += 1;
            partition.set_of[i] = set as u32;
        }
        partition
    }

    fn sets(&self) -> usize {
        self.from.len()
    }

    fn mark(&mut self, member: u32) {
        let set = self.set_of[member as usize] as usize;
        let (here, goal) = (
            self.place[member as usize],
            self.from[set] + self.marked[set],
        );
        if here < goal {
            return;
        }
        let other = self.members[goal as usize];
        self.members.swap(here as usize, goal as usize);
        self.place[other as usize] = here;
        self.place[member as usize] = goal;
        if self.marked[set] == 0 {
            self.touched.push(set as u32);
        }
        self.marked[set] += 1;
    }

    /// Makes the smaller of the marked and unmarked part of every touched set a new set.
    fn split(&mut self) {
        while let Some(set) = self.touched.pop() {
            let set = set as usize;
            let cut = self.from[set] + std::mem::take(&mut self.marked[set]);
            if cut == self.to[set] {
                continue;
            }
            let (from, to) = if cut - self.from[set] <= self.to[set] - cut {
                let part = (self.from[set], cut);
                self.from[set] = cut;
                part
            } else {
                let part = (cut, self.to[set]);
                self.to[set] = cut;
                part
            };
            let new = self.from.len() as u32;
            self.from.push(from);
            self.to.push(to);
            self.marked.push(0);
            for i in from..to {
                self.set_of[self.members[i as usize] as usize] = new;
            }
        }
    }
}

/// The live transitions of an automaton, sorted by letter.
struct Edges {
    source: Vec<u32>,
    letter: Vec<u32>,
    target: Vec<u32>,
}

impl Edges {
    fn of(raw: &Raw) -> Self {
        let mut counts = vec![0u32; raw.letters + 1];
        for row in raw.next.chunks_exact(raw.letters) {
            for (letter, &to) in row.iter().enumerate() {
                counts[letter + 1] += u32::from(to != DEAD);
            }
        }
        for letter in 0..raw.letters {
            counts[letter + 1] += counts[letter];
        }
        let total = counts[raw.letters] as usize;
        let mut edges = Self {
            source: vec![0; total],
            letter: vec![0; total],
            target: vec![0; total],
        };
        for (state, row) in raw.next.chunks_exact(raw.letters).enumerate() {
            for (letter, &to) in row.iter().enumerate().filter(|&(_, &to)| to != DEAD) {
                let at = counts[letter] as usize;
                counts[letter] += 1;
                edges.source[at] = state as u32;
                edges.letter[at] = letter as u32;
                edges.target[at] = to;
            }
        }
        edges
    }

    /// Keeps the transitions between useful states; the order by letter stays.
    fn retain(&mut self, useful: &[bool]) {
        let mut kept = 0;
        for i in 0..self.source.len() {
            if useful[self.source[i] as usize] && useful[self.target[i] as usize] {
                self.source[kept] = self.source[i];
                self.letter[kept] = self.letter[i];
                self.target[kept] = self.target[i];
                kept += 1;
            }
        }
        self.source.truncate(kept);
        self.letter.truncate(kept);
        self.target.truncate(kept);
    }
}

/// Incoming transitions by target: `list[starts[q]..starts[q + 1]]`.
struct Incoming {
    starts: Vec<u32>,
    list: Vec<u32>,
}

impl Incoming {
    fn of(states: usize, targets: &[u32]) -> Self {
        let mut starts = vec![0u32; states + 1];
        for &to in targets {
            starts[to as usize + 1] += 1;
        }
        for q in 0..states {
            starts[q + 1] += starts[q];
        }
        let mut fill = starts.clone();
        let mut list = vec![0; targets.len()];
        for (edge, &to) in targets.iter().enumerate() {
            list[fill[to as usize] as usize] = edge as u32;
            fill[to as usize] += 1;
        }
        Self { starts, list }
    }

    fn at(&self, state: u32) -> &[u32] {
        &self.list[self.starts[state as usize] as usize..self.starts[state as usize + 1] as usize]
    }
}

/// States from which an accepting state can be reached.
fn useful_states(raw: &Raw, edges: &Edges) -> Vec<bool> {
    let states = raw.accept.len();
    let mut useful = raw.accept.clone();
    let mut stack: Vec<u32> = (0..states as u32).filter(|&q| useful[q as usize]).collect();
    if stack.is_empty() {
        return useful;
    }
    let incoming = Incoming::of(states, &edges.target);
    while let Some(state) = stack.pop() {
        for &edge in incoming.at(state) {
            let source = edges.source[edge as usize];
            if !std::mem::replace(&mut useful[source as usize], true) {
                stack.push(source);
            }
        }
    }
    useful
}

/// The minimal automaton, canonically numbered.
pub(crate) fn minimise(raw: &Raw) -> Dfa {
    let mut edges = Edges::of(raw);
    let useful = useful_states(raw, &edges);
    if !useful[raw.start as usize] {
        return Dfa::empty(raw.letters);
    }
    edges.retain(&useful);
    let blocks = refine(raw, &edges);
    canonical(&quotient(raw, &useful, &edges, &blocks))
}

/// The coarsest partition that respects acceptance and transitions. Useless states have no transitions and
/// do not disturb the others.
fn refine(raw: &Raw, edges: &Edges) -> Partition {
    let states = raw.accept.len();
    let incoming = Incoming::of(states, &edges.target);
    let mut blocks = Partition::whole(states);
    for q in (0..states as u32).filter(|&q| raw.accept[q as usize]) {
        blocks.mark(q);
    }
    blocks.split();
    let mut cords = Partition::by_runs(&edges.letter);
    let (mut block, mut cord) = (1, 0);
    while cord < cords.sets() {
        for i in cords.from[cord]..cords.to[cord] {
            blocks.mark(edges.source[cords.members[i as usize] as usize]);
        }
        blocks.split();
        cord += 1;
        while block < blocks.sets() {
            for i in blocks.from[block]..blocks.to[block] {
                for &edge in incoming.at(blocks.members[i as usize]) {
                    cords.mark(edge);
                }
            }
            cords.split();
            block += 1;
        }
    }
    blocks
}

fn quotient(raw: &Raw, useful: &[bool], edges: &Edges, blocks: &Partition) -> Raw {
    let state = |q: u32| blocks.set_of[q as usize] + 1;
    let mut out = Raw::new(raw.letters);
    out.accept.resize(blocks.sets() + 1, false);
    out.next.resize((blocks.sets() + 1) * raw.letters, DEAD);
    for q in (0..raw.accept.len() as u32).filter(|&q| useful[q as usize]) {
        out.accept[state(q) as usize] |= raw.accept[q as usize];
    }
    for ((&source, &letter), &target) in edges.source.iter().zip(&edges.letter).zip(&edges.target) {
        out.next[state(source) as usize * raw.letters + letter as usize] = state(target);
    }
    out.start = state(raw.start);
    out
}
