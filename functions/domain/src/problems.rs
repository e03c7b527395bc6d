//! Problems of an organiser's file, each with its position (contract 9.4).

use serde::Serialize;
use utoipa::ToSchema;

/// The maximum number of problems listed in an answer.
const LISTED: usize = 50;

/// One problem in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct FileProblem {
    /// The field's path (`years[0].series[1].best`), or the column of a CSV.
    pub at: String,
    /// The line of a CSV, counted from 1; 0 for JSON.
    pub line: u64,
    /// The accepted values.
    pub message: String,
}

/// All problems of a file: all are counted, the first fifty are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problems {
    listed: Vec<FileProblem>,
    count: usize,
}

impl Problems {
    /// Notes a problem.
    pub fn add(&mut self, at: impl Into<String>, line: u64, message: impl Into<String>) {
        self.count += 1;
        if self.listed.len() < LISTED {
            self.listed.push(FileProblem {
                at: at.into(),
                line,
                message: message.into(),
            });
        }
    }

    /// Returns the value, unless there are problems.
    ///
    /// # Errors
    /// These problems.
    pub fn or<T>(self, value: T) -> Result<T, Self> {
        if self.count == 0 {
            Ok(value)
        } else {
            Err(self)
        }
    }

    /// The first fifty, in the order of the file.
    #[must_use]
    pub fn listed(&self) -> &[FileProblem] {
        &self.listed
    }

    /// The number of problems and the first of them: enough for a client that shows one line.
    #[must_use]
    pub fn message(&self) -> String {
        let count = if self.count == 1 {
            "1 problem".to_owned()
        } else {
            format!("{} problems", self.count)
        };
        let first = self.listed.first().map(|problem| {
            let line = if problem.line == 0 {
                String::new()
            } else {
                format!("Line {}, ", problem.line)
            };
            format!(" {line}{}: {}.", problem.at, problem.message)
        });
        format!("The file has {count}.{}", first.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_counts_and_shows_the_first() {
        let mut problems = Problems::default();
        assert_eq!(problems.clone().or(1), Ok(1));
        problems.add(
            "years[0].series[1].best",
            0,
            "must be a whole number of at least 1",
        );
        assert_eq!(
            problems.message(),
            "The file has 1 problem. years[0].series[1].best: must be a whole number of at least 1."
        );
        problems.add("last", 3, "must not be empty");
        assert_eq!(
            problems.message(),
            "The file has 2 problems. years[0].series[1].best: must be a whole number of at least 1."
        );
        assert_eq!(problems.clone().or(1), Err(problems));
    }

    #[test]
    fn a_line_is_named() {
        let mut problems = Problems::default();
        problems.add("tiger score", 7, "must be a number");
        assert_eq!(
            problems.message(),
            "The file has 1 problem. Line 7, tiger score: must be a number."
        );
    }

    #[test]
    fn fifty_are_listed_and_all_are_counted() {
        let mut problems = Problems::default();
        for line in 1..=73 {
            problems.add("last", line, "must not be empty");
        }
        assert_eq!(
            (problems.listed().len(), problems.listed()[49].line),
            (50, 50)
        );
        assert!(
            problems
                .message()
                .starts_with("The file has 73 problems. Line 1, last: ")
        );
    }
}
