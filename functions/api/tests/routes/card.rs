//! Cards through the distribution, as messenger apps fetch a shared link: they are recognised only
//! by `User-Agent`.

use chute_edge::http::{self, Reply};
use chute_testkit::wire::{self, event, row, year};
use serde_json::{Value, json};

use crate::test_app::{CANARY, app, eventually};

const FETCHER: &str = "WhatsApp/2.23.20.0";
const BROWSER: &str = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36";
const OF_THE_SITE: &str = "<title>Race results</title>";

fn ask(agent: &str, page: &str) -> Reply {
    let site = app().stack.text("site");
    http::call(
        site,
        "GET",
        page,
        &[("User-Agent", agent), ("Accept", "text/html")],
        None,
    )
}

fn card(page: &str) -> String {
    let reply = ask(FETCHER, page);
    let text = String::from_utf8(reply.body.clone()).expect("UTF-8");
    assert_eq!(
        (reply.status, reply.header("content-type")),
        (200, "text/html; charset=utf-8"),
        "{page}: {text}"
    );
    assert!(
        reply
            .header("content-security-policy")
            .starts_with("default-src 'self'"),
        "{page}: the site's own headers"
    );
    assert_eq!(
        reply.header("cache-control"),
        "no-store",
        "{page}: withdrawn is withdrawn"
    );
    assert!(
        text.contains("property=\"og:title\"") && !text.contains("<script"),
        "{page}: {text}"
    );
    text
}

fn add(slug: &str, rows: &[Value]) {
    app().ok("POST", "/results/add", &wire::results(slug, rows));
}

/// Waits until the card contains this text.
fn says(page: &str, text: &str) {
    eventually(text, || card(page).contains(text).then_some(Value::Null));
}

/// A card is a page also at its own address, where there is one and where there is none. On AWS the
/// distribution adds the headers (template.yaml); the one of the tests leaves out `/api/`.
#[test]
fn a_card_at_its_own_address_has_the_headers_of_the_site() {
    if !app().stack.is_one_machine() {
        return;
    }
    let slug = app().event(false);
    let site = app().stack.text("site");
    let ours = http::call(site, "GET", "/", &[], None);
    for page in [
        format!("~2Fresults~2F{slug}~2F2026"),
        "~2Fresults~2Fnobody".into(),
    ] {
        let path = format!("/api/card/{page}");
        let reply = http::call(site, "GET", &path, &[("User-Agent", BROWSER)], None);
        for name in [
            "content-security-policy",
            "cross-origin-opener-policy",
            "permissions-policy",
            "referrer-policy",
            "x-content-type-options",
            "x-frame-options",
        ] {
            assert!(!ours.header(name).is_empty(), "{name}");
            assert_eq!(reply.header(name), ours.header(name), "{path} {name}");
        }
    }
}

#[test]
fn a_fetcher_gets_the_card_and_a_browser_the_page() {
    let slug = app().event(false);
    let page = format!("/results/{slug}/2026");
    says(&page, "May 2, 2026. No results yet.");
    add(
        &slug,
        &[
            row("a", &json!({})),
            row("b", &json!({"bib": "89", "distance": "5 KM"})),
            row("c", &json!({"bib": "90"})),
        ],
    );
    says(
        &page,
        "content=\"Live results of May 2, 2026: 3 runners, 10 KM and 5 KM.\"",
    );
    assert!(card(&page).contains("<title>2026 River 10K Results</title>"));
    assert!(
        card(&format!("/awards/{slug}")).contains("<title>2026 River 10K Awards</title>"),
        "without a year the latest"
    );
    assert!(
        card(&format!("/results/{}/2026", slug.to_uppercase())).contains("3 runners"),
        "a slug in capitals is the same event"
    );
    let shown = ask(BROWSER, &page);
    assert_eq!(shown.status, 200);
    assert!(
        String::from_utf8_lossy(&shown.body).contains("<div id=\"root\">"),
        "index.html"
    );
}

