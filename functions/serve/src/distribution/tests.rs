//! Tests the router over a small site and a few files, and compares it with the template's own
//! functions, run by `node`.
//!
//! A change of one of these functions fails here until the Rust side follows.

use std::{collections::HashMap, convert::Infallible, fs, sync::LazyLock, thread, time::Duration};

use axum::{
    body::{Body, Bytes},
    extract::Path,
    http::{HeaderMap, Request},
    routing::get,
};
use http_body_util::BodyExt;
use rstest::rstest;

use super::*;

mod functions;

const SCRIPT: &str = "export const word = 'word';\n";
const WRITTEN_MS: u64 = 1_777_740_312_000;

struct MemoryFiles(HashMap<&'static str, Object>);

impl Files for MemoryFiles {
    type Error = &'static str;

    async fn read(&self, key: &str) -> Result<Option<Object>, Self::Error> {
        if key == "broken" {
            Err("the disk is broken")
        } else {
            Ok(self.0.get(key).cloned())
        }
    }
}

fn object(body: impl Into<Bytes>, content_type: &str, content_encoding: Option<&str>) -> Object {
    Object {
        body: body.into(),
        content_type: Some(content_type.to_owned()),
        content_encoding: content_encoding.map(ToOwned::to_owned),
        cache_control: Some("public, max-age=2".to_owned()),
        etag: "\"tag\"".to_owned(),
        written_ms: WRITTEN_MS,
    }
}

fn kept() -> MemoryFiles {
    MemoryFiles(HashMap::from([
        (
            "results/index.json",
            object("[1]".repeat(1_000), "application/json", None),
        ),
        (
            "results/a/2026/current.json",
            object("{}", "application/json", None),
        ),
        (
            "results/a/2026/h-0011223344556677.json",
            object(&b"\x1f\x8b packed"[..], "application/json", Some("gzip")),
        ),
        (
            "a/2026/10 KM/ytp-standings.csv",
            object("first,last", "text/csv", None),
        ),
    ]))
}

/// The whole distribution, with the site's files compressed already.
static DISTRIBUTION: LazyLock<Router> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("assets")).unwrap();
    for (name, body) in [
        ("index.html", "<!doctype html>".to_owned()),
        ("sw.js", "const VERSION = 1;".to_owned()),
        ("favicon.svg", "<svg/>".to_owned()),
        ("manifest.webmanifest", "{}".to_owned()),
        ("assets/index-1.js", SCRIPT.repeat(100)),
    ] {
        fs::write(folder.path().join(name), body).unwrap();
    }
    let site = Site::read(Some(folder.path()), r#"{"api":"/api/"}"#).unwrap();
    site.compress();
    while !site.is_compressed() {
        thread::sleep(Duration::from_millis(1));
    }
    let card = async |Path(page): Path<String>, request: Request<Body>| {
        let header = |name: &str| {
            request
                .headers()
                .get(name)
                .map_or("none", |value| value.to_str().unwrap())
        };
        if page.starts_with("~2Fdownloads") {
            let asked = format!(
                "{page}, {}, of {}",
                header("accept"),
                header("x-site-address")
            );
            let headers = [
                ("cache-control", "public, max-age=10"),
                ("content-type", "text/csv; charset=utf-8"),
            ];
            return (headers, asked).into_response();
        }
        let asked = format!(
            "card of {page}, query {:?}, {}, of {}",
            request.uri().query(),
            header("user-agent"),
            header("x-site-address")
        );
        (
            [
                ("cache-control", "no-store"),
                ("strict-transport-security", "max-age=1"),
            ],
            asked,
        )
            .into_response()
    };
    let made = Router::new().route("/api/card/{page}", get(card));
    router(Template::of_this_build().unwrap(), site, kept(), made).unwrap()
});

struct Answer {
    status: u16,
    headers: HeaderMap,
    body: Vec<u8>,
}

impl Answer {
    /// The header's value, empty if there is none.
    fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map_or("", |value| value.to_str().unwrap())
    }

    fn header_is_absent(&self, name: &str) -> bool {
        !self.headers.contains_key(name)
    }

    fn is_not_found(&self) -> bool {
        (self.status, self.header("content-type"), &*self.body)
            == (404, "application/json", br#"{"message":"Not Found"}"#)
    }
}

