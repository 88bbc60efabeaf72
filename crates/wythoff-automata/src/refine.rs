//! Learning from the checker: a wrong guess H is replaced by a coarsening of F(H), no larger table is read.
//!
//! F(H) is right at every position below whose rank H is right, and it is wrong only where H is wrong at an option. Seen as
//! an automaton it knows what tables would tell about all prefixes at once: its states are identified when they agree
//! on all tails up to a length, by that many rounds of Moore's refinement, and each class goes on like its first state in
//! breadth-first order. The result is the next guess. When a guess comes back unchanged, or the first wrong
//! position stays where it was, the tails grow.
//!
//! Nothing guarantees that this converges; what it yields is believed only when F(H) = H.

use crate::budget::{Budget, Error, Result};
use crate::dfa::{DEAD, Dfa, Raw};
use crate::intern::Interner;
use crate::relation::Rel;
use crate::statement::Statement;

/// One round of the refinement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// States of the guess.
    pub states: usize,
    /// States of what the rules make of it.
    pub image: usize,
    /// Tail length by which the image was coarsened.
    pub tail: usize,
    /// A difference between guess and image with the fewest digits: how many digits it has.
    pub digits: usize,
}

/// What came of a refinement.
#[derive(Clone, Debug)]
pub struct Refined {
    /// The proved relation, if the refinement converged.
    pub proved: Option<Rel>,
    /// The last guess, when it is not proved.
    pub last: Option<Rel>,
    /// The rounds.
    pub rounds: Vec<Round>,
    /// The budget's message, when it ended the refinement.
    pub stopped: Option<String>,
}

/// Refines a guess for the part that follows `before`, at most `rounds` times.
///
/// # Errors
/// A claim that does not fit the statement; running into the budget is not an error but ends the refinement.
///
/// ```
/// use wythoff_automata::{Budget, Game, Guess, Numeration, Statement, Value, learn, refine, tabulate};
/// let (budget, numeration) = (Budget::default(), Numeration::zeckendorf()?);
/// let statement = Statement { game: Game::wyt(1, 1), numeration: numeration.clone(), value: Value::Outcome };
/// // Tails of length 1 give a wrong guess; the checker mends it.
/// let tables = tabulate(&statement.game, statement.value, 400).unwrap();
/// let Guess::Closed(start) = learn(tables[0].window(), &numeration, &['x', 'y'], 1, &budget)? else { panic!() };
/// let refined = refine(&statement, &[], start, 1, 10, &budget)?;
/// assert_eq!(refined.proved.unwrap().states(), 7);
/// # Ok::<(), wythoff_automata::Error>(())
/// ```
pub fn refine(
    statement: &Statement,
    before: &[Rel],
    start: Rel,
    tail: usize,
    rounds: usize,
    budget: &Budget<'_>,
) -> Result<Refined> {
    let mut refined = Refined {
        proved: None,
        last: None,
        rounds: Vec::new(),
        stopped: None,
    };
    let number = before.len();
    let mut claim = before.to_vec();
    claim.push(start);
    let mut tail = tail;
    for _ in 0..rounds {
        let image = match statement.image(&claim, number, budget) {
            Ok(image) => image,
            Err(error @ (Error::Budget { .. } | Error::Stopped { .. })) => {
                refined.stopped = Some(error.to_string());
                return Ok(refined);
            }
            Err(error) => return Err(error),
        };
        let guess = &claim[number];
        if image == *guess {
            refined.proved = claim.pop();
            return Ok(refined);
        }
        let wrong = image
            .minus(guess, budget)?
            .or(&guess.minus(&image, budget)?, budget)?;
        let digits = wrong.smallest_words().map_or(0, |words| words[0].len());
        let stuck = refined
            .rounds
            .last()
            .is_some_and(|last: &Round| last.digits >= digits);
        let mut next = coarsened(&image, tail, budget)?;
        while (stuck || next == *guess) && tail < 64 {
            tail += 1;
            next = coarsened(&image, tail, budget)?;
            if next != *guess {
                break;
            }
        }
        refined.rounds.push(Round {
            states: guess.states(),
            image: image.states(),
            tail,
            digits,
        });
        claim[number] = next;
    }
    refined.last = claim.pop();
    Ok(refined)
}

/// The automaton with states identified that agree on all tails of length at most `tail`.
fn coarsened(rel: &Rel, tail: usize, budget: &Budget<'_>) -> Result<Rel> {
    let dfa = rel.dfa();
    let classes = moore(dfa, tail);
    // The first state of a class in breadth-first order speaks for it; state 0 stays dead.
    let mut speaker = vec![u32::MAX; classes.len()];
    for (state, &class) in classes.iter().enumerate() {
        let first = &mut speaker[class as usize];
        *first = (*first).min(state as u32);
    }
    let says = |state: u32| speaker[classes[state as usize] as usize];
    let mut raw = Raw::new(dfa.letters());
    for state in 1..=dfa.states() as u32 {
        raw.accept.push(dfa.accepts(state));
        raw.next.extend(
            dfa.row(state)
                .iter()
                .map(|&to| if to == DEAD { DEAD } else { says(to) }),
        );
    }
    raw.start = says(dfa.start());
    let reachable = crate::dfa::canonical(&raw).raw();
    Rel::from_raw(rel.numeration(), rel.tracks(), reachable, budget)
}

/// Class numbers after `rounds` rounds of Moore's refinement.
fn moore(dfa: &Dfa, rounds: usize) -> Vec<u32> {
    let states = dfa.states() as u32;
    let mut classes: Vec<u32> = (0..=states).map(|q| u32::from(dfa.accepts(q))).collect();
    let mut count = 2;
    for _ in 0..rounds {
        let mut interner = Interner::new();
        let mut key = Vec::with_capacity(dfa.letters() + 1);
        let finer: Vec<u32> = (0..=states)
            .map(|q| {
                key.clear();
                key.push(classes[q as usize]);
                key.extend(dfa.row(q).iter().map(|&to| classes[to as usize]));
                interner.intern(&key).0
            })
            .collect();
        let finer_count = interner.len();
        classes = finer;
        if finer_count == count {
            break;
        }
        count = finer_count;
    }
    classes
}
