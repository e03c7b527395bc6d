//! The `{version}.json` file: every row, packed in columns. Written and read here only.

use std::{borrow::Cow, collections::BTreeMap, collections::HashMap};

use serde::{Deserialize, Serialize};

use super::{
    FORMAT, Input, ReadError, Snapshot,
    column::{Column, Dictionary, ReadColumn, deltas, undo_deltas},
    json,
};
use crate::{
    participant::ResultParticipant,
    race::{Distance, Event, Segment, Year},
    row::{Passage, Person, ResultRow},
};

#[derive(Serialize)]
struct Written<'a> {
    format: u32,
    event: &'a Event,
    event_year: &'a Year,
    years: &'a [Year],
    participants: &'a [ResultParticipant],
    distances: &'a [Distance],
    segments: &'a [Segment],
    newest_of_bib: &'a BTreeMap<String, String>,
    texts: Vec<&'a str>,
    people: WrittenPeople<'a>,
    rows: WrittenRows<'a>,
}

#[derive(Serialize)]
struct WrittenPeople<'a> {
    id: Vec<&'a str>,
    bib: Vec<&'a str>,
    first: Vec<&'a str>,
    last: Vec<&'a str>,
    age: Column<i64>,
    gender: Column<i64>,
    age_group: Column<i64>,
    distance: Column<i64>,
    anonymous: Column<i64>,
    division: Column<i64>,
}

#[derive(Serialize)]
struct WrittenRows<'a> {
    who: Column<i64>,
    s: Column<i64>,
    ms: Column<i64>,
    cs: Column<i64>,
    cm: Column<i64>,
    seg: Column<i64>,
    loc: Column<i64>,
    occ: Column<i64>,
    r: Column<i64>,
    ar: Column<i64>,
    gr: Column<i64>,
    fin: Column<i64>,
    t: Column<i64>,
    lt: Vec<&'a str>,
    dr: Column<i64>,
    last: Column<i64>,
}

/// The packed snapshot, not compressed.
pub fn write(input: &Input, last: &[bool]) -> Vec<u8> {
    let shown = input.shown;
    let mut texts = Dictionary::default();
    let (people, who) = people(&shown.rows);
    let written_people = WrittenPeople {
        id: people.iter().map(|(id, _)| *id).collect(),
        bib: people.iter().map(|(_, person)| person.bib.as_str()).collect(),
        first: people.iter().map(|(_, person)| person.first.as_str()).collect(),
        last: people.iter().map(|(_, person)| person.last.as_str()).collect(),
        age: people.iter().map(|(_, person)| person.age).collect(),
        gender: people.iter().map(|(_, person)| texts.number(&person.gender)).collect(),
        age_group: people.iter().map(|(_, person)| texts.number(&person.age_group)).collect(),
        distance: people.iter().map(|(_, person)| texts.number(&person.distance)).collect(),
        anonymous: people.iter().map(|(_, person)| i64::from(person.anonymous)).collect(),
        division: people.iter().map(|(_, person)| texts.number(&person.division)).collect(),
    };
    let rows = || shown.rows.iter().map(|row| &row.passage);
    let written_rows = WrittenRows {
        who: deltas(who.into_iter()),
        s: deltas(rows().map(|row| row.seconds)),
        ms: rows().map(|row| row.milliseconds).collect(),
        cs: rows().map(|row| row.seconds.wrapping_sub(row.chip_seconds)).collect(),
        cm: rows().map(|row| row.milliseconds.wrapping_sub(row.chip_milliseconds)).collect(),
        seg: rows().map(|row| texts.number(&row.segment)).collect(),
        loc: rows().map(|row| texts.number(&row.location)).collect(),
        occ: rows().map(|row| row.occurrence).collect(),
        r: deltas(rows().map(|row| row.ranking)),
        ar: rows().map(|row| row.age_ranking).collect(),
        gr: rows().map(|row| row.gender_ranking).collect(),
        fin: rows().map(|row| i64::from(row.finish)).collect(),
        t: rows().map(|row| row.kind).collect(),
        lt: rows().map(|row| row.local_time.as_str()).collect(),
        dr: rows().map(|row| row.division_ranking).collect(),
        last: last.iter().map(|last| i64::from(*last)).collect(),
    };
    json(&Written {
        format: FORMAT,
        event: input.event,
        event_year: input.year,
        years: input.years,
        participants: &shown.participants,
        distances: &shown.distances,
        segments: &shown.segments,
        newest_of_bib: &shown.newest_of_bib,
        texts: texts.texts,
        people: written_people,
        rows: written_rows,
    })
}

/// The different people of the rows, and each row's number among them.
fn people(rows: &[ResultRow]) -> (Vec<(&str, &Person)>, Vec<i64>) {
    let mut numbers: HashMap<&str, usize> = HashMap::with_capacity(rows.len());
    let mut people: Vec<(&str, &Person)> = Vec::new();
    let who = rows.iter().map(|row| {
        let known =
            numbers.get(row.person_id.as_str()).filter(|known| people.get(**known).is_some_and(|(_, person)| **person == row.person));
        let number = match known {
            Some(known) => *known,
            None => {
                numbers.insert(&row.person_id, people.len());
                people.push((&row.person_id, &row.person));
                people.len() - 1
            }
        };
        i64::try_from(number).unwrap_or_default()
    });
    let who = who.collect();
    (people, who)
}

#[derive(Deserialize)]
struct Read<'j> {
    format: u32,
    event: Event,
    event_year: Year,
    years: Vec<Year>,
    participants: Vec<ResultParticipant>,
    distances: Vec<Distance>,
    segments: Vec<Segment>,
    newest_of_bib: BTreeMap<String, String>,
    texts: Vec<String>,
    people: ReadPeople,
    #[serde(borrow)]
    rows: ReadRows<'j>,
}

