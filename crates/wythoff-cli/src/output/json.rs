//! Tables as JSON.

use wythoff::Error;
use wythoff::report::TableReport;

use super::TableOutput;

/// One line of JSON.
pub(super) fn write(table: &TableOutput<'_>) -> Result<Vec<u8>, Error> {
    let view = &table.view;
    let mut report = TableReport::new(
        view.rules,
        view.value,
        view.window,
        view.cells,
        view.evidence,
        view.transposed,
    );
    if let Some(said) = table.coordinates.said() {
        report.coordinates = Some(said);
        let labels = [view.row_label(0), view.column_label(0)];
        report.origin = labels.into_iter().take(report.origin.len()).collect();
    }
    let mut bytes = serde_json::to_vec(&report)
        .map_err(|error| Error::limit(format!("the table cannot be written as JSON: {error}")))?;
    bytes.push(b'\n');
    Ok(bytes)
}
