use std::collections::BTreeSet;

use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::stream::records;

const GATHERING: Duration = Duration::from_millis(1_600);

fn change(partition: &str, number: usize) -> Change {
    let keys = json!({"p": {"S": partition}, "q": {"S": number.to_string()}});
    Change::new(&"Table".into(), &keys, None::<&serde_json::Value>).unwrap()
}

/// The partitions and numbers of a batch's changes.
fn told(batch: &Batch) -> Vec<(String, usize)> {
    let key = |record: &serde_json::Value, name: &str| {
        record["dynamodb"]["Keys"][name]["S"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    records(&batch.changes)
        .map(|record| record.unwrap())
        .map(|record| (key(&record, "p"), key(&record, "q").parse().unwrap()))
        .collect()
}

fn partitions(batch: &Batch) -> Vec<&str> {
    batch.parts.iter().map(|(name, _)| name.as_str()).collect()
}

struct Scene {
    dispatch: Dispatch,
    now: Instant,
    added: usize,
}

impl Scene {
    fn new() -> Self {
        Self {
            dispatch: Dispatch::new(GATHERING),
            now: Instant::now(),
            added: 0,
        }
    }

    fn add(&mut self, partition: &str) {
        self.added += 1;
        let change = change(partition, self.added);
        self.dispatch.add(change, self.now);
    }

    fn pass(&mut self, time: Duration) {
        self.now += time;
    }

    fn next(&mut self) -> Option<Batch> {
        self.dispatch.next(self.now)
    }

    fn done(&mut self, batch: Batch, done: usize) {
        self.dispatch.done(batch, done, self.now);
    }
}

#[test]
fn nobody_waits_for_a_race_that_takes_long() {
    let mut scene = Scene::new();
    scene.add("large/2026");
    assert_eq!(scene.dispatch.next_due(), Some(scene.now + WINDOW));
    assert!(scene.next().is_none(), "it gathers");
    scene.pass(WINDOW);
    let large = scene.next().unwrap();
    scene.add("large/2026");
    scene.add("small/2026");
    scene.pass(WINDOW);
    let small = scene.next().unwrap();
    assert_eq!(partitions(&small), ["small/2026"]);
    assert!(scene.next().is_none(), "a race is at work once");
    scene.done(small, 1);
    scene.done(large, 1);
    assert!(scene.next().is_none(), "it gathers");
    scene.pass(GATHERING);
    assert_eq!(partitions(&scene.next().unwrap()), ["large/2026"]);
}

#[test]
fn an_event_goes_before_its_years_and_not_beside_them() {
    let mut scene = Scene::new();
    for partition in ["a", "a/2026", "a-b/2026", "c", "c/2025", "c/2026"] {
        scene.add(partition);
    }
    scene.pass(WINDOW);
    let events = scene.next().unwrap();
    assert_eq!(partitions(&events), ["a", "c"], "one list for both");
    assert_eq!(partitions(&scene.next().unwrap()), ["a-b/2026"]);
    assert!(scene.next().is_none());
    assert!(scene.dispatch.next_due().is_none());
    scene.done(events, 2);
    let years: Vec<Batch> = std::iter::from_fn(|| scene.next()).collect();
    let names: Vec<_> = years.iter().flat_map(partitions).collect();
    assert_eq!(names, ["a/2026", "c/2025", "c/2026"]);
    scene.add("a");
    scene.pass(WINDOW);
    assert!(scene.next().is_none(), "its year is at work");
    for year in years {
        scene.done(year, 1);
    }
    assert_eq!(partitions(&scene.next().unwrap()), ["a"]);
}

#[test]
fn a_failed_batch_is_retried_one_by_one_and_dropped_in_the_end() {
    let mut scene = Scene::new();
    for event in ["a", "b", "c"] {
        scene.add(event);
    }
    scene.pass(WINDOW);
    let all = scene.next().unwrap();
    scene.done(all, 1);
    scene.pass(pause(0));
    let again: Vec<Batch> = std::iter::from_fn(|| scene.next()).collect();
    let [b, c] = <[Batch; 2]>::try_from(again).unwrap();
    assert_eq!((partitions(&b), partitions(&c)), (vec!["b"], vec!["c"]));
    scene.done(c, 1);
    scene.done(b, 0);
    for tried in 2..MAX_ATTEMPTS {
        assert!(scene.next().is_none(), "not at once");
        scene.pass(pause(tried - 1));
        assert!(!scene.dispatch.were_lost());
        let b = scene.next().unwrap();
        scene.done(b, 0);
    }
    assert!(scene.dispatch.were_lost() && !scene.dispatch.were_lost());
    assert!(scene.dispatch.is_idle());
}

#[test]
fn without_room_the_longest_queue_is_lost() {
    let mut scene = Scene::new();
    scene.add("small/2026");
    for _ in 0..WAITING - 1 {
        scene.add("large/2026");
    }
    assert!(!scene.dispatch.were_lost());
    scene.add("other/2026");
    assert!(scene.dispatch.were_lost());
    scene.pass(WINDOW);
    let left: Vec<Batch> = std::iter::from_fn(|| scene.next()).collect();
    let names: Vec<_> = left.iter().flat_map(partitions).collect();
    assert_eq!(names, ["other/2026", "small/2026"]);
}

#[test]
fn changes_beyond_the_memory_are_dropped() {
    let mut scene = Scene::new();
    scene.add("small/2026");
    let large = |number: usize| {
        let image = json!({"s": {"S": "x".repeat(1_000_000)}});
        let keys = json!({"p": {"S": "large/2026"}, "q": {"S": number.to_string()}});
        Change::new(&"Table".into(), &keys, Some(&image)).unwrap()
    };
    let fit = memory::WAITING / 1_000_000;
    (0..fit).for_each(|number| scene.dispatch.add(large(number), scene.now));
    assert!(!scene.dispatch.were_lost());
    assert!((fit * 1_000_000..memory::WAITING).contains(&scene.dispatch.bytes()));
    scene.dispatch.add(large(fit), scene.now);
    assert!(scene.dispatch.were_lost());
    let (left, since) = scene.dispatch.unpublished();
    assert_eq!((left, since), (2, Some(scene.now)));
    scene.pass(WINDOW);
    let left: Vec<Batch> = std::iter::from_fn(|| scene.next()).collect();
    let told: Vec<_> = left.iter().flat_map(told).collect();
    assert_eq!(
        told,
        [("large/2026".to_owned(), fit), ("small/2026".to_owned(), 1)]
    );
    left.into_iter().for_each(|batch| scene.done(batch, 1));
    assert_eq!(
        (scene.dispatch.bytes(), scene.dispatch.unpublished()),
        (0, (0, None))
    );
}

#[test]
fn the_age_of_what_waits_is_that_of_the_first() {
    let mut scene = Scene::new();
    scene.add("a/2026");
    let first = scene.now;
    scene.pass(WINDOW);
    let batch = scene.next().unwrap();
    scene.add("a/2026");
    let second = scene.now;
    assert_eq!(scene.dispatch.unpublished(), (2, Some(first)));
    scene.done(batch, 0);
    assert_eq!(
        scene.dispatch.unpublished(),
        (2, Some(first)),
        "it comes again"
    );
    scene.pass(WINDOW);
    let batch = scene.next().unwrap();
    scene.add("a/2026");
    scene.done(batch, 2);
    assert_eq!(scene.dispatch.unpublished(), (1, Some(scene.now)));
    assert!(second < scene.now);
}

#[test]
fn a_batch_is_as_large_as_a_function_takes() {
    let mut scene = Scene::new();
    for _ in 0..=BATCH {
        scene.add("a/2026");
    }
    let image = json!({"s": {"S": "x".repeat(1_000_000)}});
    for number in 0..20 {
        let keys = json!({"p": {"S": "b/2026"}, "q": {"S": number.to_string()}});
        let large = Change::new(&"Table".into(), &keys, Some(&image)).unwrap();
        scene.dispatch.add(large, scene.now);
    }
    scene.dispatch.end();
    assert_eq!(scene.next().unwrap().changes.len(), BATCH);
    assert_eq!(scene.next().unwrap().changes.len(), 5);
}

#[derive(Clone, Debug)]
enum Step {
    Add(usize),
    Pass(u64),
    /// Ends the work on one of the batches; so many of its changes in a hundred were published.
    Done(prop::sample::Index, usize),
}

const NAMES: [&str; 6] = ["a", "a/2025", "a/2026", "b", "b/2026", "c/2026"];

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => (0..NAMES.len()).prop_map(Step::Add),
        2 => (0..2_000_u64).prop_map(Step::Pass),
        2 => (any::<prop::sample::Index>(), prop_oneof![Just(100), 0..100_usize])
            .prop_map(|(which, part)| Step::Done(which, part)),
    ]
}
#[derive(Default)]
struct InFlight {
    at_work: Vec<Batch>,
    /// The numbers of each partition's changes that are not dealt with.
    open: BTreeMap<String, VecDeque<usize>>,
}

