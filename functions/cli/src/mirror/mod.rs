//! `chute mirror`: copies a race to another Chute, through the public contract, over a link that
//! breaks.
//!
//! The other Chute is asked once, at the start, what it has, and the answer is remembered: so
//! nothing has to be stored here between two runs, and what has not changed is not sent. Every call
//! may be repeated any number of times (contract 6.2).

mod difference;
mod link;
mod retry;
mod source;
mod target;

use std::{
    collections::{BTreeMap, BTreeSet},
    env,
    time::Duration,
};

use chute_contract::result::ResultOut;
use chute_domain::{
    race::{Event, EventKind, RaceKey, Slug, Year, YearKey},
    state::{EventRecord, YearRecord},
};
use clap::Args;
use serde::Serialize;

use self::{
    difference::{Participants, Race, Surplus, counted},
    link::{Answered, Link, Unanswered},
    source::Source,
    target::BATCH,
};
use crate::{
    client::Client,
    failure::{Failure, Outcome},
    progress::Progress,
    tables,
};

/// Results are at most five seconds old (contract 6.10): after this time they show what the
/// previous run sent or deleted.
const SETTLED: Duration = Duration::from_secs(6);
/// The number of rounds in a row in which the local race cannot be read before a follower gives up.
const MOST_UNREAD: u32 = 20;

/// What to send, and where.
#[derive(Debug, Args)]
pub struct Mirror {
    /// The event; it has the same slug over there
    #[arg(long, value_name = "SLUG")]
    event: String,
    /// Only this year; all years of the event, unless given
    #[arg(long)]
    year: Option<String>,
    /// Address of the other account API, such as https://results.example.org/api/
    #[arg(long, value_name = "URL")]
    to: String,
    /// A write key of the account over there; or the variable CHUTE_MIRROR_KEY, which others on
    /// this machine cannot see
    #[arg(long)]
    key: Option<String>,
    /// Keep sending while the race goes on, until Ctrl-C; waits for a broken link as long as it
    /// takes
    #[arg(long)]
    follow: bool,
    /// Seconds between two checks of the race
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=600))]
    every: u64,
    /// Seconds without an answer after which it gives up (not with --follow)
    #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    patience: u64,
    /// Delete over there what is not here. Rows are deleted by distance: the whole distance is
    /// deleted and sent again. Years are deleted only if they were deleted here, which takes a
    /// delete key
    #[arg(long)]
    delete: bool,
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Counts {
    sent: usize,
    unchanged: usize,
    others: usize,
}

struct Run<'m> {
    mirror: &'m Mirror,
    link: Link,
    /// The other Chute's races, by year.
    there: BTreeMap<YearKey, Race>,
    counts: Counts,
    /// The years that this run has created: everything they have over there is known.
    made: BTreeSet<YearKey>,
    /// The years whose rows have been compared once.
    compared: BTreeSet<YearKey>,
    /// The lines that are not to be printed again.
    said: BTreeSet<String>,
}

/// The event over there.
struct Known {
    event: Event,
    years: BTreeMap<YearKey, Year>,
}

