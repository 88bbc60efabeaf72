//! LaTeX tables: `booktabs` in running text, `array` in mathematics, marked cells coloured.
//!
//! A table is `array[x, y]`: x down, y across, as in every text format of the project.

use std::fmt::Write as _;

use crate::error::FigureError;
use crate::scene::{Board, Mark};
use crate::theme::Theme;
use crate::tikz::escape;

/// The environment to write.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// `tabular` with the rules of `booktabs`.
    #[default]
    Booktabs,
    /// `array`, to stand in a formula.
    Array,
}

/// The board as a LaTeX table to `\input`. Comments at its top name the packages that it needs.
///
/// # Errors
///
/// A board without cells, or with ragged rows.
///
/// ```
/// # use wythoff_figures::{Board, Mark, latex};
/// let board = Board::of_values(&[vec![0, 1], vec![1, 2]]).marked(Mark::Chosen, "", |x, y| x + y == 0);
/// let table = latex::write(&board, latex::Style::Booktabs)?;
/// assert!(table.contains("0 & \\cellcolor{wyChosen}\\textcolor{wyOnChosen}{\\textbf{0}} & 1 \\\\"));
/// # Ok::<(), wythoff_figures::FigureError>(())
/// ```
pub fn write(board: &Board, style: Style) -> Result<String, FigureError> {
    let [nx, ny] = board.shape();
    if nx == 0 || ny == 0 {
        return Err(FigureError::Empty { what: "the table" });
    }
    if let Some((row, found)) = board
        .rows
        .iter()
        .map(Vec::len)
        .enumerate()
        .find(|&(_, n)| n != ny)
    {
        return Err(FigureError::Ragged {
            row,
            expected: ny,
            found,
        });
    }
    let mut out = preamble(board, style);
    let [down, across] = board.axes.each_ref().map(|name| escape(name));
    let heads: Vec<String> = (0..ny).map(|y| plus(&board.origin[1], y)).collect();
    match style {
        Style::Booktabs => {
            let _ = writeln!(
                out,
                "\\begin{{tabular}}{{@{{}}r{}@{{}}}}\n\\toprule",
                "r".repeat(ny)
            );
            let _ = writeln!(
                out,
                "${down} \\backslash {across}$ & {} \\\\\n\\midrule",
                heads.join(" & ")
            );
        }
        Style::Array => {
            let _ = writeln!(out, "\\begin{{array}}{{r|{}}}", "r".repeat(ny));
            let _ = writeln!(
                out,
                "{down} \\backslash {across} & {} \\\\\n\\hline",
                heads.join(" & ")
            );
        }
    }
    for (x, row) in board.rows.iter().enumerate() {
        let cells = row
            .iter()
            .map(|cell| marked(&escape(&cell.text), cell.mark, style));
        let line: Vec<String> = std::iter::once(plus(&board.origin[0], x))
            .chain(cells)
            .collect();
        let _ = writeln!(out, "{} \\\\", line.join(" & "));
    }
    out.push_str(match style {
        Style::Booktabs => "\\bottomrule\n\\end{tabular}\n",
        Style::Array => "\\end{array}\n",
    });
    Ok(out)
}

/// What the table needs, and its colours; nothing is redefined by a second table.
fn preamble(board: &Board, style: Style) -> String {
    let marks: Vec<Mark> = [Mark::Chosen, Mark::Second]
        .into_iter()
        .filter(|mark| board.rows.iter().flatten().any(|cell| cell.mark == *mark))
        .collect();
    let mut out = String::new();
    if style == Style::Booktabs {
        out.push_str("% \\usepackage{booktabs}\n");
    }
    if marks.is_empty() {
        return out;
    }
    out.push_str("% \\usepackage[table]{xcolor}\n");
    let colours = Theme::Light.colours();
    for mark in marks {
        let ([ground, ink], name) = match mark {
            Mark::Second => (colours.second, "Second"),
            Mark::Plain | Mark::Chosen => (colours.chosen, "Chosen"),
        };
        let _ = writeln!(
            out,
            "\\definecolor{{wy{name}}}{{HTML}}{{{}}}",
            ground.latex()
        );
        let _ = writeln!(
            out,
            "\\definecolor{{wyOn{name}}}{{HTML}}{{{}}}",
            ink.latex()
        );
        for (_, meaning) in board.legend.iter().filter(|(m, _)| *m == mark) {
            let _ = writeln!(out, "% wy{name}: {}", meaning.replace(['\n', '\r'], " "));
        }
    }
    out
}

fn marked(text: &str, mark: Mark, style: Style) -> String {
    match (mark, style) {
        (Mark::Plain, _) => text.to_owned(),
        (Mark::Chosen, Style::Booktabs) => {
            format!("\\cellcolor{{wyChosen}}\\textcolor{{wyOnChosen}}{{\\textbf{{{text}}}}}")
        }
        (Mark::Chosen, Style::Array) => {
            format!("\\cellcolor{{wyChosen}}\\textcolor{{wyOnChosen}}{{\\mathbf{{{text}}}}}")
        }
        (Mark::Second, _) => format!("\\cellcolor{{wySecond}}\\textcolor{{wyOnSecond}}{{{text}}}"),
    }
}

/// The decimal number `number` plus `add`, of any length; what is not a number stands as a term.
///
/// ```
/// # use wythoff_figures::latex::plus;
/// assert_eq!(plus("999", 2), "1001");
/// assert_eq!(plus("n", 2), "n+2");
/// ```
#[must_use]
pub fn plus(number: &str, add: usize) -> String {
    if number.is_empty() || !number.bytes().all(|b| b.is_ascii_digit()) {
        return if add == 0 {
            number.to_owned()
        } else {
            format!("{number}+{add}")
        };
    }
    let mut carry = add;
    let mut digits: Vec<u8> = Vec::with_capacity(number.len() + 1);
    for byte in number.bytes().rev() {
        let sum = carry + usize::from(byte - b'0');
        digits.push(b'0' + (sum % 10) as u8);
        carry = sum / 10;
    }
    while carry > 0 {
        digits.push(b'0' + (carry % 10) as u8);
        carry /= 10;
    }
    digits
        .iter()
        .rev()
        .map(|&digit| char::from(digit))
        .collect()
}
