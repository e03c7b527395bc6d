//! Common to all tables: reading, conditional writing, keys, errors.

use chute_domain::stamp::Stamp;
use futures::{Stream, StreamExt, TryStreamExt, stream};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::{
    Result, StoreError,
    port::{AttributeValue, Call, Db, Get, Item, Query, Write},
};

/// How many calls a request makes at the same time.
pub const AT_ONCE: usize = 32;

/// The `p` and `q` of an item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyPair {
    pub p: String,
    pub q: String,
}

impl KeyPair {
    pub fn new(p: &str, q: &str) -> Self {
        Self {
            p: p.to_owned(),
            q: q.to_owned(),
        }
    }

    pub fn item(&self) -> Item {
        Item::from([
            ("p".to_owned(), text(&self.p)),
            ("q".to_owned(), text(&self.q)),
        ])
    }
}

/// The key of an item of a table without sort keys.
pub fn p_key(p: &str) -> Item {
    Item::from([("p".to_owned(), text(p))])
}

pub fn text(value: &str) -> AttributeValue {
    AttributeValue::S(value.to_owned())
}

pub fn number(value: impl ToString) -> AttributeValue {
    AttributeValue::N(value.to_string())
}

/// The whole number in an attribute; `None` if there is none, or it is beyond the type.
pub fn number_in<N: std::str::FromStr>(item: &Item, name: &str) -> Option<N> {
    match item.get(name)? {
        AttributeValue::N(number) => number.parse().ok(),
        _ => None,
    }
}

pub fn bytes(stamp: Stamp) -> AttributeValue {
    AttributeValue::B(stamp.as_bytes().to_vec())
}

/// Escapes a part of a sort key, since `#` separates the parts.
pub fn part(text: &str) -> String {
    text.replace('%', "%25").replace('#', "%23")
}

/// Reverses [`part`].
pub fn unpart(text: &str) -> String {
    text.replace("%23", "#").replace("%25", "%")
}

pub fn unreadable(what: &'static str) -> impl Fn(serde_dynamo::Error) -> StoreError {
    move |error| StoreError::Unreadable(what, without_value(&error.to_string()).into())
}

/// Returns serde's message without the value it quotes: that may be a name or a phone number, and
/// the message goes into the log.
fn without_value(complaint: &str) -> String {
    match (
        complaint.split_once(": "),
        complaint.rsplit_once(", expected"),
    ) {
        (Some((kind, _)), Some((_, expected))) => format!("{kind}, expected{expected}"),
        _ => complaint
            .split('"')
            .step_by(2)
            .collect::<Vec<_>>()
            .join("…"),
    }
}

pub fn to_item<T: Serialize>(value: &T) -> Result<Item> {
    serde_dynamo::to_item(value).map_err(unreadable("a value to be written"))
}

pub fn from_item<T: DeserializeOwned>(item: Item, what: &'static str) -> Result<T> {
    serde_dynamo::from_item(item).map_err(unreadable(what))
}

fn query_of(table: &str, p: &str, prefix: &str) -> Query {
    if prefix.is_empty() {
        Query::new(table, "p = :p").value(":p", text(p))
    } else {
        Query::new(table, "p = :p AND begins_with(q, :q)")
            .value(":p", text(p))
            .value(":q", text(prefix))
    }
}

/// All items that a query finds.
pub async fn all<T: DeserializeOwned>(db: &Db, query: Query, what: &'static str) -> Result<Vec<T>> {
    let (mut found, mut pages) = (Vec::new(), query.pages(db));
    while let Some(page) = pages.try_next().await? {
        for item in page {
            found.push(from_item(item, what)?);
        }
    }
    Ok(found)
}

/// All items of a partition whose sort key begins with `prefix`, consistently read, in the order of
/// the sort key.
pub async fn query<T: DeserializeOwned>(
    db: &Db,
    table: &str,
    p: &str,
    prefix: &str,
) -> Result<Vec<T>> {
    all(db, query_of(table, p, prefix), "a query").await
}

/// Like [`query`], with the items as they are stored.
pub async fn items(db: &Db, table: &str, p: &str, prefix: &str) -> Result<Vec<Item>> {
    query_of(table, p, prefix).pages(db).try_concat().await
}

/// Like [`query`], but page by page (1 MB at most), so that there is never more than one page in
/// memory; only the attributes `wanted` of each item, or all of them.
pub fn pages<T: DeserializeOwned>(
    db: &Db,
    table: &str,
    p: &str,
    prefix: &str,
    wanted: Option<&str>,
) -> impl Stream<Item = Result<Vec<T>>> + Send + use<T> {
    let query = query_of(table, p, prefix);
    let query = match wanted {
        Some(wanted) => query.only(wanted),
        None => query,
    };
    query.pages(db).map(|page| {
        let items = page?.into_iter().map(|item| from_item(item, "a page"));
        items.collect()
    })
}

/// Removes an item if `attribute` is still as it was seen. Returns whether it did.
pub async fn remove_seen(
    db: &Db,
    table: &str,
    key: &KeyPair,
    attribute: &str,
    seen: AttributeValue,
) -> Result<bool> {
    Write::delete(table, key.item())
        .condition("#seen = :seen")
        .name("#seen", attribute)
        .value(":seen", seen)
        .held(db)
        .await
}

