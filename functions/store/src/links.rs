//! Links: `p` = id of the main account, `q` = id of the registration account. The index `byLinked`
//! (`q`, `p`) serves the opposite direction.

use chute_domain::account::Account;
use futures::{StreamExt, TryStreamExt, stream};
use serde::Deserialize;

use crate::{
    Result, Store,
    accounts::account_key,
    port::{Get, Item, Query, Returns, Write},
    table::{KeyPair, all, p_key, query, text},
    transaction::{Transacted, Transaction},
};

impl Store {
    /// Ids of the accounts that this one has linked. Deleted ones may be among them.
    pub async fn links_from(&self, main: &str) -> Result<Vec<String>> {
        let links: Vec<KeyPair> = query(&self.db, &self.names.links, main, "").await?;
        Ok(links.into_iter().map(|link| link.q).collect())
    }

    /// Ids of the accounts that have linked this one. Read from an index, where a change shows up
    /// after some moments.
    pub async fn links_to(&self, linked: &str) -> Result<Vec<String>> {
        let query = Query::new(&self.names.links, "q = :q")
            .eventual()
            .index("byLinked")
            .value(":q", text(linked));
        let found: Vec<Main> = all(&self.db, query, "links").await?;
        Ok(found.into_iter().map(|main| main.p).collect())
    }

    /// Whether `main` has linked `linked`, consistently read.
    pub async fn is_linked(&self, main: &str, linked: &str) -> Result<bool> {
        Ok(Get::new(&self.names.links, link_key(main, linked))
            .send(&self.db)
            .await?
            .is_some())
    }

    /// Links an account, if both are still as they were read: neither has been locked, deleted or
    /// signed out since. Returns whether it did.
    pub async fn link(&self, main: &Account, linked: &Account) -> Result<bool> {
        let mut all = Transaction::default();
        all.add(Write::put(
            &self.names.links,
            link_key(&main.id, &linked.id),
        ));
        for account in [main, linked] {
            let check = Write::check(&self.names.accounts, p_key(&account_key(&account.id)))
                .of_generation(account.generation, " AND ty = :t");
            all.add(check.value(":t", text(account.kind.name())));
        }
        Ok(all.send(&self.db).await? == Transacted::Done)
    }

    /// Removes a link. Returns whether there was one.
    pub async fn unlink(&self, main: &str, linked: &str) -> Result<bool> {
        let delete = Write::delete(&self.names.links, link_key(main, linked));
        let before = delete.returning(Returns::Before).send(&self.db).await?;
        Ok(!before.is_empty())
    }

    /// Removes the links that the account's type does not allow. The account must have been written
    /// before, so that none is added; a link to it that is not in the index yet stays, but grants
    /// nothing.
    ///
    /// # Errors
    /// When the table cannot be read or written; repeating the call removes the rest.
    pub async fn end_links(&self, account: &Account) -> Result<()> {
        let from = async {
            if account.kind.may_link() {
                Ok(Vec::new())
            } else {
                self.links_from(&account.id).await
            }
        };
        let to = async {
            if account.kind.may_be_linked() {
                Ok(Vec::new())
            } else {
                self.links_to(&account.id).await
            }
        };
        let (from, to) = futures::try_join!(from, to)?;
        self.unlink_all(&account.id, from, to).await
    }

    /// Removes all links from and to an account. A link to it that is not in the index yet stays,
    /// and names a deleted account.
    pub async fn remove_links(&self, account: &str) -> Result<()> {
        let (from, to) = futures::try_join!(self.links_from(account), self.links_to(account))?;
        self.unlink_all(account, from, to).await
    }

    async fn unlink_all(&self, account: &str, from: Vec<String>, to: Vec<String>) -> Result<()> {
        let from = from.into_iter().map(|linked| (account.to_owned(), linked));
        let links: Vec<_> = from
            .chain(to.into_iter().map(|main| (main, account.to_owned())))
            .collect();
        stream::iter(links)
            .map(async |(main, linked)| self.unlink(&main, &linked).await)
            .buffer_unordered(8)
            .try_for_each(async |_| Ok(()))
            .await
    }
}

#[derive(Deserialize)]
struct Main {
    p: String,
}

fn link_key(main: &str, linked: &str) -> Item {
    KeyPair::new(main, linked).item()
}
