//! The calls of the store, which need no protocol: its requests become those of `dynoxide`.

use std::{collections::HashMap, time::Duration};

use chute_store::port::{self, Answer, AttributeValue, Call, CallError, Get, Kind, Returns, Write};
use dynoxide::{
    AttributeValue as Stored, Database, DynoxideError,
    actions::{
        batch_get_item::{BatchGetItemRequest, KeysAndAttributes},
        batch_write_item::{BatchWriteItemRequest, DeleteRequest, PutRequest, WriteRequest},
        delete_item::DeleteItemRequest,
        get_item::GetItemRequest,
        put_item::PutItemRequest,
        query::QueryRequest,
        scan::ScanRequest,
        transact_write_items::{
            TransactConditionCheck, TransactDelete, TransactPut, TransactUpdate, TransactWriteItem,
            TransactWriteItemsRequest,
        },
        update_item::UpdateItemRequest,
    },
    types::Item,
};
use futures::future::BoxFuture;

use super::Tables;
use crate::calls::in_time;

/// The tables as the store calls them.
#[derive(Clone, Debug)]
pub struct Port {
    /// The tables.
    pub tables: Tables,
    /// How long a call may take.
    pub patience: Duration,
}

impl port::Tables for Port {
    fn call(&self, call: Call) -> BoxFuture<'_, Result<Answer, CallError>> {
        let reads = matches!(call, Call::Get(_) | Call::GetMany { .. } | Call::Query(_));
        let (tables, patience) = (self.tables.clone(), self.patience);
        let done = async move { tables.done(reads, move |db| db.make(call)).await };
        Box::pin(async move { in_time(patience, done).await.map_err(CallError::Busy)? })
    }
}

/// A request of `dynoxide` with the table, the names and the values of a call, and these fields.
macro_rules! request {
    ($request:ident of $call:ident, $($field:ident $(: $value:expr)?),+) => {
        $request {
            table_name: $call.table,
            expression_attribute_names: some($call.names),
            expression_attribute_values: some(stored($call.values)),
            $($field $(: $value)?,)+
            ..Default::default()
        }
    };
}

/// A page of a query or of a scan; the fields are those that only one of them has.
macro_rules! page {
    ($db:ident.$read:ident($request:ident of $query:ident $(, $field:ident: $value:expr)*)) => {{
        let limit = $query.limit.map(|most| usize::try_from(most).unwrap_or_default());
        let page = $db.$read(request!($request of $query,
            index_name: $query.index,
            filter_expression: $query.filter,
            projection_expression: $query.only,
            consistent_read: Some($query.consistent),
            limit,
            exclusive_start_key: $query.from.map(stored)
            $(, $field: $value)*))?;
        Answer {
            read: page.scanned_count,
            ..found(page.items.into_iter().flatten(), page.last_evaluated_key)
        }
    }};
}

impl Tables {
    pub(super) fn make(&self, call: Call) -> Result<Answer, DynoxideError> {
        let db = &self.db;
        Ok(match call {
            Call::Get(get) => found(db.get_item(get_request(get))?.item, None),
            Call::GetMany { table, keys } => found(get_many(db, table, keys)?, None),
            Call::Query(query) if query.keys.is_some() => page!(db.query(QueryRequest of query,
                key_condition_expression: query.keys, scan_index_forward: !query.descending)),
            Call::Query(scan) => page!(db.scan(ScanRequest of scan)),
            Call::Write(write) => found(self.write_one(write)?, None),
            Call::WriteMany {
                table,
                puts,
                deletes,
            } => {
                let put = |item| WriteRequest {
                    put_request: Some(PutRequest { item: stored(item) }),
                    ..Default::default()
                };
                let delete = |key| WriteRequest {
                    delete_request: Some(DeleteRequest { key: stored(key) }),
                    ..Default::default()
                };
                let puts = puts.into_iter().map(put);
                let writes = puts.chain(deletes.into_iter().map(delete)).collect();
                // all of it is done: nothing here is put off
                let request = BatchWriteItemRequest {
                    request_items: HashMap::from([(table, writes)]),
                    ..Default::default()
                };
                self.write(self.batch(&request), |db| db.batch_write_item(request))?;
                Answer::default()
            }
            Call::Transact(writes) => {
                let request = TransactWriteItemsRequest {
                    transact_items: writes.into_iter().map(part).collect(),
                    ..Default::default()
                };
                let written = self.transaction(&request);
                self.write(written, |db| db.transact_write_items(request))?;
                Answer::default()
            }
        })
    }

