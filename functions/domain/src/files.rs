//! The files that an organiser publishes for an event: which ones exist, in which version, and what
//! a save does to them (contract 9.4).

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::{
    event_time::EventTime,
    key,
    race::{Slug, YearKey},
};

/// The maximum number of files of an event, withdrawn ones included, since a single object lists
/// them all.
const MOST_FILES: usize = 1_000;
/// How many versions of a file can be restored, the current one included (contract 4.14).
const MOST_VERSIONS: usize = 20;

/// Names a file of an event.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum FileName {
    /// The series definition.
    Series,
    /// The previous youth standings of a distance.
    Standings {
        /// The year's key.
        year: YearKey,
        /// The distance's name, unchanged.
        distance: String,
    },
}

impl FileName {
    /// The kind of file: `series` or `standings`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Series => "series",
            Self::Standings { .. } => "standings",
        }
    }

    /// The year's key; the series definition belongs to no year.
    #[must_use]
    pub fn year(&self) -> Option<&YearKey> {
        match self {
            Self::Series => None,
            Self::Standings { year, .. } => Some(year),
        }
    }

    /// The distance; empty for the series definition.
    #[must_use]
    pub fn distance(&self) -> &str {
        match self {
            Self::Series => "",
            Self::Standings { distance, .. } => distance,
        }
    }

    /// The path on the downloads host, with nothing in it encoded.
    #[must_use]
    pub fn path(&self, slug: &Slug) -> String {
        match self {
            Self::Series => format!("series/{slug}.js"),
            Self::Standings { year, distance } => {
                format!("{slug}/{year}/{distance}/ytp-standings.csv")
            }
        }
    }

    /// The media type it is served with.
    #[must_use]
    pub fn media_type(&self) -> &'static str {
        match self {
            Self::Series => "application/json",
            Self::Standings { .. } => "text/csv; charset=utf-8",
        }
    }
}

/// A file of an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileRecord {
    /// Series definition or youth standings of a year.
    #[serde(flatten)]
    pub name: FileName,
    /// Grows by one with every change, a withdrawal included; never goes back.
    pub version: u64,
    /// When this version was saved.
    pub updated_at: EventTime,
    /// The id of the upload that created it; empty if a delete of the year or event did.
    pub upload: String,
    /// The published content; `None` once withdrawn.
    pub content: Option<Content>,
    /// Id of the account that saved it; empty if it is not known.
    #[serde(default)]
    pub by: String,
    /// The earlier versions, newest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub earlier: Vec<FileVersion>,
}

/// A version of a file, as in [`FileRecord`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileVersion {
    /// The number that [`FileRecord::version`] had then.
    pub version: u64,
    /// When it was saved.
    pub updated_at: EventTime,
    /// The id of the upload that created it.
    pub upload: String,
    /// The published content; `None` if it withdrew the file.
    pub content: Option<Content>,
    /// Id of the account that saved it.
    #[serde(default)]
    pub by: String,
}

impl FileRecord {
    /// The versions that can be restored, newest first.
    pub fn versions(&self) -> impl Iterator<Item = FileVersion> {
        std::iter::once(FileVersion {
            version: self.version,
            updated_at: self.updated_at.clone(),
            upload: self.upload.clone(),
            content: self.content.clone(),
            by: self.by.clone(),
        })
        .chain(self.earlier.iter().cloned())
    }
}

/// The content of a version of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Content {
    /// Size in bytes.
    pub size: u64,
    /// Hex SHA-256 of the bytes.
    pub sha256: String,
}

/// A file as sent by an organiser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Upload {
    /// Series definition or youth standings of a year.
    pub name: FileName,
    /// The bytes to publish; `None` withdraws it.
    pub bytes: Option<Vec<u8>>,
    /// The version that the sender knows; `None` if it is not to be checked.
    pub seen: Option<i64>,
    /// An id that no other upload has.
    pub id: String,
    /// When it was received.
    pub at: EventTime,
    /// Id of the account that sent it.
    pub by: String,
}

impl Upload {
    fn record(
        &self,
        version: u64,
        content: Option<Content>,
        earlier: Vec<FileVersion>,
    ) -> FileRecord {
        FileRecord {
            name: self.name.clone(),
            version,
            updated_at: self.at.clone(),
            upload: self.id.clone(),
            content,
            by: self.by.clone(),
            earlier,
        }
    }
}

