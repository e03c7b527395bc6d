//! Requests and answers about single runners that an organiser corrects by hand (contract 4.20,
//! 6.15).

use chute_domain::{
    by_hand::{Moves, Podium},
    corrections::{Outcome, Values},
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    Invalid,
    json::wire,
    requests::{NamesRace, names_race, of_year},
    text::is_over,
};

const LONGEST_TEXT: usize = 100;
const LONGEST_REASON: usize = 500;
const OLDEST: i64 = 130;
/// The longest time, in milliseconds: one second more is a DNF (contract 6.7).
const LONGEST_MS: i64 = 999_999_999;

of_year! {
    /// Request of `r/corrections/list`: a year, and optionally a bib whose runners to list.
    pub struct ListCorrections {
        /// The bib of the runners to list, whether corrected or not; empty: none.
        pub bib: String,
    }
}

of_year! {
    /// Request of `r/corrections/save`: what is corrected of one runner from now on.
    pub struct SaveCorrection {
        /// `born` of `r/corrections/list`.
        pub born: String,
        /// `id` of the runner there.
        pub id: String,
        /// `seen` of the runner there.
        pub seen: String,
        /// All values that are corrected; an empty object takes the correction back.
        pub corrected: Option<CorrectedValues>,
        /// Why, for staff only, up to 500 characters.
        pub reason: String,
        /// Whether to report what it would do, without doing it.
        pub dry_run: bool,
    }
}

wire! {
    /// Corrected values of a runner; those that are missing or null are as they are uploaded.
    pub struct CorrectedValues {
        /// The bib that is shown instead of the uploaded one, 1 to 100 characters; nobody else of
        /// the year has it.
        pub bib: Option<String>,
        /// First name, up to 100 characters.
        pub first: Option<String>,
        /// Last name, up to 100 characters; first and last name are not both empty.
        pub last: Option<String>,
        /// Gender, up to 100 characters.
        pub gender: Option<String>,
        /// Age on race day, 0 to 130; −1: unknown.
        pub age: Option<i64>,
        /// Age group, up to 100 characters.
        pub age_group: Option<String>,
        /// Division, up to 100 characters.
        pub division: Option<String>,
        /// Name of the distance, 1 to 100 characters.
        pub distance: Option<String>,
        /// `finished`, `dnf`, `dns`, `dsq` or `none`.
        pub status: Option<String>,
        /// Clock time since the gun in milliseconds, 0 to 999,999,999; only with `finished`.
        pub clock_ms: Option<i64>,
        /// Chip time in milliseconds, 0 to 999,999,999; only with `finished`. Of clock and chip
        /// time one that is missing is the other.
        pub chip_ms: Option<i64>,
    }
}

names_race!(CheckedCorrection);

/// A correction, after checks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedCorrection {
    /// Slug of the event: its name in web addresses. Surrounding blanks and case are ignored.
    pub slug: String,
    /// Key of the year, such as `2026` or `2026-May`; must be given.
    pub year: String,
    /// Names one incarnation of the year.
    pub born: String,
    /// The id of the runner.
    pub id: String,
    /// The digest of the runner's values that the caller saw.
    pub seen: String,
    /// The corrected values.
    pub values: Values,
    /// The bib that is shown instead of the uploaded one, trimmed.
    pub bib: Option<String>,
    /// Why, trimmed.
    pub reason: String,
    /// Whether nothing is to be stored.
    pub dry_run: bool,
}

impl SaveCorrection {
    /// The correction, checked.
    ///
    /// # Errors
    /// [`Invalid`] names the first field that is not accepted.
    pub fn checked(self) -> Result<CheckedCorrection, Invalid> {
        let corrected = self.corrected.ok_or(Invalid::new(
            "corrected",
            "an object with the corrected values",
        ))?;
        let reason = self.reason.trim();
        if is_over(reason, LONGEST_REASON) || reason.chars().any(|c| c.is_control() && c != '\n') {
            return Err(Invalid::new("reason", "up to 500 characters"));
        }
        let bib = text("bib", corrected.bib.clone())?;
        if bib.as_deref() == Some("") {
            return Err(Invalid::new("bib", "1 to 100 characters"));
        }
        Ok(CheckedCorrection {
            values: corrected.checked()?,
            bib,
            reason: reason.to_owned(),
            slug: self.slug,
            year: self.year,
            born: self.born,
            id: self.id,
            seen: self.seen,
            dry_run: self.dry_run,
        })
    }
}

