//! The portal's own routes: events, years, participants and organiser uploads by session, check-in,
//! text alerts, runners' requests, results from a spreadsheet and their earlier versions, and web
//! hooks (contract 4.10 to 4.19).

pub mod alerts;
pub mod checkin;
pub mod corrections;
pub mod event_years;
pub mod events;
pub mod files;
pub mod hook;
pub mod participants;
pub mod privacy;
pub mod results;
pub mod series;
pub mod standings;
