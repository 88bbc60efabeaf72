//! `cargo xtask figures`: the pictures of the documentation, made by the commands written there.
//!
//! `docs/figures/commands` has one picture a line: the arguments of `wythoff`, split as a shell splits
//! them (single and double quotes group), ending in `-o FILE`. Empty lines and lines that begin with
//! `#` are remarks. Files are written in `docs/figures`.
//!
//! The same list makes `docs/gallery.md`: the remarks above a command are the heading and the text of
//! its picture, so that text, command and picture never drift apart.

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
    std::fs::write(root().join("docs/gallery.md"), gallery(&text)?)?;
    Ok(())
}

/// The gallery: for each command its remarks, its picture, and the command itself.
fn gallery(list: &str) -> Result<String> {
    let mut page = String::from(
        "# Gallery\n\nEach picture is made by the command below it; `cargo xtask figures` makes all of them and \
         this page.\n",
    );
    let mut remarks: Vec<&str> = Vec::new();
    for line in list.lines().map(str::trim) {
        if let Some(remark) = line.strip_prefix('#') {
            remarks.push(remark.trim());
            continue;
        }
        if line.is_empty() {
            remarks.clear();
            continue;
        }
        let (heading, text) = remarks
            .split_first()
            .ok_or_else(|| format!("no remark above the command: {line}"))?;
        let words = split(line).ok_or_else(|| format!("a quote does not close: {line}"))?;
        let file = words.last().ok_or_else(|| format!("no file: {line}"))?;
        let text = text.join("\n");
        page.push_str(&format!(
            "\n## {heading}\n\n{text}\n\n![{heading}](figures/{file})\n\n```sh\nwythoff {line}\n```\n"
        ));
        remarks.clear();
    }
    Ok(page)
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
    fn the_gallery_holds_remarks_pictures_and_commands() {
        let page = gallery("# Who wins?\n# P-positions.\ntable \"wyt(1,2)\" -o a.svg\n").unwrap();
        assert!(page.contains("## Who wins?\n\nP-positions.\n\n![Who wins?](figures/a.svg)\n"));
        assert!(page.contains("```sh\nwythoff table \"wyt(1,2)\" -o a.svg\n```"));
        assert!(
            gallery("table wythoff -o a.svg").is_err(),
            "a picture without a text"
        );
    }

    #[test]
    fn the_list_of_pictures_makes_a_page() {
        let list = std::fs::read_to_string(root().join("docs/figures/commands")).unwrap();
        let page = gallery(&list).unwrap();
        let on_disk = std::fs::read_to_string(root().join("docs/gallery.md")).unwrap();
        assert_eq!(page, on_disk, "run cargo xtask figures");
    }

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
