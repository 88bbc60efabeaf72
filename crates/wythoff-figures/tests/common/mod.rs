//! Figures for the tests, from tables filled straight by the definitions.

use wythoff_figures::pass_figures::{Direction, Table, Tables};
use wythoff_figures::{
    Board, DownSampler, Figure, Filter, Grid, Histogram, Key, Map, Mark, Marker, Palette, Panel,
    Period, PointSet, Row, Scale, Scatter, SlopedLine,
};

/// The third move of a game that may go from layer 1 to layer 0.
#[derive(Clone, Copy, PartialEq)]
pub enum Third {
    None,
    Pass,
    Stone,
}

/// The least number that is not among the values.
fn mex(mut values: Vec<u64>) -> u64 {
    values.sort_unstable();
    values.dedup();
    (0..)
        .zip(&values)
        .find(|(i, v)| i != *v)
        .map_or(values.len() as u64, |(i, _)| i)
}

/// Grundy values `[x][y]` with x, y < side by listing every option.
pub fn grundy(side: usize, third: Third) -> Table {
    let below = (third != Third::None).then(|| grundy(side, Third::None));
    let mut table: Table = vec![vec![0; side]; side];
    for x in 0..side {
        for y in 0..side {
            let mut options: Vec<u64> = Direction::ALL
                .into_iter()
                .flat_map(|direction| direction.cells([x, y]))
                .map(|[u, v]| table[u][v])
                .collect();
            if let Some(below) = &below
                && (third == Third::Stone || x + y > 0)
            {
                options.push(below[x][y]);
            }
            table[x][y] = mex(options);
        }
    }
    table
}

pub fn tables() -> Tables {
    Tables {
        wythoff: grundy(9, Third::None),
        pass: grundy(9, Third::Pass),
        stone: grundy(9, Third::Stone),
    }
}

pub fn p_positions(side: usize, value: u64) -> Vec<[f64; 2]> {
    let table = grundy(side, Third::None);
    let all = (0..side).flat_map(|x| (0..side).map(move |y| [x, y]));
    all.filter(|&[x, y]| table[x][y] == value)
        .map(|cell| cell.map(|c| c as f64))
        .collect()
}

pub fn scatter() -> Figure {
    let phi = f64::midpoint(1.0, 5f64.sqrt());
    let line = |name: &str, slope| SlopedLine {
        name: name.into(),
        slope,
        intercept: 0.0,
    };
    let set = |value: u64| PointSet {
        name: format!("Grundy value {value}"),
        points: p_positions(60, value),
    };
    let scatter = Scatter {
        axes: ["x".into(), "y".into()],
        sets: (0..3).map(set).collect(),
        lines: vec![line("y = φx", phi), line("x = φy", 1.0 / phi)],
    };
    Figure::of(
        "scatter",
        "Cells of Grundy value 0, 1 and 2",
        "Three sets of cells near two lines.",
        scatter,
    )
}

pub fn map_of(side: usize, limit: usize, key: Key, value: impl Fn(u64) -> f32) -> Map {
    let mut sampler = DownSampler::new([side, side], [limit.min(side); 2], Filter::Mean);
    for row in grundy(side, Third::None) {
        sampler.push(row.into_iter().map(&value));
    }
    Map {
        axes: ["x".into(), "y".into()],
        origin: [0.0; 2],
        span: [side as f64; 2],
        values: sampler.finish(),
        key,
    }
}

pub fn levels(name: &str, palette: Palette, scale: Scale) -> Key {
    Key::Levels {
        name: name.into(),
        palette,
        range: None,
        scale,
    }
}

pub fn map(side: usize, palette: Palette, scale: Scale) -> Figure {
    let key = levels("Grundy value", palette, scale);
    Figure::of(
        "map",
        "Grundy values of Wythoff's game",
        "Colours for values.",
        map_of(side, side, key, |v| v as f32),
    )
}

pub fn kinds(side: usize) -> Figure {
    let key = Key::Kinds(vec!["P-position".into(), "N-position".into()]);
    let map = map_of(side, side, key, |v| f32::from(u8::from(v > 0)));
    Figure::of(
        "outcomes",
        "Outcomes of Wythoff's game",
        "P-positions and N-positions.",
        map,
    )
}

/// Chances that wander about one half.
pub fn chances() -> Figure {
    let rows: Vec<Vec<f32>> = (0..60)
        .map(|x| {
            (0..60)
                .map(|y| 0.5 + 0.5 * ((x * y % 17) as f32 / 8.0 - 1.0))
                .collect()
        })
        .collect();
    let key = Key::Levels {
        name: "Chance to win".into(),
        palette: Palette::Diverging,
        range: Some([0.0, 1.0]),
        scale: Scale::Linear,
    };
    let values = Grid::of_rows(&rows).unwrap();
    let map = Map {
        axes: ["x".into(), "y".into()],
        origin: [0.0; 2],
        span: [60.0; 2],
        values,
        key,
    };
    Figure::of(
        "chances",
        "Winning chance when moves fail, p = 4/5",
        "A map around one half.",
        map,
    )
}

/// The negative binomial law of the sum of `r` waiting times.
pub fn histogram() -> Figure {
    let (r, p) = (7_u64, 0.8_f64);
    let mut weight = p.powi(7);
    let mut weights = Vec::new();
    for n in r..r + 16 {
        weights.push(weight);
        weight *= (n as f64) / ((n - r + 1) as f64) * (1.0 - p);
    }
    let markers = vec![Marker {
        at: r as f64 / p,
        name: "mean r/p = 8.75".into(),
    }];
    let histogram = Histogram {
        axis: "attempts".into(),
        measure: "probability".into(),
        first: r,
        weights,
        markers,
    };
    Figure::of(
        "duration",
        "Duration from remoteness 7 when one move in five fails",
        "Bars.",
        histogram,
    )
}

pub fn row() -> Figure {
    let table = grundy(90, Third::None);
    let values = (0..90).map(|y| table[3][y] as f64 - y as f64).collect();
    let period = Some(Period { from: 8, length: 6 });
    let row = Row {
        axis: "y".into(),
        measure: "G(3, y) − y".into(),
        first: 0,
        values,
        period,
    };
    Figure::of(
        "row",
        "Row 3 of Wythoff's game is additively periodic",
        "Points in bands.",
        row,
    )
}

pub fn board(side: usize) -> Figure {
    let table = grundy(side, Third::None);
    let board =
        Board::of_values(&table).marked(Mark::Chosen, "P-position", |x, y| table[x][y] == 0);
    Figure::of(
        "board",
        "Grundy values of Wythoff's game",
        "A board.",
        board,
    )
}

pub fn side_by_side() -> Figure {
    let tables = tables();
    let of = |table: &Table| {
        Board::of_values(table).marked(Mark::Chosen, "P-position", |x, y| table[x][y] == 0)
    };
    let panels = vec![
        Panel::of("With a pass", of(&tables.pass)),
        Panel::of("Plus one stone", of(&tables.stone)),
    ];
    Figure::side_by_side("two", "Two games side by side", "Two boards.", panels)
}
