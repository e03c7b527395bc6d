//! `chute serve` on a machine whose clock is set while it runs: ahead, behind, to and fro, lost. Of
//! two uploads the later one wins all the same, also after a restart; and once the clock is right,
//! nothing goes by the time that it showed before.
//!
//!     cargo test --test clock

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test"
)]

mod tent;

use std::time::Duration;

use chute_domain::account::Realm;
use rstest::rstest;
use serde_json::json;

use crate::tent::{DAY_S, PASSWORD, Tent, YEAR_S};

const MINUTE: Duration = Duration::from_secs(60);

#[test]
fn keys_are_valid_for_as_long_as_they_say() {
    let mut tent = Tent::new();
    let tomorrow = tent.key_until("until-tomorrow", Realm::Account, DAY_S);
    let over = tent.key_until("until-yesterday", Realm::Account, -DAY_S);
    let club = tent.key_until("club-tomorrow", Realm::Remote, DAY_S);
    let read = json!({"reads": [tent::read("a")]});
    tent.ahead_for_one_upload(YEAR_S);
    for _ in 0..2 {
        assert_eq!(tent.upload_with(&tomorrow, 1).status, 200);
        assert_eq!(tent.upload_with(&over, 2).message(), "Expired Key");
        let added = tent.call(Realm::Remote, &club, "POST", "/reads/add", &read);
        assert_eq!(added.status, 200, "{}", added.text());
        tent.end_and_start();
    }
}

#[test]
fn a_race_takes_subscriptions_as_long_as_it_says() {
    let tent = Tent::new();
    tent.ahead_for_one_upload(YEAR_S);
    assert_eq!(tent.subscribe(1).status, 200);
    tent.machine.pass(MINUTE * 60 * 24 * 7);
    assert_eq!(tent.subscribe(2).status, 403);
}

#[test]
fn limits_have_room_again_after_their_window() {
    let tent = Tent::new();
    tent.ahead_for_one_upload(YEAR_S);
    let (phone, refused) = (1..100)
        .map(|phone| (phone, tent.subscribe(phone)))
        .find(|(_, reply)| reply.status == 429)
        .expect("a limit");
    let after_s = refused.retry_after().expect("a time");
    assert!(i64::from(after_s) <= DAY_S, "{after_s}");
    tent.machine.pass(Duration::from_secs(after_s.into()));
    assert_eq!(tent.subscribe(phone).status, 200);
}

#[test]
fn attempts_counted_by_a_clock_that_was_ahead_delay_no_sign_in() {
    let tent = Tent::new();
    tent.machine.set(YEAR_S);
    let wrong = (0..20).find(|_| tent.login("wrong").status == 429);
    assert!(wrong.is_some(), "a delay");
    tent.machine.set(0);
    assert_eq!(tent.login(PASSWORD).status, 200);
}

#[rstest]
#[case::account(Realm::Account)]
#[case::remote(Realm::Remote)]
fn sessions_last_as_long_as_they_should(#[case] realm: Realm) {
    let tent = Tent::new();
    tent.ahead_for_one_upload(YEAR_S);
    let (access, refresh) = tent.signed_in(realm);
    assert!(tent.opens(realm, &access));
    tent.machine.pass(MINUTE * 16);
    assert!(!tent.opens(realm, &access), "a quarter of an hour is over");
    let body = json!({"refresh_token": refresh});
    let again = tent.call(realm, "", "POST", "/account/refresh", &body);
    assert_eq!(again.status, 200, "{}", again.text());
    assert!(tent.opens(realm, again.field("access_token")));
    tent.machine.pass(MINUTE * 60 * 24 * 8);
    let body = json!({"refresh_token": again.field("refresh_token")});
    let over = tent.call(realm, "", "POST", "/account/refresh", &body);
    assert_eq!(over.status, 401, "a week is over");
}

#[test]
fn a_session_begun_while_the_clock_was_ahead_does_not_last_a_year() {
    let tent = Tent::new();
    tent.machine.set(YEAR_S);
    let (access, refresh) = tent.signed_in(Realm::Account);
    assert!(tent.opens(Realm::Account, &access));
    tent.machine.set(0);
    assert!(!tent.opens(Realm::Account, &access));
    let body = json!({"refresh_token": refresh});
    let again = tent.call(Realm::Account, "", "POST", "/account/refresh", &body);
    assert_eq!(again.status, 401);
}

