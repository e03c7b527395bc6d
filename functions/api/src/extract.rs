//! The parameters that handlers take: having one is the proof that it was checked.

mod accounts;
mod alerts;
mod body;
mod credentials;
mod key_or_admin;
mod key_request;
mod named_race;
mod owned;
mod provider;
mod public_request;
mod remote;
mod rights;
mod session_request;
mod unsubscribe_request;

pub use accounts::{EmailChange, NamedAccount};
pub use alerts::{ValidEmail, ValidPhone};
pub use body::{Checked, InRace, ValidBody, ValidEvent, ValidYear};
pub use key_or_admin::{KeyOrAdmin, ListReader};
pub use key_request::{EventRequest, KeyRequest, YearRequest};
pub use named_race::{no_such_event, race_of};
pub use owned::BodyWithRace;
pub use provider::ProvidersMessage;
pub use public_request::{PublicRaceRequest, PublicRequest};
pub use remote::{ReadsToDelete, ValidNotification, ValidReads};
pub use rights::{
    Admin, AnyKey, AnySession, DeleteKey, Deleter, Helper, KeyHolder, KeyOwner, KeyRight, Limited,
    LimitedByRace, LinkHolder, Linker, NamesNoEvent, Oneself, Owner, PublicRight, Reader,
    SessionRight, WriteKey, Writer,
};
pub use session_request::{SessionRequest, SignedInRequest};
pub use unsubscribe_request::UnsubscribeRequest;