/// An editor reads the page for where to ask, and there how to embed it. WordPress names itself.
#[test]
fn an_editor_finds_how_to_embed_the_results() {
    let slug = app().event(false);
    let site = app().stack.text("site");
    let page = format!("/results/{slug}");
    let file = format!("/downloads/results/{slug}/2026/oembed.json");
    says(&page, "May 2, 2026");
    let html = ask("WordPress/6.8; https://club.example", &page).body;
    let html = String::from_utf8(html).expect("UTF-8");
    let link = html
        .lines()
        .find(|line| line.starts_with("<link rel=\"alternate\" type=\"application/json+oembed\""));
    let ends = format!("{file}\" title=\"2026 River 10K Results\">");
    assert!(link.is_some_and(|link| link.ends_with(&ends)), "{html}");
    for other in [
        format!("/awards/{slug}"),
        format!("/results/{slug}/2026/88"),
    ] {
        assert!(!card(&other).contains("oembed"), "{other}");
    }
    let reply = http::call(site, "GET", &file, &[], None);
    let answer: Value = serde_json::from_slice(&reply.body).expect("JSON");
    assert_eq!(reply.status, 200);
    assert_eq!(answer["title"], "2026 River 10K Results");
    let frame = answer["html"].as_str().unwrap_or_default();
    assert!(frame.contains(&format!("/embed/{slug}/2026\"")), "{frame}");
    let unknown = http::call(site, "GET", &file.replace(&slug, "nobody"), &[], None);
    assert_eq!(unknown.status, 404);
}

#[test]
fn a_runners_link_has_name_distance_and_time_unless_they_are_anonymous() {
    let slug = app().event(false);
    let hostile = json!({"bib": "A 1/2", "first": "<script>alert(1)</script>", "last": "\"&'", "distance": "10 KM"});
    let hidden = json!({"bib": "90", "first": CANARY, "last": CANARY, "anonymous": true, "seconds": 3723, "chip_seconds": 3723});
    add(
        &slug,
        &[row("a", &json!({})), row("b", &hostile), row("c", &hidden)],
    );
    let runner = |page: &str, bib: &str| format!("/{page}/{slug}/2026/{bib}");
    says(
        &runner("results", "88"),
        "<title>Ana Ruiz - 2026 River 10K Results</title>",
    );
    assert!(
        card(&runner("awards", "88")).contains("content=\"10 KM, May 2, 2026: 45:10 clock time.\"")
    );
    assert!(
        card(&runner("certificate", "88"))
            .contains("Ana Ruiz has completed the River 10K in a time of 45:01 on May 2, 2026.")
    );
    let text = card(&runner("results", "A%201%2F2"));
    assert!(
        text.contains("&lt;script&gt;alert(1)&lt;/script&gt; &quot;&amp;&#39;"),
        "{text}"
    );
    for page in ["results", "certificate"] {
        let text = card(&runner(page, "90"));
        assert!(
            !text.contains(CANARY) && !text.contains("1:02:03") && text.contains("3 runners"),
            "{text}"
        );
    }
    assert!(
        card(&runner("results", "404")).contains("<title>2026 River 10K Results</title>"),
        "no such bib: the year"
    );
}

#[test]
fn an_unknown_or_restricted_page_has_the_card_of_the_site() {
    let (open, closed) = (app().event(false), app().event(true));
    for slug in [&open, &closed] {
        add(slug, &[row("a", &json!({}))]);
    }
    let page = |slug: &str| format!("/results/{slug}/2026");
    says(&page(&open), "1 runner");
    for unknown in [
        page("no-such-event"),
        page(&closed),
        format!("/results/{closed}/2026/88"),
        format!("/results/{open}/2025"),
    ] {
        assert!(card(&unknown).contains(OF_THE_SITE), "{unknown}");
    }
    let restrict = |restricted| {
        app().ok(
            "PUT",
            "/event/update",
            &json!({ "event": event(&open, restricted) }),
        )
    };
    restrict(true);
    assert!(
        card(&page(&open)).contains(OF_THE_SITE),
        "gone with the answer"
    );
    restrict(false);
    says(&page(&open), "1 runner");
    app().ok(
        "POST",
        "/event-year/add",
        &wire::event_year(&open, &year("2027", "2027-05-01T08:00:00-07:00")),
    );
    assert!(
        card(&format!("/results/{open}")).contains("2027 River 10K"),
        "the latest year"
    );
    app().ok(
        "DELETE",
        "/event-year/delete",
        &json!({"slug": open, "year": "2026"}),
    );
    assert!(card(&page(&open)).contains(OF_THE_SITE), "deleted");
    app().ok("DELETE", "/event/delete", &json!({ "slug": open }));
    assert!(
        card(&format!("/results/{open}")).contains(OF_THE_SITE),
        "deleted"
    );
}

