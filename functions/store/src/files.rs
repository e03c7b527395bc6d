//! Files that organisers publish (docs/decisions/storage.md, "Organiser files"). In the private
//! bucket, `files/{slug}/index` lists an event's files with their versions, and
//! `files/{slug}/{upload}` has the content of each version; the downloads bucket has what everybody
//! reads.

use std::collections::HashMap;

use chute_domain::{
    event_time::EventTime,
    files::{EventFiles, FileName, FileRecord, Saved, Upload},
    race::{Slug, YearKey},
    stamp::Stamp,
};

use crate::{
    Place, Result, Store, StoreError,
    port::{Headers, ObjectCall, Over, Put},
};

/// How often a save or read is tried if another save is faster.
const MAX_ATTEMPTS: usize = 8;

const LIST: &str = "a list of files";
/// How a published file may be cached (contract section 9).
const CACHE: &str = "public, max-age=60";
/// The metadata of a published object with its version.
const VERSION: &str = "version";

fn outrun() -> StoreError {
    StoreError::Busy("others saved files of the event at the same time".into())
}

fn content_path(slug: &Slug, upload: &str) -> String {
    format!("{slug}/{upload}")
}

/// Contents that can no longer be restored.
fn obsolete(slug: &Slug, before: &EventFiles, after: &EventFiles) -> Vec<String> {
    before
        .contents()
        .difference(&after.contents())
        .map(|upload| content_path(slug, upload))
        .collect()
}

fn index_path(slug: &Slug) -> String {
    format!("{slug}/index")
}

struct PublishedObject {
    etag: String,
    version: Option<u64>,
}

impl Store {
    /// The files of an event.
    pub async fn load_files(&self, slug: &Slug) -> Result<EventFiles> {
        Ok(self.files_and_tag(slug).await?.0)
    }

    /// The files of an event, and the content of the series definition among them.
    pub async fn load_files_and_series(
        &self,
        slug: &Slug,
    ) -> Result<(EventFiles, Option<Vec<u8>>)> {
        for _ in 0..MAX_ATTEMPTS {
            let files = self.load_files(slug).await?;
            let Some(file) = files
                .get(&FileName::Series)
                .filter(|file| file.content.is_some())
            else {
                return Ok((files, None));
            };
            // gone only if the event was deleted meanwhile
            if let Some(content) = self
                .get_object(Place::Files, &content_path(slug, &file.upload))
                .await?
            {
                return Ok((files, Some(content.body)));
            }
        }
        Err(outrun())
    }

    /// The content of a version of a file; `None` if no file has that upload any more.
    pub async fn file_content(&self, slug: &Slug, upload: &str) -> Result<Option<Vec<u8>>> {
        Ok(self
            .get_object(Place::Files, &content_path(slug, upload))
            .await?
            .map(|content| content.body))
    }

    /// Saves an upload: first its content, then the list that names it, then the notice for the
    /// event's own published file, then the published file.
    ///
    /// # Errors
    /// When a bucket or table does not answer. The upload may be saved nevertheless; then the next
    /// save of the file publishes it.
    pub async fn save_file(&self, slug: &Slug, upload: &Upload) -> Result<Saved> {
        let (saved, obsolete) = self.commit_file(slug, upload).await?;
        if matches!(saved, Saved::Version(_)) {
            self.tell_files_changed(slug, &upload.id).await?;
        }
        // a refused save publishes too: this repairs what an interrupted save has left
        let ((), still_there, ()) = futures::try_join!(
            self.publish_file(slug, &upload.name, Some(upload)),
            self.still_there(slug, upload.name.year()),
            self.delete_objects(Place::Files, &obsolete),
        )?;
        if matches!(saved, Saved::Version(_)) && !still_there {
            let withdrawal = Upload {
                bytes: None,
                seen: None,
                id: format!("{}-gone", upload.id),
                ..upload.clone()
            };
            let (_, obsolete) = self.commit_file(slug, &withdrawal).await?;
            self.publish_file(slug, &upload.name, None).await?;
            self.delete_objects(Place::Files, &obsolete).await?;
            return Ok(Saved::Gone);
        }
        Ok(saved)
    }

    /// Withdraws the files of a deleted year, or all files of a deleted event.
    ///
    /// # Errors
    /// When a bucket does not answer; repeating the call withdraws the rest.
    pub async fn withdraw_files(
        &self,
        slug: &Slug,
        year: Option<&YearKey>,
        at: &EventTime,
    ) -> Result<()> {
        for _ in 0..MAX_ATTEMPTS {
            let (before, etag) = self.files_and_tag(slug).await?;
            let mut after = before.clone();
            after.withdraw(year, at);
            if after == before || self.put_index(slug, &after, etag.as_deref()).await? {
                let published: Vec<String> =
                    after.names(year).map(|name| name.path(slug)).collect();
                self.delete_objects(Place::Downloads, &published).await?;
                return self
                    .delete_objects(Place::Files, &obsolete(slug, &before, &after))
                    .await;
            }
        }
        Err(outrun())
    }

    /// Withdraws what an interrupted save or delete has left of a deleted year or event: files
    /// saved before `before`, while it `stays` deleted. The list is only replaced if it has not
    /// changed since before `stays` was asked. Returns whether it stayed deleted and nothing was
    /// left.
    pub(crate) async fn withdraw_files_left(
        &self,
        slug: &Slug,
        year: Option<&YearKey>,
        before: Stamp,
        now: &EventTime,
        stays: impl AsyncFn() -> Result<bool>,
    ) -> Result<bool> {
        let before_s = i64::try_from(before.order_ms() / 1000).unwrap_or_default();
        for _ in 0..MAX_ATTEMPTS {
            let (known, etag) = self.files_and_tag(slug).await?;
            if !stays().await? {
                return Ok(false);
            }
            let mut after = known.clone();
            after.withdraw_older(year, before_s, now);
            if after != known && !self.put_index(slug, &after, etag.as_deref()).await? {
                continue;
            }
            for name in after.names(year) {
                self.publish_file(slug, name, None).await?;
            }
            let contents = obsolete(slug, &known, &after);
            self.delete_objects(Place::Files, &contents).await?;
            return Ok(contents.is_empty());
        }
        Err(outrun())
    }

