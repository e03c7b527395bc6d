//! The process `chute serve` from outside: what it keeps when it is killed, when the disk is full,
//! when it is told to end, and after a backup is restored.

#![expect(clippy::indexing_slicing, clippy::unwrap_used, reason = "tests")]

mod backups;
mod crowd;
mod cuts;
mod disk;
mod ends;
mod exports;
mod first_start;
mod folders;
mod full_disk;
mod kills;
mod life;
mod metrics;
mod morning;
mod provider;
mod server;
mod socket;
mod tls;
#[expect(dead_code, reason = "notes are written by the library")]
#[path = "../preload/unsynced.rs"]
mod unsynced;
