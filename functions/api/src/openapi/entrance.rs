//! What the signature of a handler says: which credential it asks for, and which request it reads.

use utoipa::{
    PartialSchema, ToSchema,
    openapi::{RefOr, Schema},
};

use super::Shape;
use crate::extract::{Checked, KeyOrAdmin, Keyed, Open, Sent, Signed};

/// The credential a route asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Credential {
    /// None.
    Open,
    /// An API key (contract 3.2).
    Key,
    /// A session's access token (contract 3.4).
    Session,
    /// Either.
    KeyOrSession,
}

/// What a route takes.
pub struct Entrance {
    /// The credential.
    pub credential: Credential,
    /// The request; `None` for one without fields.
    pub request: Option<Shape>,
    /// The largest body in bytes; `None` where no body is read.
    pub limit: Option<usize>,
}

/// The extractor of a route that reads its body: always the last in the handler's signature.
pub trait Entry {
    /// The credential it asks for.
    const CREDENTIAL: Credential;
    /// What it reads.
    type Sent: Checked;
}

impl<C: Checked> Entry for Sent<C> {
    const CREDENTIAL: Credential = Credential::Open;
    type Sent = C;
}

impl<C: Checked> Entry for Keyed<C> {
    const CREDENTIAL: Credential = Credential::Key;
    type Sent = C;
}

impl<C: Checked> Entry for Signed<C> {
    const CREDENTIAL: Credential = Credential::Session;
    type Sent = C;
}

impl<C: Checked> Entry for Open<C> {
    const CREDENTIAL: Credential = Credential::Open;
    type Sent = C;
}

impl<C: Checked> Entry for KeyOrAdmin<C> {
    const CREDENTIAL: Credential = Credential::KeyOrSession;
    type Sent = C;
}

/// A handler whose signature can be read; `M` tells the arities apart, as in axum.
pub trait Handled<M> {
    /// What it takes.
    fn entrance() -> Entrance;
}

impl<F: Fn() -> Fut, Fut> Handled<()> for F {
    fn entrance() -> Entrance {
        Entrance { credential: Credential::Open, request: None, limit: None }
    }
}

macro_rules! handled {
    ($($before:ident)*) => {
        impl<F, Fut, $($before,)* Last> Handled<($($before,)* Last,)> for F
        where
            F: Fn($($before,)* Last) -> Fut,
            Last: Entry,
            <Last::Sent as Checked>::Body: ToSchema,
        {
            fn entrance() -> Entrance {
                Entrance {
                    credential: Last::CREDENTIAL,
                    request: has_fields(&<Last::Sent as Checked>::Body::schema()).then(Shape::of::<<Last::Sent as Checked>::Body>),
                    limit: Some(<Last::Sent as Checked>::LIMIT),
                }
            }
        }
    };
}
handled!();
handled!(A);
handled!(A B);
handled!(A B C);

fn has_fields(schema: &RefOr<Schema>) -> bool {
    !matches!(schema, RefOr::T(Schema::Object(object)) if object.properties.is_empty())
}

/// Reads a handler's signature.
pub fn entrance_of<M, H: Handled<M>>(_: &H) -> Entrance {
    H::entrance()
}
