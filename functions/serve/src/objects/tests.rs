//! The rows of the buckets: versions, kills, and a model that any sequence of calls follows.

use std::{collections::BTreeMap, fs, path::Path, time::Duration};

use futures::future::join_all;
use proptest::{collection::vec, option, prelude::*, sample::select};
use tempfile::TempDir;

use super::*;

const KEPT: &str = "DownloadsBucket";
const BARE: &str = "BareBucket";
/// As many keys as a list never has here.
const ALL: usize = 10_000;

fn open(folder: &Path) -> Objects {
    let buckets = [(KEPT, true), (BARE, false)];
    let buckets = buckets.map(|(name, keeps_versions)| Bucket {
        name: name.to_owned(),
        keeps_versions,
        lifecycle: Vec::new(),
    });
    Objects::open(&folder.join("objects.db"), buckets.into()).unwrap()
}

/// Copies what is left when the process is lost: the files as they are, with the log but without
/// its index.
fn copy_files(from: &Path, into: &Path) {
    for name in ["objects.db", "objects.db-wal"] {
        fs::copy(from.join(name), into.join(name)).unwrap();
    }
}

struct Running {
    folder: TempDir,
    objects: Objects,
}

impl Running {
    fn new() -> Self {
        Self::after(|_| ())
    }

    fn after(made: impl FnOnce(&Path)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        made(folder.path());
        let objects = open(folder.path());
        Self { folder, objects }
    }
    fn killed(&self) -> Self {
        Self::after(|folder| copy_files(self.folder.path(), folder))
    }

    async fn put_if(
        &self,
        bucket: &str,
        key: &str,
        body: &str,
        condition: Condition,
    ) -> Result<Version, ObjectsError> {
        let (key, body) = (key.to_owned(), body.as_bytes().to_vec());
        let put = self
            .objects
            .put(bucket, key, body, Notes::default(), condition);
        put.await
    }

    /// Returns the id of the new version.
    async fn put(&self, bucket: &str, key: &str, body: &str) -> String {
        let put = self.put_if(bucket, key, body, Condition::None).await;
        put.unwrap().id()
    }

    async fn delete(&self, bucket: &str, key: &str) {
        let delete = self.objects.delete(bucket, key.to_owned(), Condition::None);
        delete.await.unwrap();
    }

    /// Removes exactly this version.
    async fn remove(&self, bucket: &str, key: &str, id: &str) {
        let version = (key.to_owned(), Some(VersionId::read(id).unwrap()));
        self.objects.remove(bucket, vec![version]).await.unwrap();
    }

    async fn text(&self, bucket: &str, key: &str) -> Option<String> {
        let found = self.objects.read(bucket, key).await.unwrap()?;
        Some(String::from_utf8(found.body.to_vec()).unwrap())
    }

    /// The text of exactly this version.
    async fn exact(&self, bucket: &'static str, key: &str, id: &str) -> Option<String> {
        let (key, id) = (key.to_owned(), VersionId::read(id));
        let found = self.objects.look(move |tables| {
            let found = rows::find(tables, bucket, &key, id)?;
            let found = found.filter(|found| !found.is_marker());
            found.map(|found| rows::body(tables, &found)).transpose()
        });
        let body = found.await.unwrap()?;
        Some(String::from_utf8(body.to_vec()).unwrap())
    }

    /// Key, id, whether it is the latest, and whether it is a delete marker.
    async fn versions(
        &self,
        bucket: &str,
        prefix: &str,
        most: usize,
    ) -> Vec<(String, String, bool, bool)> {
        let (mut found, mut behind) = (Vec::new(), None);
        loop {
            let page = self
                .objects
                .list_versions(bucket, prefix.to_owned(), behind, most);
            let (page, has_more) = page.await.unwrap();
            assert!(page.len() <= most);
            behind = page
                .last()
                .map(|last| (last.key.clone(), Some(last.version.exact())));
            found.extend(page.into_iter().map(|one| {
                let (id, is_marker) = (one.version.id(), one.version.is_marker());
                (one.key, id, one.is_latest, is_marker)
            }));
            if !has_more {
                return found;
            }
        }
    }

