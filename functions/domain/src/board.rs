//! The board: one line per runner of a distance, with the row that stands for the runner (pages.md A1 to A4, A12).

use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap},
};

use crate::{
    race::EventKind,
    row::{Passage, ResultRow, is_dnf, is_dns},
};

/// A distance's runners.
#[derive(Clone, Debug, PartialEq)]
pub struct Board<'r> {
    /// Name of the distance.
    pub distance: String,
    /// One per bib: placed finishers first, then by place, clock time and bib.
    pub lines: Vec<Line<'r>>,
    /// Per segment the smallest clock time in milliseconds of any course read or finish row (A12).
    pub passages: BTreeMap<&'r str, i64>,
}

/// One runner.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<'r> {
    /// The row that stands for the runner in tables (A3); made up for a backyard starter without a loop.
    pub row: Cow<'r, ResultRow>,
    /// The row that counts for awards and places (A3).
    pub result: Option<&'r ResultRow>,
    /// The row that counts where the distance rule holds in every event: teams, championship, youth, series (A3).
    pub by_clock: Option<&'r ResultRow>,
    /// The state (A2).
    pub state: State,
}

/// The state of a runner (A2), numbered as on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Some row, but none of a finish.
    Started = 1,
    /// A finish row.
    Finished = 2,
    /// Did not finish.
    Dnf = 3,
    /// Did not start.
    Dns = 4,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RowKind {
    Dnf,
    Dns,
    Finish,
    StartRead,
    CourseRead,
}

/// The kind of a row, tested in the order of A2.
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
    let Some(rest) = segment.strip_prefix("Start") else { return false };
    rest.is_empty() || rest.strip_prefix(' ').is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
}

fn clock(row: &ResultRow) -> (i64, i64) {
    (row.passage.seconds, row.passage.milliseconds)
}

/// The hour of a backyard row (A3).
fn hour(row: &ResultRow) -> i64 {
    row.passage.occurrence.div_euclid(2).saturating_add(1)
}

/// The row with the greatest key; of equal ones the first listed.
fn greatest<'r, K: Ord>(rows: impl Iterator<Item = &'r ResultRow>, key: impl Fn(&ResultRow) -> K) -> Option<&'r ResultRow> {
    rows.fold(None, |best: Option<&ResultRow>, row| match best {
        Some(best) if key(row) <= key(best) => Some(best),
        _ => Some(row),
    })
}

/// The rows of one runner, in the order of the answer.
struct Runner<'r>(Vec<&'r ResultRow>);

impl<'r> Runner<'r> {
    fn of_kind(&self, kind: RowKind) -> impl Iterator<Item = &'r ResultRow> {
        self.0.iter().copied().filter(move |row| kind_of(&row.passage) == kind)
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
            EventKind::Time | EventKind::BackyardUltra => greatest(finishes, |row| (row.passage.occurrence, clock(row))),
        }
    }

    /// The table row (A3); `last_hour` is that of the whole distance, for backyards.
    fn table_row(&self, event: EventKind, last_hour: i64) -> Option<Cow<'r, ResultRow>> {
        let early = self.first(RowKind::Dnf).or_else(|| self.first(RowKind::Dns));
        let row = match event {
            EventKind::Distance | EventKind::Time => early
                .or_else(|| self.finish(event))
                .or_else(|| greatest(self.of_kind(RowKind::CourseRead), clock))
                .or_else(|| greatest(self.of_kind(RowKind::StartRead), clock)),
            EventKind::BackyardUltra => {
                let running = self.of_kind(RowKind::StartRead).filter(|row| hour(row) > last_hour);
                let row = early.or_else(|| greatest(running, |row| row.passage.occurrence)).or_else(|| self.finish(event));
                if row.is_none() && last_hour >= 2 {
                    return self.0.first().map(|row| Cow::Owned(made_up_dnf(row)));
                }
                row.or_else(|| greatest(self.of_kind(RowKind::CourseRead), clock))
                    .or_else(|| greatest(self.of_kind(RowKind::StartRead), |row| (row.passage.occurrence, clock(row))))
            }
        };
        row.map(Cow::Borrowed)
    }

    fn line(&self, event: EventKind, last_hour: i64) -> Option<Line<'r>> {
        let row = self.table_row(event, last_hour)?;
        // a made-up DNF row makes the runner a DNF on every page
        let state = if matches!(row, Cow::Owned(_)) { State::Dnf } else { self.state() };
        let finish = |rule| if state == State::Finished { self.finish(rule) } else { None };
        Some(Line { row, result: finish(event), by_clock: finish(EventKind::Distance), state })
    }
}

