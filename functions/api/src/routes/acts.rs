//! What key routes and session routes have in common: what is done once the caller may. Each takes what a chain has admitted and answers.

pub mod events;
pub mod participants;
pub mod results;
mod withdrawal;
pub mod years;
