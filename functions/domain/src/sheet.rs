//! A race from a spreadsheet: how lines of text cells become result rows, and what these would do
//! to a year (contract 4.17).
//!
//! A table has a role for each column. Everything is either read or reported: a cell that cannot be
//! read is a [`Fault`] with its line and column, never a guess. Errors say what is accepted, never
//! what was in the cell: it may be somebody's name.

mod age_groups;
pub(crate) mod cells;
mod changes;
mod chosen;
mod covered;
mod entries;
mod gender;
mod identify;
mod names;
mod namesakes;
mod pace;
mod places;
mod plan;
mod rank;
mod rows;
mod status;
mod stored;
mod times;
mod words;

use std::{borrow::Cow, collections::BTreeMap};

use serde::Serialize;
use utoipa::ToSchema;

pub use age_groups::{AgeGroups, age_group};
pub use cells::gender_code;
pub use chosen::{Chosen, MOST_CHOSEN, remember};
pub use covered::LengthUnit;
pub use gender::Gender;
pub use pace::lengths;
pub use places::{Places, RankedPerson, places};
pub use plan::{Known, plan, states};
pub use rank::{laps_of, ranking_ms};

use crate::{
    event_time::EventTime,
    formula::unguarded,
    liveness::StoredRow,
    named::named,
    race::EventKind,
    row::{Person, PersonId},
    stamp::Stamp,
};

/// The role of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// Not read.
    Nothing,
    /// Bib.
    Bib,
    /// First and last name in one cell.
    Name,
    /// First name.
    First,
    /// Last name.
    Last,
    /// Age on race day.
    Age,
    /// Birth date, from which the age on race day is computed; it is not stored.
    Birthdate,
    /// Gender.
    Gender,
    /// Age group.
    AgeGroup,
    /// Distance.
    Distance,
    /// Division.
    Division,
    /// Name of a team: the name where people have none, else their division where they have none.
    Team,
    /// Overall place: it orders people with the same time, and is reported if the computed place
    /// differs.
    Place,
    /// Finished, DNF, DNS, disqualified, and more (contract 4.17), which the columns of the place
    /// and of times may say as well.
    Status,
    /// Clock (gun) time.
    Clock,
    /// Chip time.
    Chip,
    /// Number of laps, or of hours in a backyard ultra.
    Laps,
    /// Distance covered, in an event of laps: the laps where their length is known, else the text
    /// in their place.
    Covered,
    /// Time of a lap; these columns are in the order of the laps.
    Lap,
    /// Time since the start at a named point of the course.
    Split(String),
}

impl Role {
    /// Parses the wire's word; `None` for any other text.
    #[must_use]
    pub fn of(word: &str) -> Option<Self> {
        Some(match word {
            "" => Self::Nothing,
            "bib" => Self::Bib,
            "name" => Self::Name,
            "first" => Self::First,
            "last" => Self::Last,
            "age" => Self::Age,
            "birthdate" => Self::Birthdate,
            "gender" => Self::Gender,
            "age_group" => Self::AgeGroup,
            "distance" => Self::Distance,
            "division" => Self::Division,
            "team" => Self::Team,
            "place" => Self::Place,
            "status" => Self::Status,
            "clock" => Self::Clock,
            "chip" => Self::Chip,
            "laps" => Self::Laps,
            "lap" => Self::Lap,
            "covered" => Self::Covered,
            _ => {
                let name = word.strip_prefix("split:")?.trim();
                // start and finish have rows of their own
                let reserved = name.eq_ignore_ascii_case("finish")
                    || name.to_ascii_lowercase().starts_with("start");
                if name.is_empty() || name.chars().count() > 500 || reserved {
                    return None;
                }
                Self::Split(name.to_owned())
            }
        })
    }
}

/// Whether a role may have more than one column.
fn repeats(role: &Role) -> bool {
    matches!(role, Role::Nothing | Role::Lap)
}

