//! What a handler may ask for in its parameters; having it there is the check.

mod body;
mod keyed;

pub use body::{SentEvent, SentYear};
pub use keyed::{Access, Keyed, OfEvent, OfYear};
