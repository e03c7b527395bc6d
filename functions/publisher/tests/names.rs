//! The index of names (contract 9.7): who can be found, and that nobody can be who must not.

#![expect(clippy::expect_used, clippy::indexing_slicing, reason = "a test")]

use std::{collections::BTreeSet, io::Read};

use chute_domain::{
    account::Realm,
    liveness::StoredRow,
    names::{Directory, Shard},
    privacy::Wishes,
    race::{Branding, Event, RaceKey, Slug},
    stamp::Stamp,
    state::{Change, EventRecord, Stamped},
    time::Time,
};
use chute_edge::{Backend, Edge, Fault};
use chute_publisher::{Publications, Publisher, QUIET_MS};
use chute_store::{Place, Store};
use chute_testkit::stored;
use flate2::read::GzDecoder;

const HOUR_MS: u64 = 60 * 60 * 1_000;

struct Board {
    _backend: Backend,
    store: Store,
    publisher: Publisher,
}

impl Board {
    async fn new() -> Self {
        let backend = Backend::open();
        let store = backend.store(Realm::Account).await;
        let publisher = publisher(&store);
        Self {
            _backend: backend,
            store,
            publisher,
        }
    }

    /// A published race with these people, by bib from 1.
    async fn race(&self, slug: &str, people: &[(&str, &str)]) -> RaceKey {
        let key = Slug::new(slug).year("2026");
        stored::add_race(
            &self.store,
            slug,
            [stored::year("2026", 1_777_708_800)],
            Stamp::new(1_000, ""),
        )
        .await;
        let rows: Vec<StoredRow> = (1..)
            .zip(people)
            .map(|(bib, (first, last))| row(bib, first, last))
            .collect();
        self.store.put_rows(&key, &rows).await.expect("rows");
        self.publisher.rebuild(&key).await.expect("a version");
        key
    }

    /// A pass of the reconciler when every year has been quiet for long enough.
    async fn pass(&self) -> usize {
        pass(&self.publisher, &self.store, QUIET_MS + HOUR_MS)
            .await
            .expect("a pass")
    }

    async fn change(&self, race: &RaceKey, change: Change) {
        self.publisher
            .race_changed(race, &[change])
            .await
            .expect("a publication");
    }

    /// Everything in the public folder of the index, as text.
    async fn public(&self) -> Vec<(String, String)> {
        let paths = self.store.list_objects(Place::Public, "_names/").await;
        let mut found = Vec::new();
        for path in paths.expect("the bucket") {
            let stored = self.store.get_object(Place::Public, &path).await;
            let stored = stored.expect("the bucket").expect("a file");
            found.push((path, plain(&stored.body)));
        }
        found
    }

    /// Whether the index holds a text anywhere, whether the directory leads to it or not.
    async fn holds(&self, text: &str) -> bool {
        let public = self.public().await;
        public.iter().any(|(_, content)| content.contains(text))
    }

    /// Who can be found, as `slug bib first last age`: everybody whom the directory leads to.
    async fn found(&self) -> BTreeSet<String> {
        let directory = self.directory().await;
        let mut found = BTreeSet::new();
        for (place, file) in directory.files.iter().enumerate() {
            let path = format!("_names/n-{file}.json");
            let stored = self.store.get_object(Place::Public, &path).await;
            let stored = stored.expect("the bucket").expect("a shard");
            let to = directory.starts.get(place + 1).map(String::as_str);
            let shard = Shard::read(&stored.body, &directory.starts[place], to).expect("a shard");
            found.extend(shard.entries().map(|(_, (race, who))| {
                format!(
                    "{} {} {} {} {}",
                    race.slug, who.bib, who.first, who.last, who.age
                )
            }));
        }
        found
    }

    async fn directory(&self) -> Directory {
        let stored = self
            .store
            .get_object(Place::Public, "_names/current.json")
            .await
            .expect("the bucket");
        stored.map_or_else(Directory::default, |stored| {
            Directory::read(&stored.body).expect("a directory")
        })
    }
}

