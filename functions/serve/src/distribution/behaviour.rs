//! A cache behaviour of the template's distribution: which methods it takes, and which headers its
//! response headers policy adds.

use std::collections::BTreeMap;

use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header, request::Parts};
use serde::{Deserialize, de::IgnoredAny};

use super::OverTls;
use crate::template::{BadTemplate, Template};

/// How the requests of a path pattern are handled.
#[derive(Debug)]
pub(super) struct Behaviour {
    methods: Vec<Method>,
    pub(super) headers: Headers,
}

impl Behaviour {
    /// Reads the behaviour of a path pattern; without one, that of all other paths.
    ///
    /// # Errors
    /// When there is none, or its policy holds something that is not known here.
    pub(super) fn read(template: &Template, pattern: Option<&str>) -> Result<Self, BadTemplate> {
        let config: DistributionConfig = part(template, "Distribution", "DistributionConfig")?;
        let behaviour = match pattern {
            Some(pattern) => config
                .cache_behaviors
                .into_iter()
                .find(|one| one.path_pattern.as_deref() == Some(pattern)),
            None => Some(config.default_cache_behavior),
        };
        let CacheBehavior {
            allowed_methods,
            response_headers_policy_id,
            ..
        } = behaviour.ok_or_else(|| {
            BadTemplate(format!(
                "Distribution: there is no behaviour of {pattern:?}"
            ))
        })?;
        let method = |name: &String| {
            Method::from_bytes(name.as_bytes())
                .map_err(|_| BadTemplate(format!("{name} is no method")))
        };
        Ok(Self {
            methods: allowed_methods
                .iter()
                .map(method)
                .collect::<Result<_, _>>()?,
            headers: Headers::read(template, &response_headers_policy_id)?,
        })
    }

    pub(super) fn allows(&self, method: &Method) -> bool {
        self.methods.contains(method)
    }
}

/// The properties of a request on which the headers of its answer depend.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked {
    over_tls: bool,
    has_origin: bool,
    is_preflight: bool,
}

impl Asked {
    pub(super) fn of(request: &Parts) -> Self {
        let has_origin = request.headers.contains_key(header::ORIGIN);
        let names_method = request
            .headers
            .contains_key(header::ACCESS_CONTROL_REQUEST_METHOD);
        Self {
            over_tls: request.extensions.get() == Some(&OverTls(true)),
            has_origin,
            is_preflight: has_origin && names_method && request.method == Method::OPTIONS,
        }
    }
}

/// The headers of a response headers policy.
#[derive(Debug)]
pub(super) struct Headers(Vec<Header>);

#[derive(Debug)]
struct Header {
    name: HeaderName,
    value: HeaderValue,
    /// Whether it replaces a header that the answer has already.
    overrides: bool,
    when: When,
}

#[derive(Clone, Copy, Debug)]
enum When {
    Always,
    OverTls,
    WithOrigin,
    Preflight,
}

impl Headers {
    fn read(template: &Template, name: &str) -> Result<Self, BadTemplate> {
        let policy: Policy = part(template, name, "ResponseHeadersPolicyConfig")?;
        let security = policy
            .security_headers_config
            .iter()
            .map(|(part, setting)| setting.header(part));
        let custom = policy
            .custom_headers_config
            .items
            .iter()
            .map(|one| header(&one.header, &one.value, one.overrides, When::Always));
        let cors = policy.cors_config.iter().flat_map(Cors::headers);
        let headers: Result<_, String> = security.chain(custom).chain(cors).collect();
        headers
            .map(Self)
            .map_err(|why| BadTemplate(format!("{name}: {why}")))
    }

    /// Adds the policy's headers to an answer.
    pub(super) fn put(&self, asked: &Asked, into: &mut HeaderMap) {
        for Header {
            name,
            value,
            overrides,
            when,
        } in &self.0
        {
            let applies = match when {
                When::Always => true,
                When::OverTls => asked.over_tls,
                When::WithOrigin => asked.has_origin,
                When::Preflight => asked.is_preflight,
            };
            if applies && (*overrides || !into.contains_key(name)) {
                into.insert(name.clone(), value.clone());
            }
        }
    }
}

fn header(name: &str, value: &str, overrides: bool, when: When) -> Result<Header, String> {
    let named = HeaderName::try_from(name).map_err(|error| format!("{name}: {error}"))?;
    let value = HeaderValue::try_from(value).map_err(|error| format!("{name}: {error}"))?;
    Ok(Header {
        name: named,
        value,
        overrides,
        when,
    })
}

