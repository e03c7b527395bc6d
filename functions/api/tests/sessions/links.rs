//! Links and account types: a link ends with the type that allows it (contract 3.7).

use chute_domain::{
    account::{Account, AccountKind, Realm},
    stamp::Stamp,
};
use chute_store::AccountChange;
use chute_testkit::{YEAR, clock::EIGHT_S, stored};
use serde_json::json;

use crate::test_app::SessionsApp;

const SLUG: &str = "river-10k";

struct Desk {
    app: SessionsApp,
    main: Account,
    helper: Account,
    admin: String,
    session: String,
}

impl Desk {
    /// A paid account with an event, and a registration account that it has linked.
    async fn new() -> Self {
        let app = SessionsApp::new(Realm::Account).await;
        let main = app.account("a_main", AccountKind::Paid, |_| {}).await;
        let helper = app
            .account("a_helper", AccountKind::Registration, |_| {})
            .await;
        let admin = app.account("a_admin", AccountKind::Admin, |_| {}).await;
        let year = stored::year(YEAR, EIGHT_S);
        stored::add_event(&app.store, &main.id, &stored::event(SLUG)).await;
        stored::add_year(&app.store, &main.id, SLUG, &year, Stamp::new(1, SLUG)).await;
        assert!(app.store.link(&main, &helper).await.expect("links"));
        let (admin, session) = (
            app.signed_in(&admin).await.0,
            app.signed_in(&helper).await.0,
        );
        let desk = Self {
            app,
            main,
            helper,
            admin,
            session,
        };
        assert!(desk.opens().await);
        desk
    }

    /// Whether the helper sees the participants.
    async fn opens(&self) -> bool {
        let reply = self
            .app
            .signed(
                &self.session,
                "POST",
                "/r/participants",
                &json!({ "slug": SLUG }),
            )
            .await;
        assert!(
            matches!(reply.status, 200 | 401),
            "{} {}",
            reply.status,
            reply.text()
        );
        reply.status == 200
    }

    async fn given_type(&self, account: &Account, kind: &str) {
        let body = json!({"account": {"name": account.name, "email": account.email, "type": kind}});
        let reply = self
            .app
            .signed(&self.admin, "PUT", "/account/update", &body)
            .await;
        assert_eq!(reply.status, 200, "{}", reply.text());
    }
}

#[tokio::test]
async fn a_link_ends_with_the_type_of_either() {
    let desk = Desk::new().await;
    for (whose, without, with) in [
        (&desk.main, "free", "paid"),
        (&desk.helper, "free", "registration"),
    ] {
        desk.given_type(whose, without).await;
        assert!(!desk.opens().await, "{without}");
        desk.given_type(whose, with).await;
        assert!(
            !desk.opens().await,
            "it ended, and does not come back with the type"
        );
        assert!(
            desk.app
                .store
                .links_from(&desk.main.id)
                .await
                .expect("links")
                .is_empty()
        );
        assert!(
            desk.app
                .store
                .links_to(&desk.helper.id)
                .await
                .expect("links")
                .is_empty()
        );
        let found = desk
            .app
            .store
            .find_account_by_id(&whose.id)
            .await
            .expect("accounts")
            .expect("an account");
        let (main, helper) = if whose.id == desk.main.id {
            (&found, &desk.helper)
        } else {
            (&desk.main, &found)
        };
        assert!(desk.app.store.link(main, helper).await.expect("links"));
        assert!(desk.opens().await, "linked again");
    }
    // administrators may link, too; a new name is not a new type
    desk.given_type(&desk.main, "admin").await;
    desk.given_type(
        &Account {
            name: "Another name".into(),
            ..desk.helper.clone()
        },
        "registration",
    )
    .await;
    assert!(desk.opens().await);
}

/// The function dies after it has written the type: the link stays, but opens nothing. Repeating
/// the change removes it.
#[tokio::test]
async fn a_link_that_outlived_its_type_opens_nothing() {
    let desk = Desk::new().await;
    let free = Account {
        kind: AccountKind::Free,
        ..desk.main.clone()
    };
    assert_eq!(
        desk.app
            .store
            .change_account(&desk.main, &free)
            .await
            .expect("accounts"),
        AccountChange::Done
    );
    assert!(!desk.opens().await);
    assert_eq!(
        desk.app
            .store
            .links_from(&desk.main.id)
            .await
            .expect("links")
            .len(),
        1
    );
    desk.given_type(&desk.main, "free").await;
    assert!(
        desk.app
            .store
            .links_from(&desk.main.id)
            .await
            .expect("links")
            .is_empty()
    );
}
