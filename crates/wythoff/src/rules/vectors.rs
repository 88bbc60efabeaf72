//! Which lists of vectors are rulesets.

use super::{Game, positive_weights};
use crate::error::Error;

/// Whether these vectors are moves after which play ends.
pub(super) fn check_vectors(game: &Game, vectors: &[Vec<i64>]) -> Result<(), Error> {
    let word = if matches!(game, Game::Rays(_)) {
        "rays"
    } else {
        "steps"
    };
    let Some(first) = vectors.first() else {
        return Err(
            Error::input(format!("{word}() lists no vector; expected at least one"))
                .help(format!("for example {word}(1,0; 0,1; 1,1)")),
        );
    };
    if first.is_empty() {
        return Err(Error::input(format!("{word} has a vector without entries")));
    }
    for vector in vectors {
        let text = vector
            .iter()
            .map(i64::to_string)
            .collect::<Vec<_>>()
            .join(",");
        if vector.len() != first.len() {
            return Err(Error::input(format!(
                "the vector ({text}) has {} entries where the first has {}",
                vector.len(),
                first.len()
            )));
        }
        if vector.iter().all(|&e| e == 0) {
            return Err(Error::input(format!("the vector ({text}) changes nothing")));
        }
    }
    if positive_weights(vectors).is_none() {
        return Err(Error::input(format!(
            "{word} with these vectors allows endless play: no positive weights make every vector positive"
        ))
        .help("a vector is what a move takes away; negative entries are allowed when some weighted \
               number of stones still always falls, as for a knight: steps(1,2; 2,1; 2,-1; -1,2)"));
    }
    Ok(())
}
