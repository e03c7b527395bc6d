//! Privacy requests of runners (contract 6.13): what is still shown once a wish is granted, and
//! what proves who is asking.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::{
    birthdate::{Orders, birthday},
    limit::Limit,
    named::named,
    participant::{Participant, ResultParticipant},
    phone::Phone,
    row::{Bib, Person, ResultRow},
    subscription::name_form,
};

named! {
    /// A runner's wish.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Wish {
        /// To be shown by initials.
        Initials = "initials",
        /// To be shown without age and age group.
        NoAge = "no_age",
        /// Not to be named at all: anonymous (contract 6.6).
        Hidden = "hidden",
        /// To have a mistake corrected, described in a text for the organiser.
        Correction = "correction",
    }
}

/// The granted wishes for a bib in a year. They are stored separately from what the timing client
/// uploads, so that no upload undoes them.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub struct Wishes {
    /// Only the initials of the name are shown.
    pub initials: bool,
    /// Age and age group are not shown.
    pub no_age: bool,
    /// The person is anonymous.
    pub hidden: bool,
}

impl Wishes {
    /// Whether any wish is granted.
    #[must_use]
    pub fn any(self) -> bool {
        self != Self::default()
    }

    /// Whether this wish is granted; a correction never is.
    #[must_use]
    pub fn has(self, wish: Wish) -> bool {
        match wish {
            Wish::Initials => self.initials,
            Wish::NoAge => self.no_age,
            Wish::Hidden => self.hidden,
            Wish::Correction => false,
        }
    }

    /// Returns these wishes with one of them granted or withdrawn. A correction does not change
    /// what is shown.
    #[must_use]
    pub fn with(mut self, wish: Wish, granted: bool) -> Self {
        match wish {
            Wish::Initials => self.initials = granted,
            Wish::NoAge => self.no_age = granted,
            Wish::Hidden => self.hidden = granted,
            Wish::Correction => {}
        }
        self
    }

    /// Whether one of these wishes is none of the others.
    #[must_use]
    pub fn covers_more_than(self, other: Self) -> bool {
        self.and(other) != other
    }

    /// Both wishes together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            initials: self.initials || other.initials,
            no_age: self.no_age || other.no_age,
            hidden: self.hidden || other.hidden,
        }
    }

    /// Reduces a row to what may be shown. Without an age there is no age-group place either, since
    /// that would reveal the group.
    pub fn apply(self, row: &mut ResultRow) {
        self.apply_to_person(&mut row.person);
        if self.no_age {
            row.passage.age_ranking = UNPLACED;
        }
    }

    /// Reduces a person to what may be shown; it is up to the caller to leave out the names of
    /// anonymous people.
    pub fn apply_to_person(self, person: &mut Person) {
        person.anonymous |= self.hidden;
        if self.initials {
            (person.first, person.last) = (initial(&person.first), initial(&person.last));
        }
        if self.no_age {
            person.age = NO_AGE;
            person.age_group.clear();
        }
    }

    /// The public part of a participant; `None` if nothing is public.
    #[must_use]
    pub fn shown(self, who: &ResultParticipant) -> Option<ResultParticipant> {
        let mut shown = who.clone();
        if self.initials {
            (shown.first, shown.last) = (initial(&who.first), initial(&who.last));
        }
        if self.no_age {
            shown.age_group.clear();
        }
        (!self.hidden).then_some(shown)
    }
}

/// Unknown age (contract 2.3).
const NO_AGE: i64 = -1;
/// Not placed.
const UNPLACED: i64 = -1;

/// The first letter or digit of a name with its accents, in upper case and followed by a full stop;
/// empty if there is none.
#[must_use]
pub fn initial(name: &str) -> String {
    let mut from = name.chars().skip_while(|c| !c.is_alphanumeric());
    let Some(first) = from.next() else {
        return String::new();
    };
    let mut initial: String = first.to_uppercase().collect();
    // an accent that is a character of its own belongs to the letter before it
    initial.extend(
        from.take_while(|c| ('\u{300}'..='\u{36f}').contains(c))
            .take(MOST_MARKS),
    );
    initial.push('.');
    initial
}

/// The maximum number of marks on a letter; no real name has more.
const MOST_MARKS: usize = 3;

named! {
    /// The organiser's decision about a request.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Decision {
        /// The request is granted; for a correction: it is done.
        Grant = "grant",
        /// The request is refused.
        Refuse = "refuse",
        /// Withdraws a grant.
        Withdraw = "withdraw",
    }
}

