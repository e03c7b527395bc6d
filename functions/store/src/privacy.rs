//! Runners' own requests about their privacy (contract 6.13).
//!
//! - Subscriptions: `p` = `slug/year`, `q` = `v#{bib}#{wish}` a request, for the organiser only. It
//!   expires after 90 days (`x`). It contains no proof, only what was proven. `vv#{source}` is
//!   written if no request is to be stored, so that both cases cost the same.
//! - Races: `p` = `slug/year`, `q` = `w#{bib}` the wishes that were granted, which the publisher
//!   learns from the table's stream.

use chute_domain::{
    limit::TooMany,
    privacy::{
        Decision, KEPT_S, OF_RUNNER, OF_SOURCE, OF_YEAR, Proof, RequestState, Undecided, Wish,
        Wishes,
    },
    race::RaceKey,
    row::Bib,
    stamp::Stamp,
    state::Stamped,
    time::Now,
};
use serde::{Deserialize, Serialize};

use crate::{
    Result, Store, StoreError,
    port::{Get, Write},
    rate_limits::{self, Counter, SharedCounter, pause, tomorrow},
    table::{KeyPair, is_default, part, query, stamps, to_item, unpart},
    transaction::{Transacted, Transaction},
};

/// The prefix of the keys of requests.
pub(crate) const REQUESTS: &str = "v#";
/// The prefix of the keys of granted wishes.
pub(crate) const WISHES: &str = "w#";
const HOUR_S: i64 = 60 * 60;
/// How often a decision is tried if somebody else writes the same items.
const MAX_ATTEMPTS: usize = 8;

/// A request as the organiser sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrivacyRequest {
    /// The runner's bib, trimmed.
    pub bib: String,
    /// The request.
    pub wish: Wish,
    /// How it was proven who asks.
    pub proof: Proof,
    /// For a correction: what is wrong.
    pub text: String,
    /// An e-mail address for the answer; may be empty.
    pub contact: String,
    /// When it was made, in unix seconds.
    pub asked_s: i64,
    /// Whether it is open, granted, refused or withdrawn.
    pub state: RequestState,
    /// When it was decided, in unix seconds; 0 while it is open.
    pub decided_s: i64,
    /// Name of the account that decided.
    pub decided_by: String,
}

/// The wishes that were granted to a runner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GrantedWishes {
    /// The bib, trimmed.
    pub bib: String,
    /// The wishes in force.
    pub wishes: Wishes,
    /// When they were last changed.
    pub since: Stamp,
    /// Name of the account that changed them.
    pub by: String,
}

/// A request as it is received.
#[derive(Clone, Copy, Debug)]
pub struct AskingRunner<'a> {
    /// Event and year.
    pub race: &'a RaceKey,
    /// The bib, trimmed.
    pub bib: Bib<'a>,
    /// The request.
    pub wish: Wish,
    /// For a correction: what is wrong.
    pub text: &'a str,
    /// An e-mail address for the answer.
    pub contact: &'a str,
    /// The proof that the details gave; `None` if they are wrong: then nothing is stored that
    /// anybody reads.
    pub proof: Option<Proof>,
    /// The pseudonym of the caller's network address.
    pub source: &'a str,
    /// When the request was received.
    pub now: Now,
    /// When the year was created: anything older belongs to another incarnation of it.
    pub made: Option<Stamp>,
}

/// A decision about a wish of a runner.
#[derive(Clone, Copy, Debug)]
pub struct Deciding<'d> {
    /// Event and year.
    pub race: &'d RaceKey,
    /// The bib, trimmed.
    pub bib: Bib<'d>,
    /// The runner's wish.
    pub wish: Wish,
    /// The organiser's decision.
    pub decision: Decision,
    /// Name of the account that decides.
    pub by: &'d str,
    /// When the decision was received.
    pub now: Now,
    /// When the year was created.
    pub made: Option<Stamp>,
}

#[derive(Clone, Serialize, Deserialize)]
struct RequestItem {
    p: String,
    q: String,
    #[serde(rename = "s", with = "stamps")]
    stamp: Stamp,
    x: i64,
    #[serde(rename = "as")]
    asked_s: i64,
    #[serde(rename = "pr")]
    proof: String,
    #[serde(rename = "tx", default, skip_serializing_if = "is_default")]
    text: String,
    #[serde(rename = "co", default, skip_serializing_if = "is_default")]
    contact: String,
    #[serde(rename = "st", default, skip_serializing_if = "is_default")]
    state: RequestState,
    #[serde(rename = "ds", default, skip_serializing_if = "is_default")]
    decided_s: i64,
    #[serde(rename = "dy", default, skip_serializing_if = "is_default")]
    decided_by: String,
}

