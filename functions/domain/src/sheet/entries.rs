//! Reads each line as what it says about a person, or as what is wrong with it.

use std::collections::BTreeSet;

use jiff::civil::Date;

use super::{
    At, Fault, Line, Race, Remark, Role, Table, Untimed,
    age_groups::{self, Group},
    cells::{self, FilePlace},
    covered::{self, Covered},
    gender::{Gender, Letters, Said},
    names::{self, Name},
    pace::{self, Pace},
    status::{self, Status},
    times,
    words::words,
};
use crate::{fold::fold, race::EventKind};

/// How somebody's race ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// With these times, in milliseconds.
    Finished {
        clock: i64,
        chip: i64,
        /// Whether it is ranked; `None` if the line does not say it.
        is_ranked: Option<bool>,
    },
    /// Did not finish.
    Dnf,
    /// Did not start.
    Dns,
}

/// A time at a point of the course or at the end of a lap, in milliseconds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passing {
    /// Name of the split; empty for a lap, unless it stands for a covered distance.
    pub name: String,
    /// Number of the lap, from 1; 1 for a split.
    pub number: i64,
    pub clock: i64,
    pub chip: i64,
}

/// The content of a line. A text is `None` if its column is missing or its cell is empty: then the
/// stored text stays.
#[derive(Clone, Debug)]
pub struct LineEntry {
    /// Position among the lines of the table.
    pub index: usize,
    pub bib: String,
    pub first: Option<String>,
    pub last: Option<String>,
    /// The name as it stands in one cell.
    pub whole_name: Option<String>,
    pub age: Option<i64>,
    pub gender: Option<String>,
    pub age_group: Option<String>,
    pub distance: String,
    pub division: Option<String>,
    pub place: Option<FilePlace>,
    pub end: End,
    pub splits: Vec<Passing>,
    /// In lap events: the laps with known times, at least the last one.
    pub laps: Vec<Passing>,
}

/// A line that was read.
#[derive(Debug)]
pub struct Read {
    /// `None` for a line that is left out or has faults.
    pub entry: Option<LineEntry>,
    pub faults: Vec<At<Fault>>,
    pub remarks: Vec<At<Remark>>,
}

/// Reads every line independently.
pub fn read(table: &Table, race: &Race) -> Vec<Read> {
    let day = race
        .start
        .as_str()
        .get(..10)
        .and_then(|day| day.parse().ok());
    let letters = letters(table);
    let asks_for_two_parts = pace::asks_for_two_parts(table, race);
    let team = if divisions_are_teams(table) {
        Role::Division
    } else {
        Role::Team
    };
    table
        .lines
        .iter()
        .enumerate()
        .map(|(index, line)| {
            LineReader {
                table,
                race,
                day,
                letters: &letters,
                asks_for_two_parts,
                team: &team,
                line,
                faults: Vec::new(),
                remarks: Vec::new(),
            }
            .read(index)
        })
        .collect()
}

/// Whether the divisions are the names of teams: nobody has another name, and no two lines have the
/// same one, as they would have that of a category.
fn divisions_are_teams(table: &Table) -> bool {
    let names = [Role::Name, Role::First, Role::Last, Role::Team];
    let column = table.column(&Role::Division);
    let mut seen = BTreeSet::new();
    let is_another = |line: &Line| {
        let cell = column.and_then(|column| line.cells.get(column));
        let text = cell.map_or("", |cell| cell.trim());
        text.is_empty() || seen.insert(fold(text))
    };
    column.is_some()
        && !names.iter().any(|role| table.has(role))
        && table.lines.iter().all(is_another)
}

/// The letters in the column of genders.
fn letters(table: &Table) -> Letters {
    let column = table.column(&Role::Gender);
    let cells = table
        .lines
        .iter()
        .filter_map(|line| line.cells.get(column?))
        .map(String::as_str);
    Letters::of(cells, &table.reading.letters)
}

