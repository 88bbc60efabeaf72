//! Tables as b-files of the OEIS: `n a(n)`, in the reading order asked for.

use wythoff::Error;
use wythoff::table::Cells;
use wythoff_figures::bfile::{self, Reading};

use wythoff_figures::tables::TableView;

/// The whole table in this order.
pub(super) fn write(view: &TableView<'_>, reading: Option<Reading>) -> Result<Vec<u8>, Error> {
    Ok(bfile::write(0, terms(view, reading)?).into_bytes())
}

/// The table's values in this order; a single column reads downward when no order is given.
pub(crate) fn terms(view: &TableView<'_>, reading: Option<Reading>) -> Result<Vec<String>, Error> {
    if matches!(view.cells, Cells::Fractions(_)) {
        return Err(
            Error::input("a sequence of the OEIS holds whole numbers, not probabilities")
                .help("take --value grundy, remoteness, options or outcome"),
        );
    }
    let [rows, columns] = view.shape();
    let text = |row: usize, column: usize| match view.cells {
        // 1 at P-positions: the characteristic function of the set.
        Cells::Outcomes(_) => u8::from(view.is_p(row, column)).to_string(),
        _ => view.text(row, column),
    };
    let table: Vec<Vec<String>> = (0..rows)
        .map(|row| (0..columns).map(|column| text(row, column)).collect())
        .collect();
    let reading = reading.unwrap_or(if columns == 1 {
        Reading::Column(0)
    } else {
        Reading::default()
    });
    let terms = reading.terms(&table, |n| n.to_string());
    if terms.is_empty() {
        return Err(Error::input(format!(
            "a table of {rows} x {columns} cells has no terms in that order"
        ))
        .help("a larger --size, or another --read"));
    }
    Ok(terms)
}
