//! The tables in DynamoDB, by the SDK: it signs calls, repeats those that may be repeated, and gives
//! up after a time.

use std::{collections::HashMap, time::Duration};

use aws_config::SdkConfig;
use aws_sdk_dynamodb::{
    Client,
    config::{Config, retry::RetryConfig},
    error::{BuildError, SdkError},
    operation::transact_write_items::TransactWriteItemsError,
    types::{
        CancellationReason, ConditionCheck, Delete, DeleteRequest, KeysAndAttributes, Put,
        PutRequest, ReturnValue, TransactWriteItem, Update, WriteRequest,
    },
};
use futures::future::BoxFuture;

use super::{failed, refused, unbuilt};
use crate::{
    Cause,
    port::{Answer, Call, CallError, Get, Item, Kind, Query, Returns, Tables, Write},
};

type Done = Result<Answer, CallError>;
type SdkItem = HashMap<String, aws_sdk_dynamodb::types::AttributeValue>;

/// The tables behind a client.
#[derive(Clone, Debug)]
pub struct AwsTables(Client);

impl AwsTables {
    pub fn new(config: &SdkConfig) -> Self {
        Self(Client::new(config))
    }
}

/// Sets what every kind of write has: the SDK has the same setters for each.
macro_rules! conditional {
    ($builder:expr, $write:expr) => {
        $builder
            .table_name($write.table)
            .set_condition_expression($write.condition)
            .set_expression_attribute_names(some($write.names))
            .set_expression_attribute_values(some(to_sdk($write.values)))
    };
}

/// Sends a write, once if it says so; the attributes it returns.
macro_rules! sent {
    ($builder:expr, $write:expr) => {{
        let returns = match $write.returns {
            Returns::Nothing => None,
            Returns::Before => Some(ReturnValue::AllOld),
            Returns::After => Some(ReturnValue::AllNew),
        };
        let builder = conditional!($builder, $write).set_return_values(returns);
        let sent = if $write.once {
            let once = Config::builder().retry_config(RetryConfig::disabled());
            builder.customize().config_override(once).send().await
        } else {
            builder.send().await
        };
        sent.map(|done| done.attributes).map_err(refused)
    }};
}

/// Reads a page of a query or a scan.
macro_rules! page {
    ($request:expr, $query:expr) => {{
        let request = $request
            .table_name($query.table)
            .set_index_name($query.index)
            .set_filter_expression($query.filter)
            .set_projection_expression($query.only)
            .set_expression_attribute_names(some($query.names))
            .set_expression_attribute_values(some(to_sdk($query.values)))
            .consistent_read($query.consistent)
            .set_limit($query.limit)
            .set_exclusive_start_key($query.from.map(to_sdk));
        let page = request.send().await.map_err(failed)?;
        Ok(Answer {
            read: usize::try_from(page.scanned_count).unwrap_or_default(),
            ..found(page.items.into_iter().flatten(), page.last_evaluated_key)
        })
    }};
}

impl Tables for AwsTables {
    fn call(&self, call: Call) -> BoxFuture<'_, Done> {
        Box::pin(async move {
            match call {
                Call::Get(get) => self.get(get).await,
                Call::GetMany { table, keys } => self.get_many(&table, keys).await,
                Call::Query(query) if query.keys.is_some() => self.query(query).await,
                Call::Query(scan) => page!(self.0.scan(), scan),
                Call::Write(write) => self.write(write).await,
                Call::WriteMany {
                    table,
                    puts,
                    deletes,
                } => self.write_many(&table, puts, deletes).await,
                Call::Transact(writes) => self.transact(writes).await,
            }
        })
    }
}

impl AwsTables {
    async fn get(&self, get: Get) -> Done {
        let request = self
            .0
            .get_item()
            .table_name(get.table)
            .set_key(Some(to_sdk(get.key)))
            .consistent_read(get.consistent)
            .set_projection_expression(get.only);
        Ok(found(request.send().await.map_err(failed)?.item, None))
    }

    /// Repeats until nothing is left out.
    async fn get_many(&self, table: &str, keys: Vec<Item>) -> Done {
        let mut waiting: Vec<SdkItem> = keys.into_iter().map(to_sdk).collect();
        let mut items = Vec::new();
        while !waiting.is_empty() {
            let wanted = KeysAndAttributes::builder()
                .set_keys(Some(waiting))
                .consistent_read(true);
            let answer = self
                .0
                .batch_get_item()
                .request_items(table, wanted.build().map_err(unbuilt)?)
                .send()
                .await
                .map_err(failed)?;
            items.extend(answer.responses.and_then(|mut all| all.remove(table)));
            waiting = answer
                .unprocessed_keys
                .and_then(|mut tables| tables.remove(table))
                .map(|rest| rest.keys)
                .unwrap_or_default();
        }
        Ok(found(items.into_iter().flatten(), None))
    }

