//! The tables.

use std::slice::from_ref;

use aws_sdk_dynamodb::{
    Client,
    config::{BehaviorVersion, Config, Credentials, Region},
    types::{
        AttributeDefinition, BillingMode, KeySchemaElement, KeyType, LocalSecondaryIndex,
        Projection, ProjectionType, ScalarAttributeType,
    },
};
use chute_domain::account::Realm;
use chute_store::port::{
    Answer, AttributeValue, Call, CallError, Db, Get, Item, Query, Returns, Write,
};
use futures::future::join_all;

use crate::{Adapter, adapters, beside_neglected};

/// Tables with the keys of the participants (`p`, `q`, a local index `byStamp` of `p` and `s`).
struct Under {
    name: &'static str,
    db: Db,
    table: String,
}

/// The item of a test, by its sort key and some attributes.
fn item<const N: usize>(p: &str, q: &str, attributes: [(&str, AttributeValue); N]) -> Item {
    let attributes = attributes.map(|(name, value)| (name.to_owned(), value));
    key(p, q).into_iter().chain(attributes).collect()
}

fn key(p: &str, q: &str) -> Item {
    Item::from([("p".to_owned(), text(p)), ("q".to_owned(), text(q))])
}

fn text(value: &str) -> AttributeValue {
    AttributeValue::S(value.to_owned())
}

fn number(value: i64) -> AttributeValue {
    AttributeValue::N(value.to_string())
}

fn binary(value: &[u8]) -> AttributeValue {
    AttributeValue::B(value.to_vec())
}

/// The sort keys, in this order.
fn order(answer: &Answer) -> Vec<String> {
    let key = |item: &Item| match &item["q"] {
        AttributeValue::S(q) => q.clone(),
        other => panic!("{other:?}"),
    };
    answer.items.iter().map(key).collect()
}

/// The position of the condition that did not hold.
fn refused(done: Result<Answer, CallError>) -> usize {
    match done {
        Err(CallError::Refused(at)) => at,
        other => panic!("{other:?}"),
    }
}

impl Under {
    async fn done(&self, call: Call) -> Answer {
        match self.db.call(call).await {
            Ok(answer) => answer,
            Err(error) => panic!("{}: {error:?}", self.name),
        }
    }

    async fn write(&self, write: Write) -> Answer {
        self.done(Call::Write(write)).await
    }

    async fn put(&self, item: Item) {
        self.write(Write::put(&self.table, item)).await;
    }

    async fn get(&self, p: &str, q: &str) -> Option<Item> {
        let get = Get::new(&self.table, key(p, q));
        self.done(Call::Get(get)).await.items.pop()
    }

    async fn query(&self, query: Query) -> Answer {
        self.done(Call::Query(query)).await
    }

    fn of_partition(&self, p: &str) -> Query {
        Query::new(&self.table, "p = :p").value(":p", text(p))
    }

    fn update(&self, p: &str, q: &str, change: &str) -> Write {
        Write::update(&self.table, key(p, q)).change(change)
    }

    fn if_new(&self, item: Item) -> Write {
        Write::put(&self.table, item).condition("attribute_not_exists(p)")
    }
}

/// Runs a test on each of the adapters.
async fn on_each(test: impl AsyncFn(&Under)) {
    for adapter in adapters().await {
        let under = Under {
            name: adapter.name,
            db: adapter.store.ports().tables,
            table: match &adapter.backend {
                Some(backend) => backend.name(Realm::Account, "PARTICIPANTS_TABLE"),
                None => create(&adapter).await,
            },
        };
        println!("{}", under.name);
        test(&under).await;
    }
}

