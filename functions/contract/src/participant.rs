//! Participants and bib chips in requests (contract 2.5, 2.6).

use chute_domain::{
    birthdate::{self, Orders, birthday},
    participant::{BibChip, Participant},
};
use jiff::civil;

use crate::{
    Invalid,
    json::wire,
    text::{cut, is_identity, is_over, within},
};

wire! {
    /// A participant as sent: somebody who is entered, whether or not they have results. An
    /// `updated_at` is ignored.
    pub struct ParticipantIn {
        /// Opaque id within the year, up to 100 characters, unrelated to a row's `person_id`. When
        /// adding, an empty id, `0` or `-1` asks for a new one.
        pub id: String,
        /// Bib, up to 100 characters; may be empty. When adding, an empty bib keeps the one that is
        /// stored.
        pub bib: String,
        /// First name, up to 100 characters.
        pub first: String,
        /// Last name, up to 100 characters.
        pub last: String,
        /// Birth date in the short form of any region, such as `1990/7/21`, `7/21/1990` or
        /// `21. 7. 1990`; kept as `1990/7/21`. `1901/01/01` means none. Of one participant to add,
        /// it must be a real day that is not in the future; in a list, another text means none. In
        /// an update, another text is kept as sent.
        pub birthdate: String,
        /// Gender, free text of up to 50 characters.
        pub gender: String,
        /// Age group, free text of up to 200 characters.
        pub age_group: String,
        /// Name of the distance, up to 200 characters. Required when adding.
        pub distance: String,
        /// Whether the name must not leave the server on a public route. Also withholds the name in
        /// results with this bib.
        pub anonymous: bool,
        /// Whether the person asked for a text message when they finish.
        pub sms_enabled: bool,
        /// Phone, free text of up to 30 characters; never public.
        pub mobile: String,
        /// T-shirt size or similar, free text of up to 150 characters.
        pub apparel: String,
        /// Team, club or town, free text of up to 500 characters; never public. Missing or empty:
        /// keeps the one that is stored.
        pub division: String,
    }
}

wire! {
    /// The bib to which a chip belongs, as sent.
    pub struct BibChipIn {
        /// Bib, up to 100 characters.
        pub bib: String,
        /// The chip's code, up to 100 characters. It is the identity, so sending it again moves the
        /// chip to another bib. May be empty.
        pub chip: String,
    }
}

impl BibChipIn {
    /// The chip, or `None` if its code is too long.
    #[must_use]
    pub fn checked(self) -> Option<BibChip> {
        (!is_over(&self.chip, 100)).then(|| BibChip {
            bib: cut(self.bib, 100),
            chip: self.chip,
        })
    }
}

impl ParticipantIn {
    /// The participant to *add* from a list, with its texts cut to their limits, or `None` if it is
    /// invalid. What is no birth date up to `today` means that there is none: nobody is left out
    /// for it. The id is empty if the server has to make one. The store sets `updated_at`.
    #[must_use]
    pub fn added(mut self, orders: Orders, today: civil::Date) -> Option<Participant> {
        self.check_added().ok()?;
        self.birthdate = self
            .born(orders, today)
            .unwrap_or_else(|| birthdate::NONE.to_owned());
        Some(self.new_entry())
    }

    /// The participant to *update* from a list, with its texts cut to their limits, or `None` if
    /// its id cannot be stored. Birth date and distance are not checked: old data must stay
    /// editable.
    #[must_use]
    pub fn updated(self, orders: Orders) -> Option<Participant> {
        self.check_updated().ok()?;
        Some(self.changed(orders))
    }

    /// The only participant to *add*: like [`ParticipantIn::added`], but a text over its limit is
    /// refused, and so is what is no birth date.
    ///
    /// # Errors
    /// [`Invalid`] names the first field that is not accepted.
    pub fn one_added(mut self, today: civil::Date) -> Result<Participant, Invalid> {
        self.check_added()?;
        self.check_limits()?;
        self.birthdate = self.born(Orders::UNKNOWN, today).ok_or(Invalid::new(
            "birthdate",
            "a real date that is not in the future, such as 7/21/1990 or 1990-07-21",
        ))?;
        Ok(self.new_entry())
    }

    /// The only participant to *update*: like [`ParticipantIn::updated`], but a text over its limit
    /// is refused.
    ///
    /// # Errors
    /// [`Invalid`] names the first field that is not accepted.
    pub fn one_updated(self) -> Result<Participant, Invalid> {
        self.check_updated()?;
        self.check_limits()?;
        Ok(self.changed(Orders::UNKNOWN))
    }

