//! Pictures, tables for papers and sequences through the program itself.

use std::path::Path;
use std::process::{Command, Output};

fn wythoff(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_wythoff"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap()
}

#[track_caller]
fn check_fails(folder: &Path, arguments: &[&str], code: i32, says: &str) {
    let run = wythoff(folder, arguments);
    let told = String::from_utf8_lossy(&run.stderr).into_owned();
    assert_eq!(run.status.code(), Some(code), "{arguments:?}: {told}");
    assert!(
        told.replace('\n', " ").contains(says),
        "{arguments:?}: {told}"
    );
}

const TABLE: [&str; 6] = ["table", "wythoff.pass", "--value", "grundy", "--size", "9"];

#[test]
fn every_ending_gives_its_format() {
    let folder = tempfile::tempdir().unwrap();
    let beginnings: [(&str, &[u8]); 8] = [
        ("a.svg", b"<svg"),
        ("a.png", b"\x89PNG"),
        ("a.pdf", b"%PDF-"),
        ("a.tikz", b"% Grundy values of wythoff.pass"),
        ("a.tex", b"% \\usepackage{booktabs}"),
        ("a.xlsx", b"PK"),
        ("a.bfile.txt", b"0 0\n1 2\n2 2\n"),
        ("a.txt", b"grundy of"),
    ];
    for (name, beginning) in beginnings {
        let run = wythoff(folder.path(), &[&TABLE[..], &["-o", name]].concat());
        assert!(
            run.status.success(),
            "{name}: {}",
            String::from_utf8_lossy(&run.stderr)
        );
        let bytes = std::fs::read(folder.path().join(name)).unwrap();
        assert!(bytes.starts_with(beginning), "{name}");
    }
}

#[test]
fn conditions_reach_and_queens_stand_out() {
    let folder = tempfile::tempdir().unwrap();
    let table = ["table", "wythoff", "--value", "grundy", "--size", "6"];
    let marked = wythoff(
        folder.path(),
        &[&table[..], &["--mark", "grundy=1"]].concat(),
    );
    let text = String::from_utf8(marked.stdout).unwrap();
    assert!(text.contains("* marks grundy=1"), "{text}");
    let stars: Vec<usize> = text
        .lines()
        .skip(3)
        .take(6)
        .map(|row| row.matches("1*").count())
        .collect();
    assert_eq!(stars, [1, 1, 1, 0, 0, 0], "{text}");
    let picture = [&table[..], &["--reach", "--queen", "3,5", "-o", "a.svg"]].concat();
    assert!(wythoff(folder.path(), &picture).status.success());
    let svg = std::fs::read_to_string(folder.path().join("a.svg")).unwrap();
    assert!(svg.contains("has a move to a P-position"));
    let at = |more: &[&'static str]| [&table[..], more].concat();
    check_fails(folder.path(), &at(&["--queen", "3,6"]), 2, "does not show");
    check_fails(folder.path(), &at(&["--queen", "3"]), 2, "expected 2");
    check_fails(folder.path(), &at(&["--mark", "grundy~1"]), 2, "grundy~1");
    let large = [
        "table", "wythoff", "--value", "grundy", "--size", "50", "--reach",
    ];
    check_fails(folder.path(), &large, 2, "at most 40");
}

#[test]
fn wrong_files_and_sizes_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let at = |more: &[&'static str]| [&TABLE[..], more].concat();
    check_fails(folder.path(), &at(&["-o", "a.gif"]), 2, ".bfile.txt");
    check_fails(
        folder.path(),
        &at(&["-o", "missing/a.svg"]),
        2,
        "missing/a.svg",
    );
    check_fails(
        folder.path(),
        &at(&["-o", "a.png", "--width", "50"]),
        2,
        "100 to 10000 pixels",
    );
    check_fails(
        folder.path(),
        &at(&["-o", "a.png", "--dpi", "100000"]),
        2,
        "100 to 10000 pixels",
    );
    std::fs::create_dir(folder.path().join("folder.svg")).unwrap();
    check_fails(folder.path(), &at(&["-o", "folder.svg"]), 2, "folder.svg");
    check_fails(
        folder.path(),
        &at(&["-o", "a.bfile.txt", "--read", "sideways"]),
        2,
        "antidiagonals",
    );
    let left: Vec<_> = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|f| f.unwrap().file_name())
        .collect();
    assert_eq!(left, ["folder.svg"], "no unfinished file stays");
}