    async fn keys(&self, bucket: &str, prefix: &str, most: usize) -> Vec<String> {
        let (mut found, mut behind) = (Vec::new(), None);
        loop {
            let page = self.objects.list(bucket, prefix.to_owned(), behind, most);
            let (page, has_more) = page.await.unwrap();
            assert!(page.len() <= most);
            found.extend(page.into_iter().map(|(key, _)| key));
            behind = found.last().cloned();
            if !has_more {
                return found;
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_object_is_served_as_it_was_stored() {
    let run = Running::new();
    let notes = Notes {
        content_type: Some("application/json".to_owned()),
        content_encoding: Some("gzip".to_owned()),
        cache_control: Some("public, max-age=2".to_owned()),
        metadata: None,
    };
    let key = "results/ü b/current.json";
    let put = run.objects.put(
        KEPT,
        key.to_owned(),
        b"hello".to_vec(),
        notes,
        Condition::None,
    );
    let put = put.await.unwrap();
    let read = run.objects.read(KEPT, key).await.unwrap().unwrap();
    let expected = Object {
        body: Bytes::from_static(b"hello"),
        content_type: Some("application/json".to_owned()),
        content_encoding: Some("gzip".to_owned()),
        cache_control: Some("public, max-age=2".to_owned()),
        etag: "5d41402abc4b2a76b9719d911017c592".to_owned(),
        written_ms: put.written_ms,
    };
    assert_eq!(read, expected);
    assert_eq!(run.objects.read(KEPT, "results/").await.unwrap(), None);
    assert!(run.objects.read("Other", "a").await.is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_version_before_is_the_latest_again() {
    let run = Running::new();
    let (one, two) = (
        run.put(KEPT, "a", "one").await,
        run.put(KEPT, "a", "two").await,
    );
    assert!(one < two);
    run.delete(KEPT, "a").await;
    assert_eq!(run.text(KEPT, "a").await, None);
    let (_, marker, is_latest, is_marker) = run.versions(KEPT, "", ALL).await.remove(0);
    assert!(is_latest && is_marker);
    assert_eq!(run.exact(KEPT, "a", &one).await.as_deref(), Some("one"));
    assert_eq!(run.exact(KEPT, "a", &marker).await, None);
    assert_eq!(run.exact(KEPT, "a", "0000000000000001").await, None);
    run.remove(KEPT, "a", &marker).await;
    assert_eq!(run.text(KEPT, "a").await.as_deref(), Some("two"));
    run.remove(KEPT, "a", &two).await;
    run.remove(KEPT, "a", &two).await;
    assert_eq!(run.text(KEPT, "a").await.as_deref(), Some("one"));
    run.remove(KEPT, "a", &one).await;
    assert_eq!(run.text(KEPT, "a").await, None);
    assert!(run.versions(KEPT, "", ALL).await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bucket_without_versions_calls_them_null() {
    let run = Running::new();
    assert_eq!(run.put(BARE, "a", "one").await, "null");
    run.put(BARE, "a", "two").await;
    let only = ("a".to_owned(), "null".to_owned(), true, false);
    assert_eq!(run.versions(BARE, "", ALL).await, [only]);
    run.remove(BARE, "a", "null").await;
    assert_eq!(run.text(BARE, "a").await, None);
    run.put(BARE, "a", "three").await;
    run.delete(BARE, "a").await;
    assert!(run.versions(BARE, "", ALL).await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bucket_that_keeps_versions_later_keeps_the_null_version() {
    let bare = Running::new();
    bare.put(BARE, "a", "bare").await;
    let keeping = Bucket {
        name: BARE.to_owned(),
        keeps_versions: true,
        lifecycle: Vec::new(),
    };
    let folder = tempfile::tempdir().unwrap();
    copy_files(bare.folder.path(), folder.path());
    let objects = Objects::open(&folder.path().join("objects.db"), vec![keeping]).unwrap();
    let run = Running { folder, objects };
    assert_ne!(run.put(BARE, "a", "kept").await, "null");
    assert_eq!(run.exact(BARE, "a", "null").await.as_deref(), Some("bare"));
    run.remove(BARE, "a", "null").await;
    assert_eq!(run.text(BARE, "a").await.as_deref(), Some("kept"));
    assert_eq!(run.exact(BARE, "a", "null").await, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn acknowledged_writes_survive_a_kill() {
    let run = Running::new();
    // while others still write; little enough that no checkpoint falls between the copies of the
    // two files
    let noise = {
        let objects = run.objects.clone();
        tokio::spawn(async move {
            for n in 0..200 {
                let (key, body) = (format!("noise/{n}"), b"noise".to_vec());
                let put = objects.put(KEPT, key, body, Notes::default(), Condition::None);
                put.await.unwrap();
            }
        })
    };
    for round in 0..5 {
        let body = format!("{round}").repeat(20_000);
        let keys: Vec<String> = (0..20).map(|n| format!("{round}/{n}")).collect();
        join_all(keys.iter().map(|key| run.put(KEPT, key, &body))).await;
        run.delete(KEPT, &keys[0]).await;
        let after = run.killed();
        for key in &keys[1..] {
            assert_eq!(after.text(KEPT, key).await.as_ref(), Some(&body), "{key}");
        }
        assert_eq!(after.text(KEPT, &keys[0]).await, None);
    }
    noise.abort();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_number_never_comes_again() {
    let run = Running::new();
    let last = run.put(KEPT, "a", "one").await;
    run.remove(KEPT, "a", &last).await;
    assert!(run.killed().put(KEPT, "a", "one").await > last);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_snapshot_is_whole_while_others_write() {
    let run = Running::new();
    run.put(KEPT, "a", &"a".repeat(100_000)).await;
    let copies = tempfile::tempdir().unwrap();
    let file = copies.path().join("objects.db");
    let writes =
        join_all((0..50).map(|n| run.put(KEPT, "b", if n % 2 == 0 { "even" } else { "odd" })));
    let (from, into) = (run.folder.path().join("objects.db"), file.clone());
    let copied = tokio::task::spawn_blocking(move || copy(&from, &into));
    futures::join!(copied, writes).0.unwrap().unwrap();
    let again = copy(&run.folder.path().join("objects.db"), &file);
    assert!(again.is_err(), "it does not write over a file");
    let copy = open(copies.path()).read(KEPT, "a").await.unwrap();
    assert_eq!(copy.unwrap().body.len(), 100_000);
}

#[tokio::test]
async fn a_full_disk_is_said_and_loses_nothing() {
    let run = Running::new();
    let objects = &run.objects;
    let put = async |key: &str, size| {
        let body = "7".repeat(size);
        run.put_if(KEPT, key, &body, Condition::None).await
    };
    let is_full = |put: Result<Version, ObjectsError>| matches!(put, Err(ObjectsError::Full(_)));
    let size = async |key: &str| run.text(KEPT, key).await.map(|text| text.len());
    let most_pages = async |most: u32| {
        let writer = objects.database.writer().await;
        writer.pragma_update_and_check(None, "max_page_count", most, |_| Ok(()))
    };
    put("a", 10_000).await.unwrap();
    most_pages(20).await.unwrap();
    assert!(is_full(put("a", 200_000).await));
    assert!(is_full(put("b", 200_000).await));
    assert_eq!((size("a").await, size("b").await), (Some(10_000), None));
    put("c", 100).await.unwrap();
    most_pages(1_000_000).await.unwrap();
    put("b", 200_000).await.unwrap();
    assert_eq!(size("b").await, Some(200_000));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_write_does_not_hold_up_visitors() {
    let run = Running::new();
    let objects = &run.objects;
    run.put(KEPT, "a", "text").await;
    let writer = objects.database.writer().await;
    writer
        .execute_batch("BEGIN IMMEDIATE; DELETE FROM versions")
        .unwrap();
    let reads = futures::future::try_join_all((0..20).map(|_| objects.read(KEPT, "a")));
    let read = tokio::time::timeout(Duration::from_secs(5), reads)
        .await
        .unwrap()
        .unwrap();
    assert!(read.iter().all(Option::is_some));
    writer.execute_batch("ROLLBACK").unwrap();
}

#[tokio::test]
async fn the_bytes_go_with_their_version() {
    let run = Running::new();
    let objects = &run.objects;
    for key in ["a", "a", "b"] {
        run.put(KEPT, key, "text").await;
    }
    let count = async |table: &str| {
        let select = format!("SELECT count(*) FROM {table}");
        objects
            .database
            .read(move |tables| Ok(tables.query_row(&select, [], |row| row.get::<_, i64>(0))?))
            .await
            .unwrap()
    };
    assert_eq!((count("versions").await, count("bodies").await), (3, 3));
    let (version, _) = objects.find(KEPT, "a", false).await.unwrap().unwrap();
    run.remove(KEPT, "a", &version.id()).await;
    assert_eq!((count("versions").await, count("bodies").await), (2, 2));
}

#[test]
fn a_file_of_another_form_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    drop(open(folder.path()));
    let file = folder.path().join("objects.db");
    rusqlite::Connection::open(&file)
        .unwrap()
        .pragma_update(None, "user_version", 9)
        .unwrap();
    assert!(matches!(
        Objects::open(&file, Vec::new()),
        Err(ObjectsError::UnknownForm(9))
    ));
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
    This,
    Other,
}

#[derive(Clone, Debug)]
enum Step {
    Put(&'static str, &'static str, &'static str, Wanted),
    Delete(&'static str, &'static str, Wanted),
    DeleteVersions(&'static str, Vec<(&'static str, usize)>),
    Lists(&'static str, &'static str, usize),
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
        1 => (bucket(), select(vec!["", "a", "a/", "b", "é"]), 1..4_usize).prop_map(|(bucket, prefix, most)| Step::Lists(bucket, prefix, most)),
    ];
    vec(step, 1..50)
}

fn md5(text: &str) -> &'static str {
    match text {
        "one" => "f97c5d29941bfb1b2fdab0874906ab82",
        "two" => "b8a9f715dbb64fd5c56e7783c6820a61",
        _ => "d41d8cd98f00b204e9800998ecf8427e",
    }
}

async fn take(run: &Running, model: &mut Model, step: Step) {
    match step {
        Step::Put(bucket, key, body, wanted) => {
            let current = model.current(bucket, key);
            let (condition, is_expected) = match (&wanted, &current) {
                (Wanted::Anything, _) => (Condition::None, true),
                (Wanted::Nothing, current) => (Condition::Absent, current.is_none()),
                (Wanted::This, Some(current)) => (Condition::Tag(md5(current).to_owned()), true),
                (Wanted::This, None) => (Condition::Tag(md5("one").to_owned()), false),
                (Wanted::Other, _) => (Condition::Tag("abc".to_owned()), false),
            };
            match run.put_if(bucket, key, body, condition).await {
                Ok(new) => {
                    assert!(is_expected);
                    assert_eq!(new.etag.as_deref(), Some(md5(body)));
                    assert_eq!(new.id() == "null", bucket == BARE);
                    if bucket == BARE {
                        model.at(bucket, key).clear();
                    }
                    model.at(bucket, key).push(ModelVersion {
                        id: new.id(),
                        body: Some(body.to_owned()),
                    });
                }
                Err(ObjectsError::PreconditionFailed) => assert!(!is_expected),
                Err(error) => panic!("{error}"),
            }
        }
        Step::Delete(bucket, key, wanted) => {
            let current = model.current(bucket, key);
            let tag = current.as_deref().map_or("abc", md5);
            let (condition, is_expected) = match &wanted {
                Wanted::Anything | Wanted::Nothing => (Condition::None, true),
                Wanted::This => (Condition::Tag(tag.to_owned()), current.is_some()),
                Wanted::Other => (Condition::Tag("abc".to_owned()), false),
            };
            match run.objects.delete(bucket, key.to_owned(), condition).await {
                Ok(()) => assert!(is_expected),
                Err(ObjectsError::PreconditionFailed) => assert!(!is_expected),
                Err(error) => panic!("{error}"),
            }
            if is_expected && bucket == BARE {
                model.at(bucket, key).clear();
            } else if is_expected {
                let mut all = run.versions(bucket, key, ALL).await;
                all.retain(|(of, ..)| of == key);
                let (_, id, is_latest, is_marker) = all.remove(0);
                assert!(is_latest && is_marker);
                model.at(bucket, key).push(ModelVersion { id, body: None });
            }
        }
        Step::DeleteVersions(bucket, which) => {
            let named: Vec<_> = which
                .into_iter()
                .filter_map(|(key, n)| Some((key, model.at(bucket, key).get(n)?.id.clone())))
                .collect();
            let versions = named.iter();
            let versions = versions.map(|(key, id)| ((*key).to_owned(), VersionId::read(id)));
            run.objects
                .remove(bucket, versions.collect())
                .await
                .unwrap();
            named
                .iter()
                .for_each(|(key, id)| model.remove(bucket, key, id));
        }
        Step::Lists(bucket, prefix, most) => check_lists(run, model, bucket, prefix, most).await,
    }
}

async fn check_lists(run: &Running, model: &Model, bucket: &str, prefix: &str, most: usize) {
    let expected = model.versions(bucket, prefix);
    assert_eq!(run.versions(bucket, prefix, most).await, expected);
    let there = expected.into_iter();
    let there = there.filter(|(_, _, is_latest, is_marker)| *is_latest && !is_marker);
    let there: Vec<String> = there.map(|(key, ..)| key).collect();
    assert_eq!(run.keys(bucket, prefix, most).await, there);
}

async fn check_all(run: &Running, model: &Model) {
    for bucket in [KEPT, BARE] {
        check_lists(run, model, bucket, "", ALL).await;
    }
    for ((bucket, key), versions) in &model.keys {
        assert_eq!(
            run.text(bucket, key).await,
            versions.last().and_then(|version| version.body.clone())
        );
        for version in versions {
            assert_eq!(run.exact(bucket, key, &version.id).await, version.body);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn any_sequence_does_what_the_model_does(steps in steps(), kill in option::of(0..40_usize)) {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        runtime.block_on(async {
            let mut run = Running::new();
            let mut model = Model::default();
            for (n, step) in steps.into_iter().enumerate() {
                if kill == Some(n) {
                    run = run.killed();
                }
                take(&run, &mut model, step).await;
            }
            check_all(&run, &model).await;
        });
    }
}
