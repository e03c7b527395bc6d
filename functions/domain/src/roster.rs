//! The participants of a year: which exist, and what an add or an update changes (contract 6.1,
//! 6.2, 6.11).

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    birthdate::{Orders, birthday, written},
    participant::{AnonymousBy, Participant},
    stamp::Stamp,
    state::{Stamped, count_ended},
};

/// How a participant is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteMode {
    /// By the timing program. Overwrites everything but the check-in, a bib given earlier (one
    /// given at check-in survives a second upload from the laptop), and a division where none is
    /// sent: timing programs do not know the field.
    Upload,
    /// By session, as [`WriteMode::Upload`]. Keeps what such programs send without knowing it: an
    /// anonymous person stays anonymous, and an empty age group or T-shirt size empties nothing.
    Add,
    /// By session. Overwrites everything but the check-in, and keeps what [`WriteMode::Add`] keeps.
    Update,
}

impl WriteMode {
    /// The source of anonymity of people whom it writes as anonymous.
    fn source(self) -> AnonymousBy {
        match self {
            Self::Upload => AnonymousBy::Program,
            Self::Add | Self::Update => AnonymousBy::Account,
        }
    }
}

/// The stored participants of a year, or those of them that a request names.
#[derive(Clone, Debug, PartialEq)]
pub struct Roster {
    pub(crate) stored: BTreeMap<String, Stamped<Participant>>,
    pub(crate) deleted: Option<Stamp>,
}

impl Roster {
    /// Takes the stored participants, tombstones included; those older than `deleted` are dead.
    pub fn new(
        stored: impl IntoIterator<Item = (String, Stamped<Participant>)>,
        deleted: Option<Stamp>,
    ) -> Self {
        Self {
            stored: stored.into_iter().collect(),
            deleted,
        }
    }

    /// The participant with this id, if they exist.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<&Participant> {
        self.stored.get(id)?.living(self.deleted)
    }

    /// The stamp of what is stored under this id, dead or alive. A write names it, so that nothing
    /// unread is overwritten.
    #[must_use]
    pub fn seen(&self, id: &str) -> Option<Stamp> {
        self.stored.get(id).map(|stored| stored.stamp)
    }

    /// Replaces what was known of these ids with what is stored now.
    pub fn look_again(
        &mut self,
        ids: &BTreeSet<String>,
        stored: impl IntoIterator<Item = (String, Stamped<Participant>)>,
    ) {
        self.stored.retain(|id, _| !ids.contains(id));
        self.stored.extend(stored);
    }

    /// Applies what a request received at `stamp` sends. Returns what has to be stored: of several
    /// with the same id the last one, leaving out those that change nothing and those with a stored
    /// item that is as new or newer.
    pub fn enter(
        &mut self,
        sent: Vec<Participant>,
        entry: WriteMode,
        stamp: Stamp,
    ) -> Vec<Participant> {
        if self.deleted.is_some_and(|deleted| stamp < deleted) {
            return Vec::new();
        }
        let by_id: BTreeMap<String, Participant> =
            sent.into_iter().map(|who| (who.id.clone(), who)).collect();
        let changed: Vec<Participant> = by_id
            .into_values()
            .filter_map(|who| self.changed(who, entry, stamp))
            .collect();
        self.stored.extend(changed.iter().map(|who| {
            (
                who.id.clone(),
                Stamped {
                    stamp,
                    item: Some(who.clone()),
                },
            )
        }));
        changed
    }

    fn changed(&self, mut who: Participant, entry: WriteMode, stamp: Stamp) -> Option<Participant> {
        if self
            .stored
            .get(&who.id)
            .is_some_and(|known| known.stamp >= stamp)
        {
            return None;
        }
        who.anonymous_by = who.anonymous.then(|| entry.source());
        if let Some(known) = self.find(&who.id) {
            if entry != WriteMode::Update && !known.bib.is_empty() {
                who.bib.clone_from(&known.bib);
            }
            // stored before dates had one form, the text may mean another day where it came from
            let read = birthday(&known.birthdate, Orders::UNKNOWN).map(written);
            if entry == WriteMode::Update && read.as_deref() == Some(&who.birthdate) {
                who.birthdate.clone_from(&known.birthdate);
            }
            if who.division.is_empty() {
                who.division.clone_from(&known.division);
            }
            if entry != WriteMode::Upload {
                keep_unknown(&mut who, known);
            }
            if who.anonymous && known.anonymous {
                who.anonymous_by = known.anonymous_by;
            }
            who.updated_at = known.updated_at;
            who.check_in.clone_from(&known.check_in);
            if who == *known {
                return None;
            }
        }
        who.updated_at = stamp.order_s();
        Some(who)
    }

    /// The current state of a participant that was sent: the stored one, or the one sent if a newer
    /// delete has removed it.
    #[must_use]
    pub fn standing(&self, sent: &Participant, stamp: Stamp) -> Participant {
        self.find(&sent.id).cloned().unwrap_or_else(|| Participant {
            updated_at: stamp.order_s(),
            ..sent.clone()
        })
    }

    /// The existing participants, in the order of the contract (6.3); with `updated_after` (unix
    /// seconds, ≥ 0) only those changed then or later.
    #[must_use]
    pub fn list(&self, updated_after: Option<i64>) -> Vec<Participant> {
        let after = updated_after.filter(|after| *after >= 0);
        let living = self
            .stored
            .values()
            .filter_map(|stored| stored.living(self.deleted));
        let mut living: Vec<Participant> = living
            .filter(|who| after.is_none_or(|after| who.updated_at >= after))
            .cloned()
            .collect();
        living.sort_unstable_by(|a, b| {
            (&a.distance, &a.last, &a.first, &a.id).cmp(&(&b.distance, &b.last, &b.first, &b.id))
        });
        living
    }

    /// How many participants are removed by a delete of all participants received at `stamp`.
    #[must_use]
    pub fn ended_by(&self, stamp: Stamp) -> usize {
        count_ended(self.stored.values(), self.deleted, stamp)
    }
}

