//! The other Chute, as its public contract shows it.

use chute_contract::{
    participant::{BibChipIn, ParticipantIn},
    result::ResultIn,
    setup::{DistanceIn, SegmentIn},
};
use chute_domain::{
    participant::Participant,
    race::{Event, RaceKey, Slug, Year},
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};

use super::{
    difference::{Race, sendable},
    link::{Answered, Link, Unanswered},
};
use crate::failure::{Failure, Outcome};

/// Rows per call, as timing clients send them.
pub const BATCH: usize = 20;
/// Rows requested per answer: a link that breaks every few seconds still lets this many through.
const PAGE: usize = 500;

/// The event as the key's account has it; `None` where it has none of that slug.
pub fn find_event(link: &mut Link, slug: &Slug) -> Answered<Option<Event>> {
    let events: Vec<Event> = list(&link.call("GET", "event/my", &Value::Null)?, "events")?;
    Ok(events.into_iter().find(|event| event.slug == **slug))
}

/// Creates the event. If it exists by now although it did not before, it is ours if a repeat of our
/// own call created it.
pub fn add_event(link: &mut Link, event: &Event) -> Answered<()> {
    match link.call("POST", "event/add", &json!({ "event": sendable(event) })) {
        Ok(_) => Ok(()),
        Err(Unanswered::Refused { status: 409, .. }) => {
            match find_event(link, &Slug::new(&event.slug))? {
                Some(_) => Ok(()),
                None => Err(Unanswered::Failed(Failure::new(format!(
                    "The event {} over there belongs to another account, or did before it was deleted: nothing is sent. Use a key of that account.",
                    event.slug
                )))),
            }
        }
        Err(other) => Err(other),
    }
}

/// Replaces the event's fields. Serialising an event omits empty fields of its appearance, which an
/// update takes for "as stored", so they are added here.
pub fn update_event(link: &mut Link, event: &Event) -> Answered<()> {
    let mut sent = json!(sendable(event));
    if let Some(fields) = sent.as_object_mut() {
        let branding = [
            ("accent_color", &event.accent_color),
            ("logo", &event.logo),
            ("sponsor", &event.sponsor),
        ];
        fields.extend(branding.map(|(field, value)| (field.to_owned(), json!(value))));
    }
    link.call("PUT", "event/update", &json!({ "event": sent }))
        .map(|_| ())
}

/// The years of the event.
pub fn years(link: &mut Link, slug: &Slug) -> Answered<Vec<Year>> {
    Ok(list(
        &link.call("POST", "event-year/event", &json!({ "slug": slug }))?,
        "years",
    )?)
}

/// Creates the year. If it exists by now, a repeat of our own call created it.
pub fn add_year(link: &mut Link, slug: &Slug, year: &Year) -> Answered<()> {
    match link.call(
        "POST",
        "event-year/add",
        &json!({ "slug": slug, "event_year": year }),
    ) {
        Ok(_) | Err(Unanswered::Refused { status: 409, .. }) => Ok(()),
        Err(other) => Err(other),
    }
}

/// Replaces the year's fields.
pub fn update_year(link: &mut Link, slug: &Slug, year: &Year) -> Answered<()> {
    link.call(
        "PUT",
        "event-year/update",
        &json!({ "slug": slug, "event_year": year }),
    )
    .map(|_| ())
}

/// Deletes the year with all its data. If it does not exist any more, a repeat of our own call
/// deleted it.
pub fn delete_year(link: &mut Link, at: &RaceKey) -> Answered<()> {
    let of_year = json!({ "slug": at.slug, "year": at.year });
    match link.call("DELETE", "event-year/delete", &of_year) {
        Ok(_) | Err(Unanswered::Refused { status: 404, .. }) => Ok(()),
        Err(other) => Err(other),
    }
}

/// Everything that the other Chute has of a year.
pub fn race(link: &mut Link, at: &RaceKey) -> Answered<Race> {
    let mut race = Race::default();
    // first: this needs a write key of the owner, so any other key is refused before anything is
    // sent
    for page in 1.. {
        let sent: Vec<ParticipantIn> = list(
            &link.call("POST", "participants", &page_of(at, page))?,
            "participants",
        )?;
        let last = sent.len() < PAGE;
        race.participants
            .extend(sent.into_iter().map(|who| (who.id.clone(), stored(who))));
        if last {
            break;
        }
    }
    let of_year = json!({ "slug": at.slug, "year": at.year });
    let distances: Vec<DistanceIn> = list(&link.call("POST", "distances", &of_year)?, "distances")?;
    race.put_distances(distances.into_iter().filter_map(DistanceIn::checked));
    let segments: Vec<SegmentIn> = list(&link.call("POST", "segments", &of_year)?, "segments")?;
    race.put_segments(segments.into_iter().filter_map(SegmentIn::checked));
    rows(link, at, &mut race)?;
    let chips: Vec<BibChipIn> = list(&link.call("POST", "bibchips", &of_year)?, "bib_chips")?;
    race.put_chips(chips.into_iter().filter_map(BibChipIn::checked));
    Ok(race)
}

