use rstest::rstest;

use super::*;
use crate::race::Slug;

const SET_S: i64 = 1_000_000;
const TAKEN: Outcome = Outcome::Taken(200);
/// As the first version stored it: other fields would lose what is waiting.
const STORED: &str = r#"{"id":"life","address":"https://club.example/results","set_s":1000000,"salt":"new","former":{"salt":"salt","until_s":1086400},"fresh":false,"told":{},"waiting":[{"year":"2026","version":5,"at_s":1000000,"heard_s":1000000}],"test_s":1000000,"tries":1,"next_s":1000007,"failing_since_s":1000000,"turn":{"id":"lease","until_s":1000060,"news":{"test":1000000}},"timer":"timer","last":{"at_s":1000000,"news":{"version":{"year":"2026","version":5,"at_s":1000000,"heard_s":1000000}},"outcome":{"refused":[503,7]}},"given_up":null,"off_s":null}"#;
const AWAY: Outcome = Outcome::Unreachable;

/// A hook for which the versions published before it was set have been looked at.
fn hook() -> Hook {
    let mut hook = Hook::none("life");
    hook.set("https://club.example/results", "salt", SET_S);
    hook.fresh = false;
    hook
}

fn waiting(hook: &Hook) -> Vec<(&str, u64)> {
    hook.waiting
        .iter()
        .map(|waiting| (waiting.year.as_str(), waiting.version))
        .collect()
}

/// An attempt of what is due. Returns the version that was sent.
fn attempt(hook: &mut Hook, outcome: Outcome, now_s: i64) -> Option<(String, u64)> {
    let Due::Now(delivery) = hook.due(now_s) else {
        return None;
    };
    hook.take_lease(delivery.clone(), "lease", now_s);
    assert!(hook.may_send("lease", now_s));
    hook.record("lease", outcome, "timer", now_s);
    match delivery {
        Delivery::Version(of) => Some((of.year.to_string(), of.version)),
        Delivery::Test(_) => Some(("test".to_owned(), 0)),
    }
}

#[test]
fn a_version_is_delivered_once() {
    let mut hook = hook();
    assert_eq!(hook.due(SET_S), Due::Nothing);
    hook.enqueue(&YearKey::new("2026"), 5, SET_S, SET_S + 1);
    assert_eq!(
        attempt(&mut hook, TAKEN, SET_S + 1),
        Some(("2026".to_owned(), 5))
    );
    assert_eq!(hook.due(SET_S + 1), Due::Nothing);
    for version in [5, 4] {
        hook.enqueue(&YearKey::new("2026"), version, SET_S, SET_S + 2);
        assert_eq!(hook.due(SET_S + 2), Due::Nothing, "{version}");
    }
    hook.enqueue(&YearKey::new("2026"), 6, SET_S, SET_S + 2);
    assert_eq!(
        attempt(&mut hook, TAKEN, SET_S + 2),
        Some(("2026".to_owned(), 6))
    );
}

#[test]
fn the_newest_version_of_each_year_is_delivered_in_order_of_publication() {
    let mut hook = hook();
    for (year, version) in [
        ("2025", 1),
        ("2026", 5),
        ("2025", 2),
        ("2026", 5),
        ("2024", 9),
    ] {
        hook.enqueue(&YearKey::new(year), version, SET_S, SET_S + 1);
    }
    assert_eq!(waiting(&hook), [("2026", 5), ("2025", 2), ("2024", 9)]);
    let sent: Vec<_> = (0..4)
        .filter_map(|_| attempt(&mut hook, TAKEN, SET_S + 2))
        .map(|(year, _)| year)
        .collect();
    assert_eq!(sent, ["2026", "2025", "2024"]);
}

