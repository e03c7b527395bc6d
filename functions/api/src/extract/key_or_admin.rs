//! Routes that accept a key or an administrator's session (contract 4.6).

use axum::extract::{FromRequest, Request};

use super::{
    body::Checked,
    key_request::{KeyRequest, credential},
    rights::{Admin, NamesNoEvent},
    session_request::SessionRequest,
};
use crate::{App, answer::Problem, request_context::RequestContext};

/// A credential that looks like a token goes through the session chain; any other, or none, through
/// the key chain.
pub enum KeyOrAdmin<C: Checked, R> {
    /// Past K3.
    Key(KeyRequest<C, R>),
    /// Past S1.
    Session(SessionRequest<C, Admin>),
}

impl<C: Checked, R> FromRequest<App> for KeyOrAdmin<C, R> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        if credential(request.headers()).is_some_and(has_form_of_token) {
            return SessionRequest::from_request(request, app)
                .await
                .map(Self::Session);
        }
        KeyRequest::from_request(request, app).await.map(Self::Key)
    }
}

/// Who calls with either.
pub enum ListReader {
    /// A key of this account.
    Account(String),
    /// An administrator's session.
    Admin,
}

impl<C: Checked, R: NamesNoEvent> KeyOrAdmin<C, R> {
    /// K4 to K7 with a key, or S2 to S5 with an administrator's session.
    ///
    /// # Errors
    /// The error of the first check that fails.
    pub async fn admit(self) -> Result<(ListReader, App, RequestContext), Problem> {
        Ok(match self {
            Self::Key(call) => {
                let (_, key, app, context) = call.admit().await?;
                (ListReader::Account(key.account), app, context)
            }
            Self::Session(call) => {
                let call = call.admit().await?;
                (ListReader::Admin, call.app, call.context)
            }
        })
    }
}

/// Whether it is three parts of URL-safe base64 separated by dots; our keys have no dots.
fn has_form_of_token(credential: &str) -> bool {
    let is_part = |part: &str| {
        !part.is_empty()
            && part
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
    };
    credential.split('.').count() == 3 && credential.split('.').all(is_part)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln-_", true)]
    #[case("rk_0123456789abcdefghijklABCDEF", false)]
    #[case("a.b", false)]
    #[case("a.b.c.d", false)]
    #[case("a..c", false)]
    #[case("an.imported.key!", false)]
    fn a_token_is_told_from_a_key_by_its_form(#[case] credential: &str, #[case] expected: bool) {
        assert_eq!(has_form_of_token(credential), expected);
    }
}
