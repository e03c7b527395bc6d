//! Edits at check-in (contract 4.13): each is compared field by field with what is stored, and is
//! applied as a whole or not at all, and only once.

use crate::{
    birthdate::{Orders, birthday},
    named::named,
    participant::{AnonymousBy, CheckIn, Participant},
    roster::Roster,
    stamp::Stamp,
    state::Stamped,
};

/// How many devices are remembered for each participant.
const DEVICES: usize = 64;

named! {
    /// A text field of a participant.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum TextField {
        /// Bib.
        Bib = "bib",
        /// First name.
        First = "first",
        /// Last name.
        Last = "last",
        /// Birth date.
        Birthdate = "birthdate",
        /// Gender.
        Gender = "gender",
        /// Age group.
        AgeGroup = "age_group",
        /// Distance.
        Distance = "distance",
        /// Phone.
        Mobile = "mobile",
        /// T-shirt.
        Apparel = "apparel",
        /// Team, club or town.
        Division = "division",
    }
}

impl TextField {
    fn of(self, who: &mut Participant) -> &mut String {
        match self {
            Self::Bib => &mut who.bib,
            Self::First => &mut who.first,
            Self::Last => &mut who.last,
            Self::Birthdate => &mut who.birthdate,
            Self::Gender => &mut who.gender,
            Self::AgeGroup => &mut who.age_group,
            Self::Distance => &mut who.distance,
            Self::Mobile => &mut who.mobile,
            Self::Apparel => &mut who.apparel,
            Self::Division => &mut who.division,
        }
    }
}

/// A change of one field of a participant: the value that the editor saw, and the new value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldChange {
    /// A text field.
    Text(TextField, Values<String>),
    /// `anonymous`.
    Anonymous(Values<bool>),
    /// `sms_enabled`.
    SmsEnabled(Values<bool>),
    /// Whether the person is checked in.
    CheckedIn {
        /// The values before and after.
        values: Values<bool>,
        /// When it was done, in unix seconds.
        at: i64,
    },
}

/// A value before and after an edit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Values<T> {
    /// The value that the editor saw.
    pub before: T,
    /// The new value.
    pub after: T,
}

impl<T: PartialEq> Values<T> {
    /// Changes `now` to the wanted value, unless it is neither of the two. Returns whether it now
    /// has the wanted value.
    fn apply(self, now: &mut T) -> bool {
        let fits = *now == self.before || *now == self.after;
        if fits {
            *now = self.after;
        }
        fits
    }
}

impl FieldChange {
    fn name(&self) -> &'static str {
        match self {
            Self::Text(field, _) => field.name(),
            Self::Anonymous(_) => "anonymous",
            Self::SmsEnabled(_) => "sms_enabled",
            Self::CheckedIn { .. } => "checked_in",
        }
    }

    /// Applies the change. Returns whether that was possible.
    fn apply(self, who: &mut Participant, by: &str) -> bool {
        match self {
            Self::Text(field, mut values) => {
                let now = field.of(who);
                // a list that has not been read again since has the text as it was typed, and one
                // that was stored before dates had one form has it as it was sent
                if field == TextField::Birthdate {
                    for value in [&mut values.before, &mut values.after] {
                        if is_same_day(now, value) {
                            value.clone_from(now);
                        }
                    }
                }
                values.apply(now)
            }
            Self::Anonymous(values) => {
                let was = who.anonymous;
                let fits = values.apply(&mut who.anonymous);
                if who.anonymous != was {
                    who.anonymous_by = by_desk(who);
                }
                fits
            }
            Self::SmsEnabled(values) => values.apply(&mut who.sms_enabled),
            Self::CheckedIn { values, at } => {
                let was = who.check_in.at != 0;
                let mut is = was;
                let fits = values.apply(&mut is);
                // whoever checked the person in first remains recorded
                if is != was {
                    let (at, by) = if is {
                        (at, by.to_owned())
                    } else {
                        Default::default()
                    };
                    who.check_in = CheckIn {
                        at,
                        by,
                        done: std::mem::take(&mut who.check_in.done),
                    };
                }
                fits
            }
        }
    }
}

fn by_desk(who: &Participant) -> Option<AnonymousBy> {
    who.anonymous.then_some(AnonymousBy::Desk)
}

fn is_same_day(a: &str, b: &str) -> bool {
    let [a, b] = [a, b].map(|text| birthday(text, Orders::UNKNOWN));
    a.is_some() && a == b
}

/// The edit of a participant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Somebody new, with an id that was never used.
    New(Box<Participant>),
    /// Other values of fields.
    Fields(Vec<FieldChange>),
}

