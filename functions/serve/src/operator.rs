//! How the operator's command, and tests, reach the process that works on a data folder: a Unix
//! socket in the folder, which only the owner of the folder can connect to. It carries the calls of
//! the store (`chute_store::port`), not command lines: files, terminal and passwords stay in the
//! command's own process, and this process makes every call on its own tables, so that stream and
//! order remain one.
//!
//! HTTP/1, one call a connection. Both ends must be of the same build ([`BUILD`]), since calls and
//! answers have the form of the port's types.

use std::{
    fs::{self, DirBuilder, File, Permissions},
    io,
    os::{
        fd::AsRawFd,
        unix::fs::{DirBuilderExt, PermissionsExt},
    },
    path::{Path, PathBuf},
    sync::{Arc, LazyLock},
    time::Duration,
};

use axum::{
    Json, Router,
    body::{Body, Bytes},
    extract::{DefaultBodyLimit, Request, State},
    middleware::{Next, from_fn},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use chute_store::{
    Cause, Ports, Store,
    port::{
        Answer, Buckets, Call, CallError, Db, ObjectAnswer, ObjectCall, Objects, ServiceAnswer,
        ServiceCall, ServiceError, Services, Tables,
    },
};
use futures::future::BoxFuture;
use http::{HeaderName, Method, StatusCode, header::CONTENT_TYPE};
use http_body_util::BodyExt;
use hyper::client::conn::http1::handshake;
use hyper_util::rt::TokioIo;
use serde::{Serialize, de::DeserializeOwned};
use sha2::{Digest, Sha256};
use tokio::{
    net::{UnixListener, UnixStream},
    sync::watch,
    time::timeout,
};

use crate::{objects::hex, private::gone};

/// The variable with the path of the socket.
pub const SOCKET: &str = "CHUTE_SOCKET";
/// The name of the socket in the data folder.
pub const NAME: &str = "operator.sock";
/// Header with the build of a command.
const BUILD_OF: HeaderName = HeaderName::from_static("chute-build");
/// How long a command waits for the answer to a call, and how long calls may go on once the process
/// is told to end.
const PATIENCE: Duration = Duration::from_secs(60);
const END: Duration = Duration::from_secs(10);
/// The longest path in the address of a socket: 108 bytes with a zero on Linux, 104 elsewhere.
const LONGEST: usize = 103;

/// The version of this program, and a digest of what goes over the socket. It is made from the
/// source, so that nobody has to remember to raise a number.
static BUILD: LazyLock<String> = LazyLock::new(|| {
    let source = concat!(
        include_str!("operator.rs"),
        include_str!("../../store/src/port.rs"),
        include_str!("../../store/src/port/objects.rs"),
        include_str!("../../store/src/port/services.rs")
    );
    let digest = Sha256::digest(source);
    let begin = hex(digest.get(..4).unwrap_or_default());
    format!("{} ({begin})", env!("CARGO_PKG_VERSION"))
});

/// A socket in the data folder, until it is dropped.
#[derive(Debug)]
pub struct Socket {
    listener: UnixListener,
    path: PathBuf,
}

impl Socket {
    /// Listens in this folder, in place of what a process that is gone has left: the caller holds
    /// the folder's lock. Nobody else can connect at any time: it is made in a folder that only its
    /// owner may enter, and moved when it has its mode.
    ///
    /// # Errors
    /// When the folder's file system does not take it.
    pub fn open(folder: &Path) -> io::Result<Self> {
        let (path, private) = (folder.join(NAME), folder.join("operator.part"));
        gone(fs::remove_dir_all(&private))?;
        DirBuilder::new().mode(0o700).create(&private)?;
        let new = private.join(NAME);
        let (address, _folder) = short(&new)?;
        let listener = UnixListener::bind(address)?;
        fs::set_permissions(&new, Permissions::from_mode(0o600))?;
        fs::rename(&new, &path)?;
        fs::remove_dir(&private)?;
        Ok(Self { listener, path })
    }

    /// Answers until `ended`; then calls that have arrived are answered.
    pub async fn serve(self, router: Router, mut ended: watch::Receiver<bool>) {
        let Self { listener, path } = self;
        let mut until = ended.clone();
        // an error means that the sender is gone, which is an end as well
        let told = async move {
            let _ = until.wait_for(|ended| *ended).await;
            let _ = fs::remove_file(path);
        };
        let late = async {
            let _ = ended.wait_for(|ended| *ended).await;
            tokio::time::sleep(END).await;
        };
        let serving = axum::serve(listener, router).with_graceful_shutdown(told);
        tokio::select! {
            // it does not fail
            _ = serving.into_future() => {}
            () = late => tracing::warn!("not every command's call ended: the rest is broken off"),
        }
    }
}

/// A path to the same socket that is short enough for an address, as long as the file is open: a
/// long one goes by the descriptor of its folder.
fn short(socket: &Path) -> io::Result<(PathBuf, Option<File>)> {
    match (socket.parent(), socket.file_name()) {
        (Some(folder), Some(name)) if socket.as_os_str().len() > LONGEST => {
            let folder = File::open(folder)?;
            let number = folder.as_raw_fd().to_string();
            let path = Path::new("/proc/self/fd").join(number).join(name);
            Ok((path, Some(folder)))
        }
        _ => Ok((socket.to_owned(), None)),
    }
}

/// Answers calls to those that answer this store.
pub fn router(store: &Store) -> Router {
    Router::new()
        .route("/", get(StatusCode::NO_CONTENT))
        .route("/tables", post(to_tables).with_state(store.ports().tables))
        .route(
            "/objects",
            post(to_objects).with_state(store.ports().buckets),
        )
        .route(
            "/services",
            post(to_services).with_state(store.ports().services),
        )
        // whoever may connect may also write the files of the folder
        .layer(DefaultBodyLimit::disable())
        .layer(from_fn(same_build))
}

async fn to_tables(
    State(db): State<Db>,
    Json(call): Json<Call>,
) -> Json<Result<Answer, CallError>> {
    Json(db.call(call).await)
}

async fn to_objects(
    State(buckets): State<Buckets>,
    Json(call): Json<ObjectCall>,
) -> Json<Result<ObjectAnswer, CallError>> {
    Json(buckets.call(call).await)
}

async fn to_services(
    State(services): State<Arc<dyn Services>>,
    Json(call): Json<ServiceCall>,
) -> Json<Result<ServiceAnswer, ServiceError>> {
    Json(services.call(call).await)
}

async fn same_build(request: Request, next: Next) -> Response {
    let told = request.headers().get(BUILD_OF);
    let told = told.and_then(|told| told.to_str().ok()).unwrap_or("none");
    if told == *BUILD {
        return next.run(request).await;
    }
    let why = format!(
        "this command is of Chute {told}, and the process that serves the folder of Chute {}: use the program that serves it",
        *BUILD
    );
    (StatusCode::CONFLICT, why).into_response()
}

/// Why there is no answer over the socket.
#[derive(Debug, thiserror::Error)]
pub enum OperatorError {
    /// No process serves the folder, or it ended meanwhile: worth another try.
    #[error("no `chute serve` answers at {0}")]
    NoAnswer(PathBuf, #[source] Cause),
    /// It refuses, such as because it is of another build.
    #[error("{0}")]
    Refused(String),
}

/// Reaches a process through its socket; cheap to clone.
#[derive(Clone, Debug)]
pub struct Operator(Arc<Path>);

impl Operator {
    /// Reaches the process that serves a folder through the socket at this path.
    ///
    /// # Errors
    /// When there is no such process, or it is of another build.
    pub async fn connect(socket: &Path) -> Result<Self, OperatorError> {
        let to = Self(socket.into());
        to.exchange(Method::GET, "/", Body::empty()).await?;
        Ok(to)
    }

    /// The process's tables, buckets and services, with these names: `name` returns the value of the
    /// variable with that name.
    #[must_use]
    pub fn store(&self, name: impl Fn(&str) -> String) -> Store {
        let ports = Ports {
            tables: Arc::new(self.clone()),
            buckets: Arc::new(self.clone()),
            services: Arc::new(self.clone()),
        };
        Store::over(ports, name)
    }

    /// The answer to a question: `/settings` of the deployment, or the `/texts` and `/mails` that
    /// were kept for tests.
    ///
    /// # Errors
    /// When there is none.
    pub async fn ask<T: DeserializeOwned>(&self, question: &str) -> Result<T, OperatorError> {
        let answer = self.exchange(Method::GET, question, Body::empty()).await?;
        serde_json::from_slice(&answer).map_err(unreadable)
    }

    async fn make<A: DeserializeOwned>(
        &self,
        path: &str,
        call: &impl Serialize,
    ) -> Result<A, OperatorError> {
        let body = serde_json::to_vec(call).map_err(unreadable)?;
        let answer = self.exchange(Method::POST, path, body.into()).await?;
        serde_json::from_slice(&answer).map_err(unreadable)
    }

    async fn carry_out<A: DeserializeOwned>(
        &self,
        path: &str,
        call: impl Serialize,
    ) -> Result<A, CallError> {
        match self.make(path, &call).await {
            Ok(answer) => answer,
            Err(error @ OperatorError::NoAnswer(..)) => Err(CallError::Busy(Box::new(error))),
            Err(error) => Err(CallError::Failed(Box::new(error))),
        }
    }

    async fn exchange(
        &self,
        method: Method,
        path: &str,
        body: Body,
    ) -> Result<Bytes, OperatorError> {
        let answered = timeout(PATIENCE, self.answer(method, path, body)).await;
        let failed = |cause| OperatorError::NoAnswer(self.0.to_path_buf(), cause);
        let (status, body) = match answered {
            Ok(answered) => answered.map_err(failed)?,
            Err(late) => return Err(failed(Box::new(late))),
        };
        if status.is_success() {
            return Ok(body);
        }
        Err(OperatorError::Refused(
            String::from_utf8_lossy(&body).into_owned(),
        ))
    }

    async fn answer(
        &self,
        method: Method,
        path: &str,
        body: Body,
    ) -> Result<(StatusCode, Bytes), Cause> {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header(BUILD_OF, &*BUILD)
            .header(CONTENT_TYPE, "application/json")
            .body(body)?;
        let (address, _folder) = short(&self.0)?;
        let stream = UnixStream::connect(address).await?;
        let (mut sender, connection) = handshake(TokioIo::new(stream)).await?;
        let exchange = async {
            let answer = sender.send_request(request).await?;
            let status = answer.status();
            Ok::<_, Cause>((status, answer.into_body().collect().await?.to_bytes()))
        };
        // the connection moves the bytes of the exchange, and is needed no longer than that
        tokio::select! {
            biased;
            answered = exchange => answered,
            Err(error) = connection => Err(error.into()),
        }
    }
}

fn unreadable(error: serde_json::Error) -> OperatorError {
    OperatorError::Refused(error.to_string())
}

impl Tables for Operator {
    fn call(&self, call: Call) -> BoxFuture<'_, Result<Answer, CallError>> {
        Box::pin(self.carry_out("/tables", call))
    }
}

impl Objects for Operator {
    fn call(&self, call: ObjectCall) -> BoxFuture<'_, Result<ObjectAnswer, CallError>> {
        Box::pin(self.carry_out("/objects", call))
    }
}