#[test]
fn failed_logins_delay_for_as_long_as_they_should() {
    let tent = Tent::new();
    tent.ahead_for_one_upload(YEAR_S);
    for _ in 0..5 {
        assert_eq!(tent.login("wrong").status, 401);
    }
    assert_eq!(tent.login(PASSWORD).status, 401, "delayed");
    tent.machine.pass(MINUTE);
    assert_eq!(tent.login(PASSWORD).status, 200);
}

#[rstest]
#[case::uploads_before_it(false)]
#[case::uploads_after_it(true)]
fn an_earlier_version_can_be_returned_to(#[case] after: bool) {
    let tent = Tent::new();
    tent.upload(100);
    tent.shows(100);
    if after {
        tent.ahead_for_one_upload(YEAR_S);
    }
    let good = tent.versions()["version"].clone();
    tent.upload(200);
    tent.shows(200);
    if !after {
        tent.ahead_for_one_upload(YEAR_S);
    }
    let expected = tent.versions()["version"].clone();
    let restore = || {
        let body = json!({"slug": tent::SLUG, "year": "2026", "version": good, "expected_version": expected});
        let reply = tent.desk("POST", "/r/results/restore", &body);
        assert_eq!(reply.status, 200, "{}", reply.text());
        reply.json()
    };
    // by then nothing that was uploaded is still on its way
    tent.machine.pass(Duration::from_secs(11));
    let done = (0..20).any(|_| restore()["done"] == true);
    assert!(done, "it waits for ever");
    tent.shows(100);
}

/// Settings of a clock, in seconds from the right time: an hour too many or too few, as with summer
/// time or another zone, a little, a year, and back.
const STEPS: [i64; 14] = [
    0, 3_600, 0, -3_600, -7_200, 0, 2, -2, 0, YEAR_S, 0, -YEAR_S, 20_700, 0,
];

#[test]
fn of_two_uploads_the_later_one_wins_whatever_the_clock_shows() {
    let mut tent = Tent::new();
    let mut seconds = 100;
    for (at, step) in STEPS.into_iter().enumerate() {
        tent.machine.set(step);
        for _ in 0..2 {
            seconds += 1;
            tent.upload(seconds);
        }
        tent.shows(seconds);
        if at % 4 == 3 {
            tent.end_and_start();
            seconds += 1;
            tent.upload(seconds);
            tent.shows(seconds);
        }
    }
    tent.machine.lose();
    seconds += 1;
    tent.upload(seconds);
    tent.shows(seconds);
    tent.end_and_start();
    seconds += 1;
    tent.upload(seconds);
    tent.shows(seconds);
}

#[test]
fn a_machine_that_has_lost_its_clock_takes_nobody_for_unborn() {
    let tent = Tent::lost();
    let add = || {
        let sent = json!({"slug": tent::SLUG, "year": "2026", "participants": [
            {"id": "p1", "first": "Ana", "last": "Ruiz", "birthdate": "3/9/1985", "gender": "Woman", "distance": "10 KM"}]});
        tent.post("/participants/add", &sent).status
    };
    assert_eq!(add(), 200);
    tent.machine.set(0);
    assert_eq!(add(), 200);
    tent.machine.set(-40 * YEAR_S);
    assert_eq!(add(), 200);
}

/// `updated_at` is the place in the order, so whoever follows a list by it misses nothing.
#[test]
fn a_list_is_followed_across_steps() {
    let tent = Tent::new();
    let mut after = 0;
    for (at, step) in STEPS.into_iter().enumerate() {
        tent.machine.set(step);
        let id = format!("p{at}");
        let sent = json!({"slug": tent::SLUG, "year": "2026", "participants": [
            {"id": id, "first": "Ana", "last": "Ruiz", "birthdate": "3/9/1985", "gender": "Woman", "distance": "10 KM"}]});
        assert_eq!(tent.post("/participants/add", &sent).status, 200);
        let ask = json!({"slug": tent::SLUG, "year": "2026", "updated_after": after});
        let told = tent.post("/participants", &ask).json()["participants"].clone();
        let told = told.as_array().cloned().unwrap_or_default();
        let new = told.iter().find(|who| who["id"] == *id);
        let at =
            new.unwrap_or_else(|| panic!("{id} is missing in {told:?}"))["updated_at"].as_i64();
        assert!(at >= Some(after), "{at:?} after {after}");
        after = at.unwrap_or_default();
    }
}

