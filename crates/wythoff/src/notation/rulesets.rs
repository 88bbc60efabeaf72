//! Rulesets in one line: `wyt(2,3)`, `(wythoff + nim(1)).misere`, `rays(1,0; 0,1).until(x+y <= 2)`.
//!
//! `.` binds tightest, then `&`, `&&` and `|`, then `+`; parentheses group.

use std::ops::Range;
use std::sync::Arc;

use crate::error::Error;
use crate::notation::expressions::parse_predicate;
use crate::notation::moves::parse_moves;
use crate::notation::numbers::parse_number;
use crate::notation::positions::parse_position;
use crate::notation::scanner::Scanner;
use crate::rules::{Game, Graph, Piece, Play, Prescribed, Rules, SumKind};

/// Most parts a ruleset may be made of.
const MAX_PARTS: usize = 200;

/// Words that begin a ruleset, as an error lists them.
const GAMES: &str = "wythoff, wyt(a,b), nim(k), rays(…), steps(…), moves(…), slow(n,k), euclid, graph(FILE), \
                     rook, queen, king, knight, bishop, maharaja";
const GAME_WORDS: [&str; 15] = [
    "wythoff", "wyt", "nim", "rays", "steps", "moves", "slow", "euclid", "graph", "rook", "queen",
    "king", "knight", "bishop", "maharaja",
];
const ADAPTERS: &str = "pass, pass(k), until(…), within(…), set(…), misere, block(k)";
const ADAPTER_WORDS: [&str; 6] = ["pass", "until", "within", "set", "misere", "block"];

/// Finds what a ruleset names but does not contain. The library itself reads no file.
pub trait Sources {
    /// The graph of that name.
    ///
    /// # Errors
    /// When there is none, or it is not a graph in which play ends.
    fn graph(&self, name: &str) -> Result<Arc<Graph>, Error>;
}

/// No source at all: for callers that must not read files.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoSources;

impl Sources for NoSources {
    fn graph(&self, name: &str) -> Result<Arc<Graph>, Error> {
        Err(Error::input(format!("graph({name}) cannot be read here"))
            .help("files are read by the command line only"))
    }
}

/// A ruleset that names no file.
///
/// # Errors
/// [`ErrorKind::Input`](crate::ErrorKind::Input), at the place of the mistake.
///
/// ```
/// use wythoff::notation::parse_rules;
/// let rules = parse_rules("wyt(1,1).until(x+y<=2) + nim(1)")?;
/// assert_eq!(rules.to_string(), "wythoff.until(x+y <= 2) + nim(1)");
/// assert_eq!(parse_rules("wyt(0,1)").unwrap_err().span(), Some(0..8));
/// # Ok::<(), wythoff::Error>(())
/// ```
pub fn parse_rules(text: &str) -> Result<Rules, Error> {
    parse_rules_with(text, &NoSources)
}

/// A ruleset, with a way to find the graphs that it names.
///
/// # Errors
/// As [`parse_rules`], and whatever the sources say.
pub fn parse_rules_with(text: &str, sources: &dyn Sources) -> Result<Rules, Error> {
    let mut parser = Parser {
        scanner: Scanner::new(text),
        sources,
        parts: 0,
    };
    let part = parser.sum()?;
    if !parser.scanner.at_end() {
        return Err(parser
            .scanner
            .expected("'.', '+', '&', '&&', '|' or the end of the ruleset"));
    }
    let play = part.play.map_or(Play::Normal, |(play, _)| play);
    Rules::new(part.game, play).map_err(|error| at_least(error, part.span))
}

/// A part of a ruleset: a game, and how it is played if that was said.
struct Part {
    game: Game,
    play: Option<(Play, Range<usize>)>,
    span: Range<usize>,
}

struct Parser<'t, 's> {
    scanner: Scanner<'t>,
    sources: &'s dyn Sources,
    parts: usize,
}

/// Gives an error a place if it has none.
fn at_least(error: Error, span: Range<usize>) -> Error {
    if error.span().is_some() {
        error
    } else {
        error.at(span)
    }
}

impl Parser<'_, '_> {
    fn sum(&mut self) -> Result<Part, Error> {
        let mut left = self.joint()?;
        while self.scanner.take("+") {
            let right = self.joint()?;
            left = self.combined(SumKind::Disjunctive, left, right)?;
        }
        Ok(left)
    }

