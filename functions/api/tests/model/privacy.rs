//! What nobody may see: files of a restricted event in the public place, and names that are no
//! longer shown, in any file.

use std::{collections::BTreeSet, io::Read, sync::atomic::Ordering::Relaxed};

use chute_domain::{race::Slug, time::Time};
use chute_edge::Fault;
use chute_store::{Clocks, Place};
use flate2::read::GzDecoder;
use serde_json::json;

use crate::{
    lane::Lane,
    play::{Game, PEOPLE_NAMES, YEAR, expect, participant_name},
    steps::Delivery,
};

/// Longer than the hour for which files are kept that no pointer leads to, in milliseconds.
const PRUNED_MS: u64 = 4_000_000;

impl Game<'_> {
    /// Makes the event restricted or public at some call of a publication. If nothing else is new,
    /// its owner can read it without interruption.
    pub async fn restrict(
        &mut self,
        lane: &mut Lane,
        first: bool,
        at: usize,
    ) -> Result<(), String> {
        self.restricted = !self.restricted;
        let (event, stamp, year) = (
            self.event(),
            self.stamp(0),
            json!({"slug": self.slug, "year": YEAR}),
        );
        let owner = lane.beside.clone();
        let (store, slug, restricted) = (lane.cleaner.clone(), self.slug.clone(), self.restricted);
        // whatever address readers remember: nothing is there
        let nothing_in_public = async || {
            if !restricted {
                return Ok(());
            }
            let left = store
                .list_objects(Place::Public, &format!("{slug}/"))
                .await
                .map_err(|error| error.to_string())?;
            if left.is_empty() {
                Ok(())
            } else {
                Err(format!("readable after the event was restricted: {left:?}"))
            }
        };
        let change = async || {
            expect(
                "event/update",
                &owner.send("PUT", "/event/update", &event, stamp).await,
                &[200],
            )?;
            nothing_in_public().await
        };
        let read = async || {
            let read = owner.send("POST", "/results/all", &year, stamp).await;
            expect("results/all", &read, &[200]).map(|()| read.1["results"].clone())
        };
        let before = if first {
            lane.settle(&self.slug).await?;
            let before = read().await?;
            change().await?;
            Some(before)
        } else {
            None
        };
        let edge = lane.edge.clone();
        let mut publishing =
            Box::pin(lane.deliver(&self.slug, Delivery::PLAIN, Fault::Hold { at }));
        let held = tokio::select! {
            _ = &mut publishing => false,
            () = edge.waiting() => true,
        };
        let meanwhile = if first {
            read().await.map(Some)
        } else {
            change().await.map(|()| None)
        };
        if held {
            self.totals.held.fetch_add(1, Relaxed);
            edge.let_go();
            publishing.as_mut().await;
        }
        drop(publishing);
        if !lane.broke_off {
            nothing_in_public().await?;
        }
        lane.settle(&self.slug).await?;
        let after = read().await?;
        match before {
            Some(before) if meanwhile? != Some(before.clone()) || before != after => Err(format!(
                "restricted or not, the owner's answer is another: {before} became {after}"
            )),
            _ => Ok(()),
        }
    }

    /// Checks that none of the event's files is in the wrong place.
    pub async fn compare_places(&self, lane: &Lane) -> Result<(), String> {
        let other = if self.restricted {
            Place::Public
        } else {
            Place::Restricted
        };
        let left = lane
            .store
            .list_objects(other, &format!("{}/", self.slug))
            .await
            .map_err(|error| error.to_string())?;
        if left.is_empty() {
            Ok(())
        } else {
            Err(format!(
                "restricted is {}, and {other:?} has {left:?}",
                self.restricted
            ))
        }
    }

    /// Prunes twice, more than an hour apart: then all files that no pointer leads to are gone.
    pub async fn prune(&self, lane: &Lane) -> Result<(), String> {
        let event = lane
            .store
            .load_event(&Slug::new(&self.slug))
            .await
            .map_err(|error| error.to_string())?
            .ok_or("there is no event")?;
        if let Some(record) = event.years.get(YEAR) {
            for later_ms in [0, PRUNED_MS] {
                let now = Time::from_ms(lane.clocks.now().time.ms() + later_ms);
                lane.publications()
                    .prune_year(&event, record, now)
                    .await
                    .map_err(|error| format!("pruning: {error}"))?;
            }
        }
        Ok(())
    }

    /// Checks that no published file contains a name that is no longer shown, whether a pointer
    /// leads to it or not. Files left by an interrupted publication, to which no pointer ever led,
    /// are pruned first.
    pub async fn compare_names(&self, lane: &Lane) -> Result<(), String> {
        if lane.broke_off {
            self.prune(lane).await?;
        }
        let expected = self.race.expected();
        let shown = expected
            .rows
            .values()
            .flatten()
            .flatten()
            .map(|row| row.person.first.clone());
        let listed = expected.participants.as_ref();
        let shown: BTreeSet<String> = shown
            .chain(listed.into_iter().flatten().map(|id| participant_name(id)))
            .collect();
        let hidden: Vec<String> = PEOPLE_NAMES
            .iter()
            .map(|name| (*name).to_owned())
            .chain(
                listed
                    .is_some()
                    .then(|| self.race.participants.keys().map(|id| participant_name(id)))
                    .into_iter()
                    .flatten(),
            )
            .filter(|name| !shown.contains(name))
            .collect();
        let place = if self.restricted {
            Place::Restricted
        } else {
            Place::Public
        };
        for path in lane
            .store
            .list_objects(place, &format!("{}/", self.slug))
            .await
            .map_err(|error| error.to_string())?
        {
            let Some(file) = lane
                .store
                .get_object(place, &path)
                .await
                .map_err(|error| error.to_string())?
            else {
                continue;
            };
            let text = plain(&file.body);
            if let Some(name) = hidden
                .iter()
                .find(|name| text.contains(&format!("\"{name}\"")))
            {
                return Err(format!("{path} still holds {name:?}, {shown:?} are shown"));
            }
        }
        Ok(())
    }
}

fn plain(body: &[u8]) -> String {
    let mut text = Vec::new();
    match GzDecoder::new(body).read_to_end(&mut text) {
        Ok(_) => String::from_utf8_lossy(&text).into_owned(),
        Err(_) => String::from_utf8_lossy(body).into_owned(),
    }
}