/// Creates a table in the adapter's account.
async fn create(Adapter { account, url, .. }: &Adapter) -> String {
    let config = Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::new("local"))
        .endpoint_url(url)
        .credentials_provider(Credentials::new(account, "test", None, None, "given"));
    let part = |name: &str, kind| {
        KeySchemaElement::builder()
            .attribute_name(name)
            .key_type(kind)
            .build()
            .unwrap()
    };
    let attribute = |name: &str, kind| {
        AttributeDefinition::builder()
            .attribute_name(name)
            .attribute_type(kind)
            .build()
            .unwrap()
    };
    let by_stamp = LocalSecondaryIndex::builder()
        .index_name("byStamp")
        .key_schema(part("p", KeyType::Hash))
        .key_schema(part("s", KeyType::Range))
        .projection(
            Projection::builder()
                .projection_type(ProjectionType::All)
                .build(),
        );
    Client::from_conf(config.build())
        .create_table()
        .table_name("Port")
        .billing_mode(BillingMode::PayPerRequest)
        .attribute_definitions(attribute("p", ScalarAttributeType::S))
        .attribute_definitions(attribute("q", ScalarAttributeType::S))
        .attribute_definitions(attribute("s", ScalarAttributeType::B))
        .key_schema(part("p", KeyType::Hash))
        .key_schema(part("q", KeyType::Range))
        .local_secondary_indexes(by_stamp.build().unwrap())
        .send()
        .await
        .expect("a table");
    "Port".to_owned()
}

#[tokio::test]
async fn a_condition_that_does_not_hold_writes_nothing() {
    on_each(async |under| {
        let first = item("p", "q", [("s", binary(&[1, 255]))]);
        under.write(under.if_new(first.clone())).await;
        let second = item("p", "q", [("s", binary(&[9]))]);
        let again = under.db.call(Call::Write(under.if_new(second))).await;
        assert_eq!(refused(again), 0);
        // bytes are compared without a sign, and a shorter value is less than what it begins
        for (than, holds) in [
            (vec![1, 255], false),
            (vec![1, 254], false),
            (vec![1], false),
            (vec![1, 255, 0], true),
            (vec![2], true),
        ] {
            let update = under
                .update("p", "q", "SET n = :n")
                .condition("s < :s")
                .value(":s", binary(&than))
                .value(":n", number(1));
            let done = under.db.call(Call::Write(update)).await;
            assert_eq!(done.is_ok(), holds, "{}: {than:?}", under.name);
        }
        let delete = Write::delete(&under.table, key("p", "q"))
            .condition("#s = :seen")
            .name("#s", "s")
            .value(":seen", binary(&[1]));
        assert_eq!(refused(under.db.call(Call::Write(delete)).await), 0);
        let stored = item("p", "q", [("s", binary(&[1, 255])), ("n", number(1))]);
        assert_eq!(under.get("p", "q").await, Some(stored), "{}", under.name);
        // a missing attribute is neither less nor equal
        for condition in ["zz < :v", "zz = :v"] {
            let update = under
                .update("p", "q", "SET n = :v")
                .condition(condition)
                .value(":v", number(2));
            assert_eq!(refused(under.db.call(Call::Write(update)).await), 0);
        }
    })
    .await;
}

#[tokio::test]
async fn a_write_returns_what_it_was_asked_for() {
    on_each(async |under| {
        let delete = || Write::delete(&under.table, key("p", "q")).returning(Returns::Before);
        assert_eq!(under.write(delete()).await, Answer::default());
        let count = |by| {
            under
                .update("p", "q", "ADD n :n SET x = :x")
                .value(":n", number(by))
                .value(":x", text("x"))
        };
        // the count of an item that is not there begins at zero
        assert_eq!(under.write(count(2)).await, Answer::default());
        let after = under.write(count(-3).returning(Returns::After)).await;
        let counted = item("p", "q", [("n", number(-1)), ("x", text("x"))]);
        assert_eq!(after.items, from_ref(&counted), "{}", under.name);
        let before = under.write(count(1).returning(Returns::Before)).await;
        assert_eq!(before.items, from_ref(&counted));
        let put = Write::put(&under.table, key("p", "q")).returning(Returns::Before);
        assert_eq!(under.write(put).await.items.len(), 1);
        let deleted = under.write(delete()).await;
        assert_eq!(deleted.items, [key("p", "q")]);
        assert_eq!(under.get("p", "q").await, None, "{}", under.name);
    })
    .await;
}

