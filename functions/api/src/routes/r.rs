//! The portal's own routes: events, years, participants and organiser uploads by session, check-in and results from a spreadsheet (contract 4.10 to 4.16).

pub mod alerts;
pub mod checkin;
pub mod event_years;
pub mod events;
pub mod files;
pub mod participants;
pub mod results;
pub mod series;
pub mod standings;