fn publisher(store: &Store) -> Publisher {
    Publisher::new(store.clone())
        .pausing(std::time::Duration::ZERO)
        .with_pieces_of(2)
}

async fn pass(publisher: &Publisher, store: &Store, later_ms: u64) -> chute_store::Result<usize> {
    let events: Vec<EventRecord> = store.all_events().await?;
    let now = Time::from_ms(store.time().ms() + later_ms);
    publisher.reconcile_names(&events, now, |_| true).await
}

fn row(bib: u64, first: &str, last: &str) -> StoredRow {
    let mut row = stored::finish(bib, Stamp::new(2_000, ""));
    (row.person.first, row.person.last) = (first.to_owned(), last.to_owned());
    row.person.age = 34;
    row
}

fn granted(wishes: Wishes) -> Change {
    granted_to(1, wishes)
}

fn granted_to(bib: usize, wishes: Wishes) -> Change {
    Change::Wishes(
        bib.to_string(),
        Some(Stamped {
            stamp: Stamp::new(3_000, ""),
            item: Some(wishes),
        }),
    )
}

fn hidden() -> Change {
    hidden_of(1)
}

fn hidden_of(bib: usize) -> Change {
    let hidden = Wishes {
        hidden: true,
        ..Wishes::default()
    };
    granted_to(bib, hidden)
}

fn plain(body: &[u8]) -> String {
    let mut text = String::new();
    match GzDecoder::new(body).read_to_string(&mut text) {
        Ok(_) => text,
        Err(_) => String::from_utf8_lossy(body).into_owned(),
    }
}

const PEOPLE: &[(&str, &str)] = &[("Zoraida", "Quintero"), ("Ana", "Ruiz"), ("C.", "B.")];

#[tokio::test]
async fn a_year_is_found_once_it_has_been_quiet() {
    let board = Board::new().await;
    board.race("river", PEOPLE).await;
    let early = pass(&board.publisher, &board.store, QUIET_MS - HOUR_MS).await;
    assert_eq!((early.expect("a pass"), board.public().await.len()), (0, 0));
    assert_eq!(board.pass().await, 1);
    let found = board.found().await;
    let expected = ["river 1 Zoraida Quintero 34", "river 2 Ana Ruiz 34"];
    assert_eq!(found, expected.map(ToOwned::to_owned).into());
    let directory = board.directory().await;
    assert_eq!(
        (directory.races, directory.newest.as_str()),
        (1, "2026-05-02")
    );
    assert_eq!(board.pass().await, 0, "nothing is new");
}

#[tokio::test]
async fn a_restricted_event_is_not_found() {
    let board = Board::new().await;
    board.race("river", PEOPLE).await;
    board.race("lake", PEOPLE).await;
    board.pass().await;
    assert_eq!(board.found().await.len(), 4);
    restrict(&board.store, "river").await;
    let slug = Slug::new("river");
    board
        .publisher
        .event_changed(&slug)
        .await
        .expect("a publication");
    assert!(!board.holds("river").await);
    assert_eq!(board.found().await.len(), 2);
}

async fn restrict(store: &Store, slug: &str) {
    let event = Event {
        slug: slug.to_owned(),
        name: "A Race".to_owned(),
        access_restricted: true,
        ..Event::default()
    };
    let updated = store.update_event(&event, Branding::default(), "ana").await;
    assert!(updated.expect("the table"));
}

#[tokio::test]
async fn a_granted_wish_changes_the_index_with_its_publication() {
    let cases = [
        (hidden(), "Zoraida", ""),
        (
            granted(Wishes {
                initials: true,
                ..Wishes::default()
            }),
            "Zoraida",
            "",
        ),
        (
            granted(Wishes {
                no_age: true,
                ..Wishes::default()
            }),
            "river 1 Zoraida Quintero 34",
            "river 1 Zoraida Quintero 0",
        ),
        (Change::RowGone(row(1, "", "").key()), "Zoraida", ""),
    ];
    for (change, gone, there) in cases {
        let board = Board::new().await;
        let race = board.race("river", PEOPLE).await;
        board.pass().await;
        board.change(&race, change.clone()).await;
        let found: Vec<String> = board.found().await.into_iter().collect();
        assert!(
            !found.iter().any(|line| line.contains(gone)),
            "{change:?}: {found:?}"
        );
        assert!(found.iter().any(|line| line.contains("Ana Ruiz")));
        assert!(there.is_empty() || found.contains(&there.to_owned()));
        if there.is_empty() {
            assert!(!board.holds("Zoraida").await, "{change:?}");
            assert!(!board.holds("zoraida").await, "{change:?}");
            assert!(!board.holds("quint").await, "{change:?}");
        }
    }
}

