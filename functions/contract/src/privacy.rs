//! Requests and answers about what runners ask organisers to change (contract 4.16, 6.13).

use chute_domain::{
    birthdate::{Orders, birthday},
    privacy::{Decision, Wish},
    row::Bib,
};
use jiff::civil;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    Invalid, email,
    json::wire,
    requests::{NamesRace, names_race, of_year},
    text::{is_over, within},
};

const LONGEST_TEXT: usize = 500;
const LONGEST_EMAIL: usize = 100;
/// The maximum number of other years in a decision.
const MOST_YEARS: usize = 50;

wire! {
    /// Request of `privacy/ask`: who asks for what.
    pub struct AskPrivacy {
        /// Slug of the event: its name in web addresses. Surrounding blanks and case are ignored.
        pub slug: String,
        /// Key of the year; empty: the latest year.
        pub year: String,
        /// Bib of the runner.
        pub bib: String,
        /// `initials`, `no_age`, `hidden` or `correction`.
        pub wish: String,
        /// For a correction: what is wrong, 1 to 500 characters.
        pub text: String,
        /// Birth date of the runner, in any form that is accepted in a participant list; may be
        /// empty.
        pub birthdate: String,
        /// Phone number that the runner gave when entering; empty if they gave none.
        pub mobile: String,
        /// E-mail address for the organiser's answer; may be empty.
        pub contact: String,
    }
}

wire! {
    /// Request of `r/privacy/requests`: a year, and optionally a request about which to return more
    /// details.
    pub struct ReadPrivacy {
        /// Slug of the event: its name in web addresses. Surrounding blanks and case are ignored.
        pub slug: String,
        /// Key of the year; empty: the latest year.
        pub year: String,
        /// Id of a request whose runner to look for in the other years of the event; empty: none.
        pub id: String,
    }
}

of_year! {
    /// Request of `r/privacy/decide`: one decision about one request.
    pub struct DecidePrivacy {
        /// The `id` of the request in `r/privacy/requests`, or that of a granted wish.
        pub id: String,
        /// `grant`, `refuse` or `withdraw`.
        pub decision: String,
        /// With `grant`: other years to which it also applies, among those in which the runner was
        /// found; at most 50.
        pub years: Vec<String>,
    }
}

names_race!(AskPrivacy, ReadPrivacy);

/// A runner's request, after checks.
#[derive(Clone, PartialEq, Eq)]
pub struct Asked {
    /// The bib, trimmed.
    pub bib: String,
    /// The change that the runner wants for the public.
    pub wish: Wish,
    /// The fault to be corrected; empty for other wishes.
    pub text: String,
    /// The birth date, if one was sent.
    pub birthdate: Option<civil::Date>,
    /// The phone number, trimmed.
    pub mobile: String,
    /// The address for the answer; may be empty.
    pub contact: String,
}

