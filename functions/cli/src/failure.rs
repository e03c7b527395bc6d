//! Failures, as sentences for the operator, and their exit codes.

use std::{error::Error, fmt, process::ExitCode};

use chute_store::{StoreError, with_causes};

/// Why a command did not do its work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The arguments are invalid: exit code 2.
    Usage(String),
    /// The work was tried, or checked, and failed: exit code 1.
    Failed(String),
}

/// The result of every command.
pub type Outcome<T = ()> = Result<T, Failure>;

impl Failure {
    /// A failure with this sentence.
    pub fn new(sentence: impl Into<String>) -> Self {
        Self::Failed(sentence.into())
    }

    /// The sentence and, after colons, its chain of causes.
    pub fn because(sentence: &str, cause: &dyn Error) -> Self {
        Self::Failed(format!("{sentence}: {}", with_causes(cause)))
    }

    /// The exit code for the shell.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Self::Usage(_) => ExitCode::from(2),
            Self::Failed(_) => ExitCode::from(1),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::Usage(sentence) | Self::Failed(sentence)) = self;
        f.write_str(sentence)
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::Failed(with_causes(&error))
    }
}
