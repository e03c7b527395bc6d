//! Who the lines of one name are, in a file without bibs: people of one name are told apart by
//! their ages, then by how their race ended.

/// A line or a stored person of this name in this distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// `None` if unknown.
    pub age: Option<i64>,
    pub ended: Ended,
}

/// How a race ended, as far as it tells people apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    Finished {
        /// 0 in an event of a distance.
        laps: i64,
        /// Milliseconds.
        clock: i64,
        /// Milliseconds.
        chip: i64,
    },
    Dnf,
    Dns,
}

impl Ended {
    /// Whether it is the same end; a file may have only one of the times.
    fn is(self, other: Self) -> bool {
        match (self, other) {
            (
                Self::Finished { laps, clock, chip },
                Self::Finished {
                    laps: other_laps,
                    clock: other_clock,
                    chip: other_chip,
                },
            ) => laps == other_laps && (clock == other_clock || chip == other_chip),
            _ => self == other,
        }
    }
}

impl Known {
    /// Whether the ages allow that it is the same person: a birthday may be counted in one of them.
    fn may_be(self, other: Self) -> bool {
        match (self.age, other.age) {
            (Some(age), Some(other)) => age.abs_diff(other) <= 1,
            _ => true,
        }
    }
}

/// Who a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// The stored person at this index.
    Stored(usize),
    New,
    /// The person of an earlier line, at this index: it says the same again.
    Again(usize),
    /// One of several stored people, or nobody: it cannot be told.
    Open,
}

/// Who each of these lines is. Every stored person is found at most once.
pub fn find(lines: &[Known], stored: &[Known]) -> Vec<Found> {
    let mut found: Vec<Option<Found>> = lines
        .iter()
        .enumerate()
        .map(|(at, line)| {
            let is_same = |other: &Known| line.may_be(*other) && line.ended.is(other.ended);
            lines.get(..at)?.iter().position(is_same).map(Found::Again)
        })
        .collect();
    let mut left: Vec<usize> = (0..stored.len()).collect();
    // first who is the same in everything, then whoever is left without another choice
    let same = |line: Known, other: Known| line.may_be(other) && line.ended.is(other.ended);
    pair(lines, stored, &mut left, &mut found, same);
    pair(lines, stored, &mut left, &mut found, Known::may_be);
    lines
        .iter()
        .zip(found)
        .map(|(line, found)| {
            let may_be_stored = || {
                let mut left = left.iter().filter_map(|index| stored.get(*index));
                left.any(|other| line.may_be(*other))
            };
            found.unwrap_or_else(|| {
                if may_be_stored() {
                    Found::Open
                } else {
                    Found::New
                }
            })
        })
        .collect()
}

/// Pairs lines and stored people that fit each other and nobody else, until there are no more.
fn pair(
    lines: &[Known],
    stored: &[Known],
    left: &mut Vec<usize>,
    found: &mut [Option<Found>],
    fits: impl Fn(Known, Known) -> bool,
) {
    loop {
        let open: Vec<usize> = (0..lines.len())
            .filter(|at| found.get(*at) == Some(&None))
            .collect();
        let is_fit = |at: usize, index: usize| {
            let both = lines.get(at).zip(stored.get(index));
            both.is_some_and(|(line, other)| fits(*line, *other))
        };
        let only = |at: usize| {
            let mut fitting = left.iter().filter(|index| is_fit(at, **index));
            let index = *fitting.next()?;
            let others = open.iter().filter(|other| is_fit(**other, index)).count();
            (fitting.next().is_none() && others == 1).then_some((at, index))
        };
        let Some((at, index)) = open.iter().find_map(|at| only(*at)) else {
            return;
        };
        if let Some(slot) = found.get_mut(at) {
            *slot = Some(Found::Stored(index));
        }
        left.retain(|other| *other != index);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    fn known(age: i64, seconds: i64) -> Known {
        let ended = match seconds {
            -1 => Ended::Dnf,
            _ => Ended::Finished {
                laps: 0,
                clock: seconds * 1_000,
                chip: seconds * 1_000,
            },
        };
        Known {
            age: Some(age).filter(|age| *age > 0),
            ended,
        }
    }

    fn all(people: &[(i64, i64)]) -> Vec<Known> {
        people.iter().map(|(age, s)| known(*age, *s)).collect()
    }

    use Found::{Again, New, Open, Stored};

    #[rstest]
    #[case::new(&[(0, 41), (0, 52)], &[], &[New, New])]
    #[case::the_same_again(&[(0, 41), (0, 52)], &[(0, 52), (0, 41)], &[Stored(1), Stored(0)])]
    #[case::one_corrected(&[(0, 41), (0, 53)], &[(0, 41), (0, 52)], &[Stored(0), Stored(1)])]
    #[case::both_corrected(&[(0, 42), (0, 53)], &[(0, 41), (0, 52)], &[Open, Open])]
    #[case::both_corrected_with_ages(&[(19, 42), (50, 53)], &[(50, 52), (20, 41)], &[Stored(1), Stored(0)])]
    #[case::one_taken_out(&[(0, 52)], &[(0, 41), (0, 52)], &[Stored(1)])]
    #[case::one_taken_out_and_corrected(&[(0, 53)], &[(0, 41), (0, 52)], &[Open])]
    #[case::one_more(&[(0, 41), (0, 52)], &[(0, 52)], &[New, Stored(0)])]
    #[case::another_age(&[(19, 41)], &[(50, 52)], &[New])]
    #[case::a_corrected_time(&[(50, 41)], &[(50, 52)], &[Stored(0)])]
    #[case::a_line_twice(&[(0, 41), (0, 41)], &[], &[New, Again(0)])]
    #[case::a_tie_of_father_and_son(&[(50, 41), (19, 41)], &[], &[New, New])]
    #[case::an_age_that_is_added(&[(50, 41), (19, 52)], &[(0, 41), (0, 52)], &[Stored(0), Stored(1)])]
    #[case::one_who_did_not_finish(&[(0, -1), (0, 52)], &[(0, 52), (0, -1)], &[Stored(1), Stored(0)])]
    fn people_of_one_name(
        #[case] lines: &[(i64, i64)],
        #[case] stored: &[(i64, i64)],
        #[case] expected: &[Found],
    ) {
        assert_eq!(find(&all(lines), &all(stored)), expected);
    }

    proptest! {
        /// A file that is imported again finds its own people, in any order.
        #[test]
        fn a_file_finds_its_people_again(people in proptest::collection::vec((0..3_i64, 0..5_i64), 0..6), turn in 0..6_usize) {
            let lines = all(&people.iter().map(|(age, s)| (age * 20, *s)).collect::<Vec<_>>());
            let kept: Vec<Known> = lines
                .iter()
                .zip(find(&lines, &[]))
                .filter(|(_, found)| *found == New)
                .map(|(line, _)| *line)
                .collect();
            let mut stored = kept.clone();
            let turn = turn % stored.len().max(1);
            stored.rotate_left(turn);
            for (line, found) in kept.iter().zip(find(&kept, &stored)) {
                if let Stored(index) = found {
                    prop_assert_eq!(stored[index], *line);
                } else {
                    // only where the file itself leaves it open
                    prop_assert_eq!(found, Open);
                }
            }
        }
    }
}