    fn joint(&mut self) -> Result<Part, Error> {
        let mut left = self.adapted()?;
        loop {
            let kind = if self.scanner.take("&&") {
                SumKind::ConjunctiveLong
            } else if self.scanner.take("&") {
                SumKind::Conjunctive
            } else if self.scanner.take("|") {
                SumKind::Selective
            } else {
                return Ok(left);
            };
            let right = self.adapted()?;
            left = self.combined(kind, left, right)?;
        }
    }

    fn combined(&mut self, kind: SumKind, left: Part, right: Part) -> Result<Part, Error> {
        self.part()?;
        let span = left.span.start..right.span.end;
        for part in [&left, &right] {
            if matches!(part.game, Game::Set { .. }) {
                return Err(Error::undefined("altered cells belong to the whole game")
                    .at(part.span.clone())
                    .help(
                        "set(…) of the sum lists the coordinates of all components: (A + B).set(…)",
                    ));
            }
        }
        let said = left.play.clone().or(right.play.clone());
        let game = Game::Sum {
            kind,
            left: Box::new(left.game),
            right: Box::new(right.game),
        };
        match said {
            None => Ok(Part {
                game,
                play: None,
                span,
            }),
            Some((play, place)) => Err(outermost(play, place, &format!("({game})"))),
        }
    }

    fn adapted(&mut self) -> Result<Part, Error> {
        let mut part = self.primary()?;
        while self.scanner.take(".") {
            self.part()?;
            let Some((word, place)) = self.scanner.word() else {
                return Err(self.scanner.expected(&format!("one of {ADAPTERS}")));
            };
            part = self.adapter(part, word, place)?;
        }
        Ok(part)
    }

    fn adapter(&mut self, part: Part, word: &str, place: Range<usize>) -> Result<Part, Error> {
        let Part { game, play, span } = part;
        if let (Game::Set { game: inner, .. }, false) = (&game, matches!(word, "misere" | "block"))
        {
            return Err(
                Error::undefined("nothing but misere and block(k) comes after set(…)")
                    .at(place)
                    .help(format!("say it before: {inner}.{word}…, then set(…)")),
            );
        }
        let boxed = Box::new(game);
        let (game, now) = match word {
            "pass" => {
                let times = if self.scanner.take("(") {
                    self.one_number("passes")?
                } else {
                    1
                };
                (Game::Pass { game: boxed, times }, None)
            }
            "until" | "within" => {
                self.scanner.must("(", "and a condition such as x+y <= 2")?;
                let (text, at) = self.scanner.until(&[')']);
                let predicate = parse_predicate(text, boxed.coordinate_names())
                    .map_err(|error| at_least(error.shifted(at.start), at))?;
                self.scanner.must(")", "to close the condition")?;
                let adapted = match word {
                    "until" => Game::Until {
                        game: boxed,
                        predicate,
                    },
                    _ => Game::Within {
                        game: boxed,
                        predicate,
                    },
                };
                (adapted, None)
            }
            "set" => (self.set(boxed)?, None),
            "misere" => (*boxed, Some(Play::Misere)),
            "block" => {
                self.scanner
                    .must("(", "and how many winning options make a position N")?;
                (*boxed, Some(Play::Block(self.one_number("options")?)))
            }
            _ => {
                return Err(unknown(word, place, "an adapter", &ADAPTER_WORDS, ADAPTERS));
            }
        };
        let span = span.start..self.scanner.here();
        match (play, now) {
            (None, None) => Ok(Part {
                game,
                play: None,
                span,
            }),
            (None, Some(now)) => Ok(Part {
                game,
                play: Some((now, place)),
                span,
            }),
            (Some((before, at)), None) => Err(outermost(before, at, &game.to_string())),
            (Some((Play::Misere, _)), Some(Play::Misere)) => {
                Err(Error::input("misere is said twice; once is enough").at(place))
            }
            (Some(_), Some(_)) => {
                Err(Error::undefined("misere play and blocking together are not defined").at(place))
            }
        }
    }

