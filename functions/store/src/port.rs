//! The store's calls of its tables, of its buckets ([`Objects`]) and of other services
//! ([`Services`]), whoever answers: AWS (`aws`), or the process itself on one machine
//! (`chute_serve`). One call is one [`Call`], so whoever counts calls, delays them or lets them
//! fail is one function around another [`Tables`].
//!
//! Expressions are DynamoDB's, in its syntax. Calls and answers can also go to another process
//! (`chute_serve::operator`).

mod objects;
mod services;

use std::{collections::HashMap, fmt, sync::Arc};

use futures::{
    future::BoxFuture,
    stream::{BoxStream, try_unfold},
};
pub use objects::{
    Buckets, Headers, List, Marker, Object, ObjectAnswer, ObjectCall, ObjectName, Objects, Over,
    Put,
};
use serde::{Deserialize, Serialize};
pub use serde_dynamo::AttributeValue;
pub use services::{
    Mail, Message, Order, ServiceAnswer, ServiceCall, ServiceError, Services, TextMessage,
};

use crate::{Cause, Result, StoreError};

/// The attributes of an item, or of its key.
pub type Item = HashMap<String, AttributeValue>;
/// The tables of a store; cheap to clone.
pub type Db = Arc<dyn Tables>;

/// The tables of a deployment.
pub trait Tables: fmt::Debug + Send + Sync + 'static {
    /// Makes a call. What it wrote, and what it has seen of the writes of others, is durable once
    /// it is answered.
    fn call(&self, call: Call) -> BoxFuture<'_, std::result::Result<Answer, CallError>>;
}

/// A call to the tables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Call {
    /// Reads an item.
    Get(Get),
    /// Reads the items with these keys that exist, consistently and in any order: at most 100
    /// distinct keys.
    GetMany {
        /// The table.
        table: String,
        /// The keys.
        keys: Vec<Item>,
    },
    /// Reads a page of items.
    Query(Query),
    /// Writes an item.
    Write(Write),
    /// Puts these items and deletes those with these keys, without conditions and in any order: at
    /// most 25, each once.
    WriteMany {
        /// The table.
        table: String,
        /// The items.
        puts: Vec<Item>,
        /// The keys.
        deletes: Vec<Item>,
    },
    /// Writes all or nothing: at most 100 items, each once.
    Transact(Vec<Write>),
}

/// The result of a call.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// The items; those of a page in its order. Of a write, the item that it was to return, if
    /// there is one.
    pub items: Vec<Item>,
    /// Where the next page begins; `None` after the last one.
    pub next: Option<Item>,
    /// How many items were read for it, including those that a filter left out.
    pub read: usize,
}

/// Why a call to tables or buckets was not carried out, or may not have been.
#[derive(Debug, thiserror::Error, Serialize, Deserialize)]
pub enum CallError {
    /// Nothing is written: the condition of the write at this position (from 0) did not hold.
    #[error("a condition did not hold")]
    Refused(usize),
    /// Overloaded, unreachable, or in conflict with another transaction: worth another try.
    #[error("the store is busy")]
    Busy(
        #[source]
        #[serde(with = "cause")]
        Cause,
    ),
    /// There is no room on the disk of a deployment on one machine.
    #[error("there is no room left on the disk")]
    Full(
        #[source]
        #[serde(with = "cause")]
        Cause,
    ),
    /// Any other failure.
    #[error("the store failed")]
    Failed(
        #[source]
        #[serde(with = "cause")]
        Cause,
    ),
}

/// A cause on its way to another process: what it and its own causes say.
mod cause {
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::{Cause, with_causes};

    pub fn serialize<S: Serializer>(cause: &Cause, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&with_causes(&**cause))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Cause, D::Error> {
        Ok(String::deserialize(from)?.into())
    }
}

impl From<CallError> for StoreError {
    fn from(error: CallError) -> Self {
        match error {
            CallError::Busy(cause) => Self::Busy(cause),
            CallError::Full(cause) => Self::Full(cause),
            CallError::Failed(cause) => Self::Failed(cause),
            refused @ CallError::Refused(_) => Self::Failed(Box::new(refused)),
        }
    }
}

