//! An organiser's corrections of a single person by hand (contract 6.15). They stand beside what
//! the timing client uploads. Changes of shown results between versions are `revisions`.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::{
    fold::fold,
    participant::{Participant, ResultParticipant},
    race::EventKind,
    revisions::LineKey,
    row::{Bib, DNF_SECONDS, Passage, Person, PersonId, is_dnf, is_dns},
};

/// How a race ended for somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// There is no finish, DNF or DNS: on the course, or never seen.
    Nothing,
    /// A finish.
    Finished {
        /// Clock time since the gun, in milliseconds.
        clock_ms: i64,
        /// Chip time, in milliseconds.
        chip_ms: i64,
    },
    /// Did not finish.
    Dnf,
    /// Did not start.
    Dns,
    /// Disqualified, which readers see as a DNF.
    Dsq,
}

impl Outcome {
    /// Its name on the wire.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Nothing => "none",
            Self::Finished { .. } => "finished",
            Self::Dnf => "dnf",
            Self::Dns => "dns",
            Self::Dsq => "dsq",
        }
    }

    /// Clock and chip time in milliseconds.
    #[must_use]
    pub fn times(self) -> Option<(i64, i64)> {
        match self {
            Self::Finished { clock_ms, chip_ms } => Some((clock_ms, chip_ms)),
            _ => None,
        }
    }

    /// Whether readers see the same of both.
    fn looks_like(self, other: Self) -> bool {
        let shown = |outcome| match outcome {
            Self::Dsq => Self::Dnf,
            other => other,
        };
        shown(self) == shown(other)
    }
}

/// Values of a person; `None` for those that are not meant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Values {
    /// First name.
    pub first: Option<String>,
    /// Last name.
    pub last: Option<String>,
    /// Gender, free text.
    pub gender: Option<String>,
    /// Age on race day in years; −1 means unknown.
    pub age: Option<i64>,
    /// Age group, free text.
    pub age_group: Option<String>,
    /// Division, free text.
    pub division: Option<String>,
    /// Name of the distance.
    pub distance: Option<String>,
    /// How the race ended.
    pub outcome: Option<Outcome>,
}

impl Values {
    /// All values of a person with these living passages.
    #[must_use]
    pub fn uploaded<'p>(
        kind: EventKind,
        person: &Person,
        passages: impl IntoIterator<Item = &'p Passage>,
    ) -> Self {
        let passages: Vec<&Passage> = passages.into_iter().collect();
        let any = |is: fn(i64) -> bool| passages.iter().any(|passage| is(passage.kind));
        let outcome = if any(is_dnf) {
            Outcome::Dnf
        } else if any(is_dns) {
            Outcome::Dns
        } else {
            counted(kind, passages.iter().copied()).map_or(Outcome::Nothing, |passage| {
                Outcome::Finished {
                    clock_ms: passage.clock_ms(),
                    chip_ms: passage.chip_ms(),
                }
            })
        };
        let text = |text: &String| Some(text.clone());
        Self {
            first: text(&person.first),
            last: text(&person.last),
            gender: text(&person.gender),
            age: Some(person.age),
            age_group: text(&person.age_group),
            division: text(&person.division),
            distance: text(&person.distance),
            outcome: Some(outcome),
        }
    }

    /// Whether no value is meant.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Those of these values that differ from `from`.
    #[must_use]
    pub fn beside(self, from: &Self) -> Self {
        fn other<T: PartialEq>(value: Option<T>, from: &Option<T>) -> Option<T> {
            value.filter(|value| from.as_ref() != Some(value))
        }
        Self {
            first: other(self.first, &from.first),
            last: other(self.last, &from.last),
            gender: other(self.gender, &from.gender),
            age: other(self.age, &from.age),
            age_group: other(self.age_group, &from.age_group),
            division: other(self.division, &from.division),
            distance: other(self.distance, &from.distance),
            outcome: other(self.outcome, &from.outcome),
        }
    }

    /// The texts, by their names on the wire.
    fn texts(&self) -> [(&'static str, &Option<String>); 6] {
        [
            ("first", &self.first),
            ("last", &self.last),
            ("gender", &self.gender),
            ("age_group", &self.age_group),
            ("division", &self.division),
            ("distance", &self.distance),
        ]
    }

    fn apply_to(&self, person: &mut Person) {
        self.apply_to_texts([
            &mut person.first,
            &mut person.last,
            &mut person.gender,
            &mut person.age_group,
            &mut person.division,
            &mut person.distance,
        ]);
        person.age = self.age.unwrap_or(person.age);
    }

    /// Corrects these fields, which are in the order of [`Self::texts`].
    fn apply_to_texts(&self, fields: [&mut String; 6]) {
        for ((_, value), field) in self.texts().into_iter().zip(fields) {
            if let Some(value) = value {
                field.clone_from(value);
            }
        }
    }
}

/// Where a finish is: what identifies its row within a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FinishPoint {
    /// Name of the segment.
    pub segment: String,
    /// Name of the timing point.
    pub location: String,
    /// The n-th passage there.
    pub occurrence: i64,
}

impl Default for FinishPoint {
    fn default() -> Self {
        Self {
            segment: "Finish".to_owned(),
            location: "Finish".to_owned(),
            occurrence: 1,
        }
    }
}