    /// `(3,5 = P; 1,1 = N)`, the word `set` taken.
    fn set(&mut self, game: Box<Game>) -> Result<Game, Error> {
        self.scanner.must("(", "and a cell, as in set(3,5 = P)")?;
        let rules = Rules::new((*game).clone(), Play::Normal)?;
        let mut cells = Vec::new();
        loop {
            let (text, span) = self.scanner.until(&['=', ';', ')']);
            let texts: Vec<&str> = text.split(',').map(str::trim).collect();
            let at =
                parse_position(&rules, &texts).map_err(|error| at_least(error, span.clone()))?;
            let at: Option<Vec<u64>> = at.iter().map(|x| u64::try_from(x).ok()).collect();
            let at = at.ok_or_else(|| {
                Error::limit("the coordinates of altered cells stay below 2^64").at(span)
            })?;
            self.scanner.must("=", "and P, N or a Grundy value")?;
            let value = if self.scanner.take_word("P") {
                Prescribed::P
            } else if self.scanner.take_word("N") {
                Prescribed::N
            } else if self.scanner.peek().is_some_and(|c| c.is_ascii_digit()) {
                Prescribed::Grundy(self.number()?)
            } else {
                return Err(self.scanner.expected("P, N or a Grundy value"));
            };
            cells.push((at, value));
            self.part()?;
            if !self.scanner.take(";") {
                break;
            }
        }
        self.scanner.must(")", "or ';' and another cell")?;
        Ok(Game::Set { game, cells })
    }

    fn primary(&mut self) -> Result<Part, Error> {
        self.part()?;
        if self.scanner.take("(") {
            let start = self.scanner.here() - 1;
            self.scanner.deeper()?;
            let inner = self.sum()?;
            self.scanner.must(")", "to close the group")?;
            self.scanner.shallower();
            let end = self.scanner.here();
            return Ok(Part {
                span: start..end,
                ..inner
            });
        }
        let Some((word, place)) = self.scanner.word() else {
            return Err(self
                .scanner
                .expected("a ruleset")
                .help(format!("rulesets begin with {GAMES}")));
        };
        let game = self.game(word, place.clone())?;
        let span = place.start..self.scanner.here().max(place.end);
        // Checked here and not only at the end, so that the mistake is shown at its place.
        Rules::new(game.clone(), Play::Normal)
            .map_err(|error| at_least(error, trimmed(self.scanner.text(), &span)))?;
        Ok(Part {
            game,
            play: None,
            span,
        })
    }

    fn game(&mut self, word: &str, place: Range<usize>) -> Result<Game, Error> {
        if let Some(piece) = Piece::ALL.iter().find(|piece| piece.word() == word) {
            return Ok(Game::Piece(*piece));
        }
        match word {
            "wythoff" => Ok(Game::Wyt { a: 1, b: 1 }),
            "euclid" => Ok(Game::Euclid),
            "wyt" => {
                let [a, b] = self.two_numbers("wyt(a,b)")?;
                Ok(Game::Wyt { a, b })
            }
            "slow" => {
                let [n, k] = self.two_numbers("slow(n,k)")?;
                Ok(Game::Slow {
                    piles: small(n),
                    from: small(k),
                })
            }
            "nim" => {
                self.scanner.must("(", "and the number of piles")?;
                Ok(Game::Nim {
                    piles: small(self.one_number("piles")?),
                })
            }
            "rays" => Ok(Game::Rays(self.vectors("rays")?)),
            "steps" => Ok(Game::Steps(self.vectors("steps")?)),
            "moves" => self.moves(),
            "graph" => self.graph(),
            _ => Err(unknown(word, place, "a ruleset", &GAME_WORDS, GAMES)),
        }
    }

    fn moves(&mut self) -> Result<Game, Error> {
        self.scanner.must("(", "as in moves(e,f: |e-f| < 2)")?;
        let start = self.scanner.here();
        let (text, span) = self.scanner.until(&[')']);
        let moves = parse_moves(text).map_err(|error| at_least(error.shifted(start), span))?;
        self.scanner.must(")", "to close moves(…)")?;
        Ok(Game::Moves(Arc::new(moves)))
    }

    fn graph(&mut self) -> Result<Game, Error> {
        self.scanner.must("(", "and a file name")?;
        let (text, span) = self.scanner.until(&[')']);
        let name = match text.strip_prefix('"').and_then(|t| t.strip_suffix('"')) {
            Some(inner) => inner.replace("\\\"", "\"").replace("\\\\", "\\"),
            None => text.to_string(),
        };
        if name.is_empty() {
            return Err(Error::input("found no file name, expected graph(FILE)").at(span));
        }
        self.scanner.must(")", "to close graph(FILE)")?;
        let graph = self
            .sources
            .graph(&name)
            .map_err(|error| at_least(error, span))?;
        Ok(Game::Graph { name, graph })
    }

