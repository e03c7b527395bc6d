//! The tables on SQLite, by the crate `dynoxide` in this process: the store calls it directly
//! (`port`).
//!
//! Its streams stay off: with them, each write would read all stream records there are. Instead,
//! changes that a worker has to see are put into `stream` here, right after the write and in the
//! order of the writes.

mod port;

use std::{
    collections::{HashMap, HashSet},
    io,
    path::Path,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering::SeqCst},
    },
};

use chute_store::port::CallError;
use dynoxide::{
    Database, DynoxideError,
    actions::{
        batch_write_item::BatchWriteItemRequest,
        get_item::GetItemRequest,
        transact_write_items::TransactWriteItemsRequest,
        update_time_to_live::{TimeToLiveSpecification, UpdateTimeToLiveRequest},
    },
    types::Item,
};
use rusqlite::{Connection, OpenFlags};
use serde_json::{Value, json};
use tokio::sync::watch;

use crate::{
    lock::lock,
    private,
    space::{self, Space},
    stream::{Change, Stream},
    template::Table,
    wal::{self, Wal},
};

pub(crate) use port::Port;

/// The tables of the deployment in one file; cheap to clone.
#[derive(Clone)]
pub struct Tables {
    db: Database,
    wal: Wal,
    space: Space,
    stream: Stream,
    streamed: Arc<HashMap<String, Streamed>>,
    /// Held from a write until it is in the stream, so that the stream has the same order as the
    /// table.
    order: Arc<Mutex<()>>,
    writes: Arc<Writes>,
}

/// How many writes have begun, have been committed, and are known to be on the disk. They are made
/// one after another. Whoever sees a commit finds it among those that have begun, and only what was
/// committed before a sync is on the disk after it.
#[derive(Debug, Default)]
struct Writes {
    begun: AtomicU64,
    ended: AtomicU64,
    durable: AtomicU64,
}

impl Writes {
    /// Makes a write. The caller holds the order.
    fn count<T>(&self, write: impl FnOnce() -> T) -> T {
        self.begun.fetch_add(1, SeqCst);
        let done = write();
        self.ended.fetch_add(1, SeqCst);
        done
    }
}

/// A table whose changes go to a worker.
#[derive(Debug)]
struct Streamed {
    name: Arc<str>,
    keys: HashSet<String>,
}

/// Why the file of the tables cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TablesError {
    /// The database failed.
    #[error("the tables cannot be opened: {0}")]
    Database(#[from] DynoxideError),
    /// The template has a definition that the database does not accept.
    #[error("the definition of the table {0} cannot be read: {1}")]
    Definition(String, #[source] serde_json::Error),
    /// The tables were created by a version of Chute with other keys or indexes.
    #[error(
        "the table {0} has other keys or indexes than this version of Chute needs: open the data with the version it was made with, and move it with `chute backup` or `chute mirror`"
    )]
    OtherVersion(String),
}

/// An item that was written, and its new content where the request holds it.
struct Written {
    table: String,
    keys: Item,
    image: Option<Item>,
}

impl std::fmt::Debug for Tables {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        to.debug_struct("Tables")
            .field("streamed", &self.streamed)
            .finish_non_exhaustive()
    }
}

