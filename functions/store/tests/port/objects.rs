//! The buckets.

use std::collections::HashMap;

use aws_sdk_s3::{
    Client,
    config::{BehaviorVersion, Config, Credentials, Region},
    types::{BucketVersioningStatus, CreateBucketConfiguration, VersioningConfiguration},
};
use chute_domain::account::Realm;
use chute_store::port::{
    Buckets, CallError, Headers, List, Object, ObjectAnswer, ObjectCall, ObjectName, Over, Put,
};
use futures::{StreamExt, future::join_all, stream};

use crate::{Adapter, adapters, beside_neglected};

/// An empty bucket that keeps versions.
struct Under {
    name: &'static str,
    buckets: Buckets,
    bucket: String,
}

/// Runs a test on each of the adapters.
async fn on_each(test: impl AsyncFn(&Under)) {
    for adapter in adapters().await {
        let under = Under {
            name: adapter.name,
            buckets: adapter.store.ports().buckets,
            bucket: match &adapter.backend {
                Some(backend) => backend.name(Realm::Account, "DOWNLOADS_BUCKET"),
                None => create(&adapter).await,
            },
        };
        println!("{}", under.name);
        test(&under).await;
    }
}

/// Creates a bucket in the adapter's account.
async fn create(Adapter { account, url, .. }: &Adapter) -> String {
    let config = Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::new("local"))
        .endpoint_url(url)
        .force_path_style(true)
        .credentials_provider(Credentials::new(account, "test", None, None, "given"));
    let (s3, bucket) = (Client::from_conf(config.build()), format!("port-{account}"));
    // where the store looks for it
    let here = CreateBucketConfiguration::builder().location_constraint("local".into());
    s3.create_bucket()
        .bucket(&bucket)
        .create_bucket_configuration(here.build())
        .send()
        .await
        .expect("a bucket");
    let enabled = VersioningConfiguration::builder().status(BucketVersioningStatus::Enabled);
    s3.put_bucket_versioning()
        .bucket(&bucket)
        .versioning_configuration(enabled.build())
        .send()
        .await
        .expect("versions");
    bucket
}

impl Under {
    fn named(&self, key: &str) -> ObjectName {
        ObjectName {
            bucket: self.bucket.clone(),
            key: key.to_owned(),
        }
    }

    fn put(&self, key: &str, body: &str, over: Over) -> ObjectCall {
        ObjectCall::Put(Put {
            name: self.named(key),
            body: body.as_bytes().to_vec(),
            headers: Headers::default(),
            over,
        })
    }

    async fn done(&self, call: ObjectCall) -> ObjectAnswer {
        match self.buckets.call(call).await {
            Ok(answer) => answer,
            Err(error) => panic!("{}: {error:?}", self.name),
        }
    }

    async fn write(&self, key: &str, body: &str) -> Object {
        let put = self.put(key, body, Over::Anything);
        self.done(put).await.objects.pop().unwrap()
    }

    async fn get(&self, key: &str) -> Option<Object> {
        let get = ObjectCall::Get(self.named(key));
        self.done(get).await.objects.pop()
    }

    async fn text(&self, key: &str) -> Option<String> {
        let found = self.get(key).await?;
        Some(String::from_utf8(found.body).unwrap())
    }

    async fn is_refused(&self, call: ObjectCall) -> bool {
        match self.buckets.call(call).await {
            Ok(_) => false,
            Err(CallError::Refused(_)) => true,
            Err(error) => panic!("{}: {error:?}", self.name),
        }
    }

    async fn pages(&self, prefix: &str, versions: bool) -> Vec<Vec<Object>> {
        let (mut pages, mut from) = (Vec::new(), None);
        loop {
            let page = self
                .done(ObjectCall::List(List {
                    bucket: self.bucket.clone(),
                    prefix: prefix.to_owned(),
                    versions,
                    from,
                }))
                .await;
            pages.push(page.objects);
            from = page.next;
            if from.is_none() {
                return pages;
            }
        }
    }

    async fn keys(&self, prefix: &str) -> Vec<String> {
        let found = self.pages(prefix, false).await.concat();
        found.into_iter().map(|object| object.key).collect()
    }

    async fn versions(&self, prefix: &str) -> Vec<Object> {
        self.pages(prefix, true).await.concat()
    }

    async fn delete(&self, objects: &[(&str, Option<&str>)]) {
        let objects = objects
            .iter()
            .map(|(key, id)| ((*key).to_owned(), id.map(ToOwned::to_owned)));
        let delete = ObjectCall::DeleteMany {
            bucket: self.bucket.clone(),
            objects: objects.collect(),
        };
        assert_eq!(self.done(delete).await, ObjectAnswer::default());
    }
}

