//! The names under which attempts to sign in are counted: keyed hashes, so that a copy of the table
//! reveals nobody.

use crate::{App, answer::Problem, source::Source};

impl App {
    /// The name of an e-mail address's counter; the case of its letters does not matter.
    ///
    /// # Errors
    /// [`Problem::Failed`] when this function has no secret.
    pub fn email_counter(&self, email: &str) -> Result<String, Problem> {
        self.secrets
            .pseudonym(&format!("e-mail {}", email.trim().to_lowercase()))
    }

    /// The name of a source address's counter.
    ///
    /// # Errors
    /// [`Problem::Failed`] when this function has no secret.
    pub fn source_counter(&self, source: Source) -> Result<String, Problem> {
        self.secrets.pseudonym(&format!("source {source}"))
    }
}
