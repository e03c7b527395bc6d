//! Participants and bib chips in requests (contract 2.5, 2.6).

use chute_domain::participant::{BibChip, Participant};
use jiff::civil;

use crate::{
    json::wire,
    text::{cut, is_over},
};

wire! {
    /// A participant as sent.
    pub struct ParticipantIn {
        /// Id; empty, `0` or `-1` asks for a new one.
        pub id: String,
        /// Bib.
        pub bib: String,
        /// First name.
        pub first: String,
        /// Last name.
        pub last: String,
        /// Birth date.
        pub birthdate: String,
        /// Gender.
        pub gender: String,
        /// Age group.
        pub age_group: String,
        /// Distance.
        pub distance: String,
        /// Anonymous.
        pub anonymous: bool,
        /// Finish text wanted.
        pub sms_enabled: bool,
        /// Phone.
        pub mobile: String,
        /// T-shirt.
        pub apparel: String,
    }
}

wire! {
    /// A bib chip as sent.
    pub struct BibChipIn {
        /// Bib.
        pub bib: String,
        /// Chip, the identity.
        pub chip: String,
    }
}

impl BibChipIn {
    /// The chip, or `None` when its identity is over the limit.
    #[must_use]
    pub fn checked(self) -> Option<BibChip> {
        (!is_over(&self.chip, 100)).then(|| BibChip { bib: cut(self.bib, 100), chip: self.chip })
    }
}

impl ParticipantIn {
    /// The participant of an *add*, or `None` when it is invalid. `today` bounds the birth date; the id stays empty where the server
    /// makes one. `updated_at` is the store's.
    #[must_use]
    pub fn added(self, today: civil::Date) -> Option<Participant> {
        let birthdate = self.birthdate.trim();
        if is_over(&self.id, 100) || self.distance.is_empty() || !is_birthdate(birthdate, today) {
            return None;
        }
        let id = if matches!(self.id.as_str(), "" | "0" | "-1") { String::new() } else { self.id };
        Some(Participant {
            id,
            birthdate: cut(birthdate.to_owned(), 30),
            bib: cut(self.bib, 100),
            first: cut(self.first, 100),
            last: cut(self.last, 100),
            gender: cut(self.gender, 50),
            age_group: cut(self.age_group, 200),
            distance: cut(self.distance, 200),
            anonymous: self.anonymous,
            sms_enabled: self.sms_enabled,
            mobile: cut(self.mobile, 30),
            apparel: cut(self.apparel, 150),
            updated_at: 0,
        })
    }
}

/// Whether the text is a birth date (contract 2.5): a real day, not after `today`; a time of day behind it is ignored.
#[must_use]
pub fn is_birthdate(text: &str, today: civil::Date) -> bool {
    let date = text.split([' ', 'T']).next().unwrap_or_default();
    let Some(separator) = date.chars().find(|c| !c.is_ascii_digit()).filter(|c| matches!(c, '/' | '-' | '.')) else { return false };
    let parts: Vec<&str> = date.split(separator).collect();
    let number = |text: &str, most: usize| -> Option<i16> {
        ((1..=most).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit())).then(|| text.parse().ok()).flatten()
    };
    let [first, second, third] = parts.as_slice() else { return false };
    let (year, month, day) = if first.len() == 4 && separator != '.' {
        (number(first, 4), number(second, 2), number(third, 2))
    } else if third.len() == 4 {
        let (a, b) = (number(first, 2), number(second, 2));
        let day_first = separator == '.' || a.is_some_and(|a| a > 12);
        if day_first { (number(third, 4), b, a) } else { (number(third, 4), a, b) }
    } else {
        return false;
    };
    let (Some(year), Some(month), Some(day)) = (year, month, day) else { return false };
    let (Ok(month), Ok(day)) = (i8::try_from(month), i8::try_from(day)) else { return false };
    civil::Date::new(year, month, day).is_ok_and(|date| date <= today)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("3/9/1985", true)]
    #[case("1985/3/9", true)]
    #[case("1985-03-09", true)]
    #[case("3-9-1985", true)]
    #[case("9.3.1985", true)]
    #[case("31.12.1985", true)]
    #[case("25/12/1985", true)]
    #[case("1901/01/01", true)]
    #[case("3/9/1985 00:00:00", true)]
    #[case("1985-03-09T00:00:00", true)]
    #[case("", false)]
    #[case("1985", false)]
    #[case("2/30/1985", false)]
    #[case("13/13/1985", false)]
    #[case("3/9/85", false)]
    #[case("3/9/2099", false)]
    #[case("003/9/1985", false)]
    #[case("3/9-1985", false)]
    #[case("born in May", false)]
    fn birthdates(#[case] text: &str, #[case] expected: bool) {
        assert_eq!(is_birthdate(text, civil::date(2026, 5, 2)), expected, "{text}");
    }
}