    /// A whole number that fits 64 bits, up to the next `,` or `)`.
    fn number(&mut self) -> Result<u64, Error> {
        let (text, span) = self.scanner.until(&[',', ';', ')']);
        let number = parse_number(text).map_err(|error| {
            at_least(
                if text.is_empty() {
                    Error::new(error.kind(), error.message())
                } else {
                    error.shifted(span.start)
                },
                span.clone(),
            )
        })?;
        u64::try_from(number)
            .map_err(|_| Error::limit("numbers in rulesets stay below 2^64").at(span))
    }

    /// One number and the closing parenthesis.
    fn one_number(&mut self, what: &str) -> Result<u64, Error> {
        let number = self.number()?;
        self.scanner
            .must(")", &format!("after the number of {what}"))?;
        Ok(number)
    }

    fn two_numbers(&mut self, form: &str) -> Result<[u64; 2], Error> {
        self.scanner.must("(", &format!("as in {form}"))?;
        let first = self.number()?;
        self.scanner
            .must(",", &format!("and a second number, as in {form}"))?;
        let second = self.number()?;
        self.scanner.must(")", &format!("to close {form}"))?;
        Ok([first, second])
    }

    fn vectors(&mut self, word: &str) -> Result<Vec<Vec<i64>>, Error> {
        self.scanner
            .must("(", &format!("as in {word}(1,0; 0,1; 1,1)"))?;
        let mut vectors = Vec::new();
        loop {
            let mut vector = Vec::new();
            loop {
                vector.push(self.entry()?);
                if !self.scanner.take(",") {
                    break;
                }
            }
            vectors.push(vector);
            self.part()?;
            if !self.scanner.take(";") {
                break;
            }
        }
        self.scanner.must(")", "or ';' and another vector")?;
        Ok(vectors)
    }

    fn entry(&mut self) -> Result<i64, Error> {
        let negative = self.scanner.take("-") || self.scanner.take("−");
        let Some((digits, span)) = self.scanner.digits() else {
            return Err(self
                .scanner
                .expected("a whole number, an entry of a vector"));
        };
        // Far below 2^63, so that sums of entries and bases never leave 64 bits.
        let number = digits
            .replace('_', "")
            .parse::<i64>()
            .ok()
            .filter(|n| *n < 1 << 40);
        let number =
            number.ok_or_else(|| Error::limit("entries of vectors stay below 2^40").at(span))?;
        Ok(if negative { -number } else { number })
    }

    fn part(&mut self) -> Result<(), Error> {
        self.parts += 1;
        if self.parts <= MAX_PARTS {
            return Ok(());
        }
        let here = self.scanner.here();
        Err(Error::limit(format!("a ruleset has more than {MAX_PARTS} parts")).at(here..here))
    }
}

/// Numbers of piles beyond any limit become one that the check of the rules refuses.
fn small(number: u64) -> usize {
    usize::try_from(number.min(1_000_000)).unwrap_or(usize::MAX)
}

/// The span without blanks at its end.
fn trimmed(text: &str, span: &Range<usize>) -> Range<usize> {
    span.start..span.start + text[span.clone()].trim_end().len()
}

/// Misère play and blocking belong to the whole game.
fn outermost(play: Play, place: Range<usize>, game: &str) -> Error {
    match play {
        Play::Block(k) => Error::undefined("adapters and sums after block(k) are not defined")
            .at(place)
            .help(format!("block the whole game: {game}.block({k})")),
        Play::Misere | Play::Normal => {
            Error::input("misere play belongs to the whole game, once and outermost")
                .at(place)
                .help(format!("write {game}.misere"))
        }
    }
}