impl Services for Operator {
    fn call(&self, call: ServiceCall) -> BoxFuture<'_, Result<ServiceAnswer, ServiceError>> {
        Box::pin(async move {
            match self.make("/services", &call).await {
                Ok(answer) => answer,
                // a text or an e-mail may be on its way
                Err(error @ OperatorError::NoAnswer(..)) => {
                    Err(ServiceError::Unknown(error.into()))
                }
                Err(error) => Err(ServiceError::Refused(error.into())),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use chute_store::{port::Get, with_causes};
    use tokio::sync::Semaphore;

    use super::*;

    /// Answers each call when there is a permit for it.
    #[derive(Debug)]
    struct Held {
        arrived: Semaphore,
        permits: Semaphore,
    }

    impl Held {
        fn new(permits: usize) -> Arc<Self> {
            let [arrived, permits] = [0, permits].map(Semaphore::new);
            Arc::new(Self { arrived, permits })
        }
    }

    impl Tables for Held {
        fn call(&self, call: Call) -> BoxFuture<'_, Result<Answer, CallError>> {
            Box::pin(async move {
                self.arrived.add_permits(1);
                self.permits.acquire().await.unwrap().forget();
                let cause = |text: &str| io::Error::other(text).into();
                match call {
                    Call::Get(get) => match get.table.as_str() {
                        "refused" => Err(CallError::Refused(7)),
                        "busy" => Err(CallError::Busy(cause("one: two"))),
                        "full" => Err(CallError::Full(cause("0 bytes"))),
                        "failed" => Err(CallError::Failed(cause("why"))),
                        _ => Ok(Answer::default()),
                    },
                    _ => Ok(Answer::default()),
                }
            })
        }
    }

    impl Objects for Held {
        fn call(&self, call: ObjectCall) -> BoxFuture<'_, Result<ObjectAnswer, CallError>> {
            Box::pin(async move {
                match call {
                    ObjectCall::Get(_) => Err(CallError::Refused(0)),
                    _ => Ok(ObjectAnswer::default()),
                }
            })
        }
    }

    impl Services for Held {
        fn call(&self, _: ServiceCall) -> BoxFuture<'_, Result<ServiceAnswer, ServiceError>> {
            Box::pin(async { Err(ServiceError::OptedOut("stop".into())) })
        }
    }

