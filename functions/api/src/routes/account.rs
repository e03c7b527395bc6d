//! Accounts and sessions, on both hosts (contract 4.8, 5.2).

pub mod login;
pub mod logout;
pub mod password;
pub mod refresh;
