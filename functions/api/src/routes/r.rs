//! The portal's own routes: events, years, participants and organiser uploads by session, check-in,
//! what runners ask for, results from a spreadsheet, and web hooks (contract 4.10 to 4.18).

pub mod alerts;
pub mod checkin;
pub mod event_years;
pub mod events;
pub mod files;
pub mod hook;
pub mod participants;
pub mod privacy;
pub mod results;
pub mod series;
pub mod standings;
