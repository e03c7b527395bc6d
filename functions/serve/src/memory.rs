//! The memory that is set aside for what would else be read, made or asked for again: one budget,
//! which adds up here. `/health` and `/metrics` show the use of each part.
//!
//! A part that is full drops what was used the longest ago; changes that do not fit are left to the
//! reconciler. Beside the budget are what a request or a publication holds while it runs, some tens
//! of kilobytes for each connection, what is remembered of keys (at most 1,000 of a kind: a megabyte),
//! and up to 6,000 rows that wait for their first follower.

const MIB: usize = 1024 * 1024;

/// Races as the publisher and the reconciler left them: about 50,000 runners. A larger race is kept
/// by itself: each of its publications would else read all of it.
pub const RACES: usize = 64 * MIB;
/// Results from which the API answers: of a race of 40,000 rows all.
pub const RESULTS: usize = 32 * MIB;
/// Participants' lists, of which the API answers pages: about 20,000 people, or a single list.
pub const PARTICIPANTS: usize = 16 * MIB;
/// Changes that wait for their publication.
pub const WAITING: usize = 24 * MIB;
/// Changes on their way from the tables to one of their two readers: publications and text alerts.
pub const STREAM: usize = 8 * MIB;
/// Pages of each of SQLite's connections: one to the tables, and to the objects one that writes and
/// those that read.
pub const PAGES: usize = 2 * MIB;
/// How many connections read objects at once.
pub const READERS: usize = 4;
/// The files of the site, plain and compressed: as large as it was built.
const SITE: usize = 8 * MIB;

/// A part of the budget.
pub struct Part {
    /// Its name, one word.
    pub name: &'static str,
    /// How many bytes it may take.
    pub budget: usize,
    used: Box<dyn Fn() -> usize + Send + Sync>,
}

impl Part {
    fn new(
        name: &'static str,
        budget: usize,
        used: impl Fn() -> usize + Send + Sync + 'static,
    ) -> Self {
        let used = Box::new(used);
        Self { name, budget, used }
    }

    /// About how many bytes it takes.
    pub fn used(&self) -> usize {
        (self.used)()
    }
}

/// The whole budget, with what says how much of each part is used.
pub fn parts(
    races: impl Fn() -> usize + Send + Sync + 'static,
    caches: &chute_api::Caches,
    waiting: impl Fn() -> usize + Send + Sync + 'static,
    stream: impl Fn() -> usize + Send + Sync + 'static,
    site: impl Fn() -> usize + Send + Sync + 'static,
) -> Vec<Part> {
    let (results, participants) = (caches.clone(), caches.clone());
    let pages = (2 + READERS) * PAGES;
    vec![
        Part::new("races", RACES, races),
        Part::new("results", RESULTS, move || results.results()),
        Part::new("participants", PARTICIPANTS, move || {
            participants.participants()
        }),
        Part::new("waiting", WAITING, waiting),
        Part::new("stream", 2 * STREAM, stream),
        // SQLite tells it to unsafe code only: what it may take
        Part::new("pages", pages, move || pages),
        Part::new("site", SITE, site),
    ]
}
