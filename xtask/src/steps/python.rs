//! `tests/python/*.py`: the tables on disk, read by the programs that people read them with.
//!
//! Each script gets the path of the program in `WYTHOFF` and runs in a scratch folder of its own.

use super::{Done, Step, work_folder};
use crate::apt::{self, Have};
use crate::run::{Result, build_program, files, program, root, task};

pub const STEP: Step = Step {
    name: "python",
    reason: "NumPy and Python's zarr read what the table writer writes",
    wants: Some("tests/python"),
    work,
};

/// What the scripts import, and the versions that were tried.
const PACKAGES: [&str; 2] = ["numpy>=2.0,<3", "zarr>=3.0,<4"];

fn work() -> Result<Done> {
    if let Have::Missing(how) = apt::ensure(&[("python3", "python3")])? {
        return Ok(Done::Skipped(how));
    }
    let folder = work_folder("python")?;
    let python = folder.join("venv/bin/python");
    // A stopped run can leave a half-made environment: the marker is written last.
    let marker = folder.join("ready");
    let wanted = PACKAGES.join("\n");
    if std::fs::read_to_string(&marker).ok().as_ref() != Some(&wanted) {
        make_environment(&folder)?;
        let install = [
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
        ];
        task(&python, install.iter().chain(&PACKAGES)).run()?;
        std::fs::write(&marker, &wanted)?;
    }
    build_program()?;
    for script in files(&root().join("tests/python"), "py")? {
        let name = script
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let scratch = work_folder(&format!("python/scratch/{name}"))?;
        task(&python, [&script])
            .env("WYTHOFF", program())
            .current_dir(scratch)
            .run()?;
    }
    Ok(Done::Passed)
}

/// `python3 -m venv`, with Debian's package for it where the interpreter lacks the module.
fn make_environment(folder: &std::path::Path) -> Result<()> {
    let make = || {
        task(
            "python3",
            ["-m", "venv", "--clear"]
                .map(std::ffi::OsStr::new)
                .into_iter()
                .chain([folder.join("venv").as_os_str()]),
        )
    };
    if make().run().is_err() {
        apt::install(&["python3-venv"])?;
        make().run()?;
    }
    Ok(())
}
