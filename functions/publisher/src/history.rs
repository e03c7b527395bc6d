//! Recording what a version corrects. A version that corrects nothing writes no file (contract
//! 9.6).

use std::collections::{BTreeMap, BTreeSet};

use chute_domain::{
    corrections::{Corrections, LineKey, Rule, Touched, Vanished, forget_ages},
    event_time::EventTime,
    snapshot::{Cause, Entry, File, History, Recorded},
};
use chute_store::{Place, Result};
use serde::{Deserialize, Serialize};

use super::{
    Publisher, Race,
    memory::{Kept, named},
    uploads::Uploads,
    written,
};

/// How many files, of about 500 changes each, are kept.
const FILES_KEPT: usize = 20;

/// The files of the history.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Chronicle {
    /// The names of the files, oldest first. Each file names the one before it.
    files: Vec<String>,
    /// The pointer's entry for the last file.
    newest: Option<Recorded>,
}

impl Chronicle {
    pub(super) fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    pub(super) fn files(&self) -> &[String] {
        &self.files
    }

    pub(super) fn newest(&self) -> Option<&Recorded> {
        self.newest.as_ref()
    }

    /// Adds the newest file: in place of the last one if it extends that (`goes_on`), or else after
    /// it.
    fn put(&mut self, file: &File, version: u64, at: EventTime, goes_on: bool) {
        if goes_on {
            self.files.pop();
        }
        self.files.push(file.name.clone());
        let surplus = self.files.len().saturating_sub(FILES_KEPT);
        self.files.drain(..surplus);
        self.newest = Some(Recorded {
            file: file.name.clone(),
            version,
            at,
        });
    }
}

/// What a version did to the race.
pub(super) struct Done {
    pub(super) touched: Touched,
    /// The lines that a delete of many removed.
    pub(super) deleted: BTreeSet<LineKey>,
    pub(super) cause: Cause,
    pub(super) rule: Rule,
    /// Whoever is shown without age, or was in the version before.
    pub(super) ageless: BTreeSet<String>,
    /// The last file of the history, if this version has written it anew.
    pub(super) last: Option<History>,
}

impl Publisher {
    /// Takes out of the whole history where these bibs stood in their age groups, since they must
    /// not show it any more, and has the files as they were removed. Returns the last file's
    /// content, or `None` if nothing had to be taken out.
    pub(super) async fn forget_ages(
        &self,
        kept: &mut Kept,
        bibs: &BTreeSet<String>,
        race: &Race<'_>,
        uploads: &mut Uploads,
    ) -> Result<Option<History>> {
        let mut known = Vec::new();
        for name in &kept.memory.history.files {
            let found = self.history_file(race, name).await?;
            match found.and_then(|(_, body)| History::read(&body).ok()) {
                Some(history) => known.push(history),
                // what is before a lost file is not found either
                None => known.clear(),
            }
        }
        let mut some = false;
        for history in &mut known {
            some |= history.forget_ages(bibs);
        }
        if !some {
            return Ok(None);
        }
        let (mut chronicle, mut last) = (Chronicle::default(), History::after(None));
        for mut history in known {
            let Some(Entry { version, at, .. }) = history.entries.last().cloned() else {
                continue;
            };
            history.before = chronicle.files.last().cloned();
            let file = history.file().map_err(written)?;
            chronicle.put(&file, version, at, false);
            uploads.add_file(race.place, &race.key, file);
            last = history;
        }
        kept.memory.history = chronicle;
        kept.memory.purge = true;
        Ok(Some(last))
    }

    /// Records what a version corrects, if anything. Returns the number of changes that it lists.
    pub(super) async fn record(
        &self,
        kept: &mut Kept,
        done: Done,
        (version, at): (u64, &EventTime),
        race: &Race<'_>,
        uploads: &mut Uploads,
    ) -> Result<usize> {
        let Done {
            touched,
            deleted,
            cause,
            rule,
            ageless,
            last,
        } = done;
        if touched == Touched::default() {
            return Ok(0);
        }
        let vanished = match kept.vanished.take() {
            Some(known) => known,
            None => self.vanished(kept).await?,
        };
        let index = &kept.index;
        let now = |key: &LineKey| index.runner(key).map(|tracked| tracked.runner.told());
        let mut corrections = Corrections::of(&touched, &deleted, &vanished, now, rule);
        // what comes and goes with a wish is no correction
        forget_ages(&mut corrections.lines, &ageless);
        kept.vanished = Some(vanished);
        if !corrections.vanished.is_empty() {
            let all = kept.vanished.get_or_insert_default();
            all.extend(corrections.vanished.clone());
            let (name, body) = named('g', all, VANISHED)?;
            uploads.add_state(format!("{}/{name}", kept.key), body);
            kept.memory.vanished = Some(name);
        }
        if corrections.is_empty() {
            return Ok(0);
        }
        let changes = corrections.lines.len()
            + corrections
                .deleted
                .iter()
                .map(|(_, lines)| lines)
                .sum::<usize>();
        let newest = kept.memory.history.files.last().cloned();
        let known = match &newest {
            // not stored yet
            Some(_) if last.is_some() => last,
            Some(name) => self
                .history_file(race, name)
                .await?
                .and_then(|(_, body)| History::read(&body).ok()),
            None => None,
        };
        if newest.is_some() && known.is_none() {
            tracing::warn!(path = %kept.key, "the history is gone: it begins anew");
            kept.memory.history = Chronicle::default();
        }
        let goes_on = known.as_ref().is_some_and(|known| !known.is_full());
        let mut history = known
            .filter(|_| goes_on)
            .unwrap_or_else(|| History::after(kept.memory.history.files.last().cloned()));
        history
            .entries
            .push(Entry::of(corrections, version, at.clone(), cause));
        let file = history.file().map_err(written)?;
        kept.memory.history.put(&file, version, at.clone(), goes_on);
        uploads.add_file(race.place, &race.key, file);
        Ok(changes)
    }

    /// Copies the history to where the race is published now. A file that cannot be found is
    /// forgotten, along with all files before it.
    pub(super) async fn take_history_along(
        &self,
        kept: &mut Kept,
        race: &Race<'_>,
        uploads: &mut Uploads,
    ) -> Result<()> {
        let files = kept.memory.history.files.clone();
        for (place, name) in files.iter().enumerate().rev() {
            match self.history_file(race, name).await? {
                Some((found, _)) if found == race.place => {}
                Some((_, body)) => uploads.add_file(
                    race.place,
                    &race.key,
                    File {
                        name: name.clone(),
                        body,
                    },
                ),
                None => {
                    kept.memory.history.files.drain(..=place);
                    break;
                }
            }
        }
        if kept.memory.history.is_empty() {
            kept.memory.history = Chronicle::default();
        }
        Ok(())
    }

    /// A file of the history, and its place: that of the race, or still the opposite one if the
    /// event has just been restricted or opened.
    async fn history_file(&self, race: &Race<'_>, name: &str) -> Result<Option<(Place, Vec<u8>)>> {
        for place in [race.place, race.place.opposite()] {
            if let Some(found) = self
                .store
                .get_object(place, &format!("{}/{name}", race.key))
                .await?
            {
                return Ok(Some((place, found.body)));
            }
        }
        Ok(None)
    }

    /// The results that have disappeared.
    async fn vanished(&self, kept: &Kept) -> Result<BTreeMap<LineKey, Vanished>> {
        match &kept.memory.vanished {
            Some(name) => self.publications().state(&kept.key, name, VANISHED).await,
            None => Ok(BTreeMap::new()),
        }
    }
}

const VANISHED: &str = "results that are none any more";
