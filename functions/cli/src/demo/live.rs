//! The live backyard ultra: every few seconds it uploads what has happened since the last time.

use std::{collections::BTreeMap, thread, time::Duration};

use chute_domain::{liveness::RowKey, race::Slug, row::ResultRow};
use serde_json::json;

use super::{
    backyard::{self, Backyard},
    link_backyard, upload,
};
use crate::{client::Client, clock, failure::Outcome, progress::Progress};

/// Uploads until one runner is left standing. Can be stopped and started at any time.
pub fn run(client: &Client, restart: bool, every_s: u64) -> Outcome {
    let (slug, mut race) = link_backyard(client, &upload::my_events(client)?)?;
    if restart {
        race = begin_again(client, &slug)?;
    }
    let at = slug.year(&race.year().year);
    if race.is_over(clock::now_ms()) && !race.year().live {
        eprintln!(
            "{} {}: the race is over (a new one: --restart)",
            at.slug, at.year
        );
        return Ok(());
    }
    let edition = race.edition(clock::now_ms());
    if !upload::is_complete(client, &at, &edition)? {
        upload::edition(
            client,
            &at,
            &edition,
            &Progress::new("Loading the race", upload::calls(&edition)),
        )?;
    }
    follow(client, &slug, race, every_s)
}

/// Restarts the year if the new race would have the same name, else creates another year. The start
/// changes first: another follower notices that, and what it still uploads of the old race is
/// deleted.
fn begin_again(client: &Client, slug: &Slug) -> Outcome<Backyard> {
    let year = backyard::year_at(clock::now_ms() / 1_000);
    let years = upload::link_event(client, &backyard::old_mill(), &[slug.to_string()].into())?;
    upload::link_year(client, slug, &year, &years)?;
    client.call(
        "PUT",
        "event-year/update",
        &json!({ "slug": slug, "event_year": year }),
    )?;
    client.call(
        "DELETE",
        "results/delete",
        &json!({ "slug": slug, "year": year.year }),
    )?;
    eprintln!(
        "A new race of {slug} {} began at {}.",
        year.year, year.date_time
    );
    Ok(Backyard::new(&year))
}

fn follow(client: &Client, slug: &Slug, mut race: Backyard, every_s: u64) -> Outcome {
    let mut sent = Sent::default();
    let mut trouble = None;
    loop {
        let now_ms = clock::now_ms();
        match bring_up_to_date(client, slug, &mut race, &mut sent, now_ms) {
            Ok(rows) => {
                trouble = None;
                if rows > 0 {
                    eprintln!(
                        "{slug} {}: hour {}, {rows} rows",
                        race.year().year,
                        race.hour(now_ms) + 1
                    );
                }
            }
            // reported once, then tried again: the server may be starting
            Err(failure) if trouble.as_ref() != Some(&failure) => {
                eprintln!("{failure}; going on trying");
                trouble = Some(failure);
            }
            Err(_) => {}
        }
        if race.is_over(now_ms) && sent.is_current(&race, now_ms) {
            return finish(client, slug, &race);
        }
        thread::sleep(Duration::from_secs(every_s));
    }
}

fn finish(client: &Client, slug: &Slug, race: &Backyard) -> Outcome {
    let mut year = race.year().clone();
    year.live = false;
    client.call(
        "PUT",
        "event-year/update",
        &json!({ "slug": slug, "event_year": year }),
    )?;
    eprintln!(
        "{slug} {}: one is left standing, the race is over (a new one: --restart)",
        year.year
    );
    Ok(())
}

fn bring_up_to_date(
    client: &Client,
    slug: &Slug,
    race: &mut Backyard,
    sent: &mut Sent,
    now_ms: i64,
) -> Outcome<usize> {
    if sent.due_at(race, now_ms).is_empty() {
        return Ok(0);
    }
    // somebody may have begun a new race in the meantime
    let newest =
        upload::link_event(client, &backyard::old_mill(), &[slug.to_string()].into())?.pop();
    if let Some(year) = newest.filter(|year| year.date_time != race.year().date_time) {
        *race = Backyard::new(&year);
        *sent = Sent::default();
    }
    let due = sent.due_at(race, now_ms);
    for batch in due.chunks(upload::BATCH) {
        upload::rows(
            client,
            &slug.year(&race.year().year),
            batch,
            &Progress::hidden(),
        )?;
        sent.note(batch);
    }
    sent.hour = Some(race.hour(now_ms));
    Ok(due.len())
}

#[derive(Default)]
struct Sent {
    rows: BTreeMap<RowKey, ResultRow>,
    /// The hour in which every row was last brought up to date.
    hour: Option<i64>,
}

fn identity(row: &ResultRow) -> RowKey {
    (
        row.person_id.clone(),
        row.passage.location.clone(),
        row.passage.occurrence,
    )
}

