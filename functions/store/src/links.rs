//! Links: `p` = id of the main account, `q` = id of the registration account. The index `byLinked`
//! (`q`, `p`) serves the opposite direction.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::{AttributeValue, ReturnValue};
use chute_domain::account::Account;
use futures::{StreamExt, TryStreamExt, stream};
use serde::Deserialize;

use crate::{
    Result, Store,
    accounts::{account_key, of_generation},
    table::{KeyPair, failed, from_item, query},
    transaction::{self, Transacted, Transaction},
};

impl Store {
    /// Ids of the accounts that this one has linked. Deleted ones may be among them.
    ///
    /// # Errors
    /// When the table cannot be read.
    pub async fn links_from(&self, main: &str) -> Result<Vec<String>> {
        let links: Vec<KeyPair> = query(&self.db, &self.names.links, main, "").await?;
        Ok(links.into_iter().map(|link| link.q).collect())
    }

    /// Ids of the accounts that have linked this one. Read from an index, where a change shows up
    /// after some moments.
    ///
    /// # Errors
    /// When the table cannot be read.
    pub async fn links_to(&self, linked: &str) -> Result<Vec<String>> {
        let query = self
            .db
            .query()
            .table_name(&self.names.links)
            .index_name("byLinked");
        let query = query
            .key_condition_expression("q = :q")
            .expression_attribute_values(":q", AttributeValue::S(linked.to_owned()));
        let mut items = query.into_paginator().items().send();
        let mut found = Vec::new();
        while let Some(item) = items.next().await {
            let Main { p } = from_item(item.map_err(failed)?, "links")?;
            found.push(p);
        }
        Ok(found)
    }

    /// Whether `main` has linked `linked`, consistently read.
    ///
    /// # Errors
    /// When the table cannot be read.
    pub async fn is_linked(&self, main: &str, linked: &str) -> Result<bool> {
        let get = self
            .db
            .get_item()
            .table_name(&self.names.links)
            .set_key(Some(link_key(main, linked)))
            .consistent_read(true);
        Ok(get.send().await.map_err(failed)?.item.is_some())
    }

    /// Links an account, if both are still as they were read: neither has been locked, deleted or
    /// signed out since. Returns whether it did.
    ///
    /// # Errors
    /// When the tables cannot be written.
    pub async fn link(&self, main: &Account, linked: &Account) -> Result<bool> {
        let mut all = Transaction::new(&self.db);
        all.put(transaction::put(
            &self.names.links,
            link_key(&main.id, &linked.id),
        ))?;
        for account in [main, linked] {
            let (condition, generation) = of_generation(account.generation);
            let check = transaction::check(&self.names.accounts, &account_key(&account.id));
            let check = check.condition_expression(format!("{condition} AND ty = :t"));
            let check = check.expression_attribute_values(
                ":t",
                AttributeValue::S(account.kind.name().to_owned()),
            );
            all.check(match generation {
                Some(generation) => check.expression_attribute_values(":g", generation),
                None => check,
            })?;
        }
        Ok(all.send().await? == Transacted::Done)
    }

    /// Removes a link. Returns whether there was one.
    ///
    /// # Errors
    /// When the table cannot be written.
    pub async fn unlink(&self, main: &str, linked: &str) -> Result<bool> {
        let delete = self
            .db
            .delete_item()
            .table_name(&self.names.links)
            .set_key(Some(link_key(main, linked)));
        Ok(delete
            .return_values(ReturnValue::AllOld)
            .send()
            .await
            .map_err(failed)?
            .attributes
            .is_some())
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
    ///
    /// # Errors
    /// When the table cannot be read or written.
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

fn link_key(main: &str, linked: &str) -> HashMap<String, AttributeValue> {
    KeyPair::new(main, linked).item()
}
