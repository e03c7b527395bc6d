//! The board: one line per runner of a distance, with the row that represents the runner (pages.md
//! A1 to A4, A12).

use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap},
};

use serde::{Deserialize, Serialize};

use crate::{
    heap,
    race::EventKind,
    row::{Passage, Person, ResultRow, is_dnf, is_dns},
};

/// A distance's runners.
#[derive(Clone, Debug, PartialEq)]
pub struct Board<'r> {
    /// Name of the distance.
    pub distance: String,
    /// One per bib: placed finishers first, then by place, clock time and bib.
    pub lines: Vec<Line<'r>>,
    /// By segment, the smallest clock time of any course read or finish row, in milliseconds (A12).
    pub passages: BTreeMap<&'r str, i64>,
}

/// One runner in a table of results: their rows that count, and their state.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<'r> {
    /// The row that represents the runner in tables (A3); made up for a backyard starter without a
    /// loop.
    pub row: Cow<'r, ResultRow>,
    /// The row that counts for awards and places (A3).
    pub result: Option<&'r ResultRow>,
    /// The row that counts where the distance rule applies to every event: teams, championship,
    /// youth, series (A3).
    pub by_clock: Option<&'r ResultRow>,
    /// The runner's state (A2).
    pub state: State,
}

/// The state of a runner (A2), numbered as on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum State {
    /// There are rows, but no finish row.
    Started = 1,
    /// A finish row.
    Finished = 2,
    /// Did not finish.
    Dnf = 3,
    /// Did not start.
    Dns = 4,
}

/// A runner's published result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublishedLine {
    /// The state. Only finishers have the other fields.
    pub state: State,
    /// Clock time in milliseconds.
    pub time: Option<i64>,
    /// Chip time in milliseconds.
    pub chip: Option<i64>,
    /// The occurrence of the row that counts: the laps of a timed race.
    pub occurrence: Option<i64>,
    /// Places overall, within the gender and within the age group; `None` where not placed.
    pub places: [Option<i64>; 3],
}

impl PublishedLine {
    /// The result of a runner with this state and the row that counts for places.
    #[must_use]
    pub fn of(state: State, counts: Option<&ResultRow>) -> Self {
        let Some(ResultRow { passage, .. }) = counts.filter(|_| state == State::Finished) else {
            return Self {
                state,
                time: None,
                chip: None,
                occurrence: None,
                places: [None; 3],
            };
        };
        let places = [passage.ranking, passage.gender_ranking, passage.age_ranking]
            .map(|place| Some(place).filter(|place| *place > 0));
        Self {
            state,
            time: Some(passage.clock_ms()),
            chip: Some(passage.chip_ms()),
            occurrence: Some(passage.occurrence),
            places,
        }
    }

    /// Whether it is a result at all: a runner on the course does not have one yet.
    #[must_use]
    pub fn is_result(&self) -> bool {
        self.state != State::Started
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RowKind {
    Dnf,
    Dns,
    Finish,
    StartRead,
    CourseRead,
}

/// The kind of a row, checked in the order of A2.
fn kind_of(row: &Passage) -> RowKind {
    if is_dnf(row.kind) {
        RowKind::Dnf
    } else if is_dns(row.kind) {
        RowKind::Dns
    } else if row.finish {
        RowKind::Finish
    } else if row.occurrence == 0 || is_start_segment(&row.segment) {
        RowKind::StartRead
    } else {
        RowKind::CourseRead
    }
}

/// "Start", or "Start" followed by a blank and digits.
fn is_start_segment(segment: &str) -> bool {
    let Some(rest) = segment.strip_prefix("Start") else {
        return false;
    };
    rest.is_empty()
        || rest
            .strip_prefix(' ')
            .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
}

fn clock(row: &ResultRow) -> (i64, i64) {
    (row.passage.seconds, row.passage.milliseconds)
}

/// The hour of a backyard row (A3).
fn hour(row: &ResultRow) -> i64 {
    row.passage.occurrence.div_euclid(2).saturating_add(1)
}

/// The row with the greatest key; the first one listed if several have it.
fn greatest<'r, K: Ord>(
    rows: impl Iterator<Item = &'r ResultRow>,
    key: impl Fn(&ResultRow) -> K,
) -> Option<&'r ResultRow> {
    rows.fold(None, |best: Option<&ResultRow>, row| match best {
        Some(best) if key(row) <= key(best) => Some(best),
        _ => Some(row),
    })
}

