//! Allowed hosts, `Origin` and `Referer`, a line each: nobody is let in whose header does not even
//! contain an entry.
#![no_main]

use chute_domain::key::{Caller, host_allowed};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut lines = text.splitn(3, '\n');
    let (allowed, origin, referer) = (lines.next().unwrap_or_default(), lines.next(), lines.next());
    let entry = |entry: &str| {
        let entry = entry.trim();
        entry.strip_suffix('.').unwrap_or(entry).to_lowercase()
    };
    let entries: Vec<String> = allowed
        .split(',')
        .map(entry)
        .filter(|entry| !entry.is_empty())
        .collect();
    if !host_allowed(allowed, Caller { origin, referer }) {
        assert!(!entries.is_empty(), "no entries: any caller");
    } else if !entries.is_empty() {
        let header = origin
            .or(referer)
            .expect("no header is no host")
            .to_lowercase();
        assert!(entries.iter().any(|entry| header.contains(entry.as_str())));
    }
});
