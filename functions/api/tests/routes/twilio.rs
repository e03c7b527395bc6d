//! `twilio`: off unless a provider is set (contract 8.7). tests/limits/replies.rs tests what it
//! does with one.

use serde_json::json;

use crate::test_app::app;

#[test]
fn without_a_provider_there_is_no_such_path() {
    let form = [
        ("Content-Type", "application/x-www-form-urlencoded"),
        ("X-Twilio-Signature", "L/OH5YylLD5NRKLltdqwSvS0BnU="),
    ];
    for (headers, body) in [
        (&form[..], &b"From=%2B15551234567&Body=STOP"[..]),
        (&[], b""),
        (&form[..1], b"From=x"),
        (&[], b"{"),
    ] {
        let reply = app().raw("POST", "/twilio", headers, Some(body));
        assert_eq!(
            (reply.status, &reply.json()["message"]),
            (404, &json!("Not Found"))
        );
    }
}
