//! Cards through the distribution, as the programs of messengers fetch a shared link: by `User-Agent` alone.

use chute_edge::http::{self, Reply};
use serde_json::{Value, json};

use crate::world::{CANARY, event, eventually, row, world, year};

const FETCHER: &str = "WhatsApp/2.23.20.0";
const BROWSER: &str = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36";
const OF_THE_SITE: &str = "<title>Race results</title>";

fn ask(agent: &str, page: &str) -> Reply {
    let site = world().stack["site"].as_str().expect("site");
    http::call(site, "GET", page, &[("User-Agent", agent), ("Accept", "text/html")], None)
}

/// The card of a page.
fn card(page: &str) -> String {
    let reply = ask(FETCHER, page);
    let text = String::from_utf8(reply.body.clone()).expect("UTF-8");
    assert_eq!((reply.status, reply.header("content-type")), (200, "text/html; charset=utf-8"), "{page}: {text}");
    assert!(reply.header("content-security-policy").starts_with("default-src 'self'"), "{page}: the site's own headers");
    assert_eq!(reply.header("cache-control"), "no-store", "{page}: withdrawn is withdrawn");
    assert!(text.contains("property=\"og:title\"") && !text.contains("<script"), "{page}: {text}");
    text
}

fn add(slug: &str, rows: &Value) {
    world().ok("POST", "/results/add", &json!({"slug": slug, "year": "2026", "results": rows}));
}

/// Until the card says it.
fn says(page: &str, text: &str) {
    eventually(text, || card(page).contains(text).then_some(Value::Null));
}

#[test]
#[ignore = "needs the local stack"]
fn a_fetcher_gets_the_card_and_a_browser_the_page() {
    let slug = world().event(false);
    let page = format!("/results/{slug}/2026");
    says(&page, "May 2, 2026. No results yet.");
    add(&slug, &json!([row("a", &json!({})), row("b", &json!({"bib": "89", "distance": "5 KM"})), row("c", &json!({"bib": "90"}))]));
    says(&page, "content=\"Live results of May 2, 2026: 3 runners, 10 KM and 5 KM.\"");
    assert!(card(&page).contains("<title>2026 River 10K Results</title>"));
    assert!(card(&format!("/awards/{slug}")).contains("<title>2026 River 10K Awards</title>"), "without a year the latest");
    assert!(card(&format!("/results/{}/2026", slug.to_uppercase())).contains("3 runners"), "a slug in capitals is the same event");
    let shown = ask(BROWSER, &page);
    assert_eq!(shown.status, 200);
    assert!(String::from_utf8_lossy(&shown.body).contains("<div id=\"root\">"), "index.html");
}

#[test]
#[ignore = "needs the local stack"]
fn a_runners_link_has_name_distance_and_time_unless_he_is_anonymous() {
    let slug = world().event(false);
    let hostile = json!({"bib": "A 1/2", "first": "<script>alert(1)</script>", "last": "\"&'", "distance": "10 KM"});
    let hidden = json!({"bib": "90", "first": CANARY, "last": CANARY, "anonymous": true, "seconds": 3723, "chip_seconds": 3723});
    add(&slug, &json!([row("a", &json!({})), row("b", &hostile), row("c", &hidden)]));
    let runner = |page: &str, bib: &str| format!("/{page}/{slug}/2026/{bib}");
    says(&runner("results", "88"), "<title>Ana Ruiz - 2026 River 10K Results</title>");
    assert!(card(&runner("awards", "88")).contains("content=\"10 KM, May 2, 2026: 45:10.\""));
    assert!(card(&runner("certificate", "88")).contains("Ana Ruiz has completed the River 10K in a time of 45:01 on May 2, 2026."));
    let text = card(&runner("results", "A%201%2F2"));
    assert!(text.contains("&lt;script&gt;alert(1)&lt;/script&gt; &quot;&amp;&#39;"), "{text}");
    for page in ["results", "certificate"] {
        let text = card(&runner(page, "90"));
        assert!(!text.contains(CANARY) && !text.contains("1:02:03") && text.contains("3 runners"), "{text}");
    }
    assert!(card(&runner("results", "404")).contains("<title>2026 River 10K Results</title>"), "no such bib: the year");
}

#[test]
#[ignore = "needs the local stack"]
fn what_nobody_may_see_has_the_card_of_the_site() {
    let (open, closed) = (world().event(false), world().event(true));
    for slug in [&open, &closed] {
        add(slug, &json!([row("a", &json!({}))]));
    }
    let page = |slug: &str| format!("/results/{slug}/2026");
    says(&page(&open), "1 runner");
    for unknown in [page("no-such-event"), page(&closed), format!("/results/{closed}/2026/88"), format!("/results/{open}/2025")] {
        assert!(card(&unknown).contains(OF_THE_SITE), "{unknown}");
    }
    let restrict = |restricted| world().ok("PUT", "/event/update", &json!({ "event": event(&open, restricted) }));
    restrict(true);
    assert!(card(&page(&open)).contains(OF_THE_SITE), "gone with the answer");
    restrict(false);
    says(&page(&open), "1 runner");
    world().ok("POST", "/event-year/add", &json!({"slug": open, "event_year": year("2027", "2027-05-01T08:00:00-07:00")}));
    assert!(card(&format!("/results/{open}")).contains("2027 River 10K"), "the latest year");
    world().ok("DELETE", "/event-year/delete", &json!({"slug": open, "year": "2026"}));
    assert!(card(&page(&open)).contains(OF_THE_SITE), "deleted");
    world().ok("DELETE", "/event/delete", &json!({ "slug": open }));
    assert!(card(&format!("/results/{open}")).contains(OF_THE_SITE), "deleted");
}
