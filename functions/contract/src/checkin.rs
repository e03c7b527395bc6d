//! Requests and answers of the check-in desk (contract 4.13).

use chute_domain::{
    checkin::{Conflict, Edit, FieldChange, TextField, Values, Wanted},
    participant::{AnonymousBy, Participant},
    race::{Event, Year},
};
use jiff::civil;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    Invalid,
    json::wire,
    participant::ParticipantIn,
    requests::{NamesRace, of_latest_year, of_year},
    text::is_identity,
};

/// The maximum number of participants in an edit.
const MOST_CHANGES: usize = 10;

of_latest_year! {
    /// Request of `r/checkin`.
    pub struct ReadCheckin {
        /// `now` of an earlier answer: asks for what has changed since. Missing or too long ago:
        /// asks for the whole list.
        pub updated_after: Option<i64>,
        /// `next` of the previous page; empty: the first page.
        pub after: String,
    }
}

of_year! {
    /// Request of `r/checkin/change`: one edit by one volunteer.
    pub struct ChangeCheckin {
        /// Random name of the queue of edits on one device: 8 to 40 letters, digits, `-` and `_`.
        pub device: String,
        /// Number of the edit in its queue, from 1, each greater than the one before: repeated
        /// requests are recognized by it.
        pub number: i64,
        /// The changes of 1 to 10 participants, each once: either all of them are made or none.
        pub changes: Vec<CheckinChange>,
    }
}

wire! {
    /// The change of one participant in an edit.
    pub struct CheckinChange {
        /// Opaque id of the participant within the year; for a new participant, a random one made
        /// by the device.
        pub id: String,
        /// The values that the volunteer saw; left out for a new participant. If a stored value is
        /// neither this nor the one in `after`, that is a conflict.
        pub before: Option<CheckinFields>,
        /// The new values of the same fields.
        pub after: CheckinFields,
    }
}

wire! {
    /// Values of some fields of a participant; fields that are left out are not affected.
    pub struct CheckinFields {
        /// Bib, up to 100 characters; may be empty.
        pub bib: Option<String>,
        /// First name, up to 100 characters.
        pub first: Option<String>,
        /// Last name, up to 100 characters.
        pub last: Option<String>,
        /// Birth date, such as `7/21/1990` or `1990-07-21`. For a new participant it must be a real
        /// day that is not in the future.
        pub birthdate: Option<String>,
        /// Gender, free text of up to 50 characters.
        pub gender: Option<String>,
        /// Age group, free text of up to 200 characters.
        pub age_group: Option<String>,
        /// Name of the distance, up to 200 characters.
        pub distance: Option<String>,
        /// Phone, free text of up to 30 characters.
        pub mobile: Option<String>,
        /// T-shirt size or similar, free text of up to 150 characters.
        pub apparel: Option<String>,
        /// Team, club or town, free text of up to 500 characters.
        pub division: Option<String>,
        /// Whether the name must not leave the server on a public route.
        pub anonymous: Option<bool>,
        /// Whether the person asked for a text message when they finish.
        pub sms_enabled: Option<bool>,
        /// Whether the person is checked in.
        pub checked_in: Option<bool>,
        /// In `after`: unix seconds of the check-in; missing, 0 or less, or in the future: now.
        pub checked_in_at: Option<i64>,
    }
}

/// Who sent an edit, and when.
#[derive(Clone, Copy, Debug)]
pub struct Sender<'s> {
    /// Name of the account.
    pub name: &'s str,
    /// When the request was received, in unix seconds.
    pub now_s: i64,
    /// The latest day that is accepted as a birth date.
    pub last_birthday: civil::Date,
}

impl ChangeCheckin {
    /// Checks the edit.
    ///
    /// # Errors
    /// [`Invalid`] names the first field that is not accepted.
    pub fn checked(&mut self, sender: Sender<'_>) -> Result<Edit, Invalid> {
        let of_device = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        if !(8..=40).contains(&self.device.len()) || !self.device.bytes().all(of_device) {
            return Err(Invalid::new("device", "8 to 40 letters, digits, - and _"));
        }
        let number = u64::try_from(self.number).ok().filter(|number| *number > 0);
        let number = number.ok_or(Invalid::new("number", "a whole number from 1"))?;
        if !(1..=MOST_CHANGES).contains(&self.changes.len()) {
            return Err(Invalid::new("changes", "1 to 10 participants"));
        }
        let mut changes = Vec::with_capacity(self.changes.len());
        for change in std::mem::take(&mut self.changes) {
            if changes.iter().any(|(id, _)| *id == change.id) {
                return Err(Invalid::new("id", "each participant once"));
            }
            changes.push((change.id.clone(), change.wanted(sender)?));
        }
        Ok(Edit {
            device: self.device.clone(),
            number,
            by: sender.name.to_owned(),
            changes,
        })
    }
}

