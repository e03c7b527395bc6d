//! Readers and chip reads (contract 5.1).

use chute_domain::key::KeyKind;
use rstest::rstest;
use serde_json::{Value, json};

use crate::remote_app::{Club, call, ok};

fn read(identifier: &str, seconds: i64, milliseconds: i64) -> Value {
    json!({"identifier": identifier, "seconds": seconds, "milliseconds": milliseconds, "ident_type": "chip", "type": "reader",
        "antenna": 2, "reader": "A", "rssi": "-55"})
}

fn with(mut read: Value, changes: &Value) -> Value {
    for (name, value) in changes.as_object().into_iter().flatten() {
        read[name] = value.clone();
    }
    read
}

fn add(key: &str, reads: &[Value]) -> Value {
    ok(key, "POST", "/reads/add", &json!({ "reads": reads }))["count"].clone()
}

fn delete(club: &Club, body: &Value) -> Value {
    ok(&club.client, "DELETE", "/reads/delete", body)["count"].clone()
}

fn seconds(answer: &Value) -> Vec<i64> {
    answer["reads"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|read| read["seconds"].as_i64())
        .collect()
}

#[test]
fn readers_are_the_live_write_keys() {
    let club = Club::new();
    assert_eq!(
        ok(&club.client, "GET", "/readers", &json!({})),
        json!({"readers": []})
    );
    club.key("laptop 2", KeyKind::Read, |_| {});
    for name in ["Start", "Finish", "finish", "Été"] {
        club.reader(name);
    }
    let gone = club.reader("Gone");
    club.delete_key(&gone);
    let expected = json!({"readers": [{"name": "Finish"}, {"name": "Start"}, {"name": "finish"}, {"name": "Été"}]});
    assert_eq!(ok(&club.client, "GET", "/readers", &json!({})), expected);
    assert_eq!(
        ok(&Club::new().client, "GET", "/readers", &json!({})),
        json!({"readers": []})
    );
}

#[test]
fn a_read_comes_back_as_it_was_sent() {
    let club = Club::new();
    let key = club.reader("Finish box");
    let sent = with(
        read("E28000000088 #%\"\\é\u{1}日", 1_777_740_310, 120),
        &json!({"reader": "#A%", "rssi": "-5#", "antenna": -7}),
    );
    assert_eq!(add(&key, std::slice::from_ref(&sent)), 1);
    let expected = json!({"count": 1, "reads": [sent], "notification": null});
    assert_eq!(
        club.reads("Finish box", 1_777_737_600, 1_777_823_999),
        expected
    );
    let reply = call(
        &club.client,
        "GET",
        "/reads",
        &json!({"reader": "Finish box", "start": 1_777_740_310_i64, "end": 1_777_740_310_i64}),
    );
    let text = String::from_utf8(reply.body).expect("UTF-8");
    let keys = [
        "identifier",
        "seconds",
        "milliseconds",
        "ident_type",
        "type",
        "antenna",
        "reader",
        "rssi",
    ]
    .map(|key| text.find(&format!("\"{key}\":")));
    assert!(
        keys.is_sorted() && keys.iter().all(Option::is_some),
        "{text}"
    );
    for other in ["finish box", "Finish", "", "nobody"] {
        assert_eq!(
            club.reads(other, 0, i64::MAX),
            json!({"count": 0, "reads": [], "notification": null}),
            "{other}"
        );
    }
    assert_eq!(
        Club::new().reads("Finish box", 0, i64::MAX)["count"],
        0,
        "another account"
    );
}

#[test]
fn repeated_reads_are_counted_and_stored_once() {
    let club = Club::new();
    let key = club.reader("F");
    let good = read("a", 5, 0);
    let bad =
        ["identifier", "ident_type", "type"].map(|field| with(good.clone(), &json!({field: ""})));
    let bad = [
        &bad[..],
        &[
            Value::Null,
            json!({}),
            with(good.clone(), &json!({"seconds": -1})),
            with(good.clone(), &json!({"milliseconds": -1})),
            with(good.clone(), &json!({"identifier": "a".repeat(101)})),
        ],
    ]
    .concat();
    assert_eq!(add(&key, &bad), 0);
    assert_eq!(add(&key, &[]), 0);
    assert_eq!(club.reads("F", 0, 9)["count"], 0);
    let shouted = with(
        good.clone(),
        &json!({"ident_type": "CHIP", "type": "Reader"}),
    );
    let antenna = with(good.clone(), &json!({"antenna": 3}));
    let bib = with(
        good.clone(),
        &json!({"ident_type": "bib", "type": "manual", "reader": "é".repeat(60), "rssi": "0123456789ab"}),
    );
    assert_eq!(
        add(
            &key,
            &[
                good.clone(),
                bad[0].clone(),
                good.clone(),
                shouted,
                antenna.clone(),
                bib.clone()
            ]
        ),
        5,
        "repeated ones count"
    );
    assert_eq!(add(&key, std::slice::from_ref(&good)), 1, "sent again");
    let cut = with(
        bib,
        &json!({"reader": "é".repeat(50), "rssi": "0123456789"}),
    );
    assert_eq!(
        club.reads("F", 0, 9)["reads"],
        json!([antenna, cut]),
        "of one request the last stays"
    );
    let again = with(
        good,
        &json!({"antenna": 4, "rssi": "-1", "reader": "B", "type": "manual"}),
    );
    assert_eq!(
        add(
            &key,
            &[again.clone(), with(again, &json!({"milliseconds": 1}))]
        ),
        2,
        "counted"
    );
    let reads = club.reads("F", 0, 9);
    assert_eq!(reads["count"], 3, "another antenna is not another read");
    assert_eq!(
        reads["reads"].as_array().expect("a list")[..2],
        [antenna, cut],
        "what was stored stays"
    );
}

