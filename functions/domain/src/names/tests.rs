use proptest::prelude::*;
use rstest::rstest;
use serde_json::Value;

use super::*;

fn race(slug: &str) -> Arc<IndexedRace> {
    Arc::new(IndexedRace {
        slug: slug.to_owned(),
        year: "2026".to_owned(),
        name: "River 10K".to_owned(),
        day: "2026-05-02".to_owned(),
    })
}

fn person(first: &str, last: &str, bib: &str) -> Arc<IndexedPerson> {
    Arc::new(IndexedPerson {
        first: first.to_owned(),
        last: last.to_owned(),
        distance: "10 KM".to_owned(),
        bib: bib.to_owned(),
        gender: "F".to_owned(),
        age: 34,
    })
}

#[rstest]
#[case::plain("Anna", "Müller", &["anna muller", "muller anna"])]
#[case::many_words("Ana María", "García López", &[
    "ana garcia lopez maria", "garcia ana maria lopez", "lopez ana maria garcia", "maria garcia lopez ana",
])]
#[case::one_name("", "Pelé", &["pele"])]
#[case::twice("Anna", "Anna", &["anna anna"])]
#[case::an_initial_beside_others("J.", "Smith", &["smith j"])]
#[case::initials("C.", "B.", &[])]
#[case::nothing("-", "?", &[])]
#[case::cyrillic("Иван", "Петров", &["иван петров", "петров иван"])]
#[case::one_letter_of_another_script("明", "李", &["明 李", "李 明"])]
fn the_keys_of_a_name(#[case] first: &str, #[case] last: &str, #[case] expected: &[&str]) {
    let found = keys(first, last);
    assert_eq!(found.iter().collect::<Vec<_>>(), expected);
    assert_eq!(words(first, last).is_empty(), expected.is_empty());
}

/// The site reads the same cases: it looks for a query in these shards, so whoever it is to find
/// must have a key in one of them.
#[test]
fn the_golden_cases() {
    let cases: Vec<Value> = serde_json::from_str(include_str!(
        "../../../../site/golden/cases/name-shards.json"
    ))
    .unwrap();
    let mut seen = 0;
    for case in cases {
        let starts: Vec<String> = serde_json::from_value(case["input"]["starts"].clone()).unwrap();
        let named: Vec<Vec<[String; 2]>> =
            serde_json::from_value(case["input"]["finds"].clone()).unwrap();
        let expected: Vec<Value> = serde_json::from_value(case["expected"].clone()).unwrap();
        assert_eq!(named.len(), expected.len());
        for (people, shards) in named.iter().zip(expected) {
            let shards: Vec<usize> = serde_json::from_value(shards["shards"].clone()).unwrap();
            for [first, last] in people {
                let entry = (race("a"), person(first, last, "1"));
                let places = sort_keys(&entry);
                assert!(
                    places
                        .iter()
                        .any(|key| shards.contains(&shard_of(&starts, key))),
                    "{first} {last} in {shards:?}"
                );
                seen += 1;
            }
        }
    }
    assert!(seen > 10);
}

#[test]
fn the_key_by_which_the_site_looks_for_a_name() {
    let cases: Vec<Value> =
        serde_json::from_str(include_str!("../../../../site/golden/cases/name-key.json")).unwrap();
    for case in &cases {
        let names: Vec<[String; 2]> = serde_json::from_value(case["input"].clone()).unwrap();
        let expected: Vec<String> = serde_json::from_value(case["expected"].clone()).unwrap();
        assert_eq!(names.len(), expected.len());
        for ([first, last], key) in names.iter().zip(expected) {
            let found = keys(first, last);
            assert!(
                found.contains(&key) || (key.is_empty() && found.is_empty()),
                "{first} {last}: {key} in {found:?}"
            );
        }
    }
    assert!(!cases.is_empty());
}

fn shard_with(entries: &[IndexEntry]) -> Shard {
    let mut shard = Shard::default();
    for entry in entries {
        for key in sort_keys(entry) {
            shard.add(key, entry.clone());
        }
    }
    shard
}

