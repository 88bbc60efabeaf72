//! Sessions kept between questions, with what they remember, up to a bound.
//!
//! A session answers one question at a time. It is taken out for a question and put back after it;
//! two questions about the same rules at once have two sessions.

use std::sync::{Mutex, PoisonError};

use wythoff::Session;
use wythoff::answer::Evidence;
use wythoff::rules::Rules;

/// Bytes that a remembered position takes, roughly: in a filled box, and elsewhere.
const BYTES_IN_BOX: u64 = 4;
const BYTES_ELSEWHERE: u64 = 16;

/// A session and how much it remembers.
pub(crate) struct Held {
    pub(crate) session: Session,
    bytes: u64,
}

impl Held {
    pub(crate) fn new(rules: Rules) -> Held {
        Held {
            session: Session::with_plan(rules, &wythoff_automata::plan()),
            bytes: 0,
        }
    }

    /// Takes note of what was computed and so may be remembered.
    pub(crate) fn note(&mut self, evidence: &Evidence) {
        if let Evidence::Computed { engine, positions } = evidence {
            let each = if engine == "grid" {
                BYTES_IN_BOX
            } else {
                BYTES_ELSEWHERE
            };
            self.bytes = self.bytes.max(positions.saturating_mul(each));
        }
    }
}

/// The kept sessions, those used last at the end.
pub(crate) struct Sessions {
    idle: Mutex<Vec<Held>>,
    most: usize,
    most_bytes: u64,
}

impl Sessions {
    pub(crate) fn new(most: usize, most_bytes: u64) -> Sessions {
        Sessions {
            idle: Mutex::default(),
            most,
            most_bytes,
        }
    }

    /// A session on these rules, with memories if one was kept.
    pub(crate) fn take(&self, rules: &Rules) -> Held {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        match idle.iter().rposition(|held| held.session.rules() == rules) {
            Some(i) => idle.remove(i),
            None => {
                drop(idle);
                Held::new(rules.clone())
            }
        }
    }

    /// Keeps a session; the ones used longest ago are given up for it.
    pub(crate) fn put(&self, held: Held) {
        let mut given_up = Vec::new();
        {
            let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
            idle.push(held);
            let mut bytes: u64 = idle.iter().map(|held| held.bytes).sum();
            while idle.len() > self.most || (bytes > self.most_bytes && !idle.is_empty()) {
                let oldest = idle.remove(0);
                bytes -= oldest.bytes;
                given_up.push(oldest);
            }
        }
        // Large memories are freed without keeping others waiting.
        drop(given_up);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wythoff::notation::parse_rules;

    fn computed(positions: u64) -> Evidence {
        Evidence::Computed {
            engine: "reference".into(),
            positions,
        }
    }

    #[test]
    fn the_oldest_session_is_given_up() {
        let sessions = Sessions::new(2, 1000);
        for text in ["wyt(1,2)", "wyt(1,3)", "wyt(1,4)"] {
            sessions.put(Held::new(parse_rules(text).unwrap()));
        }
        let kept: Vec<String> = (sessions.idle.lock().unwrap().iter())
            .map(|held| held.session.rules().to_string())
            .collect();
        assert_eq!(kept, ["wyt(1,3)", "wyt(1,4)"]);
    }

    #[test]
    fn memories_are_bounded_in_sum() {
        let sessions = Sessions::new(9, 1000);
        for text in ["wyt(1,2)", "wyt(1,3)", "wyt(1,4)"] {
            let mut held = Held::new(parse_rules(text).unwrap());
            held.note(&computed(30));
            sessions.put(held);
        }
        assert_eq!(sessions.idle.lock().unwrap().len(), 2);
        let mut large = Held::new(Rules::wythoff());
        large.note(&computed(1_000_000));
        sessions.put(large);
        assert!(sessions.idle.lock().unwrap().is_empty());
    }
}