/// The number of calls that [`rows`] needs for this many rows.
pub fn calls_for(rows: usize) -> usize {
    rows / PAGE + 1
}

/// Replaces the known rows by those that results show, which may be some seconds old.
pub fn rows(link: &mut Link, at: &RaceKey, race: &mut Race) -> Answered<()> {
    race.people.clear();
    for page in 1.. {
        let answer = link.call("POST", "results/all", &page_of(at, page))?;
        let by_distance = answer
            .get("results")
            .and_then(Value::as_object)
            .ok_or_else(|| no_list("results"))?;
        let rows = by_distance
            .values()
            .map(read::<Vec<ResultIn>>)
            .collect::<Outcome<Vec<_>>>()?;
        let rows: Vec<ResultIn> = rows.into_iter().flatten().collect();
        let last = rows.len() < PAGE;
        race.put_rows(rows.into_iter().filter_map(ResultIn::checked));
        if last {
            break;
        }
    }
    Ok(())
}

fn page_of(at: &RaceKey, page: usize) -> Value {
    json!({ "slug": at.slug, "year": at.year, "limit": PAGE, "page": page })
}

/// Sends a batch; `what` is the path and the name of the list in the call.
pub fn send(
    link: &mut Link,
    at: &RaceKey,
    (path, what): (&str, &str),
    items: &[impl Serialize],
) -> Answered<()> {
    let answer = link.call(
        "POST",
        path,
        &json!({ "slug": at.slug, "year": at.year, what: items }),
    )?;
    let count = answer
        .get("count")
        .and_then(Value::as_u64)
        .and_then(|count| usize::try_from(count).ok());
    let count = count
        .or_else(|| answer.get(what)?.as_array().map(Vec::len))
        .unwrap_or_default();
    if count == items.len() {
        return Ok(());
    }
    Err(Unanswered::Failed(Failure::new(format!(
        "{path} took {count} of {} rows.",
        items.len()
    ))))
}

/// Deletes the rows of a distance, or all rows if its name is empty.
pub fn delete_rows(link: &mut Link, at: &RaceKey, distance: &str) -> Answered<()> {
    link.call(
        "DELETE",
        "results/delete",
        &json!({ "slug": at.slug, "year": at.year, "distance": distance }),
    )
    .map(|_| ())
}

/// Deletes participants. An empty list would mean all of them.
pub fn delete_participants(link: &mut Link, at: &RaceKey, ids: &[String]) -> Answered<()> {
    if ids.is_empty() {
        return Ok(());
    }
    link.call(
        "DELETE",
        "participants/delete",
        &json!({ "slug": at.slug, "year": at.year, "identifiers": ids }),
    )
    .map(|_| ())
}

/// Deletes everything of one kind in the year: `distances/delete`, `segments/delete`,
/// `bibchips/delete`.
pub fn delete_all(link: &mut Link, at: &RaceKey, path: &str) -> Answered<()> {
    link.call("DELETE", path, &json!({ "slug": at.slug, "year": at.year }))
        .map(|_| ())
}

fn stored(who: ParticipantIn) -> Participant {
    let ParticipantIn {
        id,
        bib,
        first,
        last,
        birthdate,
        gender,
        age_group,
        distance,
        anonymous,
        sms_enabled,
        mobile,
        apparel,
        division,
    } = who;
    let nothing_else = Participant::default();
    Participant {
        id,
        bib,
        first,
        last,
        birthdate,
        gender,
        age_group,
        distance,
        anonymous,
        sms_enabled,
        mobile,
        apparel,
        division,
        ..nothing_else
    }
}

fn no_list(name: &str) -> Failure {
    Failure::new(format!(
        "An answer has no list `{name}`: is --to the address of the account API?"
    ))
}

fn list<T: DeserializeOwned>(answer: &Value, name: &str) -> Outcome<Vec<T>> {
    read(
        answer
            .get(name)
            .filter(|value| value.is_array())
            .ok_or_else(|| no_list(name))?,
    )
}

fn read<T: DeserializeOwned>(value: &Value) -> Outcome<T> {
    // the error would contain a value, which may be private
    T::deserialize(value)
        .map_err(|_| Failure::new("An answer has another form than the contract's: is --to the address of the account API?"))
}
