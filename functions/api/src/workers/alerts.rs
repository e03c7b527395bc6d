//! Alerts in mode `server` (contract 8.5): `alerts.select` claims alerts for the rows in the
//! stream, `alerts.send` sends the claimed ones.

mod clock;
pub mod overdue;
pub mod select;
pub mod send;

pub use clock::{Clock, MachineClock};
