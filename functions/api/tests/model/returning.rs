//! A return to an earlier version as a step: rows are uploaded and deleted before it, the return
//! breaks off or is held up at any of its calls, is published half done, and is continued. Then
//! readers see what they saw at that version, and a repeated upload changes nothing.

use std::{collections::BTreeMap, sync::atomic::Ordering::Relaxed, time::Duration};

use chute_domain::{race::Slug, stamp::Stamp, time::Now};
use chute_edge::Fault;
use chute_publisher::{ReturnTo, Returning};
use chute_store::Clocks;
use chute_testkit::wire;
use serde_json::json;

use crate::{
    contract::{Effect, RowKey, Shown},
    lane::Lane,
    play::{Game, YEAR, expect, first_name, person_of, seen_row, wire_row},
    steps::{Crash, Delivery, Row, Step},
};

const NO_CRASH: Crash = Crash {
    fault: Fault::None,
    publish_between: false,
};
/// Added to the time, in milliseconds: long after uploads have stopped.
const LATER_MS: u64 = 60_000;
/// The maximum number of calls of a return: more than the largest race of a lane has pieces.
const CALLS: usize = 200;

#[derive(Clone, Debug)]
pub struct Detour {
    pub wrong: Vec<Row>,
    /// The delete after that: 0 and 1 of a distance, 2 of everything; `None`: no delete.
    pub delete: Option<u8>,
    pub fault: Fault,
    /// Uploaded while the return is held up, if it is.
    pub late: Vec<Row>,
    pub publish_between: bool,
}

type ShownRows = BTreeMap<RowKey, Shown>;

