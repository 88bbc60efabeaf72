//! Every format: snapshots of text, size, palette and sampled pixels of PNG, PDF through pdftoppm,
//! TikZ through pdflatex where they are found and by its structure everywhere.

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;

use wythoff_figures::{
    Board, Colour, Figure, Look, Mark, Palette, Scale, Theme, drawing, latex, pass_figures, pdf,
    png, svg, tikz, xlsx,
};

fn every_figure() -> Vec<Figure> {
    let mut figures = pass_figures::all(&common::tables());
    figures.extend([
        common::scatter(),
        common::kinds(60),
        common::chances(),
        common::histogram(),
        common::row(),
        common::side_by_side(),
        common::map(60, Palette::Viridis, Scale::Linear),
    ]);
    figures
}

/// A directory of its own, removed when the test is over.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("wythoff-figures-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn found(program: &str) -> bool {
    Command::new(program).arg("-v").output().is_ok()
}

/// An RGB picture read back.
struct Pixels {
    width: u32,
    height: u32,
    rgb: Vec<u8>,
}

impl Pixels {
    fn read(bytes: &[u8]) -> Self {
        let mut decoder = ::png::Decoder::new(std::io::Cursor::new(bytes));
        decoder.set_transformations(::png::Transformations::EXPAND);
        let mut reader = decoder.read_info().unwrap();
        let mut rgb = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut rgb).unwrap();
        assert_eq!(info.color_type, ::png::ColorType::Rgb);
        Self {
            width: info.width,
            height: info.height,
            rgb,
        }
    }

    fn at(&self, [x, y]: [f64; 2]) -> Colour {
        let i = (y as usize * self.width as usize + x as usize) * 3;
        Colour([self.rgb[i], self.rgb[i + 1], self.rgb[i + 2]])
    }
}

#[test]
fn svg_of_the_set_b() {
    insta::assert_snapshot!(
        svg::write(
            &pass_figures::set_b(&common::tables().pass),
            &Look::default()
        )
        .unwrap()
    );
}

#[test]
fn svg_of_the_queen_on_dark_ground() {
    insta::assert_snapshot!(
        svg::write(&pass_figures::queen_moves(), &Look::dark().wide(320)).unwrap()
    );
}

#[test]
fn svg_of_the_duration() {
    insta::assert_snapshot!(svg::write(&common::histogram(), &Look::default()).unwrap());
}

#[test]
fn svg_of_the_row() {
    insta::assert_snapshot!(svg::write(&common::row(), &Look::default()).unwrap());
}

#[test]
fn tikz_of_the_set_b() {
    insta::assert_snapshot!(
        tikz::write(
            &pass_figures::set_b(&common::tables().pass),
            &Look::default()
        )
        .unwrap()
    );
}

#[test]
fn tikz_of_the_rays() {
    insta::assert_snapshot!(
        tikz::write(
            &pass_figures::rays_of(&common::tables().pass, [7, 6]),
            &Look::dark()
        )
        .unwrap()
    );
}

#[test]
fn svg_is_accessible_and_its_ids_are_its_own() {
    for figure in every_figure() {
        let text = svg::write(&figure, &Look::default()).unwrap();
        let id = &figure.id;
        assert!(text.contains("role=\"img\""));
        assert!(text.contains(&format!("aria-labelledby=\"{id}-title {id}-desc\"")));
        assert!(text.contains(&format!("<title id=\"{id}-title\">")));
        assert!(text.contains(&format!("<desc id=\"{id}-desc\">")));
        let mut ids: Vec<&str> = text
            .split(" id=\"")
            .skip(1)
            .filter_map(|rest| rest.split('"').next())
            .collect();
        assert!(
            ids.iter().all(|i| i.starts_with(&format!("{id}-"))),
            "{ids:?}"
        );
        let count = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), count, "{id}: an id is used twice");
        assert_eq!(text.matches("<g").count(), text.matches("</g>").count());
    }
}

