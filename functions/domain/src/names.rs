//! The index of names: in which races somebody with a name has a result (contract 9.7). Its files
//! are shards, each of which holds a range of keys; a key is an order of the words of a name.

use std::{
    collections::{BTreeMap, BTreeSet, btree_map},
    sync::Arc,
};

use serde::{Deserialize, Serialize};

use crate::{
    board::State,
    event_time::EventTime,
    fold::fold,
    pieces::Summary,
    race::{Event, RaceKey, Slug, Year},
    snapshot::{File, FileError, file, unpack},
};

/// Most bytes of a shard as stored, so that a search, which reads two of them and the directory,
/// costs a phone at most 30 KB. One person alone may take more.
pub const MOST_BYTES: usize = 8_000;
/// A shard with more people than this is divided without being packed first: it would not fit.
const NEVER_FITS: usize = 3_000;
/// A name is found by this many of its words: whatever was typed into a name, it costs so many
/// lines.
const MOST_WORDS: usize = 8;
/// Follows the words of a key, before what tells equal names apart. It is below every letter.
const THEN: char = '\u{1}';

/// A race in the index.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct IndexedRace {
    /// The event's name in addresses.
    pub slug: String,
    /// The year's key.
    pub year: String,
    /// The event's name.
    pub name: String,
    /// The local day of the race, `YYYY-MM-DD`: ages are of that day.
    pub day: String,
}

impl IndexedRace {
    /// The race as readers see it.
    #[must_use]
    pub fn of(event: &Event, year: &Year) -> Self {
        Self {
            slug: event.slug.clone(),
            year: year.year.clone(),
            name: event.name.clone(),
            day: day(&year.date_time).to_owned(),
        }
    }

    /// Its event and year.
    #[must_use]
    pub fn key(&self) -> RaceKey {
        Slug::new(&self.slug).year(&self.year)
    }
}

fn day(time: &EventTime) -> &str {
    let (local, _) = time.parts();
    local.split('T').next().unwrap_or_default()
}

/// Somebody with a result in a race.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct IndexedPerson {
    /// As readers see it.
    pub first: String,
    /// As readers see it.
    pub last: String,
    /// Name of the distance; may be empty.
    pub distance: String,
    /// The bib without surrounding blanks.
    pub bib: String,
    /// As uploaded.
    pub gender: String,
    /// In years on the day of the race; 0 = unknown.
    pub age: i64,
}

/// A race in the index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct YearNames {
    /// The race.
    pub race: IndexedRace,
    /// Who can be found, each once.
    pub people: BTreeSet<IndexedPerson>,
}

impl YearNames {
    /// Those of a race whom readers see by their whole name. `summaries` are those of all its
    /// pieces.
    #[must_use]
    pub fn of<'s>(race: IndexedRace, summaries: impl IntoIterator<Item = &'s Summary>) -> Self {
        let mut people = BTreeSet::new();
        for summary in summaries {
            let initials: BTreeSet<&str> = summary
                .wishes
                .iter()
                .filter(|granted| granted.wishes.initials)
                .map(|granted| granted.bib.as_str())
                .collect();
            for (distance, part) in &summary.parts {
                let lines = part.runners.iter().filter_map(|tracked| {
                    let bib = tracked.runner.bib.as_str();
                    let line = tracked.runner.line(part.last_hour)?;
                    let person = &line.row.person;
                    let is_meant = line.state != State::Dns
                        && !person.anonymous
                        && !initials.contains(bib)
                        && !words(&person.first, &person.last).is_empty();
                    is_meant.then(|| IndexedPerson {
                        first: person.first.trim().to_owned(),
                        last: person.last.trim().to_owned(),
                        distance: distance.clone(),
                        bib: bib.to_owned(),
                        gender: person.gender.clone(),
                        age: person.age.max(0),
                    })
                });
                people.extend(lines);
            }
        }
        Self { race, people }
    }

    /// Writes it as the publisher keeps it.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn file(&self) -> Result<File, FileError> {
        file('y', self)
    }

    /// Reads what [`Self::file`] wrote.
    ///
    /// # Errors
    /// If it is not such a file.
    pub fn read(stored: &[u8]) -> Result<Self, FileError> {
        unpack(stored)
    }

    /// The index's losses and gains when this takes the place of `before`.
    #[must_use]
    pub fn since(now: Option<&Self>, before: Option<&Self>) -> Moved {
        let entries = |names: Option<&Self>| -> BTreeSet<IndexEntry> {
            let Some(names) = names else {
                return BTreeSet::new();
            };
            let race = Arc::new(names.race.clone());
            let people = names.people.iter();
            people
                .map(|person| (race.clone(), Arc::new(person.clone())))
                .collect()
        };
        let (now, before) = (entries(now), entries(before));
        Moved {
            gone: before.difference(&now).cloned().collect(),
            new: now.difference(&before).cloned().collect(),
        }
    }
}

