//! Places made from the rows (pages A13), in distances where a time, a status or a distance was
//! corrected by hand. Summaries are stored with the uploaded places, so that the order of people
//! with the same time never depends on what was published before.

use std::collections::BTreeMap;

use super::{Index, Piece, Settled, Shown, Tracked, View};
use crate::{
    board::PublishedLine,
    revisions::LineKey,
    row::{Passage, ResultRow},
    sheet::{self, Places},
};

/// Result types that are never placed (contract 6.8).
const UNRANKED: [i64; 2] = [2, 12];

/// Places that were made from the rows, by line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ranking(BTreeMap<LineKey, Places>);

impl Ranking {
    fn of(&self, key: &LineKey, tracked: &Tracked) -> Option<Places> {
        self.0.get(key).copied().or_else(|| tracked.places())
    }
}

impl Index {
    /// Puts the uploaded places back, and returns those that stood instead.
    pub fn lift_ranking(&mut self, before: View<'_>) -> Ranking {
        // hardly any race has some, and no publication should walk over all runners for it
        if self.ranked > 0 {
            self.all_runners_mut().for_each(Tracked::unrank);
            self.ranked = 0;
        }
        self.ranking(before)
    }

    /// Gives everybody the places that are made from the rows, where any are. `before` are those of
    /// the version before; adds to `settled` what is otherwise since then.
    pub fn rank(&mut self, view: View<'_>, before: &Ranking, version: u64, settled: &mut Settled) {
        let now = self.ranking(view);
        for (key, told) in &mut settled.touched.before {
            if let Some(places) = before.0.get(key) {
                told.places = shown(*places);
            }
        }
        if now.0.is_empty() && before.0.is_empty() {
            return;
        }
        for (start, leaf) in &mut self.leaves {
            let range = leaf.range(*start);
            for (distance, part) in &mut leaf.summary.parts {
                for tracked in &mut part.runners {
                    let key = LineKey {
                        distance: distance.clone(),
                        bib: tracked.runner.bib.clone(),
                    };
                    let (was, is) = (before.of(&key, tracked), now.of(&key, tracked));
                    if was != is {
                        (tracked.line_since, tracked.rows_since) = (version, version);
                        if tracked.runner.steady().is_none() {
                            tracked.steady_since = version;
                        }
                        settled.leaves.insert(*start);
                        if settled.shown.last() != Some(&range) {
                            settled.shown.push(range);
                        }
                        if !settled.touched.came.contains(&key) {
                            let told = PublishedLine {
                                places: was.map(shown).unwrap_or_default(),
                                ..tracked.runner.told()
                            };
                            settled.touched.before.entry(key.clone()).or_insert(told);
                        }
                    }
                    if let Some(places) = now.0.get(&key) {
                        tracked.rank(*places);
                        self.ranked += tracked.heap_of_uploaded();
                    }
                }
            }
        }
    }

    /// The public part of a leaf's piece.
    #[must_use]
    pub fn shown(&self, start: u32, piece: &Piece, view: View<'_>) -> Shown {
        let mut shown = piece.shown(view, self.range(start), &self.privacy);
        self.place(&mut shown.rows, view);
        shown
    }

    /// Its rows with everything that the organiser knows of people, in no particular order.
    pub(crate) fn corrected(&self, start: u32, piece: &Piece, view: View<'_>) -> Vec<ResultRow> {
        let (mut rows, ..) = piece.corrected(view, self.range(start));
        self.place(&mut rows, view);
        rows
    }

    fn place(&self, rows: &mut [ResultRow], view: View<'_>) {
        let ranked = view.ranked_anew();
        if ranked.is_empty() {
            return;
        }
        for row in rows {
            if !ranked.contains(row.person.distance.as_str()) {
                continue;
            }
            let tracked = self.runner(&LineKey {
                distance: row.person.distance.clone(),
                bib: row.person.bib.trim().to_owned(),
            });
            if let Some(places) = tracked.and_then(|tracked| tracked.places_of(view.kind, row)) {
                places.put(&mut row.passage);
            }
        }
    }

    fn ranking(&self, view: View<'_>) -> Ranking {
        let by_chip = view.by_chip();
        let movers = view.movers();
        let mut all = BTreeMap::new();
        for distance in view.ranked_anew() {
            let runners: Vec<&Tracked> = self
                .leaves
                .values()
                .filter_map(|leaf| leaf.summary.parts.get(distance))
                .flat_map(|part| &part.runners)
                .collect();
            let finishers: Vec<(&Tracked, &ResultRow)> = runners
                .iter()
                .filter_map(|tracked| Some((*tracked, tracked.runner.result()?)))
                .collect();
            let (placed, others): (Vec<_>, Vec<_>) = finishers
                .into_iter()
                .partition(|(_, row)| takes_part(&row.passage));
            let taking_part: Vec<sheet::RankedPerson<'_>> = placed
                .iter()
                .map(|(tracked, row)| sheet::RankedPerson {
                    keeps_tie: !movers.contains(tracked.runner.bib.as_str()),
                    laps: sheet::laps_of(&row.passage, view.kind),
                    ms: sheet::ranking_ms(&row.passage, by_chip),
                    place: Some(row.passage.ranking)
                        .filter(|place| *place >= 1)
                        .unwrap_or(i64::MAX),
                    of_file: false,
                    person: &row.person,
                })
                .collect();
            let (places, _) = sheet::places(&taking_part);
            let key = |tracked: &Tracked| LineKey {
                distance: distance.to_owned(),
                bib: tracked.runner.bib.clone(),
            };
            let placed = placed.iter().zip(places);
            all.extend(placed.map(|((tracked, _), places)| (key(tracked), places)));
            all.extend(
                others
                    .iter()
                    .map(|(tracked, _)| (key(tracked), Places::NONE)),
            );
        }
        Ranking(all)
    }
}

fn takes_part(passage: &Passage) -> bool {
    passage.occurrence >= 1 && !UNRANKED.contains(&passage.kind)
}

/// The places of a line as they are told.
fn shown(places: Places) -> [Option<i64>; 3] {
    [places.overall, places.gender, places.age].map(|place| Some(place).filter(|place| *place > 0))
}