named! {
    /// The reading of a time of two parts, such as 22:41.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum TwoParts {
        /// Minutes and seconds.
        Minutes = "m:ss",
        /// Hours and minutes.
        Hours = "h:mm",
    }
}

named! {
    /// The reading of a time of four parts, such as 1:02:03:04.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum FourParts {
        /// Days, hours, minutes and seconds.
        Days = "days",
        /// Hours, minutes, seconds, and a fraction of one.
        Fraction = "fraction",
    }
}

named! {
    /// The reading of a number without colons in a time column.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
    pub enum Numbers {
        /// It is accepted only if it must be a fraction of a day, the form in which spreadsheets keep
        /// times; otherwise it is a fault.
        #[default]
        Refused = "",
        /// Seconds.
        Seconds = "seconds",
        /// Minutes.
        Minutes = "minutes",
        /// Days.
        Days = "days",
        /// Parts of a time with a dot or comma in place of the colon: 21.34.
        Parts = "parts",
    }
}

named! {
    /// How to treat a line with neither a time nor a status.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
    pub enum Untimed {
        /// It is a fault.
        #[default]
        Fault = "",
        /// It is left out.
        LeftOut = "left-out",
        /// The person did not start.
        Dns = "dns",
    }
}

/// How a table is read, apart from its columns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// Distance of lines that do not name one.
    pub distance: String,
    /// Whether names in one cell without a comma have the last name first.
    pub last_first: bool,
    /// The reading of numbers in time columns.
    pub numbers: Numbers,
    /// The reading of times of two parts; `None`: minutes and seconds, unless the race tells that
    /// they cannot be, which is a fault.
    pub two_parts: Option<TwoParts>,
    /// The reading of times of four parts; `None`: a fault where both are possible.
    pub four_parts: Option<FourParts>,
    /// How to treat lines without a time.
    pub untimed: Untimed,
    /// Age groups for people who have none in the table.
    pub groups: AgeGroups,
    /// Whether the day comes first in dates such as 3/4/1990.
    pub day_first: bool,
    /// Whether splits are chip times; otherwise they are clock times.
    pub chip_splits: bool,
    /// Whether a lap's time is that of the lap alone; otherwise it is the time since the start.
    pub each_lap: bool,
    /// Whether numbers in the status column are those of UltraSignup: 1 finished, 2 DNF, 3 DNS, 4
    /// unofficial, 5 disqualified, 6 finished.
    pub numbered_status: bool,
    /// Whether bibs are the same if they are the same number: 12 and 0012.
    pub bibs_by_value: bool,
    /// The unit of covered distances whose cells have none; `None`: they are a fault.
    pub covered: Option<LengthUnit>,
    /// The meanings of single letters in the column of genders, by capital letter; the others are
    /// read by the column's other values.
    pub letters: BTreeMap<char, Gender>,
}

/// A line of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Line number in the file, from 1.
    pub line: i64,
    /// Its cells, in the order of the columns; missing ones are empty.
    pub cells: Vec<String>,
}

/// A table and how it is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    columns: Vec<Role>,
    lines: Vec<Line>,
    reading: Reading,
}

/// A fault of a table's columns.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadTable {
    /// An unknown role.
    #[error(
        "columns[{0}] must be empty, bib, name, first, last, age, birthdate, gender, age_group, distance, division, team, place, status, clock, chip, laps, lap, covered, or split: and a name of 1 to 500 characters that is not Finish and does not begin with Start"
    )]
    Unknown(usize),
    /// A role that occurs twice.
    #[error(
        "columns[{0}] is read as what another column is read as: only lap may be there more than once"
    )]
    Twice(usize),
    /// No column says when somebody finished.
    #[error("columns must have one of clock, chip and lap")]
    NoTime,
    /// No column says who it was.
    #[error("columns must have bib, name, first, last or team")]
    Nobody,
    /// The event is decided by laps, but no column has them.
    #[error("columns must have laps, lap or covered: the event is one of laps")]
    NoLaps,
    /// Laps are given, but have no meaning in this event.
    #[error("columns must not have laps, lap or covered: the event is one of a distance")]
    Laps,
    /// Splits are given, but have no meaning in this event.
    #[error("columns must not have splits: the event is one of laps")]
    Splits,
    /// More columns than a table may have.
    #[error("columns must be at most {most}", most = MOST_COLUMNS)]
    Columns,
    /// More lines than a table may have.
    #[error("lines must be at most {most}, as many as cells", most = MOST_LINES)]
    Lines,
}

