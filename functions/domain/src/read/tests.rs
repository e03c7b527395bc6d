use proptest::{collection::vec, prelude::*};
use rstest::rstest;

use super::*;

fn read(seconds: i64, milliseconds: i64, identifier: &str) -> Read {
    Read {
        identifier: identifier.to_owned(),
        seconds,
        milliseconds,
        ident_type: IdentKind::Chip,
        kind: ReadKind::Reader,
        antenna: 1,
        reader: "A".to_owned(),
        rssi: "-55".to_owned(),
    }
}

fn room(count: usize) -> impl FnMut(&Read) -> bool {
    let mut left = count;
    move |_| {
        let fits = left > 0;
        left = left.saturating_sub(1);
        fits
    }
}

#[rstest]
#[case(10, 20, 10, 20)]
#[case(10, 10, 10, 10)]
#[case(10, 9, 10, 370)]
#[case(10, 0, 10, 370)]
#[case(-5, -10, -5, 355)]
#[case(i64::MAX, 0, i64::MAX, i64::MAX)]
#[case(i64::MAX - 1, i64::MIN, i64::MAX - 1, i64::MAX)]
#[case(i64::MIN, i64::MAX, i64::MIN, i64::MAX)]
fn a_range_that_ends_too_early_is_six_minutes(
    #[case] start: i64,
    #[case] end: i64,
    #[case] from: i64,
    #[case] to: i64,
) {
    assert_eq!(
        Range::asked(start, end),
        Range {
            start: from,
            end: to
        }
    );
}

#[rstest]
#[case(Some(10), Some(20), Ok(Range { start: 10, end: 20 }))]
#[case(Some(10), Some(10), Ok(Range { start: 10, end: 10 }))]
#[case(Some(10), Some(9), Err(EndsBeforeStart))]
#[case(None, Some(9), Ok(Range { start: 0, end: 9 }))]
#[case(None, Some(-1), Ok(Range { start: 0, end: -1 }))]
#[case(Some(10), None, Ok(Range::ALL))]
#[case(None, None, Ok(Range::ALL))]
fn start_and_end_of_a_delete_give_its_range(
    #[case] start: Option<i64>,
    #[case] end: Option<i64>,
    #[case] expected: Result<Range, EndsBeforeStart>,
) {
    assert_eq!(Range::to_delete(start, end), expected);
}

#[rstest]
#[case(i64::MIN, i64::MAX, Some((0, i64::MAX)))]
#[case(-5, -1, None)]
#[case(5, 4, None)]
#[case(5, 5, Some((5, 5)))]
fn no_read_is_before_1970(
    #[case] start: i64,
    #[case] end: i64,
    #[case] expected: Option<(i64, i64)>,
) {
    assert_eq!(
        Range { start, end }.possible(),
        expected.map(|(start, end)| Range { start, end })
    );
}

#[test]
fn order_is_seconds_milliseconds_identifier() {
    let mut gathered = Gathered::new(Range::ALL);
    gathered.add(
        vec![
            read(2, 0, "a"),
            read(1, 10, "a"),
            read(1, 9, "b"),
            read(1, 9, "a"),
            read(10, 0, "a"),
        ],
        |_| true,
    );
    let order: Vec<_> = gathered
        .reads()
        .iter()
        .map(|read| (read.seconds, read.milliseconds, read.identifier.clone()))
        .collect();
    let expected = [
        (1, 9, "a"),
        (1, 9, "b"),
        (1, 10, "a"),
        (2, 0, "a"),
        (10, 0, "a"),
    ];
    assert_eq!(
        order,
        expected.map(|(seconds, milliseconds, identifier)| (
            seconds,
            milliseconds,
            identifier.to_owned()
        ))
    );
}

#[test]
fn a_read_of_two_keys_is_shown_once_if_they_tell_the_same() {
    let mut gathered = Gathered::new(Range::ALL);
    gathered.add(vec![read(1, 0, "a")], |_| true);
    gathered.add(vec![read(1, 0, "a"), read(2, 0, "a")], |_| true);
    gathered.add(
        vec![Read {
            antenna: 2,
            ..read(1, 0, "a")
        }],
        |_| true,
    );
    assert_eq!(
        gathered.reads(),
        [
            read(1, 0, "a"),
            Read {
                antenna: 2,
                ..read(1, 0, "a")
            },
            read(2, 0, "a")
        ]
    );
}