    fn router_of(held: &Arc<Held>) -> Router {
        let ports = Ports {
            tables: held.clone(),
            buckets: held.clone(),
            services: held.clone(),
        };
        router(&Store::over(ports, |_| String::new()))
    }

    fn get(table: &str) -> Call {
        Call::Get(Get::new(table, HashMap::new()))
    }

    fn serving(folder: &Path, router: Router) -> watch::Sender<bool> {
        let (end, ended) = watch::channel(false);
        tokio::spawn(Socket::open(folder).unwrap().serve(router, ended));
        end
    }

    #[tokio::test]
    async fn errors_of_calls_arrive_whole() {
        let folder = tempfile::tempdir().unwrap();
        let held = Held::new(100);
        let _end = serving(folder.path(), router_of(&held));
        let operator = Operator::connect(&folder.path().join(NAME)).await.unwrap();
        let db: &dyn Tables = &operator;
        let mut told = Vec::new();
        for table in ["refused", "busy", "full", "failed"] {
            let error = db.call(get(table)).await.unwrap_err();
            told.push(format!("{:?}: {}", error, with_causes(&error)));
        }
        assert_eq!(
            told,
            [
                "Refused(7): a condition did not hold",
                "Busy(\"one: two\"): the store is busy: one: two",
                "Full(\"0 bytes\"): there is no room left on the disk: 0 bytes",
                "Failed(\"why\"): the store failed: why",
            ]
        );
        let buckets: &dyn Objects = &operator;
        let name = chute_store::port::ObjectName {
            bucket: String::new(),
            key: String::new(),
        };
        let refused = buckets.call(ObjectCall::Get(name)).await;
        assert!(matches!(refused, Err(CallError::Refused(_))));
        let secret = ServiceCall::Secret("one".to_owned());
        let refused = Services::call(&operator, secret).await;
        assert!(matches!(refused, Err(ServiceError::OptedOut(_))));
    }

