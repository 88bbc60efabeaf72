//! Running other programs: what is run is shown, all its output goes through, failure is an error.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A message for the reader of the terminal.
#[derive(Debug)]
pub struct Error(String);

/// What every task returns.
pub type Result<T> = std::result::Result<T, Error>;

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<String> for Error {
    fn from(message: String) -> Self {
        Self(message)
    }
}

impl From<&str> for Error {
    fn from(message: &str) -> Self {
        Self(message.to_owned())
    }
}

impl From<std::io::Error> for Error {
    fn from(error: std::io::Error) -> Self {
        Self(error.to_string())
    }
}

/// The workspace's folder.
pub fn root() -> PathBuf {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().unwrap_or(xtask).to_path_buf()
}

/// Cargo's target folder; steps keep what they install there.
pub fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| root().join("target"), |folder| root().join(folder))
}

/// The built command line program, where the steps that need it find it after [`build_program`].
pub fn program() -> PathBuf {
    target().join("debug").join("wythoff")
}

/// Builds what [`program`] names, as the tests build it: another choice of features would compile every crate again.
pub fn build_program() -> Result<()> {
    cargo(["test", "--workspace", "--no-run"]).run()
}

/// Whether this is continuous integration, where no step may be skipped.
pub fn is_ci() -> bool {
    std::env::var_os("CI").is_some_and(|value| !value.is_empty() && value != "false")
}

/// Where the program of this name is, if it can be started.
pub fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|folder| folder.join(program))
        .find(|file| file.is_file())
}

/// A program to be run in the workspace's folder.
pub struct Task {
    command: Command,
    shown: String,
}

/// The program `program` with its arguments.
pub fn task<A: AsRef<OsStr>>(
    program: impl AsRef<OsStr>,
    arguments: impl IntoIterator<Item = A>,
) -> Task {
    let arguments: Vec<OsString> = arguments
        .into_iter()
        .map(|argument| argument.as_ref().to_owned())
        .collect();
    let mut shown = program.as_ref().to_string_lossy().into_owned();
    for argument in &arguments {
        shown.push(' ');
        shown.push_str(&argument.to_string_lossy());
    }
    let mut command = Command::new(program);
    command
        .args(arguments)
        .current_dir(root())
        .stdin(Stdio::null());
    Task { command, shown }
}

/// The cargo that started this program.
pub fn cargo<A: AsRef<OsStr>>(arguments: impl IntoIterator<Item = A>) -> Task {
    let mut task = task("cargo", arguments);
    if let Some(cargo) = std::env::var_os("CARGO") {
        let mut command = Command::new(cargo);
        command
            .args(task.command.get_args())
            .current_dir(root())
            .stdin(Stdio::null());
        task.command = command;
    }
    task
}

impl Task {
    /// With the environment variable `name` set.
    pub fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.shown = format!("{name}={} {}", value.as_ref().to_string_lossy(), self.shown);
        self.command.env(name, value);
        self
    }

    /// In the folder `folder` instead of the workspace's.
    pub fn current_dir(mut self, folder: impl AsRef<Path>) -> Self {
        self.command.current_dir(folder);
        self
    }

    /// Runs it; its output goes through.
    ///
    /// # Errors
    /// It cannot be started, or does not end with success.
    pub fn run(mut self) -> Result<()> {
        println!("$ {}", self.shown);
        let status = self
            .command
            .status()
            .map_err(|error| format!("cannot run `{}`: {error}", self.shown))?;
        if status.success() {
            Ok(())
        } else {
            Err(format!("`{}` ended with {status}", self.shown).into())
        }
    }
}

/// The files of `folder` whose name ends in `.extension`, sorted.
pub fn files(folder: &Path, extension: &str) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in
        std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?
    {
        let path = entry?.path();
        if path.is_file() && path.extension().is_some_and(|found| found == extension) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}
