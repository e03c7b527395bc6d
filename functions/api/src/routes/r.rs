//! The portal's own routes: events, years, participants and organiser uploads by session and check-in (contract 4.10 to 4.15).

pub mod alerts;
pub mod checkin;
pub mod event_years;
pub mod events;
pub mod files;
pub mod participants;
pub mod privacy;
pub mod series;
pub mod standings;