named! {
    /// The state of a request.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum RequestState {
        /// It is waiting for the organiser.
        #[default]
        Open = "open",
        /// It was granted.
        Granted = "granted",
        /// The organiser refused.
        Refused = "refused",
        /// It was granted and later withdrawn.
        Withdrawn = "withdrawn",
    }
}

/// Why a decision cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undecided {
    /// There is no such request.
    Unknown,
    /// It has already been decided differently.
    Otherwise,
}

impl RequestState {
    /// The new state of a request about a wish; `request` is `None` if there is none, or no longer
    /// one. Repeating a decision changes nothing. A granted wish outlives its request and can be
    /// withdrawn without it: `in_force` says whether it is granted.
    ///
    /// # Errors
    /// [`Undecided`] says why the decision cannot be made.
    pub fn after(
        decision: Decision,
        request: Option<Self>,
        in_force: bool,
    ) -> Result<Self, Undecided> {
        match (decision, request) {
            (Decision::Grant, Some(Self::Open | Self::Granted)) => Ok(Self::Granted),
            (Decision::Refuse, Some(Self::Open | Self::Refused)) => Ok(Self::Refused),
            (Decision::Withdraw, Some(Self::Withdrawn)) => Ok(Self::Withdrawn),
            (Decision::Withdraw, _) if in_force => Ok(Self::Withdrawn),
            (_, None) => Err(Undecided::Unknown),
            (_, Some(_)) => Err(Undecided::Otherwise),
        }
    }

    /// Whether the same request, sent again with the proof `proof`, replaces one in this state with
    /// the proof `known`.
    #[must_use]
    pub fn gives_way(self, known: Proof, wish: Wish, proof: Proof) -> bool {
        match self {
            // an unproven request never replaces a proven one
            Self::Open => proof != Proof::None || known == Proof::None,
            // it is granted already; only for a correction there may be more to do
            Self::Granted => wish == Wish::Correction,
            Self::Refused | Self::Withdrawn => true,
        }
    }
}

named! {
    /// The proof of who asks.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Proof {
        /// The participant list has no birth date for this bib, so nothing can be proven: the organiser
        /// has to find out in some other way.
        None = "none",
        /// The birth date; the list has no phone for the person.
        Birthdate = "birthdate",
        /// The birth date and the phone.
        BirthdateAndMobile = "birthdate_and_mobile",
    }
}

impl Proof {
    /// The proof that these details give for the participants with a bib; `None` if they are wrong.
    /// Details that the list does not have are not asked for. If several people have the bib, the
    /// details must match one of them.
    pub fn by<'p>(
        of_bib: impl IntoIterator<Item = &'p Participant>,
        birthdate: Option<Date>,
        mobile: &str,
    ) -> Option<Self> {
        let (mut some_can, mut best) = (false, None);
        for who in of_bib {
            let Some(born) = born(who) else { continue };
            some_can = true;
            let told = match phone_digits(&who.mobile) {
                None => Some(Self::Birthdate),
                Some(known) => {
                    (phone_digits(mobile) == Some(known)).then_some(Self::BirthdateAndMobile)
                }
            };
            best = best.or(told.filter(|_| birthdate == Some(born)));
        }
        if some_can { best } else { Some(Self::None) }
    }
}

/// The birth date in the list; `1901/01/01` means none (contract 2.5).
fn born(who: &Participant) -> Option<Date> {
    birthday(&who.birthdate, Orders::UNKNOWN).filter(|date| *date != Date::constant(1901, 1, 1))
}

/// A phone number in a comparable form, if the text can be one: that of contract 2.12, else its
/// digits.
fn phone_digits(text: &str) -> Option<String> {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let phone = Phone::subscriber(text).or_else(|| Phone::of_digits(&digits));
    match phone {
        Some(phone) => Some(phone.e164().to_owned()),
        None => (digits.len() >= FEWEST_DIGITS).then_some(digits),
    }
}

/// The minimum number of digits in a phone number.
const FEWEST_DIGITS: usize = 6;

/// The bib, in another year, of the only person there with the name and birth date of the only
/// participant with this bib here; `None` if either is ambiguous.
pub fn same_person<'p>(
    bib: Bib<'_>,
    here: impl IntoIterator<Item = &'p Participant>,
    there: impl IntoIterator<Item = &'p Participant>,
) -> Option<String> {
    let who = only(
        here.into_iter()
            .filter(|who| who.bib.trim() == bib.trimmed()),
    )?;
    let key = (name_form(&who.first, &who.last)?, born(who)?);
    let is_same = |other: &&Participant| {
        born(other) == Some(key.1) && name_form(&other.first, &other.last).as_ref() == Some(&key.0)
    };
    let other = only(there.into_iter().filter(is_same))?;
    Some(other.bib.trim().to_owned()).filter(|bib| !bib.is_empty())
}