/// Where shards begin there are parts of names: those of people who have left go, too.
#[tokio::test]
async fn the_directory_forgets_who_has_left() {
    let board = Board::new().await;
    let many: Vec<(String, String)> = (0..3_000)
        .map(|number| (format!("Q{number}x"), "Same".to_owned()))
        .collect();
    let many: Vec<(&str, &str)> = many.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    let race = board.race("river", &many).await;
    board.pass().await;
    let start = board
        .directory()
        .await
        .starts
        .into_iter()
        .find(|start| start.len() > 3);
    let start = start.expect("a shard that begins within a name");
    let gone: Vec<Change> = (1..)
        .zip(&many)
        .filter(|(_, (first, last))| {
            let keys = chute_domain::names::keys(first, last);
            keys.iter().any(|key| key.starts_with(&start))
        })
        .map(|(bib, (first, last))| Change::RowGone(row(bib, first, last).key()))
        .collect();
    assert!(!gone.is_empty() && gone.len() < many.len());
    board
        .publisher
        .race_changed(&race, &gone)
        .await
        .expect("a publication");
    let directory = board.directory().await;
    assert!(
        !directory.starts.iter().any(|now| now.starts_with(&start)),
        "{start:?} in {:?}",
        directory.starts
    );
    assert_eq!(board.found().await.len(), many.len() - gone.len());
}

#[tokio::test]
async fn a_deleted_year_is_not_found() {
    let board = Board::new().await;
    board.race("river", PEOPLE).await;
    board.pass().await;
    let slug = Slug::new("river");
    let deleted = board
        .store
        .delete_year(&slug.year("2026"), Stamp::new(9_000, ""))
        .await;
    deleted.expect("the table");
    board
        .publisher
        .event_changed(&slug)
        .await
        .expect("a publication");
    assert!(!board.holds("Zoraida").await);
    assert_eq!(board.directory().await.races, 0);
}

/// Somebody is hidden at any call of the pass that puts the year into the index.
#[tokio::test]
async fn nobody_is_found_who_was_hidden_meanwhile() {
    let mut held = 0;
    for at in 1.. {
        let board = Board::new().await;
        let race = board.race("river", PEOPLE).await;
        let edge = Edge::default();
        let slow = edge.before(board.store.clone());
        let indexer = publisher(&slow);
        edge.begin(Fault::Hold { at });
        let mut indexing = Box::pin(pass(&indexer, &slow, QUIET_MS + HOUR_MS));
        let is_held = tokio::select! {
            done = &mut indexing => { done.expect("a pass"); false }
            () = edge.waiting() => true,
        };
        board.change(&race, hidden()).await;
        if is_held {
            held += 1;
            edge.let_go();
            indexing.await.expect("a pass");
        }
        assert!(!board.holds("Zoraida").await, "hidden at call {at}");
        board.pass().await;
        assert!(!board.holds("Zoraida").await);
        assert_eq!(board.found().await.len(), 1);
        if !is_held {
            break;
        }
    }
    assert!(held > 15, "{held} calls");
}

/// The process dies at any call of the publication that hides somebody; the same change comes again.
#[tokio::test]
async fn a_hidden_name_leaves_the_index_though_the_publisher_dies() {
    let mut died = 0;
    for at in 1.. {
        let board = Board::new().await;
        let race = board.race("river", PEOPLE).await;
        board.pass().await;
        let edge = Edge::default();
        let mortal = publisher(&edge.before(board.store.clone()));
        edge.begin(Fault::Die { at });
        let done = mortal.race_changed(&race, &[hidden()]).await;
        let is_over = done.is_ok();
        board.change(&race, hidden()).await;
        assert!(!board.holds("Zoraida").await, "died at call {at}");
        assert_eq!(board.found().await.len(), 1);
        if is_over {
            break;
        }
        died += 1;
    }
    assert!(died > 15, "{died} calls");
}