#[tokio::test]
async fn an_object_comes_back_as_it_was_stored() {
    on_each(async |under| {
        let key = "results/ü b/#1+%25&c\"";
        let name = under.named(key);
        for call in [
            ObjectCall::Get(name.clone()),
            ObjectCall::Head(name.clone()),
        ] {
            assert_eq!(under.done(call).await, ObjectAnswer::default());
        }
        let headers = Headers {
            content_type: Some("application/json".to_owned()),
            content_encoding: Some("gzip".to_owned()),
            cache_control: Some("public, max-age=2".to_owned()),
            metadata: HashMap::from([("version".to_owned(), "7".to_owned())]),
        };
        let body: Vec<u8> = (0..2_000_000_u32).map(|at| (at % 251) as u8).collect();
        let put = |body: &[u8], headers| {
            ObjectCall::Put(Put {
                name: name.clone(),
                body: body.to_vec(),
                headers,
                over: Over::Anything,
            })
        };
        let made = under.done(put(&body, headers.clone())).await;
        let made = &made.objects[0];
        let found = under.get(key).await.unwrap();
        assert!(found.body == body, "{}", under.name);
        assert_eq!(found.headers, headers, "{}", under.name);
        assert_eq!(
            (&*found.key, &found.tag, &found.version),
            (key, &made.tag, &made.version),
            "{}",
            under.name
        );
        assert!(found.is_latest && !found.is_delete_marker);
        assert!(found.written_ms > 1_700_000_000_000, "{}", found.written_ms);
        let head = under.done(ObjectCall::Head(name.clone())).await;
        let without = Object {
            body: Vec::new(),
            ..found.clone()
        };
        assert_eq!(head.objects, [without], "{}", under.name);
        let listed = under.pages(key, false).await.concat();
        assert_eq!(listed.len(), 1, "{}", under.name);
        assert_eq!(
            (&listed[0].key, &listed[0].tag, listed[0].written_ms),
            (&found.key, &found.tag, found.written_ms),
            "{}",
            under.name
        );

        // a tag is that of the bytes, and what was stored with others is gone with them
        let empty = under.done(put(b"", Headers::default())).await;
        let now = under.get(key).await.unwrap();
        assert!(now.body.is_empty() && now.tag == empty.objects[0].tag && now.tag != found.tag);
        assert_eq!(now.headers.metadata, HashMap::new(), "{}", under.name);
        assert_eq!(now.headers.content_encoding, None, "{}", under.name);
        let again = under.done(put(&body, Headers::default())).await;
        assert_eq!(again.objects[0].tag, found.tag, "{}", under.name);
        assert_ne!(again.objects[0].version, found.version, "{}", under.name);
    })
    .await;
}

#[tokio::test]
async fn a_condition_that_does_not_hold_changes_nothing() {
    on_each(async |under| {
        let over = |tag: &str| Over::Tag(tag.to_owned());
        let delete = |tag: &str| ObjectCall::Delete(under.named("a"), tag.to_owned());
        let other = under.write("other", "other").await;
        // an object that is not there has no tag
        assert!(
            under
                .is_refused(under.put("a", "0", over(&other.tag)))
                .await
        );
        assert!(under.is_refused(delete(&other.tag)).await);
        assert_eq!(under.versions("a").await, [], "{}", under.name);

        let first = under.done(under.put("a", "1", Over::Nothing)).await;
        let first = &first.objects[0].tag;
        assert!(under.is_refused(under.put("a", "2", Over::Nothing)).await);
        assert!(
            under
                .is_refused(under.put("a", "2", over(&other.tag)))
                .await
        );
        assert!(under.is_refused(delete(&other.tag)).await);
        assert_eq!(under.text("a").await.as_deref(), Some("1"));
        assert_eq!(under.versions("a").await.len(), 1, "{}", under.name);

        let second = under.done(under.put("a", "2", over(first))).await;
        let second = &second.objects[0].tag;
        assert!(under.is_refused(under.put("a", "3", over(first))).await);
        assert!(under.is_refused(delete(first)).await);
        assert_eq!(under.text("a").await.as_deref(), Some("2"));
        under.done(delete(second)).await;
        assert_eq!(under.text("a").await, None, "{}", under.name);

        // a deleted object is not there, and its tag is nobody's
        assert!(under.is_refused(under.put("a", "3", over(second))).await);
        assert!(under.is_refused(delete(second)).await);
        under.done(under.put("a", "3", Over::Nothing)).await;
        assert_eq!(under.text("a").await.as_deref(), Some("3"));
        assert_eq!(under.text("other").await.as_deref(), Some("other"));
    })
    .await;
}

