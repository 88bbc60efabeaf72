//! What requests may cost.

use std::time::Duration;

/// The limits of the server and of one request. Reaching one is answered with status 413 (the question
/// is too large), 429 (too many questions at once) or 400.
///
/// ```
/// let limits = wythoff_web::Limits::default();
/// assert!(limits.light_steps < limits.heavy_steps);
/// ```
#[derive(Clone, Debug)]
pub struct Limits {
    /// Connections open at once; further ones wait to be accepted.
    pub connections: usize,
    /// Bytes of a request's head.
    pub head_bytes: usize,
    /// Bytes of a request's body.
    pub body_bytes: usize,
    /// How long a client may take to send a request, or may leave an answer unread.
    pub patience: Duration,
    /// Quick questions answered at once.
    pub light_places: usize,
    /// Long questions answered at once.
    pub heavy_places: usize,
    /// Long questions about the same rules answered at once: each has a memory of its own.
    pub heavy_places_per_rules: usize,
    /// Questions that may wait for a place.
    pub waiting: usize,
    /// How long a question may wait for a place.
    pub waiting_time: Duration,
    /// Options or cells that a quick question may examine; others are long.
    pub light_steps: u64,
    /// Options or cells that a long question may examine.
    pub heavy_steps: u64,
    /// Positions that a long question may remember.
    pub positions: u64,
    /// Bytes of memory that a table or a memory of values may take.
    pub bytes: u64,
    /// How long a question may be computed.
    pub time: Duration,
    /// Digits of a number in a question.
    pub digits: usize,
    /// Digits of the coordinates of a tile.
    pub tile_digits: usize,
    /// Cells of a table.
    pub cells: usize,
    /// Characters of an answer, roughly.
    pub answer_chars: usize,
    /// Positions of a list.
    pub listed: usize,
    /// Moves of a list.
    pub moves: u64,
    /// Sessions kept for later questions.
    pub idle_sessions: usize,
    /// Bytes that kept sessions may remember, roughly.
    pub idle_bytes: u64,
    /// Bytes of kept tiles.
    pub tile_bytes: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connections: 256,
            head_bytes: 64 << 10,
            body_bytes: 1 << 20,
            patience: Duration::from_secs(15),
            light_places: 16,
            heavy_places: 4,
            heavy_places_per_rules: 2,
            waiting: 1024,
            waiting_time: Duration::from_secs(20),
            light_steps: 1_000_000,
            heavy_steps: 600_000_000,
            positions: 20_000_000,
            bytes: 128 << 20,
            time: Duration::from_secs(10),
            digits: 10_000,
            tile_digits: 1_000,
            cells: 250_000,
            answer_chars: 8_000_000,
            listed: 10_000,
            moves: 20_000,
            idle_sessions: 32,
            idle_bytes: 512 << 20,
            tile_bytes: 64 << 20,
        }
    }
}
