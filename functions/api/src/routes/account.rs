//! Accounts and sessions, on both hosts (contract 4.8, 5.2).

pub mod add;
pub mod all;
pub mod change;
pub mod delete;
pub mod email;
pub mod get;
pub mod link;
pub mod lock;
pub mod login;
pub mod logout;
pub mod password;
pub mod refresh;
pub mod unlink;
pub mod unlock;
pub mod update;
