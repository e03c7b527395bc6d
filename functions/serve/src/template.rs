//! The deployment as `template.yaml` describes it, for a single process: tables, buckets, the
//! functions' variables, the answers of the distribution. None of it is listed a second time.

use std::{collections::BTreeMap, sync::LazyLock};

use chute_domain::account::Realm;
use serde::Deserialize;
use serde_json::{Map, Value};

/// The prefix of variables that are for the remote host.
const REMOTE: &str = "REMOTE_";
const BUCKET: &str = "AWS::S3::Bucket";
const TEMPLATE: &str = include_str!("../../../template.yaml");

/// The template as it is in the repository.
#[derive(Debug, Deserialize)]
pub struct Template {
    #[serde(rename = "Parameters")]
    parameters: BTreeMap<String, Value>,
    #[serde(rename = "Globals")]
    globals: Value,
    #[serde(rename = "Resources")]
    resources: BTreeMap<String, Resource>,
}

#[derive(Debug, Deserialize)]
struct Resource {
    #[serde(rename = "Type")]
    kind: String,
    #[serde(rename = "Properties", default)]
    properties: Value,
}

/// The template cannot be read, or does not contain what is looked for.
#[derive(Clone, Debug, thiserror::Error)]
#[error("template.yaml: {0}")]
pub struct BadTemplate(pub(crate) String);

/// A table of the deployment, under the name it has in the template.
#[derive(Clone, Debug)]
pub struct Table {
    /// Its name.
    pub name: String,
    /// Keys and indexes as `CreateTable` takes them.
    pub definition: Map<String, Value>,
    /// The attribute that holds when an item expires, in unix seconds.
    pub expires_by: Option<String>,
    /// Whether its changes go to a worker.
    pub has_stream: bool,
}

/// A bucket of the deployment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bucket {
    /// Its name: the template's in lower case.
    pub name: String,
    /// Whether an object that is replaced or deleted stays as an older version.
    pub keeps_versions: bool,
    /// When older versions are removed.
    pub lifecycle: Vec<LifecycleRule>,
}

/// A rule of a bucket's lifecycle. If several apply to a key, the shortest time counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LifecycleRule {
    /// The prefix of the keys to which it applies.
    pub prefix: String,
    /// How long a version stays after it was replaced or deleted, in days; for ever if `None`.
    pub noncurrent_days: Option<u32>,
    /// Whether a delete marker with no version below it is removed.
    pub ends_markers: bool,
}

