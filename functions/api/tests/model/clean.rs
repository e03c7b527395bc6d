//! The clean-up as a step: it is held up at any of its calls while requests go through, breaks off,
//! runs within an upload, or runs while the year that it clears is re-created. Readers never see a
//! difference.

use std::{
    sync::atomic::Ordering::Relaxed,
    time::{Duration, Instant},
};

use chute_domain::{
    event_time::EventTime,
    files::{FileName, Saved, Upload},
    race::{Slug, YearKey},
    time::{Now, Time},
};
use chute_edge::Fault;
use chute_publisher::Publications;
use chute_store::{CleanUp, Clocks, Place};
use serde_json::json;

use crate::{
    contract::Stamp,
    lane::Lane,
    play::{Game, YEAR, expect},
    steps::{Crash, Delivery, Listed, Row, Run, Step},
};

/// How long after a delete its items may be removed, in milliseconds.
pub const SETTLED_MS: u64 = 7_200_000;
/// How long the store waits for one call.
const GIVEN_UP: Duration = Duration::from_secs(50);
const NO_CRASH: Crash = Crash {
    fault: Fault::None,
    publish_between: false,
};

/// A run that takes everything deleted up to `at` as settled, and nothing later.
pub fn up_to(at: Stamp) -> CleanUp {
    let until = Instant::now() + Duration::from_secs(600);
    CleanUp {
        now: Now::in_step(at + SETTLED_MS),
        settled_ms: SETTLED_MS,
        removals_a_second: 100_000,
        until,
    }
}

