//! Segments and distances in requests (contract 2.6).

use chute_domain::race::{Distance, Segment};

use crate::{
    json::wire,
    text::{cut, is_identity},
};

wire! {
    /// A segment as sent.
    pub struct SegmentIn {
        /// Location.
        pub location: String,
        /// Distance it belongs to.
        pub distance_name: String,
        /// Name.
        pub name: String,
        /// Cumulative distance.
        pub distance_value: f64,
        /// Unit.
        pub distance_unit: String,
        /// Position.
        pub gps: String,
        /// Map.
        pub map_link: String,
    }
}

wire! {
    /// A distance as sent.
    pub struct DistanceIn {
        /// Name.
        pub name: String,
        /// Certification.
        pub certification: String,
    }
}

impl SegmentIn {
    /// The segment, or `None` when it is invalid and to be dropped.
    #[must_use]
    pub fn checked(self) -> Option<Segment> {
        let identified = is_identity(&self.distance_name, 100) && is_identity(&self.name, 100);
        if !identified || self.location.is_empty() || self.distance_unit.is_empty() || self.distance_value == 0.0 {
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
    /// The distance, or `None` when it is invalid and to be dropped.
    #[must_use]
    pub fn checked(self) -> Option<Distance> {
        (is_identity(&self.name, 100) && !self.certification.is_empty())
            .then(|| Distance { name: self.name, certification: cut(self.certification, 150) })
    }
}
