//! HTTPS on the address of plain http: what comes first on a connection tells which of the two it
//! is. A camera, for one, works in a page only over HTTPS.
//!
//! The certificate is the operator's, or one made for this machine's names and addresses, which
//! phones warn of; a page ([`explanation`]) tells why, and what to press.

use std::{
    collections::BTreeSet,
    fs, io,
    net::IpAddr,
    path::{Path, PathBuf},
    sync::Arc,
};

use axum::{Router, http::header::CONTENT_TYPE, routing::get};
use chute_store::Cause;
use jiff::{Timestamp, ToSpan};
use rcgen::{CertificateParams, DistinguishedName, DnType, KeyPair};
use rustls::{
    ServerConfig,
    crypto::aws_lc_rs,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
};
use serde::{Deserialize, Serialize};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::TcpStream,
};
use tokio_rustls::{TlsAcceptor, server::TlsStream};
use tokio_util::either::Either;

use crate::private::write_private;

/// The path of the page that explains a phone's warning.
pub const EXPLAINED: &str = "/https";
/// The name of the certificate's file in the data folder.
const FILE: &str = "tls.json";
/// For how long a certificate is made: browsers take none that is valid for longer than 398 days.
const DAYS: i64 = 397;
/// How long before its end another one is made.
const DAYS_LEFT: i64 = 30;
/// The first byte of a connection over TLS: a record with a handshake (RFC 8446, section 5.1).
const HANDSHAKE: u8 = 22;

/// Whose certificate is used.
#[derive(Clone, Debug)]
pub enum Certificate {
    /// The operator's, in PEM files.
    Given {
        /// The certificate, and those up to one that browsers know.
        chain: PathBuf,
        /// Its private key.
        key: PathBuf,
    },
    /// One that is made for this machine's addresses, and kept in the data folder.
    Made(Vec<IpAddr>),
}

/// Why there is no HTTPS.
#[derive(Debug, thiserror::Error)]
pub enum BadCertificate {
    /// A file cannot be read or written.
    #[error("{}: {}", .0.display(), .1)]
    File(PathBuf, #[source] io::Error),
    /// There is none in the file.
    #[error("{} holds no certificate in PEM", .0.display())]
    None(PathBuf),
    /// It is damaged, or the key is not its own.
    #[error("certificate and key cannot be used: {0}")]
    Unusable(#[source] Cause),
}

fn unusable(cause: impl Into<Cause>) -> BadCertificate {
    BadCertificate::Unusable(cause.into())
}

/// Answers over TLS; clones share the key.
#[derive(Clone)]
pub struct Tls(TlsAcceptor);

/// A certificate that was made here.
#[derive(Debug, Serialize, Deserialize)]
struct Made {
    names: BTreeSet<String>,
    /// Its last second, since 1970.
    until_s: i64,
    certificate: String,
    key: String,
}

impl Tls {
    /// Reads the certificate; one that is made is kept in this folder.
    ///
    /// # Errors
    /// When a file cannot be read or written, or certificate and key do not belong together.
    pub fn open(certificate: &Certificate, folder: &Path) -> Result<Self, BadCertificate> {
        let (file, chain, key) = match certificate {
            Certificate::Given { chain, key } => (chain.clone(), read(chain)?, read(key)?),
            Certificate::Made(addresses) => {
                let file = folder.join(FILE);
                let made = Made::open(&file, addresses)?;
                (file, made.certificate.into_bytes(), made.key.into_bytes())
            }
        };
        let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&chain).collect();
        let chain = chain.map_err(unusable)?;
        if chain.is_empty() {
            return Err(BadCertificate::None(file));
        }
        let key = PrivateKeyDer::from_pem_slice(&key).map_err(unusable)?;
        let config = ServerConfig::builder_with_provider(aws_lc_rs::default_provider().into())
            .with_safe_default_protocol_versions()
            .and_then(|config| config.with_no_client_auth().with_single_cert(chain, key));
        let mut config = config.map_err(unusable)?;
        config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
        Ok(Self(TlsAcceptor::from(Arc::new(config))))
    }

    /// Whether a connection is one over TLS, once its first byte is here.
    pub async fn is_wanted(stream: &TcpStream) -> io::Result<bool> {
        let mut first = [0];
        Ok(stream.peek(&mut first).await? > 0 && first == [HANDSHAKE])
    }

    /// Agrees with the client on a key, if the connection is one over TLS.
    pub async fn accept<S: AsyncRead + AsyncWrite + Unpin>(
        self,
        stream: S,
        is_wanted: bool,
    ) -> io::Result<Either<S, TlsStream<S>>> {
        if is_wanted {
            self.0.accept(stream).await.map(Either::Right)
        } else {
            Ok(Either::Left(stream))
        }
    }
}

fn read(file: &Path) -> Result<Vec<u8>, BadCertificate> {
    fs::read(file).map_err(|error| BadCertificate::File(file.to_owned(), error))
}

impl Made {
    /// The one that was made before, unless it is near its end, the machine has other names, or its
    /// clock was ahead when it was made.
    fn open(file: &Path, addresses: &[IpAddr]) -> Result<Self, BadCertificate> {
        let names = names(addresses);
        let now = Timestamp::now();
        let [soon_s, late_s] =
            [DAYS_LEFT, DAYS].map(|days| (now + (days * 24).hours()).as_second());
        let is_good =
            |made: &Self| made.names == names && (soon_s..=late_s).contains(&made.until_s);
        let known = fs::read(file)
            .ok()
            .and_then(|text| serde_json::from_slice(&text).ok())
            .filter(is_good);
        if let Some(known) = known {
            return Ok(known);
        }
        let made = Self::new(names, now).map_err(unusable)?;
        let text = serde_json::to_vec(&made).map_err(unusable)?;
        write_private(file, &text).map_err(|error| BadCertificate::File(file.to_owned(), error))?;
        Ok(made)
    }

