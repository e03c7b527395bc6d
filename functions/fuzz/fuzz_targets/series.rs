//! A series definition: what is taken is published as JSON that is taken again, and says the same.
#![no_main]

use chute_domain::series;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|body: &[u8]| {
    let Ok(sent) = serde_json::from_slice(body) else {
        return;
    };
    let Ok(definition) = series::read(&sent) else {
        return;
    };
    let written = series::write(&definition.years).expect("what was taken is written");
    let again = series::read(&serde_json::from_slice(&written).expect("JSON"))
        .expect("what was written is read");
    assert_eq!(
        series::write(&again.years).expect("so is what was read again"),
        written
    );
});
