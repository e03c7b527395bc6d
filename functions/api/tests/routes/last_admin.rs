//! A realm always has an administrator: tested on separate tables, with the functions in this
//! process.

use axum::Router;
use chute_api::middleware;
use chute_domain::{
    account::{Account, AccountKind, Profile, Realm},
    password,
};
use chute_testkit::{Request, TestApp};
use futures::future::join_all;
use serde_json::{Value, json};

use crate::people::PASSWORD;

struct Alone {
    _app: TestApp,
    runtime: tokio::runtime::Runtime,
    router: Router,
    tokens: Vec<String>,
}

fn email(place: usize) -> String {
    format!("admin{place}@example.org")
}

impl Alone {
    /// A realm with this many administrators, all of them signed in.
    fn new(admins: usize) -> Self {
        let runtime = tokio::runtime::Runtime::new().expect("a runtime");
        let (app, router) = runtime.block_on(async {
            let app = TestApp::new(Realm::Account).await;
            let hash = password::hash(PASSWORD, &[7; 16]).expect("a hash");
            for place in 0..admins {
                let profile = Profile {
                    name: "Admin".into(),
                    email: email(place),
                    kind: AccountKind::Admin,
                };
                assert!(
                    app.store
                        .add_account(&Account::new(format!("a_{place}"), profile, hash.clone()))
                        .await
                        .expect("the table")
                );
            }
            let router = middleware::host(&app.with_secrets().await);
            (app, router)
        });
        let mut alone = Self {
            _app: app,
            runtime,
            router,
            tokens: Vec::new(),
        };
        for place in 0..admins {
            let (status, answer) = alone.call(
                "",
                "POST",
                "/account/login",
                json!({"email": email(place), "password": PASSWORD}),
            );
            assert_eq!(status, 200, "{answer}");
            alone
                .tokens
                .push(answer["access_token"].as_str().expect("a token").to_owned());
        }
        alone
    }

    fn call(&self, token: &str, verb: &str, path: &str, body: Value) -> (u16, Value) {
        self.at_once(vec![(token.to_owned(), verb, path, body)])
            .remove(0)
    }

    fn at_once(&self, calls: Vec<(String, &str, &str, Value)>) -> Vec<(u16, Value)> {
        let answers = calls.into_iter().map(|(token, verb, path, body)| {
            let (verb, path) = (verb.to_owned(), path.to_owned());
            let router = self.router.clone();
            self.runtime.spawn(async move {
                let request = Request::new(&verb, &path).bearer(&token).json(&body);
                let reply = request.send(&router).await;
                (reply.status, reply.json())
            })
        });
        let answers: Vec<_> = answers.collect();
        self.runtime
            .block_on(join_all(answers))
            .into_iter()
            .map(|answer| answer.expect("no panic"))
            .collect()
    }
}

#[test]
fn the_last_administrator_stays_one() {
    let alone = Alone::new(1);
    let (own, token) = (json!({ "email": email(0) }), alone.tokens[0].clone());
    let free = json!({"account": {"name": "Admin", "email": email(0), "type": "free"}});
    for (verb, path, body) in [
        ("DELETE", "/account/delete", own.clone()),
        ("POST", "/account/lock", own),
        ("PUT", "/account/update", free.clone()),
    ] {
        assert_eq!(alone.call(&token, verb, path, body).0, 409, "{path}");
    }
    let (status, answer) = alone.call(&token, "POST", "/account", json!({}));
    assert_eq!(
        (
            status,
            &answer["account"]["locked"],
            &answer["account"]["type"]
        ),
        (200, &json!(false), &json!("admin"))
    );
    let second = json!({"account": {"name": "Two", "email": email(1), "type": "admin"}, "password": PASSWORD});
    assert_eq!(alone.call(&token, "POST", "/account/add", second).0, 200);
    assert_eq!(
        alone.call(&token, "PUT", "/account/update", free).0,
        200,
        "now there is another"
    );
    assert_eq!(
        alone.call(&token, "GET", "/account/all", json!({})).0,
        401,
        "and they are none"
    );
}

#[test]
fn parallel_deletes_leave_one_administrator() {
    let admins = 6;
    let alone = Alone::new(admins);
    let calls = (0..admins).map(|place| {
        (
            alone.tokens[place].clone(),
            "DELETE",
            "/account/delete",
            json!({ "email": email(place) }),
        )
    });
    let mut codes: Vec<u16> = alone
        .at_once(calls.collect())
        .into_iter()
        .map(|(status, _)| status)
        .collect();
    codes.sort_unstable();
    // those who met with too many simultaneous changes may be told to try again
    let again: Vec<usize> = (0..admins)
        .filter(|place| {
            alone
                .call(&alone.tokens[*place], "GET", "/account/all", json!({}))
                .0
                == 200
        })
        .collect();
    assert!(
        !again.is_empty() && codes.iter().all(|code| [200, 409, 503].contains(code)),
        "{codes:?}"
    );
    for place in again {
        alone.call(
            &alone.tokens[place],
            "DELETE",
            "/account/delete",
            json!({ "email": email(place) }),
        );
    }
    let left: Vec<usize> = (0..admins)
        .filter(|place| {
            alone
                .call(&alone.tokens[*place], "GET", "/account/all", json!({}))
                .0
                == 200
        })
        .collect();
    assert_eq!(left.len(), 1, "{left:?} after {codes:?}");
}

#[test]
fn administrators_who_lock_each_other_leave_one() {
    let alone = Alone::new(2);
    let lock = |by: usize, whom: usize| {
        (
            alone.tokens[by].clone(),
            "POST",
            "/account/lock",
            json!({ "email": email(whom) }),
        )
    };
    let codes: Vec<u16> = alone
        .at_once(vec![lock(0, 1), lock(1, 0)])
        .into_iter()
        .map(|(status, _)| status)
        .collect();
    let standing = (0..2)
        .filter(|place| {
            alone
                .call(&alone.tokens[*place], "GET", "/account/all", json!({}))
                .0
                == 200
        })
        .count();
    assert_eq!(standing, 1, "{codes:?}");
}
