//! Correcting a runner by hand (contract 6.15): who can be corrected, what of it is uploaded, and
//! what readers will see otherwise.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    board::Field,
    corrections::{Correction, FinishPoint, Outcome, Runner, Values},
    key::digest_bytes,
    liveness,
    participant::ResultParticipant,
    pieces::{Corrections, Index, Piece, Range, View},
    race::EventKind,
    row::{Bib, ResultRow},
    sheet::{Places, gender_code},
    snapshot::Whole,
    state::{KnownParticipant, Stamped},
};

/// Somebody of a year who can be corrected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correctable {
    /// Bib, folded name and the uploader's id ([`Correction::id_of`]).
    pub id: String,
    /// The bib of the id, trimmed: that with which the person was uploaded when first corrected.
    pub bib: String,
    /// The bib that is uploaded, or else entered, trimmed; that of the id of somebody who is gone.
    pub own_bib: String,
    /// All values that are uploaded; `None` if nothing is.
    pub uploaded: Option<Values>,
    /// The values of the participant list; they count where nothing is uploaded.
    pub entered: Option<Values>,
    /// The bib that the participant list has by now of somebody whose result was made by hand with
    /// another one.
    pub moved_to: Option<String>,
    /// Where the uploaded finish is.
    pub finish: FinishPoint,
}

impl Correctable {
    /// A digest of the runner's values when somebody looked: another text means that something else
    /// is uploaded or corrected by now.
    #[must_use]
    pub fn seen(&self, corrections: &Corrections) -> String {
        let stamp = corrections.items().get(&self.id).map(|item| item.stamp);
        let known = (&self.uploaded, &self.entered, stamp);
        let bytes = postcard::to_stdvec(&known).unwrap_or_default();
        digest_bytes(&bytes).chars().take(24).collect()
    }

    /// The correction of these values and this bib over the one that is `known`; `None` if it
    /// corrects nothing and there is nothing to remember either.
    #[must_use]
    pub fn corrected(
        &self,
        values: Values,
        bib: Option<String>,
        known: Option<&Correction>,
    ) -> Option<Correction> {
        let is_there = self.uploaded.is_some() || self.entered.is_some();
        let seen = self.uploaded.as_ref().or(self.entered.as_ref());
        let seen = seen.or(known.map(|known| &known.seen))?.clone();
        let corrected = values.beside(&seen);
        let bibs = known.map(|known| known.bibs.clone()).unwrap_or_default();
        // who is uploaded with the corrected bib by now can be shown with the former one
        let is_first = |bib: &String| *bib == self.bib && self.own_bib == self.bib;
        let bibs = bibs.then(bib.filter(|bib| !is_first(bib)));
        (!corrected.is_empty() || !bibs.is_empty()).then(|| Correction {
            bib: self.bib.clone(),
            seen,
            is_uploaded: match known {
                Some(known) if !is_there => known.is_uploaded,
                _ => self.uploaded.is_some(),
            },
            finish: self.finish.clone(),
            corrected,
            bibs,
        })
    }

    /// The bib that readers see, trimmed.
    #[must_use]
    pub fn shown_bib<'r>(&'r self, view: View<'r>) -> &'r str {
        let own = self.own_bib.as_str();
        self.known(view)
            .map_or(own, |known| known.shown_bib(Bib::new(own)))
    }

    /// The uploaded bib, and all with which the person is or was shown.
    pub fn bibs<'r>(&'r self, view: View<'r>) -> impl Iterator<Item = &'r str> {
        let shown = self.known(view).into_iter().flat_map(Correction::all_bibs);
        std::iter::once(self.bib.as_str()).chain(shown)
    }

