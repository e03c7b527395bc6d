//! The model test: random sequences of uploads, corrections, repeats, late requests, edits at
//! check-in, deletes and publications, while somebody sets the clock, with crashes between any two calls to the store, against a
//! model of the contract in memory. Afterwards readers must see what the model says, and the
//! published files must be byte for byte what the tables yield.
//!
//!     cargo test -p chute-api --test model -- --nocapture
//!     CHUTE_MODEL_SEQUENCES=5000                             number of sequences; 100 by default
//!     CHUTE_MODEL_SEED=7                                     other sequences
//!
//! All of it runs in this process, on tables and buckets of its own (`Store` → edge → `Backend`);
//! the publisher is fed from the tables' streams. Sequences run in parallel, each on its own event,
//! in two parts, between which the clean-up of storage runs for all of them. It also runs within a
//! sequence, held up at any of its calls while uploads and deletes go on, and while a year is
//! re-created. A failing sequence is shrunk and printed.

#![expect(
    clippy::indexing_slicing,
    clippy::expect_used,
    clippy::panic,
    reason = "a test"
)]

mod checkin;
mod clean;
mod contract;
mod correcting;
mod feed;
mod lane;
mod losses;
mod names;
mod play;
mod privacy;
mod returning;
mod steps;

use std::{env, sync::Arc, time::Instant};

use chute_domain::{account::Realm, key::KeyKind, race::Slug};
use chute_edge::Backend;
use chute_publisher::Publications;
use chute_store::Store;
use chute_testkit::{clock::now_ms, stored};
use futures::future::join_all;
use proptest::{
    strategy::{Strategy, ValueTree},
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};
use tracing::Level;
use tracing_subscriber::{
    Layer, filter::Targets, fmt, layer::SubscriberExt, util::SubscriberInitExt,
};

use crate::{
    feed::Feed,
    lane::Lane,
    play::{Game, Totals},
    steps::{Sequence, sequence},
};

/// The number of sequences that run in parallel: enough that pauses cost no time, and few enough
/// that on a busy machine no request has to wait until it is stopped.
const LANES: usize = 20;
/// The maximum number of items in a piece of the publisher's memory, by lane: in every second lane
/// races have many pieces.
const PIECES: [usize; 2] = [128, 3];
/// How far stamps are ahead of the clock at the beginning of a round, in milliseconds: longer than
/// it takes on a machine that is busy with something else.
const AHEAD_MS: u64 = 3_600_000;
/// How many smaller versions of a failing sequence are tried.
const SHRINKS: usize = 60;

fn number(variable: &str, default: usize) -> usize {
    env::var(variable).ok().map_or(default, |text| {
        text.parse()
            .unwrap_or_else(|_| panic!("{variable} must be a number, not {text:?}"))
    })
}

/// Sequences play in rounds, one in each lane.
struct Rounds {
    lanes: Vec<Lane>,
    store: Store,
    totals: Totals,
    made: usize,
}

impl Rounds {
    async fn new(lanes: usize) -> Self {
        let backend = Arc::new(Backend::open());
        let store = backend.store(Realm::Account).await;
        let key = "model-key";
        stored::add_key(&store, &stored::key(key, "model", KeyKind::Delete)).await;
        let feed = Arc::new(Feed::new(backend.clone()));
        let lanes = join_all(
            (0..lanes).map(|at| Lane::new(&backend, feed.clone(), key, PIECES[at % PIECES.len()])),
        )
        .await;
        Self {
            lanes,
            store,
            totals: Totals::default(),
            made: 0,
        }
    }