impl FinishPoint {
    /// That of the finish, DNF or DNS among these passages of a person, or else the usual one.
    #[must_use]
    pub fn seen<'p>(kind: EventKind, passages: impl IntoIterator<Item = &'p Passage>) -> Self {
        let passages: Vec<&Passage> = passages.into_iter().collect();
        let found = counted(kind, passages.iter().copied())
            .or_else(|| passages.iter().copied().find(|passage| passage.finish));
        found.map_or_else(Self::default, |passage| Self {
            segment: passage.segment.clone(),
            location: passage.location.clone(),
            occurrence: passage.occurrence,
        })
    }

    fn row(&self) -> Passage {
        unplaced(Passage {
            segment: self.segment.clone(),
            location: self.location.clone(),
            occurrence: self.occurrence,
            finish: true,
            ..Passage::default()
        })
    }
}

/// With which bibs readers see or saw a person, beside the uploaded one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Bibs {
    /// The bib that stands instead of the uploaded one, trimmed.
    pub shown: Option<String>,
    /// Every bib that ever stood instead: what runners were granted by one of them holds on.
    pub ever: BTreeSet<String>,
    /// Whether a newer correction gives the same bib to somebody else, as two desks may at once:
    /// then this one does not hold, and nobody is shown in place of another.
    #[serde(skip)]
    pub outdone: bool,
}

impl Bibs {
    /// Whether the person was never shown with another bib.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// These, while another bib or none stands instead of the uploaded one.
    #[must_use]
    pub fn then(&self, shown: Option<String>) -> Self {
        let ever = self.ever.iter().chain(&shown).cloned().collect();
        Self {
            shown,
            ever,
            outdone: false,
        }
    }

    /// The bib that readers see instead of the uploaded one.
    #[must_use]
    pub fn instead(&self) -> Option<&String> {
        self.shown.as_ref().filter(|_| !self.outdone)
    }
}

/// Somebody as uploaded or entered, who may have been corrected.
#[derive(Clone, Copy, Debug)]
pub struct Runner<'r> {
    /// The uploader's id of the person, or the id of the entry.
    pub id: &'r str,
    /// The bib.
    pub bib: Bib<'r>,
    /// First name.
    pub first: &'r str,
    /// Last name.
    pub last: &'r str,
    /// Name of the distance.
    pub distance: &'r str,
    /// Whether it is an entry of the participant list.
    pub is_entry: bool,
}

impl<'r> Runner<'r> {
    /// The person of uploaded rows.
    #[must_use]
    pub fn uploaded(id: &'r PersonId, person: &'r Person) -> Self {
        Self {
            id: id.as_str(),
            bib: person.bib(),
            first: &person.first,
            last: &person.last,
            distance: &person.distance,
            is_entry: false,
        }
    }

    /// An entry of the participant list.
    #[must_use]
    pub fn entered(id: &'r str, who: &'r ResultParticipant) -> Self {
        Self {
            id,
            bib: Bib::new(&who.bib),
            first: &who.first,
            last: &who.last,
            distance: &who.distance,
            is_entry: true,
        }
    }

    /// First and last name, folded.
    #[must_use]
    pub fn name(self) -> String {
        name(self.first, self.last)
    }
}

/// By what a correction is about somebody, the surest last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Match {
    /// By bib and name alone.
    Name,
    /// By bib, at least a word of the name, and the uploader's id; of an entry that is uploaded by
    /// now, the distance instead, as its id is not the uploader's.
    Renamed,
    /// By bib, name and distance.
    Distance,
    /// By name and the uploader's id, whatever the bib.
    Id,
}

/// The correction of one person.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Correction {
    /// The person's bib, trimmed.
    pub bib: String,
    /// All values as the organiser saw them uploaded. If nothing was, those of the participant
    /// list.
    pub seen: Values,
    /// Whether there was anything uploaded of the person. Otherwise an outcome needs a row of its
    /// own.
    pub is_uploaded: bool,
    /// Where the finish was, or the one by hand is.
    pub finish: FinishPoint,
    /// The values that stand instead.
    pub corrected: Values,
    /// The bibs that stand or stood instead. Stored beside the rest, which is older.
    #[serde(skip)]
    pub bibs: Bibs,
}

