//! Looks at a claim as the tables are now: nobody is told of a passage that was taken back, or of a
//! runner who has become anonymous.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use chute_domain::{
    alert::{self, Priority, Reason, Target},
    corrections::Runner,
    liveness::{StoredRow, living},
    pieces::{Corrections, View},
    privacy::Wishes,
    push_message::PassageAlert,
    race::{EventKind, RaceKey},
    row::{Bib, Passage, Person, PersonId},
    stamp::Stamp,
    state::{EventRecord, YearRecord},
    subscription,
};
use chute_store::{AlertOutcome, Claim, ClaimName, ClaimState, StoreError};
use futures::future::try_join_all;

use super::{
    ELSEWHERE_S, Left, PAUSED_S, SENDING_MS, SOON_S, Worker, pace::WaitingText, reach::Reach,
};
use crate::workers::queue::Message;

/// The maximum length of a push's topic, in characters (RFC 8030, section 5.4).
const LONGEST_TOPIC: usize = 32;

/// Read for all claims of a batch together.
pub(super) struct Known {
    claims: HashMap<ClaimName, Claim>,
    /// The names of those whose phone is still subscribed.
    subscribed: HashSet<ClaimName>,
    /// The rows of those that wait, by race and person.
    rows: HashMap<RaceKey, HashMap<PersonId, Vec<StoredRow>>>,
}

/// The result of a look at a claim.
pub(super) enum Looked {
    Over(Left),
    /// All that is missing is its turn.
    Text(Box<WaitingText>),
}

impl From<Left> for Looked {
    fn from(left: Left) -> Self {
        Self::Over(left)
    }
}

/// A passage that somebody is told of.
struct Passed<'y> {
    event_name: &'y str,
    of_year: &'y YearRecord,
    target: &'y Target,
    runner: Person,
    passage: Passage,
}

/// Why nobody is told of a passage now.
enum NotTold {
    /// It is looked at again after this many seconds.
    Later(i32),
    Never(Reason),
}

/// A year at the time a batch is sent.
#[derive(Default)]
pub(super) struct Year {
    record: Option<EventRecord>,
    paused: bool,
    anonymous: HashSet<String>,
    /// The wishes that were granted to runners, by trimmed bib.
    wishes: HashMap<String, Wishes>,
    /// Corrections by hand.
    corrections: Corrections,
}

impl Year {
    /// `uploaded` is the bib that is uploaded of the runner, which no correction may know.
    fn shown(&self, runner: &Person, uploaded: Bib<'_>, made: Option<Stamp>) -> Person {
        let mut shown = runner.clone();
        shown.anonymous |= self.anonymous.contains(&runner.bib);
        let linked = self.corrections.with_linked(runner.bib(), made);
        for bib in linked.into_iter().chain([uploaded.trimmed()]) {
            shown.anonymous |= self.anonymous.contains(bib);
            let wishes = self.wishes.get(bib).copied().unwrap_or_default();
            wishes.apply_to_person(&mut shown);
        }
        shown
    }
}

/// Runner and passage as they were corrected by hand; `None` if the passage is not theirs.
fn corrected(
    view: View<'_>,
    runner: &Person,
    rows: &[&StoredRow],
    passage: &Passage,
) -> Option<(Person, Passage)> {
    let (mut runner, mut passage) = (runner.clone(), passage.clone());
    let known = rows.first().and_then(|row| {
        let who = Runner::uploaded(&row.person_id, &runner);
        view.correction(who)
    });
    if let Some((_, known)) = known {
        let mut passages: Vec<Passage> = rows.iter().map(|row| row.passage.clone()).collect();
        known.apply_to_passages(view.kind, &runner.distance, &mut passages);
        known.apply_to_person(&mut runner);
        passage = passages.into_iter().find(|other| {
            (&other.location, other.occurrence) == (&passage.location, passage.occurrence)
        })?;
    }
    if passage.finish && view.is_ranked_anew(&runner.distance) {
        // the place depends on the whole distance, which is not read for a text
        passage.ranking = -1;
    }
    Some((runner, passage))
}

impl Worker {
    pub(super) async fn year(&self, race: &RaceKey) -> Result<Year, StoreError> {
        let (record, paused) = futures::try_join!(
            self.store.load_event(&race.slug),
            self.store.are_alerts_paused(race)
        )?;
        let (anonymous, beside) = match record
            .as_ref()
            .and_then(|record| record.years.get(&race.year))
        {
            Some(record) => futures::try_join!(
                self.caches
                    .entry_lists
                    .anonymous_bibs(&self.store, race, record.participants),
                self.store.beside_uploads(race)
            )?,
            None => Default::default(),
        };
        let made = record
            .as_ref()
            .and_then(|record| record.years.get(&race.year)?.made);
        Ok(Year {
            record,
            paused,
            anonymous,
            wishes: beside.wishes_in_force(made),
            corrections: beside.corrections,
        })
    }

