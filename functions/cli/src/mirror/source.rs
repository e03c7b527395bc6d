//! The local race, read from the store: completely at first, then only what changed.
//!
//! If nothing changed, a round reads the event, what was granted to runners, a participant index,
//! the lists of distances and segments, and the name of the publisher's newest manifest, but no row.
//! If rows changed, the pieces that hold them are read (at most 128 items each). Chips, which have
//! no index by time, are read once a minute. Everything is read again every five minutes, and when
//! something was deleted.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    time::{Duration, Instant},
};

use chute_contract::participant::ParticipantIn;
use chute_domain::{
    birthdate::Orders,
    corrections::Runner,
    liveness::{self, StoredRow},
    participant::{Participant, ResultParticipant},
    pieces::{Corrections, Index, Piece, PrivacyByBib, Range, View},
    privacy::Wishes,
    race::{EventKind, RaceKey, Slug, YearKey},
    row::{Bib, PersonId},
    snapshot::Whole,
    stamp::Stamp,
    state::{EventRecord, KnownParticipant, Stamped, YearRecord},
};
use chute_publisher::{PieceList, Publications};
use chute_store::{Store, StoreError};
use futures::{StreamExt, TryStreamExt, stream};
use jiff::{Timestamp, civil::Date, tz::TimeZone};
use serde_json::json;
use tokio::runtime::Runtime;

use super::difference::Race;
use crate::{
    clock,
    failure::{Failure, Outcome},
    tables::{self, Needs},
};

/// How often everything is read again, as the reconciler does.
const WHOLE: Duration = Duration::from_secs(5 * 60);
/// How often chips are read.
const CHIPS: Duration = Duration::from_secs(60);
/// Participants are found by their request's receipt, but a request may write for eight seconds
/// after that, and clocks differ. So each look goes back this far.
const OVERLAP_MS: u64 = 60_000;
/// Pieces read at once.
const AT_ONCE: usize = 16;

/// The store of the local race.
pub struct Source {
    runtime: Runtime,
    store: Store,
    slug: Slug,
    years: BTreeMap<YearKey, Local>,
}

/// A year as last read.
struct Local {
    race: Race,
    /// The living participants, as listed.
    listed: BTreeMap<String, Stamped<KnownParticipant>>,
    /// Every stored row, by person, then location and occurrence.
    stored: BTreeMap<PersonId, BTreeMap<(String, i64), StoredRow>>,
    /// Granted wishes, by trimmed bib.
    wishes: HashMap<String, Wishes>,
    /// Corrections by hand.
    corrections: Corrections,
    /// That of bibs that corrections link.
    privacy: PrivacyByBib,
    record: YearRecord,
    kind: EventKind,
    pieces: PieceList,
    whole_at: Instant,
    chips_at: Instant,
    read_ms: u64,
}

impl Source {
    /// Opens the store that the variables name, for this event.
    pub fn open(slug: &Slug) -> Outcome<Self> {
        let runtime = tables::runtime()?;
        let needs = [
            Needs::Events,
            Needs::Races,
            Needs::Participants,
            Needs::BibChips,
            Needs::Private,
        ];
        let store = runtime.block_on(tables::open(&needs))?;
        Ok(Self {
            runtime,
            store,
            slug: slug.clone(),
            years: BTreeMap::new(),
        })
    }

    /// The current event and its years.
    pub fn event(&self) -> Outcome<EventRecord> {
        let record = self.runtime.block_on(self.store.load_event(&self.slug))?;
        record.ok_or_else(|| Failure::new(format!("There is no event {} here.", self.slug)))
    }

    /// The years of the event that were deleted here.
    pub fn deleted_years(&self) -> Outcome<BTreeSet<YearKey>> {
        Ok(self
            .runtime
            .block_on(self.store.deleted_years(&self.slug))?)
    }

    /// The current state of a year.
    pub fn year(&mut self, record: &YearRecord, kind: EventKind) -> Outcome<&Race> {
        let race = self.slug.year(&record.year.year);
        let known = self.years.remove(&race.year);
        let reader = YearReader {
            store: &self.store,
            race: &race,
            record,
            kind,
        };
        let read = self.runtime.block_on(reader.read(known))?;
        Ok(&self.years.entry(race.year).or_insert(read).race)
    }
}

