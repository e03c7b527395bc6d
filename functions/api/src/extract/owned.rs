//! Steps S7 and S8 of the session chain (contract 3.4) for events, years, accounts and keys: a
//! handler gets a record only through them. The flag `access_restricted` has no effect here.

use chute_contract::requests::{ForEvent, ForYear, NamesRace, WriteYear};
use chute_domain::{
    account::{Account, AccountKind},
    key::{self, Key},
    race::{Slug, YearKey},
    state::EventRecord,
};

use super::{
    EventRequest, SignedInRequest, ValidYear, YearRequest,
    body::{Checked, bad},
    named_race::{no_such_event, year_of},
    rights::{EventRight, NamesAccount, NamesKey},
};
use crate::{App, answer::Problem, request_context::RequestContext};

impl<C, R> SignedInRequest<C, R> {
    /// S5 where it needs the clock: continues with the body that `check` makes from this one.
    ///
    /// # Errors
    /// Those of `check`.
    pub fn checked<D>(
        self,
        check: impl FnOnce(C, &RequestContext) -> Result<D, Problem>,
    ) -> Result<SignedInRequest<D, R>, Problem> {
        Ok(SignedInRequest {
            body: check(self.body, &self.context)?,
            right: self.right,
            caller: self.caller,
            family: self.family,
            context: self.context,
            app: self.app,
        })
    }
}

impl<C, R: NamesAccount> SignedInRequest<C, R> {
    /// S6 and S7 for an account: the caller's own if `email` is empty or theirs, else the one with
    /// this e-mail, which only administrators may name.
    ///
    /// # Errors
    /// 401 for anybody else, 404 when there is no such account.
    pub async fn account(&self, email: &str) -> Result<Account, Problem> {
        let email = email.trim();
        if email.is_empty() || self.caller.has_email(email) {
            return Ok(self.caller.clone());
        }
        if self.caller.kind != AccountKind::Admin {
            return Err(Problem::Unauthorized("Unauthorized"));
        }
        let found = self.app.store.find_account(email).await?;
        found
            .filter(|account| !account.deleted)
            .ok_or(Problem::NotFound("Account Not Found"))
    }
}

impl<C, R: NamesKey> SignedInRequest<C, R> {
    /// S7 and S8 for the key with this value.
    ///
    /// # Errors
    /// 404 when there is no such key, 401 if it is of another account and the caller is no
    /// administrator.
    pub async fn key(&self, value: &str) -> Result<Key, Problem> {
        let found = self.app.store.find_key(&key::digest(value)).await?;
        let key = found.ok_or(Problem::NotFound("Key Not Found"))?;
        if self.caller.may_change_things_of(&key.account) {
            Ok(key)
        } else {
            Err(Problem::Unauthorized("Unauthorized"))
        }
    }
}

impl<C: NamesRace, R: EventRight> SignedInRequest<C, R> {
    /// S7 and S8 for an event.
    ///
    /// # Errors
    /// 404 if it does not exist, 401 if the caller may not use it.
    pub async fn event(self) -> Result<EventRequest<C>, Problem> {
        let record = self.record(self.body.year().is_some()).await?;
        self.allow(&record).await?;
        Ok(self.with(record))
    }

    /// S7 and S8 for a year: the named one, or else the latest.
    ///
    /// # Errors
    /// 404 if it does not exist, 401 if the caller may not use it.
    pub async fn year(self) -> Result<YearRequest<C>, Problem> {
        // even if no year is named: the route is about one
        let record = self.record(true).await?;
        let year = year_of(&record, self.body.year().as_ref())?;
        self.allow(&record).await?;
        Ok(self.with(record).of_year(year))
    }

    fn with(self, record: EventRecord) -> EventRequest<C> {
        EventRequest {
            body: self.body,
            record,
            context: self.context,
            app: self.app,
        }
    }

    /// S7.
    async fn record(&self, names_year: bool) -> Result<EventRecord, Problem> {
        let found = self.app.store.load_event(&self.body.slug()).await?;
        found.ok_or_else(|| no_such_event(names_year))
    }

    /// S8.
    async fn allow(&self, record: &EventRecord) -> Result<(), Problem> {
        let (caller, owner) = (&self.caller, &record.owner);
        let own = caller.may_change_things_of(owner);
        if own || (R::MAY_HELP && helps(&self.app, caller, owner).await?) {
            return Ok(());
        }
        Err(Problem::Unauthorized("Unauthorized"))
    }
}

/// Whether the owner linked the caller and both are of a type that allows it (contract 3.7). An
/// account that changes to another type loses its links, even if their removal was interrupted.
async fn helps(app: &App, caller: &Account, owner: &str) -> Result<bool, Problem> {
    if !caller.kind.may_be_linked() {
        return Ok(false);
    }
    let (linked, owner) = futures::try_join!(
        app.store.is_linked(owner, &caller.id),
        app.store.find_account_by_id(owner)
    )?;
    Ok(linked && owner.is_some_and(|owner| !owner.deleted && owner.kind.may_link()))
}

/// A body that names its race: the slug must not be empty, nor may the year if the body has one
/// (S5).
pub struct BodyWithRace<C>(pub C);

impl<C: NamesRace> NamesRace for BodyWithRace<C> {
    fn slug(&self) -> Slug {
        self.0.slug()
    }

    fn year(&self) -> Option<YearKey> {
        self.0.year()
    }
}

impl From<BodyWithRace<ValidYear>> for ValidYear {
    fn from(BodyWithRace(sent): BodyWithRace<ValidYear>) -> Self {
        sent
    }
}

impl Checked for BodyWithRace<ForEvent> {
    type Body = ForEvent;

    fn check(body: ForEvent) -> Result<Self, Problem> {
        if body.slug.trim().is_empty() {
            Err(bad("slug"))
        } else {
            Ok(Self(body))
        }
    }
}

impl Checked for BodyWithRace<ForYear> {
    type Body = ForYear;

    fn check(body: ForYear) -> Result<Self, Problem> {
        if body.slug.trim().is_empty() || body.year.is_empty() {
            Err(bad("slug and year"))
        } else {
            Ok(Self(body))
        }
    }
}

impl Checked for BodyWithRace<ValidYear> {
    type Body = WriteYear;

    fn check(body: WriteYear) -> Result<Self, Problem> {
        if body.slug.trim().is_empty() {
            Err(bad("slug"))
        } else {
            ValidYear::check(body).map(Self)
        }
    }
}
