//! XLSX: a sheet of values, x down, with headings, frozen so that they stay in sight.

use rust_xlsxwriter::{
    Color, DocProperties, ExcelDateTime, Format, Workbook, Worksheet, XlsxError,
};

use crate::error::FigureError;
use crate::latex::plus;
use crate::scene::{Board, Mark};
use crate::theme::{Colour, Theme};

/// The most rows and columns that a sheet holds, headings included.
const SHEET: [usize; 2] = [1_048_576, 16_384];
/// Whole numbers up to here are exact in a cell; longer ones are written as text.
const EXACT_DIGITS: usize = 15;

/// The board as a workbook with one sheet named `title` (shortened to what sheets allow).
///
/// # Errors
///
/// A board without cells, with ragged rows, or larger than a sheet.
///
/// ```
/// # use wythoff_figures::{Board, xlsx};
/// let bytes = xlsx::write(&Board::of_values(&[vec![0, 1], vec![1, 2]]), "Grundy values")?;
/// assert_eq!(&bytes[..2], b"PK");
/// # Ok::<(), wythoff_figures::FigureError>(())
/// ```
pub fn write(board: &Board, title: &str) -> Result<Vec<u8>, FigureError> {
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
    if nx >= SHEET[0] || ny >= SHEET[1] {
        let [rows, columns] = SHEET;
        let text = format!("a sheet holds {rows} rows and {columns} columns, not {nx} and {ny}");
        return Err(FigureError::Encoder(text));
    }
    workbook(board, title).map_err(|error| FigureError::Encoder(error.to_string()))
}

fn workbook(board: &Board, title: &str) -> Result<Vec<u8>, XlsxError> {
    let mut book = Workbook::new();
    // A fixed date: the same table gives the same bytes.
    let made = ExcelDateTime::from_ymd(2000, 1, 1)?;
    book.set_properties(
        &DocProperties::new()
            .set_title(title)
            .set_creation_datetime(&made),
    );
    let sheet = book.add_worksheet();
    sheet.set_name(sheet_name(title))?;
    let head = Format::new().set_bold();
    let [down, across] = &board.axes;
    sheet.write_with_format(0, 0, format!("{down} \\ {across}"), &head)?;
    for y in 0..board.shape()[1] {
        write_cell(sheet, [0, y + 1], &plus(&board.origin[1], y), &head)?;
    }
    let formats = [Mark::Plain, Mark::Chosen, Mark::Second].map(format_of);
    for (x, row) in board.rows.iter().enumerate() {
        write_cell(sheet, [x + 1, 0], &plus(&board.origin[0], x), &head)?;
        for (y, cell) in row.iter().enumerate() {
            if cell.mark != Mark::Plain || !cell.text.is_empty() {
                write_cell(
                    sheet,
                    [x + 1, y + 1],
                    &cell.text,
                    &formats[cell.mark as usize],
                )?;
            }
        }
    }
    sheet.set_freeze_panes(1, 1)?;
    book.save_to_buffer()
}

fn write_cell(
    sheet: &mut Worksheet,
    [row, column]: [usize; 2],
    text: &str,
    format: &Format,
) -> Result<(), XlsxError> {
    let row = u32::try_from(row).map_err(|_| XlsxError::RowColumnLimitError)?;
    let column = u16::try_from(column).map_err(|_| XlsxError::RowColumnLimitError)?;
    let number = (text.len() <= EXACT_DIGITS)
        .then(|| text.parse::<u64>().ok())
        .flatten();
    match number {
        Some(number) => sheet.write_number_with_format(row, column, number as f64, format)?,
        None => sheet.write_string_with_format(row, column, text, format)?,
    };
    Ok(())
}

fn format_of(mark: Mark) -> Format {
    let colours = Theme::Light.colours();
    let rgb = |Colour([r, g, b]): Colour| Color::RGB(u32::from_be_bytes([0, r, g, b]));
    let [ground, ink] = match mark {
        Mark::Plain => return Format::new(),
        Mark::Chosen => colours.chosen,
        Mark::Second => colours.second,
    };
    let format = Format::new()
        .set_background_color(rgb(ground))
        .set_font_color(rgb(ink));
    if mark == Mark::Chosen {
        format.set_bold()
    } else {
        format
    }
}

/// At most 31 characters, none of `[]:*?/\`, no apostrophe at either end, not empty.
fn sheet_name(title: &str) -> String {
    let allowed = |c: &char| !"[]:*?/\\".contains(*c) && !c.is_control();
    let name: String = title.chars().filter(allowed).take(31).collect();
    let name = name.trim_matches('\'').trim();
    if name.is_empty() {
        "Table".to_owned()
    } else {
        name.to_owned()
    }
}
