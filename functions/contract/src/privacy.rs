//! Requests and answers about what runners ask for themselves (contract 4.16, 6.13).

use chute_domain::{
    participant::birthday,
    privacy::{Decision, Wish},
    row::Bib,
};
use jiff::civil;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    Invalid, email,
    json::wire,
    requests::{NamesRace, names_race},
    text::{is_over, within},
};

const LONGEST_TEXT: usize = 500;
const LONGEST_EMAIL: usize = 100;
/// The most other years of a decision.
const MOST_YEARS: usize = 50;

wire! {
    /// What `privacy/ask` takes: who asks, and for what.
    pub struct AskPrivacy {
        /// Slug of the event, its name in addresses. Blanks around it and capitals do not matter.
        pub slug: String,
        /// Year; empty for the latest.
        pub year: String,
        /// Bib of the runner.
        pub bib: String,
        /// `initials`, `no_age`, `hidden` or `correction`.
        pub wish: String,
        /// Of a correction: what is wrong, up to 500 characters.
        pub text: String,
        /// Birth date of the runner, in any form that a participant list takes.
        pub birthdate: String,
        /// Phone of the runner as given at entry; empty where none was.
        pub mobile: String,
        /// E-mail address for the organiser's answer; may be empty.
        pub contact: String,
    }
}

wire! {
    /// What `r/privacy/requests` takes: a year, and one request of it where more is to be told of
    /// that.
    pub struct ReadPrivacy {
        /// Slug of the event, its name in addresses. Blanks around it and capitals do not matter.
        pub slug: String,
        /// Year; empty for the latest.
        pub year: String,
        /// A request whose runner is looked for in the other years of the event; empty for none.
        pub id: String,
    }
}

wire! {
    /// What `r/privacy/decide` takes: one decision about one request.
    pub struct DecidePrivacy {
        /// Slug of the event, its name in addresses. Blanks around it and capitals do not matter.
        pub slug: String,
        /// Key of the year, such as `2026` or `2026-May`; must be given.
        pub year: String,
        /// The request's `id` of `r/privacy/requests`; of a wish that holds, that wish's.
        pub id: String,
        /// `grant`, `refuse` or `withdraw`.
        pub decision: String,
        /// With `grant`: other years in which it shall hold too, of those that the request's runner
        /// was found in.
        pub years: Vec<String>,
    }
}

names_race!(AskPrivacy, ReadPrivacy, DecidePrivacy);

/// What a runner asks for, checked.
#[derive(Clone, PartialEq, Eq)]
pub struct Asked {
    /// The bib, trimmed.
    pub bib: String,
    /// What the runner wants changed in what everybody sees.
    pub wish: Wish,
    /// What is wrong; empty but for a correction.
    pub text: String,
    /// The birth date, where one is given.
    pub birthdate: Option<civil::Date>,
    /// The phone as sent.
    pub mobile: String,
    /// The address for the answer; may be empty.
    pub contact: String,
}

impl AskPrivacy {
    /// What is asked for.
    ///
    /// # Errors
    /// [`Invalid`] names the first field that is not accepted.
    pub fn checked(&self) -> Result<Asked, Invalid> {
        let bib = self.bib.trim().to_owned();
        if bib.is_empty() || is_over(&bib, 100) {
            return Err(Invalid::new("bib", "1 to 100 characters"));
        }
        let wish = Wish::of(&self.wish).ok_or(Invalid::new(
            "wish",
            "initials, no_age, hidden or correction",
        ))?;
        let text = if wish == Wish::Correction {
            self.text.trim()
        } else {
            ""
        };
        if wish == Wish::Correction
            && (text.is_empty() || is_over(text, LONGEST_TEXT) || text.chars().any(is_odd))
        {
            return Err(Invalid::new(
                "text",
                "1 to 500 characters that say what is wrong",
            ));
        }
        let birthdate = match self.birthdate.trim() {
            "" => None,
            text => Some(birthday(text).ok_or(Invalid::new(
                "birthdate",
                "a real date, such as 1990-07-21 or 7/21/1990, or nothing",
            ))?),
        };
        within("mobile", &self.mobile, 30, "up to 30 characters")?;
        let contact = match self.contact.trim() {
            "" => "",
            text => email::checked(text, LONGEST_EMAIL)
                .ok_or(Invalid::new("contact", "an e-mail address, or nothing"))?,
        };
        let (text, mobile, contact) = (
            text.to_owned(),
            self.mobile.trim().to_owned(),
            contact.to_owned(),
        );
        Ok(Asked {
            bib,
            wish,
            text,
            birthdate,
            mobile,
            contact,
        })
    }
}