#[test]
fn one_lease_at_a_time() {
    let mut hook = hook();
    hook.enqueue(&YearKey::new("2026"), 5, SET_S, SET_S);
    let Due::Now(delivery) = hook.due(SET_S) else {
        panic!("it is due")
    };
    hook.take_lease(delivery.clone(), "a", SET_S);
    hook.enqueue(&YearKey::new("2026"), 6, SET_S, SET_S + 1);
    hook.enqueue(&YearKey::new("2025"), 1, SET_S, SET_S + 1);
    assert_eq!(hook.due(SET_S + 1), Due::At(SET_S + LEASE_S));
    // a sender that was away for too long does not begin to send, and its result is ignored
    assert!(
        hook.may_send("a", SET_S + LEASE_S - LATEST_S)
            && !hook.may_send("a", SET_S + LEASE_S - LATEST_S + 1)
    );
    let Due::Now(next) = hook.due(SET_S + LEASE_S) else {
        panic!("the lease is over")
    };
    hook.take_lease(next, "b", SET_S + LEASE_S);
    let before = hook.clone();
    hook.record("a", TAKEN, "timer", SET_S + LEASE_S + 1);
    assert_eq!(hook, before);
    // the result of the current lease counts
    hook.record("b", TAKEN, "timer", SET_S + LEASE_S + 1);
    assert_eq!(waiting(&hook), [("2025", 1)]);
}

#[test]
fn an_answer_to_the_version_before_leaves_the_newer_one_waiting() {
    let mut hook = hook();
    hook.enqueue(&YearKey::new("2026"), 5, SET_S, SET_S);
    let Due::Now(delivery) = hook.due(SET_S) else {
        panic!("it is due")
    };
    hook.take_lease(delivery, "a", SET_S);
    hook.enqueue(&YearKey::new("2026"), 6, SET_S, SET_S + 1);
    hook.record("a", TAKEN, "timer", SET_S + 2);
    assert_eq!(
        attempt(&mut hook, TAKEN, SET_S + 2),
        Some(("2026".to_owned(), 6))
    );
}

/// When a version that never succeeds is tried, in seconds after the first attempt, and the hook
/// afterwards.
fn attempts_at(outcome: Outcome) -> (Vec<i64>, Hook) {
    let mut hook = hook();
    hook.enqueue(&YearKey::new("2026"), 5, SET_S, SET_S);
    let (mut at, mut now_s) = (Vec::new(), SET_S);
    while attempt(&mut hook, outcome, now_s).is_some() {
        at.push(now_s - SET_S);
        assert!(at.len() < 100);
        now_s = match hook.due(now_s) {
            Due::At(next_s) => next_s,
            _ => now_s,
        };
    }
    (at, hook)
}

#[rstest]
#[case::away(AWAY)]
#[case::slow(Outcome::TooSlow)]
#[case::broken(Outcome::Refused(500, None))]
#[case::redirected(Outcome::Refused(302, None))]
#[case::private(Outcome::NotPublic)]
fn a_message_is_tried_for_a_day_and_then_given_up(#[case] outcome: Outcome) {
    let (at, hook) = attempts_at(outcome);
    assert_eq!(at[..7], [0, 5, 35, 155, 755, 2_555, 6_155]);
    assert!(
        at.windows(2).all(|two| two[1] - two[0] <= LONGEST_WAIT_S),
        "{at:?}"
    );
    assert_eq!(at.last(), Some(&DAY_S));
    let given_up = hook
        .given_up
        .as_ref()
        .map(|given_up| (given_up.at_s, given_up.of.version));
    assert_eq!(
        (given_up, hook.due(SET_S + 2 * DAY_S)),
        (Some((SET_S + DAY_S, 5)), Due::Nothing)
    );
    // noted again it is not sent, and the next version starts afresh
    let mut hook = hook;
    hook.enqueue(&YearKey::new("2026"), 5, SET_S, SET_S + DAY_S + 1);
    assert_eq!(hook.due(SET_S + DAY_S + 1), Due::Nothing);
    hook.enqueue(&YearKey::new("2026"), 6, SET_S, SET_S + DAY_S + 1);
    assert!(attempt(&mut hook, AWAY, SET_S + DAY_S + 1).is_some());
    assert_eq!(
        (hook.failed_attempts, hook.due(SET_S + DAY_S + 2)),
        (1, Due::At(SET_S + DAY_S + 6))
    );
    assert!(hook.given_up.is_some(), "until one is sent");
    assert!(attempt(&mut hook, TAKEN, SET_S + DAY_S + 6).is_some());
    assert_eq!(
        (hook.given_up, hook.failed_attempts, hook.failing_since_s),
        (None, 0, None)
    );
}