async fn send(method: &str, path: &str, headers: &[(&str, &str)], over_tls: bool) -> Answer {
    let request = headers.iter().fold(
        Request::builder().method(method).uri(path),
        |request, (name, value)| request.header(*name, *value),
    );
    let request = request
        .extension(OverTls(over_tls))
        .body(Body::empty())
        .unwrap();
    let answer: Result<_, Infallible> = DISTRIBUTION.clone().oneshot(request).await;
    let (parts, body) = answer.unwrap().into_parts();
    Answer {
        status: parts.status.as_u16(),
        headers: parts.headers,
        body: body.collect().await.unwrap().to_bytes().to_vec(),
    }
}

async fn get_of(path: &str, headers: &[(&str, &str)]) -> Answer {
    send("GET", path, headers, false).await
}

#[rstest]
#[case::pointer("/downloads/results/a/2026/current.json", "application/json", "")]
#[case::with_a_query("/downloads/results/a/2026/current.json?t=1", "application/json", "")]
#[case::escaped("/downloads/a/2026/10%20KM/ytp-standings.csv", "text/csv", "")]
#[case::packed(
    "/downloads/results/a/2026/h-0011223344556677.json",
    "application/json",
    "gzip"
)]
#[tokio::test]
async fn a_published_file_has_what_it_was_stored_with(
    #[case] path: &str,
    #[case] content_type: &str,
    #[case] coding: &str,
) {
    let answer = get_of(path, &[]).await;
    assert_eq!(
        (
            answer.status,
            answer.header("content-type"),
            answer.header("content-encoding")
        ),
        (200, content_type, coding)
    );
    assert_eq!(
        (answer.header("etag"), answer.header("cache-control")),
        ("\"tag\"", "public, max-age=2")
    );
    assert_eq!(
        answer.header("last-modified"),
        "Sat, 02 May 2026 16:45:12 GMT"
    );
    assert_eq!(answer.header("access-control-allow-origin"), "*");
    assert_eq!(
        answer.header("content-length"),
        answer.body.len().to_string()
    );
    assert!(!answer.body.is_empty());
}

#[rstest]
#[case::missing("/downloads/results/none.json")]
#[case::folder("/downloads/results/")]
#[case::root("/downloads/")]
#[case::way_out("/downloads/results/%2E%2E/a")]
#[case::no_text("/downloads/%FF")]
#[case::folder_escaped("/downloads/results%2F")]
#[tokio::test]
async fn an_unpublished_path_is_not_found(#[case] path: &str) {
    let answer = get_of(path, &[]).await;
    assert!(answer.is_not_found(), "{}", answer.status);
    assert_eq!(
        (
            answer.header("access-control-allow-origin"),
            answer.header("x-frame-options")
        ),
        ("*", "DENY")
    );
}

