//! `participants/add`: a participant that is taken has a distance and a birth date that is a real
//! day, not in the future.
#![no_main]

use chute_contract::{json, participant::is_birthdate, requests::AddParticipants};
use jiff::civil::date;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|body: &[u8]| {
    let Ok(sent) = json::read::<AddParticipants>(body) else {
        return;
    };
    let today = date(2026, 5, 2);
    for who in sent
        .participants
        .into_iter()
        .filter_map(|who| who.added(today))
    {
        assert!(!who.distance.is_empty() && is_birthdate(&who.birthdate, today));
        assert!(who.id.chars().count() <= 100 && who.mobile.chars().count() <= 30);
    }
});
