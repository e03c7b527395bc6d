//! The files of a publication, sent concurrently: nothing names them before the commit, so their
//! order does not matter.

use std::collections::HashMap;

use chute_domain::{race::RaceKey, snapshot::File};
use chute_store::{AT_ONCE, Place, Result, Store};
use futures::{StreamExt, TryStreamExt, future::Either, stream};

/// How much may be waiting in memory before it should be sent, in bytes.
const MOST: usize = 8 * 1024 * 1024;

/// Files that are ready to be stored.
#[derive(Debug, Default)]
pub(super) struct Uploads {
    /// The publisher's state, by path below its place.
    state: HashMap<String, Vec<u8>>,
    /// Published files, with their place and path.
    files: Vec<(Place, String, Vec<u8>)>,
    bytes: usize,
}

impl Uploads {
    pub(super) fn add_state(&mut self, path: String, body: Vec<u8>) {
        self.bytes += body.len();
        self.state.insert(path, body);
    }

    pub(super) fn add_file(&mut self, place: Place, race: &RaceKey, file: File) {
        self.bytes += file.body.len();
        self.files
            .push((place, format!("{race}/{}", file.name), file.body));
    }

    /// State that has not been stored yet.
    pub(super) fn waiting(&self, path: &str) -> Option<&[u8]> {
        self.state.get(path).map(Vec::as_slice)
    }

    /// Takes out state that has not been stored yet, to store it in another form.
    pub(super) fn take_state(&mut self, path: &str) -> Option<Vec<u8>> {
        let body = self.state.remove(path)?;
        self.bytes -= body.len();
        Some(body)
    }

    /// Whether it is time to store what is waiting.
    pub(super) fn is_full(&self) -> bool {
        self.bytes > MOST
    }

    /// Stores what is waiting, a few objects at a time.
    pub(super) async fn send(&mut self, store: &Store) -> Result<()> {
        self.bytes = 0;
        let state = std::mem::take(&mut self.state)
            .into_iter()
            .map(|(path, body)| Either::Left((path, body)));
        let files = std::mem::take(&mut self.files)
            .into_iter()
            .map(Either::Right);
        let puts = stream::iter(state.chain(files)).map(async |upload| match upload {
            Either::Left((path, body)) => store.put_state(&path, body).await,
            Either::Right((place, path, body)) => store.put_file(place, &path, body).await,
        });
        puts.buffer_unordered(AT_ONCE).try_collect().await
    }
}