#[test]
fn large_tables_are_maps() {
    let folder = tempfile::tempdir().unwrap();
    let run = wythoff(
        folder.path(),
        &[
            "table", "wythoff", "--value", "grundy", "--size", "90", "-o", "m.svg",
        ],
    );
    assert!(run.status.success());
    let text = std::fs::read_to_string(folder.path().join("m.svg")).unwrap();
    assert!(text.contains("data:image/png;base64,") && text.contains("Grundy value"));
}

/// A table that is not kept gives the map of its values, single P-positions included.
#[test]
fn very_large_tables_are_drawn_piece_by_piece() {
    let folder = tempfile::tempdir().unwrap();
    let picture = |rules: &str, value: &str| {
        let arguments = [
            "table", rules, "--value", value, "--size", "4096x60", "-o", "m.svg",
        ];
        let run = wythoff(folder.path(), &arguments);
        let told = String::from_utf8_lossy(&run.stderr).into_owned();
        assert!(run.status.success(), "{rules}: {told}");
        std::fs::read_to_string(folder.path().join("m.svg")).unwrap()
    };
    let streamed = picture("wythoff", "outcome");
    assert!(streamed.contains("computed by the grid from 245760 positions"));
    assert!(streamed.contains("a P-position where any of its box is one"));
    // The dense engine does not do Euclid's game: the table is made whole.
    assert!(picture("euclid", "outcome").contains("computed by the reference"));
}

/// A disk that takes no more is told, and leaves nothing that looks whole. The limit on the size of files
/// stands for it.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a.svg", "a.npy", "a.xlsx"] {
        let line = format!(
            "trap '' XFSZ; ulimit -f 4; exec \"$0\" table wythoff --value grundy --size 90 -o {name}"
        );
        let run = Command::new("sh")
            .args(["-c", &line, env!("CARGO_BIN_EXE_wythoff")])
            .current_dir(folder.path())
            .output()
            .unwrap();
        let told = String::from_utf8_lossy(&run.stderr).into_owned();
        assert_eq!(run.status.code(), Some(2), "{name}: {told}");
        assert!(told.contains(name), "{told}");
        assert!(!folder.path().join(name).exists(), "{name}");
    }
}

#[test]
fn figures_of_every_kind_are_made() {
    let folder = tempfile::tempdir().unwrap();
    let kinds: [&[&str]; 5] = [
        &["paper", "9"],
        &[
            "points",
            "wythoff",
            "--where",
            "grundy=0",
            "--where",
            "grundy=1",
            "--size",
            "30",
            "--golden",
            "--measured",
        ],
        &[
            "pair",
            "wythoff.pass",
            "wythoff + nim(1)",
            "--slice",
            "*,*,1",
            "--value",
            "grundy",
            "--size",
            "9",
        ],
        &["duration", "--remoteness", "7", "--success", "4/5"],
        &[
            "row", "wythoff", "--row", "3", "--size", "40", "--less", "--from", "8", "--period",
            "6",
        ],
    ];
    for kind in kinds {
        let run = wythoff(
            folder.path(),
            &[&["figure"], kind, &["-o", "f.svg"]].concat(),
        );
        assert!(
            run.status.success(),
            "{kind:?}: {}",
            String::from_utf8_lossy(&run.stderr)
        );
        assert!(
            std::fs::read(folder.path().join("f.svg"))
                .unwrap()
                .starts_with(b"<svg")
        );
    }
    check_fails(
        folder.path(),
        &["figure", "paper", "12", "-o", "f.svg"],
        2,
        "expected 1 to 11",
    );
    let row = [
        "figure", "row", "wythoff", "--row", "3", "--size", "40", "--less", "--from",
    ];
    let claim = |more: &[&'static str]| [&row[..], more, &["-o", "f.svg"]].concat();
    check_fails(
        folder.path(),
        &claim(&["7", "--period", "6"]),
        2,
        "does not repeat",
    );
    check_fails(
        folder.path(),
        &claim(&["8", "--period", "5"]),
        2,
        "does not repeat",
    );
    check_fails(
        folder.path(),
        &claim(&["8", "--period", "60"]),
        2,
        "do not show",
    );
    check_fails(
        folder.path(),
        &["figure", "paper", "1", "-o", "f.doc"],
        2,
        ".svg .png .pdf .tikz",
    );
}

/// Every entry of the corpus comes out of `oeis` under its own number.
#[test]
fn known_sequences_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let mut checked = 0;
    for file in ["sequences.jsonl", "readings.jsonl"] {
        for line in std::fs::read_to_string(corpus.join(file)).unwrap().lines() {
            let row: serde_json::Value = serde_json::from_str(line).unwrap();
            let Some(id) = row["oeis"].as_str() else {
                continue;
            };
            let text = |key: &str| row[key].as_str().unwrap_or_default().to_owned();
            // Sequences that no command reads: differences, shifted lists, completions.
            let other = text("sequence").contains("until")
                || text("sequence").starts_with("d of")
                || text("reading") == "completion";
            if other {
                continue;
            }
            let named = text("sequence");
            let (rules, value, reading) = (text("rules"), text("value"), text("reading"));
            let arguments: Vec<&str> = if named.is_empty() {
                vec![
                    "oeis", &rules, "--value", &value, "--read", &reading, "--json",
                ]
            } else {
                vec!["oeis", &named, "--json"]
            };
            let run = wythoff(folder.path(), &arguments);
            let told = String::from_utf8_lossy(&run.stderr);
            if !named.is_empty() && !run.status.success() && told.contains("expected") {
                continue; // not among the named sequences
            }
            let report: serde_json::Value =
                serde_json::from_slice(&run.stdout).unwrap_or_else(|_| panic!("{id}: {told}"));
            let ids: Vec<&str> = report["known"]
                .as_array()
                .unwrap()
                .iter()
                .filter_map(|m| m["id"].as_str())
                .collect();
            assert!(ids.contains(&id), "{arguments:?} is {id}, found {ids:?}");
            assert!(report["data"].as_str().unwrap().len() <= 260);
            checked += 1;
        }
    }
    assert!(checked >= 25, "{checked} entries");
}