/// The rows of one runner, in the order of the answer.
struct Rows<'r>(Vec<&'r ResultRow>);

impl<'r> Rows<'r> {
    fn of_kind(&self, kind: RowKind) -> impl Iterator<Item = &'r ResultRow> {
        self.0
            .iter()
            .copied()
            .filter(move |row| kind_of(&row.passage) == kind)
    }

    fn first(&self, kind: RowKind) -> Option<&'r ResultRow> {
        self.of_kind(kind).next()
    }

    fn state(&self) -> State {
        let any = |kind| self.first(kind).is_some();
        if any(RowKind::Dnf) {
            State::Dnf
        } else if any(RowKind::Dns) {
            State::Dns
        } else if any(RowKind::Finish) {
            State::Finished
        } else {
            State::Started
        }
    }

    /// The finish row that counts (A3).
    fn finish(&self, event: EventKind) -> Option<&'r ResultRow> {
        let finishes = self.of_kind(RowKind::Finish);
        match event {
            EventKind::Distance => greatest(finishes, clock),
            EventKind::Time | EventKind::BackyardUltra => {
                greatest(finishes, |row| (row.passage.occurrence, clock(row)))
            }
        }
    }

    /// The rows that may represent the runner (A3).
    fn stand(&self, event: EventKind) -> Stand<'r> {
        let early = self
            .first(RowKind::Dnf)
            .or_else(|| self.first(RowKind::Dns));
        let course = || greatest(self.of_kind(RowKind::CourseRead), clock);
        match event {
            EventKind::Distance | EventKind::Time => {
                let start = || greatest(self.of_kind(RowKind::StartRead), clock);
                Stand {
                    settled: early
                        .or_else(|| self.finish(event))
                        .or_else(course)
                        .or_else(start),
                    ..Stand::default()
                }
            }
            EventKind::BackyardUltra => {
                let settled = early.or_else(|| self.finish(event));
                let start = || {
                    greatest(self.of_kind(RowKind::StartRead), |row| {
                        (row.passage.occurrence, clock(row))
                    })
                };
                let running = greatest(self.of_kind(RowKind::StartRead), |row| {
                    row.passage.occurrence
                })
                .filter(|_| early.is_none());
                let (open, first) = if settled.is_some() {
                    (None, None)
                } else {
                    (course().or_else(start), self.0.first().copied())
                };
                Stand {
                    running,
                    settled,
                    open,
                    first,
                }
            }
        }
    }
}

/// The candidates for the row that represents a runner. In a backyard the hour decides which one
/// does.
#[derive(Default)]
struct Stand<'r> {
    running: Option<&'r ResultRow>,
    settled: Option<&'r ResultRow>,
    open: Option<&'r ResultRow>,
    first: Option<&'r ResultRow>,
}

/// One runner, that is a bib within a distance: all that a board needs to know of their rows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BoardRunner {
    /// The bib without surrounding blanks.
    pub bib: String,
    state: State,
    /// Backyard: the latest start, which represents the runner until its hour has ended.
    running: Option<Box<ResultRow>>,
    /// Represents the runner otherwise.
    settled: Option<ResultRow>,
    /// Backyard, nothing settled: represents the runner during the first hour …
    open: Option<Box<ResultRow>>,
    /// … and after it a DNF made up from this row does.
    first: Option<Box<ResultRow>>,
    result: Counted,
    by_clock: Counted,
}

/// A row that counts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Counted {
    Nothing,
    /// The settled one.
    Settled,
    Other(Box<ResultRow>),
}

impl Counted {
    fn of(row: Option<&ResultRow>, settled: Option<&ResultRow>) -> Self {
        match row {
            None => Self::Nothing,
            Some(row) if settled == Some(row) => Self::Settled,
            Some(row) => Self::Other(Box::new(row.clone())),
        }
    }

    fn row<'r>(&'r self, settled: Option<&'r ResultRow>) -> Option<&'r ResultRow> {
        match self {
            Self::Nothing => None,
            Self::Settled => settled,
            Self::Other(row) => Some(row),
        }
    }
}

/// The common parts of most rows of a runner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Steady<'r> {
    person: &'r Person,
    /// How much later than the gun the chip's clock began, in milliseconds.
    start_ms: i64,
}

