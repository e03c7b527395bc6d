//! The causes of an error, for a log or a message.

use std::{error::Error, iter};

/// The causes of this error, the nearest first.
pub(crate) fn sources<'e>(
    error: &'e (dyn Error + 'e),
) -> impl Iterator<Item = &'e (dyn Error + 'static)> {
    iter::successors(error.source(), |cause| (*cause).source())
}

/// The causes of an error without the error itself, joined by colons. A cause that only repeats
/// part of the text before it is left out.
#[must_use]
pub fn causes(error: &dyn Error) -> String {
    joined(String::new(), error)
}

/// The error and its causes, joined by colons, without repetitions.
#[must_use]
pub fn with_causes(error: &dyn Error) -> String {
    joined(error.to_string(), error)
}

fn joined(begun: String, error: &dyn Error) -> String {
    sources(error).fold(begun, |text, cause| {
        let said = cause.to_string();
        if text.is_empty() {
            said
        } else if text.contains(&said) {
            text
        } else {
            format!("{text}: {said}")
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::StoreError;

    #[derive(Debug, thiserror::Error)]
    #[error("{0}")]
    struct Said(&'static str, #[source] Option<Box<Said>>);

    #[test]
    fn each_cause_is_named_once() {
        let refused = Said("refused", None);
        let call = Said("the call: refused", Some(Box::new(refused)));
        let dispatch = Said("no answer", Some(Box::new(call)));
        let error = StoreError::Failed(Box::new(dispatch));
        assert_eq!(causes(&error), "no answer: the call: refused");
        assert_eq!(
            with_causes(&error),
            "the store failed: no answer: the call: refused"
        );
        assert_eq!(causes(&Said("alone", None)), "");
    }
}