    /// Reads what the tables hold about some claims.
    pub(super) async fn read(&self, named: &[&(Message, ClaimName)]) -> Result<Known, StoreError> {
        let names: Vec<&ClaimName> = named.iter().map(|(_, name)| name).collect();
        let claims = self.store.alert_claims(&names).await?;
        let waiting: Vec<&Claim> = claims
            .iter()
            .filter(|claim| claim.state == ClaimState::Claimed)
            .collect();
        let mut people: BTreeMap<&RaceKey, BTreeSet<&PersonId>> = BTreeMap::new();
        for claim in &waiting {
            people
                .entry(&claim.name.race)
                .or_default()
                .insert(&claim.person);
        }
        let rows = try_join_all(people.into_iter().map(async |(race, people)| {
            let mut by_person: HashMap<PersonId, Vec<StoredRow>> = HashMap::new();
            for row in self
                .store
                .rows_of_people(race, &people.into_iter().collect::<Vec<_>>())
                .await?
            {
                by_person
                    .entry(row.person_id.clone())
                    .or_default()
                    .push(row);
            }
            Ok::<_, StoreError>((race.clone(), by_person))
        }));
        let (rows, subscribed) = futures::try_join!(rows, self.store.subscribed(&waiting))?;
        let (rows, subscribed) = (
            rows.into_iter().collect(),
            subscribed.into_iter().cloned().collect(),
        );
        Ok(Known {
            claims: claims
                .into_iter()
                .map(|claim| (claim.name.clone(), claim))
                .collect(),
            subscribed,
            rows,
        })
    }

    /// Looks at one claim and does what it needs, except for a text, which waits for its turn.
    pub(super) async fn look(
        &self,
        name: &ClaimName,
        known: &Known,
        years: &HashMap<RaceKey, Year>,
    ) -> Result<(Priority, Looked), StoreError> {
        let Some(year) = years.get(&name.race) else {
            return Ok((Priority::Split, Left::Later(SOON_S).into()));
        };
        let Some(claim) = known.claims.get(name) else {
            return Ok((Priority::Split, Left::Nothing.into()));
        };
        let priority = claim.priority;
        let looked = match (claim.state, claim.sending_ms) {
            (ClaimState::Claimed, _) => self.waiting(claim, known, year).await?,
            (ClaimState::Sending, Some(began_ms))
                if (self.clock.now_us() / 1_000).abs_diff(began_ms) >= SENDING_MS =>
            {
                self.settle(claim, AlertOutcome::Doubtful).await?;
                Left::Nothing.into()
            }
            (ClaimState::Sending, _) => Left::Later(ELSEWHERE_S).into(),
            _ => Left::Nothing.into(),
        };
        Ok((priority, looked))
    }

    /// Tells the target of a claim that waits, except for a text, which waits for its turn.
    async fn waiting(
        &self,
        claim: &Claim,
        known: &Known,
        year: &Year,
    ) -> Result<Looked, StoreError> {
        let passed = match self.passed(claim, known, year) {
            Ok(passed) => passed,
            Err(NotTold::Later(wait_s)) => return Ok(Left::Later(wait_s).into()),
            Err(NotTold::Never(reason)) => {
                return self.suppress(claim, reason).await.map(Looked::Over);
            }
        };
        let alert = |tag| PassageAlert {
            event_name: passed.event_name,
            race: &claim.name.race,
            runner: &passed.runner,
            passage: &passed.passage,
            tag,
        };
        let is_subscribed = known.subscribed.contains(&claim.name);
        let left = match self.reach(claim, passed.target, is_subscribed).await? {
            Ok(Reach::Phone(phone)) => {
                let open_until = subscription::open_until(&passed.of_year.year);
                return Ok(Looked::Text(Box::new(WaitingText {
                    claim: claim.clone(),
                    phone,
                    words: alert::text(passed.event_name, &passed.runner, &passed.passage),
                    erased_s: subscription::erased_at(open_until.unwrap_or_default()),
                })));
            }
            Ok(Reach::Device(device)) => {
                let id = &claim.name.claim;
                let tag = id.get(..LONGEST_TOPIC).unwrap_or(id);
                self.push(claim, &device, &alert(tag)).await
            }
            Ok(Reach::Address(subscription)) => self.mail(claim, &subscription, alert("")).await,
            Err(reason) => self.suppress(claim, reason).await,
        };
        left.map(Looked::Over)
    }

    /// The passage that a claim tells of, as it is now.
    fn passed<'y>(
        &self,
        claim: &'y Claim,
        known: &Known,
        year: &'y Year,
    ) -> Result<Passed<'y>, NotTold> {
        let race = &claim.name.race;
        if !self.is_fresh(claim) {
            return Err(NotTold::Never(Reason::TooLate));
        }
        if year.paused {
            return Err(NotTold::Later(PAUSED_S));
        }
        let deleted = NotTold::Never(Reason::Deleted);
        let (Some(record), Some(target)) = (&year.record, &claim.target) else {
            return Err(deleted);
        };
        let Some(of_year) = record.years.get(&race.year) else {
            return Err(deleted);
        };
        let of_race = known.rows.get(race);
        let rows = of_race.and_then(|people| people.get(&claim.person));
        let rows = living(rows.map_or(&[][..], Vec::as_slice), &of_year.rows);
        let Some((runner, passage)) = alert::current(&rows, &claim.location, claim.occurrence)
        else {
            return Err(deleted);
        };
        if alert::is_overtaken(&rows, &claim.location, claim.occurrence) {
            return Err(NotTold::Never(Reason::TooLate));
        }
        let kind = EventKind::of(&record.event.kind);
        let view = View {
            record: of_year,
            kind,
            corrections: &year.corrections,
        };
        let uploaded = runner.bib();
        let Some((runner, passage)) = corrected(view, runner, &rows, passage) else {
            return Err(deleted);
        };
        let runner = year.shown(&runner, uploaded, of_year.made);
        if runner.anonymous {
            return Err(NotTold::Never(Reason::Anonymous));
        }
        // the passage may have become a "did not finish"
        if alert::alerts(kind, &passage).is_none() {
            return Err(deleted);
        }
        Ok(Passed {
            event_name: &record.event.name,
            of_year,
            target,
            runner,
            passage,
        })
    }
}
