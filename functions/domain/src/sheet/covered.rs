//! How far somebody came in a race of a given time: laps, or the distance itself where the file has
//! no laps (`102.4 mi`).

use super::{
    cells::{is_number, whole},
    words::words,
};
use crate::named::named;

named! {
    /// A unit of distances.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum LengthUnit {
        /// Miles.
        Miles = "mi",
        /// Kilometres.
        Kilometres = "km",
    }
}

impl LengthUnit {
    const fn metres(self) -> f64 {
        match self {
            Self::Miles => 1_609.344,
            Self::Kilometres => 1_000.0,
        }
    }
}

/// A distance that somebody covered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Covered {
    length: f64,
    unit: LengthUnit,
}

impl Covered {
    /// A distance such as `102.4 mi`, `164,8 km`; without a unit one in `unit`. `None` for another
    /// text, and for none at all.
    pub fn of(text: &str, unit: Option<LengthUnit>) -> Option<Self> {
        let text = text.trim();
        let end = text.find(|c: char| !c.is_ascii_digit() && c != '.' && c != ',');
        let (number, word) = text.split_at_checked(end.unwrap_or(text.len()))?;
        let unit = match words(word).as_slice() {
            [] => unit?,
            [word] => match word.as_str() {
                "MI" | "MILE" | "MILES" | "MILLAS" | "MEILEN" => LengthUnit::Miles,
                "K" | "KM" | "KMS" | "KILOMETERS" | "KILOMETRES" | "KILOMETROS" | "KILOMETER" => {
                    LengthUnit::Kilometres
                }
                _ => return None,
            },
            _ => return None,
        };
        let length: f64 = number.replace(',', ".").parse().ok()?;
        (length > 0.0 && length < 100_000.0).then_some(Self { length, unit })
    }

    /// The distance in a row, which has it in place of the name of a lap.
    pub fn of_segment(segment: &str) -> Option<Self> {
        Self::of(segment, None)
    }

    /// Whole metres.
    pub fn metres(self) -> i64 {
        (self.length * self.unit.metres()).round() as i64
    }

    /// The number of laps of this length in kilometres, and whether they are whole: a distance is
    /// rounded to hundredths in most files.
    pub fn laps(self, lap_km: f64) -> (i64, bool) {
        let km = self.length * self.unit.metres() / 1_000.0;
        let laps = km / lap_km;
        let whole = laps.round();
        let is_whole = (laps - whole).abs() * lap_km < 0.02;
        let laps = if is_whole { whole } else { laps.floor() };
        ((laps as i64).max(1), is_whole && whole >= 1.0)
    }

    /// As pages show it: `102.4 mi`.
    pub fn text(self) -> String {
        format!("{} {}", self.length, self.unit.name())
    }
}

/// The number of laps in a cell: `12`, or with a word as in our own tables: `Lap 12`, `12 laps`.
pub fn laps(text: &str) -> Option<i64> {
    let number = whole(text).or_else(|| match words(text).as_slice() {
        [word, number] | [number, word] if !is_number(word) && !text.contains(['.', ',']) => {
            whole(number)
        }
        _ => None,
    });
    number.filter(|laps| (1..10_000).contains(laps))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("102.4", Some(LengthUnit::Miles), Some("102.4 mi"))]
    #[case("102.4 miles", None, Some("102.4 mi"))]
    #[case("164,8km", Some(LengthUnit::Miles), Some("164.8 km"))]
    #[case("100.00", Some(LengthUnit::Kilometres), Some("100 km"))]
    #[case("102.4", None, None)]
    #[case("Lap 4", Some(LengthUnit::Miles), None)]
    #[case("0", Some(LengthUnit::Miles), None)]
    fn a_distance_is_read(
        #[case] text: &str,
        #[case] unit: Option<LengthUnit>,
        #[case] shown: Option<&str>,
    ) {
        assert_eq!(Covered::of(text, unit).map(Covered::text).as_deref(), shown);
    }

    #[rstest]
    #[case("102.4 mi", 1.5 * 1.609_344, (68, false))]
    #[case("102.00 mi", 1.5 * 1.609_344, (68, true))]
    #[case("0.5 mi", 1.5 * 1.609_344, (1, false))]
    #[case("62.14 mi", 1.0, (100, true))]
    fn laps_of_a_distance(#[case] text: &str, #[case] lap_km: f64, #[case] expected: (i64, bool)) {
        assert_eq!(
            Covered::of(text, None).map(|covered| covered.laps(lap_km)),
            Some(expected)
        );
    }

    #[rstest]
    #[case("12", Some(12))]
    #[case("Lap 12", Some(12))]
    #[case("Hour 3", Some(3))]
    #[case("12 Runden", Some(12))]
    #[case("12.5", None)]
    #[case("102.4 mi", None)]
    #[case("Lap", None)]
    #[case("DNF", None)]
    fn laps_are_read(#[case] text: &str, #[case] expected: Option<i64>) {
        assert_eq!(laps(text), expected);
    }
}
