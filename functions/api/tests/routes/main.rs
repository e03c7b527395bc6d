//! Every route of the whole service, called as by its clients: over plain HTTP, with bodies even in
//! GET and DELETE.
//!
//!     cargo test --test routes event_year::             on `chute serve` in this process
//!     python3 infra/local/test.py serve routes          on a process of its own
//!     python3 infra/local/test.py aws aws-routes        on the emulator, as deployed from the template
//!
//! Unless CHUTE_STACK names the stack.json of a running service, each run starts an empty one.
//! Every test adds its own events, so tests can run in parallel and repeatedly. What applies to all
//! answers (headers, form of errors, never a 500) is checked at every call.

#![expect(
    clippy::indexing_slicing,
    clippy::expect_used,
    clippy::panic,
    reason = "tests"
)]

mod account_keys;
mod accounts;
mod bibchips;
mod blocked;
mod canary;
mod card;
mod chain;
mod client;
mod data;
mod distances;
mod erased;
mod event;
mod event_year;
mod hook;
mod hosts;
mod last_admin;
mod mail;
mod names;
mod participants;
mod people;
mod privacy;
mod push;
mod r_alerts;
mod r_chain;
mod r_checkin;
mod r_corrections;
mod r_event_years;
mod r_events;
mod r_participants;
mod r_results;
mod r_uploads;
mod r_versions;
mod remote_app;
mod remote_chain;
mod remote_notifications;
mod remote_reads;
mod results;
mod segments;
mod sessions;
mod sms;
mod test_app;
mod twilio;
mod withdrawn;
