//! `chute demo load`, `chute demo live`: three invented events, uploaded over HTTP as a timing
//! client does.

mod backyard;
mod course;
mod distance_race;
mod live;
mod people;
mod random;
#[cfg(test)]
mod server;
mod timed_race;
mod upload;

use std::{collections::BTreeSet, env};

use chute_domain::race::{RaceKey, Slug};
use clap::{Args, Subcommand};

use self::{
    backyard::Backyard,
    course::{DemoEvent, Edition},
};
use crate::{
    client::Client,
    clock,
    failure::{Failure, Outcome},
    progress::Progress,
};

/// What to do with the demo.
#[derive(Debug, Subcommand)]
pub enum Demo {
    /// Upload the three demo events; what is there already is left alone
    #[command(
        after_help = "Example:\n  chute demo load --api http://localhost:8080/api/ --key rk_…"
    )]
    Load(Target),
    /// Keep the live backyard ultra going until stopped, or until one runner is left standing
    #[command(
        after_help = "Example:\n  chute demo live --api http://localhost:8080/api/ --key rk_…\n  chute demo live --restart   (with CHUTE_API and CHUTE_KEY set)"
    )]
    Live(Live),
}

/// Where to upload.
#[derive(Debug, Args)]
pub struct Target {
    /// Address of the account API; or the variable CHUTE_API
    #[arg(long)]
    api: Option<String>,
    /// A write key; or the variable CHUTE_KEY, which others on this machine cannot see
    #[arg(long)]
    key: Option<String>,
}

/// How to keep the race going.
#[derive(Debug, Args)]
pub struct Live {
    #[command(flatten)]
    target: Target,
    /// Begin a new race, eight hours old: the results of the old one are deleted
    #[arg(long)]
    restart: bool,
    /// Seconds between uploads
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=600))]
    every: u64,
}

impl Target {
    fn client(&self) -> Outcome<Client> {
        let value = |given: &Option<String>, option: &str, variable: &str| {
            let value = given
                .clone()
                .or_else(|| env::var(variable).ok())
                .filter(|text| !text.trim().is_empty());
            value.ok_or_else(|| {
                Failure::Usage(format!(
                    "{option} is missing: give it, or set the variable {variable}"
                ))
            })
        };
        let client = Client::new(
            "--api",
            &value(&self.api, "--api", "CHUTE_API")?,
            &value(&self.key, "--key", "CHUTE_KEY")?,
        )?;
        client.call("GET", "health", &serde_json::Value::Null)?;
        Ok(client)
    }
}

/// Runs the command.
pub fn run(demo: Demo) -> Outcome {
    match demo {
        Demo::Load(target) => load(&target.client()?),
        Demo::Live(options) => live::run(&options.target.client()?, options.restart, options.every),
    }
}

fn load(client: &Client) -> Outcome {
    let mine = upload::my_events(client)?;
    let (backyard, backyard_year) = link_backyard(client, &mine)?;
    let mut waiting: Vec<(RaceKey, Edition)> = Vec::new();
    for DemoEvent { event, editions } in [distance_race::river_run(), timed_race::lakeside()] {
        let years = upload::link_event(client, &event, &mine)?;
        let slug = Slug::new(&event.slug);
        for edition in editions {
            upload::link_year(client, &slug, &edition.year, &years)?;
            waiting.push((slug.year(&edition.year.year), edition));
        }
    }
    waiting.push((
        backyard.year(&backyard_year.year().year),
        backyard_year.edition(clock::now_ms()),
    ));
    let mut missing = Vec::new();
    for (at, edition) in waiting {
        if upload::is_complete(client, &at, &edition)? {
            eprintln!("{} {}: is loaded already", at.slug, at.year);
        } else {
            missing.push((at, edition));
        }
    }
    let progress = Progress::new(
        "Loading the demo",
        missing
            .iter()
            .map(|(_, edition)| upload::calls(edition))
            .sum(),
    );
    for (at, edition) in &missing {
        upload::edition(client, at, edition, &progress)?;
        progress.say(&format!(
            "{} {}: {} rows of {} people",
            at.slug,
            at.year,
            edition.rows.len(),
            edition.participants.len()
        ));
    }
    missing
        .iter()
        .try_for_each(|(at, edition)| upload::public(client, at, edition))
}