/// Sends the race.
pub fn run(mirror: &Mirror) -> Outcome {
    let key = mirror
        .key
        .clone()
        .or_else(|| env::var("CHUTE_MIRROR_KEY").ok())
        .filter(|key| !key.trim().is_empty());
    let key = key.ok_or_else(|| {
        Failure::Usage("--key is missing: give it, or set the variable CHUTE_MIRROR_KEY".to_owned())
    })?;
    let client = Client::new("--to", &mirror.to, &key)?;
    if mirror.to.starts_with("http://") && !is_this_machine(&mirror.to) {
        eprintln!(
            "Note: --to begins with http://, so the key and what is private in the race can be read on the way."
        );
    }
    let slug = Slug::new(&mirror.event);
    let mut source = Source::open(&slug)?;
    let record = source.event()?;
    mirror.years(&record)?;
    let patience = (!mirror.follow).then(|| Duration::from_secs(mirror.patience));
    let link = Link::new(client, patience, link::end_asked()?);
    let mut run = Run {
        mirror,
        link,
        there: BTreeMap::new(),
        counts: Counts::default(),
        made: BTreeSet::new(),
        compared: BTreeSet::new(),
        said: BTreeSet::new(),
    };
    let done = run.rounds(&mut source, record);
    run.link.show(Progress::hidden());
    println!("{slug}: {}", run.totals());
    match done {
        Ok(()) => Ok(()),
        Err(Unanswered::Ended) if mirror.follow => Ok(()),
        Err(Unanswered::Ended) => Err(Failure::new(
            "Ended before everything was sent: the same command goes on from here.",
        )),
        Err(Unanswered::Refused { failure, .. } | Unanswered::Failed(failure)) => Err(failure),
    }
}

fn is_this_machine(address: &str) -> bool {
    let host = address.trim_start_matches("http://");
    ["localhost", "127.", "[::1]"]
        .iter()
        .any(|own| host.starts_with(own))
}

impl Mirror {
    /// The years to send, newest first, so that the race in progress does not wait for the others.
    fn years<'r>(&self, record: &'r EventRecord) -> Outcome<Vec<&'r YearRecord>> {
        let order = record.years();
        let years = order
            .iter()
            .rev()
            .filter(|year| self.year.as_ref().is_none_or(|wanted| *wanted == year.year));
        let years: Vec<&YearRecord> = years
            .filter_map(|year| record.years.get(year.year.as_str()))
            .collect();
        match &self.year {
            Some(wanted) if years.is_empty() => {
                Err(tables::no_year(record, format_args!("{wanted} here")))
            }
            _ => Ok(years),
        }
    }
}

