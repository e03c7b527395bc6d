//! What the tables say of a race, and whether that is what is published.

use chute_domain::{event_time::EventTime, snapshot, state::RaceState};
use serde::Deserialize;

use crate::{Result, Store, StoreError, publication::place_of};

/// How the published files of a race compare with what the tables say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Byte for byte the same.
    Identical(usize),
    /// These files differ or are missing.
    Different(Vec<String>),
    /// Nothing is published.
    NotPublished,
}

impl Store {
    /// All items of a race from the tables.
    ///
    /// # Errors
    /// When the tables do not answer.
    pub async fn load_race(&self, slug: &str, year: &str) -> Result<RaceState> {
        let (rows, distances, segments, participants) = futures::try_join!(
            self.rows_of_race(slug, year),
            self.distances_of(slug, year),
            self.segments_of(slug, year),
            self.known_participants_of(slug, year)
        )?;
        let mut race = RaceState { participants: participants.into_iter().collect(), ..RaceState::default() };
        race.rows = rows.into_iter().map(|row| (row.key(), row)).collect();
        race.distances = distances.into_iter().filter_map(|item| Some((item.item.as_ref()?.name.clone(), item))).collect();
        let named = segments.into_iter().filter_map(|item| {
            let segment = item.item.as_ref()?;
            Some(((segment.distance_name.clone(), segment.name.clone()), item))
        });
        race.segments = named.collect();
        Ok(race)
    }

    /// Compares the published files of a race with what the tables give.
    ///
    /// # Errors
    /// When tables or buckets do not answer.
    pub async fn verify_race(&self, slug: &str, year: &str) -> Result<Verdict> {
        let Some(event) = self.load_event(slug).await? else { return Ok(Verdict::NotPublished) };
        let Some(record) = event.years.get(year) else { return Ok(Verdict::NotPublished) };
        let (place, path) = (place_of(&event), format!("{slug}/{year}"));
        let Some(pointer) = self.get_object(place, &format!("{path}/current.json")).await? else { return Ok(Verdict::NotPublished) };
        let shape = |error: serde_json::Error| StoreError::Unreadable("a pointer", Box::new(error));
        let seen: SeenPointer = serde_json::from_slice(&pointer.body).map_err(shape)?;
        let shown = self.load_race(slug, year).await?.shown(record);
        let input = snapshot::Input { event: &event.event(), year: &record.year, years: &event.years(), shown: &shown };
        let wanted = snapshot::write(&input, seen.version, &seen.updated_at);
        let mut different = Vec::new();
        if wanted.pointer_json != pointer.body {
            different.push("current.json".to_owned());
        }
        let files = wanted.files.len() + 1;
        for file in wanted.files {
            let stored = self.get_object(place, &format!("{path}/{}", file.name)).await?;
            if stored.is_none_or(|stored| stored.body != file.body) {
                different.push(file.name);
            }
        }
        Ok(if different.is_empty() { Verdict::Identical(files) } else { Verdict::Different(different) })
    }
}

#[derive(Deserialize)]
struct SeenPointer {
    version: u64,
    updated_at: EventTime,
}