fn is_odd(c: char) -> bool {
    c.is_control() && c != '\n'
}

/// The name of a request on the wire: bib and wish.
#[must_use]
pub fn request_id(bib: Bib<'_>, wish: Wish) -> String {
    format!("{}#{}", bib.as_str(), wish.name())
}

/// The bib and the wish of a request.
#[must_use]
pub fn request_of(id: &str) -> Option<(&str, Wish)> {
    let (bib, wish) = id.rsplit_once('#')?;
    Some((bib.trim(), Wish::of(wish)?)).filter(|(bib, _)| !bib.is_empty() && !is_over(bib, 100))
}

/// What an organiser decides, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecidedRequest {
    /// Slug of the event, its name in addresses. Blanks around it and capitals do not matter.
    pub slug: String,
    /// Key of the year, such as `2026` or `2026-May`; must be given.
    pub year: String,
    /// The runner's bib, trimmed.
    pub bib: String,
    /// What the runner wants changed in what everybody sees.
    pub wish: Wish,
    /// What is decided.
    pub decision: Decision,
    /// Other years in which it shall hold too.
    pub years: Vec<String>,
}

names_race!(DecidedRequest);

impl DecidePrivacy {
    /// What is decided.
    ///
    /// # Errors
    /// [`Invalid`] names the first field that is not accepted.
    pub fn checked(self) -> Result<DecidedRequest, Invalid> {
        let (bib, wish) = request_of(&self.id).ok_or(Invalid::new("id", "the id of a request"))?;
        let decision = Decision::of(&self.decision)
            .ok_or(Invalid::new("decision", "grant, refuse or withdraw"))?;
        if !self.years.is_empty()
            && (decision != Decision::Grant
                || wish == Wish::Correction
                || self.years.len() > MOST_YEARS)
        {
            return Err(Invalid::new(
                "years",
                "only with grant, not of a correction, and at most 50",
            ));
        }
        Ok(DecidedRequest {
            bib: bib.to_owned(),
            slug: self.slug,
            year: self.year,
            wish,
            decision,
            years: self.years,
        })
    }
}

/// What `r/privacy/requests` and `r/privacy/decide` answer: all requests of the year, and what
/// holds.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PrivacyState {
    /// The year's key.
    pub year: String,
    /// Requests of the last 90 days: those that wait first, the newest first.
    pub requests: Vec<RunnerRequest>,
    /// What was granted to whom and holds.
    pub granted: Vec<GrantedWish>,
    /// Other years of the event in which the runner of the request named was found, by name and
    /// birth date.
    pub other_years: Vec<OtherYear>,
}

/// A request of a runner.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RunnerRequest {
    /// What a decision names.
    pub id: String,
    /// Bib of the runner, as they gave it, without the blanks around it.
    pub bib: String,
    /// First name in the participant list; empty when the bib is not there, or several people have
    /// it.
    pub first: String,
    /// Last name, likewise.
    pub last: String,
    /// `initials`, `no_age`, `hidden` or `correction`.
    pub wish: String,
    /// By what it is proven who asks: `birthdate_and_mobile`, `birthdate`, or `none` where the list
    /// holds no birth date.
    pub proof: String,
    /// Of a correction: what is wrong.
    pub text: String,
    /// E-mail address for the answer; may be empty.
    pub contact: String,
    /// Unix seconds when they asked.
    pub asked_at: i64,
    /// `open`, `granted`, `refused` or `withdrawn`.
    pub state: String,
    /// Unix seconds; 0 while it is open.
    pub decided_at: i64,
    /// Name of the account that decided; empty while it is open.
    pub decided_by: String,
}