#[test]
fn a_receiver_may_ask_for_time() {
    let (at, _) = attempts_at(Outcome::Refused(503, Some(600)));
    assert_eq!(at[..4], [0, 600, 1_200, 1_800]);
    let (at, _) = attempts_at(Outcome::Refused(429, Some(1_000_000)));
    assert_eq!(at[..3], [0, LONGEST_WAIT_S, 2 * LONGEST_WAIT_S]);
}

#[test]
fn a_newer_version_waits_as_long_as_the_one_before_would_and_has_a_day_of_its_own() {
    let mut hook = hook();
    hook.enqueue(&YearKey::new("2026"), 5, SET_S, SET_S);
    for _ in 0..3 {
        let now_s = if let Due::At(at_s) = hook.due(SET_S) {
            at_s
        } else {
            SET_S
        };
        assert!(attempt(&mut hook, AWAY, now_s).is_some());
    }
    let next = hook.due(SET_S + 40);
    hook.enqueue(&YearKey::new("2026"), 6, SET_S, SET_S + 40);
    assert_eq!(hook.due(SET_S + 40), next);
    // by this time the first version would have been given up
    assert!(attempt(&mut hook, AWAY, SET_S + DAY_S).is_some());
    assert_eq!((waiting(&hook), &hook.given_up), (vec![("2026", 6)], &None));
    assert_eq!(hook.next_s, SET_S + 40 + DAY_S);
    assert!(attempt(&mut hook, AWAY, SET_S + 40 + DAY_S).is_some());
    assert_eq!(hook.given_up.map(|given_up| given_up.of.version), Some(6));
}

#[test]
fn the_next_year_is_delivered_when_the_version_before_it_is_given_up() {
    let mut hook = hook();
    hook.enqueue(&YearKey::new("2026"), 5, SET_S, SET_S);
    assert!(attempt(&mut hook, AWAY, SET_S).is_some());
    hook.enqueue(&YearKey::new("2025"), 3, SET_S, SET_S + DAY_S - 10);
    assert!(
        matches!(hook.due(SET_S + 5), Due::Now(Delivery::Version(of)) if of.year.as_str() == "2026")
    );
    assert_eq!(
        attempt(&mut hook, AWAY, SET_S + DAY_S),
        Some(("2026".to_owned(), 5))
    );
    assert_eq!(waiting(&hook), [("2025", 3)]);
    assert_eq!(
        hook.failed_attempts, 2,
        "the receiver is as far away as before"
    );
    assert_eq!(
        attempt(&mut hook, TAKEN, SET_S + DAY_S + LONGEST_WAIT_S),
        Some(("2025".to_owned(), 3))
    );
}

#[test]
fn a_receiver_that_answers_gone_gets_nothing_until_the_hook_is_set_again() {
    let mut hook = hook();
    hook.enqueue(&YearKey::new("2026"), 5, SET_S, SET_S);
    hook.enqueue(&YearKey::new("2025"), 3, SET_S, SET_S);
    assert!(attempt(&mut hook, Outcome::Gone, SET_S + 1).is_some());
    assert_eq!(
        (hook.is_on(), hook.off_s, waiting(&hook)),
        (false, Some(SET_S + 1), vec![])
    );
    hook.enqueue(&YearKey::new("2026"), 6, SET_S, SET_S + 2);
    assert_eq!(
        (hook.due(SET_S + 2), hook.ask_test(SET_S + 2)),
        (Due::Nothing, false)
    );
    let (address, salt) = (hook.address.clone(), hook.salt.clone());
    hook.set(&address, "another", SET_S + 3);
    assert_eq!((hook.is_on(), &hook.salt), (true, &salt));
    hook.enqueue(&YearKey::new("2026"), 6, SET_S, SET_S + 4);
    assert_eq!(
        attempt(&mut hook, TAKEN, SET_S + 4),
        Some(("2026".to_owned(), 6))
    );
}