    /// The birth date as it is stored, if it is one up to `today`.
    fn born(&self, orders: Orders, today: civil::Date) -> Option<String> {
        birthday(&self.birthdate, orders)
            .filter(|date| *date <= today)
            .map(birthdate::written)
    }

    fn check_added(&self) -> Result<(), Invalid> {
        within("id", &self.id, 100, "up to 100 characters")?;
        if self.distance.is_empty() {
            return Err(Invalid::new("distance", "must be given"));
        }
        Ok(())
    }

    fn check_updated(&self) -> Result<(), Invalid> {
        if is_identity(&self.id, 100) {
            Ok(())
        } else {
            Err(Invalid::new("id", "1 to 100 characters"))
        }
    }

    fn check_limits(&self) -> Result<(), Invalid> {
        within("bib", &self.bib, 100, "up to 100 characters")?;
        within("first", &self.first, 100, "up to 100 characters")?;
        within("last", &self.last, 100, "up to 100 characters")?;
        within(
            "birthdate",
            self.birthdate.trim(),
            30,
            "up to 30 characters",
        )?;
        within("gender", &self.gender, 50, "up to 50 characters")?;
        within("age_group", &self.age_group, 200, "up to 200 characters")?;
        within("distance", &self.distance, 200, "up to 200 characters")?;
        within("mobile", &self.mobile, 30, "up to 30 characters")?;
        within("apparel", &self.apparel, 150, "up to 150 characters")?;
        within("division", &self.division, 500, "up to 500 characters")
    }

    fn new_entry(self) -> Participant {
        let asks_for_id = matches!(self.id.as_str(), "0" | "-1");
        let who = self.cut();
        if asks_for_id {
            Participant {
                id: String::new(),
                ..who
            }
        } else {
            who
        }
    }

    fn changed(mut self, orders: Orders) -> Participant {
        if let Some(born) = self.born(orders, civil::Date::MAX) {
            self.birthdate = born;
        }
        self.cut()
    }

    fn cut(self) -> Participant {
        Participant {
            id: self.id,
            bib: cut(self.bib, 100),
            first: cut(self.first, 100),
            last: cut(self.last, 100),
            birthdate: cut(self.birthdate.trim().to_owned(), 30),
            gender: cut(self.gender, 50),
            age_group: cut(self.age_group, 200),
            distance: cut(self.distance, 200),
            anonymous: self.anonymous,
            sms_enabled: self.sms_enabled,
            mobile: cut(self.mobile, 30),
            apparel: cut(self.apparel, 150),
            division: cut(self.division, 500),
            ..Participant::default()
        }
    }
}

