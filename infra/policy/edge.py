"""Rules for the way in: distribution, headers, firewall."""

import re
from collections.abc import Iterator

from rule import rule
from template import Template, named

A_YEAR = 31_536_000
LONGEST_MISSING = 2  # seconds that a pointer may seem missing after it was written
MAPS = {
    "https://www.google.com/maps",
    "https://www.google.com/maps/",
}  # scheme, host and path of isMapLink (site/src/checks)
EMBEDDED = "/embed/*"  # what other pages may show in a frame (pages.md C26), and nothing else
CARDS = "/api/card/*"
APIS = ("AccountApi", "RemoteApi")
# parts of the paths of bad examples; the stage has the name that SAM gives it
REMOTE_STAGE = "RemoteApiStaged02d89152f"
ANSWERS = "Body.x-amazon-apigateway-gateway-responses"
SECURITY = "ResponseHeadersPolicyConfig.SecurityHeadersConfig"
SITE_POLICY = f"SiteHeaders.{SECURITY}.ContentSecurityPolicy.ContentSecurityPolicy"
OPENED = re.compile(
    r"response\.headers\['access-control-allow-origin'\] = \{ value: '\*' \};\s+return response;"
)
GATEWAY_HEADERS = {
    "X-Content-Type-Options": "'nosniff'",
    "Strict-Transport-Security": "'max-age=63072000'",
    "Cache-Control": "'no-store'",
    "Access-Control-Allow-Origin": "'*'",
    "X-Request-Id": "context.requestId",
}


def on(pattern: str, path: str) -> str:
    """The path of something of a behaviour, for a bad example."""
    return f"Distribution.DistributionConfig.CacheBehaviors.PathPattern={pattern}.{path}"


def distribution(template: Template) -> dict:
    return template.properties("Distribution")["DistributionConfig"]


def behaviours(template: Template) -> list[dict]:
    config = distribution(template)
    return [config["DefaultCacheBehavior"], *config["CacheBehaviors"]]


def bucket_origins(template: Template) -> dict[str, dict]:
    return {
        one["Id"]: one
        for one in distribution(template)["Origins"]
        if "Bucket." in named(one["DomainName"])
    }


def code_of(template: Template, behaviour: dict, when: str) -> str:
    """The source of the edge function that a behaviour runs at this moment; empty if there is
    none."""
    for one in behaviour.get("FunctionAssociations", []):
        name = named(one["FunctionARN"]).split(".")[0]
        if one["EventType"] == when and name in template.resources:
            return template.properties(name)["FunctionCode"]
    return ""


def headers_of(template: Template, behaviour: dict) -> dict:
    """The response headers policy of a behaviour; empty if there is none."""
    if "ResponseHeadersPolicyId" not in behaviour:
        return {}
    policy = template.properties(named(behaviour["ResponseHeadersPolicyId"]))
    return policy["ResponseHeadersPolicyConfig"]


def stages(template: Template) -> dict[str, dict]:
    """API → its stage."""
    return {named(stage["RestApiId"]): stage for _, stage in template.of("AWS::ApiGateway::Stage")}


@rule(
    ("Distribution.DistributionConfig.Origins.Id=downloads.OriginAccessControlId", None),
    ("OriginAccess.OriginAccessControlConfig.SigningBehavior", "never"),
)
def buckets_are_reached_through_origin_access_control(template: Template) -> Iterator[str]:
    """The distribution reaches every bucket behind it with signed requests, and in no other way."""
    signing = {
        name
        for name, one in template.of("AWS::CloudFront::OriginAccessControl")
        if one["OriginAccessControlConfig"]["SigningBehavior"] == "always"
        and one["OriginAccessControlConfig"]["SigningProtocol"] == "sigv4"
    }
    for name, origin in bucket_origins(template).items():
        if named(origin.get("OriginAccessControlId")).split(".")[0] not in signing:
            yield f"{name} is asked without a signature"
        if origin.get("S3OriginConfig", {}).get("OriginAccessIdentity"):
            yield f"{name} has an old access identity"


@rule(
    (on("/downloads/*", "ViewerProtocolPolicy"), "allow-all"),
    (
        "Distribution.DistributionConfig.Origins.Id=api.CustomOriginConfig.OriginProtocolPolicy",
        "match-viewer",
    ),
    (
        "Distribution.DistributionConfig.Origins.Id=remote-api.CustomOriginConfig.OriginSSLProtocols.-",
        "TLSv1",
    ),
)
def everything_is_tls(template: Template) -> Iterator[str]:
    """Viewers connect with TLS 1.2 or newer, and so does the distribution to the APIs."""
    config = distribution(template)
    yield from (
        f"{one.get('PathPattern', 'the site')} takes http"
        for one in behaviours(template)
        if one.get("ViewerProtocolPolicy") not in ("redirect-to-https", "https-only")
    )
    for origin in config["Origins"]:
        custom = origin.get("CustomOriginConfig")
        if custom and (
            custom["OriginProtocolPolicy"] != "https-only"
            or custom["OriginSSLProtocols"] != ["TLSv1.2"]
        ):
            yield f"{origin['Id']} is asked over http"
    certificate = config["ViewerCertificate"]
    if (
        "AcmCertificateArn" in certificate
        and certificate.get("MinimumProtocolVersion") != "TLSv1.2_2021"
    ):
        yield "old TLS"


