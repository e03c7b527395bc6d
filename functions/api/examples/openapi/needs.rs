//! Reads the words by which `chute_api::routes` says what a function needs.

use std::iter;

use chute_api::routes::Function;
use chute_domain::account::Realm;

/// The needs of a function.
#[derive(Debug, Default)]
pub struct Needed {
    /// In MB, with the reason.
    pub memory: Option<(String, String)>,
    /// Instances.
    pub reserved: Option<String>,
    /// Names and paths of its events; empty for the path of its one route.
    pub events: Vec<(String, String)>,
    /// Parameters of the template.
    pub told: Vec<String>,
    /// In the order in which they are written.
    pub rights: Vec<Right>,
}

/// Actions on a place.
#[derive(Clone, Debug)]
pub struct Right {
    /// As policies name them.
    pub actions: Vec<String>,
    /// On what.
    pub place: Place,
    /// The condition of the template.
    pub condition: Option<String>,
    /// The reasons.
    pub why: Vec<String>,
    /// Whether the check of a key or a session needs it.
    pub of_credential: bool,
}

/// The object of a right.
#[derive(Clone, Debug)]
pub struct Place {
    /// Its name for readers of the contract; empty for the names of objects in a bucket.
    pub name: String,
    /// The ARN, as the template writes it.
    pub arn: String,
    /// To which prefix a list of names is narrowed; empty for none.
    pub prefix: String,
    /// By which variable the function finds it, and its value.
    pub variable: Option<(&'static str, String)>,
    service: Service,
    why: &'static str,
}

#[derive(Clone, Copy, Debug)]
enum Service {
    Table,
    Objects,
    Bucket,
    Secret,
    Queue,
    Texts,
    Mail,
}

/// The needs of a function, or the fault of its words.
pub fn of(function: &Function, realm: Realm) -> Result<Needed, String> {
    let mut needed = Needed::default();
    for needs in function.needs {
        let why = needs.why.concat();
        needed
            .read(needs.what, why.trim(), realm, false)
            .map_err(|wrong| format!("{}: {wrong}", function.name))?;
    }
    Ok(needed)
}

impl Needed {
    fn read(
        &mut self,
        words: &str,
        why: &str,
        realm: Realm,
        of_credential: bool,
    ) -> Result<(), String> {
        for (phrase, why) in words
            .split(", ")
            .zip(iter::once(why).chain(iter::repeat("")))
        {
            match phrase.split(' ').collect::<Vec<_>>()[..] {
                ["memory", megabytes] => self.memory = Some((megabytes.into(), why.into())),
                ["reserved", instances] => self.reserved = Some(instances.into()),
                ["at", path] => self.events.push(("Route".into(), path.into())),
                ["at", path, "as", name] => self.events.push((name.into(), path.into())),
                ["told", ref names @ ..] => self.told.extend(names.iter().map(|&name| name.into())),
                [name] => {
                    let (reason, words) = together(name).ok_or_else(|| {
                        format!("\"{name}\" is no name of needs that go together")
                    })?;
                    let of_credential = matches!(name, "key" | "session");
                    let why = format!("{why} {reason}");
                    self.read(words, why.trim(), realm, of_credential)?;
                }
                ref words => {
                    let (words, condition): (&[&str], _) = match words {
                        [words @ .., "if", condition] => (words, Some((*condition).to_owned())),
                        words => (words, None),
                    };
                    let rights =
                        rights(words, realm).map_err(|wrong| format!("{phrase}: {wrong}"))?;
                    for (number, right) in rights.into_iter().enumerate() {
                        let reasons = [if number == 0 { why } else { "" }, right.place.why];
                        self.rights.push(Right {
                            condition: condition.clone(),
                            why: reasons
                                .into_iter()
                                .filter(|why| !why.is_empty())
                                .map(str::to_owned)
                                .collect(),
                            of_credential,
                            ..right
                        });
                    }
                }
            }
        }
        Ok(())
    }
}

/// Actions on a place: those on its objects, and those on their bucket.
fn rights(words: &[&str], realm: Realm) -> Result<Vec<Right>, String> {
    let Some((&name, verbs @ [_, ..])) = words.split_last() else {
        return Err("it says not what is done on what".to_owned());
    };
    let (whole, prefix) = name.split_once('/').unwrap_or((name, ""));
    let (of_bucket, of_place): (Vec<&str>, Vec<&str>) =
        verbs.iter().partition(|verb| **verb == VERSIONS);
    let mut found = vec![];
    if !of_place.is_empty() {
        let place = place(name, realm)?;
        // without the right to list it, S3 answers 403 for a missing object
        let is_read = matches!(place.service, Service::Objects) && of_place.contains(&"get");
        found.push(right(place, &of_place)?);
        if is_read {
            found.push(right(self::place(whole, realm)?, &["list"])?);
        }
    }
    if !of_bucket.is_empty() {
        found.push(right(place(whole, realm)?.below(prefix), &of_bucket)?);
    }
    Ok(found)
}

fn right(place: Place, verbs: &[&str]) -> Result<Right, String> {
    let named = |verb: &&str| {
        action(place.service, verb)
            .map(str::to_owned)
            .ok_or_else(|| format!("\"{verb}\" is nothing that can be done there"))
    };
    Ok(Right {
        actions: verbs.iter().map(named).collect::<Result<_, _>>()?,
        place,
        condition: None,
        why: vec![],
        of_credential: false,
    })
}

impl Right {
    /// Whether it is about a table.
    pub fn is_of_table(&self) -> bool {
        matches!(self.place.service, Service::Table)
    }