/// The result of an upload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Saved {
    /// This version is current now: a new one, or the earlier one if nothing changed.
    Version(FileRecord),
    /// Somebody else has changed the file in the meantime.
    Stale,
    /// The event has the maximum number of files.
    TooMany,
    /// The event or year has been deleted in the meantime.
    Gone,
}

/// All files of an event, in the order of their names. Withdrawn files stay, so that their version
/// numbers go on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventFiles(Vec<FileRecord>);

impl EventFiles {
    /// The file with this name, withdrawn or not.
    #[must_use]
    pub fn get(&self, name: &FileName) -> Option<&FileRecord> {
        self.0.iter().find(|file| file.name == *name)
    }

    /// The files that are published, each with its content.
    pub fn published(&self) -> impl Iterator<Item = (&FileRecord, &Content)> {
        self.0
            .iter()
            .filter_map(|file| Some((file, file.content.as_ref()?)))
    }

    /// The ids of the uploads whose content can still be read or restored.
    #[must_use]
    pub fn contents(&self) -> BTreeSet<String> {
        let versions = self.0.iter().flat_map(FileRecord::versions);
        versions
            .filter(|version| version.content.is_some())
            .map(|version| version.upload)
            .collect()
    }

    /// The names of a year's files, or of all files, including withdrawn ones.
    pub fn names<'f>(&'f self, year: Option<&'f YearKey>) -> impl Iterator<Item = &'f FileName> {
        self.0
            .iter()
            .map(|file| &file.name)
            .filter(move |name| year.is_none() || name.year() == year)
    }

    /// Saves an upload; the same upload again changes nothing. It is stale if it has seen another
    /// version than the current one; 0 means that nothing is published.
    pub fn save(&mut self, upload: &Upload) -> Saved {
        let known = self.get(&upload.name).cloned();
        if let Some(file) = known.as_ref().filter(|file| file.upload == upload.id) {
            return Saved::Version(file.clone());
        }
        let version = known.as_ref().map_or(0, |file| file.version);
        let content = known.as_ref().and_then(|file| file.content.as_ref());
        let is_current =
            |seen: i64| u64::try_from(seen) == Ok(version) || (seen == 0 && content.is_none());
        if !upload.seen.is_none_or(is_current) {
            return Saved::Stale;
        }
        let sha256 = upload.bytes.as_deref().map(key::digest_bytes);
        if sha256.as_ref() == content.map(|content| &content.sha256) {
            return Saved::Version(known.unwrap_or_else(|| upload.record(0, None, Vec::new())));
        }
        if known.is_none() && self.0.len() >= MOST_FILES {
            return Saved::TooMany;
        }
        let size = upload.bytes.as_ref().map_or(0, Vec::len) as u64;
        let earlier = known
            .iter()
            .flat_map(FileRecord::versions)
            .take(MOST_VERSIONS - 1)
            .collect();
        let saved = upload.record(
            version + 1,
            sha256.map(|sha256| Content { size, sha256 }),
            earlier,
        );
        self.put(saved.clone());
        Saved::Version(saved)
    }

    /// Withdraws the files of a year, or all files, because the year or event was deleted. They can
    /// no longer be restored.
    pub fn withdraw(&mut self, year: Option<&YearKey>, at: &EventTime) {
        self.withdraw_older(year, i64::MAX, at);
    }

    /// Like [`Self::withdraw`], but only for versions saved before `before_s` (unix seconds), since
    /// a year may have been re-created since then.
    pub fn withdraw_older(&mut self, year: Option<&YearKey>, before_s: i64, at: &EventTime) {
        for file in self
            .0
            .iter_mut()
            .filter(|file| year.is_none() || file.name.year() == year)
        {
            file.earlier
                .retain(|version| version.updated_at.instant() >= before_s);
            if file.content.is_some() && file.updated_at.instant() < before_s {
                file.version += 1;
                file.updated_at = at.clone();
                file.upload.clear();
                file.content = None;
                file.by.clear();
            }
        }
    }