/// Reads a year.
struct YearReader<'s> {
    store: &'s Store,
    race: &'s RaceKey,
    record: &'s YearRecord,
    kind: EventKind,
}

impl YearReader<'_> {
    async fn read(&self, known: Option<Local>) -> Outcome<Local> {
        // a delete can remove anything; a change of the year's own fields removes nothing
        let deletes = |record: &YearRecord| {
            (
                record.rows.clone(),
                record.participants,
                record.chips,
                record.segments,
                record.distances,
            )
        };
        let known = known.filter(|known| {
            deletes(&known.record) == deletes(self.record)
                && known.kind == self.kind
                && known.whole_at.elapsed() < WHOLE
        });
        let Some(known) = known else {
            return Ok(self.whole().await?);
        };
        // this changes rarely, and then for people whose rows and entries did not change
        let beside = self.store.beside_uploads(self.race).await?;
        if beside.wishes_in_force(self.record.made) != known.wishes
            || beside.corrections != known.corrections
        {
            return Ok(self.whole().await?);
        }
        match self.changes(known).await {
            // the pieces named in a list are removed when the list is replaced
            Err(StoreError::Unreadable(..)) => Ok(self.whole().await?),
            other => Ok(other?),
        }
    }

    async fn whole(&self) -> Result<Local, StoreError> {
        let (read_ms, now) = (now_ms(), Instant::now());
        // before the rows: whatever is published in between is read again, not missed
        let pieces = match Publications::of(self.store)
            .piece_list(self.race, &PieceList::default())
            .await
        {
            Err(StoreError::Unreadable(..)) => PieceList::default(),
            other => other?,
        };
        let rows = self.store.rows_of_race(self.race).await?;
        let mut local = Local::new(self.record.clone(), self.kind, pieces, now, read_ms);
        let beside = self.store.beside_uploads(self.race).await?;
        local.wishes = beside.wishes_in_force(self.record.made);
        local.corrections = beside.corrections;
        local.rows(rows);
        self.chips(&mut local).await?;
        self.lists(&mut local).await?;
        local.participants(self.store.participants_of(self.race).await?);
        Ok(local)
    }

    async fn changes(&self, mut local: Local) -> Result<Local, StoreError> {
        let read_ms = now_ms();
        let pieces = Publications::of(self.store)
            .piece_list(self.race, &local.pieces)
            .await?;
        let files = stream::iter(pieces.changed_since(&local.pieces));
        let reads = files
            .map(async |file| {
                Publications::of(self.store)
                    .piece_of_race(self.race, &pieces, file)
                    .await
            })
            .buffered(AT_ONCE);
        let changed: Vec<_> = reads.try_collect().await?;
        local.rows(
            changed
                .into_iter()
                .flat_map(|piece| piece.rows.into_values()),
        );
        local.pieces = pieces;
        if local.chips_at.elapsed() >= CHIPS {
            local.chips_at = Instant::now();
            self.chips(&mut local).await?;
        }
        self.lists(&mut local).await?;
        // after the rows, so that nobody who asked not to be named is missed
        // the clock may have been ahead at the last read
        let since_ms = local.read_ms.min(read_ms).saturating_sub(OVERLAP_MS);
        let since = Stamp::earliest(since_ms);
        local.participants(self.store.participants_since(self.race, since).await?);
        local.read_ms = read_ms;
        local.record = self.record.clone();
        Ok(local)
    }

    async fn chips(&self, local: &mut Local) -> Result<(), StoreError> {
        let chips = living(self.store.chips_of(self.race).await?, self.record.chips);
        local.race.chips.clear();
        local.race.put_chips(chips);
        Ok(())
    }

    async fn lists(&self, local: &mut Local) -> Result<(), StoreError> {
        let distances = living(
            self.store.distances_of(self.race).await?,
            self.record.distances,
        );
        let segments = living(
            self.store.segments_of(self.race).await?,
            self.record.segments,
        );
        local.race.distances.clear();
        local.race.put_distances(distances);
        local.race.segments.clear();
        local.race.put_segments(segments);
        Ok(())
    }
}

