//! SNS's part. One machine has no carrier: a text is refused, and the subscription stands. For tests the texts can be kept instead.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
};

use serde::Serialize;

use crate::tables::Answered;

/// How many texts are kept.
const KEPT: usize = 100_000;

/// A text that would have gone to a phone.
#[derive(Clone, Debug, Serialize)]
pub struct Text {
    /// Number in E.164.
    pub phone: String,
    /// What it says.
    pub message: String,
}

/// Where texts go.
#[derive(Clone, Debug)]
pub enum Texts {
    /// Nowhere: there is no carrier.
    Refused,
    /// Into memory, for tests.
    Kept(Arc<Mutex<VecDeque<Text>>>),
}

impl Texts {
    /// Texts that are kept in memory.
    #[must_use]
    pub fn kept() -> Self {
        Self::Kept(Arc::default())
    }

    /// Answers `Publish` in the query protocol.
    #[must_use]
    pub fn answer(&self, body: &[u8]) -> Answered {
        let fields: Vec<(String, String)> = form_urlencoded::parse(body).into_owned().collect();
        let field = |name: &str| fields.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone()).unwrap_or_default();
        match self {
            Self::Kept(texts) if field("Action") == "Publish" => {
                let mut texts = texts.lock().unwrap_or_else(PoisonError::into_inner);
                if texts.len() >= KEPT {
                    texts.pop_front();
                }
                texts.push_back(Text { phone: field("PhoneNumber"), message: field("Message") });
                let id = texts.len();
                Answered {
                    status: 200,
                    body: format!(
                        "<PublishResponse xmlns=\"http://sns.amazonaws.com/doc/2010-03-31/\"><PublishResult><MessageId>{id}</MessageId>\
                         </PublishResult></PublishResponse>"
                    ),
                }
            }
            _ => Answered {
                status: 400,
                body: "<ErrorResponse xmlns=\"http://sns.amazonaws.com/doc/2010-03-31/\"><Error><Type>Sender</Type>\
                       <Code>InvalidParameter</Code><Message>This machine has no carrier.</Message></Error></ErrorResponse>"
                    .to_owned(),
            },
        }
    }

    /// The texts that were kept, oldest first.
    #[must_use]
    pub fn all(&self) -> Vec<Text> {
        match self {
            Self::Refused => Vec::new(),
            Self::Kept(texts) => texts.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect(),
        }
    }
}
