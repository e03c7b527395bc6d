//! CloudFront's part in front of the product: the downloads host, the site, which requests get a
//! page's card instead of the page, and which files are made on request.
//!
//! None of its rules is written here. Methods, headers and address patterns are those of
//! `template.yaml`; types and caching times of the site's files are those of `site/files.json`.
//! There is no cache: what CloudFront keeps for some seconds is read again here.

use std::{error::Error, future::Future, sync::Arc};

use axum::{
    Router,
    body::Body,
    extract::{Request, State},
    http::{HeaderValue, Method, StatusCode, Uri, header, request::Parts, uri::Authority},
    middleware::{Next, from_fn_with_state},
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

use crate::{
    objects::Object,
    template::{BadTemplate, Template},
};

/// The header that tells a card the address of its site, as the function `SitePath` does.
const SITE_ADDRESS: &str = "x-site-address";
/// The path prefix of the downloads host.
const DOWNLOADS: &str = "/downloads/";
/// The path prefix of pages that other sites may show in a frame.
const EMBEDDED: &str = "/embed/";
/// The path prefix of cards at their own address.
const CARDS: &str = "/api/card/";

/// The source of published files: the bucket `DownloadsBucket`.
pub trait Files: Send + Sync + 'static {
    /// Why a file cannot be read. It is only logged.
    type Error: Into<Box<dyn Error + Send + Sync>>;

    /// The file with a key such as `results/index.json`; `None` if there is none. The key comes
    /// from the request, but is never empty, contains no `..` part and does not end with a slash.
    ///
    /// # Errors
    /// When it is unknown whether the file exists. The caller gets a 500: after a 404 they would
    /// drop their copy.
    fn read(&self, key: &str) -> impl Future<Output = Result<Option<Object>, Self::Error>> + Send;
}

/// Whether the viewer's connection used TLS; put into a request's extensions by the code that
/// knows. Without it, the connection counts as not encrypted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OverTls(pub bool);

/// The router of everything but the APIs' own paths. `made` gets the viewer's requests for cards
/// and for files that are made on request, at `/api/card/…`; the request has to carry the viewer's
/// address, or `made` has to add it.
///
/// Starts to compress the site's files, on a thread of their own; until one is ready it is sent
/// uncompressed.
///
/// # Errors
/// When the template holds something that is not implemented here.
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

/// The hosts of the APIs, whose cards have the headers of a page of the site also at their own
/// address.
///
/// # Errors
/// When the template holds something that is not implemented here.
pub fn with_cards(template: &Template, hosts: Router) -> Result<Router, BadTemplate> {
    let behaviour = Arc::new(Behaviour::read(template, Some("/api/card/*"))?);
    Ok(hosts.layer(from_fn_with_state(behaviour, card_headers)))
}

async fn card_headers(
    State(behaviour): State<Arc<Behaviour>>,
    request: Request,
    next: Next,
) -> Response {
    if !request.uri().path().starts_with(CARDS) {
        return next.run(request).await;
    }
    let (parts, body) = request.into_parts();
    let asked = Asked::of(&parts);
    let mut answer = next.run(Request::from_parts(parts, body)).await;
    behaviour.headers.put(&asked, answer.headers_mut());
    answer
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
        // as the function DownloadsOpen does; here on errors, too
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

    /// The API's answer at another path; tells the API where the site is.
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

/// The site's own address as the viewer sees it, such as `https://results.example.org`; `None` if
/// the request names no host.
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