impl Game<'_> {
    /// A run hours after everything so far; no later request is older than the run.
    fn hours_later(&mut self, lane: &Lane) -> CleanUp {
        self.totals.clean_ups.fetch_add(1, Relaxed);
        let mut run = up_to(self.stamp(0) + 100);
        let shown_ms = lane.clocks.now().time.ms();
        run.now.time = Time::from_ms(shown_ms + 2 * SETTLED_MS);
        self.step += 1;
        self.part = self.step;
        run
    }

    pub async fn clean_up(
        &mut self,
        lane: &mut Lane,
        delete: &[Step],
        run: Run,
        meanwhile: &[Step],
    ) -> Result<(), String> {
        self.play_all(lane, delete).await?;
        if run.publish_before {
            lane.deliver(&self.slug, Delivery::PLAIN, Fault::None).await;
        }
        let hours_later = self.hours_later(lane);
        self.clear(lane, run.fault, &hours_later, async |game, lane| {
            game.play_all(lane, meanwhile).await
        })
        .await
    }

    pub async fn play_all(&mut self, lane: &mut Lane, steps: &[Step]) -> Result<(), String> {
        for step in steps {
            Box::pin(self.play(lane, step)).await?;
        }
        Ok(())
    }

    /// Runs the clean-up; `meanwhile` happens while the run is held up, or after it.
    async fn clear(
        &mut self,
        lane: &mut Lane,
        fault: Fault,
        run: &CleanUp,
        meanwhile: impl AsyncFnOnce(&mut Self, &mut Lane) -> Result<(), String>,
    ) -> Result<(), String> {
        let (cleaner, slug) = (lane.cleaner.clone(), Slug::new(&self.slug));
        let state = Publications::of(&cleaner);
        let clearing = cleaner.clear_event(&slug, run, &state);
        match self.hold(lane, fault, clearing, meanwhile).await? {
            (Ok(cleared), _) if cleared.failed == 0 => Ok(()),
            (_, true) => Ok(()),
            (wrong, false) => Err(format!("the clean-up: {wrong:?}")),
        }
    }

    /// Does `work` through the clean-up's own edge with a fault; `meanwhile` happens while it is held
    /// up there, or after it. Returns how the work ended, and whether it may have failed.
    pub async fn hold<Ended>(
        &mut self,
        lane: &mut Lane,
        fault: Fault,
        work: impl Future<Output = Ended>,
        meanwhile: impl AsyncFnOnce(&mut Self, &mut Lane) -> Result<(), String>,
    ) -> Result<(Ended, bool), String> {
        let edge = lane.cleaner_edge.clone();
        edge.begin(fault);
        let mut work = Box::pin(work);
        let ended = tokio::select! {
            ended = &mut work => Some(ended),
            () = edge.waiting() => None,
        };
        let began = Instant::now();
        meanwhile(self, lane).await?;
        // a call that is held up for too long times out, and the work fails with it
        let given_up = ended.is_none() && began.elapsed() > GIVEN_UP;
        let ended = match ended {
            Some(ended) => ended,
            None => {
                self.totals.held.fetch_add(1, Relaxed);
                edge.let_go();
                work.await
            }
        };
        edge.begin(Fault::None);
        let may_fail = given_up || matches!(fault, Fault::Refuse { .. } | Fault::Die { .. });
        Ok((ended, may_fail))
    }

    pub async fn clean_up_inside(
        &mut self,
        lane: &mut Lane,
        rows: &[Row],
        at: usize,
    ) -> Result<(), String> {
        let run = self.hours_later(lane);
        let (cleaner, edge, slug, held) = (
            lane.cleaner.clone(),
            lane.edge.clone(),
            Slug::new(&self.slug),
            self.totals,
        );
        self.step += 1;
        let stamp = self.stamp(0);
        let crash = Crash {
            fault: Fault::Hold { at },
            publish_between: false,
        };
        let mut uploading = Box::pin(self.upload(lane, rows.to_vec(), stamp, crash));
        tokio::select! {
            ended = &mut uploading => ended,
            () = edge.waiting() => {
                held.held.fetch_add(1, Relaxed);
                let state = Publications::of(&cleaner);
                let cleared = cleaner.clear_event(&slug, &run, &state).await;
                edge.let_go();
                cleared.map_err(|error| format!("the clean-up: {error:?}"))?;
                uploading.await
            }
        }
    }

    /// Re-creates the year during a clean-up. Afterwards its new rows, participants and file must
    /// all be there, and nothing of the old ones.
    pub async fn remake_during_clean_up(
        &mut self,
        lane: &mut Lane,
        run: Run,
        rows: &[Row],
        list: &[Listed],
    ) -> Result<(), String> {
        let body = json!({"slug": self.slug, "year": YEAR});
        expect(
            "event-year/delete",
            &lane
                .send(
                    "DELETE",
                    "/event-year/delete",
                    &body,
                    self.stamp(0),
                    Fault::None,
                )
                .await,
            &[200],
        )?;
        if run.publish_before {
            lane.deliver(&self.slug, Delivery::PLAIN, Fault::None).await;
        }
        let hours_later = self.hours_later(lane);
        self.step += 1;
        self.part = self.step;
        let name = FileName::Standings {
            year: YearKey::new(YEAR),
            distance: "5K".to_owned(),
        };
        self.clear(lane, run.fault, &hours_later, async |game, lane| {
            game.make_year(lane, game.stamp(0) - 5, Fault::None).await?;
            game.upload(lane, rows.to_vec(), game.stamp(0), NO_CRASH)
                .await?;
            game.add_participants(lane, list, NO_CRASH).await?;
            Box::pin(game.save_standings(lane, &name)).await?;
            if run.publish_before {
                lane.deliver(&game.slug, Delivery::PLAIN, Fault::None).await;
            }
            Ok(())
        })
        .await?;
        match lane
            .store
            .get_object(Place::Downloads, &name.path(&Slug::new(&self.slug)))
            .await
        {
            Ok(Some(file)) if file.body == b"standings" => Ok(()),
            other => Err(format!(
                "the file of the year that was made again: {:?}",
                other.map(|file| file.map(|file| file.body))
            )),
        }
    }

    async fn save_standings(&self, lane: &Lane, name: &FileName) -> Result<(), String> {
        let at = EventTime::from_unix(i64::try_from(self.stamp(0) / 1000).unwrap_or_default());
        let upload = Upload {
            name: name.clone(),
            bytes: Some(b"standings".to_vec()),
            seen: None,
            id: format!("u_{}", self.stamp(0)),
            at,
            by: String::new(),
        };
        match Box::pin(lane.store.save_file(&Slug::new(&self.slug), &upload)).await {
            Ok(Saved::Version(_)) => Ok(()),
            other => Err(format!("saving standings: {other:?}")),
        }
    }
}