    async fn files_and_tag(&self, slug: &Slug) -> Result<(EventFiles, Option<String>)> {
        let found = self.get_json(Place::Files, &index_path(slug), LIST).await?;
        Ok(found.map_or_else(Default::default, |(files, etag)| (files, Some(etag))))
    }

    async fn put_index(&self, slug: &Slug, files: &EventFiles, seen: Option<&str>) -> Result<bool> {
        let path = index_path(slug);
        self.put_json(Place::Files, &path, (LIST, files), seen)
            .await
    }

    /// Adds the upload to the list, unless it is refused or changes nothing. Also returns the
    /// contents that are no longer named by the list.
    async fn commit_file(&self, slug: &Slug, upload: &Upload) -> Result<(Saved, Vec<String>)> {
        let mut kept = None;
        for _ in 0..MAX_ATTEMPTS {
            let (before, etag) = self.files_and_tag(slug).await?;
            let mut after = before.clone();
            let saved = after.save(upload);
            if after == before {
                let is_listed = before
                    .get(&upload.name)
                    .is_some_and(|file| file.upload == upload.id);
                return Ok((saved, kept.filter(|_| !is_listed).into_iter().collect()));
            }
            if let (None, Some(bytes)) = (&kept, &upload.bytes) {
                let path = content_path(slug, &upload.id);
                self.move_pointer(Place::Files, &path, bytes.clone(), None)
                    .await?;
                kept = Some(path);
            }
            if self.put_index(slug, &after, etag.as_deref()).await? {
                return Ok((saved, obsolete(slug, &before, &after)));
            }
        }
        Err(outrun())
    }

    /// Brings a published file in line with the list. Others may do so at any time: each write has
    /// the tag of what it replaces as its condition, and the list is read again afterwards, since
    /// an earlier content that returns has the same tag. `own` is the caller's upload, whose
    /// content need not be fetched.
    async fn publish_file(&self, slug: &Slug, name: &FileName, own: Option<&Upload>) -> Result<()> {
        for _ in 0..MAX_ATTEMPTS {
            let seen = self.head_published(&name.path(slug)).await?;
            let files = self.load_files(slug).await?;
            let Some(wanted) = files.get(name) else {
                return Ok(());
            };
            if self.replace_published(slug, wanted, seen, own).await?
                && self.load_files(slug).await?.get(name) == Some(wanted)
            {
                return Ok(());
            }
        }
        Err(outrun())
    }

    /// Returns whether the published file is now the wanted one.
    async fn replace_published(
        &self,
        slug: &Slug,
        wanted: &FileRecord,
        seen: Option<PublishedObject>,
        own: Option<&Upload>,
    ) -> Result<bool> {
        match (&wanted.content, seen) {
            (None, None) => Ok(true),
            (None, Some(seen)) => {
                self.delete_published(&wanted.name.path(slug), &seen.etag)
                    .await
            }
            (Some(_), Some(seen)) if seen.version == Some(wanted.version) => Ok(true),
            (Some(_), seen) => {
                let own = own
                    .filter(|own| own.id == wanted.upload)
                    .and_then(|own| own.bytes.clone());
                let content = match own {
                    Some(bytes) => Some(bytes),
                    None => self
                        .get_object(Place::Files, &content_path(slug, &wanted.upload))
                        .await?
                        .map(|content| content.body),
                };
                // gone if the list names a newer version by now
                let Some(content) = content else {
                    return Ok(false);
                };
                self.put_published(
                    slug,
                    wanted,
                    content,
                    seen.as_ref().map(|seen| seen.etag.as_str()),
                )
                .await
            }
        }
    }

    async fn head_published(&self, path: &str) -> Result<Option<PublishedObject>> {
        let head = ObjectCall::Head(self.object(Place::Downloads, path));
        let found = head.find(&self.buckets).await?;
        Ok(found.map(|found| PublishedObject {
            etag: found.tag,
            version: found
                .headers
                .metadata
                .get(VERSION)
                .and_then(|version| version.parse().ok()),
        }))
    }

    async fn put_published(
        &self,
        slug: &Slug,
        file: &FileRecord,
        body: Vec<u8>,
        seen: Option<&str>,
    ) -> Result<bool> {
        let put = Put {
            name: self.object(Place::Downloads, &file.name.path(slug)),
            body,
            headers: Headers {
                content_type: Some(file.name.media_type().to_owned()),
                content_encoding: None,
                cache_control: Some(CACHE.to_owned()),
                metadata: HashMap::from([(VERSION.to_owned(), file.version.to_string())]),
            },
            over: Over::seen(seen),
        };
        let written = ObjectCall::Put(put).send_if(&self.buckets).await?;
        Ok(written.is_some())
    }

    async fn delete_published(&self, path: &str, seen: &str) -> Result<bool> {
        let delete = ObjectCall::Delete(self.object(Place::Downloads, path), seen.to_owned());
        Ok(delete.send_if(&self.buckets).await?.is_some())
    }

    /// Whether the event, and the year if one is named, exists.
    async fn still_there(&self, slug: &Slug, year: Option<&YearKey>) -> Result<bool> {
        let event = self.load_event(slug).await?;
        Ok(event.is_some_and(|event| year.is_none_or(|year| event.years.contains_key(year))))
    }
}
