//! Every work cited by its key, anywhere in the project, is in REFERENCES.md.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The keys in a text: a capital, letters, four digits, behind `[` or `, ` and before `]`, `,` or a word.
fn keys(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for part in text.split('[').skip(1) {
        let Some((inside, _)) = part.split_once(']') else {
            continue;
        };
        for word in inside.split([',', ';', ' ', '\\']) {
            let name = word.trim_end_matches(|c: char| c.is_ascii_digit());
            let year = &word[name.len()..];
            let is_name = name.len() > 2
                && name.starts_with(|c: char| c.is_ascii_uppercase())
                && name.chars().all(|c| c.is_ascii_alphabetic());
            if is_name && year.len() == 4 && (year.starts_with("19") || year.starts_with("20")) {
                found.insert(word.to_string());
            }
        }
    }
    found
}

fn files(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            if name != "target" && name != "node_modules" && !name.starts_with('.') {
                files(&path, into);
            }
        } else if [".rs", ".md", ".v", ".lean", ".jsonl"]
            .iter()
            .any(|ending| name.ends_with(ending))
        {
            into.push(path);
        }
    }
}

#[test]
fn cited_works_are_listed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let listed = std::fs::read_to_string(root.join("REFERENCES.md")).unwrap();
    let mut all = Vec::new();
    for folder in ["crates", "docs", "proofs", "corpus"] {
        files(&root.join(folder), &mut all);
    }
    let mut cited = BTreeSet::new();
    for file in &all {
        for key in keys(&std::fs::read_to_string(file).unwrap()) {
            assert!(
                listed.contains(&format!("**{key}**")),
                "{}: {key} is not in REFERENCES.md",
                file.display()
            );
            cited.insert(key);
        }
    }
    assert!(cited.contains("Smith1966") && cited.len() > 10, "{cited:?}");
}
