//! What passes the edge over HTTP: the calls to services that have no port in the store.

use std::{net::SocketAddr, sync::Arc};

use http_body_util::{BodyExt, Full};
use hyper::{
    Request, Response, StatusCode,
    body::{Bytes, Incoming},
    header::{CONTENT_TYPE, HeaderValue, TRANSFER_ENCODING},
    http::request::Parts,
    server::conn::http1,
    service::service_fn,
};
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::{TokioExecutor, TokioIo},
};
use tokio::net::TcpListener;

use crate::{count::Passed, edge::Ledger, fault::Handling};

type Body = Full<Bytes>;

#[derive(Debug)]
struct Proxy {
    upstream: SocketAddr,
    client: Client<HttpConnector, Body>,
    ledger: Arc<Ledger>,
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

/// Passes on what comes until it is aborted.
pub(crate) async fn serve(listener: TcpListener, upstream: SocketAddr, ledger: Arc<Ledger>) {
    let mut connector = HttpConnector::new();
    connector.set_nodelay(true);
    let proxy = Arc::new(Proxy {
        upstream,
        client: Client::builder(TokioExecutor::new()).build(connector),
        ledger,
    });
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            continue;
        };
        // without this, small answers wait for delayed acknowledgements; it does not matter if the
        // socket is closed already
        let _ = stream.set_nodelay(true);
        let proxy = proxy.clone();
        tokio::spawn(async move {
            let service = service_fn(move |request| {
                let proxy = proxy.clone();
                async move { proxy.pass(request).await }
            });
            // a broken connection is the caller's business, or deliberate
            let _ = http1::Builder::new()
                .serve_connection(TokioIo::new(stream), service)
                .await;
        });
    }
}

impl Proxy {
    async fn pass(&self, request: Request<Incoming>) -> Result<Response<Body>, Cut> {
        let target = request.headers().get("x-amz-target");
        let target = target.and_then(|target| target.to_str().ok());
        let operation = match target.and_then(|target| target.rsplit_once('.')) {
            Some((_, operation)) => operation.to_owned(),
            None => request.uri().path().to_owned(),
        };
        let arrival = self.ledger.arrive(&operation).await;
        if arrival.handling == Handling::Refuse {
            return Ok(refusal());
        }
        let (head, body) = request.into_parts();
        let sent = body.collect().await.map_err(|_| Cut)?.to_bytes();
        let answer = self.forward(head, sent).await?;
        let (mut head, body) = answer.into_parts();
        head.headers.remove(TRANSFER_ENCODING);
        let received = body.collect().await.map_err(|_| Cut)?.to_bytes();
        self.ledger
            .answered(&arrival, &operation, Passed::default());
        match arrival.handling {
            Handling::Cut => Err(Cut),
            Handling::Forget | Handling::Refuse => Ok(refusal()),
            Handling::Pass | Handling::Wait => Ok(Response::from_parts(head, Full::new(received))),
        }
    }

    async fn forward(&self, head: Parts, body: Bytes) -> Result<Response<Incoming>, Cut> {
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

/// An error that the SDK does not repeat.
fn refusal() -> Response<Body> {
    let body =
        r#"{"__type":"com.amazon.coral.validate#ValidationException","message":"broken off"}"#;
    let mut answer = Response::new(Full::new(Bytes::from_static(body.as_bytes())));
    *answer.status_mut() = StatusCode::BAD_REQUEST;
    answer.headers_mut().insert(
        CONTENT_TYPE,
        HeaderValue::from_static("application/x-amz-json-1.0"),
    );
    answer
}