impl Correction {
    /// Whether it corrects nothing: it only remembers bibs.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.corrected.is_empty() && self.bibs.shown.is_none()
    }

    /// The bib with which readers see somebody who is uploaded with this one, trimmed.
    #[must_use]
    pub fn shown_bib<'b>(&'b self, uploaded: Bib<'b>) -> &'b str {
        let shown = self.bibs.instead().map(String::as_str);
        shown.unwrap_or(uploaded.trimmed())
    }

    /// The line of the person on the board, as it was seen uploaded; `None` if nobody knows the
    /// distance.
    #[must_use]
    pub fn uploaded_line(&self) -> Option<LineKey> {
        let distance = self.seen.distance.clone()?;
        let bib = self.bib.clone();
        Some(LineKey { distance, bib })
    }

    /// The line of the person as it is corrected.
    #[must_use]
    pub fn line(&self) -> Option<LineKey> {
        let uploaded = self.uploaded_line()?;
        let corrected = self.corrected.distance.clone();
        Some(LineKey {
            distance: corrected.unwrap_or(uploaded.distance),
            bib: self.shown_bib(Bib::new(&uploaded.bib)).to_owned(),
        })
    }

    /// The uploaded bib, and all that ever stood instead.
    pub fn all_bibs(&self) -> impl Iterator<Item = &str> {
        let bibs = std::iter::once(&self.bib).chain(&self.bibs.ever);
        bibs.map(String::as_str)
    }

    /// The id of a corrected person: bib, folded name, and the uploader's id, which tells apart who
    /// runs in two distances with one bib.
    #[must_use]
    pub fn id_of(who: Runner<'_>) -> String {
        let id = who.id.replace('%', "%25").replace('#', "%23");
        format!("{}#{}/{id}", who.bib.trimmed(), who.name())
    }

    /// The uploader's id in such an id; `None` in those of earlier releases, which were of a bib and
    /// name in all distances.
    #[must_use]
    pub fn person_in(id: &str) -> Option<String> {
        let (_, rest) = id.rsplit_once('#')?;
        let (_, person) = rest.split_once('/')?;
        Some(person.replace("%23", "#").replace("%25", "%"))
    }

    /// The bib in such an id.
    #[must_use]
    pub fn bib_in(id: &str) -> Bib<'_> {
        Bib::new(id.rsplit_once('#').map_or(id, |(bib, _)| bib))
    }

    /// By what it is about this person, if it is. `id` is its own. With a name that was seen or
    /// corrected it is the person with the uploader's id, whose bib and distance the uploader may
    /// change; or, as uploads make ids anew, the one with a bib that was seen or stood once, in a
    /// distance that was seen or corrected. A name that the uploader mends leaves bib and id, one that
    /// differs from the entry's bib and distance.
    #[must_use]
    pub fn is_about(&self, id: &str, who: Runner<'_>) -> Option<Match> {
        let person = Self::person_in(id);
        let is_same = person.as_deref() == Some(who.id);
        let has_name = self.has_name(who.first, who.last);
        let has_bib = self.all_bibs().any(|of| of == who.bib.trimmed());
        // what was made by hand and what is uploaded are one result only with one bib
        let is_apart = !self.is_uploaded && self.shown_bib(who.bib) != self.bib_by_hand();
        let has_bib = has_bib && (who.is_entry || !is_apart);
        // a result made by hand stands with its bib, where nobody else is looked for
        if is_same && has_name && (has_bib || self.is_uploaded) {
            return Some(Match::Id);
        }
        if !has_bib {
            return None;
        }
        let distances = [&self.seen.distance, &self.corrected.distance];
        let is_there = distances.into_iter().flatten().any(|of| of == who.distance);
        let is_anywhere = self.seen.distance.as_deref().unwrap_or_default().is_empty();
        if !has_name {
            let is_new = !self.is_uploaded && !who.is_entry && (is_there || is_anywhere);
            let is_renamed = (is_same || is_new) && self.may_be(who.first, who.last);
            return is_renamed.then_some(Match::Renamed);
        }
        if is_there {
            return Some(Match::Distance);
        }
        (person.is_none() || is_anywhere).then_some(Match::Name)
    }

    /// Whether the other is of the same bib and name, in another distance.
    #[must_use]
    pub fn is_of_same_person(&self, other: &Self) -> bool {
        let seen = |name: &Option<String>| name.clone().unwrap_or_default();
        self.bib == other.bib && self.has_name(&seen(&other.seen.first), &seen(&other.seen.last))
    }

    /// Whether it is the name that was seen or the one that was corrected.
    #[must_use]
    pub fn has_name(&self, first: &str, last: &str) -> bool {
        let said = name(first, last);
        let (seen, corrected) = (&self.seen, &self.corrected);
        let either = |corrected: &Option<String>, seen: &Option<String>| {
            corrected.clone().or_else(|| seen.clone())
        };
        let names = [
            (seen.first.clone(), seen.last.clone()),
            (
                either(&corrected.first, &seen.first),
                either(&corrected.last, &seen.last),
            ),
        ];
        names.into_iter().any(|(first, last)| {
            said == name(&first.unwrap_or_default(), &last.unwrap_or_default())
        })
    }

    /// Whether somebody with this name and its bib may be who was corrected: a word of the name that
    /// was seen or corrected is in it, since names are mended.
    #[must_use]
    pub fn may_be(&self, first: &str, last: &str) -> bool {
        let texts = [&self.seen, &self.corrected];
        let texts = texts.into_iter().flat_map(|of| [&of.first, &of.last]);
        let known = texts.flatten().map(|text| fold(text)).collect::<Vec<_>>();
        let mut words = known.iter().flat_map(|text| text.split(' '));
        let said = name(first, last);
        words.any(|word| !word.is_empty() && said.split(' ').any(|of| of == word))
    }

    /// Whether it says how the race ended, or in which distance: then nobody's uploaded place there
    /// can be relied on.
    #[must_use]
    pub fn moves_places(&self) -> bool {
        self.corrected.outcome.is_some() || self.corrected.distance.is_some()
    }

    /// The distances whose places it moves: that of before, and that of now.
    pub fn distances(&self) -> impl Iterator<Item = &str> {
        let distances = [&self.seen.distance, &self.corrected.distance];
        distances
            .into_iter()
            .flatten()
            .map(String::as_str)
            .filter(|_| self.moves_places())
    }

    /// Corrects the fields of the person. A name that was corrected of an entry does not stand instead
    /// of a third one that is uploaded: only a word says that it is the same person.
    pub fn apply_to_person(&self, person: &mut Person) {
        let is_known = self.is_uploaded || self.has_name(&person.first, &person.last);
        let name = (person.first.clone(), person.last.clone());
        self.corrected.apply_to(person);
        if !is_known {
            (person.first, person.last) = name;
        }
        if let Some(bib) = self.bibs.instead() {
            person.bib.clone_from(bib);
        }
    }

    /// Corrects the fields of the participant.
    pub fn apply_to_participant(&self, who: &mut Participant) {
        self.corrected.apply_to_texts([
            &mut who.first,
            &mut who.last,
            &mut who.gender,
            &mut who.age_group,
            &mut who.division,
            &mut who.distance,
        ]);
        if let Some(bib) = self.bibs.instead() {
            who.bib.clone_from(bib);
        }
    }

    /// The participant with the corrected fields.
    #[must_use]
    pub fn corrected_participant(&self, who: &ResultParticipant) -> ResultParticipant {
        fn either(corrected: Option<&String>, listed: &String) -> String {
            corrected.unwrap_or(listed).clone()
        }
        let values = &self.corrected;
        ResultParticipant {
            bib: either(self.bibs.instead(), &who.bib),
            first: either(values.first.as_ref(), &who.first),
            last: either(values.last.as_ref(), &who.last),
            gender: either(values.gender.as_ref(), &who.gender),
            age_group: either(values.age_group.as_ref(), &who.age_group),
            distance: either(values.distance.as_ref(), &who.distance),
        }
    }

    /// Corrects the living passages of somebody uploaded in this distance, in the order of their
    /// keys. In a distance that was neither seen nor corrected the finish has no place until somebody
    /// decides: the places there are not made anew.
    pub fn apply_to_passages(&self, kind: EventKind, distance: &str, passages: &mut Vec<Passage>) {
        let Some(outcome) = self.corrected.outcome else {
            return;
        };
        let by_distance = kind == EventKind::Distance;
        let counts = counted(kind, passages.iter()).cloned();
        let state = passages.iter().find(|passage| passage.is_out()).cloned();
        let template = match outcome {
            Outcome::Finished { .. } => counts
                .clone()
                .or_else(|| state.filter(|passage| passage.finish)),
            _ => state.or_else(|| counts.clone()),
        };
        // laps were run, also by who is out after them; only of the disqualified none counts
        let stays =
            |passage: &Passage| !passage.finish || (!by_distance && outcome != Outcome::Dsq);
        passages.retain(|passage| !passage.is_out() && stays(passage));
        let mut template = template.unwrap_or_else(|| self.finish.row());
        let at = |passage: &Passage| (passage.location.clone(), passage.occurrence);
        if !by_distance && counts.is_some_and(|lap| at(&lap) == at(&template)) {
            let there = passages
                .iter()
                .filter(|of| of.location == template.location);
            let last = there.map(|of| of.occurrence).max();
            template.occurrence = last.map_or(template.occurrence, |last| last + 1);
        }
        let is_known = self.distances().any(|of| of == distance);
        if let Some(after) = with_outcome(template, outcome) {
            let after = if is_known { after } else { unplaced(after) };
            passages.retain(|passage| at(passage) != at(&after));
            passages.push(after);
        }
    }

    /// The bib with which readers see a result by hand, trimmed.
    #[must_use]
    pub fn bib_by_hand(&self) -> &str {
        self.shown_bib(Bib::new(&self.bib))
    }

    /// Whether the result that is uploaded is not theirs.
    #[must_use]
    pub fn takes_away(&self) -> bool {
        self.corrected.outcome == Some(Outcome::Nothing)
    }

    /// The person of whom nothing is uploaded, and their only passage; `None` if there is nothing
    /// to show.
    #[must_use]
    pub fn by_hand(&self, kind: EventKind) -> Option<(Person, Passage)> {
        if self.is_uploaded {
            return None;
        }
        let mut passages = Vec::new();
        let distance = self.seen.distance.as_deref().unwrap_or_default();
        self.apply_to_passages(kind, distance, &mut passages);
        let mut person = Person {
            bib: self.bib_by_hand().to_owned(),
            age: UNKNOWN_AGE,
            ..Person::default()
        };
        self.seen.apply_to(&mut person);
        self.corrected.apply_to(&mut person);
        Some((person, passages.pop()?))
    }

    /// The uncorrected names that are others by now: whoever reads it decides whether the uploader
    /// mended the name or gave the bib to somebody else.
    fn renamed(&self, uploaded: &Values) -> impl Iterator<Item = &'static str> {
        let (corrected, seen) = (&self.corrected, &self.seen);
        let names = [
            ("first", &corrected.first, &seen.first, &uploaded.first),
            ("last", &corrected.last, &seen.last, &uploaded.last),
        ];
        let known = self.has_name(
            uploaded.first.as_deref().unwrap_or_default(),
            uploaded.last.as_deref().unwrap_or_default(),
        );
        names
            .into_iter()
            .filter_map(move |(field, corrected, seen, uploaded)| {
                (!known && corrected.is_none() && uploaded != seen).then_some(field)
            })
    }

    /// The names of the corrected fields for which another value is uploaded by now than the one
    /// that was seen or the one that stands, and of names that are others by now.
    #[must_use]
    pub fn conflicts(&self, uploaded: &Values) -> Vec<&'static str> {
        fn other<T: PartialEq>(
            corrected: &Option<T>,
            seen: &Option<T>,
            uploaded: &Option<T>,
        ) -> bool {
            corrected.is_some() && uploaded != seen && uploaded != corrected
        }
        let (corrected, seen) = (&self.corrected, &self.seen);
        let mut fields = Vec::new();
        let texts = corrected.texts().into_iter().zip(seen.texts());
        for (((name, corrected), (_, seen)), (_, uploaded)) in texts.zip(uploaded.texts()) {
            if other(corrected, seen, uploaded) {
                fields.push(name);
            }
        }
        fields.extend(self.renamed(uploaded));
        let is_moved = self.moves_places() && corrected.distance.is_none();
        if is_moved && uploaded.distance.is_some() && uploaded.distance != seen.distance {
            fields.push("distance");
        }
        if other(&corrected.age, &seen.age, &uploaded.age) {
            fields.push("age");
        }
        if let (Some(corrected), Some(uploaded)) = (corrected.outcome, uploaded.outcome) {
            let seen = seen.outcome.unwrap_or(Outcome::Nothing);
            if !uploaded.looks_like(corrected) && !uploaded.looks_like(seen) {
                fields.extend(contradicting(uploaded, corrected, seen));
            }
        }
        fields
    }
}