fn living<T: Clone>(items: Vec<Stamped<T>>, deleted: Option<Stamp>) -> impl Iterator<Item = T> {
    items
        .into_iter()
        .filter_map(move |item| item.living(deleted).cloned())
}

fn now_ms() -> u64 {
    u64::try_from(clock::now_ms()).unwrap_or_default()
}

impl Local {
    fn new(
        record: YearRecord,
        kind: EventKind,
        pieces: PieceList,
        now: Instant,
        read_ms: u64,
    ) -> Self {
        Self {
            race: Race::default(),
            listed: BTreeMap::new(),
            stored: BTreeMap::new(),
            wishes: HashMap::new(),
            corrections: Corrections::default(),
            privacy: PrivacyByBib::default(),
            record,
            kind,
            pieces,
            whole_at: now,
            chips_at: now,
            read_ms,
        }
    }

    /// Adds stored rows, each unless a newer one is known: the publisher's pieces may be older than
    /// what was read from the table.
    fn rows(&mut self, rows: impl IntoIterator<Item = StoredRow>) {
        let mut touched = BTreeSet::new();
        for row in rows {
            let known = self.stored.entry(row.person_id.clone()).or_default();
            touched.insert(row.person_id.clone());
            let key = (row.passage.location.clone(), row.passage.occurrence);
            if known.get(&key).is_none_or(|known| known.stamp < row.stamp) {
                known.insert(key, row);
            }
        }
        if self.corrections.living(self.record.made).next().is_some() {
            self.corrected_rows();
            return;
        }
        for id in touched {
            self.race.people.remove(&id);
            let stored = self.stored.get(&id).into_iter().flat_map(BTreeMap::values);
            let mut rows = liveness::result_rows(stored, &self.record.rows);
            for row in &mut rows {
                carried(self.wishes_of(row.person.bib())).apply(row);
            }
            self.race.put_rows(rows);
        }
    }

    /// The wishes granted to a runner, by whichever bib.
    fn wishes_of(&self, bib: Bib<'_>) -> Wishes {
        let own = self.wishes.get(bib.trimmed()).copied().unwrap_or_default();
        own.and(self.privacy.of_linked(bib, self.view()).wishes)
    }

    /// Whether somebody is anonymous because of what is listed or uploaded with another of the bibs
    /// that they were shown with: the other Chute knows one bib of each only.
    fn is_hidden_by_another_bib(&self, bib: Bib<'_>) -> bool {
        let linked = self.privacy.of_linked(bib, self.view());
        linked.listed || linked.flagged
    }

    /// The bibs of people uploaded as anonymous whose only rows were taken away by hand: the other
    /// Chute gets none that says so.
    fn hidden_without_rows(&self) -> BTreeSet<String> {
        let gone = self.stored.iter();
        let gone = gone.filter(|(id, _)| !self.race.people.contains_key(*id));
        let people = gone.filter_map(|(_, rows)| {
            let alive = liveness::living(rows.values(), &self.record.rows);
            liveness::person_of(&alive).cloned()
        });
        let people = people.filter(|person| person.anonymous && !person.bib.trim().is_empty());
        people.map(|person| person.bib.trim().to_owned()).collect()
    }

    /// Takes all rows as they were corrected by hand: places may depend on all of them.
    fn corrected_rows(&mut self) {
        let stored = self.stored.values().flat_map(BTreeMap::values);
        let stamp = self.record.made.unwrap_or_default();
        let wishes = self.wishes.iter().map(|(bib, wishes)| {
            let item = Some(*wishes);
            (bib.clone(), Stamped { stamp, item })
        });
        let piece = Piece {
            rows: stored.map(|row| (row.key(), row.clone())).collect(),
            participants: self.listed.clone(),
            wishes: wishes.collect(),
        };
        let mut privacy = PrivacyByBib::default();
        privacy.update([(Range::ALL, &piece)].into_iter(), self.view());
        self.privacy = privacy;
        let whole = Whole::of(Index::default(), [(Range::ALL, piece)], self.view());
        let mut rows = whole.all_corrected();
        for row in &mut rows {
            carried(self.wishes_of(row.person.bib())).apply(row);
            row.person.anonymous |= self.is_hidden_by_another_bib(row.person.bib());
        }
        self.race.people.clear();
        self.race.put_rows(rows);
    }