fn only<T>(items: impl IntoIterator<Item = T>) -> Option<T> {
    let mut items = items.into_iter();
    items.next().filter(|_| items.next().is_none())
}

const DAY_MIN: u32 = 24 * 60;
/// Limits of requests about one bib in a year, right or wrong: per day, and per thirty days. They
/// apply to each source address, which is refused beyond them, and to all together: beyond that
/// right details prove nothing.
///
/// If the page shows the age, the birth date is one of 366 days: trying all of them takes three
/// years.
pub const OF_RUNNER: [Limit; 2] = [
    Limit::in_minutes(5, DAY_MIN),
    Limit::in_minutes(10, 30 * DAY_MIN),
];
/// Limit of requests from one source address per day, whatever they are about.
pub const OF_SOURCE: Limit = Limit::in_minutes(20, DAY_MIN);
/// The maximum number of requests about a year in a day (UTC), whoever sends them.
pub const OF_YEAR: u32 = 300;
/// How long a request is kept, in seconds.
pub const KEPT_S: i64 = 90 * 24 * 60 * 60;

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;
    use crate::{limit::Log, row::Passage};

    #[rstest]
    #[case("Carla Maria", "C.")]
    #[case("van der Berg", "V.")]
    #[case(" 'o'Neil", "O.")]
    #[case("ángel", "Á.")]
    #[case("a\u{301}ngel", "A\u{301}.")]
    #[case("王", "王.")]
    #[case("3 Ana", "3.")]
    #[case("", "")]
    #[case("- ?", "")]
    fn an_initial_is_the_first_letter_in_upper_case(#[case] name: &str, #[case] expected: &str) {
        assert_eq!(initial(name), expected);
        assert_eq!(
            initial(&initial(name)),
            expected,
            "of initials they are the same"
        );
    }

    fn row() -> ResultRow {
        let person = Person {
            bib: "7".into(),
            first: "Carla".into(),
            last: "Bennett".into(),
            age: 41,
            gender: "Woman".into(),
            age_group: "40-49".into(),
            distance: "5 KM".into(),
            division: "Open".into(),
            anonymous: false,
        };
        ResultRow {
            person_id: "1".into(),
            person,
            passage: Passage {
                age_ranking: 2,
                ranking: 9,
                ..Passage::default()
            },
        }
    }

    #[rstest]
    #[case(Wishes { initials: true, ..Wishes::default() }, ("C.", "B."), 41, "40-49", 2, false)]
    #[case(Wishes { no_age: true, ..Wishes::default() }, ("Carla", "Bennett"), -1, "", -1, false)]
    #[case(Wishes { hidden: true, ..Wishes::default() }, ("Carla", "Bennett"), 41, "40-49", 2, true)]
    #[case(Wishes { initials: true, no_age: true, hidden: true }, ("C.", "B."), -1, "", -1, true)]
    fn people_as_shown_after_wishes(
        #[case] wishes: Wishes,
        #[case] name: (&str, &str),
        #[case] age: i64,
        #[case] age_group: &str,
        #[case] age_ranking: i64,
        #[case] anonymous: bool,
    ) {
        let mut shown = row();
        wishes.apply(&mut shown);
        let expected = {
            let mut row = row();
            (row.person.first, row.person.last) = (name.0.into(), name.1.into());
            (row.person.age, row.person.age_group, row.person.anonymous) =
                (age, age_group.into(), anonymous);
            row.passage.age_ranking = age_ranking;
            row
        };
        assert_eq!(shown, expected);
        let listed = ResultParticipant {
            first: "Carla".into(),
            last: "Bennett".into(),
            age_group: "40-49".into(),
            ..Default::default()
        };
        let seen = wishes
            .shown(&listed)
            .map(|who| (who.first, who.last, who.age_group));
        assert_eq!(
            seen,
            (!anonymous).then(|| (name.0.into(), name.1.into(), age_group.into()))
        );
    }

    #[test]
    fn wishes_are_granted_and_taken_back_one_by_one() {
        for wish in Wish::ALL {
            assert_eq!(Wish::named(wish.name()), Some(wish));
            let granted = Wishes::default().with(wish, true);
            assert_eq!(granted.has(wish), wish != Wish::Correction);
            assert_eq!(granted.any(), wish != Wish::Correction);
            assert_eq!(
                granted
                    .with(Wish::NoAge, true)
                    .with(wish, false)
                    .has(Wish::NoAge),
                wish != Wish::NoAge
            );
        }
        assert_eq!((Wish::named("Hidden"), Wish::named("")), (None, None));
    }

    #[rstest]
    #[case(
        Decision::Grant,
        Some(RequestState::Open),
        false,
        Ok(RequestState::Granted)
    )]
    #[case(
        Decision::Grant,
        Some(RequestState::Granted),
        true,
        Ok(RequestState::Granted)
    )]
    #[case(
        Decision::Grant,
        Some(RequestState::Refused),
        false,
        Err(Undecided::Otherwise)
    )]
    #[case(
        Decision::Grant,
        Some(RequestState::Withdrawn),
        false,
        Err(Undecided::Otherwise)
    )]
    #[case(Decision::Grant, None, false, Err(Undecided::Unknown))]
    #[case(
        Decision::Refuse,
        Some(RequestState::Open),
        false,
        Ok(RequestState::Refused)
    )]
    #[case(
        Decision::Refuse,
        Some(RequestState::Refused),
        false,
        Ok(RequestState::Refused)
    )]
    #[case(
        Decision::Refuse,
        Some(RequestState::Granted),
        true,
        Err(Undecided::Otherwise)
    )]
    #[case(Decision::Refuse, None, true, Err(Undecided::Unknown))]
    #[case(
        Decision::Withdraw,
        Some(RequestState::Granted),
        true,
        Ok(RequestState::Withdrawn)
    )]
    #[case(
        Decision::Withdraw,
        Some(RequestState::Withdrawn),
        false,
        Ok(RequestState::Withdrawn)
    )]
    // granted in another year, or so long ago that the request is gone
    #[case(Decision::Withdraw, None, true, Ok(RequestState::Withdrawn))]
    #[case(Decision::Withdraw, None, false, Err(Undecided::Unknown))]
    #[case(
        Decision::Withdraw,
        Some(RequestState::Open),
        false,
        Err(Undecided::Otherwise)
    )]
    // a correction that is done has nothing to withdraw
    #[case(
        Decision::Withdraw,
        Some(RequestState::Granted),
        false,
        Err(Undecided::Otherwise)
    )]
    fn decisions(
        #[case] decision: Decision,
        #[case] request: Option<RequestState>,
        #[case] in_force: bool,
        #[case] expected: Result<RequestState, Undecided>,
    ) {
        assert_eq!(RequestState::after(decision, request, in_force), expected);
        if let Ok(state) = expected {
            let in_force = state == RequestState::Granted;
            assert_eq!(
                RequestState::after(decision, Some(state), in_force),
                expected,
                "once more"
            );
        }
    }

    #[rstest]
    #[case(RequestState::Open, Proof::Birthdate, Wish::Hidden, Proof::None, false)]
    #[case(RequestState::Open, Proof::None, Wish::Hidden, Proof::None, true)]
    #[case(RequestState::Open, Proof::None, Wish::Hidden, Proof::Birthdate, true)]
    #[case(
        RequestState::Granted,
        Proof::Birthdate,
        Wish::Hidden,
        Proof::Birthdate,
        false
    )]
    #[case(
        RequestState::Granted,
        Proof::Birthdate,
        Wish::Correction,
        Proof::Birthdate,
        true
    )]
    #[case(
        RequestState::Refused,
        Proof::Birthdate,
        Wish::Hidden,
        Proof::None,
        true
    )]
    #[case(
        RequestState::Withdrawn,
        Proof::Birthdate,
        Wish::Hidden,
        Proof::Birthdate,
        true
    )]
    fn asked_again(
        #[case] state: RequestState,
        #[case] known: Proof,
        #[case] wish: Wish,
        #[case] proof: Proof,
        #[case] gives_way: bool,
    ) {
        assert_eq!(state.gives_way(known, wish, proof), gives_way);
    }

    fn who(bib: &str, name: (&str, &str), birthdate: &str, mobile: &str) -> Participant {
        Participant {
            bib: bib.into(),
            first: name.0.into(),
            last: name.1.into(),
            birthdate: birthdate.into(),
            mobile: mobile.into(),
            ..Participant::default()
        }
    }

    const CARLA: (&str, &str) = ("Carla", "Bennett");

    #[rstest]
    #[case::both(&[("3/9/1985", "(555) 123-4567")], "555.123.4567", Some(Proof::BirthdateAndMobile))]
    #[case::the_phone_is_missing(&[("3/9/1985", "(555) 123-4567")], "", None)]
    #[case::another_phone(&[("3/9/1985", "(555) 123-4567")], "5551234568", None)]
    #[case::of_another_country(&[("3/9/1985", "+44 20 7946 0958")], "+442079460958", Some(Proof::BirthdateAndMobile))]
    #[case::the_list_holds_no_phone(&[("1985-03-09", "")], "", Some(Proof::Birthdate))]
    #[case::nor_a_text_that_is_one(&[("1985-03-09", "n/a")], "5551234567", Some(Proof::Birthdate))]
    #[case::another_day(&[("3/10/1985", "")], "", None)]
    #[case::no_birth_date(&[("", "5551234567")], "5551234567", Some(Proof::None))]
    #[case::none_by_agreement(&[("1901/01/01", "")], "", Some(Proof::None))]
    #[case::unreadable(&[("spring", "")], "", Some(Proof::None))]
    #[case::nobody(&[], "", Some(Proof::None))]
    #[case::one_of_two(&[("1/1/1990", ""), ("3/9/1985", "")], "", Some(Proof::Birthdate))]
    #[case::the_other_holds_none(&[("1/1/1990", ""), ("", "")], "", None)]
    fn proofs_by_details(
        #[case] listed: &[(&str, &str)],
        #[case] mobile: &str,
        #[case] expected: Option<Proof>,
    ) {
        let listed: Vec<Participant> = listed
            .iter()
            .map(|(born, mobile)| who("7", CARLA, born, mobile))
            .collect();
        assert_eq!(Proof::by(&listed, Some(date(1985, 3, 9)), mobile), expected);
        // without a birth date nothing is proven
        assert_eq!(
            Proof::by(&listed, None, mobile),
            expected.filter(|proof| *proof == Proof::None)
        );
    }

    #[rstest]
    #[case::found(&[who("12", ("carla", "BENNETT"), "1985-03-09", "")], Some("12"))]
    #[case::another_name(&[who("12", ("Clara", "Bennett"), "3/9/1985", "")], None)]
    #[case::another_birth_date(&[who("7", CARLA, "3/9/1986", "")], None)]
    #[case::no_birth_date(&[who("7", CARLA, "", "")], None)]
    #[case::twice(&[who("12", CARLA, "3/9/1985", ""), who("13", CARLA, "3/9/1985", "")], None)]
    #[case::without_a_bib(&[who(" ", CARLA, "3/9/1985", "")], None)]
    #[case::nobody(&[], None)]
    fn the_same_person_in_another_year(
        #[case] there: &[Participant],
        #[case] expected: Option<&str>,
    ) {
        let here = [
            who("7", CARLA, "3/9/1985", ""),
            who("8", ("Ana", "Ruiz"), "3/9/1985", ""),
        ];
        assert_eq!(
            same_person(Bib::new("7"), &here, there).as_deref(),
            expected
        );
        let shared = [here[0].clone(), who("7", ("Bea", "Li"), "1/1/1990", "")];
        assert_eq!(
            same_person(Bib::new("7"), &shared, there),
            None,
            "whose bib it is, is not clear"
        );
    }

    /// Somebody who asks again as soon as the limits allow has tried only a few of a runner's birth
    /// dates after a year.
    #[test]
    fn guesses_at_one_runner_are_few() {
        let (mut logs, mut now_s, mut tried) = ([Log::default(), Log::default()], 1_000_000, 0);
        while now_s < 1_000_000 + 365 * 24 * 60 * 60 {
            let counted: Result<Vec<Log>, _> = OF_RUNNER
                .iter()
                .zip(&logs)
                .map(|(limit, log)| limit.count(log, now_s))
                .collect();
            match counted {
                Ok(counted) => {
                    logs = counted.try_into().unwrap();
                    tried += 1;
                }
                Err(too_many) => now_s += too_many.retry_after_s,
            }
        }
        assert!((120..=130).contains(&tried), "{tried}");
    }

    proptest! {
        /// Of a name, only the first letter is left.
        #[test]
        fn initials_tell_one_letter(name in "\\PC{0,40}") {
            prop_assert!(initial(&name).chars().count() <= 3 + 1 + MOST_MARKS);
        }
    }
}
