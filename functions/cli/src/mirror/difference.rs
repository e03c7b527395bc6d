//! The difference between two Chutes' data of a year, by the rules of the contract (6.1, 6.6).

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use chute_domain::{
    participant::{BibChip, Participant},
    race::{Distance, Event, Segment, Year},
    row::{Passage, Person, PersonId, ResultRow},
};

/// A Chute's data of a year.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Race {
    /// Everybody who has a row, by the uploader's id.
    pub people: BTreeMap<PersonId, PersonResults>,
    /// Participants by id, without the time of their last update.
    pub participants: BTreeMap<String, Participant>,
    /// Participants by id that cannot be added: without a distance (contract 2.5).
    pub unsendable: BTreeMap<String, Participant>,
    /// Bib chips by chip.
    pub chips: BTreeMap<String, BibChip>,
    /// Segments by distance and name.
    pub segments: BTreeMap<(String, String), Segment>,
    /// Distances by name.
    pub distances: BTreeMap<String, Distance>,
}

/// A person and their passages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PersonResults {
    /// The person; the fields of the newest row are those of all rows.
    pub person: Person,
    /// Passages by location and occurrence.
    pub passages: BTreeMap<(String, i64), Passage>,
}

/// How the participants over there differ from those of here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Participants {
    /// New or different.
    pub send: Vec<Participant>,
    /// Over there under another bib, which an add does not change: it may have been given at
    /// check-in.
    pub other_bib: Vec<String>,
    /// Over there, but not here.
    pub surplus: Vec<String>,
}

impl Race {
    /// Adds rows as results show them: all rows of these people.
    pub fn put_rows(&mut self, rows: impl IntoIterator<Item = ResultRow>) {
        for ResultRow {
            person_id,
            person,
            passage,
        } in rows
        {
            let runner = self.people.entry(person_id).or_default();
            runner.person = person;
            runner
                .passages
                .insert((passage.location.clone(), passage.occurrence), passage);
        }
    }

    /// Adds distances, or replaces those of the same names.
    pub fn put_distances(&mut self, distances: impl IntoIterator<Item = Distance>) {
        let named = |distance: Distance| (distance.name.clone(), distance);
        self.distances.extend(distances.into_iter().map(named));
    }

    /// Adds segments, or replaces those of the same distances and names.
    pub fn put_segments(&mut self, segments: impl IntoIterator<Item = Segment>) {
        let key = |segment: &Segment| (segment.distance_name.clone(), segment.name.clone());
        let keyed = segments.into_iter().map(|segment| (key(&segment), segment));
        self.segments.extend(keyed);
    }

    /// Adds bib chips, or gives those that are there other bibs.
    pub fn put_chips(&mut self, chips: impl IntoIterator<Item = BibChip>) {
        let keyed = chips.into_iter().map(|chip| (chip.chip.clone(), chip));
        self.chips.extend(keyed);
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.people
            .values()
            .map(|runner| runner.passages.len())
            .sum()
    }

    /// The rows to send so that `there` shows what is here, in the order of results.
    ///
    /// A person whose list entry asks for it is sent as anonymous, so that no name is seen while
    /// only half has arrived. A change of the person alone takes one row: the person of the newest
    /// row counts for all rows.
    pub fn rows_missing(&self, there: &Self) -> Vec<ResultRow> {
        let hidden = self.hidden_bibs();
        let mut missing = Vec::new();
        for (id, runner) in &self.people {
            let mut person = runner.person.clone();
            person.anonymous |= hidden.contains(person.bib.trim());
            let known = there.people.get(id);
            let other = |(key, passage): &(&(String, i64), &Passage)| {
                known.is_none_or(|known| known.passages.get(*key) != Some(*passage))
            };
            let mut passages: Vec<&Passage> = runner
                .passages
                .iter()
                .filter(other)
                .map(|(_, passage)| passage)
                .collect();
            if passages.is_empty() && known.is_none_or(|known| !is_shown_as(&person, &known.person))
            {
                passages.extend(runner.passages.values().next());
            }
            let rows = passages.into_iter().map(|passage| (id, passage.clone()));
            missing.extend(rows.map(|(id, passage)| ResultRow {
                person_id: id.clone(),
                person: person.clone(),
                passage,
            }));
        }
        missing.sort_by(|a, b| a.order().cmp(&b.order()));
        missing
    }