fn unknown(word: &str, place: Range<usize>, what: &str, known: &[&str], list: &str) -> Error {
    let error = Error::input(format!("found '{word}', expected {what}")).at(place);
    let near = known
        .iter()
        .map(|candidate| (strsim::damerau_levenshtein(word, candidate), candidate))
        .min()
        .filter(|(distance, _)| *distance <= 2);
    match near {
        Some((_, candidate)) => error.help(format!("did you mean '{candidate}'? Known are {list}")),
        None => error.help(format!("known are {list}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;

    #[test]
    fn what_is_printed_parses_to_the_same() {
        for (text, printed) in [
            ("wyt(1,1)", "wythoff"),
            (" wyt( 2 , 10^3 ) ", "wyt(2,1000)"),
            ("rays(1,0;0,1; 1 ,1)", "rays(1,0; 0,1; 1,1)"),
            ("steps(1,2; 2,1; 2,-1; -1,2)", "steps(1,2; 2,1; 2,-1; -1,2)"),
            ("wythoff.pass(1)", "wythoff.pass"),
            (
                "wythoff.pass(3).until(x = 1 and p < 2)",
                "wythoff.pass(3).until(x = 1 and p < 2)",
            ),
            ("(wythoff+nim(1)).misere", "(wythoff + nim(1)).misere"),
            ("queen + knight & rook", "queen + knight & rook"),
            ("(queen + knight) & rook", "(queen + knight) & rook"),
            ("queen & (knight && rook)", "queen & (knight && rook)"),
            ("queen && knight | rook", "(queen && knight) | rook"),
            ("queen + (knight + rook)", "queen + (knight + rook)"),
            (
                "(wythoff.pass + nim(2)).within(x < 15 and y < 15)",
                "(wythoff.pass + nim(2)).within(x < 15 and y < 15)",
            ),
            ("slow(4,3).block(2)", "slow(4,3).block(2)"),
            ("euclid | euclid", "euclid | euclid"),
        ] {
            let once = parse_rules(text).unwrap_or_else(|e| panic!("{text}: {e}"));
            assert_eq!(once.to_string(), printed, "{text}");
            assert_eq!(parse_rules(printed).unwrap(), once, "{text}");
        }
    }

    #[test]
    fn mistakes_are_shown_at_their_place_with_a_way_out() {
        for (text, span, word) in [
            ("wyt(0,1)", 0..8, "from 1"),
            ("wyt(1,-2)", 6..8, "negative"),
            ("wyt(1,2.5)", 7..8, "whole number"),
            ("wyt(1)", 5..6, "second number"),
            ("wytoff", 0..6, "did you mean 'wythoff'"),
            ("wythoff.passs", 8..13, "did you mean 'pass'"),
            (
                "wythoff.misere + nim(1)",
                8..14,
                "(wythoff + nim(1)).misere",
            ),
            ("wythoff.misere.pass", 8..14, "wythoff.pass.misere"),
            ("wythoff.until(x+y)", 14..17, "condition"),
            ("wythoff.until(x+q<=2)", 16..17, "coordinates x, y"),
            ("rays(1,0; 0)", 0..12, "entries"),
            ("rays(1,-1; -1,1)", 0..16, "endless play"),
            ("steps(0,0)", 0..10, "changes nothing"),
            ("nim(0)", 0..6, "at least 1"),
            ("nim(33)", 0..7, "coordinates"),
            ("(wythoff", 8..8, "')'"),
            ("wythoff)", 7..8, "end of the ruleset"),
            ("", 0..0, "a ruleset"),
            ("slow(3,4)", 0..9, "number of piles"),
            ("wythoff.block(2).pass", 8..13, "block(2)"),
            ("graph(x.csv)", 6..11, "cannot be read"),
        ] {
            let error = parse_rules(text).unwrap_err();
            assert_eq!(error.span(), Some(span), "{text}: {error}");
            let said = format!("{error} / {}", error.advice().unwrap_or_default());
            assert!(said.contains(word), "{text}: {said}");
            assert!(matches!(
                error.kind(),
                ErrorKind::Input | ErrorKind::Undefined | ErrorKind::Limit
            ));
        }
    }

    #[test]
    fn long_and_deep_texts_are_refused_not_overflowed() {
        for text in [
            "(".repeat(10_000) + "wythoff",
            "wythoff".to_string() + &".pass".repeat(10_000),
            "wythoff + ".repeat(10_000) + "wythoff",
            format!("wythoff.until({}x = 1)", "not ".repeat(10_000)),
            format!("wythoff.until({}x = 1)", "x+".repeat(10_000)),
            format!("wythoff.until(x = {}1)", "-".repeat(10_000)),
        ] {
            assert_eq!(parse_rules(&text).unwrap_err().kind(), ErrorKind::Limit);
        }
    }
}
