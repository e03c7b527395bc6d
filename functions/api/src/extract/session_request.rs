//! The session chain (contract 3.4): a handler gets its body only through it.

use std::marker::PhantomData;

use axum::extract::{FromRequest, Request};
use chute_domain::{account::Account, session::Family};

use super::{
    body::{self, Checked},
    key_request::credential,
    rights::SessionRight,
};
use crate::{App, answer::Problem, request_context::RequestContext, tokens};

/// A request past S1: its body is readable, its token not yet looked at.
pub struct SessionRequest<C: Checked, R> {
    body: C::Body,
    right: PhantomData<R>,
    token: Option<String>,
    context: RequestContext,
    app: App,
}

/// A request of a signed-in account that may call this route.
pub struct SignedInRequest<C, R> {
    /// The body.
    pub body: C,
    pub(super) right: PhantomData<R>,
    /// Who calls.
    pub caller: Account,
    /// The session, by its family's id.
    pub family: String,
    /// When and from where it came.
    pub context: RequestContext,
    /// Tables and buckets.
    pub app: App,
}

impl<C: Checked, R> FromRequest<App> for SessionRequest<C, R> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        let token = credential(request.headers()).map(str::to_owned);
        let context = RequestContext::noted(request.extensions())?;
        let body = body::read::<C>(request).await?;
        Ok(Self {
            body,
            right: PhantomData,
            token,
            context,
            app: app.clone(),
        })
    }
}

impl<C: Checked, R: SessionRight> SessionRequest<C, R> {
    /// S2 to S5.
    ///
    /// # Errors
    /// 401 or 400 from the first check that fails.
    pub async fn admit(self) -> Result<SignedInRequest<C, R>, Problem> {
        let (caller, family) = caller(&self.app, self.token.as_deref(), &self.context).await?;
        if !caller.is_active() || !R::ROLE.holds(caller.kind) {
            return Err(Problem::Unauthorized("Unauthorized"));
        }
        Ok(SignedInRequest {
            body: C::check(self.body)?,
            right: self.right,
            caller,
            family,
            context: self.context,
            app: self.app,
        })
    }
}

/// S2, and the check that the account exists: claims, family and account must agree.
async fn caller(
    app: &App,
    token: Option<&str>,
    context: &RequestContext,
) -> Result<(Account, String), Problem> {
    const REFUSED: Problem = Problem::Unauthorized("Unauthorized Token");
    let token = token.ok_or(REFUSED)?;
    let claims = tokens::read_access(&app.secrets, app.realm, token, context.unix_s())
        .await?
        .ok_or(REFUSED)?;
    let (family, account) = futures::try_join!(
        app.store.find_family(&claims.sub, &claims.fam),
        app.store.find_account_by_id(&claims.sub)
    )?;
    let alive = |family: &Family, generation| {
        family.is_alive(generation, context.unix_s()) && claims.generation == generation
    };
    let generation = account
        .as_ref()
        .map_or(claims.generation, |account| account.generation);
    let family = family
        .filter(|family| alive(family, generation))
        .ok_or(REFUSED)?;
    Ok((
        account.ok_or(Problem::Unauthorized("Unauthorized"))?,
        family.id,
    ))
}
