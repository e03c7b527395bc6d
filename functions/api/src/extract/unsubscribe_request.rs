//! Requests to the links that end e-mails, which mail programs and people open (contract 8.9).

use axum::{
    extract::{FromRequest, Request},
    http::Method,
};

use crate::{App, answer::Problem, request_context::RequestContext};

/// A request to such a link. The body is ignored: a mail program sends
/// `List-Unsubscribe=One-Click`.
pub struct UnsubscribeRequest {
    /// The token in the query.
    pub token: String,
    /// Whether to act on the request: a GET only leads to the page, since programs fetch links that
    /// nobody has opened.
    pub is_pressed: bool,
    /// When and from where it came.
    pub context: RequestContext,
    /// Tables and settings.
    pub app: App,
}

impl FromRequest<App> for UnsubscribeRequest {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        let context = RequestContext::noted(request.extensions())?;
        let mut fields =
            form_urlencoded::parse(request.uri().query().unwrap_or_default().as_bytes());
        let token = fields
            .find(|(name, _)| name == "token")
            .map(|(_, token)| token.into_owned())
            .unwrap_or_default();
        Ok(Self {
            token,
            is_pressed: request.method() == Method::POST,
            context,
            app: app.clone(),
        })
    }
}