impl Tables {
    /// Opens the file with these tables; missing tables are created.
    ///
    /// # Errors
    /// When the file cannot be opened, is from a newer version, or has a table with other keys or
    /// indexes.
    pub fn open(
        file: &Path,
        tables: &[Table],
        stream: Stream,
        space: Space,
    ) -> Result<Self, TablesError> {
        // for its owner only; SQLite gives the files beside it the same rights
        private::append(file)
            .map_err(|error| DynoxideError::InternalServerError(error.to_string()))?;
        let db = Database::new(&file.to_string_lossy())?;
        // `synchronous = NORMAL`, in dynoxide's terms: a commit is on the disk once `Wal::sync` has
        // returned, so that many commits share one sync
        db.disable_bulk_loading()?;
        let known: HashSet<String> = all_names(&db)?;
        for table in tables {
            if known.contains(&table.name) {
                is_as_defined(&db, table)?;
            } else {
                create(&db, table)?;
            }
        }
        let connection = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_WRITE)
            .map_err(DynoxideError::from)?;
        wal::settle(&connection, file)
            .map_err(|error| DynoxideError::InternalServerError(error.to_string()))?;
        let streamed = tables.iter().filter(|table| table.has_stream).map(|table| {
            let keys = table
                .definition
                .get("KeySchema")
                .and_then(Value::as_array)
                .into_iter()
                .flatten();
            let keys = keys
                .filter_map(|key| key.get("AttributeName")?.as_str())
                .map(ToOwned::to_owned)
                .collect();
            (
                table.name.clone(),
                Streamed {
                    name: table.name.as_str().into(),
                    keys,
                },
            )
        });
        let streamed = Arc::new(streamed.collect());
        let (order, writes) = (Arc::default(), Arc::default());
        Ok(Self {
            db,
            wal: Wal::of(file),
            space,
            stream,
            streamed,
            order,
            writes,
        })
    }

    /// Makes a call. What it wrote, and what a read or a condition may have seen of the writes of
    /// others, is on the disk before this returns: a repeated upload that finds its rows already
    /// there says so.
    async fn done<T: Send + 'static>(
        &self,
        reads: bool,
        call: impl FnOnce(&Self) -> Result<T, DynoxideError> + Send + 'static,
    ) -> Result<T, CallError> {
        if !reads && !self.space.is_left().await {
            return Err(CallError::Full(space::FULL.into()));
        }
        let tables = self.clone();
        let done = tokio::task::spawn_blocking(move || call(&tables)).await;
        self.keep().await.map_err(unavailable)?;
        match done.map_err(unavailable)? {
            Err(error) if is_full(&error) => {
                self.space.note_full();
                Err(CallError::Full(space::FULL.into()))
            }
            Err(error) if error.status_code() >= 500 => Err(unavailable(error)),
            done => done.map_err(refused),
        }
    }

    /// Returns once everything is on the disk that was read from the tables, or came out of the
    /// stream, before the call: a power cut would undo the rest.
    ///
    /// # Errors
    /// When the disk does not take it.
    pub async fn keep(&self) -> io::Result<()> {
        let Writes {
            begun,
            ended,
            durable,
        } = &*self.writes;
        if begun.load(SeqCst) > durable.load(SeqCst) {
            let ended = ended.load(SeqCst);
            self.wal.sync().await?;
            durable.fetch_max(ended, SeqCst);
        }
        Ok(())
    }

    /// How many bytes the changes take that are still in the stream, whenever it is called.
    pub fn stream_memory(&self) -> impl Fn() -> usize + Send + Sync + use<> {
        self.stream.memory()
    }

    /// Whether there is room on the disk to write.
    pub async fn have_room(&self) -> bool {
        self.space.is_left().await
    }

    /// Becomes true once it is no longer known what is on the disk (`wal`).
    pub fn is_unsafe(&self) -> watch::Receiver<bool> {
        self.wal.is_unsafe()
    }

    /// Makes a write and tells the workers what it has written.
    fn write<T>(
        &self,
        written: impl IntoIterator<Item = Written>,
        commit: impl FnOnce(&Database) -> Result<T, DynoxideError>,
    ) -> Result<T, DynoxideError> {
        let _in_order = lock(&self.order);
        let done = self.writes.count(|| commit(&self.db))?;
        written
            .into_iter()
            .try_for_each(|written| self.tell(written))?;
        Ok(done)
    }

    fn put(&self, table: &str, item: &Item) -> Option<Written> {
        let keys = &self.streamed.get(table)?.keys;
        let keys = item
            .iter()
            .filter(|(name, _)| keys.contains(*name))
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect();
        Some(Written {
            table: table.to_owned(),
            keys,
            image: Some(item.clone()),
        })
    }

    fn changed(&self, table: &str, keys: &Item) -> Option<Written> {
        self.streamed.contains_key(table).then(|| Written {
            table: table.to_owned(),
            keys: keys.clone(),
            image: None,
        })
    }

    fn batch(&self, request: &BatchWriteItemRequest) -> Vec<Written> {
        let all = request
            .request_items
            .iter()
            .flat_map(|(table, writes)| writes.iter().map(move |write| (table, write)));
        let written =
            |(table, write): (&String, &dynoxide::actions::batch_write_item::WriteRequest)| {
                let put = write
                    .put_request
                    .as_ref()
                    .and_then(|put| self.put(table, &put.item));
                put.or_else(|| self.changed(table, &write.delete_request.as_ref()?.key))
            };
        all.filter_map(written).collect()
    }

    fn transaction(&self, request: &TransactWriteItemsRequest) -> Vec<Written> {
        let written = |write: &dynoxide::actions::transact_write_items::TransactWriteItem| {
            let put = write
                .put
                .as_ref()
                .and_then(|put| self.put(&put.table_name, &put.item));
            let updated = || {
                write
                    .update
                    .as_ref()
                    .and_then(|update| self.changed(&update.table_name, &update.key))
            };
            let deleted = || {
                write
                    .delete
                    .as_ref()
                    .and_then(|delete| self.changed(&delete.table_name, &delete.key))
            };
            put.or_else(updated).or_else(deleted)
        };
        request.transact_items.iter().filter_map(written).collect()
    }

    fn tell(&self, Written { table, keys, image }: Written) -> Result<(), DynoxideError> {
        let Some(streamed) = self.streamed.get(&table) else {
            return Ok(());
        };
        let image = match image {
            Some(image) => Some(image),
            None => {
                let get = GetItemRequest {
                    table_name: table,
                    key: keys.clone(),
                    consistent_read: Some(true),
                    ..Default::default()
                };
                self.db.get_item(get)?.item
            }
        };
        let change = Change::new(&streamed.name, &keys, image.as_ref()).map_err(unwritable)?;
        self.stream.tell(change);
        Ok(())
    }

    /// Removes expired items. Returns how many.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub async fn remove_expired(&self) -> Result<usize, TablesError> {
        let tables = self.clone();
        let swept = tokio::task::spawn_blocking(move || {
            let _in_order = lock(&tables.order);
            tables.writes.count(|| tables.db.sweep_ttl())
        })
        .await;
        Ok(swept.map_err(|error| DynoxideError::InternalServerError(error.to_string()))??)
    }
}

