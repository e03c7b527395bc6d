//! Removes old versions: applies the buckets' `LifecycleConfiguration` of the template once a day,
//! as S3 does.

use std::sync::Arc;

use super::{
    Objects, ObjectsError,
    rows::{self, Listed, VersionId},
};
use crate::template::Bucket;

/// The number of versions that are examined and removed together: no other write waits longer than
/// that takes.
const PAGE: usize = 1_000;
const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

impl Objects {
    /// Removes versions that were replaced or deleted longer ago than a rule of their bucket
    /// allows, and delete markers with no version below them. `now_ms` is in unix milliseconds.
    /// Returns how many were removed.
    ///
    /// # Errors
    /// When the database fails; calling it again continues.
    pub async fn end_old_versions(&self, now_ms: u64) -> Result<usize, ObjectsError> {
        let mut ended = 0;
        for bucket in self
            .buckets
            .values()
            .filter(|bucket| !bucket.lifecycle.is_empty())
        {
            let mut behind: Option<(String, VersionId)> = None;
            // the version above the next one, if both are of the same key
            let mut above: Option<Listed> = None;
            loop {
                let (name, from) = (bucket.name.clone(), behind.take());
                let read = self.database.read(move |tables| {
                    let from = from.as_ref().map(|(key, id)| (key.as_str(), Some(*id)));
                    rows::list_versions(tables, &name, "", from, PAGE)
                });
                let (page, has_more) = read.await?;
                behind = page
                    .last()
                    .filter(|_| has_more)
                    .map(|last| (last.key.clone(), last.version.exact()));
                let mut old = Vec::new();
                for listed in page {
                    let replaced_ms = above
                        .as_ref()
                        .filter(|above| above.key == listed.key)
                        .map(|above| above.version.written_ms);
                    let days = bucket
                        .lifecycle
                        .iter()
                        .filter(|rule| listed.key.starts_with(&rule.prefix))
                        .filter_map(|rule| rule.noncurrent_days)
                        .min();
                    let is_old = replaced_ms.zip(days).is_some_and(|(since, days)| {
                        since.saturating_add(u64::from(days) * DAY_MS) <= now_ms
                    });
                    if is_old {
                        old.push((listed.key.clone(), Some(listed.version.exact())));
                    }
                    above = Some(listed);
                }
                ended += old.len();
                self.remove(&bucket.name, old).await?;
                if behind.is_none() {
                    break;
                }
            }
            ended += self.end_markers(bucket.clone()).await?;
        }
        Ok(ended)
    }

    /// Removes delete markers with no version below them.
    async fn end_markers(&self, bucket: Arc<Bucket>) -> Result<usize, ObjectsError> {
        let name = bucket.name.clone();
        let read = self.database.read(move |tables| {
            let has_rule = |key: &str| {
                let mut rules = bucket.lifecycle.iter();
                rules.any(|rule| rule.ends_markers && key.starts_with(&rule.prefix))
            };
            Ok(rows::lone_markers(tables, &bucket.name)?
                .into_iter()
                .filter(|(key, _)| has_rule(key))
                .map(|(key, id)| (key, Some(id)))
                .collect::<Vec<_>>())
        });
        let markers = read.await?;
        let ended = markers.len();
        self.remove(&name, markers).await?;
        Ok(ended)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        objects::rows::{Condition, Notes},
        template::LifecycleRule,
    };

    async fn put(objects: &Objects, key: &str) {
        let body = key.as_bytes().to_vec();
        let put = objects.put("b", key.to_owned(), body, Notes::default(), Condition::None);
        put.await.unwrap();
    }

    /// The keys of all versions, and those of all markers.
    async fn left(objects: &Objects) -> (Vec<String>, Vec<String>) {
        let (all, _) = objects
            .list_versions("b", String::new(), None, PAGE)
            .await
            .unwrap();
        let keys = |markers: bool| {
            let of = all.iter().filter(|one| one.version.is_marker() == markers);
            of.map(|one| one.key.clone()).collect()
        };
        (keys(false), keys(true))
    }

    #[tokio::test]
    async fn replaced_versions_end_after_the_days_of_their_rule() {
        let folder = tempfile::tempdir().unwrap();
        let rule = |prefix: &str, days, ends_markers| LifecycleRule {
            prefix: prefix.to_owned(),
            noncurrent_days: Some(days),
            ends_markers,
        };
        let lifecycle = vec![rule("results/", 1, false), rule("", 90, true)];
        let bucket = Bucket {
            name: "b".to_owned(),
            keeps_versions: true,
            lifecycle,
        };
        let objects = Objects::open(&folder.path().join("objects.db"), vec![bucket]).unwrap();
        for key in [
            "results/a",
            "results/a",
            "results/a",
            "series/b",
            "series/b",
            "series/c",
        ] {
            put(&objects, key).await;
        }
        let removed = vec![("series/c".to_owned(), None)];
        objects.remove("b", removed).await.unwrap();
        let now_ms = jiff::Timestamp::now().as_millisecond().unsigned_abs();
        assert_eq!(
            objects.end_old_versions(now_ms).await.unwrap(),
            0,
            "nothing is a day old"
        );
        assert_eq!(
            objects
                .end_old_versions(now_ms + DAY_MS + 1_000)
                .await
                .unwrap(),
            2
        );
        assert_eq!(
            left(&objects).await,
            (
                ["results/a", "series/b", "series/b", "series/c"]
                    .map(String::from)
                    .to_vec(),
                vec!["series/c".to_owned()]
            )
        );
        assert_eq!(
            objects
                .end_old_versions(now_ms + 90 * DAY_MS + 1_000)
                .await
                .unwrap(),
            3,
            "and the marker, which stands above nothing then"
        );
        assert_eq!(
            left(&objects).await,
            (
                ["results/a", "series/b"].map(String::from).to_vec(),
                Vec::new()
            )
        );
    }
}