#[tokio::test]
async fn exactly_the_versions_that_were_seen_are_removed() {
    on_each(async |under| {
        let mut made = Vec::new();
        for body in ["1", "2", "3"] {
            made.push(under.write("a/1", body).await);
        }
        let kept = under.write("a/2", "kept").await;
        under.write("b", "elsewhere").await;
        under.delete(&[("a/1", None), ("a/none", None)]).await;
        assert_eq!(under.text("a/1").await, None);
        assert_eq!(under.keys("a/").await, ["a/2"], "{}", under.name);
        let seen = under.versions("a/").await;
        let of_first: Vec<&Object> = seen.iter().filter(|one| one.key == "a/1").collect();
        let bodies: Vec<&str> = made.iter().rev().map(|one| &*one.version).collect();
        assert_eq!(
            of_first
                .iter()
                .skip(1)
                .map(|one| &*one.version)
                .collect::<Vec<_>>(),
            bodies,
            "the newest first: {}",
            under.name
        );
        let marker = of_first[0];
        assert!(marker.is_delete_marker && marker.is_latest && marker.tag.is_empty());
        assert!(of_first[1..].iter().all(|one| !one.is_latest));
        let last = seen.iter().find(|one| one.key == "a/2").unwrap();
        assert_eq!(
            (&last.version, &last.tag, last.is_latest),
            (&kept.version, &kept.tag, true),
            "{}",
            under.name
        );

        // the version under the marker is found again without it
        under.delete(&[("a/1", Some(&marker.version))]).await;
        assert_eq!(under.text("a/1").await.as_deref(), Some("3"));
        under.delete(&[("a/1", Some(&made[2].version))]).await;
        let found = under.get("a/1").await.unwrap();
        assert_eq!(
            (&*found.body, &found.version),
            (&b"2"[..], &made[1].version),
            "{}",
            under.name
        );

        // versions written after a list stay, those that are gone are skipped
        let newer = under.write("a/1", "4").await;
        let all: Vec<(&str, Option<&str>)> = of_first
            .iter()
            .map(|one| (&*one.key, Some(&*one.version)))
            .collect();
        under.delete(&all).await;
        under.delete(&all).await;
        let left = under.versions("a/1").await;
        assert_eq!(left.len(), 1, "{}", under.name);
        assert_eq!(
            (&left[0].version, left[0].is_latest),
            (&newer.version, true),
            "{}",
            under.name
        );
        assert_eq!(under.text("a/1").await.as_deref(), Some("4"));
        under.delete(&[("a/1", Some(&newer.version))]).await;
        assert_eq!(under.text("a/1").await, None);
        assert_eq!(under.versions("a/1").await, [], "{}", under.name);
        assert_eq!(under.keys("").await, ["a/2", "b"], "{}", under.name);
    })
    .await;
}

#[tokio::test]
async fn a_list_is_in_the_order_of_the_bytes_of_its_keys() {
    on_each(async |under| {
        let sorted = [
            "A",
            "a",
            "a/",
            "a/1",
            "a/10",
            "a/2",
            "a0",
            "é",
            "中",
            "\u{1F3C3}",
        ];
        for key in sorted.iter().rev() {
            under.write(key, key).await;
        }
        under.delete(&[("a/10", None)]).await;
        let objects = sorted.iter().filter(|key| **key != "a/10");
        let objects: Vec<String> = objects.map(|key| (*key).to_owned()).collect();
        assert_eq!(under.keys("").await, objects, "{}", under.name);
        assert_eq!(under.keys("a/").await, ["a/", "a/1", "a/2"]);
        assert_eq!(under.keys("b").await, Vec::<String>::new());
        let versions = under.versions("a/").await;
        let keys: Vec<&str> = versions.iter().map(|one| &*one.key).collect();
        assert_eq!(keys, ["a/", "a/1", "a/10", "a/10", "a/2"], "{}", under.name);
        assert_eq!(under.versions("b").await, []);
    })
    .await;
}

