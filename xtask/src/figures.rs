//! `cargo xtask figures`: the pictures of the documentation, made by the commands written there.
//!
//! `docs/figures/commands` has one picture a line: the arguments of `wythoff`, split as a shell splits
//! them (single and double quotes group), ending in `-o FILE`. Empty lines and lines that begin with
//! `#` are remarks. Files are written in `docs/figures`.

use crate::run::{self, Result, root, task};

/// Makes every picture.
///
/// # Errors
/// There is no list of commands, a line's quotes do not close, or a command fails.
pub fn run() -> Result<()> {
    let folder = root().join("docs/figures");
    let list = folder.join("commands");
    let text =
        std::fs::read_to_string(&list).map_err(|error| format!("{}: {error}", list.display()))?;
    run::cargo(["build", "--release", "--package", "wythoff-cli"]).run()?;
    let program = run::target().join("release").join("wythoff");
    for (number, line) in text.lines().enumerate() {
        let words = split(line)
            .ok_or_else(|| format!("{}:{}: a quote does not close", list.display(), number + 1))?;
        if !words.is_empty() {
            task(&program, words).current_dir(&folder).run()?;
        }
    }
    Ok(())
}

/// The words of a line; none for a remark. `None` when a quote does not close.
fn split(line: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for character in line.chars() {
        match (quote, character) {
            (Some(open), c) if c == open => quote = None,
            (Some(_), c) => word.get_or_insert_default().push(c),
            (None, '#') if words.is_empty() && word.is_none() => return Some(words),
            (None, c @ ('"' | '\'')) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (None, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_split_as_a_shell_splits_them() {
        let words = |line| split(line).map(|words| words.join("|"));
        assert_eq!(
            words("table wythoff.pass -o a.svg").as_deref(),
            Some("table|wythoff.pass|-o|a.svg")
        );
        assert_eq!(
            words("table \"wythoff + nim(1)\"  --slice '*,*,1'").as_deref(),
            Some("table|wythoff + nim(1)|--slice|*,*,1")
        );
        assert_eq!(words("x \"\" y").as_deref(), Some("x||y"));
        assert_eq!(words("  # a remark").as_deref(), Some(""));
        assert_eq!(words("a#b").as_deref(), Some("a#b"));
        assert_eq!(words("table \"wythoff"), None);
    }
}
