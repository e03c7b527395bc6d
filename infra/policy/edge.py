"""Rules for the way in: distribution, headers, firewall."""

from collections.abc import Iterator

from rule import rule
from template import Template, named

A_YEAR = 31_536_000
LONGEST_MISSING = 2  # seconds that a pointer may seem missing after it was written
# scheme, host and path of isMapLink (site/src/checks)
MAPS = {"https://www.google.com/maps", "https://www.google.com/maps/"}
EMBEDDED = "/embed/*"  # what other pages may show in a frame (pages.md C26), and nothing else
CARDS = "/api/card/*"
APIS = ("AccountApi", "RemoteApi")
HEADERS = (
    "ContentTypeOptions StrictTransportSecurity FrameOptions ReferrerPolicy ContentSecurityPolicy"
)
# parts of the paths of bad examples; the stage has the name that SAM gives it
REMOTE_STAGE = "RemoteApiStaged02d89152f"
ANSWERS = "Body.x-amazon-apigateway-gateway-responses"
SECURITY = "ResponseHeadersPolicyConfig.SecurityHeadersConfig"
SITE_POLICY = f"SiteHeaders.{SECURITY}.ContentSecurityPolicy.ContentSecurityPolicy"


def on(pattern: str, path: str) -> str:
    """The path of something of a behaviour, for a bad example."""
    return f"Distribution.DistributionConfig.CacheBehaviors.PathPattern={pattern}.{path}"


def distribution(template: Template) -> dict:
    return template.properties("Distribution")["DistributionConfig"]


def behaviours(template: Template) -> list[dict]:
    config = distribution(template)
    return [config["DefaultCacheBehavior"], *config["CacheBehaviors"]]


def code_of(template: Template, behaviour: dict, when: str) -> str:
    """The source of the edge function that a behaviour runs at this moment; empty if there is
    none."""
    for one in behaviour.get("FunctionAssociations", []):
        name = named(one["FunctionARN"]).split(".")[0]
        if one["EventType"] == when and name in template.resources:
            return template.properties(name)["FunctionCode"]
    return ""


def stages(template: Template) -> dict[str, dict]:
    """API → its stage."""
    return {named(stage["RestApiId"]): stage for _, stage in template.of("AWS::ApiGateway::Stage")}


@rule(
    (on("/downloads/*", "ViewerProtocolPolicy"), "allow-all"),
    (
        "Distribution.DistributionConfig.Origins.Id=api.CustomOriginConfig.OriginProtocolPolicy",
        "match-viewer",
    ),
)
def everything_is_tls(template: Template) -> Iterator[str]:
    """Viewers connect with TLS 1.2 or newer, and so does the distribution to the APIs."""
    config = distribution(template)
    for one in behaviours(template):
        if one.get("ViewerProtocolPolicy") not in ("redirect-to-https", "https-only"):
            yield f"{one.get('PathPattern', 'the site')} takes http"
    for origin in config["Origins"]:
        to = origin.get("CustomOriginConfig")
        if to and (to["OriginProtocolPolicy"], to["OriginSSLProtocols"]) != (
            "https-only",
            ["TLSv1.2"],
        ):
            yield f"{origin['Id']} is asked over http"
    if config["ViewerCertificate"].get("MinimumProtocolVersion", "TLSv1.2_2021") != "TLSv1.2_2021":
        yield "old TLS"