/// Reads part of a resource's properties.
fn part<'t, T: Deserialize<'t>>(
    template: &'t Template,
    resource: &str,
    part: &str,
) -> Result<T, BadTemplate> {
    let properties = template.properties(resource)?;
    let found = properties
        .get(part)
        .ok_or_else(|| BadTemplate(format!("{resource} has no {part}")))?;
    T::deserialize(found).map_err(|error| BadTemplate(format!("{resource}: {error}")))
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct DistributionConfig {
    default_cache_behavior: CacheBehavior,
    cache_behaviors: Vec<CacheBehavior>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct CacheBehavior {
    path_pattern: Option<String>,
    allowed_methods: Vec<String>,
    #[serde(default)]
    response_headers_policy_id: String,
}

// Every part of a policy must be known: nobody would notice a missing header.

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
struct Policy {
    #[serde(rename = "Name")]
    _name: IgnoredAny,
    #[serde(default)]
    security_headers_config: BTreeMap<String, Setting>,
    #[serde(default)]
    custom_headers_config: Custom,
    cors_config: Option<Cors>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Setting {
    #[serde(rename = "Override")]
    overrides: bool,
    #[serde(
        rename = "ContentSecurityPolicy",
        alias = "FrameOption",
        alias = "ReferrerPolicy"
    )]
    text: Option<String>,
    #[serde(rename = "AccessControlMaxAgeSec")]
    seconds: Option<u64>,
}

impl Setting {
    fn header(&self, part: &str) -> Result<Header, String> {
        let plain = |name, value| header(name, value, self.overrides, When::Always);
        match (part, &self.text, self.seconds) {
            ("ContentTypeOptions", None, None) => plain("x-content-type-options", "nosniff"),
            ("FrameOptions", Some(text), None) => plain("x-frame-options", text),
            ("ReferrerPolicy", Some(text), None) => plain("referrer-policy", text),
            ("ContentSecurityPolicy", Some(text), None) => plain("content-security-policy", text),
            // browsers must ignore it over plain HTTP, and a machine without a certificate has to
            // stay reachable
            ("StrictTransportSecurity", None, Some(seconds)) => header(
                "strict-transport-security",
                &format!("max-age={seconds}"),
                self.overrides,
                When::OverTls,
            ),
            _ => Err(format!("{part} is not known")),
        }
    }
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
struct Custom {
    items: Vec<CustomHeader>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
struct CustomHeader {
    header: String,
    value: String,
    #[serde(rename = "Override")]
    overrides: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
struct Cors {
    access_control_allow_credentials: bool,
    access_control_allow_origins: Items,
    access_control_allow_methods: Items,
    access_control_allow_headers: Items,
    access_control_expose_headers: Items,
    origin_override: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
struct Items {
    items: Vec<String>,
}

impl Cors {
    fn headers(&self) -> Vec<Result<Header, String>> {
        let listed = |name, list: &Items, when| {
            header(name, &list.items.join(", "), self.origin_override, when)
        };
        if self.access_control_allow_credentials || self.access_control_allow_origins.items != ["*"]
        {
            return vec![Err(
                "only all origins without credentials are known".to_owned()
            )];
        }
        vec![
            listed(
                "access-control-allow-origin",
                &self.access_control_allow_origins,
                When::WithOrigin,
            ),
            listed(
                "access-control-expose-headers",
                &self.access_control_expose_headers,
                When::WithOrigin,
            ),
            listed(
                "access-control-allow-methods",
                &self.access_control_allow_methods,
                When::Preflight,
            ),
            listed(
                "access-control-allow-headers",
                &self.access_control_allow_headers,
                When::Preflight,
            ),
        ]
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;
    use serde_json::{Value, json};

    use super::*;

    #[rstest]
    #[case("ContentTypeOptions", json!({"Override": true}), Some(("x-content-type-options", "nosniff")))]
    #[case("FrameOptions", json!({"FrameOption": "DENY", "Override": true}), Some(("x-frame-options", "DENY")))]
    #[case("StrictTransportSecurity", json!({"AccessControlMaxAgeSec": 5, "Override": true}), Some(("strict-transport-security", "max-age=5")))]
    #[case("StrictTransportSecurity", json!({"AccessControlMaxAgeSec": 5, "Preload": true, "Override": true}), None)]
    #[case("XSSProtection", json!({"Protection": true, "Override": true}), None)]
    #[case("FrameOptions", json!({"Override": true}), None)]
    #[case("ReferrerPolicy", json!({"ReferrerPolicy": "a\nb", "Override": true}), None)]
    fn a_setting_is_known_or_refused(
        #[case] part: &str,
        #[case] setting: Value,
        #[case] expected: Option<(&str, &str)>,
    ) {
        let header = Setting::deserialize(&setting)
            .ok()
            .and_then(|setting| setting.header(part).ok());
        let header = header
            .as_ref()
            .map(|header| (header.name.as_str(), header.value.to_str().unwrap()));
        assert_eq!(header, expected);
    }

    #[test]
    fn only_what_overrides_takes_the_place_of_the_answers_own() {
        let asked = Asked {
            over_tls: false,
            has_origin: false,
            is_preflight: false,
        };
        for (overrides, expected) in [(true, "policy"), (false, "own")] {
            let mut headers =
                HeaderMap::from_iter([(header::REFERRER_POLICY, HeaderValue::from_static("own"))]);
            Headers(vec![
                header("Referrer-Policy", "policy", overrides, When::Always).unwrap(),
            ])
            .put(&asked, &mut headers);
            assert_eq!(headers[header::REFERRER_POLICY], expected);
        }
    }
}