#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct WishesItem {
    p: String,
    q: String,
    #[serde(rename = "s", with = "stamps")]
    stamp: Stamp,
    #[serde(rename = "wi", default, skip_serializing_if = "is_default")]
    initials: bool,
    #[serde(rename = "wa", default, skip_serializing_if = "is_default")]
    no_age: bool,
    #[serde(rename = "wh", default, skip_serializing_if = "is_default")]
    hidden: bool,
    #[serde(rename = "by", default, skip_serializing_if = "is_default")]
    by: String,
}

fn request_key(race: &RaceKey, bib: Bib<'_>, wish: Wish) -> KeyPair {
    KeyPair::new(
        &race.to_string(),
        &format!("{REQUESTS}{}#{}", part(bib.as_str()), wish.name()),
    )
}

fn wishes_key(race: &RaceKey, bib: Bib<'_>) -> KeyPair {
    KeyPair::new(
        &race.to_string(),
        &format!("{WISHES}{}", part(bib.as_str())),
    )
}

impl RequestItem {
    /// The request; `None` if its key or its proof is malformed.
    fn request(self) -> Option<PrivacyRequest> {
        let (bib, wish) = self.q.strip_prefix(REQUESTS)?.split_once('#')?;
        Some(PrivacyRequest {
            bib: unpart(bib),
            wish: Wish::named(wish)?,
            proof: Proof::named(&self.proof)?,
            text: self.text,
            contact: self.contact,
            asked_s: self.asked_s,
            state: self.state,
            decided_s: self.decided_s,
            decided_by: self.decided_by,
        })
    }

    fn is_living(&self, made: Option<Stamp>, now_s: i64) -> bool {
        self.x > now_s && made.is_none_or(|made| self.stamp >= made)
    }
}

impl WishesItem {
    fn new(race: &RaceKey, bib: Bib<'_>, wishes: Wishes, by: &str, stamp: Stamp) -> Self {
        let KeyPair { p, q } = wishes_key(race, bib);
        let Wishes {
            initials,
            no_age,
            hidden,
        } = wishes;
        Self {
            p,
            q,
            stamp,
            initials,
            no_age,
            hidden,
            by: by.to_owned(),
        }
    }

    fn wishes(&self) -> Wishes {
        Wishes {
            initials: self.initials,
            no_age: self.no_age,
            hidden: self.hidden,
        }
    }

    /// The bib, and the wishes granted to it.
    pub(crate) fn stored(&self) -> (String, Stamped<Wishes>) {
        let bib = unpart(self.q.strip_prefix(WISHES).unwrap_or_default());
        (
            bib,
            Stamped {
                stamp: self.stamp,
                item: Some(self.wishes()),
            },
        )
    }
}

impl AskingRunner<'_> {
    fn now_s(&self) -> i64 {
        self.now.time.unix_s()
    }

    /// The limits of the source, of what it asks about the runner, and of what all ask about the
    /// runner. Right and wrong details count the same.
    fn counters(&self) -> [Counter; 5] {
        let runner = format!("{}#{}", self.race, part(self.bib.as_str()));
        let by_source = format!("{}#{runner}", self.source);
        let [of_day, of_month] = OF_RUNNER;
        [
            Counter::new(format!("privacy#s#{}", self.source), OF_SOURCE),
            Counter::new(format!("privacy#sd#{by_source}"), of_day),
            Counter::new(format!("privacy#sm#{by_source}"), of_month),
            Counter::new(format!("privacy#d#{runner}"), of_day),
            Counter::new(format!("privacy#m#{runner}"), of_month),
        ]
    }

    /// The shared counter: that of the year on this day.
    fn shared(&self) -> [SharedCounter; 1] {
        let name = format!("privacy#y#{}", self.race);
        [SharedCounter::of_day(&name, self.now_s(), OF_YEAR)]
    }

    /// The request to store over what is known of it; `None` if nothing was proven or the known one
    /// stays. After `guessing` right details may be a guess.
    fn item(&self, known: Option<&RequestItem>, guessing: bool) -> Option<RequestItem> {
        let proof = self
            .proof
            .map(|proof| if guessing { Proof::None } else { proof })?;
        let known = known.and_then(|known| Some((known.state, Proof::named(&known.proof)?)));
        if known.is_some_and(|(state, known)| !state.gives_way(known, self.wish, proof)) {
            return None;
        }
        let KeyPair { p, q } = request_key(self.race, self.bib, self.wish);
        Some(RequestItem {
            p,
            q,
            stamp: self.now.order,
            x: self.now_s() + KEPT_S,
            asked_s: self.now_s(),
            proof: proof.name().to_owned(),
            text: self.text.to_owned(),
            contact: self.contact.to_owned(),
            state: RequestState::Open,
            decided_s: 0,
            decided_by: String::new(),
        })
    }

    /// The item that is stored if there is no request to store. Nobody reads it.
    fn nothing(&self) -> RequestItem {
        RequestItem {
            p: self.race.to_string(),
            q: format!("vv#{}", self.source),
            stamp: self.now.order,
            x: self.now_s() + HOUR_S,
            asked_s: self.now_s(),
            proof: Proof::None.name().to_owned(),
            text: String::new(),
            contact: String::new(),
            state: RequestState::Refused,
            decided_s: 0,
            decided_by: String::new(),
        }
    }
}