/// The process dies at any call of a pass. The next one does the rest, and after an hour nothing is
/// left that is not named.
#[tokio::test]
async fn a_pass_that_dies_is_completed() {
    let mut died = 0;
    for at in 1.. {
        let board = Board::new().await;
        board.race("river", PEOPLE).await;
        let edge = Edge::default();
        let slow = edge.before(board.store.clone());
        edge.begin(Fault::Die { at });
        let is_over = pass(&publisher(&slow), &slow, QUIET_MS + HOUR_MS)
            .await
            .is_ok();
        let race = Slug::new("river").year("2026");
        board.change(&race, hidden()).await;
        board.pass().await;
        assert_eq!(board.found().await.len(), 1, "died at call {at}");
        let later = Time::from_ms(board.store.time().ms() + 2 * HOUR_MS);
        let publications = Publications::of(&board.store);
        publications
            .prune_published(later, |_| false)
            .await
            .expect("a clean-up");
        assert!(!board.holds("Zoraida").await, "died at call {at}");
        if is_over {
            break;
        }
        died += 1;
    }
    assert!(died > 10, "{died} calls");
}

/// Two passes and a publication at the same time: everything is found in the end.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn passes_beside_each_other() {
    let board = Board::new().await;
    for number in 0..6 {
        let name = format!("Run{number}");
        board
            .race(
                &format!("race-{number}"),
                &[(&name, "Doe"), ("Ana", "Ruiz")],
            )
            .await;
    }
    let others = publisher(&board.store);
    let later = QUIET_MS + HOUR_MS;
    let race = Slug::new("race-0").year("2026");
    let change = [hidden()];
    let (one, two, hiding) = tokio::join!(
        pass(&board.publisher, &board.store, later),
        pass(&others, &board.store, later),
        others.race_changed(&race, &change)
    );
    one.expect("a pass");
    two.expect("a pass");
    hiding.expect("a publication");
    board.pass().await;
    assert!(!board.holds("Run0").await);
    assert_eq!(board.found().await.len(), 11);
    let directory = board.directory().await;
    assert_eq!(directory.races, 6);
    assert_eq!(board.public().await.len(), directory.files.len() + 1);
}

/// Somebody of another race is hidden before any call of an update, which may remove the shard that
/// it is about to read. The update begins again; it does not make the index of all races anew.
#[tokio::test]
async fn an_update_that_is_outrun_does_not_look_at_all_races() {
    const RACES: usize = 40;
    let board = Board::new().await;
    let lake = board.race("lake", &[("Ana", "Ruiz"); RACES]).await;
    let mut races = Vec::new();
    for number in 0..RACES {
        races.push(board.race(&format!("race-{number}"), PEOPLE).await);
    }
    board.pass().await;
    let edge = Edge::default();
    let slow = publisher(&edge.before(board.store.clone()));
    let mut calls = Vec::new();
    for (at, race) in races.iter().enumerate() {
        edge.begin(Fault::Hold { at: at + 1 });
        let change = [hidden()];
        let mut hiding = Box::pin(slow.race_changed(race, &change));
        tokio::select! {
            done = &mut hiding => {
                done.expect("a publication");
                let undisturbed = edge.counts().total();
                calls.retain(|calls| *calls > 2 * undisturbed);
                assert!(at > 15 && calls.is_empty(), "{calls:?}, undisturbed {undisturbed}");
                return;
            }
            () = edge.waiting() => {}
        }
        board.change(&lake, hidden_of(at + 1)).await;
        edge.let_go();
        hiding.await.expect("a publication");
        calls.push(edge.counts().total());
    }
    panic!("too few races for all calls: {calls:?}");
}