    fn known<'v>(&self, view: View<'v>) -> Option<&'v Correction> {
        let known = view.corrections.items().get(&self.id)?;
        known.living(view.record.made).map(AsRef::as_ref)
    }

    /// First and last name, as uploaded or entered.
    fn name(&self) -> Option<(&str, &str)> {
        let values = self.uploaded.as_ref().or(self.entered.as_ref())?;
        Some((values.first.as_deref()?, values.last.as_deref()?))
    }

    /// The distance that readers see, as uploaded or entered where nothing is corrected.
    fn distance<'r>(&'r self, view: View<'r>) -> Option<&'r str> {
        let values = self.uploaded.as_ref().or(self.entered.as_ref())?;
        let known = self.known(view);
        let corrected = known.and_then(|known| known.corrected.distance.as_deref());
        corrected.or(values.distance.as_deref())
    }
}

/// The distance of somebody else among all runners of a year who is shown with the bib that the
/// correction `wanted` of the runner `id` gives, or gives back. No one else is an entry with the same
/// name, or who runs in another distance with the same bib and name.
#[must_use]
pub fn holder_of_bib<'r>(
    runners: &'r [Correctable],
    view: View<'r>,
    (id, bib, wanted): (&str, &str, Option<&Correction>),
) -> Option<&'r str> {
    let own = runners.iter().find(|runner| runner.id == id);
    let own_bib = own.map(|own| own.own_bib.as_str());
    let is_same = |other: &Correctable| {
        let same = wanted.zip(other.name());
        let same = same.is_some_and(|(wanted, (first, last))| wanted.has_name(first, last));
        same && (other.uploaded.is_none() || own_bib == Some(&other.own_bib))
    };
    let others = runners.iter().filter(|other| other.id != id);
    let mut holders = others.filter(|other| other.shown_bib(view) == bib && !is_same(other));
    holders.find_map(|other| other.distance(view))
}

/// Whether the person of this correction has a result in the distance already that it moves one of
/// their results to, so that there would be two of one bib.
#[must_use]
pub fn doubles(
    runners: &[Correctable],
    view: View<'_>,
    id: &str,
    wanted: Option<&Correction>,
) -> bool {
    let Some((wanted, distance)) =
        wanted.and_then(|wanted| Some((wanted, wanted.corrected.distance.as_ref()?)))
    else {
        return false;
    };
    runners.iter().any(|other| {
        let name = other.name().filter(|_| other.uploaded.is_some());
        other.id != id
            && other.own_bib == wanted.bib
            && name.is_some_and(|(first, last)| wanted.has_name(first, last))
            && other.distance(view) == Some(distance)
    })
}

/// Everybody with a bib, in the order of their ids: people with results, people with entries but
/// without results, and those who were corrected and are gone.
#[must_use]
pub fn runners(piece: &Piece, view: View<'_>) -> Vec<Correctable> {
    let id_of = |who: Runner<'_>| {
        let known = view.correction(who);
        known.map_or_else(|| Correction::id_of(who), |(id, _)| id.to_owned())
    };
    let mut distances: BTreeMap<(&str, String), BTreeSet<&str>> = BTreeMap::new();
    let mut runners: BTreeMap<String, Correctable> = BTreeMap::new();
    for (id, stored) in piece.people() {
        let alive = liveness::living(stored, &view.record.rows);
        let Some(person) = liveness::person_of(&alive) else {
            continue;
        };
        if person.bib().trimmed().is_empty() {
            continue;
        }
        let passages = || alive.iter().map(|row| &row.passage);
        let who = Runner::uploaded(id, person);
        let own = distances
            .entry((who.bib.trimmed(), who.name()))
            .or_default();
        own.insert(who.distance);
        let id = id_of(who);
        let known = view.corrections.items().get(&id);
        let finish = known
            .and_then(|known| Some(known.item.as_ref()?.finish.clone()))
            .filter(|_| !passages().any(|passage| passage.finish));
        let runner = Correctable {
            id: id.clone(),
            bib: Correction::bib_in(&id).trimmed().to_owned(),
            own_bib: person.bib().trimmed().to_owned(),
            uploaded: Some(Values::uploaded(view.kind, person, passages())),
            entered: None,
            moved_to: None,
            finish: finish.unwrap_or_else(|| FinishPoint::seen(view.kind, passages())),
        };
        runners.insert(id, runner);
    }
    for (who, entry) in entered_only(piece, view, &distances) {
        let id = id_of(who);
        runners.entry(id.clone()).or_insert_with(|| Correctable {
            bib: Correction::bib_in(&id).trimmed().to_owned(),
            own_bib: who.bib.trimmed().to_owned(),
            id,
            uploaded: None,
            entered: Some(entered_values(entry)),
            moved_to: None,
            finish: FinishPoint::default(),
        });
    }
    let corrected = view.corrections.living(view.record.made);
    for (id, known) in corrected.filter(|(_, known)| !known.is_over()) {
        runners
            .entry(id.to_owned())
            .or_insert_with(|| nowhere(piece, view, id, known));
    }
    runners.into_values().collect()
}

