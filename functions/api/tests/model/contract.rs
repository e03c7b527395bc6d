//! The race as the contract's text has it (6.1, 6.2, 6.6, 6.7), in memory. It shares no rule with
//! the code under test.
//!
//! Where requests come late, the text is ambiguous: "a row is written only if the stored stamp is
//! older" together with "a row equal to the stored one costs no write" (so it keeps its old stamp)
//! leads to a different result than applying the requests in the order of their stamps. Both
//! readings are kept: where they differ, either result is right.

use std::collections::{BTreeMap, BTreeSet};

use chute_domain::{
    corrections::{Correction, Runner},
    pieces::by_hand_id,
    row::Bib,
    stamp as domain,
};

use crate::play::person_of;

/// Receipt time in milliseconds; every request has its own.
pub type Stamp = u64;

/// Person, location, occurrence.
pub type RowKey = (String, String, i64);

/// A person's fields.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Person {
    pub bib: String,
    pub first: String,
    pub distance: String,
    pub division: String,
    pub anonymous: bool,
}

/// A passage: clock seconds and type.
pub type Passage = (i64, i64);

#[derive(Clone, Debug)]
pub enum Effect {
    Upload(Vec<(RowKey, Passage, Person)>),
    DeleteAll,
    DeleteDistance(String),
}

/// A row as readers may see it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shown {
    pub key: RowKey,
    pub passage: Passage,
    pub person: Person,
}

/// People and rows with the stamps at which they were written.
#[derive(Clone, Debug, Default)]
struct State {
    people: BTreeMap<String, (Person, Stamp)>,
    /// Each with the person's fields that came with it: a row equals the stored one only if these
    /// do, too.
    rows: BTreeMap<RowKey, (Passage, Person, Stamp)>,
    all_deleted: Stamp,
    distances_deleted: BTreeMap<String, Stamp>,
    /// People who were in a distance when it was deleted.
    people_deleted: BTreeMap<String, Stamp>,
}

impl State {
    /// Applies a request: "Of every thing the newest stamp wins; what is equal is not written."
    fn take(&mut self, stamp: Stamp, effect: &Effect) {
        match effect {
            Effect::Upload(rows) => {
                // of two rows with the same identity in one request, the later one wins
                let people: BTreeMap<&String, &Person> = rows
                    .iter()
                    .map(|(key, _, person)| (&key.0, person))
                    .collect();
                let passages: BTreeMap<&RowKey, Passage> = rows
                    .iter()
                    .map(|(key, passage, _)| (key, *passage))
                    .collect();
                for (key, passage) in passages {
                    self.upload(stamp, key, passage, people[&key.0]);
                }
            }
            Effect::DeleteAll => {
                self.all_deleted = self.all_deleted.max(stamp);
                let people: Vec<String> = self.people.keys().cloned().collect();
                people.iter().for_each(|person| self.remove(person, stamp));
            }
            Effect::DeleteDistance(distance) => {
                let at = self.distances_deleted.entry(distance.clone()).or_default();
                *at = stamp.max(*at);
                let people: Vec<String> = self
                    .people
                    .iter()
                    .filter(|(_, (who, _))| who.distance == *distance)
                    .map(|(person, _)| person.clone())
                    .collect();
                for person in people {
                    self.remove(&person, stamp);
                    let at = self.people_deleted.entry(person).or_default();
                    *at = stamp.max(*at);
                }
            }
        }
    }

