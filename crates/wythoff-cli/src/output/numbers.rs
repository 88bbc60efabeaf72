//! Numbers for people: long ones are cut in the middle.

/// A number of more than 60 digits as its ends and its length; JSON always has all digits.
pub(crate) fn shortened(number: &str) -> String {
    const MOST: usize = 60;
    const END: usize = 20;
    if number.len() <= MOST || !number.bytes().all(|b| b.is_ascii_digit()) {
        return number.to_string();
    }
    format!(
        "{}…{} ({} digits)",
        &number[..END],
        &number[number.len() - END..],
        number.len()
    )
}

/// A position in parentheses.
pub(crate) fn position(coordinates: &[String]) -> String {
    let texts: Vec<String> = coordinates.iter().map(|c| shortened(c)).collect();
    format!("({})", texts.join(", "))
}