impl Store {
    /// Stores a request within all limits, or only counts it: neither the answer nor the effort
    /// shows whether anything was proven. At most one request per wish of a runner is stored.
    pub async fn ask_privacy(
        &self,
        call: &AskingRunner<'_>,
    ) -> Result<std::result::Result<(), TooMany>> {
        let shared = call.shared();
        if !self.take_each(&shared).await? {
            return Ok(Err(tomorrow(call.now_s())));
        }
        let asked = self.ask_counted(call).await;
        if !matches!(asked, Ok(Ok(()))) {
            self.give_back_each(&shared).await?;
        }
        asked
    }

    async fn ask_counted(
        &self,
        call: &AskingRunner<'_>,
    ) -> Result<std::result::Result<(), TooMany>> {
        let (counters, key) = (call.counters(), request_key(call.race, call.bib, call.wish));
        for tried in 1..=rate_limits::MAX_ATTEMPTS {
            let (mut counted, stored) = futures::try_join!(
                self.counted(&counters),
                self.privacy_item::<RequestItem>(&self.names.subscriptions, &key)
            )?;
            let of_all = counted.split_off(counted.len() - OF_RUNNER.len());
            let mut writes = Transaction::default();
            if let Err(too_many) = self.count_each(counted, call.now_s(), &mut writes) {
                return Ok(Err(too_many));
            }
            // others' tries refuse nobody, and nothing counts beyond their limit
            let now_s = rate_limits::seconds(call.now_s());
            let guessing = of_all
                .iter()
                .any(|counted| counted.counter.limit.check(&counted.log, now_s).is_err());
            if !guessing && let Err(too_many) = self.count_each(of_all, call.now_s(), &mut writes) {
                return Ok(Err(too_many));
            }
            let known = stored
                .as_ref()
                .filter(|known| known.is_living(call.made, call.now_s()));
            let put = match call.item(known, guessing) {
                Some(item) => Write::put(&self.names.subscriptions, to_item(&item)?)
                    .if_seen(stored.as_ref().map(|stored| stored.stamp)),
                None => Write::put(&self.names.subscriptions, to_item(&call.nothing())?),
            };
            writes.add(put);
            if writes.send(&self.db).await? == Transacted::Done {
                return Ok(Ok(()));
            }
            pause(tried).await;
        }
        Ok(Err(TooMany { retry_after_s: 1 }))
    }

    /// The requests of a year that are stored at `now_s`: the open ones first, then the others,
    /// each group with the newest first.
    pub async fn privacy_requests(
        &self,
        race: &RaceKey,
        made: Option<Stamp>,
        now_s: i64,
    ) -> Result<Vec<PrivacyRequest>> {
        let items: Vec<RequestItem> = query(
            &self.db,
            &self.names.subscriptions,
            &race.to_string(),
            REQUESTS,
        )
        .await?;
        let living = items.into_iter().filter(|item| item.is_living(made, now_s));
        let mut requests: Vec<PrivacyRequest> = living.filter_map(RequestItem::request).collect();
        requests.sort_by(|a, b| {
            let place = |of: &PrivacyRequest| {
                (
                    of.state != RequestState::Open,
                    std::cmp::Reverse(of.asked_s),
                )
            };
            place(a)
                .cmp(&place(b))
                .then_with(|| (&a.bib, a.wish).cmp(&(&b.bib, b.wish)))
        });
        Ok(requests)
    }

    /// The wishes granted to a year's runners, by bib. `made` is when the year was created:
    /// anything older belongs to another incarnation of it.
    pub async fn granted_wishes(
        &self,
        race: &RaceKey,
        made: Option<Stamp>,
    ) -> Result<Vec<GrantedWishes>> {
        let items = self.wishes_items(race).await?;
        let living = items
            .into_iter()
            .filter(|item| item.wishes().any() && made.is_none_or(|made| item.stamp >= made));
        Ok(living
            .map(|item| GrantedWishes {
                bib: item.stored().0,
                wishes: item.wishes(),
                since: item.stamp,
                by: item.by,
            })
            .collect())
    }