/// The maximum number of lines in a table.
pub const MOST_LINES: usize = 20_000;
/// The maximum number of columns in a table.
pub const MOST_COLUMNS: usize = 500;

impl Table {
    /// Creates the table, if results of this kind of event can be made from its columns. Cells are
    /// as in the file: with the blanks around them, and with the apostrophes that keep a spreadsheet
    /// from running them (pages D4), which are taken away here.
    ///
    /// # Errors
    /// [`BadTable`] names the first thing wrong.
    pub fn new(
        columns: Vec<Role>,
        mut lines: Vec<Line>,
        reading: Reading,
        kind: EventKind,
    ) -> Result<Self, BadTable> {
        if columns.len() > MOST_COLUMNS {
            return Err(BadTable::Columns);
        }
        for (index, role) in columns.iter().enumerate() {
            if !repeats(role) && columns.iter().take(index).any(|other| other == role) {
                return Err(BadTable::Twice(index));
            }
        }
        let has = |role: &Role| columns.contains(role);
        let laps = has(&Role::Laps) || has(&Role::Lap) || has(&Role::Covered);
        if !(has(&Role::Clock) || has(&Role::Chip) || has(&Role::Lap)) {
            return Err(BadTable::NoTime);
        }
        let who = [Role::Bib, Role::Name, Role::First, Role::Last, Role::Team];
        if !who.iter().any(has) {
            return Err(BadTable::Nobody);
        }
        if kind == EventKind::Distance && laps {
            return Err(BadTable::Laps);
        }
        if kind != EventKind::Distance && !laps {
            return Err(BadTable::NoLaps);
        }
        if kind != EventKind::Distance && columns.iter().any(|role| matches!(role, Role::Split(_)))
        {
            return Err(BadTable::Splits);
        }
        if lines.len() > MOST_LINES {
            return Err(BadTable::Lines);
        }
        for cell in lines.iter_mut().flat_map(|line| &mut line.cells) {
            if let Cow::Owned(plain) = unguarded(cell) {
                *cell = plain;
            }
        }
        Ok(Self {
            columns,
            lines,
            reading,
        })
    }

    fn has(&self, role: &Role) -> bool {
        self.columns.contains(role)
    }

    /// The index of the column that is read as this.
    fn column(&self, role: &Role) -> Option<usize> {
        self.columns.iter().position(|other| other == role)
    }
}

/// The race that a table is about.
#[derive(Clone, Debug, PartialEq)]
pub struct Race {
    /// Its kind of event, on which the reading of tables depends.
    pub kind: EventKind,
    /// Its start; ages are computed for that day.
    pub start: EventTime,
    /// Whether the places are decided by chip time; otherwise by clock time.
    pub by_chip: bool,
    /// How long distances are, or in an event of laps their laps, in kilometres, by name: those of
    /// [`lengths`]. The name of another distance may say it.
    pub lengths: BTreeMap<String, f64>,
    /// How readers see the people who were corrected by hand, by the uploader's id: a table may be one
    /// that readers got.
    pub shown: BTreeMap<PersonId, Person>,
}