/// The number of the directory does not go back.
#[tokio::test]
async fn a_lost_state_is_made_anew() {
    let board = Board::new().await;
    board.race("river", PEOPLE).await;
    board.pass().await;
    let before = board.directory().await.commit;
    let lost = ["_names/current".to_owned()];
    board
        .store
        .delete_objects(Place::State, &lost)
        .await
        .expect("the bucket");
    board.pass().await;
    let directory = board.directory().await;
    assert!(directory.commit > before);
    assert_eq!(board.found().await.len(), 2);
    // a shard that is lost
    let shard = [format!("_names/n-{}.json", directory.files[0])];
    board
        .store
        .delete_objects(Place::Public, &shard)
        .await
        .expect("the bucket");
    let race = Slug::new("river").year("2026");
    board.change(&race, hidden()).await;
    assert_eq!(board.found().await.len(), 1);
}

/// The operator's command does not wait until a year has been quiet.
#[tokio::test]
async fn a_rebuild_yields_what_passes_yield() {
    let board = Board::new().await;
    board.race("river", PEOPLE).await;
    board.race("lake", PEOPLE).await;
    let rebuilt = async || {
        let years = board.publisher.rebuild_names().await;
        (years.expect("the index"), board.found().await)
    };
    let (years, found) = rebuilt().await;
    assert_eq!((years, found.len()), (2, 4));
    board.pass().await;
    assert_eq!(board.found().await, found);
    assert_eq!(rebuilt().await, (years, found));
    assert!(board.directory().await.starts.is_sorted());
}

/// A publication that takes nothing away neither reads nor writes the index.
#[tokio::test]
async fn a_publication_costs_what_it_did() {
    let board = Board::new().await;
    let race = board.race("river", PEOPLE).await;
    let edge = Edge::default();
    let counted = publisher(&edge.before(board.store.clone()));
    let publish = async |race: &RaceKey, later: u64| {
        let mut finish = row(2, "Ana", "Ruiz");
        finish.stamp = Stamp::new(3_000 + later, "");
        finish.passage.seconds += i64::try_from(later).expect("seconds");
        edge.begin(Fault::None);
        let change = [Change::Row(Box::new(finish))];
        counted
            .race_changed(race, &change)
            .await
            .expect("a publication");
        edge.counts().calls
    };
    publish(&race, 1).await;
    let before = publish(&race, 2).await;
    board.pass().await;
    let commit = board.directory().await.commit;
    let after = publish(&race, 3).await;
    assert_eq!(before, after);
    assert_eq!(board.directory().await.commit, commit);
}