    fn upload(&mut self, stamp: Stamp, key: &RowKey, (seconds, kind): Passage, person: &Person) {
        let distance_deleted = self
            .distances_deleted
            .get(&person.distance)
            .copied()
            .unwrap_or_default();
        let person_deleted = self.people_deleted.get(&key.0).copied().unwrap_or_default();
        if stamp < self.all_deleted.max(distance_deleted).max(person_deleted) {
            return;
        }
        let passage = if kind == 30 {
            (1_000_000, kind)
        } else {
            (seconds, kind)
        };
        let known_person = self
            .people
            .get(&key.0)
            .is_some_and(|(known, _)| known == person);
        match self.people.get(&key.0) {
            Some((known, at)) if *at > stamp || known == person => {}
            _ => drop(self.people.insert(key.0.clone(), (person.clone(), stamp))),
        }
        match self.rows.get(key) {
            Some((known, with, at))
                if *at > stamp || (known_person && *known == passage && with == person) => {}
            _ => drop(
                self.rows
                    .insert(key.clone(), (passage, person.clone(), stamp)),
            ),
        }
    }

    /// Removes a person's older rows, and the person if no rows are left.
    fn remove(&mut self, person: &str, stamp: Stamp) {
        self.rows
            .retain(|key, (.., at)| key.0 != person || *at > stamp);
        if !self.rows.keys().any(|key| key.0 == person) {
            self.people.remove(person);
        }
    }

    fn shown(&self) -> BTreeMap<RowKey, (Passage, Person)> {
        let row = |(key, (passage, ..)): (&RowKey, &(Passage, Person, Stamp))| {
            let (person, _) = self.people.get(&key.0)?;
            Some((key.clone(), (*passage, person.clone())))
        };
        self.rows.iter().filter_map(row).collect()
    }
}

/// A participant: bib, anonymous.
pub type Participant = (String, bool);

/// A year.
#[derive(Clone, Debug, Default)]
pub struct Race {
    /// All accepted requests in order of arrival.
    requests: Vec<(Stamp, Effect)>,
    pub participants: BTreeMap<String, Participant>,
    /// Ids of the participants who are checked in.
    pub checked_in: BTreeSet<String>,
    /// Corrections by hand, by bib and uploaded name.
    pub corrections: BTreeMap<(String, String), Corrected>,
    /// All bibs that ever stood instead of the uploaded one, by the same.
    pub bibs: BTreeMap<(String, String), BTreeSet<String>>,
    /// The stamp of the year, which nobody else knows.
    pub made: Option<domain::Stamp>,
}

/// The id of the correction of somebody with this bib and name.
pub fn correction_id(bib: &str, first: &str) -> String {
    Correction::id_of(Runner {
        id: &person_of(first),
        bib: Bib::new(bib),
        first,
        last: "Ruiz",
        distance: "",
        is_entry: false,
    })
}

#[derive(Clone, Debug)]
pub struct Corrected {
    pub bib: Option<String>,
    pub first: Option<String>,
    pub division: Option<String>,
    /// The distance that was seen.
    pub seen_distance: String,
    pub distance: Option<String>,
    /// How the race ended; `None` inside: no finish at all.
    pub end: Option<Option<Passage>>,
    pub is_uploaded: bool,
    /// The step in which it was made: of two that give one bib the later one has it.
    pub since: u64,
}

#[derive(Clone, Debug)]
pub struct Expected {
    /// The values that each row may have; `None`: it may be missing.
    pub rows: BTreeMap<RowKey, BTreeSet<Option<Shown>>>,
    /// The number of rows for which the text is ambiguous.
    pub choices: usize,
    /// How many rows are corrected.
    pub corrected: usize,
    /// Whether it is ambiguous who is corrected: then the rows say nothing.
    pub is_open: bool,
    /// Names of the participants that are shown; `None` where the text is ambiguous.
    pub participants: Option<BTreeSet<String>>,
}

impl Race {
    pub fn take(&mut self, stamp: Stamp, effect: Effect) {
        self.requests.push((stamp, effect));
    }

    /// Adds a participant: this overwrites everything except a bib that is there already.
    pub fn add_participant(&mut self, id: &str, bib: &str, anonymous: bool) {
        let known = self.participants.entry(id.to_owned()).or_default();
        if known.0.is_empty() {
            bib.clone_into(&mut known.0);
        }
        known.1 = anonymous;
    }

    /// Deletes all participants.
    pub fn delete_participants(&mut self) {
        self.participants.clear();
        self.checked_in.clear();
    }

