//! A race as clients send it, in JSON. Everything here is valid; `changes` replaces or adds fields.

use serde_json::{Value, json};

use crate::YEAR;

/// An event with every field that the timing client sends.
#[must_use]
pub fn event(slug: &str, restricted: bool) -> Value {
    json!({"name": "River 10K", "cert_name": "", "slug": slug, "website": "", "image": "", "contact_email": "rd@example.org",
        "access_restricted": restricted, "type": "distance", "recent_time": null})
}

/// A year that is live and open for two days.
#[must_use]
pub fn year(key: &str, date_time: &str) -> Value {
    json!({"year": key, "date_time": date_time, "live": true, "days_allowed": 2, "ranking_type": "gun"})
}

/// A finish, with every field.
#[must_use]
pub fn row(person: &str, changes: &Value) -> Value {
    let row = json!({"person_id": person, "bib": "88", "first": "Ana", "last": "Ruiz", "age": 41, "gender": "Woman", "age_group": "40-49",
        "distance": "10 KM", "seconds": 2710, "milliseconds": 400, "chip_seconds": 2701, "chip_milliseconds": 900, "segment": "Finish",
        "location": "Finish", "occurence": 1, "ranking": 12, "age_ranking": 2, "gender_ranking": 4, "finish": true, "type": 0,
        "anonymous": false, "local_time": "2026-05-02T08:45:10.4000000-07:00", "division": "", "division_ranking": -1});
    with(row, changes)
}

/// Somebody on the entry list, with every field and an empty bib.
#[must_use]
pub fn participant(id: &str, changes: &Value) -> Value {
    let participant = json!({"id": id, "bib": "", "first": "Ana", "last": "Ruiz", "birthdate": "1985/3/9", "gender": "Woman",
        "age_group": "40-49", "distance": "10 KM", "anonymous": false, "sms_enabled": false, "mobile": "", "apparel": "M"});
    with(participant, changes)
}

/// An object with fields replaced or added.
#[must_use]
pub fn with(mut object: Value, changes: &Value) -> Value {
    for (name, value) in changes.as_object().into_iter().flatten() {
        object[name] = value.clone();
    }
    object
}

/// The body of `event-year/add` and `event-year/update`.
#[must_use]
pub fn event_year(slug: &str, year: &Value) -> Value {
    json!({"slug": slug, "event_year": year})
}

/// The body of `results/add`, for the year [`YEAR`].
#[must_use]
pub fn results(slug: &str, rows: &[Value]) -> Value {
    json!({"slug": slug, "year": YEAR, "results": rows})
}

/// The body of `participants/add`, for the year [`YEAR`].
#[must_use]
pub fn participants(slug: &str, people: &[Value]) -> Value {
    json!({"slug": slug, "year": YEAR, "participants": people})
}
