//! Positions as lists of coordinates.

use dashu_int::UBig;

use crate::error::Error;
use crate::notation::numbers::{DEFAULT_MAX_DIGITS, parse_number_within, shortened};
use crate::rules::{Axis, Game, Graph, Rules};

/// A position of a game from the texts of its coordinates, in order. The last one may be left out when
/// it counts the passes of the outermost adapter: then all are still available.
///
/// # Errors
/// [`ErrorKind::Input`](crate::ErrorKind::Input) for too few or too many coordinates, for what is no
/// whole number from 0, for more passes than the rules have, for an unknown vertex.
///
/// ```
/// use wythoff::notation::{parse_position, parse_rules};
/// let rules = parse_rules("wythoff.pass")?;
/// let at = parse_position(&rules, &["3", "10^3"])?;
/// assert_eq!(at.iter().map(|x| x.to_string()).collect::<Vec<_>>(), ["3", "1000", "1"]);
/// assert!(parse_position(&rules, &["3"]).is_err());
/// # Ok::<(), wythoff::Error>(())
/// ```
pub fn parse_position<T: AsRef<str>>(rules: &Rules, texts: &[T]) -> Result<Vec<UBig>, Error> {
    parse_position_within(rules, texts, DEFAULT_MAX_DIGITS)
}

/// As [`parse_position`], with coordinates of at most `max_digits` digits.
///
/// # Errors
/// As [`parse_position`], and [`ErrorKind::Limit`](crate::ErrorKind::Limit) for longer numbers.
pub fn parse_position_within<T: AsRef<str>>(
    rules: &Rules,
    texts: &[T],
    max_digits: usize,
) -> Result<Vec<UBig>, Error> {
    let axes = rules.axes();
    let names = rules.game().coordinate_names();
    let missing = axes.len().checked_sub(texts.len());
    let default = rules.default_passes().filter(|_| missing == Some(1));
    if missing != Some(0) && default.is_none() {
        let optional = if rules.default_passes().is_some() {
            " (the last may be left out)"
        } else {
            ""
        };
        return Err(Error::input(format!(
            "found {} coordinate{}, expected {} for {rules}: {}{optional}",
            texts.len(),
            if texts.len() == 1 { "" } else { "s" },
            axes.len(),
            names.join(", ")
        )));
    }
    let mut position = Vec::with_capacity(axes.len());
    for (i, text) in texts.iter().enumerate() {
        let text = text.as_ref();
        let say = |error: Error| {
            let shown = shortened(text);
            Error::new(
                error.kind(),
                format!("coordinate {} = {shown:?}: {}", names[i], error.message()),
            )
            .help(
                error
                    .advice()
                    .unwrap_or("coordinates are whole numbers from 0")
                    .to_string(),
            )
        };
        position.push(match axes[i] {
            Axis::Pile => parse_number_within(text, max_digits).map_err(say)?,
            Axis::Passes(times) => {
                let passes = parse_number_within(text, max_digits).map_err(say)?;
                if passes > UBig::from(times) {
                    return Err(Error::input(format!(
                        "coordinate {} = {}: these rules have {times} pass{} in all",
                        names[i],
                        shortened(text),
                        if times == 1 { "" } else { "es" }
                    )));
                }
                passes
            }
            Axis::Vertex => {
                let vertex =
                    graph_of_axis(rules.game(), i).and_then(|graph| graph.vertex(text.trim()));
                UBig::from(vertex.ok_or_else(|| {
                    Error::input(format!("the graph has no vertex {:?}", shortened(text)))
                })?)
            }
        });
    }
    position.extend(default.map(UBig::from));
    Ok(position)
}

/// The graph whose vertices a coordinate names.
fn graph_of_axis(game: &Game, axis: usize) -> Option<&Graph> {
    match game {
        Game::Graph { graph, .. } => Some(graph),
        Game::Pass { game, .. } | Game::Until { game, .. } | Game::Within { game, .. } => {
            graph_of_axis(game, axis)
        }
        Game::Sum { left, right, .. } => {
            let split = left.axes().len();
            if axis < split {
                graph_of_axis(left, axis)
            } else {
                graph_of_axis(right, axis - split)
            }
        }
        _ => None,
    }
}

/// The texts of a position's coordinates: numbers, and names of vertices.
///
/// ```
/// use wythoff::notation::position_text;
/// use wythoff::rules::Rules;
/// assert_eq!(position_text(&Rules::wythoff(), &[3u8.into(), 5u8.into()]), ["3", "5"]);
/// ```
#[must_use]
pub fn position_text(rules: &Rules, at: &[UBig]) -> Vec<String> {
    let axes = rules.axes();
    at.iter()
        .enumerate()
        .map(|(i, coordinate)| {
            let vertex = match axes.get(i) {
                Some(Axis::Vertex) => u64::try_from(coordinate.clone()).ok(),
                _ => None,
            };
            match vertex.and_then(|v| graph_of_axis(rules.game(), i)?.name(v)) {
                Some(name) => name.to_string(),
                None => coordinate.to_string(),
            }
        })
        .collect()
}