impl CheckinChange {
    fn wanted(self, sender: Sender<'_>) -> Result<Wanted, Invalid> {
        let Self { id, before, after } = self;
        if !is_identity(&id, 100) || matches!(id.as_str(), "0" | "-1") {
            return Err(Invalid::new(
                "id",
                "1 to 100 characters, made by the client for somebody new",
            ));
        }
        let Some(before) = before else {
            return new(id, after, sender);
        };
        let who = after.participant(id).one_updated()?;
        fields(before, after, who, sender).map(Wanted::Fields)
    }
}

fn new(id: String, after: CheckinFields, sender: Sender<'_>) -> Result<Wanted, Invalid> {
    let mut who = after.participant(id).one_added(sender.last_birthday)?;
    if after.checked_in == Some(true) {
        who.check_in.at = after.done_at(sender.now_s);
        sender.name.clone_into(&mut who.check_in.by);
    }
    Ok(Wanted::New(Box::new(who)))
}

/// Pairs the fields of both; `who` has the texts of `after`, checked and trimmed.
fn fields(
    before: CheckinFields,
    after: CheckinFields,
    who: Participant,
    sender: Sender<'_>,
) -> Result<Vec<FieldChange>, Invalid> {
    let at = after.done_at(sender.now_s);
    macro_rules! text {
        ($field:ident, $name:ident) => {
            (TextField::$field, before.$name, after.$name, who.$name)
        };
    }
    let texts = [
        text!(Bib, bib),
        text!(First, first),
        text!(Last, last),
        text!(Birthdate, birthdate),
        text!(Gender, gender),
        text!(AgeGroup, age_group),
        text!(Distance, distance),
        text!(Mobile, mobile),
        text!(Apparel, apparel),
        text!(Division, division),
    ];
    let mut found = Vec::new();
    for (field, before, after, checked) in texts {
        found.extend(
            values(before, after.map(|_| checked))?.map(|values| FieldChange::Text(field, values)),
        );
    }
    found.extend(values(before.anonymous, after.anonymous)?.map(FieldChange::Anonymous));
    found.extend(values(before.sms_enabled, after.sms_enabled)?.map(FieldChange::SmsEnabled));
    found.extend(
        values(before.checked_in, after.checked_in)?
            .map(|values| FieldChange::CheckedIn { values, at }),
    );
    if found.is_empty() {
        Err(UNEVEN)
    } else {
        Ok(found)
    }
}

const UNEVEN: Invalid = Invalid {
    field: "before",
    rule: "the same fields as after, at least one",
};

/// Both values of a field; `None` if there are neither.
fn values<T>(before: Option<T>, after: Option<T>) -> Result<Option<Values<T>>, Invalid> {
    match (before, after) {
        (Some(before), Some(after)) => Ok(Some(Values { before, after })),
        (None, None) => Ok(None),
        _ => Err(UNEVEN),
    }
}

impl CheckinFields {
    /// The participant with these values, and empty texts for fields that are left out.
    fn participant(&self, id: String) -> ParticipantIn {
        let text = |field: &Option<String>| field.clone().unwrap_or_default();
        ParticipantIn {
            id,
            bib: text(&self.bib),
            first: text(&self.first),
            last: text(&self.last),
            birthdate: text(&self.birthdate),
            gender: text(&self.gender),
            age_group: text(&self.age_group),
            distance: text(&self.distance),
            anonymous: self.anonymous.unwrap_or_default(),
            sms_enabled: self.sms_enabled.unwrap_or_default(),
            mobile: text(&self.mobile),
            apparel: text(&self.apparel),
            division: text(&self.division),
        }
    }

    fn done_at(&self, now_s: i64) -> i64 {
        self.checked_in_at
            .filter(|at| (1..=now_s).contains(at))
            .unwrap_or(now_s)
    }
}