/// Clock time minus chip time, in milliseconds; `None` unless a reader can derive the chip time
/// from it exactly. That needs fewer than a thousand chip milliseconds, and numbers that a double
/// holds exactly.
fn start_ms(row: &Passage) -> Option<i64> {
    const LARGEST: u64 = 1 << 40;
    let times = [
        row.seconds,
        row.milliseconds,
        row.chip_seconds,
        row.chip_milliseconds,
    ];
    let exact = times.iter().all(|time| time.unsigned_abs() < LARGEST)
        && (0..1000).contains(&row.chip_milliseconds);
    exact.then(|| {
        row.seconds * 1000 + row.milliseconds - row.chip_seconds * 1000 - row.chip_milliseconds
    })
}

impl BoardRunner {
    fn of(event: EventKind, bib: &str, rows: &Rows) -> Self {
        let Stand {
            running,
            settled,
            open,
            first,
        } = rows.stand(event);
        let state = rows.state();
        let finish = |rule| {
            if state == State::Finished {
                rows.finish(rule)
            } else {
                None
            }
        };
        Self {
            bib: bib.to_owned(),
            state,
            result: Counted::of(finish(event), settled),
            by_clock: Counted::of(finish(EventKind::Distance), settled),
            running: running.cloned().map(Box::new),
            settled: settled.cloned(),
            open: open.cloned().map(Box::new),
            first: first.cloned().map(Box::new),
        }
    }

    /// Values that stay as the runner moves on. `None` where several rows may represent the runner,
    /// as in a backyard, or where the chip time does not follow from clock time and start.
    #[must_use]
    pub fn steady(&self) -> Option<Steady<'_>> {
        let Self {
            running: None,
            settled: Some(row),
            open: None,
            first: None,
            ..
        } = self
        else {
            return None;
        };
        Some(Steady {
            person: &row.person,
            start_ms: start_ms(&row.passage)?,
        })
    }

    /// About how many bytes of the heap it takes.
    pub(crate) fn heap(&self) -> usize {
        let boxed = [&self.running, &self.open, &self.first]
            .into_iter()
            .flatten();
        let counted = [&self.result, &self.by_clock].into_iter();
        let boxed = boxed.chain(counted.filter_map(|counted| match counted {
            Counted::Other(row) => Some(row),
            Counted::Nothing | Counted::Settled => None,
        }));
        let boxed = boxed.map(|row| heap::block(size_of::<ResultRow>()) + row.heap());
        let settled = self.settled.as_ref().map_or(0, ResultRow::heap);
        heap::text(&self.bib) + settled + boxed.sum::<usize>()
    }

    /// The row that counts for places, of a finisher.
    #[must_use]
    pub fn result(&self) -> Option<&ResultRow> {
        self.result.row(self.settled.as_ref())
    }

    /// Gives the runner other places. In a backyard they also stand on the start of the current
    /// hour.
    pub fn place(&mut self, put: impl Fn(&mut Passage)) {
        let counts = match &mut self.result {
            Counted::Nothing => return,
            Counted::Settled => self.settled.as_mut(),
            Counted::Other(row) => Some(&mut **row),
        };
        for row in counts.into_iter().chain(self.running.as_deref_mut()) {
            put(&mut row.passage);
        }
    }

    /// The published result. It does not depend on the hour of a backyard.
    #[must_use]
    pub fn told(&self) -> PublishedLine {
        PublishedLine::of(self.state, self.result())
    }

    /// The runner's line. `last_hour` is the last hour of the whole distance, for backyards.
    #[must_use]
    pub fn line(&self, last_hour: i64) -> Option<Line<'_>> {
        let running = self.running.as_deref().filter(|row| hour(row) > last_hour);
        let row = match running.or(self.settled.as_ref()) {
            Some(row) => Cow::Borrowed(row),
            None if last_hour >= 2 => Cow::Owned(made_up_dnf(self.first.as_deref()?)),
            None => Cow::Borrowed(self.open.as_deref()?),
        };
        // a made-up DNF row makes the runner a DNF on every page
        let made_up = matches!(row, Cow::Owned(_));
        let settled = self.settled.as_ref();
        Some(Line {
            row,
            result: if made_up {
                None
            } else {
                self.result.row(settled)
            },
            by_clock: if made_up {
                None
            } else {
                self.by_clock.row(settled)
            },
            state: if made_up { State::Dnf } else { self.state },
        })
    }
}

/// The row of a backyard starter without a loop once others have run two hours (A3, 5): no times,
/// no places, no segment.
fn made_up_dnf(first_listed: &ResultRow) -> ResultRow {
    let copied = first_listed.clone();
    let passage = Passage {
        seconds: 0,
        milliseconds: 0,
        chip_seconds: 0,
        chip_milliseconds: 0,
        segment: String::new(),
        occurrence: 1,
        ranking: -1,
        age_ranking: -1,
        gender_ranking: -1,
        division_ranking: -1,
        kind: 30,
        ..copied.passage
    };
    ResultRow { passage, ..copied }
}

