//! Tables in Markdown; P-positions are bold.

use super::TableOutput;

/// The whole table.
pub(super) fn write(table: &TableOutput<'_>) -> String {
    let view = &table.view;
    let [rows, columns] = view.shape();
    let [down, across] = view.axes();
    let corner = if across.is_empty() {
        down
    } else {
        format!("{down} \\ {across}")
    };
    let mut out = format!("| {corner} |");
    for column in 0..columns {
        out.push_str(&format!(" {} |", view.column_label(column)));
    }
    out.push_str("\n|---:|");
    out.push_str(&"---:|".repeat(columns));
    out.push('\n');
    for row in 0..rows {
        out.push_str(&format!("| **{}** |", view.row_label(row)));
        for column in 0..columns {
            let text = view.text(row, column);
            let cell = if table.is_marked(row, column) {
                format!(" **{text}** |")
            } else {
                format!(" {text} |")
            };
            out.push_str(&cell);
        }
        out.push('\n');
    }
    out
}