#[test]
fn b_files_count_from_the_offset() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = [
        "oeis",
        "wythoff",
        "--where",
        "outcome=P",
        "--coordinate",
        "y",
        "--offset",
        "1",
        "--count",
        "5",
        "--bfile",
        "b.txt",
    ];
    assert!(wythoff(folder.path(), &arguments).status.success());
    let text = std::fs::read_to_string(folder.path().join("b.txt")).unwrap();
    assert_eq!(text, "1 2\n2 5\n3 7\n4 10\n5 13\n");
    check_fails(
        folder.path(),
        &["oeis", "wythoff", "--value", "win(1/2)"],
        2,
        "whole numbers",
    );
    check_fails(
        folder.path(),
        &["oeis", "nothing of that name"],
        2,
        "nothing",
    );
}

#[test]
fn lists_of_positions_have_formats() {
    let folder = tempfile::tempdir().unwrap();
    let list = [
        "positions",
        "wythoff",
        "--where",
        "outcome=P",
        "--count",
        "3",
        "--start",
        "1",
    ];
    let shown = |format: &[&str]| {
        let run = wythoff(folder.path(), &[&list[..], format].concat());
        assert!(
            run.status.success(),
            "{}",
            String::from_utf8_lossy(&run.stderr)
        );
        String::from_utf8(run.stdout).unwrap()
    };
    assert_eq!(shown(&["--format", "csv"]), "x,y\n1,2\n3,5\n4,7\n");
    assert_eq!(
        shown(&["--format", "bfile", "--coordinate", "y"]),
        "1 2\n2 5\n3 7\n"
    );
    assert!(shown(&["--format", "latex"]).contains("$x$ & $y$ \\\\\n\\midrule\n1 & 2 \\\\"));
    assert!(shown(&["--format", "json"]).starts_with('{'));
}

/// The row that `docs/other-tools.md` names, as CGSuite's own tests have it.
#[test]
fn a_row_agrees_with_cgsuite() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = [
        "oeis", "wyt(2,1)", "--value", "grundy", "--read", "row 10", "--count", "21", "--json",
    ];
    let run = wythoff(folder.path(), &arguments);
    let report: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
    let row = "10, 11, 12, 13, 0, 14, 9, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 15, 28, 29, 30";
    assert_eq!(report["data"], row);
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/other-tools.md");
    assert!(std::fs::read_to_string(docs).unwrap().contains(row));
}