/// Keeps what a form sends that has no field for it: false and empty texts (contract 4.11).
fn keep_unknown(who: &mut Participant, known: &Participant) {
    who.anonymous |= known.anonymous;
    for (sent, known) in [
        (&mut who.age_group, &known.age_group),
        (&mut who.apparel, &known.apparel),
    ] {
        if sent.is_empty() {
            sent.clone_from(known);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    fn at(seconds: u64) -> Stamp {
        Stamp::new(seconds * 1000, "request")
    }

    fn who(id: &str, bib: &str, first: &str) -> Participant {
        Participant {
            id: id.into(),
            bib: bib.into(),
            first: first.into(),
            distance: "10 KM".into(),
            ..Participant::default()
        }
    }

    fn roster(people: &[(u64, Option<Participant>)], deleted: Option<u64>) -> Roster {
        let stored = people.iter().map(|(second, who)| {
            let item = who.clone().map(|who| Participant {
                updated_at: i64::try_from(*second).unwrap(),
                ..who
            });
            (
                "1".to_owned(),
                Stamped {
                    stamp: at(*second),
                    item,
                },
            )
        });
        Roster::new(stored, deleted.map(at))
    }

    #[rstest]
    #[case::new(&[], None, WriteMode::Add, Some("8"))]
    #[case::an_add_keeps_a_bib(&[(1, Some(who("1", "7", "Ana")))], None, WriteMode::Add, Some("7"))]
    #[case::an_add_fills_an_empty_bib(&[(1, Some(who("1", "", "Ana")))], None, WriteMode::Add, Some("8"))]
    #[case::an_update_replaces_it(&[(1, Some(who("1", "7", "Ana")))], None, WriteMode::Update, Some("8"))]
    #[case::equal(&[(1, Some(who("1", "8", "Bea")))], None, WriteMode::Update, None)]
    #[case::equal_but_for_a_kept_bib(&[(1, Some(who("1", "7", "Bea")))], None, WriteMode::Add, None)]
    #[case::something_newer_stands(&[(9, Some(who("1", "7", "Ana")))], None, WriteMode::Update, None)]
    #[case::a_newer_delete_stands(&[(9, None)], None, WriteMode::Add, None)]
    #[case::after_a_delete(&[(1, None)], None, WriteMode::Add, Some("8"))]
    #[case::a_dead_one_keeps_no_bib(&[(1, Some(who("1", "7", "Ana")))], Some(2), WriteMode::Add, Some("8"))]
    #[case::all_were_deleted_later(&[], Some(9), WriteMode::Add, None)]
    fn writes_of_an_upload_an_add_and_an_update(
        #[case] stored: &[(u64, Option<Participant>)],
        #[case] deleted: Option<u64>,
        #[case] entry: WriteMode,
        #[case] bib: Option<&str>,
    ) {
        let written = roster(stored, deleted).enter(vec![who("1", "8", "Bea")], entry, at(5));
        let wanted = bib.map(|bib| Participant {
            updated_at: 5,
            ..who("1", bib, "Bea")
        });
        assert_eq!(written, wanted.into_iter().collect::<Vec<_>>());
    }

    #[rstest]
    #[case::the_same_text(WriteMode::Update, "1985/3/9", "3/9/1985")]
    #[case::another_day(WriteMode::Update, "1985/9/3", "1985/9/3")]
    #[case::an_upload(WriteMode::Upload, "1985/3/9", "1985/3/9")]
    fn an_update_that_sends_back_an_old_birth_date_leaves_its_text(
        #[case] entry: WriteMode,
        #[case] sent: &str,
        #[case] expected: &str,
    ) {
        let born = |birthdate: &str, first: &str| Participant {
            birthdate: birthdate.into(),
            ..who("1", "7", first)
        };
        let stored = [(1, Some(born("3/9/1985", "Ana")))];
        let written = roster(&stored, None).enter(vec![born(sent, "Bea")], entry, at(5));
        assert_eq!(written.first().unwrap().birthdate, expected);
    }

    /// Only the timing program's own list makes an anonymous person public and empties what a form
    /// does not know; but it does not know divisions.
    #[rstest]
    #[case::timing_program(WriteMode::Upload, false, "", "")]
    #[case::add(WriteMode::Add, true, "20-29", "M")]
    #[case::update(WriteMode::Update, true, "20-29", "M")]
    fn fields_unknown_to_a_form_stay(
        #[case] entry: WriteMode,
        #[case] anonymous: bool,
        #[case] age_group: &str,
        #[case] apparel: &str,
    ) {
        let known = Participant {
            anonymous: true,
            age_group: "20-29".into(),
            apparel: "M".into(),
            division: "Harriers".into(),
            mobile: "555".into(),
            sms_enabled: true,
            ..who("1", "7", "Ana")
        };
        let mut roster = roster(&[(1, Some(known))], None);
        roster.enter(vec![who("1", "7", "Bea")], entry, at(5));
        let expected = Participant {
            anonymous,
            age_group: age_group.into(),
            apparel: apparel.into(),
            division: "Harriers".into(),
            updated_at: 5,
            ..who("1", "7", "Bea")
        };
        assert_eq!(roster.find("1"), Some(&expected));
        let hidden = Participant {
            anonymous: true,
            age_group: "30-39".into(),
            apparel: "L".into(),
            division: "Lions".into(),
            ..who("1", "7", "Bea")
        };
        roster.enter(vec![hidden.clone()], entry, at(6));
        assert_eq!(
            roster.find("1"),
            Some(&Participant {
                updated_at: 6,
                // of one who stayed anonymous it was never kept
                anonymous_by: (entry == WriteMode::Upload).then_some(AnonymousBy::Program),
                ..hidden
            })
        );
    }

    /// It is what first made them so, until they are named again.
    #[rstest]
    #[case::nobody(None, WriteMode::Upload, true, Some(AnonymousBy::Program))]
    #[case::add(None, WriteMode::Add, true, Some(AnonymousBy::Account))]
    #[case::named_before(Some((false, None)), WriteMode::Update, true, Some(AnonymousBy::Account))]
    #[case::at_the_desk(Some((true, Some(AnonymousBy::Desk))), WriteMode::Upload, true, Some(AnonymousBy::Desk))]
    #[case::kept(Some((true, Some(AnonymousBy::Desk))), WriteMode::Add, false, Some(AnonymousBy::Desk))]
    #[case::lifted(Some((true, Some(AnonymousBy::Desk))), WriteMode::Upload, false, None)]
    #[case::before_it_was_kept(Some((true, None)), WriteMode::Update, true, None)]
    fn the_source_of_anonymity_is_kept(
        #[case] known: Option<(bool, Option<AnonymousBy>)>,
        #[case] entry: WriteMode,
        #[case] anonymous: bool,
        #[case] expected: Option<AnonymousBy>,
    ) {
        let stored = known.map(|(anonymous, anonymous_by)| Participant {
            anonymous,
            anonymous_by,
            ..who("1", "7", "Ana")
        });
        let stored: Vec<(u64, Option<Participant>)> =
            stored.into_iter().map(|who| (1, Some(who))).collect();
        let mut roster = roster(&stored, None);
        let sent = Participant {
            anonymous,
            ..who("1", "7", "Bea")
        };
        roster.enter(vec![sent], entry, at(5));
        assert_eq!(roster.find("1").unwrap().anonymous_by, expected);
    }

    #[test]
    fn the_answer_is_the_stored_participant_or_else_the_sent_one() {
        let sent = who("1", "8", "Bea");
        let mut kept = roster(&[(1, Some(who("1", "7", "Ana")))], None);
        kept.enter(vec![sent.clone()], WriteMode::Add, at(5));
        assert_eq!(
            kept.standing(&sent, at(5)),
            Participant {
                updated_at: 5,
                ..who("1", "7", "Bea")
            }
        );
        let gone = roster(&[(9, None)], None);
        assert_eq!(
            gone.standing(&sent, at(5)),
            Participant {
                updated_at: 5,
                ..sent
            }
        );
    }

    /// An upload whose write collided with a check-in decides again.
    #[test]
    fn a_bib_given_meanwhile_stays() {
        let mut upload = roster(&[(1, Some(who("1", "", "Ana")))], None);
        assert_eq!(
            upload
                .enter(vec![who("1", "", "Bea")], WriteMode::Add, at(5))
                .len(),
            1
        );
        let now = (
            who("1", "7", "Ana"),
            Stamped {
                stamp: at(4),
                item: Some(Participant {
                    updated_at: 4,
                    ..who("1", "7", "Ana")
                }),
            },
        );
        upload.look_again(&BTreeSet::from(["1".to_owned()]), [(now.0.id, now.1)]);
        assert_eq!((upload.seen("1"), upload.seen("2")), (Some(at(4)), None));
        let written = upload.enter(vec![who("1", "", "Bea")], WriteMode::Add, at(5));
        assert_eq!(
            written,
            [Participant {
                updated_at: 5,
                ..who("1", "7", "Bea")
            }]
        );
        upload.look_again(&BTreeSet::from(["1".to_owned()]), []);
        assert_eq!((upload.seen("1"), upload.find("1")), (None, None));
    }

    #[test]
    fn lists_are_ordered_and_since() {
        let mut roster = Roster::new([], None);
        roster.enter(
            vec![who("2", "", "Ana"), who("1", "", "Ana")],
            WriteMode::Add,
            at(5),
        );
        roster.enter(
            vec![Participant {
                distance: "1 KM".into(),
                ..who("3", "", "Zoe")
            }],
            WriteMode::Add,
            at(6),
        );
        let ids = |after| {
            roster
                .list(after)
                .into_iter()
                .map(|who| who.id)
                .collect::<Vec<_>>()
        };
        assert_eq!(ids(None), ["3", "1", "2"]);
        assert_eq!(
            (
                ids(Some(-1)).len(),
                ids(Some(0)).len(),
                ids(Some(5)).len(),
                ids(Some(6)),
                ids(Some(7)).len()
            ),
            (3, 3, 3, vec!["3".to_owned()], 0)
        );
        assert_eq!((roster.ended_by(at(6)), roster.ended_by(at(7))), (2, 3));
    }

    fn person() -> impl Strategy<Value = Participant> {
        ("[12]", "[78]?", "[ab]").prop_map(|(id, bib, first)| who(&id, &bib, &first))
    }

    fn batch() -> impl Strategy<Value = (Vec<Participant>, WriteMode, u64)> {
        (
            proptest::collection::vec(person(), 0..4),
            prop_oneof![
                Just(WriteMode::Upload),
                Just(WriteMode::Add),
                Just(WriteMode::Update)
            ],
            1_u64..9,
        )
    }

    proptest! {
        /// Sending a request again writes and changes nothing. Whatever arrives, no stamp goes
        /// backwards and no add loses a bib.
        #[test]
        fn any_request_may_come_again(before in proptest::collection::vec(batch(), 0..4), (sent, entry, second) in batch(), deleted in proptest::option::of(1_u64..9)) {
            let mut roster = Roster::new([], deleted.map(at));
            for (sent, entry, second) in before {
                roster.enter(sent, entry, at(second));
            }
            let old = roster.clone();
            let written = roster.enter(sent.clone(), entry, at(second));
            prop_assert!(written.iter().all(|who| old.stored.get(&who.id).is_none_or(|known| known.stamp < at(second))));
            for who in &written {
                let bib = old.find(&who.id).map(|known| known.bib.as_str()).filter(|bib| !bib.is_empty());
                prop_assert!(entry == WriteMode::Update || bib.is_none_or(|bib| bib == who.bib));
            }
            let after = roster.clone();
            prop_assert!(roster.enter(sent, entry, at(second)).is_empty());
            prop_assert_eq!(roster, after);
        }
    }
}
