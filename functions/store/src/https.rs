//! Calls to whoever was named by others: push services and receivers of web hooks. Redirects are not
//! followed.

use std::{
    error::Error,
    io,
    net::{IpAddr, SocketAddr},
    sync::{Arc, LazyLock, OnceLock},
    time::Duration,
};

use bytes::Bytes;
use futures::FutureExt;
use http::header;
use http_body_util::Full;
use hyper_rustls::{HttpsConnectorBuilder, MaybeHttpsStream};
use hyper_util::{
    client::legacy::{
        Client,
        connect::{HttpConnector, dns::Name},
    },
    rt::{TokioExecutor, TokioIo},
};
use rustls::{ClientConfig, RootCertStore, crypto::aws_lc_rs};
use tokio::{
    net::{TcpStream, lookup_host},
    time::{error::Elapsed, timeout},
};
use tower::{ServiceExt, service_fn, util::BoxCloneSyncService};

use crate::{Cause, causes::sources};

type Allowed = Arc<dyn Fn(IpAddr) -> bool + Send + Sync>;
type Connect = BoxCloneSyncService<http::Uri, MaybeHttpsStream<TokioIo<TcpStream>>, Cause>;

/// Read once, at the first call: the machine's certificates are many.
static TLS: LazyLock<ClientConfig> = LazyLock::new(|| {
    // whoever comes first installs the same
    let _ = aws_lc_rs::default_provider().install_default();
    let mut roots = RootCertStore::empty();
    let found = rustls_native_certs::load_native_certs();
    if found.certs.is_empty() {
        tracing::warn!("this machine has no certificates: no HTTPS call will succeed");
    }
    roots.add_parsable_certificates(found.certs);
    ClientConfig::builder()
        .with_root_certificates(roots)
        .with_no_client_auth()
});

/// A client for calls with a body and short answers, which are not read.
pub struct Https {
    allowed: Allowed,
    connect: Duration,
    client: OnceLock<Client<Connect, Full<Bytes>>>,
}

/// An answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answered {
    /// The status.
    pub status: u16,
    /// The header `Retry-After`, if it is a number of seconds.
    pub after_s: Option<u32>,
}

/// Why nothing was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unanswered {
    /// A machine behind the name may not be called.
    NotAllowed,
    /// Nobody accepted the connection, so nobody got the call.
    NotReached,
    /// The connection took too long.
    TooSlow,
    /// Anything else: nobody knows who got the call.
    Failed,
}

#[derive(Debug, thiserror::Error)]
#[error("a machine behind the name may not be called")]
struct NotAllowed;

impl Https {
    /// Connects only to names all of whose machines are `allowed`, in this time.
    pub fn new(
        allowed: impl Fn(IpAddr) -> bool + Send + Sync + 'static,
        connect: Duration,
    ) -> Self {
        Self {
            allowed: Arc::new(allowed),
            connect,
            client: OnceLock::new(),
        }
    }

    /// Calls once.
    pub async fn call(&self, request: http::Request<Full<Bytes>>) -> Result<Answered, Unanswered> {
        let client = self.client.get_or_init(|| self.client());
        match client.request(request).await {
            Ok(answer) => Ok(Answered {
                status: answer.status().as_u16(),
                after_s: answer
                    .headers()
                    .get(header::RETRY_AFTER)
                    .and_then(|after| after.to_str().ok()?.parse().ok()),
            }),
            Err(error) => Err(means(&error)),
        }
    }

    fn client(&self) -> Client<Connect, Full<Bytes>> {
        let (allowed, connect) = (self.allowed.clone(), self.connect);
        // the connector connects to what is found here and looks up nothing itself: a name cannot
        // point elsewhere between check and call
        let find = move |name: Name| find(name.as_str().to_owned(), allowed.clone()).boxed();
        let mut http = HttpConnector::new_with_resolver(service_fn(find));
        http.enforce_http(false);
        http.set_nodelay(true);
        let https = HttpsConnectorBuilder::new()
            .with_tls_config(TLS.clone())
            .https_or_http()
            .enable_all_versions()
            .wrap_connector(http);
        let in_time = move |address| {
            timeout(connect, https.clone().oneshot(address))
                .map(|done| done.unwrap_or_else(|late| Err(late.into())))
                .boxed()
        };
        Client::builder(TokioExecutor::new()).build(Connect::new(service_fn(in_time)))
    }
}

/// The machines behind a name, if they are allowed.
async fn find(name: String, allowed: Allowed) -> Result<std::vec::IntoIter<SocketAddr>, Cause> {
    let machines: Vec<_> = lookup_host((name, 0)).await?.collect();
    match machines.iter().all(|machine| allowed(machine.ip())) {
        true => Ok(machines.into_iter()),
        false => Err(NotAllowed.into()),
    }
}

fn means(error: &(dyn Error + 'static)) -> Unanswered {
    let refused = |cause: &(dyn Error + 'static)| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|cause| cause.kind() == io::ErrorKind::ConnectionRefused)
    };
    if sources(error).any(|cause| cause.is::<NotAllowed>()) {
        Unanswered::NotAllowed
    } else if sources(error).any(refused) {
        Unanswered::NotReached
    } else if sources(error).any(|cause| cause.is::<Elapsed>()) {
        Unanswered::TooSlow
    } else {
        Unanswered::Failed
    }
}

#[cfg(test)]
mod tests {
    use chute_domain::hook::Addresses;

    use super::*;

    #[tokio::test]
    async fn a_name_that_stands_for_no_machine_of_the_public_network() {
        let is_found = async |addresses: Addresses, name: &str| {
            let allowed = Arc::new(move |machine| addresses.allow(machine));
            find(name.to_owned(), allowed).await.is_ok()
        };
        for name in [
            "localhost",
            "127.0.0.1",
            "169.254.169.254",
            "10.0.0.1",
            "::1",
            "fd00:ec2::254",
        ] {
            assert!(!is_found(Addresses::default(), name).await, "{name}");
        }
        assert!(is_found(Addresses::default(), "8.8.8.8").await);
        let tests = Addresses { loopback: true };
        assert!(is_found(tests, "localhost").await);
        assert!(!is_found(tests, "10.0.0.1").await);
    }
}