/// The items with these keys that exist, consistently read, in any order. The keys must be
/// distinct.
pub async fn get_many<T: DeserializeOwned>(
    db: &Db,
    table: &str,
    keys: Vec<KeyPair>,
) -> Result<Vec<T>> {
    get_items(db, table, keys.iter().map(KeyPair::item).collect()).await
}

/// Like [`get_many`] for keys of any shape.
pub async fn get_items<T: DeserializeOwned>(
    db: &Db,
    table: &str,
    keys: Vec<Item>,
) -> Result<Vec<T>> {
    let calls = keys.chunks(100).map(|keys| Call::GetMany {
        table: table.to_owned(),
        keys: keys.to_vec(),
    });
    let found: Vec<_> = stream::iter(calls.collect::<Vec<_>>())
        .map(|call| db.call(call))
        .buffer_unordered(AT_ONCE)
        .try_collect()
        .await?;
    let items = found.into_iter().flat_map(|answer| answer.items);
    items.map(|item| from_item(item, "a batch")).collect()
}

/// Writes an item unless the stored one has the same stamp or a newer one. Returns whether it was
/// written.
pub async fn put_if_newer(db: &Db, table: &str, item: Item, stamp: Stamp) -> Result<bool> {
    Write::put(table, item)
        .condition("attribute_not_exists(s) OR s < :s")
        .value(":s", bytes(stamp))
        .held(db)
        .await
}

impl Get {
    /// The item, if there is one; `what` names it in an error.
    pub(crate) async fn read<T: DeserializeOwned>(
        self,
        db: &Db,
        what: &'static str,
    ) -> Result<Option<T>> {
        let item = self.send(db).await?;
        item.map(|item| from_item(item, what)).transpose()
    }
}

impl Write {
    /// Only if the item has not changed since it was seen: it must still be the one with this
    /// stamp, or none.
    pub(crate) fn if_seen(self, seen: Option<Stamp>) -> Self {
        match seen {
            Some(stamp) => self.condition("s = :seen").value(":seen", bytes(stamp)),
            None => self.condition("attribute_not_exists(p)"),
        }
    }
}

/// Removes items without a condition, 25 per call.
pub async fn remove(db: &Db, table: &str, keys: Vec<KeyPair>) -> Result<()> {
    let keys: Vec<Item> = keys.iter().map(KeyPair::item).collect();
    let calls = keys.chunks(25).map(|deletes| Call::WriteMany {
        table: table.to_owned(),
        puts: Vec::new(),
        deletes: deletes.to_vec(),
    });
    call_each(db, calls.collect()).await
}

/// Writes items without a condition, 25 per call. Their keys must be distinct.
pub async fn put_many(db: &Db, table: &str, items: Vec<Item>) -> Result<()> {
    let calls = items.chunks(25).map(|puts| Call::WriteMany {
        table: table.to_owned(),
        puts: puts.to_vec(),
        deletes: Vec::new(),
    });
    call_each(db, calls.collect()).await
}

async fn call_each(db: &Db, calls: Vec<Call>) -> Result<()> {
    let mut answers = stream::iter(calls)
        .map(|call| db.call(call))
        .buffer_unordered(8);
    while answers.try_next().await?.is_some() {}
    Ok(())
}

/// (De)serialises a stamp as a binary attribute.
pub mod stamps {
    use chute_domain::stamp::Stamp;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(stamp: &Stamp, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_bytes(stamp.as_bytes())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Stamp, D::Error> {
        let bytes = serde_bytes::ByteBuf::deserialize(from)?;
        Stamp::from_bytes(&bytes).ok_or_else(|| D::Error::custom("a stamp has 12 bytes"))
    }

    /// (De)serialises a stamp that may be missing.
    pub mod maybe {
        use super::{Deserialize, Deserializer, Serializer, Stamp};

        #[expect(clippy::ref_option, reason = "serde's signature")]
        pub fn serialize<S: Serializer>(stamp: &Option<Stamp>, to: S) -> Result<S::Ok, S::Error> {
            match stamp {
                Some(stamp) => super::serialize(stamp, to),
                None => to.serialize_none(),
            }
        }

        pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Stamp>, D::Error> {
            #[derive(Deserialize)]
            struct Stored(#[serde(with = "super")] Stamp);
            Ok(Option::<Stored>::deserialize(from)?.map(|Stored(stamp)| stamp))
        }
    }
}

/// For `skip_serializing_if`: defaults are not stored.
pub fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

#[cfg(test)]
mod tests {
    use super::without_value;

    #[test]
    fn a_complaint_quotes_no_value() {
        for (complaint, logged) in [
            ("missing field `p`", "missing field `p`"),
            (
                "invalid type: string \"Ana, expected of all\", expected i64",
                "invalid type, expected i64",
            ),
            (
                "invalid value: integer `19075550142`, expected u8",
                "invalid value, expected u8",
            ),
            (
                "Failed to parse \"Ana\" as an integer",
                "Failed to parse … as an integer",
            ),
        ] {
            assert_eq!(without_value(complaint), logged);
        }
    }
}