#[test]
fn people_of_one_name_are_divided_too() {
    let entries: Vec<IndexEntry> = (0..4_000)
        .map(|bib| (race("a"), person("Ana", "Ruiz", &bib.to_string())))
        .collect();
    let files = shard_with(&entries).files("").unwrap();
    assert!(files.len() > 2);
    let starts: Vec<&str> = files.iter().map(|(start, _)| start.as_str()).collect();
    assert!(starts.is_sorted());
    assert_eq!(starts[0], "");
    for (_, file) in &files {
        assert!(file.body.len() <= MOST_BYTES);
    }
}

#[test]
fn a_runner_taken_out_is_in_no_shard() {
    let (ana, other) = (
        (race("a"), person("Ana", "Ruiz", "1")),
        (race("b"), person("Ana", "Ruiz", "1")),
    );
    let mut shard = shard_with(&[ana.clone(), other.clone()]);
    for key in sort_keys(&ana) {
        shard.take_out(&key, &ana);
    }
    assert_eq!(shard, shard_with(&[other]));
}

fn names(people: &[Arc<IndexedPerson>]) -> YearNames {
    YearNames {
        race: (*race("a")).clone(),
        people: people.iter().map(|who| (**who).clone()).collect(),
    }
}

#[test]
fn only_differences_change_the_index() {
    let (ana, bea) = (person("Ana", "Ruiz", "1"), person("Bea", "Sol", "2"));
    let (before, now) = (
        names(std::slice::from_ref(&ana)),
        names(&[ana.clone(), bea.clone()]),
    );
    let moved = YearNames::since(Some(&now), Some(&before));
    assert_eq!((moved.gone, moved.new), (vec![], vec![(race("a"), bea)]));
    let moved = YearNames::since(None, Some(&before));
    assert_eq!((moved.gone.len(), moved.new.len()), (1, 0));
    let renamed = YearNames {
        race: IndexedRace {
            name: "Lake 10K".to_owned(),
            ..before.race.clone()
        },
        ..before.clone()
    };
    let moved = YearNames::since(Some(&renamed), Some(&before));
    assert_eq!((moved.gone.len(), moved.new.len()), (1, 1));
    assert_eq!(
        YearNames::read(&before.file().unwrap().body).unwrap(),
        before
    );
}

fn anybody() -> impl Strategy<Value = IndexEntry> {
    (
        "[a-d]",
        "[A-Ea-eé李жΩ ]{0,6}",
        "[A-Ea-e '-]{1,8}",
        0..50_u32,
        0..90_i64,
    )
        .prop_map(|(slug, first, last, bib, age)| {
            let who = IndexedPerson {
                age,
                ..(*person(&first, &last, &bib.to_string())).clone()
            };
            (race(&slug), Arc::new(who))
        })
}

proptest! {
    /// However shards are divided: each key is in the shard that the directory names for it, and
    /// what was written is read again.
    #[test]
    fn every_entry_is_in_the_shard_that_the_directory_names(entries in prop::collection::vec(anybody(), 0..60)) {
        let shard = shard_with(&entries);
        let mut expected: BTreeMap<String, IndexEntry> = BTreeMap::new();
        expected.extend(shard.entries().map(|(key, entry)| (key.clone(), entry.clone())));
        let files = shard.files("").unwrap();
        let starts: Vec<&str> = files.iter().map(|(start, _)| start.as_str()).collect();
        let mut read: BTreeMap<String, IndexEntry> = BTreeMap::new();
        for (place, (start, file)) in files.iter().enumerate() {
            let to = starts.get(place + 1).copied();
            for (key, entry) in Shard::read(&file.body, start, to).unwrap().entries() {
                prop_assert_eq!(shard_of(&starts, key), place);
                read.insert(key.clone(), entry.clone());
            }
        }
        prop_assert_eq!(read, expected);
    }

    #[test]
    fn a_boundary_parts_two_keys(a in "[a-c]{0,4}", b in "[a-c]{0,4}") {
        prop_assume!(a != b);
        let (below, above) = if a < b { (a, b) } else { (b, a) };
        let parted = boundary(&below, &above);
        prop_assert!(below < parted && parted <= above);
    }

    #[test]
    fn the_order_of_a_name_makes_no_difference(first in "[a-c]{2,3}", last in "[a-c]{2,3}") {
        prop_assert_eq!(keys(&first, &last), keys(&last, &first));
    }
}