#[test]
fn versions_published_before_the_hook_was_set_are_not_delivered() {
    let mut hook = Hook::none("life");
    hook.set("https://club.example/results", "salt", SET_S);
    hook.enqueue(&YearKey::new("2025"), 40, SET_S - 1, SET_S + 5);
    hook.enqueue(&YearKey::new("2026"), 7, SET_S, SET_S + 5);
    assert_eq!(
        (waiting(&hook), hook.settled["2025"]),
        (vec![("2026", 7)], 40)
    );
    hook.fresh = false;
    // a version of a year that did not exist when earlier versions were looked at
    hook.enqueue(&YearKey::new("2024"), 1, SET_S - 100, SET_S + 6);
    assert_eq!(waiting(&hook), [("2026", 7), ("2024", 1)]);
}

#[test]
fn a_new_address_gets_waiting_versions_at_once_and_outcomes_of_the_old_one_are_ignored() {
    let mut hook = hook();
    hook.enqueue(&YearKey::new("2026"), 5, SET_S, SET_S);
    assert!(attempt(&mut hook, AWAY, SET_S).is_some());
    let Due::Now(delivery) = hook.due(SET_S + 5) else {
        panic!("it is due")
    };
    hook.take_lease(delivery, "old", SET_S + 5);
    hook.set("https://other.example/", "unused", SET_S + 6);
    assert_eq!((hook.salt.as_str(), hook.failed_attempts), ("salt", 0));
    assert!(matches!(hook.due(SET_S + 6), Due::Now(_)));
    hook.record("old", TAKEN, "timer", SET_S + 7);
    assert_eq!((waiting(&hook), &hook.last), (vec![("2026", 5)], &None));
    // setting the same address again does not interrupt a lease: versions would arrive out of order
    let Due::Now(delivery) = hook.due(SET_S + 7) else {
        panic!("it is due")
    };
    hook.take_lease(delivery, "new", SET_S + 7);
    hook.set("https://other.example/", "unused", SET_S + 8);
    assert_eq!(hook.due(SET_S + 8), Due::At(SET_S + 7 + LEASE_S));
}

#[test]
fn a_hook_that_was_taken_away_leaves_nothing() {
    let mut hook = hook();
    hook.enqueue(&YearKey::new("2026"), 5, SET_S, SET_S);
    hook.change_secret("new", SET_S);
    hook.remove();
    assert_eq!(hook, Hook::none("life"));
    hook.enqueue(&YearKey::new("2026"), 6, SET_S, SET_S + 1);
    hook.change_secret("newer", SET_S + 1);
    assert_eq!(
        (
            hook.due(SET_S + 1),
            hook.is_overdue(SET_S + DAY_S),
            hook.ask_test(SET_S)
        ),
        (Due::Nothing, false, false)
    );
    assert_eq!(hook, Hook::none("life"));
}

#[test]
fn a_deleted_year_is_not_delivered() {
    let mut hook = hook();
    hook.enqueue(&YearKey::new("2026"), 5, SET_S, SET_S);
    assert!(attempt(&mut hook, AWAY, SET_S).is_some());
    hook.keep_years(|year| year.as_str() != "2026");
    assert_eq!(
        (hook.due(SET_S + 10), hook.failed_attempts),
        (Due::Nothing, 0)
    );
    // re-created, the year goes on counting its versions
    hook.enqueue(&YearKey::new("2026"), 6, SET_S, SET_S + 20);
    assert_eq!(
        attempt(&mut hook, TAKEN, SET_S + 20),
        Some(("2026".to_owned(), 6))
    );
}

#[test]
fn a_test_goes_first_and_is_attempted_once() {
    let mut hook = hook();
    hook.enqueue(&YearKey::new("2026"), 5, SET_S, SET_S);
    assert!(attempt(&mut hook, AWAY, SET_S).is_some());
    assert!(hook.ask_test(SET_S + 1));
    assert_eq!(
        attempt(&mut hook, Outcome::TooSlow, SET_S + 1),
        Some(("test".to_owned(), 0))
    );
    assert_eq!(
        hook.last,
        Some(Attempt {
            at_s: SET_S + 1,
            delivery: Delivery::Test(SET_S + 1),
            outcome: Outcome::TooSlow
        })
    );
    assert_eq!(
        (hook.failed_attempts, hook.due(SET_S + 2)),
        (1, Due::At(SET_S + 5))
    );
}