/// Somebody corrected who is neither uploaded nor entered with their bib and name. Of an entry the
/// participant list may know more by now.
fn nowhere(piece: &Piece, view: View<'_>, id: &str, known: &Correction) -> Correctable {
    let person = Correction::person_in(id).filter(|_| !known.is_uploaded);
    let entry = person.and_then(|person| {
        let who = piece.participants.get(&person)?;
        Some(&who.living(view.record.participants)?.shown)
    });
    let values = entry.map_or_else(|| known.seen.clone(), entered_values);
    let bib = entry.map(|entry| entry.bib.trim());
    let moved_to = bib.filter(|bib| known.all_bibs().all(|of| of != *bib));
    Correctable {
        id: id.to_owned(),
        bib: known.bib.clone(),
        own_bib: known.bib.clone(),
        uploaded: None,
        entered: Some(values).filter(|_| !known.is_uploaded),
        moved_to: moved_to.map(str::to_owned),
        finish: known.finish.clone(),
    }
}

fn entered_values(entry: &ResultParticipant) -> Values {
    let text = |text: &String| Some(text.clone());
    Values {
        first: text(&entry.first),
        last: text(&entry.last),
        gender: text(&entry.gender),
        age: Some(-1),
        age_group: text(&entry.age_group),
        division: Some(String::new()),
        distance: text(&entry.distance),
        outcome: Some(Outcome::Nothing),
    }
}

/// Who else is uploaded where this runner was corrected as an entry and is not: with their bib and
/// another name, so that a result by hand is not shown, or with the bib that the entry has by now,
/// or with one that stood once.
#[must_use]
pub fn uploaded_instead<'r>(
    runners: &'r [Correctable],
    view: View<'_>,
    runner: &Correctable,
    known: &Correction,
) -> Option<&'r Correctable> {
    if known.is_uploaded || runner.uploaded.is_some() {
        return None;
    }
    let is_another = |other: &Correctable| {
        let name = other.name();
        name.is_some_and(|(first, last)| !known.has_name(first, last))
    };
    let mut others = runners.iter().filter(|other| {
        let is_theirs = other.known(view).is_none_or(|known| !known.takes_away());
        other.id != runner.id && other.uploaded.is_some() && is_theirs
    });
    others.find(|other| {
        let is_wearer = other.shown_bib(view) == known.bib_by_hand() && is_another(other);
        let is_former = known.bibs.ever.contains(&other.own_bib) && !is_another(other);
        is_wearer || is_former || runner.moved_to.as_ref() == Some(&other.own_bib)
    })
}

/// Participants without results, given the distances in which each bib and name has some.
fn entered_only<'p>(
    piece: &'p Piece,
    view: View<'_>,
    distances: &BTreeMap<(&str, String), BTreeSet<&str>>,
) -> Vec<(Runner<'p>, &'p ResultParticipant)> {
    let listed = piece.participants.iter().filter_map(|(id, who)| {
        let KnownParticipant { shown, .. } = who.living(view.record.participants)?;
        let who = Runner::entered(id, shown);
        (!who.bib.trimmed().is_empty()).then_some((who, shown))
    });
    let mut listed: Vec<_> = listed.collect();
    let mut entries: BTreeMap<(&str, String), usize> = BTreeMap::new();
    for (who, _) in &listed {
        *entries.entry((who.bib.trimmed(), who.name())).or_default() += 1;
    }
    // who is entered once may be uploaded in another distance; who is twice, in one of two
    let is_uploaded = |who: Runner<'_>| {
        let key = (who.bib.trimmed(), who.name());
        let is_only = entries.get(&key) == Some(&1);
        let own = distances.get(&key);
        own.is_some_and(|own| is_only || own.contains(who.distance))
    };
    listed.retain(|(who, _)| !is_uploaded(*who));
    listed
}