/// One edit by one volunteer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The id of the queue from which it was sent.
    pub device: String,
    /// Its number in the queue, which grows with every edit.
    pub number: u64,
    /// Name of the account that sent it.
    pub by: String,
    /// The changes by participant id; no id occurs twice.
    pub changes: Vec<(String, Wanted)>,
}

/// A participant in a state that the edit does not expect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The participant's id.
    pub id: String,
    /// The fields that have neither value; `id` if the id of a new participant was used before.
    pub fields: Vec<&'static str>,
    /// The current state; `None` if nobody has the id, or no longer.
    pub participant: Option<Box<Participant>>,
}

/// A participant to store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Write {
    /// The new state.
    pub who: Participant,
    /// The stamp of what it replaces; `None` for nothing.
    pub seen: Option<Stamp>,
    /// The stamp of the new state.
    pub stamp: Stamp,
}

impl Roster {
    /// The writes of an edit received at `stamp`. Those it has already made are left out; the rest
    /// is written as a whole or not at all.
    ///
    /// # Errors
    /// Every participant with whom it conflicts.
    pub fn edit(&self, edit: &Edit, stamp: Stamp) -> Result<Vec<Write>, Vec<Conflict>> {
        let (mut writes, mut conflicts) = (Vec::new(), Vec::new());
        for (id, wanted) in &edit.changes {
            match self.edited(edit, id, wanted.clone()) {
                Ok(Some(who)) => writes.push(self.write(who, stamp)),
                Ok(None) => {}
                Err(conflict) => conflicts.push(conflict),
            }
        }
        if conflicts.is_empty() {
            Ok(writes)
        } else {
            Err(conflicts)
        }
    }

    /// The participant after the edit; `None` if the edit was done before.
    fn edited(
        &self,
        edit: &Edit,
        id: &str,
        wanted: Wanted,
    ) -> Result<Option<Participant>, Conflict> {
        let known = self.find(id);
        let conflict = |fields| Conflict {
            id: id.to_owned(),
            fields,
            participant: known.cloned().map(Box::new),
        };
        if known.is_some_and(|known| has_done(&known.check_in, edit)) {
            return Ok(None);
        }
        let mut who = match (wanted, known) {
            // a tombstone counts too: an id that was used once is never that of somebody new
            (Wanted::New(who), None) if self.seen(id).is_none() => Participant {
                anonymous_by: by_desk(&who),
                ..*who
            },
            (Wanted::New(_), _) => return Err(conflict(vec!["id"])),
            (Wanted::Fields(fields), None) => {
                return Err(conflict(fields.iter().map(FieldChange::name).collect()));
            }
            (Wanted::Fields(fields), Some(known)) => {
                let mut who = known.clone();
                let apply = |field: FieldChange| {
                    let name = field.name();
                    (!field.apply(&mut who, &edit.by)).then_some(name)
                };
                let third: Vec<&'static str> = fields.into_iter().filter_map(apply).collect();
                if !third.is_empty() {
                    return Err(conflict(third));
                }
                who
            }
        };
        remember(&mut who.check_in.done, edit);
        Ok(Some(who))
    }

    /// The write of a participant, with a stamp newer than what it replaces and than the last
    /// delete of all.
    fn write(&self, who: Participant, stamp: Stamp) -> Write {
        let seen = self.seen(&who.id);
        let stamp = [seen, self.deleted]
            .into_iter()
            .flatten()
            .map(Stamp::next)
            .fold(stamp, Stamp::max);
        let same = |known: &&Participant| {
            Participant {
                check_in: known.check_in.clone(),
                ..who.clone()
            } == **known
        };
        let unchanged = self
            .find(&who.id)
            .filter(same)
            .map(|known| known.updated_at);
        Write {
            who: Participant {
                updated_at: unchanged.unwrap_or(stamp.order_s()),
                ..who
            },
            seen,
            stamp,
        }
    }

    /// Adds what was stored.
    pub fn take(&mut self, written: Vec<Write>) {
        self.stored
            .extend(written.into_iter().map(|Write { who, stamp, .. }| {
                (
                    who.id.clone(),
                    Stamped {
                        stamp,
                        item: Some(who),
                    },
                )
            }));
    }

    /// The participants that exist, in the order of their ids.
    pub fn living(&self) -> impl Iterator<Item = &Participant> {
        self.stored
            .values()
            .filter_map(|stored| stored.living(self.deleted))
    }

