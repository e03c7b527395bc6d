//! The tables in DynamoDB, by the SDK: it signs calls, repeats those that may be repeated, and gives
//! up after a time.

use std::{collections::HashMap, time::Duration};

use aws_config::SdkConfig;
use aws_sdk_dynamodb::{
    Client,
    config::{Config, retry::RetryConfig},
    error::{BuildError, ProvideErrorMetadata, SdkError},
    operation::transact_write_items::TransactWriteItemsError,
    types::{
        CancellationReason, ConditionCheck, Delete, DeleteRequest, KeysAndAttributes, Put,
        PutRequest, ReturnValue, TransactWriteItem, Update, WriteRequest,
    },
};
use futures::future::BoxFuture;

use super::failed;
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

impl Tables for AwsTables {
    fn call(&self, call: Call) -> BoxFuture<'_, Done> {
        Box::pin(async move {
            match call {
                Call::Get(get) => self.get(get).await,
                Call::GetMany { table, keys } => self.get_many(&table, keys).await,
                Call::Query(query) if query.keys.is_some() => self.query(query).await,
                Call::Query(scan) => self.scan(scan).await,
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

/// Sends a write, once if it says so; the attributes it returns.
macro_rules! sent {
    ($builder:expr, $once:expr) => {{
        let sent = if $once {
            let once = Config::builder().retry_config(RetryConfig::disabled());
            $builder.customize().config_override(once).send().await
        } else {
            $builder.send().await
        };
        sent.map(|done| done.attributes).map_err(refused)
    }};
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
        let request = self
            .0
            .query()
            .table_name(query.table)
            .set_index_name(query.index)
            .set_key_condition_expression(query.keys)
            .set_filter_expression(query.filter)
            .set_projection_expression(query.only)
            .set_expression_attribute_names(some(query.names))
            .set_expression_attribute_values(some(to_sdk(query.values)))
            .consistent_read(query.consistent)
            .scan_index_forward(!query.descending)
            .set_limit(query.limit)
            .set_exclusive_start_key(query.from.map(to_sdk));
        let page = request.send().await.map_err(failed)?;
        Ok(Answer {
            read: usize::try_from(page.scanned_count).unwrap_or_default(),
            ..found(page.items.into_iter().flatten(), page.last_evaluated_key)
        })
    }

    async fn scan(&self, scan: Query) -> Done {
        let request = self
            .0
            .scan()
            .table_name(scan.table)
            .set_index_name(scan.index)
            .set_filter_expression(scan.filter)
            .set_projection_expression(scan.only)
            .set_expression_attribute_names(some(scan.names))
            .set_expression_attribute_values(some(to_sdk(scan.values)))
            .consistent_read(scan.consistent)
            .set_limit(scan.limit)
            .set_exclusive_start_key(scan.from.map(to_sdk));
        let page = request.send().await.map_err(failed)?;
        Ok(Answer {
            read: usize::try_from(page.scanned_count).unwrap_or_default(),
            ..found(page.items.into_iter().flatten(), page.last_evaluated_key)
        })
    }

    async fn write(&self, write: Write) -> Done {
        let returns = match write.returns {
            Returns::Nothing => None,
            Returns::Before => Some(ReturnValue::AllOld),
            Returns::After => Some(ReturnValue::AllNew),
        };
        let (names, values) = (some(write.names), some(to_sdk(write.values)));
        let item = match write.kind {
            Kind::Put(item) => sent!(
                self.0
                    .put_item()
                    .table_name(write.table)
                    .set_item(Some(to_sdk(item)))
                    .set_condition_expression(write.condition)
                    .set_expression_attribute_names(names)
                    .set_expression_attribute_values(values)
                    .set_return_values(returns),
                write.once
            ),
            Kind::Update(key, change) => sent!(
                self.0
                    .update_item()
                    .table_name(write.table)
                    .set_key(Some(to_sdk(key)))
                    .update_expression(change)
                    .set_condition_expression(write.condition)
                    .set_expression_attribute_names(names)
                    .set_expression_attribute_values(values)
                    .set_return_values(returns),
                write.once
            ),
            Kind::Delete(key) => sent!(
                self.0
                    .delete_item()
                    .table_name(write.table)
                    .set_key(Some(to_sdk(key)))
                    .set_condition_expression(write.condition)
                    .set_expression_attribute_names(names)
                    .set_expression_attribute_values(values)
                    .set_return_values(returns),
                write.once
            ),
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
    let (names, values) = (some(write.names), some(to_sdk(write.values)));
    let part = TransactWriteItem::builder();
    Ok(match write.kind {
        Kind::Put(item) => part.put(
            Put::builder()
                .table_name(write.table)
                .set_item(Some(to_sdk(item)))
                .set_condition_expression(write.condition)
                .set_expression_attribute_names(names)
                .set_expression_attribute_values(values)
                .build()?,
        ),
        Kind::Update(key, change) => part.update(
            Update::builder()
                .table_name(write.table)
                .set_key(Some(to_sdk(key)))
                .update_expression(change)
                .set_condition_expression(write.condition)
                .set_expression_attribute_names(names)
                .set_expression_attribute_values(values)
                .build()?,
        ),
        Kind::Delete(key) => part.delete(
            Delete::builder()
                .table_name(write.table)
                .set_key(Some(to_sdk(key)))
                .set_condition_expression(write.condition)
                .set_expression_attribute_names(names)
                .set_expression_attribute_values(values)
                .build()?,
        ),
        Kind::Check(key) => part.condition_check(
            ConditionCheck::builder()
                .table_name(write.table)
                .set_key(Some(to_sdk(key)))
                .set_condition_expression(write.condition)
                .set_expression_attribute_names(names)
                .set_expression_attribute_values(values)
                .build()?,
        ),
    }
    .build())
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

fn refused<E>(error: SdkError<E>) -> CallError
where
    E: ProvideErrorMetadata + std::error::Error + Send + Sync + 'static,
{
    let code = error
        .as_service_error()
        .and_then(ProvideErrorMetadata::code);
    if code == Some("ConditionalCheckFailedException") {
        CallError::Refused(0)
    } else {
        failed(error)
    }
}

fn unbuilt(error: BuildError) -> CallError {
    CallError::Failed(Box::new(error))
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