    /// Plays one sequence per lane. Returns what went wrong, by lane.
    async fn round(&mut self, sequences: &[Sequence]) -> Vec<(usize, String)> {
        // stamps are ahead of the clock, so that no request is stopped after eight seconds on a
        // slow machine
        let base = now_ms() + AHEAD_MS;
        let (made, totals) = (self.made, &self.totals);
        self.made += sequences.len();
        let slugs: Vec<String> = (0..sequences.len())
            .map(|at| format!("m{}", made + at))
            .collect();
        let first =
            self.lanes
                .iter_mut()
                .zip(sequences)
                .enumerate()
                .map(async |(at, (lane, sequence))| {
                    lane.broke_off = false;
                    lane.slugs.clone_from(&slugs);
                    let mut game =
                        Game::new(lane, &slugs[at], sequence.restricted, base, totals).await?;
                    for step in &sequence.before {
                        Box::pin(game.play(lane, step)).await?;
                    }
                    game.compare(lane).await?;
                    game.next_part();
                    Ok::<_, String>(game)
                });
        let games = join_all(first).await;
        // the second run, hours after the first, clears what depended on what the first one cleared
        let mut failed = vec![0; slugs.len()];
        for later in [0, clean::SETTLED_MS + 1] {
            let run = clean::up_to(base + AHEAD_MS + later);
            let state = Publications::of(&self.store);
            let runs =
                join_all(slugs.iter().map(async |slug| {
                    self.store.clear_event(&Slug::new(slug), &run, &state).await
                }))
                .await;
            failed
                .iter_mut()
                .zip(runs)
                .for_each(|(failed, cleared)| *failed += cleared.expect("a clean-up").failed);
        }
        let second = games
            .into_iter()
            .zip(&mut self.lanes)
            .zip(sequences)
            .zip(failed)
            .map(async |(((game, lane), sequence), failed)| {
                let mut game = game?;
                if failed > 0 {
                    return Err(format!("{failed} clean-ups failed that nothing hindered"));
                }
                // the clean-up changes nothing that readers see
                game.compare(lane)
                    .await
                    .map_err(|wrong| format!("after the clean-up: {wrong}"))?;
                for step in &sequence.after {
                    Box::pin(game.play(lane, step))
                        .await
                        .map_err(|wrong| format!("in the second part: {wrong}"))?;
                }
                game.compare(lane)
                    .await
                    .map_err(|wrong| format!("after the second part: {wrong}"))?;
                game.compare_names(lane).await?;
                game.prune(lane).await?;
                game.compare(lane)
                    .await
                    .map_err(|wrong| format!("after pruning: {wrong}"))?;
                Ok(game)
            });
        let done: Vec<Result<Game<'_>, String>> = join_all(second).await;
        let (mut games, mut failed) = (Vec::new(), Vec::new());
        for (at, done) in done.into_iter().enumerate() {
            match done {
                Ok(game) => games.push(game),
                Err(wrong) => failed.push((at, wrong)),
            }
        }
        if failed.is_empty()
            && let Err(wrong) = names::compare_all(&self.store, &games).await
        {
            failed.push((0, wrong));
        }
        failed
    }

    /// Finds the smallest failing sequence it can, and returns it with its failure.
    async fn shrink(
        &mut self,
        mut tree: impl ValueTree<Value = Sequence>,
        mut wrong: String,
    ) -> (Sequence, String) {
        let mut smallest = tree.current();
        let mut going = tree.simplify();
        for _ in 0..SHRINKS {
            if !going {
                break;
            }
            let candidate = tree.current();
            going = match self.round(std::slice::from_ref(&candidate)).await.pop() {
                Some((_, fails)) => {
                    (smallest, wrong) = (candidate, fails);
                    tree.simplify()
                }
                None => tree.complicate(),
            };
        }
        (smallest, wrong)
    }
}

/// Stack size in bytes: in a debug build the futures of all lanes need more than a test's thread
/// has.
const STACK: usize = 16 << 20;

#[test]
fn readers_see_what_the_contract_says() {
    let play = || {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .expect("a runtime");
        runtime.block_on(play());
    };
    std::thread::Builder::new()
        .stack_size(STACK)
        .spawn(play)
        .expect("a thread")
        .join()
        .expect("the model holds");
}

async fn play() {
    // logs why a clean-up failed that should not have; those that are made to fail are logged, too
    let of_cleanup = Targets::new().with_target("chute_store::cleanup", Level::ERROR);
    tracing_subscriber::registry()
        .with(fmt::layer().with_test_writer().with_filter(of_cleanup))
        .init();
    let (count, seed) = (
        number("CHUTE_MODEL_SEQUENCES", 100),
        number("CHUTE_MODEL_SEED", 1),
    );
    let began = Instant::now();
    // each with pieces of both sizes
    let known: Vec<Sequence> = steps::failed_once()
        .into_iter()
        .flat_map(|sequence| [sequence.clone(), sequence])
        .collect();
    let mut rounds = Rounds::new(LANES.min(count).max(known.len())).await;
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&(seed as u64).to_be_bytes());
    let mut runner = TestRunner::new_with_rng(
        Config::default(),
        TestRng::from_seed(RngAlgorithm::ChaCha, &bytes),
    );
    let mut left = count;
    let mut failed = rounds
        .round(&known)
        .await
        .into_iter()
        .next()
        .map(|(at, wrong)| (known[at].clone(), wrong));
    while left > 0 && failed.is_none() {
        let mut trees: Vec<_> = (0..LANES.min(left))
            .map(|_| sequence().new_tree(&mut runner).expect("a sequence"))
            .collect();
        left -= trees.len();
        let sequences: Vec<Sequence> = trees.iter().map(ValueTree::current).collect();
        let wrong = rounds.round(&sequences).await;
        for (_, wrong) in &wrong {
            eprintln!("{wrong}");
        }
        if let Some((at, message)) = wrong.into_iter().next() {
            rounds.lanes.swap(0, at);
            failed = Some(rounds.shrink(trees.swap_remove(at), message).await);
        }
        eprintln!(
            "{} of {count} sequences, {:.0} s",
            count - left,
            began.elapsed().as_secs_f32()
        );
    }
    eprintln!(
        "seed {seed}: {:?} in {:.0} s",
        rounds.totals,
        began.elapsed().as_secs_f32()
    );
    if let Some((sequence, wrong)) = failed {
        panic!("{wrong}\n{sequence:#?}");
    }
}