    /// The ids of deleted participants.
    pub fn dead(&self) -> impl Iterator<Item = &String> {
        self.stored
            .iter()
            .filter(|(_, stored)| stored.living(self.deleted).is_none())
            .map(|(id, _)| id)
    }
}

fn has_done(desk: &CheckIn, edit: &Edit) -> bool {
    desk.done
        .iter()
        .any(|(device, number)| *device == edit.device && *number >= edit.number)
}

fn remember(done: &mut Vec<(String, u64)>, edit: &Edit) {
    done.retain(|(device, _)| *device != edit.device);
    done.push((edit.device.clone(), edit.number));
    done.drain(..done.len().saturating_sub(DEVICES));
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;
    use crate::roster::WriteMode;

    fn at(seconds: u64) -> Stamp {
        Stamp::new(seconds * 1_000, "request")
    }

    fn ana(bib: &str) -> Participant {
        Participant {
            id: "1".into(),
            bib: bib.into(),
            first: "Ana".into(),
            distance: "10 KM".into(),
            updated_at: 2,
            ..Participant::default()
        }
    }

    fn roster(stored: Option<Participant>) -> Roster {
        Roster::new(
            [(
                "1".to_owned(),
                Stamped {
                    stamp: at(2),
                    item: stored,
                },
            )],
            None,
        )
    }

    fn text(field: TextField, before: &str, after: &str) -> FieldChange {
        FieldChange::Text(
            field,
            Values {
                before: before.into(),
                after: after.into(),
            },
        )
    }

    fn checked_in(before: bool, after: bool) -> FieldChange {
        FieldChange::CheckedIn {
            values: Values { before, after },
            at: 4,
        }
    }

    fn edit(number: u64, id: &str, wanted: Wanted) -> Edit {
        Edit {
            device: "phone-one".into(),
            number,
            by: "Desk".into(),
            changes: vec![(id.into(), wanted)],
        }
    }

    fn fields(number: u64, fields: Vec<FieldChange>) -> Edit {
        edit(number, "1", Wanted::Fields(fields))
    }

    /// The resulting participant, or the fields of the conflict.
    fn done(
        roster: &mut Roster,
        edit: &Edit,
        seconds: u64,
    ) -> Result<Option<Participant>, Vec<&'static str>> {
        let written = roster
            .edit(edit, at(seconds))
            .map_err(|conflicts| conflicts[0].fields.clone())?;
        roster.take(written.clone());
        Ok(written.into_iter().next().map(|write| write.who))
    }

    /// The form in which a birth date was typed is not the one in which it is stored.
    #[rstest]
    #[case::as_typed("1985/3/9", "3/9/1985", Some("1986/3/9"))]
    #[case::as_stored("3/9/1985", "3/9/1985", Some("1986/3/9"))]
    #[case::another_day("1985/3/10", "3/9/1985", None)]
    #[case::no_date("soon", "3/9/1985", None)]
    #[case::is_that_already("1986/3/9", "1/1/1980", Some("1986/3/9"))]
    #[case::is_that_already_in_an_older_form("3/9/1986", "1/1/1980", Some("3/9/1986"))]
    #[case::is_that_already_with_dots("9. 3. 1986", "1/1/1980", Some("9. 3. 1986"))]
    #[case::is_another_day_in_an_older_form("9/3/1986", "1/1/1980", None)]
    fn a_birth_date_is_compared_as_a_day(
        #[case] stored: &str,
        #[case] before: &str,
        #[case] expected: Option<&str>,
    ) {
        let mut roster = roster(Some(Participant {
            birthdate: stored.into(),
            ..ana("7")
        }));
        let wanted = fields(1, vec![text(TextField::Birthdate, before, "1986/3/9")]);
        let found = done(&mut roster, &wanted, 5).map(|who| who.unwrap().birthdate);
        assert_eq!(found, expected.map(str::to_owned).ok_or(vec!["birthdate"]));
    }

    /// Who had set the flag, what it becomes, and who has set it then.
    #[rstest]
    #[case::set(None, true, Some(AnonymousBy::Desk))]
    #[case::is_that_already(Some(AnonymousBy::Program), true, Some(AnonymousBy::Program))]
    #[case::lifted(Some(AnonymousBy::Program), false, None)]
    #[case::stays_named(None, false, None)]
    fn the_desk_makes_people_anonymous(
        #[case] known: Option<AnonymousBy>,
        #[case] after: bool,
        #[case] expected: Option<AnonymousBy>,
    ) {
        let mut edited = roster(Some(Participant {
            anonymous: known.is_some(),
            anonymous_by: known,
            ..ana("7")
        }));
        let values = Values {
            before: known.is_some(),
            after,
        };
        let edit_of_flag = fields(1, vec![FieldChange::Anonymous(values)]);
        let who = done(&mut edited, &edit_of_flag, 5).unwrap().unwrap();
        assert_eq!((who.anonymous, who.anonymous_by), (after, expected));
        let new = Participant {
            anonymous: after,
            ..ana("8")
        };
        let mut empty = Roster::new([], None);
        let added = done(&mut empty, &edit(1, "1", Wanted::New(Box::new(new))), 5);
        assert_eq!(
            added.unwrap().unwrap().anonymous_by,
            after.then_some(AnonymousBy::Desk)
        );
    }

    #[rstest]
    #[case::set(text(TextField::Bib, "7", "9"), Ok("9"))]
    #[case::is_that_already(text(TextField::Bib, "5", "7"), Ok("7"))]
    #[case::a_third_value(text(TextField::Bib, "", "9"), Err(vec!["bib"]))]
    #[case::another_field(text(TextField::First, "Ana", "Bea"), Ok("7"))]
    #[case::another_fields_third_value(text(TextField::First, "Eva", "Bea"), Err(vec!["first"]))]
    #[case::flag(FieldChange::Anonymous(Values { before: false, after: true }), Ok("7"))]
    fn a_field_is_compared(
        #[case] change: FieldChange,
        #[case] bib: Result<&str, Vec<&'static str>>,
    ) {
        let found = done(&mut roster(Some(ana("7"))), &fields(1, vec![change]), 5);
        assert_eq!(
            found.map(|who| who.unwrap().bib),
            bib.map(ToOwned::to_owned)
        );
    }

    #[test]
    fn all_of_an_edit_or_nothing() {
        let both = Edit {
            changes: vec![
                (
                    "1".into(),
                    Wanted::Fields(vec![text(TextField::Bib, "7", "8")]),
                ),
                (
                    "2".into(),
                    Wanted::Fields(vec![
                        text(TextField::Bib, "8", "7"),
                        text(TextField::First, "Eva", "Ada"),
                    ]),
                ),
            ],
            ..fields(1, Vec::new())
        };
        let conflicts = roster(Some(ana("7"))).edit(&both, at(5)).unwrap_err();
        assert_eq!(
            conflicts,
            [Conflict {
                id: "2".into(),
                fields: vec!["bib", "first"],
                participant: None
            }]
        );
    }

    #[test]
    fn the_first_to_check_in_stays() {
        let mut roster = roster(Some(ana("7")));
        let first = done(&mut roster, &fields(1, vec![checked_in(false, true)]), 5)
            .unwrap()
            .unwrap();
        assert_eq!(
            (
                first.check_in.at,
                first.check_in.by.as_str(),
                first.updated_at
            ),
            (4, "Desk", 2)
        );
        let other = Edit {
            device: "phone-two".into(),
            by: "Other".into(),
            ..fields(1, vec![checked_in(false, true)])
        };
        let second = done(&mut roster, &other, 6).unwrap().unwrap();
        assert_eq!(
            (second.check_in.at, second.check_in.by.as_str()),
            (4, "Desk")
        );
        let undone = done(&mut roster, &fields(2, vec![checked_in(true, false)]), 7)
            .unwrap()
            .unwrap();
        assert_eq!((undone.check_in.at, undone.check_in.by.as_str()), (0, ""));
    }

    #[test]
    fn a_repeated_edit_is_not_made_again_though_it_was_taken_back() {
        let mut roster = roster(Some(ana("7")));
        let first = fields(1, vec![text(TextField::Bib, "7", "9")]);
        done(&mut roster, &first, 5).unwrap();
        let back = Edit {
            device: "phone-two".into(),
            ..fields(1, vec![text(TextField::Bib, "9", "7")])
        };
        done(&mut roster, &back, 6).unwrap();
        assert_eq!(done(&mut roster, &first, 7), Ok(None));
        assert_eq!(roster.find("1").unwrap().bib, "7");
    }

    #[test]
    fn an_edit_without_an_effect_is_remembered_too() {
        let mut roster = roster(Some(ana("7")));
        let same = fields(1, vec![text(TextField::Bib, "5", "7")]);
        assert_eq!(done(&mut roster, &same, 5).unwrap().unwrap().updated_at, 2);
        done(
            &mut roster,
            &Edit {
                device: "phone-two".into(),
                ..fields(1, vec![text(TextField::Bib, "7", "5")])
            },
            6,
        )
        .unwrap();
        assert_eq!(done(&mut roster, &same, 7), Ok(None));
    }

    #[rstest]
    #[case::nobody(Roster::new([], None), Ok(()))]
    #[case::somebody(roster(Some(ana("7"))), Err(vec!["id"]))]
    #[case::deleted(roster(None), Err(vec!["id"]))]
    #[case::all_were_deleted(Roster::new([("1".to_owned(), Stamped { stamp: at(2), item: Some(ana("7")) })], Some(at(3))), Err(vec!["id"]))]
    fn somebody_new_has_an_id_that_nobody_had(
        #[case] mut roster: Roster,
        #[case] expected: Result<(), Vec<&'static str>>,
    ) {
        let new = edit(1, "1", Wanted::New(Box::new(ana("8"))));
        assert_eq!(done(&mut roster, &new, 5).map(drop), expected);
        assert_eq!(
            done(&mut roster, &new, 6),
            expected.map(|()| None),
            "the repeat"
        );
    }

    #[test]
    fn a_write_stands_over_what_it_has_seen_whatever_the_clock() {
        let mut early = roster(Some(ana("7")));
        let written = early
            .edit(&fields(1, vec![text(TextField::Bib, "7", "9")]), at(1))
            .unwrap();
        assert_eq!(
            (written[0].seen, written[0].stamp),
            (Some(at(2)), at(2).next())
        );
        early.take(written);
        assert_eq!(early.find("1").unwrap().bib, "9");
        let deleted = Roster::new([], Some(at(9)));
        assert_eq!(
            deleted
                .edit(&edit(1, "1", Wanted::New(Box::new(ana("8")))), at(5))
                .unwrap()[0]
                .stamp,
            at(9).next()
        );
    }

    #[test]
    fn devices_are_forgotten_one_by_one() {
        let mut done_by = Vec::new();
        for device in 0..68 {
            remember(
                &mut done_by,
                &Edit {
                    device: device.to_string(),
                    ..fields(device + 1, Vec::new())
                },
            );
        }
        remember(
            &mut done_by,
            &Edit {
                device: "4".into(),
                ..fields(99, Vec::new())
            },
        );
        assert_eq!(
            (done_by.len(), done_by[0].clone(), done_by[63].clone()),
            (64, ("5".into(), 6), ("4".into(), 99))
        );
    }

    /// Uploads and the portal's form know nothing of the desk.
    #[rstest]
    fn other_writes_leave_the_desks_fields(
        #[values(WriteMode::Upload, WriteMode::Add, WriteMode::Update)] entry: WriteMode,
    ) {
        let mut roster = roster(Some(ana("7")));
        done(&mut roster, &fields(1, vec![checked_in(false, true)]), 5).unwrap();
        let desk = roster.find("1").unwrap().check_in.clone();
        assert!(desk.at != 0 && desk.done.len() == 1);
        let sent = Participant {
            last: "Ruiz".into(),
            check_in: CheckIn::default(),
            ..ana("")
        };
        assert_eq!(roster.enter(vec![sent.clone()], entry, at(9)).len(), 1);
        assert_eq!(roster.find("1").unwrap().check_in, desk);
        assert_eq!(
            roster.enter(vec![sent], entry, at(10)).len(),
            0,
            "nothing new"
        );
    }

    proptest! {
        /// Two phones each send their edits in order, and repeat any of them: the field follows the
        /// edits that were done, and each is done once.
        #[test]
        fn each_edit_is_done_once(steps in proptest::collection::vec((0_usize..2, 0_u8..3, 0_u8..3, any::<bool>()), 1..20)) {
            let mut roster = roster(Some(ana("0")));
            let mut model = "0".to_owned();
            let mut sent: [Vec<Edit>; 2] = [Vec::new(), Vec::new()];
            for (index, (phone, before, after, again)) in steps.into_iter().enumerate() {
                let change = text(TextField::Bib, &before.to_string(), &after.to_string());
                let edit = Edit { device: format!("phone-{phone}"), ..fields(sent[phone].len() as u64 + 1, vec![change]) };
                let conflict = done(&mut roster, &edit, 10 + index as u64).is_err();
                prop_assert_eq!(conflict, model != before.to_string() && model != after.to_string());
                if !conflict {
                    model = after.to_string();
                    sent[phone].push(edit);
                }
                if again {
                    for edit in sent.iter().flatten() {
                        prop_assert_eq!(done(&mut roster, edit, 10 + index as u64), Ok(None));
                    }
                }
                prop_assert_eq!(&roster.find("1").unwrap().bib, &model);
            }
        }
    }
}
