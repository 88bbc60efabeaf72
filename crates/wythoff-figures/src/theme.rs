//! Colours: light and dark themes, categories and sequential palettes.
//!
//! Categories are the eight colours of M. Okabe and K. Ito, told apart with every common
//! colour-vision deficiency; marks also differ in brightness and weight, so that a figure survives
//! a black-and-white printer.

use crate::palette_tables::{CIVIDIS, VIRIDIS};

/// An opaque colour, red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Colour(pub [u8; 3]);

impl Colour {
    /// The colour `0xRRGGBB`.
    ///
    /// ```
    /// # use wythoff_figures::Colour;
    /// assert_eq!(Colour::hex(0xd55e00).css(), "#d55e00");
    /// ```
    #[must_use]
    pub const fn hex(rgb: u32) -> Self {
        Self([(rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8])
    }

    /// The colour as CSS writes it, `#rrggbb`.
    #[must_use]
    pub fn css(self) -> String {
        let [r, g, b] = self.0;
        format!("#{r:02x}{g:02x}{b:02x}")
    }

    /// The colour as LaTeX's HTML model writes it, `RRGGBB`.
    #[must_use]
    pub fn latex(self) -> String {
        let [r, g, b] = self.0;
        format!("{r:02X}{g:02X}{b:02X}")
    }

    /// The mixture of this colour and `other`, with `share` (0 to 1) of `other`.
    #[must_use]
    pub fn mix(self, other: Self, share: f64) -> Self {
        let part = |i: usize| {
            let (from, to) = (f64::from(self.0[i]), f64::from(other.0[i]));
            (from + (to - from) * share.clamp(0.0, 1.0)).round() as u8
        };
        Self([part(0), part(1), part(2)])
    }

    /// Relative luminance (WCAG 2), 0 for black to 1 for white.
    #[must_use]
    pub fn luminance(self) -> f64 {
        let linear = |part: u8| {
            let v = f64::from(part) / 255.0;
            if v <= 0.04045 {
                v / 12.92
            } else {
                ((v + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * linear(self.0[0]) + 0.7152 * linear(self.0[1]) + 0.0722 * linear(self.0[2])
    }

    /// Contrast ratio with `other` (WCAG 2), 1 to 21.
    ///
    /// ```
    /// # use wythoff_figures::Colour;
    /// assert!((Colour::hex(0).contrast(Colour::hex(0xffffff)) - 21.0).abs() < 1e-9);
    /// ```
    #[must_use]
    pub fn contrast(self, other: Self) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }
}

/// Light or dark ground.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Dark ink on white.
    #[default]
    Light,
    /// Light ink on near black.
    Dark,
}

/// The colours of a theme by what they are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colours {
    /// The ground.
    pub ground: Colour,
    /// Text and values.
    pub ink: Colour,
    /// Axes, headings.
    pub muted: Colour,
    /// The lines between cells.
    pub grid: Colour,
    /// The second square of a chequered board, bands behind a plot.
    pub shade: Colour,
    /// Cells that satisfy the condition, and the text on them.
    pub chosen: [Colour; 2],
    /// Cells of the second kind, and the text on them.
    pub second: [Colour; 2],
    /// The moves of a piece.
    pub ray: Colour,
    /// Okabe and Ito's colours, adapted to the ground.
    pub categories: [Colour; 8],
}

const LIGHT: Colours = Colours {
    ground: Colour::hex(0xffffff),
    ink: Colour::hex(0x1b1b1b),
    muted: Colour::hex(0x565656),
    grid: Colour::hex(0xb4b4b4),
    shade: Colour::hex(0xefefef),
    chosen: [Colour::hex(0xbf4800), Colour::hex(0xffffff)],
    second: [Colour::hex(0xa6d8f7), Colour::hex(0x10242f)],
    ray: Colour::hex(0xf0c27a),
    categories: [
        Colour::hex(0x0072b2),
        Colour::hex(0xd55e00),
        Colour::hex(0x009e73),
        Colour::hex(0xcc79a7),
        Colour::hex(0xe69f00),
        Colour::hex(0x56b4e9),
        Colour::hex(0x000000),
        Colour::hex(0xb8a800),
    ],
};

const DARK: Colours = Colours {
    ground: Colour::hex(0x15181c),
    ink: Colour::hex(0xececec),
    muted: Colour::hex(0xaeb4ba),
    grid: Colour::hex(0x474e56),
    shade: Colour::hex(0x22272d),
    chosen: [Colour::hex(0xff9a52), Colour::hex(0x1d0d00)],
    second: [Colour::hex(0x1f5a85), Colour::hex(0xf2f8fc)],
    ray: Colour::hex(0x7a5a1c),
    categories: [
        Colour::hex(0x4aa8e0),
        Colour::hex(0xff8a3d),
        Colour::hex(0x2cc79a),
        Colour::hex(0xe09cc4),
        Colour::hex(0xf0b429),
        Colour::hex(0x8fd0f8),
        Colour::hex(0xffffff),
        Colour::hex(0xf0e442),
    ],
};

impl Theme {
    /// The colours of this theme.
    #[must_use]
    pub const fn colours(self) -> &'static Colours {
        match self {
            Self::Light => &LIGHT,
            Self::Dark => &DARK,
        }
    }

    /// The name that a colour has in this theme; formats with named colours use it.
    pub(crate) fn name(self, colour: Colour) -> Option<&'static str> {
        const CATEGORY: [&str; 8] = [
            "wyCatA", "wyCatB", "wyCatC", "wyCatD", "wyCatE", "wyCatF", "wyCatG", "wyCatH",
        ];
        let c = self.colours();
        let named = [
            (c.ground, "wyGround"),
            (c.ink, "wyInk"),
            (c.muted, "wyMuted"),
            (c.grid, "wyGrid"),
            (c.shade, "wyShade"),
            (c.chosen[0], "wyChosen"),
            (c.chosen[1], "wyOnChosen"),
            (c.second[0], "wySecond"),
            (c.second[1], "wyOnSecond"),
            (c.ray, "wyRay"),
        ];
        let categories = c.categories.iter().copied().zip(CATEGORY);
        named
            .into_iter()
            .chain(categories)
            .find(|&(known, _)| known == colour)
            .map(|(_, name)| name)
    }
}

