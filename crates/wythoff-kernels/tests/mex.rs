//! `mex` against a plain twin: every level, tile sides around the block sizes, every alignment.

use proptest::prelude::*;
use wythoff_kernels::Level;
use wythoff_kernels::mex::{BlockLayout, EMPTY, LineFull, Lines, Role, Tile};

/// The twin: row by row, lines as lists of truth values.
fn naive(tile: &mut Tile<'_>, lines: &mut [Vec<bool>]) {
    for i in 0..tile.rows {
        for j in 0..tile.columns {
            if tile.half && i > j {
                continue;
            }
            let at = tile.origin + i * tile.stride + j;
            let of = |role: &Role| (role.across[i] + role.along[j]) as usize;
            for role in tile.roles {
                for back in &role.pulls {
                    let value = tile.values[at - back] as usize;
                    if value != EMPTY as usize {
                        lines[of(role)][value] = true;
                    }
                }
            }
            if !tile.fixed || tile.values[at] == EMPTY {
                let excluded = |value: usize| {
                    tile.roles.iter().any(|role| lines[of(role)][value])
                        || tile
                            .skips
                            .iter()
                            .any(|back| tile.values[at - back] as usize == value)
                };
                tile.values[at] = (0..).find(|&value| !excluded(value)).unwrap() as u32;
            }
            for role in tile.roles.iter().filter(|role| role.pushes) {
                lines[of(role)][tile.values[at] as usize] = true;
            }
            if tile.half {
                tile.values[tile.origin + j * tile.stride + i] = tile.values[at];
            }
        }
    }
}

/// Numbers that look random and depend only on the seed.
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }
}

/// What a case is made of; see the strategy below.
#[derive(Clone, Debug)]
struct Case {
    rows: usize,
    columns: usize,
    roles: usize,
    kinds: u8,
    skips: usize,
    half: bool,
    fixed: bool,
    full: usize,
    offset: usize,
    seed: u64,
}

const WORDS: usize = 40;

impl Case {
    /// Columns, rows, diagonals, steeper lines and so on, each with its own lines.
    fn roles(&self, stride: usize) -> (Vec<Role>, usize) {
        let (rows, columns) = (self.rows as u32, self.columns as u32);
        let mut first = 0;
        let mut roles = Vec::new();
        for number in 0..self.roles {
            let (p, q) = [
                (0, 1),
                (1, 0),
                (1, 1),
                (1, 2),
                (2, 1),
                (3, 1),
                (2, 3),
                (1, 3),
            ][number];
            // Line q·i + p·(columns − j).
            let across = (0..rows).map(|i| first + q * i).collect();
            let along = (0..columns).map(|j| p * (columns - j)).collect();
            first += q * rows + p * columns + 1;
            let windows = self.kinds >> number & 1 == 1;
            let pulls = if windows {
                vec![1, stride, 2 * stride + 1]
            } else {
                Vec::new()
            };
            roles.push(Role {
                across,
                along,
                pushes: !windows || number % 2 == 0,
                pulls,
            });
        }
        (roles, first as usize)
    }

    fn check(&self) {
        let reach = 3;
        let side = self.rows.max(self.columns);
        let stride = reach + side;
        let (roles, count) = self.roles(stride);
        let mut noise = Noise(self.seed);
        let mut values = vec![EMPTY; (reach + side) * stride];
        let origin = reach * stride + reach;
        for (at, value) in values.iter_mut().enumerate() {
            let before = at / stride < reach || at % stride < reach;
            if (before || self.fixed && noise.next().is_multiple_of(5))
                && !noise.next().is_multiple_of(4)
            {
                *value = (noise.next() % 700) as u32;
            }
        }
        let mut bits = vec![vec![false; WORDS * 64]; count];
        for line in &mut bits {
            let full = self.full * 64 + (noise.next() % 200) as usize;
            for (value, bit) in line.iter_mut().enumerate() {
                *bit = value < full && (value < self.full * 64 || !noise.next().is_multiple_of(9));
            }
        }
        // One block of some more lines than are used, its certificates exact, stale or missing.
        let layout = BlockLayout::new(count + self.offset % 3, WORDS);
        let mut words = vec![0_u64; self.offset + layout.size()];
        let block = &mut words[self.offset..];
        for round in 0..2 {
            for (line, bits) in bits.iter().enumerate() {
                for (value, _) in bits.iter().enumerate().filter(|&(_, &bit)| bit) {
                    if round == 1 || !noise.next().is_multiple_of(16) {
                        block[layout.index(line, value / 64)] |= 1 << (value % 64);
                    }
                }
            }
            match (self.offset % 4, round) {
                (0 | 1, 0) => layout.certify(block, count),
                (1 | 2, 1) => layout.certify(block, count),
                _ => {}
            }
        }
        let skips: Vec<usize> = [1, 2 * stride + 1, stride + 2, 3][..self.skips].to_vec();
        let mut tile = Tile {
            rows: self.rows,
            columns: self.columns,
            values: &mut values.clone(),
            origin,
            stride,
            roles: &roles,
            skips: &skips,
            half: self.half,
            fixed: self.fixed,
        };
        naive(&mut tile, &mut bits);
        let expected = tile.values.to_vec();
        for level in Level::available() {
            let (mut values, mut words) = (values.clone(), words.clone());
            let mut lines = Lines::new(WORDS);
            lines.add(&mut words[self.offset..], layout, count);
            let mut tile = Tile {
                rows: self.rows,
                columns: self.columns,
                values: &mut values,
                origin,
                stride,
                roles: &roles,
                skips: &skips,
                half: self.half,
                fixed: self.fixed,
            };
            tile.fill(&mut lines, level).unwrap();
            assert_eq!(values, expected, "values, {level}");
            for (line, bits) in bits.iter().enumerate() {
                for (value, &bit) in bits.iter().enumerate() {
                    let word = words[self.offset + layout.index(line, value / 64)];
                    assert_eq!(
                        word >> (value % 64) & 1 == 1,
                        bit,
                        "bit {value} of line {line}, {level}"
                    );
                }
            }
        }
    }
}