    /// Whether it reads anything.
    pub fn reads(&self) -> bool {
        self.actions.iter().any(|action| !writes(action))
    }

    /// Whether it writes or sends anything.
    pub fn writes(&self) -> bool {
        self.actions.iter().any(|action| writes(action))
    }
}

fn writes(action: &str) -> bool {
    let (_, act) = action.split_once(':').unwrap_or(("", action));
    ["Put", "Update", "Delete", "BatchWrite", "Send", "Publish"]
        .iter()
        .any(|verb| act.starts_with(verb))
}

/// Needs that go together: the reason, and the words.
fn together(name: &str) -> Option<(&'static str, &'static str)> {
    Some(match name {
        "key" => ("", "get keys, update key-use"),
        "session" => ("", "read token, get accounts, get sessions"),
        // the limits of open routes
        "counted" => ("", "read origin, told OpenCalls, batch-get put attempts"),
        "entries" => ("", "query participants, query participants/byStamp"),
        "snapshot" => ("", "get downloads/results/*, get private/restricted/*"),
        "hide" => (
            "A restricted event's files move to the place that only its owner reads.",
            "get delete delete-version list-versions downloads/results/*, \
             put private/restricted/*, list-versions private/restricted/*/leases/",
        ),
        "remove-files" => (
            "",
            "delete delete-version list-versions downloads/results/*, \
             delete delete-version private/restricted/*, list-versions private, \
             get put delete private/files/*, delete downloads/*/ytp-standings.csv",
        ),
        "file-of-event" => (
            "The index in files/ lists the event's files; an update of the event makes the table's \
             stream tell the publisher.",
            "query update events, get put delete private/files/*",
        ),
        _ => return None,
    })
}

fn action(service: Service, verb: &str) -> Option<&'static str> {
    Some(match (service, verb) {
        (Service::Table, "get") => "dynamodb:GetItem",
        (Service::Table, "batch-get") => "dynamodb:BatchGetItem",
        (Service::Table, "query") => "dynamodb:Query",
        (Service::Table, "scan") => "dynamodb:Scan",
        (Service::Table, "check") => "dynamodb:ConditionCheckItem",
        (Service::Table, "put") => "dynamodb:PutItem",
        (Service::Table, "update") => "dynamodb:UpdateItem",
        (Service::Table, "delete") => "dynamodb:DeleteItem",
        (Service::Table, "batch-write") => "dynamodb:BatchWriteItem",
        (Service::Objects, "get") => "s3:GetObject",
        (Service::Objects, "put") => "s3:PutObject",
        (Service::Objects, "delete") => "s3:DeleteObject",
        (Service::Objects, "delete-version") => "s3:DeleteObjectVersion",
        (Service::Bucket, "list") => "s3:ListBucket",
        (Service::Bucket, VERSIONS) => "s3:ListBucketVersions",
        (Service::Secret, "read") => "secretsmanager:GetSecretValue",
        (Service::Queue, "send") => "sqs:SendMessage",
        (Service::Texts, "send") => "sns:Publish",
        (Service::Mail, "send") => "ses:SendEmail",
        _ => return None,
    })
}
const VERSIONS: &str = "list-versions";

