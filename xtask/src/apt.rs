//! Debian's packages, for the steps that need a program which cargo cannot bring.
//!
//! This and `.ci/run` are the only places that know how a machine is set up.

use std::sync::OnceLock;

use crate::run::{self, Result, find, task};

/// What became of an attempt to have a program.
pub enum Have {
    /// It is there.
    Ready,
    /// It is not there and cannot be installed here; the text says how to install it.
    Missing(String),
}

/// Sees to it that each program is there, installing its package where this is Debian and we are
/// root. `programs` are pairs (program, package).
///
/// # Errors
/// The installation fails; under CI also when there is no way to install.
pub fn ensure(programs: &[(&str, &str)]) -> Result<Have> {
    let lacking = || {
        programs
            .iter()
            .filter(|(program, _)| find(program).is_none())
            .map(|&(_, package)| package)
    };
    let packages: Vec<&str> = lacking().collect();
    if packages.is_empty() {
        return Ok(Have::Ready);
    }
    if find("apt-get").is_none() || !is_root() {
        let how = format!(
            "not installed: {0} (on Debian: apt-get install {0})",
            packages.join(" ")
        );
        return if run::is_ci() {
            Err(how.into())
        } else {
            Ok(Have::Missing(how))
        };
    }
    install(&packages)?;
    match lacking().next() {
        None => Ok(Have::Ready),
        Some(package) => {
            Err(format!("{package} was installed, but its program is not found").into())
        }
    }
}

/// Installs packages.
///
/// # Errors
/// `apt-get` is not there or fails.
pub fn install(packages: &[&str]) -> Result<()> {
    update_once()?;
    let install = ["install", "--yes", "--no-install-recommends"];
    task("apt-get", install.iter().chain(packages))
        .env("DEBIAN_FRONTEND", "noninteractive")
        .run()
}

/// `apt-get update`, the first time that something is missing.
fn update_once() -> Result<()> {
    static UPDATED: OnceLock<()> = OnceLock::new();
    if UPDATED.get().is_none() {
        task("apt-get", ["update"])
            .env("DEBIAN_FRONTEND", "noninteractive")
            .run()?;
        let _ = UPDATED.set(());
    }
    Ok(())
}

fn is_root() -> bool {
    let id = std::process::Command::new("id").arg("-u").output();
    id.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}
