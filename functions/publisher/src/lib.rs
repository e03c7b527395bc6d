#![doc = include_str!("../README.md")]

mod cache;
mod commit;
mod earlier;
mod events;
mod files;
mod manifest;
mod names;
mod plan;
mod prune;
mod publications;
mod publish;
mod published;
mod race;
mod reconcile;
mod reservation;
mod returns;
mod revisions;
mod state;
mod tables;
mod turns;
mod uploads;
mod verify;
mod version;
mod work;

pub use commit::Publication;
pub use events::Index;
pub use names::QUIET_MS;
pub use publications::Publications;
pub use publish::Publisher;
pub use published::{Committed, PieceList, Published};
pub use reconcile::Repaired;
pub use returns::{ReturnTo, Returning};
pub use verify::Verdict;
