//! The built site, held in memory, each file in all forms in which it is sent.

use std::{
    collections::{BTreeMap, HashMap},
    fs, io,
    path::{Path, PathBuf},
    sync::{Arc, OnceLock},
    thread,
    time::{SystemTime, UNIX_EPOCH},
};

use axum::{
    body::Bytes,
    http::{HeaderMap, Method},
    response::Response,
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use chute_api::middleware::takes;
use regex_lite::Regex;
use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::file::{Coding, send, vary};
use crate::objects::Object;

/// Types and caching times of the site's files, for this server and for the upload to AWS
/// (`infra/local/pages.py`).
const RULES: &str = include_str!("../../../../site/files.json");

/// The built site in this program, by name and packed with brotli, in the order of names: what
/// `build.rs` has read.
#[cfg(feature = "site")]
const CONTAINED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/site.rs"));
#[cfg(not(feature = "site"))]
const CONTAINED: &[(&str, &[u8])] = &[];

/// The built site. Clones share its files.
#[derive(Clone, Debug)]
pub struct Site(Arc<HashMap<String, File>>);

/// The site cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum BadSite {
    /// A file or folder cannot be read.
    #[error("{}: {}", .0.display(), .1)]
    Unreadable(PathBuf, #[source] io::Error),
    /// The folder holds no built site.
    #[error("{} holds no index.html: the site is not built", .0.display())]
    NotBuilt(PathBuf),
    /// The rules this program was built with are broken.
    #[error("site/files.json: {0}")]
    Rules(String),
}

/// The code in `index.html` that fetches the page's configuration; replaced by [`brought_along`]
/// here and by `infra/local/pages.py`.
const FETCHED: &str =
    r#"<link rel="preload" href="/config.json" as="fetch" crossorigin="anonymous" />"#;

/// `index.html` with the configuration in it, so that no visit has to fetch `config.json`. JSON
/// inside a page must not contain `<`.
fn brought_along(page: &str, config: &str) -> String {
    let json = config.replace('<', r"\u003c");
    page.replace(
        FETCHED,
        &format!(r#"<script type="application/json" id="config">{json}</script>"#),
    )
}

/// A file with its compressed forms, once they are made: they hold `None` if compressing is not
/// worth it.
#[derive(Debug)]
pub(super) struct File {
    plain: Object,
    brotli: OnceLock<Option<Object>>,
    gzip: OnceLock<Option<Object>>,
}

impl Site {
    /// Whether this program contains one.
    #[must_use]
    pub fn is_contained() -> bool {
        !CONTAINED.is_empty()
    }

    /// The output of `npm run build` (`site/dist`): that in a folder, or else what this program
    /// contains. `config` replaces its `config.json`, which tells the site its addresses and its
    /// public read key; it is also put into `index.html`.
    ///
    /// # Errors
    /// When a file cannot be read or there is no `index.html`.
    pub fn read(folder: Option<&Path>, config: &str) -> Result<Self, BadSite> {
        let rules = Rules::read()?;
        let mut files = match folder {
            Some(folder) => rules.of_folder(folder)?,
            None => rules.of_program()?,
        };
        let now = SystemTime::now();
        let name = "index.html";
        let page = files
            .get(name)
            .ok_or_else(|| BadSite::NotBuilt(folder.map(Path::to_owned).unwrap_or_default()))?;
        let page = brought_along(&String::from_utf8_lossy(&page.plain.body), config);
        files.insert(name.to_owned(), rules.file(name, page.into(), now));
        let name = "config.json";
        files.insert(
            name.to_owned(),
            rules.file(name, config.to_owned().into(), now),
        );
        Ok(Self(Arc::new(files)))
    }

    /// The file with a name such as `assets/index.js`.
    pub(super) fn file(&self, name: &str) -> Option<&File> {
        self.0.get(name)
    }

    /// How many bytes its files take, in all forms that are ready.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let forms = |file: &File| {
            let made = [&file.brotli, &file.gzip].map(|form| form.get().and_then(Option::as_ref));
            let made = made.into_iter().flatten().map(|object| object.body.len());
            file.plain.body.len() + made.sum::<usize>()
        };
        self.0.values().map(forms).sum()
    }

    /// Compresses all files on a thread of its own: gzip is ready at once; brotli at its best level
    /// takes seconds, for which no request waits.
    pub(super) fn compress(&self) {
        let site = self.clone();
        let work = move || {
            for file in site.0.values() {
                file.gzip
                    .get_or_init(|| Coding::Gzip(9).compressed(&file.plain));
            }
            for file in site.0.values() {
                file.brotli
                    .get_or_init(|| Coding::Brotli.compressed(&file.plain));
            }
        };
        if let Err(error) = thread::Builder::new()
            .name("compress-site".to_owned())
            .spawn(work)
        {
            tracing::warn!(%error, "the site's files are sent uncompressed");
        }
    }
}