@rule(
    ("Distribution.DistributionConfig.CustomErrorResponses", None),
    ("Distribution.DistributionConfig.CustomErrorResponses.ErrorCode=503.ErrorCachingMinTTL", 1),
    ("Distribution.DistributionConfig.CustomErrorResponses.ErrorCode=404.ErrorCachingMinTTL", 10),
)
def errors_are_not_kept(template: Template) -> Iterator[str]:
    """The edge does not cache an origin's error at all, and a missing file for two seconds:
    CloudFront's default is ten for both."""
    kept = {
        one["ErrorCode"]: one.get("ErrorCachingMinTTL", 10)
        for one in distribution(template).get("CustomErrorResponses", [])
    }
    yield from (
        f"{code} for {kept.get(code, 10)} s"
        for code in (500, 501, 502, 503, 504)
        if kept.get(code, 10) != 0
    )
    if kept.get(404, 10) > LONGEST_MISSING:
        yield f"404 for {kept.get(404, 10)} s"


@rule(
    ("DownloadsCache.CachePolicyConfig.MaxTTL", 60),
    ("DownloadsCache.CachePolicyConfig.MinTTL", 60),
    ("DownloadsCache.CachePolicyConfig.DefaultTTL", 86400),
)
def files_say_how_long_they_are_kept(template: Template) -> Iterator[str]:
    """The edge obeys a published file's own s-maxage or max-age, from zero to a year; a file
    without either is cached for two seconds."""
    for behaviour in behaviours(template):
        if behaviour["TargetOriginId"] != "downloads":
            continue
        policy = template.properties(named(behaviour["CachePolicyId"]))["CachePolicyConfig"]
        if (
            policy["MinTTL"] != 0
            or policy["MaxTTL"] < A_YEAR
            or policy["DefaultTTL"] > LONGEST_MISSING
        ):
            yield f"{policy['MinTTL']} to {policy['MaxTTL']} s, {policy['DefaultTTL']} by default"


def content_policy(text: str) -> dict[str, set[str]]:
    parts = [one.split() for one in text.split(";") if one.strip()]
    return {name: set(values) for name, *values in parts}


def weak_spots(policy: dict[str, set[str]], framed: bool = False) -> Iterator[str]:
    """What a Content-Security-Policy leaves open; `framed` says that every site may frame the
    page."""
    if framed:
        if policy.get("frame-ancestors") != {"*"}:
            yield "others cannot frame it"
        policy = policy | {"frame-ancestors": {"'none'"}}
    if policy.get("default-src") not in ({"'self'"}, {"'none'"}):
        yield "default-src is not 'self' or 'none'"
    for name, values in policy.items():
        yield from (
            f"{name} {one}"
            for one in values
            & {"'unsafe-inline'", "'unsafe-eval'", "'unsafe-hashes'", "*", "http:"}
        )
    closed = policy.get("default-src") == {"'none'"}
    if not closed and policy.get("object-src") != {"'none'"}:
        yield "plug-ins"
    if policy.get("script-src", {"'self'"}) - {"'self'", "'none'", "'wasm-unsafe-eval'"}:
        yield "scripts of others"
    if policy.get("frame-src", set()) - MAPS - {"'none'"}:
        yield "frames of others"
    for name in ("base-uri", "form-action", "frame-ancestors"):  # default-src does not cover these
        if not policy.get(name) or policy[name] - {"'self'", "'none'"}:
            yield name