#[tokio::test]
async fn pages_join_without_a_gap_or_a_repeat() {
    on_each(async |under| {
        let keys: Vec<String> = (0..1_003).map(|at| format!("many/{at:04}")).collect();
        let puts = keys.iter().map(|key| under.write(key, "x"));
        assert_eq!(stream::iter(puts).buffer_unordered(50).count().await, 1_003);
        // its versions are on both sides of the page's end
        for body in ["a", "b", "c"] {
            under.write("many/0998", body).await;
        }
        let pages = under.pages("many/", false).await;
        assert!(pages.len() > 1 && pages.iter().all(|page| page.len() <= ObjectCall::MOST));
        let found = pages.concat().into_iter().map(|object| object.key);
        assert_eq!(found.collect::<Vec<_>>(), keys, "{}", under.name);

        let pages = under.pages("many/", true).await;
        assert!(pages.len() > 1 && pages.iter().all(|page| page.len() <= ObjectCall::MOST));
        let versions = pages.concat();
        let mut expected = keys.clone();
        expected.extend(["many/0998"; 3].map(ToOwned::to_owned));
        expected.sort();
        let found = versions.iter().map(|one| one.key.clone());
        assert_eq!(found.collect::<Vec<_>>(), expected, "{}", under.name);
        let latest = versions.iter().filter(|one| one.is_latest);
        assert_eq!(latest.count(), keys.len(), "{}", under.name);

        let all: Vec<(&str, Option<&str>)> = versions
            .iter()
            .map(|one| (&*one.key, Some(&*one.version)))
            .collect();
        for some in all.chunks(ObjectCall::MOST) {
            under.delete(some).await;
        }
        assert_eq!(under.pages("many/", true).await, [[]], "{}", under.name);
    })
    .await;
}

#[tokio::test]
async fn writes_of_the_same_object_are_made_one_after_another() {
    on_each(async |under| {
        for round in 0..5 {
            let key = format!("claim/{round}");
            let claims = (0..10).map(|at| {
                let put = under.put(&key, &at.to_string(), Over::Nothing);
                under.is_refused(put)
            });
            let refused = join_all(claims).await;
            let winners: Vec<usize> = (0..10).filter(|at| !refused[*at]).collect();
            assert_eq!(winners.len(), 1, "{}", under.name);
            let claimed = under.get(&key).await.unwrap();
            assert_eq!(claimed.body, winners[0].to_string().as_bytes());
            let over = Over::Tag(claimed.tag);
            let moves = (10..20).map(|at| {
                let put = under.put(&key, &at.to_string(), over.clone());
                under.is_refused(put)
            });
            let moved = join_all(moves).await;
            let winners = moved.iter().filter(|refused| !**refused);
            assert_eq!(winners.count(), 1, "{}", under.name);
        }
        // whoever has an answer to a write sees it, and so does everybody else
        for at in 0..20 {
            let body = at.to_string();
            under.write("seen", &body).await;
            assert_eq!(under.text("seen").await, Some(body), "{}", under.name);
            under.delete(&[("seen", None)]).await;
            assert_eq!(under.text("seen").await, None, "{}", under.name);
            assert_eq!(under.keys("seen").await, Vec::<String>::new());
        }
    })
    .await;
}

#[tokio::test]
async fn an_object_of_twenty_megabytes_comes_back() {
    on_each(async |under| {
        let body: Vec<u8> = (0..20_000_000_u32).map(|n| (n % 251) as u8).collect();
        let put = ObjectCall::Put(Put {
            name: under.named("large"),
            body: body.clone(),
            headers: Headers::default(),
            over: Over::Nothing,
        });
        under.done(put).await;
        assert!(under.get("large").await.unwrap().body == body);
    })
    .await;
}

#[tokio::test]
async fn a_call_to_a_bucket_that_is_not_there_fails_and_is_not_busy() {
    on_each(async |under| {
        let name = ObjectName {
            bucket: "nowhere-at-all".to_owned(),
            key: "a".to_owned(),
        };
        let list = |versions| List {
            bucket: name.bucket.clone(),
            prefix: String::new(),
            versions,
            from: None,
        };
        let calls = [
            ObjectCall::Get(name.clone()),
            ObjectCall::Put(Put {
                name: name.clone(),
                body: Vec::new(),
                headers: Headers::default(),
                over: Over::Nothing,
            }),
            ObjectCall::DeleteMany {
                bucket: name.bucket.clone(),
                objects: vec![("a".to_owned(), None)],
            },
            ObjectCall::List(list(false)),
            ObjectCall::List(list(true)),
        ];
        for call in calls {
            let done = under.buckets.call(call.clone()).await;
            let failed = matches!(done, Err(CallError::Failed(_)));
            assert!(failed, "{}: {call:?}: {done:?}", under.name);
        }
    })
    .await;
}

#[tokio::test]
async fn a_call_whose_answer_is_not_awaited_holds_up_nobody() {
    on_each(async |under| {
        beside_neglected(|at| {
            let (buckets, name) = (under.buckets.clone(), under.name);
            let put = ObjectCall::Put(Put {
                name: ObjectName {
                    bucket: under.bucket.clone(),
                    key: format!("neglected/{}", at % 8),
                },
                body: vec![7],
                headers: Headers::default(),
                over: Over::Anything,
            });
            Box::pin(async move {
                let done = buckets.call(put).await;
                done.unwrap_or_else(|error| panic!("{name}: {error:?}"))
            })
        })
        .await;
    })
    .await;
}
