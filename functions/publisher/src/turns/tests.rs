use std::{collections::BTreeMap, pin::Pin};

use futures::FutureExt;
use proptest::prelude::*;
use tokio::time::{advance, pause};

use super::*;

type Asking = Pin<Box<dyn Future<Output = Turn>>>;

const SMALL: usize = 1;
const MEDIUM: usize = 100;
const LARGE: usize = 320_000;

/// Asks for a turn; the future is the place in the queue.
fn ask(turns: &Turns, size: usize) -> Asking {
    let turns = turns.clone();
    let mut asking: Asking = Box::pin(async move { turns.take(size).await });
    // a turn given at once is returned by the next poll
    match (&mut asking).now_or_never() {
        Some(turn) => Box::pin(std::future::ready(turn)),
        None => asking,
    }
}

/// Gives way, and returns the place in the queue; the holder keeps the turn if nobody goes first.
fn give_way(mut turn: Turn) -> Asking {
    let mut giving: Asking = Box::pin(async move {
        turn.give_way().await;
        turn
    });
    for _ in 0..2 {
        if let Some(turn) = (&mut giving).now_or_never() {
            return Box::pin(std::future::ready(turn));
        }
    }
    giving
}

fn got(asking: &mut Asking) -> Option<Turn> {
    asking.now_or_never()
}

/// Both turns, held by somebody.
fn held(turns: &Turns) -> [Turn; 2] {
    [(); 2].map(|()| got(&mut ask(turns, LARGE)).unwrap())
}

/// In which order those that ask for these sizes get the one turn that goes round.
fn order(sizes: &[usize]) -> Vec<usize> {
    let turns = Turns::default();
    let [_other, mut turn] = held(&turns);
    let mut asking: Vec<(usize, Asking)> = sizes
        .iter()
        .enumerate()
        .map(|(at, size)| (at, ask(&turns, *size)))
        .collect();
    let mut order = Vec::new();
    while !asking.is_empty() {
        drop(turn);
        let mut ready = asking
            .iter_mut()
            .enumerate()
            .filter_map(|(place, (at, asking))| Some((place, *at, got(asking)?)));
        let (place, at, next) = ready.next().unwrap();
        assert!(ready.next().is_none(), "one turn for two");
        order.push(at);
        turn = next;
        drop(asking.remove(place));
    }
    order
}

#[tokio::test]
async fn the_smallest_goes_first_and_of_these_the_oldest() {
    assert_eq!(order(&[LARGE, 20, 1, MEDIUM, 1, 0]), [5, 2, 4, 1, 3, 0]);
    assert_eq!(order(&[LARGE, usize::MAX, 4_096]), [2, 0, 1]);
}

#[tokio::test]
async fn a_free_turn_is_taken_at_once() {
    let turns = Turns::default();
    let [first, second] = held(&turns);
    let mut third = ask(&turns, SMALL);
    assert!(got(&mut third).is_none());
    drop((first, second));
    let _third = got(&mut third).unwrap();
    assert!(got(&mut ask(&turns, LARGE)).is_some());
}

#[tokio::test]
async fn a_large_change_that_has_waited_long_goes_before_small_ones() {
    pause();
    let turns = Turns::default();
    let [_other, mut turn] = held(&turns);
    let mut large = ask(&turns, LARGE);
    let mut waited = Duration::ZERO;
    // one small change after another, so that there is always one that waits
    let mut small = ask(&turns, SMALL);
    loop {
        advance(Duration::from_secs(1)).await;
        waited += Duration::from_secs(1);
        let next = ask(&turns, SMALL);
        drop(turn);
        if got(&mut large).is_some() {
            break;
        }
        turn = got(&mut small).unwrap();
        small = next;
    }
    assert_eq!(waited, PATIENCE);
}

#[tokio::test]
async fn a_load_gives_way_to_what_is_smaller_and_comes_back() {
    let turns = Turns::default();
    let [_other, load] = held(&turns);
    // nobody waits
    let load = got(&mut give_way(load)).unwrap();
    let mut same = ask(&turns, LARGE);
    let load = got(&mut give_way(load)).unwrap();
    let mut small = ask(&turns, SMALL);
    let mut load = give_way(load);
    assert!(got(&mut load).is_none());
    let small = got(&mut small).unwrap();
    assert!(got(&mut same).is_none());
    drop(small);
    // before one of its class, which has not begun
    assert!(got(&mut load).is_some());
    assert!(got(&mut same).is_some());
}