/// A read of one item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[must_use]
pub struct Get {
    /// The table.
    pub table: String,
    /// The key.
    pub key: Item,
    /// Whether it sees every write that was answered before.
    pub consistent: bool,
    /// The attributes that are wanted; `None` for all.
    pub only: Option<String>,
}

impl Get {
    /// A read that sees every write that was answered before.
    pub fn new(table: &str, key: Item) -> Self {
        Self {
            table: table.to_owned(),
            key,
            consistent: true,
            only: None,
        }
    }

    /// May miss the last writes, for half the cost.
    pub fn eventual(self) -> Self {
        Self {
            consistent: false,
            ..self
        }
    }

    /// Reads only these attributes.
    pub fn only(self, attributes: &str) -> Self {
        Self {
            only: Some(attributes.to_owned()),
            ..self
        }
    }

    pub(crate) async fn send(self, db: &Db) -> Result<Option<Item>> {
        Ok(db.call(Call::Get(self)).await?.items.pop())
    }
}

/// A read of the items of a partition, or of a whole table, page by page (1 MB at most).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[must_use]
pub struct Query {
    /// The table.
    pub table: String,
    /// The index; `None` for the table itself.
    pub index: Option<String>,
    /// The condition on the key; `None` reads all of the table.
    pub keys: Option<String>,
    /// The condition on other attributes, for items that were read already.
    pub filter: Option<String>,
    /// The attributes that are wanted; `None` for all.
    pub only: Option<String>,
    /// Attribute names: `#…` in the expressions.
    pub names: HashMap<String, String>,
    /// Values: `:…` in the expressions.
    pub values: Item,
    /// Whether it sees every write that was answered before.
    pub consistent: bool,
    /// Against the order of the sort key.
    pub descending: bool,
    /// How many items a page has at most.
    pub limit: Option<i32>,
    /// Where the page begins, from the previous [`Answer::next`]; `None` for the first one.
    pub from: Option<Item>,
}

impl Query {
    /// A read that sees every write that was answered before, of the items whose keys meet this
    /// condition.
    pub fn new(table: &str, keys: &str) -> Self {
        Self {
            keys: Some(keys.to_owned()),
            ..Self::scan(table)
        }
    }

    /// The same for all items of a table.
    pub fn scan(table: &str) -> Self {
        Self {
            table: table.to_owned(),
            consistent: true,
            ..Self::default()
        }
    }

    /// May miss the last writes, for half the cost; an index that is not local can only be read so.
    pub fn eventual(self) -> Self {
        Self {
            consistent: false,
            ..self
        }
    }

    /// Reads an index instead of the table.
    pub fn index(self, name: &str) -> Self {
        Self {
            index: Some(name.to_owned()),
            ..self
        }
    }

    /// Leaves out what does not meet this condition.
    pub fn filter(self, condition: &str) -> Self {
        Self {
            filter: Some(condition.to_owned()),
            ..self
        }
    }

    /// Reads only these attributes.
    pub fn only(self, attributes: &str) -> Self {
        Self {
            only: Some(attributes.to_owned()),
            ..self
        }
    }

    /// Reads against the order of the sort key.
    pub fn descending(self) -> Self {
        Self {
            descending: true,
            ..self
        }
    }

    /// At most so many items in a page.
    pub fn limit(self, most: i32) -> Self {
        Self {
            limit: Some(most),
            ..self
        }
    }

    /// The page that begins there.
    pub fn from(self, from: Option<Item>) -> Self {
        Self { from, ..self }
    }

    /// Sets a name: `#…` in the expressions.
    pub fn name(mut self, name: &str, attribute: &str) -> Self {
        self.names.insert(name.to_owned(), attribute.to_owned());
        self
    }

    /// Sets a value: `:…` in the expressions.
    pub fn value(mut self, name: &str, value: AttributeValue) -> Self {
        self.values.insert(name.to_owned(), value);
        self
    }

    /// One page.
    pub(crate) async fn send(self, db: &Db) -> Result<Answer> {
        Ok(db.call(Call::Query(self)).await?)
    }

    /// All pages one after another, so that there is never more than one in memory.
    pub(crate) fn pages(self, db: &Db) -> BoxStream<'static, Result<Vec<Item>>> {
        let db = db.clone();
        Box::pin(try_unfold(Some(self), move |query| {
            let db = db.clone();
            async move {
                let Some(query) = query else { return Ok(None) };
                let page = query.clone().send(&db).await?;
                let next = page.next.map(|next| query.from(Some(next)));
                Ok(Some((page.items, next)))
            }
        }))
    }
}