/// A participant, as the check-in desk sees them.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CheckinParticipant {
    /// Opaque id within the year; unrelated to a row's `person_id`.
    pub id: String,
    /// Bib; may be empty.
    pub bib: String,
    /// First name.
    pub first: String,
    /// Last name.
    pub last: String,
    /// Birth date, such as `1990/7/21`; `1901/01/01` means none.
    pub birthdate: String,
    /// Gender, free text; empty: not given.
    pub gender: String,
    /// Age group, free text such as `20-29`; may be empty.
    pub age_group: String,
    /// Name of the distance.
    pub distance: String,
    /// Whether the name must not leave the server on a public route (contract 6.6).
    pub anonymous: bool,
    /// What made the person anonymous, a list of the timing program, a list sent by an account, or
    /// an edit at the desk; null: they are not, or it is not known.
    pub anonymous_by: Option<AnonymousBy>,
    /// Whether the person asked for a text message when they finish.
    pub sms_enabled: bool,
    /// Phone, free text; never public.
    pub mobile: String,
    /// T-shirt size or similar, free text.
    pub apparel: String,
    /// Team, club or town, free text; left out if empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub division: String,
    /// Unix seconds of the last add or update, set by the server.
    pub updated_at: i64,
    /// Unix seconds of the check-in; 0: not checked in.
    pub checked_in_at: i64,
    /// Name of the account that checked them in; empty: not checked in.
    pub checked_in_by: String,
}

impl From<Participant> for CheckinParticipant {
    fn from(who: Participant) -> Self {
        Self {
            id: who.id,
            bib: who.bib,
            first: who.first,
            last: who.last,
            birthdate: who.birthdate,
            gender: who.gender,
            age_group: who.age_group,
            distance: who.distance,
            anonymous: who.anonymous,
            anonymous_by: who.anonymous_by,
            sms_enabled: who.sms_enabled,
            mobile: who.mobile,
            apparel: who.apparel,
            division: who.division,
            updated_at: who.updated_at,
            checked_in_at: who.check_in.at,
            checked_in_by: who.check_in.by,
        }
    }
}

/// Answer of `r/checkin`.
#[derive(Debug, Serialize, ToSchema)]
pub struct Checkin {
    /// The event that the answer is about.
    pub event: Event,
    /// The year that the answer is about.
    pub year: Year,
    /// When the request was received, in seconds of the order of uploads (contract 6.11): the
    /// `updated_after` of the next request.
    pub now: i64,
    /// Whether `participants` is the whole list rather than the changes in it.
    pub whole: bool,
    /// The participants on this page, ordered by id: those of the whole list if `whole`, otherwise
    /// those that have changed since.
    pub participants: Vec<CheckinParticipant>,
    /// Ids of the participants deleted since.
    pub gone: Vec<String>,
    /// All bibs, trimmed, whose runners were granted not to be named (contract 6.13), whatever
    /// `anonymous` says of a participant.
    pub hidden: Vec<String>,
    /// The `after` of the request for the next page; empty on the last page.
    pub next: String,
}

/// Answer of `r/checkin/change`.
#[derive(Debug, Serialize, ToSchema)]
pub struct CheckinChanged {
    /// When the request was received, in seconds of the order of uploads (contract 6.11).
    pub now: i64,
    /// The participants of the request, in its order, as they are now.
    pub participants: Vec<CheckinParticipant>,
}

/// Answer to an edit that was not made, because somebody else has changed the same fields.
#[derive(Debug, Serialize, ToSchema)]
pub struct CheckinRefused<'m> {
    /// What is wrong, as a sentence.
    pub message: &'m str,
    /// The participants whose stored state conflicts with the edit.
    pub conflicts: Vec<CheckinConflict>,
}

/// A participant whose stored state conflicts with an edit.
#[derive(Debug, Serialize, ToSchema)]
pub struct CheckinConflict {
    /// Id of the participant.
    pub id: String,
    /// The fields whose stored value is neither that of `before` nor that of `after`; `id` if a new
    /// participant has the id of an existing one.
    pub fields: Vec<&'static str>,
    /// The participant as stored; null if nobody has the id (any more).
    pub participant: Option<CheckinParticipant>,
}