    fn put(&mut self, file: FileRecord) {
        self.0.retain(|known| known.name != file.name);
        let at = self.0.partition_point(|known| known.name < file.name);
        self.0.insert(at, file);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    fn standings(year: &str, distance: &str) -> FileName {
        FileName::Standings {
            year: YearKey::new(year),
            distance: distance.to_owned(),
        }
    }

    fn upload(name: &FileName, text: &str, seen: Option<i64>) -> Upload {
        let bytes = Some(text.as_bytes().to_vec()).filter(|bytes| !bytes.is_empty());
        static IDS: AtomicUsize = AtomicUsize::new(0);
        let id = format!("u_{}", IDS.fetch_add(1, Relaxed));
        Upload {
            name: name.clone(),
            bytes,
            seen,
            id,
            at: EventTime::from_unix(1_777_705_200),
            by: "a_1".to_owned(),
        }
    }

    fn version(saved: Saved) -> Option<u64> {
        match saved {
            Saved::Version(file) => Some(file.version),
            _ => None,
        }
    }

    #[test]
    fn names_and_addresses() {
        assert_eq!(
            FileName::Series.path(&Slug::new("river-10k")),
            "series/river-10k.js"
        );
        assert_eq!(
            standings("2026", "10 KM").path(&Slug::new("river-10k")),
            "river-10k/2026/10 KM/ytp-standings.csv"
        );
        let stored = serde_json::to_string(&EventFiles::default()).expect("JSON");
        assert_eq!(stored, "[]");
    }

    #[test]
    fn each_change_is_a_version_and_the_same_again_is_none() {
        let (mut files, name) = (EventFiles::default(), FileName::Series);
        let saves = [
            ("", 0),
            ("a", 1),
            ("a", 1),
            ("b", 2),
            ("a", 3),
            ("", 4),
            ("", 4),
            ("a", 5),
        ];
        let found = saves.map(|(text, _)| version(files.save(&upload(&name, text, None))));
        assert_eq!(found, saves.map(|(_, version)| Some(version)));
        assert_eq!(
            files
                .published()
                .map(|(file, content)| (file.version, content.size))
                .collect::<Vec<_>>(),
            [(5, 1)]
        );
    }

    /// After v1 "a", v2 "b"; with or without a withdrawal as v3.
    #[rstest]
    #[case(false, None, Some(3))]
    #[case(false, Some(2), Some(3))]
    #[case(false, Some(1), None)]
    #[case(false, Some(0), None)]
    #[case(false, Some(3), None)]
    #[case(false, Some(-1), None)]
    #[case(true, Some(3), Some(4))]
    #[case(true, Some(0), Some(4))]
    #[case(true, Some(2), None)]
    fn a_stale_version_is_refused(
        #[case] withdrawn: bool,
        #[case] seen: Option<i64>,
        #[case] expected: Option<u64>,
    ) {
        let (mut files, name) = (EventFiles::default(), standings("2026", "10 KM"));
        for text in ["a", "b"].into_iter().chain(withdrawn.then_some("")) {
            files.save(&upload(&name, text, None));
        }
        let before = files.clone();
        assert_eq!(version(files.save(&upload(&name, "c", seen))), expected);
        assert_eq!(files == before, expected.is_none());
    }

    #[test]
    fn a_stale_version_is_refused_even_with_the_same_content() {
        let mut files = EventFiles::default();
        files.save(&upload(&FileName::Series, "a", Some(0)));
        assert_eq!(
            files.save(&upload(&FileName::Series, "a", Some(0))),
            Saved::Stale
        );
    }

    #[rstest]
    #[case("a")]
    #[case("")]
    fn an_upload_that_comes_twice_is_one(#[case] text: &str) {
        let mut files = EventFiles::default();
        files.save(&upload(&FileName::Series, "x", None));
        let upload = upload(&FileName::Series, text, Some(1));
        let first = files.save(&upload);
        assert_eq!(
            (files.save(&upload), version(first.clone())),
            (first, Some(2))
        );
    }

    #[test]
    fn a_deleted_year_takes_its_files_with_it_and_an_event_all() {
        let mut files = EventFiles::default();
        for name in [
            standings("2026", "5 KM"),
            FileName::Series,
            standings("2025", "10 KM"),
            standings("2026", "10 KM"),
        ] {
            files.save(&upload(&name, "a", None));
        }
        let published = |files: &EventFiles| {
            files
                .published()
                .map(|(file, _)| file.name.path(&Slug::new("s")))
                .collect::<Vec<_>>()
        };
        let path = |year, distance| standings(year, distance).path(&Slug::new("s"));
        assert_eq!(
            published(&files),
            [
                "series/s.js".to_owned(),
                path("2025", "10 KM"),
                path("2026", "10 KM"),
                path("2026", "5 KM")
            ]
        );
        let at = EventTime::from_unix(1_777_705_300);
        files.withdraw(Some(&YearKey::new("2026")), &at);
        assert_eq!(
            published(&files),
            ["series/s.js".to_owned(), path("2025", "10 KM")]
        );
        assert_eq!(
            files
                .get(&standings("2026", "5 KM"))
                .map(|file| (file.version, file.updated_at.clone())),
            Some((2, at.clone()))
        );
        assert_eq!(files.names(Some(&YearKey::new("2026"))).count(), 2);
        files.withdraw(None, &at);
        assert_eq!((published(&files).len(), files.names(None).count()), (0, 4));
        assert_eq!(
            files
                .get(&standings("2026", "5 KM"))
                .map(|file| file.version),
            Some(2)
        );
        let stored = serde_json::to_vec(&files).expect("JSON");
        assert_eq!(
            serde_json::from_slice::<EventFiles>(&stored).expect("the same shape"),
            files
        );
    }

    #[test]
    fn earlier_versions_can_be_had_again_and_go_with_their_year() {
        let (mut files, name) = (EventFiles::default(), standings("2026", "5 KM"));
        for n in 0..=MOST_VERSIONS {
            files.save(&upload(&name, &n.to_string(), None));
        }
        files.save(&upload(&name, "", None));
        let versions: Vec<FileVersion> = files
            .get(&name)
            .into_iter()
            .flat_map(FileRecord::versions)
            .collect();
        let told: Vec<u64> = versions.iter().map(|version| version.version).collect();
        assert_eq!(told, (3..=22).rev().collect::<Vec<_>>());
        assert_eq!(
            (
                versions[0].content.is_some(),
                versions[1].content.is_some(),
                versions[1].by.as_str()
            ),
            (false, true, "a_1")
        );
        assert_eq!(files.contents().len(), MOST_VERSIONS - 1);
        let stored = serde_json::to_vec(&files).expect("JSON");
        assert_eq!(
            serde_json::from_slice::<EventFiles>(&stored).expect("the same shape"),
            files
        );
        files.withdraw(
            Some(&YearKey::new("2025")),
            &EventTime::from_unix(1_777_705_300),
        );
        assert_eq!(files.contents().len(), MOST_VERSIONS - 1);
        files.withdraw(
            Some(&YearKey::new("2026")),
            &EventTime::from_unix(1_777_705_300),
        );
        assert_eq!(
            (
                files.contents().len(),
                files.get(&name).map(|file| file.version)
            ),
            (0, Some(22))
        );
    }

    #[test]
    fn a_file_of_a_year_that_was_made_again_stays() {
        let (mut files, name) = (EventFiles::default(), standings("2026", "5 KM"));
        files.save(&upload(&name, "a", None));
        let saved = EventTime::from_unix(1_777_705_200);
        files.withdraw_older(Some(&YearKey::new("2026")), saved.instant(), &saved);
        assert_eq!(files.published().count(), 1);
        files.withdraw_older(Some(&YearKey::new("2026")), saved.instant() + 1, &saved);
        assert_eq!(files.published().count(), 0);
    }

    #[test]
    fn an_event_has_so_many_files_and_no_more() {
        let mut files = EventFiles::default();
        for n in 0..MOST_FILES {
            assert_eq!(
                version(files.save(&upload(&standings("2026", &n.to_string()), "a", None))),
                Some(1)
            );
        }
        assert_eq!(
            files.save(&upload(&FileName::Series, "a", None)),
            Saved::TooMany
        );
        assert_eq!(
            version(files.save(&upload(&standings("2026", "7"), "b", None))),
            Some(2)
        );
    }

    proptest! {
        #[test]
        fn a_version_never_comes_again_with_another_content(steps in prop::collection::vec((0..3_u8, "[ab]?", prop::option::of(0..6_i64), any::<bool>()), 0..40)) {
            let (mut files, mut told) = (EventFiles::default(), std::collections::BTreeMap::new());
            for (which, text, seen, delete) in steps {
                let name = if which == 0 { FileName::Series } else { standings("2026", &which.to_string()) };
                if delete && which == 2 {
                    files.withdraw(Some(&YearKey::new("2026")), &EventTime::from_unix(0));
                } else if let Saved::Version(file) = files.save(&upload(&name, &text, seen)) {
                    let content = file.content.map(|content| content.sha256);
                    let before = told.insert((file.name, file.version), content.clone());
                    prop_assert!(before.is_none_or(|before| before == content));
                }
            }
        }
    }
}