struct LineReader<'t> {
    table: &'t Table,
    race: &'t Race,
    day: Option<Date>,
    letters: &'t Letters,
    /// Whether finish times of two parts are a fault.
    asks_for_two_parts: bool,
    /// The column that has the names of teams.
    team: &'t Role,
    line: &'t Line,
    faults: Vec<At<Fault>>,
    remarks: Vec<At<Remark>>,
}

impl LineReader<'_> {
    fn read(mut self, index: usize) -> Read {
        let entry = if self.is_title() {
            None
        } else {
            self.entry(index)
        };
        Read {
            entry: entry.filter(|_| self.faults.is_empty()),
            faults: self.faults,
            remarks: self.remarks,
        }
    }

    /// Whether the line is blank or a title above other lines: at most one filled cell, and no
    /// time.
    fn is_title(&self) -> bool {
        let filled = self
            .line
            .cells
            .iter()
            .filter(|cell| !cell.trim().is_empty())
            .count();
        let times = self
            .columns_of_times()
            .any(|column| !self.cell(Some(column)).is_empty());
        filled == 0 || (filled == 1 && self.line.cells.len() > 2 && !times)
    }

    fn columns_of_times(&self) -> impl Iterator<Item = usize> {
        let timed = |role: &Role| {
            matches!(
                role,
                Role::Clock | Role::Chip | Role::Lap | Role::Split(_) | Role::Status
            )
        };
        self.table
            .columns
            .iter()
            .enumerate()
            .filter(move |(_, role)| timed(role))
            .map(|(column, _)| column)
    }

    fn column(&self, role: &Role) -> Option<usize> {
        self.table.column(role)
    }

    fn cell(&self, column: Option<usize>) -> &str {
        column
            .and_then(|column| self.line.cells.get(column))
            .map_or("", |cell| cell.trim())
    }

    fn fault(&mut self, column: Option<usize>, what: Fault) {
        self.faults.push(At { column, what });
    }

    fn remark(&mut self, column: Option<usize>, what: Remark) {
        self.remarks.push(At { column, what });
    }

    /// A text about a person, cut to its limit.
    fn text(&mut self, role: &Role, limit: usize) -> Option<String> {
        let column = self.column(role);
        let text = self.cell(column).to_owned();
        self.within(column, text, limit)
    }

    fn within(&mut self, column: Option<usize>, mut text: String, limit: usize) -> Option<String> {
        if let Some((end, _)) = text.char_indices().nth(limit) {
            text.truncate(end);
            self.remark(
                column,
                Remark::Cut(i64::try_from(limit).unwrap_or_default()),
            );
        }
        Some(text).filter(|text| !text.is_empty())
    }

    fn entry(&mut self, index: usize) -> Option<LineEntry> {
        let (first, last) = self.names();
        let whole_name = self
            .column(&Role::Name)
            .map(|column| names::tidy(self.cell(Some(column))));
        let bib = self.bib(first.is_some() || last.is_some());
        let distance = self.distance();
        let place = self.place();
        let (age, gender) = (self.age(), self.gender());
        let (age_group, division) = (self.age_group(), self.division());
        let (end, splits, laps) = self.race(&distance, place.is_some())?;
        Some(LineEntry {
            index,
            bib,
            first,
            last,
            whole_name,
            age,
            gender,
            age_group,
            distance,
            division,
            place,
            end,
            splits,
            laps,
        })
    }

    /// The name; that of a team where the line has no other.
    fn names(&mut self) -> (Option<String>, Option<String>) {
        let parts = (self.text(&Role::First, 100), self.text(&Role::Last, 100));
        if parts != (None, None) {
            return parts;
        }
        let column = self.column(&Role::Name);
        let whole = self.cell(column).to_owned();
        let Name {
            first,
            last,
            is_kept_whole,
        } = names::names(&whole, self.table.reading.last_first);
        if is_kept_whole {
            self.remark(column, Remark::NameWhole);
        }
        let (first, last) = (
            self.within(column, first, 100),
            self.within(column, last, 100),
        );
        if first.is_some() || last.is_some() {
            // the cell has the whole name: a part that it does not have is empty
            return (first.or(Some(String::new())), last.or(Some(String::new())));
        }
        let team = self.team();
        let rest = team.as_ref().map(|_| String::new());
        (team, rest)
    }

    fn team(&mut self) -> Option<String> {
        let column = self.column(self.team);
        let team = names::tidy(self.cell(column));
        self.within(column, team, 100)
    }

    /// The division; a team where the line has none, and people have names of their own.
    fn division(&mut self) -> Option<String> {
        if *self.team == Role::Division {
            return None;
        }
        let division = self.text(&Role::Division, 500);
        let named = [Role::Name, Role::First, Role::Last]
            .iter()
            .any(|role| !self.cell(self.column(role)).is_empty());
        division.or_else(|| named.then(|| self.text(&Role::Team, 500)).flatten())
    }

    /// The bib; empty if the table has none and people are identified by name.
    fn bib(&mut self, named: bool) -> String {
        let column = self.column(&Role::Bib);
        let bib = self.cell(column);
        // a spreadsheet may add a fraction to a whole number
        let bib = bib
            .strip_suffix(".0")
            .filter(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()))
            .unwrap_or(bib)
            .to_owned();
        if bib.chars().count() > 100 {
            self.fault(column, Fault::TooLong(100));
        }
        if bib.is_empty() && column.is_some() {
            self.fault(column, Fault::NoBib);
        } else if bib.is_empty() && !named {
            self.fault(None, Fault::Nobody);
        }
        bib
    }

    fn distance(&mut self) -> String {
        let distance = self
            .text(&Role::Distance, 200)
            .or_else(|| self.within(None, self.table.reading.distance.trim().to_owned(), 200));
        if distance.is_none() {
            self.fault(self.column(&Role::Distance), Fault::NoDistance);
        }
        distance.unwrap_or_default()
    }

    fn age(&mut self) -> Option<i64> {
        let column = self.column(&Role::Age);
        let text = self.cell(column).to_owned();
        if !text.is_empty() && !cells::is_blank(&text) {
            let age = cells::whole(&text).filter(|age| *age < 130);
            if age.is_none() {
                self.fault(column, Fault::BadAge);
            }
            return age;
        }
        let column = self.column(&Role::Birthdate);
        let text = self.cell(column).to_owned();
        if text.is_empty() {
            return None;
        }
        let age = self
            .day
            .and_then(|day| cells::age_on(day, &text, self.table.reading.day_first));
        if age.is_none() {
            self.fault(column, Fault::BadBirthdate);
        }
        // 1901/01/01 means that there is no birth date (contract 2.5)
        age.filter(|age| *age < 120)
    }

    fn age_group(&mut self) -> Option<String> {
        let column = self.column(&Role::AgeGroup);
        match age_groups::group(self.cell(column)) {
            Group::Text => self.text(&Role::AgeGroup, 200),
            Group::Was(group) => {
                self.remark(column, Remark::AgeGroupDate);
                Some(group)
            }
            Group::Date => {
                self.remark(column, Remark::AgeGroupUnread);
                None
            }
        }
    }

    /// The gender, in the word by which every page knows it; another text as it is.
    fn gender(&mut self) -> Option<String> {
        let column = self.column(&Role::Gender);
        let text = self.cell(column);
        if cells::is_blank(text) {
            return None;
        }
        match self.letters.read(text) {
            Said::Known(gender) => Some(gender.text().to_owned()),
            Said::LetterNonBinary => {
                self.remark(column, Remark::LetterNonBinary);
                Some(Gender::NonBinary.text().to_owned())
            }
            Said::Open => {
                self.fault(column, Fault::GenderLetter);
                None
            }
            Said::Text => self.text(&Role::Gender, 50),
        }
    }

    /// The place in the file; a text that is neither a place nor a status is told.
    fn place(&mut self) -> Option<FilePlace> {
        let column = self.column(&Role::Place);
        let text = self.cell(column);
        // our own exports write -1 for no place
        if cells::is_blank(text) || text == "-1" || status_as_place(text).is_some() {
            return None;
        }
        let place = cells::place(text);
        if place.is_none() {
            self.remark(column, Remark::PlaceUnread);
        }
        place
    }

    /// The status column's word; `None` if it is empty.
    fn status(&mut self, column: Option<usize>) -> Option<Status> {
        let text = self.cell(column);
        if cells::is_blank(text) {
            return None;
        }
        let status = match status::numbered_status(text) {
            Some(status) if self.table.reading.numbered_status => Some(status),
            _ => status::status(text),
        };
        if status.is_none() {
            self.fault(column, Fault::BadStatus);
        }
        status
    }

    /// The line's status, and the column that gives it. A status may stand where a time or a place
    /// would, and counts there as much as in its own column.
    fn said(&mut self, has_time: bool) -> Option<(Status, Option<usize>)> {
        let own = self.column(&Role::Status);
        let mut said = self
            .status(own)
            .map(|status| (status.beside(has_time), own));
        let table = self.table;
        for (column, role) in table.columns.iter().enumerate() {
            let text = self.cell(Some(column));
            let here = match role {
                Role::Clock | Role::Chip => status::status(text),
                Role::Place => status_as_place(text),
                Role::Lap | Role::Split(_) => status_beside(text),
                _ => None,
            };
            let Some(here) = here.map(|status| status.beside(has_time)) else {
                continue;
            };
            said = match said {
                None => Some((here, Some(column))),
                Some((before, of)) => match before.with(here) {
                    Some(both) if both == before => Some((before, of)),
                    Some(both) => Some((both, Some(column))),
                    None => {
                        self.fault(Some(column), Fault::StatusDiffers);
                        Some((before, of))
                    }
                },
            };
        }
        said
    }

    /// The time in a cell; `None` if there is none, or a status in its place.
    fn timed(&mut self, column: Option<usize>) -> Option<i64> {
        let text = self.cell(column);
        if cells::is_blank(text) {
            return None;
        }
        let reading = &self.table.reading;
        let read = match times::time(text, reading) {
            Err(_) if status::status(text).is_some() => times::time_beside(text, reading).map(Ok),
            read => Some(read),
        };
        match read? {
            Ok(time) if time.is_two_parts && self.asks_for_two_parts => {
                self.fault(column, Fault::TwoParts);
                None
            }
            Ok(time) => Some(time.ms),
            Err(fault) => {
                self.fault(column, fault);
                None
            }
        }
    }

    /// How the race ended, and the times on the way; `None` for a line that is left out or has
    /// faults.
    fn race(
        &mut self,
        distance: &str,
        is_placed: bool,
    ) -> Option<(End, Vec<Passing>, Vec<Passing>)> {
        let columns = [self.column(&Role::Clock), self.column(&Role::Chip)];
        let times = columns.map(|column| self.timed(column));
        let finish = times[0].or(times[1]).zip(times[1].or(times[0]));
        let (said, by) = self.said(finish.is_some() || self.has_lap()).unzip();
        let by = by.flatten();
        let laps = if self.race.kind == EventKind::Distance {
            Vec::new()
        } else {
            self.laps(distance, finish, said)?
        };
        match said {
            Some(Status::Disqualified) => self.remark(by, Remark::Disqualified),
            Some(Status::OverLimit) => self.remark(by, Remark::OverLimit),
            _ => {}
        }
        let is_ranked = match said {
            Some(Status::Unplaced) => Some(false),
            Some(_) => Some(true),
            None => Some(true).filter(|_| is_placed || self.table.has(&Role::Status)),
        };
        let end = match said {
            // in a lap race, completed laps count even with a DNF
            Some(Status::Dnf | Status::OverLimit) if !laps.is_empty() => {
                self.remark(by, Remark::LapsCount);
                End::Finished {
                    clock: 0,
                    chip: 0,
                    is_ranked,
                }
            }
            Some(Status::Dnf | Status::OverLimit | Status::Disqualified) => End::Dnf,
            Some(Status::Dns) if finish.is_some() || !laps.is_empty() => {
                self.fault(by, Fault::StatusDiffers);
                return None;
            }
            Some(Status::Dns) => End::Dns,
            _ => match finish {
                _ if !laps.is_empty() => End::Finished {
                    clock: 0,
                    chip: 0,
                    is_ranked,
                },
                Some((clock, chip)) => End::Finished {
                    clock,
                    chip,
                    is_ranked,
                },
                None => return self.untimed(said, &columns),
            },
        };
        if let End::Finished { clock, chip, .. } = end
            && chip > clock
        {
            self.remark(columns[1], Remark::ChipLonger);
        }
        if let End::Finished { clock, .. } = end
            && self.race.kind == EventKind::Distance
            && let Some(km) = pace::length_of(self.race, distance)
        {
            match pace::pace(km, clock) {
                Pace::TooFast => self.remark(columns[0].or(columns[1]), Remark::TooFast),
                Pace::TooSlow => self.remark(columns[0].or(columns[1]), Remark::TooSlow),
                Pace::Plausible => {}
            }
        }
        let has_finished = matches!(end, End::Finished { .. });
        let splits = self.splits(finish.filter(|_| has_finished));
        Some((end, splits, if has_finished { laps } else { Vec::new() }))
    }

    fn has_lap(&self) -> bool {
        let is_timed = |(column, role): (usize, &Role)| {
            *role == Role::Lap && times::time(self.cell(Some(column)), &self.table.reading).is_ok()
        };
        self.table.columns.iter().enumerate().any(is_timed)
    }

    /// Handles a line with neither a time nor a status.
    fn untimed(
        &mut self,
        said: Option<Status>,
        columns: &[Option<usize>],
    ) -> Option<(End, Vec<Passing>, Vec<Passing>)> {
        if self
            .faults
            .iter()
            .any(|fault| columns.contains(&fault.column))
        {
            return None;
        }
        match self.table.reading.untimed {
            Untimed::LeftOut if said.is_none() => {
                self.faults.clear();
                None
            }
            Untimed::Dns if said.is_none() => Some((End::Dns, Vec::new(), Vec::new())),
            _ => {
                self.fault(columns.iter().copied().flatten().next(), Fault::NoTime);
                None
            }
        }
    }

    fn splits(&mut self, finish: Option<(i64, i64)>) -> Vec<Passing> {
        // a chip that starts later is that much later at every point
        let later = finish.map_or(0, |(clock, chip)| (clock - chip).max(0));
        let table = self.table;
        let mut splits = Vec::new();
        for (column, role) in table.columns.iter().enumerate() {
            let Role::Split(name) = role else { continue };
            let Some(ms) = self.timed(Some(column)) else {
                continue;
            };
            let (clock, chip) = if self.table.reading.chip_splits {
                (ms + later, ms)
            } else {
                (ms, (ms - later).max(0))
            };
            if finish.is_some_and(|(finish, _)| clock >= finish) {
                self.fault(Some(column), Fault::SplitLate);
            }
            splits.push(Passing {
                name: name.clone(),
                number: 1,
                clock,
                chip,
            });
        }
        splits
    }

    /// The laps in a lap event; `None` if there is a fault.
    fn laps(
        &mut self,
        distance: &str,
        finish: Option<(i64, i64)>,
        said: Option<Status>,
    ) -> Option<Vec<Passing>> {
        let columns: Vec<usize> = self
            .table
            .columns
            .iter()
            .enumerate()
            .filter(|(_, role)| **role == Role::Lap)
            .map(|(column, _)| column)
            .collect();
        let mut laps = Vec::new();
        let (mut gap, mut before, mut run) = (None, 0, 0);
        for column in columns {
            let Some(ms) = self.timed(Some(column)) else {
                gap = gap.or(Some(column));
                continue;
            };
            if gap.is_some() {
                self.fault(gap, Fault::LapGap);
                return None;
            }
            let number = i64::try_from(laps.len()).unwrap_or_default() + 1;
            run += ms;
            let (clock, chip) = match (self.table.reading.each_lap, self.race.kind) {
                // each loop of a backyard begins on its hour
                (true, EventKind::BackyardUltra) => ((number - 1) * 3_600_000 + ms, run),
                (true, _) => (run, run),
                (false, _) => (ms, ms),
            };
            if clock <= before {
                self.fault(Some(column), Fault::LapBack);
                return None;
            }
            before = clock;
            laps.push(Passing {
                name: String::new(),
                number,
                clock,
                chip,
            });
        }
        if self.table.has(&Role::Laps) || !laps.is_empty() || !self.table.has(&Role::Covered) {
            return self.counted_laps(laps, finish, said);
        }
        self.covered(distance, finish)
    }

    /// The distance covered, as the last lap.
    fn covered(&mut self, distance: &str, finish: Option<(i64, i64)>) -> Option<Vec<Passing>> {
        let column = self.column(&Role::Covered);
        let text = self.cell(column).to_owned();
        let Some((clock, chip)) = finish else {
            return Some(Vec::new());
        };
        let Some(covered) = Covered::of(&text, self.table.reading.covered) else {
            self.fault(column, Fault::BadCovered);
            return None;
        };
        let lap = self.race.lengths.get(distance);
        let (number, is_whole) = lap.map_or((1, false), |lap| covered.laps(*lap));
        Some(vec![Passing {
            name: if is_whole {
                String::new()
            } else {
                covered.text()
            },
            number,
            clock,
            chip,
        }])
    }

    /// Checks the laps against the number in the column of laps; if no lap times are known, the
    /// finish time is that of the last lap.
    fn counted_laps(
        &mut self,
        mut laps: Vec<Passing>,
        finish: Option<(i64, i64)>,
        said: Option<Status>,
    ) -> Option<Vec<Passing>> {
        let column = self.column(&Role::Laps);
        let text = self.cell(column).to_owned();
        let known = i64::try_from(laps.len()).unwrap_or_default();
        let none = cells::is_blank(&text);
        if none && known == 0 {
            if finish.is_some() && column.is_some() {
                self.fault(column, Fault::BadLaps);
                return None;
            }
            return Some(laps);
        }
        let Some(number) = (if none {
            Some(known)
        } else {
            covered::laps(&text)
        }) else {
            self.fault(column, Fault::BadLaps);
            return None;
        };
        if known > 0 && number != known {
            self.fault(column, Fault::LapsDiffer(known));
            return None;
        }
        if known == 0 {
            let Some((clock, chip)) = finish else {
                if said.is_none_or(|said| said == Status::Finished) {
                    self.fault(
                        self.column(&Role::Clock).or(self.column(&Role::Chip)),
                        Fault::NoTime,
                    );
                    return None;
                }
                return Some(laps);
            };
            laps.push(Passing {
                name: String::new(),
                number,
                clock,
                chip,
            });
        }
        Some(laps)
    }
}

/// The status in a column of places or of times on the way, where nobody says "finished".
fn status_beside(text: &str) -> Option<Status> {
    status::status(text).filter(|status| *status != Status::Finished)
}

/// The status in a column of places; behind the places of our own tables `u` says that somebody ran
/// without a place (pages A10).
fn status_as_place(text: &str) -> Option<Status> {
    let is_marked = || match words(text).as_slice() {
        [mark] => mark == "U",
        [place, mark] => mark == "U" && cells::whole(place).is_some(),
        _ => false,
    };
    status_beside(text).or_else(|| is_marked().then_some(Status::Unplaced))
}
