//! Widths of text, by the advances of the embedded font.
//!
//! Every format writes in DejaVu Sans (see `fonts/`), so that one measure decides everywhere
//! whether labels fit. The font is a subset: Latin, Greek and the signs that figures use.

use std::sync::LazyLock;

use ttf_parser::Face;

/// The regular face.
pub(crate) static REGULAR: &[u8] = include_bytes!("../fonts/DejaVuSans-subset.ttf");
/// The bold face.
pub(crate) static BOLD: &[u8] = include_bytes!("../fonts/DejaVuSans-Bold-subset.ttf");

static FACES: LazyLock<[Option<Face<'static>>; 2]> =
    LazyLock::new(|| [Face::parse(REGULAR, 0).ok(), Face::parse(BOLD, 0).ok()]);

/// The parsed face; the embedded fonts always parse (tested).
pub(crate) fn face(bold: bool) -> Option<&'static Face<'static>> {
    FACES[usize::from(bold)].as_ref()
}

/// Height of a digit or capital, as a share of the font size.
pub(crate) const CAP_HEIGHT: f64 = 0.729;
/// From one baseline to the next, as a share of the font size.
pub(crate) const LINE: f64 = 1.3;

/// The width of `text` at font size 1.
///
/// ```
/// # use wythoff_figures::text_width;
/// assert!(text_width("10", false) > text_width("1", false));
/// assert_eq!(text_width("", false), 0.0);
/// ```
#[must_use]
pub fn text_width(text: &str, bold: bool) -> f64 {
    let Some(face) = face(bold) else {
        return 0.65 * text.chars().count() as f64;
    };
    let units: u64 = text
        .chars()
        .map(|c| face.glyph_index(c).unwrap_or_default())
        .map(|glyph| u64::from(face.glyph_hor_advance(glyph).unwrap_or(1200)))
        .sum();
    units as f64 / f64::from(face.units_per_em())
}

/// Breaks `text` at spaces into lines no wider than `width` at font size `size`. A single word that
/// is too wide stands alone on its line.
pub(crate) fn wrap(text: &str, size: f64, width: f64, bold: bool) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        if let Some(line) = lines.last_mut() {
            let longer = format!("{line} {word}");
            if text_width(&longer, bold) * size <= width {
                *line = longer;
                continue;
            }
        }
        lines.push(word.to_owned());
    }
    lines
}

/// `text` shortened in its middle to at most `width` at font size `size`; empty when not even one
/// character and the dots fit.
pub(crate) fn shorten(text: &str, size: f64, width: f64, bold: bool) -> String {
    if text_width(text, bold) * size <= width {
        return text.to_owned();
    }
    let chars: Vec<char> = text.chars().collect();
    let shortened = |kept: usize| {
        let (head, tail) = (kept.div_ceil(2), kept / 2);
        let mut out: String = chars[..head].iter().collect();
        out.push('…');
        out.extend(&chars[chars.len() - tail..]);
        out
    };
    // The width grows with the number of characters kept: bisection.
    let (mut fits, mut fails) = (0, chars.len());
    while fails - fits > 1 {
        let middle = usize::midpoint(fits, fails);
        if text_width(&shortened(middle), bold) * size <= width {
            fits = middle;
        } else {
            fails = middle;
        }
    }
    if fits == 0 {
        String::new()
    } else {
        shortened(fits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_faces_parse_and_hold_the_signs_that_figures_use() {
        for bold in [false, true] {
            let face = face(bold).expect("the embedded font parses");
            for c in "0123456789xyφϕα≤≥−·×√₀⌊⌋→…–∞".chars() {
                assert!(face.glyph_index(c).is_some(), "{c} bold={bold}");
            }
        }
    }

    #[test]
    fn digits_are_of_one_width() {
        let one = text_width("1", false);
        assert!(
            "023456789"
                .chars()
                .all(|c| (text_width(&c.to_string(), false) - one).abs() < 1e-9)
        );
    }

    #[test]
    fn wrapped_lines_fit() {
        let text = "Grundy values of Wythoff's game with a pass";
        let lines = wrap(text, 10.0, 100.0, false);
        assert!(lines.len() > 1);
        assert!(
            lines
                .iter()
                .all(|line| text_width(line, false) * 10.0 <= 100.0)
        );
        assert_eq!(lines.join(" "), text);
    }

    #[test]
    fn shortened_text_fits_and_keeps_both_ends() {
        let long = format!("1{}7", "0".repeat(300));
        let short = shorten(&long, 10.0, 100.0, false);
        assert!(text_width(&short, false) * 10.0 <= 100.0);
        assert!(short.starts_with('1') && short.ends_with('7') && short.contains('…'));
        assert_eq!(shorten("12", 10.0, 1.0, false), "");
    }
}
