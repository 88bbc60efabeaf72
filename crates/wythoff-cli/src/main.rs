//! The command line of Wythoff.
#![forbid(unsafe_code)]

fn main() {}