/// A write of one item, on a condition if it has one; or in a transaction only the condition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[must_use]
pub struct Write {
    /// The table.
    pub table: String,
    /// The kind of write.
    pub kind: Kind,
    /// The condition on what is stored.
    pub condition: Option<String>,
    /// Attribute names: `#…` in the expressions.
    pub names: HashMap<String, String>,
    /// Values: `:…` in the expressions.
    pub values: Item,
    /// The attributes that it returns outside of a transaction.
    pub returns: Returns,
    /// Never sent again if the answer is lost (see [`Write::once`]); of a write that is not part of
    /// a transaction.
    pub once: bool,
}

/// The kind of a [`Write`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// Writes the whole item.
    Put(Item),
    /// Changes attributes of the item with this key, which need not exist.
    Update(Item, String),
    /// Removes the item with this key if it exists.
    Delete(Item),
    /// Only has the condition: a part of a transaction, never a write by itself.
    Check(Item),
}

/// The returned attributes of a write.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Returns {
    /// Nothing.
    #[default]
    Nothing,
    /// The item before the write.
    Before,
    /// The item after the write.
    After,
}

impl Write {
    fn new(table: &str, kind: Kind) -> Self {
        Self {
            table: table.to_owned(),
            kind,
            condition: None,
            names: HashMap::new(),
            values: Item::new(),
            returns: Returns::Nothing,
            once: false,
        }
    }

    /// A write of a whole item.
    pub fn put(table: &str, item: Item) -> Self {
        Self::new(table, Kind::Put(item))
    }

    /// A change of the item with this key (an update expression; it may follow by
    /// [`Write::change`]).
    pub fn update(table: &str, key: Item) -> Self {
        Self::new(table, Kind::Update(key, String::new()))
    }

    /// A removal of the item with this key.
    pub fn delete(table: &str, key: Item) -> Self {
        Self::new(table, Kind::Delete(key))
    }

    /// A condition on the item with this key, which is not written.
    pub fn check(table: &str, key: Item) -> Self {
        Self::new(table, Kind::Check(key))
    }

    /// Sets an update's expression.
    pub fn change(mut self, expression: impl Into<String>) -> Self {
        if let Kind::Update(_, change) = &mut self.kind {
            *change = expression.into();
        }
        self
    }

    /// Only if this holds for what is stored.
    pub fn condition(self, condition: impl Into<String>) -> Self {
        Self {
            condition: Some(condition.into()),
            ..self
        }
    }

    /// Sets a name: `#…` in the expressions.
    pub fn name(mut self, name: impl Into<String>, attribute: impl Into<String>) -> Self {
        self.names.insert(name.into(), attribute.into());
        self
    }

    /// Sets a value: `:…` in the expressions.
    pub fn value(mut self, name: impl Into<String>, value: AttributeValue) -> Self {
        self.values.insert(name.into(), value);
        self
    }

    /// Returns the item.
    pub fn returning(self, returns: Returns) -> Self {
        Self { returns, ..self }
    }

    /// For a decrement of a counter: it is not sent again if its answer is lost, since it may have
    /// been carried out, and decrementing twice would take away what others have counted. A
    /// decrement that is lost only leaves something unused.
    pub fn once(self) -> Self {
        Self { once: true, ..self }
    }

    /// Returns the item that was to be returned, empty if there is none, or `None` if the condition
    /// did not hold: that is an answer, not an error.
    pub(crate) async fn send_if(self, db: &Db) -> Result<Option<Item>> {
        match db.call(Call::Write(self)).await {
            Ok(mut answer) => Ok(Some(answer.items.pop().unwrap_or_default())),
            Err(CallError::Refused(_)) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Whether the condition held.
    pub(crate) async fn held(self, db: &Db) -> Result<bool> {
        Ok(self.send_if(db).await?.is_some())
    }

    /// Like [`Write::send_if`] where a condition that does not hold is an error.
    pub(crate) async fn send(self, db: &Db) -> Result<Item> {
        let mut answer = db.call(Call::Write(self)).await?;
        Ok(answer.items.pop().unwrap_or_default())
    }
}