#[tokio::test]
async fn expressions_change_lists_sets_and_attributes_with_reserved_names() {
    on_each(async |under| {
        let append = |value: i64| {
            under
                .update("p", "q", "SET l = list_append(if_not_exists(l, :none), :l)")
                .condition("attribute_not_exists(l) OR size(l) < :most")
                .value(":none", AttributeValue::L(Vec::new()))
                .value(":l", AttributeValue::L(vec![number(value)]))
                .value(":most", number(2))
        };
        under.write(append(1)).await;
        under.write(append(2)).await;
        assert_eq!(refused(under.db.call(Call::Write(append(3))).await), 0);
        let list = AttributeValue::L(vec![number(1), number(2)]);
        assert_eq!(under.get("p", "q").await.unwrap()["l"], list);

        let set = |how: &str, one: &str| {
            under
                .update("p", "q", &format!("{how} ids :ids"))
                .value(":ids", AttributeValue::Ss(vec![one.to_owned()]))
        };
        under.write(set("ADD", "a")).await;
        under.write(set("ADD", "b")).await;
        under.write(set("ADD", "a")).await;
        let last = set("DELETE", "a")
            .condition("contains(ids, :id) AND size(ids) > :one")
            .value(":id", text("a"))
            .value(":one", number(1));
        under.write(last.clone()).await;
        assert_eq!(refused(under.db.call(Call::Write(last)).await), 0);
        let ids = AttributeValue::Ss(vec!["b".to_owned()]);
        assert_eq!(under.get("p", "q").await.unwrap()["ids"], ids);
        // there is no empty set
        under.write(set("DELETE", "b")).await;
        assert!(!under.get("p", "q").await.unwrap().contains_key("ids"));

        let named = under
            .update("p", "q", "SET #of = :of REMOVE l, zz")
            .name("#of", "of")
            .value(":of", AttributeValue::Bool(false));
        under.write(named).await;
        let stored = item("p", "q", [("of", AttributeValue::Bool(false))]);
        assert_eq!(under.get("p", "q").await, Some(stored), "{}", under.name);
    })
    .await;
}

#[tokio::test]
async fn every_kind_of_value_comes_back_as_it_was() {
    on_each(async |under| {
        let inner = Item::from([
            ("empty".to_owned(), text("")),
            ("null".to_owned(), AttributeValue::Null(true)),
            (
                "list".to_owned(),
                AttributeValue::L(vec![binary(&[]), number(0)]),
            ),
            ("map".to_owned(), AttributeValue::M(Item::new())),
        ]);
        let all = item(
            "p",
            "Zoë #1 \u{1F3C3}\"\\",
            [
                ("text", text("a\nb\u{0}")),
                ("integer", number(i64::MIN)),
                ("real", AttributeValue::N("-12.5".to_owned())),
                ("bytes", binary(&[0, 127, 128, 255])),
                ("yes", AttributeValue::Bool(true)),
                ("texts", AttributeValue::Ss(vec!["a".to_owned()])),
                ("numbers", AttributeValue::Ns(vec!["7".to_owned()])),
                ("blobs", AttributeValue::Bs(vec![vec![1, 2]])),
                ("inner", AttributeValue::M(inner)),
            ],
        );
        under.put(all.clone()).await;
        let found = under.query(under.of_partition("p")).await;
        assert_eq!(found.items, from_ref(&all), "{}", under.name);
        assert_eq!(under.get("p", "Zoë #1 \u{1F3C3}\"\\").await, Some(all));
    })
    .await;
}