    #[tokio::test]
    async fn a_process_that_ends_answers_what_has_arrived_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let held = Held::new(0);
        let end = serving(folder.path(), router_of(&held));
        let socket = folder.path().join(NAME);
        let operator = Operator::connect(&socket).await.unwrap();
        let before = operator.clone();
        let before = tokio::spawn(async move { Tables::call(&before, get("t")).await });
        held.arrived.acquire().await.unwrap().forget();
        end.send_replace(true);
        let refused = loop {
            // until the listener has heard of it
            match operator.ask::<()>("/").await {
                Err(error @ OperatorError::NoAnswer(..)) => break error,
                _ => tokio::task::yield_now().await,
            }
        };
        assert!(with_causes(&refused).starts_with("no `chute serve` answers at "));
        let late = Tables::call(&operator, get("t")).await;
        assert!(matches!(late, Err(CallError::Busy(_))), "{late:?}");
        held.permits.add_permits(1);
        before.await.unwrap().unwrap();
        assert!(!socket.exists());
    }

    #[tokio::test]
    async fn a_command_says_why_another_build_refuses_it() {
        let folder = tempfile::tempdir().unwrap();
        let other = Router::new().fallback(async || (StatusCode::CONFLICT, "of another build"));
        let _end = serving(folder.path(), other);
        let refused = Operator::connect(&folder.path().join(NAME)).await;
        assert_eq!(refused.unwrap_err().to_string(), "of another build");
    }
}
