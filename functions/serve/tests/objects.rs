//! The buckets through the real SDK, over HTTP.

#![expect(clippy::unwrap_used, reason = "a test")]

use std::{collections::BTreeMap, fs, path::Path};

use aws_sdk_s3::{
    Client,
    config::{BehaviorVersion, Credentials, Region, retry::RetryConfig},
    error::{ProvideErrorMetadata, SdkError},
    primitives::ByteStream,
    types::{Delete, EncodingType, ObjectIdentifier},
};
use axum::{Router, error_handling::HandleError, http::StatusCode};
use chute_serve::{objects::Objects, template::Bucket};
use futures::future::join_all;
use proptest::{collection::vec, option, prelude::*, sample::select};

const KEPT: &str = "DownloadsBucket";
const BARE: &str = "BareBucket";

fn buckets() -> Vec<Bucket> {
    [(KEPT, true), (BARE, false)]
        .map(|(name, keeps_versions)| Bucket {
            name: name.to_owned(),
            keeps_versions,
            lifecycle: Vec::new(),
        })
        .into()
}

fn open(folder: &Path) -> Objects {
    Objects::open(&folder.join("objects.db"), buckets()).unwrap()
}

async fn client(objects: &Objects) -> Client {
    with_secret(&served(objects).await, "secret")
}

/// Serves the buckets. Returns the address.
async fn served(objects: &Objects) -> String {
    let service = HandleError::new(objects.service("key", "secret"), async |_| {
        StatusCode::INTERNAL_SERVER_ERROR
    });
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(
        async move { axum::serve(listener, Router::new().fallback_service(service)).await },
    );
    format!("http://{address}")
}

fn with_secret(address: &str, secret: &str) -> Client {
    let config = aws_sdk_s3::Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::new("eu-central-1"))
        .credentials_provider(Credentials::new("key", secret, None, None, "test"))
        .endpoint_url(address)
        .force_path_style(true)
        .retry_config(RetryConfig::disabled());
    Client::from_conf(config.build())
}

/// The error's code and status.
fn refused<T: std::fmt::Debug, E: ProvideErrorMetadata + std::fmt::Debug>(
    done: Result<T, SdkError<E, aws_sdk_s3::config::http::HttpResponse>>,
) -> (String, u16) {
    let error = done.unwrap_err();
    let status = error.raw_response().unwrap().status().as_u16();
    (error.code().unwrap_or_default().to_owned(), status)
}

fn bytes(text: &str) -> ByteStream {
    ByteStream::from(text.as_bytes().to_vec())
}

struct Running {
    folder: tempfile::TempDir,
    objects: Objects,
    s3: Client,
}

async fn running() -> Running {
    let folder = tempfile::tempdir().unwrap();
    let objects = open(folder.path());
    let s3 = client(&objects).await;
    Running {
        folder,
        objects,
        s3,
    }
}

impl Running {
    async fn put(&self, bucket: &str, key: &str, body: &str) -> String {
        let put = self
            .s3
            .put_object()
            .bucket(bucket)
            .key(key)
            .body(bytes(body))
            .send()
            .await
            .unwrap();
        put.version_id.unwrap_or_else(|| "null".to_owned())
    }

