//! The rules of a race, without I/O: no AWS, no async, no clock.
//!
//! Time and randomness are arguments. Everything a reader sees is computed here from the rows of a
//! race.

pub mod account;
pub mod alert;
pub mod birthdate;
pub mod board;
pub mod budget;
pub mod by_hand;
pub mod card;
pub mod checkin;
pub mod corrections;
pub mod device;
pub mod email;
pub mod entry_list;
pub mod event_time;
pub mod export;
pub mod files;
pub mod fold;
pub mod formula;
pub mod heap;
pub mod hook;
pub mod html;
pub mod key;
pub mod last_used;
pub mod limit;
pub mod liveness;
pub mod login;
pub mod mail_message;
mod named;
pub mod names;
mod one_line;
pub mod participant;
pub mod password;
pub mod phone;
pub mod pieces;
pub mod privacy;
pub mod problems;
pub mod push_message;
pub mod race;
pub mod read;
pub mod reply;
pub mod returning;
pub mod revisions;
pub mod roster;
pub mod row;
pub mod series;
pub mod session;
pub mod sheet;
pub mod snapshot;
pub mod stamp;
pub mod standings;
pub mod state;
pub mod subscription;
pub mod text_message;
pub mod time;
