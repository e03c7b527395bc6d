//! `account/password` under attack: a session does not replace the password.

use chute_domain::account::{AccountKind, Realm};
use chute_testkit::TENT;
use serde_json::json;

use crate::test_app::{PASSWORD, SessionsApp};

#[tokio::test]
async fn five_wrong_old_passwords_are_delayed() {
    let app = SessionsApp::new(Realm::Account).await;
    let account = app.account("a_1", AccountKind::Free, |_| {}).await;
    let (access, _) = app.signed_in(&account).await;
    let change = async |old: &str| {
        app.signed(
            &access,
            "PUT",
            "/account/password",
            &json!({"old_password": old, "new_password": "another horse"}),
        )
        .await
    };
    for _ in 0..5 {
        let reply = change("wrong password").await;
        assert_eq!(
            (reply.status, reply.message()),
            (400, "Current Password Is Wrong")
        );
    }
    let delayed = change(PASSWORD).await;
    assert_eq!(
        (delayed.status, delayed.retry_after()),
        (429, Some(60)),
        "the right one, too"
    );
    app.clock.go_on(60);
    assert_eq!(change("wrong password").await.status, 400);
    assert_eq!(change(PASSWORD).await.retry_after(), Some(120));
    app.clock.go_on(120);
    assert_eq!(change(PASSWORD).await.status, 200);
    assert_eq!(
        app.login(&account.email, "another horse", TENT)
            .await
            .status,
        200
    );
}
