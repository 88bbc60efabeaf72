//! Tables on disk: `.npy` and Zarr, resumable and verifiable.
//!
//! [`write()`] computes a table with the dense engine and stores it; the ending of the file's name
//! chooses the format ([`Format`]). [`Stored::open`] reads one back and refuses what is truncated,
//! changed or of another origin; [`verify`] recomputes a sample besides.
//!
//! Whatever is being written has the name of the file with `.partial` added, until it is complete
//! and on the disk; only then does it take its own name. No reader takes an unfinished file for a
//! whole one.
#![forbid(unsafe_code)]

mod description;
mod expected;
mod files;
mod npy;
mod pieces;
mod stored;
mod verify;
mod write;
mod zarr;

pub use description::{Description, VERSION};
pub use pieces::{SeePiece, pieces};
pub use stored::Stored;
pub use verify::{Verified, verify};
pub use write::{Format, Job, Plan, write};