    fn view(&self) -> View<'_> {
        View {
            record: &self.record,
            kind: self.kind,
            corrections: &self.corrections,
        }
    }

    fn participants(&mut self, stored: Vec<chute_store::StoredParticipant>) {
        let today = today();
        for (id, item) in &stored {
            self.listed.remove(id);
            if let Some(who) = item.living(self.record.participants) {
                let listed = Stamped {
                    stamp: item.stamp,
                    item: Some(KnownParticipant {
                        shown: ResultParticipant::from(who),
                        anonymous: who.anonymous,
                    }),
                };
                self.listed.insert(id.clone(), listed);
            }
        }
        if self.corrections.living(self.record.made).next().is_some() {
            self.corrected_rows();
        }
        for (id, item) in stored {
            self.race.participants.remove(&id);
            self.race.unsendable.remove(&id);
            let Some(who) = item.living(self.record.participants) else {
                continue;
            };
            let bib = Bib::new(&who.bib);
            let mut who = asked_for(who, Some(&self.wishes_of(bib)));
            who.anonymous |= self.is_hidden_by_another_bib(bib);
            let entry = Runner {
                id: &id,
                bib: Bib::new(&who.bib),
                first: &who.first,
                last: &who.last,
                distance: &who.distance,
                is_entry: true,
            };
            if let Some((_, known)) = self.view().correction(entry) {
                known.apply_to_participant(&mut who);
            }
            let who = &who;
            match sendable(who, today) {
                Some(who) => self.race.participants.insert(id, who),
                None => self.race.unsendable.insert(id, who.clone()),
            };
        }
        if self.corrections.living(self.record.made).next().is_some() {
            let hidden = self.hidden_without_rows();
            for who in self.race.participants.values_mut() {
                who.anonymous |= hidden.contains(who.bib.trim());
            }
        }
    }
}

/// The wishes to apply before sending, since the other Chute does not know them: somebody shown by
/// initials here becomes anonymous there, because the list contains the name.
fn carried(wishes: Wishes) -> Wishes {
    Wishes {
        initials: false,
        hidden: wishes.hidden || wishes.initials,
        ..wishes
    }
}

/// A participant as the other Chute gets it, so that nothing shows there that must not show here.
fn asked_for(who: &Participant, wishes: Option<&Wishes>) -> Participant {
    let Wishes { no_age, hidden, .. } = carried(wishes.copied().unwrap_or_default());
    let age_group = if no_age {
        String::new()
    } else {
        who.age_group.clone()
    };
    Participant {
        anonymous: who.anonymous || hidden,
        age_group,
        ..who.clone()
    }
}

fn today() -> Date {
    Timestamp::from_second(clock::now_ms() / 1_000)
        .unwrap_or_default()
        .to_zoned(TimeZone::UTC)
        .date()
}

/// The participant as an add stores it; `None` if it cannot be added: without a distance (contract
/// 2.5).
fn sendable(who: &Participant, today: Date) -> Option<Participant> {
    // the names of what is answered are those of what is sent
    let sent: ParticipantIn = serde_json::from_value(json!(who)).ok()?;
    sent.added(Orders::UNKNOWN, today)
        .filter(|taken| !taken.id.is_empty())
}

#[cfg(test)]
mod tests {
    use chute_domain::{
        corrections::{Bibs, Correction, Outcome, Values},
        liveness::Mark,
        row::{Passage, Person},
        stamp::Stamp,
    };
    use rstest::rstest;

    use super::*;

    fn empty() -> Local {
        Local::new(
            YearRecord::default(),
            EventKind::Distance,
            PieceList::default(),
            Instant::now(),
            0,
        )
    }

