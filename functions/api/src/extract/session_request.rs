//! The session chain (contract 3.4): a handler gets its body only through it.

use axum::extract::{FromRequest, Request};
use chute_domain::{
    account::{Account, AccountKind},
    session::Family,
};

use super::{
    body::{self, Checked},
    key_request::credential,
};
use crate::{App, answer::Problem, request_context::RequestContext, tokens};

/// What a route requires of the caller's type: step S4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Any account.
    Any,
    /// Any but a registration account.
    NotRegistration,
    /// Paid accounts and administrators.
    PaidOrAdmin,
    /// Administrators.
    Admin,
}

impl Role {
    fn holds(self, kind: AccountKind) -> bool {
        match self {
            Self::Any => true,
            Self::NotRegistration => kind != AccountKind::Registration,
            Self::PaidOrAdmin => matches!(kind, AccountKind::Paid | AccountKind::Admin),
            Self::Admin => kind == AccountKind::Admin,
        }
    }
}

/// A request past S1: its body is readable, its token not yet looked at.
pub struct SessionRequest<C: Checked> {
    body: C::Body,
    token: Option<String>,
    context: RequestContext,
    app: App,
}

/// A request of a signed-in account that may call this route.
pub struct SignedInRequest<C> {
    /// The body.
    pub body: C,
    /// Who calls.
    pub caller: Account,
    /// The session, by its family's id.
    pub family: String,
    /// When and from where it came.
    pub context: RequestContext,
    /// Tables and buckets.
    pub app: App,
}

impl<C: Checked> FromRequest<App> for SessionRequest<C> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        let token = credential(request.headers()).map(str::to_owned);
        let context = RequestContext::noted(request.extensions())?;
        let body = body::read::<C>(request).await?;
        Ok(Self {
            body,
            token,
            context,
            app: app.clone(),
        })
    }
}

impl<C: Checked> SessionRequest<C> {
    /// S2 to S5.
    ///
    /// # Errors
    /// 401 or 400 by the first check that fails.
    pub async fn admit(self, role: Role) -> Result<SignedInRequest<C>, Problem> {
        let Self {
            body,
            token,
            context,
            app,
        } = self;
        let (caller, family) = caller(&app, token.as_deref(), &context).await?;
        if !caller.is_active() || !role.holds(caller.kind) {
            return Err(Problem::Unauthorized("Unauthorized"));
        }
        Ok(SignedInRequest {
            body: C::check(body)?,
            caller,
            family,
            context,
            app,
        })
    }
}

/// S2, and that the account exists: claims, family and account must agree.
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