#[test]
fn a_secret_that_was_changed_signs_for_a_day_more() {
    let mut hook = hook();
    hook.change_secret("new", SET_S);
    assert_eq!(hook.salts(SET_S + DAY_S - 1), ["new", "salt"]);
    assert_eq!(hook.salts(SET_S + DAY_S), ["new"]);
    hook.change_secret("newer", SET_S + 1);
    assert_eq!(hook.salts(SET_S + 1), ["newer", "new"]);
}

#[test]
fn a_lost_message_is_found() {
    let mut hook = hook();
    assert!(!hook.is_overdue(SET_S + DAY_S));
    hook.enqueue(&YearKey::new("2026"), 5, SET_S, SET_S);
    let delivery = match hook.due(SET_S) {
        Due::Now(delivery) => delivery,
        due => panic!("{due:?}"),
    };
    hook.take_lease(delivery, "dies", SET_S);
    assert!(!hook.is_overdue(SET_S + LEASE_S + LATE_S - 1));
    assert!(hook.is_overdue(SET_S + LEASE_S + LATE_S));
    let mut fresh = Hook::none("life");
    fresh.set("https://club.example/", "salt", SET_S);
    assert_eq!(
        (
            fresh.is_overdue(SET_S + LATE_S),
            fresh.is_overdue(SET_S + LATE_S + 1)
        ),
        (false, true)
    );
}

#[test]
fn the_stored_form_stays_and_debug_output_shows_neither_address_nor_salt() {
    let mut hook = hook();
    hook.enqueue(&YearKey::new("2026"), 5, SET_S, SET_S);
    assert!(attempt(&mut hook, Outcome::Refused(503, Some(7)), SET_S).is_some());
    hook.ask_test(SET_S);
    hook.change_secret("new", SET_S);
    hook.take_lease(Delivery::Test(SET_S), "lease", SET_S);
    let text = serde_json::to_string(&hook).unwrap();
    assert_eq!(text, STORED);
    assert_eq!(serde_json::from_str::<Hook>(&text).unwrap(), hook);
    let shown = format!("{hook:?} {:?}", hook.former);
    assert!(
        !shown.contains("club.example") && !shown.contains("salt"),
        "{shown}"
    );
}

#[rstest]
#[case(
    "https://club.example/results?key=a%20b&c",
    Some("https://club.example/results?key=a%20b&c")
)]
#[case(" HTTPS://Club.Example/Results ", Some("https://club.example/Results"))]
#[case("https://club.example", Some("https://club.example"))]
#[case("https://club.example?a=1", Some("https://club.example?a=1"))]
#[case(
    "https://hooks.club.example:8443/a",
    Some("https://hooks.club.example:8443/a")
)]
#[case("", None)]
#[case("club.example/results", None)]
#[case("http://club.example/", None)]
#[case("ftp://club.example/", None)]
#[case("https://club.example:0/", None)]
#[case("https://club.example:65536/", None)]
#[case("https://club.example:+1/", None)]
#[case("https://club.example:/", None)]
#[case("https://user:secret@club.example/", None)]
#[case("https://club.example/#part", None)]
#[case("https://club.example/a b", None)]
#[case("https://club.example/\r\nx", None)]
#[case("https://clüb.example/", None)]
#[case("https://localhost/", None)]
#[case("https://printer.local/", None)]
#[case("https://metadata.google.internal/", None)]
#[case("https://intranet/", None)]
#[case("https://127.0.0.1/", None)]
#[case("https://169.254.169.254/latest/meta-data", None)]
#[case("https://2130706433/", None)]
#[case("https://0x7f.1/", None)]
#[case("https://[::1]/", None)]
#[case("http://127.0.0.1:8080/", None)]
fn addresses_of_hooks(#[case] text: &str, #[case] expected: Option<&str>) {
    assert_eq!(Addresses::default().checked(text).as_deref(), expected);
}

