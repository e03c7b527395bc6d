//! What CloudFront does in front of the product: the downloads host, the site, who gets a page's
//! card in its place, and which files are made when they are asked for.
//!
//! None of its rules is written here. Methods, headers and the patterns of addresses are those of
//! `template.yaml`; types and times of the site's files those of `site/files.json`. There is no
//! cache: what CloudFront keeps for some seconds is read again here.

use std::{error::Error, future::Future, sync::Arc};

use axum::{
    Router,
    body::{Body, Bytes},
    extract::{Request, State},
    http::{HeaderValue, Method, StatusCode, Uri, header, request::Parts, uri::Authority},
    response::{IntoResponse, Response},
};
use chute_api::answer::Problem;
use tower::ServiceExt;

mod address;
mod behaviour;
mod file;
mod site;

#[cfg(test)]
mod tests;

use address::{DownloadsPath, SitePath, Way, downloads_path, key};
use behaviour::{Asked, Behaviour};
pub use site::{BadSite, Site};

use crate::template::{BadTemplate, Template};

/// The header by which a card learns where its site is, as from the function `SitePath`.
const SITE_ADDRESS: &str = "x-site-address";
/// Where the downloads host begins.
const DOWNLOADS: &str = "/downloads/";
/// Where the pages begin that other sites may show in a frame.
const EMBEDDED: &str = "/embed/";

/// A stored file with what it was stored with.
#[derive(Clone, Debug)]
pub struct Object {
    /// Its bytes, compressed where `content_encoding` says so.
    pub body: Bytes,
    /// For `Content-Type`.
    pub content_type: Option<String>,
    /// For `Content-Encoding`.
    pub content_encoding: Option<String>,
    /// For `Cache-Control`.
    pub cache_control: Option<String>,
    /// For `ETag`, with or without its quotes. Different bytes have a different one.
    pub etag: String,
    /// When it was stored, unix milliseconds.
    pub written_ms: u64,
}

/// Where published files come from: the bucket `DownloadsBucket`.
pub trait Files: Send + Sync + 'static {
    /// Why a file cannot be read. It goes to the log and to nobody else.
    type Error: Into<Box<dyn Error + Send + Sync>>;

    /// The file of a key such as `results/index.json`; `None` when there is none. The key is
    /// whatever somebody asked for, but never empty, without `..` and without a slash at its end.
    ///
    /// # Errors
    /// When it is not known whether there is one. The caller gets a 500: at a 404 they would forget
    /// what they have.
    fn read(&self, key: &str) -> impl Future<Output = Result<Option<Object>, Self::Error>> + Send;
}

/// Whether the viewer came over TLS: put into a request's extensions by whoever knows. Without it,
/// they did not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OverTls(pub bool);

/// The router of everything but the APIs' own paths. `made` is asked for cards and for files that
/// are made on demand, at `/api/card/…`, with the viewer's request: the request has to say what the
/// viewer's address is, or `made` has to add it.
///
/// From now on the site's files are compressed, on a thread of their own; until one is ready it is
/// sent as it is.
///
/// # Errors
/// When the template holds something that this does not know how to do.
pub fn router<F: Files>(
    template: &Template,
    site: Site,
    files: F,
    made: Router,
) -> Result<Router, BadTemplate> {
    let distribution = Distribution {
        for_downloads: Behaviour::read(template, Some("/downloads/*"))?,
        for_embedded: Behaviour::read(template, Some("/embed/*"))?,
        for_site: Behaviour::read(template, None)?,
        site_path: SitePath::read(template)?,
        downloads_path: DownloadsPath::read(template)?,
        site,
        files,
        made,
    };
    distribution.site.compress();
    Ok(Router::new()
        .fallback(serve::<F>)
        .with_state(Arc::new(distribution)))
}

struct Distribution<F> {
    for_downloads: Behaviour,
    for_embedded: Behaviour,
    for_site: Behaviour,
    site_path: SitePath,
    downloads_path: DownloadsPath,
    site: Site,
    files: F,
    made: Router,
}

async fn serve<F: Files>(
    State(distribution): State<Arc<Distribution<F>>>,
    request: Request,
) -> Response {
    let (parts, body) = request.into_parts();
    let asked = Asked::of(&parts);
    let is_download = parts.uri.path().starts_with(DOWNLOADS);
    let behaviour = match parts.uri.path() {
        _ if is_download => &distribution.for_downloads,
        path if path.starts_with(EMBEDDED) => &distribution.for_embedded,
        _ => &distribution.for_site,
    };
    let mut answer = if !behaviour.allows(&parts.method) {
        Problem::Forbidden("Forbidden").into_response()
    } else if is_download {
        distribution.download(parts, body).await
    } else {
        distribution.page(parts, body).await
    };
    if is_download {
        // As by the function DownloadsOpen; here for errors, too.
        answer.headers_mut().insert(
            header::ACCESS_CONTROL_ALLOW_ORIGIN,
            HeaderValue::from_static("*"),
        );
    }
    behaviour.headers.put(&asked, answer.headers_mut());
    answer
}

impl<F: Files> Distribution<F> {
    async fn download(&self, mut request: Parts, body: Body) -> Response {
        let path = request.uri.path();
        let made = self.downloads_path.made(path);
        let Some(key) = downloads_path(path).and_then(key) else {
            return not_found();
        };
        if request.method == Method::OPTIONS {
            return StatusCode::NO_CONTENT.into_response();
        }
        if let Some(path) = made {
            request
                .headers
                .entry(header::ACCEPT)
                .or_insert(HeaderValue::from_static("*/*"));
            return self.make(&path, request, body).await;
        }
        match self.files.read(&key).await {
            Ok(Some(object)) => file::send_compressing(object, &request.method, &request.headers),
            Ok(None) => not_found(),
            Err(error) => Problem::Failed(error.into()).into_response(),
        }
    }

    async fn page(&self, request: Parts, body: Body) -> Response {
        let agent = request
            .headers
            .get(header::USER_AGENT)
            .map(HeaderValue::as_bytes);
        match self.site_path.way(agent, request.uri.path()) {
            Way::Card(path) => self.make(&path, request, body).await,
            Way::File(path) => match key(path).and_then(|key| self.site.file(&key)) {
                Some(file) => file.send(&request.method, &request.headers),
                None => not_found(),
            },
        }
    }

    /// The API's answer at another path. The API is told where the site is.
    async fn make(&self, path: &str, mut request: Parts, body: Body) -> Response {
        let Ok(path) = Uri::try_from(path) else {
            return not_found();
        };
        match site_address(&request) {
            Some(site) => request.headers.insert(SITE_ADDRESS, site),
            None => request.headers.remove(SITE_ADDRESS),
        };
        request.uri = path;
        match self
            .made
            .clone()
            .oneshot(Request::from_parts(request, body))
            .await
        {
            Ok(answer) => answer,
            Err(never) => match never {},
        }
    }
}

/// The site's own address as the viewer asked for it, "https://results.example.org"; `None` where
/// they named no host.
fn site_address(request: &Parts) -> Option<HeaderValue> {
    let scheme = if request.extensions.get() == Some(&OverTls(true)) {
        "https"
    } else {
        "http"
    };
    let host = request
        .uri
        .authority()
        .map(Authority::as_str)
        .or_else(|| request.headers.get(header::HOST)?.to_str().ok())?;
    HeaderValue::try_from(format!("{scheme}://{host}")).ok()
}

fn not_found() -> Response {
    Problem::NotFound("Not Found").into_response()
}