    /// The trimmed bibs of anonymous participants: blanks around a bib mean nothing, so they must
    /// not reveal a name.
    fn hidden_bibs(&self) -> BTreeSet<&str> {
        let asked = self
            .participants
            .values()
            .chain(self.unsendable.values())
            .filter(|who| who.anonymous);
        asked
            .map(|who| who.bib.trim())
            .filter(|bib| !bib.is_empty())
            .collect()
    }

    /// The number of rows that `there` has and this does not, by the distance under which they show
    /// there.
    pub fn rows_surplus<'t>(&self, there: &'t Self) -> BTreeMap<&'t str, usize> {
        let mut surplus = BTreeMap::new();
        for (id, runner) in &there.people {
            let here = self.people.get(id);
            let rows = runner
                .passages
                .keys()
                .filter(|key| here.is_none_or(|here| !here.passages.contains_key(*key)))
                .count();
            if rows > 0 {
                *surplus.entry(runner.person.distance.as_str()).or_default() += rows;
            }
        }
        surplus
    }

    /// Forgets the rows of a distance, as deleting it does; without a name, those of all distances.
    pub fn forget_rows(&mut self, distance: &str) {
        self.people
            .retain(|_, runner| !distance.is_empty() && runner.person.distance != distance);
    }

    /// The changes by which `there` gets the participants of here. Anonymous people come first.
    pub fn participants_missing(&self, there: &Self) -> Participants {
        let mut missing = Participants::default();
        for (id, who) in &self.participants {
            let Some(known) = there.participants.get(id) else {
                missing.send.push(who.clone());
                continue;
            };
            if !known.bib.is_empty() && known.bib != who.bib {
                missing.other_bib.push(id.clone());
            }
            if *known != as_added(who, Some(known)) {
                missing.send.push(who.clone());
            }
        }
        missing.send.sort_by_key(|who| !who.anonymous);
        let is_here =
            |id: &String| self.participants.contains_key(id) || self.unsendable.contains_key(id);
        missing.surplus = there
            .participants
            .keys()
            .filter(|id| !is_here(id))
            .cloned()
            .collect();
        missing
    }

    /// Stores a participant as an add does.
    pub fn add_participant(&mut self, who: &Participant) {
        let who = as_added(who, self.participants.get(&who.id));
        self.participants.insert(who.id.clone(), who);
    }
}

/// A participant as an add leaves it: a bib that was set before stays, and so does a division where
/// none is sent.
fn as_added(who: &Participant, known: Option<&Participant>) -> Participant {
    let mut who = who.clone();
    let Some(known) = known else {
        return who;
    };
    if !known.bib.is_empty() {
        who.bib.clone_from(&known.bib);
    }
    if who.division.is_empty() {
        who.division.clone_from(&known.division);
    }
    who
}

/// Whether `shown` is the person as results show them; these leave out the names of anonymous
/// people.
fn is_shown_as(person: &Person, shown: &Person) -> bool {
    if person.anonymous && shown.anonymous && shown.first.is_empty() && shown.last.is_empty() {
        return Person {
            first: String::new(),
            last: String::new(),
            ..person.clone()
        } == *shown;
    }
    person == shown
}

/// The entries that are new or different here.
pub fn missing<K: Ord, T: PartialEq + Clone>(
    here: &BTreeMap<K, T>,
    there: &BTreeMap<K, T>,
) -> Vec<T> {
    here.iter()
        .filter(|(key, item)| there.get(key) != Some(item))
        .map(|(_, item)| item.clone())
        .collect()
}

/// What is over there but not here, and participants who have another bib there.
pub struct Surplus {
    /// Rows by distance.
    pub rows: BTreeMap<String, usize>,
    /// How many distances.
    pub distances: usize,
    /// How many segments.
    pub segments: usize,
    /// How many chips.
    pub chips: usize,
    /// The participants by their ids.
    pub participants: Participants,
}

impl Surplus {
    /// Compares the whole of both.
    pub fn of(here: &Race, there: &Race) -> Self {
        let rows = here.rows_surplus(there).into_iter();
        Self {
            rows: rows.map(|(name, rows)| (name.to_owned(), rows)).collect(),
            distances: surplus(&here.distances, &there.distances),
            segments: surplus(&here.segments, &there.segments),
            chips: surplus(&here.chips, &there.chips),
            participants: here.participants_missing(there),
        }
    }
}