impl InFlight {
    /// Takes everything that is ready.
    fn take(&mut self, scene: &mut Scene) -> Result<(), TestCaseError> {
        while let Some(batch) = scene.next() {
            let mut numbers: BTreeMap<String, Vec<usize>> = BTreeMap::new();
            for (partition, number) in told(&batch) {
                numbers.entry(partition).or_default().push(number);
            }
            for (partition, numbers) in &numbers {
                let first: Vec<usize> = self.open[partition]
                    .iter()
                    .copied()
                    .take(numbers.len())
                    .collect();
                prop_assert_eq!(&first, numbers, "the oldest of {} come first", partition);
            }
            prop_assert!(!batch.changes.is_empty());
            self.at_work.push(batch);
        }
        let names: Vec<&str> = self.at_work.iter().flat_map(partitions).collect();
        let distinct: BTreeSet<&str> = names.iter().copied().collect();
        prop_assert_eq!(names.len(), distinct.len(), "twice at work: {:?}", &names);
        for name in &names {
            let event = name.split('/').next().unwrap();
            prop_assert!(*name == event || !distinct.contains(event), "{:?}", &names);
        }
        Ok(())
    }

    fn end(&mut self, scene: &mut Scene, which: usize, done: usize) {
        let batch = self.at_work.remove(which);
        for (partition, number) in told(&batch).into_iter().take(done) {
            let open = self.open.get_mut(&partition).unwrap();
            assert_eq!(open.pop_front(), Some(number));
        }
        scene.done(batch, done);
    }
}