/// A fault of a line or a cell; the message says what is accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The line has no bib, though others have one.
    #[error("a bib is needed, the column has them")]
    NoBib,
    /// A bib that is stored with other zeros in front.
    #[error(
        "somebody with the same number as bib is here already, with other zeros in front: say whether bibs are the same by their value"
    )]
    BibZeros,
    /// Neither bib nor name.
    #[error("a bib or a name is needed")]
    Nobody,
    /// Too long for something that identifies people.
    #[error("up to {0} characters are accepted")]
    TooLong(i64),
    /// No distance is given.
    #[error("a distance is needed: choose its column, or one for all lines")]
    NoDistance,
    /// Not a time.
    #[error("a time such as 1:02:03.4 or 52:03 is accepted, or DNF, DNS, DSQ")]
    BadTime,
    /// A time of day, which is not the time of a race.
    #[error("the time since the start is accepted, without am or pm")]
    TimeOfDay,
    /// A number that could have several meanings.
    #[error(
        "a time such as 1:02:03.4 is accepted; for plain numbers say whether they are seconds, minutes, days or, with a dot, parts of a time"
    )]
    PlainNumber,
    /// A time of two parts that cannot be minutes and seconds in this race.
    #[error("say whether times such as 22:41 are minutes and seconds or hours and minutes")]
    TwoParts,
    /// A time of four parts that could have two meanings.
    #[error(
        "say whether times such as 1:02:03:04 begin with days or end with a fraction of a second"
    )]
    FourParts,
    /// Neither a time nor a status.
    #[error("a time is needed, or DNF, DNS, DSQ")]
    NoTime,
    /// Not an age.
    #[error("a whole number from 0 to 129, or nothing, is accepted")]
    BadAge,
    /// Not a birth date.
    #[error(
        "a real date before the race, such as 7/21/1990 or 1990-07-21, or nothing, is accepted"
    )]
    BadBirthdate,
    /// A letter that means different genders in different languages.
    #[error("say whether the letter is a woman, a man, non-binary or not said")]
    GenderLetter,
    /// Not a number of laps.
    #[error("a whole number from 1 to 9999 is accepted; for none DNF or DNS")]
    BadLaps,
    /// Not a distance that somebody covered, or its unit is unknown.
    #[error(
        "a distance such as 102.4 mi or 164.8 km is accepted; for numbers alone say whether they are miles or kilometres"
    )]
    BadCovered,
    /// A lap is missing before another.
    #[error("a time is needed: a later lap has one")]
    LapGap,
    /// A lap whose time is not after that of the lap before.
    #[error("a time after that of the lap before is accepted")]
    LapBack,
    /// The number of laps and their times contradict each other.
    #[error("as many laps as there are times, {0}, are accepted")]
    LapsDiffer(i64),
    /// More laps are published than the file has.
    #[error(
        "{0} laps are published: laps are never taken away here, delete the results of the distance and import again"
    )]
    FewerLaps(i64),
    /// A split at or after the finish.
    #[error("a time before the finish is accepted")]
    SplitLate,
    /// An unknown word.
    #[error("finished, DNF, DNS, DSQ, or nothing, is accepted")]
    BadStatus,
    /// A status that contradicts the column of times.
    #[error("the status and the time say different things")]
    StatusDiffers,
    /// The line is about somebody who is already in another line.
    #[error(
        "one line a person is accepted: line {0} has the same bib, or without bibs says the same of the same name, in the same distance"
    )]
    SamePerson(i64),
    /// Several stored people have this bib or name in the distance.
    #[error(
        "several people here have this bib or name in this distance: a bib, or an age, tells which"
    )]
    Several,
}