/// The backyard's latest year on the server, or a new one that began eight hours ago.
fn link_backyard(client: &Client, mine: &BTreeSet<String>) -> Outcome<(Slug, Backyard)> {
    let event = backyard::old_mill();
    let years = upload::link_event(client, &event, mine)?;
    let year = years
        .last()
        .cloned()
        .unwrap_or_else(|| backyard::year_at(clock::now_ms() / 1_000));
    let slug = Slug::new(&event.slug);
    upload::link_year(client, &slug, &year, &years)?;
    Ok((slug, Backyard::new(&year)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_demo_is_small_enough_to_load_in_a_minute() {
        let race = Backyard::new(&backyard::year_at(1_795_239_000));
        let editions = [distance_race::river_run(), timed_race::lakeside()]
            .into_iter()
            .flat_map(|event| event.editions);
        let editions: Vec<Edition> = editions.chain([race.edition(1_795_239_000_000)]).collect();
        let calls: usize = editions.iter().map(upload::calls).sum();
        assert!(calls <= 400, "{calls} calls");
    }

    #[test]
    fn the_server_takes_every_row_and_person() {
        let race = Backyard::new(&backyard::year_at(1_795_239_000));
        let editions = [distance_race::river_run(), timed_race::lakeside()]
            .into_iter()
            .flat_map(|event| event.editions);
        for edition in editions.chain([race.edition(1_795_239_000_000)]) {
            let identities: BTreeSet<_> = edition
                .rows
                .iter()
                .map(|row| {
                    (
                        &row.person_id,
                        &row.passage.location,
                        row.passage.occurrence,
                    )
                })
                .collect();
            assert_eq!(
                identities.len(),
                edition.rows.len(),
                "two rows of one identity"
            );
            for row in &edition.rows {
                let sent =
                    serde_json::to_vec(&chute_contract::result::ResultOut::new(row)).unwrap();
                let read: chute_contract::result::ResultIn =
                    chute_contract::json::read(&sent).unwrap();
                let mut expected = row.clone();
                expected.passage = expected.passage.normalised();
                assert_eq!(read.checked().unwrap(), expected);
            }
            let bibs: BTreeSet<_> = edition.participants.iter().map(|who| &who.bib).collect();
            assert_eq!(
                bibs.len(),
                edition.participants.len(),
                "two people of one bib"
            );
        }
    }

    #[test]
    fn a_loaded_demo_is_not_loaded_again() {
        let (address, memory) = server::start();
        let client = Client::new("--api", &address, "rk_test").unwrap();
        memory.lock().unwrap().busy = 2;
        load(&client).unwrap();
        let first = memory.lock().unwrap().calls.len();
        assert!(first <= 400, "{first} calls");
        let held: Vec<(String, usize)> = memory
            .lock()
            .unwrap()
            .rows
            .iter()
            .map(|(at, rows)| (at.clone(), rows.len()))
            .collect();
        assert_eq!(held.len(), 4, "{held:?}");
        load(&client).unwrap();
        let memory = memory.lock().unwrap();
        assert!(
            memory.calls[first..]
                .iter()
                .all(|call| !call.contains("/add")),
            "{:?}",
            &memory.calls[first..]
        );
    }

    #[test]
    fn a_load_that_broke_off_goes_on() {
        let (address, memory) = server::start();
        let client = Client::new("--api", &address, "rk_test").unwrap();
        load(&client).unwrap();
        let at = "river-run/2026";
        let whole = memory.lock().unwrap().rows[at].clone();
        memory
            .lock()
            .unwrap()
            .rows
            .get_mut(at)
            .unwrap()
            .retain(|identity, _| identity.contains("Start"));
        memory.lock().unwrap().distances.remove(at);
        load(&client).unwrap();
        assert_eq!(memory.lock().unwrap().rows[at], whole);
    }

    #[test]
    fn a_wrong_key_is_told_at_once() {
        let (address, memory) = server::start();
        let client = Client::new("--api", &address, "rk_other").unwrap();
        let failure = load(&client).unwrap_err();
        assert!(
            failure
                .to_string()
                .contains("event/my answered 401: Key/Account Not Found"),
            "{failure}"
        );
        assert_eq!(memory.lock().unwrap().calls.len(), 1);
    }
}