impl CorrectedValues {
    fn checked(self) -> Result<Values, Invalid> {
        let outcome = self.outcome()?;
        let distance = text("distance", self.distance)?;
        if distance.as_deref() == Some("") {
            return Err(Invalid::new("distance", "1 to 100 characters"));
        }
        if self.age.is_some_and(|age| !(-1..=OLDEST).contains(&age)) {
            return Err(Invalid::new("age", "0 to 130, or -1"));
        }
        let (first, last) = (text("first", self.first)?, text("last", self.last)?);
        if first.as_deref() == Some("") && last.as_deref() == Some("") {
            return Err(Invalid::new("last", "a first or a last name"));
        }
        Ok(Values {
            first,
            last,
            gender: text("gender", self.gender)?,
            age: self.age,
            age_group: text("age_group", self.age_group)?,
            division: text("division", self.division)?,
            distance,
            outcome,
        })
    }

    fn outcome(&self) -> Result<Option<Outcome>, Invalid> {
        let is_timed = self.clock_ms.is_some() || self.chip_ms.is_some();
        let outcome = match self.status.as_deref() {
            Some("finished") => return self.finish().map(Some),
            Some("dnf") => Some(Outcome::Dnf),
            Some("dns") => Some(Outcome::Dns),
            Some("dsq") => Some(Outcome::Dsq),
            Some("none") => Some(Outcome::Nothing),
            None => None,
            Some(_) => {
                return Err(Invalid::new("status", "finished, dnf, dns, dsq or none"));
            }
        };
        if is_timed {
            return Err(Invalid::new(
                "clock_ms",
                "a time only with the status finished",
            ));
        }
        Ok(outcome)
    }

    fn finish(&self) -> Result<Outcome, Invalid> {
        let known = |ms: i64| (0..=LONGEST_MS).contains(&ms);
        let times = (self.clock_ms.or(self.chip_ms)).zip(self.chip_ms.or(self.clock_ms));
        match times {
            Some((clock_ms, chip_ms)) if known(clock_ms) && known(chip_ms) => {
                Ok(Outcome::Finished { clock_ms, chip_ms })
            }
            _ => Err(Invalid::new(
                "clock_ms",
                "milliseconds, 0 to 999999999, of a finisher",
            )),
        }
    }
}

fn text(field: &'static str, text: Option<String>) -> Result<Option<String>, Invalid> {
    let Some(text) = text else { return Ok(None) };
    let text = text.trim();
    if is_over(text, LONGEST_TEXT) || text.chars().any(char::is_control) {
        return Err(Invalid::new(field, "up to 100 characters"));
    }
    Ok(Some(text.to_owned()))
}

/// Answer of `r/corrections/list`.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CorrectionsState {
    /// The year's key.
    pub year: String,
    /// Names one incarnation of the year.
    pub born: String,
    /// All corrections that stand: those with a conflict first, then by bib.
    pub corrections: Vec<Corrected>,
    /// The runners with the bib that was asked for.
    pub runners: Vec<CorrectableRunner>,
}

/// A correction that stands.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Corrected {
    /// The person in one distance: bib, folded name and the uploader's id, as uploaded when first
    /// corrected.
    pub id: String,
    /// The uploaded bib, without surrounding blanks.
    pub bib: String,
    /// The corrected first name.
    pub first: String,
    /// The corrected last name.
    pub last: String,
    /// The corrected distance.
    pub distance: String,
    /// `stands`, `conflict` or `absent`.
    pub state: &'static str,
    /// The corrected fields for which another value is uploaded, or entered, by now, and names that are
    /// others.
    pub conflicts: Vec<&'static str>,
    /// Why, for staff only.
    pub reason: String,
    /// When it was last changed, in unix seconds.
    pub since: i64,
    /// Name of the account that changed it.
    pub by: String,
    /// What is known of the runner; to be sent back.
    pub seen: String,
    /// The corrected values.
    pub corrected: RunnerValues,
    /// The uploaded values over which it was made; where nothing was uploaded those of the participant
    /// list.
    pub before: RunnerValues,
    /// What is uploaded now, also of somebody else with the bib of an entry; null: nothing is.
    pub uploaded: Option<RunnerValues>,
    /// What the participant list says now of an entry of which nothing is uploaded.
    pub entered: Option<RunnerValues>,
}

/// A runner who can be corrected.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CorrectableRunner {
    /// The person; to be sent back.
    pub id: String,
    /// The uploaded bib, without surrounding blanks.
    pub bib: String,
    /// What is known of the runner; to be sent back.
    pub seen: String,
    /// The corrected values; none of them if there is no correction.
    pub corrected: RunnerValues,
    /// Why, for staff only; empty if there is no correction.
    pub reason: String,
    /// What is uploaded; null: nothing is.
    pub uploaded: Option<RunnerValues>,
    /// What the participant list says of a runner of whom nothing is uploaded.
    pub entered: Option<RunnerValues>,
}