impl Template {
    /// The template with which this program was built. It is read once, since reading takes longer
    /// than all else that a start does with it.
    ///
    /// # Errors
    /// When it is not a valid template.
    pub fn of_this_build() -> Result<&'static Self, BadTemplate> {
        static READ: LazyLock<Result<Template, BadTemplate>> =
            LazyLock::new(|| Template::read(TEMPLATE));
        READ.as_ref().map_err(Clone::clone)
    }

    fn read(text: &str) -> Result<Self, BadTemplate> {
        // an attribute called `n` is not a boolean
        let options = serde_saphyr::options! { strict_booleans: true };
        serde_saphyr::from_str_with_options(text, options)
            .map_err(|error| BadTemplate(error.to_string()))
    }

    /// The properties of a resource.
    ///
    /// # Errors
    /// When there is no resource with this name.
    pub fn properties(&self, name: &str) -> Result<&Value, BadTemplate> {
        self.resources
            .get(name)
            .map(|resource| &resource.properties)
            .ok_or_else(|| BadTemplate(format!("there is no resource {name}")))
    }

    fn of_type<'t>(&'t self, kind: &'static str) -> impl Iterator<Item = (&'t String, &'t Value)> {
        self.resources
            .iter()
            .filter(move |(_, resource)| resource.kind == kind)
            .map(|(name, resource)| (name, &resource.properties))
    }

    /// All tables.
    #[must_use]
    pub fn tables(&self) -> Vec<Table> {
        let of = [
            "AttributeDefinitions",
            "KeySchema",
            "GlobalSecondaryIndexes",
            "LocalSecondaryIndexes",
            "BillingMode",
        ];
        let table = |(name, properties): (&String, &Value)| {
            let defined = of
                .iter()
                .filter_map(|part| Some(((*part).to_owned(), properties.get(part)?.clone())));
            let named = [("TableName".to_owned(), Value::String(name.clone()))];
            Table {
                name: name.clone(),
                definition: defined.chain(named).collect(),
                expires_by: properties
                    .pointer("/TimeToLiveSpecification/AttributeName")
                    .and_then(Value::as_str)
                    .map(ToOwned::to_owned),
                has_stream: properties.get("StreamSpecification").is_some(),
            }
        };
        self.of_type("AWS::DynamoDB::Table").map(table).collect()
    }

    /// All buckets.
    #[must_use]
    pub fn buckets(&self) -> Vec<Bucket> {
        let bucket = |(name, properties): (&String, &Value)| Bucket {
            name: bucket_name(name),
            keeps_versions: properties
                .pointer("/VersioningConfiguration/Status")
                .and_then(Value::as_str)
                == Some("Enabled"),
            lifecycle: rules_of(properties),
        };
        self.of_type(BUCKET).map(bucket).collect()
    }

    /// All secrets.
    #[must_use]
    pub fn secrets(&self) -> Vec<String> {
        self.of_type("AWS::SecretsManager::Secret")
            .map(|(name, _)| name.clone())
            .collect()
    }

    /// The environment variables of all functions of a host: the names of tables, buckets and
    /// secrets, and the parameters' defaults. On the remote host, variables prefixed with `REMOTE_`
    /// replace those without the prefix.
    #[must_use]
    pub fn variables(&self, realm: Realm) -> BTreeMap<String, String> {
        let of = |place: &Value| {
            place
                .pointer("/Environment/Variables")
                .and_then(Value::as_object)
                .cloned()
                .unwrap_or_default()
        };
        let is_remote = |variables: &Map<String, Value>| {
            variables.get("REALM").and_then(Value::as_str) == Some("remote")
        };
        let functions = self
            .of_type("AWS::Serverless::Function")
            .map(|(_, properties)| of(properties));
        let of_host =
            functions.filter(|variables| is_remote(variables) == (realm == Realm::Remote));
        let global = self.globals.get("Function").map(of).unwrap_or_default();
        let all = [global]
            .into_iter()
            .chain(of_host)
            .flatten()
            .filter_map(|(name, value)| Some((name, self.resolved(set(&value)?.as_str()?))));
        let (of_remote, mut found): (BTreeMap<_, _>, BTreeMap<_, _>) =
            all.partition(|(name, _)| name.starts_with(REMOTE));
        if realm == Realm::Remote {
            let named = |(name, value): (String, String)| {
                Some((name.strip_prefix(REMOTE)?.to_owned(), value))
            };
            found.extend(of_remote.into_iter().filter_map(named));
        }
        found
    }

    /// The settings of all functions that anybody may see: of those that are a number or one of a
    /// few words their value, of all others only whether they are `set` or `empty`. `given` are the
    /// operator's.
    #[must_use]
    pub fn shown(&self, given: &BTreeMap<String, String>) -> BTreeMap<String, String> {
        let functions = self.of_type("AWS::Serverless::Function");
        let all = functions
            .map(|(_, properties)| properties)
            .chain(self.globals.get("Function"))
            .filter_map(|place| place.pointer("/Environment/Variables")?.as_object())
            .flatten();
        let shown = |(name, value): (&String, &Value)| {
            let parameter = self.parameters.get(set(value)?.as_str()?)?;
            let value = match (given.get(name), parameter.get("Default")?) {
                (Some(given), _) => given.clone(),
                (None, Value::String(default)) => default.clone(),
                (None, other) => other.to_string(),
            };
            let is_number = parameter.get("Type").and_then(Value::as_str) == Some("Number")
                && value.parse::<f64>().is_ok();
            let words = parameter.get("AllowedValues").and_then(Value::as_array);
            let is_word = words.is_some_and(|words| words.contains(&Value::from(value.as_str())));
            let told = match () {
                () if is_number || is_word => value,
                () if value.is_empty() => "empty".to_owned(),
                () => "set".to_owned(),
            };
            Some((name.clone(), told))
        };
        all.filter_map(shown).collect()
    }

    /// Resolves a reference: a parameter to its default, a resource or one of its attributes to the
    /// resource's name. Anything else is returned as it is.
    fn resolved(&self, text: &str) -> String {
        let name = text.split('.').next().unwrap_or(text);
        match (
            self.parameters
                .get(text)
                .and_then(|parameter| parameter.get("Default")),
            self.resources.get(name),
        ) {
            (Some(Value::String(default)), _) => default.clone(),
            (Some(other), _) => other.to_string(),
            (None, Some(resource)) if resource.kind == BUCKET => bucket_name(name),
            (None, Some(_)) => name.to_owned(),
            (None, None) => text.to_owned(),
        }
    }
}

/// The value of a variable here. A conditional one, `!If [Condition, then, otherwise]`, gets its
/// first value: this machine has every resource of the template, also those that a condition leaves
/// out on AWS. (The reader drops the tag; a list is nothing else, since a variable is a text.)
fn set(value: &Value) -> Option<&Value> {
    match value.as_array() {
        Some(conditional) => conditional.get(1),
        None => Some(value),
    }
}