/// The differences for readers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moves {
    /// How many other runners get another place.
    pub moved: usize,
    /// Who is among the first three instead of whom.
    pub first_three: Vec<Podium>,
}

/// A place among the first three that is somebody else's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = MovedPlace)]
pub struct Podium {
    /// Name of the distance.
    pub distance: String,
    /// `overall`, `gender`, `age_group` or `division`.
    #[schema(value_type = String)]
    pub group: Group,
    /// Name of the group; empty for `overall`.
    pub name: String,
    /// The place, 1 to 3.
    pub place: i64,
    /// Who has it without the correction; null: nobody.
    pub before: Option<Holder>,
    /// Who has it with the correction; null: nobody.
    pub after: Option<Holder>,
}

/// Who is ranked together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Group {
    /// The whole distance.
    Overall,
    /// Those of a gender.
    Gender,
    /// Those of a gender and an age group.
    AgeGroup,
    /// Those of a division.
    Division,
}

/// Somebody among the first three, as the organiser knows them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = PlacedRunner)]
pub struct Holder {
    /// The bib, without surrounding blanks.
    pub bib: String,
    /// First name.
    pub first: String,
    /// Last name.
    pub last: String,
}

/// The differences for readers once a correction is stored or, for `None`, taken back.
#[must_use]
pub fn moves(piece: &Piece, view: View<'_>, id: &str, correction: Option<&Correction>) -> Moves {
    let mut corrections = view.corrections.clone();
    let known = corrections.items().get(id).map(|known| known.stamp.next());
    let item = Stamped {
        stamp: known.max(view.record.made).unwrap_or_default(),
        item: correction.cloned().map(Box::new),
    };
    corrections.apply(id, Some(item));
    let after = View {
        corrections: &corrections,
        ..view
    };
    let known = view.corrections.items().get(id);
    let known = known.and_then(|known| known.living(view.record.made));
    let touched = known.map(AsRef::as_ref).into_iter().chain(correction);
    let own: BTreeSet<&str> = touched.clone().flat_map(Correction::all_bibs).collect();
    // where places are made from the rows already, a gender or a division moves them too
    let ranked = |known: &Correction| {
        known
            .seen
            .distance
            .as_deref()
            .filter(|of| view.is_ranked_anew(of))
            .map(str::to_owned)
    };
    let distances: BTreeSet<String> = touched
        .flat_map(|known| known.distances().map(str::to_owned).chain(ranked(known)))
        .collect();
    if distances.is_empty() {
        return Moves::default();
    }
    let piece = &of_distances(piece, view, &distances);
    let (before, after) = (Standings::of(piece, view), Standings::of(piece, after));
    let others = before
        .places
        .iter()
        .filter(|((_, of), _)| !own.contains(of.as_str()));
    let moved =
        others.filter(|(key, places)| after.places.get(*key).is_some_and(|now| now != *places));
    let keys: BTreeSet<_> = before.podiums.keys().chain(after.podiums.keys()).collect();
    let first_three = keys.into_iter().flat_map(|key| {
        let holders = |of: &Standings| of.podiums.get(key).cloned().unwrap_or_default();
        let (before, after) = (holders(&before), holders(&after));
        let without = |all: &[Holder], others: &[Holder]| -> Vec<Holder> {
            let is_other = |holder: &&Holder| !others.iter().any(|of| of.bib == holder.bib);
            all.iter().filter(is_other).cloned().collect()
        };
        // a place may be shared: who leaves it is told with one who comes, as far as there are some
        let (mut gone, mut came) = (
            without(&before, &after).into_iter(),
            without(&after, &before).into_iter(),
        );
        let (distance, group, name, place) = key;
        std::iter::from_fn(move || {
            let (before, after) = (gone.next(), came.next());
            (before.is_some() || after.is_some()).then(|| Podium {
                distance: distance.clone(),
                group: *group,
                name: name.clone(),
                place: *place,
                before,
                after,
            })
        })
    });
    Moves {
        moved: moved.count(),
        first_three: first_three.collect(),
    }
}