/// "12 rows (distances: 10 KM), 1 chip"; nothing if there is no surplus.
impl fmt::Display for Surplus {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut found: Vec<String> = Vec::new();
        if !self.rows.is_empty() {
            let names: Vec<&str> = self
                .rows
                .keys()
                .map(|name| match name.as_str() {
                    "" => "without a name",
                    name => name,
                })
                .collect();
            let rows = counted(self.rows.values().sum(), "row");
            found.push(format!("{rows} (distances: {})", names.join(", ")));
        }
        let lists = [
            (self.distances, "distance"),
            (self.segments, "segment"),
            (self.chips, "chip"),
            (self.participants.surplus.len(), "participant"),
        ];
        let lists = lists.iter().filter(|(count, _)| *count > 0);
        found.extend(lists.map(|(count, what)| counted(*count, what)));
        to.write_str(&found.join(", "))
    }
}

/// The number of entries that are there but not here.
fn surplus<K: Ord, T>(here: &BTreeMap<K, T>, there: &BTreeMap<K, T>) -> usize {
    there.keys().filter(|key| !here.contains_key(*key)).count()
}

/// "1 row", "2 rows", "2 other entries".
pub fn counted(count: usize, what: &str) -> String {
    match (count, what.strip_suffix('y')) {
        (1, _) => format!("1 {what}"),
        (_, Some(stem)) => format!("{count} {stem}ies"),
        (_, None) => format!("{count} {what}s"),
    }
}

/// The event in a form that can be sent: old data may have no type, which means the first type.
pub fn sendable(event: &Event) -> Event {
    let kind = if event.kind.is_empty() {
        "distance"
    } else {
        &event.kind
    };
    // each side derives these from the years itself
    Event {
        kind: kind.to_owned(),
        recent_time: None,
        ..event.clone()
    }
}

/// The names of the fields in which two events differ.
pub fn event_fields(here: &Event, there: &Event) -> Vec<&'static str> {
    let (here, there) = (sendable(here), sendable(there));
    let fields = [
        ("name", here.name != there.name),
        ("cert_name", here.cert_name != there.cert_name),
        ("website", here.website != there.website),
        ("image", here.image != there.image),
        ("contact_email", here.contact_email != there.contact_email),
        (
            "access_restricted",
            here.access_restricted != there.access_restricted,
        ),
        ("type", here.kind != there.kind),
        ("accent_color", here.accent_color != there.accent_color),
        ("logo", here.logo != there.logo),
        ("sponsor", here.sponsor != there.sponsor),
    ];
    fields
        .into_iter()
        .filter(|(_, differ)| *differ)
        .map(|(name, _)| name)
        .collect()
}

/// The names of the fields in which two years differ. The offset of a date counts: readers see it.
pub fn year_fields(here: &Year, there: &Year) -> Vec<&'static str> {
    let fields = [
        ("date_time", here.date_time != there.date_time),
        ("live", here.live != there.live),
        ("days_allowed", here.days_allowed != there.days_allowed),
        ("ranking_type", here.ranking_type != there.ranking_type),
        // an unset value here leaves the value over there
        (
            "official",
            !here.official.is_unsaid() && here.official != there.official,
        ),
    ];
    fields
        .into_iter()
        .filter(|(_, differ)| *differ)
        .map(|(name, _)| name)
        .collect()
}

#[cfg(test)]
mod tests {
    use chute_domain::event_time::EventTime;
    use rstest::rstest;

    use super::*;

    fn row(person: &str, occurrence: i64, seconds: i64) -> ResultRow {
        ResultRow {
            person_id: person.into(),
            person: Person {
                bib: format!("b{person}"),
                first: "Ana".into(),
                last: "Ruiz".into(),
                distance: "5K".into(),
                ..Person::default()
            },
            passage: Passage {
                seconds,
                location: "Finish".to_owned(),
                occurrence,
                ..Passage::default()
            },
        }
    }

    fn race(rows: impl IntoIterator<Item = ResultRow>) -> Race {
        let mut race = Race::default();
        race.put_rows(rows);
        race
    }

    fn person(change: impl FnOnce(&mut Person)) -> Race {
        let mut rows = [row("1", 1, 10), row("1", 2, 20)];
        let mut of = rows[0].person.clone();
        change(&mut of);
        rows.iter_mut().for_each(|row| row.person = of.clone());
        race(rows)
    }

    fn participant(id: &str, bib: &str, anonymous: bool) -> Participant {
        Participant {
            id: id.into(),
            bib: bib.into(),
            first: "Ana".into(),
            anonymous,
            distance: "5K".into(),
            ..Participant::default()
        }
    }