/// Such reads exist from the time when antenna and signal were part of a read's identity, or from
/// two simultaneous requests.
#[test]
fn reads_of_one_identity_that_are_stored_already_are_one() {
    let club = Club::new();
    let key = club.reader("F");
    let stored: Vec<Value> = (2..5)
        .map(|antenna| with(read("a", 5, 0), &json!({ "antenna": antenna })))
        .collect();
    club.store_reads(&key, &stored);
    assert_eq!(club.reads("F", 0, 9)["reads"], json!([stored[0]]));
    assert_eq!(
        add(&key, &[with(read("a", 5, 0), &json!({"antenna": 9}))]),
        1
    );
    assert_eq!(club.reads("F", 0, 9)["reads"], json!([stored[0]]));
    assert_eq!(delete(&club, &json!({"reader": "F"})), 1, "one read");
    assert_eq!(club.reads("F", 0, 9)["count"], 0);
}

#[test]
fn reads_of_a_range_are_in_order() {
    let club = Club::new();
    let key = club.reader("F");
    let far = i64::MAX;
    let reads = [
        read("b", 9, 5),
        read("a", 10, 0),
        read("a", 9, 5),
        read("a", 9, 40),
        read("z", 9, 4),
        read("a", far, far),
        read("a", 0, 0),
        read("a", 370, 0),
        read("a", 371, 0),
    ];
    assert_eq!(add(&key, &reads), 9);
    let all = club.reads("F", 0, far);
    let order: Vec<_> = all["reads"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|read| {
            (
                read["seconds"].as_i64(),
                read["milliseconds"].as_i64(),
                read["identifier"].as_str(),
            )
        })
        .collect();
    let expected = [
        (0, 0, "a"),
        (9, 4, "z"),
        (9, 5, "a"),
        (9, 5, "b"),
        (9, 40, "a"),
        (10, 0, "a"),
        (370, 0, "a"),
        (371, 0, "a"),
        (far, far, "a"),
    ];
    assert_eq!(
        order,
        expected.map(|(seconds, milliseconds, chip)| (
            Some(seconds),
            Some(milliseconds),
            Some(chip)
        ))
    );
    for (start, end, expected) in [
        (9, 9, vec![9, 9, 9, 9]),
        (10, 370, vec![10, 370]),
        (10, 9, vec![10, 370]),
        (0, 0, vec![0]),
        (-5, -10, vec![0, 9, 9, 9, 9, 10]),
        (-5, -1, vec![]),
        (i64::MIN, -1, vec![]),
        (i64::MIN, 8, vec![0]),
        (far, 0, vec![far]),
        (far - 1, far - 1, vec![]),
        (far - 1, i64::MIN, vec![far]),
        (11, 369, vec![]),
    ] {
        assert_eq!(
            seconds(&club.reads("F", start, end)),
            expected,
            "{start} to {end}"
        );
    }
    assert_eq!(
        seconds(&ok(&club.client, "GET", "/reads", &json!({"reader": "F"}))),
        [0],
        "missing start and end are 0"
    );
}

#[test]
fn a_reader_is_its_name() {
    let club = Club::new();
    let (old, other) = (club.reader("Finish"), club.reader("Start"));
    add(&old, &[read("a", 1, 0), read("b", 2, 0)]);
    add(&other, &[read("c", 3, 0)]);
    club.delete_key(&old);
    assert_eq!(
        call(&old, "POST", "/reads/add", &json!({"reads": []})).status,
        401
    );
    assert_eq!(seconds(&club.reads("Finish", 0, 9)), [1, 2], "reads stay");
    let new = club.reader("Finish");
    add(&new, &[read("b", 2, 0), read("d", 4, 0), read("e", 0, 0)]);
    assert_eq!(
        seconds(&club.reads("Finish", 0, 9)),
        [0, 1, 2, 4],
        "one reader, a read of both keys once"
    );
    club.rename(&new, "Goal");
    assert_eq!(
        seconds(&club.reads("Goal", 0, 9)),
        [0, 2, 4],
        "renaming takes the reads along"
    );
    assert_eq!(seconds(&club.reads("Finish", 0, 9)), [1, 2]);
    assert_eq!(
        delete(&club, &json!({"reader": "Finish"})),
        2,
        "of the deleted key"
    );
    assert_eq!(seconds(&club.reads("Start", 0, 9)), [3]);
}

