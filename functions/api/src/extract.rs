//! What a handler may ask for in its parameters; having it there is the check.

mod body;
mod keyed;
mod signed;

pub use body::{SentEvent, SentYear};
pub use keyed::{Access, Keyed, OfEvent, OfYear};
pub use signed::{Role, Signed, SignedIn};
