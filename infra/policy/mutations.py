"""Ways to break the template, each with the rule that must notice. check.py fails for a rule
without an entry here."""

import copy
from collections.abc import Callable
from dataclasses import dataclass

from template import NOTHING, Template, some

Change = Callable[[Template], object]


@dataclass(frozen=True)
class Mutation:
    rule: str
    what: str
    change: Change
    server_sends: bool = False  # breaks the template as it is with Alerts=server

    def of(self, template: Template) -> Template:
        """Breaks the template in this way."""
        broken = template.copy()
        self.change(broken)
        return broken


def at(value, path: tuple):
    for step in path:
        value = value[step]
    return value


def put(name: str, *path, value) -> Change:
    """Sets a property of a resource."""

    def change(template: Template) -> None:
        at(template.properties(name), path[:-1])[path[-1]] = value

    return change


def drop(name: str, *path) -> Change:
    """Removes a property, which must be there."""
    return lambda template: at(template.properties(name), path[:-1]).pop(path[-1])


def remove(name: str) -> Change:
    return lambda template: template.resources.pop(name)


def remove_undecided(name: str) -> Change:
    return lambda template: template.undecided.pop(name)


def attribute(name: str, key: str, value: str) -> Change:
    return lambda template: template.resources[name].update({key: value})


def text(old: str, new: str) -> Change:
    """Changes the text of the file, for the rules that read it."""

    def change(template: Template) -> None:
        if old not in template.text:
            raise ValueError(f"the template does not say {old!r} any more: mend the mutation")
        template.text = template.text.replace(old, new, 1)
        template.lines = template.text.splitlines()

    return change


def undecided(name: str, *path, value) -> Change:
    """Sets a property before conditions are decided, for the rules that try every combination of
    conditions."""

    def change(template: Template) -> None:
        at(template.undecided[name]["Properties"], path[:-1])[path[-1]] = value

    return change


def only_policy(role: str, *statements: dict) -> Change:
    """Gives a role one policy with these statements, conditions not yet decided."""
    return undecided(
        role,
        "Policies",
        value=[{"PolicyName": "only", "PolicyDocument": {"Statement": list(statements)}}],
    )


def kept_versions(bucket: str, rule: int, days: int) -> Change:
    return put(
        bucket,
        "LifecycleConfiguration",
        "Rules",
        rule,
        "NoncurrentVersionExpiration",
        "NoncurrentDays",
        value=days,
    )


def default(parameter: str, value: str) -> Change:
    return lambda template: template.source["Parameters"][parameter].update(Default=value)


def runbook(old: str, new: str) -> Change:
    def change(template: Template) -> None:
        assert old in template.runbook, f"the runbook does not say {old}"
        template.runbook = template.runbook.replace(old, new)

    return change


def source(of: str, change: Callable[[dict], object]) -> Change:
    """Changes the mapping between a function and what it reads."""
    return lambda template: change(template.properties(of))


def without(actions: set[str], function: str) -> Change:
    """Removes actions from a function's policy."""

    def change(template: Template) -> None:
        for one in template.statements(function):
            one["Action"] = [action for action in some(one["Action"]) if action not in actions]

    return change


def error_kept(code: int, seconds: int) -> Change:
    return lambda template: next(
        one
        for one in template.properties("Distribution")["DistributionConfig"]["CustomErrorResponses"]
        if one["ErrorCode"] == code
    ).update(ErrorCachingMinTTL=seconds)


def also(name: str, **statement) -> Change:
    """Adds a statement to a function's own policy."""
    return lambda template: template.properties(f"{name}Role")["Policies"][0]["PolicyDocument"][
        "Statement"
    ].append({"Effect": "Allow"} | statement)


def boundary_of(template: Template) -> list[dict]:
    return template.properties("FunctionBoundary")["PolicyDocument"]["Statement"]


def stage(template: Template, api: str) -> dict:
    return next(
        one for _, one in template.of("AWS::ApiGateway::Stage") if one["RestApiId"] == {"Ref": api}
    )


def in_stage(api: str, change: Callable[[dict], object]) -> Change:
    return lambda template: change(stage(template, api))


def access_log(old: str, new: str) -> Change:
    def change(one: dict) -> None:
        one["AccessLogSetting"]["Format"] = one["AccessLogSetting"]["Format"].replace(old, new)

    return in_stage("AccountApi", change)


def gateway(kind: str, *path, value) -> Change:
    return put(
        "RemoteApi", "Body", "x-amazon-apigateway-gateway-responses", kind, *path, value=value
    )


def site_policy(old: str, new: str) -> Change:
    path = ("ResponseHeadersPolicyConfig", "SecurityHeadersConfig", "ContentSecurityPolicy")

    def change(template: Template) -> None:
        policy = at(template.properties("SiteHeaders"), path)
        assert old in policy["ContentSecurityPolicy"], f"the policy does not say {old}"
        policy["ContentSecurityPolicy"] = policy["ContentSecurityPolicy"].replace(old, new)

    return change


def origin(name: str, change: Callable[[dict], object]) -> Change:
    return lambda template: change(
        next(
            one
            for one in template.properties("Distribution")["DistributionConfig"]["Origins"]
            if one["Id"] == name
        )
    )


def security(policy: str, *path, value) -> Change:
    return put(policy, "ResponseHeadersPolicyConfig", "SecurityHeadersConfig", *path, value=value)