    fn shown_anonymous(who: &mut Person) {
        who.anonymous = true;
        who.first.clear();
        who.last.clear();
    }

    #[rstest]
    #[case::equal(person(|_| {}), person(|_| {}), 0)]
    #[case::nothing_there(person(|_| {}), Race::default(), 2)]
    #[case::nothing_here(Race::default(), person(|_| {}), 0)]
    #[case::one_passage_is_new(person(|_| {}), race([row("1", 1, 10)]), 1)]
    #[case::one_passage_differs(person(|_| {}), race([row("1", 1, 10), row("1", 2, 21)]), 1)]
    #[case::a_person_costs_one_row(person(|who| who.age = 40), person(|_| {}), 1)]
    #[case::a_name_costs_one_row(person(|who| who.first = "Bea".into()), person(|_| {}), 1)]
    #[case::now_anonymous(person(|who| who.anonymous = true), person(|_| {}), 1)]
    #[case::anonymous_there(person(|who| who.anonymous = true), person(shown_anonymous), 0)]
    #[case::anonymous_there_but_older(person(|who| { who.anonymous = true; who.age = 40 }), person(shown_anonymous), 1)]
    #[case::no_longer_anonymous(person(|_| {}), person(shown_anonymous), 1)]
    #[case::a_hidden_name_that_was_sent(person(|who| { who.anonymous = true; who.first = "Bea".into() }), person(|who| who.anonymous = true), 1)]
    fn only_differences_are_sent(#[case] here: Race, #[case] there: Race, #[case] expected: usize) {
        assert_eq!(here.rows_missing(&there).len(), expected);
    }

    #[test]
    fn a_runner_anonymous_since_check_in_is_sent_as_anonymous() {
        let mut here = person(|_| {});
        assert!(
            here.rows_missing(&Race::default())
                .iter()
                .all(|row| !row.person.anonymous)
        );
        here.participants
            .insert("p".into(), participant("p", " b1 ", true));
        let sent = here.rows_missing(&Race::default());
        assert!(
            sent.iter()
                .all(|row| row.person.anonymous && row.person.first == "Ana")
        );
        assert_eq!(here.rows_missing(&person(shown_anonymous)), []);
    }