/// Values of a runner; those that are not meant are missing.
#[derive(Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct RunnerValues {
    /// The bib, without surrounding blanks.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub bib: Option<String>,
    /// First name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub first: Option<String>,
    /// Last name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub last: Option<String>,
    /// Gender.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub gender: Option<String>,
    /// Age on race day; −1 and 0: unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub age: Option<i64>,
    /// Age group.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub age_group: Option<String>,
    /// Division.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub division: Option<String>,
    /// Name of the distance.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub distance: Option<String>,
    /// `finished`, `dnf`, `dns`, `dsq` or `none`: no finish, DNF or DNS.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub status: Option<&'static str>,
    /// Clock time since the gun in milliseconds, of a finisher.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub clock_ms: Option<i64>,
    /// Chip time in milliseconds, of a finisher.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub chip_ms: Option<i64>,
}

impl RunnerValues {
    /// The values with a bib.
    #[must_use]
    pub fn with_bib(self, bib: Option<&str>) -> Self {
        let bib = bib.map(str::to_owned);
        Self { bib, ..self }
    }
}

impl From<Values> for RunnerValues {
    fn from(values: Values) -> Self {
        let times = values.outcome.and_then(Outcome::times);
        Self {
            bib: None,
            first: values.first,
            last: values.last,
            gender: values.gender,
            age: values.age,
            age_group: values.age_group,
            division: values.division,
            distance: values.distance,
            status: values.outcome.map(Outcome::name),
            clock_ms: times.map(|(clock, _)| clock),
            chip_ms: times.map(|(_, chip)| chip),
        }
    }
}

/// Answer of `r/corrections/save`: what readers will see otherwise.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SavedCorrection {
    /// Whether anything was written, or would be.
    pub changed: bool,
    /// How many other runners get another place.
    pub moved: usize,
    /// Who is among the first three instead of whom.
    pub first_three: Vec<Podium>,
}

impl SavedCorrection {
    /// The answer for a correction that changes something or nothing.
    #[must_use]
    pub fn new(changed: bool, moves: Moves) -> Self {
        Self {
            changed,
            moved: moves.moved,
            first_three: moves.first_three,
        }
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;
    use serde_json::{Value, json};

    use super::*;

    fn checked(corrected: &Value) -> Result<Values, Invalid> {
        let body = json!({"corrected": corrected}).to_string();
        let request: SaveCorrection = crate::json::read(body.as_bytes()).unwrap();
        request.checked().map(|checked| checked.values)
    }

    #[rstest]
    #[case(json!(null), "corrected")]
    #[case(json!({"first": "", "last": " "}), "last")]
    #[case(json!({"gender": "x".repeat(101)}), "gender")]
    #[case(json!({"division": "a\u{7}"}), "division")]
    #[case(json!({"distance": " "}), "distance")]
    #[case(json!({"bib": " "}), "bib")]
    #[case(json!({"bib": "7\n8"}), "bib")]
    #[case(json!({"age": 131}), "age")]
    #[case(json!({"age": -2}), "age")]
    #[case(json!({"status": "on-course"}), "status")]
    #[case(json!({"status": "finished"}), "clock_ms")]
    #[case(json!({"status": "finished", "clock_ms": -1}), "clock_ms")]
    #[case(json!({"status": "finished", "clock_ms": 1, "chip_ms": 1_000_000_000}), "clock_ms")]
    #[case(json!({"status": "dnf", "clock_ms": 1}), "clock_ms")]
    #[case(json!({"clock_ms": 1}), "clock_ms")]
    fn an_invalid_correction_names_the_field(#[case] corrected: Value, #[case] field: &str) {
        assert_eq!(checked(&corrected).unwrap_err().field, field);
    }

    #[rstest]
    #[case(json!({}), Values::default())]
    #[case(json!({"first": " Ana ", "last": null}), Values { first: Some("Ana".into()), ..Values::default() })]
    #[case(json!({"age": -1, "division": ""}), Values { age: Some(-1), division: Some(String::new()), ..Values::default() })]
    #[case(json!({"status": "finished", "chip_ms": 5}), Values { outcome: Some(Outcome::Finished { clock_ms: 5, chip_ms: 5 }), ..Values::default() })]
    #[case(json!({"status": "none"}), Values { outcome: Some(Outcome::Nothing), ..Values::default() })]
    fn a_valid_correction_is_read(#[case] corrected: Value, #[case] values: Values) {
        assert_eq!(checked(&corrected), Ok(values));
    }
}
