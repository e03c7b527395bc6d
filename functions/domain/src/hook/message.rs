//! Messages to receivers, in the form recommended by Standard Webhooks (docs/web-hooks.md).

use serde::Serialize;
use serde_json::{Value, json};

use super::Delivery;
use crate::{event_time::EventTime, race::Slug};

/// The type of a message about a version.
const VERSION: &str = "results.version";
/// The type of a test message.
const TEST: &str = "hook.test";

/// A message to send.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The same for every attempt of a delivery, and different for any other. Contains no dots, which
    /// separate the parts of the signed text.
    pub id: String,
    /// The JSON text that is signed and sent.
    pub body: String,
}

#[derive(Serialize)]
struct Body<'b> {
    #[serde(rename = "type")]
    kind: &'b str,
    timestamp: EventTime,
    data: Value,
}

impl Delivery {
    /// The type of the message on the wire.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Version(_) => VERSION,
            Self::Test(_) => TEST,
        }
    }

    /// The message of an event's delivery. `pointer` is the address of the file that names the
    /// year's newest version; `None` if nobody may read it.
    #[must_use]
    pub fn message(&self, slug: &Slug, pointer: Option<&str>) -> Message {
        let (at_s, data) = match self {
            Self::Version(of) => (
                of.at_s,
                json!({"slug": slug, "year": of.year, "version": of.version, "url": pointer}),
            ),
            Self::Test(asked_s) => (*asked_s, json!({ "slug": slug })),
        };
        let body = Body {
            kind: self.kind(),
            timestamp: EventTime::from_unix(at_s),
            data,
        };
        Message {
            id: message_id(slug, self),
            body: serde_json::to_string(&body).unwrap_or_default(),
        }
    }
}

/// The message id of a delivery. Underscores separate its parts, since slugs and years contain none.
fn message_id(slug: &Slug, delivery: &Delivery) -> String {
    match delivery {
        Delivery::Version(of) => format!("{slug}_{}_{}", of.year, of.version),
        Delivery::Test(asked_s) => format!("{slug}_{asked_s}"),
    }
}
