//! The bridge to the machine-checked proofs: the theorems that answers cite exist, and the boxes that the
//! prover certifies are the program's own values.

use std::path::{Path, PathBuf};

use wythoff::Session;
use wythoff::notation::{Slice, parse_rules};
use wythoff::plan::Plan;
use wythoff::proofs::CITED;
use wythoff::table::{TableValue, Window};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../proofs")
}

#[test]
fn cited_theorems_are_proved() {
    let list = std::fs::read_to_string(folder().join("theorems.csv")).expect("proofs/theorems.csv");
    for proof in CITED {
        let found = list.lines().any(|line| {
            let mut fields = line.split(',');
            fields.nth(1) == Some(proof.theorem) && fields.next() == Some(proof.file)
        });
        assert!(found, "{proof} is not in proofs/theorems.csv");
    }
}

#[test]
fn certified_boxes_are_the_programs_values() {
    let mut boxes = 0;
    for entry in std::fs::read_dir(folder().join("boxes")).expect("proofs/boxes") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|ending| ending != "csv") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a box");
        let mut lines = text.lines();
        let mut comment = || {
            lines
                .next()
                .and_then(|line| line.strip_prefix("# "))
                .expect("a comment")
        };
        let (rules, value) = (comment().to_string(), comment().to_string());
        let rules = parse_rules(&rules).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        let value = TableValue::parse(&value).unwrap();
        let cells: Vec<[usize; 3]> = lines
            .skip(1)
            .map(|line| {
                let numbers: Vec<usize> = line.split(',').map(|n| n.parse().unwrap()).collect();
                numbers.try_into().unwrap()
            })
            .collect();
        assert_eq!(cells.len(), 144, "{path:?}");
        let slice = Slice::default_of(&rules).unwrap();
        let window = Window::new(slice, [0u8.into(), 0u8.into()], [12, 12]).unwrap();
        for plan in std::iter::once(Plan::default()).chain(Plan::default().one_by_one()) {
            let mut session = Session::with_plan(rules.clone(), &plan);
            let table = session
                .value_table(&value, &window, &Default::default())
                .unwrap();
            let Some(table) = table.value else { continue };
            for [x, y, expected] in &cells {
                assert_eq!(
                    table.text(12 * x + y),
                    expected.to_string(),
                    "{path:?} at ({x}, {y}), {plan:?}"
                );
            }
        }
        boxes += 1;
    }
    assert!(boxes >= 8, "{boxes} boxes");
}