/// What a backyard starter without a loop shows once others have run two hours (A3, 5): no times, no places, no segment.
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

/// The board of one distance from all its rows, in the order of the answer.
#[must_use]
pub fn build<'r>(event: EventKind, distance: &str, rows: &[&'r ResultRow]) -> Board<'r> {
    let mut places: HashMap<&str, usize> = HashMap::new();
    let mut runners: Vec<Runner> = Vec::new();
    let mut passages = BTreeMap::new();
    let mut last_hour = 0;
    for row in rows.iter().copied() {
        let bib = row.person.bib.trim();
        if bib.is_empty() {
            continue;
        }
        let place = *places.entry(bib).or_insert(runners.len());
        match runners.get_mut(place) {
            Some(runner) => runner.0.push(row),
            None => runners.push(Runner(vec![row])),
        }
        let kind = kind_of(&row.passage);
        if kind == RowKind::Finish {
            last_hour = last_hour.max(hour(row));
        }
        if matches!(kind, RowKind::Finish | RowKind::CourseRead) {
            let ms = row.passage.seconds.saturating_mul(1000).saturating_add(row.passage.milliseconds);
            let first = passages.entry(row.passage.segment.as_str()).or_insert(ms);
            *first = ms.min(*first);
        }
    }
    let mut lines: Vec<Line> = runners.iter().filter_map(|runner| runner.line(event, last_hour)).collect();
    lines.sort_by_cached_key(|line| {
        let passage = &line.row.passage;
        let bib = bib_order(line.row.person.bib.trim());
        (!is_placed(event, passage), passage.ranking, passage.seconds, passage.milliseconds, bib)
    });
    Board { distance: distance.to_owned(), lines, passages }
}

fn is_placed(event: EventKind, row: &Passage) -> bool {
    let counts = match kind_of(row) {
        RowKind::Finish => true,
        RowKind::Dnf | RowKind::Dns => false,
        RowKind::StartRead | RowKind::CourseRead => event == EventKind::BackyardUltra,
    };
    counts && row.ranking >= 1 && row.occurrence >= 1
}

