//! The two faces of the certificate: which letters they have, how wide a line is in them, and its
//! outlines.
//!
//! The files are what `npm run faces` makes (`site/faces/subset.mjs`), each face in two halves as
//! on the site; a test of the site makes them again and compares bytes. Copyright and licence (SIL
//! OFL 1.1) stand beside them and inside each.

use std::sync::LazyLock;

use ttf_parser::{
    Face as Half, GlyphId, OutlineBuilder, Tag,
    gpos::{PairAdjustment, PositioningSubtable},
};
use zeno::{Command, PathBuilder};

/// The kinds of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// Fraunces 600, for names and numbers.
    Display,
    /// DM Sans 500, for what is small.
    Sans,
}

type Halves = LazyLock<Vec<Half<'static>>>;

static DISPLAY: Halves = LazyLock::new(|| {
    halves([
        include_bytes!("faces/fraunces-latin.ttf"),
        include_bytes!("faces/fraunces-latin-ext.ttf"),
    ])
});
static SANS: Halves = LazyLock::new(|| {
    halves([
        include_bytes!("faces/dm-sans-latin.ttf"),
        include_bytes!("faces/dm-sans-latin-ext.ttf"),
    ])
});

fn halves(files: [&'static [u8]; 2]) -> Vec<Half<'static>> {
    files
        .into_iter()
        .filter_map(|file| Half::parse(file, 0).ok())
        .collect()
}

impl Face {
    fn halves(self) -> &'static [Half<'static>] {
        match self {
            Self::Display => &DISPLAY,
            Self::Sans => &SANS,
        }
    }
}

/// A line set in a face; lengths by the size it is drawn in.
#[derive(Clone, Debug)]
pub struct Line {
    letters: Vec<Letter>,
    /// How wide it is.
    pub width: f64,
}

#[derive(Clone, Copy)]
struct Letter {
    half: &'static Half<'static>,
    glyph: GlyphId,
    /// Where it begins.
    x: f64,
}

impl std::fmt::Debug for Letter {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(to, "{}@{}", self.glyph.0, self.x)
    }
}

impl Line {
    /// `None` where the face lacks a letter. `air` stands between two letters.
    pub fn set(face: Face, text: &str, air: f64) -> Option<Self> {
        let mut letters: Vec<Letter> = Vec::with_capacity(text.len());
        let mut end = 0.0;
        for letter in text.chars() {
            let (half, glyph) = face
                .halves()
                .iter()
                .find_map(|half| Some((half, half.glyph_index(letter)?)))?;
            if let Some(before) = letters.last() {
                end += air;
                // as in a browser, nothing is known of pairs across two files
                if std::ptr::eq(before.half, half) {
                    end += by_size(half, kerning(half, before.glyph, glyph));
                }
            }
            letters.push(Letter {
                half,
                glyph,
                x: end,
            });
            end += by_size(half, half.glyph_hor_advance(glyph)?);
        }
        Some(Self {
            letters,
            width: end,
        })
    }

    /// Its outlines, `size` pixels high, from `left` on and on the base line `y`.
    pub fn outlines(&self, left: f64, y: f64, size: f64) -> Vec<Command> {
        let mut outlines = Vec::new();
        for Letter { half, glyph, x } in &self.letters {
            let mut pen = Pen {
                x: left + x * size,
                y,
                scale: by_size(half, 1_u8) * size,
                to: &mut outlines,
            };
            // a blank has none
            let _ = half.outline_glyph(*glyph, &mut pen);
        }
        outlines
    }
}

/// A face's own units as parts of the size.
fn by_size(half: &Half, units: impl Into<f64>) -> f64 {
    units.into() / f64::from(half.units_per_em())
}

/// How much closer a letter stands to the one before it (OpenType "GPOS", feature "kern").
fn kerning(half: &Half, left: GlyphId, right: GlyphId) -> i16 {
    let found = || {
        let table = half.tables().gpos?;
        let lookups = table
            .features
            .find(Tag::from_bytes(b"kern"))?
            .lookup_indices;
        let mut pairs = lookups
            .into_iter()
            .filter_map(|index| table.lookups.get(index))
            .flat_map(|lookup| lookup.subtables.into_iter());
        // the first that knows the pair counts
        pairs.find_map(|subtable| match subtable {
            PositioningSubtable::Pair(PairAdjustment::Format1 { coverage, sets }) => {
                sets.get(coverage.get(left)?)?.get(right)
            }
            PositioningSubtable::Pair(PairAdjustment::Format2 {
                coverage,
                classes: (first, second),
                matrix,
            }) => {
                coverage.get(left)?;
                matrix.get((first.get(left), second.get(right)))
            }
            _ => None,
        })
    };
    found().map_or(0, |(value, _)| value.x_advance)
}

/// Draws outlines of a face, whose heights grow upwards, at their place.
struct Pen<'a> {
    x: f64,
    y: f64,
    scale: f64,
    to: &'a mut Vec<Command>,
}

impl Pen<'_> {
    fn at(&self, x: f32, y: f32) -> [f32; 2] {
        [
            (self.x + f64::from(x) * self.scale) as f32,
            (self.y - f64::from(y) * self.scale) as f32,
        ]
    }
}

impl OutlineBuilder for Pen<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        let to = self.at(x, y);
        self.to.move_to(to);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let to = self.at(x, y);
        self.to.line_to(to);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (control, to) = (self.at(x1, y1), self.at(x, y));
        self.to.quad_to(control, to);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let (first, second, to) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.to.curve_to(first, second, to);
    }

    fn close(&mut self) {
        self.to.close();
    }
}
