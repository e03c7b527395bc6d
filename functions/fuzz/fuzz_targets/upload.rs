//! `results/add`: whatever comes, a row that is taken keeps the limits of contract 2.3.
#![no_main]

use chute_contract::{json, requests::AddResults};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|body: &[u8]| {
    let Ok(sent) = json::read::<AddResults>(body) else {
        return;
    };
    for row in sent.results.into_iter().filter_map(|row| row.checked()) {
        assert!(
            !row.person_id.is_empty()
                && !row.person.bib.is_empty()
                && !row.passage.location.is_empty()
        );
        assert!(
            row.passage.seconds >= 0
                && row.passage.chip_seconds >= 0
                && row.passage.occurrence >= 0
        );
        assert!(
            row.person.first.chars().count() <= 100 && row.passage.segment.chars().count() <= 500
        );
    }
});