@rule(
    ("Distribution.DistributionConfig.CustomErrorResponses.ErrorCode=503.ErrorCachingMinTTL", 1),
    ("Distribution.DistributionConfig.CustomErrorResponses.ErrorCode=404.ErrorCachingMinTTL", 10),
    ("DownloadsCache.CachePolicyConfig.MinTTL", 60),
    ("DownloadsCache.CachePolicyConfig.DefaultTTL", 86400),
)
def the_edge_keeps_nothing_by_itself(template: Template) -> Iterator[str]:
    """The edge does not cache an origin's error at all, a missing file for two seconds, and a
    published file for as long as that says itself, from zero to a year."""
    kept = {
        one["ErrorCode"]: one.get("ErrorCachingMinTTL", 10)
        for one in distribution(template).get("CustomErrorResponses", [])
    }
    for code, most in (*((code, 0) for code in range(500, 505)), (404, LONGEST_MISSING)):
        if (seconds := kept.get(code, 10)) > most:
            yield f"{code} for {seconds} s"
    of_files = template.properties("DownloadsCache")["CachePolicyConfig"]
    least, usual, most = (of_files[name] for name in ("MinTTL", "DefaultTTL", "MaxTTL"))
    if least != 0 or usual > LONGEST_MISSING or most < A_YEAR:
        yield f"files for {least} to {most} s, {usual} by default"


def weak_spots(text: str, framed: bool) -> Iterator[str]:
    """What a Content-Security-Policy leaves open; `framed` says that every site may frame the
    page."""
    policy = {
        name: set(values) for name, *values in (one.split() for one in text.split(";") if one)
    }
    own = {"'self'", "'none'"}
    allowed = {
        "script-src": own | {"'wasm-unsafe-eval'"},
        "frame-src": MAPS | {"'none'"},
        "frame-ancestors": {"*"} if framed else own,
    }
    # default-src does not cover the last three
    for name in ("default-src", "base-uri", "form-action", "frame-ancestors"):
        if name not in policy:
            yield f"no {name}"
    if policy.get("object-src", policy.get("default-src")) != {"'none'"}:
        yield "plug-ins"
    for name, values in policy.items():
        open_to_all = {one for one in values if "unsafe-" in one or one in ("*", "http:")}
        by_default = (
            own if name in ("default-src", "base-uri", "form-action") else values - open_to_all
        )
        yield from (f"{name} {one}" for one in values - allowed.get(name, by_default))


@rule(
    (on("/downloads/*", "ResponseHeadersPolicyId"), None),
    (on("/api/card/*", "ResponseHeadersPolicyId"), None),
    (f"SiteHeaders.{SECURITY}.StrictTransportSecurity.AccessControlMaxAgeSec", 3600),
    (f"DownloadsHeaders.{SECURITY}.ContentTypeOptions", None),
    (SITE_POLICY, ("object-src", "style-src 'self' 'unsafe-inline'; object-src")),
    (SITE_POLICY, ("script-src 'self'", "script-src 'self' https://cdn.example")),
    (SITE_POLICY, ("frame-src", "frame-src https://www.google.com")),
    (SITE_POLICY, ("default-src 'self'", "default-src *")),
    (SITE_POLICY, ("frame-ancestors 'self'", "frame-ancestors *")),
    (SITE_POLICY, ("; frame-ancestors 'self'", "")),
    (SITE_POLICY, ("object-src 'none'; ", "")),
)
def files_have_security_headers(template: Template) -> Iterator[str]:
    """HSTS for a year or more, nosniff, frames, referrer and a strict Content-Security-Policy on
    everything that comes from a bucket, and on cards, which are pages. Only embedded tables may be
    framed by other sites, which X-Frame-Options cannot express."""
    apis = {one["Id"] for one in distribution(template)["Origins"] if "CustomOriginConfig" in one}
    for behaviour in behaviours(template):
        where = behaviour.get("PathPattern", "the site")
        if where != CARDS and behaviour["TargetOriginId"] in apis:
            continue
        if "ResponseHeadersPolicyId" not in behaviour:
            yield f"{where} has none"
            continue
        policy = template.properties(named(behaviour["ResponseHeadersPolicyId"]))
        headers = policy["ResponseHeadersPolicyConfig"].get("SecurityHeadersConfig", {})
        framed = where == EMBEDDED
        for name in HEADERS.split():
            wanted = not (framed and name == "FrameOptions")
            if headers.get(name, {}).get("Override", False) is not wanted:
                yield f"{where}: {name}"
        if headers.get("StrictTransportSecurity", {}).get("AccessControlMaxAgeSec", 0) < A_YEAR:
            yield f"{where}: HSTS for less than a year"
        text = headers.get("ContentSecurityPolicy", {}).get("ContentSecurityPolicy", "")
        yield from (f"{where}: {spot}" for spot in weak_spots(text, framed))


