//! `chute rebuild`: rebuilds snapshots from the tables alone, or checks whether the published ones
//! match the tables. Or the index of names.

use chute_domain::race::{Slug, YearKey};
use chute_publisher::{Publication, Publications, Publisher, Verdict};
use chute_store::Store;
use clap::Args;

use crate::{
    failure::{Failure, Outcome},
    tables::{self, Needs},
};

/// What to rebuild.
#[derive(Debug, Args)]
pub struct Rebuild {
    /// The event
    #[arg(long, required_unless_present = "names")]
    slug: Option<String>,
    /// The year's key; all years of the event, unless given
    #[arg(long)]
    year: Option<String>,
    /// Write nothing: compare the published files with the tables, byte by byte; exit code 1 when
    /// they differ
    #[arg(long)]
    check: bool,
    /// Make the index of names anew, by which all races are searched, instead of an event: of all
    /// years, without waiting until they have been quiet for six hours
    #[arg(long, conflicts_with_all = ["slug", "year", "check"])]
    names: bool,
}

/// Rebuilds or compares.
pub fn run(rebuild: &Rebuild) -> Outcome {
    tables::run(all_years(rebuild))
}

async fn all_years(rebuild: &Rebuild) -> Outcome {
    let store = tables::open(&[
        Needs::Events,
        Needs::Races,
        Needs::Participants,
        Needs::Downloads,
        Needs::Private,
    ])
    .await?;
    let Some(slug) = rebuild.slug.as_deref().map(Slug::new) else {
        let years = Publisher::new(store).rebuild_names().await?;
        println!("the index of names: {years} years");
        return Ok(());
    };
    let years = years(&store, &slug, rebuild.year.as_deref()).await?;
    if !rebuild.check {
        let publisher = Publisher::new(store);
        for year in years {
            println!(
                "{slug} {year}: {}",
                outcome(&publisher.rebuild(&slug.year(&year)).await?)
            );
        }
        return Ok(());
    }
    let mut wrong = 0;
    for year in years {
        let verdict = Publications::of(&store)
            .verify_race(&slug.year(&year))
            .await?;
        wrong += usize::from(!matches!(verdict, Verdict::Identical(_)));
        println!("{slug} {year}: {}", finding(&verdict));
    }
    if wrong > 0 {
        Err(Failure::new(format!(
            "{wrong} of the years are not published as they stand in the tables."
        )))
    } else {
        Ok(())
    }
}

async fn years(store: &Store, slug: &Slug, year: Option<&str>) -> Outcome<Vec<YearKey>> {
    let event = tables::event(store, slug).await?;
    match year {
        None => Ok(event.years.keys().cloned().collect()),
        Some(year) if event.years.contains_key(year) => Ok(vec![YearKey::new(year)]),
        Some(year) => Err(tables::no_year(&event, year)),
    }
}

fn outcome(done: &Publication) -> String {
    match done {
        Publication::Version(version) => format!("published as version {version}"),
        Publication::Unchanged => "unchanged".to_owned(),
        Publication::Nothing => "nothing to publish".to_owned(),
    }
}

fn finding(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Identical(files) => format!("identical ({files} files)"),
        Verdict::Different(files) => format!("different: {}", files.join(", ")),
        Verdict::NotPublished => "not published".to_owned(),
    }
}
