//! The page and the HTTP API: `wythoff serve`.
//!
//! [`Server::bind`] takes an address, [`Server::run`] serves until told to stop. The page is embedded;
//! the API answers with the structures of [`wythoff::report`], as the command line prints them, and
//! reads no file. What one request may cost is in [`Limits`].
//!
//! A request goes through `guard` (who may ask), `api` (what is asked), `work` (a place in a bounded
//! pool of threads, with a budget and a watch) and `sessions` (what was remembered about the rules).
#![forbid(unsafe_code)]

mod api;
mod assets;
mod guard;
mod limits;
mod refusal;
mod server;
mod sessions;
mod state;
mod tiles;
mod work;

pub use api::{ENDPOINTS, Endpoint};
pub use assets::{Asset, PAGE};
pub use limits::Limits;
pub use server::{Config, Server};