    /// Returns the item that the write was to return.
    fn write_one(&self, write: Write) -> Result<Option<Item>, DynoxideError> {
        let return_values = match write.returns {
            Returns::Nothing => None,
            Returns::Before => Some("ALL_OLD".to_owned()),
            Returns::After => Some("ALL_NEW".to_owned()),
        };
        let condition_expression = write.condition;
        Ok(match write.kind {
            Kind::Put(item) => {
                let request = request!(PutItemRequest of write, item: stored(item),
                    condition_expression, return_values);
                let written = self.put(&request.table_name, &request.item);
                self.write(written, |db| db.put_item(request))?.attributes
            }
            Kind::Update(key, change) => {
                let request = request!(UpdateItemRequest of write, key: stored(key),
                    update_expression: Some(change), condition_expression, return_values);
                let written = self.changed(&request.table_name, &request.key);
                self.write(written, |db| db.update_item(request))?
                    .attributes
            }
            Kind::Delete(key) => {
                let request = request!(DeleteItemRequest of write, key: stored(key),
                    condition_expression, return_values);
                let written = self.changed(&request.table_name, &request.key);
                self.write(written, |db| db.delete_item(request))?
                    .attributes
            }
            Kind::Check(_) => {
                let text = "a check is no write".to_owned();
                return Err(DynoxideError::ValidationException(text));
            }
        })
    }
}

fn get_request(get: Get) -> GetItemRequest {
    GetItemRequest {
        table_name: get.table,
        key: stored(get.key),
        consistent_read: Some(get.consistent),
        projection_expression: get.only,
        ..Default::default()
    }
}

fn get_many(
    db: &Database,
    table: String,
    keys: Vec<port::Item>,
) -> Result<Vec<Item>, DynoxideError> {
    let mut items = Vec::new();
    let mut keys: Vec<Item> = keys.into_iter().map(stored).collect();
    loop {
        let wanted = KeysAndAttributes {
            keys,
            consistent_read: Some(true),
            ..Default::default()
        };
        let answer = db.batch_get_item(BatchGetItemRequest {
            request_items: HashMap::from([(table.clone(), wanted)]),
            ..Default::default()
        })?;
        items.extend(answer.responses.into_values().flatten());
        let Some(rest) = answer.unprocessed_keys.get(&table) else {
            return Ok(items);
        };
        let rest = rest.get("Keys").cloned().unwrap_or_default();
        keys = serde_json::from_value(rest).map_err(super::unwritable)?;
    }
}

/// A write as a part of a transaction.
fn part(write: Write) -> TransactWriteItem {
    let condition_expression = write.condition;
    let mut part = TransactWriteItem::default();
    match write.kind {
        Kind::Put(item) => {
            part.put = Some(request!(TransactPut of write,
            item: stored(item), condition_expression))
        }
        Kind::Update(key, update_expression) => {
            part.update = Some(request!(TransactUpdate of write,
            key: stored(key), update_expression, condition_expression))
        }
        Kind::Delete(key) => {
            part.delete = Some(request!(TransactDelete of write,
            key: stored(key), condition_expression))
        }
        Kind::Check(key) => {
            part.condition_check = Some(request!(TransactConditionCheck of write,
            key: stored(key), condition_expression: condition_expression.unwrap_or_default()))
        }
    }
    part
}

fn found(items: impl IntoIterator<Item = Item>, next: Option<Item>) -> Answer {
    let items: Vec<_> = items.into_iter().map(ours).collect();
    Answer {
        read: items.len(),
        items,
        next: next.map(ours),
    }
}

fn stored(item: port::Item) -> Item {
    item.into_iter()
        .map(|(name, value)| (name, stored_value(value)))
        .collect()
}

fn stored_value(value: AttributeValue) -> Stored {
    match value {
        AttributeValue::S(text) => Stored::S(text),
        AttributeValue::N(number) => Stored::N(number),
        AttributeValue::B(bytes) => Stored::B(bytes),
        AttributeValue::Bool(is) => Stored::BOOL(is),
        AttributeValue::Null(is) => Stored::NULL(is),
        AttributeValue::Ss(texts) => Stored::SS(texts),
        AttributeValue::Ns(numbers) => Stored::NS(numbers),
        AttributeValue::Bs(all) => Stored::BS(all),
        AttributeValue::L(list) => Stored::L(list.into_iter().map(stored_value).collect()),
        AttributeValue::M(map) => Stored::M(stored(map)),
    }
}

fn ours(item: Item) -> port::Item {
    item.into_iter()
        .map(|(name, value)| (name, our_value(value)))
        .collect()
}

fn our_value(value: Stored) -> AttributeValue {
    match value {
        Stored::S(text) => AttributeValue::S(text),
        Stored::N(number) => AttributeValue::N(number),
        Stored::B(bytes) => AttributeValue::B(bytes),
        Stored::BOOL(is) => AttributeValue::Bool(is),
        Stored::NULL(is) => AttributeValue::Null(is),
        Stored::SS(texts) => AttributeValue::Ss(texts),
        Stored::NS(numbers) => AttributeValue::Ns(numbers),
        Stored::BS(all) => AttributeValue::Bs(all),
        Stored::L(list) => AttributeValue::L(list.into_iter().map(our_value).collect()),
        Stored::M(map) => AttributeValue::M(ours(map)),
    }
}

/// `dynoxide` takes no empty maps, like DynamoDB.
fn some<K, V>(map: HashMap<K, V>) -> Option<HashMap<K, V>> {
    (!map.is_empty()).then_some(map)
}