/// In which fields of the wire an uploaded outcome is neither as corrected nor as it was seen.
fn contradicting(uploaded: Outcome, corrected: Outcome, seen: Outcome) -> Vec<&'static str> {
    let (Some((clock, chip)), Some((corrected_clock, corrected_chip))) =
        (uploaded.times(), corrected.times())
    else {
        return vec!["status"];
    };
    let (seen_clock, seen_chip) = seen.times().unzip();
    let is_other = |time, corrected, seen| time != corrected && Some(time) != seen;
    let clock = is_other(clock, corrected_clock, seen_clock).then_some("clock_ms");
    let chip = is_other(chip, corrected_chip, seen_chip).then_some("chip_ms");
    clock.into_iter().chain(chip).collect()
}

/// The passage after a correction of the outcome; `None` if there is none any more.
fn with_outcome(before: Passage, outcome: Outcome) -> Option<Passage> {
    let kind = match outcome {
        Outcome::Nothing => return None,
        Outcome::Finished { .. } if before.is_out() => 0,
        Outcome::Finished { .. } => before.kind,
        Outcome::Dnf | Outcome::Dsq => 30,
        Outcome::Dns => 31,
    };
    let (clock, chip) = match outcome {
        Outcome::Finished { clock_ms, chip_ms } => (clock_ms, chip_ms),
        // no time of somebody who did not finish is anybody's business
        _ => (0, 0),
    };
    let after = Passage {
        seconds: if is_dnf(kind) {
            DNF_SECONDS
        } else {
            clock / 1_000
        },
        milliseconds: clock % 1_000,
        chip_seconds: chip / 1_000,
        chip_milliseconds: chip % 1_000,
        kind,
        finish: true,
        ..before.clone()
    };
    if after == before {
        return Some(after);
    }
    let after = Passage {
        local_time: String::new(),
        ..after
    };
    Some(match outcome.times() {
        Some(_) => after,
        None => unplaced(after),
    })
}

