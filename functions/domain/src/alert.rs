//! Alerts: who is notified of which passages, in which words and in which order (contract 8.5).
//! Costs and rate limits are counted elsewhere; nothing here reads or sends.

use std::{collections::HashSet, fmt};

use serde::{Deserialize, Serialize};

use crate::{
    event_time::EventTime,
    liveness::StoredRow,
    named::named,
    phone::Phone,
    race::EventKind,
    row::{Passage, Person},
    subscription::name_form,
    text_message::{LONGEST_ONE_PART, cut, gsm7, spaced},
};

/// The age beyond which a passage no longer causes an alert, in seconds.
pub const FRESH_S: i64 = 15 * 60;
/// The uploader's name for the segment in which a race begins.
const START: &str = "Start";
const STOP: &str = " Reply STOP to end.";

/// The urgency of an alert, the most urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Priority {
    /// Somebody has finished.
    Finish,
    /// Somebody has passed a point on the course.
    Split,
}

named! {
    /// How a follower is notified. It is part of a claim, so that each channel is claimed once.
    #[derive(
        Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
    )]
    #[serde(rename_all = "lowercase")]
    pub enum Channel {
        /// A text to a phone.
        #[default]
        Sms = "sms",
        /// A push to a device.
        Push = "push",
        /// An e-mail.
        Email = "email",
    }
}

impl Channel {
    /// Whether alerts of this priority go through this channel: e-mails are about finishes only.
    #[must_use]
    pub fn tells(self, priority: Priority) -> bool {
        self != Self::Email || priority == Priority::Finish
    }
}

/// Who is notified: the recipient at the end of a channel.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// A phone.
    Phone(Phone),
    /// A device, by its pseudonym (`device::id`); only its subscription stores where it can be
    /// reached.
    Device(String),
    /// An e-mail address, by its pseudonym (`EmailAddress::id`); only its subscription stores the
    /// address.
    Address(String),
}

impl Target {
    /// The channel through which it is reached.
    #[must_use]
    pub fn channel(&self) -> Channel {
        match self {
            Self::Phone(_) => Channel::Sms,
            Self::Device(_) => Channel::Push,
            Self::Address(_) => Channel::Email,
        }
    }

    /// The name used in stored items.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Phone(phone) => phone.e164(),
            Self::Device(id) | Self::Address(id) => id,
        }
    }

    /// The target with this name in stored items; `None` for a malformed phone.
    #[must_use]
    pub fn of(channel: Channel, name: &str) -> Option<Self> {
        match channel {
            Channel::Sms => Phone::subscriber(name).map(Self::Phone),
            Channel::Push => Some(Self::Device(name.to_owned())),
            Channel::Email => Some(Self::Address(name.to_owned())),
        }
    }

    /// The phone, if it is one.
    #[must_use]
    pub fn phone(&self) -> Option<&Phone> {
        match self {
            Self::Phone(phone) => Some(phone),
            Self::Device(_) | Self::Address(_) => None,
        }
    }
}

/// Does not reveal who it is, since logs and panics may print it.
impl fmt::Debug for Target {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "Target({}, …)", self.channel().name())
    }
}

named! {
    /// Why an alert is not sent.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Reason {
        /// Its passage was more than fifteen minutes ago, or the runner was seen further on before it
        /// was uploaded.
        TooLate = "too-late",
        /// Its phone is on the block list.
        Blocked = "blocked",
        /// A budget is used up: that of the year, the day or the month.
        Capped = "capped",
        /// The runner has become anonymous.
        Anonymous = "anonymous",
        /// The subscription was removed.
        Removed = "removed",
        /// The passage was deleted.
        Deleted = "deleted",
        /// The carrier does not accept texts for the phone: it has opted out there.
        OptedOut = "opted-out",
    }
}

/// The priority of a passage's alert. `None` if it causes none: in an event that is not run over a
/// distance, at a start or a segment without a name, and for somebody who did not finish or start.
#[must_use]
pub fn alerts(kind: EventKind, passage: &Passage) -> Option<Priority> {
    if kind != EventKind::Distance || passage.is_out() || passage.occurrence <= 0 {
        return None;
    }
    match (passage.finish, passage.segment.as_str()) {
        (true, _) => Some(Priority::Finish),
        (false, "" | START) => None,
        (false, _) => Some(Priority::Split),
    }
}

