//! Secrets Manager's part: secrets made at the first start, in a file that only its owner may read.

use std::{
    collections::BTreeMap,
    fs::{self, OpenOptions},
    io::{self, Write},
    os::unix::fs::OpenOptionsExt,
    path::Path,
};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::tables::Answered;

/// What the secrets are made of: as many characters as those of the template.
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const LENGTH: usize = 40;

/// A secret that is in use; while it is changed, the one before, too.
#[derive(Clone, Serialize, Deserialize)]
struct Secret {
    current: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    previous: Option<String>,
}

/// The secrets of the deployment by name.
#[derive(Clone, Serialize, Deserialize)]
pub struct Secrets {
    /// The key by which the process's own calls are signed, and those of the operator's command.
    access_key: String,
    secret_key: String,
    secrets: BTreeMap<String, Secret>,
}

impl std::fmt::Debug for Secrets {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        to.debug_list().entries(self.secrets.keys()).finish()
    }
}

impl Secrets {
    /// Reads the file, and makes what is not in it yet.
    ///
    /// # Errors
    /// When the file cannot be read or written, or is none.
    pub fn open(file: &Path, names: &[String]) -> io::Result<Self> {
        let mut secrets = match fs::read(file) {
            Ok(text) => serde_json::from_slice(&text)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Self { access_key: random()?, secret_key: random()?, secrets: BTreeMap::new() }
            }
            Err(error) => return Err(error),
        };
        let before = secrets.secrets.len();
        for name in names {
            if !secrets.secrets.contains_key(name) {
                secrets.secrets.insert(name.clone(), Secret { current: random()?, previous: None });
            }
        }
        if secrets.secrets.len() != before {
            write_private(file, &serde_json::to_vec_pretty(&secrets)?)?;
        }
        Ok(secrets)
    }

    /// The access key and its secret.
    #[must_use]
    pub fn credentials(&self) -> (String, String) {
        (self.access_key.clone(), self.secret_key.clone())
    }

    /// Whether this is the access key.
    #[must_use]
    pub fn is_access_key(&self, key: &str) -> bool {
        // of equal length, so that time tells nothing of where they differ
        key.len() == self.access_key.len() && key.bytes().zip(self.access_key.bytes()).fold(0, |all, (a, b)| all | (a ^ b)) == 0
    }

    /// The value of a secret that is in use.
    #[must_use]
    pub fn current(&self, name: &str) -> Option<&str> {
        self.secrets.get(name).map(|secret| secret.current.as_str())
    }

    /// Answers `GetSecretValue`.
    #[must_use]
    pub fn answer(&self, operation: &str, body: &[u8]) -> Answered {
        let asked: Value = serde_json::from_slice(body).unwrap_or_default();
        let of = |name: &str| asked.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        let (id, stage) = (of("SecretId"), of("VersionStage"));
        let secret = self.secrets.get(&id).filter(|_| operation == "GetSecretValue");
        let value = match (secret, stage.as_str()) {
            (Some(secret), "AWSPREVIOUS") => secret.previous.as_ref(),
            (Some(secret), _) => Some(&secret.current),
            (None, _) => None,
        };
        match value {
            Some(value) => Answered { status: 200, body: json!({"Name": id, "SecretString": value, "VersionStages": [stage]}).to_string() },
            None => Answered {
                status: 400,
                body: json!({"__type": "ResourceNotFoundException", "Message": "There is no such secret."}).to_string(),
            },
        }
    }
}

/// Writes a file that only its owner may read: all of it, or what was there stays.
///
/// # Errors
/// When the disk does not take it.
pub fn write_private(file: &Path, content: &[u8]) -> io::Result<()> {
    let beside = file.with_extension("new");
    match fs::remove_file(&beside) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    let mut new = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&beside)?;
    new.write_all(content)?;
    new.sync_all()?;
    fs::rename(&beside, file)?;
    // the name itself is in the folder
    file.parent().map_or(Ok(()), |folder| fs::File::open(folder)?.sync_all())
}

fn random() -> io::Result<String> {
    let mut bytes = [0; LENGTH];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(bytes.iter().filter_map(|byte| LETTERS.get(usize::from(byte % 64))).map(|letter| char::from(*letter)).collect())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn secrets_stay_and_new_ones_are_made() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("secrets.json");
        let value = |secrets: &Secrets, name: &str| secrets.answer("GetSecretValue", json!({"SecretId": name}).to_string().as_bytes());
        let first = Secrets::open(&file, &["One".into()]).unwrap();
        let again = Secrets::open(&file, &["One".into(), "Two".into()]).unwrap();
        assert_eq!(value(&first, "One").body, value(&again, "One").body);
        assert_ne!(again.secrets["One"].current, again.secrets["Two"].current);
        assert_eq!((value(&first, "Two").status, value(&again, "Two").status), (400, 200));
        assert_eq!(first.credentials(), again.credentials());
        assert!(again.is_access_key(&first.access_key) && !again.is_access_key("") && !again.is_access_key(&first.secret_key));
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        let previous = again.answer("GetSecretValue", br#"{"SecretId":"One","VersionStage":"AWSPREVIOUS"}"#);
        assert_eq!(previous.status, 400);
    }
}