fn cases() -> impl Strategy<Value = Case> {
    let extent = (1..=70_usize, 1..=70_usize, any::<bool>(), any::<bool>());
    (
        extent,
        1..=8_usize,
        any::<u8>(),
        0..=4_usize,
        0..12_usize,
        0..9_usize,
        any::<u64>(),
    )
        .prop_map(
            |((rows, columns, half, fixed), roles, kinds, skips, full, offset, seed)| {
                let rows = if half { rows.min(columns) } else { rows };
                // Rows and columns that share lines are what half a tile has; pulls then come from both.
                Case {
                    rows,
                    columns,
                    roles,
                    kinds,
                    skips,
                    half,
                    fixed,
                    full,
                    offset,
                    seed,
                }
            },
        )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn tiles_match_the_twin(case in cases()) {
        case.check();
    }
}

#[test]
fn tile_sides_around_the_block_sizes() {
    for side in [1, 2, 15, 16, 17, 31, 32, 33, 47, 63, 64, 65, 129] {
        for roles in 1..=8 {
            let case = Case {
                rows: side,
                columns: side + roles % 3,
                roles,
                kinds: roles as u8,
                skips: roles % 3,
                half: roles % 2 == 0,
                fixed: roles % 4 == 1,
                full: side % 7,
                offset: side % 9,
                seed: side as u64,
            };
            case.check();
        }
    }
}

/// A tile without anything but searches.
fn plain_tile<'t>(
    values: &'t mut [u32],
    roles: &'t [Role],
    rows: usize,
    columns: usize,
) -> Tile<'t> {
    Tile {
        rows,
        columns,
        values,
        origin: 0,
        stride: columns,
        roles,
        skips: &[],
        half: false,
        fixed: false,
    }
}

/// Rows, columns and one line through all cells, which is full up to word `full`.
fn nim_above(full: usize, words: usize) -> (BlockLayout, Vec<u64>, [Role; 3]) {
    let layout = BlockLayout::new(33, words);
    let mut block = vec![0; layout.size()];
    for word in 0..full {
        block[layout.index(32, word)] = u64::MAX;
    }
    let role = |across, along, pushes| Role {
        across,
        along,
        pushes,
        pulls: Vec::new(),
    };
    let roles = [
        role(vec![0; 16], (0..16).collect(), true),
        role((16..32).collect(), vec![0; 16], true),
        role(vec![32; 16], vec![0; 16], false),
    ];
    (layout, block, roles)
}

#[test]
fn values_far_above_the_first_words() {
    let words = 400;
    for level in Level::available() {
        let (layout, block, roles) = nim_above(390, words);
        for certified in [false, true] {
            let mut block = block.clone();
            if certified {
                layout.certify(&mut block, 33);
            }
            let mut values = vec![EMPTY; 256];
            let mut lines = Lines::new(words);
            lines.add(&mut block, layout, 33);
            let mut tile = plain_tile(&mut values, &roles, 16, 16);
            tile.fill(&mut lines, level).unwrap();
            for i in 0..16_u32 {
                for j in 0..16_u32 {
                    // Above the full part the values are those of Nim on two piles.
                    let value = values[(i * 16 + j) as usize];
                    assert_eq!(value, 390 * 64 + (i ^ j), "({i}, {j}), {level}");
                }
            }
        }
    }
}