/// How numbers become colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Palette {
    /// viridis: blue to yellow through green.
    #[default]
    Viridis,
    /// cividis: blue to yellow through grey, made for colour-vision deficiencies.
    Cividis,
    /// Black to white.
    Greys,
    /// Blue through near white to vermilion: values on both sides of a middle.
    Diverging,
}

/// The number of levels that a palette has: a raster keeps one more index for "no value".
pub const LEVELS: usize = 255;

impl Palette {
    /// The colour at `share` (0 to 1, clamped) of the palette.
    ///
    /// ```
    /// # use wythoff_figures::{Colour, Palette};
    /// assert_eq!(Palette::Viridis.at(0.0), Colour::hex(0x440154));
    /// assert_eq!(Palette::Viridis.at(1.0), Colour::hex(0xfde725));
    /// ```
    #[must_use]
    pub fn at(self, share: f64) -> Colour {
        let share = if share.is_nan() {
            0.0
        } else {
            share.clamp(0.0, 1.0)
        };
        let entry = (share * 255.0).round() as usize;
        match self {
            Self::Viridis => Colour::hex(VIRIDIS[entry]),
            Self::Cividis => Colour::hex(CIVIDIS[entry]),
            Self::Greys => Colour([entry as u8; 3]),
            Self::Diverging => diverging(share),
        }
    }

    /// All levels, lowest first.
    #[must_use]
    pub fn levels(self) -> Vec<Colour> {
        (0..LEVELS)
            .map(|i| self.at(i as f64 / (LEVELS - 1) as f64))
            .collect()
    }
}

/// Okabe and Ito's blue and vermilion, paler toward the middle.
fn diverging(share: f64) -> Colour {
    const LOW: [Colour; 3] = [
        Colour::hex(0x003f66),
        Colour::hex(0x0072b2),
        Colour::hex(0x8cc6ea),
    ];
    const HIGH: [Colour; 3] = [
        Colour::hex(0x7a2f00),
        Colour::hex(0xd55e00),
        Colour::hex(0xf6b98a),
    ];
    const MIDDLE: Colour = Colour::hex(0xf7f7f4);
    let [end, strong, pale] = if share < 0.5 { LOW } else { HIGH };
    let from_end = (0.5 - (share - 0.5).abs()) * 6.0;
    match from_end {
        t if t < 1.0 => end.mix(strong, t),
        t if t < 2.0 => strong.mix(pale, t - 1.0),
        t => pale.mix(MIDDLE, t - 2.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_readable_on_every_ground() {
        for theme in [Theme::Light, Theme::Dark] {
            let c = theme.colours();
            for (text, ground) in [
                (c.ink, c.ground),
                (c.muted, c.ground),
                (c.ink, c.shade),
                (c.ink, c.ray),
                (c.chosen[1], c.chosen[0]),
                (c.second[1], c.second[0]),
            ] {
                assert!(
                    text.contrast(ground) >= 4.5,
                    "{theme:?} {text:?} on {ground:?}"
                );
            }
            assert!(
                c.chosen[0].contrast(c.second[0]) >= 2.5,
                "{theme:?}: marks differ in grey"
            );
        }
    }

    #[test]
    fn sequential_palettes_grow_brighter() {
        for palette in [Palette::Viridis, Palette::Cividis, Palette::Greys] {
            let light: Vec<f64> = palette.levels().iter().map(|c| c.luminance()).collect();
            assert!(light.windows(2).all(|w| w[0] <= w[1] + 2e-3), "{palette:?}");
        }
        assert!(Palette::Diverging.at(0.5).luminance() > 0.9);
    }
}