    async fn text(&self, bucket: &str, key: &str) -> Option<String> {
        match self.s3.get_object().bucket(bucket).key(key).send().await {
            Ok(found) => {
                Some(String::from_utf8(found.body.collect().await.unwrap().to_vec()).unwrap())
            }
            Err(error) => {
                assert_eq!(error.code(), Some("NoSuchKey"));
                None
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_object_comes_back_as_it_was_stored() {
    let run = running().await;
    let put = run
        .s3
        .put_object()
        .bucket(KEPT)
        .key("results/ü b/current.json")
        .body(bytes("hello"));
    let put = put
        .content_type("application/json")
        .content_encoding("gzip")
        .cache_control("public, max-age=2")
        .metadata("version", "7");
    let put = put.send().await.unwrap();
    assert_eq!(put.e_tag(), Some("\"5d41402abc4b2a76b9719d911017c592\""));
    let get = run
        .s3
        .get_object()
        .bucket(KEPT)
        .key("results/ü b/current.json")
        .send()
        .await
        .unwrap();
    assert_eq!(
        (get.e_tag(), get.version_id()),
        (put.e_tag(), put.version_id())
    );
    assert_eq!(
        (get.content_type(), get.content_encoding()),
        (Some("application/json"), Some("gzip"))
    );
    assert_eq!(
        (get.cache_control(), get.content_length()),
        (Some("public, max-age=2"), Some(5))
    );
    let written_s = u64::try_from(get.last_modified().unwrap().secs()).unwrap();
    assert_eq!(get.body.collect().await.unwrap().to_vec(), b"hello");
    let head = run
        .s3
        .head_object()
        .bucket(KEPT)
        .key("results/ü b/current.json")
        .send()
        .await
        .unwrap();
    assert_eq!(head.metadata().unwrap()["version"], "7");
    assert_eq!(
        (head.e_tag(), head.content_length()),
        (put.e_tag(), Some(5))
    );
    let read = run
        .objects
        .read(KEPT, "results/ü b/current.json")
        .await
        .unwrap()
        .unwrap();
    assert_eq!(
        (read.etag.as_str(), read.written_ms / 1000),
        ("5d41402abc4b2a76b9719d911017c592", written_s)
    );
    assert_eq!(read.content_encoding.as_deref(), Some("gzip"));
    assert_eq!(run.objects.read(KEPT, "results/").await.unwrap(), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_in_chunks_has_its_sum_behind_it() {
    let run = running().await;
    let file = run.folder.path().join("body");
    let body = "0123456789".repeat(20_000);
    fs::write(&file, &body).unwrap();
    let chunked = ByteStream::read_from().path(&file).build().await.unwrap();
    run.s3
        .put_object()
        .bucket(KEPT)
        .key("a")
        .body(chunked)
        .send()
        .await
        .unwrap();
    let read = run.objects.read(KEPT, "a").await.unwrap().unwrap();
    assert_eq!((read.body, read.content_encoding), (body.into(), None));
    let torn = run
        .s3
        .put_object()
        .bucket(KEPT)
        .key("b")
        .checksum_crc32("AAAAAA==")
        .body(bytes("hello"))
        .send()
        .await;
    assert_eq!(refused(torn), ("BadDigest".to_owned(), 400));
    assert_eq!(run.text(KEPT, "b").await, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_and_unknown_buckets() {
    let run = running().await;
    let address = served(&run.objects).await;
    let wrong = with_secret(&address, "another")
        .get_object()
        .bucket(KEPT)
        .key("a")
        .send()
        .await;
    assert_eq!(refused(wrong), ("SignatureDoesNotMatch".to_owned(), 403));
    assert_eq!(
        refused(run.s3.get_object().bucket("Other").key("a").send().await),
        ("NoSuchBucket".to_owned(), 404)
    );
    assert_eq!(
        refused(run.s3.put_object().bucket("Other").key("a").send().await),
        ("NoSuchBucket".to_owned(), 404)
    );
    assert_eq!(
        refused(run.s3.list_objects_v2().bucket("Other").send().await),
        ("NoSuchBucket".to_owned(), 404)
    );
    assert!(run.objects.read("Other", "a").await.is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn conditions_of_writes() {
    let run = running().await;
    let put = |key: &str| run.s3.put_object().bucket(KEPT).key(key).body(bytes("one"));
    assert_eq!(
        refused(put("a").if_match("\"abc\"").send().await),
        ("NoSuchKey".to_owned(), 404)
    );
    let first = put("a").if_none_match("*").send().await.unwrap();
    assert_eq!(
        refused(put("a").if_none_match("*").send().await),
        ("PreconditionFailed".to_owned(), 412)
    );
    assert_eq!(
        refused(put("a").if_match("\"abc\"").send().await),
        ("PreconditionFailed".to_owned(), 412)
    );
    assert_eq!(
        refused(put("a").if_none_match("\"abc\"").send().await),
        ("NotImplemented".to_owned(), 501)
    );
    put("a")
        .if_match(first.e_tag().unwrap())
        .send()
        .await
        .unwrap();
    let delete = || run.s3.delete_object().bucket(KEPT).key("a");
    assert_eq!(
        refused(delete().if_match("\"abc\"").send().await),
        ("PreconditionFailed".to_owned(), 412)
    );
    delete()
        .if_match(first.e_tag().unwrap())
        .send()
        .await
        .unwrap();
    assert_eq!(
        refused(delete().if_match(first.e_tag().unwrap()).send().await),
        ("PreconditionFailed".to_owned(), 412)
    );
    put("a").if_none_match("*").send().await.unwrap();

    // of many writers that start from the same version, one wins
    let writers = (0..20).map(|n| {
        put("b")
            .body(bytes(&n.to_string()))
            .if_none_match("*")
            .send()
    });
    assert_eq!(
        join_all(writers)
            .await
            .into_iter()
            .filter(Result::is_ok)
            .count(),
        1
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn conditions_and_ranges_of_reads() {
    let run = running().await;
    run.put(KEPT, "a", "hello").await;
    run.put(KEPT, "empty", "").await;
    let tag = "\"5d41402abc4b2a76b9719d911017c592\"";
    let get = || run.s3.get_object().bucket(KEPT).key("a");
    assert_eq!(
        get()
            .if_none_match(tag)
            .send()
            .await
            .unwrap_err()
            .raw_response()
            .unwrap()
            .status()
            .as_u16(),
        304
    );
    assert_eq!(
        refused(get().if_match("\"abc\"").send().await),
        ("PreconditionFailed".to_owned(), 412)
    );
    get().if_match(tag).send().await.unwrap();
    get().if_none_match("\"abc\"").send().await.unwrap();
    for (range, expected, of) in [
        ("bytes=1-2", "el", "1-2"),
        ("bytes=3-99", "lo", "3-4"),
        ("bytes=-1", "o", "4-4"),
        ("bytes=0-", "hello", "0-4"),
    ] {
        let part = get().range(range).send().await.unwrap();
        assert_eq!(part.content_range(), Some(format!("bytes {of}/5").as_str()));
        assert_eq!(
            part.body.collect().await.unwrap().to_vec(),
            expected.as_bytes()
        );
    }
    assert_eq!(
        refused(get().range("bytes=5-").send().await),
        ("InvalidRange".to_owned(), 416)
    );
    assert_eq!(
        refused(
            run.s3
                .get_object()
                .bucket(KEPT)
                .key("empty")
                .range("bytes=-1")
                .send()
                .await
        ),
        ("InvalidRange".to_owned(), 416)
    );
    assert_eq!(
        refused(get().part_number(1).send().await),
        ("NotImplemented".to_owned(), 501)
    );
    let missing = run.s3.head_object().bucket(KEPT).key("none").send().await;
    assert!(matches!(missing, Err(SdkError::ServiceError(error)) if error.err().is_not_found()));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_version_before_is_the_latest_again() {
    let run = running().await;
    let (one, two) = (
        run.put(KEPT, "a", "one").await,
        run.put(KEPT, "a", "two").await,
    );
    assert!(one < two);
    let marker = run
        .s3
        .delete_object()
        .bucket(KEPT)
        .key("a")
        .send()
        .await
        .unwrap();
    assert_eq!(marker.delete_marker(), Some(true));
    assert_eq!(run.text(KEPT, "a").await, None);
    let exact = |id: &str| {
        run.s3
            .get_object()
            .bucket(KEPT)
            .key("a")
            .version_id(id)
            .send()
    };
    assert_eq!(exact(&one).await.unwrap().content_length(), Some(3));
    assert_eq!(refused(exact(marker.version_id().unwrap()).await).1, 405);
    assert_eq!(
        refused(exact("0000000000000001").await),
        ("NoSuchVersion".to_owned(), 404)
    );
    assert_eq!(
        refused(exact("abc").await),
        ("InvalidArgument".to_owned(), 400)
    );
    let remove = |id: &str| {
        run.s3
            .delete_object()
            .bucket(KEPT)
            .key("a")
            .version_id(id)
            .send()
    };
    assert_eq!(
        remove(marker.version_id().unwrap())
            .await
            .unwrap()
            .delete_marker(),
        Some(true)
    );
    assert_eq!(run.text(KEPT, "a").await.as_deref(), Some("two"));
    remove(&two).await.unwrap();
    remove(&two).await.unwrap();
    assert_eq!(run.text(KEPT, "a").await.as_deref(), Some("one"));
    remove(&one).await.unwrap();
    assert_eq!(run.text(KEPT, "a").await, None);
    assert!(
        run.s3
            .list_object_versions()
            .bucket(KEPT)
            .send()
            .await
            .unwrap()
            .versions()
            .is_empty()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bucket_without_versions_calls_them_null() {
    let run = running().await;
    assert_eq!(run.put(BARE, "a", "one").await, "null");
    run.put(BARE, "a", "two").await;
    let listed = run
        .s3
        .list_object_versions()
        .bucket(BARE)
        .send()
        .await
        .unwrap();
    let ids: Vec<_> = listed
        .versions()
        .iter()
        .map(|version| (version.version_id().unwrap(), version.is_latest()))
        .collect();
    assert_eq!(ids, [("null", Some(true))]);
    run.s3
        .delete_object()
        .bucket(BARE)
        .key("a")
        .version_id("null")
        .send()
        .await
        .unwrap();
    assert_eq!(run.text(BARE, "a").await, None);
    run.put(BARE, "a", "three").await;
    run.s3
        .delete_object()
        .bucket(BARE)
        .key("a")
        .send()
        .await
        .unwrap();
    let listed = run
        .s3
        .list_object_versions()
        .bucket(BARE)
        .send()
        .await
        .unwrap();
    assert!(listed.versions().is_empty() && listed.delete_markers().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bucket_that_keeps_versions_later_keeps_the_null_version() {
    let run = running().await;
    run.put(BARE, "a", "bare").await;
    let Running {
        folder,
        objects,
        s3,
    } = run;
    drop((objects, s3));
    let copied = tempfile::tempdir().unwrap();
    copy_files(folder.path(), copied.path());
    let keeping = vec![Bucket {
        name: BARE.to_owned(),
        keeps_versions: true,
        lifecycle: Vec::new(),
    }];
    let objects = Objects::open(&copied.path().join("objects.db"), keeping).unwrap();
    let s3 = client(&objects).await;
    let run = Running {
        folder: copied,
        objects,
        s3,
    };
    let new = run.put(BARE, "a", "kept").await;
    assert_ne!(new, "null");
    let null = run
        .s3
        .get_object()
        .bucket(BARE)
        .key("a")
        .version_id("null")
        .send()
        .await
        .unwrap();
    assert_eq!(null.body.collect().await.unwrap().to_vec(), b"bare");
    run.s3
        .delete_object()
        .bucket(BARE)
        .key("a")
        .version_id("null")
        .send()
        .await
        .unwrap();
    assert_eq!(run.text(BARE, "a").await.as_deref(), Some("kept"));
    assert_eq!(
        refused(
            run.s3
                .get_object()
                .bucket(BARE)
                .key("a")
                .version_id("null")
                .send()
                .await
        )
        .0,
        "NoSuchVersion"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn many_are_deleted_in_one_call() {
    let run = running().await;
    let (one, two) = (
        run.put(KEPT, "a", "one").await,
        run.put(KEPT, "a", "two").await,
    );
    run.put(KEPT, "b", "b").await;
    let of = |key: &str| ObjectIdentifier::builder().key(key);
    let call = async |quiet: bool, objects: Vec<ObjectIdentifier>| {
        let delete = Delete::builder()
            .quiet(quiet)
            .set_objects(Some(objects))
            .build()
            .unwrap();
        run.s3
            .delete_objects()
            .bucket(KEPT)
            .delete(delete)
            .send()
            .await
            .unwrap()
    };
    let quiet = vec![
        of("a").version_id(&two).build().unwrap(),
        of("b").e_tag("\"abc\"").build().unwrap(),
        of("c").version_id("abc").build().unwrap(),
        of("none").version_id("0000000000000001").build().unwrap(),
    ];
    let done = call(true, quiet).await;
    assert!(done.deleted().is_empty());
    let errors: Vec<_> = done
        .errors()
        .iter()
        .map(|error| (error.key().unwrap(), error.code().unwrap()))
        .collect();
    assert_eq!(
        errors,
        [("b", "PreconditionFailed"), ("c", "NoSuchVersion")]
    );
    assert_eq!(run.text(KEPT, "a").await.as_deref(), Some("one"));
    let done = call(
        false,
        vec![
            of("a").version_id(&one).build().unwrap(),
            of("b").build().unwrap(),
        ],
    )
    .await;
    let deleted: Vec<_> = done
        .deleted()
        .iter()
        .map(|done| (done.key().unwrap(), done.delete_marker()))
        .collect();
    assert_eq!(deleted, [("a", None), ("b", Some(true))]);
    assert_eq!(
        (run.text(KEPT, "a").await, run.text(KEPT, "b").await),
        (None, None)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_may_be_url_encoded() {
    let run = running().await;
    run.put(KEPT, "a b/ä+1.json", "x").await;
    let list = run
        .s3
        .list_objects_v2()
        .bucket(KEPT)
        .prefix("a b")
        .encoding_type(EncodingType::Url)
        .send()
        .await
        .unwrap();
    assert_eq!(
        (list.encoding_type(), list.prefix()),
        (Some(&EncodingType::Url), Some("a%20b"))
    );
    assert_eq!(list.contents()[0].key(), Some("a%20b/%C3%A4%2B1.json"));
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_go_on_where_they_ended() {
    let run = running().await;
    let all: Vec<String> = (0..1_203).map(|n| format!("results/{n:05}")).collect();
    for chunk in all.chunks(100) {
        join_all(chunk.iter().map(|key| run.put(KEPT, key, key))).await;
    }
    run.put(KEPT, "other", "").await;
    run.put(KEPT, "results/00001", "again").await;
    run.s3
        .delete_object()
        .bucket(KEPT)
        .key("results/00000")
        .send()
        .await
        .unwrap();
    let mut pages = run
        .s3
        .list_objects_v2()
        .bucket(KEPT)
        .prefix("results/")
        .into_paginator()
        .send();
    let mut found = Vec::new();
    while let Some(page) = pages.next().await {
        found.push(
            page.unwrap()
                .contents()
                .iter()
                .map(|object| object.key().unwrap().to_owned())
                .collect::<Vec<_>>(),
        );
    }
    assert_eq!(found.iter().map(Vec::len).collect::<Vec<_>>(), [1_000, 202]);
    assert_eq!(found.concat(), all[1..]);
    let first = run
        .s3
        .list_object_versions()
        .bucket(KEPT)
        .prefix("results/")
        .send()
        .await
        .unwrap();
    assert_eq!(
        (
            first.versions().len() + first.delete_markers().len(),
            first.is_truncated()
        ),
        (1_000, Some(true))
    );
    assert_eq!(
        (
            first.next_key_marker(),
            first.next_version_id_marker().is_some()
        ),
        (Some("results/00997"), true)
    );
    let next = run
        .s3
        .list_object_versions()
        .bucket(KEPT)
        .prefix("results/")
        .key_marker("results/00997")
        .send()
        .await
        .unwrap();
    assert_eq!(
        (next.versions().len(), next.is_truncated()),
        (205, Some(false))
    );
    let none = run
        .s3
        .list_objects_v2()
        .bucket(KEPT)
        .max_keys(0)
        .send()
        .await
        .unwrap();
    assert_eq!(
        (none.contents().len(), none.is_truncated()),
        (0, Some(false))
    );
    assert_eq!(
        refused(
            run.s3
                .list_objects_v2()
                .bucket(KEPT)
                .delimiter("/")
                .send()
                .await
        )
        .0,
        "NotImplemented"
    );
    assert_eq!(
        refused(
            run.s3
                .list_objects_v2()
                .bucket(KEPT)
                .continuation_token("?")
                .send()
                .await
        )
        .0,
        "InvalidArgument"
    );
}

/// Copies what is left when the process is lost: the files as they are, with the log but without
/// its index.
fn copy_files(from: &Path, into: &Path) {
    for name in ["objects.db", "objects.db-wal"] {
        fs::copy(from.join(name), into.join(name)).unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_acknowledged_survives_a_kill() {
    let run = running().await;
    // while others still write; little enough that no checkpoint falls between the copies of the
    // two files
    let noise = {
        let s3 = run.s3.clone();
        tokio::spawn(async move {
            for n in 0..200 {
                s3.put_object()
                    .bucket(KEPT)
                    .key(format!("noise/{n}"))
                    .body(bytes("noise"))
                    .send()
                    .await
                    .unwrap();
            }
        })
    };
    for round in 0..5 {
        let body = format!("{round}").repeat(20_000);
        let keys: Vec<String> = (0..20).map(|n| format!("{round}/{n}")).collect();
        join_all(keys.iter().map(|key| run.put(KEPT, key, &body))).await;
        run.s3
            .delete_object()
            .bucket(KEPT)
            .key(&keys[0])
            .send()
            .await
            .unwrap();
        let copied = tempfile::tempdir().unwrap();
        copy_files(run.folder.path(), copied.path());
        let after = open(copied.path());
        for key in &keys[1..] {
            assert_eq!(
                after.read(KEPT, key).await.unwrap().unwrap().body,
                body.as_bytes(),
                "{key}"
            );
        }
        assert_eq!(after.read(KEPT, &keys[0]).await.unwrap(), None);
    }
    noise.abort();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_number_never_comes_again() {
    let run = running().await;
    let last = run.put(KEPT, "a", "one").await;
    run.s3
        .delete_object()
        .bucket(KEPT)
        .key("a")
        .version_id(&last)
        .send()
        .await
        .unwrap();
    let copied = tempfile::tempdir().unwrap();
    copy_files(run.folder.path(), copied.path());
    let objects = open(copied.path());
    let s3 = client(&objects).await;
    let again = Running {
        folder: copied,
        objects,
        s3,
    };
    assert!(again.put(KEPT, "a", "one").await > last);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_snapshot_is_whole_while_others_write() {
    let run = running().await;
    run.put(KEPT, "a", &"a".repeat(100_000)).await;
    let copies = tempfile::tempdir().unwrap();
    let file = copies.path().join("objects.db");
    let writes =
        join_all((0..50).map(|n| run.put(KEPT, "b", if n % 2 == 0 { "even" } else { "odd" })));
    let (copied, _) = futures::join!(run.objects.snapshot_into(&file), writes);
    copied.unwrap();
    assert!(
        run.objects.snapshot_into(&file).await.is_err(),
        "it does not write over a file"
    );
    let copy = open(copies.path());
    assert_eq!(
        copy.read(KEPT, "a").await.unwrap().unwrap().body.len(),
        100_000
    );
}

/// A model of S3's behaviour, in memory: versions by key, the newest last.
#[derive(Default)]
struct Model {
    keys: BTreeMap<(&'static str, &'static str), Vec<ModelVersion>>,
}

#[derive(Clone, Debug)]
struct ModelVersion {
    id: String,
    body: Option<String>,
}

#[derive(Clone, Debug)]
enum Wanted {
    Anything,
    Nothing,
    /// What is there.
    This,
    Other,
}

#[derive(Clone, Debug)]
enum Step {
    Put(&'static str, &'static str, &'static str, Wanted),
    Delete(&'static str, &'static str, Wanted),
    DeleteVersions(&'static str, Vec<(&'static str, usize)>),
    Lists(&'static str, &'static str, i32),
}

impl Model {
    fn at(&mut self, bucket: &'static str, key: &'static str) -> &mut Vec<ModelVersion> {
        self.keys.entry((bucket, key)).or_default()
    }

    fn current(&mut self, bucket: &'static str, key: &'static str) -> Option<String> {
        self.at(bucket, key)
            .last()
            .and_then(|version| version.body.clone())
    }

    fn remove(&mut self, bucket: &'static str, key: &'static str, id: &str) {
        self.at(bucket, key).retain(|version| version.id != id);
    }

    /// Key, id, whether it is the latest, and whether it is a delete marker.
    fn versions(&self, bucket: &str, prefix: &str) -> Vec<(String, String, bool, bool)> {
        let of = self
            .keys
            .iter()
            .filter(|((of, key), _)| *of == bucket && key.starts_with(prefix));
        let listed = of.flat_map(|((_, key), versions)| {
            let newest = versions.len().saturating_sub(1);
            let version = move |(n, version): (usize, &ModelVersion)| {
                (
                    (*key).to_owned(),
                    version.id.clone(),
                    n == newest,
                    version.body.is_none(),
                )
            };
            versions
                .iter()
                .enumerate()
                .map(version)
                .rev()
                .collect::<Vec<_>>()
        });
        listed.collect()
    }
}

const KEYS: [&str; 7] = ["a", "a/", "a/b", "b", "é", "\u{ff61}", "\u{1f600}"];

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let bucket = || select(vec![KEPT, KEPT, BARE]);
    let key = || select(KEYS.to_vec());
    let wanted = || {
        select(vec![
            Wanted::Anything,
            Wanted::Anything,
            Wanted::Nothing,
            Wanted::This,
            Wanted::Other,
        ])
    };
    let step = prop_oneof![
        6 => (bucket(), key(), select(vec!["one", "two", ""]), wanted()).prop_map(|(bucket, key, body, wanted)| Step::Put(bucket, key, body, wanted)),
        2 => (bucket(), key(), wanted()).prop_map(|(bucket, key, wanted)| Step::Delete(bucket, key, wanted)),
        2 => (bucket(), vec((key(), 0..4_usize), 1..4)).prop_map(|(bucket, which)| Step::DeleteVersions(bucket, which)),
        1 => (bucket(), select(vec!["", "a", "a/", "b", "é"]), 1..4).prop_map(|(bucket, prefix, most)| Step::Lists(bucket, prefix, most)),
    ];
    vec(step, 1..50)
}

fn md5(text: &str) -> &'static str {
    match text {
        "one" => "\"f97c5d29941bfb1b2fdab0874906ab82\"",
        "two" => "\"b8a9f715dbb64fd5c56e7783c6820a61\"",
        _ => "\"d41d8cd98f00b204e9800998ecf8427e\"",
    }
}

async fn take(run: &Running, model: &mut Model, step: Step) {
    let s3 = &run.s3;
    match step {
        Step::Put(bucket, key, body, wanted) => {
            let current = model.current(bucket, key);
            let put = s3.put_object().bucket(bucket).key(key).body(bytes(body));
            let (put, expected) = match &wanted {
                Wanted::Anything => (put, Ok(())),
                Wanted::Nothing => (
                    put.if_none_match("*"),
                    if current.is_none() {
                        Ok(())
                    } else {
                        Err("PreconditionFailed")
                    },
                ),
                Wanted::This => match &current {
                    Some(current) => (put.if_match(md5(current)), Ok(())),
                    None => (put.if_match(md5("one")), Err("NoSuchKey")),
                },
                Wanted::Other => (
                    put.if_match("\"abc\""),
                    Err(if current.is_some() {
                        "PreconditionFailed"
                    } else {
                        "NoSuchKey"
                    }),
                ),
            };
            let done = put.send().await;
            match expected {
                Ok(()) => {
                    let done = done.unwrap();
                    assert_eq!(done.e_tag(), Some(md5(body)));
                    let id = done.version_id.unwrap_or_else(|| "null".to_owned());
                    assert_eq!(id == "null", bucket == BARE);
                    if bucket == BARE {
                        model.at(bucket, key).clear();
                    }
                    model.at(bucket, key).push(ModelVersion {
                        id,
                        body: Some(body.to_owned()),
                    });
                }
                Err(code) => assert_eq!(refused(done).0, code),
            }
        }
        Step::Delete(bucket, key, wanted) => {
            let current = model.current(bucket, key);
            let delete = s3.delete_object().bucket(bucket).key(key);
            let (delete, is_expected) = match &wanted {
                Wanted::Anything | Wanted::Nothing => (delete, true),
                Wanted::This => (
                    delete.if_match(current.as_deref().map_or("\"abc\"", md5)),
                    current.is_some(),
                ),
                Wanted::Other => (delete.if_match("\"abc\""), false),
            };
            let done = delete.send().await;
            if !is_expected {
                assert_eq!(refused(done).0, "PreconditionFailed");
            } else if bucket == BARE {
                assert_eq!(done.unwrap().delete_marker(), None);
                model.at(bucket, key).clear();
            } else {
                let id = done.unwrap().version_id.unwrap();
                model.at(bucket, key).push(ModelVersion { id, body: None });
            }
        }
        Step::DeleteVersions(bucket, which) => {
            let named: Vec<_> = which
                .into_iter()
                .filter_map(|(key, n)| Some((key, model.at(bucket, key).get(n)?.id.clone())))
                .collect();
            if named.is_empty() {
                return;
            }
            let objects = named
                .iter()
                .map(|(key, id)| {
                    ObjectIdentifier::builder()
                        .key(*key)
                        .version_id(id)
                        .build()
                        .unwrap()
                })
                .collect();
            let delete = Delete::builder()
                .quiet(true)
                .set_objects(Some(objects))
                .build()
                .unwrap();
            let done = s3
                .delete_objects()
                .bucket(bucket)
                .delete(delete)
                .send()
                .await
                .unwrap();
            assert!(done.errors().is_empty() && done.deleted().is_empty());
            named
                .iter()
                .for_each(|(key, id)| model.remove(bucket, key, id));
        }
        Step::Lists(bucket, prefix, most) => {
            check_lists(run, model, bucket, prefix, Some(most)).await
        }
    }
}

async fn check_lists(run: &Running, model: &Model, bucket: &str, prefix: &str, most: Option<i32>) {
    let expected = model.versions(bucket, prefix);
    let (mut found, mut from) = (Vec::new(), (None, None));
    loop {
        let list = run
            .s3
            .list_object_versions()
            .bucket(bucket)
            .prefix(prefix)
            .set_max_keys(most);
        let page = list
            .set_key_marker(from.0)
            .set_version_id_marker(from.1)
            .send()
            .await
            .unwrap();
        let versions = page.versions().iter().map(|v| {
            (
                v.key().unwrap(),
                v.version_id().unwrap(),
                v.is_latest().unwrap(),
                false,
            )
        });
        let markers = page.delete_markers().iter().map(|m| {
            (
                m.key().unwrap(),
                m.version_id().unwrap(),
                m.is_latest().unwrap(),
                true,
            )
        });
        let mut here: Vec<_> = versions
            .chain(markers)
            .map(|(key, id, latest, marker)| (key.to_owned(), id.to_owned(), latest, marker))
            .collect();
        assert!(most.is_none_or(|most| here.len() <= usize::try_from(most).unwrap()));
        here.sort_by(|a, b| a.0.cmp(&b.0).then(b.1.cmp(&a.1)));
        found.extend(here);
        from = (page.next_key_marker, page.next_version_id_marker);
        if page.is_truncated != Some(true) {
            break;
        }
    }
    assert_eq!(found, expected);
    let there: Vec<&String> = expected
        .iter()
        .filter(|(_, _, latest, marker)| *latest && !marker)
        .map(|(key, ..)| key)
        .collect();
    let mut pages = run
        .s3
        .list_objects_v2()
        .bucket(bucket)
        .prefix(prefix)
        .set_max_keys(most)
        .into_paginator()
        .send();
    let mut listed = Vec::new();
    while let Some(page) = pages.next().await {
        listed.extend(
            page.unwrap()
                .contents()
                .iter()
                .map(|object| object.key().unwrap().to_owned()),
        );
    }
    assert_eq!(listed.iter().collect::<Vec<_>>(), there);
}

async fn check_all(run: &Running, model: &Model) {
    for bucket in [KEPT, BARE] {
        check_lists(run, model, bucket, "", None).await;
    }
    for ((bucket, key), versions) in &model.keys {
        assert_eq!(
            run.text(bucket, key).await,
            versions.last().and_then(|version| version.body.clone())
        );
        for version in versions.iter().filter(|version| version.body.is_some()) {
            let get = run
                .s3
                .get_object()
                .bucket(*bucket)
                .key(*key)
                .version_id(&version.id)
                .send()
                .await
                .unwrap();
            assert_eq!(
                Some(String::from_utf8(get.body.collect().await.unwrap().to_vec()).unwrap()),
                version.body
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn any_sequence_does_what_the_model_does(steps in steps(), kill in option::of(0..40_usize)) {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        runtime.block_on(async {
            let mut run = running().await;
            let mut model = Model::default();
            for (n, step) in steps.into_iter().enumerate() {
                if kill == Some(n) {
                    let copied = tempfile::tempdir().unwrap();
                    copy_files(run.folder.path(), copied.path());
                    let objects = open(copied.path());
                    let s3 = client(&objects).await;
                    run = Running { folder: copied, objects, s3 };
                }
                take(&run, &mut model, step).await;
            }
            check_all(&run, &model).await;
        });
    }
}
