//! `crates/wythoff-web/tests/browser/*.mjs`: the page in a real browser.
//!
//! Each script is run by node with `WYTHOFF` (the program), `CHROMIUM` (the browser) and `WORKSPACE`
//! (the workspace's folder) set. It imports `playwright-core` and `axe-core` by name: the packages are installed below target, the
//! folder of scripts is linked beside them, and node is told to keep to the link.

use std::path::Path;

use super::{Done, Step, work_folder};
use crate::apt::{self, Have};
use crate::run::{Result, build_program, files, find, program, root, task};

pub const STEP: Step = Step {
    name: "browser",
    reason: "the page loads, plays and is accessible in Chromium; its types are checked",
    wants: Some(SCRIPTS),
    work,
};

const SCRIPTS: &str = "crates/wythoff-web/tests/browser";

/// Where the page's modules are type-checked from, if it is there.
const TYPES: &str = "crates/wythoff-web/jsconfig.json";

/// What the scripts import, at the versions that were tried.
const PACKAGES: [&str; 3] = ["playwright-core@1.64.1", "axe-core@4", "typescript@5"];

fn work() -> Result<Done> {
    let programs = [("chromium", "chromium"), ("node", "nodejs"), ("npm", "npm")];
    if let Have::Missing(how) = apt::ensure(&programs)? {
        return Ok(Done::Skipped(how));
    }
    let folder = work_folder("browser")?;
    install(&folder)?;
    link_scripts(&folder)?;
    if root().join(TYPES).exists() {
        task(
            "node",
            [
                folder.join("node_modules/typescript/bin/tsc").as_path(),
                Path::new("-p"),
                Path::new(TYPES),
            ],
        )
        .run()?;
    }
    build_program()?;
    let chromium = find("chromium").ok_or("chromium is not found")?;
    for script in files(&folder.join("scripts"), "mjs")? {
        task(
            "node",
            [
                Path::new("--preserve-symlinks"),
                Path::new("--preserve-symlinks-main"),
                &script,
            ],
        )
        .env("CHROMIUM", &chromium)
        .env("WORKSPACE", root())
        .env("WYTHOFF", program())
        .current_dir(&folder)
        .run()?;
    }
    Ok(Done::Passed)
}

/// The packages, once per list of versions.
fn install(folder: &Path) -> Result<()> {
    let marker = folder.join("ready");
    let wanted = PACKAGES.join("\n");
    if std::fs::read_to_string(&marker).ok().as_ref() == Some(&wanted) {
        return Ok(());
    }
    std::fs::write(folder.join("package.json"), "{\"private\": true}\n")?;
    let install = ["install", "--no-audit", "--no-fund", "--ignore-scripts"];
    task("npm", install.iter().chain(&PACKAGES))
        .current_dir(folder)
        .run()?;
    std::fs::write(marker, wanted)?;
    Ok(())
}

/// `scripts` beside `node_modules`, leading to the scripts.
fn link_scripts(folder: &Path) -> Result<()> {
    let link = folder.join("scripts");
    if link.is_symlink() {
        std::fs::remove_file(&link)?;
    }
    std::os::unix::fs::symlink(root().join(SCRIPTS), &link)?;
    Ok(())
}
