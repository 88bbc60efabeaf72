//! What all requests share.

use wythoff::rules::Rules;

use crate::api::Params;
use crate::limits::Limits;
use crate::sessions::{Held, Sessions};
use crate::tiles::KeptTiles;
use crate::work::{Stopped, Work};

/// What all requests share.
pub(crate) struct State {
    pub(crate) limits: Limits,
    pub(crate) work: Work,
    pub(crate) sessions: Sessions,
    pub(crate) tiles: KeptTiles,
}

impl State {
    pub(crate) fn new(limits: Limits) -> State {
        State {
            work: Work::new(&limits),
            sessions: Sessions::new(limits.idle_sessions, limits.idle_bytes),
            tiles: KeptTiles::new(limits.tile_bytes),
            limits,
        }
    }
}

impl State {
    /// Answers with a session on these rules, which is kept for later questions unless the question
    /// brought graphs of its own: their names mean something to it alone.
    pub(crate) fn with_session<T>(
        &self,
        params: &Params,
        rules: &Rules,
        answer: impl FnOnce(&mut Held) -> Result<T, Stopped>,
    ) -> Result<T, Stopped> {
        if params.has_graphs() {
            return answer(&mut Held::new(rules.clone()));
        }
        let mut held = self.sessions.take(rules);
        let answered = answer(&mut held);
        self.sessions.put(held);
        answered
    }
}
