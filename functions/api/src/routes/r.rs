//! The portal's own routes: events, years, participants and organiser uploads by session (contract 4.10 to 4.12).

pub mod event_years;
pub mod events;
mod files;
pub mod participants;
pub mod series;
pub mod standings;