fn rules_of(bucket: &Value) -> Vec<LifecycleRule> {
    let rules = bucket
        .pointer("/LifecycleConfiguration/Rules")
        .and_then(Value::as_array)
        .into_iter()
        .flatten();
    let enabled =
        rules.filter(|rule| rule.get("Status").and_then(Value::as_str) == Some("Enabled"));
    let rule = |rule: &Value| LifecycleRule {
        prefix: rule
            .get("Prefix")
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_owned(),
        noncurrent_days: rule
            .pointer("/NoncurrentVersionExpiration/NoncurrentDays")
            .and_then(Value::as_u64)
            .and_then(|days| days.try_into().ok()),
        ends_markers: rule
            .get("ExpiredObjectDeleteMarker")
            .and_then(Value::as_bool)
            == Some(true),
    };
    enabled.map(rule).collect()
}

/// S3 accepts lower-case names only.
fn bucket_name(name: &str) -> String {
    name.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_with_their_keys_and_indexes() {
        let tables = Template::of_this_build().unwrap().tables();
        assert!(tables.len() >= 17, "{}", tables.len());
        let find = |name: &str| tables.iter().find(|table| table.name == name).unwrap();
        assert!(find("RacesTable").has_stream && !find("KeysTable").has_stream);
        assert_eq!(find("SessionsTable").expires_by.as_deref(), Some("x"));
        let names = &find("SubscriptionsTable").definition["AttributeDefinitions"];
        assert!(
            names
                .as_array()
                .unwrap()
                .iter()
                .all(|attribute| attribute["AttributeName"].is_string()),
            "{names}"
        );
        assert_eq!(
            find("ParticipantsTable").definition["LocalSecondaryIndexes"][0]["IndexName"],
            "byStamp"
        );
        assert_eq!(
            find("EventsTable").definition["GlobalSecondaryIndexes"][0]["KeySchema"][1]["AttributeName"],
            "p"
        );
    }

    #[test]
    fn variables_of_both_hosts() {
        let template = Template::of_this_build().unwrap();
        let (account, remote) = (
            template.variables(Realm::Account),
            template.variables(Realm::Remote),
        );
        assert_eq!(account["ACCOUNTS_TABLE"], "AccountsTable");
        assert_eq!(remote["ACCOUNTS_TABLE"], "RemoteAccountsTable");
        assert_eq!(
            (account.get("REALM"), remote["REALM"].as_str()),
            (None, "remote")
        );
        assert_eq!(account["ALERTS"], "timing-client");
        assert_eq!(
            (
                account["TOKEN_SECRET"].as_str(),
                remote["TOKEN_SECRET"].as_str()
            ),
            ("TokenSecret", "RemoteTokenSecret")
        );
        assert!(
            !account
                .keys()
                .chain(remote.keys())
                .any(|name| name.starts_with(REMOTE))
        );
    }

    /// A setting that depends on a condition of the template has to be listed here with what this
    /// machine makes of it: nothing is dropped unseen.
    #[test]
    fn every_conditional_setting_has_a_value() {
        let template = Template::of_this_build().unwrap();
        let mut conditional = BTreeMap::new();
        for (function, properties) in template.of_type("AWS::Serverless::Function") {
            let variables = properties.pointer("/Environment/Variables");
            for (name, value) in variables.and_then(Value::as_object).into_iter().flatten() {
                if value.is_string() {
                    continue;
                }
                let realm = if function.starts_with("Remote") {
                    Realm::Remote
                } else {
                    Realm::Account
                };
                let here = template.variables(realm).remove(name);
                conditional.insert(format!("{function} {name}"), here);
            }
        }
        let expected = [("SmsWebhook TWILIO_SECRET", "ProviderToken")];
        let expected = expected.map(|(name, here)| (name.to_owned(), Some(here.to_owned())));
        assert_eq!(conditional, expected.into());
    }

    #[test]
    fn buckets_and_secrets() {
        let template = Template::of_this_build().unwrap();
        let bucket = |name: &str| {
            template
                .buckets()
                .into_iter()
                .find(|bucket| bucket.name == name)
                .unwrap()
        };
        let downloads = bucket("downloadsbucket");
        assert!(downloads.keeps_versions);
        let rules = downloads.lifecycle.iter().map(|rule| {
            (
                rule.prefix.as_str(),
                rule.noncurrent_days,
                rule.ends_markers,
            )
        });
        assert_eq!(
            rules.collect::<Vec<_>>(),
            [("results/", Some(1), false), ("", Some(90), true)]
        );
        assert_eq!(
            template.variables(Realm::Account)["DOWNLOADS_BUCKET"],
            "downloadsbucket"
        );
        assert!(template.secrets().contains(&"CipherSecret".to_owned()));
        assert!(
            template.properties("SiteHeaders").is_ok() && template.properties("Nothing").is_err()
        );
    }
}