@rule(
    (on("/downloads/*", "ResponseHeadersPolicyId"), None),
    (on("/api/card/*", "ResponseHeadersPolicyId"), None),
    (f"SiteHeaders.{SECURITY}.StrictTransportSecurity.AccessControlMaxAgeSec", 3600),
    (f"DownloadsHeaders.{SECURITY}.ContentTypeOptions", None),
    (SITE_POLICY, ("object-src", "style-src 'self' 'unsafe-inline'; object-src")),
    (SITE_POLICY, ("script-src 'self'", "script-src 'self' 'unsafe-inline'")),
    (SITE_POLICY, ("script-src 'self'", "script-src 'self' https://cdn.example")),
    (SITE_POLICY, ("frame-src", "frame-src https://www.google.com")),
    (SITE_POLICY, ("default-src 'self'", "default-src *")),
    (SITE_POLICY, ("frame-ancestors 'self'", "frame-ancestors *")),
    (f"EmbedHeaders.{SECURITY}.FrameOptions", {"FrameOption": "DENY", "Override": True}),
    (SITE_POLICY, ("; frame-ancestors 'self'", "")),
    (SITE_POLICY, ("object-src 'none'; ", "")),
)
def files_have_security_headers(template: Template) -> Iterator[str]:
    """HSTS for a year or more, nosniff, frames, referrer and a strict Content-Security-Policy on
    everything that comes from a bucket, and on cards, which are pages. Only embedded tables may be framed by other sites, which
    X-Frame-Options cannot express."""
    for behaviour in behaviours(template):
        where = behaviour.get("PathPattern", "the site")
        if where != CARDS and behaviour["TargetOriginId"] not in bucket_origins(template):
            continue
        if "ResponseHeadersPolicyId" not in behaviour:
            yield f"{where} has none"
            continue
        headers = headers_of(template, behaviour).get("SecurityHeadersConfig", {})
        framed = where == EMBEDDED
        for name in (
            "ContentTypeOptions",
            "StrictTransportSecurity",
            "FrameOptions",
            "ReferrerPolicy",
            "ContentSecurityPolicy",
        ):
            if (headers.get(name, {}).get("Override") is True) == (
                framed and name == "FrameOptions"
            ):
                yield f"{where}: {name}"
        if headers.get("StrictTransportSecurity", {}).get("AccessControlMaxAgeSec", 0) < A_YEAR:
            yield f"{where}: HSTS for less than a year"
        policy = content_policy(
            headers.get("ContentSecurityPolicy", {}).get("ContentSecurityPolicy", "")
        )
        yield from (f"{where}: {spot}" for spot in weak_spots(policy, framed))


@rule(
    (on("/downloads/*", "FunctionAssociations.1"), None),
    ("DownloadsOpen.FunctionCode", ("*", "https://example.org")),
    ("DownloadsHeaders.ResponseHeadersPolicyConfig.CorsConfig", None),
)
def published_files_are_open_to_every_origin(template: Template) -> Iterator[str]:
    """Access-Control-Allow-Origin: * on every answer of the downloads: set by a function on files,
    with or without an Origin, and by the policy on errors, where no function runs (contract 9)."""
    for behaviour in behaviours(template):
        if behaviour["TargetOriginId"] != "downloads":
            continue
        where = behaviour.get("PathPattern", "the site")
        if not OPENED.search(code_of(template, behaviour, "viewer-response")):
            yield f"{where}: files without an Origin"
        cors = headers_of(template, behaviour).get("CorsConfig", {})
        if (
            cors.get("AccessControlAllowOrigins", {}).get("Items") != ["*"]
            or cors.get("AccessControlAllowCredentials") is not False
        ):
            yield f"{where}: errors"


@rule(
    (f"RemoteApi.{ANSWERS}.WAF_FILTERED.statusCode", "403"),
    (
        f"RemoteApi.{ANSWERS}.THROTTLED.responseTemplates.application/json",
        ('message":"Too Many Requests. Please try again in 1 second.', 'error":"slow down'),
    ),
    (f"AccountApi.{ANSWERS}.DEFAULT_5XX.responseParameters", {}),
    (
        f"RemoteApi.{ANSWERS}.WAF_FILTERED.responseTemplates.application/json",
        (". Please try again in 60 seconds.", ""),
    ),
)
def the_gateways_own_answers_are_ours(template: Template) -> Iterator[str]:
    """API Gateway's own answers have our headers and form; none is a 403, and a 429 says when to
    try again (contract 1.1, 1.3, 1.4)."""
    for api in APIS:
        body = template.properties(api)["Body"]["x-amazon-apigateway-gateway-responses"]
        for kind, answer in body.items():
            headers = {
                name.removeprefix("gatewayresponse.header."): value
                for name, value in answer["responseParameters"].items()
            }
            yield from (
                f"{api} {kind}: {name}"
                for name, value in GATEWAY_HEADERS.items()
                if headers.get(name) != value
            )
            if not re.fullmatch(
                r'\{"message":("[^"]+"|\$context\.error\.messageString)}',
                answer["responseTemplates"]["application/json"],
            ):
                yield f"{api} {kind}: another shape"
            wait = headers.get("Retry-After", "").strip("'")
            if str(answer.get("statusCode")) == "429" and not (
                wait and f" in {wait} second" in answer["responseTemplates"]["application/json"]
            ):
                yield f"{api} {kind}: does not say when to try again"
        for kind, status in (
            ("MISSING_AUTHENTICATION_TOKEN", "404"),
            ("WAF_FILTERED", "429"),
            ("THROTTLED", "429"),
        ):
            if str(body.get(kind, {}).get("statusCode")) != status:
                yield f"{api} {kind} is not {status}"


