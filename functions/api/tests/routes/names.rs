//! The index of names (contract 9.7) on the running service: who is withdrawn through a route is
//! found no more, by nobody, whatever address they kept.

use chute_domain::{account::Realm, names::Directory, race::Slug, time::Time};
use chute_publisher::{Publisher, QUIET_MS};
use chute_store::{Place, Store};
use chute_testkit::{
    clock::now_ms,
    wire::{self, row},
};
use serde_json::{Value, json};

use crate::{
    privacy::{Race, plain},
    test_app::{app, download, eventually},
};

/// A way in which a runner's name, or their whole race, is withdrawn.
struct Way {
    name: &'static str,
    withdraw: fn(&Race),
    /// A part of the name that is nowhere any more: of who is shown by initials and of races that
    /// are gone, all of it.
    gone: fn(&Race) -> &str,
}

const WAYS: [Way; 9] = [
    Way {
        name: "a wish to be hidden is granted",
        withdraw: |race| grant(race, "hidden"),
        gone: |race| &race.last,
    },
    Way {
        name: "a wish for initials is granted",
        withdraw: |race| grant(race, "initials"),
        gone: |race| &race.last,
    },
    Way {
        name: "the entry list says anonymous",
        withdraw: |race| {
            let anonymous =
                json!({"bib": "7", "first": race.first, "last": race.last, "anonymous": true});
            let list = json!({"slug": race.slug, "year": "2026", "participants": [wire::participant("p7", &anonymous)]});
            race.key("POST", "/participants/add", &list);
        },
        gone: |race| &race.last,
    },
    Way {
        name: "the timing client says anonymous",
        withdraw: |race| {
            let anonymous =
                json!({"bib": "7", "first": race.first, "last": race.last, "anonymous": true});
            let rows = wire::results(&race.slug, &[row("p7", &anonymous)]);
            race.key("POST", "/results/add", &rows);
        },
        gone: |race| &race.last,
    },
    Way {
        name: "the organiser corrects the name",
        withdraw: |race| {
            let of_bib = json!({"slug": race.slug, "year": "2026", "bib": "7"});
            let list = race.owner.ok("POST", "/r/corrections/list", &of_bib);
            let runner = &list["runners"][0];
            let save = json!({"slug": race.slug, "year": "2026", "born": list["born"], "id": runner["id"],
                "seen": runner["seen"], "corrected": {"last": "Othername"}});
            race.owner.ok("POST", "/r/corrections/save", &save);
        },
        gone: |race| &race.last,
    },
    Way {
        name: "the results are deleted",
        withdraw: |race| {
            race.key(
                "DELETE",
                "/results/delete",
                &json!({"slug": race.slug, "year": "2026"}),
            );
        },
        gone: |race| &race.slug,
    },
    Way {
        name: "the event is restricted",
        withdraw: |race| {
            let event = json!({"event": wire::event(&race.slug, true)});
            race.key("PUT", "/event/update", &event);
        },
        gone: |race| &race.slug,
    },
    Way {
        name: "the year is deleted",
        withdraw: |race| {
            let year = json!({"slug": race.slug, "year": "2026"});
            race.owner.ok("DELETE", "/r/event-year/delete", &year);
        },
        gone: |race| &race.slug,
    },
    Way {
        name: "the event is deleted",
        withdraw: |race| {
            race.owner
                .ok("DELETE", "/r/event/delete", &json!({"slug": race.slug}));
        },
        gone: |race| &race.slug,
    },
];

fn grant(race: &Race, wish: &str) {
    race.asks(wish);
    race.decide(&format!("7#{wish}"), "grant");
}

#[test]
fn a_withdrawn_runner_is_found_no_more() {
    let races: Vec<Race> = WAYS.iter().map(|_| Race::new()).collect();
    let left = Race::new();
    put_in(&races.iter().chain([&left]).collect::<Vec<_>>());
    let before = files();
    for (way, race) in WAYS.iter().zip(&races) {
        (way.withdraw)(race);
    }
    for (way, race) in WAYS.iter().zip(&races) {
        eventually(way.name, || {
            let word = (way.gone)(race);
            (!found(word) && !holds(word)).then_some(Value::Null)
        });
    }
    assert!(found(&left.last), "who is not withdrawn stays");
    // files that led to somebody are gone, also for those who kept their address
    let now = files();
    let old: Vec<&String> = before.iter().filter(|path| !now.contains(path)).collect();
    assert!(!old.is_empty());
    for path in old {
        assert_eq!(file(path), None, "{path}");
    }
}

/// Puts the years of these races into the index, as the reconciler does once they have been quiet.
fn put_in(races: &[&Race]) {
    let slugs: Vec<&str> = races.iter().map(|race| race.slug.as_str()).collect();
    eventually("the index", || {
        app().with_store(Realm::Account, async |store| pass(&store, &slugs).await);
        let all = races.iter().all(|race| found(&race.last));
        all.then_some(Value::Null)
    });
}

async fn pass(store: &Store, slugs: &[&str]) {
    let mut events = Vec::new();
    for slug in slugs {
        let event = store.load_event(&Slug::new(slug)).await;
        events.extend(event.expect("the table"));
    }
    let later = Time::from_ms(now_ms() + 2 * QUIET_MS);
    let publisher = Publisher::new(store.clone());
    let passed = publisher.reconcile_names(&events, later, |_| true).await;
    passed.expect("a pass");
}

/// Whether a name or the address of a race is in a shard that the directory leads to.
fn found(text: &str) -> bool {
    let shards = eventually("a directory whose shards are all there", || {
        let directory = file("results/_names/current.json");
        let directory = directory.map_or_else(Directory::default, |text| {
            Directory::read(text.as_bytes()).expect("a directory")
        });
        let shards = directory
            .files
            .iter()
            .map(|name| file(&format!("results/_names/n-{name}.json")).map(Value::from));
        shards.collect::<Option<Vec<_>>>().map(Value::from)
    });
    let shards = shards.as_array().into_iter().flatten();
    shards
        .filter_map(Value::as_str)
        .any(|shard| has(shard, text))
}

/// Whether a file has exactly this text somewhere.
fn has(file: &str, text: &str) -> bool {
    file.contains(&format!("\"{text}\""))
}

/// A file as readers get it; `None` if there is none.
fn file(path: &str) -> Option<String> {
    let reply = download(path, &[]);
    (reply.status == 200).then(|| plain(&reply.body))
}

/// Whether any file of the index contains a text, whether the directory leads to it or not.
fn holds(text: &str) -> bool {
    files()
        .iter()
        .any(|path| file(path).is_some_and(|file| has(&file, text)))
}

/// The addresses of all files of the index.
fn files() -> Vec<String> {
    app().with_store(Realm::Account, async |store| {
        let paths = store.list_objects(Place::Public, "_names/").await;
        let paths = paths.expect("the bucket").into_iter();
        paths.map(|path| format!("results/{path}")).collect()
    })
}