    pub fn expected(&self) -> Expected {
        let by_arrival = play(self.requests.iter());
        let mut in_order: Vec<&(Stamp, Effect)> = self.requests.iter().collect();
        in_order.sort_by_key(|(stamp, _)| *stamp);
        let by_stamp = play(in_order.into_iter());
        let is_open = !self.corrections.is_empty() && by_arrival != by_stamp;
        let flagged: BTreeSet<String> = by_stamp
            .values()
            .filter(|(_, who)| who.anonymous)
            .map(|(_, who)| who.bib.clone())
            .collect();
        let (by_arrival, ..) = self.corrected(by_arrival);
        let (by_stamp, corrected, given) = self.corrected(by_stamp);
        let mut race = self.clone();
        for (key, bib) in given {
            race.bibs.entry(key).or_default().insert(bib);
        }
        let keys: BTreeSet<&RowKey> = by_arrival.keys().chain(by_stamp.keys()).collect();
        let mut rows = BTreeMap::new();
        let mut choices = 0;
        for key in keys {
            let passages: BTreeSet<Option<Passage>> = [by_arrival.get(key), by_stamp.get(key)]
                .map(|row| row.map(|(passage, _)| *passage))
                .into();
            // the fields of a person belong to the person, not to the row
            let people: BTreeSet<&Person> = by_arrival
                .iter()
                .chain(&by_stamp)
                .filter(|(row, _)| row.0 == key.0)
                .map(|(_, (_, who))| who)
                .collect();
            let allowed = |passage: &Option<Passage>| match passage {
                None => vec![None],
                Some(passage) => people
                    .iter()
                    .map(|who| Some(race.shown(key, *passage, who)))
                    .collect(),
            };
            let allowed: BTreeSet<Option<Shown>> = passages.iter().flat_map(allowed).collect();
            choices += usize::from(allowed.len() > 1);
            rows.insert(key.clone(), allowed);
        }
        let hidden: BTreeSet<&str> = by_stamp
            .iter()
            .filter(|(key, (_, who))| who.anonymous && !key.0.starts_with("by-hand#"))
            .map(|(_, (_, who))| who.bib.as_str())
            .chain(flagged.iter().map(String::as_str))
            .collect();
        let participants = (choices == 0 && !is_open).then(|| race.shown_participants(&hidden));
        Expected {
            rows,
            choices,
            corrected,
            is_open,
            participants,
        }
    }