fn all_names(db: &Database) -> Result<HashSet<String>, TablesError> {
    let list = |from: Option<String>| -> Result<_, TablesError> {
        let request = json!({ "ExclusiveStartTableName": from });
        let request = if from.is_some() { request } else { json!({}) };
        let request = serde_json::from_value(request)
            .map_err(|error| TablesError::Definition("all".to_owned(), error))?;
        Ok(db.list_tables(request)?)
    };
    let mut page = list(None)?;
    let mut names: HashSet<String> = page.table_names.into_iter().collect();
    while let Some(last) = page.last_evaluated_table_name {
        page = list(Some(last))?;
        names.extend(page.table_names);
    }
    Ok(names)
}

fn create(db: &Database, table: &Table) -> Result<(), TablesError> {
    let bad = |error| TablesError::Definition(table.name.clone(), error);
    let request = serde_json::from_value(Value::Object(table.definition.clone())).map_err(bad)?;
    db.create_table(request)?;
    if let Some(attribute) = &table.expires_by {
        let time_to_live_specification = TimeToLiveSpecification {
            attribute_name: attribute.clone(),
            enabled: true,
        };
        db.update_time_to_live(UpdateTimeToLiveRequest {
            table_name: table.name.clone(),
            time_to_live_specification,
        })?;
    }
    Ok(())
}

