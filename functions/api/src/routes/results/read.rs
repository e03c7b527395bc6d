//! `results`, `results/all`, `results/finish`: rows of the published snapshot.

use axum::extract::State;
use chute_contract::{
    answers::{AnyResults, Results, ResultsVersion1},
    requests::ReadResults,
    result::ResultOut,
};
use chute_domain::{row::ResultRow, snapshot::Snapshot};

use super::grouped;
use crate::{
    App,
    answer::{Answer, Problem, WrittenJson},
    compute::EXPORTS,
    extract::{KeyRequest, Reader, YearRequest},
};

/// Which rows are wanted, and whether the accompanying lists are.
#[derive(Clone, Copy)]
struct Wanted {
    route: &'static str,
    row: fn(&ResultRow, bool) -> bool,
    lists: bool,
}

const LAST: Wanted = Wanted {
    route: "results",
    row: |_, last| last,
    lists: true,
};
const ALL: Wanted = Wanted {
    route: "results/all",
    row: |_, _| true,
    lists: false,
};
const FINISH: Wanted = Wanted {
    route: "results/finish",
    row: |row, _| row.passage.finish,
    lists: false,
};

/// The last row of each person in each segment, with participants and distances.
///
/// Every DNF and DNS is included (contract 6.3).
///
/// # Errors
/// - 404: no such event or year.
/// - 409: the version named is gone; read again from the first page, without `of_version`.
pub async fn list(
    State(app): State<App>,
    call: KeyRequest<ReadResults, Reader>,
) -> Answer<AnyResults<'static>> {
    read(app, call, LAST).await
}

/// Every row.
///
/// # Errors
/// - 404: no such event or year.
/// - 409: the version named is gone; read again from the first page, without `of_version`.
pub async fn all(
    State(app): State<App>,
    call: KeyRequest<ReadResults, Reader>,
) -> Answer<AnyResults<'static>> {
    read(app, call, ALL).await
}

/// Every row of a finish.
///
/// # Errors
/// - 404: no such event or year.
/// - 409: the version named is gone; read again from the first page, without `of_version`.
pub async fn finish(
    State(app): State<App>,
    call: KeyRequest<ReadResults, Reader>,
) -> Answer<AnyResults<'static>> {
    read(app, call, FINISH).await
}

const GONE: Problem = Problem::Conflict(
    "Version Is Gone. Versions are kept for an hour after the next one, and not if a name in them must not be seen. Read again from the first page, without of_version.",
);

async fn read(
    app: App,
    call: KeyRequest<ReadResults, Reader>,
    wanted: Wanted,
) -> Answer<AnyResults<'static>> {
    let call = call.year().await?;
    let snapshots = &app.caches.snapshots;
    let (store, name) = (&app.store, call.body.of_version.as_str());
    let found = if name.is_empty() {
        snapshots.year(store, &call.record, &call.year).await?
    } else {
        let named = snapshots.named_year(store, &call.record, &call.year, name);
        Some(named.await?.ok_or(GONE)?)
    };
    let Some(mut published) = found else {
        return Ok(written(&call, None, wanted)?.into());
    };
    let years = call.record.years();
    let ReadResults {
        distance,
        limit,
        version,
        ..
    } = &call.body;
    let whole = distance.is_empty() && *limit <= 0 && *version != 1 && name.is_empty();
    if let Some(known) = published.answer(wanted.route, &years).filter(|_| whole) {
        return Ok(known.into());
    }
    let snapshot = published.snapshot().await?;
    if snapshot.is_none() && !name.is_empty() {
        return Err(GONE);
    }
    let version = published.version().name();
    let read = snapshot.as_deref().map(|snapshot| (snapshot, version));
    let answer = || written(&call, read.clone(), wanted);
    if !whole || snapshot.is_none() {
        return Ok(EXPORTS.apart(answer).await??.into());
    }
    let _turn = published.turn().await;
    if let Some(known) = published.answer(wanted.route, &years) {
        return Ok(known.into());
    }
    let both = || {
        let answer = answer()?;
        Ok::<_, Problem>((answer.packed()?, answer))
    };
    let (packed, answer) = EXPORTS.apart(both).await??;
    let Some(packed) = packed else {
        return Ok(answer.into());
    };
    published.keep_answer(wanted.route, years, packed.clone());
    Ok(packed.into())
}

/// The answer of a snapshot and the name of its version.
fn written(
    call: &YearRequest<ReadResults>,
    read: Option<(&Snapshot, String)>,
    wanted: Wanted,
) -> Result<WrittenJson<AnyResults<'static>>, Problem> {
    let request = &call.body;
    let (published, version) = read.unzip();
    let is_page = request.limit > 0 || !request.of_version.is_empty();
    let rows = published.map(|snapshot| {
        let asked = snapshot
            .rows
            .iter()
            .zip(&snapshot.last)
            .filter(|(row, last)| (wanted.row)(row, **last))
            .map(|(row, _)| row);
        let asked = asked
            .filter(|row| request.distance.is_empty() || row.person.distance == request.distance);
        page(asked, request.limit, request.page)
    });
    let rows: Vec<&ResultRow> = rows.unwrap_or_default();
    // without a snapshot there are no rows, but the event and its years are there
    let (event, years) = (call.record.event(), call.record.years());
    let (event, event_year, years) = match published {
        Some(snapshot) => (&snapshot.event, &snapshot.year, years.as_slice()),
        None => (&event, &call.year.year, years.as_slice()),
    };
    let count = rows.len();
    if request.version == 1 {
        let results = grouped(rows, ResultOut::version_1);
        return WrittenJson::of(&AnyResults::Version1(ResultsVersion1 {
            count,
            event: event.into(),
            years: years.iter().map(Into::into).collect(),
            results,
        }));
    }
    let lists = published.filter(|_| wanted.lists).map(|snapshot| {
        (
            snapshot.participants.as_slice(),
            snapshot.distances.as_slice(),
        )
    });
    let (participants, distances) = lists.unwrap_or_default();
    WrittenJson::of(&AnyResults::Current(Results {
        count,
        event,
        event_year,
        years,
        results: grouped(rows, ResultOut::new),
        participants,
        distances,
        version: is_page.then(|| version.unwrap_or_default()),
    }))
}

/// One page; `limit` ≤ 0 takes all, `page` counts from 1 (contract 4.3).
pub(crate) fn page<T>(rows: impl Iterator<Item = T>, limit: i64, page: i64) -> Vec<T> {
    match usize::try_from(limit) {
        Ok(limit) if limit > 0 => {
            let before = usize::try_from(page.saturating_sub(1))
                .unwrap_or(0)
                .saturating_mul(limit);
            rows.skip(before).take(limit).collect()
        }
        _ => rows.collect(),
    }
}