    fn entry(bib: &str) -> chute_store::StoredParticipant {
        let who = Participant {
            id: "p".into(),
            bib: bib.into(),
            first: "Ana".into(),
            distance: "5K".into(),
            ..Participant::default()
        };
        let listed = Stamped {
            stamp: Stamp::new(5, ""),
            item: Some(who),
        };
        ("p".to_owned(), listed)
    }

    fn row(occurrence: i64, age: i64, at: u64) -> StoredRow {
        StoredRow {
            person_id: "1".into(),
            person: Person {
                bib: "7".into(),
                age,
                ..Person::default()
            },
            passage: Passage {
                location: "Finish".into(),
                occurrence,
                ..Passage::default()
            },
            stamp: Stamp::new(at, ""),
            witness: None,
            mark: Mark::default(),
        }
    }

    #[test]
    fn a_piece_that_is_behind_the_table_takes_nothing_back() {
        let mut local = empty();
        local.rows([row(1, 40, 5), row(2, 40, 5)]);
        let read = local.race.clone();
        local.rows([row(1, 30, 3)]);
        assert_eq!(local.race, read);
        local.rows([row(1, 41, 6)]);
        assert_eq!(
            (local.race.rows(), local.race.people["1"].person.age),
            (2, 41)
        );
    }

    #[test]
    fn a_correction_by_hand_is_sent_with_the_places_it_moves() {
        let mut local = empty();
        let finisher = |bib: &str, seconds, ranking, at| {
            let mut row = row(1, 40, at);
            row.person_id = bib.into();
            row.person.bib = bib.into();
            row.person.anonymous = true;
            (row.passage.finish, row.passage.seconds) = (true, seconds);
            row.passage.ranking = ranking;
            row
        };
        let known = Correction {
            bib: "2".into(),
            seen: Values {
                first: Some(String::new()),
                distance: Some(String::new()),
                ..Values::default()
            },
            is_uploaded: true,
            corrected: Values {
                first: Some("Ana".into()),
                outcome: Some(Outcome::Finished {
                    clock_ms: 50_000,
                    chip_ms: 50_000,
                }),
                ..Values::default()
            },
            ..Correction::default()
        };
        let item = Stamped {
            stamp: Stamp::new(1, ""),
            item: Some(Box::new(known.clone())),
        };
        local.corrections = Corrections::of([("2#".to_owned(), item)]);
        local.rows([finisher("1", 100, 1, 5), finisher("2", 200, 2, 5)]);
        let seen = |local: &Local| {
            let people = local.race.people.iter();
            let seen = people.map(|(id, runner)| {
                let finish = &runner.passages[&("Finish".to_owned(), 1)];
                (id.to_string(), finish.seconds, finish.ranking)
            });
            seen.collect::<Vec<_>>()
        };
        let one = |id: &str, seconds, ranking| (id.to_owned(), seconds, ranking);
        assert_eq!(seen(&local), [one("1", 100, 2), one("2", 50, 1)]);
        assert_eq!(
            local.race.people["2"].person.first, "Ana",
            "the other Chute hides the name itself"
        );
        // a later row of somebody else moves all
        local.rows([finisher("1", 40, 1, 6)]);
        assert_eq!(seen(&local), [one("1", 40, 1), one("2", 50, 2)]);

        let mut who = Participant {
            bib: "2".into(),
            ..Participant::default()
        };
        known.apply_to_participant(&mut who);
        assert_eq!(who.first, "Ana");
    }

    #[rstest]
    #[case(Wishes { hidden: true, ..Wishes::default() }, true, "40-49")]
    #[case(Wishes { initials: true, ..Wishes::default() }, true, "40-49")]
    #[case(Wishes { no_age: true, ..Wishes::default() }, false, "")]
    #[case(Wishes::default(), false, "40-49")]
    fn a_granted_wish_is_sent(
        #[case] wishes: Wishes,
        #[case] anonymous: bool,
        #[case] age_group: &str,
    ) {
        let who = Participant {
            bib: "7".into(),
            first: "Ana".into(),
            age_group: "40-49".into(),
            ..Participant::default()
        };
        let sent = asked_for(&who, Some(&wishes));
        assert_eq!(
            (sent.first.as_str(), sent.anonymous, sent.age_group.as_str()),
            ("Ana", anonymous, age_group)
        );
        let mut local = empty();
        local.wishes.insert("7".into(), wishes);
        local.rows([row(1, 40, 5)]);
        let person = &local.race.people["1"].person;
        assert_eq!(
            (person.anonymous, person.age),
            (anonymous, if wishes.no_age { -1 } else { 40 })
        );
    }

