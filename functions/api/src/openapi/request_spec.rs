//! A handler's signature, as data for the OpenAPI documents: who may call it, which request it
//! reads, and what it answers.

use axum::extract::State;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{RefOr, Schema},
};

use super::{AnswerShape, AnswerType, Shape};
use crate::{
    App,
    answer::{Answer, Answered},
    extract::{
        Admin, Checked, KeyOrAdmin, KeyRequest, KeyRight, LinkHolder, NamesNoEvent,
        ProvidersMessage, PublicRequest, PublicRight, SessionRequest, SessionRight,
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
    /// Either a key or a session.
    KeyOrSession,
    /// The signature of the provider of text messages (contract 8.7).
    Signature,
}

const EVERYBODY: &str = "everybody";

/// A route's request and its callers.
pub struct RequestSpec {
    /// The credential.
    pub credential: Credential,
    /// Who gets an answer other than 401.
    pub who: String,
    /// The request; `None` for one without fields.
    pub request: Option<Shape>,
    /// The largest body in bytes; `None` where no body is read.
    pub limit: Option<usize>,
    /// The body's media type.
    pub media: &'static str,
}

/// The extractor of a route that reads its body: always the last parameter of the handler.
pub trait Extractor {
    fn request_spec() -> RequestSpec;
}

fn of_body<C: Checked<Body: ToSchema>>(
    credential: Credential,
    who: impl Into<String>,
) -> RequestSpec {
    RequestSpec {
        credential,
        who: who.into(),
        request: has_fields(&C::Body::schema()).then(Shape::of::<C::Body>),
        limit: Some(C::LIMIT),
        media: "application/json",
    }
}

impl<C: Checked<Body: ToSchema>> Extractor for ValidBody<C> {
    fn request_spec() -> RequestSpec {
        of_body::<C>(Credential::Public, EVERYBODY)
    }
}

impl<C: Checked<Body: ToSchema>, R: PublicRight> Extractor for PublicRequest<C, R> {
    fn request_spec() -> RequestSpec {
        of_body::<C>(Credential::Public, R::WHO)
    }
}

impl<C: Checked<Body: ToSchema>, R: KeyRight> Extractor for KeyRequest<C, R> {
    fn request_spec() -> RequestSpec {
        of_body::<C>(Credential::Key, R::who())
    }
}

impl<C: Checked<Body: ToSchema>, R: SessionRight> Extractor for SessionRequest<C, R> {
    fn request_spec() -> RequestSpec {
        of_body::<C>(Credential::Session, R::WHO)
    }
}

impl<C: Checked<Body: ToSchema>, R: NamesNoEvent> Extractor for KeyOrAdmin<C, R> {
    fn request_spec() -> RequestSpec {
        let who = format!("{} and {}", R::who(), Admin::WHO);
        of_body::<C>(Credential::KeyOrSession, who)
    }
}

/// The specification of a route that reads no body.
fn without_body(who: &str) -> RequestSpec {
    RequestSpec {
        credential: Credential::Public,
        who: who.to_owned(),
        request: None,
        limit: None,
        media: "",
    }
}

/// Takes nothing from the caller.
impl Extractor for State<App> {
    fn request_spec() -> RequestSpec {
        without_body(EVERYBODY)
    }
}

/// The token is in the address, and the body is ignored.
impl Extractor for UnsubscribeRequest {
    fn request_spec() -> RequestSpec {
        without_body(LinkHolder::WHO)
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
            who: "the provider of text messages".to_owned(),
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
    /// Its request.
    fn request_spec() -> RequestSpec;
    /// Its answer.
    fn answer() -> AnswerShape;
}

/// A handler's return type: an [`crate::answer::Answer`], or only its success if it cannot fail.
pub trait Returned {
    /// The answer.
    fn answer() -> AnswerShape;
}

impl<T: AnswerType> Returned for Answered<T> {
    fn answer() -> AnswerShape {
        T::shape()
    }
}

impl<T: AnswerType> Returned for Answer<T> {
    fn answer() -> AnswerShape {
        T::shape()
    }
}

impl<F: Fn() -> Fut, Fut: Future<Output: Returned>> Handled<()> for F {
    fn request_spec() -> RequestSpec {
        without_body(EVERYBODY)
    }

    fn answer() -> AnswerShape {
        Fut::Output::answer()
    }
}

macro_rules! handled {
    ($($before:ident)*) => {
        impl<F, Fut, $($before,)* Last> Handled<($($before,)* Last,)> for F
        where
            F: Fn($($before,)* Last) -> Fut,
            Fut: Future<Output: Returned>,
            Last: Extractor,
        {
            fn request_spec() -> RequestSpec {
                Last::request_spec()
            }

            fn answer() -> AnswerShape {
                Fut::Output::answer()
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

/// A handler's request, from its signature.
pub fn request_spec_of<M, H: Handled<M>>(_: &H) -> RequestSpec {
    H::request_spec()
}

/// A handler's answer, from its signature.
pub fn answer_of<M, H: Handled<M>>(_: &H) -> AnswerShape {
    H::answer()
}
