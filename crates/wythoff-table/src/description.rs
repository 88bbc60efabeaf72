//! What a file says of itself: rules, value, place, type, version.

use serde::{Deserialize, Serialize};
use wythoff::Error;
use wythoff::grid::{Value, Width};

/// Version of what is stored; a reader refuses any other.
pub const VERSION: u32 = 1;

/// What a table holds. Numbers that may be large are decimal strings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Description {
    /// The rules, in the notation.
    pub rules: String,
    /// `outcome`, `remoteness`, `grundy` or `blocked(k)`.
    pub value: String,
    /// The slice: a number for each coordinate, `*` for the two that vary.
    pub slice: String,
    /// The least coordinates.
    pub origin: [String; 2],
    /// Rows and columns: `array[x, y]`.
    pub shape: [usize; 2],
    /// The type of a cell as NumPy names it, little endian.
    pub dtype: String,
    /// Version of this description and of the layout around it.
    pub version: u32,
    /// The program that wrote the file.
    pub program: String,
}

impl Description {
    /// The description of a table from the corner (0, 0).
    #[must_use]
    pub fn new(rules: &str, slice: &str, value: Value, shape: [usize; 2], width: Width) -> Self {
        Description {
            rules: rules.to_owned(),
            value: match value {
                Value::Outcome => "outcome".to_owned(),
                Value::Remoteness => "remoteness".to_owned(),
                Value::Grundy => "grundy".to_owned(),
                Value::Blocked(limit) => format!("blocked({limit})"),
            },
            slice: slice.to_owned(),
            origin: ["0".to_owned(), "0".to_owned()],
            shape,
            dtype: dtype(width).to_owned(),
            version: VERSION,
            program: format!("wythoff {}", env!("CARGO_PKG_VERSION")),
        }
    }

    /// The value that is stored.
    ///
    /// # Errors
    /// [`ErrorKind::Input`](wythoff::ErrorKind::Input) for a word that is none of them.
    pub fn value(&self) -> Result<Value, Error> {
        let blocked = || {
            let limit = self.value.strip_prefix("blocked(")?.strip_suffix(')')?;
            Some(Value::Blocked(limit.parse().ok()?))
        };
        match self.value.as_str() {
            "outcome" => Ok(Value::Outcome),
            "remoteness" => Ok(Value::Remoteness),
            "grundy" => Ok(Value::Grundy),
            other => blocked().ok_or_else(|| Error::input(format!("found a table of `{other}`"))),
        }
    }

    /// Bytes of a cell.
    ///
    /// # Errors
    /// [`ErrorKind::Input`](wythoff::ErrorKind::Input) for a type that tables do not have.
    pub fn cell_bytes(&self) -> Result<usize, Error> {
        [Width::U8, Width::U16, Width::U32]
            .into_iter()
            .find(|&width| dtype(width) == self.dtype)
            .map(Width::bytes)
            .ok_or_else(|| Error::input(format!("found cells of type `{}`", self.dtype)))
    }

    /// Refuses another version.
    ///
    /// # Errors
    /// [`ErrorKind::Input`](wythoff::ErrorKind::Input).
    pub fn check_version(&self) -> Result<(), Error> {
        if self.version == VERSION {
            return Ok(());
        }
        Err(Error::input(format!(
            "found a table of version {}, expected {VERSION}",
            self.version
        ))
        .help("compute the table anew, or use the release that wrote it"))
    }
}

/// NumPy's name of a type.
fn dtype(width: Width) -> &'static str {
    match width {
        Width::U8 => "|u1",
        Width::U16 => "<u2",
        Width::U32 => "<u4",
    }
}