#[rstest]
#[case::range(json!({"start": 2, "end": 3}), 2, &[1, 4])]
#[case::one_second(json!({"start": 2, "end": 2}), 1, &[1, 3, 4])]
#[case::only_end(json!({"start": null, "end": 2}), 2, &[3, 4])]
#[case::only_start(json!({"start": 3}), 4, &[])]
#[case::neither(json!({}), 4, &[])]
#[case::far(json!({"start": i64::MIN, "end": i64::MAX}), 4, &[])]
#[case::before_1970(json!({"end": -1}), 0, &[1, 2, 3, 4])]
#[case::other_reader(json!({"reader": "Start"}), 0, &[1, 2, 3, 4])]
fn a_delete_removes_its_range(#[case] body: Value, #[case] count: usize, #[case] left: &[i64]) {
    let club = Club::new();
    let key = club.reader("Finish");
    add(&key, &[1, 2, 3, 4].map(|second| read("a", second, 0)));
    let body = with(json!({"reader": "Finish"}), &body);
    assert_eq!(delete(&club, &body), count);
    assert_eq!(delete(&club, &body), 0, "again");
    assert_eq!(seconds(&club.reads("Finish", 0, 9)), left);
    add(&key, &[read("a", 1, 0)]);
    assert_eq!(
        club.reads("Finish", 1, 1)["count"],
        1,
        "a deleted read may come again"
    );
}

#[test]
fn a_delete_the_wrong_way_round() {
    let club = Club::new();
    let reply = call(
        &club.client,
        "DELETE",
        "/reads/delete",
        &json!({"reader": "F", "start": 2, "end": 1}),
    );
    assert_eq!(reply.status, 400);
}

/// A delete is one stamp: what was there is gone, and what is uploaded later stays, also the same
/// read again.
#[test]
fn reads_uploaded_after_a_delete_stay() {
    let club = Club::new();
    let key = club.reader("F");
    let reads: Vec<Value> = (0..9).map(|n| read("a", n, 0)).collect();
    assert_eq!(add(&key, &reads), 9);
    assert_eq!(
        delete(&club, &json!({"reader": "F", "start": 2, "end": 5})),
        4
    );
    assert_eq!(
        delete(&club, &json!({"reader": "F", "start": 2, "end": 6})),
        1
    );
    assert_eq!(seconds(&club.reads("F", 0, 9)), [0, 1, 7, 8]);
    assert_eq!(add(&key, &reads[..4]), 4);
    assert_eq!(seconds(&club.reads("F", 0, 9)), [0, 1, 2, 3, 7, 8]);
    assert_eq!(delete(&club, &json!({"reader": "F", "end": 7})), 5);
    assert_eq!(add(&key, &reads), 9);
    assert_eq!(delete(&club, &json!({"reader": "F"})), 9);
    assert_eq!(club.reads("F", 0, 9)["count"], 0);
}

/// Bodies of 1 MiB and an answer of 5.5 MB: it is cut at a whole second, and a request from there
/// on returns the rest.
#[test]
fn an_answer_too_large_is_cut_at_a_whole_second() {
    let club = Club::new();
    let key = club.reader("F");
    let label = json!({"reader": "🏁".repeat(50), "rssi": "🏁".repeat(10)});
    let large: Vec<Value> = (0..7_700)
        .map(|n| {
            with(
                read(
                    &format!("{n:0>100}").replace('0', "🏁"),
                    1_000 + n / 7,
                    n % 7,
                ),
                &label,
            )
        })
        .collect();
    for batch in large.chunks(1_200) {
        assert_eq!(add(&key, batch), batch.len());
    }
    let ask = json!({"reader": "F", "start": 0, "end": i64::MAX});
    let reply = call(&club.client, "GET", "/reads", &ask);
    let (size, first) = (reply.body.len(), reply.json());
    assert!((5_000_000..=5_500_000).contains(&size), "{size} bytes");
    let got = first["reads"].as_array().expect("a list").len();
    assert_eq!(
        (first["count"].as_u64(), got % 7),
        (u64::try_from(got).ok(), 0),
        "whole seconds"
    );
    let last = seconds(&first).last().copied().expect("reads");
    let rest = club.reads("F", last + 1, i64::MAX);
    assert_eq!(
        got + rest["reads"].as_array().expect("a list").len(),
        large.len()
    );
    // sent again on a busy machine, it counts no read twice: so the count is not asserted here
    delete(&club, &json!({"reader": "F"}));
    assert_eq!(club.reads("F", 0, i64::MAX)["count"], 0);
}