    async fn wishes_items(&self, race: &RaceKey) -> Result<Vec<WishesItem>> {
        query(&self.db, &self.names.races, &race.to_string(), WISHES).await
    }

    /// Decides about a wish: the request and the granted wishes change together, each over what was
    /// seen of it. If the same was decided before, nothing is written. The inner error says why
    /// nothing was decided.
    ///
    /// # Errors
    /// When the tables do not answer, or others write the same items at each try.
    pub async fn decide_privacy(
        &self,
        call: &Deciding<'_>,
    ) -> Result<std::result::Result<(), Undecided>> {
        let keys = (
            request_key(call.race, call.bib, call.wish),
            wishes_key(call.race, call.bib),
        );
        for _ in 0..MAX_ATTEMPTS {
            let (request, granted) = futures::try_join!(
                self.privacy_item::<RequestItem>(&self.names.subscriptions, &keys.0),
                self.privacy_item::<WishesItem>(&self.names.races, &keys.1)
            )?;
            let request =
                request.filter(|request| request.is_living(call.made, call.now.time.unix_s()));
            let in_force = granted
                .as_ref()
                .filter(|known| call.made.is_none_or(|made| known.stamp >= made));
            let in_force = in_force.map(WishesItem::wishes).unwrap_or_default();
            let state = request.as_ref().map(|request| request.state);
            let becomes = match RequestState::after(call.decision, state, in_force.has(call.wish)) {
                Ok(becomes) => becomes,
                Err(undecided) => return Ok(Err(undecided)),
            };
            let mut writes = Transaction::default();
            if let Some(request) = request.filter(|request| request.state != becomes) {
                writes.add(self.write_request(call, request, becomes)?);
            }
            let wishes = match becomes {
                RequestState::Granted => in_force.with(call.wish, true),
                RequestState::Withdrawn => in_force.with(call.wish, false),
                RequestState::Open | RequestState::Refused => in_force,
            };
            if wishes != in_force {
                let seen = granted.as_ref().map(|granted| granted.stamp);
                writes.add(self.write_wishes(call, wishes, seen)?);
            }
            if writes.is_empty() || writes.send(&self.db).await? == Transacted::Done {
                return Ok(Ok(()));
            }
        }
        Err(StoreError::Busy(
            "others decided the same every time".into(),
        ))
    }

    /// Grants a wish without a request, in another year of a runner whose request was granted. Does
    /// nothing if it was granted before.
    ///
    /// # Errors
    /// As [`Store::decide_privacy`].
    pub async fn grant_wish(&self, call: &Deciding<'_>) -> Result<()> {
        let key = wishes_key(call.race, call.bib);
        for _ in 0..MAX_ATTEMPTS {
            let stored: Option<WishesItem> = self.privacy_item(&self.names.races, &key).await?;
            let in_force = stored
                .as_ref()
                .filter(|known| call.made.is_none_or(|made| known.stamp >= made));
            let in_force = in_force.map(WishesItem::wishes).unwrap_or_default();
            if in_force.has(call.wish) || call.wish == Wish::Correction {
                return Ok(());
            }
            let seen = stored.as_ref().map(|stored| stored.stamp);
            let mut writes = Transaction::default();
            writes.add(self.write_wishes(call, in_force.with(call.wish, true), seen)?);
            if writes.send(&self.db).await? == Transacted::Done {
                return Ok(());
            }
        }
        Err(StoreError::Busy(
            "others decided the same every time".into(),
        ))
    }

    fn write_request(
        &self,
        call: &Deciding<'_>,
        request: RequestItem,
        state: RequestState,
    ) -> Result<Write> {
        let seen = request.stamp;
        let item = to_item(&RequestItem {
            // every decision changes the stamp, by which others see that the request has changed
            stamp: call.now.order.max(seen.next()),
            state,
            decided_s: call.now.time.unix_s(),
            decided_by: call.by.to_owned(),
            ..request
        })?;
        Ok(Write::put(&self.names.subscriptions, item).if_seen(Some(seen)))
    }

    fn write_wishes(
        &self,
        call: &Deciding<'_>,
        wishes: Wishes,
        seen: Option<Stamp>,
    ) -> Result<Write> {
        // the publisher keeps the newest stamp, which must be this one even if the previous clock
        // was ahead
        let stamp = seen.map_or(call.now.order, |seen| call.now.order.max(seen.next()));
        let item = WishesItem::new(call.race, call.bib, wishes, call.by, stamp);
        Ok(Write::put(&self.names.races, to_item(&item)?).if_seen(seen))
    }

    async fn privacy_item<T: serde::de::DeserializeOwned>(
        &self,
        table: &str,
        key: &KeyPair,
    ) -> Result<Option<T>> {
        let get = Get::new(table, key.item());
        get.read(&self.db, "a request about privacy").await
    }
}
