//! Replies to texts that a provider forwards (contract 8.7), with the settings of a template that
//! are conditional there.

use std::fs;

use aws_lc_rs::hmac;
use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::{Value, json};

use crate::server::Deployment;

const ADDRESS: &str = "https://results.example.org/api/twilio";

#[test]
fn a_stop_that_the_provider_signed_is_obeyed() {
    let deployment = Deployment::new();
    let settings = [("TWILIO_ADDRESS", ADDRESS)];
    deployment.start_with(&settings).end();
    let path = deployment.data().join("secrets.json");
    let secrets: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    let token = secrets["secrets"]["ProviderToken"]["current"].as_str();

    let server = deployment.start_with(&settings);
    let forwarded = |token: &str| {
        let key = hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, token.as_bytes());
        let signed = format!("{ADDRESS}BodySTOPFrom+15551234567");
        let signature = STANDARD.encode(hmac::sign(&key, signed.as_bytes()));
        server.form(
            "api/twilio",
            "From=%2B15551234567&Body=STOP",
            &[("X-Twilio-Signature", &signature)],
        )
    };
    assert_eq!(forwarded("another token"), 401);
    assert_eq!(forwarded(token.unwrap()), 200, "{}", deployment.log());
    let key = server.race("stopped");
    let admin = json!({"email": "ada@example.org", "password": "correct horse"});
    let (_, session) = server.call("POST", "account/login", &key, &admin).unwrap();
    let token = session["access_token"].as_str().unwrap();
    let blocked = server.get_with("api/blocked/phones/get", token);
    assert_eq!(blocked["phones"][0], "+15551234567");
}
