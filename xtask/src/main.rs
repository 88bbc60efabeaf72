//! `cargo xtask test|bench|figures|docs`: everything that CI and a newcomer run.

fn main() {}
