//! The portal's own routes: events, years, participants and organiser uploads by session, check-in, what runners ask for, and results from a spreadsheet (contract 4.10 to 4.17).

pub mod alerts;
pub mod checkin;
pub mod event_years;
pub mod events;
pub mod files;
pub mod participants;
pub mod privacy;
pub mod results;
pub mod series;
pub mod standings;
