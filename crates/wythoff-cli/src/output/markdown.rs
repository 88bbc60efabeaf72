//! Tables in Markdown; P-positions are bold.

use super::TableView;

/// The whole table.
pub(super) fn write(view: &TableView<'_>) -> String {
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
            let cell = if view.is_p(row, column) {
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