impl Sent {
    /// Rows that differ from what was sent. Every runner who comes in changes the places of others;
    /// in older rows, which no table shows, places are updated only once an hour (`everything`).
    fn due(&self, rows: &[ResultRow], everything: bool) -> Vec<ResultRow> {
        let mut last: BTreeMap<&str, i64> = BTreeMap::new();
        for row in rows.iter().filter(|row| row.passage.finish) {
            last.insert(&row.person_id, row.passage.seconds);
        }
        let is_new = |row: &ResultRow| !self.rows.contains_key(&identity(row));
        let shown = |row: &ResultRow| {
            last.get(row.person_id.as_str())
                .is_none_or(|last| row.passage.seconds >= *last)
        };
        let due = rows
            .iter()
            .filter(|row| everything || shown(row) || is_new(row));
        due.filter(|row| self.rows.get(&identity(row)) != Some(row))
            .cloned()
            .collect()
    }

    /// The rows to send now: every row on the first round of an hour and at the end.
    fn due_at(&self, race: &Backyard, now_ms: i64) -> Vec<ResultRow> {
        self.due(
            &race.rows_at(now_ms),
            self.hour != Some(race.hour(now_ms)) || race.is_over(now_ms),
        )
    }

    fn note(&mut self, rows: &[ResultRow]) {
        self.rows
            .extend(rows.iter().map(|row| (identity(row), row.clone())));
    }

    fn is_current(&self, race: &Backyard, now_ms: i64) -> bool {
        self.due(&race.rows_at(now_ms), true).is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::{super::server, *};

    #[test]
    fn a_look_sends_what_is_new_and_places_that_moved_and_the_hour_brings_the_rest() {
        let race = Backyard::new(&backyard::year_at(1_795_239_000));
        let gun_ms = race.year().date_time.instant() * 1_000;
        let at = |minutes: i64| race.rows_at(gun_ms + minutes * 60_000);
        let mut sent = Sent::default();
        assert_eq!(sent.due(&at(485), true), at(485), "all of it at first");
        sent.note(&at(485));
        assert!(sent.due(&at(485), true).is_empty(), "then nothing");
        let due = sent.due(&at(530), false);
        assert!(
            due.iter()
                .any(|row| row.passage.finish && row.passage.occurrence == 17),
            "loops of hour 9"
        );
        assert!(
            due.len() < at(530).len() / 3,
            "{} of {}",
            due.len(),
            at(530).len()
        );
        sent.note(&due);
        let rest = sent.due(&at(541), true);
        sent.note(&rest);
        assert!(sent.is_current(&race, gun_ms + 541 * 60_000));
    }

    #[test]
    fn a_follower_sees_that_a_new_race_began() {
        let (address, memory) = server::start();
        let client = Client::new("--api", &address, "rk_test").unwrap();
        let (slug, mut race) =
            link_backyard(&client, &upload::my_events(&client).unwrap()).unwrap();
        let at = format!("{slug}/{}", race.year().year);
        let mut sent = Sent::default();
        let now_ms = clock::now_ms();
        let rows = bring_up_to_date(&client, &slug, &mut race, &mut sent, now_ms).unwrap();
        assert_eq!(memory.lock().unwrap().rows[&at].len(), rows);
        assert_eq!(
            bring_up_to_date(&client, &slug, &mut race, &mut sent, now_ms).unwrap(),
            0,
            "nothing new"
        );

        // the start is now two hours later, so less of the race has happened
        let mut later = race.year().clone();
        later.date_time =
            chute_domain::event_time::EventTime::from_unix(later.date_time.instant() + 7_200);
        client
            .call(
                "PUT",
                "event-year/update",
                &json!({ "slug": slug, "event_year": later }),
            )
            .unwrap();
        memory.lock().unwrap().rows.clear();
        bring_up_to_date(&client, &slug, &mut race, &mut sent, now_ms + 3_600_000).unwrap();
        assert_eq!(race.year().date_time, later.date_time);
        assert_eq!(
            memory.lock().unwrap().rows[&at].len(),
            Backyard::new(&later).rows_at(now_ms + 3_600_000).len()
        );
    }

    #[test]
    fn a_restart_deletes_the_old_race_and_brings_the_new_one() {
        let (address, memory) = server::start();
        let client = Client::new("--api", &address, "rk_test").unwrap();
        let (slug, race) = link_backyard(&client, &upload::my_events(&client).unwrap()).unwrap();
        let at = format!("{slug}/{}", race.year().year);
        upload::rows(
            &client,
            &slug.year(&race.year().year),
            &race.rows_at(clock::now_ms()),
            &Progress::hidden(),
        )
        .unwrap();
        let again = begin_again(&client, &slug).unwrap();
        assert!(!memory.lock().unwrap().rows.contains_key(&at));
        finish(&client, &slug, &again).unwrap();
        let memory = memory.lock().unwrap();
        let year = memory.events[slug.as_str()].last().unwrap();
        assert_eq!(year["live"], false);
        assert!(memory.calls.contains(&"DELETE results/delete".to_owned()));
    }
}
