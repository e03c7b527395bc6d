//! `participants/add`: a participant that is taken has a distance and a birth date that is a real
//! day, not in the future, in the form in which it is kept.
#![no_main]

use chute_contract::{json, participant::orders_of, requests::AddParticipants};
use chute_domain::birthdate::{Orders, birthday, written};
use jiff::civil::date;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|body: &[u8]| {
    let Ok(sent) = json::read::<AddParticipants>(body) else {
        return;
    };
    let today = date(2026, 5, 2);
    let orders = orders_of(&sent.participants);
    for who in sent
        .participants
        .into_iter()
        .filter_map(|who| who.added(orders, today))
    {
        let born = birthday(&who.birthdate, Orders::UNKNOWN).unwrap();
        assert!(!who.distance.is_empty() && born <= today && written(born) == who.birthdate);
        assert!(who.id.chars().count() <= 100 && who.mobile.chars().count() <= 30);
    }
});