/// Compares the keys and indexes of an existing table with those of the template.
fn is_as_defined(db: &Database, table: &Table) -> Result<(), TablesError> {
    let bad = |error| TablesError::Definition(table.name.clone(), error);
    let request = serde_json::from_value(json!({ "TableName": table.name })).map_err(bad)?;
    let found = serde_json::to_value(db.describe_table(request)?).map_err(bad)?;
    let found = found.get("Table").cloned().unwrap_or_default();
    let indexes = |of: &Value, kind: &str| -> HashSet<String> {
        let all = of.get(kind).and_then(Value::as_array).into_iter().flatten();
        all.map(|index| format!("{} {}", index["IndexName"], index["KeySchema"]))
            .collect()
    };
    let wanted = Value::Object(table.definition.clone());
    let same = found.get("KeySchema") == wanted.get("KeySchema")
        && ["GlobalSecondaryIndexes", "LocalSecondaryIndexes"]
            .iter()
            .all(|kind| indexes(&found, kind) == indexes(&wanted, kind));
    if same {
        Ok(())
    } else {
        Err(TablesError::OtherVersion(table.name.clone()))
    }
}

fn unwritable(error: serde_json::Error) -> DynoxideError {
    DynoxideError::InternalServerError(error.to_string())
}

/// Whether a failure is that of a full disk. Some of them come as text only.
fn is_full(error: &DynoxideError) -> bool {
    match error {
        DynoxideError::SqliteError(error) => {
            error.sqlite_error_code() == Some(rusqlite::ErrorCode::DiskFull)
        }
        DynoxideError::InternalServerError(text) => text.contains("database or disk is full"),
        _ => false,
    }
}

/// The refusal of a call by the database.
fn refused(error: DynoxideError) -> CallError {
    match error {
        DynoxideError::ConditionalCheckFailedException(..) => CallError::Refused(0),
        DynoxideError::TransactionCanceledException(text, reasons) => {
            let refused = |code: &str| code == "ConditionalCheckFailed";
            match reasons.iter().position(|reason| refused(&reason.code)) {
                Some(at) => CallError::Refused(at),
                None => CallError::Failed(text.into()),
            }
        }
        error => CallError::Failed(Box::new(error)),
    }
}

fn unavailable(error: impl std::error::Error + Send + Sync + 'static) -> CallError {
    tracing::error!(%error, "the tables could not be read or written");
    CallError::Busy(Box::new(error))
}

#[cfg(test)]
mod tests {
    use std::{
        sync::atomic::{AtomicBool, Ordering::SeqCst},
        thread,
    };

    use chute_store::port::{AttributeValue, Call, Get, Item, Write};

    use super::{Space, Table, Tables};
    use crate::{stream::stream, template::Template};

    /// The number in the one item; 0 if it is not there yet.
    fn number(tables: &Tables, get: &Get) -> u64 {
        let found = tables.make(Call::Get(get.clone())).unwrap();
        match found.items.first().and_then(|item| item.get("number")) {
            Some(AttributeValue::N(number)) => number.parse().unwrap(),
            _ => 0,
        }
    }

    #[test]
    fn a_write_is_counted_before_it_is_visible() {
        let folder = tempfile::tempdir().unwrap();
        let defined = Template::of_this_build().unwrap().tables();
        let has_one_key =
            |table: &&Table| table.definition["KeySchema"].as_array().unwrap().len() == 1;
        let table = defined.iter().find(has_one_key).unwrap();
        let space = Space::given_up(folder.path()).unwrap();
        let file = folder.path().join("tables.db");
        let tables = Tables::open(&file, &defined, stream().0, space).unwrap();
        let key = table.definition["KeySchema"][0]["AttributeName"].as_str();
        let one = AttributeValue::S("one".to_owned());
        let mut item = Item::from([(key.unwrap().to_owned(), one)]);
        let get = Get::new(&table.name, item.clone());
        let ended = AtomicBool::new(false);
        thread::scope(|threads| {
            for _ in 0..2 {
                threads.spawn(|| {
                    while !ended.load(SeqCst) {
                        let seen = number(&tables, &get);
                        let known = tables.writes.begun.load(SeqCst);
                        assert!(seen <= known, "write {seen} was seen, {known} are known");
                    }
                });
            }
            for number in 1..=2_000 {
                item.insert("number".to_owned(), AttributeValue::N(number.to_string()));
                let put = Write::put(&table.name, item.clone());
                tables.make(Call::Write(put)).unwrap();
            }
            ended.store(true, SeqCst);
        });
    }
}
