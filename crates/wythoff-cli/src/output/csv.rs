//! Tables as comma- or tab-separated values: a line of column labels, then a line a row.

use wythoff_figures::tables::TableView;

/// The whole table.
pub(super) fn write(view: &TableView<'_>, separator: char) -> String {
    let [rows, columns] = view.shape();
    let [down, across] = view.axes();
    let mut out = if across.is_empty() {
        down.clone()
    } else {
        format!("{down}\\{across}")
    };
    for column in 0..columns {
        out.push(separator);
        if across.is_empty() {
            out.push_str(&view.value.to_string());
        } else {
            out.push_str(&view.column_label(column));
        }
    }
    out.push('\n');
    for row in 0..rows {
        out.push_str(&view.row_label(row));
        for column in 0..columns {
            out.push(separator);
            out.push_str(&view.text(row, column));
        }
        out.push('\n');
    }
    out
}