    #[rstest]
    #[case("7/21/1990", "5K", Some("1990/7/21"))]
    #[case("", "5K", Some("1901/01/01"))]
    #[case("7/21/2090", "5K", Some("1901/01/01"))]
    #[case("7/21/1990", "", None)]
    fn participants_that_an_add_takes(
        #[case] birthdate: &str,
        #[case] distance: &str,
        #[case] expected: Option<&str>,
    ) {
        let who = Participant {
            id: "1".into(),
            birthdate: birthdate.into(),
            distance: distance.into(),
            updated_at: 9,
            ..Participant::default()
        };
        let sent = sendable(&who, jiff::civil::date(2026, 5, 2));
        assert_eq!(
            sent,
            expected.map(|birthdate| Participant {
                birthdate: birthdate.into(),
                updated_at: 0,
                ..who
            })
        );
    }

    /// A fresh mirror gets no row that says so, and must not name them by the list.
    #[rstest]
    #[case::rows_taken_away(Some(Outcome::Nothing), true)]
    #[case::rows_that_say_so_themselves(None, false)]
    fn who_lost_their_finish_is_anonymous_in_the_list(
        #[case] outcome: Option<Outcome>,
        #[case] anonymous: bool,
    ) {
        let mut local = empty();
        let seen = Values {
            first: Some("Ana".into()),
            ..Values::default()
        };
        let known = Correction {
            bib: "7".into(),
            seen,
            is_uploaded: true,
            corrected: Values {
                outcome,
                age: Some(41),
                ..Values::default()
            },
            ..Correction::default()
        };
        let item = Stamped {
            stamp: Stamp::new(9, ""),
            item: Some(Box::new(known)),
        };
        local.corrections = Corrections::of([("7#ana".to_owned(), item)]);
        let mut flagged = row(1, 40, 5);
        flagged.passage.finish = true;
        (flagged.person.first, flagged.person.anonymous) = ("Ana".into(), true);
        local.rows([flagged]);
        assert_eq!(local.race.people.is_empty(), outcome.is_some());
        local.participants(vec![entry("7")]);
        assert_eq!(local.race.participants["p"].anonymous, anonymous);
    }

    /// The uploader gave a corrected person a bib since that no correction knows.
    #[rstest]
    #[case::flagged_rows_hide_the_entry(true, Wishes::default())]
    #[case::a_wish_hides_both(false, Wishes { hidden: true, ..Wishes::default() })]
    fn nobody_is_named_because_a_corrected_bib_was_changed(
        #[case] flagged: bool,
        #[case] wishes: Wishes,
    ) {
        let mut local = empty();
        let known = Correction {
            bib: "7".into(),
            seen: Values {
                first: Some("Ana".into()),
                ..Values::default()
            },
            is_uploaded: true,
            bibs: Bibs::default().then(Some("8".into())),
            ..Correction::default()
        };
        let item = Stamped {
            stamp: Stamp::new(9, ""),
            item: Some(Box::new(known)),
        };
        local.corrections = Corrections::of([("7#ana/1".to_owned(), item)]);
        local.wishes.insert("12".into(), wishes);
        let mut given = row(1, 40, 5);
        given.person = Person {
            bib: "12".into(),
            first: "Ana".into(),
            anonymous: flagged,
            ..given.person
        };
        local.rows([given]);
        local.participants(vec![entry("12")]);
        let person = &local.race.people["1"].person;
        assert_eq!((person.bib.as_str(), person.anonymous), ("8", true));
        assert!(local.race.participants["p"].anonymous);
    }
}