#[derive(Deserialize)]
struct ReadPeople {
    id: Vec<String>,
    bib: Vec<String>,
    first: Vec<String>,
    last: Vec<String>,
    age: ReadColumn,
    gender: ReadColumn,
    age_group: ReadColumn,
    distance: ReadColumn,
    anonymous: ReadColumn,
    division: ReadColumn,
}

#[derive(Deserialize)]
struct ReadRows<'j> {
    who: ReadColumn,
    s: ReadColumn,
    ms: ReadColumn,
    cs: ReadColumn,
    cm: ReadColumn,
    seg: ReadColumn,
    loc: ReadColumn,
    occ: ReadColumn,
    r: ReadColumn,
    ar: ReadColumn,
    gr: ReadColumn,
    fin: ReadColumn,
    t: ReadColumn,
    #[serde(borrow)]
    lt: Vec<Cow<'j, str>>,
    dr: ReadColumn,
    last: ReadColumn,
}

/// The columns of `lines` lines as one list of values per line.
fn lines<const N: usize>(columns: [(&'static str, ReadColumn); N], count: usize) -> Result<[std::vec::IntoIter<i64>; N], ReadError> {
    let mut values = Vec::with_capacity(N);
    for (name, column) in columns {
        let mut column = column.values(count).ok_or(ReadError::Column(name))?;
        if matches!(name, "who" | "s" | "r") {
            undo_deltas(&mut column);
        }
        values.push(column.into_iter());
    }
    values.try_into().map_err(|_| ReadError::Column("number of columns"))
}

/// Reads the packed snapshot.
pub fn read(plain: &[u8]) -> Result<Snapshot, ReadError> {
    let read: Read = serde_json::from_slice(plain).map_err(ReadError::Json)?;
    if read.format != FORMAT {
        return Err(ReadError::Format(read.format));
    }
    let people = read_people(read.people, &read.texts)?;
    let (rows, last) = read_rows(read.rows, &people, &read.texts)?;
    Ok(Snapshot {
        event: read.event,
        year: read.event_year,
        years: read.years,
        rows,
        last,
        newest_of_bib: read.newest_of_bib,
        participants: read.participants,
        distances: read.distances,
        segments: read.segments,
    })
}

fn text(texts: &[String], number: i64) -> Result<String, ReadError> {
    let text = usize::try_from(number).ok().and_then(|number| texts.get(number));
    text.cloned().ok_or(ReadError::Column("dictionary"))
}

fn read_people(people: ReadPeople, texts: &[String]) -> Result<Vec<(String, Person)>, ReadError> {
    let count = people.id.len();
    if [people.bib.len(), people.first.len(), people.last.len()] != [count; 3] {
        return Err(ReadError::Column("names"));
    }
    let [age, gender, age_group, distance, anonymous, division] = lines(
        [
            ("age", people.age),
            ("gender", people.gender),
            ("age_group", people.age_group),
            ("distance", people.distance),
            ("anonymous", people.anonymous),
            ("division", people.division),
        ],
        count,
    )?;
    let names = people.id.into_iter().zip(people.bib).zip(people.first.into_iter().zip(people.last));
    let numbers = age.zip(gender).zip(age_group.zip(distance)).zip(anonymous.zip(division));
    names
        .zip(numbers)
        .map(|(((id, bib), (first, last)), (((age, gender), (age_group, distance)), (anonymous, division)))| {
            let person = Person {
                bib,
                first,
                last,
                age,
                gender: text(texts, gender)?,
                age_group: text(texts, age_group)?,
                distance: text(texts, distance)?,
                anonymous: anonymous != 0,
                division: text(texts, division)?,
            };
            Ok((id, person))
        })
        .collect()
}

fn read_rows(rows: ReadRows, people: &[(String, Person)], texts: &[String]) -> Result<(Vec<ResultRow>, Vec<bool>), ReadError> {
    let count = rows.lt.len();
    let columns = [
        ("who", rows.who),
        ("s", rows.s),
        ("ms", rows.ms),
        ("cs", rows.cs),
        ("cm", rows.cm),
        ("seg", rows.seg),
        ("loc", rows.loc),
        ("occ", rows.occ),
        ("r", rows.r),
        ("ar", rows.ar),
        ("gr", rows.gr),
        ("fin", rows.fin),
        ("t", rows.t),
        ("dr", rows.dr),
        ("last", rows.last),
    ];
    let mut columns = lines(columns, count)?;
    let (mut all, mut flags) = (Vec::with_capacity(count), Vec::with_capacity(count));
    for local_time in rows.lt {
        let mut values = [0_i64; 15];
        for (value, column) in values.iter_mut().zip(&mut columns) {
            *value = column.next().ok_or(ReadError::Column("row"))?;
        }
        let [
            who,
            seconds,
            milliseconds,
            cs,
            cm,
            seg,
            loc,
            occurrence,
            ranking,
            age_ranking,
            gender_ranking,
            fin,
            kind,
            division_ranking,
            last,
        ] = values;
        let (id, person) = usize::try_from(who).ok().and_then(|who| people.get(who)).ok_or(ReadError::Column("who"))?;
        let passage = Passage {
            seconds,
            milliseconds,
            chip_seconds: seconds.wrapping_sub(cs),
            chip_milliseconds: milliseconds.wrapping_sub(cm),
            segment: text(texts, seg)?,
            location: text(texts, loc)?,
            occurrence,
            ranking,
            age_ranking,
            gender_ranking,
            finish: fin != 0,
            kind,
            local_time: local_time.into_owned(),
            division_ranking,
        };
        all.push(ResultRow { person_id: id.clone(), person: person.clone(), passage });
        flags.push(last != 0);
    }
    Ok((all, flags))
}