/// The figures of `make bench`, part "names": 200 races of 500 people, whose names are as frequent as in a
/// census: the n-th surname is borne by one of n.
#[tokio::test]
#[ignore = "a benchmark: infra/bench/run.py names"]
async fn two_hundred_races() {
    const RACES: u64 = 200;
    const PEOPLE_EACH: u64 = 500;
    let board = Board::new().await;
    let mut dice = 1_u64;
    let mut roll = move |below: u64| {
        dice = dice
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (dice >> 33) % below
    };
    let word = |number: u64| {
        let parts = [
            "ba", "ren", "to", "mil", "ku", "sha", "vo", "ler", "ni", "gra", "fe", "don",
        ];
        let at = |place: u64| parts[usize::try_from(place % 12).expect("a part")];
        let mixed = number.wrapping_mul(7_919) % 20_736;
        format!(
            "{}{}{}{}",
            at(mixed),
            at(mixed / 12),
            at(mixed / 144),
            at(mixed / 1_728)
        )
    };
    // the inverse of a harmonic sum: the place of a name in a list by frequency
    let mut place = move |names: f64| {
        let share = f64::from(u32::try_from(roll(1_000_000)).expect("a share")) / 1e6;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "small"
        )]
        let place = names.powf(share) as u64;
        place
    };
    let mut races = Vec::new();
    for race in 0..RACES {
        let people: Vec<(String, String)> = (0..PEOPLE_EACH)
            .map(|_| (word(place(1_500.0) + 9_000), word(place(9_000.0))))
            .collect();
        let people: Vec<(&str, &str)> = people
            .iter()
            .map(|(a, b)| (a.as_str(), b.as_str()))
            .collect();
        races.push(board.race(&format!("race-number-{race}"), &people).await);
    }
    let edge = Edge::default();
    let counted = edge.before(board.store.clone());
    let indexer = publisher(&counted);
    let report = |what: &str, edge: &Edge| println!("{what}: {:?}", edge.counts().calls);
    // all years but the last, then that one
    let events = board.store.all_events().await.expect("the table");
    let later = Time::from_ms(board.store.time().ms() + QUIET_MS + HOUR_MS);
    let began = std::time::Instant::now();
    indexer
        .reconcile_names(&events[1..], later, |_| true)
        .await
        .expect("a pass");
    println!("index of 199 races: {} ms", began.elapsed().as_millis());
    edge.begin(Fault::None);
    indexer
        .reconcile_names(&events, later, |_| false)
        .await
        .expect("a pass");
    report("one more race of 500", &edge);
    edge.begin(Fault::None);
    indexer
        .reconcile_names(&events, later, |_| false)
        .await
        .expect("a pass");
    report("a pass without news", &edge);
    edge.begin(Fault::None);
    indexer
        .race_changed(&races[7], &[hidden()])
        .await
        .expect("a publication");
    report("hiding one person, with its publication", &edge);
    let directory = board.directory().await;
    let stored = board
        .store
        .get_object(Place::Public, "_names/current.json")
        .await
        .expect("the bucket")
        .expect("a directory");
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(6));
    std::io::Write::write_all(&mut packed, &stored.body).expect("bytes");
    let packed = packed.finish().expect("bytes").len();
    let mut sizes = Vec::new();
    let mut found: Vec<(String, String)> = Vec::new();
    for (place, file) in directory.files.iter().enumerate() {
        let path = format!("_names/n-{file}.json");
        let stored = board.store.get_object(Place::Public, &path).await;
        let stored = stored.expect("the bucket").expect("a shard");
        sizes.push(stored.body.len());
        let to = directory.starts.get(place + 1).map(String::as_str);
        let shard = Shard::read(&stored.body, &directory.starts[place], to).expect("a shard");
        found.extend(
            shard
                .entries()
                .map(|(_, (_, who))| (who.first.clone(), who.last.clone())),
        );
    }
    println!(
        "{} races, {} keys, {} shards, {} bytes together, largest {}; directory {} bytes, {packed} packed",
        directory.races,
        found.len(),
        sizes.len(),
        sizes.iter().sum::<usize>(),
        sizes.iter().max().expect("a shard"),
        stored.body.len(),
    );
    // shards that the site reads for a whole name, and for a last name alone
    let span = |beginning: &str| {
        let first = chute_domain::names::shard_of(&directory.starts, beginning);
        let last =
            chute_domain::names::shard_of(&directory.starts, &format!("{beginning}\u{10ffff}"));
        (
            last + 1 - first,
            sizes[first..=last].iter().sum::<usize>() + packed,
        )
    };
    let (mut whole, mut alone, mut refused) = (Vec::new(), Vec::new(), 0);
    for (first, last) in found.iter().step_by(97) {
        let (first, last) = (first.to_lowercase(), last.to_lowercase());
        whole.push(span(&format!("{last} {first}")).1);
        match span(&last) {
            (shards, bytes) if shards <= 2 => alone.push(bytes),
            _ => refused += 1,
        }
    }
    for (what, mut bytes) in [("a whole name", whole), ("a last name", alone)] {
        bytes.sort_unstable();
        println!(
            "{what}: median {}, largest {} of {} bytes with the directory",
            bytes[bytes.len() / 2],
            bytes[bytes.len() - 1],
            bytes.len()
        );
        assert!(bytes[bytes.len() - 1] <= 30_000);
    }
    println!("last names that need another word: {refused}");
    assert_eq!(
        found.iter().filter(|(first, _)| first.is_empty()).count(),
        0
    );
}
