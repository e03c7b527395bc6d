//! The edge around the store's ports.

use std::sync::Arc;

use chute_store::{
    Ports, Store,
    port::{
        Answer, AttributeValue, Buckets, Call, CallError, Db, Item, Kind, ObjectAnswer, ObjectCall,
        Objects, ServiceAnswer, ServiceCall, ServiceError, Services, Tables,
    },
};
use futures::future::BoxFuture;

use crate::{
    count::Passed,
    edge::{Edge, Ledger},
    fault::Handling,
};

/// Tables, buckets or services whose calls pass an edge.
#[derive(Debug)]
struct Watched<P> {
    port: P,
    ledger: Arc<Ledger>,
}

impl Edge {
    /// The same store behind this edge.
    #[must_use]
    pub fn before(&self, store: Store) -> Store {
        let Ports {
            tables,
            buckets,
            services,
        } = store.ports();
        store.with_ports(Ports {
            tables: self.watched(tables),
            buckets: self.watched(buckets),
            services: self.watched(services),
        })
    }

    fn watched<P>(&self, port: P) -> Arc<Watched<P>> {
        Arc::new(Watched {
            port,
            ledger: self.ledger(),
        })
    }
}

impl Tables for Watched<Db> {
    fn call(&self, call: Call) -> BoxFuture<'_, Result<Answer, CallError>> {
        Box::pin(async move {
            let operation = operation(&call);
            let mut first = None;
            loop {
                let handling = self.ledger.arrive(operation).await;
                if handling == Handling::Refuse {
                    return Err(CallError::Failed("broken off".into()));
                }
                let answer = match first.take() {
                    Some(answer) => answer,
                    None => self.port.call(call.clone()).await,
                };
                let passed = answer.as_ref().map(|answer| passed(&call, answer));
                self.ledger.answered(operation, passed.unwrap_or_default());
                match (handling, &call) {
                    (Handling::Forget, _) => return Err(CallError::Failed("broken off".into())),
                    (Handling::Cut, Call::Write(write)) if write.once => {
                        return Err(CallError::Busy("the answer is lost".into()));
                    }
                    // sent again, it is known by its token
                    (Handling::Cut, Call::Transact(_)) => first = Some(answer),
                    (Handling::Cut, _) => {}
                    _ => return answer,
                }
            }
        })
    }
}

impl Objects for Watched<Buckets> {
    fn call(&self, call: ObjectCall) -> BoxFuture<'_, Result<ObjectAnswer, CallError>> {
        Box::pin(async move {
            let operation = object_operation(&call);
            loop {
                let handling = self.ledger.arrive(operation).await;
                if handling == Handling::Refuse {
                    return Err(CallError::Failed("broken off".into()));
                }
                let answer = self.port.call(call.clone()).await;
                let bytes = |answer: &ObjectAnswer| {
                    answer.objects.iter().map(|object| object.body.len()).sum()
                };
                let passed = Passed {
                    bytes_received: answer.as_ref().map(bytes).unwrap_or_default(),
                    ..Passed::default()
                };
                self.ledger.answered(operation, passed);
                match handling {
                    Handling::Forget => return Err(CallError::Failed("broken off".into())),
                    Handling::Cut => {}
                    _ => return answer,
                }
            }
        })
    }
}

impl Services for Watched<Arc<dyn Services>> {
    fn call(&self, call: ServiceCall) -> BoxFuture<'_, Result<ServiceAnswer, ServiceError>> {
        Box::pin(async move {
            let operation = service_operation(&call);
            // nobody wants a text or an e-mail twice
            let once = matches!(call, ServiceCall::Text(_) | ServiceCall::Mail(_));
            loop {
                let handling = self.ledger.arrive(operation).await;
                if handling == Handling::Refuse {
                    return Err(ServiceError::Refused("broken off".into()));
                }
                let answer = self.port.call(call.clone()).await;
                self.ledger.answered(operation, Passed::default());
                match handling {
                    Handling::Forget => return Err(ServiceError::Refused("broken off".into())),
                    Handling::Cut if once => {
                        return Err(ServiceError::Unknown("broken off".into()));
                    }
                    Handling::Cut => {}
                    _ => return answer,
                }
            }
        })
    }
}

/// The name of the call at DynamoDB.
fn operation(call: &Call) -> &'static str {
    match call {
        Call::Get(_) => "GetItem",
        Call::GetMany { .. } => "BatchGetItem",
        Call::Query(query) if query.keys.is_some() => "Query",
        Call::Query(_) => "Scan",
        Call::Write(write) => match write.kind {
            Kind::Put(_) => "PutItem",
            Kind::Update(..) => "UpdateItem",
            Kind::Delete(_) | Kind::Check(_) => "DeleteItem",
        },
        Call::WriteMany { .. } => "BatchWriteItem",
        Call::Transact(_) => "TransactWriteItems",
    }
}

/// The name of the call at S3.
fn object_operation(call: &ObjectCall) -> &'static str {
    match call {
        ObjectCall::Get(_) => "s3:GetObject",
        ObjectCall::Head(_) => "s3:HeadObject",
        ObjectCall::Put(_) => "s3:PutObject",
        ObjectCall::Delete(..) => "s3:DeleteObject",
        ObjectCall::DeleteMany { .. } => "s3:DeleteObjects",
        ObjectCall::List(list) if list.versions => "s3:ListObjectVersions",
        ObjectCall::List(_) => "s3:ListObjects",
    }
}

/// The name of the call at SNS, SES, SQS or Secrets Manager.
fn service_operation(call: &ServiceCall) -> &'static str {
    match call {
        ServiceCall::Text(_) => "Publish",
        ServiceCall::Mail(_) => "SendEmail",
        ServiceCall::Queue { .. } => "SendMessageBatch",
        ServiceCall::Hide { .. } => "ChangeMessageVisibility",
        ServiceCall::Redrive(_) => "StartMessageMoveTask",
        ServiceCall::Secret(_) => "GetSecretValue",
    }
}

/// The counts of a call that was carried out.
fn passed(call: &Call, answer: &Answer) -> Passed {
    Passed {
        items_written: match call {
            Call::Write(_) => 1,
            Call::WriteMany { puts, deletes, .. } => puts.len() + deletes.len(),
            Call::Transact(writes) => writes.len(),
            _ => 0,
        },
        items_read: match call {
            Call::Get(_) => 1,
            Call::Query(_) => answer.read.max(1),
            Call::GetMany { .. } => answer.items.len().max(1),
            _ => 0,
        },
        bytes_received: answer.items.iter().map(item_bytes).sum(),
    }
}

/// How large DynamoDB counts an item.
fn item_bytes(item: &Item) -> usize {
    item.iter()
        .map(|(name, value)| name.len() + value_bytes(value))
        .sum()
}

fn value_bytes(value: &AttributeValue) -> usize {
    match value {
        AttributeValue::S(text) | AttributeValue::N(text) => text.len(),
        AttributeValue::B(bytes) => bytes.len(),
        AttributeValue::Bool(_) | AttributeValue::Null(_) => 1,
        AttributeValue::Ss(texts) | AttributeValue::Ns(texts) => {
            texts.iter().map(String::len).sum()
        }
        AttributeValue::Bs(all) => all.iter().map(Vec::len).sum(),
        AttributeValue::L(list) => list.iter().map(value_bytes).sum(),
        AttributeValue::M(map) => item_bytes(map),
    }
}
