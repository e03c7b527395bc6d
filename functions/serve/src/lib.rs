//! Chute as one process on one machine, without AWS: `chute serve`.
//!
//! The handlers, workers and files are the same as on AWS. What AWS does around them is done by
//! `local_aws` and by one file for each part: the tables (`tables`) and their streams (`stream`),
//! the buckets (`objects`), secrets, texts and mails, the clients' connections (`connections`), the
//! request context of API Gateway (`gateway`), for which the machine's clock may be set at any time
//! (`clock`), the distribution in front of everything (`distribution`), the workers' timers
//! (`work`); the operator reaches it through a socket (`operator`). All of it follows `template.yaml`.

mod alerts;
pub mod backup;
mod calls;
mod clock;
mod connections;
mod counters;
mod data;
mod disk;
mod dispatch;
pub mod distribution;
mod gateway;
mod health;
mod hooks;
pub mod integrity;
mod local_aws;
mod lock;
mod memory;
mod metrics;
pub mod objects;
pub mod operator;
mod outbox;
mod private;
mod queues;
mod secrets;
mod server;
mod services;
mod space;
mod stream;
mod tables;
pub mod template;
pub mod tls;
pub mod wal;
mod work;

pub use chute_api::routes::ROUTES;
pub use clock::Machine;
pub use local_aws::LocalAws;
pub use private::write_private;
pub use queues::Taken;
pub use server::{Deployment, Failure, Options, Running};