/// A person of a race, in a shard.
pub type IndexEntry = (Arc<IndexedRace>, Arc<IndexedPerson>);

/// Changes in the index.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Moved {
    /// Who is no longer found.
    pub gone: Vec<IndexEntry>,
    /// Who is found from now on.
    pub new: Vec<IndexEntry>,
}

/// The words by which a name is found: those of the first name, and those of the last. Single
/// letters of ASCII are none, except beside others: a name of initials is not found.
struct Words {
    first: Vec<String>,
    last: Vec<String>,
}

impl Words {
    fn is_empty(&self) -> bool {
        !self
            .first
            .iter()
            .chain(&self.last)
            .any(|word| is_word(word))
    }
}

fn is_word(word: &str) -> bool {
    word.len() > 1
}

fn words(first: &str, last: &str) -> Words {
    let of = |text: &str| -> Vec<String> {
        let folded = fold(text);
        folded
            .split_whitespace()
            .take(MOST_WORDS)
            .map(ToOwned::to_owned)
            .collect()
    };
    Words {
        first: of(first),
        last: of(last),
    }
}

/// The keys of a name: for each of its words that is longer than a letter, that word, then the
/// words of the other part of the name, then the rest of its own. So a surname that many people
/// have is in as many shards as it needs, by first name, and a first name likewise.
#[must_use]
pub fn keys(first: &str, last: &str) -> BTreeSet<String> {
    let Words { first, last } = words(first, last);
    let mut keys = BTreeSet::new();
    for (own, other) in [(&last, &first), (&first, &last)] {
        for (place, word) in own.iter().enumerate().filter(|(_, word)| is_word(word)) {
            let rest = own.iter().enumerate().filter(|(at, _)| *at != place);
            let key: Vec<&str> = [word]
                .into_iter()
                .chain(other)
                .chain(rest.map(|(_, word)| word))
                .map(String::as_str)
                .collect();
            keys.insert(key.join(" "));
        }
    }
    keys
}

/// The keys by which somebody is put into shards: those of the name, with what tells people of one
/// name apart.
#[must_use]
pub fn sort_keys((race, who): &IndexEntry) -> Vec<String> {
    keys(&who.first, &who.last)
        .into_iter()
        .map(|key| {
            format!(
                "{key}{THEN}{}/{}{THEN}{}{THEN}{}",
                race.slug, race.year, who.distance, who.bib
            )
        })
        .collect()
}

/// The shard, by its place, in which a key is. `starts` are where the shards begin, in order; the
/// first one begins with "".
#[must_use]
pub fn shard_of<S: AsRef<str>>(starts: &[S], key: &str) -> usize {
    starts
        .partition_point(|start| start.as_ref() <= key)
        .saturating_sub(1)
}

/// A shard: everybody with a key in its range, by these keys.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Shard(BTreeMap<String, IndexEntry>);