@rule((f"RemoteApi.{ANSWERS}.WAF_FILTERED.statusCode", "403"))
def who_calls_too_often_is_asked_to_wait(template: Template) -> Iterator[str]:
    """API Gateway's own answers to whoever calls too often are a 429, after which clients try again; a
    403 ends a timing client's upload (contract 1.4)."""
    for api in APIS:
        answers = template.properties(api)["Body"]["x-amazon-apigateway-gateway-responses"]
        for kind in ("WAF_FILTERED", "THROTTLED"):
            if str(answers.get(kind, {}).get("statusCode")) != "429":
                yield f"{api} {kind}"


def rate_rules(template: Template) -> Iterator[tuple[str, dict]]:
    for _, acl in template.of("AWS::WAFv2::WebACL"):
        for one in acl["Rules"]:
            if "RateBasedStatement" in one["Statement"] and "Block" in one.get("Action", {}):
                yield one["Name"], one["Statement"]["RateBasedStatement"]


@rule(
    ("RemoteApiFirewall", None),
    ("ApiFirewall.Rules.Name=direct.Action", {"Count": {}}),
    (f"{REMOTE_STAGE}.MethodSettings", None),
)
def floods_are_stopped(template: Template) -> Iterator[str]:
    """A firewall with rate rules protects both APIs, and a throttle: it counts direct callers by their
    address, and calls through the distribution by the viewer's address."""
    firewalled = str(
        [one["ResourceArn"] for _, one in template.of("AWS::WAFv2::WebACLAssociation")]
    )
    yield from (
        f"{api} has no firewall" for api in APIS if f"/restapis/${{{api}}}/" not in firewalled
    )
    kinds = {one["AggregateKeyType"] for _, one in rate_rules(template)}
    yield from (f"no rate rule by {kind}" for kind in ("IP", "CUSTOM_KEYS") if kind not in kinds)
    for api, stage in stages(template).items():
        settings = {one["ResourcePath"]: one for one in stage.get("MethodSettings", [])}
        if "ThrottlingRateLimit" not in settings.get("/*", {}):
            yield f"{api} has no throttle"


@rule(
    (on("/api/*", "FunctionAssociations"), None),
    (on("/api/card/*", "FunctionAssociations"), None),
    ("SitePath.FunctionCode", ("request.headers['x-viewer-address']", "var unused")),
    ("Distribution.DistributionConfig.DefaultCacheBehavior.OriginRequestPolicyId", None),
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
    sets = "request.headers['x-viewer-address'] = { value: network(event.viewer.ip) }"
    for origin in distribution(template)["Origins"]:
        name = origin["Id"]
        if "CustomOriginConfig" not in origin:
            continue
        for behaviour in behaviours(template):
            code = code_of(template, behaviour, "viewer-request")
            leads = (
                behaviour["TargetOriginId"] == name or f"selectRequestOriginById('{name}')" in code
            )
            if leads and (sets not in code or "OriginRequestPolicyId" not in behaviour):
                yield f"{name} hears the viewer's own header, by way of {behaviour.get('PathPattern', 'the site')}"
        proofs = {
            one["HeaderName"]: named(one["HeaderValue"])
            for one in origin.get("OriginCustomHeaders", [])
        }
        if "{{resolve:secretsmanager:" not in proofs.get("x-origin-verify", ""):
            yield f"{name} gets no proof"
    for name, one in rate_rules(template):
        scope = str(one.get("ScopeDownStatement", {}))
        is_direct = one["AggregateKeyType"] == "IP"
        if "x-origin-verify" not in scope or ("NotStatement" in scope) != is_direct:
            yield f"{name} believes anybody"
    for name in APIS:
        if template.properties(name)["EndpointConfiguration"].get("IpAddressType") == "dualstack":
            yield f"{name} is called directly over IPv6, where a rule counts each address of a network"