/// When the passage happened, in unix seconds, for judging its age: its local time if that can be
/// read, but no later than its receipt, since the clock of a timing machine may be fast.
#[must_use]
pub fn moment(local_time: &str, received_s: i64) -> i64 {
    EventTime::parse(local_time).map_or(received_s, |at| at.instant().min(received_s))
}

/// Whether something that happened at `moment_s` is still worth an alert at `now_s`.
#[must_use]
pub fn is_fresh(moment_s: i64, now_s: i64) -> bool {
    now_s.saturating_sub(moment_s) <= FRESH_S
}

/// Whether a subscription by bib, first and last name means this runner. With a bib it means the
/// runner who wears it; without one the name decides, if exactly one runner of the year has it
/// (`is_only`).
#[must_use]
pub fn means((bib, first, last): (&str, &str, &str), runner: &Person, is_only: bool) -> bool {
    if bib.is_empty() {
        let form = name_form(first, last);
        is_only && form.is_some() && form == name_form(&runner.first, &runner.last)
    } else {
        bib == runner.bib
    }
}

/// How many runners share a name, given the bibs under which it is found and the number of entries
/// with the name that have no bib yet (`without_bib`). Such an entry may be one of the runners with
/// a bib.
#[must_use]
pub fn namesakes<'b>(bibs: impl IntoIterator<Item = &'b str>, without_bib: usize) -> usize {
    bibs.into_iter()
        .collect::<HashSet<_>>()
        .len()
        .max(without_bib)
}

/// The sort key of alerts in the order in which they are sent: finishes before splits, then the
/// earliest first.
#[must_use]
pub fn order(priority: Priority, moment_s: i64) -> (Priority, i64) {
    (priority, moment_s)
}

/// The passage with this location and occurrence among a person's living rows, with the person's
/// current fields.
#[must_use]
pub fn current<'r>(
    living: &[&'r StoredRow],
    location: &str,
    occurrence: i64,
) -> Option<(&'r Person, &'r Passage)> {
    let row = living
        .iter()
        .find(|row| row.passage.location == location && row.passage.occurrence == occurrence)?;
    let person = living
        .iter()
        .max_by_key(|row| row.stamp)
        .map(|row| &row.person)?;
    Some((person, &row.passage))
}

/// Whether the split at this location and occurrence was uploaded after a passage of the same person
/// further on: readers of a mat that sent nothing for a while learn nothing from it any more.
#[must_use]
pub fn is_overtaken(living: &[&StoredRow], location: &str, occurrence: i64) -> bool {
    let split = living.iter().find(|row| {
        row.passage.location == location
            && row.passage.occurrence == occurrence
            && !row.passage.finish
    });
    split.is_some_and(|split| {
        living.iter().any(|row| {
            row.stamp < split.stamp
                && row.passage.seconds > split.passage.seconds
                && alerts(EventKind::Distance, &row.passage).is_some()
        })
    })
}

/// The words of an alert, which fit into one GSM-7 part. Names are cut, the longest first; times,
/// the place and how to unsubscribe never are.
#[must_use]
pub fn text(event_name: &str, runner: &Person, passage: &Passage) -> String {
    let chip = chip_time(passage)
        .map(|chip| format!(" (chip {chip})"))
        .unwrap_or_default();
    let clock = clock(passage.seconds);
    let place = if passage.ranking > 0 {
        format!(", place {}", passage.ranking)
    } else {
        String::new()
    };
    let named = name_of(runner);
    let [event, runner, segment] = [event_name, &named, &passage.segment].map(spaced);
    let (segment, verb, rest) = if passage.finish {
        (
            String::new(),
            " finished",
            format!(" in {clock}{chip}{place}.{STOP}"),
        )
    } else {
        (segment, " passed ", format!(" in {clock}{chip}.{STOP}"))
    };
    let fixed = ": ".len() + verb.len() + rest.chars().count();
    let [event, runner, segment] = cut(
        [event, runner, segment],
        LONGEST_ONE_PART.saturating_sub(fixed),
    );
    format!("{event}: {runner}{verb}{segment}{rest}")
}