/// A shard as it is stored: columns, so that it packs well.
#[derive(Serialize, Deserialize)]
struct ShardFile {
    format: u32,
    /// Slug, year, name of the event, day.
    races: Vec<(String, String, String, String)>,
    distances: Vec<String>,
    genders: Vec<String>,
    race: Vec<usize>,
    first: Vec<String>,
    last: Vec<String>,
    bib: Vec<String>,
    distance: Vec<usize>,
    gender: Vec<usize>,
    age: Vec<i64>,
}

/// The number of the format of shards and directory.
pub const FORMAT: u32 = 1;

/// Texts, each once, by number.
struct Numbered<T>(BTreeMap<T, usize>);

impl<T: Ord + Clone> Numbered<T> {
    fn of(all: impl Iterator<Item = T>) -> Self {
        let distinct: BTreeSet<T> = all.collect();
        let numbers = distinct.into_iter().enumerate();
        Self(numbers.map(|(number, item)| (item, number)).collect())
    }

    fn number(&self, item: &T) -> usize {
        self.0.get(item).copied().unwrap_or_default()
    }
}

impl Shard {
    /// Reads the shard whose keys begin at `from` and end before `to`.
    ///
    /// # Errors
    /// If it is not a shard.
    pub fn read(stored: &[u8], from: &str, to: Option<&str>) -> Result<Self, FileError> {
        let file: ShardFile = unpack(stored)?;
        if file.format != FORMAT {
            return Err(FileError::Format(file.format));
        }
        let races: Vec<Arc<IndexedRace>> = file
            .races
            .into_iter()
            .map(|(slug, year, name, day)| {
                Arc::new(IndexedRace {
                    slug,
                    year,
                    name,
                    day,
                })
            })
            .collect();
        let mut shard = Self::default();
        let columns = file
            .race
            .iter()
            .zip(file.first)
            .zip(file.last)
            .zip(file.bib)
            .zip(file.distance)
            .zip(file.gender)
            .zip(file.age);
        for ((((((race, first), last), bib), distance), gender), age) in columns {
            let text = |of: &[String], at: usize| of.get(at).cloned().unwrap_or_default();
            let Some(race) = races.get(*race) else {
                continue;
            };
            let who = IndexedPerson {
                first,
                last,
                distance: text(&file.distances, distance),
                bib,
                gender: text(&file.genders, gender),
                age,
            };
            let entry = (race.clone(), Arc::new(who));
            for key in sort_keys(&entry) {
                if key.as_str() >= from && to.is_none_or(|to| key.as_str() < to) {
                    shard.0.insert(key, entry.clone());
                }
            }
        }
        Ok(shard)
    }

    /// Adds somebody under a key.
    pub fn add(&mut self, key: String, entry: IndexEntry) {
        self.0.insert(key, entry);
    }

    /// Takes somebody out; nobody else who has the key by now.
    pub fn take_out(&mut self, key: &str, entry: &IndexEntry) {
        if self.0.get(key) == Some(entry) {
            self.0.remove(key);
        }
    }

    /// Whether nobody is in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Where it begins, for the directory: the shortest beginning of its first key that is not below
    /// `from`. So the directory has parts of the names of people who can be found, and of nobody
    /// else.
    #[must_use]
    pub fn start_at(&self, from: &str) -> String {
        let Some(first) = self.0.keys().next().filter(|_| !from.is_empty()) else {
            return String::new();
        };
        let ends = first.char_indices().map(|(at, c)| at + c.len_utf8());
        let beginnings = ends.filter_map(|end| first.get(..end));
        let mut enough = beginnings.filter(|beginning| *beginning >= from);
        enough.next().unwrap_or(first).to_owned()
    }

