//! Errors become answers here and nowhere else.
//!
//! Handlers return [`Problem`]. A domain or contract error that the caller can mend converts into a 4xx with its own text; a store's
//! error becomes a 5xx with a fixed sentence, and its cause is logged once.

use std::error::Error;

use axum::{
    body::{Body, Bytes},
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use chute_contract::{Invalid, answers::Message, json::Unreadable, uploads::FileRefused};
use chute_domain::{key::KeyRefused, limit::TooMany, login::Delayed, password::PasswordRefused, problems::Problems, subscription};
use chute_store::StoreError;
use serde::Serialize;

type Cause = Box<dyn Error + Send + Sync>;

/// Everything a handler can fail with.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// 400: the caller can mend the body.
    #[error("{0}")]
    Bad(String),
    /// 400: an organiser's file with problems; the answer lists them (contract 9.4).
    #[error("{}", .0.message())]
    BadFile(Problems),
    /// 401: the credential does not open this.
    #[error("{0}")]
    Unauthorized(&'static str),
    /// 403: the time to subscribe to text alerts is over, and nothing else.
    #[error("{0}")]
    Forbidden(&'static str),
    /// 404.
    #[error("{0}")]
    NotFound(&'static str),
    /// 409.
    #[error("{0}")]
    Conflict(&'static str),
    /// 413.
    #[error("{0}")]
    TooLarge(&'static str),
    /// 429: more than the rate limit allows; worth another try after so many seconds.
    #[error("Too Many Requests")]
    TooMany {
        /// Whole seconds, for `Retry-After`.
        after_s: i64,
    },
    /// 503: overloaded or out of time; the same request may come again.
    #[error("Busy, please try again")]
    Busy(#[source] Cause),
    /// 500: ours.
    #[error("Internal Server Error")]
    Failed(#[source] Cause),
}

/// What handlers return.
pub type Answer = Result<Response, Problem>;

impl Problem {
    fn status(&self) -> StatusCode {
        match self {
            Self::Bad(_) | Self::BadFile(_) => StatusCode::BAD_REQUEST,
            Self::Unauthorized(_) => StatusCode::UNAUTHORIZED,
            Self::Forbidden(_) => StatusCode::FORBIDDEN,
            Self::NotFound(_) => StatusCode::NOT_FOUND,
            Self::Conflict(_) => StatusCode::CONFLICT,
            Self::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Self::TooMany { .. } => StatusCode::TOO_MANY_REQUESTS,
            Self::Busy(_) => StatusCode::SERVICE_UNAVAILABLE,
            Self::Failed(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Busy(_) => Self::Busy(Box::new(error)),
            StoreError::Failed(_) | StoreError::Unreadable(..) => Self::Failed(Box::new(error)),
        }
    }
}

impl From<KeyRefused> for Problem {
    fn from(refused: KeyRefused) -> Self {
        Self::Unauthorized(match refused {
            KeyRefused::Unknown => "Key/Account Not Found",
            KeyRefused::Expired => "Expired Key",
            KeyRefused::Host => "Host Not Allowed",
            KeyRefused::TooWeak => "Key Not Allowed",
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

impl From<PasswordRefused> for Problem {
    fn from(refused: PasswordRefused) -> Self {
        Self::Bad(refused.to_string())
    }
}

impl From<TooMany> for Problem {
    fn from(too_many: TooMany) -> Self {
        Self::TooMany { after_s: too_many.retry_after_s.into() }
    }
}

impl From<subscription::Refused> for Problem {
    fn from(refused: subscription::Refused) -> Self {
        Self::Bad(refused.to_string())
    }
}

impl From<Unreadable> for Problem {
    fn from(_: Unreadable) -> Self {
        Self::Bad("Invalid Request Body".to_owned())
    }
}

impl From<Invalid> for Problem {
    fn from(invalid: Invalid) -> Self {
        Self::Bad(format!("Validation Error. {invalid}"))
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = self.status();
        if status.is_server_error() {
            let mut causes = Vec::new();
            let mut cause = self.source();
            while let Some(error) = cause {
                causes.push(error.to_string());
                cause = error.source();
            }
            tracing::error!(causes = causes.join(": "), "{self}");
        }
        let message = &self.to_string();
        let body = match &self {
            Self::BadFile(problems) => json(&FileRefused { message, errors: problems.listed() }),
            _ => json(&Message { message }),
        };
        let mut response = (status, body).into_response();
        let retry_after = match self {
            Self::TooMany { after_s } => Some(after_s.max(1)),
            Self::Busy(_) => Some(1),
            _ => None,
        };
        if let Some(seconds) = retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

/// A JSON answer.
pub fn json<T: Serialize>(body: &T) -> Response {
    match serde_json::to_vec(body) {
        Ok(bytes) => json_bytes(bytes.into()),
        Err(error) => Problem::Failed(Box::new(error)).into_response(),
    }
}

/// 200 with JSON that is written already.
#[must_use]
pub fn json_bytes(body: Bytes) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], body).into_response()
}

/// 200 with JSON that is compressed already; who does not take that gets it plain.
#[must_use]
pub fn packed_json(body: Bytes) -> Response {
    ([(header::CONTENT_TYPE, "application/json"), (header::CONTENT_ENCODING, "gzip")], body).into_response()
}

/// `Ø`: 200 without a body.
#[must_use]
pub fn empty() -> Response {
    Response::new(Body::empty())
}