#[tokio::test]
async fn items_are_in_the_order_of_the_bytes_of_their_keys() {
    on_each(async |under| {
        let sorted = [
            "A", "B", "a", "a#", "a#1", "a#10", "a#2", "aa", "b%23", "é", "中",
        ];
        for q in sorted.iter().rev() {
            under.put(key("p", q)).await;
        }
        under.put(key("other", "a#3")).await;
        let all = under.query(under.of_partition("p")).await;
        assert_eq!(
            (order(&all), all.next),
            (sorted.map(ToOwned::to_owned).to_vec(), None)
        );
        let back = under
            .query(under.of_partition("p").descending().limit(2))
            .await;
        assert_eq!(order(&back), ["中", "é"], "{}", under.name);
        let keys = |keys: &str| Query::new(&under.table, keys).value(":p", text("p"));
        let begins = keys("p = :p AND begins_with(q, :q)").value(":q", text("a#"));
        assert_eq!(
            order(&under.query(begins).await),
            ["a#", "a#1", "a#10", "a#2"]
        );
        let between = keys("p = :p AND q BETWEEN :a AND :b")
            .value(":a", text("a#1"))
            .value(":b", text("aa"));
        assert_eq!(
            order(&under.query(between).await),
            ["a#1", "a#10", "a#2", "aa"]
        );
        let from = keys("p = :p AND q >= :q").value(":q", text("b"));
        assert_eq!(order(&under.query(from).await), ["b%23", "é", "中"]);
    })
    .await;
}

#[tokio::test]
async fn pages_join_without_a_gap_or_a_repeat() {
    on_each(async |under| {
        let kilobyte = "x".repeat(1_000);
        for at in 0..12 {
            let value = [("v", text(&kilobyte.repeat(100))), ("n", number(at))];
            under.put(item("p", &format!("{at:02}"), value)).await;
        }
        let expected: Vec<String> = (0..12).map(|at| format!("{at:02}")).collect();
        let all = under.of_partition("p");
        let by_limit = all.clone().only("p, q").limit(5);
        let back = all.clone().descending().limit(7);
        let one_of_three = all.clone().filter("n IN (:a, :b)");
        let filtered = one_of_three.value(":a", number(1)).value(":b", number(11));
        for (query, is_back, wanted) in [
            // a page has a megabyte
            (all, false, expected.clone()),
            (by_limit, false, expected.clone()),
            (back, true, expected.clone()),
            // a page has what was read, whatever the filter leaves of it
            (
                filtered.limit(5),
                false,
                vec!["01".to_owned(), "11".to_owned()],
            ),
        ] {
            let (mut found, mut from, mut pages) = (Vec::new(), None, 0);
            loop {
                let page = under.query(query.clone().from(from)).await;
                pages += 1;
                found.extend(order(&page));
                from = page.next;
                if from.is_none() {
                    break;
                }
            }
            if is_back {
                found.reverse();
            }
            assert_eq!(found, wanted, "{}: {query:?}", under.name);
            assert!(pages > 1, "{}: {query:?}", under.name);
        }
        // a page that ends exactly at the end may not know it
        let last = Query::new(&under.table, "p = :p AND q >= :q")
            .value(":p", text("p"))
            .value(":q", text("10"))
            .only("q")
            .limit(2);
        let page = under.query(last.clone()).await;
        assert_eq!(page.items, [only("q", text("10")), only("q", text("11"))]);
        if page.next.is_some() {
            assert_eq!(under.query(last.from(page.next)).await, Answer::default());
        }
    })
    .await;
}

fn only(name: &str, value: AttributeValue) -> Item {
    Item::from([(name.to_owned(), value)])
}