    async fn query(&self, query: Query) -> Done {
        let request = self.0.query().set_key_condition_expression(query.keys);
        page!(request.scan_index_forward(!query.descending), query)
    }

    async fn write(&self, write: Write) -> Done {
        let item = match write.kind {
            Kind::Put(item) => sent!(self.0.put_item().set_item(Some(to_sdk(item))), write),
            Kind::Update(key, change) => {
                let update = self.0.update_item().set_key(Some(to_sdk(key)));
                sent!(update.update_expression(change), write)
            }
            Kind::Delete(key) => sent!(self.0.delete_item().set_key(Some(to_sdk(key))), write),
            Kind::Check(_) => Err(CallError::Failed("a check is no write".into())),
        };
        Ok(found(item?, None))
    }

    /// Repeats until everything is written; if the table accepts only a part, it waits longer each
    /// time.
    async fn write_many(&self, table: &str, puts: Vec<Item>, deletes: Vec<Item>) -> Done {
        let mut waiting = Vec::new();
        for item in puts {
            let put = PutRequest::builder().set_item(Some(to_sdk(item))).build();
            waiting.push(WriteRequest::builder().put_request(put.map_err(unbuilt)?));
        }
        for key in deletes {
            let delete = DeleteRequest::builder().set_key(Some(to_sdk(key))).build();
            waiting.push(WriteRequest::builder().delete_request(delete.map_err(unbuilt)?));
        }
        let waiting = waiting.into_iter().map(|request| request.build());
        let mut waiting = HashMap::from([(table.to_owned(), waiting.collect::<Vec<_>>())]);
        let mut pause = Duration::from_millis(25);
        loop {
            let request = self.0.batch_write_item().set_request_items(Some(waiting));
            let answer = request.send().await.map_err(failed)?;
            waiting = answer.unprocessed_items.unwrap_or_default();
            if waiting.values().all(Vec::is_empty) {
                return Ok(Answer::default());
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(Duration::from_secs(1));
        }
    }

    async fn transact(&self, writes: Vec<Write>) -> Done {
        let writes = writes
            .into_iter()
            .map(part)
            .collect::<Result<Vec<_>, _>>()
            .map_err(unbuilt)?;
        let request = self
            .0
            .transact_write_items()
            .set_transact_items(Some(writes));
        match request.send().await {
            Ok(_) => Ok(Answer::default()),
            Err(error) => Err(cancelled(error)),
        }
    }
}

/// A write as a part of a transaction.
fn part(write: Write) -> Result<TransactWriteItem, BuildError> {
    let part = TransactWriteItem::builder();
    let part = match write.kind {
        Kind::Put(item) => {
            part.put(conditional!(Put::builder().set_item(Some(to_sdk(item))), write).build()?)
        }
        Kind::Update(key, change) => {
            let update = Update::builder().set_key(Some(to_sdk(key)));
            part.update(conditional!(update.update_expression(change), write).build()?)
        }
        Kind::Delete(key) => {
            let delete = Delete::builder().set_key(Some(to_sdk(key)));
            part.delete(conditional!(delete, write).build()?)
        }
        Kind::Check(key) => {
            let check = ConditionCheck::builder().set_key(Some(to_sdk(key)));
            part.condition_check(conditional!(check, write).build()?)
        }
    };
    Ok(part.build())
}

fn cancelled(error: SdkError<TransactWriteItemsError>) -> CallError {
    let Some(TransactWriteItemsError::TransactionCanceledException(cancelled)) =
        error.as_service_error()
    else {
        return failed(error);
    };
    let reasons = cancelled.cancellation_reasons();
    let code = |reason: &CancellationReason| reason.code().unwrap_or_default().to_owned();
    if let Some(refused) = reasons
        .iter()
        .position(|reason| code(reason) == "ConditionalCheckFailed")
    {
        return CallError::Refused(refused);
    }
    let busy = [
        "TransactionConflict",
        "ThrottlingError",
        "ProvisionedThroughputExceeded",
    ];
    let is_busy = reasons
        .iter()
        .any(|reason| busy.contains(&code(reason).as_str()));
    let cause: Cause = Box::new(error);
    if is_busy {
        CallError::Busy(cause)
    } else {
        CallError::Failed(cause)
    }
}

fn to_sdk(item: Item) -> SdkItem {
    serde_dynamo::Item::from(item).into()
}

fn found(items: impl IntoIterator<Item = SdkItem>, next: Option<SdkItem>) -> Answer {
    let ours = |item: SdkItem| serde_dynamo::Item::from(item).into_inner();
    let items: Vec<_> = items.into_iter().map(ours).collect();
    Answer {
        read: items.len(),
        items,
        next: next.map(ours),
    }
}

/// The SDK takes no empty maps.
fn some<K, V>(map: HashMap<K, V>) -> Option<HashMap<K, V>> {
    (!map.is_empty()).then_some(map)
}