    /// The rows as they were corrected by hand, how many of them were, and with which bibs corrected
    /// people are uploaded.
    #[expect(clippy::type_complexity, reason = "of one call")]
    fn corrected(
        &self,
        rows: BTreeMap<RowKey, (Passage, Person)>,
    ) -> (
        BTreeMap<RowKey, (Passage, Person)>,
        usize,
        Vec<((String, String), String)>,
    ) {
        let mut people: BTreeMap<String, BTreeMap<RowKey, (Passage, Person)>> = BTreeMap::new();
        for (key, row) in rows {
            people.entry(key.0.clone()).or_default().insert(key, row);
        }
        let (mut all, mut seen, mut corrected) = (BTreeMap::new(), BTreeSet::new(), 0);
        let mut given = Vec::new();
        // shown bib and uploaded name of everybody whose result was not taken away
        let mut wearers: Vec<(String, String)> = Vec::new();
        for (id, rows) in people {
            let who = rows.values().next().map(|(_, who)| who.clone());
            let found = who.as_ref().and_then(|who| {
                let uploaded = |key: &(String, String)| key.0 == who.bib;
                let ever = |key: &(String, String)| {
                    let bibs = self.bibs.get(key);
                    bibs.is_some_and(|bibs| bibs.contains(&who.bib))
                };
                let is_known = |key: &_| uploaded(key) || ever(key);
                let of = |has_bib: &dyn Fn(&(String, String)) -> bool, is_named: bool| {
                    let mut all = self.corrections.iter();
                    all.find(|(key, known)| {
                        let is_one = self.standing(known).bib.is_some() || key.0 == who.bib;
                        let is_one = known.is_uploaded || (is_known(key) && is_one);
                        let has_bib = |key| has_bib(key) && is_one;
                        let named = key.1 == who.first;
                        // all have one last name, so another first name is a mended one; the id of
                        // an entry is not the uploader's
                        let is_there = [Some(&known.seen_distance), known.distance.as_ref()]
                            .contains(&Some(&who.distance));
                        let is_same = person_of(&key.1) == id || (!known.is_uploaded && is_there);
                        named == is_named && is_same && has_bib(key)
                    })
                };
                let named = of(&uploaded, true).or_else(|| of(&ever, true));
                let named = named.or_else(|| of(&|_| true, true));
                named.or_else(|| of(&uploaded, false).or_else(|| of(&ever, false)))
            });
            let Some(who) = who else { continue };
            let Some((key, correction)) = found else {
                wearers.push((who.bib, who.first));
                all.extend(rows);
                continue;
            };
            seen.insert(key.clone());
            if self.bibs.contains_key(key) && !who.bib.is_empty() {
                given.push((key.clone(), who.bib.clone()));
            }
            let mut correction = self.standing(correction);
            if !correction.is_uploaded && key.1 != who.first {
                // a third name that is uploaded stands
                correction.first = None;
            }
            if correction.end != Some(None) {
                let shown = correction.bib.clone().unwrap_or_else(|| who.bib.clone());
                wearers.push((shown, who.first.clone()));
            }
            let rows = correction.of(&id, &who, rows);
            corrected += rows.len();
            all.extend(rows);
        }
        for ((bib, first), correction) in &self.corrections {
            if seen.contains(&(bib.clone(), first.clone())) || correction.is_uploaded {
                continue;
            }
            let who = Person {
                bib: bib.clone(),
                first: first.clone(),
                distance: correction.seen_distance.clone(),
                division: String::new(),
                anonymous: false,
            };
            let id = self.by_hand_id(bib, first);
            let correction = self.standing(correction);
            let shown = correction.bib.as_ref().unwrap_or(bib);
            if wearers
                .iter()
                .any(|(of, name)| of == shown && name != first)
            {
                continue;
            }
            let who = Person {
                anonymous: correction.bib.is_none() && !self.is_entered(bib),
                ..who
            };
            let rows = correction.of(&id, &who, BTreeMap::new());
            corrected += rows.len();
            all.extend(rows);
        }
        (all, corrected, given)
    }

    /// The id of somebody of whom nothing is uploaded but what was corrected.
    pub fn by_hand_id(&self, bib: &str, first: &str) -> String {
        by_hand_id(&correction_id(bib, first), self.made).to_string()
    }

    /// A correction without a bib that a later one gives to somebody else.
    fn standing(&self, known: &Corrected) -> Corrected {
        let mut others = self.corrections.values();
        let is_outdone = others.any(|of| of.bib == known.bib && of.since > known.since);
        Corrected {
            bib: known.bib.clone().filter(|_| !is_outdone),
            ..known.clone()
        }
    }

    /// Whether a participant has the bib; all have one last name.
    fn is_entered(&self, bib: &str) -> bool {
        self.participants.values().any(|(of, _)| of == bib)
    }

    /// Whether the bib is linked to another one with which somebody's finish was made by hand who is
    /// entered no more.
    fn is_of_unentered(&self, bib: &str) -> bool {
        let linked = self.linked(bib);
        self.corrections.iter().any(|((of, _), known)| {
            !known.is_uploaded && of != bib && linked.contains(of.as_str()) && !self.is_entered(of)
        })
    }

    fn shown(&self, key: &RowKey, passage: Passage, who: &Person) -> Shown {
        let linked = self.linked(&who.bib);
        let asked = self
            .participants
            .values()
            .any(|(bib, anonymous)| *anonymous && !bib.is_empty() && linked.contains(bib.as_str()));
        let mut person = who.clone();
        if person.anonymous || asked || self.is_of_unentered(&who.bib) {
            person.anonymous = true;
            person.first.clear();
        }
        Shown {
            key: key.clone(),
            passage,
            person,
        }
    }

