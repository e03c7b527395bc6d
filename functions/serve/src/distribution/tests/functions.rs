//! The template's functions, run exactly as they are there, decide as this code does.

use std::{
    io::Write,
    net::IpAddr,
    process::{Command, Stdio},
};

use chute_api::Source;
use chute_domain::export::Address;
use proptest::{
    strategy::{Strategy, ValueTree},
    test_runner::TestRunner,
};
use serde_json::{Value, json};

use super::*;

const AGENTS: [&str; 32] = [
    "",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148",
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    "WhatsApp/2.24.1 A",
    "whatsapp/2",
    "Mozilla/5.0 WhatsApp/2",
    "Viber/13",
    "Mastodon/4.3 (+https://x.example/)",
    "Snap URL Preview Service",
    "facebookexternalhit/1.1",
    "FACEBOT",
    "Mozilla/5.0 [FBAN/FBIOS;FBAV/400]",
    "Twitterbot/1.0",
    "Slackbot-LinkExpanding 1.0",
    "LinkedInBot/1.0",
    "TelegramBot (like TwitterBot)",
    "Mozilla/5.0 (compatible; Discordbot/2.0)",
    "Pinterest/0.2",
    "Pinterest for iOS/12",
    "SkypeUriPreview Preview/0.5",
    "redditbot/1.0",
    "Embedly/0.2",
    "Bluesky Cardyb/1.1",
    "kakaotalk-scrap/1.0",
    "WordPress/6.8; https://club.example",
    "Discourse Forum Onebox v3.5",
    "Mozilla/5.0 (compatible; Ghost/5.0; +https://ghost.org/)",
    "Drupal/11 (+https://www.drupal.org/) GuzzleHttp/7",
    "Mozilla/5.0 Notionbot/1.0",
    "node",
    "Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.2)",
    "Opera/9.80 (Android; Opera Mini/7.5; U; en) Presto/2.12",
];

const PATHS: [&str; 34] = [
    "/",
    "/index.html",
    "/results",
    "/results/",
    "/results/a",
    "/results/a/",
    "/results/a/2026",
    "/results/a/2026/",
    "/results/a/2026/12",
    "/results/a/2026/12/",
    "/results/a/2026/12/x",
    "/results//a",
    "/results/a//",
    "/results/a/b.json",
    "/results/a/2026/A%2012",
    "/results/a/2026/~1",
    "/results/a/2026/*'()!-_.~$&+,;=:@",
    "/results/a/2026/%E2%82%AC%7E",
    "/Results/a",
    "/results2/a",
    "/awards/a",
    "/pntf-awards/a/2026",
    "/ytp-series/a",
    "/certificate/a/2026/12",
    "/status/a/2026/12",
    "/account/x",
    "/assets/x.js",
    "/assets/x.JS",
    "/assets/x.js/",
    "/x.js.map",
    "/x.mjs",
    "/xjs",
    "/.webmanifest",
    "/api",
];