/// The order of day and month that the birth dates of one call share (contract 2.5).
#[must_use]
pub fn orders_of(sent: &[ParticipantIn]) -> Orders {
    Orders::of(sent.iter().map(|who| who.birthdate.as_str()))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn sent() -> ParticipantIn {
        ParticipantIn {
            id: "1".into(),
            birthdate: " 7/21/1990 ".into(),
            distance: "10 KM".into(),
            ..ParticipantIn::default()
        }
    }

    const TODAY: civil::Date = civil::date(2026, 5, 2);
    const ALONE: Orders = Orders::UNKNOWN;

    /// In a list nobody is left out for a birth date; one person alone can mend it.
    #[rstest]
    #[case("", birthdate::NONE, "")]
    #[case("1901/01/01", birthdate::NONE, birthdate::NONE)]
    #[case("7/21/2090", birthdate::NONE, "2090/7/21")]
    #[case("2/30/1985", birthdate::NONE, "2/30/1985")]
    #[case("1364/12/18", birthdate::NONE, "1364/12/18")]
    #[case(" soon ", birthdate::NONE, "soon")]
    #[case("21. 7. 1990 0:00:00", "1990/7/21", "1990/7/21")]
    fn a_birth_date_is_kept_with_its_year_first(
        #[case] birthdate: &str,
        #[case] added: &str,
        #[case] updated: &str,
    ) {
        let sent = ParticipantIn {
            birthdate: birthdate.into(),
            ..sent()
        };
        let (many, one) = (
            sent.clone().added(ALONE, TODAY),
            sent.clone().one_added(TODAY),
        );
        assert_eq!(many.unwrap().birthdate, added);
        match one {
            Ok(who) => assert_eq!((who.birthdate.as_str(), added), (updated, updated)),
            Err(invalid) => assert_eq!((invalid.field, added), ("birthdate", birthdate::NONE)),
        }
        assert_eq!(sent.clone().updated(ALONE).unwrap().birthdate, updated);
        assert_eq!(sent.one_updated().unwrap().birthdate, updated);
    }

    #[test]
    fn the_other_dates_of_a_call_tell_which_number_is_the_day() {
        let sent: Vec<ParticipantIn> = ["3/9/1985", "25/12/1985", "1901/01/01"]
            .map(|birthdate| ParticipantIn {
                birthdate: birthdate.into(),
                ..sent()
            })
            .into();
        let orders = orders_of(&sent);
        let kept = sent
            .into_iter()
            .map(|who| who.added(orders, TODAY).unwrap().birthdate);
        assert_eq!(
            kept.collect::<Vec<_>>(),
            ["1985/9/3", "1985/12/25", "1901/01/01"]
        );
    }

    #[rstest]
    #[case("id", ParticipantIn { id: "i".repeat(101), ..sent() }, false, false)]
    #[case("id", ParticipantIn { id: String::new(), ..sent() }, true, false)]
    #[case("distance", ParticipantIn { distance: String::new(), ..sent() }, false, true)]
    fn an_add_and_an_update_require_different_fields(
        #[case] field: &str,
        #[case] sent: ParticipantIn,
        #[case] added: bool,
        #[case] updated: bool,
    ) {
        assert_eq!(
            (
                sent.clone().added(ALONE, TODAY).is_some(),
                sent.clone().updated(ALONE).is_some()
            ),
            (added, updated)
        );
        let (one_added, one_updated) = (sent.clone().one_added(TODAY), sent.one_updated());
        assert_eq!((one_added.is_ok(), one_updated.is_ok()), (added, updated));
        let refused = one_added.err().into_iter().chain(one_updated.err());
        assert!(
            refused
                .map(|invalid| invalid.field)
                .all(|named| named == field)
        );
    }

    #[rstest]
    #[case("bib", ParticipantIn { bib: "é".repeat(101), ..sent() })]
    #[case("first", ParticipantIn { first: "é".repeat(101), ..sent() })]
    #[case("last", ParticipantIn { last: "é".repeat(101), ..sent() })]
    #[case("birthdate", ParticipantIn { birthdate: "é".repeat(31), ..sent() })]
    #[case("gender", ParticipantIn { gender: "é".repeat(51), ..sent() })]
    #[case("age_group", ParticipantIn { age_group: "é".repeat(201), ..sent() })]
    #[case("distance", ParticipantIn { distance: "é".repeat(201), ..sent() })]
    #[case("mobile", ParticipantIn { mobile: "é".repeat(31), ..sent() })]
    #[case("apparel", ParticipantIn { apparel: "é".repeat(151), ..sent() })]
    #[case("division", ParticipantIn { division: "é".repeat(501), ..sent() })]
    fn over_the_limit_one_is_refused_and_a_row_is_cut(
        #[case] field: &str,
        #[case] sent: ParticipantIn,
    ) {
        assert_eq!(sent.clone().one_added(TODAY).unwrap_err().field, field);
        assert_eq!(sent.clone().one_updated().unwrap_err().field, field);
        let (added, updated) = (
            sent.clone().added(ALONE, TODAY).unwrap(),
            sent.updated(ALONE).unwrap(),
        );
        let added = Participant {
            birthdate: updated.birthdate.clone(),
            ..added
        };
        assert_eq!(added, updated);
        let texts = [
            &added.bib,
            &added.first,
            &added.last,
            &added.birthdate,
            &added.gender,
            &added.age_group,
        ];
        let lengths = texts.map(|text| text.chars().count());
        assert!(
            lengths
                .into_iter()
                .zip([100, 100, 100, 30, 50, 200])
                .all(|(length, limit)| length <= limit)
        );
        assert!(
            [
                (&added.distance, 200),
                (&added.mobile, 30),
                (&added.apparel, 150),
                (&added.division, 500)
            ]
            .iter()
            .all(|(text, limit)| text.chars().count() <= *limit)
        );
    }

    #[rstest]
    #[case("", "", "")]
    #[case("0", "", "0")]
    #[case("-1", "", "-1")]
    #[case("a", "a", "a")]
    fn an_add_asks_for_an_id(#[case] id: &str, #[case] added: &str, #[case] updated: &str) {
        let sent = ParticipantIn {
            id: id.into(),
            ..sent()
        };
        let who = sent.clone().added(ALONE, TODAY).unwrap();
        assert_eq!(
            (who.id.as_str(), who.birthdate.as_str()),
            (added, "1990/7/21")
        );
        assert_eq!(
            sent.updated(ALONE).map(|who| who.id).unwrap_or_default(),
            updated
        );
    }
}