/// The resource of the actions: a table or its index, a bucket or its objects, or a service.
fn place(name: &str, realm: Realm) -> Result<Place, String> {
    let of_remote = realm == Realm::Remote;
    let own = if of_remote { "Remote" } else { "" };
    let (whole, below) = name.split_once('/').unwrap_or((name, ""));
    let resource = camel(whole);
    let found = match whole {
        "accounts" | "attempts" | "key-use" | "keys" | "sessions" => {
            table(&format!("{own}{resource}"), whole, below)
        }
        "bib-chips" | "blocks" | "events" | "links" | "participants" | "races"
        | "subscriptions"
            if !of_remote =>
        {
            table(&resource, whole, below)
        }
        "notifications" | "reads" if of_remote => table(&resource, whole, below),
        "downloads" | "private" if below.is_empty() => Place {
            why: "Not narrowed by prefix: a missing object is a 404 only for callers that may list \
                  the bucket.",
            ..Place::new(Service::Bucket, "", format!("!GetAtt {resource}Bucket.Arn"))
        },
        "downloads" | "private" => {
            let (name, why) = objects(name).ok_or_else(|| format!("nothing is at {name}"))?;
            let arn = format!("!Sub \"${{{resource}Bucket.Arn}}/{below}\"");
            Place {
                why,
                ..Place::new(Service::Objects, name, arn)
            }
        }
        "token" => secret("TOKEN_SECRET", &format!("{own}TokenSecret"), whole),
        "cipher" => secret("CIPHER_SECRET", &format!("{own}CipherSecret"), whole),
        "origin" => secret("ORIGIN_SECRET", "OriginSecret", whole),
        "push" => secret("PUSH_SECRET", "PushSecret", whole),
        "provider" => secret("TWILIO_SECRET", "ProviderToken", whole),
        "hook-calls" => Place {
            variable: Some(("HOOK_CALLS_QUEUE", "!Ref HookCalls".to_owned())),
            ..Place::new(
                Service::Queue,
                "calls of web hooks",
                "!GetAtt HookCalls.Arn",
            )
        },
        "texts" => Place {
            why: "A phone has no ARN; the boundary keeps topics out.",
            ..Place::new(Service::Texts, whole, "\"*\"")
        },
        "mail" => Place::new(Service::Mail, "e-mails", SENDER),
        _ => return Err(format!("this host has no \"{whole}\"")),
    };
    Ok(found)
}
/// The domain of MailFrom, at SES.
const SENDER: &str = "!Sub [\"arn:${AWS::Partition}:ses:${AWS::Region}:${AWS::AccountId}:\
    identity/${Domain}\", { Domain: !Select [1, !Split [\"@\", !Ref MailFrom]] }]";

impl Place {
    fn new(service: Service, name: impl Into<String>, arn: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            arn: arn.into(),
            prefix: String::new(),
            variable: None,
            service,
            why: "",
        }
    }

    /// A bucket, but only the names that begin so.
    fn below(self, prefix: &str) -> Self {
        let why = match prefix {
            "" => self.why,
            "restricted/*/leases/" => "Of publishers that are about to make the first pointer.",
            _ => "",
        };
        let prefix = prefix.to_owned();
        Self {
            prefix,
            why,
            ..self
        }
    }
}

fn table(resource: &str, name: &str, index: &str) -> Place {
    let arn = if index.is_empty() {
        format!("!GetAtt {resource}Table.Arn")
    } else {
        format!("!Sub \"${{{resource}Table.Arn}}/index/{index}\"")
    };
    Place::new(Service::Table, name.replace('-', " "), arn)
}

fn secret(variable: &'static str, resource: &str, name: &str) -> Place {
    let arn = format!("!GetAtt {resource}.Id");
    Place {
        variable: Some((variable, arn.clone())),
        ..Place::new(Service::Secret, format!("{name} secret"), arn)
    }
}

/// `KeyUse` for `key-use`.
fn camel(name: &str) -> String {
    name.split('-')
        .flat_map(|word| {
            let (first, rest) = word.split_at(1);
            [first.to_uppercase(), rest.to_owned()]
        })
        .collect()
}

/// The name of objects, and the reason where the place is more than a prefix.
fn objects(place: &str) -> Option<(&'static str, &'static str)> {
    Some(match place {
        "downloads/results/*" => ("published files", ""),
        "downloads/series/*" => ("series", ""),
        "downloads/*/ytp-standings.csv" => (
            "youth standings",
            "Youth standings are at {slug}/{year}/{distance}/ytp-standings.csv: only the file's \
             name is known here.",
        ),
        "private/restricted/*" => ("files of restricted events", ""),
        "private/state/*" => ("publisher's state", ""),
        "private/state/*/current" => (
            "newest version",
            "Of each year only the file that names the newest version.",
        ),
        "private/state/*/returning" => (
            "return in progress",
            "Only the note that a return is in progress.",
        ),
        "private/files/*" => ("index of organisers' files", ""),
        "private/hooks/*" => ("web hooks", ""),
        "private/columns/*" => ("chosen columns", ""),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::no_set("keys", "\"keys\" is no name of needs")]
    #[case::no_verb("key, read events", "read events: \"read\" is nothing")]
    #[case::no_place("get winners", "get winners: this host has no \"winners\"")]
    #[case::no_objects("get private/secrets/*", "nothing is at private/secrets/*")]
    #[case::names_of_a_table("list-versions events", "\"list-versions\" is nothing")]
    #[case::the_other_hosts_table("query reads", "this host has no \"reads\"")]
    #[case::a_right_without_a_place("put if ServerSends", "put if ServerSends: ")]
    #[case::two_commas("key,, session", "no name of needs")]
    fn unknown_words_of_needs_are_refused(#[case] words: &str, #[case] says: &str) {
        let read = Needed::default().read(words, "", Realm::Account, false);
        let refused = read.unwrap_err();
        assert!(refused.contains(says), "{refused}");
    }

    #[rstest]
    fn the_remote_host_has_none_of_the_account_hosts_tables(
        #[values("events", "links", "races", "subscriptions")] table: &str,
    ) {
        let refused = rights(&["query", table], Realm::Remote).unwrap_err();
        assert!(refused.contains("this host has no"), "{refused}");
    }
}
