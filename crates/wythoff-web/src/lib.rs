//! The page and the HTTP API.
#![forbid(unsafe_code)]
