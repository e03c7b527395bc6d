//! What the signature of a handler says: which credential it asks for, and which request it reads.

use axum::extract::State;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{RefOr, Schema},
};

use super::Shape;
use crate::{
    App,
    extract::{
        Checked, KeyOrAdmin, KeyRequest, ProvidersMessage, PublicRequest, SessionRequest,
        UnsubscribeRequest, ValidBody,
    },
};

/// The credential a route asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Credential {
    /// None.
    Public,
    /// An API key (contract 3.2).
    Key,
    /// A session's access token (contract 3.4).
    Session,
    /// Either.
    KeyOrSession,
    /// The signature of the provider of text messages (contract 8.7).
    Signature,
}

/// What a route takes.
pub struct RequestSpec {
    /// The credential.
    pub credential: Credential,
    /// The request; `None` for one without fields.
    pub request: Option<Shape>,
    /// The largest body in bytes; `None` where no body is read.
    pub limit: Option<usize>,
    /// The body's media type.
    pub media: &'static str,
}

/// The extractor of a route that reads its body: always the last in the handler's signature.
pub trait Extractor {
    /// What it takes.
    fn request_spec() -> RequestSpec;
}

macro_rules! entries {
    ($($extractor:ident => $credential:ident,)*) => {$(
        impl<C: Checked<Body: ToSchema>> Extractor for $extractor<C> {
            fn request_spec() -> RequestSpec {
                let request = has_fields(&C::Body::schema()).then(Shape::of::<C::Body>);
                RequestSpec { credential: Credential::$credential, request, limit: Some(C::LIMIT), media: "application/json" }
            }
        }
    )*};
}
entries! {
    ValidBody => Public,
    PublicRequest => Public,
    KeyRequest => Key,
    SessionRequest => Session,
    KeyOrAdmin => KeyOrSession,
}

/// Takes nothing from the caller.
impl Extractor for State<App> {
    fn request_spec() -> RequestSpec {
        RequestSpec {
            credential: Credential::Public,
            request: None,
            limit: None,
            media: "",
        }
    }
}

/// Its token is in the address, and its body is ignored.
impl Extractor for UnsubscribeRequest {
    fn request_spec() -> RequestSpec {
        RequestSpec {
            credential: Credential::Public,
            request: None,
            limit: None,
            media: "",
        }
    }
}

impl Extractor for ProvidersMessage {
    fn request_spec() -> RequestSpec {
        let (request, media) = (
            Some(Shape::of::<ProvidersForm>()),
            "application/x-www-form-urlencoded",
        );
        RequestSpec {
            credential: Credential::Signature,
            request,
            limit: Some(64 * 1024),
            media,
        }
    }
}

/// A text that came in, as the provider forwards it.
#[derive(ToSchema)]
#[expect(
    dead_code,
    reason = "only its schema is used: the fields are read by name"
)]
struct ProvidersForm {
    /// The sender's phone.
    #[schema(rename = "From")]
    from: Option<String>,
    /// The text.
    #[schema(rename = "Body")]
    body: Option<String>,
}

/// A handler whose signature can be read; `M` distinguishes the arities, as in axum.
pub trait Handled<M> {
    /// What it takes.
    fn request_spec() -> RequestSpec;
}

impl<F: Fn() -> Fut, Fut> Handled<()> for F {
    fn request_spec() -> RequestSpec {
        RequestSpec {
            credential: Credential::Public,
            request: None,
            limit: None,
            media: "",
        }
    }
}

macro_rules! handled {
    ($($before:ident)*) => {
        impl<F: Fn($($before,)* Last) -> Fut, Fut, $($before,)* Last: Extractor> Handled<($($before,)* Last,)> for F {
            fn request_spec() -> RequestSpec {
                Last::request_spec()
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
pub fn request_spec_of<M, H: Handled<M>>(_: &H) -> RequestSpec {
    H::request_spec()
}
