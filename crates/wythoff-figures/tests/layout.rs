//! Nothing overlaps, nothing leaves the picture, at any size.

mod common;

use wythoff_figures::{
    Board, Box4, Drawing, Figure, FigureError, Item, Key, Look, Mark, Palette, Ray, Scale, Text,
    drawing, pass_figures,
};

fn every_figure() -> Vec<Figure> {
    let mut figures = pass_figures::all(&common::tables());
    figures.extend([
        common::scatter(),
        common::kinds(60),
        common::chances(),
        common::histogram(),
        common::row(),
        common::board(40),
        common::side_by_side(),
        common::map(60, Palette::Cividis, Scale::Root),
        common::map(60, Palette::Viridis, Scale::Log),
    ]);
    figures
}

#[track_caller]
fn check_texts(drawing: &Drawing, what: &str) {
    let texts: Vec<(&Text, Box4)> = drawing.texts().into_iter().map(|t| (t, t.area())).collect();
    for (i, (text, area)) in texts.iter().enumerate() {
        let inside = area.x >= -0.5
            && area.y >= -0.5
            && area.right() <= drawing.width + 0.5
            && area.bottom() <= drawing.height + 0.5;
        assert!(
            inside,
            "{what}: “{}” leaves the picture: {area:?}",
            text.content
        );
        for (other, place) in &texts[i + 1..] {
            assert!(
                !area.overlaps(place),
                "{what}: “{}” touches “{}”",
                text.content,
                other.content
            );
        }
    }
}

