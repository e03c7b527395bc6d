//! The calls of the store, which need no protocol: texts and e-mails into their outboxes, messages
//! into queues in memory, secrets from their file.

use chute_store::port::{self, ServiceAnswer, ServiceCall, ServiceError};
use futures::{
    FutureExt,
    future::{BoxFuture, ready},
};

use super::{SentText, Services};
use crate::clock::running_ms;

type Done = Result<ServiceAnswer, ServiceError>;

impl port::Services for Services {
    fn call(&self, call: ServiceCall) -> BoxFuture<'_, Done> {
        ready(self.make(call)).boxed()
    }
}

impl Services {
    fn make(&self, call: ServiceCall) -> Done {
        match call {
            ServiceCall::Text(port::TextMessage { phone, message, .. }) => {
                self.texts.post(SentText { phone, message })?;
                Ok(ServiceAnswer::new())
            }
            ServiceCall::Mail(mail) => {
                self.mails.post(mail)?;
                Ok(ServiceAnswer::new())
            }
            ServiceCall::Queue { queue, messages } => {
                self.queues.send(queue, messages, running_ms());
                Ok(ServiceAnswer::new())
            }
            ServiceCall::Hide {
                queue,
                receipt,
                seconds,
            } => match self.queues.hide(&queue, &receipt, seconds, running_ms()) {
                true => Ok(ServiceAnswer::new()),
                false => Err(refused("there is no such message")),
            },
            ServiceCall::Redrive(_) => Err(refused("no message is given up here")),
            ServiceCall::Secret(name) => match self.secrets.versions(&name) {
                Some(versions) => Ok(versions.into_iter().map(String::into_bytes).collect()),
                None => Err(refused("there is no such secret")),
            },
        }
    }
}

fn refused(why: &str) -> ServiceError {
    ServiceError::Refused(why.into())
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeMap, fs, path::Path, sync::Arc};

    use chute_domain::account::Realm;
    use chute_store::port::{Mail, Services};

    use super::*;
    use crate::LocalAws;

    /// A machine that sends alerts, or one that does not.
    fn services(folder: &Path, sends: bool) -> Arc<dyn Services> {
        let sends = sends.then(|| ("ALERTS".to_owned(), "server".to_owned()));
        let aws = LocalAws::open(folder, false, sends.into_iter().collect()).unwrap();
        aws.store(Realm::Account).ports().services
    }

    fn text(message: &str) -> ServiceCall {
        ServiceCall::Text(port::TextMessage {
            phone: "+15551234567".to_owned(),
            message: message.to_owned(),
            origination: String::new(),
            most_micros: 20_000,
        })
    }

    fn mail() -> ServiceCall {
        ServiceCall::Mail(Mail {
            to: "c@d.example".to_owned(),
            from: "a@b.example".to_owned(),
            subject: "s".to_owned(),
            headers: BTreeMap::from([("List-Unsubscribe".to_owned(), "<x>".to_owned())]),
            text: "t".to_owned(),
            html: "h".to_owned(),
        })
    }

    #[tokio::test]
    async fn files_of_texts_and_mails_go_on_where_they_were() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("data");
        for message in ["one", "two"] {
            let services = services(&folder, true);
            services.call(text(message)).await.unwrap();
            services.call(mail()).await.unwrap();
        }
        let found = |file: &str| fs::read_to_string(folder.join(file)).unwrap();
        assert_eq!(
            found("texts.jsonl"),
            "{\"phone\":\"+15551234567\",\"message\":\"one\"}\n{\"phone\":\"+15551234567\",\"message\":\"two\"}\n"
        );
        let line = r#"{"to":"c@d.example","from":"a@b.example","subject":"s","headers":{"List-Unsubscribe":"<x>"},"text":"t","html":"h"}"#;
        assert_eq!(found("mails.jsonl"), format!("{line}\n{line}\n"));
    }

    #[tokio::test]
    async fn a_machine_without_alerts_refuses_texts_and_mails() {
        let folder = tempfile::tempdir().unwrap();
        let services = services(&folder.path().join("data"), false);
        for call in [text("one"), mail()] {
            assert!(matches!(
                services.call(call).await,
                Err(ServiceError::Refused(_))
            ));
        }
    }
}