impl Game<'_> {
    async fn readers_see(&self, lane: &Lane) -> Result<ShownRows, String> {
        let body = json!({"slug": self.slug, "year": YEAR});
        let all = lane
            .send("POST", "/results/all", &body, self.stamp(0), Fault::None)
            .await;
        expect("results/all", &all, &[200])?;
        let rows = all.1["results"]
            .as_object()
            .into_iter()
            .flatten()
            .flat_map(|(_, rows)| rows.as_array().into_iter().flatten());
        Ok(rows
            .map(seen_row)
            .map(|row| (row.key.clone(), row))
            .collect())
    }

    /// # Errors
    /// When readers do not see what they should, or the functions do not answer as they must.
    pub async fn return_after(&mut self, lane: &mut Lane, detour: &Detour) -> Result<(), String> {
        lane.settle(&self.slug).await?;
        let before = self.readers_see(lane).await?;
        let Ok(version) = lane.published_version(&self.slug, YEAR).await else {
            return Ok(());
        };
        self.next_moment();
        self.upload(lane, detour.wrong.clone(), self.stamp(0), NO_CRASH)
            .await?;
        if let Some(what) = detour.delete {
            self.next_moment();
            let step = match what {
                0 | 1 => Step::DeleteDistance {
                    distance: what,
                    crash: NO_CRASH,
                },
                _ => Step::DeleteAll {
                    late: 0,
                    crash: NO_CRASH,
                },
            };
            Box::pin(self.play(lane, &step)).await?;
        }
        lane.settle(&self.slug).await?;
        let event = lane
            .store
            .load_event(&Slug::new(&self.slug))
            .await
            .map_err(|error| error.to_string())?
            .ok_or("there is no event")?;
        let Some(record) = event.years.get(YEAR) else {
            return Ok(());
        };
        let now = Now {
            order: Stamp::earliest(self.stamp(0) + LATER_MS),
            time: lane.clocks.now().time,
        };
        let versions = lane
            .publications()
            .earlier_versions(&Slug::new(&self.slug), record, now)
            .await
            .map_err(|error| error.to_string())?;
        if !versions
            .earlier
            .iter()
            .any(|earlier| earlier.version == version)
        {
            return Ok(());
        }
        self.totals.returns.fetch_add(1, Relaxed);
        self.race.made = record.made;
        let slug = Slug::new(&self.slug);
        let to = ReturnTo {
            slug: &slug,
            record,
            version,
            expected: versions.version,
            now,
            work: Duration::ZERO,
            only_look: false,
        };
        let late = self.first_call(lane, to, detour).await?;
        if detour.publish_between {
            lane.deliver(&self.slug, Delivery::PLAIN, Fault::None).await;
        }
        let is_kept = self.go_on(lane, to).await?;
        lane.settle(&self.slug).await?;
        if is_kept {
            let after = self.readers_see(lane).await?;
            let before = hiding(&before, &after, &detour.wrong);
            self.compare_returned(&before, &after, late.as_deref().unwrap_or_default())?;
        }
        if is_kept && late.is_none() && detour.delete.is_none() {
            self.next_moment();
            let results: Vec<_> = detour.wrong.iter().map(wire_row).collect();
            let body = wire::results(&self.slug, &results);
            expect(
                "results/add again",
                &lane
                    .send("POST", "/results/add", &body, self.stamp(0), Fault::None)
                    .await,
                &[200],
            )?;
            lane.settle(&self.slug).await?;
            let again = self.readers_see(lane).await?;
            let before = hiding(&before, &again, &detour.wrong);
            if again != before {
                return Err(format!(
                    "the same upload again made {before:?}\n  into {again:?}"
                ));
            }
        }
        // the model has no earlier versions, so it continues with an empty race
        self.next_moment();
        let body = json!({"slug": self.slug, "year": YEAR});
        expect(
            "results/delete",
            &lane
                .send(
                    "DELETE",
                    "/results/delete",
                    &body,
                    self.stamp(0),
                    Fault::None,
                )
                .await,
            &[200],
        )?;
        self.race.take(self.stamp(0), Effect::DeleteAll);
        Ok(())
    }

    fn next_moment(&mut self) {
        self.step += 1;
    }

    /// Makes the first call, which breaks off or is held up. Returns what was uploaded meanwhile.
    async fn first_call(
        &mut self,
        lane: &Lane,
        to: ReturnTo<'_>,
        detour: &Detour,
    ) -> Result<Option<Vec<Row>>, String> {
        lane.edge.begin(detour.fault);
        let mut returning = Box::pin(lane.publications().return_to(to));
        let ended = tokio::select! {
            ended = &mut returning => Some(ended),
            () = lane.edge.waiting() => None,
        };
        let mut late = None;
        let ended = match ended {
            Some(ended) => ended,
            None => {
                self.totals.held.fetch_add(1, Relaxed);
                self.step += 1;
                let results: Vec<_> = detour.late.iter().map(wire_row).collect();
                let body = wire::results(&self.slug, &results);
                expect(
                    "results/add meanwhile",
                    &lane
                        .beside
                        .send("POST", "/results/add", &body, self.stamp(0))
                        .await,
                    &[200],
                )?;
                late = Some(detour.late.clone());
                lane.edge.let_go();
                returning.as_mut().await
            }
        };
        lane.edge.begin(Fault::None);
        if ended.is_err() {
            self.totals.crashes.fetch_add(1, Relaxed);
        }
        Ok(late)
    }

    /// Continues a return to its end. Returns whether the version is still kept: a clean-up by a
    /// clock that was ahead may have ended its thirty days.
    async fn go_on(&self, lane: &Lane, to: ReturnTo<'_>) -> Result<bool, String> {
        for _ in 0..CALLS {
            match lane.publications().return_to(to).await {
                Ok(Returning::Step(step)) if step.done => return Ok(true),
                Ok(Returning::Step(step)) if !step.waits => {}
                Ok(Returning::Unknown) if self.clock_was_set => return Ok(false),
                other => return Err(format!("a return answered {other:?}")),
            }
        }
        Err("a return does not come to its end".to_owned())
    }

    /// Checks that readers see what they saw before, except for people whose rows were uploaded
    /// meanwhile. Of those who were corrected by hand, the rows say what was corrected.
    fn compare_returned(
        &self,
        before: &ShownRows,
        after: &ShownRows,
        late: &[Row],
    ) -> Result<(), String> {
        let corrected = |row: &Row| {
            let (bib, name) = (row.who.bib.to_string(), first_name(row));
            let mut about = self.race.corrections.iter();
            about.any(|(key, known)| {
                let ever = self.race.bibs.get(key);
                let has_bib = key.0 == bib || ever.is_some_and(|ever| ever.contains(&bib));
                let is_same = person_of(&key.1) == person_of(&name) || !known.is_uploaded;
                key.1 == name || (is_same && has_bib)
            })
        };
        let is_shown_with = |row: &Row, bib: &str| {
            let person = format!("p{}", row.person);
            let mut seen = before.values().chain(after.values());
            seen.any(|seen| seen.key.0 == person && seen.person.bib == bib)
        };
        // a result made by hand stands by itself from when on somebody has its bib no more, and gives
        // way to who has it
        let may_be_about = |row: &Row, id: &str| {
            let mut about = self.race.corrections.iter();
            about.any(|((bib, first), known)| {
                let shown = known.bib.as_ref().unwrap_or(bib);
                self.race.by_hand_id(bib, first) == id
                    && (person_of(first) == person_of(&first_name(row))
                        || is_shown_with(row, shown))
            })
        };
        let busy = |key: &RowKey| {
            late.iter()
                .any(|row| format!("p{}", row.person) == key.0 || may_be_about(row, &key.0))
        };
        let quiet = |seen: &ShownRows| {
            seen.iter()
                .filter(|(key, _)| !busy(key))
                .map(|(key, row)| (key.clone(), row.clone()))
                .collect::<ShownRows>()
        };
        if quiet(before) != quiet(after) {
            return Err(format!(
                "readers saw {before:?}\n  and see   {after:?}\n  with late {late:?}"
            ));
        }
        let is_corrected = |person| {
            late.iter()
                .any(|row| row.person == person && corrected(row))
        };
        for row in late.iter().filter(|row| !is_corrected(row.person)) {
            let newest = late.iter().rfind(|other| {
                (other.person, other.place, other.occurrence)
                    == (row.person, row.place, row.occurrence)
            });
            let seconds = newest.map_or(row.seconds, |row| row.seconds);
            let there = after.values().any(|seen| {
                seen.key.0 == format!("p{}", row.person) && seen.passage.0 == i64::from(seconds)
            });
            if !there {
                return Err(format!(
                    "what was uploaded meanwhile is gone: {row:?} of {after:?}"
                ));
            }
        }
        Ok(())
    }
}

/// The rows that readers saw, without the names of people who asked to be anonymous in what was
/// uploaded since: that stays in force, even if it was deleted before anybody saw it.
fn hiding(before: &ShownRows, after: &ShownRows, wrong: &[Row]) -> ShownRows {
    let asked = |key: &RowKey| {
        wrong
            .iter()
            .any(|row| row.who.anonymous && format!("p{}", row.person) == key.0)
    };
    let mut seen = before.clone();
    for (key, row) in seen.iter_mut().filter(|(key, _)| asked(key)) {
        if after.get(key).is_some_and(|now| now.person.anonymous) {
            row.person.first.clear();
            row.person.anonymous = true;
        }
    }
    seen
}