#[test]
fn a_board_of_forty_stays_small() {
    let text = svg::write(&common::board(40), &Look::default()).unwrap();
    assert!(text.len() <= 200_000, "{} bytes", text.len());
    assert!(text.matches("</text>").count() >= 1600);
}

#[test]
fn hostile_text_stays_text() {
    let board = Board::of_values(&[vec!["<script>&\"\u{1}"]]);
    let figure = Figure::of("1 \"><x", "</title><script>", "]]>&", board);
    let text = svg::write(&figure, &Look::default()).unwrap();
    assert!(!text.contains("<script>") && !text.contains("<x") && !text.contains('\u{1}'));
    png::write(&figure, &Look::default(), 96).unwrap();
}

#[test]
fn png_has_the_size_and_the_colours_of_the_drawing() {
    let tables = common::tables();
    let figure = pass_figures::reaching(&tables.pass, pass_figures::Direction::Horizontal);
    for (theme, dpi) in [(Theme::Light, 96), (Theme::Dark, 192)] {
        let look = Look {
            theme,
            ..Look::default().wide(400)
        };
        let drawn = drawing(&figure, &look).unwrap();
        let pixels = Pixels::read(&png::write(&figure, &look, dpi).unwrap());
        let scale = f64::from(dpi) / 96.0;
        assert_eq!(pixels.width, (drawn.width * scale) as u32);
        assert_eq!(pixels.height, (drawn.height * scale).round() as u32);
        let unit = drawn.unit.unwrap();
        let colours = theme.colours();
        let near_corner = |x: f64, y: f64| {
            [x, y]
                .map(|c| c + 0.12)
                .iter()
                .zip(unit.origin)
                .map(|(c, o)| (o + c * unit.size) * scale)
                .collect::<Vec<_>>()
        };
        let b = |x: usize, y: usize| tables.pass[x][y] == 0;
        for (x, y) in (0..9).flat_map(|x| (0..9).map(move |y| (x, y))) {
            let expected = match () {
                () if b(x, y) => colours.chosen[0],
                () if (0..x).any(|u| b(u, y)) => colours.second[0],
                () => colours.ground,
            };
            let at = near_corner(x as f64, y as f64);
            assert_eq!(pixels.at([at[0], at[1]]), expected, "({x}, {y}) {theme:?}");
        }
        assert_eq!(pixels.at([1.0, 1.0]), colours.ground);
    }
}

#[test]
fn values_are_really_written_into_the_png() {
    let figure = common::board(9);
    let drawn = drawing(&figure, &Look::default()).unwrap();
    let pixels = Pixels::read(&png::write(&figure, &Look::default(), 96).unwrap());
    let ground = Theme::Light.colours().ground;
    for text in drawn.texts() {
        let area = text.area();
        let inked = (area.y as u32..area.bottom() as u32)
            .flat_map(|y| {
                (area.x as u32..area.right() as u32).map(move |x| [f64::from(x), f64::from(y)])
            })
            .any(|at| pixels.at(at).contrast(ground) > 3.0);
        assert!(inked, "“{}” left no ink", text.content);
    }
}

#[test]
fn bare_rasters_are_indexed_and_exact() {
    let key = common::levels("Grundy value", Palette::Viridis, Scale::Linear);
    let map = common::map_of(64, 64, key.clone(), |v| v as f32);
    let bytes = png::cells(&map.values, &key, Theme::Light).unwrap();
    let reader = ::png::Decoder::new(std::io::Cursor::new(&bytes))
        .read_info()
        .unwrap();
    assert_eq!(reader.info().color_type, ::png::ColorType::Indexed);
    assert_eq!(reader.info().palette.as_ref().unwrap().len(), 256 * 3);
    let pixels = Pixels::read(&bytes);
    assert_eq!([pixels.width, pixels.height], [64, 64]);
    let [low, high] = map.values.range().unwrap();
    for (x, y) in [(0, 0), (1, 0), (5, 3), (63, 63), (17, 40)] {
        let share = (f64::from(map.values.at(x, y)) - low) / (high - low);
        let level = (share * 254.0).round() / 254.0;
        assert_eq!(
            pixels.at([x as f64, y as f64]),
            Palette::Viridis.at(level),
            "({x}, {y})"
        );
    }
}