/// The figures of the desk and the granted wishes are told by the time of day.
#[test]
fn people_are_told_when_it_was() {
    let tent = Tent::new();
    tent.ahead_for_one_upload(YEAR_S);
    tent.upload(100);
    tent.shows(100);
    let told = tent.state()["years"][0]["last_upload"].as_i64();
    let now_s = tent.machine.right_s();
    assert!(
        told.is_some_and(|told| (now_s - 500..=now_s).contains(&told)),
        "{told:?} at {now_s}"
    );
    tent.machine.pass(MINUTE * 10);
    let told = tent.state()["years"][0]["last_upload"].as_i64();
    let ago = tent.machine.right_s() - told.unwrap_or_default();
    assert!((500..3_600).contains(&ago), "ten minutes ago: {ago}");
}

#[test]
fn notifications_are_shown_for_five_minutes() {
    let tent = Tent::new();
    let club = tent.key_until("club-tomorrow", Realm::Remote, DAY_S);
    tent.ahead_for_one_upload(YEAR_S);
    let sent = json!({"notification": {"type": "UPS_ONLINE", "when": tent.right_text()}});
    let saved = tent.call(Realm::Remote, &club, "POST", "/notifications/save", &sent);
    assert_eq!(saved.status, 200, "{}", saved.text());
    let shown = || {
        let ask = json!({"reader": "club-tomorrow"});
        tent.call(Realm::Remote, &club, "GET", "/notifications/get", &ask)
            .status
    };
    assert_eq!(shown(), 200);
    tent.machine.pass(MINUTE * 5 + Duration::from_secs(2));
    assert_eq!(shown(), 204);
}

#[test]
fn each_fault_of_the_clock_is_reported() {
    let mut tent = Tent::new();
    let said = |tent: &Tent| {
        let clock = tent.state()["clock"].clone();
        let (fault, by) = (clock["fault"].clone(), clock["by"].as_i64());
        (fault, by.unwrap_or_default(), tent.health_says())
    };
    assert_eq!(said(&tent), (json!(""), 0, String::new()));
    tent.machine.set(YEAR_S);
    let (fault, by, sentence) = said(&tent);
    assert_eq!(fault, json!("forward"));
    assert!((YEAR_S - 1..=YEAR_S).contains(&by), "{by}");
    assert!(sentence.contains("went forward by 36"), "{sentence}");
    tent.upload(100);
    tent.machine.set(0);
    for _ in 0..2 {
        let (fault, by, sentence) = said(&tent);
        assert_eq!(fault, json!("behind"));
        assert!((YEAR_S - 500..YEAR_S + 500).contains(&by), "{by}");
        assert!(sentence.contains("behind the newest upload"), "{sentence}");
        tent.end_and_start();
    }
    tent.machine.lose();
    let (fault, _, sentence) = said(&tent);
    assert_eq!(fault, json!("unset"));
    assert!(
        sentence.contains("1970-01-01") && sentence.contains("before this program was made"),
        "{sentence}"
    );
    assert_eq!(tent.health()["status"], "ok", "it answers all the same");
}

/// A machine that lost its clock before the first start goes on in 1970, and right once it is set.
#[test]
fn a_service_may_begin_in_1970() {
    let tent = Tent::lost();
    tent.upload(100);
    tent.shows(100);
    tent.upload(101);
    tent.shows(101);
    tent.machine.set(0);
    tent.upload(102);
    tent.shows(102);
    assert_eq!(tent.login(PASSWORD).status, 200);
    let before_s = tent.machine.right_s();
    let shown_s = tent.state()["clock"]["now"].as_i64().unwrap_or_default();
    assert!((before_s..=tent.machine.right_s()).contains(&shown_s));
}
