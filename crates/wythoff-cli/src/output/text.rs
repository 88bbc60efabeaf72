//! Tables for people: aligned, with P-positions, or what was asked for, marked by a star and coloured on a terminal.

use anstyle::{AnsiColor, Style};
use unicode_width::UnicodeWidthStr;

use super::TableOutput;
use super::numbers::shortened;

const P: Style = Style::new()
    .bold()
    .fg_color(Some(anstyle::Color::Ansi(AnsiColor::Red)));
const LABEL: Style = Style::new().dimmed();

/// The whole table, its axes named.
pub(super) fn write(table: &TableOutput<'_>) -> String {
    let view = &table.view;
    let [rows, columns] = view.shape();
    let [down, across] = view.axes();
    let labels: Vec<String> = (0..rows)
        .map(|row| shortened(&view.row_label(row)))
        .collect();
    let left = labels
        .iter()
        .map(|label| label.width())
        .max()
        .unwrap_or(0)
        .max(down.width() + 2);
    let cell = |row: usize, column: usize| {
        let mark = if table.is_marked(row, column) {
            "*"
        } else {
            " "
        };
        shortened(&view.text(row, column)) + mark
    };
    let widths: Vec<usize> = (0..columns)
        .map(|column| {
            let label = shortened(&view.column_label(column)).width() + 1;
            (0..rows)
                .map(|row| cell(row, column).width())
                .max()
                .unwrap_or(0)
                .max(label)
        })
        .collect();
    let mut out = format!("{} of {}", view.value, view.rules);
    if view.window.slice().fixed.len() > view.window.slice().free().len() {
        out.push_str(&format!(" at {}", view.window.slice()));
    }
    out.push_str(&format!(": {down} down"));
    if !across.is_empty() {
        out.push_str(&format!(", {across} across"));
    }
    if let Some(said) = table.coordinates.said() {
        out.push_str(&format!(", {said}"));
    }
    if let Some(marks) = table.marks() {
        out.push_str(&format!("; * marks {marks}"));
    }
    out.push_str("\n\n");
    if !across.is_empty() {
        out.push_str(&format!("{LABEL}{:>left$}", ""));
        for (column, width) in widths.iter().enumerate() {
            out.push_str(&format!(
                " {:>width$}",
                shortened(&view.column_label(column)) + " "
            ));
        }
        out.push_str(&format!("{LABEL:#}\n"));
    }
    for (row, label) in labels.iter().enumerate() {
        out.push_str(&format!("{LABEL}{label:>left$}{LABEL:#}"));
        for (column, width) in widths.iter().enumerate() {
            let text = cell(row, column);
            if table.is_marked(row, column) {
                out.push_str(&format!(" {P}{text:>width$}{P:#}"));
            } else {
                out.push_str(&format!(" {text:>width$}"));
            }
        }
        out.push('\n');
    }
    out.push_str(&format!("\n{LABEL}{}{LABEL:#}\n", view.evidence));
    out
}
