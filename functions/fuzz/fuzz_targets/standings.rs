//! Youth standings: what is taken is published as CSV that is taken again, and says the same.
#![no_main]

use chute_domain::standings;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|csv: &str| {
    let Ok(rows) = standings::read(csv) else {
        return;
    };
    let written = standings::write(&rows);
    let again = standings::read(&written).expect("what was written is read");
    assert_eq!(standings::write(&again), written);
});