impl Fault {
    /// The wire's word for it, and the number that goes with it; 0 if there is none.
    fn code(self) -> (&'static str, i64) {
        match self {
            Self::NoBib => ("no-bib", 0),
            Self::BibZeros => ("bib-zeros", 0),
            Self::Nobody => ("nobody", 0),
            Self::TooLong(most) => ("too-long", most),
            Self::NoDistance => ("no-distance", 0),
            Self::BadTime => ("bad-time", 0),
            Self::TimeOfDay => ("time-of-day", 0),
            Self::PlainNumber => ("plain-number", 0),
            Self::TwoParts => ("two-parts", 0),
            Self::FourParts => ("four-parts", 0),
            Self::NoTime => ("no-time", 0),
            Self::BadAge => ("bad-age", 0),
            Self::BadBirthdate => ("bad-birthdate", 0),
            Self::GenderLetter => ("gender-letter", 0),
            Self::BadLaps => ("bad-laps", 0),
            Self::BadCovered => ("bad-covered", 0),
            Self::LapGap => ("lap-gap", 0),
            Self::LapBack => ("lap-back", 0),
            Self::LapsDiffer(times) => ("laps-differ", times),
            Self::FewerLaps(stored) => ("fewer-laps", stored),
            Self::SplitLate => ("split-late", 0),
            Self::BadStatus => ("bad-status", 0),
            Self::StatusDiffers => ("status-differs", 0),
            Self::SamePerson(line) => ("same-person", line),
            Self::Several => ("several", 0),
        }
    }
}

/// Something worth knowing about how a line was read; it does not refuse the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remark {
    /// A text was cut to this many characters.
    Cut(i64),
    /// Disqualified: the wire has no word for it, so the row is a DNF.
    Disqualified,
    /// The file has this place, but a different one was computed.
    PlaceDiffers(i64),
    /// The file has this place for several people; here they have places one after the other.
    PlaceShared(i64),
    /// The text in the column of places is neither a place nor a status; it is not read.
    PlaceUnread,
    /// Not finished within the limit of time: the row is a DNF.
    OverLimit,
    /// The commas in a name leave open what is first and last name; it is kept as one text.
    NameWhole,
    /// A date that was an age group before a spreadsheet read it.
    AgeGroupDate,
    /// A date of which no age group can be told; it is not read.
    AgeGroupUnread,
    /// Another person has the same name: in this line of the file, or, with 0, one who is stored
    /// with another age.
    Namesake(i64),
    /// A letter of the gender is read as non-binary, since other values of its column are women.
    LetterNonBinary,
    /// The chip time is longer than the clock time.
    ChipLonger,
    /// Faster than 1:30 a kilometre.
    TooFast,
    /// Slower than an hour a kilometre.
    TooSlow,
    /// A DNF with laps: the laps count.
    LapsCount,
}

impl Remark {
    /// The wire's word for it, and the number that goes with it; 0 if there is none.
    fn code(self) -> (&'static str, i64) {
        match self {
            Self::Cut(most) => ("cut", most),
            Self::Disqualified => ("disqualified", 0),
            Self::PlaceDiffers(place) => ("place-differs", place),
            Self::PlaceShared(place) => ("place-shared", place),
            Self::PlaceUnread => ("place-unread", 0),
            Self::OverLimit => ("over-limit", 0),
            Self::NameWhole => ("name-whole", 0),
            Self::AgeGroupDate => ("age-group-date", 0),
            Self::AgeGroupUnread => ("age-group-unread", 0),
            Self::Namesake(line) => ("namesake", line),
            Self::LetterNonBinary => ("letter-non-binary", 0),
            Self::ChipLonger => ("chip-longer", 0),
            Self::TooFast => ("too-fast", 0),
            Self::TooSlow => ("too-slow", 0),
            Self::LapsCount => ("laps-count", 0),
        }
    }
}

/// A fault or a remark with its column; `None` if it is about the whole line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(into = "SheetProblem", bound = "Self: Clone + Into<SheetProblem>")]
pub struct At<T> {
    /// Index of the column.
    pub column: Option<usize>,
    /// The value.
    pub what: T,
}

/// A fault or a remark, and where it is.
#[derive(Debug, Serialize, ToSchema)]
pub struct SheetProblem {
    /// Index of the column; −1: the line as a whole.
    column: i64,
    /// What it is: one of the words of contract 4.17.
    what: &'static str,
    /// The line, limit or number that it is about; 0: none.
    number: i64,
}

