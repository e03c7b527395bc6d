//! Errors of handlers become answers here and nowhere else.
//!
//! Handlers return [`Problem`]. A domain or contract error that the caller can fix becomes a 4xx
//! with its own text; a store error becomes a 5xx with a fixed sentence, and its cause is logged
//! once.

use std::{borrow::Cow, error::Error, iter, marker::PhantomData};

use axum::{
    Extension,
    body::Bytes,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use chute_contract::{
    Invalid,
    answers::{Message, ToJson},
    checkin::CheckinRefused,
    json::Unreadable,
    uploads::FileRefused,
};
use chute_domain::{
    checkin::Conflict,
    key::{KeyKind, KeyRefused},
    limit::TooMany,
    login::Delayed,
    password::PasswordRefused,
    privacy::Undecided,
    problems::Problems,
    subscription,
};
use chute_store::{StoreError, causes};
use serde::Serialize;

use crate::{
    compute::Overloaded,
    gzip::{WORTH_GZIP, compress},
};

type Cause = Box<dyn Error + Send + Sync>;

/// Everything a handler can fail with.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// 400: the caller can fix the body.
    #[error("{0}")]
    Bad(String),
    /// 400: an organiser's file with problems; the answer lists them (contract 9.4).
    #[error("{}", .0.message())]
    BadFile(Problems),
    /// 401: the credential does not allow this.
    #[error("{0}")]
    Unauthorized(&'static str),
    /// 403: the time for subscribing to text alerts has ended. Nothing else is answered with 403.
    #[error("{0}")]
    Forbidden(&'static str),
    /// 404.
    #[error("{0}")]
    NotFound(&'static str),
    /// 409.
    #[error("{0}")]
    Conflict(&'static str),
    /// 409: an edit at check-in conflicts with somebody else's; the answer lists the conflicts
    /// (contract 4.13).
    #[error("Changed By Somebody Else")]
    EditConflict(Vec<Conflict>),
    /// 413.
    #[error("{0}")]
    TooLarge(Cow<'static, str>),
    /// 429: over a rate limit; the caller may try again after this many seconds.
    #[error("Too Many Requests. Please try again in {}.", in_words(*after_s))]
    TooMany {
        /// Whole seconds, for `Retry-After`.
        after_s: i64,
    },
    /// 503: overloaded or out of time; the same request may be sent again.
    #[error("Busy, please try again")]
    Busy(#[source] Cause),
    /// 503: there is no room to store something; reading goes on.
    #[error(
        "No Room On The Disk. The server's disk is full: what is stored can be read, but nothing can be stored until there is room again."
    )]
    Full(#[source] Cause),
    /// 500: our own failure.
    #[error("Internal Server Error")]
    Failed(#[source] Cause),
}

const JSON: &str = "application/json";

const HOST_NOT_ALLOWED: &str = "Host Not Allowed. This key may be used only by pages of the hosts in its field allowed_hosts, and the call names \
    another host or none. A program names none: its key needs an empty allowed_hosts.";

/// The result of a handler: `T` is the answer on success, as in the OpenAPI document.
pub type Answer<T> = Result<Answered<T>, Problem>;

/// A success whose body has been written: that of a `T`, or of one of [`Empty`], [`NoContent`],
/// [`PlainText`] and [`CommittedDocument`]. Only the functions of this module make one.
///
/// The body may have been written from what the handler borrowed, so a `T<'static>` stands for any
/// lifetime: the type parameter is contravariant.
pub struct Answered<T>(Response, PhantomData<fn(T)>);

/// 200 with an empty body, `Ø` in the contract.
pub enum Empty {}

/// 204.
pub enum NoContent {}

/// A sentence in plain text, or nothing.
pub enum PlainText {}

/// An OpenAPI document in the form of its committed file.
pub enum CommittedDocument {}

/// JSON that a `T` has written.
pub struct WrittenJson<T>(Bytes, PhantomData<fn(T)>);

/// JSON that a `T` has written, compressed, so that it can be kept for other calls.
#[derive(Debug)]
pub struct PackedJson<T>(Bytes, PhantomData<fn(T)>);

impl<T> Answered<T> {
    fn written(response: impl IntoResponse) -> Self {
        Self(response.into_response(), PhantomData)
    }
}

impl<T> IntoResponse for Answered<T> {
    fn into_response(self) -> Response {
        self.0
    }
}

impl<T: ToJson> WrittenJson<T> {
    /// Lets the answer write its JSON.
    ///
    /// # Errors
    /// 500 if it cannot.
    pub fn of(body: &T) -> Result<Self, Problem> {
        match body.to_json() {
            Ok(json) => Ok(Self(json.into(), PhantomData)),
            Err(error) => Err(Problem::Failed(Box::new(error))),
        }
    }
}

impl<T> WrittenJson<T> {
    /// The same, compressed; `None` if that is not worth it.
    ///
    /// # Errors
    /// 500 if it cannot be compressed.
    pub fn packed(&self) -> Result<Option<PackedJson<T>>, Problem> {
        if self.0.len() < WORTH_GZIP {
            return Ok(None);
        }
        match compress(&self.0) {
            Ok(packed) => Ok(Some(PackedJson(packed.into(), PhantomData))),
            Err(error) => Err(Problem::Failed(Box::new(error))),
        }
    }
}

/// 200 with the JSON.
impl<T> From<WrittenJson<T>> for Answered<T> {
    fn from(WrittenJson(body, _): WrittenJson<T>) -> Self {
        json_bytes(body)
    }
}

/// 200 with the JSON; a caller who does not accept gzip gets it uncompressed.
impl<T> From<PackedJson<T>> for Answered<T> {
    fn from(PackedJson(body, _): PackedJson<T>) -> Self {
        let headers = [
            (header::CONTENT_TYPE, JSON),
            (header::CONTENT_ENCODING, "gzip"),
        ];
        Self::written((headers, body))
    }
}

impl<T> PackedJson<T> {
    /// The number of its bytes.
    pub fn bytes(&self) -> usize {
        self.0.len()
    }
}

// not derived: a `T` need not be `Clone`
impl<T> Clone for PackedJson<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone(), PhantomData)
    }
}

impl Problem {
    fn status(&self) -> StatusCode {
        match self {
            Self::Bad(_) | Self::BadFile(_) => StatusCode::BAD_REQUEST,
            Self::Unauthorized(_) => StatusCode::UNAUTHORIZED,
            Self::Forbidden(_) => StatusCode::FORBIDDEN,
            Self::NotFound(_) => StatusCode::NOT_FOUND,
            Self::Conflict(_) | Self::EditConflict(_) => StatusCode::CONFLICT,
            Self::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Self::TooMany { .. } => StatusCode::TOO_MANY_REQUESTS,
            Self::Busy(_) | Self::Full(_) => StatusCode::SERVICE_UNAVAILABLE,
            Self::Failed(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Busy(_) => Self::Busy(Box::new(error)),
            StoreError::Full(_) => Self::Full(Box::new(error)),
            StoreError::Failed(_) | StoreError::Unreadable(..) => Self::Failed(Box::new(error)),
        }
    }
}

impl From<Overloaded> for Problem {
    fn from(overloaded: Overloaded) -> Self {
        Self::Busy(overloaded.into())
    }
}

impl From<KeyRefused> for Problem {
    fn from(refused: KeyRefused) -> Self {
        Self::Unauthorized(match refused {
            KeyRefused::Unknown => "Key/Account Not Found",
            KeyRefused::Expired => "Expired Key",
            KeyRefused::Host => HOST_NOT_ALLOWED,
            KeyRefused::TooWeak(KeyKind::Delete) => {
                "Key Not Allowed. This call needs a key of the type delete."
            }
            KeyRefused::TooWeak(_) => {
                "Key Not Allowed. This call needs a key of the type write or delete; a read key may only read."
            }
        })
    }
}

impl From<Problems> for Problem {
    fn from(problems: Problems) -> Self {
        Self::BadFile(problems)
    }
}

impl From<Delayed> for Problem {
    fn from(Delayed { left_s }: Delayed) -> Self {
        Self::TooMany { after_s: left_s }
    }
}

impl From<Undecided> for Problem {
    fn from(undecided: Undecided) -> Self {
        match undecided {
            Undecided::Unknown => Self::NotFound("Request Not Found"),
            Undecided::Otherwise => Self::Conflict("The Request Was Decided Before"),
        }
    }
}

impl From<TooMany> for Problem {
    fn from(too_many: TooMany) -> Self {
        Self::TooMany {
            after_s: too_many.retry_after_s.into(),
        }
    }
}

/// What the caller can fix, in the words of the rule.
macro_rules! bad {
    ($($rule:ty),+) => {$(
        impl From<$rule> for Problem {
            fn from(broken: $rule) -> Self {
                Self::Bad(broken.to_string())
            }
        }
    )+};
}

bad!(PasswordRefused, subscription::Refused, Unreadable);

impl From<Invalid> for Problem {
    fn from(invalid: Invalid) -> Self {
        Self::Bad(format!("Validation Error. {invalid}"))
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = self.status();
        if status.is_server_error() {
            tracing::error!(causes = causes(&self), "{self}");
        }
        let message = &self.to_string();
        let body = match &self {
            Self::BadFile(problems) => json(&FileRefused {
                message,
                errors: problems.listed(),
            })
            .into_response(),
            Self::EditConflict(conflicts) => json(&CheckinRefused {
                message,
                conflicts: conflicts.iter().cloned().map(Into::into).collect(),
            })
            .into_response(),
            _ => json(&Message { message }).into_response(),
        };
        let mut response = (status, body).into_response();
        let retry_after = match self {
            Self::TooMany { after_s } => Some(at_least_one(after_s)),
            Self::Busy(_) => Some(1),
            Self::Full(_) => Some(10),
            _ => None,
        };
        if let Some(seconds) = retry_after {
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

fn at_least_one(seconds: i64) -> i64 {
    seconds.max(1)
}

/// The time to wait in words, rounded up to whole minutes from two minutes on and to whole hours
/// from two hours on.
fn in_words(seconds: i64) -> String {
    let seconds = at_least_one(seconds);
    let (count, unit) = match seconds {
        ..120 => (seconds, "second"),
        120..7_200 => ((seconds - 1) / 60 + 1, "minute"),
        _ => ((seconds - 1) / 3_600 + 1, "hour"),
    };
    format!("{count} {unit}{}", if count == 1 { "" } else { "s" })
}

/// A JSON answer.
pub fn json<T: Serialize>(body: &T) -> Answered<T> {
    match serde_json::to_vec(body) {
        Ok(bytes) => json_bytes(bytes.into()),
        Err(error) => Answered::written(Problem::Failed(Box::new(error))),
    }
}

fn json_bytes<T>(body: Bytes) -> Answered<T> {
    Answered::written(([(header::CONTENT_TYPE, JSON)], body))
}

/// The text of a committed OpenAPI document.
#[must_use]
pub fn committed_document(text: &'static str) -> Answered<CommittedDocument> {
    json_bytes(Bytes::from_static(text.as_bytes()))
}

/// Bodies to send instead, tried in this order, when an answer's own does not fit.
#[derive(Clone, Debug)]
pub(crate) struct Smaller(pub Vec<Bytes>);

/// A body of up to this many bytes fits in the envelope, however its characters are escaped there.
pub(crate) const FITS_ANYHOW: usize = 3_000_000;

/// A JSON answer with smaller alternatives. If it does not fit, the first of these that fits is
/// sent; only the middleware knows what fits.
pub fn json_that_fits<T: Serialize>(body: &T, smaller: &[T]) -> Answered<T> {
    let bodies: Result<Vec<Bytes>, _> = match serde_json::to_vec(body) {
        Ok(body) if body.len() <= FITS_ANYHOW => Ok(vec![body.into()]),
        Ok(body) => iter::once(Ok(body))
            .chain(smaller.iter().map(serde_json::to_vec))
            .map(|body| body.map(Bytes::from))
            .collect(),
        Err(error) => Err(error),
    };
    match bodies.map(|bodies| {
        (
            bodies.first().cloned().unwrap_or_default(),
            Smaller(bodies.into_iter().skip(1).collect()),
        )
    }) {
        Ok((body, smaller)) => {
            Answered::written(([(header::CONTENT_TYPE, JSON)], Extension(smaller), body))
        }
        Err(error) => Answered::written(Problem::Failed(Box::new(error))),
    }
}

/// `Ø`: 200 without a body.
#[must_use]
pub fn empty() -> Answered<Empty> {
    Answered::written(())
}

/// 204, which a route whose answer is a `T` documents below `# Answers`.
#[must_use]
pub fn no_content<T>() -> Answered<T> {
    Answered::written(StatusCode::NO_CONTENT)
}

/// 303: the page at this address does what the caller wants.
#[must_use]
pub fn see_other<T>(page: String) -> Answered<T> {
    Answered::written((StatusCode::SEE_OTHER, [(header::LOCATION, page)]))
}

/// A sentence in plain text, or nothing.
#[must_use]
pub fn plain_text(sentence: Option<String>) -> Answered<PlainText> {
    match sentence {
        Some(sentence) => {
            let kind = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
            Answered::written((kind, sentence))
        }
        None => Answered::written(()),
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case(-5, "1 second")]
    #[case(1, "1 second")]
    #[case(60, "60 seconds")]
    #[case(119, "119 seconds")]
    #[case(120, "2 minutes")]
    #[case(121, "3 minutes")]
    #[case(2_600, "44 minutes")]
    #[case(7_199, "120 minutes")]
    #[case(7_200, "2 hours")]
    #[case(86_400, "24 hours")]
    fn a_refused_call_is_told_when_to_come_again(#[case] after_s: i64, #[case] words: &str) {
        assert_eq!(
            Problem::TooMany { after_s }.to_string(),
            format!("Too Many Requests. Please try again in {words}.")
        );
        let refused = Problem::TooMany { after_s }.into_response();
        assert_eq!(
            (
                refused.status(),
                refused.headers()[header::RETRY_AFTER].to_str().unwrap()
            ),
            (StatusCode::TOO_MANY_REQUESTS, &*after_s.max(1).to_string())
        );
    }

    /// Clients know these messages by their beginning.
    #[rstest]
    #[case(KeyRefused::Host, "Host Not Allowed. ", "allowed_hosts")]
    #[case(
        KeyRefused::TooWeak(KeyKind::Write),
        "Key Not Allowed. ",
        "write or delete"
    )]
    #[case(
        KeyRefused::TooWeak(KeyKind::Delete),
        "Key Not Allowed. ",
        "type delete"
    )]
    fn a_refused_key_is_told_what_is_needed(
        #[case] refused: KeyRefused,
        #[case] begins: &str,
        #[case] says: &str,
    ) {
        let message = Problem::from(refused).to_string();
        assert!(
            message.starts_with(begins) && message.contains(says),
            "{message}"
        );
    }
}