/// One read for each field changed, and whether it is then another read.
fn changed() -> [(&'static str, Read, bool); 8] {
    let one = || read(1, 2, "a");
    [
        ("identifier", read(1, 2, "b"), true),
        ("seconds", read(2, 2, "a"), true),
        ("milliseconds", read(1, 3, "a"), true),
        (
            "ident_type",
            Read {
                ident_type: IdentKind::Bib,
                ..one()
            },
            true,
        ),
        (
            "type",
            Read {
                kind: ReadKind::Manual,
                ..one()
            },
            false,
        ),
        (
            "antenna",
            Read {
                antenna: 2,
                ..one()
            },
            false,
        ),
        (
            "reader",
            Read {
                reader: "B".to_owned(),
                ..one()
            },
            false,
        ),
        (
            "rssi",
            Read {
                rssi: "-60".to_owned(),
                ..one()
            },
            false,
        ),
    ]
}

#[test]
fn four_fields_are_what_makes_it_another_read() {
    for (field, other, is_another) in changed() {
        let sent = once(vec![read(1, 2, "a"), other.clone()]);
        assert_eq!(sent.len(), if is_another { 2 } else { 1 }, "{field}");
        assert!(
            sent.contains(&other),
            "{field}: of one request the last stays"
        );
        let stored = [read(1, 2, "a")];
        assert_eq!(
            missing(&[other], &stored).count(),
            usize::from(is_another),
            "{field}: what is stored stays"
        );
    }
}

#[rstest]
#[case(0, &[1])]
#[case(1, &[1])]
#[case(2, &[1, 1])]
#[case(3, &[1, 1, 1])]
#[case(4, &[1, 1, 1])]
#[case(5, &[1, 1, 1, 2, 2])]
#[case(6, &[1, 1, 1, 2, 2, 3])]
#[case(7, &[1, 1, 1, 2, 2, 3])]
fn whole_seconds_are_kept_but_never_none(#[case] count: usize, #[case] expected: &[i64]) {
    let mut gathered = Gathered::new(Range { start: 0, end: 9 });
    gathered.add(
        [1, 1, 1, 2, 2, 3]
            .iter()
            .enumerate()
            .map(|(at, second)| read(*second, 0, &at.to_string()))
            .collect(),
        room(count),
    );
    let end = if count >= 6 {
        9
    } else {
        *expected.last().unwrap()
    };
    assert_eq!(gathered.wanted(), Range { start: 0, end });
    assert_eq!(
        gathered
            .reads()
            .iter()
            .map(|read| read.seconds)
            .collect::<Vec<_>>(),
        expected
    );
}

#[test]
fn other_keys_may_fill_the_gap_before_a_cut() {
    let mut gathered = Gathered::new(Range { start: 0, end: 9 });
    gathered.add(
        vec![read(1, 0, "a"), read(5, 0, "a"), read(5, 0, "b")],
        room(2),
    );
    assert_eq!(gathered.wanted(), Range { start: 0, end: 4 });
    gathered.add(vec![read(3, 0, "c")], room(2));
    assert_eq!(gathered.reads(), [read(1, 0, "a"), read(3, 0, "c")]);
}

proptest! {
    /// However the reads are distributed over keys, and although each key is read only as far as
    /// the answer has room, the answer is the same as if all reads had been looked at.
    #[test]
    fn keys_make_no_difference(
        times in vec((0..12i64, 0..3i64, 0..4u8, 0..4usize), 0..80),
        count in 0..60usize,
        range in (0..12i64, 0..12i64),
    ) {
        let range = Range::asked(range.0, range.1);
        let reads: Vec<(usize, Read)> =
            times.iter().map(|(seconds, milliseconds, chip, key)| (*key, read(*seconds, *milliseconds, &chip.to_string()))).collect();
        let inside = |read: &Read, range: Range| (range.start..=range.end).contains(&read.seconds);

        let mut at_once = Gathered::new(range);
        at_once.add(reads.iter().map(|(_, read)| read.clone()).filter(|read| inside(read, range)).collect(), room(count));

        let mut by_key = Gathered::new(range);
        for key in 0..4 {
            let wanted = by_key.wanted();
            let mut found: Vec<Read> =
                reads.iter().filter(|(of, read)| *of == key && inside(read, wanted)).map(|(_, read)| read.clone()).collect();
            found.sort_by(|a, b| a.order().cmp(&b.order()));
            found.dedup();
            found.truncate(count + 1);
            by_key.add(found, room(count));
        }
        prop_assert_eq!(at_once.reads(), by_key.reads());
    }

    /// A client that continues from the second after the last read it got has everything in the
    /// end, unless a second is larger than an answer.
    #[test]
    fn a_cut_answer_heals(times in vec((0..12i64, 0..4i64), 0..60), spare in 0..9usize) {
        let mut all: Vec<Read> = times.iter().enumerate().map(|(at, (seconds, ms))| read(*seconds, *ms, &at.to_string())).collect();
        all.sort_by(|a, b| a.order().cmp(&b.order()));
        let largest = (0..12).map(|second| all.iter().filter(|read| read.seconds == second).count()).max().unwrap_or_default();
        let (mut got, mut start) = (Vec::new(), 0);
        loop {
            let mut answer = Gathered::new(Range::asked(start, 20));
            answer.add(all.iter().filter(|read| read.seconds >= start).cloned().collect(), room((largest + spare).max(1)));
            let answer = answer.reads();
            let Some(last) = answer.last() else { break };
            start = last.seconds + 1;
            got.extend(answer);
        }
        prop_assert_eq!(got, all);
    }
}

fn noted(id: i64, when: i64, received: i64) -> Noted {
    Noted {
        notification: Notification {
            id,
            kind: NotificationKind::UpsOnline,
            when: EventTime::from_unix(when),
        },
        received,
    }
}

#[rstest]
#[case::none(&[], None)]
#[case::just_now(&[noted(1, 1000, 1000)], Some(1))]
#[case::five_minutes_old(&[noted(1, 700, 700)], Some(1))]
#[case::older(&[noted(1, 699, 699)], None)]
#[case::old_but_received_now(&[noted(1, 699, 1000)], None)]
#[case::latest_by_its_time_not_its_receipt(&[noted(2, 800, 1000), noted(1, 900, 900)], Some(1))]
#[case::same_second_of_two_keys(&[noted(2, 900, 900), noted(1, 900, 900)], Some(2))]
#[case::clock_ahead(&[noted(1, 5000, 900)], Some(1))]
#[case::clock_ahead_five_minutes_after_its_receipt(&[noted(1, 5000, 699)], None)]
#[case::clock_ahead_does_not_hide_what_follows(&[noted(1, 5000, 900), noted(2, 950, 950)], Some(2))]
fn the_latest_notification_at_1000(#[case] stored: &[Noted], #[case] expected: Option<i64>) {
    assert_eq!(
        latest(stored.to_vec(), 1000).map(|shown| shown.id),
        expected
    );
}

#[rstest]
#[case("UPS_DISCONNECTED")]
#[case("UPS_CONNECTED")]
#[case("UPS_ON_BATTERY")]
#[case("UPS_LOW_BATTERY")]
#[case("UPS_ONLINE")]
#[case("SHUTTING_DOWN")]
#[case("RESTARTING")]
#[case("HIGH_TEMP")]
#[case("MAX_TEMP")]
#[case("BATTERY_LOW")]
#[case("BATTERY_CRITICAL")]
fn kinds_are_read_as_they_are_written(#[case] text: &str) {
    let kind = NotificationKind::named(text).unwrap();
    assert_eq!(serde_json::to_value(kind).unwrap(), text);
    assert_eq!(NotificationKind::named(&text.to_lowercase()), None);
}
