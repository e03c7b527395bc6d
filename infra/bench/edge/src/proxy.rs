//! The proxy itself.

use std::{
    io,
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use chute_store::{
    Store,
    port::{ServiceAnswer, ServiceCall, ServiceError, Services},
};
use futures::future::BoxFuture;
use http_body_util::{BodyExt, Full};
use hyper::{
    Request, Response, StatusCode,
    body::{Bytes, Incoming},
    header::{CONTENT_TYPE, HeaderValue, TRANSFER_ENCODING},
    server::conn::http1,
    service::service_fn,
};
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::{TokioExecutor, TokioIo},
};
use tokio::{
    net::TcpListener,
    sync::{Notify, watch},
    task::JoinHandle,
};

use crate::{
    count::{Counts, operation},
    fault::{Fault, Handling},
};

type Body = Full<Bytes>;

/// If no call arrives within this time, no more are expected.
const QUIET: Duration = Duration::from_millis(100);
/// How long a busy machine may take to make the calls that are expected.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running proxy; it ends when the value is dropped.
#[derive(Debug)]
pub struct Edge {
    address: SocketAddr,
    ledger: Arc<Ledger>,
    server: JoinHandle<()>,
}

#[derive(Debug)]
struct Ledger {
    upstream: SocketAddr,
    client: Client<HttpConnector, Body>,
    book: Mutex<Book>,
    /// The operation whose calls wait at the edge.
    holding: watch::Sender<Option<&'static str>>,
    held: Notify,
    released: Notify,
}

#[derive(Debug, Default)]
struct Book {
    fault: Fault,
    /// Calls that reached the edge.
    arrived: usize,
    /// How many of them were held back.
    held: usize,
    /// The longest chain among the answered calls.
    answered_depth: usize,
    counts: Counts,
}

/// The call was cut; hyper closes the connection.
#[derive(Debug)]
struct Cut;

impl std::fmt::Display for Cut {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        to.write_str("cut")
    }
}

impl std::error::Error for Cut {}

impl Edge {
    /// Starts a proxy on a free port of the loopback interface.
    ///
    /// # Errors
    /// When there is no free port.
    pub async fn start(upstream: SocketAddr) -> io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let address = listener.local_addr()?;
        let mut connector = HttpConnector::new();
        connector.set_nodelay(true);
        let client = Client::builder(TokioExecutor::new()).build(connector);
        let ledger = Arc::new(Ledger {
            upstream,
            client,
            book: Mutex::default(),
            holding: watch::Sender::default(),
            held: Notify::new(),
            released: Notify::new(),
        });
        let server = tokio::spawn(serve(listener, ledger.clone()));
        Ok(Self {
            address,
            ledger,
            server,
        })
    }

    /// What to set as `AWS_ENDPOINT_URL`.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The same store with its services behind this edge, too.
    #[must_use]
    pub fn before(&self, store: Store) -> Store {
        let services = store.services();
        store.with_services(Arc::new(Behind {
            ledger: self.ledger.clone(),
            services,
        }))
    }

    /// Resets all counts and begins a request that is interrupted as `fault` says.
    pub fn begin(&self, fault: Fault) {
        *self.ledger.book() = Book {
            fault,
            ..Book::default()
        };
    }

    /// What has passed since [`Edge::begin`].
    #[must_use]
    pub fn counts(&self) -> Counts {
        let book = self.ledger.book();
        Counts {
            round_trips: book.answered_depth,
            ..book.counts.clone()
        }
    }

    /// Holds back the calls of an operation that arrive from now on, until [`Edge::release`].
    pub fn hold(&self, operation: &'static str) {
        self.ledger.holding.send_replace(Some(operation));
    }

    /// Lets all calls go on.
    pub fn release(&self) {
        self.ledger.holding.send_replace(None);
    }

    /// How many calls were held back since [`Edge::begin`].
    #[must_use]
    pub fn held(&self) -> usize {
        self.ledger.book().held
    }

    /// Waits until a call is held back, at least `least` have arrived since [`Edge::begin`] (or a
    /// minute has passed), and no more arrive. Returns how many have arrived.
    pub async fn settled(&self, least: usize) -> usize {
        let (until, mut arrived) = (Instant::now() + PATIENCE, 0);
        loop {
            tokio::time::sleep(QUIET).await;
            let before = std::mem::replace(&mut arrived, self.arrived());
            let expected = self.held() > 0 && arrived >= least;
            if (expected || Instant::now() > until) && arrived == before {
                return arrived;
            }
        }
    }

    /// Waits until a call is held back as [`Fault::Hold`] says.
    pub async fn waiting(&self) {
        self.ledger.held.notified().await;
    }

    /// Lets the call that waits go on; only after [`Edge::waiting`].
    pub fn let_go(&self) {
        self.ledger.released.notify_one();
    }

    /// How many calls have reached the edge since [`Edge::begin`], including refused ones.
    #[must_use]
    pub fn arrived(&self) -> usize {
        self.ledger.book().arrived
    }
}

impl Drop for Edge {
    fn drop(&mut self) {
        self.server.abort();
    }
}

async fn serve(listener: TcpListener, ledger: Arc<Ledger>) {
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            continue;
        };
        // without this, small answers wait for delayed acknowledgements; it does not matter if the
        // socket is closed already
        let _ = stream.set_nodelay(true);
        let ledger = ledger.clone();
        tokio::spawn(async move {
            let service = service_fn(move |request| {
                let ledger = ledger.clone();
                async move { ledger.pass(request).await }
            });
            // a broken connection is the caller's business, or deliberate
            let _ = http1::Builder::new()
                .serve_connection(TokioIo::new(stream), service)
                .await;
        });
    }
}

