//! Web hooks of events (contract 6.14): the state of each is in the private bucket at
//! `hooks/{slug}/hook`, and changes only if its tag is still the one that was read. The event's
//! item has the hook's id (`hk`), so that a publication costs nothing without a hook, and a hook
//! ends with its event.

mod secret;
mod sender;

use chute_domain::{hook::Hook, race::Slug};
use futures::TryStreamExt;
use serde::{Deserialize, Serialize};

pub use secret::HookSecrets;
pub use sender::HookSender;

use crate::{
    Place, Result, Store, StoreError, alert_queue::message, events::item_key, port::Write,
    table::text, versions::ObjectVersion,
};

/// How often a change is tried if another one is faster.
const MAX_ATTEMPTS: usize = 8;

const WHAT: &str = "a web hook";

/// A message of the queue: an event may have something to send. Its hook says what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HookCall {
    /// Slug of the event that may have something to send.
    pub slug: String,
    /// The year that was published; `None` means that it may have been any of them.
    pub year: Option<String>,
    /// Unique among all calls.
    pub id: String,
}

fn path(slug: &Slug) -> String {
    format!("{slug}/hook")
}

impl Store {
    /// Gives an event the id of its hook, unless it has one or is gone. Returns whether it did.
    pub async fn name_hook(&self, slug: &Slug, id: &str) -> Result<bool> {
        Write::update(&self.names.events, item_key(slug, "e"))
            .change("SET hk = :h")
            .value(":h", text(id))
            .condition(
                "attribute_exists(ev) AND attribute_not_exists(gone) AND attribute_not_exists(hk)",
            )
            .held(&self.db)
            .await
    }

    /// The hook of an event in its incarnation `id`, and the tag of the stored object, which may be
    /// from an earlier incarnation.
    pub async fn load_hook(&self, slug: &Slug, id: &str) -> Result<(Hook, Option<String>)> {
        let found = self.get_json(Place::Hooks, &path(slug), WHAT).await?;
        let (hook, tag): (Option<Hook>, _) = found.unzip();
        let hook = hook.filter(|hook| hook.id == id);
        Ok((hook.unwrap_or_else(|| Hook::none(id)), tag))
    }

    /// Stores a hook, if the stored one still has this tag. Returns whether it did.
    pub async fn put_hook(&self, slug: &Slug, hook: &Hook, seen: Option<&str>) -> Result<bool> {
        self.put_json(Place::Hooks, &path(slug), (WHAT, hook), seen)
            .await
    }

    /// Changes the hook of an event in its incarnation `id`; `change` may be called several times.
    /// Returns the hook, or `None` if that incarnation has ended.
    ///
    /// # Errors
    /// When bucket or table do not answer, or others are faster at each try.
    pub async fn change_hook(
        &self,
        slug: &Slug,
        id: &str,
        change: &(dyn Fn(&mut Hook) + Sync),
    ) -> Result<Option<Hook>> {
        for _ in 0..MAX_ATTEMPTS {
            let (before, seen) = self.load_hook(slug, id).await?;
            let mut hook = before.clone();
            change(&mut hook);
            if hook == before {
                return Ok(Some(hook));
            }
            // checked after the stored hook was read, so that the hook of a later incarnation is
            // not overwritten
            if before == Hook::none(id)
                && self
                    .load_event(slug)
                    .await?
                    .is_none_or(|event| event.hook != id)
            {
                return Ok(None);
            }
            if self.put_hook(slug, &hook, seen.as_deref()).await? {
                return Ok(Some(hook));
            }
        }
        Err(StoreError::Busy(
            "others changed the hook at the same time".into(),
        ))
    }

    /// Removes the hook of an earlier incarnation of the event; `id` is that of this incarnation's
    /// hook, empty if it has none. Only what was seen and what is older is removed, nothing that is
    /// written meanwhile.
    pub(crate) async fn erase_former_hook(&self, slug: &Slug, id: &str) -> Result<()> {
        let path = path(slug);
        let versions: Vec<ObjectVersion> =
            self.list_versions(Place::Hooks, &path).try_concat().await?;
        let Some(stored) = self.get_object(Place::Hooks, &path).await? else {
            return Ok(());
        };
        let is_of_this_incarnation =
            serde_json::from_slice::<Hook>(&stored.body).is_ok_and(|hook| hook.id == id);
        if is_of_this_incarnation
            || !versions
                .iter()
                .any(|version| version.is_latest && version.id == stored.version)
        {
            return Ok(());
        }
        // the newest last: otherwise the one before it would be read
        let named = |wanted: bool| {
            versions
                .iter()
                .filter(move |version| version.is_latest == wanted)
        };
        for part in [named(false), named(true)] {
            self.delete_versions(
                Place::Hooks,
                part.map(|version| (version.path.clone(), version.id.clone()))
                    .collect(),
            )
            .await?;
        }
        Ok(())
    }

    /// Makes the sender of hooks check an event. Does nothing if this process has no name for the
    /// queue: the check that runs every five minutes finds the event.
    ///
    /// # Errors
    /// When the queue did not accept it.
    pub async fn call_hook(&self, call: &HookCall) -> Result<()> {
        let queue = &self.names.hook_calls;
        if queue.is_empty() {
            return Ok(());
        }
        self.queue(queue, vec![message(call, None)?]).await
    }

    /// Hides a message of that queue for this many seconds.
    pub async fn hide_hook_call(&self, receipt: &str, seconds: i32) -> Result<()> {
        self.hide_message(&self.names.hook_calls, receipt, seconds)
            .await
    }

    /// Whether the queue with this ARN, by which a function that reads it knows it, is that of
    /// hooks.
    #[must_use]
    pub fn is_queue_of_hooks(&self, arn: &str) -> bool {
        let name =
            |text: &str, between: char| text.rsplit(between).next().unwrap_or_default().to_owned();
        !self.names.hook_calls.is_empty() && name(&self.names.hook_calls, '/') == name(arn, ':')
    }
}
