//! Segments and distances in requests (contract 2.6).

use std::ops::Range;

use chute_domain::race::{Distance, Segment};

use crate::{
    json::wire,
    text::{cut, is_identity},
};

wire! {
    /// A segment as sent: a named stretch of a distance up to a timing point. Rows refer to it by
    /// its name within their distance.
    pub struct SegmentIn {
        /// Name of the point at its end, such as `Finish`; 1 to 100 characters.
        pub location: String,
        /// Name of the distance that it belongs to, 1 to 100 characters.
        pub distance_name: String,
        /// Name of the segment, 1 to 100 characters: what rows have in `segment`.
        pub name: String,
        /// Distance from the start to its end along the course, in `distance_unit`; not 0.
        pub distance_value: f64,
        /// Unit of `distance_value`: `mi`, `yd`, `ft`, `km` or `m`; up to 12 characters.
        pub distance_unit: String,
        /// Geographic position of the point, free text of up to 500 characters; may be empty.
        pub gps: String,
        /// Address of a map of the point, up to 500 characters; may be empty.
        pub map_link: String,
    }
}

/// The absolute values that a number in a DynamoDB table can have, without zero.
const DISTANCES: Range<f64> = 1e-130..1e126;

wire! {
    /// Additional information about a distance, as sent.
    pub struct DistanceIn {
        /// Name of the distance, 1 to 100 characters: what rows have in `distance`.
        pub name: String,
        /// How the course was measured, for example the number of a certificate; 1 to 150
        /// characters.
        pub certification: String,
    }
}

impl SegmentIn {
    /// The segment, or `None` if it is invalid and has to be dropped.
    #[must_use]
    pub fn checked(self) -> Option<Segment> {
        let identified = is_identity(&self.distance_name, 100) && is_identity(&self.name, 100);
        let measured = DISTANCES.contains(&self.distance_value.abs());
        if !identified || !measured || self.location.is_empty() || self.distance_unit.is_empty() {
            return None;
        }
        Some(Segment {
            location: cut(self.location, 100),
            distance_name: self.distance_name,
            name: self.name,
            distance_value: self.distance_value,
            distance_unit: cut(self.distance_unit, 12),
            gps: cut(self.gps, 500),
            map_link: cut(self.map_link, 500),
        })
    }
}

impl DistanceIn {
    /// The distance, or `None` if it is invalid and has to be dropped.
    #[must_use]
    pub fn checked(self) -> Option<Distance> {
        (is_identity(&self.name, 100) && !self.certification.is_empty()).then(|| Distance {
            name: self.name,
            certification: cut(self.certification, 150),
        })
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case(3.1, true)]
    #[case(-0.25, true)]
    #[case(0.0, false)]
    #[case(-0.0, false)]
    #[case(1e-130, true)]
    #[case(9.9e-131, false)]
    #[case(f64::MIN_POSITIVE, false)]
    #[case(9.999e125, true)]
    #[case(1e126, false)]
    #[case(-1e126, false)]
    #[case(f64::MAX, false)]
    #[case(f64::NAN, false)]
    fn a_segment_has_a_distance_that_a_table_holds(
        #[case] distance_value: f64,
        #[case] expected: bool,
    ) {
        let [location, distance_name, name, distance_unit] =
            ["Mile 3", "10 KM", "Mile 3", "mi"].map(str::to_owned);
        let sent = SegmentIn {
            location,
            distance_name,
            name,
            distance_unit,
            distance_value,
            ..SegmentIn::default()
        };
        assert_eq!(sent.checked().is_some(), expected);
    }
}