/// After a 404 the service worker would drop its copy.
#[tokio::test]
async fn a_broken_disk_is_no_missing_file() {
    let answer = get_of("/downloads/broken", &[]).await;
    assert_eq!(
        (answer.status, &*answer.body),
        (500, &br#"{"message":"Internal Server Error"}"#[..])
    );
    assert_eq!(answer.header("access-control-allow-origin"), "*");
}

#[tokio::test]
async fn a_published_file_is_compressed_where_that_is_taken() {
    let answer = get_of(
        "/downloads/results/index.json",
        &[("accept-encoding", "br, gzip")],
    )
    .await;
    assert_eq!(
        (
            answer.header("content-encoding"),
            answer.header("etag"),
            answer.header("vary")
        ),
        ("gzip", "W/\"tag\"", "Accept-Encoding")
    );
    assert_eq!(
        answer.header("content-length"),
        answer.body.len().to_string()
    );
    let answer = get_of("/downloads/results/index.json", &[]).await;
    assert_eq!(
        (
            answer.header("content-encoding"),
            answer.header("vary"),
            answer.body.len()
        ),
        ("", "Accept-Encoding", 3_000)
    );
    let answer = get_of(
        "/downloads/results/index.json",
        &[("accept-encoding", "gzip"), ("if-none-match", "W/\"tag\"")],
    )
    .await;
    assert_eq!((answer.status, answer.header("etag")), (304, "W/\"tag\""));
}

#[rstest]
#[case("/downloads/results/a/2026/current.json", "\"tag\"")]
#[case("/downloads/results/a/2026/h-0011223344556677.json", "W/\"tag\"")]
#[tokio::test]
async fn a_known_published_file_gets_304(#[case] path: &str, #[case] etag: &str) {
    let answer = get_of(path, &[("if-none-match", etag)]).await;
    assert_eq!(
        (answer.status, answer.body.len(), answer.header("etag")),
        (304, 0, "\"tag\"")
    );
    assert_eq!(
        (
            answer.header("cache-control"),
            answer.header("access-control-allow-origin")
        ),
        ("public, max-age=2", "*")
    );
}

#[rstest]
#[case("/downloads/results/index.json", &["GET", "HEAD", "OPTIONS"])]
#[case("/", &["GET", "HEAD"])]
#[tokio::test]
async fn other_methods_are_refused(#[case] path: &str, #[case] allowed: &[&str]) {
    for method in [
        "GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE",
    ] {
        let answer = send(method, path, &[], false).await;
        assert_eq!(answer.status != 403, allowed.contains(&method), "{method}");
        assert_eq!(
            answer.header("x-content-type-options"),
            "nosniff",
            "{method}"
        );
    }
}

#[rstest]
#[case("/downloads/results/index.json")]
#[case("/assets/index-1.js")]
#[tokio::test]
async fn head_is_get_without_a_body(#[case] path: &str) {
    for coding in ["identity", "gzip"] {
        let coding = [("accept-encoding", coding)];
        let (head, got) = (
            send("HEAD", path, &coding, false).await,
            get_of(path, &coding).await,
        );
        assert_eq!(
            (head.status, head.headers, head.body.len()),
            (200, got.headers, 0)
        );
    }
}

/// A part must never be taken for the whole.
#[rstest]
#[case("/downloads/results/index.json")]
#[case("/assets/index-1.js")]
#[tokio::test]
async fn a_range_is_ignored(#[case] path: &str) {
    let (part, whole) = (
        get_of(path, &[("range", "bytes=0-9")]).await,
        get_of(path, &[]).await,
    );
    assert!(part.header_is_absent("content-range") && part.header_is_absent("accept-ranges"));
    assert_eq!((part.status, part.body), (200, whole.body));
}

#[rstest]
#[case::downloads("/downloads/results/index.json", &[
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("content-security-policy", "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"),
])]
#[case::site("/", &[
    ("x-frame-options", "SAMEORIGIN"),
    ("referrer-policy", "strict-origin-when-cross-origin"),
    ("permissions-policy", "camera=(self), geolocation=(), microphone=(), payment=()"),
    ("cross-origin-opener-policy", "same-origin"),
])]
#[tokio::test]
async fn every_answer_has_the_headers_of_its_policy(
    #[case] path: &str,
    #[case] expected: &[(&str, &str)],
) {
    let missing = format!("{path}none.json");
    for (method, path) in [
        ("GET", path),
        ("HEAD", path),
        ("GET", &missing),
        ("POST", path),
    ] {
        for over_tls in [false, true] {
            let answer = send(method, path, &[], over_tls).await;
            assert_eq!(answer.header("x-content-type-options"), "nosniff");
            assert_eq!(
                answer.header("strict-transport-security"),
                if over_tls { "max-age=63072000" } else { "" }
            );
            for (name, value) in expected {
                assert_eq!(answer.header(name), *value, "{method} {path}");
            }
        }
    }
    let policy = get_of("/", &[]).await;
    assert!(policy.header("content-security-policy").starts_with(
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: https:;"
    ));
}

/// The site's own policy lets nobody frame it but itself.
#[tokio::test]
async fn only_an_embedded_table_may_be_framed_by_others() {
    for path in ["/embed/a/2026", "/embed/a"] {
        let answer = get_of(path, &[]).await;
        assert_eq!(
            (answer.status, &*answer.body),
            (200, &b"<!doctype html>"[..])
        );
        assert!(
            answer.header_is_absent("x-frame-options") && answer.header_is_absent("set-cookie")
        );
        assert!(
            answer
                .header("content-security-policy")
                .ends_with("form-action 'none'; frame-ancestors *")
        );
        assert_eq!(
            answer.header("permissions-policy"),
            "camera=(), geolocation=(), microphone=(), payment=()"
        );
    }
    for path in [
        "/",
        "/embed",
        "/embed.js",
        "/results/a/2026",
        "/checkin/a",
        "/embedded/a",
    ] {
        let answer = get_of(path, &[]).await;
        assert_eq!(answer.header("x-frame-options"), "SAMEORIGIN", "{path}");
        assert!(
            answer
                .header("content-security-policy")
                .ends_with("frame-ancestors 'self'"),
            "{path}"
        );
    }
}