/// A runner's name in an alert; the bib if GSM-7 can write nothing of the name.
fn name_of(runner: &Person) -> String {
    let name = format!("{} {}", runner.first.trim(), runner.last.trim());
    if gsm7(&name).trim().is_empty() {
        format!("Bib {}", runner.bib)
    } else {
        name
    }
}

/// The chip time, if there is one and it differs from the clock time.
pub(crate) fn chip_time(passage: &Passage) -> Option<String> {
    let chip = passage.chip_seconds;
    (chip > 0 && chip != passage.seconds).then(|| clock(chip))
}

/// Hours, minutes and seconds.
pub(crate) fn clock(seconds: i64) -> String {
    let seconds = seconds.max(0);
    format!(
        "{}:{:02}:{:02}",
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60
    )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;
    use crate::{liveness::Mark, stamp::Stamp, text_message::parts};

    fn split(segment: &str, occurrence: i64) -> Passage {
        Passage {
            segment: segment.to_owned(),
            location: segment.to_owned(),
            occurrence,
            seconds: 1450,
            chip_seconds: 1442,
            ..Passage::default()
        }
    }

    fn finish() -> Passage {
        Passage {
            finish: true,
            seconds: 2710,
            chip_seconds: 2701,
            ranking: 12,
            ..split("Finish", 1)
        }
    }

    fn ana() -> Person {
        Person {
            bib: "88".to_owned(),
            first: "Ana".to_owned(),
            last: "Ruiz".to_owned(),
            ..Person::default()
        }
    }

    #[test]
    fn reasons_have_the_names_under_which_they_are_stored() {
        for reason in Reason::ALL {
            assert_eq!(serde_json::to_value(reason).unwrap(), reason.name());
        }
    }

    #[rstest]
    #[case("distance", finish(), Some(Priority::Finish))]
    #[case("", finish(), Some(Priority::Finish))]
    #[case("time", finish(), None)]
    #[case("backyardultra", finish(), None)]
    #[case("distance", split("Mile 3", 1), Some(Priority::Split))]
    #[case("distance", split("Mile 3", 2), Some(Priority::Split))]
    #[case("distance", split("Mile 3", 0), None)]
    #[case("distance", split("Mile 3", -1), None)]
    #[case("distance", split("", 1), None)]
    #[case("distance", split("Start", 1), None)]
    #[case("distance", split("Start Loop 2", 1), Some(Priority::Split))]
    #[case("distance", Passage { segment: String::new(), ..finish() }, Some(Priority::Finish))]
    #[case("distance", Passage { occurrence: 0, ..finish() }, None)]
    #[case("distance", Passage { kind: 3, ..finish() }, None)]
    #[case("distance", Passage { kind: 30, ..finish() }, None)]
    #[case("distance", Passage { kind: 31, ..finish() }, None)]
    #[case("distance", Passage { kind: 13, ..finish() }, Some(Priority::Finish))]
    #[case("distance", Passage { kind: 30, ..split("Mile 3", 1) }, None)]
    fn finishes_and_splits_are_told(
        #[case] kind: &str,
        #[case] passage: Passage,
        #[case] expected: Option<Priority>,
    ) {
        assert_eq!(alerts(EventKind::of(kind), &passage), expected);
    }

    const EIGHT: &str = "2026-05-02T08:00:00.4000000-07:00";
    const EIGHT_S: i64 = 1_777_734_000;

    #[rstest]
    #[case(EIGHT, 0, true)]
    #[case(EIGHT, 900, true)]
    #[case(EIGHT, 901, false)]
    // a clock that is fast: the age counts from the receipt
    #[case("2026-05-02T09:00:00-07:00", 900, true)]
    #[case("2026-05-02T09:00:00-07:00", 901, false)]
    // no usable local time: the age counts from the receipt
    #[case("at eight", 900, true)]
    #[case("2026-05-02T08:00:00", 901, false)]
    #[case("", 0, true)]
    fn a_passage_is_told_for_a_quarter_of_an_hour(
        #[case] local_time: &str,
        #[case] later_s: i64,
        #[case] expected: bool,
    ) {
        assert_eq!(
            is_fresh(moment(local_time, EIGHT_S), EIGHT_S + later_s),
            expected
        );
    }

    #[rstest]
    #[case(Channel::Sms, true, true)]
    #[case(Channel::Push, true, true)]
    #[case(Channel::Email, true, false)]
    fn a_split_is_not_mailed(#[case] channel: Channel, #[case] finish: bool, #[case] split: bool) {
        assert_eq!(
            [Priority::Finish, Priority::Split].map(|priority| channel.tells(priority)),
            [finish, split]
        );
    }

    #[test]
    fn a_late_upload_is_not_told() {
        assert!(
            !is_fresh(moment(EIGHT, EIGHT_S + 901), EIGHT_S + 901),
            "its receipt makes it no younger"
        );
    }

    fn stored(stamp: u64, passage: Passage) -> StoredRow {
        StoredRow {
            person_id: "88".into(),
            person: ana(),
            passage,
            stamp: Stamp::new(stamp, ""),
            witness: None,
            mark: Mark::default(),
        }
    }

    fn at(segment: &str, seconds: i64) -> Passage {
        Passage {
            seconds,
            ..split(segment, 1)
        }
    }

    #[rstest]
    #[case("in order", vec![stored(1, at("Mile 3", 1500)), stored(2, at("Mile 6", 3000))], false)]
    #[case("in one upload", vec![stored(1, at("Mile 6", 3000)), stored(1, at("Mile 9", 4500))], false)]
    #[case("a dead mat's read that comes later", vec![stored(2, at("Mile 6", 3000)), stored(1, at("Mile 9", 4500))], true)]
    #[case("after the finish", vec![stored(2, at("Mile 6", 3000)), stored(1, Passage { seconds: 6600, ..finish() })], true)]
    #[case("only a start before it", vec![stored(2, at("Mile 6", 3000)), stored(1, at("Start", 3100))], false)]
    #[case("a DNF is no passage", vec![stored(2, at("Mile 6", 3000)), stored(1, Passage { kind: 30, ..at("Mile 9", 1_000_000) })], false)]
    fn a_split_behind_the_last_one_is_old_news(
        #[case] why: &str,
        #[case] rows: Vec<StoredRow>,
        #[case] expected: bool,
    ) {
        let living: Vec<&StoredRow> = rows.iter().collect();
        assert_eq!(is_overtaken(&living, "Mile 6", 1), expected, "{why}");
    }

    #[test]
    fn a_finish_is_always_news() {
        let rows = [
            stored(
                2,
                Passage {
                    location: "Line".to_owned(),
                    seconds: 3000,
                    ..finish()
                },
            ),
            stored(1, at("Mile 9", 4500)),
        ];
        let living: Vec<&StoredRow> = rows.iter().collect();
        assert!(!is_overtaken(&living, "Line", 1));
    }

    #[rstest]
    #[case("88", "", "", true, true)]
    #[case("88", "", "", false, true)]
    #[case("89", "", "", true, false)]
    #[case("088", "", "", true, false)]
    // a bib takes precedence over a name: one subscription is about one runner
    #[case("89", "Ana", "Ruiz", true, false)]
    #[case("88", "Bea", "Roth", false, true)]
    #[case("", "ana", "RUIZ", true, true)]
    #[case("", "An-a", "Ruiz 2", true, true)]
    #[case("", "ana", "ruiz", false, false)]
    #[case("", "Bea", "Ruiz", true, false)]
    #[case("", "1", "2", true, false)]
    fn a_subscription_means_a_bib_or_a_name(
        #[case] bib: &str,
        #[case] first: &str,
        #[case] last: &str,
        #[case] is_only: bool,
        #[case] expected: bool,
    ) {
        assert_eq!(means((bib, first, last), &ana(), is_only), expected);
    }

    #[test]
    fn nobody_is_meant_by_no_name() {
        let nameless = Person {
            first: String::new(),
            last: String::new(),
            ..ana()
        };
        assert!(!means(("", "1", ""), &nameless, true));
    }

    #[rstest]
    #[case(&["1"], 0, 1)]
    #[case(&["1", "1"], 0, 1)]
    #[case(&["1", "2"], 0, 2)]
    #[case(&["1"], 1, 1)]
    #[case(&["1"], 2, 2)]
    #[case(&[], 1, 1)]
    fn people_of_one_name(
        #[case] bibs: &[&str],
        #[case] without_bib: usize,
        #[case] expected: usize,
    ) {
        assert_eq!(namesakes(bibs.iter().copied(), without_bib), expected);
    }

    #[test]
    fn finishes_before_splits_and_the_oldest_first() {
        let mut found = [
            (Priority::Split, 1),
            (Priority::Finish, 9),
            (Priority::Split, 0),
            (Priority::Finish, 3),
        ];
        found.sort_by_key(|(priority, moment_s)| order(*priority, *moment_s));
        assert_eq!(
            found,
            [
                (Priority::Finish, 3),
                (Priority::Finish, 9),
                (Priority::Split, 0),
                (Priority::Split, 1)
            ]
        );
    }

    #[rstest]
    #[case(
        split("Mile 3", 1),
        "River 10K: Ana Ruiz passed Mile 3 in 0:24:10 (chip 0:24:02). Reply STOP to end."
    )]
    #[case(
        finish(),
        "River 10K: Ana Ruiz finished in 0:45:10 (chip 0:45:01), place 12. Reply STOP to end."
    )]
    #[case(Passage { ranking: -1, ..finish() }, "River 10K: Ana Ruiz finished in 0:45:10 (chip 0:45:01). Reply STOP to end.")]
    #[case(Passage { ranking: 0, chip_seconds: 0, ..finish() }, "River 10K: Ana Ruiz finished in 0:45:10. Reply STOP to end.")]
    #[case(Passage { chip_seconds: 2710, ..finish() }, "River 10K: Ana Ruiz finished in 0:45:10, place 12. Reply STOP to end.")]
    #[case(Passage { seconds: 123_456, chip_seconds: 0, ranking: 0, ..finish() }, "River 10K: Ana Ruiz finished in 34:17:36. Reply STOP to end.")]
    fn as_the_contract_shows_it(#[case] passage: Passage, #[case] expected: &str) {
        assert_eq!(text("River 10K", &ana(), &passage), expected);
    }

    #[rstest]
    #[case("Łukasz", "Żółć", "Lukasz Zolc")]
    #[case("Zoë", "Ångström", "Zoe Ångström")]
    #[case("", "", "Bib 88")]
    #[case("", "Ruiz", "Ruiz")]
    #[case("  Ana  Maria ", " Ruiz", "Ana Maria Ruiz")]
    #[case("[]", "{}", "Bib 88")]
    fn a_text_names_the_runner(#[case] first: &str, #[case] last: &str, #[case] expected: &str) {
        let runner = Person {
            first: first.to_owned(),
            last: last.to_owned(),
            ..ana()
        };
        let words = text("River 10K", &runner, &finish());
        assert!(
            words.starts_with(&format!("River 10K: {expected} finished")),
            "{words}"
        );
    }

    #[test]
    fn the_longest_name_is_cut_first() {
        let runner = Person {
            first: "A".repeat(100),
            last: "B".repeat(100),
            ..ana()
        };
        let words = text("River 10K", &runner, &finish());
        assert_eq!(words.len(), LONGEST_ONE_PART);
        assert!(
            words.starts_with("River 10K: AAAA")
                && words.ends_with("(chip 0:45:01), place 12. Reply STOP to end."),
            "{words}"
        );
    }

    proptest! {
        #[test]
        fn any_names_make_one_part_with_the_whole_news(
            event in ".{0,120}", first in ".{0,120}", last in ".{0,120}", segment in ".{0,500}", finish: bool,
            seconds in 0_i64..2_000_000, chip_seconds in 0_i64..2_000_000, ranking in -1_i64..1_000_000
        ) {
            let runner = Person { first, last, ..ana() };
            let passage = Passage { finish, segment, seconds, chip_seconds, ranking, occurrence: 1, ..Passage::default() };
            let words = text(&event, &runner, &passage);
            prop_assert_eq!(parts(&words), 1, "{}", words);
            prop_assert_eq!(gsm7(&words), words.clone(), "in the alphabet");
            prop_assert!(words.ends_with("Reply STOP to end."), "{}", words);
            let when = clock(seconds);
            prop_assert!(words.contains(&when));
            prop_assert!(finish || !words.contains(", place "), "{}", words);
        }
    }
}