    #[test]
    fn rows_that_were_sent_are_not_sent_again() {
        let mut random = 1_u64;
        let mut next = |most: u64| {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) % most
        };
        let mut there = Race::default();
        for _ in 0..200 {
            let mut rows: Vec<ResultRow> = (0..next(12))
                .map(|_| {
                    row(
                        &next(4).to_string(),
                        next(3).cast_signed(),
                        next(3).cast_signed(),
                    )
                })
                .collect();
            rows.iter_mut()
                .for_each(|row| row.person.age = next(2).cast_signed());
            let mut here = Race::default();
            here.put_rows(rows);
            there.put_rows(here.rows_missing(&there));
            assert_eq!(here.rows_missing(&there), []);
            let surplus = here.rows_surplus(&there);
            assert_eq!(surplus.values().sum::<usize>(), there.rows() - here.rows());
        }
    }

    /// An add does not empty a division: one that is no longer here would be sent for ever.
    #[rstest]
    #[case::new("Lions", "", 1)]
    #[case::another("Lions", "Harriers", 1)]
    #[case::equal("Lions", "Lions", 0)]
    #[case::only_there("", "Harriers", 0)]
    fn a_new_division_is_sent(#[case] here: &str, #[case] there: &str, #[case] expected: usize) {
        let with = |division: &str| {
            let mut race = Race::default();
            race.add_participant(&Participant {
                division: division.into(),
                ..participant("p", "1", false)
            });
            race
        };
        let (here, mut there) = (with(here), with(there));
        let sent = here.participants_missing(&there).send;
        assert_eq!(sent.len(), expected);
        sent.iter().for_each(|who| there.add_participant(who));
        assert_eq!(here.participants_missing(&there).send, []);
    }

    #[test]
    fn rows_that_are_not_here_are_counted_by_distance_and_go_with_it() {
        let mut other = row("2", 1, 10);
        other.person.distance = "10K".into();
        let mut there = race([row("1", 1, 10), row("1", 2, 20), other]);
        let here = race([row("1", 1, 10)]);
        assert_eq!(
            here.rows_surplus(&there),
            BTreeMap::from([("10K", 1), ("5K", 1)])
        );
        there.forget_rows("5K");
        assert_eq!((there.rows(), here.rows_missing(&there).len()), (1, 1));
        there.forget_rows("");
        assert_eq!(there.rows(), 0);
    }

    #[rstest]
    #[case::equal("7", "7", false, false)]
    #[case::given_over_there("", "7", false, true)]
    #[case::given_here("7", "", true, false)]
    #[case::another("8", "7", false, true)]
    fn bibs_of_participants(
        #[case] here: &str,
        #[case] there: &str,
        #[case] sent: bool,
        #[case] other: bool,
    ) {
        let (mut ours, mut theirs) = (Race::default(), Race::default());
        ours.add_participant(&participant("p", here, false));
        theirs.add_participant(&participant("p", there, false));
        let missing = ours.participants_missing(&theirs);
        assert_eq!(
            (missing.send.len(), missing.other_bib.len()),
            (usize::from(sent), usize::from(other))
        );
    }

    #[test]
    fn participants_that_differ_are_sent_once_anonymous_ones_first() {
        let (mut here, mut there) = (Race::default(), Race::default());
        here.add_participant(&participant("a", "1", false));
        here.add_participant(&participant("b", "2", true));
        there.add_participant(&participant("c", "3", false));
        there.add_participant(&Participant {
            mobile: "555".into(),
            ..participant("a", "9", false)
        });
        let missing = here.participants_missing(&there);
        assert_eq!(
            missing
                .send
                .iter()
                .map(|who| who.id.as_str())
                .collect::<Vec<_>>(),
            ["b", "a"]
        );
        assert_eq!(
            (missing.other_bib, missing.surplus),
            (vec!["a".to_owned()], vec!["c".to_owned()])
        );
        missing
            .send
            .iter()
            .for_each(|who| there.add_participant(who));
        assert_eq!(here.participants_missing(&there).send, []);
        assert_eq!(there.participants["a"].bib, "9");
    }

    #[test]
    fn a_participant_that_cannot_be_sent_hides_a_name_and_is_not_taken_for_deleted() {
        let mut here = person(|_| {});
        here.unsendable
            .insert("p".into(), participant("p", "b1", true));
        assert!(
            here.rows_missing(&Race::default())
                .iter()
                .all(|row| row.person.anonymous)
        );
        let mut there = Race::default();
        there.add_participant(&participant("p", "b1", true));
        assert_eq!(here.participants_missing(&there), Participants::default());
    }

    #[test]
    fn items_new_or_different_are_sent() {
        let distance = |name: &str, certification: &str| {
            (
                name.to_owned(),
                Distance {
                    name: name.to_owned(),
                    certification: certification.to_owned(),
                },
            )
        };
        let here = BTreeMap::from([
            distance("5K", "a"),
            distance("10K", "b"),
            distance("1M", "c"),
        ]);
        let there = BTreeMap::from([
            distance("5K", "a"),
            distance("10K", "x"),
            distance("50K", "d"),
        ]);
        assert_eq!(
            missing(&here, &there)
                .iter()
                .map(|item| item.name.as_str())
                .collect::<Vec<_>>(),
            ["10K", "1M"]
        );
        assert_eq!(surplus(&here, &there), 1);
    }

    #[test]
    fn events_and_years_differ_in_what_was_typed_only() {
        let event = Event {
            name: "River".into(),
            slug: "river".into(),
            ..Event::default()
        };
        let there = Event {
            recent_time: Some(EventTime::default()),
            kind: "distance".into(),
            ..event.clone()
        };
        assert_eq!(event_fields(&event, &there), [""; 0]);
        let there = Event {
            website: "https://example.org".into(),
            access_restricted: true,
            ..there
        };
        assert_eq!(
            event_fields(&event, &there),
            ["website", "access_restricted"]
        );
        let dressed = Event {
            accent_color: "#0a7d4f".into(),
            sponsor: "River Foods".into(),
            ..event.clone()
        };
        assert_eq!(event_fields(&dressed, &event), ["accent_color", "sponsor"]);
        let year = |text: &str| Year {
            date_time: EventTime::parse(text).unwrap(),
            ..Year::default()
        };
        assert_eq!(
            year_fields(
                &year("2026-05-02T08:00:00-07:00"),
                &year("2026/05/02 08:00:00 -07:00")
            ),
            [""; 0]
        );
        assert_eq!(
            year_fields(
                &year("2026-05-02T08:00:00-07:00"),
                &year("2026-05-02T15:00:00Z")
            ),
            ["date_time"]
        );
    }
}