#[test]
fn map_pixels_stand_at_their_cells() {
    let figure = common::kinds(60);
    let pixels = Pixels::read(&png::write(&figure, &Look::default().wide(500), 96).unwrap());
    let drawn = drawing(
        &figure,
        &Look {
            density: 1.0,
            ..Look::default().wide(500)
        },
    )
    .unwrap();
    let place = drawn
        .shapes()
        .into_iter()
        .find_map(|item| {
            if let wythoff_figures::Item::Image(place, _) = item {
                Some(*place)
            } else {
                None
            }
        })
        .unwrap();
    let colours = Theme::Light.colours();
    let centre = |x: f64, y: f64| {
        [
            place.x + place.width * (x + 0.5) / 60.0,
            place.y + place.height * (y + 0.5) / 60.0,
        ]
    };
    assert_eq!(pixels.at(centre(3.0, 5.0)), colours.chosen[0]);
    assert_eq!(pixels.at(centre(5.0, 3.0)), colours.chosen[0]);
    assert_eq!(pixels.at(centre(4.0, 5.0)), colours.shade);
}

/// The PNG beside what resvg makes of the SVG: fonts, places and colours must agree. Rasters, which
/// this build of resvg leaves out, are compared cell by cell elsewhere.
#[test]
fn png_looks_like_the_svg() {
    use resvg::{tiny_skia, usvg};
    let mut options = usvg::Options::default();
    for face in ["DejaVuSans-subset.ttf", "DejaVuSans-Bold-subset.ttf"] {
        let file = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("fonts")
            .join(face);
        options
            .fontdb_mut()
            .load_font_data(std::fs::read(file).unwrap());
    }
    for figure in every_figure() {
        for look in [Look::default(), Look::dark().wide(300)] {
            let looked = Look {
                density: 1.0,
                ..look
            };
            let mut drawn = drawing(&figure, &looked).unwrap();
            drawn
                .items
                .retain(|item| !matches!(item, wythoff_figures::Item::Image(..)));
            let tree = usvg::Tree::from_str(&svg::of_drawing(&drawn).unwrap(), &options).unwrap();
            let pixels = Pixels::read(&png::of_drawing(&drawn, 96).unwrap());
            let mut judge = tiny_skia::Pixmap::new(pixels.width, pixels.height).unwrap();
            resvg::render(&tree, tiny_skia::Transform::default(), &mut judge.as_mut());
            let theirs = judge
                .data()
                .chunks_exact(4)
                .flat_map(|p| [p[0], p[1], p[2]]);
            let off = pixels
                .rgb
                .iter()
                .zip(theirs)
                .filter(|(a, b)| a.abs_diff(*b) > 48)
                .count();
            let share = off as f64 / pixels.rgb.len() as f64;
            assert!(
                share < 0.004,
                "{}: {share} of the samples differ",
                figure.id
            );
        }
    }
}

#[test]
fn the_largest_picture_is_made_in_bands() {
    let bytes = png::write(&common::board(9), &Look::default().wide(5000), 96).unwrap();
    let pixels = Pixels::read(&bytes);
    assert_eq!(pixels.width, 5000);
    assert!(png::write(&common::board(9), &Look::default().wide(9000), 192).is_err());
    assert!(png::write(&common::board(9), &Look::default(), 0).is_err());
}

#[test]
fn pdf_opens_and_says_its_words() {
    let scratch = Scratch::new("pdf");
    for figure in every_figure() {
        for look in [Look::default(), Look::dark().wide(300)] {
            let bytes = pdf::write(&figure, &look).unwrap();
            assert_eq!(
                bytes,
                pdf::write(&figure, &look).unwrap(),
                "the same bytes each time"
            );
            assert!(bytes.starts_with(b"%PDF-") && bytes.trim_ascii_end().ends_with(b"%%EOF"));
            check_with_poppler(&scratch.0, &figure, &look, &bytes);
        }
    }
}