#[tokio::test]
async fn other_origins_may_read_published_files() {
    let path = "/downloads/results/index.json";
    let answer = get_of(path, &[("origin", "https://x.example")]).await;
    assert_eq!(
        (
            answer.header("access-control-allow-origin"),
            answer.header("access-control-expose-headers")
        ),
        ("*", "ETag, Age")
    );
    assert!(answer.header_is_absent("access-control-allow-methods"));
    assert!(
        get_of(path, &[])
            .await
            .header_is_absent("access-control-expose-headers")
    );
    let asked = [
        ("origin", "https://x.example"),
        ("access-control-request-method", "GET"),
    ];
    let preflight = send("OPTIONS", path, &asked, false).await;
    assert_eq!(
        (
            preflight.status,
            preflight.header("access-control-allow-origin")
        ),
        (204, "*")
    );
    assert_eq!(
        (
            preflight.header("access-control-allow-methods"),
            preflight.header("access-control-allow-headers")
        ),
        ("GET, HEAD", "*")
    );
    // an embedded table in a frame without an origin loads the site's files as another origin's
    let asset = get_of("/", &[("origin", "null")]).await;
    assert_eq!(asset.header("access-control-allow-origin"), "*");
}

#[rstest]
#[case("/", "<!doctype html>")]
#[case("/index.html", "<!doctype html>")]
#[case("/results/a/2026?distance=10+KM", "<!doctype html>")]
#[case("/downloads", "<!doctype html>")]
#[case("/apiary", "<!doctype html>")]
#[case("/config.json", r#"{"api":"/api/"}"#)]
#[case("/sw.js", "const VERSION = 1;")]
#[case("/%73w.js", "const VERSION = 1;")]
#[tokio::test]
async fn a_page_is_index_html_and_a_file_itself(#[case] path: &str, #[case] body: &str) {
    let answer = get_of(path, &[]).await;
    assert_eq!(
        (answer.status, answer.body),
        (200, body.as_bytes().to_vec())
    );
}

#[rstest]
#[case("/assets/none.js")]
#[case("/results/a/2026/x.json")]
#[case("/not-there.html")]
#[case("/../etc/x.txt")]
#[tokio::test]
async fn a_missing_file_is_no_page(#[case] path: &str) {
    assert!(get_of(path, &[]).await.is_not_found());
}

#[rstest]
#[case("br, gzip", "br")]
#[case("gzip, deflate", "gzip")]
#[case("br;q=0, gzip", "gzip")]
#[case("", "")]
#[case("identity", "")]
#[tokio::test]
async fn a_script_in_the_best_form_that_is_taken(#[case] accepted: &str, #[case] coding: &str) {
    let answer = get_of("/assets/index-1.js", &[("accept-encoding", accepted)]).await;
    assert_eq!(
        (answer.header("content-encoding"), answer.header("vary")),
        (coding, "Accept-Encoding")
    );
    assert_eq!(
        answer.header("content-type"),
        "text/javascript; charset=utf-8"
    );
    let mut script = Vec::new();
    match coding {
        "br" => brotli::BrotliDecompress(&mut &*answer.body, &mut script).unwrap(),
        "gzip" => std::io::copy(
            &mut flate2::read::GzDecoder::new(&*answer.body),
            &mut script,
        )
        .map(drop)
        .unwrap(),
        _ => script = answer.body,
    }
    assert_eq!(script, SCRIPT.repeat(100).as_bytes());
}

/// The tag of one form is valid for the others: their content is the same.
#[tokio::test]
async fn a_known_file_of_the_site_gets_304() {
    let path = "/assets/index-1.js";
    for coding in ["identity", "gzip", "br"] {
        let first = get_of(path, &[("accept-encoding", coding)]).await;
        assert_eq!(first.header("etag").starts_with("W/"), coding != "identity");
        let again = get_of(
            path,
            &[
                ("accept-encoding", "br"),
                ("if-none-match", first.header("etag")),
            ],
        )
        .await;
        assert_eq!((again.status, again.body.len()), (304, 0));
        assert_eq!(
            again.header("cache-control"),
            "public, max-age=31536000, immutable"
        );
    }
    let page = get_of("/results/a", &[]).await;
    assert_eq!(page.header("cache-control"), "no-cache");
    assert_eq!(
        get_of("/", &[("if-none-match", page.header("etag"))])
            .await
            .status,
        304
    );
}