proptest! {
    #[test]
    fn everything_comes_once_and_in_order(steps in prop::collection::vec(step(), 1..80)) {
        let (mut scene, mut seen) = (Scene::new(), InFlight::default());
        for step in steps {
            match step {
                Step::Add(which) => {
                    scene.add(NAMES[which]);
                    seen.open.entry(NAMES[which].to_owned()).or_default().push_back(scene.added);
                }
                Step::Pass(ms) => scene.pass(Duration::from_millis(ms)),
                Step::Done(which, part) if !seen.at_work.is_empty() => {
                    let which = which.index(seen.at_work.len());
                    let done = seen.at_work[which].changes.len() * part / 100;
                    seen.end(&mut scene, which, done);
                }
                Step::Done(..) => {}
            }
            seen.take(&mut scene)?;
            // lost after ten failures in a row: nothing is dealt with any more
            prop_assume!(!scene.dispatch.were_lost());
        }
        scene.dispatch.end();
        while !scene.dispatch.is_idle() {
            seen.take(&mut scene)?;
            if seen.at_work.is_empty() {
                let due = scene.dispatch.next_due().expect("something is due");
                prop_assert!(due > scene.now);
                scene.now = due;
            } else {
                let done = seen.at_work[0].changes.len();
                seen.end(&mut scene, 0, done);
            }
        }
        prop_assert!(seen.open.values().all(VecDeque::is_empty));
        prop_assert_eq!((scene.dispatch.bytes(), scene.dispatch.unpublished()), (0, (0, None)));
    }

    /// Whatever is at work and never ends, every partition that does not depend on it is handed out
    /// after it has gathered.
    #[test]
    fn a_stuck_partition_delays_no_other(stuck in 0..NAMES.len()) {
        let mut scene = Scene::new();
        scene.add(NAMES[stuck]);
        scene.pass(WINDOW);
        let _never = scene.next().unwrap();
        NAMES.iter().for_each(|name| scene.add(name));
        scene.pass(WINDOW);
        let mut out: BTreeSet<String> = BTreeSet::new();
        while let Some(batch) = scene.next() {
            out.extend(partitions(&batch).into_iter().map(str::to_owned));
            let done = batch.changes.len();
            scene.done(batch, done);
        }
        let event = |name: &str| name.split('/').next().unwrap().to_owned();
        let free: BTreeSet<String> = NAMES
            .iter()
            .filter(|name| event(name) != event(NAMES[stuck]))
            .map(|name| (*name).to_owned())
            .collect();
        prop_assert!(out.is_superset(&free), "{:?}", out);
    }
}