/// The address of the picture in a card, relative to the site.
fn picture(page: &str) -> Option<String> {
    let text = card(page);
    let address = text
        .split("property=\"og:image\" content=\"")
        .nth(1)?
        .split('"')
        .next()?
        .to_owned();
    assert!(
        text.contains("name=\"twitter:card\" content=\"summary_large_image\""),
        "{text}"
    );
    for (name, value) in [("width", "1200"), ("height", "630"), ("type", "image/png")] {
        assert!(
            text.contains(&format!(
                "<meta property=\"og:image:{name}\" content=\"{value}\">"
            )),
            "{text}"
        );
    }
    let (site, path) = address.split_once("/api/").expect("a whole address");
    assert!(
        site.starts_with("http://") || site.starts_with("https://"),
        "{address}"
    );
    Some(path.to_owned())
}

fn fetch(picture: &str) -> Reply {
    http::call(
        app().stack.text("api"),
        "GET",
        picture,
        &[
            ("User-Agent", FETCHER),
            ("Accept", "*/*"),
            ("Accept-Encoding", "gzip"),
        ],
        None,
    )
}

/// Whether the answer is a PNG of the size that social networks expect.
fn is_picture(reply: &Reply) -> bool {
    let size = |at: usize| {
        reply.body.get(at..at + 4).map(|bytes| {
            bytes
                .iter()
                .fold(0, |number, byte| number * 256 + u32::from(*byte))
        })
    };
    reply.body.starts_with(b"\x89PNG\r\n\x1a\n") && (size(16), size(20)) == (Some(1200), Some(630))
}

#[test]
fn a_finishers_link_has_a_picture_that_changes_with_a_correction() {
    let slug = app().event(false);
    let page = |word: &str, bib: &str| format!("/{word}/{slug}/2026/{bib}");
    let hidden = json!({"bib": "90", "first": CANARY, "last": CANARY, "anonymous": true});
    let chinese = json!({"bib": "91", "first": "\u{738b}", "last": "\u{5c0f}\u{660e}"});
    add(
        &slug,
        &[
            row("a", &json!({})),
            row("b", &json!({"bib": "89", "finish": false, "type": 30})),
            row("c", &hidden),
            row("d", &chinese),
        ],
    );
    says(&page("results", "88"), "Ana Ruiz");
    let [of_runner, of_certificate] =
        ["results", "certificate"].map(|word| picture(&page(word, "88")).expect("a picture"));
    assert_ne!(of_runner, of_certificate, "another time");
    for address in [&of_runner, &of_certificate] {
        let reply = fetch(address);
        assert!(
            is_picture(&reply),
            "{address}: {} {:?}",
            reply.status,
            String::from_utf8_lossy(&reply.body)
        );
        assert_eq!(
            (
                reply.status,
                reply.header("content-type"),
                reply.header("content-encoding")
            ),
            (200, "image/png", "")
        );
        assert_eq!(
            reply.header("cache-control"),
            "public, max-age=31536000, s-maxage=60, immutable"
        );
    }
    // runners without a certificate, and a name that the fonts cannot render
    for bib in ["89", "90", "91", "404"] {
        assert!(!card(&page("results", bib)).contains("og:image"), "{bib}");
        let reply = fetch(&of_runner.replace("~2F88/", &format!("~2F{bib}/")));
        assert_eq!(
            (reply.status, reply.header("cache-control")),
            (404, "no-store"),
            "{bib}"
        );
    }
    let (folder, name) = of_runner.rsplit_once('/').expect("a name");
    let forged = fetch(&format!("{folder}/0123456789abcdef.png"));
    assert_eq!(
        (
            forged.status,
            forged.header("location"),
            forged.header("cache-control")
        ),
        (302, name, "no-store")
    );
    add(&slug, &[row("a", &json!({"seconds": 2600}))]);
    says(&page("results", "88"), "43:20 clock time");
    let corrected = picture(&page("results", "88")).expect("a picture");
    assert_ne!(corrected, of_runner);
    let old = fetch(&of_runner);
    assert_eq!(
        (old.status, corrected.ends_with(old.header("location"))),
        (302, true),
        "an old address leads to the new one"
    );
}

#[test]
fn a_restricted_page_has_no_picture() {
    let slug = app().event(false);
    add(&slug, &[row("a", &json!({}))]);
    let page = format!("/results/{slug}/2026/88");
    says(&page, "Ana Ruiz");
    let address = picture(&page).expect("a picture");
    assert!(is_picture(&fetch(&address)));
    let nowhere = fetch(&address.replace(&slug, "no-such-event"));
    app().ok(
        "PUT",
        "/event/update",
        &json!({ "event": event(&slug, true) }),
    );
    let restricted = fetch(&address);
    assert_eq!(
        (restricted.status, nowhere.status, &restricted.body),
        (404, 404, &nowhere.body),
        "gone with the answer"
    );
    assert!(!card(&page).contains("og:image"));
}