/// The requests of the service worker's `cache.addAll` and of the browser for the files needed
/// first (`site/offline`).
#[rstest]
#[case("/")]
#[case("/config.json")]
#[case("/favicon.svg")]
#[case("/assets/index-1.js")]
#[tokio::test]
async fn the_service_workers_shell_is_whole(#[case] path: &str) {
    let answer = get_of(path, &[("accept-encoding", "br")]).await;
    assert_eq!(answer.status, 200);
    assert_ne!(answer.header("vary"), "*");
    let worker = get_of("/sw.js", &[]).await;
    assert_eq!(
        (
            worker.header("content-type"),
            worker.header("cache-control")
        ),
        ("text/javascript; charset=utf-8", "public, max-age=300")
    );
}

#[tokio::test]
async fn a_link_preview_gets_the_card() {
    let agent = [("user-agent", "WhatsApp/2.24")];
    let answer = get_of("/results/a/2026/A%2012?x=1", &agent).await;
    let card = "card of ~2Fresults~2Fa~2F2026~2FA~252012, query None, WhatsApp/2.24, of none";
    assert_eq!(
        (
            answer.status,
            String::from_utf8(answer.body.clone()).unwrap().as_str()
        ),
        (200, card)
    );
    assert_eq!(
        (
            answer.header("cache-control"),
            answer.header("x-frame-options")
        ),
        ("no-store", "SAMEORIGIN")
    );
    // the API's own headers stay where the policy has none
    assert_eq!(answer.header("strict-transport-security"), "max-age=1");
    let over_tls = send("GET", "/results/a", &agent, true).await;
    assert_eq!(
        over_tls.header("strict-transport-security"),
        "max-age=63072000"
    );
    assert_eq!(get_of("/", &agent).await.body, b"<!doctype html>");
    assert_eq!(
        get_of("/results/a", &[("user-agent", "Mozilla/5.0 Chrome")])
            .await
            .body,
        b"<!doctype html>"
    );
}

/// Open to every origin, as stored files are, and never executed or framed.
#[tokio::test]
async fn a_file_that_is_made_has_the_headers_of_a_published_one() {
    let path = "/downloads/results/a/2026/10%20KM/results-itra.csv?t=1";
    let answer = get_of(
        path,
        &[
            ("host", "127.0.0.1:8080"),
            ("x-site-address", "https://evil.example"),
        ],
    )
    .await;
    let asked = "~2Fdownloads~2Fresults~2Fa~2F2026~2F10~2520KM~2Fresults-itra.csv, */*, of http://127.0.0.1:8080";
    assert_eq!(
        (answer.status, str::from_utf8(&answer.body).unwrap()),
        (200, asked)
    );
    assert_eq!(
        (
            answer.header("cache-control"),
            answer.header("content-type")
        ),
        ("public, max-age=10", "text/csv; charset=utf-8")
    );
    assert_eq!(
        (
            answer.header("access-control-allow-origin"),
            answer.header("x-frame-options")
        ),
        ("*", "DENY")
    );
    let csv = get_of(
        "/downloads/results/a/2026/results.csv",
        &[("accept", "text/csv")],
    )
    .await;
    assert!(csv.body.ends_with(b", text/csv, of none"));
    let preflight = send(
        "OPTIONS",
        path,
        &[
            ("origin", "https://x.example"),
            ("access-control-request-method", "GET"),
        ],
        false,
    )
    .await;
    assert_eq!(
        (
            preflight.status,
            preflight.header("access-control-allow-origin")
        ),
        (204, "*")
    );
    assert_eq!(send("POST", path, &[], false).await.status, 403);
}

/// The address of a card's picture has to be absolute.
#[rstest]
#[case::over_http(&[("host", "127.0.0.1:8080")], false, "http://127.0.0.1:8080")]
#[case::behind_a_proxy(&[("host", "results.example.org")], true, "https://results.example.org")]
#[case::whatever_the_viewer_writes(&[("host", "results.example.org"), ("x-site-address", "https://evil.example")], true, "https://results.example.org")]
#[case::without_a_host(&[("x-site-address", "https://evil.example")], true, "none")]
#[tokio::test]
async fn a_card_learns_where_its_site_is(
    #[case] headers: &[(&str, &str)],
    #[case] over_tls: bool,
    #[case] expected: &str,
) {
    let headers = [&[("user-agent", "WhatsApp/2.24")], headers].concat();
    let answer = send("GET", "/results/a", &headers, over_tls).await;
    assert!(
        String::from_utf8(answer.body)
            .unwrap()
            .ends_with(&format!(", of {expected}"))
    );
}
