//! Somebody is corrected by hand.

use std::sync::atomic::Ordering::Relaxed;

use chute_domain::{
    corrections::{Bibs, Correction, FinishPoint, Outcome, Values},
    race::Slug,
    stamp::Stamp,
    time::Now,
};
use chute_edge::Fault;
use chute_store::{Clocks as _, Correcting, StoreError};

use crate::{
    contract::{Corrected, correction_id},
    lane::Lane,
    play::{DISTANCES, Game, PEOPLE_NAMES, YEAR},
    steps::{Correct, End},
};

/// How often a correction is sent.
const TRIES: u64 = 3;

impl Game<'_> {
    /// Corrects a person; if that breaks off, once more.
    pub async fn correct(&mut self, lane: &mut Lane, step: Correct) -> Result<(), String> {
        self.totals.corrections.fetch_add(1, Relaxed);
        let (bib, first) = (step.bib.to_string(), PEOPLE_NAMES[usize::from(step.name)]);
        let shown = step.shown.map(|shown| shown.to_string());
        let shown = shown.filter(|shown| *shown != bib && step.values.is_some());
        let known = step
            .values
            .map(|(other_name, club, distance, end)| Corrected {
                bib: shown.clone(),
                division: club.then(|| "Club".to_owned()),
                first: other_name.then(|| format!("Fixed{}", step.name)),
                seen_distance: DISTANCES[0].to_owned(),
                distance: distance.map(|distance| DISTANCES[usize::from(distance)].to_owned()),
                end: end.map(|end| match end {
                    End::Finish(seconds) => Some((i64::from(seconds), 0)),
                    End::Out => Some((1_000_000, 30)),
                    End::Nothing => None,
                }),
                is_uploaded: step.is_uploaded,
                since: self.totals.corrections.load(Relaxed) as u64,
            });
        let stored = known.as_ref().map(|known| stored(&bib, first, known));
        let id = correction_id(&bib, first);
        // a clean-up may remove what was seen of an earlier year before it is written over
        let mut fault = step.crash.fault;
        for early in (0..TRIES).rev() {
            match self
                .send_correction(lane, &id, stored.as_ref(), early, fault)
                .await
            {
                Ok(true) => break,
                Err(error) if fault == Fault::None => {
                    return Err(format!("a correction failed: {error:?}"));
                }
                Ok(false) if early == 0 => return Err("a correction was refused".to_owned()),
                Ok(false) => {}
                Err(_) => drop(self.totals.crashes.fetch_add(1, Relaxed)),
            }
            fault = Fault::None;
        }
        let key = (bib, first.to_owned());
        if let Some(shown) = shown {
            self.race.bibs.entry(key.clone()).or_default().insert(shown);
        }
        match known.filter(|known| !known.is_over()) {
            Some(known) => drop(self.race.corrections.insert(key, known)),
            None => drop(self.race.corrections.remove(&key)),
        }
        Ok(())
    }

    async fn send_correction(
        &self,
        lane: &Lane,
        id: &str,
        known: Option<&Correction>,
        early: u64,
        fault: Fault,
    ) -> Result<bool, StoreError> {
        let at = self.stamp(0) - early;
        let race = Slug::new(&self.slug).year(YEAR);
        lane.edge.begin(fault);
        let answer = async {
            let beside = lane.store.beside_uploads(&race).await?;
            let event = lane.store.load_event(&race.slug).await?;
            let made = event.and_then(|event| event.years.get(&race.year)?.made);
            let before = beside.corrections.items().get(id);
            let before = before.and_then(|item| item.living(made));
            // as the route does: bibs are remembered, also when the rest is taken back
            let bibs = before.map(|before| before.bibs.clone()).unwrap_or_default();
            let bibs = bibs.then(known.and_then(|known| known.bibs.shown.clone()));
            let over = before.map(|before| Correction {
                corrected: Values::default(),
                ..Correction::clone(before)
            });
            let known = known.cloned().or(over.filter(|_| !bibs.is_empty()));
            let known = known.map(|known| Correction { bibs, ..known });
            let correcting = Correcting {
                race: &race,
                id,
                seen: beside.corrections.items().get(id).map(|item| item.stamp),
                known: known.as_ref(),
                reason: "",
                by: "model",
                now: Now {
                    order: Stamp::new(at, &format!("c-{at}")),
                    ..lane.clocks.now()
                },
            };
            lane.store.correct_by_hand(&correcting).await
        };
        let answer = answer.await;
        lane.edge.begin(Fault::None);
        answer
    }
}

fn stored(bib: &str, first: &str, known: &Corrected) -> Correction {
    let outcome = known.end.map(|end| match end {
        Some((seconds, 0)) => Outcome::Finished {
            clock_ms: seconds * 1_000,
            chip_ms: seconds * 1_000,
        },
        Some(_) => Outcome::Dsq,
        None => Outcome::Nothing,
    });
    Correction {
        bib: bib.to_owned(),
        seen: Values {
            first: Some(first.to_owned()),
            last: Some("Ruiz".to_owned()),
            distance: Some(known.seen_distance.clone()),
            ..Values::default()
        },
        is_uploaded: known.is_uploaded,
        finish: FinishPoint::default(),
        corrected: Values {
            first: known.first.clone(),
            division: known.division.clone(),
            distance: known.distance.clone(),
            outcome,
            ..Values::default()
        },
        bibs: Bibs::default().then(known.bib.clone()),
    }
}