#[tokio::test]
async fn a_local_index_has_every_write_at_once_in_its_own_order() {
    on_each(async |under| {
        for (q, stamp) in [("a", 3), ("b", 1), ("c", 2), ("d", 2)] {
            under.put(item("p", q, [("s", binary(&[stamp]))])).await;
        }
        under.put(key("p", "without")).await;
        under.put(item("other", "e", [("s", binary(&[2]))])).await;
        let since = |stamp| {
            Query::new(&under.table, "p = :p AND s >= :s")
                .index("byStamp")
                .value(":p", text("p"))
                .value(":s", binary(&[stamp]))
        };
        let all = under.query(since(0)).await;
        assert_eq!(order(&all), ["b", "c", "d", "a"], "{}", under.name);
        let page = under.query(since(2).limit(2)).await;
        assert_eq!(order(&page), ["c", "d"]);
        let rest = under.query(since(2).from(page.next)).await;
        assert_eq!(order(&rest), ["a"], "{}", under.name);
        let moved = under
            .update("p", "b", "SET s = :s")
            .value(":s", binary(&[9]));
        under.write(moved).await;
        under
            .write(Write::delete(&under.table, key("p", "c")))
            .await;
        assert_eq!(order(&under.query(since(0)).await), ["d", "a", "b"]);
    })
    .await;
}

#[tokio::test]
async fn a_scan_finds_every_partition() {
    on_each(async |under| {
        let mut expected = Vec::new();
        for at in 0..30 {
            let q = format!("{at:02}");
            let marked = [("m", AttributeValue::Bool(at % 2 == 0))];
            under.put(item(&format!("p{}", at % 7), &q, marked)).await;
            expected.extend((at % 2 == 0).then_some(q));
        }
        let scan = Query::scan(&under.table)
            .filter("attribute_exists(m) AND m = :yes")
            .value(":yes", AttributeValue::Bool(true))
            .limit(4);
        let (mut found, mut from) = (Vec::new(), None);
        loop {
            let page = under.query(scan.clone().from(from)).await;
            found.extend(order(&page));
            from = page.next;
            if from.is_none() {
                break;
            }
        }
        found.sort();
        assert_eq!(found, expected, "{}", under.name);
    })
    .await;
}

#[tokio::test]
async fn a_transaction_writes_all_or_nothing() {
    on_each(async |under| {
        under.put(item("p", "old", [("n", number(1))])).await;
        under.put(key("p", "gone")).await;
        let writes = || {
            vec![
                under.if_new(item("p", "new", [("n", number(1))])),
                under
                    .update("p", "old", "ADD n :n")
                    .condition("n = :seen")
                    .value(":n", number(1))
                    .value(":seen", number(1)),
                Write::delete(&under.table, key("p", "gone")),
                Write::check(&under.table, key("q", "absent")).condition("attribute_not_exists(p)"),
            ]
        };
        under.put(key("q", "absent")).await;
        let done = under.db.call(Call::Transact(writes())).await;
        assert_eq!(refused(done), 3, "{}", under.name);
        let all = under.query(under.of_partition("p")).await;
        assert_eq!(order(&all), ["gone", "old"]);
        assert_eq!(all.items[1]["n"], number(1), "{}", under.name);

        under
            .write(Write::delete(&under.table, key("q", "absent")))
            .await;
        under.done(Call::Transact(writes())).await;
        let all = under.query(under.of_partition("p")).await;
        assert_eq!(order(&all), ["new", "old"], "{}", under.name);
        assert_eq!(all.items[1]["n"], number(2), "{}", under.name);
        assert_eq!(under.get("q", "absent").await, None);

        // of several conditions that do not hold, the first one is named
        assert_eq!(refused(under.db.call(Call::Transact(writes())).await), 0);
        let twice = vec![under.if_new(key("p", "a")), under.if_new(key("p", "a"))];
        let done = under.db.call(Call::Transact(twice)).await;
        assert!(
            matches!(done, Err(CallError::Failed(_))),
            "{}: {done:?}",
            under.name
        );
        assert_eq!(under.get("p", "a").await, None, "{}", under.name);
        let most = (0..100).map(|at| under.if_new(key("many", &at.to_string())));
        under.done(Call::Transact(most.collect())).await;
        let all = under.query(under.of_partition("many")).await;
        assert_eq!(all.items.len(), 100, "{}", under.name);
    })
    .await;
}