/// The runners of a distance, or some of its bibs, and what their rows say about the distance as a
/// whole.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Field {
    /// One per bib, in the order of their first rows. Rows without a bib belong to nobody.
    pub runners: Vec<BoardRunner>,
    /// By segment, the smallest clock time of any course read or finish row, in milliseconds (A12).
    pub passages: BTreeMap<String, i64>,
    /// The last hour with a finish row (backyard); 0 if there is none.
    pub last_hour: i64,
}

impl Field {
    /// The field of rows of one distance, in the order of the answer. All rows of a bib must be
    /// among them.
    #[must_use]
    pub fn of(event: EventKind, rows: &[&ResultRow]) -> Self {
        let mut places: HashMap<&str, usize> = HashMap::new();
        let mut runners: Vec<(&str, Rows)> = Vec::new();
        let mut field = Self::default();
        for row in rows.iter().copied() {
            let bib = row.person.bib.trim();
            if bib.is_empty() {
                continue;
            }
            let place = *places.entry(bib).or_insert(runners.len());
            match runners.get_mut(place) {
                Some((_, rows)) => rows.0.push(row),
                None => runners.push((bib, Rows(vec![row]))),
            }
            field.note(row);
        }
        field.runners = runners
            .iter()
            .map(|(bib, rows)| BoardRunner::of(event, bib, rows))
            .collect();
        field
    }

    fn note(&mut self, row: &ResultRow) {
        let kind = kind_of(&row.passage);
        if kind == RowKind::Finish {
            self.last_hour = self.last_hour.max(hour(row));
        }
        if matches!(kind, RowKind::Finish | RowKind::CourseRead) {
            let ms = row.passage.clock_ms();
            let first = self
                .passages
                .entry(row.passage.segment.clone())
                .or_insert(ms);
            *first = ms.min(*first);
        }
    }

    /// The board, if the field is the whole distance.
    #[must_use]
    pub fn board(&self, event: EventKind, distance: &str) -> Board<'_> {
        let mut lines: Vec<Line> = self
            .runners
            .iter()
            .filter_map(|runner| runner.line(self.last_hour))
            .collect();
        sort(event, &mut lines, |line| line);
        let passages = self
            .passages
            .iter()
            .map(|(segment, ms)| (segment.as_str(), *ms))
            .collect();
        Board {
            distance: distance.to_owned(),
            lines,
            passages,
        }
    }
}

/// Puts lines in the order of the board: placed finishers first, then by place, clock time and bib.
pub fn sort<'l, T>(event: EventKind, items: &mut [T], line: impl Fn(&T) -> &Line<'l>) {
    let place = |item: &T| {
        let passage = &line(item).row.passage;
        (
            !is_placed(event, passage),
            passage.ranking,
            passage.seconds,
            passage.milliseconds,
        )
    };
    items.sort_by_cached_key(place);
    // only few lines share a place and a time: the sort key of a bib allocates a text, which thirty
    // thousand lines should not need
    for same in items
        .chunk_by_mut(|a, b| place(a) == place(b))
        .filter(|same| same.len() > 1)
    {
        same.sort_by_cached_key(|item| bib_order(line(item).row.person.bib.trim()));
    }
}

fn is_placed(event: EventKind, row: &Passage) -> bool {
    let counts = match kind_of(row) {
        RowKind::Finish => true,
        RowKind::Dnf | RowKind::Dns => false,
        RowKind::StartRead | RowKind::CourseRead => event == EventKind::BackyardUltra,
    };
    counts && row.ranking >= 1 && row.occurrence >= 1
}