impl Run<'_> {
    fn totals(&self) -> String {
        let (
            Counts {
                sent,
                unchanged,
                others,
            },
            Link { calls, retries, .. },
        ) = (&self.counts, &self.link);
        let (sent, others) = (counted(*sent, "row"), counted(*others, "other entry"));
        format!(
            "{sent} sent, {unchanged} unchanged, {others} sent; {}, {retries} of them repeated",
            counted(*calls, "call")
        )
    }

    /// Prints a line once.
    fn say_once(&mut self, line: String) {
        if !self.said.contains(&line) {
            self.link.say(&line);
            self.said.insert(line);
        }
    }

    fn rounds(&mut self, source: &mut Source, mut record: EventRecord) -> Answered<()> {
        let mut known = self.find_or_add(&record)?;
        let mut unread = 0;
        loop {
            match self.round(source, &record, &mut known) {
                Ok(()) => unread = 0,
                Err(Unread::There(unanswered)) => return Err(unanswered),
                Err(Unread::Here(failure)) => {
                    unread += 1;
                    if !self.mirror.follow || unread > MOST_UNREAD {
                        return Err(failure.into());
                    }
                    self.say_once(format!(
                        "The local race cannot be read, which is tried again (was it started anew? start this anew): {failure}"
                    ));
                }
            }
            if !self.mirror.follow {
                return Ok(());
            }
            self.link.pause(Duration::from_secs(self.mirror.every))?;
            match source.event() {
                Ok(now) => record = now,
                // the next round reports the cause; until then, what was read before is used
                Err(failure) => self.say_once(format!("{failure}")),
            }
        }
    }

    fn find_or_add(&mut self, record: &EventRecord) -> Answered<Known> {
        let slug = &record.slug();
        let event = match target::find_event(&mut self.link, slug)? {
            Some(event) => event,
            None => {
                target::add_event(&mut self.link, &record.event)?;
                self.link
                    .say(&format!("The event {slug} is made over there."));
                record.event.clone()
            }
        };
        let years = target::years(&mut self.link, slug)?;
        Ok(Known {
            event,
            years: years
                .into_iter()
                .map(|year| (YearKey::new(&year.year), year))
                .collect(),
        })
    }

    fn round(
        &mut self,
        source: &mut Source,
        record: &EventRecord,
        known: &mut Known,
    ) -> Result<(), Unread> {
        let slug = record.slug();
        let fields = difference::event_fields(&record.event, &known.event);
        if !fields.is_empty() {
            target::update_event(&mut self.link, &record.event)?;
            self.link
                .say(&format!("{slug}: {} updated.", fields.join(", ")));
            known.event = record.event.clone();
        }
        let kind = EventKind::of(&record.event.kind);
        for year in self.mirror.years(record).map_err(Unread::Here)? {
            let at = slug.year(&year.year.year);
            self.year(&at, &year.year, known)?;
            let here = source.year(year, kind).map_err(Unread::Here)?;
            self.send(&at, here)?;
        }
        // last, so that a key that may not do this keeps nothing from being sent
        self.surplus_years(source, record, known)
    }

    /// Reports the years that are over there but not here and, with --delete, deletes those there
    /// that were deleted here. Others may never have been here.
    fn surplus_years(
        &mut self,
        source: &Source,
        record: &EventRecord,
        known: &mut Known,
    ) -> Result<(), Unread> {
        let is_here = |year: &YearKey| record.years.contains_key(year);
        let surplus = known.years.keys().filter(|year| !is_here(year)).cloned();
        let surplus: Vec<YearKey> = surplus.collect();
        if self.mirror.year.is_some() || surplus.is_empty() {
            return Ok(());
        }
        let (slug, deleted) = (record.slug(), source.deleted_years().map_err(Unread::Here)?);
        for year in surplus {
            if !deleted.contains(&year) {
                self.say_once(format!(
                    "{slug} {year}: the other Chute has this year, which was never here. It stays."
                ));
                continue;
            }
            if !self.mirror.delete {
                self.say_once(format!(
                    "{slug} {year}: the year was deleted here. It stays over there; --delete deletes it there."
                ));
                continue;
            }
            if !self.is_as_seen(&slug.year(&year), known)? {
                self.link.say(&format!(
                    "{slug} {year}: the year was deleted here, and changed over there since this began. It stays; the same command deletes it there."
                ));
                known.years.remove(&year);
                continue;
            }
            match target::delete_year(&mut self.link, &slug.year(&year)) {
                Ok(()) => {}
                Err(Unanswered::Refused { failure, .. }) => {
                    let failure = format!(
                        "{slug} {year}: the year was deleted here, but not over there, which takes a delete key: {failure}"
                    );
                    if !self.mirror.follow {
                        return Err(Unread::There(Failure::new(failure).into()));
                    }
                    self.say_once(failure);
                    continue;
                }
                Err(other) => return Err(other.into()),
            }
            self.link.say(&format!(
                "{slug} {year}: the year was deleted here. It is deleted there."
            ));
            known.years.remove(&year);
            self.there.remove(&year);
            self.made.remove(&year);
            self.compared.remove(&year);
        }
        Ok(())
    }

    /// Whether a year over there still is what this run knows of it, and has no rows that it does not
    /// know: somebody may have made it again meanwhile. The public contract cannot delete on that
    /// condition, so it is asked right before.
    fn is_as_seen(&mut self, at: &RaceKey, known: &Known) -> Answered<bool> {
        let years = target::years(&mut self.link, &at.slug)?;
        // it may be gone after a call whose answer was lost
        let now = years.iter().find(|year| year.year == at.year.as_str());
        if let (Some(now), Some(seen)) = (now, known.years.get(&at.year))
            && !difference::year_fields(seen, now).is_empty()
        {
            return Ok(false);
        }
        let Some(seen) = self.there.get(&at.year) else {
            return Ok(true);
        };
        let mut rows = Race::default();
        target::rows(&mut self.link, at, &mut rows)?;
        Ok(seen.rows_surplus(&rows).is_empty())
    }

    /// Creates the year over there, or updates its fields, and asks what it has, unless that was
    /// done before.
    fn year(&mut self, at: &RaceKey, year: &Year, known: &mut Known) -> Answered<()> {
        match known.years.get(&at.year) {
            None => {
                target::add_year(&mut self.link, &at.slug, year)?;
                self.link.say(&format!(
                    "{} {}: the year is made over there.",
                    at.slug, at.year
                ));
                self.there.insert(at.year.clone(), Race::default());
                self.made.insert(at.year.clone());
            }
            Some(there) => {
                let fields = difference::year_fields(year, there);
                if !fields.is_empty() {
                    target::update_year(&mut self.link, &at.slug, year)?;
                    self.link.say(&format!(
                        "{} {}: {} updated.",
                        at.slug,
                        at.year,
                        fields.join(", ")
                    ));
                }
            }
        }
        known.years.insert(at.year.clone(), year.clone());
        if !self.there.contains_key(&at.year) {
            self.link.show(Progress::counting(&format!(
                "Asking for {} {}: calls",
                at.slug, at.year
            )));
            if self.mirror.delete {
                self.link.pause(SETTLED)?;
            }
            let race = target::race(&mut self.link, at);
            self.link.show(Progress::hidden());
            self.there.insert(at.year.clone(), race?);
        }
        Ok(())
    }

    /// Sends what is missing or different over there.
    fn send(&mut self, at: &RaceKey, here: &Race) -> Answered<()> {
        let mut there = self.there.remove(&at.year).unwrap_or_default();
        let first = self.compared.insert(at.year.clone());
        if first {
            self.ask_again(at, here, &mut there)?;
        }
        self.surplus(at, here, &mut there)?;
        let rows = here.rows_missing(&there);
        let participants = here.participants_missing(&there).send;
        let hidden = participants.iter().filter(|who| who.anonymous).count();
        let (hidden, others) = participants.split_at(hidden);
        let (distances, segments) = (
            difference::missing(&here.distances, &there.distances),
            difference::missing(&here.segments, &there.segments),
        );
        let chips = difference::missing(&here.chips, &there.chips);
        if first {
            self.counts.unchanged += here.rows() - rows.len();
        }
        let sizes = [
            distances.len(),
            segments.len(),
            hidden.len(),
            rows.len(),
            others.len(),
            chips.len(),
        ];
        let calls: usize = sizes.iter().map(|size| size.div_ceil(BATCH)).sum();
        if calls > 0 {
            let others = counted(sizes.iter().sum::<usize>() - rows.len(), "other entry");
            self.link.say(&format!(
                "{} {}: {} of {} and {others} to send.",
                at.slug,
                at.year,
                rows.len(),
                counted(here.rows(), "row")
            ));
            self.link.show(Progress::new(
                &format!("Sending {} {}", at.slug, at.year),
                calls,
            ));
        }
        self.batches(at, ("distances/add", "distances"), &distances)?;
        self.batches(at, ("segments/add", "segments"), &segments)?;
        self.batches(at, ("participants/add", "participants"), hidden)?;
        for batch in rows.chunks(BATCH) {
            let wire: Vec<ResultOut<'_>> = batch.iter().map(ResultOut::new).collect();
            target::send(&mut self.link, at, ("results/add", "results"), &wire)?;
            self.counts.sent += batch.len();
        }
        self.batches(at, ("participants/add", "participants"), others)?;
        self.batches(at, ("bibchips/add", "bib_chips"), &chips)?;
        self.link.show(Progress::hidden());
        there.put_rows(rows);
        participants
            .iter()
            .for_each(|who| there.add_participant(who));
        there.put_distances(distances);
        there.put_segments(segments);
        there.put_chips(chips);
        self.there.insert(at.year.clone(), there);
        Ok(())
    }

    /// Rows sent a moment ago may not show yet: asks again if that takes fewer calls than sending.
    fn ask_again(&mut self, at: &RaceKey, here: &Race, there: &mut Race) -> Answered<()> {
        let missing = here.rows_missing(there).len().div_ceil(BATCH);
        if self.mirror.delete
            || self.made.contains(&at.year)
            || missing <= target::calls_for(here.rows())
        {
            return Ok(());
        }
        self.link.pause(SETTLED)?;
        target::rows(&mut self.link, at, there)
    }

    fn batches(
        &mut self,
        at: &RaceKey,
        what: (&str, &str),
        items: &[impl Serialize],
    ) -> Answered<()> {
        for batch in items.chunks(BATCH) {
            target::send(&mut self.link, at, what, batch)?;
            self.counts.others += batch.len();
        }
        Ok(())
    }

    /// Reports what is over there but not here and, with --delete, deletes it there.
    fn surplus(&mut self, at: &RaceKey, here: &Race, there: &mut Race) -> Answered<()> {
        let surplus = Surplus::of(here, there);
        let (RaceKey { slug, year }, found) = (at, surplus.to_string());
        if !here.unsendable.is_empty() {
            let count = counted(here.unsendable.len(), "participant");
            self.say_once(format!(
                "{slug} {year}: {count} without a distance cannot be sent; the results do not need them."
            ));
        }
        if self.mirror.delete {
            if !found.is_empty() {
                self.link.say(&format!("{slug} {year}: the other Chute has {found} that are not here. They are deleted there."));
            }
            return self.delete_surplus(at, surplus, there);
        }
        if !found.is_empty() {
            self.say_once(format!(
                "{slug} {year}: the other Chute has {found} that are not here. They stay; --delete deletes them there."
            ));
        }
        if !surplus.participants.other_bib.is_empty() {
            let count = counted(surplus.participants.other_bib.len(), "participant");
            self.say_once(format!("{slug} {year}: {count} have another bib over there, which stays; --delete replaces it."));
        }
        Ok(())
    }

    fn delete_surplus(&mut self, at: &RaceKey, surplus: Surplus, there: &mut Race) -> Answered<()> {
        // a delete without a name takes all distances, so no other delete is needed
        let rows = surplus.rows;
        let all = rows.contains_key("");
        for name in rows.keys().filter(|name| !all || name.is_empty()) {
            target::delete_rows(&mut self.link, at, name)?;
            there.forget_rows(name);
        }
        let Participants {
            surplus: mut ids,
            other_bib,
            ..
        } = surplus.participants;
        ids.extend(other_bib);
        for batch in ids.chunks(BATCH) {
            target::delete_participants(&mut self.link, at, batch)?;
        }
        there.participants.retain(|id, _| !ids.contains(id));
        if surplus.distances > 0 {
            target::delete_all(&mut self.link, at, "distances/delete")?;
            there.distances.clear();
        }
        if surplus.segments > 0 {
            target::delete_all(&mut self.link, at, "segments/delete")?;
            there.segments.clear();
        }
        if surplus.chips > 0 {
            target::delete_all(&mut self.link, at, "bibchips/delete")?;
            there.chips.clear();
        }
        Ok(())
    }
}

/// Why a round was not finished.
enum Unread {
    /// The local race could not be read.
    Here(Failure),
    /// The other Chute did not answer as it should.
    There(Unanswered),
}

impl From<Unanswered> for Unread {
    fn from(unanswered: Unanswered) -> Self {
        Self::There(unanswered)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_in_words() {
        assert_eq!(
            [
                counted(1, "row"),
                counted(0, "row"),
                counted(2, "other entry")
            ],
            ["1 row", "0 rows", "2 other entries"]
        );
    }

    #[test]
    fn only_this_machine_needs_no_tls() {
        assert!(
            is_this_machine("http://localhost:8080/api/") && is_this_machine("http://127.0.0.1:1/")
        );
        assert!(!is_this_machine("http://results.example.org/api/"));
    }
}