def rate_rules(template: Template) -> Iterator[tuple[str, dict]]:
    for _, acl in template.of("AWS::WAFv2::WebACL"):
        for one in acl["Rules"]:
            if "RateBasedStatement" in one["Statement"] and "Block" in one.get("Action", {}):
                yield one["Name"], one["Statement"]["RateBasedStatement"]


@rule(
    ("RemoteApiFirewall", None),
    ("ApiFirewall.Rules.Name=direct.Action", {"Count": {}}),
    (f"{REMOTE_STAGE}.MethodSettings", None),
    ("Parameters.Firewall.Default", "false"),
)
def floods_are_stopped(template: Template) -> Iterator[str]:
    """A firewall with rate rules protects both APIs, unless it is switched off: it counts direct
    callers by their address, and calls through the distribution by the viewer's address."""
    if template.source["Parameters"]["Firewall"]["Default"] != "true":
        yield "there is none by default"
    guarded = {
        api
        for _, one in template.of("AWS::WAFv2::WebACLAssociation")
        for api in APIS
        if f"/restapis/${{{api}}}/stages/" in named(one["ResourceArn"])
    }
    yield from (f"{api} has no firewall" for api in APIS if api not in guarded)
    kinds = {one["AggregateKeyType"] for _, one in rate_rules(template) if one.get("Limit")}
    yield from (f"no rate rule by {kind}" for kind in ("IP", "CUSTOM_KEYS") if kind not in kinds)
    for api, stage in stages(template).items():
        settings = [
            one
            for one in stage.get("MethodSettings", [])
            if (one["HttpMethod"], one["ResourcePath"]) == ("*", "/*")
        ]
        if not settings or not {"ThrottlingRateLimit", "ThrottlingBurstLimit"} <= set(settings[0]):
            yield f"{api} has no throttle"


@rule(
    (on("/api/*", "FunctionAssociations"), None),
    (on("/api/card/*", "FunctionAssociations"), None),
    ("ViewerAddress.FunctionCode", "function handler(event) { return event.request; }"),
    ("SitePath.FunctionCode", ("request.headers['x-viewer-address']", "var unused")),
    ("Distribution.DistributionConfig.DefaultCacheBehavior.OriginRequestPolicyId", None),
    (on("/downloads/*", "OriginRequestPolicyId"), None),
    ("Distribution.DistributionConfig.Origins.Id=api.OriginCustomHeaders", None),
    (
        "Distribution.DistributionConfig.Origins.Id=api.OriginCustomHeaders.0.HeaderValue",
        "open sesame",
    ),
    (
        "ApiFirewall.Rules.Name=through-the-distribution.Statement.RateBasedStatement.ScopeDownStatement",
        None,
    ),
    ("ViewerAddress.FunctionCode", ("network(event.viewer.ip)", "event.viewer.ip")),
    ("AccountApi.EndpointConfiguration.IpAddressType", "dualstack"),
)
def the_viewers_address_cannot_be_forged(template: Template) -> Iterator[str]:
    """The header that the rate rule counts by is set by the distribution, and trusted only with the
    distribution's proof."""
    for origin in distribution(template)["Origins"]:
        if "CustomOriginConfig" not in origin:
            continue
        ways = [
            (behaviour, code)
            for behaviour in behaviours(template)
            for code in [code_of(template, behaviour, "viewer-request")]
            if behaviour["TargetOriginId"] == origin["Id"]
            or f"selectRequestOriginById('{origin['Id']}')" in code
        ]
        for behaviour, code in ways:
            if (
                "request.headers['x-viewer-address'] = { value: network(event.viewer.ip) }"
                not in code
                or "OriginRequestPolicyId" not in behaviour
            ):
                yield f"{origin['Id']} hears the viewer's own header, by way of {behaviour.get('PathPattern', 'the site')}"
        proofs = [
            one
            for one in origin.get("OriginCustomHeaders", [])
            if one["HeaderName"] == "x-origin-verify"
        ]
        if not proofs or "{{resolve:secretsmanager:" not in named(proofs[0]["HeaderValue"]):
            yield f"{origin['Id']} gets no proof"
    for name, one in rate_rules(template):
        scope = str(one.get("ScopeDownStatement", {}))
        if "x-origin-verify" not in scope or ("NotStatement" in scope) != (
            one["AggregateKeyType"] == "IP"
        ):
            yield f"{name} believes anybody"
    for name in APIS:
        if template.properties(name)["EndpointConfiguration"].get("IpAddressType") == "dualstack":
            yield f"{name} is called directly over IPv6, where a rule counts each address of a network"