    /// Its entries, by key.
    pub fn entries(&self) -> btree_map::Iter<'_, String, IndexEntry> {
        self.0.iter()
    }

    fn file(&self) -> Result<File, FileError> {
        let (mut seen, mut listed) = (BTreeSet::new(), Vec::new());
        for entry in self.0.values() {
            if seen.insert(entry) {
                listed.push(entry);
            }
        }
        let races = Numbered::of(listed.iter().map(|(race, _)| race.clone()));
        let distances = Numbered::of(listed.iter().map(|(_, who)| who.distance.clone()));
        let genders = Numbered::of(listed.iter().map(|(_, who)| who.gender.clone()));
        let people = || listed.iter().map(|(_, who)| who);
        let content = ShardFile {
            format: FORMAT,
            race: listed.iter().map(|(race, _)| races.number(race)).collect(),
            first: people().map(|who| who.first.clone()).collect(),
            last: people().map(|who| who.last.clone()).collect(),
            bib: people().map(|who| who.bib.clone()).collect(),
            distance: people()
                .map(|who| distances.number(&who.distance))
                .collect(),
            gender: people().map(|who| genders.number(&who.gender)).collect(),
            age: people().map(|who| who.age).collect(),
            races: races
                .0
                .into_keys()
                .map(|race| {
                    let IndexedRace {
                        slug,
                        year,
                        name,
                        day,
                    } = (*race).clone();
                    (slug, year, name, day)
                })
                .collect(),
            distances: distances.0.into_keys().collect(),
            genders: genders.0.into_keys().collect(),
        };
        file('n', &content)
    }

    /// Packs it into as many files as it needs; each with where its range begins. `from` is where
    /// the shard begins. An empty shard needs none.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn files(self, from: &str) -> Result<Vec<(String, File)>, FileError> {
        let mut files = Vec::new();
        let mut rest = vec![(from.to_owned(), self)];
        while let Some((start, mut shard)) = rest.pop() {
            if shard.is_empty() {
                continue;
            }
            if shard.0.len() <= NEVER_FITS {
                let packed = shard.file()?;
                if packed.body.len() <= MOST_BYTES || shard.0.len() == 1 {
                    files.push((start, packed));
                    continue;
                }
            }
            let middle = shard.0.len() / 2;
            let mut keys = shard.0.keys().skip(middle - 1);
            let (Some(below), Some(above)) = (keys.next(), keys.next()) else {
                continue;
            };
            let boundary = boundary(below, above);
            let upper = Self(shard.0.split_off(&boundary));
            rest.push((boundary, upper));
            rest.push((start, shard));
        }
        Ok(files)
    }
}

/// The shortest text that is above one key and not above another, greater one.
fn boundary(below: &str, above: &str) -> String {
    let common = below
        .chars()
        .zip(above.chars())
        .take_while(|(a, b)| a == b)
        .count();
    above.chars().take(common + 1).collect()
}

/// The directory: the one file of the index that changes, `results/_names/current.json`.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Directory {
    /// The number of the format.
    pub format: u32,
    /// Grows with each change.
    pub commit: u64,
    /// How many races can be searched.
    pub races: usize,
    /// The day of the newest of them, `YYYY-MM-DD`; empty if there is none.
    pub newest: String,
    /// Where the range of each shard begins, in order; the first one begins with "".
    pub starts: Vec<String>,
    /// The names of the shards' files without `n-` and `.json`.
    pub files: Vec<String>,
}

impl Directory {
    /// Reads a directory.
    ///
    /// # Errors
    /// If it is not a directory.
    pub fn read(stored: &[u8]) -> Result<Self, FileError> {
        let directory: Self = serde_json::from_slice(stored).map_err(FileError::Json)?;
        if directory.format == FORMAT {
            Ok(directory)
        } else {
            Err(FileError::Format(directory.format))
        }
    }

    /// Writes it.
    ///
    /// # Errors
    /// When it cannot be written as JSON.
    pub fn json(&self) -> Result<Vec<u8>, FileError> {
        serde_json::to_vec(self).map_err(FileError::Json)
    }
}

/// The name of a shard's file, as the directory has it.
#[must_use]
pub fn short_name(file: &str) -> &str {
    let name = file.strip_prefix("n-").unwrap_or(file);
    name.strip_suffix(".json").unwrap_or(name)
}

#[cfg(test)]
mod tests;