#[tokio::test]
async fn work_that_grows_into_a_larger_class_gives_way() {
    let turns = Turns::default();
    let [_other, first] = held(&turns);
    let mut asked = ask(&turns, SMALL);
    drop(first);
    let mut growing = got(&mut asked).unwrap();
    let mut small = ask(&turns, SMALL);
    growing = got(&mut give_way(growing)).unwrap();
    growing.grow(MEDIUM);
    let mut growing = give_way(growing);
    assert!(got(&mut growing).is_none());
    assert!(got(&mut small).is_some());
    assert!(got(&mut growing).is_some());
}

struct Somebody {
    size: usize,
    has_begun: bool,
    state: State,
}

enum State {
    Waits(Asking),
    Holds(Turn),
}

#[derive(Clone, Debug)]
enum Step {
    Ask(usize),
    /// Whoever it is goes away, whether it holds a turn, waits or was just given one.
    Leave(prop::sample::Index),
    GiveWay(prop::sample::Index),
    Pass(u64),
    /// Those that were given a turn notice it.
    Notice,
}

fn step() -> impl Strategy<Value = Step> {
    let size = prop_oneof![0..70_usize, 60..5_000_usize, Just(LARGE)];
    prop_oneof![
        4 => size.prop_map(Step::Ask),
        2 => any::<prop::sample::Index>().prop_map(Step::Leave),
        3 => any::<prop::sample::Index>().prop_map(Step::GiveWay),
        1 => (0..6_000_u64).prop_map(Step::Pass),
        3 => Just(Step::Notice),
    ]
}

#[derive(Default)]
struct Scene {
    turns: Turns,
    all: Vec<Somebody>,
}

impl Scene {
    fn notice(&mut self) {
        for one in &mut self.all {
            if let State::Waits(asking) = &mut one.state
                && let Some(turn) = got(asking)
            {
                one.has_begun = true;
                one.state = State::Holds(turn);
            }
        }
    }

    fn holding(&self) -> usize {
        let holds = |one: &&Somebody| matches!(one.state, State::Holds(_));
        self.all.iter().filter(holds).count()
    }

    fn step(&mut self, step: &Step) {
        match step {
            Step::Ask(size) => self.all.push(Somebody {
                size: *size,
                has_begun: false,
                state: State::Waits(ask(&self.turns, *size)),
            }),
            Step::Leave(which) if !self.all.is_empty() => {
                self.all.remove(which.index(self.all.len()));
            }
            Step::GiveWay(which) if !self.all.is_empty() => {
                let which = which.index(self.all.len());
                let one = self.all.remove(which);
                let state = match one.state {
                    State::Holds(turn) => State::Waits(give_way(turn)),
                    waits => waits,
                };
                self.all.push(Somebody { state, ..one });
            }
            _ => {}
        }
    }

    /// At most two work, nobody waits while a turn is free, and few races are in memory.
    fn check(&mut self) -> Result<(), TestCaseError> {
        self.notice();
        let (holding, all) = (self.holding(), self.all.len());
        prop_assert_eq!(holding, all.min(AT_ONCE));
        let mut begun: BTreeMap<u32, usize> = BTreeMap::new();
        for one in self.all.iter().filter(|one| one.has_begun) {
            if matches!(one.state, State::Waits(_)) {
                *begun.entry(Class::of(one.size).0).or_default() += 1;
            }
        }
        prop_assert!(!begun.contains_key(&0), "{:?}", begun);
        prop_assert!(begun.values().all(|count| *count <= BEGUN), "{:?}", begun);
        Ok(())
    }
}

proptest! {
    #[test]
    fn two_work_and_nobody_is_forgotten(steps in prop::collection::vec(step(), 1..120)) {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .start_paused(true)
            .build()
            .unwrap();
        runtime.block_on(async {
            let mut scene = Scene::default();
            for step in &steps {
                match step {
                    Step::Pass(ms) => advance(Duration::from_millis(*ms)).await,
                    Step::Notice => scene.check()?,
                    step => scene.step(step),
                }
            }
            // whoever is left gets a turn as soon as the others have ended their work
            while !scene.all.is_empty() {
                scene.check()?;
                scene.all.retain(|one| matches!(one.state, State::Waits(_)));
            }
            prop_assert_eq!(scene.turns.queue().taken, 0);
            Ok(())
        })?;
    }
}
