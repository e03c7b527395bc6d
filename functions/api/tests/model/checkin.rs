//! Edits at check-in while everything else goes on: each is made once or is a conflict, and no
//! upload undoes it.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::atomic::Ordering::Relaxed,
};

use chute_domain::{
    checkin::{Edit, FieldChange, TextField, Values, Wanted},
    participant::Participant,
    race::Slug,
    roster::Roster,
    stamp::Stamp,
};
use chute_edge::Fault;
use chute_store::{Edited, StoreError};
use chute_testkit::stored;

use crate::{
    lane::Lane,
    play::{Game, YEAR, participant_name},
    steps::{self, Delivery},
};

#[derive(Debug, Default)]
pub struct Desk {
    /// The number of each phone's last edit.
    numbers: BTreeMap<u8, u64>,
    /// The last edit that was made.
    last: Option<Edit>,
    new: u32,
}

impl Desk {
    /// Forgets the last edit: from now on, people with earlier ids are somebody else.
    pub fn forget(&mut self) {
        self.last = None;
    }
}

fn values<T>(before: T, after: T) -> Values<T> {
    Values { before, after }
}

impl Game<'_> {
    /// Makes an edit, and repeats it if it broke off, as a phone does that gets no answer.
    pub async fn edit(&mut self, lane: &mut Lane, step: &steps::Edit) -> Result<(), String> {
        if let Some(last) = self.desk.last.clone().filter(|_| step.again) {
            // it was made before, or is a conflict if the participant is gone; the comparison would
            // show if it was made twice
            self.send_edit(lane, &last, 0, Fault::None)
                .await
                .map_err(|error| format!("an edit again: {error:?}"))?
                .ok();
        }
        let number = self.desk.numbers.entry(step.device).or_default();
        *number += 1;
        let (device, number) = (format!("phone-{:03}", step.device), *number);
        let bib = if step.bib == 0 {
            String::new()
        } else {
            step.bib.to_string()
        };
        let id = if let Some(id) = step.id {
            format!("w{id}")
        } else {
            self.desk.new += 1;
            format!("w{}", 100 + self.desk.new)
        };
        let known = self.race.participants.get(&id).cloned();
        let was_in = self.race.checked_in.contains(&id);
        let wanted = if step.id.is_none() {
            let who = Participant {
                first: participant_name(&id),
                distance: "5K".into(),
                ..stored::participant(&id, &bib)
            };
            Wanted::New(Box::new(who))
        } else {
            let seen = if step.stale {
                "stale".to_owned()
            } else {
                known
                    .as_ref()
                    .map(|known| known.0.clone())
                    .unwrap_or_default()
            };
            let checked_in = FieldChange::CheckedIn {
                values: values(was_in, step.checked_in),
                at: 1,
            };
            Wanted::Fields(vec![
                FieldChange::Text(TextField::Bib, values(seen, bib.clone())),
                checked_in,
            ])
        };
        let fits = step.id.is_none()
            || known
                .as_ref()
                .is_some_and(|(now, _)| !step.stale || *now == bib);
        let edit = Edit {
            device,
            number,
            by: "model".into(),
            changes: vec![(id.clone(), wanted)],
        };
        let mut answer = self.send_edit(lane, &edit, 1, step.crash.fault).await;
        if answer.is_err() && step.crash.fault != Fault::None {
            self.totals.crashes.fetch_add(1, Relaxed);
            if step.crash.publish_between {
                lane.deliver(&self.slug, Delivery::PLAIN, Fault::None).await;
            }
            answer = self.send_edit(lane, &edit, 0, Fault::None).await;
        }
        let done = answer
            .map_err(|error| format!("an edit: {error:?}"))?
            .is_ok();
        self.totals.edits.fetch_add(1, Relaxed);
        if done != fits {
            return Err(format!(
                "an edit was {}: {edit:?} of {known:?}",
                if done { "done" } else { "a conflict" }
            ));
        }
        if !done {
            self.totals.conflicts.fetch_add(1, Relaxed);
            return Ok(());
        }
        self.race.participants.entry(id.clone()).or_default().0 = bib;
        if step.id.is_some() && step.checked_in {
            self.race.checked_in.insert(id);
        } else {
            self.race.checked_in.remove(&id);
        }
        self.desk.last = Some(edit);
        Ok(())
    }

    async fn send_edit(
        &self,
        lane: &Lane,
        edit: &Edit,
        early: u64,
        fault: Fault,
    ) -> Result<Edited, StoreError> {
        let at = self.stamp(0) - early;
        lane.edge.begin(fault);
        let answer = async {
            let record = lane.store.load_event(&Slug::new(&self.slug)).await?;
            let deleted = record
                .as_ref()
                .and_then(|record| record.years.get(YEAR))
                .and_then(|year| year.participants);
            lane.store
                .edit_participants(
                    &Slug::new(&self.slug).year(YEAR),
                    deleted,
                    edit,
                    Stamp::new(at, &format!("e-{at}")),
                )
                .await
        };
        let answer = answer.await;
        lane.edge.begin(Fault::None);
        answer
    }

    /// Checks that the desk's list is what the model says.
    pub async fn compare_desk(&self, lane: &Lane) -> Result<(), String> {
        let failed = |error: StoreError| format!("the desk's list: {error:?}");
        let record = lane
            .store
            .load_event(&Slug::new(&self.slug))
            .await
            .map_err(failed)?
            .ok_or("no event")?;
        let deleted = record.years.get(YEAR).and_then(|year| year.participants);
        let roster = Roster::new(
            lane.store
                .participants_of(&Slug::new(&self.slug).year(YEAR))
                .await
                .map_err(failed)?,
            deleted,
        );
        let listed: BTreeMap<String, (String, bool)> = roster
            .living()
            .map(|who| (who.id.clone(), (who.bib.clone(), who.anonymous)))
            .collect();
        let checked_in: BTreeSet<String> = roster
            .living()
            .filter(|who| who.check_in.at != 0)
            .map(|who| who.id.clone())
            .collect();
        if (&listed, &checked_in) == (&self.race.participants, &self.race.checked_in) {
            return Ok(());
        }
        let (wanted, of_them) = (&self.race.participants, &self.race.checked_in);
        Err(format!(
            "the desk has {listed:?}, checked in {checked_in:?}; should have {wanted:?}, checked in {of_them:?}"
        ))
    }
}