/// The order of bibs (A4): digits by value, then shorter text; others behind, by upper-cased text.
fn bib_order(bib: &str) -> (bool, usize, String, usize) {
    if bib.bytes().all(|b| b.is_ascii_digit()) {
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
        row.passage = Passage { segment: segment.to_owned(), occurrence, seconds, finish, ranking: 1, ..Passage::default() };
        row
    }

    fn kind(mut row: ResultRow, kind: i64) -> ResultRow {
        row.passage.kind = kind;
        row
    }

    /// Bib → segment, occurrence, type of the table row.
    fn table(event: EventKind, rows: &[ResultRow]) -> Vec<(String, String, i64, i64)> {
        let rows: Vec<&ResultRow> = rows.iter().collect();
        let board = build(event, "", &rows);
        board
            .lines
            .iter()
            .map(|line| (line.row.person.bib.clone(), line.row.passage.segment.clone(), line.row.passage.occurrence, line.row.passage.kind))
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
    fn distance_rows(#[case] rows: Vec<ResultRow>, #[case] (segment, occurrence, kind): (&str, i64, i64)) {
        assert_eq!(table(EventKind::Distance, &rows), [("7".to_owned(), segment.to_owned(), occurrence, kind)]);
    }

    #[test]
    fn a_time_event_counts_laps() {
        let rows = [row("7", "Finish", 2, 3000, true), row("7", "Finish", 3, 4000, true), row("7", "Finish", 1, 9000, true)];
        assert_eq!(table(EventKind::Time, &rows), [("7".to_owned(), "Finish".to_owned(), 3, 0)]);
    }

    #[test]
    fn where_the_distance_rule_holds_the_clock_counts() {
        let rows = [row("7", "Lap 3", 3, 4000, true), row("7", "Lap 1", 1, 9000, true)];
        let rows: Vec<&ResultRow> = rows.iter().collect();
        for (event, laps) in [(EventKind::Distance, 1), (EventKind::Time, 3), (EventKind::BackyardUltra, 3)] {
            let board = build(event, "", &rows);
            let occurrence = |row: Option<&ResultRow>| row.unwrap().passage.occurrence;
            assert_eq!((occurrence(board.lines[0].result), occurrence(board.lines[0].by_clock)), (laps, 1), "{event:?}");
        }
    }

    #[rstest]
    #[case::dnf(30, State::Dnf)]
    #[case::dns(31, State::Dns)]
    fn who_is_out_has_no_result(#[case] out: i64, #[case] state: State) {
        let rows = [row("7", "Finish", 1, 4000, true), kind(row("7", "Finish", 2, 0, true), out)];
        let rows: Vec<&ResultRow> = rows.iter().collect();
        let line = &build(EventKind::Distance, "", &rows).lines[0];
        assert_eq!((line.state, line.result, line.by_clock), (state, None, None));
    }

    #[test]
    fn a_made_up_dnf_keeps_the_person_but_no_time_and_no_place() {
        let mut starter = row("3", "Start", 0, 2, false);
        starter.person.first = "Ana".to_owned();
        (starter.passage.division_ranking, starter.passage.milliseconds) = (4, 5);
        let finisher = row("1", "Finish", 3, 7000, true);
        let board = build(EventKind::BackyardUltra, "", &[&starter, &finisher]);
        let line = &board.lines[1];
        assert_eq!((line.state, line.row.person.first.as_str(), line.result), (State::Dnf, "Ana", None));
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
        let (mut first, mut second) = (row("7", "Finish", 1, 4000, true), row("7", "Finish", 1, 4000, true));
        (first.passage.location, second.passage.location) = ("A".to_owned(), "B".to_owned());
        for event in [EventKind::Distance, EventKind::Time, EventKind::BackyardUltra] {
            assert_eq!(build(event, "", &[&first, &second]).lines[0].row.passage.location, "A");
            assert_eq!(build(event, "", &[&second, &first]).lines[0].row.passage.location, "B");
        }
    }

    #[test]
    fn placed_finishers_stand_first() {
        let placed = |bib: &str, ranking, seconds| {
            let mut row = row(bib, "Finish", 1, seconds, true);
            row.passage.ranking = ranking;
            row
        };
        let rows = [placed("4", -1, 50), placed("3", 2, 200), row("9", "Mile 3", 1, 10, false), placed("2", 2, 100), placed("1", 1, 300)];
        let bibs: Vec<String> = table(EventKind::Distance, &rows).into_iter().map(|line| line.0).collect();
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
        let wanted = [("1", "Start", 4, 0), ("2", "Finish", 3, 0), ("3", "", 1, 30)];
        assert_eq!(seen, wanted.map(|(bib, segment, occurrence, kind)| (bib.to_owned(), segment.to_owned(), occurrence, kind)));
        let hour_1 = [row("3", "Start", 0, 2, false), row("1", "Finish", 1, 3000, true)];
        assert!(table(EventKind::BackyardUltra, &hour_1).iter().all(|line| line.3 == 0), "nobody is out during hour 1");
    }

    #[test]
    fn bibs_are_trimmed_and_blank_ones_left_out() {
        let rows = [row(" 7 ", "Mile 3", 1, 1, false), row("7", "Finish", 1, 2, true), row("  ", "Finish", 1, 2, true)];
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
        let (a, b, c) = (row("7", "Mile 3", 1, 1500, false), row("8", "Mile 3", 1, 1400, false), row("8", "Start", 0, 1, false));
        let board = build(EventKind::Distance, "", &[&a, &b, &c]);
        assert_eq!(board.passages, BTreeMap::from([("Mile 3", 1_400_000)]));
    }
}