#[test]
fn texts_never_overlap_and_stay_inside() {
    for figure in every_figure() {
        for width in [100, 137, 180, 250, 400, 640, 1000, 2500, 10_000] {
            for look in [
                Look::default().wide(width),
                Look {
                    title: false,
                    ..Look::dark().wide(width)
                },
            ] {
                match drawing(&figure, &look) {
                    Ok(drawing) => check_texts(&drawing, &format!("{} at {width}", figure.id)),
                    Err(error) => {
                        let too_high =
                            matches!(error, FigureError::Size { asked, .. } if asked > 10_000);
                        assert!(
                            too_high && width == 10_000,
                            "{} at {width}: {error}",
                            figure.id
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn natural_sizes_work() {
    for figure in every_figure() {
        let drawing = drawing(&figure, &Look::default()).unwrap();
        check_texts(&drawing, &figure.id);
        assert!((240.0..=3200.0).contains(&drawing.width), "{}", figure.id);
    }
}

#[test]
fn long_coordinates_and_values_fit() {
    let mut board = Board::of_values(&vec![vec!["1234567/89012345"; 12]; 12]);
    board.origin = [format!("1{}", "0".repeat(300)), "99995".into()];
    let figure = Figure::of("far", "A window far out", "Long numbers.", board);
    for width in [100, 300, 900, 3000] {
        let drawing = drawing(&figure, &Look::default().wide(width)).unwrap();
        check_texts(&drawing, &format!("far at {width}"));
    }
    let wide = drawing(&figure, &Look::default().wide(3000)).unwrap();
    let shown: Vec<&str> = wide.texts().iter().map(|t| t.content.as_str()).collect();
    assert!(
        shown.contains(&"x₀ = 10000000…00000000 (301 digits)"),
        "the origin is stated"
    );
    assert!(
        shown.contains(&"100000"),
        "headings grow past a power of ten"
    );
    assert!(shown.contains(&"1234567/89012345"));
}

#[test]
fn headings_keep_a_regular_rhythm() {
    let drawing = drawing(&common::board(40), &Look::default().wide(250)).unwrap();
    let axis = drawing.items.iter().find_map(|item| match item {
        Item::Group { id, items, .. } if id == "x-axis" => Some(items),
        _ => None,
    });
    let labels: Vec<usize> = axis
        .unwrap()
        .iter()
        .filter_map(|item| {
            if let Item::Text(text) = item {
                text.content.parse().ok()
            } else {
                None
            }
        })
        .collect();
    assert!(labels.len() >= 4, "{labels:?}");
    let step = labels[1] - labels[0];
    assert!(
        [2, 5, 10].contains(&step) && labels.windows(2).all(|w| w[1] - w[0] == step),
        "{labels:?}"
    );
}

#[test]
fn values_too_small_to_read_are_left_out() {
    let small = drawing(&common::board(40), &Look::default().wide(100)).unwrap();
    let row = |item: &Item| matches!(item, Item::Group { id, .. } if id.starts_with("row-"));
    assert!(!small.items.iter().any(row));
    let large = drawing(&common::board(40), &Look::default().wide(1600)).unwrap();
    assert_eq!(large.items.iter().filter(|item| row(item)).count(), 40);
}

#[test]
fn x_runs_to_the_right_and_y_down() {
    let board = Board::of_values(&[vec!["00", "01"], vec!["10", "11"]]);
    let drawing = drawing(&Figure::of("f", "", "", board), &Look::default()).unwrap();
    let at = |content: &str| {
        drawing
            .texts()
            .iter()
            .find(|t| t.content == content)
            .unwrap()
            .at
    };
    let (corner, right, down) = (at("00"), at("10"), at("01"));
    assert!(right[0] > corner[0] && (right[1] - corner[1]).abs() < 1e-9);
    assert!(down[1] > corner[1] && (down[0] - corner[0]).abs() < 1e-9);
}

#[test]
fn mistakes_are_told() {
    let board = |rows: &[Vec<u64>]| Board::of_values(rows);
    let error =
        |board: Board| drawing(&Figure::of("f", "t", "d", board), &Look::default()).unwrap_err();
    assert_eq!(error(board(&[])), FigureError::Empty { what: "the board" });
    assert_eq!(
        error(board(&[vec![1], vec![]])),
        FigureError::Ragged {
            row: 1,
            expected: 1,
            found: 0
        }
    );
    let queen = Board {
        queens: vec![[2, 0]],
        ..board(&[vec![1], vec![1]])
    };
    assert_eq!(
        error(queen),
        FigureError::Outside {
            cell: [2, 0],
            shape: [2, 1]
        }
    );
    let ray = Board {
        rays: vec![Ray {
            from: [0, 0],
            to: [0, 9],
        }],
        ..board(&[vec![1]])
    };
    assert_eq!(
        error(ray),
        FigureError::Outside {
            cell: [0, 9],
            shape: [1, 1]
        }
    );
    let figure = common::board(9);
    for width in [0, 99, 10_001] {
        let refused = drawing(&figure, &Look::default().wide(width)).unwrap_err();
        assert!(matches!(refused, FigureError::Size { asked, .. } if asked == u64::from(width)));
    }
    let none = Figure::side_by_side("f", "t", "d", vec![]);
    assert!(matches!(
        drawing(&none, &Look::default()),
        Err(FigureError::Empty { .. })
    ));
}

#[test]
fn the_figures_of_the_paper_hold_its_sets() {
    let tables = common::tables();
    let marked = |figure: &Figure, mark: Mark| -> Vec<[usize; 2]> {
        let wythoff_figures::Scene::Board(board) = &figure.panels[0].scene else {
            panic!("a board")
        };
        let all = (0..board.shape()[0]).flat_map(|x| (0..board.shape()[1]).map(move |y| [x, y]));
        all.filter(|&[x, y]| board.rows[x][y].mark == mark)
            .collect()
    };
    let with_mirrors = |half: &[[usize; 2]]| {
        let mut all: Vec<[usize; 2]> = half.iter().flat_map(|&[x, y]| [[x, y], [y, x]]).collect();
        all.sort_unstable();
        all.dedup();
        all
    };
    // [MiyaderaManabeFukui2025, Definition 12]
    let a = with_mirrors(&[[0, 0], [1, 2], [3, 5], [4, 7]]);
    let b = with_mirrors(&[[0, 0], [1, 3], [2, 5], [4, 8], [6, 7]]);
    let c = with_mirrors(&[[0, 1], [2, 2], [3, 6], [4, 8], [5, 7]]);
    let figures = pass_figures::all(&tables);
    for (number, set) in [
        (3, &a),
        (4, &b),
        (5, &c),
        (6, &b),
        (7, &b),
        (8, &b),
        (9, &b),
        (10, &b),
        (11, &c),
    ] {
        assert_eq!(
            &marked(&figures[number - 1], Mark::Chosen),
            set,
            "figure {number}"
        );
    }
    let blue: Vec<Vec<[usize; 2]>> = (6..9).map(|i| marked(&figures[i], Mark::Second)).collect();
    assert_eq!(blue.iter().map(Vec::len).collect::<Vec<_>>(), [36, 36, 26]);
    let all = (0..9).flat_map(|x| (0..9).map(move |y| [x, y]));
    let only_by_the_pass: Vec<[usize; 2]> = all
        .filter(|cell| !b.contains(cell) && !blue.iter().any(|set| set.contains(cell)))
        .collect();
    assert_eq!(only_by_the_pass, [[1, 2], [2, 1]]);
}

#[test]
fn maps_count_cells_from_their_origin() {
    let key = Key::Kinds(vec!["P".into(), "N".into()]);
    let mut map = common::map_of(60, 60, key, |v| f32::from(u8::from(v > 0)));
    map.origin = [100_000.0, 0.0];
    let drawing = drawing(&Figure::of("m", "t", "d", map), &Look::default()).unwrap();
    let shown: Vec<String> = drawing.texts().iter().map(|t| t.content.clone()).collect();
    assert!(
        shown.iter().any(|label| label == "100\u{2009}000"),
        "{shown:?}"
    );
}

#[test]
fn a_single_row_has_no_second_coordinate() {
    let mut board = Board::of_values(&[vec![6], vec![7], vec![4]]);
    board.axes[1].clear();
    let drawing = drawing(&Figure::of("f", "", "", board), &Look::default()).unwrap();
    let shown: Vec<&str> = drawing.texts().iter().map(|t| t.content.as_str()).collect();
    assert_eq!(
        shown.iter().filter(|text| **text == "0").count(),
        1,
        "{shown:?}"
    );
    check_texts(&drawing, "one row");
}
