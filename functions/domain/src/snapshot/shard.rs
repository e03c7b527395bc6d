//! Shards: every row of some runners, what one runner's page needs.

use std::collections::HashMap;

use serde::{Serialize, Serializer, ser::SerializeTuple};

use super::{FORMAT, File, store};
use crate::row::{Person, ResultRow};

/// About so many people share a shard.
const PEOPLE: usize = 250;

#[derive(Serialize)]
struct Shard<'r> {
    format: u32,
    runners: Vec<Runner<'r>>,
}

#[derive(Serialize)]
struct Runner<'r> {
    bib: &'r str,
    first: &'r str,
    last: &'r str,
    anonymous: bool,
    gender: &'r str,
    age: i64,
    age_group: &'r str,
    distance: &'r str,
    division: &'r str,
    rows: Vec<Row<'r>>,
}

struct Row<'r>(&'r ResultRow);

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let row = &self.0.passage;
        let mut fields = to.serialize_tuple(14)?;
        fields.serialize_element(&row.segment)?;
        fields.serialize_element(&row.location)?;
        for number in [row.occurrence, row.seconds, row.milliseconds, row.chip_seconds, row.chip_milliseconds] {
            fields.serialize_element(&number)?;
        }
        for number in [row.ranking, row.age_ranking, row.gender_ranking, i64::from(row.finish), row.kind] {
            fields.serialize_element(&number)?;
        }
        fields.serialize_element(&row.local_time)?;
        fields.serialize_element(&row.division_ranking)?;
        fields.end()
    }
}

/// FNV-1a, 32 bits, over the trimmed bib: the page finds the shard by the bib alone.
fn hash(bib: &str) -> u32 {
    bib.trim().bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// Writes the shards; returns their names by number.
pub fn write(rows: &[ResultRow], files: &mut Vec<File>) -> Vec<String> {
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    let mut people: Vec<(&Person, Vec<Row>)> = Vec::new();
    for row in rows {
        let number = *numbers.entry(&row.person_id).or_insert(people.len());
        match people.get_mut(number) {
            Some((_, rows)) => rows.push(Row(row)),
            None => people.push((&row.person, vec![Row(row)])),
        }
    }
    if people.is_empty() {
        return Vec::new();
    }
    let count = people.len().div_ceil(PEOPLE).next_power_of_two();
    let mut shards: Vec<Shard> = (0..count).map(|_| Shard { format: FORMAT, runners: Vec::new() }).collect();
    for (person, rows) in people {
        let number = usize::try_from(hash(&person.bib)).unwrap_or_default() % count;
        let Person { bib, first, last, age, gender, age_group, distance, anonymous, division } = person;
        let runner = Runner { bib, first, last, anonymous: *anonymous, gender, age: *age, age_group, distance, division, rows };
        if let Some(shard) = shards.get_mut(number) {
            shard.runners.push(runner);
        }
    }
    shards.iter().map(|shard| store('s', shard, files)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_fnv_1a() {
        assert_eq!((hash(""), hash("a"), hash(" foobar ")), (0x811c_9dc5, 0xe40c_292c, 0xbf9c_f968));
    }
}
