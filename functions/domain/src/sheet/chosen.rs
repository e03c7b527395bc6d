//! Columns that an account chose for tables with certain headings, so that the next file of the
//! same program needs no choosing (contract 4.17).

use serde::{Deserialize, Serialize};

/// How many kinds of table are remembered, the latest first.
pub const MOST_CHOSEN: usize = 20;

/// The columns chosen for tables with certain headings. It contains neither the headings nor
/// anything else from a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chosen {
    /// Identifies the headings.
    pub mark: String,
    /// The column of each field, from 0.
    pub fields: Vec<(String, u16)>,
}

/// The choices to remember after a new one: it comes first and replaces an earlier one for the same
/// headings.
#[must_use]
pub fn remember(mut known: Vec<Chosen>, chosen: Chosen) -> Vec<Chosen> {
    known.retain(|other| other.mark != chosen.mark);
    known.insert(0, chosen);
    known.truncate(MOST_CHOSEN);
    known
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(mark: usize, column: u16) -> Chosen {
        Chosen {
            mark: mark.to_string(),
            fields: vec![("bib".to_owned(), column)],
        }
    }

    #[test]
    fn the_latest_choice_stands_first_once_and_the_oldest_goes() {
        let all = (0..MOST_CHOSEN + 3)
            .map(|mark| chosen(mark, 0))
            .fold(Vec::new(), remember);
        assert_eq!(all.len(), MOST_CHOSEN);
        assert_eq!((&*all[0].mark, &*all[MOST_CHOSEN - 1].mark), ("22", "3"));
        let again = remember(all, chosen(3, 7));
        assert_eq!(
            (
                again.len(),
                &again[0],
                &*again[1].mark,
                &*again[MOST_CHOSEN - 1].mark
            ),
            (MOST_CHOSEN, &chosen(3, 7), "22", "4")
        );
    }
}
