//! `results/delete`: writes a stamp on the year, however much there is to delete (contract 6.2
//! rule 5).
//!
//! It returns how many rows there were without reading a whole race: the rows of a small race are
//! counted; for any other, the count is that of the last publication.

use std::collections::BTreeSet;

use chute_contract::{answers::Count, requests::DeleteResults};
use chute_domain::{
    liveness::{self, Deletes, StoredRow},
    snapshot::PointerSummary,
    time::Now,
};
use chute_store::Area;

use crate::{
    answer::{Answer, Problem, json},
    extract::{KeyRequest, Writer, YearRequest},
};

/// The maximum number of stored rows that are read and counted: about 200 KB, one page of a query.
const SMALL: u16 = 1_000;

/// When to retry if a year holds its maximum of distance deletes, in seconds. The maximum is a few
/// hundred, which no race reaches; the deletes are removed when their rows are cleared.
const DELETES_FORGOTTEN_S: i64 = 4 * 60 * 60;

/// Deletes the rows of a year, or of one distance.
///
/// Returns how many there were.
///
/// # Errors
/// - 404: no such event or year.
/// - 429: the year already holds the maximum number of distance deletes.
pub async fn remove(call: KeyRequest<DeleteResults, Writer>) -> Answer<Count> {
    let call = call.year().await?;
    let race = &call.race;
    // all three at once; if one fails, the client may repeat the request
    let counting = async {
        Ok(futures::try_join!(
            call.app.store.rows_of_small_race(race, SMALL),
            call.app.store.pointer_of(&call.record, &call.year)
        )?)
    };
    let ((), (small, published)) = futures::try_join!(delete(&call), counting)?;
    let count = match small {
        Some(rows) => ended(&rows, &call),
        None => published.map_or(0, |published| {
            left(
                &published,
                &call.body.distance,
                &call.year.rows,
                call.context.now(),
            )
        }),
    };
    Ok(json(&Count { count }))
}

async fn delete(call: &YearRequest<DeleteResults>) -> Result<(), Problem> {
    let (race, stamp, store, distance) = (
        &call.race,
        call.context.stamp,
        &call.app.store,
        &call.body.distance,
    );
    if distance.is_empty() {
        return call
            .context
            .until_stop(store.delete_area(race, Area::Rows, stamp))
            .await;
    }
    let deleted = call
        .context
        .until_stop(store.delete_rows_of_distance(race, distance, stamp))
        .await?;
    if deleted {
        Ok(())
    } else {
        Err(Problem::TooMany {
            after_s: DELETES_FORGOTTEN_S,
        })
    }
}

/// How many of the rows this delete ends.
fn ended(rows: &[StoredRow], call: &YearRequest<DeleteResults>) -> usize {
    let (stamp, distance, before) = (call.context.stamp, &call.body.distance, &call.year.rows);
    let mut after = before.clone();
    if distance.is_empty() {
        after = Deletes {
            all: before.all.max(Some(stamp)),
            by_distance: BTreeSet::new(),
        };
    } else {
        after.by_distance.insert((stamp, distance.clone()));
    }
    liveness::result_rows(rows, before)
        .len()
        .saturating_sub(liveness::result_rows(rows, &after).len())
}

/// The number of published rows of a distance, or of all if none is named, excluding distances
/// deleted since the publication.
fn left(published: &PointerSummary, distance: &str, deletes: &Deletes, now: Now) -> usize {
    let since_s = published.updated_at.instant();
    let deleted = |name: &str| {
        let of_distance = deletes
            .by_distance
            .iter()
            .filter(|(_, deleted)| deleted == name)
            .map(|(at, _)| *at);
        of_distance
            .chain(deletes.all)
            .any(|at| now.time_of(at).unix_s() >= since_s)
    };
    let asked = published
        .distances
        .iter()
        .filter(|published| distance.is_empty() || published.name == distance);
    asked
        .filter(|published| !deleted(&published.name))
        .map(|published| published.count)
        .sum()
}

#[cfg(test)]
mod tests {
    use chute_domain::{event_time::EventTime, snapshot::DistanceCount, stamp::Stamp};
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("", None, &[], 7)]
    #[case("5 KM", None, &[], 2)]
    #[case("Walk", None, &[], 0)]
    #[case("", Some(99), &[], 7)]
    #[case("", Some(100), &[], 0)]
    #[case("", Some(99), &[(100, "5 KM")], 5)]
    #[case("5 KM", None, &[(100, "5 KM")], 0)]
    #[case("5 KM", None, &[(99, "5 KM"), (101, "10 KM")], 2)]
    fn published_rows_count_unless_deleted_since(
        #[case] distance: &str,
        #[case] all_s: Option<u64>,
        #[case] by_distance: &[(u64, &str)],
        #[case] expected: usize,
    ) {
        let counts = [("10 KM", 5), ("5 KM", 2)].map(|(name, count)| DistanceCount {
            name: name.to_owned(),
            count,
        });
        let published = PointerSummary {
            version: 1,
            updated_at: EventTime::from_unix(100),
            distances: counts.into(),
        };
        let at = |second: u64| Stamp::new(second * 1_000 + 300, "");
        let by_distance = by_distance
            .iter()
            .map(|(second, name)| (at(*second), (*name).to_owned()))
            .collect();
        assert_eq!(
            left(
                &published,
                distance,
                &Deletes {
                    all: all_s.map(at),
                    by_distance
                },
                Now::in_step(200_000)
            ),
            expected
        );
    }
}