/// A wish that holds.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct GrantedWish {
    /// What a withdrawal names.
    pub id: String,
    /// Bib of the runner, as they gave it, without the blanks around it.
    pub bib: String,
    /// First name in the participant list; empty when the bib is not there, or several people have
    /// it.
    pub first: String,
    /// Last name, likewise.
    pub last: String,
    /// `initials`, `no_age` or `hidden`.
    pub wish: String,
    /// Unix seconds of the last change of what was granted to this bib.
    pub since: i64,
    /// Name of the account that made it.
    pub by: String,
}

/// A year in which a runner was found.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct OtherYear {
    /// The year's key.
    pub year: String,
    /// The runner's bib there.
    pub bib: String,
    /// Whether the wish holds there already.
    pub granted: bool,
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn sent() -> AskPrivacy {
        AskPrivacy {
            bib: " 7 ".into(),
            wish: "hidden".into(),
            birthdate: "1985-03-09".into(),
            ..AskPrivacy::default()
        }
    }

    #[rstest]
    #[case("bib", AskPrivacy { bib: " ".into(), ..sent() })]
    #[case("bib", AskPrivacy { bib: "7".repeat(101), ..sent() })]
    #[case("wish", AskPrivacy { wish: "gone".into(), ..sent() })]
    #[case("wish", AskPrivacy { wish: String::new(), ..sent() })]
    #[case("text", AskPrivacy { wish: "correction".into(), ..sent() })]
    #[case("text", AskPrivacy { wish: "correction".into(), text: "x".repeat(501), ..sent() })]
    #[case("text", AskPrivacy { wish: "correction".into(), text: "a\u{7}".into(), ..sent() })]
    #[case("birthdate", AskPrivacy { birthdate: "2/30/1985".into(), ..sent() })]
    #[case("mobile", AskPrivacy { mobile: "5".repeat(31), ..sent() })]
    #[case("contact", AskPrivacy { contact: "nobody".into(), ..sent() })]
    fn what_is_refused_is_named(#[case] field: &str, #[case] sent: AskPrivacy) {
        assert_eq!(
            sent.checked().err().map(|invalid| invalid.field),
            Some(field)
        );
    }

    #[test]
    fn what_is_taken() {
        let asked = AskPrivacy {
            text: "no matter".into(),
            contact: " a@example.org ".into(),
            ..sent()
        }
        .checked()
        .ok()
        .unwrap();
        assert_eq!(
            (
                asked.bib.as_str(),
                asked.wish,
                asked.text.as_str(),
                asked.contact.as_str()
            ),
            ("7", Wish::Hidden, "", "a@example.org")
        );
        assert_eq!(asked.birthdate, Some(civil::date(1985, 3, 9)));
        let asked = AskPrivacy {
            wish: "correction".into(),
            text: " Wrong chip\ntime ".into(),
            birthdate: " ".into(),
            ..sent()
        }
        .checked();
        assert_eq!(
            asked.ok().map(|asked| (asked.text, asked.birthdate)),
            Some(("Wrong chip\ntime".into(), None))
        );
    }

    #[rstest]
    #[case("7#hidden", Some(("7", Wish::Hidden)))]
    #[case("7#8#no_age", Some(("7#8", Wish::NoAge)))]
    #[case("#hidden", None)]
    #[case("7#gone", None)]
    #[case("7", None)]
    fn ids(#[case] id: &str, #[case] expected: Option<(&str, Wish)>) {
        assert_eq!(request_of(id), expected);
        if let Some((bib, wish)) = expected {
            assert_eq!(request_id(Bib::new(bib), wish), id);
        }
    }

    #[rstest]
    #[case("7#hidden", "grant", &["2025"], None)]
    #[case("7#correction", "grant", &[], None)]
    #[case("7#correction", "grant", &["2025"], Some("years"))]
    #[case("7#hidden", "refuse", &["2025"], Some("years"))]
    #[case("7#hidden", "allow", &[], Some("decision"))]
    #[case("7", "grant", &[], Some("id"))]
    fn decisions(
        #[case] id: &str,
        #[case] decision: &str,
        #[case] years: &[&str],
        #[case] refused: Option<&str>,
    ) {
        let years = years.iter().map(|year| (*year).to_owned()).collect();
        let sent = DecidePrivacy {
            id: id.into(),
            decision: decision.into(),
            years,
            ..DecidePrivacy::default()
        };
        assert_eq!(sent.checked().err().map(|invalid| invalid.field), refused);
    }
}