#[tokio::test]
async fn many_items_are_written_and_read_at_once() {
    on_each(async |under| {
        let keys: Vec<Item> = (0..100).map(|at| key("p", &format!("{at:03}"))).collect();
        for puts in keys[..50].chunks(25) {
            let call = Call::WriteMany {
                table: under.table.clone(),
                puts: puts.to_vec(),
                deletes: Vec::new(),
            };
            under.done(call).await;
        }
        let call = Call::WriteMany {
            table: under.table.clone(),
            puts: vec![key("p", "last")],
            // some are not there
            deletes: keys[40..60].to_vec(),
        };
        under.done(call).await;
        let call = Call::GetMany {
            table: under.table.clone(),
            keys: keys.clone(),
        };
        let mut found = order(&under.done(call).await);
        found.sort();
        let expected: Vec<String> = (0..40).map(|at| format!("{at:03}")).collect();
        assert_eq!(found, expected, "{}", under.name);
        let all = under.query(under.of_partition("p")).await;
        assert_eq!(all.items.len(), 41, "{}", under.name);
    })
    .await;
}

#[tokio::test]
async fn writes_of_the_same_item_are_made_one_after_another() {
    on_each(async |under| {
        let add = || {
            under
                .update("p", "n", "ADD n :one")
                .value(":one", number(1))
        };
        join_all((0..40).map(|_| under.write(add()))).await;
        let counted = under.get("p", "n").await.unwrap();
        assert_eq!(counted["n"], number(40), "{}", under.name);
        let claims = (0..20).map(|at| {
            let claim = under.if_new(item("p", "claim", [("by", number(at))]));
            under.db.call(Call::Write(claim))
        });
        let claimed = join_all(claims).await;
        let winners: Vec<usize> = (0..20).filter(|at| claimed[*at].is_ok()).collect();
        assert_eq!(winners.len(), 1, "{}", under.name);
        let by = number(i64::try_from(winners[0]).unwrap());
        assert_eq!(under.get("p", "claim").await.unwrap()["by"], by);
        // whoever has an answer to a write sees it, and so does everybody else
        for at in 0..20 {
            under.put(item("p", "seen", [("n", number(at))])).await;
            let seen = under.get("p", "seen").await.unwrap();
            assert_eq!(seen["n"], number(at), "{}", under.name);
        }
    })
    .await;
}

#[tokio::test]
async fn a_call_that_makes_no_sense_fails_and_is_not_busy() {
    on_each(async |under| {
        let calls = [
            Call::Get(Get::new("Nowhere", key("p", "q"))),
            Call::Write(Write::put(&under.table, only("p", text("p")))),
            Call::Write(under.update("p", "q", "SET n = :missing")),
            Call::Write(under.if_new(key("p", "q")).condition("n <")),
            Call::Write(Write::check(&under.table, key("p", "q")).condition("n = n")),
            Call::Query(Query::new(&under.table, "q = :q").value(":q", text("q"))),
        ];
        for call in calls {
            let done = under.db.call(call.clone()).await;
            let failed = matches!(done, Err(CallError::Failed(_)));
            assert!(failed, "{}: {call:?}: {done:?}", under.name);
        }
        assert_eq!(under.get("p", "q").await, None);
    })
    .await;
}

#[tokio::test]
async fn a_call_whose_answer_is_not_awaited_holds_up_nobody() {
    on_each(async |under| {
        beside_neglected(|at| {
            let (db, name) = (under.db.clone(), under.name);
            let put = Write::put(&under.table, item("neglected", &format!("{}", at % 8), []));
            Box::pin(async move {
                let done = db.call(Call::Write(put)).await;
                done.unwrap_or_else(|error| panic!("{name}: {error:?}"))
            })
        })
        .await;
    })
    .await;
}