#[test]
fn lines_that_lie_in_several_blocks() {
    // The same tile with its lines in one block and in blocks of 5: 33 lines, the last two not used.
    let words = 16;
    let (whole, block, roles) = nim_above(3, words);
    for level in Level::available() {
        let fill = |lines: &mut Lines<'_>| {
            let mut values = vec![EMPTY; 256];
            let mut tile = plain_tile(&mut values, &roles, 16, 16);
            tile.fill(lines, level).unwrap();
            values
        };
        let mut block = block.clone();
        let part = BlockLayout::new(5, words);
        let mut parts = vec![vec![0; part.size()]; 7];
        for word in 0..3 {
            parts[32 / 5][part.index(32 % 5, word)] = u64::MAX;
        }
        let mut lines = Lines::new(words);
        lines.add(&mut block, whole, 33);
        let expected = fill(&mut lines);
        let mut lines = Lines::new(words);
        for (number, block) in parts.iter_mut().enumerate() {
            lines.add(block, part, if number == 6 { 3 } else { 5 });
        }
        assert_eq!(fill(&mut lines), expected, "{level}");
        for line in 0..33 {
            for word in 0..words {
                assert_eq!(
                    parts[line / 5][part.index(line % 5, word)],
                    block[whole.index(line, word)],
                    "word {word} of line {line}, {level}"
                );
            }
        }
    }
}

#[test]
fn lines_numbered_far_apart() {
    // A steep ray: no two cells of 16 × 16 share a line.
    let words = 8;
    let (rows, columns) = (20_u32, 40_u32);
    let role = Role {
        across: (0..rows).map(|i| 40 * i).collect(),
        along: (0..columns).map(|j| 33 * (columns - j)).collect(),
        pushes: true,
        pulls: vec![1],
    };
    let count = (40 * rows + 33 * columns) as usize;
    for level in Level::available() {
        let layout = BlockLayout::new(count, words);
        let mut block = vec![0; layout.size()];
        let mut bits = vec![vec![false; words * 64]; count];
        let make = |values| Tile {
            rows: rows as usize,
            columns: columns as usize,
            values,
            origin: 1,
            stride: columns as usize + 1,
            roles: std::slice::from_ref(&role),
            skips: &[],
            half: false,
            fixed: false,
        };
        let size = (rows * (columns + 1) + 1) as usize;
        let (mut values, mut expected) = (vec![EMPTY; size], vec![EMPTY; size]);
        naive(&mut make(&mut expected), &mut bits);
        let mut lines = Lines::new(words);
        lines.add(&mut block, layout, count);
        make(&mut values).fill(&mut lines, level).unwrap();
        assert_eq!(values, expected, "{level}");
        for (line, bits) in bits.iter().enumerate() {
            for (value, &bit) in bits.iter().enumerate() {
                let word = block[layout.index(line, value / 64)];
                assert_eq!(
                    word >> (value % 64) & 1 == 1,
                    bit,
                    "{value}, {line}, {level}"
                );
            }
        }
    }
}

#[test]
fn a_line_without_room_is_reported() {
    for level in Level::available() {
        let layout = BlockLayout::new(1, 16);
        let mut bits = vec![0; layout.size()];
        for word in 0..16 {
            bits[layout.index(0, word)] = u64::MAX;
        }
        bits[layout.index(0, 15)] = u64::MAX >> 2;
        let mut lines = Lines::new(16);
        lines.add(&mut bits, layout, 1);
        let role = Role {
            across: vec![0; 3],
            along: vec![0],
            pushes: true,
            pulls: Vec::new(),
        };
        let (mut values, roles) = ([EMPTY; 3], [role]);
        let mut tile = plain_tile(&mut values, &roles, 3, 1);
        assert_eq!(tile.fill(&mut lines, level), Err(LineFull));
        assert_eq!(tile.values[..2], [1022, 1023]);
    }
}

#[test]
#[should_panic(expected = "line 3 of a block of 2")]
fn a_line_that_is_not_used_is_refused() {
    let layout = BlockLayout::new(4, 8);
    let mut block = vec![0; layout.size()];
    let mut lines = Lines::new(8);
    lines.add(&mut block, layout, 2);
    let role = Role {
        across: vec![0, 1, 2],
        along: vec![0],
        pushes: true,
        pulls: Vec::new(),
    };
    let (mut values, roles) = ([EMPTY; 3], [role]);
    let mut tile = plain_tile(&mut values, &roles, 3, 1);
    let _ = tile.fill(&mut lines, Level::Portable);
}

#[test]
fn levels_that_this_processor_lacks_are_named() {
    for level in Level::ALL.into_iter().filter(|level| !level.is_available()) {
        eprintln!("skipped: {level} is not available on this processor");
    }
}
