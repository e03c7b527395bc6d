//! Stands in for Secrets Manager: secrets created at the first start, in a file that only its owner
//! may read.

use std::{
    collections::BTreeMap,
    fs::{self, OpenOptions},
    io::{self, Write},
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::{objects::hex, tables::Answered};

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
    /// The key that signs the process's own calls and those of the operator's command.
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
            .entries(self.content().secrets.keys())
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

    fn content(&self) -> MutexGuard<'_, Content> {
        self.content.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The access key and its secret.
    #[must_use]
    pub fn credentials(&self) -> (String, String) {
        let content = self.content();
        (content.access_key.clone(), content.secret_key.clone())
    }

    /// Whether this is the access key.
    #[must_use]
    pub fn is_access_key(&self, key: &str) -> bool {
        let known = &self.content().access_key;
        // without stopping at the first difference, so that the time it takes does not reveal where
        // that is
        key.len() == known.len()
            && key
                .bytes()
                .zip(known.bytes())
                .fold(0, |all, (a, b)| all | (a ^ b))
                == 0
    }

    /// The value of a secret that is in use.
    #[must_use]
    pub fn current(&self, name: &str) -> Option<String> {
        self.content()
            .secrets
            .get(name)
            .map(|secret| secret.current.clone())
    }

    /// Answers `GetSecretValue`, and `PutSecretValue` for a secret that exists.
    #[must_use]
    pub fn answer(&self, operation: &str, body: &[u8]) -> Answered {
        let asked: Value = serde_json::from_slice(body).unwrap_or_default();
        let of = |name: &str| {
            asked
                .get(name)
                .and_then(Value::as_str)
                .unwrap_or_default()
                .to_owned()
        };
        match operation {
            "GetSecretValue" => self.value(&of("SecretId"), &of("VersionStage")),
            "PutSecretValue" => self.rotate(&of("SecretId"), of("SecretString")),
            _ => failed(
                "InvalidRequestException",
                "Only GetSecretValue and PutSecretValue are known here.",
            ),
        }
    }

    fn value(&self, id: &str, stage: &str) -> Answered {
        let content = self.content();
        let secret = content.secrets.get(id);
        let value = if stage == "AWSPREVIOUS" {
            secret.and_then(|secret| secret.previous.as_ref())
        } else {
            secret.map(|secret| &secret.current)
        };
        match value {
            Some(value) => Answered {
                status: 200,
                body: json!({"Name": id, "SecretString": value, "VersionStages": [stage]})
                    .to_string(),
            },
            None => failed("ResourceNotFoundException", "There is no such secret."),
        }
    }

    /// Sets a new value; the previous one stays readable, for what was made with it.
    fn rotate(&self, id: &str, value: String) -> Answered {
        let mut content = self.content();
        let mut new = content.clone();
        let Some(secret) = new.secrets.get_mut(id) else {
            return failed("ResourceNotFoundException", "There is no such secret.");
        };
        if value.is_empty() {
            return failed("InvalidParameterException", "A secret cannot be empty.");
        }
        secret.previous = Some(std::mem::replace(&mut secret.current, value));
        let written = serde_json::to_vec_pretty(&new)
            .map_err(io::Error::from)
            .and_then(|text| write_private(&self.file, &text));
        if let Err(error) = written {
            tracing::error!(%error, "the secrets could not be written");
            return Answered {
                status: 503,
                body: json!({"__type": "InternalServiceError", "Message": "the disk"}).to_string(),
            };
        }
        *content = new;
        Answered {
            status: 200,
            body: json!({"Name": id, "VersionStages": ["AWSCURRENT"]}).to_string(),
        }
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

fn failed(kind: &str, message: &str) -> Answered {
    Answered {
        status: 400,
        body: json!({"__type": kind, "Message": message}).to_string(),
    }
}

/// Writes a file that only its owner may read: completely, or the old content stays.
///
/// # Errors
/// When it cannot be written.
pub fn write_private(file: &Path, content: &[u8]) -> io::Result<()> {
    let beside = file.with_extension("new");
    match fs::remove_file(&beside) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    let mut new = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(&beside)?;
    new.write_all(content)?;
    new.sync_all()?;
    fs::rename(&beside, file)?;
    // the new name is on the disk only once the folder has been synced
    file.parent()
        .map_or(Ok(()), |folder| fs::File::open(folder)?.sync_all())
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
        let value = |secrets: &Secrets, name: &str| {
            secrets.answer(
                "GetSecretValue",
                json!({"SecretId": name}).to_string().as_bytes(),
            )
        };
        let first = Secrets::open(&file, &["One".into()]).unwrap();
        let again = Secrets::open(&file, &["One".into(), "Two".into()]).unwrap();
        assert_eq!(value(&first, "One").body, value(&again, "One").body);
        assert_ne!(again.current("One"), again.current("Two"));
        assert_eq!(
            (value(&first, "Two").status, value(&again, "Two").status),
            (400, 200)
        );
        assert_eq!(first.credentials(), again.credentials());
        let (key, secret) = first.credentials();
        assert!(
            again.is_access_key(&key) && !again.is_access_key("") && !again.is_access_key(&secret)
        );
        assert_eq!(
            fs::metadata(&file).unwrap().permissions().mode() & 0o777,
            0o600
        );
        let previous = again.answer(
            "GetSecretValue",
            br#"{"SecretId":"One","VersionStage":"AWSPREVIOUS"}"#,
        );
        assert_eq!(previous.status, 400);
    }

    #[test]
    fn a_new_value_keeps_the_one_before() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("secrets.json");
        let secrets = Secrets::open(&file, &["One".into()]).unwrap();
        let before = secrets.current("One").unwrap();
        assert_eq!(
            secrets
                .answer(
                    "PutSecretValue",
                    br#"{"SecretId":"Two","SecretString":"x"}"#
                )
                .status,
            400
        );
        assert_eq!(
            secrets
                .answer("PutSecretValue", br#"{"SecretId":"One","SecretString":""}"#)
                .status,
            400
        );
        assert_eq!(
            secrets
                .answer(
                    "PutSecretValue",
                    br#"{"SecretId":"One","SecretString":"new"}"#
                )
                .status,
            200
        );
        for secrets in [secrets, Secrets::open(&file, &["One".into()]).unwrap()] {
            let previous = secrets.answer(
                "GetSecretValue",
                br#"{"SecretId":"One","VersionStage":"AWSPREVIOUS"}"#,
            );
            assert!(previous.body.contains(&before), "{}", previous.body);
            assert_eq!(secrets.current("One").as_deref(), Some("new"));
        }
    }
}