    fn new(names: BTreeSet<String>, now: Timestamp) -> Result<Self, rcgen::Error> {
        let key = KeyPair::generate()?;
        let mut params = CertificateParams::new(names.iter().cloned().collect::<Vec<_>>())?;
        params.distinguished_name = DistinguishedName::new();
        params
            .distinguished_name
            .push(DnType::CommonName, "Chute on this machine");
        // a phone whose clock is a day behind takes it, too
        let (from, until) = (now - 24.hours(), now + (DAYS * 24).hours());
        let date = |at: Timestamp| {
            let date = jiff::tz::Offset::UTC.to_datetime(at).date();
            let [month, day] = [date.month(), date.day()].map(i8::unsigned_abs);
            rcgen::date_time_ymd(date.year().into(), month, day)
        };
        params.not_before = date(from);
        params.not_after = date(until);
        Ok(Self {
            names,
            until_s: until.as_second(),
            certificate: params.self_signed(&key)?.pem(),
            key: key.serialize_pem(),
        })
    }
}

/// This machine's names, its own and those in its network.
fn names(addresses: &[IpAddr]) -> BTreeSet<String> {
    let own = rustix::system::uname();
    let own = own.nodename().to_string_lossy().to_lowercase();
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '.';
    let own = (!own.is_empty() && own.chars().all(is_name)).then_some(own);
    let local = own.as_ref().map(|name| format!("{name}.local"));
    addresses
        .iter()
        .map(ToString::to_string)
        .chain(["localhost".to_owned()])
        .chain(own)
        .chain(local)
        .collect()
}

/// The page for those whose phone warns of a certificate that was made here.
pub fn explanation() -> Router {
    const PAGE: &str = include_str!("tls.html");
    Router::new().route(
        EXPLAINED,
        get(async || ([(CONTENT_TYPE, "text/html; charset=utf-8")], PAGE)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_certificate_is_kept_until_the_machine_has_another_address() {
        let folder = tempfile::tempdir().unwrap();
        let of = |address: &str| {
            Made::open(&folder.path().join(FILE), &[address.parse().unwrap()]).unwrap()
        };
        let first = of("192.0.2.7");
        assert!(first.names.contains("192.0.2.7") && first.names.contains("localhost"));
        assert_eq!(first.certificate, of("192.0.2.7").certificate);
        let second = of("192.0.2.8");
        assert_ne!(first.certificate, second.certificate);
        // one that ends soon is made anew, and one that was made by a clock that was ahead
        for days in [1, DAYS + 2] {
            let made = Made {
                until_s: (Timestamp::now() + (days * 24).hours()).as_second(),
                ..of("192.0.2.8")
            };
            fs::write(folder.path().join(FILE), serde_json::to_vec(&made).unwrap()).unwrap();
            assert_ne!(made.certificate, of("192.0.2.8").certificate);
        }
    }

    #[test]
    fn an_invalid_certificate_is_refused_with_the_reason() {
        let folder = tempfile::tempdir().unwrap();
        let [chain, key] = ["chain.pem", "key.pem"].map(|name| folder.path().join(name));
        let open = || {
            let given = Certificate::Given {
                chain: chain.clone(),
                key: key.clone(),
            };
            Tls::open(&given, folder.path()).err().unwrap().to_string()
        };
        assert!(open().contains("chain.pem: "), "{}", open());
        fs::write(&chain, "no certificate").unwrap();
        assert!(open().contains("key.pem: "), "{}", open());
        fs::write(&key, "no key").unwrap();
        assert!(
            open().contains("chain.pem holds no certificate"),
            "{}",
            open()
        );
        let now = Timestamp::now();
        let [first, second] = [0, 1].map(|_| Made::new(names(&[]), now).unwrap());
        fs::write(&chain, first.certificate).unwrap();
        fs::write(&key, second.key).unwrap();
        assert!(open().contains("key"), "{}", open());
        fs::write(&key, first.key).unwrap();
        let given = Certificate::Given { chain, key };
        assert!(Tls::open(&given, folder.path()).is_ok());
    }
}