impl From<Conflict> for CheckinConflict {
    fn from(
        Conflict {
            id,
            fields,
            participant,
        }: Conflict,
    ) -> Self {
        Self {
            id,
            fields,
            participant: participant.map(|who| (*who).into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;
    use serde_json::{Value, json};

    use super::*;

    const SENDER: Sender<'static> = Sender {
        name: "Desk",
        now_s: 100,
        last_birthday: civil::date(2026, 5, 2),
    };

    fn checked(changes: Value, more: &[(&str, Value)]) -> Result<Edit, Invalid> {
        let mut body = json!({"slug": "a", "year": "2026", "device": "phone-one", "number": 3, "changes": changes});
        more.iter()
            .for_each(|(name, value)| body[*name] = value.clone());
        crate::json::read::<ChangeCheckin>(body.to_string().as_bytes())
            .unwrap()
            .checked(SENDER)
    }

    #[rstest]
    #[case::device(json!([]), &[("device", json!("phone"))], "device")]
    #[case::odd_device(json!([]), &[("device", json!("phone one"))], "device")]
    #[case::number(json!([]), &[("number", json!(0))], "number")]
    #[case::nothing(json!([]), &[], "changes")]
    #[case::too_many(json!(vec![json!({"id": "1", "before": {"bib": ""}, "after": {"bib": "1"}}); 11]), &[], "changes")]
    #[case::twice(json!(vec![json!({"id": "1", "before": {"bib": ""}, "after": {"bib": "1"}}); 2]), &[], "id")]
    #[case::no_id(json!([{"before": {"bib": ""}, "after": {"bib": "1"}}]), &[], "id")]
    #[case::no_fields(json!([{"id": "1", "before": {}, "after": {}}]), &[], "before")]
    #[case::other_fields(json!([{"id": "1", "before": {"bib": ""}, "after": {"first": "Ana"}}]), &[], "before")]
    #[case::other_flags(json!([{"id": "1", "before": {"checked_in": false}, "after": {"anonymous": true}}]), &[], "before")]
    #[case::too_long(json!([{"id": "1", "before": {"bib": ""}, "after": {"bib": "b".repeat(101)}}]), &[], "bib")]
    #[case::new_without_distance(json!([{"id": "1", "after": {"birthdate": "3/9/1985"}}]), &[], "distance")]
    #[case::new_without_birthdate(json!([{"id": "1", "after": {"distance": "10 KM"}}]), &[], "birthdate")]
    fn an_invalid_edit_names_the_field(
        #[case] changes: Value,
        #[case] more: &[(&str, Value)],
        #[case] field: &str,
    ) {
        assert_eq!(checked(changes, more).unwrap_err().field, field);
    }

    #[test]
    fn an_edit_of_fields() {
        let changes = json!([{"id": "1", "before": {"birthdate": "old", "checked_in": false}, "after": {"birthdate": " May ", "checked_in": true, "checked_in_at": 60}}]);
        let expected = vec![
            FieldChange::Text(
                TextField::Birthdate,
                Values {
                    before: "old".into(),
                    after: "May".into(),
                },
            ),
            FieldChange::CheckedIn {
                values: Values {
                    before: false,
                    after: true,
                },
                at: 60,
            },
        ];
        let edit = checked(changes, &[]).unwrap();
        assert_eq!(
            (edit.device.as_str(), edit.number, edit.by.as_str()),
            ("phone-one", 3, "Desk")
        );
        assert_eq!(edit.changes, [("1".to_owned(), Wanted::Fields(expected))]);
    }

    #[rstest]
    #[case(Value::Null, 100)]
    #[case(json!(0), 100)]
    #[case(json!(-5), 100)]
    #[case(json!(101), 100)]
    #[case(json!(7), 7)]
    fn somebody_new_is_checked_in_at_once(#[case] at: Value, #[case] expected: i64) {
        let after = json!({"distance": "10 KM", "birthdate": "3/9/1985", "first": "Ana", "checked_in": true, "checked_in_at": at});
        let edit = checked(json!([{"id": "1", "after": after}]), &[]).unwrap();
        let [(id, Wanted::New(who))] = edit.changes.as_slice() else {
            panic!("{edit:?}")
        };
        assert_eq!(
            (
                id.as_str(),
                who.first.as_str(),
                who.check_in.at,
                who.check_in.by.as_str()
            ),
            ("1", "Ana", expected, "Desk")
        );
    }

    #[test]
    fn a_participant_at_the_desk_has_three_more_fields() {
        let who = Participant {
            id: "1".into(),
            ..Participant::default()
        };
        let shown = serde_json::to_value(CheckinParticipant::from(who.clone())).unwrap();
        let plain = serde_json::to_value(&who).unwrap();
        let more: Vec<&String> = shown
            .as_object()
            .unwrap()
            .keys()
            .filter(|key| plain.get(key.as_str()).is_none())
            .collect();
        assert_eq!(more, ["anonymous_by", "checked_in_at", "checked_in_by"]);
    }
}
