//! Stands in for Secrets Manager: secrets created at the first start, in a file that only its owner
//! may read.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
    sync::Mutex,
};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{lock::lock, objects::hex, private::write_private};

/// The characters of secrets, which are as long as those of the template.
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const LENGTH: usize = 40;

/// A secret that is in use and, after a rotation, the one before it.
#[derive(Clone, Serialize, Deserialize)]
struct Secret {
    current: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    previous: Option<String>,
}

/// The content of the file.
#[derive(Clone, Serialize, Deserialize)]
struct Content {
    /// Tells deployments apart ([`deployment`]). Earlier versions signed calls with the two keys, and
    /// do not open a folder without them.
    access_key: String,
    secret_key: String,
    secrets: BTreeMap<String, Secret>,
}

/// The secrets of the deployment by name.
pub struct Secrets {
    file: PathBuf,
    content: Mutex<Content>,
}

impl std::fmt::Debug for Secrets {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        to.debug_list()
            .entries(lock(&self.content).secrets.keys())
            .finish()
    }
}

impl Secrets {
    /// Reads the file, and creates what is not in it yet.
    ///
    /// # Errors
    /// When the file cannot be read or written, or is not one of secrets.
    pub fn open(file: &Path, names: &[String]) -> io::Result<Self> {
        let mut content = match fs::read(file) {
            Ok(text) => serde_json::from_slice(&text)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Content {
                access_key: random()?,
                secret_key: random()?,
                secrets: BTreeMap::new(),
            },
            Err(error) => return Err(error),
        };
        let before = content.secrets.len();
        for name in names {
            if !content.secrets.contains_key(name) {
                content.secrets.insert(
                    name.clone(),
                    Secret {
                        current: random()?,
                        previous: None,
                    },
                );
            }
        }
        if content.secrets.len() != before {
            write_private(file, &serde_json::to_vec_pretty(&content)?)?;
        }
        Ok(Self {
            file: file.to_owned(),
            content: Mutex::new(content),
        })
    }

    /// The value of a secret that is in use.
    #[must_use]
    pub fn current(&self, name: &str) -> Option<String> {
        lock(&self.content)
            .secrets
            .get(name)
            .map(|secret| secret.current.clone())
    }

    /// The versions of a secret, the one that is in use first.
    #[must_use]
    pub fn versions(&self, name: &str) -> Option<Vec<String>> {
        let secret = lock(&self.content).secrets.get(name).cloned()?;
        Some(
            [secret.current]
                .into_iter()
                .chain(secret.previous)
                .collect(),
        )
    }

    /// Sets a new value of a secret that exists; the previous one stays readable, for what was made
    /// with it.
    ///
    /// # Errors
    /// When there is no such secret, the value is empty, or the file cannot be written.
    pub fn rotate(&self, name: &str, value: &str) -> io::Result<()> {
        let mut content = lock(&self.content);
        let mut new = content.clone();
        let secret = new.secrets.get_mut(name).filter(|_| !value.is_empty());
        let secret = secret.ok_or(io::ErrorKind::InvalidInput)?;
        secret.previous = Some(std::mem::replace(&mut secret.current, value.to_owned()));
        write_private(&self.file, &serde_json::to_vec_pretty(&new)?)?;
        *content = new;
        Ok(())
    }
}

/// Tells a deployment from others, without telling anything of its secrets: eight hex digits, the
/// same wherever its data is restored.
///
/// # Errors
/// When the file cannot be read, or is not one of secrets.
pub fn deployment(file: &Path) -> io::Result<String> {
    let content: Content = serde_json::from_slice(&fs::read(file)?)?;
    let digest = Sha256::digest(format!("deployment {}", content.access_key));
    Ok(hex(digest.get(..4).unwrap_or_default()))
}

fn random() -> io::Result<String> {
    let mut bytes = [0; LENGTH];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(bytes
        .iter()
        .filter_map(|byte| LETTERS.get(usize::from(byte % 64)))
        .map(|letter| char::from(*letter))
        .collect())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn secrets_stay_and_new_ones_are_made() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("secrets.json");
        let first = Secrets::open(&file, &["One".into()]).unwrap();
        let again = Secrets::open(&file, &["One".into(), "Two".into()]).unwrap();
        let one = first.versions("One").unwrap();
        assert_eq!((one.len(), Some(one)), (1, again.versions("One")));
        assert_ne!(again.current("One"), again.current("Two"));
        assert!(first.versions("Two").is_none() && again.versions("Two").is_some());
        let key = |secrets: &Secrets| lock(&secrets.content).access_key.clone();
        assert_eq!(key(&first), key(&again));
        assert_eq!(
            fs::metadata(&file).unwrap().permissions().mode() & 0o777,
            0o600
        );
    }

    #[test]
    fn a_new_value_keeps_the_one_before() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("secrets.json");
        let secrets = Secrets::open(&file, &["One".into()]).unwrap();
        let before = secrets.current("One").unwrap();
        assert!(secrets.rotate("Two", "x").is_err());
        assert!(secrets.rotate("One", "").is_err());
        secrets.rotate("One", "new").unwrap();
        for secrets in [secrets, Secrets::open(&file, &["One".into()]).unwrap()] {
            let expected = vec!["new".to_owned(), before.clone()];
            assert_eq!(secrets.versions("One"), Some(expected));
            assert_eq!(secrets.current("One").as_deref(), Some("new"));
        }
    }
}