fn check_with_poppler(folder: &Path, figure: &Figure, look: &Look, bytes: &[u8]) {
    if !found("pdftoppm") {
        eprintln!("pdftoppm not found: the PDF is checked by its frame only");
        return;
    }
    let file = folder.join("figure.pdf");
    std::fs::write(&file, bytes).unwrap();
    let picture = Command::new("pdftoppm")
        .args(["-r", "96", "-png", "-singlefile"])
        .arg(&file)
        .output()
        .unwrap();
    assert!(
        picture.status.success() && picture.stderr.is_empty(),
        "{}",
        String::from_utf8_lossy(&picture.stderr)
    );
    let drawn = drawing(figure, look).unwrap();
    let pixels = Pixels::read(&picture.stdout);
    assert!((f64::from(pixels.width) - drawn.width).abs() <= 1.0);
    assert_eq!(pixels.at([1.0, 1.0]), look.theme.colours().ground);
    let words = Command::new("pdftotext")
        .arg(&file)
        .arg("-")
        .output()
        .unwrap();
    let words = String::from_utf8(words.stdout).unwrap();
    let mut missing = drawn
        .texts()
        .into_iter()
        .map(|t| &t.content)
        .filter(|c| !c.contains('\u{2009}'));
    assert_eq!(
        missing.find(|c| !words.contains(c.as_str())),
        None,
        "{} lost a text",
        figure.id
    );
}

#[test]
fn tikz_is_balanced_and_escaped() {
    for figure in every_figure() {
        let text = tikz::write(&figure, &Look::dark()).unwrap();
        let code: String = text
            .lines()
            .filter(|line| !line.starts_with('%'))
            .collect::<Vec<_>>()
            .join("\n");
        let mut open = Vec::new();
        for part in code.split('\\') {
            let name = |part: &str| part.split(['{', '}']).nth(1).map(str::to_owned);
            if part.starts_with("begin{") {
                open.extend(name(part));
            } else if part.starts_with("end{") {
                assert_eq!(open.pop(), name(part), "{}", figure.id);
            }
        }
        assert!(open.is_empty(), "{open:?}");
        assert_eq!(
            code.matches('{').count(),
            code.matches('}').count(),
            "{}",
            figure.id
        );
        let plain = code
            .replace("\\%", "")
            .replace("\\&", "")
            .replace("\\#", "")
            .replace("\\_", "");
        assert!(
            !plain.contains(['%', '&', '#']),
            "{}: an unescaped sign",
            figure.id
        );
        assert_eq!(plain.matches('$').count() % 2, 0);
        let drawn = |line: &&str| {
            line.starts_with("\\node") || line.starts_with("\\fill") || line.starts_with("\\draw")
        };
        assert!(code.lines().filter(drawn).all(|line| line.ends_with(';')));
        for used in code
            .split("[wy")
            .skip(1)
            .filter_map(|rest| rest.split([',', ']']).next())
        {
            assert!(
                code.contains(&format!("\\definecolor{{wy{used}}}")),
                "colour wy{used}"
            );
        }
    }
}