/// Runs a function of the template on each of these events. Returns what it hands back, and the
/// origin it chose.
fn run(function: &str, events: &[Value]) -> Vec<Value> {
    let template = Template::of_this_build().unwrap();
    let code = template.properties(function).unwrap()["FunctionCode"]
        .as_str()
        .unwrap()
        .to_owned();
    let program = format!(
        "let origin;
        const cf = {{ selectRequestOriginById: (id) => {{ origin = id; }} }};
        {}
        const answers = {}.map((event) => {{ origin = null; return {{ origin, ...handler(event), chosen: origin }}; }});
        console.log(JSON.stringify(answers));",
        code.replace("import cf from 'cloudfront';", ""),
        json!(events)
    );
    let node = Command::new("node")
        .args(["--input-type=module", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let mut node = node.expect(
        "this test runs the template's functions with `node`, which is not on this machine",
    );
    node.stdin
        .take()
        .unwrap()
        .write_all(program.as_bytes())
        .unwrap();
    let output = node.wait_with_output().unwrap();
    assert!(
        output.status.success(),
        "node does not run the function {function}"
    );
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Paths that look like pages or files, the same in each run.
fn more_paths() -> Vec<String> {
    let parts = "(/|/results|/awards|/team-results|/pntf|/status|[.](js|json|html|png|xjs)|[a-zA-Z0-9%~!'()*;:@&=+$,._-]{0,6}){0,6}";
    let strategy = proptest::string::string_regex(parts)
        .unwrap()
        .prop_map(|path| format!("/{path}"));
    let mut runner = TestRunner::deterministic();
    (0..400)
        .map(|_| strategy.new_tree(&mut runner).unwrap().current())
        .collect()
}

#[test]
fn site_path_decides_as_the_templates_function() {
    let site_path = SitePath::read(Template::of_this_build().unwrap()).unwrap();
    let paths = PATHS.into_iter().map(ToOwned::to_owned).chain(more_paths());
    let asked: Vec<(Option<&str>, String)> = paths
        .flat_map(|path| {
            AGENTS
                .into_iter()
                .map(Some)
                .chain([None])
                .map(move |agent| (agent, path.clone()))
        })
        .collect();
    let event = |(agent, path): &(Option<&str>, String)| {
        let host = json!({"value": "results.example.org"});
        let headers = agent.map_or_else(
            || json!({"host": host}),
            |agent| json!({"host": host, "user-agent": {"value": agent}}),
        );
        json!({"viewer": {"ip": "192.0.2.1"}, "request": {"uri": path, "headers": headers}})
    };
    let answers = run("SitePath", &asked.iter().map(event).collect::<Vec<_>>());
    let mut cards = 0;
    for ((agent, path), answer) in asked.iter().zip(&answers) {
        let (uri, origin) = match site_path.way(agent.map(str::as_bytes), path) {
            Way::Card(uri) => (uri, Some("api")),
            Way::File(file) => (file.to_owned(), None),
        };
        cards += usize::from(origin.is_some());
        let site = origin.map(|_| "https://results.example.org");
        assert_eq!(
            answer["headers"]["x-site-address"]["value"].as_str(),
            site,
            "{agent:?} {path}"
        );
        assert_eq!(
            (answer["uri"].as_str(), answer["chosen"].as_str()),
            (Some(&*uri), origin),
            "{agent:?} {path}"
        );
        // every one is a valid URI, so none is refused on its way to the card
        assert!(Uri::try_from(uri).is_ok(), "{path}");
    }
    assert_eq!(answers.len(), asked.len());
    assert!(
        cards > 200 && cards < asked.len() / 2,
        "{cards} of {}",
        asked.len()
    );
}

const DATA: [&str; 14] = [
    "/results/calendar.ics",
    "/results/a/2026/results.csv",
    "/results/a/2026/results.json",
    "/results/a/2026/10%20KM/results-ultrasignup.csv",
    "/results/a/2026/~1/results-itra.csv",
    "/results/a/2026//results-itra.csv",
    "/results/a/2026/results.csv/",
    "/results/a/2026/results.ics",
    "/results/a/2026/results-itra.csv",
    "/results/a/results.csv",
    "/results//2026/results.csv",
    "/results/calendarxics",
    "/a/2026/results.csv",
    "/Results/a/2026/results.csv",
];

#[tokio::test]
async fn downloads_path_decides_as_the_templates_function() {
    let paths = DATA
        .into_iter()
        .chain(PATHS)
        .map(ToOwned::to_owned)
        .chain(more_paths());
    let paths: Vec<String> = paths.map(|path| format!("/downloads{path}")).collect();
    let event = |path: &String| {
        let request = json!({"uri": path, "headers": {"host": {"value": "results.example.org"}}});
        json!({"viewer": {"ip": "192.0.2.1"}, "request": request})
    };
    let answers = run(
        "DownloadsPath",
        &paths.iter().map(event).collect::<Vec<_>>(),
    );
    assert_eq!(answers.len(), paths.len());
    let ours = DownloadsPath::read(Template::of_this_build().unwrap()).unwrap();
    let (mut folders, mut made) = (0, 0);
    for (path, answer) in paths.iter().zip(&answers) {
        let header = |name: &str| answer["headers"][name]["value"].as_str();
        if let Some(uri) = ours.made(path) {
            made += 1;
            assert_eq!(
                (answer["uri"].as_str(), answer["chosen"].as_str()),
                (Some(&*uri), Some("api")),
                "{path}"
            );
            let heard = ["x-viewer-address", "x-site-address", "accept"].map(header);
            assert_eq!(
                heard,
                [
                    Some("192.0.2.1"),
                    Some("https://results.example.org"),
                    Some("*/*")
                ],
                "{path}"
            );
            continue;
        }
        assert_eq!(
            (answer["uri"].as_str(), answer["chosen"].as_str()),
            (downloads_path(path), None),
            "{path}"
        );
        if answer["uri"].is_null() {
            folders += 1;
            let ours = get_of(path, &[]).await;
            assert_eq!(
                (answer["statusCode"].as_u64(), answer["body"].as_str()),
                (Some(ours.status.into()), str::from_utf8(&ours.body).ok())
            );
            for (name, header) in answer["headers"].as_object().unwrap() {
                assert_eq!(header["value"], ours.header(name), "{path}");
            }
        }
    }
    assert_eq!((made, folders > 10), (6, true), "{folders}");
}

/// The edge and the code that makes the files agree on the addresses.
#[test]
fn paths_that_the_edge_sends_on_are_files_that_can_be_made() {
    let ours = DownloadsPath::read(Template::of_this_build().unwrap()).unwrap();
    for path in DATA
        .into_iter()
        .chain(PATHS)
        .map(|path| format!("/downloads{path}"))
    {
        assert!(
            ours.made(&path).is_none() || Address::read(&path).is_some(),
            "{path}"
        );
    }
}

#[tokio::test]
async fn downloads_open_puts_the_header_that_is_put_here() {
    let answers = run("DownloadsOpen", &[json!({"response": {"headers": {}}})]);
    let ours = get_of("/downloads/results/index.json", &[]).await;
    let headers = answers[0]["headers"].as_object().unwrap();
    assert_eq!(headers.len(), 1);
    for (name, header) in headers {
        assert_eq!(header["value"], ours.header(name));
    }
}

/// The firewall counts by this header, and cannot itself cut an address off.
#[test]
fn an_ipv6_address_counts_as_its_network() {
    let counted = [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::6", "2001:db8:1:2::"),
        ("2001:db8::7", "2001:db8:0:0::"),
        ("2001:db8:1:2::", "2001:db8:1:2::"),
        ("::1", "0:0:0:0::"),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.1"),
    ];
    // one request for each function that leads to an API
    let uris = [
        ("ViewerAddress", "/api/results"),
        ("SitePath", "/results/a/2026"),
        ("DownloadsPath", "/downloads/results/calendar.ics"),
    ];
    for (function, uri) in uris {
        let events = counted.map(|(address, _)| {
            let headers = json!({"host": {"value": "results.example.org"}, "user-agent": {"value": "WhatsApp/2"}});
            json!({"viewer": {"ip": address}, "request": {"uri": uri, "headers": headers}})
        });
        for ((address, network), answer) in counted.iter().zip(run(function, &events)) {
            let said = answer["headers"]["x-viewer-address"]["value"].as_str();
            assert_eq!(said, Some(*network), "{function}: {address}");
            // the functions' own limits count the same
            let source = |text: &str| Source::from(text.parse::<IpAddr>().unwrap());
            assert_eq!(source(network), source(address), "{address}");
        }
    }
}