#[test]
fn long_addresses_and_this_machine() {
    let of = |letters: usize| format!("https://club.example/{}", "a".repeat(letters - 21));
    assert!(
        Addresses::default().checked(&of(500)).is_some()
            && Addresses::default().checked(&of(501)).is_none()
    );
    let tests = Addresses { loopback: true };
    assert_eq!(
        tests.checked("http://127.0.0.1:8080/x").as_deref(),
        Some("http://127.0.0.1:8080/x")
    );
    assert_eq!(
        (
            tests.checked("http://10.0.0.1/"),
            tests.checked("http://club.example/")
        ),
        (None, None)
    );
    let allow = |addresses: Addresses, machine: &str| addresses.allow(machine.parse().unwrap());
    assert!(
        allow(tests, "127.0.0.1")
            && allow(tests, "::1")
            && !allow(tests, "10.0.0.1")
            && !allow(Addresses::default(), "127.0.0.1")
    );
}

#[rstest]
#[case::public(true, &["8.8.8.8", "1.1.1.1", "100.63.255.255", "100.128.0.0", "172.15.0.1", "172.32.0.1", "192.0.1.1", "198.20.0.1", "223.255.255.255",
    "2606:4700:4700::1111", "2a00:1450:4001::1", "2001:4860:4860::8888"])]
#[case::not(false, &["0.0.0.0", "10.1.2.3", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.255.254", "169.254.169.254", "169.254.170.2", "172.16.0.1",
    "172.31.255.255", "192.0.0.170", "192.0.2.1", "192.88.99.1", "192.168.1.1", "198.18.0.1", "198.19.255.255", "198.51.100.7", "203.0.113.9", "224.0.0.1", "239.1.1.1", "240.0.0.1", "255.255.255.255",
    "::", "::1", "::ffff:169.254.169.254", "::ffff:8.8.8.8", "64:ff9b::a9fe:a9fe", "100::1", "fc00::1", "fd00:ec2::254", "fe80::1", "fec0::1", "ff02::1",
    "2001::1", "2001:db8::1", "2002:a9fe:a9fe::1", "3fff::1"])]
fn machines_that_may_be_called(#[case] allowed: bool, #[case] machines: &[&str]) {
    for machine in machines {
        assert_eq!(
            Addresses::default().allow(machine.parse().unwrap()),
            allowed,
            "{machine}"
        );
    }
}

#[test]
fn the_message_of_a_delivery() {
    let of = Waiting {
        year: YearKey::new("2026-May"),
        version: 17,
        at_s: 1_777_734_000,
        queued_s: 1,
    };
    let message = Delivery::Version(of.clone()).message(
        &Slug::new("river-10k"),
        Some("https://results.example/downloads/results/river-10k/2026-May/current.json"),
    );
    assert_eq!(message.id, "river-10k_2026-May_17");
    let body: serde_json::Value = serde_json::from_str(&message.body).unwrap();
    let url = "https://results.example/downloads/results/river-10k/2026-May/current.json";
    let data =
        serde_json::json!({"slug": "river-10k", "year": "2026-May", "version": 17, "url": url});
    assert_eq!(
        body,
        serde_json::json!({"type": "results.version", "timestamp": "2026-05-02T15:00:00Z", "data": data})
    );
    let restricted: serde_json::Value = serde_json::from_str(
        &Delivery::Version(of)
            .message(&Slug::new("river-10k"), None)
            .body,
    )
    .unwrap();
    assert!(
        restricted["data"]["url"].is_null()
            && restricted["data"].as_object().unwrap().contains_key("url")
    );
    let test = Delivery::Test(1_777_734_000).message(&Slug::new("river-10k"), None);
    assert_eq!(test.id, "river-10k_1777734000");
    assert_eq!(
        test.body,
        r#"{"type":"hook.test","timestamp":"2026-05-02T15:00:00Z","data":{"slug":"river-10k"}}"#
    );
}