impl SheetProblem {
    fn new(column: Option<usize>, (what, number): (&'static str, i64)) -> Self {
        let column = column.and_then(|column| i64::try_from(column).ok());
        Self {
            column: column.unwrap_or(-1),
            what,
            number,
        }
    }
}

impl From<At<Fault>> for SheetProblem {
    fn from(at: At<Fault>) -> Self {
        Self::new(at.column, at.what.code())
    }
}

impl From<At<Remark>> for SheetProblem {
    fn from(at: At<Remark>) -> Self {
        Self::new(at.column, at.what.code())
    }
}

/// The outcome of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// It adds a new person.
    New,
    /// It changes something about a stored person.
    Changed,
    /// It is about a stored person and changes nothing.
    Same,
    /// It has faults; nothing is written.
    Invalid,
    /// It is blank, a title, or left out because it has no time.
    Skipped,
}

/// How one value changes; texts as they are, times as `h:mm:ss.mmm`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Change {
    /// `first`, `last`, `age`, `gender`, `age_group`, `distance`, `division`, `status`, `clock`,
    /// `chip`, `laps`, `place`, `gender_place`, `age_place`, `division_place`.
    pub field: &'static str,
    /// The split it is about; empty for the finish and for fields of the person.
    pub segment: String,
    /// The stored value; empty if there is none.
    pub before: String,
    /// The new value.
    pub after: String,
}

/// A line of the table, and what becomes of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = PlannedLine)]
pub struct Planned {
    /// Number of the line in the file.
    pub line: i64,
    /// What becomes of it.
    pub outcome: Outcome,
    /// The bib that it has or gets.
    pub bib: String,
    /// Why nothing of the line is written.
    #[schema(value_type = Vec<SheetProblem>)]
    pub faults: Vec<At<Fault>>,
    /// What is unusual about the line but does not keep it from being written.
    #[schema(value_type = Vec<SheetProblem>)]
    pub remarks: Vec<At<Remark>>,
    /// What changes for a person who is already stored, field by field; empty for a new one.
    pub changes: Vec<Change>,
}

/// Somebody who is stored but not in the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Other {
    /// The person's bib, as stored.
    pub bib: String,
    /// First name, as stored.
    pub first: String,
    /// Last name, as stored.
    pub last: String,
    /// Name of the distance they are in.
    pub distance: String,
    /// Place before; −1 if there is none.
    pub before: i64,
    /// Place afterwards; the same as `before` if it does not change.
    pub after: i64,
}

/// People with the same time at the same point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Tie {
    /// Name of the distance in which they have the same time.
    pub distance: String,
    /// Name of the segment at which they have the same time.
    pub segment: String,
    /// Place of the first of them.
    pub place: i64,
    /// Their bibs, in the order of their places.
    pub bibs: Vec<String>,
    /// Whether their order is that of the file's places; otherwise it is that of stored places,
    /// then of bibs.
    pub by_place: bool,
}

/// A table's effect on a year.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// Each line, in the order of the file.
    pub lines: Vec<Planned>,
    /// The rows to write, those of a person together, each with the stamp of what is stored under
    /// its key.
    pub rows: Vec<Written>,
    /// People of the file's distances who are not in it: they stay.
    pub missing: Vec<Other>,
    /// Those of them whose place changes.
    pub moved: Vec<Other>,
    /// Ties of the file's people.
    pub ties: Vec<Tie>,
}

/// A row to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The row as it will be stored.
    pub row: StoredRow,
    /// The stored state; `None` if there is none.
    pub seen: Option<State>,
}

/// The stored state of a row's key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// The stamp of the stored row.
    pub stamp: Stamp,
    /// Whether readers see the row: no delete, and no return to an earlier version, has removed it.
    pub is_alive: bool,
}

impl Plan {
    /// How many lines have an outcome.
    #[must_use]
    pub fn count(&self, outcome: Outcome) -> usize {
        self.lines
            .iter()
            .filter(|line| line.outcome == outcome)
            .count()
    }
}

#[cfg(test)]
mod tests;
