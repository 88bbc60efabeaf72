//! Tables as JSON.

use wythoff::Error;
use wythoff::report::TableReport;

use wythoff_figures::tables::TableView;

/// One line of JSON.
pub(super) fn write(view: &TableView<'_>) -> Result<Vec<u8>, Error> {
    let report = TableReport::new(
        view.rules,
        view.value,
        view.window,
        view.cells,
        view.evidence,
        view.transposed,
    );
    let mut bytes = serde_json::to_vec(&report)
        .map_err(|error| Error::limit(format!("the table cannot be written as JSON: {error}")))?;
    bytes.push(b'\n');
    Ok(bytes)
}
