//! SNS's part. One machine has no carrier: a text is refused, and the subscription stands; or texts go into a file that a person can read. For tests
//! they can be kept instead.

use std::{
    collections::VecDeque,
    fs::{File, OpenOptions},
    io::{self, Write},
    os::unix::fs::OpenOptionsExt,
    path::Path,
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
    /// Into a file, a line of JSON for each.
    File(Arc<Mutex<File>>),
    /// Into memory, for tests.
    Kept(Arc<Mutex<VecDeque<Text>>>),
}

impl Texts {
    /// Texts that are kept in memory.
    #[must_use]
    pub fn kept() -> Self {
        Self::Kept(Arc::default())
    }

    /// Texts that are written into a file, for its owner only, behind those that are in it.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub fn file(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().create(true).append(true).mode(0o600).open(path)?;
        Ok(Self::File(Arc::new(Mutex::new(file))))
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
                taken(texts.len())
            }
            Self::File(file) if field("Action") == "Publish" => {
                let text = Text { phone: field("PhoneNumber"), message: field("Message") };
                let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                let written = serde_json::to_string(&text).map_err(io::Error::from).and_then(|line| {
                    file.write_all(format!("{line}\n").as_bytes())?;
                    file.sync_data()
                });
                match written {
                    Ok(()) => taken(1),
                    Err(error) => {
                        tracing::error!(%error, "a text could not be written into its file");
                        Answered { status: 500, body: String::new() }
                    }
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
            Self::Refused | Self::File(_) => Vec::new(),
            Self::Kept(texts) => texts.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect(),
        }
    }
}

fn taken(id: usize) -> Answered {
    Answered {
        status: 200,
        body: format!(
            "<PublishResponse xmlns=\"http://sns.amazonaws.com/doc/2010-03-31/\"><PublishResult><MessageId>{id}</MessageId>\
             </PublishResult></PublishResponse>"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_texts_goes_on_where_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("texts.jsonl");
        for message in ["one", "two"] {
            let texts = Texts::file(&path).unwrap();
            let body = format!("Action=Publish&PhoneNumber=%2B15551234567&Message={message}");
            assert_eq!(texts.answer(body.as_bytes()).status, 200);
            assert_eq!(texts.answer(b"Action=Subscribe").status, 400);
        }
        let found = std::fs::read_to_string(&path).unwrap();
        assert_eq!(found, "{\"phone\":\"+15551234567\",\"message\":\"one\"}\n{\"phone\":\"+15551234567\",\"message\":\"two\"}\n");
    }
}