#[test]
fn tikz_and_latex_compile() {
    if !found("pdflatex") {
        eprintln!("pdflatex not found: TikZ and LaTeX are checked by structure only");
        return;
    }
    let scratch = Scratch::new("tex");
    let hostile = Board::of_values(&[vec!["50% & $#_{}\\~^<>|", "−1 ≤ φ…"]]);
    let kept = ["figure-6", "scatter", "outcomes", "two"];
    let mut figures = every_figure();
    figures.retain(|figure| kept.contains(&figure.id.as_str()));
    assert_eq!(figures.len(), kept.len());
    figures.push(Figure::of(
        "hostile",
        "#1 % {",
        "100%\n\\end{document}",
        hostile.clone(),
    ));
    for figure in figures {
        compile(
            &scratch.0,
            &figure.id,
            &tikz::write(&figure, &Look::dark()).unwrap(),
        );
    }
    let tables = common::tables();
    let marked = Board::of_values(&tables.pass)
        .marked(Mark::Chosen, "P-position", |x, y| tables.pass[x][y] == 0)
        .marked(Mark::Second, "next to one", |x, y| {
            x > 0 && tables.pass[x - 1][y] == 0
        });
    let mut body = String::new();
    for board in [&marked, &hostile] {
        body += &latex::write(board, latex::Style::Booktabs).unwrap();
        body += "\n";
    }
    body += &format!(
        "\\[\n{}\\]\n",
        latex::write(&marked, latex::Style::Array).unwrap()
    );
    let head = "\\documentclass{article}\n\\usepackage[T1]{fontenc}\n\\usepackage{booktabs}\n\\usepackage[table]{xcolor}\n";
    compile(
        &scratch.0,
        "tables",
        &format!("{head}\\begin{{document}}\n{body}\\end{{document}}\n"),
    );
}

fn compile(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(format!("{name}.tex")), text).unwrap();
    let run = Command::new("pdflatex")
        .args(["-interaction=nonstopmode", "-halt-on-error", name])
        .current_dir(folder)
        .output()
        .unwrap();
    let log = String::from_utf8_lossy(&run.stdout).into_owned();
    assert!(run.status.success(), "{name}: {log}");
    assert!(!log.contains("Missing character"), "{name}: {log}");
}

#[test]
fn latex_tables_are_x_down() {
    let mut board = Board::of_values(&[vec![0, 1, 2], vec![1, 2, 0]]);
    board.origin = ["10".into(), "5".into()];
    insta::assert_snapshot!(latex::write(&board, latex::Style::Booktabs).unwrap(), @r"
    % \usepackage{booktabs}
    \begin{tabular}{@{}rrrr@{}}
    \toprule
    $x \backslash y$ & 5 & 6 & 7 \\
    \midrule
    10 & 0 & 1 & 2 \\
    11 & 1 & 2 & 0 \\
    \bottomrule
    \end{tabular}
    ");
    let board = board.marked(Mark::Chosen, "P", |x, y| x + y == 0);
    insta::assert_snapshot!(latex::write(&board, latex::Style::Array).unwrap(), @r"
    % \usepackage[table]{xcolor}
    \definecolor{wyChosen}{HTML}{BF4800}
    \definecolor{wyOnChosen}{HTML}{FFFFFF}
    % wyChosen: P
    \begin{array}{r|rrr}
    x \backslash y & 5 & 6 & 7 \\
    \hline
    10 & \cellcolor{wyChosen}\textcolor{wyOnChosen}{\mathbf{0}} & 1 & 2 \\
    11 & 1 & 2 & 0 \\
    \end{array}
    ");
    assert!(latex::write(&Board::of_values::<u8>(&[]), latex::Style::Array).is_err());
}

#[test]
fn workbooks_are_zip_files_that_hold_every_value() {
    let huge = "123456789012345678901234567890";
    let board =
        Board::of_values(&[vec!["7", huge], vec!["P", ""]]).marked(Mark::Second, "", |x, _| x == 1);
    let bytes = xlsx::write(&board, "a/b[c]: a name that is too long for a sheet").unwrap();
    assert_eq!(
        bytes,
        xlsx::write(&board, "a/b[c]: a name that is too long for a sheet").unwrap()
    );
    assert!(bytes.starts_with(b"PK\x03\x04"));
    for part in [
        "xl/worksheets/sheet1.xml",
        "xl/sharedStrings.xml",
        "xl/styles.xml",
    ] {
        assert!(
            bytes.windows(part.len()).any(|w| w == part.as_bytes()),
            "{part}"
        );
    }
    assert!(xlsx::write(&Board::of_values(&[vec![0_u8; 16_384]]), "t").is_err());
    assert!(xlsx::write(&Board::of_values(&[vec![0], vec![]]), "t").is_err());
}
