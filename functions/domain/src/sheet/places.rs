//! Places within a segment, computed as the pages do (pages A13): by the ranking time, then by the
//! earlier place, then by bib; 1, 2, 3 …, shared only by those who keep a tie. People with the same
//! time are reported.

use std::{cmp::Ordering, collections::BTreeMap};

use super::cells::gender_code;
use crate::{
    board::bib_order,
    row::{Passage, Person},
};

/// Somebody who takes part in the ranking of a segment.
#[derive(Clone, Debug)]
pub struct RankedPerson<'p> {
    /// Number of laps; more are better. 0 where laps do not count.
    pub laps: i64,
    /// The ranking time, in milliseconds.
    pub ms: i64,
    /// The place in the file, or else the stored one; `i64::MAX` for none.
    pub place: i64,
    /// Whether `place` is from the file.
    pub of_file: bool,
    /// Whether `place` is shared with whoever has it too, with the same time.
    pub keeps_tie: bool,
    /// The person.
    pub person: &'p Person,
}

/// The places of a runner; −1 = none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Places {
    /// Overall.
    pub overall: i64,
    /// Within the gender.
    pub gender: i64,
    /// Within gender and age group.
    pub age: i64,
    /// Within the division.
    pub division: i64,
}

impl Places {
    /// Not placed.
    pub const NONE: Self = Self {
        overall: -1,
        gender: -1,
        age: -1,
        division: -1,
    };

    /// Those in a row.
    #[must_use]
    pub const fn of(passage: &Passage) -> Self {
        Self {
            overall: passage.ranking,
            gender: passage.gender_ranking,
            age: passage.age_ranking,
            division: passage.division_ranking,
        }
    }

    /// Writes them into a row.
    pub const fn put(self, passage: &mut Passage) {
        passage.ranking = self.overall;
        passage.gender_ranking = self.gender;
        passage.age_ranking = self.age;
        passage.division_ranking = self.division;
    }
}

/// Runners with the same laps and time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Even {
    /// Their positions in the list, in the order of their places.
    pub runners: Vec<usize>,
    /// Whether the file has a different place for each of them, which decides their order.
    pub by_place: bool,
}

/// What runners must have in common to share a place: laps, time and earlier place.
type Tie = (i64, i64, i64);

/// The place given last in a group.
#[derive(Default)]
struct Given {
    runners: i64,
    place: i64,
    tie: Option<Tie>,
}

impl Given {
    fn next(&mut self, tie: Option<Tie>) -> i64 {
        self.runners += 1;
        if tie.is_none() || tie != self.tie {
            self.place = self.runners;
        }
        self.tie = tie;
        self.place
    }
}

/// The places of each runner, in the order of `runners`, and who has the same time.
#[must_use]
pub fn places(runners: &[RankedPerson<'_>]) -> (Vec<Places>, Vec<Even>) {
    let mut order: Vec<usize> = (0..runners.len()).collect();
    let of = |index: &usize| runners.get(*index);
    order.sort_by(|a, b| {
        of(a)
            .zip(of(b))
            .map_or(Ordering::Equal, |(a, b)| compare(a, b))
    });
    let mut all = vec![Places::NONE; runners.len()];
    let mut overall = Given::default();
    let mut of_gender: BTreeMap<String, Given> = BTreeMap::new();
    let mut of_group: BTreeMap<(String, &str), Given> = BTreeMap::new();
    let mut of_division: BTreeMap<&str, Given> = BTreeMap::new();
    for index in &order {
        let (Some(runner), Some(places)) = (runners.get(*index), all.get_mut(*index)) else {
            continue;
        };
        let tie = (runner.keeps_tie && runner.place < i64::MAX).then_some((
            runner.laps,
            runner.ms,
            runner.place,
        ));
        places.overall = overall.next(tie);
        let Person {
            gender,
            age_group,
            division,
            ..
        } = runner.person;
        if let Some(code) = gender_code(gender) {
            if !age_group.is_empty() {
                let group = of_group.entry((code.clone(), age_group.as_str()));
                places.age = group.or_default().next(tie);
            }
            places.gender = of_gender.entry(code).or_default().next(tie);
        }
        if !division.is_empty() {
            let of_division = of_division.entry(division.as_str());
            places.division = of_division.or_default().next(tie);
        }
    }
    (all, evens(runners, &order))
}

fn evens(runners: &[RankedPerson<'_>], order: &[usize]) -> Vec<Even> {
    let same = |a: &usize, b: &usize| {
        runners
            .get(*a)
            .zip(runners.get(*b))
            .is_some_and(|(a, b)| (a.laps, a.ms) == (b.laps, b.ms))
    };
    order
        .chunk_by(same)
        .filter(|even| even.len() > 1)
        .map(|even| {
            let mut said: Vec<i64> = even
                .iter()
                .filter_map(|index| runners.get(*index))
                .filter(|runner| runner.of_file)
                .map(|runner| runner.place)
                .collect();
            said.dedup();
            Even {
                runners: even.to_vec(),
                by_place: said.len() == even.len(),
            }
        })
        .collect()
}

fn compare(a: &RankedPerson<'_>, b: &RankedPerson<'_>) -> Ordering {
    b.laps
        .cmp(&a.laps)
        .then(a.ms.cmp(&b.ms))
        .then(a.place.cmp(&b.place))
        .then_with(|| bib_order(&a.person.bib).cmp(&bib_order(&b.person.bib)))
}