/// The sort key of bibs (A4): digits by value, then the shorter text; all others after them, by
/// upper-cased text.
pub(crate) fn bib_order(bib: &str) -> (bool, usize, String, usize) {
    if !bib.is_empty() && bib.bytes().all(|b| b.is_ascii_digit()) {
        let value = bib.trim_start_matches('0');
        return (false, value.len(), value.to_owned(), bib.len());
    }
    (true, 0, bib.to_uppercase(), 0)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn row(bib: &str, segment: &str, occurrence: i64, seconds: i64, finish: bool) -> ResultRow {
        let mut row = ResultRow::default();
        row.person.bib = bib.to_owned();
        row.passage = Passage {
            segment: segment.to_owned(),
            occurrence,
            seconds,
            finish,
            ranking: 1,
            ..Passage::default()
        };
        row
    }

    fn kind(mut row: ResultRow, kind: i64) -> ResultRow {
        row.passage.kind = kind;
        row
    }

    /// Each line's bib, and the segment, occurrence and type of its row.
    fn table(event: EventKind, rows: &[ResultRow]) -> Vec<(String, String, i64, i64)> {
        let rows: Vec<&ResultRow> = rows.iter().collect();
        let field = Field::of(event, &rows);
        let board = field.board(event, "");
        board
            .lines
            .iter()
            .map(|line| {
                (
                    line.row.person.bib.clone(),
                    line.row.passage.segment.clone(),
                    line.row.passage.occurrence,
                    line.row.passage.kind,
                )
            })
            .collect()
    }

    #[rstest]
    #[case::finish_before_course(vec![row("7", "Start", 0, 5, false), row("7", "Mile 3", 1, 1500, false), row("7", "Finish", 1, 4000, true)], ("Finish", 1, 0))]
    #[case::largest_clock(vec![row("7", "Finish", 2, 3000, true), row("7", "Finish", 1, 4000, true)], ("Finish", 1, 0))]
    #[case::dnf_wins(vec![row("7", "Finish", 1, 4000, true), kind(row("7", "x", 5, 0, true), 3), kind(row("7", "y", 1, 0, false), 31)], ("x", 5, 3))]
    #[case::dns_wins(vec![row("7", "Finish", 1, 4000, true), kind(row("7", "y", 1, 0, false), 31)], ("y", 1, 31))]
    #[case::furthest_course_read(vec![row("7", "Mile 6", 1, 3000, false), row("7", "Mile 3", 1, 1500, false)], ("Mile 6", 1, 0))]
    #[case::start_by_name(vec![row("7", "Start 3", 4, 9000, false), row("7", "Mile 3", 1, 1500, false)], ("Mile 3", 1, 0))]
    #[case::startling_is_no_start(vec![row("7", "Startling", 1, 9000, false), row("7", "Mile 3", 1, 1500, false)], ("Startling", 1, 0))]
    fn distance_rows(
        #[case] rows: Vec<ResultRow>,
        #[case] (segment, occurrence, kind): (&str, i64, i64),
    ) {
        assert_eq!(
            table(EventKind::Distance, &rows),
            [("7".to_owned(), segment.to_owned(), occurrence, kind)]
        );
    }

    #[test]
    fn a_time_event_counts_laps() {
        let rows = [
            row("7", "Finish", 2, 3000, true),
            row("7", "Finish", 3, 4000, true),
            row("7", "Finish", 1, 9000, true),
        ];
        assert_eq!(
            table(EventKind::Time, &rows),
            [("7".to_owned(), "Finish".to_owned(), 3, 0)]
        );
    }

    #[test]
    fn where_the_distance_rule_holds_the_clock_counts() {
        let rows = [
            row("7", "Lap 3", 3, 4000, true),
            row("7", "Lap 1", 1, 9000, true),
        ];
        let rows: Vec<&ResultRow> = rows.iter().collect();
        for (event, laps) in [
            (EventKind::Distance, 1),
            (EventKind::Time, 3),
            (EventKind::BackyardUltra, 3),
        ] {
            let field = Field::of(event, &rows);
            let board = field.board(event, "");
            let occurrence = |row: Option<&ResultRow>| row.unwrap().passage.occurrence;
            assert_eq!(
                (
                    occurrence(board.lines[0].result),
                    occurrence(board.lines[0].by_clock)
                ),
                (laps, 1),
                "{event:?}"
            );
        }
    }

    #[rstest]
    #[case::dnf(30, State::Dnf)]
    #[case::dns(31, State::Dns)]
    fn a_runner_who_is_out_has_no_result(#[case] out: i64, #[case] state: State) {
        let rows = [
            row("7", "Finish", 1, 4000, true),
            kind(row("7", "Finish", 2, 0, true), out),
        ];
        let rows: Vec<&ResultRow> = rows.iter().collect();
        let field = Field::of(EventKind::Distance, &rows);
        let line = &field.board(EventKind::Distance, "").lines[0];
        assert_eq!(
            (line.state, line.result, line.by_clock),
            (state, None, None)
        );
    }

    #[test]
    fn a_made_up_dnf_keeps_the_person_but_no_time_and_no_place() {
        let mut starter = row("3", "Start", 0, 2, false);
        starter.person.first = "Ana".to_owned();
        (
            starter.passage.division_ranking,
            starter.passage.milliseconds,
        ) = (4, 5);
        let finisher = row("1", "Finish", 3, 7000, true);
        let field = Field::of(EventKind::BackyardUltra, &[&starter, &finisher]);
        let board = field.board(EventKind::BackyardUltra, "");
        let line = &board.lines[1];
        assert_eq!(
            (line.state, line.row.person.first.as_str(), line.result),
            (State::Dnf, "Ana", None)
        );
        let wanted = Passage {
            occurrence: 1,
            kind: 30,
            ranking: -1,
            age_ranking: -1,
            gender_ranking: -1,
            division_ranking: -1,
            ..Passage::default()
        };
        assert_eq!(line.row.passage, wanted);
    }

    #[test]
    fn of_equal_rows_the_first_listed_stands() {
        let (mut first, mut second) = (
            row("7", "Finish", 1, 4000, true),
            row("7", "Finish", 1, 4000, true),
        );
        (first.passage.location, second.passage.location) = ("A".to_owned(), "B".to_owned());
        for event in [
            EventKind::Distance,
            EventKind::Time,
            EventKind::BackyardUltra,
        ] {
            let first_of = |rows: [&ResultRow; 2]| {
                Field::of(event, &rows).board(event, "").lines[0]
                    .row
                    .passage
                    .location
                    .clone()
            };
            assert_eq!(first_of([&first, &second]), "A");
            assert_eq!(first_of([&second, &first]), "B");
        }
    }

    #[test]
    fn placed_finishers_stand_first() {
        let placed = |bib: &str, ranking, seconds| {
            let mut row = row(bib, "Finish", 1, seconds, true);
            row.passage.ranking = ranking;
            row
        };
        let rows = [
            placed("4", -1, 50),
            placed("3", 2, 200),
            row("9", "Mile 3", 1, 10, false),
            placed("2", 2, 100),
            placed("1", 1, 300),
        ];
        let bibs: Vec<String> = table(EventKind::Distance, &rows)
            .into_iter()
            .map(|line| line.0)
            .collect();
        assert_eq!(bibs, ["1", "2", "3", "4", "9"]);
    }

    #[test]
    fn a_backyard_shows_starts_of_the_current_hour_and_makes_up_dnf() {
        let rows = [
            row("1", "Start", 0, 0, false),
            row("1", "Finish", 3, 7000, true),
            row("1", "Start", 4, 7200, false),
            row("2", "Finish", 3, 7100, true),
            row("3", "Start", 0, 2, false),
        ];
        let mut seen = table(EventKind::BackyardUltra, &rows);
        seen.sort();
        let wanted = [
            ("1", "Start", 4, 0),
            ("2", "Finish", 3, 0),
            ("3", "", 1, 30),
        ];
        assert_eq!(
            seen,
            wanted.map(|(bib, segment, occurrence, kind)| (
                bib.to_owned(),
                segment.to_owned(),
                occurrence,
                kind
            ))
        );
        let hour_1 = [
            row("3", "Start", 0, 2, false),
            row("1", "Finish", 1, 3000, true),
        ];
        assert!(
            table(EventKind::BackyardUltra, &hour_1)
                .iter()
                .all(|line| line.3 == 0),
            "nobody is out during hour 1"
        );
    }

    #[test]
    fn bibs_are_trimmed_and_blank_ones_left_out() {
        let rows = [
            row(" 7 ", "Mile 3", 1, 1, false),
            row("7", "Finish", 1, 2, true),
            row("  ", "Finish", 1, 2, true),
        ];
        assert_eq!(table(EventKind::Distance, &rows).len(), 1);
    }

    #[test]
    fn bibs_in_order() {
        let mut bibs = vec!["A2", "10", "9", "009", "b1", "A10", "0"];
        bibs.sort_by_key(|bib| bib_order(bib));
        assert_eq!(bibs, ["0", "9", "009", "10", "A10", "A2", "b1"]);
    }

    #[test]
    fn passages_are_the_first_of_all_rows() {
        let (a, b, c) = (
            row("7", "Mile 3", 1, 1500, false),
            row("8", "Mile 3", 1, 1400, false),
            row("8", "Start", 0, 1, false),
        );
        let field = Field::of(EventKind::Distance, &[&a, &b, &c]);
        let board = field.board(EventKind::Distance, "");
        assert_eq!(board.passages, BTreeMap::from([("Mile 3", 1_400_000)]));
    }
}