/// The rows of everybody who is in one of these distances, or may be by a correction.
fn of_distances(piece: &Piece, view: View<'_>, distances: &BTreeSet<String>) -> Piece {
    let mut rows = BTreeMap::new();
    for (id, stored) in piece.people() {
        let alive = liveness::living(stored.iter().copied(), &view.record.rows);
        let is_there = liveness::person_of(&alive).is_some_and(|person| {
            let who = Runner::uploaded(id, person);
            distances.contains(&person.distance) || view.correction(who).is_some()
        });
        if is_there {
            rows.extend(stored.into_iter().map(|row| (row.key(), row.clone())));
        }
    }
    Piece {
        rows,
        wishes: piece.wishes.clone(),
        ..Piece::default()
    }
}

/// The places of a race.
#[derive(Default)]
struct Standings {
    /// By distance and bib.
    places: BTreeMap<(String, String), Places>,
    /// By distance, group, its name and place.
    podiums: BTreeMap<(String, Group, String, i64), Vec<Holder>>,
}

impl Standings {
    fn of(piece: &Piece, view: View<'_>) -> Self {
        let whole = Whole::of(Index::default(), [(Range::ALL, piece.clone())], view);
        let rows = whole.all_corrected();
        let mut distances: BTreeMap<&str, Vec<&ResultRow>> = BTreeMap::new();
        for row in &rows {
            distances.entry(&row.person.distance).or_default().push(row);
        }
        let mut standings = Self::default();
        let ageless = whole.ageless();
        for (distance, rows) in distances {
            standings.add(distance, &rows, view.kind, &ageless);
        }
        standings
    }

    /// `ageless` are the bibs of runners who are shown without age, and without a place by it.
    fn add(
        &mut self,
        distance: &str,
        rows: &[&ResultRow],
        kind: EventKind,
        ageless: &BTreeSet<String>,
    ) {
        for runner in Field::of(kind, rows).runners {
            let Some(ResultRow {
                person, passage, ..
            }) = runner.result()
            else {
                continue;
            };
            let holder = Holder {
                bib: runner.bib.clone(),
                first: person.first.clone(),
                last: person.last.clone(),
            };
            let mut places = Places::of(passage);
            if ageless.contains(&runner.bib) {
                places.age = Places::NONE.age;
            }
            let gender = gender_code(&person.gender).map(|_| person.gender.clone());
            let group = gender
                .clone()
                .filter(|_| !person.age_group.is_empty())
                .map(|gender| format!("{gender} {}", person.age_group));
            let division = Some(person.division.clone()).filter(|name| !name.is_empty());
            let groups = [
                (Group::Overall, Some(String::new()), places.overall),
                (Group::Gender, gender, places.gender),
                (Group::AgeGroup, group, places.age),
                (Group::Division, division, places.division),
            ];
            for (group, name, place) in groups {
                if let Some(name) = name.filter(|_| (1..=3).contains(&place)) {
                    let key = (distance.to_owned(), group, name, place);
                    self.podiums.entry(key).or_default().push(holder.clone());
                }
            }
            let key = (distance.to_owned(), runner.bib.clone());
            self.places.insert(key, places);
        }
    }
}

/// Whether this kind of event takes the correction: where laps count they come one after the other,
/// so only who is out can be said.
#[must_use]
pub fn is_possible(kind: EventKind, values: &Values) -> bool {
    kind == EventKind::Distance
        || !matches!(
            values.outcome,
            Some(Outcome::Finished { .. } | Outcome::Nothing)
        )
}

/// The most corrections that a year takes.
pub const MOST_CORRECTIONS: usize = 1_000;
