//! Whether a database is whole: SQLite checks its own structure, and what SQLite cannot know is
//! checked here. A page of a long value may hold anything without being wrong to SQLite.
//!
//! Everything is read once, so it takes a second for some hundred megabytes.

use std::path::Path;

use md5::{Digest, Md5};
use rusqlite::{Connection, OpenFlags};

use crate::objects::hex;

/// A damage of a database.
#[derive(Debug, thiserror::Error)]
pub enum Damage {
    /// SQLite says what.
    #[error("{0}")]
    Structure(String),
    /// A value is not what was stored.
    #[error("the content of {0} is not what was stored")]
    Content(String),
    /// It cannot be read, or is not the database that it should be.
    #[error(transparent)]
    Unreadable(#[from] rusqlite::Error),
}

/// Checks the database of the buckets: the bytes of every object are those of its tag.
///
/// # Errors
/// When it is damaged.
pub fn of_objects(file: &Path) -> Result<(), Damage> {
    let database = sound(file)?;
    let mut all = database.prepare(
        "SELECT key, etag, body FROM versions LEFT JOIN bodies USING (number) WHERE etag IS NOT NULL",
    )?;
    let mut rows = all.query([])?;
    while let Some(row) = rows.next()? {
        // an object whose bytes are missing has those of none
        let body = row.get_ref("body")?.as_blob_or_null();
        let body = body.map_err(rusqlite::Error::from)?.unwrap_or_default();
        if hex(Md5::digest(body)) != row.get::<_, String>("etag")? {
            return Err(Damage::Content(row.get("key")?));
        }
    }
    Ok(())
}

/// Checks the database of the tables: every item can be read.
///
/// # Errors
/// When it is damaged.
pub fn of_tables(file: &Path) -> Result<(), Damage> {
    let database = sound(file)?;
    // fails if this is some other database
    database.query_row("SELECT count(*) FROM _tables", [], |_| Ok(()))?;
    let mut named = database.prepare(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%item_json%' ORDER BY name",
    )?;
    let names = named.query_map([], |row| row.get::<_, String>(0))?;
    for name in names {
        let name = name?;
        let unreadable = format!(
            "SELECT EXISTS (SELECT 1 FROM \"{}\" WHERE NOT json_valid(item_json))",
            name.replace('"', "\"\"")
        );
        if database.query_row(&unreadable, [], |row| row.get(0))? {
            return Err(Damage::Content(name));
        }
    }
    Ok(())
}

fn sound(file: &Path) -> Result<Connection, Damage> {
    let database = Connection::open_with_flags(
        file,
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    let said: String = database.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
    if said == "ok" {
        Ok(database)
    } else {
        Err(Damage::Structure(said))
    }
}
