//! HTTPS beside plain http, at one address.

use std::fs;

use ureq::{Agent, config::Config, tls::TlsConfig};

use crate::server::{Deployment, PATIENCE, Server, upload};

/// The status of an answer over HTTPS and its body, whoever's the certificate is.
fn over_tls(server: &Server, path: &str) -> (u16, String) {
    let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
    let any = TlsConfig::builder().disable_verification(true).build();
    let agent: Agent = Config::builder()
        .tls_config(any)
        .timeout_global(Some(PATIENCE))
        .http_status_as_error(false)
        .build()
        .into();
    let address = server.address(path).replacen("http:", "https:", 1);
    let mut answer = agent.get(address).call().unwrap();
    let body = answer.body_mut().read_to_string().unwrap();
    (answer.status().as_u16(), body)
}

#[test]
fn one_address_answers_both() {
    let mut deployment = Deployment::new();
    deployment.options = vec!["--tls".into()];
    let server = deployment.start();
    // a timing client knows plain http only
    let key = server.race("both");
    let sent = server.call("POST", "results/add", &key, &upload("both", 0));
    assert_eq!(sent.unwrap().0, 200);
    server.settle("both", PATIENCE);
    let current = "downloads/results/both/2026/current.json";
    let (status, pointer) = over_tls(&server, current);
    assert_eq!((status, pointer), server.text(current));
    for (status, page) in [over_tls(&server, "https"), server.text("https")] {
        assert_eq!(status, 200);
        assert!(page.contains("Advanced"), "{page}");
    }
    let told = deployment.log();
    assert!(
        told.contains(", and https, of which http://127.0.0.1:"),
        "{told}"
    );
    // the next start has the same certificate, so that a phone that was told to take it still does
    let kept = fs::read(deployment.path("data/tls.json")).unwrap();
    assert_eq!(server.end(), Some(0));
    let server = deployment.start();
    assert_eq!(over_tls(&server, "health").0, 200);
    assert_eq!(fs::read(deployment.path("data/tls.json")).unwrap(), kept);
}

#[test]
fn a_certificate_that_cannot_be_read_is_named() {
    let mut deployment = Deployment::new();
    deployment.options = [
        "--tls",
        "--tls-certificate",
        "none.pem",
        "--tls-key",
        "none.key",
    ]
    .map(Into::into)
    .into();
    let refused = deployment.typed_command().output().unwrap();
    let said = String::from_utf8_lossy(&refused.stderr);
    assert_eq!(refused.status.code(), Some(1), "{said}");
    assert!(said.contains("none.pem: "), "{said}");
}