fn unplaced(passage: Passage) -> Passage {
    Passage {
        ranking: UNPLACED,
        age_ranking: UNPLACED,
        gender_ranking: UNPLACED,
        division_ranking: UNPLACED,
        ..passage
    }
}

/// The finish that counts (pages A3). Of equal ones the first.
fn counted<'p>(
    kind: EventKind,
    passages: impl Iterator<Item = &'p Passage>,
) -> Option<&'p Passage> {
    let key = |passage: &Passage| {
        let lap = match kind {
            EventKind::Distance => 0,
            EventKind::Time | EventKind::BackyardUltra => passage.occurrence,
        };
        (lap, passage.seconds, passage.milliseconds)
    };
    let finishes = passages.filter(|passage| passage.finish && !passage.is_out());
    finishes.fold(None, |best: Option<&Passage>, passage| match best {
        Some(best) if key(passage) <= key(best) => Some(best),
        _ => Some(passage),
    })
}

fn name(first: &str, last: &str) -> String {
    fold(&format!("{first} {last}"))
}

/// Not placed.
const UNPLACED: i64 = -1;
/// Unknown age (contract 2.3).
const UNKNOWN_AGE: i64 = -1;

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    const KIND: EventKind = EventKind::Distance;
    const FINISHED: Outcome = Outcome::Finished {
        clock_ms: 2_450_500,
        chip_ms: 2_449_000,
    };

    fn passage(location: &str, finish: bool, kind: i64, seconds: i64) -> Passage {
        Passage {
            seconds,
            chip_seconds: seconds,
            segment: location.to_owned(),
            location: location.to_owned(),
            occurrence: 1,
            ranking: 4,
            finish,
            kind,
            local_time: "noon".to_owned(),
            ..Passage::default()
        }
    }

    fn split() -> Passage {
        passage("Mile 3", false, 0, 1_000)
    }

    fn finish(seconds: i64) -> Passage {
        passage("Finish", true, 0, seconds)
    }

    fn person() -> Person {
        Person {
            bib: " 7 ".to_owned(),
            first: "Ana".to_owned(),
            last: "Ruíz".to_owned(),
            distance: "5K".to_owned(),
            ..Person::default()
        }
    }

    fn correcting(passages: &[Passage], corrected: Values) -> Correction {
        Correction {
            bib: "7".to_owned(),
            seen: Values::uploaded(KIND, &person(), passages),
            is_uploaded: true,
            finish: FinishPoint::seen(KIND, passages),
            corrected,
            bibs: Bibs::default(),
        }
    }

    fn ended(outcome: Outcome) -> Values {
        Values {
            outcome: Some(outcome),
            ..Values::default()
        }
    }

    /// Location, seconds, milliseconds, chip seconds, type, place and local time.
    type PassageValues = (String, i64, i64, i64, i64, i64, String);

    fn seen(passages: &[Passage]) -> Vec<PassageValues> {
        let seen = |of: &Passage| {
            (
                of.location.clone(),
                of.seconds,
                of.milliseconds,
                of.chip_seconds,
                of.kind,
                of.ranking,
                of.local_time.clone(),
            )
        };
        passages.iter().map(seen).collect()
    }

    #[rstest]
    #[case::time(vec![split(), finish(2_600)], FINISHED, &[("Finish", 2_450, 500, 2_449, 0, 4, "")])]
    #[case::by_hand(vec![split()], FINISHED, &[("Finish", 2_450, 500, 2_449, 0, -1, "")])]
    #[case::after_a_dnf(vec![split(), passage("Mile 3", false, 30, 1_000_000)], FINISHED, &[("Finish", 2_450, 500, 2_449, 0, -1, "")])]
    #[case::of_two(vec![finish(2_500), Passage { occurrence: 2, ..finish(2_600) }], FINISHED, &[("Finish", 2_450, 500, 2_449, 0, 4, "")])]
    #[case::dnf(vec![split(), finish(2_600)], Outcome::Dnf, &[("Finish", 1_000_000, 0, 0, 30, -1, "")])]
    #[case::disqualified(vec![split(), finish(2_600)], Outcome::Dsq, &[("Finish", 1_000_000, 0, 0, 30, -1, "")])]
    #[case::dns(vec![finish(2_600)], Outcome::Dns, &[("Finish", 0, 0, 0, 31, -1, "")])]
    #[case::not_theirs(vec![split(), finish(2_600)], Outcome::Nothing, &[])]
    #[case::no_dnf(vec![split(), passage("Finish", true, 30, 1_000_000)], Outcome::Nothing, &[])]
    fn how_a_race_ended(
        #[case] mut passages: Vec<Passage>,
        #[case] outcome: Outcome,
        #[case] wanted: &[(&str, i64, i64, i64, i64, i64, &str)],
    ) {
        let splits = passages
            .iter()
            .filter(|passage| !passage.finish && passage.kind == 0)
            .count();
        correcting(&passages.clone(), ended(outcome)).apply_to_passages(KIND, "5K", &mut passages);
        let after = seen(&passages);
        let wanted: Vec<PassageValues> = wanted
            .iter()
            .map(|(at, s, ms, chip, kind, place, time)| {
                (
                    (*at).to_owned(),
                    *s,
                    *ms,
                    *chip,
                    *kind,
                    *place,
                    (*time).to_owned(),
                )
            })
            .collect();
        assert_eq!(after[splits..], wanted, "{splits} points on the way stay");
    }

    #[test]
    fn an_upload_equal_to_its_correction_stays_as_it_is() {
        let mut passages = vec![finish(2_600)];
        let same = Outcome::Finished {
            clock_ms: 2_600_000,
            chip_ms: 2_600_000,
        };
        correcting(&[finish(2_500)], ended(same)).apply_to_passages(KIND, "5K", &mut passages);
        assert_eq!(passages, [finish(2_600)], "its time of day, too");
    }

    #[rstest]
    #[case::dnf(Outcome::Dnf, &[(1, 0), (2, 0), (3, 0), (4, 30)])]
    #[case::disqualified(Outcome::Dsq, &[(3, 30)])]
    fn laps_stay_unless_they_do_not_count(
        #[case] outcome: Outcome,
        #[case] expected: &[(i64, i64)],
    ) {
        let lap = |n: i64| Passage {
            segment: format!("Lap {n}"),
            location: "Lap".to_owned(),
            occurrence: n,
            ..finish(n * 600)
        };
        let mut passages = vec![lap(1), lap(2), lap(3)];
        let known = correcting(&passages.clone(), ended(outcome));
        known.apply_to_passages(EventKind::Time, "5K", &mut passages);
        let kinds: Vec<(i64, i64)> = passages.iter().map(|of| (of.occurrence, of.kind)).collect();
        assert_eq!(kinds, expected);
    }

    fn runner<'r>(id: &'r str, bib: &'r str, name: &'r str, distance: &'r str) -> Runner<'r> {
        let (first, last) = name.split_once(' ').unwrap_or_default();
        Runner {
            id,
            bib: Bib::new(bib),
            first,
            last,
            distance,
            is_entry: false,
        }
    }

    #[rstest]
    #[case::as_seen("p1", "7", "ANA Ruiz", "5K", Some(Match::Id))]
    #[case::as_corrected("p1", " 7", "Ann Ruiz", "5K", Some(Match::Id))]
    #[case::moved_by_the_uploader("p1", "7", "Ana Ruiz", "10K", Some(Match::Id))]
    #[case::made_anew_by_the_uploader("p2", "7", "Ana Ruiz", "5K", Some(Match::Distance))]
    #[case::as_corrected_by_another_id("p2", "7", "Ana Ruiz", "8K", Some(Match::Distance))]
    #[case::in_another_race("p2", "7", "Ana Ruiz", "10K", None)]
    #[case::mended("p1", "7", "Anna Ruiz", "5K", Some(Match::Renamed))]
    #[case::married("p1", "7", "Ana Ortiz", "5K", Some(Match::Renamed))]
    #[case::mended_and_made_anew("p2", "7", "Anna Ruiz", "5K", None)]
    #[case::somebody_else("p1", "7", "Bea Ortiz", "5K", None)]
    #[case::nameless("p1", "7", "", "5K", None)]
    #[case::another_bib("p1", "8", "Ana Ruiz", "10K", Some(Match::Id))]
    #[case::another_bib_and_name("p1", "8", "Anna Ruiz", "5K", None)]
    #[case::another_bib_and_id("p2", "8", "Ana Ruiz", "5K", None)]
    fn a_correction_finds_its_person(
        #[case] id: &str,
        #[case] bib: &str,
        #[case] name: &str,
        #[case] distance: &str,
        #[case] expected: Option<Match>,
    ) {
        let values = Values {
            first: Some("Ann".to_owned()),
            distance: Some("8K".to_owned()),
            ..Values::default()
        };
        let known = correcting(&[], values);
        let own = Correction::id_of(runner("p1", "7", "Ana Ruíz", "5K"));
        let who = runner(id, bib, name, distance);
        assert_eq!(known.is_about(&own, who), expected);
    }

    #[rstest]
    #[case::as_entered("t1", "Ana Ruiz", "5K", false, Some(Match::Distance))]
    #[case::mended("t1", "Ana María Ruiz", "5K", false, Some(Match::Renamed))]
    #[case::another_first_name("t1", "Anna Ruiz", "8K", false, Some(Match::Renamed))]
    #[case::mended_in_another_race("t1", "Anna Ruiz", "10K", false, None)]
    #[case::somebody_else("t1", "Bea Ortiz", "5K", false, None)]
    #[case::nameless("t1", "", "5K", false, None)]
    #[case::mended_at_the_desk("p1", "Anna Ruiz", "10K", true, Some(Match::Renamed))]
    #[case::another_entry("p2", "Anna Ruiz", "5K", true, None)]
    fn a_corrected_entry_finds_its_person(
        #[case] id: &str,
        #[case] name: &str,
        #[case] distance: &str,
        #[case] is_entry: bool,
        #[case] expected: Option<Match>,
    ) {
        let values = Values {
            distance: Some("8K".to_owned()),
            ..Values::default()
        };
        let known = Correction {
            is_uploaded: false,
            ..correcting(&[], values)
        };
        let own = Correction::id_of(runner("p1", "7", "Ana Ruíz", "5K"));
        let who = Runner {
            is_entry,
            ..runner(id, "7", name, distance)
        };
        assert_eq!(known.is_about(&own, who), expected);
    }

    /// Who is told by a word of the name alone may be somebody else, who must not be given the name
    /// of somebody who may be hidden.
    #[rstest]
    #[case(true, "Ana", "Ann")]
    #[case(true, "Bea", "Ann")]
    #[case(false, "Ana", "Ann")]
    #[case(false, "Ann", "Ann")]
    #[case(false, "Bea", "Bea")]
    fn a_third_name_stands_instead_of_that_of_an_entry(
        #[case] is_uploaded: bool,
        #[case] first: &str,
        #[case] shown: &str,
    ) {
        let values = Values {
            first: Some("Ann".to_owned()),
            gender: Some("Woman".to_owned()),
            ..Values::default()
        };
        let known = Correction {
            is_uploaded,
            ..correcting(&[], values)
        };
        let mut who = Person {
            first: first.to_owned(),
            ..person()
        };
        known.apply_to_person(&mut who);
        assert_eq!((who.first.as_str(), who.gender.as_str()), (shown, "Woman"));
    }

    #[test]
    fn a_correction_without_a_distance_or_of_before_holds_in_any() {
        let own = Correction::id_of(runner("entry", "7", "Ana Ruiz", ""));
        let elsewhere = runner("p1", "7", "Ana Ruiz", "10K");
        let known = correcting(&[], Values::default());
        let mut entered = known.clone();
        entered.seen.distance = Some(String::new());
        assert_eq!(known.is_about(&own, elsewhere), None);
        assert_eq!(entered.is_about(&own, elsewhere), Some(Match::Name));
        assert_eq!(
            known.is_about("7#ana ruiz", elsewhere),
            Some(Match::Name),
            "an id of an earlier release"
        );
    }

    #[rstest]
    #[case("7")]
    #[case(" 7#8 ")]
    fn an_id_begins_with_the_bib_and_the_folded_name(#[case] bib: &str) {
        let id = "p/1#%2";
        let own = Correction::id_of(runner(id, bib, "Ana Ruíz", "5K"));
        assert!(own.starts_with(&format!("{}#ana ruiz/", bib.trim())));
        assert_eq!(Correction::bib_in(&own).as_str(), bib.trim());
        assert_eq!(Correction::person_in(&own).as_deref(), Some(id));
    }

    #[rstest]
    #[case::repeated(finish(2_600), 41, &[])]
    #[case::as_corrected(Passage { seconds: 2_450, milliseconds: 500, chip_seconds: 2_449, ..finish(0) }, 42, &[])]
    #[case::other_clock(Passage { seconds: 2_599, ..finish(2_600) }, 41, &["clock_ms"])]
    #[case::both(finish(2_599), 41, &["clock_ms", "chip_ms"])]
    #[case::as_corrected_and_as_seen(Passage { chip_seconds: 2_600, seconds: 2_450, milliseconds: 500, ..finish(0) }, 41, &[])]
    #[case::out(passage("Finish", true, 30, 0), 41, &["status"])]
    #[case::other_age(finish(2_600), 43, &["age"])]
    fn changed_values_conflict(#[case] now: Passage, #[case] age: i64, #[case] expected: &[&str]) {
        let aged = |age| Person { age, ..person() };
        let mut known = correcting(&[], ended(FINISHED));
        known.seen = Values::uploaded(KIND, &aged(41), &[finish(2_600)]);
        known.corrected.age = Some(42);
        let who = Person {
            // not corrected, so it is no conflict
            gender: "Woman".to_owned(),
            ..aged(age)
        };
        let uploaded = Values::uploaded(KIND, &who, [&now]);
        assert_eq!(known.conflicts(&uploaded), expected);
    }

    #[rstest]
    #[case::as_seen("Ana", "Ruíz", &[])]
    #[case::written_otherwise("ANA", "Ruiz", &[])]
    #[case::mended("Anna", "Ruíz", &["first"])]
    #[case::both("Anna", "Ortiz", &["first", "last"])]
    fn a_mended_name_is_a_conflict(
        #[case] first: &str,
        #[case] last: &str,
        #[case] expected: &[&str],
    ) {
        let known = correcting(&[finish(2_600)], ended(Outcome::Dsq));
        let mended = Person {
            first: first.to_owned(),
            last: last.to_owned(),
            ..person()
        };
        let uploaded = Values::uploaded(KIND, &mended, &[finish(2_600)]);
        assert_eq!(known.conflicts(&uploaded), expected);
    }

    #[test]
    fn a_finish_beside_one_by_hand_conflicts_in_its_times() {
        let known = correcting(&[split()], ended(FINISHED));
        let uploaded = Values::uploaded(KIND, &person(), &[split(), finish(2_600)]);
        assert_eq!(known.conflicts(&uploaded), ["clock_ms", "chip_ms"]);
    }

    #[rstest]
    #[case("8", true)]
    #[case("77", true)]
    #[case("78", true)]
    #[case("7", true)]
    #[case("79", false)]
    fn a_correction_finds_its_person_by_each_bib_they_were_shown_with(
        #[case] bib: &str,
        #[case] expected: bool,
    ) {
        let known = Correction {
            bibs: Bibs::default()
                .then(Some("77".to_owned()))
                .then(Some("8".to_owned()))
                .then(Some("78".to_owned())),
            ..correcting(&[], Values::default())
        };
        let own = Correction::id_of(runner("p1", "7", "Ana Ruiz", "5K"));
        let found = known.is_about(&own, runner("p2", bib, "Ana Ruiz", "5K"));
        assert_eq!(found.is_some(), expected);
    }

    #[test]
    fn a_dnf_repeats_a_disqualification() {
        let known = correcting(&[finish(2_600)], ended(Outcome::Dsq));
        let now = [passage("Finish", true, 30, 0)];
        assert!(
            known
                .conflicts(&Values::uploaded(KIND, &person(), &now))
                .is_empty()
        );
    }

    #[test]
    fn only_other_values_are_corrections() {
        let uploaded = Values::uploaded(KIND, &person(), &[finish(2_600)]);
        let values = Values {
            first: Some("Ana".to_owned()),
            age: Some(50),
            ..Values::default()
        };
        let beside = values.beside(&uploaded);
        assert_eq!((beside.first, beside.age), (None, Some(50)));
        assert!(uploaded.clone().beside(&uploaded).is_empty());
    }
}
