//! Options that say how a picture looks, and in which order a b-file reads a table.

use clap::{Args, ValueEnum};
use wythoff::Error;
use wythoff_figures::bfile::Reading;
use wythoff_figures::tables::Colouring;
use wythoff_figures::{Look, Palette, Scale, latex, png};

use crate::output::picture::Style;

/// How pictures look.
#[derive(Debug, Args)]
pub(crate) struct Looks {
    /// Width of a picture in pixels at 96 dpi, 100 to 10000; by its content if left out
    #[arg(long, value_name = "PIXELS", help_heading = "Pictures")]
    width: Option<u32>,
    /// Resolution of a PNG
    #[arg(long, value_name = "DPI", default_value_t = png::DPI, help_heading = "Pictures")]
    dpi: u32,
    /// A dark ground
    #[arg(long, help_heading = "Pictures")]
    dark: bool,
    /// No title above the picture
    #[arg(long, help_heading = "Pictures")]
    no_title: bool,
    /// The colours of a map of values
    #[arg(long, value_enum, default_value_t, help_heading = "Pictures")]
    palette: PaletteArgument,
    /// How the colours are spread over the values
    #[arg(long, value_enum, default_value_t, help_heading = "Pictures")]
    colours: Spread,
    /// The environment of a LaTeX table
    #[arg(long, value_enum, default_value_t, help_heading = "Pictures")]
    latex: Environment,
    /// How a b-file reads a table: antidiagonals, triangle, diagonal, "row K", "inverse row K", …
    #[arg(long, value_name = "ORDER", help_heading = "Sequences")]
    read: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum PaletteArgument {
    #[default]
    Viridis,
    Cividis,
    Greys,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Spread {
    #[default]
    Linear,
    Root,
    Log,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Environment {
    #[default]
    Booktabs,
    Array,
}

impl Looks {
    /// The style asked for.
    pub(crate) fn style(&self) -> Style {
        let style = Style {
            look: Look {
                width: self.width,
                title: !self.no_title,
                ..Look::default()
            },
            dpi: self.dpi,
            colouring: Colouring {
                palette: match self.palette {
                    PaletteArgument::Viridis => Palette::Viridis,
                    PaletteArgument::Cividis => Palette::Cividis,
                    PaletteArgument::Greys => Palette::Greys,
                },
                scale: match self.colours {
                    Spread::Linear => Scale::Linear,
                    Spread::Root => Scale::Root,
                    Spread::Log => Scale::Log,
                },
            },
            latex: match self.latex {
                Environment::Booktabs => latex::Style::Booktabs,
                Environment::Array => latex::Style::Array,
            },
        };
        if self.dark { style.dark() } else { style }
    }

    /// The reading order asked for.
    pub(crate) fn reading(&self) -> Result<Option<Reading>, Error> {
        self.read.as_deref().map(parse_reading).transpose()
    }
}

/// A reading order from its name.
pub(crate) fn parse_reading(name: &str) -> Result<Reading, Error> {
    Reading::parse(name).ok_or_else(|| {
        Error::input(format!(
            "found the order '{name}', expected one of {}",
            Reading::NAMES
        ))
    })
}
