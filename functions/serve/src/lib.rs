//! Chute as one process on one machine, without AWS: `chute serve`.
//!
//! The handlers, workers and files are those of AWS. What AWS does around them stands here, one file each: the tables (`tables`), the
//! buckets (`objects`), the distribution in front of it all (`distribution`). All of it goes by `template.yaml`.

pub mod objects;
pub mod template;
pub mod wal;
