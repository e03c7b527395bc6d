//! Chute as one process on one machine, without AWS: `chute serve`.
//!
//! The handlers, workers and files are those of AWS. What AWS does around them is done here
//! (`local_aws`), in one file each: the tables (`tables`) and their streams (`stream`), the buckets
//! (`objects`), secrets, texts and mails, API Gateway's receipt (`gateway`), the distribution in
//! front of it all (`distribution`), the timers of the workers (`work`). All of it follows
//! `template.yaml`.

mod alerts;
pub mod backup;
mod clock;
mod data;
pub mod distribution;
mod gateway;
mod health;
mod hooks;
mod local_aws;
mod mails;
pub mod objects;
mod outbox;
mod queues;
mod secrets;
mod server;
mod services;
mod sms;
mod stream;
mod tables;
pub mod template;
pub mod wal;
mod work;

pub use local_aws::LocalAws;
pub use queues::Taken;
pub use server::{Deployment, Failure, Options, Running};
