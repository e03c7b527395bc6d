//! Participants: the organiser's list, private except for what `ResultParticipant` shows (contract
//! 2.4, 2.5).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::heap;

/// A participant as the owner sees them: somebody who is entered, whether or not they have results
/// (contract 2.5).
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
pub struct Participant {
    /// Opaque id within the year; unrelated to a row's `person_id`.
    pub id: String,
    /// Bib; may be empty.
    pub bib: String,
    /// First name.
    pub first: String,
    /// Last name.
    pub last: String,
    /// Birth date, such as `1990/7/21`; `1901/01/01` means none. One that an update changed to no
    /// date is as it was sent.
    pub birthdate: String,
    /// Gender, free text; empty: not given.
    pub gender: String,
    /// Age group, free text such as `20-29`; may be empty.
    pub age_group: String,
    /// Name of the distance.
    pub distance: String,
    /// Whether the name must not leave the server on a public route (contract 6.6).
    pub anonymous: bool,
    /// Whether the person asked for a text at their finish.
    pub sms_enabled: bool,
    /// Phone, free text; never public.
    pub mobile: String,
    /// Size of the T-shirt or the like, free text.
    pub apparel: String,
    /// Team, club or town, free text; left out if empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub division: String,
    /// Unix seconds of the last add or update by the order of uploads (contract 6.11), set by the
    /// server.
    pub updated_at: i64,
    /// The source of their anonymity; `None` if they are not anonymous, or became so before it was
    /// kept. Only the desk's own routes return it (contract 4.13).
    #[serde(skip)]
    #[schema(ignore)]
    pub anonymous_by: Option<AnonymousBy>,
    /// The check-in desk's record of them; only the desk's own routes return it (contract 4.13).
    #[serde(skip)]
    #[schema(ignore)]
    pub check_in: CheckIn,
}

impl Participant {
    /// About how many bytes of the heap it takes.
    pub(crate) fn heap(&self) -> usize {
        let texts = [
            &self.id,
            &self.bib,
            &self.first,
            &self.last,
            &self.birthdate,
            &self.gender,
            &self.age_group,
            &self.distance,
            &self.mobile,
            &self.apparel,
            &self.division,
            &self.check_in.by,
        ];
        let done = self.check_in.done.as_slice();
        let devices = done.iter().map(|(device, _)| device);
        let texts = texts.into_iter().chain(devices);
        heap::block(size_of_val(done)) + texts.map(|text| heap::text(text)).sum::<usize>()
    }
}

/// The source of a participant's anonymity (contract 4.13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum AnonymousBy {
    /// A list of the timing program.
    Program,
    /// A list sent by an account: an import, or a registration program.
    Account,
    /// An edit at the check-in desk.
    Desk,
}

/// The check-in desk's record of a participant (contract 4.13). Everything else that writes the
/// participant leaves it unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct CheckIn {
    /// Unix seconds of the check-in; 0 = not checked in.
    pub at: i64,
    /// Name of the account that checked them in.
    pub by: String,
    /// Devices whose edits were applied to the participant, each with the number of its last edit;
    /// the device that was used last comes last.
    pub done: Vec<(String, u64)>,
}

/// Which bib a chip belongs to (contract 2.6).
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
pub struct BibChip {
    /// The bib, text.
    pub bib: String,
    /// The chip's code, the identity within the year; may be empty.
    pub chip: String,
}

/// The public part of a participant (contract 2.4).
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
pub struct ResultParticipant {
    /// Bib; may be empty.
    pub bib: String,
    /// First name; nobody here is anonymous.
    pub first: String,
    /// Last name; nobody here is anonymous.
    pub last: String,
    /// Age group, free text such as `20-29`; may be empty.
    pub age_group: String,
    /// Gender, free text; empty: not given.
    pub gender: String,
    /// Name of the distance.
    pub distance: String,
}

impl ResultParticipant {
    /// About how many bytes of the heap it takes.
    pub(crate) fn heap(&self) -> usize {
        let texts = [
            &self.bib,
            &self.first,
            &self.last,
            &self.age_group,
            &self.gender,
            &self.distance,
        ];
        texts.into_iter().map(|text| heap::text(text)).sum()
    }

    /// The sort key for the order of the contract (6.3).
    #[must_use]
    pub fn order(&self) -> (&str, &str, &str, &str) {
        (&self.last, &self.first, &self.bib, &self.distance)
    }
}

impl From<&Participant> for ResultParticipant {
    fn from(who: &Participant) -> Self {
        Self {
            bib: who.bib.clone(),
            first: who.first.clone(),
            last: who.last.clone(),
            age_group: who.age_group.clone(),
            gender: who.gender.clone(),
            distance: who.distance.clone(),
        }
    }
}