    /// A bib, and those of whoever is or was shown with it as well as with another.
    fn linked<'b>(&'b self, bib: &'b str) -> BTreeSet<&'b str> {
        let mut linked = BTreeSet::from([bib]);
        for ((uploaded, _), shown) in &self.bibs {
            let all = || shown.iter().map(String::as_str).chain([uploaded.as_str()]);
            if all().any(|of| of == bib) {
                linked.extend(all());
            }
        }
        linked
    }

    fn shown_participants(&self, hidden: &BTreeSet<&str>) -> BTreeSet<String> {
        let asked: BTreeSet<&str> = self
            .participants
            .values()
            .filter(|(bib, anonymous)| *anonymous && !bib.is_empty())
            .map(|(bib, _)| bib.as_str())
            .collect();
        let shown = |(bib, anonymous): &Participant| {
            let linked = self.linked(bib);
            !*anonymous
                && linked.is_disjoint(hidden)
                && linked.is_disjoint(&asked)
                && !self.is_of_unentered(bib)
        };
        self.participants
            .iter()
            .filter(|(_, who)| shown(who))
            .map(|(id, _)| id.clone())
            .collect()
    }
}

impl Corrected {
    /// Whether it says nothing.
    pub fn is_over(&self) -> bool {
        let texts = [&self.bib, &self.first, &self.division, &self.distance];
        texts.into_iter().all(Option::is_none) && self.end.is_none()
    }

    /// The rows of a person who is corrected.
    fn of(
        &self,
        id: &str,
        who: &Person,
        rows: BTreeMap<RowKey, (Passage, Person)>,
    ) -> BTreeMap<RowKey, (Passage, Person)> {
        let person = Person {
            bib: self.bib.clone().unwrap_or_else(|| who.bib.clone()),
            division: self
                .division
                .clone()
                .unwrap_or_else(|| who.division.clone()),
            first: self.first.clone().unwrap_or_else(|| who.first.clone()),
            distance: self
                .distance
                .clone()
                .unwrap_or_else(|| who.distance.clone()),
            ..who.clone()
        };
        let is_out = |passage: &Passage| passage.1 >= 30;
        let is_finish = |key: &RowKey| key.1 == "Finish";
        let Some(end) = self.end else {
            return rows
                .into_iter()
                .map(|(key, (passage, _))| (key, (passage, person.clone())))
                .collect();
        };
        let out = rows
            .iter()
            .find(|(_, (passage, _))| is_out(passage))
            .map(|(key, _)| key.clone());
        let finishes = rows
            .iter()
            .filter(|(key, (passage, _))| is_finish(key) && !is_out(passage));
        // of equal ones the first
        let finish = finishes
            .rev()
            .max_by_key(|(_, (passage, _))| passage.0)
            .map(|(key, _)| key.clone());
        let at = match end {
            Some((_, 0)) => finish.or_else(|| out.filter(is_finish)),
            _ => out.or(finish),
        };
        let at = at.unwrap_or_else(|| (id.to_owned(), "Finish".to_owned(), 1));
        let others = rows
            .into_iter()
            .filter(|(key, (passage, _))| !is_finish(key) && !is_out(passage));
        let mut left: BTreeMap<RowKey, (Passage, Person)> = others
            .map(|(key, (passage, _))| (key, (passage, person.clone())))
            .collect();
        left.extend(end.map(|passage| (at, (passage, person))));
        left
    }
}

fn play<'r>(
    requests: impl Iterator<Item = &'r (Stamp, Effect)>,
) -> BTreeMap<RowKey, (Passage, Person)> {
    let mut state = State::default();
    requests.for_each(|(stamp, effect)| state.take(*stamp, effect));
    state.shown()
}