#[cfg(test)]
impl Site {
    /// Whether [`Site::compress`] has finished.
    pub(super) fn is_compressed(&self) -> bool {
        self.0.values().all(|file| file.brotli.get().is_some())
    }
}

impl File {
    /// Sends the file in the best form that the caller accepts and that is ready.
    pub(super) fn send(&self, method: &Method, headers: &HeaderMap) -> Response {
        let taken = |object: &&Object| {
            object
                .content_encoding
                .as_deref()
                .is_some_and(|coding| takes(headers, coding))
        };
        let best = [&self.brotli, &self.gzip]
            .into_iter()
            .filter_map(|form| form.get()?.as_ref())
            .find(taken);
        let mut answer = send(best.unwrap_or(&self.plain).clone(), method, headers);
        vary(&mut answer);
        answer
    }
}

/// All files of a folder and its folders.
fn paths(folder: &Path) -> Result<Vec<PathBuf>, BadSite> {
    let unreadable = |error| BadSite::Unreadable(folder.to_owned(), error);
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.is_dir() {
            found.extend(paths(&path)?);
        } else {
            found.push(path);
        }
    }
    Ok(found)
}

struct Rules {
    content_types: BTreeMap<String, String>,
    cache_control: Vec<(Regex, String)>,
}

impl Rules {
    fn read() -> Result<Self, BadSite> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Written {
            content_types: BTreeMap<String, String>,
            cache_control: Vec<(String, String)>,
        }
        let broken = |error: &dyn std::fmt::Display| BadSite::Rules(error.to_string());
        let Written {
            content_types,
            cache_control,
        } = serde_json::from_str(RULES).map_err(|error| broken(&error))?;
        let compiled = cache_control.into_iter().map(|(pattern, value)| {
            Ok((Regex::new(&pattern).map_err(|error| broken(&error))?, value))
        });
        Ok(Self {
            content_types,
            cache_control: compiled.collect::<Result<_, BadSite>>()?,
        })
    }

    /// The content type by the ending of the name.
    fn content_type(&self, name: &str) -> &str {
        let ending = name.rsplit('.').next().unwrap_or_default();
        self.content_types
            .get(ending)
            .map_or("application/octet-stream", String::as_str)
    }

    /// The value of the first rule whose pattern matches the name: an asset's name changes with its
    /// content.
    fn cache_control(&self, name: &str) -> Option<&str> {
        self.cache_control
            .iter()
            .find(|(pattern, _)| pattern.is_match(name))
            .map(|(_, value)| value.as_str())
    }

    fn of_folder(&self, folder: &Path) -> Result<HashMap<String, File>, BadSite> {
        let read = |path: PathBuf| {
            let unreadable = |error| BadSite::Unreadable(path.clone(), error);
            let name = path
                .strip_prefix(folder)
                .unwrap_or(&path)
                .components()
                .map(|part| part.as_os_str().to_string_lossy());
            let name = name.collect::<Vec<_>>().join("/");
            let written = fs::metadata(&path)
                .and_then(|about| about.modified())
                .map_err(unreadable)?;
            let body = fs::read(&path).map_err(unreadable)?;
            let file = self.file(&name, body.into(), written);
            Ok((name, file))
        };
        paths(folder)?.into_iter().map(read).collect()
    }

    fn of_program(&self) -> Result<HashMap<String, File>, BadSite> {
        let started = SystemTime::now();
        let read = |(name, packed): &(&str, &'static [u8])| {
            let mut plain = Vec::new();
            brotli::BrotliDecompress(&mut &**packed, &mut plain)
                .map_err(|error| BadSite::Unreadable(name.into(), error))?;
            let file = self.file(name, plain.into(), started);
            let packed = Coding::Brotli.of_packed(&file.plain, Bytes::from_static(packed));
            let _ = file.brotli.set(packed);
            Ok(((*name).to_owned(), file))
        };
        CONTAINED.iter().map(read).collect()
    }

    fn file(&self, name: &str, body: Bytes, written: SystemTime) -> File {
        let etag = URL_SAFE_NO_PAD.encode(Sha256::digest(&body));
        let since_1970 = written.duration_since(UNIX_EPOCH).unwrap_or_default();
        let plain = Object {
            content_type: Some(self.content_type(name).to_owned()),
            content_encoding: None,
            cache_control: self.cache_control(name).map(ToOwned::to_owned),
            etag,
            written_ms: since_1970.as_millis().try_into().unwrap_or_default(),
            body,
        };
        File {
            plain,
            brotli: OnceLock::new(),
            gzip: OnceLock::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::template::Template;

    #[rstest]
    #[case("index.html", "text/html; charset=utf-8", "no-cache")]
    #[case("config.json", "application/json", "no-cache")]
    #[case("sw.js", "text/javascript; charset=utf-8", "public, max-age=300")]
    #[case("favicon.svg", "image/svg+xml", "public, max-age=300")]
    #[case(
        "manifest.webmanifest",
        "application/manifest+json",
        "public, max-age=300"
    )]
    #[case(
        "assets/index-xHEzTUDU.js",
        "text/javascript; charset=utf-8",
        "public, max-age=31536000, immutable"
    )]
    #[case(
        "assets/index.json",
        "application/json",
        "public, max-age=31536000, immutable"
    )]
    #[case(
        "assets/font.woff2",
        "font/woff2",
        "public, max-age=31536000, immutable"
    )]
    #[case("robots.txt", "text/plain; charset=utf-8", "public, max-age=300")]
    #[case("my-assets/x", "application/octet-stream", "public, max-age=300")]
    fn type_and_time_of_a_file(
        #[case] name: &str,
        #[case] content_type: &str,
        #[case] cache_control: &str,
    ) {
        let rules = Rules::read().unwrap();
        assert_eq!(
            (rules.content_type(name), rules.cache_control(name)),
            (content_type, Some(cache_control))
        );
    }

    /// Every ending that `SitePath` takes for that of a file has a type.
    #[test]
    fn no_file_is_without_a_type() {
        let template = Template::of_this_build().unwrap();
        let code = template.properties("SitePath").unwrap()["FunctionCode"]
            .as_str()
            .unwrap();
        let endings = code
            .split_once("var file = /\\.(")
            .unwrap()
            .1
            .split_once(')')
            .unwrap()
            .0;
        let rules = Rules::read().unwrap();
        assert_eq!(
            endings
                .split('|')
                .collect::<std::collections::BTreeSet<_>>(),
            rules.content_types.keys().map(String::as_str).collect()
        );
    }

    #[test]
    fn a_folder_without_a_site_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        assert!(matches!(
            Site::read(Some(folder.path()), "{}"),
            Err(BadSite::NotBuilt(_))
        ));
        assert!(matches!(
            Site::read(Some(&folder.path().join("none")), "{}"),
            Err(BadSite::Unreadable(..))
        ));
    }

    #[test]
    fn the_callers_config_takes_the_place_of_the_folders() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["index.html", "config.json"] {
            fs::write(folder.path().join(name), "of the folder").unwrap();
        }
        let site = Site::read(Some(folder.path()), "{}").unwrap();
        assert_eq!(&*site.file("config.json").unwrap().plain.body, b"{}");
        assert_eq!(
            &*site.file("index.html").unwrap().plain.body,
            b"of the folder"
        );
    }

    /// In the form in which the site is written, and never as the end of the script that holds it.
    #[test]
    fn the_page_brings_the_config_along() {
        let written = include_str!("../../../../site/index.html");
        let page = brought_along(written, r#"{"product":"</script>"}"#);
        assert!(page.contains(r#"<script type="application/json" id="config">{"product":"\u003c/script>"}</script>"#), "{page}");
        assert!(!page.contains("href=\"/config.json\""), "{page}");
    }
}