impl Ledger {
    fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What happens to a call that has just arrived, and the chain that it may end.
    fn arrive(&self) -> (Handling, usize) {
        let mut book = self.book();
        book.arrived += 1;
        (book.fault.handling(book.arrived), book.answered_depth + 1)
    }

    async fn pass(&self, request: Request<Incoming>) -> Result<Response<Body>, Cut> {
        let (handling, depth) = self.arrive();
        let target = request
            .headers()
            .get("x-amz-target")
            .and_then(|target| target.to_str().ok());
        let name = operation(
            target,
            request.method().as_str(),
            request.uri().path(),
            request.uri().query().unwrap_or_default(),
        );
        if handling == Handling::Refuse {
            return Ok(refusal(&name));
        }
        self.wait_for_release(&name, handling).await;
        let (head, body) = request.into_parts();
        let sent = body.collect().await.map_err(|_| Cut)?.to_bytes();
        let answer = self.forward(head, sent.clone()).await?;
        let (mut head, body) = answer.into_parts();
        head.headers.remove(TRANSFER_ENCODING);
        let received = body.collect().await.map_err(|_| Cut)?.to_bytes();
        self.answered(depth, |counts| {
            counts.note(&name, &sent, &received, head.status.is_success());
        });
        match handling {
            Handling::Cut => Err(Cut),
            Handling::Forget | Handling::Refuse => Ok(refusal(&name)),
            Handling::Pass | Handling::Wait => Ok(Response::from_parts(head, Full::new(received))),
        }
    }

    fn answered(&self, depth: usize, note: impl FnOnce(&mut Counts)) {
        let mut book = self.book();
        book.answered_depth = book.answered_depth.max(depth);
        note(&mut book.counts);
    }

    async fn wait_for_release(&self, operation: &str, handling: Handling) {
        let mut holding = self.holding.subscribe();
        if *holding.borrow() == Some(operation) {
            self.book().held += 1;
            // the sender is our own and outlives this
            let _ = holding.wait_for(|held| *held != Some(operation)).await;
        }
        if handling == Handling::Wait {
            self.held.notify_one();
            self.released.notified().await;
        }
    }

    async fn forward(
        &self,
        head: hyper::http::request::Parts,
        body: Bytes,
    ) -> Result<Response<Incoming>, Cut> {
        let path = head.uri.path_and_query().map_or("/", |path| path.as_str());
        let uri = format!("http://{}{path}", self.upstream)
            .parse()
            .map_err(|_| Cut)?;
        let mut request = Request::from_parts(head, Full::new(body));
        // the header Host stays as it was: it is signed
        *request.uri_mut() = uri;
        self.client.request(request).await.map_err(|_| Cut)
    }
}

/// Services behind an edge. What is sent there is counted as a call, not in bytes.
#[derive(Debug)]
struct Behind {
    ledger: Arc<Ledger>,
    services: Arc<dyn Services>,
}

impl Services for Behind {
    fn call(&self, call: ServiceCall) -> BoxFuture<'_, Result<ServiceAnswer, ServiceError>> {
        Box::pin(async move {
            let name = named(&call);
            // nobody wants a text or an e-mail twice
            let is_made_once = matches!(call, ServiceCall::Text(_) | ServiceCall::Mail(_));
            loop {
                let (handling, depth) = self.ledger.arrive();
                if handling == Handling::Refuse {
                    return Err(ServiceError::Refused("broken off".into()));
                }
                self.ledger.wait_for_release(name, handling).await;
                let done = self.services.call(call.clone()).await;
                self.ledger
                    .answered(depth, |counts| counts.note(name, &[], &[], done.is_ok()));
                match handling {
                    Handling::Cut if is_made_once => {
                        return Err(ServiceError::Unknown("broken off".into()));
                    }
                    Handling::Cut => {}
                    Handling::Forget | Handling::Refuse => {
                        return Err(ServiceError::Refused("broken off".into()));
                    }
                    Handling::Pass | Handling::Wait => return done,
                }
            }
        })
    }
}

/// What AWS calls it.
fn named(call: &ServiceCall) -> &'static str {
    match call {
        ServiceCall::Text(_) => "Publish",
        ServiceCall::Mail(_) => "SendEmail",
        ServiceCall::Queue { .. } => "SendMessageBatch",
        ServiceCall::Hide { .. } => "ChangeMessageVisibility",
        ServiceCall::Redrive(_) => "StartMessageMoveTask",
        ServiceCall::Secret(_) => "GetSecretValue",
    }
}

/// An error that the SDK does not repeat.
fn refusal(operation: &str) -> Response<Body> {
    let (kind, body) = if operation.starts_with("s3:") {
        (
            "application/xml",
            "<Error><Code>InvalidRequest</Code><Message>broken off</Message></Error>",
        )
    } else {
        (
            "application/x-amz-json-1.0",
            r#"{"__type":"com.amazon.coral.validate#ValidationException","message":"broken off"}"#,
        )
    };
    let mut answer = Response::new(Full::new(Bytes::from_static(body.as_bytes())));
    *answer.status_mut() = StatusCode::BAD_REQUEST;
    answer
        .headers_mut()
        .insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    answer
}
