//! Every route of the whole service, as its clients call it: plain HTTP, GET and DELETE with bodies.
//!
//!     cargo test --test routes event_year::             on `chute serve` in this process
//!     python3 infra/local/test.py serve routes          on a process of its own
//!     python3 infra/local/test.py aws aws-routes        on the emulator, as deployed from the template
//!
//! Without CHUTE_STACK, which names the stack.json of one that runs, the service begins empty with
//! each run. Every test makes events of its own, so they run side by side and any number of times.
//! What holds for all answers (headers, error shape, never a 500) is checked at every call.

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
mod doors;
mod erased;
mod event;
mod event_year;
mod hook;
mod last_admin;
mod mail;
mod participants;
mod people;
mod privacy;
mod push;
mod r_alerts;
mod r_chain;
mod r_checkin;
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