impl AskPrivacy {
    /// Checks what is asked for.
    ///
    /// # Errors
    /// [`Invalid`] names the first field that is not accepted.
    pub fn checked(&self) -> Result<Asked, Invalid> {
        let bib = self.bib.trim().to_owned();
        if bib.is_empty() || is_over(&bib, 100) {
            return Err(Invalid::new("bib", "1 to 100 characters"));
        }
        let wish = Wish::named(&self.wish).ok_or(Invalid::new(
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
            text => Some(birthday(text, Orders::UNKNOWN).ok_or(Invalid::new(
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

/// The id of a request on the wire: bib and wish.
#[must_use]
pub fn request_id(bib: Bib<'_>, wish: Wish) -> String {
    format!("{}#{}", bib.as_str(), wish.name())
}

/// The bib and the wish in a request's id; `None` if it is not one.
#[must_use]
pub fn request_of(id: &str) -> Option<(&str, Wish)> {
    let (bib, wish) = id.rsplit_once('#')?;
    Some((bib.trim(), Wish::named(wish)?)).filter(|(bib, _)| !bib.is_empty() && !is_over(bib, 100))
}

/// An organiser's decision, after checks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecidedRequest {
    /// Slug of the event: its name in web addresses. Surrounding blanks and case are ignored.
    pub slug: String,
    /// Key of the year, such as `2026` or `2026-May`; must be given.
    pub year: String,
    /// The runner's bib, trimmed.
    pub bib: String,
    /// The change that the runner wants for the public.
    pub wish: Wish,
    /// The decision, checked.
    pub decision: Decision,
    /// Other years to which it also applies.
    pub years: Vec<String>,
}

names_race!(DecidedRequest);

impl DecidePrivacy {
    /// The decision, checked.
    ///
    /// # Errors
    /// [`Invalid`] names the first field that is not accepted.
    pub fn checked(self) -> Result<DecidedRequest, Invalid> {
        let (bib, wish) = request_of(&self.id).ok_or(Invalid::new("id", "the id of a request"))?;
        let decision = Decision::named(&self.decision)
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

/// Answer of `r/privacy/requests` and `r/privacy/decide`: all requests of the year, and the granted
/// wishes.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PrivacyState {
    /// The year's key.
    pub year: String,
    /// Requests of the last 90 days: open ones first, newest first.
    pub requests: Vec<RunnerRequest>,
    /// The wishes that have been granted and apply.
    pub granted: Vec<GrantedWish>,
    /// Other years of the event in which the runner of the request with the given `id` was found,
    /// by name and birth date.
    pub other_years: Vec<OtherYear>,
}

/// A request of a runner.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RunnerRequest {
    /// The id to use in a decision.
    pub id: String,
    /// Bib of the runner as they gave it, without surrounding blanks.
    pub bib: String,
    /// First name in the participant list, of a corrected bib that of its correction; empty if nobody or
    /// several people have the bib.
    pub first: String,
    /// Last name, likewise.
    pub last: String,
    /// `initials`, `no_age`, `hidden` or `correction`.
    pub wish: String,
    /// What proves who asks: `birthdate_and_mobile`, `birthdate`, or `none` if the participant list
    /// has no birth date.
    pub proof: String,
    /// For a correction: what is wrong; otherwise empty.
    pub text: String,
    /// E-mail address for the answer; may be empty.
    pub contact: String,
    /// Unix seconds when they asked.
    pub asked_at: i64,
    /// `open`, `granted`, `refused` or `withdrawn`.
    pub state: String,
    /// When it was decided, in unix seconds; 0 while it is open.
    pub decided_at: i64,
    /// Name of the account that decided; empty while it is open.
    pub decided_by: String,
}

/// A wish that has been granted and applies.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct GrantedWish {
    /// The id to use to withdraw it.
    pub id: String,
    /// Bib of the runner as they gave it, without surrounding blanks.
    pub bib: String,
    /// First name in the participant list, of a corrected bib that of its correction; empty if nobody or
    /// several people have the bib.
    pub first: String,
    /// Last name, likewise.
    pub last: String,
    /// `initials`, `no_age` or `hidden`.
    pub wish: String,
    /// When the wishes granted to this bib last changed, in unix seconds.
    pub since: i64,
    /// Name of the account that made this change.
    pub by: String,
}

/// A year in which a runner was found.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct OtherYear {
    /// The year's key.
    pub year: String,
    /// The runner's bib there.
    pub bib: String,
    /// Whether the wish already applies there.
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
    fn an_invalid_request_names_the_field(#[case] field: &str, #[case] sent: AskPrivacy) {
        assert_eq!(
            sent.checked().err().map(|invalid| invalid.field),
            Some(field)
        );
    }

    #[test]
    fn a_request_is_checked() {
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
    fn an_id_is_a_bib_and_a_wish(#[case] id: &str, #[case] expected: Option<(&str, Wish)>) {
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
    fn an_invalid_decision_names_the_field(
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