def on_dashboard(old: str, new: str) -> Change:
    def change(template: Template) -> None:
        of = template.properties("Dashboard")["DashboardBody"]["Fn::Sub"]
        assert old in of[0], f"the dashboard does not say {old}"
        of[0] = of[0].replace(old, new)

    return change


def also_reads(table: str) -> Change:
    """Adds a reader to a table's stream."""

    def change(template: Template) -> None:
        sources = [
            one
            for one in template.resources.values()
            if one["Type"] == "AWS::Lambda::EventSourceMapping"
        ]
        of_table = [
            one
            for one in sources
            if one["Properties"]["EventSourceArn"] == {"Fn::GetAtt": [table, "StreamArn"]}
        ]
        template.resources["Third"] = copy.deepcopy(of_table[0])

    return change


READ = {"Action": "dynamodb:GetItem"}
ALLOWED = {"Effect": "Allow", "Action": "dynamodb:GetItem", "Resource": "*"}
RATE = ("Statement", "RateBasedStatement")
BEHAVIOURS = ("DistributionConfig", "CacheBehaviors")

MUTATIONS = [
    Mutation(*one)
    for one in [
        # data
        (
            "tables can be restored",
            "no point-in-time recovery",
            drop("ReadsTable", "PointInTimeRecoverySpecification"),
        ),
        (
            "tables can be restored",
            "recovery switched off",
            put(
                "KeysTable",
                "PointInTimeRecoverySpecification",
                "PointInTimeRecoveryEnabled",
                value=False,
            ),
        ),
        (
            "tables resist deletion",
            "no protection",
            drop("AccountsTable", "DeletionProtectionEnabled"),
        ),
        (
            "data outlives the stack",
            "a table goes with the stack",
            attribute("RacesTable", "DeletionPolicy", "Delete"),
        ),
        (
            "data outlives the stack",
            "an empty table stays after a failed first deploy",
            attribute("KeysTable", "DeletionPolicy", "Retain"),
        ),
        (
            "data outlives the stack",
            "a cipher goes with the stack",
            attribute("RemoteCipherSecret", "DeletionPolicy", "Delete"),
        ),
        (
            "data outlives the stack",
            "a bucket goes when replaced",
            attribute("DownloadsBucket", "UpdateReplacePolicy", "Delete"),
        ),
        (
            "a first deploy can be taken back",
            "a table protected from the first moment",
            undecided("LinksTable", "DeletionProtectionEnabled", value=True),
        ),
        (
            "timers begin last",
            "a list of events in a bucket that a failed deploy has to remove",
            lambda template: template.resources["SnapshotsReconcile"].pop("DependsOn"),
        ),
        (
            "data is encrypted",
            "a table with a key that functions may not use",
            put("LinksTable", "SSESpecification", value={"SSEEnabled": True}),
        ),
        ("data is encrypted", "a plain bucket", drop("PrivateBucket", "BucketEncryption")),
        ("data is encrypted", "a plain queue", drop("PublishFailures", "SqsManagedSseEnabled")),
        ("buckets keep versions", "no versions", drop("PrivateBucket", "VersioningConfiguration")),
        (
            "buckets keep versions",
            "versions for ever",
            drop("SiteBucket", "LifecycleConfiguration"),
        ),
        (
            "buckets keep versions",
            "versions for years",
            put(
                "SiteBucket",
                "LifecycleConfiguration",
                "Rules",
                0,
                "NoncurrentVersionExpiration",
                "NoncurrentDays",
                value=1000,
            ),
        ),
        (
            "what is derived is forgotten at once",
            "names live on in old states",
            kept_versions("PrivateBucket", 0, 2),
        ),
        (
            "what is derived is forgotten at once",
            "old snapshots are kept",
            put(
                "DownloadsBucket", "LifecycleConfiguration", "Rules", 0, "Status", value="Disabled"
            ),
        ),
        (
            "what is derived is forgotten at once",
            "organisers lose earlier contents",
            kept_versions("DownloadsBucket", 1, 7),
        ),
        (
            "buckets keep no leftovers",
            "delete markers stay",
            drop(
                "PrivateBucket", "LifecycleConfiguration", "Rules", 2, "ExpiredObjectDeleteMarker"
            ),
        ),
        (
            "buckets keep no leftovers",
            "half uploads stay",
            drop(
                "DownloadsBucket",
                "LifecycleConfiguration",
                "Rules",
                1,
                "AbortIncompleteMultipartUpload",
            ),
        ),
        (
            "buckets are private",
            "policies may open it",
            put(
                "PrivateBucket", "PublicAccessBlockConfiguration", "BlockPublicPolicy", value=False
            ),
        ),
        (
            "buckets are private",
            "no block at all",
            drop("DownloadsBucket", "PublicAccessBlockConfiguration"),
        ),
        ("buckets are private", "lists of rights count", drop("SiteBucket", "OwnershipControls")),
        (
            "buckets are private",
            "a web site",
            put("SiteBucket", "WebsiteConfiguration", value={"IndexDocument": "index.html"}),
        ),
        (
            "buckets open only to the distribution",
            "open to the world",
            put("DownloadsBucketPolicy", "PolicyDocument", "Statement", 0, "Principal", value="*"),
        ),
        (
            "buckets open only to the distribution",
            "any distribution",
            drop("SiteBucketPolicy", "PolicyDocument", "Statement", 0, "Condition"),
        ),
        (
            "buckets open only to the distribution",
            "the edge may write",
            put(
                "SiteBucketPolicy",
                "PolicyDocument",
                "Statement",
                0,
                "Action",
                value=["s3:PutObject"],
            ),
        ),
        ("buckets refuse plain http", "no ban", remove("PrivateBucketPolicy")),
        (
            "buckets refuse plain http",
            "the objects are left out",
            put(
                "PrivateBucketPolicy",
                "PolicyDocument",
                "Statement",
                0,
                "Resource",
                value=[{"Fn::GetAtt": ["PrivateBucket", "Arn"]}],
            ),
        ),
        # functions
        ("functions have time and memory", "no time-out", drop("ResultsAdd", "Timeout")),
        (
            "functions have time and memory",
            "a caller waits half a minute",
            put("EventsAll", "Timeout", value=30),
        ),
        ("functions have time and memory", "no memory", drop("Cleanup", "MemorySize")),
        (
            "uploads are not starved",
            "nothing for uploads",
            drop("ResultsAdd", "ReservedConcurrentExecutions"),
        ),
        (
            "uploads are not starved",
            "nothing for the publisher",
            drop("SnapshotsPublish", "ReservedConcurrentExecutions"),
        ),
        (
            "uploads are not starved",
            "all for uploads",
            put("ResultsAdd", "ReservedConcurrentExecutions", value=900),
        ),
        (
            "uploads are not starved",
            "a function switched off",
            put("Health", "ReservedConcurrentExecutions", value=0),
        ),
        ("nothing is reserved unasked", "Reserve is the default", default("Reserve", "true")),
        (
            "nothing is reserved unasked",
            "a figure without its condition",
            undecided("ResultsAdd", "ReservedConcurrentExecutions", value=5),
        ),
        ("policies say something", "a policy without statements", only_policy("HealthRole")),
        (
            "policies say something",
            "empty as long as there is no provider",
            only_policy("SmsWebhookRole", {"Fn::If": ["HasProvider", ALLOWED, NOTHING]}),
        ),
        (
            "policies say something",
            "no action while the timing client sends",
            only_policy(
                "SmsAddRole",
                ALLOWED | {"Action": [{"Fn::If": ["ServerSends", "sns:Publish", NOTHING]}]},
            ),
        ),
        (
            "streams lose nothing",
            "dropped after five minutes",
            source("SnapshotsPublishRaces", lambda one: one.update(MaximumRecordAgeInSeconds=300)),
        ),
        (
            "streams lose nothing",
            "a batch fails as one",
            source("SnapshotsPublishEvents", lambda one: one.pop("FunctionResponseTypes")),
        ),
        (
            "streams lose nothing",
            "never cut in two",
            source(
                "SnapshotsPublishEvents", lambda one: one.update(BisectBatchOnFunctionError=False)
            ),
        ),
        (
            "streams lose nothing",
            "tried for ever",
            source("SnapshotsPublishParticipants", lambda one: one.pop("MaximumRetryAttempts")),
        ),
        (
            "streams lose nothing",
            "given up in silence",
            source("SnapshotsPublishRaces", lambda one: one.pop("DestinationConfig")),
        ),
        ("streams lose nothing", "nobody reads the failures", remove("SnapshotsReconcileFailures")),
        (
            "receivers are called beside uploads",
            "the publisher reads hooks",
            also(
                "SnapshotsPublish",
                Action="s3:GetObject",
                Resource={"Fn::Sub": "${PrivateBucket.Arn}/hooks/*"},
            ),
        ),
        (
            "receivers are called beside uploads",
            "an upload takes calls",
            also(
                "ResultsAdd",
                Action="sqs:ReceiveMessage",
                Resource={"Fn::GetAtt": ["HookCalls", "Arn"]},
            ),
        ),
        (
            "receivers are called beside uploads",
            "nobody reads the queue",
            remove("SnapshotsReconcileHooks"),
        ),
        (
            "receivers are called beside uploads",
            "a call lives for an hour",
            put("HookCalls", "MessageRetentionPeriod", value=3600),
        ),
        ("the reconciler comes by itself", "no timer", remove("SnapshotsReconcileTimer")),
        (
            "the reconciler comes by itself",
            "once an hour",
            put("SnapshotsReconcileTimer", "ScheduleExpression", value="rate(1 hour)"),
        ),
        (
            "the reconciler comes by itself",
            "it cannot write",
            without({"s3:PutObject"}, "SnapshotsReconcile"),
        ),
        (
            "the reconciler comes by itself",
            "two work on one message",
            drop("PublishFailures", "VisibilityTimeout"),
        ),
        ("removed is removed", "versions stay", without({"s3:DeleteObjectVersion"}, "Cleanup")),
        (
            "removed is removed",
            "versions cannot be found",
            without({"s3:ListBucketVersions"}, "SnapshotsPublish"),
        ),
        (
            "functions log to a group of ours",
            "a group without retention",
            drop("ResultsList", "LoggingConfig", "LogGroup"),
        ),
        (
            "functions log to a group of ours",
            "lines of text",
            put("ResultsList", "LoggingConfig", "LogFormat", value="Text"),
        ),
        ("every role is bounded", "no boundary", drop("ResultsAddRole", "PermissionsBoundary")),
        (
            "no function reaches a topic",
            "the boundary has only the star",
            lambda template: boundary_of(template).remove(
                next(one for one in boundary_of(template) if one["Effect"] == "Deny")
            ),
        ),
        (
            "no function reaches a topic",
            "topics of this account only",
            lambda template: next(
                one for one in boundary_of(template) if one["Effect"] == "Deny"
            ).update(Resource={"Fn::Sub": "arn:${AWS::Partition}:sns:*:${AWS::AccountId}:*"}),
        ),
        (
            "every role is bounded",
            "a managed policy",
            lambda template: template.properties("HealthRole")["ManagedPolicyArns"].append(
                "arn:aws:iam::aws:policy/AdministratorAccess"
            ),
        ),
        (
            "every role is bounded",
            "one role for two",
            put("ResultsAdd", "Role", value={"Fn::GetAtt": ["ResultsListRole", "Arn"]}),
        ),
        (
            "what needs the same shares a function",
            "to add an event needs what it needs to change a year",
            also(
                "EventsAdd",
                Action="dynamodb:Query",
                Resource={"Fn::GetAtt": ["EventsTable", "Arn"]},
            ),
        ),
        (
            "policies lie within the boundary",
            "an action too many",
            also(
                "ResultsAdd",
                Action="dynamodb:DeleteTable",
                Resource={"Fn::GetAtt": ["RacesTable", "Arn"]},
            ),
        ),
        (
            "policies lie within the boundary",
            "an index too many",
            also(
                "ResultsAdd",
                Action="dynamodb:Query",
                Resource={"Fn::Sub": "${RacesTable.Arn}/index/byOwner"},
            ),
        ),
        (
            "policies only allow",
            "all but",
            also("ResultsAdd", NotAction="iam:*", Resource={"Fn::GetAtt": ["RacesTable", "Arn"]}),
        ),
        (
            "policies only allow",
            "mail from a stranger's domain",
            also(
                "Push",
                Action="ses:SendEmail",
                Resource="arn:aws:ses:us-east-1:1:identity/x.example",
            ),
        ),
        (
            "policies only allow",
            "the domain for more than mail",
            also(
                "Push",
                Action=["ses:SendEmail", "ses:DeleteEmailIdentity"],
                Resource={
                    "Fn::Sub": [
                        "arn:${AWS::Partition}:ses:${AWS::Region}:${AWS::AccountId}:identity/${Domain}",
                        {"Domain": "x.example"},
                    ]
                },
            ),
        ),
        (
            "policies only allow",
            "a stranger's table",
            also("ResultsAdd", **READ, Resource="arn:aws:dynamodb:us-east-1:1:table/other"),
        ),
        (
            "hosts are apart",
            "the account host reads remote keys",
            also("ResultsAdd", **READ, Resource={"Fn::GetAtt": ["RemoteKeysTable", "Arn"]}),
        ),
        (
            "hosts are apart",
            "it reads a reader's reads",
            also("EventsAll", **READ, Resource={"Fn::GetAtt": ["ReadsTable", "Arn"]}),
        ),
        (
            "hosts are apart",
            "it opens the other's tokens",
            also(
                "ResultsAdd",
                Action="secretsmanager:GetSecretValue",
                Resource={"Fn::GetAtt": ["RemoteTokenSecret", "Id"]},
            ),
        ),
        (
            "missing objects are seen",
            "no list",
            lambda template: [
                one.update(Action="s3:PutObject")
                for one in template.statements("ResultsList")
                if one["Action"] == "s3:ListBucket"
            ],
        ),
        (
            "no secret in clear",
            "a key of AWS",
            text("# Rules of this file", "# AKIA" + "ABCDEFGHIJKLMNOP"),
        ),
        (
            "no secret in clear",
            "a parameter with a default",
            lambda template: template.source["Parameters"].update(
                TokenSecret={"Type": "String", "Default": "x"}
            ),
        ),
        (
            "no secret in clear",
            "in the environment",
            put("ResultsAdd", "Environment", "Variables", "TOKEN_SECRET", value="hunter2"),
        ),
        (
            "a secret told may be read",
            "to a function that has no right to it",
            put(
                "ResultsAdd",
                "Environment",
                "Variables",
                "TOKEN_SECRET",
                value={"Fn::GetAtt": ["TokenSecret", "Id"]},
            ),
        ),
        (
            "no secret in clear",
            "resolved into the environment",
            put(
                "ResultsAdd",
                "Environment",
                "Variables",
                "PEPPER",
                value={"Fn::Sub": "{{resolve:secretsmanager:${OriginSecret}}}"},
            ),
        ),
        (
            "no secret in clear",
            "given, not made",
            lambda template: template.resources.update(
                Known={
                    "Type": "AWS::SecretsManager::Secret",
                    "Properties": {"SecretString": "hunter2"},
                }
            ),
        ),
        # edge
        (
            "buckets are reached through origin access control",
            "no control",
            origin("downloads", lambda one: one.pop("OriginAccessControlId")),
        ),
        (
            "buckets are reached through origin access control",
            "unsigned",
            put("OriginAccess", "OriginAccessControlConfig", "SigningBehavior", value="never"),
        ),
        (
            "everything is tls",
            "http for viewers",
            put("Distribution", *BEHAVIOURS, 0, "ViewerProtocolPolicy", value="allow-all"),
        ),
        (
            "everything is tls",
            "http to the api",
            origin(
                "api",
                lambda one: one["CustomOriginConfig"].update(OriginProtocolPolicy="match-viewer"),
            ),
        ),
        (
            "everything is tls",
            "TLS 1.0 to the api",
            origin(
                "remote-api",
                lambda one: one["CustomOriginConfig"]["OriginSSLProtocols"].append("TLSv1"),
            ),
        ),
        (
            "errors are not kept",
            "a failure for CloudFront's ten seconds",
            drop("Distribution", "DistributionConfig", "CustomErrorResponses"),
        ),
        ("errors are not kept", "a failure for a second", error_kept(503, 1)),
        ("errors are not kept", "a missing pointer for ten", error_kept(404, 10)),
        (
            "files say how long they are kept",
            "a minute at most",
            put("DownloadsCache", "CachePolicyConfig", "MaxTTL", value=60),
        ),
        (
            "files say how long they are kept",
            "a minute at least",
            put("DownloadsCache", "CachePolicyConfig", "MinTTL", value=60),
        ),
        (
            "files say how long they are kept",
            "a day when it says nothing",
            put("DownloadsCache", "CachePolicyConfig", "DefaultTTL", value=86400),
        ),
        (
            "files have security headers",
            "none on downloads",
            drop("Distribution", *BEHAVIOURS, 0, "ResponseHeadersPolicyId"),
        ),
        (
            "files have security headers",
            "none on cards",
            drop("Distribution", *BEHAVIOURS, 1, "ResponseHeadersPolicyId"),
        ),
        (
            "files have security headers",
            "HSTS for an hour",
            security(
                "SiteHeaders", "StrictTransportSecurity", "AccessControlMaxAgeSec", value=3600
            ),
        ),
        (
            "files have security headers",
            "types may be guessed",
            drop(
                "DownloadsHeaders",
                "ResponseHeadersPolicyConfig",
                "SecurityHeadersConfig",
                "ContentTypeOptions",
            ),
        ),
        (
            "files have security headers",
            "styles in line",
            site_policy("object-src", "style-src 'self' 'unsafe-inline'; object-src"),
        ),
        (
            "files have security headers",
            "scripts in line",
            site_policy("script-src 'self'", "script-src 'self' 'unsafe-inline'"),
        ),
        (
            "files have security headers",
            "scripts of a CDN",
            site_policy("script-src 'self'", "script-src 'self' https://cdn.example"),
        ),
        (
            "files have security headers",
            "frames of anybody at Google",
            site_policy("frame-src", "frame-src https://www.google.com"),
        ),
        (
            "files have security headers",
            "anything by default",
            site_policy("default-src 'self'", "default-src *"),
        ),
        (
            "files have security headers",
            "every page framed by everybody",
            site_policy("frame-ancestors 'self'", "frame-ancestors *"),
        ),
        (
            "files have security headers",
            "an embedded table that nobody can frame",
            put(
                "EmbedHeaders",
                "ResponseHeadersPolicyConfig",
                "SecurityHeadersConfig",
                "FrameOptions",
                value={"FrameOption": "DENY", "Override": True},
            ),
        ),
        (
            "files have security headers",
            "framed by anybody",
            site_policy("; frame-ancestors 'self'", ""),
        ),
        ("files have security headers", "plug-ins", site_policy("object-src 'none'; ", "")),
        (
            "published files are open to every origin",
            "only where one is named",
            lambda template: at(
                template.properties("Distribution"), (*BEHAVIOURS, 0, "FunctionAssociations")
            ).pop(),
        ),
        (
            "published files are open to every origin",
            "one origin",
            lambda template: template.properties("DownloadsOpen").update(
                FunctionCode=template.properties("DownloadsOpen")["FunctionCode"].replace(
                    "'*'", "'https://example.org'"
                )
            ),
        ),
        (
            "published files are open to every origin",
            "errors are not",
            drop("DownloadsHeaders", "ResponseHeadersPolicyConfig", "CorsConfig"),
        ),
        (
            "the gateways own answers are ours",
            "a refusal of the firewall is a 403",
            gateway("WAF_FILTERED", "statusCode", value="403"),
        ),
        (
            "the gateways own answers are ours",
            "another shape",
            gateway(
                "THROTTLED", "responseTemplates", "application/json", value='{"error":"slow down"}'
            ),
        ),
        (
            "the gateways own answers are ours",
            "types may be guessed",
            lambda template: at(
                template.properties("AccountApi"),
                (
                    "Body",
                    "x-amazon-apigateway-gateway-responses",
                    "DEFAULT_5XX",
                    "responseParameters",
                ),
            ).pop("gatewayresponse.header.X-Content-Type-Options"),
        ),
        (
            "the gateways own answers are ours",
            "a 429 without a time",
            gateway(
                "WAF_FILTERED",
                "responseTemplates",
                "application/json",
                value='{"message":"Too Many Requests"}',
            ),
        ),
        ("floods are stopped", "one api without firewall", remove("RemoteApiFirewall")),
        (
            "floods are stopped",
            "only counted",
            put("ApiFirewall", "Rules", 1, "Action", value={"Count": {}}),
        ),
        (
            "floods are stopped",
            "no throttle",
            in_stage("RemoteApi", lambda one: one.pop("MethodSettings")),
        ),
        (
            "floods are stopped",
            "no firewall unless asked for",
            default("Firewall", "false"),
        ),
        (
            "the viewers address cannot be forged",
            "the viewer's own header is kept",
            drop("Distribution", *BEHAVIOURS, 2, "FunctionAssociations"),
        ),
        (
            "the viewers address cannot be forged",
            "the viewer's own header is kept on the way to a picture",
            drop("Distribution", *BEHAVIOURS, 1, "FunctionAssociations"),
        ),
        (
            "the viewers address cannot be forged",
            "a header of theirs",
            put(
                "ViewerAddress",
                "FunctionCode",
                value="function handler(event) { return event.request; }",
            ),
        ),
        (
            "the viewers address cannot be forged",
            "a header of theirs on the way to a card",
            lambda template: template.properties("SitePath").update(
                FunctionCode=template.properties("SitePath")["FunctionCode"].replace(
                    "request.headers['x-viewer-address']", "var unused"
                )
            ),
        ),
        (
            "the viewers address cannot be forged",
            "lost on the way to a card",
            drop(
                "Distribution",
                "DistributionConfig",
                "DefaultCacheBehavior",
                "OriginRequestPolicyId",
            ),
        ),
        (
            "the viewers address cannot be forged",
            "lost on the way to a file",
            drop("Distribution", *BEHAVIOURS, 0, "OriginRequestPolicyId"),
        ),
        (
            "the viewers address cannot be forged",
            "no proof",
            origin("api", lambda one: one.pop("OriginCustomHeaders")),
        ),
        (
            "the viewers address cannot be forged",
            "proof in clear",
            origin(
                "api", lambda one: one["OriginCustomHeaders"][0].update(HeaderValue="open sesame")
            ),
        ),
        (
            "the viewers address cannot be forged",
            "anybody is believed",
            drop("ApiFirewall", "Rules", 0, *RATE, "ScopeDownStatement"),
        ),
        (
            "the viewers address cannot be forged",
            "a budget for each address of a network",
            lambda template: template.properties("ViewerAddress").update(
                FunctionCode=template.properties("ViewerAddress")["FunctionCode"].replace(
                    "network(event.viewer.ip)", "event.viewer.ip"
                )
            ),
        ),
        (
            "the viewers address cannot be forged",
            "the same past the distribution",
            put("AccountApi", "EndpointConfiguration", "IpAddressType", value="dualstack"),
        ),
        # operations
        (
            "one stack holds it",
            "a log group for every route",
            lambda template: template.undecided.update(
                {
                    f"More{number}": {
                        "Type": "AWS::Logs::LogGroup",
                        "Properties": {"RetentionInDays": 30},
                    }
                    for number in range(90)
                }
            ),
        ),
        ("one stack holds it", "too large", lambda template: setattr(template, "size", 950_000)),
        (
            "detailed metrics are off",
            "metrics of every method",
            in_stage("RemoteApi", lambda one: one["MethodSettings"][0].update(MetricsEnabled=True)),
        ),
        ("the timing client sends the texts", "nobody sends them", default("Alerts", "server")),
        ("logs end", "kept for ever", drop("RemoteLogs", "RetentionInDays")),
        ("logs end", "kept for years", put("WorkerLogs", "RetentionInDays", value=3653)),
        (
            "both apis log their calls",
            "one does not",
            in_stage("RemoteApi", lambda one: one.pop("AccessLogSetting")),
        ),
        ("both apis log their calls", "no role", remove("AccessLogAccount")),
        (
            "both apis log their calls",
            "nothing says that the role comes first",
            in_stage("RemoteApi", lambda one: one.pop("Variables")),
        ),
        (
            "access logs hold nothing private",
            "the address",
            access_log('"}', '","ip":"$context.identity.sourceIp"}'),
        ),
        (
            "access logs hold nothing private",
            "the path as asked for",
            access_log("$context.resourcePath", "$context.path"),
        ),
        (
            "access logs hold nothing private",
            "a query string",
            access_log('"}', '","q":"$input.params()"}'),
        ),
        (
            "access logs hold nothing private",
            "bodies",
            in_stage(
                "AccountApi", lambda one: one["MethodSettings"][0].update(DataTraceEnabled=True)
            ),
        ),
        (
            "the firewall keeps no samples",
            "samples",
            put(
                "ApiFirewall", "Rules", 0, "VisibilityConfig", "SampledRequestsEnabled", value=True
            ),
        ),
        (
            "alarms tell of what is acted on",
            "none for what stays in it",
            remove("PublishNotRepaired"),
        ),
        (
            "alarms tell of what is acted on",
            "none for repairs",
            remove("ReconcileRepairs"),
        ),
        (
            "alarms tell of what is acted on",
            "none for the reconciler",
            remove("ReconcileErrors"),
        ),
        (
            "alarms tell of what is acted on",
            "none for the age",
            remove("PublishAge"),
        ),
        (
            "alarms tell of what is acted on",
            "none for the remote api",
            remove("RemoteApiErrors"),
        ),
        (
            "alarms tell of what is acted on",
            "one that tells nobody",
            drop("FunctionConcurrency", "AlarmActions"),
        ),
        (
            "alarms tell of what is acted on",
            "none for concurrency",
            remove("FunctionConcurrency"),
        ),
        (
            "alarms tell of what is acted on",
            "none for the distribution",
            remove("EdgeErrors"),
        ),
        (
            "alarms tell of what is acted on",
            "one that nobody acts on",
            lambda template: template.resources.update(
                Throttles={
                    "Type": "AWS::CloudWatch::Alarm",
                    "Properties": template.properties("FunctionConcurrency")
                    | {"MetricName": "Throttles"},
                }
            ),
        ),
        (
            "the dashboard shows what alarms watch",
            "a comma too many",
            on_dashboard("]}}\n", "]}},\n"),
        ),
        (
            "the dashboard shows what alarms watch",
            "an alarm that is not listed",
            on_dashboard('"${PublishAge.Arn}",', ""),
        ),
        (
            "the dashboard shows what alarms watch",
            "a metric that is not shown",
            on_dashboard('["AWS/Lambda","IteratorAge"', '["AWS/Lambda","Duration"'),
        ),
        (
            "the dashboard shows what alarms watch",
            "throttled tables are not shown",
            on_dashboard("SUM(WriteThrottleEvents)", "SUM(ConsumedWriteCapacityUnits)"),
        ),
        (
            "the dashboard shows what alarms watch",
            "throttled functions are not shown",
            on_dashboard('["AWS/Lambda","Throttles"],', ""),
        ),
        (
            "the dashboard shows what alarms watch",
            "the edge in the stack's region",
            on_dashboard('"region":"us-east-1"', '"region":"${AWS::Region}"'),
        ),
        (
            "the dashboard shows what alarms watch",
            "alerts are left out",
            lambda template: template.properties("Dashboard")["DashboardBody"]["Fn::Sub"][1].update(
                OfAlerts=""
            ),
            True,
        ),
        (
            "a budget is told of in time",
            "when all is spent",
            lambda template: template.properties("Budget")["NotificationsWithSubscribers"].pop(0),
            True,
        ),
        (
            "a budget is told of in time",
            "nobody in particular",
            put(
                "Budget",
                "NotificationsWithSubscribers",
                0,
                "Subscribers",
                value=[{"SubscriptionType": "EMAIL", "Address": "a@example.org"}],
            ),
            True,
        ),
        (
            "a budget is told of in time",
            "of a year",
            put("Budget", "Budget", "TimeUnit", value="ANNUALLY"),
            True,
        ),
        (
            "alarms tell of what is acted on",
            "a new queue",
            lambda template: template.resources.update(
                Texts={"Type": "AWS::SQS::Queue", "Properties": {"SqsManagedSseEnabled": True}}
            ),
        ),
        # alerts, where the server sends them
        ("a stream has two readers", "a third one", also_reads("RacesTable"), True),
        (
            "streams lose nothing",
            "news is tried for ever",
            drop("AlertsSelectRaces", "MaximumRecordAgeInSeconds"),
            True,
        ),
        (
            "streams lose nothing",
            "one row holds up the others",
            drop("AlertsSelectRaces", "FunctionResponseTypes"),
            True,
        ),
        (
            "alerts are queued in order and end",
            "no order",
            drop("AlertFinishes", "FifoQueue"),
            True,
        ),
        (
            "alerts are queued in order and end",
            "in clear",
            put("AlertSplits", "SqsManagedSseEnabled", value=False),
            True,
        ),
        (
            "alerts are queued in order and end",
            "kept for days",
            put("AlertSplits", "MessageRetentionPeriod", value=345_600),
            True,
        ),
        (
            "alerts are queued in order and end",
            "failures are kept for weeks",
            put("AlertFailures", "MessageRetentionPeriod", value=1_209_600),
            True,
        ),
        (
            "alerts are queued in order and end",
            "failures are lost",
            drop("AlertFinishes", "RedrivePolicy"),
            True,
        ),
        (
            "alerts stand beside uploads",
            "an upload queues",
            also(
                "ResultsAdd",
                Action="sqs:SendMessage",
                Resource={"Fn::GetAtt": ["AlertFinishes", "Arn"]},
            ),
            True,
        ),
        (
            "alerts stand beside uploads",
            "the publisher sends",
            also("SnapshotsPublish", Action="sns:Publish", Resource="*"),
            True,
        ),
        (
            "budgets ring at half and at nine tenths",
            "too late",
            put("AlertBudgetHalf", "Threshold", value=75),
            True,
        ),
        (
            "budgets ring at half and at nine tenths",
            "once only",
            remove("AlertBudgetNearlyAll"),
            True,
        ),
        (
            "alarms tell of what is acted on",
            "none for alerts that were given up",
            remove("AlertsGivenUp"),
            True,
        ),
        (
            "alarms tell of what is acted on",
            "none for finishes that wait",
            remove("AlertFinishesAge"),
            True,
        ),
        (
            "the reconciler comes by itself",
            "a text is shown again while it is sent",
            put("AlertFinishes", "VisibilityTimeout", value=60),
            True,
        ),
        (
            "policies lie within the boundary",
            "the sender sends to the queue of failures",
            also(
                "AlertsSend",
                Action="sqs:SendMessage",
                Resource={"Fn::GetAtt": ["AlertFailures", "Arn"]},
            ),
            True,
        ),
        # runbook
        (
            "the runbook tells what to do about each alarm",
            "an alarm is left out",
            runbook("| `PublishAge`", "| the age"),
        ),
        (
            "the runbook tells what to do about each alarm",
            "an alarm that is gone",
            remove_undecided("RepliesLost"),
        ),
        (
            "the runbook rotates each secret",
            "a secret is left out",
            runbook("`ProviderToken`", "the provider's token"),
        ),
        (
            "the runbook takes away what outlives the stack",
            "a secret that nobody knows of",
            runbook("`RemoteCipherSecret` and", "another and"),
        ),
        (
            "the runbook takes away what outlives the stack",
            "buckets are forgotten",
            runbook("       aws s3 rb s3://NAME\n", ""),
        ),
        (
            "the runbook takes away what outlives the stack",
            "one more that stays",
            lambda template: template.undecided["OriginSecret"].update(DeletionPolicy="Retain"),
        ),
        (
            "the runbook names what exists",
            "a target that is not there",
            runbook("make deploy", "make release"),
        ),
        (
            "the runbook names what exists",
            "a command that is not there",
            runbook("chute rebuild", "chute repair"),
        ),
        (
            "the runbook names what exists",
            "a file that is not there",
            runbook("infra/local/put_back.py", "infra/local/put_it_back.py"),
        ),
        (
            "the runbook names what exists",
            "a parameter that is not there",
            runbook('PARAMETERS="AlarmEmail=', 'PARAMETERS="AlarmMail='),
        ),
        (
            "the runbook names what exists",
            "a resource that is not there",
            runbook("resource RacesTable", "resource ResultsTable"),
        ),
        (
            "the runbook names what exists",
            "an output that is not there",
            runbook("output SiteUrl", "output Site"),
        ),
        (
            "commands of the documents exist",
            "a service that is not there",
            runbook("aws dynamodb wait", "aws dynamo wait"),
        ),
        (
            "commands of the documents exist",
            "an operation of s3api",
            runbook("aws s3api put-", "aws s3 put-"),
        ),
        (
            "commands of the documents exist",
            "an operation that is not there",
            runbook("restore-table-from-backup", "restore-table"),
        ),
        (
            "commands of the documents exist",
            "a waiter that is not there",
            runbook("wait table-exists", "wait table-restored"),
        ),
        (
            "commands of the documents exist",
            "a parameter that is not there",
            runbook("--restore-date-time", "--restore-time"),
        ),
        (
            "commands of the documents exist",
            "a parameter that is missing",
            runbook(" --backup-arn ARN", ""),
        ),
        (
            "commands of the documents exist",
            "a member of a structure",
            runbook("Enabled=true,AttributeName", "Enabled=true,Attribute"),
        ),
        (
            "commands of the documents exist",
            "a member in JSON",
            runbook('"AggregateKeyType": "IP"', '"AggregateBy": "IP"'),
        ),
        (
            "commands of the documents exist",
            "a choice that is none",
            runbook("--state-value ALARM", "--state-value ACTIVE"),
        ),
        (
            "commands of the documents exist",
            "an option of the CLI's own",
            runbook("--since 1h", "--from 1h"),
        ),
        # parameters
        (
            "impossible parameters are refused",
            "a domain without a certificate",
            lambda template: template.source["Rules"].pop("DomainHasCertificate"),
        ),
        (
            "impossible parameters are refused",
            "a budget that nobody is told of",
            lambda template: template.source["Rules"].pop("BudgetHasReader"),
        ),
        (
            "impossible parameters are refused",
            "a firewall of another region before the distribution",
            lambda template: template.source["Parameters"]["EdgeFirewall"].pop("AllowedPattern"),
        ),
        (
            "impossible parameters are refused",
            "the emulator's settings on AWS",
            lambda template: template.source["Rules"].pop("LocalIsTheEmulator"),
        ),
        (
            "impossible parameters are refused",
            "a certificate of another region",
            lambda template: template.source["Parameters"]["CertificateArn"].pop("AllowedPattern"),
        ),
        (
            "impossible parameters are refused",
            "a price of three digits is refused",
            lambda template: template.source["Parameters"]["DollarsAPart"].update(
                AllowedPattern=r"0\.\d{2}"
            ),
        ),
        (
            "a refusal says what is accepted",
            "a pattern without words",
            lambda template: template.source["Parameters"]["DollarsAPart"].pop(
                "ConstraintDescription"
            ),
        ),
        (
            "a refusal says what is accepted",
            "an assertion without words",
            lambda template: template.source["Rules"]["LocalIsTheEmulator"]["Assertions"][0].pop(
                "AssertDescription"
            ),
        ),
        (
            "functions run what is built",
            "a function for another processor",
            put("ResultsAdd", "Architectures", value=["x86_64"]),
        ),
        (
            "the boundary fits",
            "each queue in a statement of its own",
            lambda template: template.undecided["FunctionBoundary"]["Properties"]["PolicyDocument"][
                "Statement"
            ].extend(
                {
                    "Effect": "Allow",
                    "Action": "sqs:SendMessage",
                    "Resource": {"Fn::GetAtt": ["HookCalls", "Arn"]},
                }
                for _ in range(5)
            ),
        ),
        (
            "names at cloudfront differ by region",
            "the stack's name alone",
            undecided("SitePath", "Name", value={"Fn::Sub": "${AWS::StackName}-site-path"}),
        ),
        (
            "names at cloudfront differ by region",
            "the same in a configuration",
            undecided(
                "SiteCache",
                "CachePolicyConfig",
                "Name",
                value={"Fn::Sub": "${AWS::StackName}-site"},
            ),
        ),
        # stars
        (
            "stars have reasons",
            "every action",
            text(
                "Action: [dynamodb:Query, dynamodb:UpdateItem], Resource: !GetAtt EventsTable.Arn",
                'Action: "dynamodb:*", Resource: !GetAtt EventsTable.Arn',
            ),
        ),
        (
            "stars have reasons",
            "every table",
            text(
                "Action: dynamodb:Scan, Resource: !GetAtt EventsTable.Arn",
                'Action: dynamodb:Scan, Resource: "*"',
            ),
        ),
        (
            "stars have reasons",
            "the whole bucket",
            text(
                'Action: [s3:DeleteObject, s3:DeleteObjectVersion], Resource: !Sub "${DownloadsBucket.Arn}/results/*"',
                'Action: [s3:DeleteObject, s3:DeleteObjectVersion], Resource: !Sub "${DownloadsBucket.Arn}/*"',
            ),
        ),
        (
            "stars have reasons",
            "the reason goes",
            text("          # ListStreams knows no resources.\n", ""),
        ),
        (
            "stars have reasons",
            "all but",
            text(
                "Action: dynamodb:Scan, Resource: !GetAtt EventsTable.Arn",
                "NotAction: dynamodb:Scan, Resource: !GetAtt EventsTable.Arn",
            ),
        ),
    ]
]
