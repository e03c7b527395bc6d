"""Rules for the functions: limits, roles, what they may reach, what they are told."""

import json
import re
from collections import Counter
from collections.abc import Iterator

from rule import also, rule, without
from template import MANAGED, NOTHING, Conditions, Template, named, rooted, some

# The functions that receive a race's data (contract 1.5: bodies of a mebibyte), and the publisher.
UPLOADS = (
    "results.add",
    "participants.add",
    "bibchips.add",
    "segments.add",
    "distances.add",
    "r.participants.add-many",
    "r.participants.update-many",
    "r.results.add",
    "r.standings.update",
    "remote.reads.add",
    "snapshots.publish",
)
ACCOUNT_QUOTA, NEVER_RESERVED = (
    1000,
    100,
)  # AWS's default, and how many it wants left for all other functions
NEWS = 900  # seconds; FRESH_S of functions/domain/src/alert.rs
LONGEST_ROUTE, LONGEST = 10, 900  # seconds; an answer comes within 9 (contract 1.5)
OF_ONE_HOST = re.compile(
    r"\w+Table|\w*(?:Token|Cipher)Secret"
)  # both hosts share the distribution's proof
OF_REMOTE = re.compile(r"Remote\w+|ReadsTable|NotificationsTable")
OF_HOOKS = "${PrivateBucket.Arn}/hooks/*"
SECRET = re.compile(
    r"(?:AKIA|ASIA)[0-9A-Z]{16}|-----BEGIN [A-Z ]*PRIVATE KEY|eyJ[\w-]{10,}\.eyJ|\bAC[0-9a-f]{32}\b|\b[0-9a-f]{40,}\b"
)
NAME_OF_SECRET = re.compile(
    r"secret|password|token|private_?key|api_?key|credential", re.IGNORECASE
)
PLACE_OF_SECRET = re.compile(r"arn|name|id|table|bucket", re.IGNORECASE)


# for bad examples
ALLOWED = {"Effect": "Allow", "Action": "dynamodb:GetItem", "Resource": "*"}


def only(*statements: dict) -> list[dict]:
    """Policies of a role that are these statements."""
    return [{"PolicyName": "only", "PolicyDocument": {"Statement": list(statements)}}]


def names(function: dict) -> set[str]:
    """The routes or the worker that a function runs."""
    return set(function["Handler"].split("+"))


def uploading(template: Template) -> Iterator[str]:
    """The functions that take uploads or publish."""
    return (name for name, one in template.functions() if not names(one).isdisjoint(UPLOADS))


def timers(template: Template) -> Iterator[tuple[str, str]]:
    """Function and schedule."""
    for _, one in template.of("AWS::Events::Rule"):
        yield from ((rooted(target["Arn"]), one["ScheduleExpression"]) for target in one["Targets"])


def routes(template: Template) -> Iterator[tuple[str, dict]]:
    called = template.routes_of("AccountApi") | template.routes_of("RemoteApi")
    return ((name, function) for name, function in template.functions() if name in called)


@rule(("ResultsAdd.Timeout", None), ("EventsAll.Timeout", 30), ("Cleanup.MemorySize", None))
def functions_have_time_and_memory(template: Template) -> Iterator[str]:
    """Every function states its time-out and memory; a route's time-out is no longer than a caller
    waits."""
    of_routes = dict(routes(template))
    yield from template.lacking("AWS::Lambda::Function", "MemorySize", range(128, 10_241))
    for name, function in template.functions():
        longest = LONGEST_ROUTE if name in of_routes else LONGEST
        if function.get("Timeout") not in range(1, longest + 1):
            yield f"{name}: time-out {function.get('Timeout')}"


@rule(
    ("ResultsAdd.ReservedConcurrentExecutions", None),
    ("SnapshotsPublish.ReservedConcurrentExecutions", None),
    ("ResultsAdd.ReservedConcurrentExecutions", 900),
    ("Health.ReservedConcurrentExecutions", 0),
)
def uploads_are_not_starved(template: Template) -> Iterator[str]:
    """Uploads and the publisher have reserved concurrency; at least AWS's minimum is left."""
    kept: set[str] = set()
    total = 0
    for name, function in template.functions():
        figure = function.get("ReservedConcurrentExecutions")
        if figure == 0:
            yield f"{name} is switched off"
        if figure:
            kept |= names(function)
            total += figure
    yield from (f"{name} reserves none" for name in UPLOADS if name not in kept)
    if total > ACCOUNT_QUOTA - NEVER_RESERVED:
        yield f"{total} reserved of {ACCOUNT_QUOTA}"


@rule(("Parameters.Reserve.Default", "true"), ("?ResultsAdd.ReservedConcurrentExecutions", 5))
def nothing_is_reserved_unasked(template: Template) -> Iterator[str]:
    """Without Reserve=true no function reserves concurrency, which a new account refuses; it is not
    the default."""
    if template.source["Parameters"]["Reserve"]["Default"] != "false":
        yield "the default of Reserve"
    for name, one in template.under({"Reserve": "false"}).items():
        if (
            one["Type"] == "AWS::Lambda::Function"
            and "ReservedConcurrentExecutions" in one["Properties"]
        ):
            yield name


def policy_documents(properties: dict) -> Iterator[dict]:
    """The policies in the properties of a role, managed policy, bucket, queue or topic."""
    yield from (one["PolicyDocument"] for one in properties.get("Policies", []))
    if "PolicyDocument" in properties:
        yield properties["PolicyDocument"]


@rule(
    ("?HealthRole.Policies", only()),
    ("?SmsWebhookRole.Policies", only({"Fn::If": ["HasProvider", ALLOWED, NOTHING]})),
    (
        "?SmsAddRole.Policies",
        only(ALLOWED | {"Action": [{"Fn::If": ["ServerSends", "sns:Publish", NOTHING]}]}),
    ),
)
def policies_say_something(template: Template) -> Iterator[str]:
    """Whatever the parameters, no policy is without statements and no statement without actions or
    resources: IAM accepts none of these."""
    varying = {
        name: one
        for name, one in template.undecided.items()
        if "Fn::If" in str(one) and set(one["Properties"]) & {"Policies", "PolicyDocument"}
    }
    plain = {name: one for name, one in template.undecided.items() if name not in varying}
    combinations = list(template.combinations(varying))
    for chosen, resources in [
        (combinations[0], plain),
        *((chosen, varying) for chosen in combinations),
    ]:
        conditions = Conditions(template.source, chosen)
        for name, one in resources.items():
            if "Condition" in one and not conditions.holds(one["Condition"]):
                continue
            for document in policy_documents(conditions.decided(one).get("Properties", {})):
                statements = some(document.get("Statement", []))
                if not statements or not all(
                    some(it.get(part, "none"))
                    for it in statements
                    for part in ("Action", "Resource")
                ):
                    yield f"{name} with {chosen}"


def stream_sources(template: Template) -> Iterator[tuple[str, dict]]:
    return (
        (name, one)
        for name, one in template.of("AWS::Lambda::EventSourceMapping")
        if named(one["EventSourceArn"]).endswith(".StreamArn")
    )


def queue_readers(template: Template) -> dict[str, str]:
    """Queue → the function that reads it."""
    queues = {name for name, _ in template.of("AWS::SQS::Queue")}
    sources = [
        (rooted(one["EventSourceArn"]), named(one["FunctionName"]))
        for _, one in template.of("AWS::Lambda::EventSourceMapping")
    ]
    return {queue: function for queue, function in sources if queue in queues}


@rule(
    ("SnapshotsPublishRaces.MaximumRecordAgeInSeconds", 300),
    ("SnapshotsPublishEvents.FunctionResponseTypes", None),
    ("SnapshotsPublishEvents.BisectBatchOnFunctionError", False),
    ("SnapshotsPublishParticipants.MaximumRetryAttempts", None),
    ("SnapshotsPublishRaces.DestinationConfig", None),
    ("SnapshotsReconcileFailures", None),
    ("AlertsSelectRaces.MaximumRecordAgeInSeconds", None),
    ("AlertsSelectRaces.FunctionResponseTypes", None),
)
def streams_lose_nothing(template: Template) -> Iterator[str]:
    """A failed record of a stream is retried several times, apart from the rest of its batch, and
    then goes to the reconciler; only the selection of alerts drops records for their age."""
    readers = queue_readers(template)
    for name, source in stream_sources(template):
        is_news = named(source["FunctionName"]) == "AlertsSelect"
        age = source.get("MaximumRecordAgeInSeconds", -1)
        if (
            source.get("FunctionResponseTypes") != ["ReportBatchItemFailures"]
            or source.get("BisectBatchOnFunctionError") is not True
        ):
            yield f"{name}: one record holds up its neighbours"
        if source.get("MaximumRetryAttempts") not in range(1, 101):
            yield f"{name}: one record is tried for ever, or never again"
        if is_news:
            # an older alert is not sent (contract 8.5), so it needs no repair
            if age != NEWS:
                yield f"{name}: news is tried for {age} s"
            continue
        if age != -1:
            yield f"{name}: records are dropped for their age"
        queue = rooted(
            source.get("DestinationConfig", {}).get("OnFailure", {}).get("Destination", "")
        )
        if readers.get(queue) != "SnapshotsReconcile":
            yield f"{name}: nobody repairs what it gives up"


@rule(
    (
        "Third",
        {
            "Type": "AWS::Lambda::EventSourceMapping",
            "Properties": {
                "EventSourceArn": {"Fn::GetAtt": ["RacesTable", "StreamArn"]},
                "FunctionName": {"Ref": "SnapshotsPublish"},
            },
        },
    )
)
def a_stream_has_two_readers(template: Template) -> Iterator[str]:
    """DynamoDB lets two readers read a shard at once; more would slow the publisher down."""
    readers = Counter(named(source["EventSourceArn"]) for _, source in stream_sources(template))
    yield from (f"{stream}: {number} readers" for stream, number in readers.items() if number > 2)


@rule(
    ("AlertFinishes.FifoQueue", None),
    ("AlertSplits.MessageRetentionPeriod", 345600),
    ("AlertFailures.MessageRetentionPeriod", 1209600),
    ("AlertFinishes.RedrivePolicy", None),
)
def alerts_are_queued_in_order_and_end(template: Template) -> Iterator[str]:
    """Alerts wait in queues that keep their order, for at most an hour; failed ones go
    to a separate queue, for at most four days."""
    for name in ("AlertFinishes", "AlertSplits", "AlertOthers", "AlertFailures"):
        if name not in template.resources:
            continue
        queue = template.properties(name)
        most = 345_600 if name == "AlertFailures" else 3_600
        if queue.get("FifoQueue") is not True:
            yield f"{name} keeps no order"
        if not 0 < queue.get("MessageRetentionPeriod", 345_601) <= most:
            yield f"{name} keeps what nobody sends any more"
        if (
            name != "AlertFailures"
            and rooted(queue.get("RedrivePolicy", {}).get("deadLetterTargetArn", ""))
            != "AlertFailures"
        ):
            yield f"{name}: what fails is lost"


@rule(
    also("ResultsAdd", Action="sqs:SendMessage", Resource={"Fn::GetAtt": ["AlertFinishes", "Arn"]}),
    also("SnapshotsPublish", Action="sns:Publish", Resource="*"),
)
def alerts_stand_beside_uploads(template: Template) -> Iterator[str]:
    """Alerts never hold up an upload: a function that takes uploads or publishes has no queue of
    alerts and sends neither texts nor mail."""
    for name in uploading(template):
        for action, resource in template.rights(name):
            if (
                action in ("sns:Publish", "ses:SendEmail")
                or rooted(resource).startswith("Alert")
                or rooted(resource) == "SubscriptionsTable"
            ):
                yield f"{name}: {action} on {resource}"


@rule(
    also("SnapshotsPublish", Action="s3:GetObject", Resource={"Fn::Sub": OF_HOOKS}),
    also("ResultsAdd", Action="sqs:ReceiveMessage", Resource={"Fn::GetAtt": ["HookCalls", "Arn"]}),
    ("SnapshotsReconcileHooks", None),
    ("HookCalls.MessageRetentionPeriod", 3600),
)
def receivers_are_called_beside_uploads(template: Template) -> Iterator[str]:
    """A function that takes uploads or publishes does no more for web hooks than say that something
    is new: it sees no hook. Calls stay queued longer than the day in which they are retried."""
    for name in uploading(template):
        rights = set(template.rights(name))
        if any(resource == OF_HOOKS for _, resource in rights):
            yield f"{name} sees hooks"
        strange = {action for action, resource in rights if rooted(resource) == "HookCalls"} - {
            "sqs:SendMessage"
        }
        if strange:
            yield f"{name}: {', '.join(sorted(strange))}"
    if queue_readers(template).get("HookCalls") != "SnapshotsReconcile":
        yield "nobody calls"
    if template.properties("HookCalls").get("MessageRetentionPeriod", 0) < 2 * 86_400:
        yield "calls end before they are given up"


@rule(
    ("SnapshotsReconcileTimer", None),
    ("SnapshotsReconcileTimer.ScheduleExpression", "rate(1 hour)"),
    without({"s3:PutObject"}, "SnapshotsReconcile"),
    ("PublishFailures.VisibilityTimeout", None),
    ("AlertFinishes.VisibilityTimeout", 60),
)
def the_reconciler_comes_by_itself(template: Template) -> Iterator[str]:
    """The reconciler is started every five minutes and may do everything that the publisher may;
    every queue hides a message for six times the time-out of its reader, as AWS wants it for calls
    that are throttled; that of the publisher, which has its reserve, for half as long again."""
    schedules = [when for name, when in timers(template) if name == "SnapshotsReconcile"]
    if schedules != ["rate(5 minutes)"]:
        yield f"timers: {schedules}"
    may, publisher = (
        set(template.rights(name)) for name in ("SnapshotsReconcile", "SnapshotsPublish")
    )
    yield from (
        f"it may not {action} on {resource}"
        for action, resource in sorted(publisher - may)
        if not action.startswith("sqs:")
    )
    for queue, function in queue_readers(template).items():
        if (
            template.properties(queue).get("VisibilityTimeout", 30)
            < (1.5 if queue == "PublishQueue" else 6) * template.properties(function)["Timeout"]
        ):
            yield f"{queue} shows a message again while {function} works on it"


@rule(
    without({"s3:DeleteObjectVersion"}, "Cleanup"),
    without({"s3:ListBucketVersions"}, "SnapshotsPublish"),
)
def removed_is_removed(template: Template) -> Iterator[str]:
    """A worker that may delete an object may also find and delete its older versions: buckets are
    versioned."""
    called = dict(routes(template))
    for name, _ in template.functions():
        if name in called:
            continue
        may = set(template.rights(name))
        for resource in [resource for action, resource in may if action == "s3:DeleteObject"]:
            if ("s3:DeleteObjectVersion", resource) not in may:
                yield f"{name}: {resource}"
            if not any(
                action == "s3:ListBucketVersions" and rooted(resource) == rooted(bucket)
                for action, bucket in may
            ):
                yield f"{name} cannot find versions in {rooted(resource)}"


@rule(("ResultsList.LoggingConfig.LogGroup", None), ("ResultsList.LoggingConfig.LogFormat", "Text"))
def functions_log_to_a_group_of_ours(template: Template) -> Iterator[str]:
    """Every function writes JSON into a log group of this template."""
    groups = {name for name, _ in template.of("AWS::Logs::LogGroup")}
    for name, function in template.functions():
        logging = function.get("LoggingConfig", {})
        if logging.get("LogFormat") != "JSON" or named(logging.get("LogGroup")) not in groups:
            yield name


# What differs between two functions even if they need the same rights and settings.
OF_ITS_OWN = {"Handler", "Description", "Role"}


@rule(also("EventsAdd", Action="dynamodb:Query", Resource={"Fn::GetAtt": ["EventsTable", "Arn"]}))
def what_needs_the_same_shares_a_function(template: Template) -> Iterator[str]:
    """Two functions of one API differ in their rights or their settings: otherwise they could be
    one, and CloudFormation takes 500 resources."""
    for api in ("AccountApi", "RemoteApi"):
        known: dict[str, str] = {}
        for name in sorted(template.routes_of(api)):
            rights = {
                (action, named(resource), str(statement.get("Condition")))
                for statement in template.statements(name)
                for action in some(statement["Action"])
                for resource in some(statement["Resource"])
            }
            settings = template.properties(name).items()
            shared = {key: value for key, value in settings if key not in OF_ITS_OWN}
            needs = json.dumps([sorted(rights), shared], sort_keys=True)
            if (other := known.setdefault(needs, name)) != name:
                yield f"{name} needs what {other} needs"


@rule(
    ("ResultsAddRole.PermissionsBoundary", None),
    ("HealthRole.ManagedPolicyArns.-", "arn:aws:iam::aws:policy/AdministratorAccess"),
    ("ResultsAdd.Role.Fn::GetAtt.0", "ResultsListRole"),
)
def every_role_is_bounded(template: Template) -> Iterator[str]:
    """A function has a role of its own, within the boundary, with no managed policies but SAM's
    two."""
    seen: set[str] = set()
    for name, function in template.functions():
        role = named(function["Role"]).removesuffix(".Arn")
        if role in seen:
            yield f"{name} shares {role}"
        seen.add(role)
        properties = template.properties(role)
        if named(properties.get("PermissionsBoundary")) != "FunctionBoundary":
            yield f"{name} has no boundary"
        yield from (
            f"{name} has {arn}"
            for arn in properties.get("ManagedPolicyArns", [])
            if arn not in MANAGED.values()
        )


def boundary(template: Template) -> list[dict]:
    return template.properties("FunctionBoundary")["PolicyDocument"]["Statement"]


def within(inner: str, outer: str) -> bool:
    """Whether one ARN lies within another; `${Bucket.Arn}/*` contains every prefix."""
    inner, outer = (
        text if "${" in text or text == "*" else f"${{{text}}}" for text in (inner, outer)
    )
    return inner == outer or (outer.endswith("/*") and inner.startswith(outer[:-1])) or outer == "*"


@rule(
    also(
        "ResultsAdd", Action="dynamodb:DeleteTable", Resource={"Fn::GetAtt": ["RacesTable", "Arn"]}
    ),
    also(
        "ResultsAdd",
        Action="dynamodb:Query",
        Resource={"Fn::Sub": "${RacesTable.Arn}/index/byOwner"},
    ),
    also("AlertsSend", Action="sqs:SendMessage", Resource={"Fn::GetAtt": ["AlertFailures", "Arn"]}),
)
def policies_lie_within_the_boundary(template: Template) -> Iterator[str]:
    """The boundary allows everything that a function's policy allows: otherwise AWS refuses it."""
    bound = [
        (set(some(one["Action"])), [named(it) for it in some(one["Resource"])])
        for one in boundary(template)
        if one["Effect"] == "Allow"
    ]
    for name, _ in template.functions():
        for action, resource in template.rights(name):
            if not any(
                action in actions and any(within(resource, one) for one in resources)
                for actions, resources in bound
            ):
                yield f"{name}: {action} on {resource}"


# Topics, and what else of SNS has an ARN, in all regions and accounts.
TOPICS = "arn:${AWS::Partition}:sns:*:*:*"


@rule(
    ("FunctionBoundary.PolicyDocument.Statement.7", None),
    (
        "FunctionBoundary.PolicyDocument.Statement.7.Resource.Fn::Sub",
        "arn:${AWS::Partition}:sns:*:${AWS::AccountId}:*",
    ),
)
def no_function_reaches_a_topic(template: Template) -> Iterator[str]:
    """Texts need `sns:Publish` on the star, since a phone has no ARN. So the boundary, which no
    policy gets round, denies it on everything that has one."""
    denied = [
        one
        for one in boundary(template)
        if one["Effect"] == "Deny" and "Condition" not in one and named(one["Resource"]) == TOPICS
    ]
    if not any("sns:Publish" in some(one["Action"]) for one in denied):
        yield "sns:Publish"


# The domain that SES has verified is set up by hand: its records are in the operator's DNS.
MAIL = {
    "ses:SendEmail": "arn:${AWS::Partition}:ses:${AWS::Region}:${AWS::AccountId}:identity/${Domain}"
}


@rule(
    also("ResultsAdd", NotAction="iam:*", Resource={"Fn::GetAtt": ["RacesTable", "Arn"]}),
    also("Push", Action="ses:SendEmail", Resource="arn:aws:ses:us-east-1:1:identity/x.example"),
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
    also(
        "ResultsAdd", Action="dynamodb:GetItem", Resource="arn:aws:dynamodb:us-east-1:1:table/other"
    ),
)
def policies_only_allow(template: Template) -> Iterator[str]:
    """A function's policy names actions and resources of this template, one by one; for mail, also
    the domain of MailFrom."""
    for name, _ in template.functions():
        for statement in template.statements(name):
            if statement["Effect"] != "Allow" or {"NotAction", "NotResource"} & set(statement):
                yield f"{name}: not a plain Allow"
                continue
            known = {MAIL.get(action) for action in some(statement["Action"])}
            strangers = [
                one
                for one in some(statement["Resource"])
                if rooted(one) not in template.resources
                and named(one) != "*"
                and known != {named(one)}
            ]
            yield from (f"{name}: {named(one)} is not of this template" for one in strangers)


@rule(
    also(
        "ResultsAdd", Action="dynamodb:GetItem", Resource={"Fn::GetAtt": ["RemoteKeysTable", "Arn"]}
    ),
    also("EventsAll", Action="dynamodb:GetItem", Resource={"Fn::GetAtt": ["ReadsTable", "Arn"]}),
    also(
        "ResultsAdd",
        Action="secretsmanager:GetSecretValue",
        Resource={"Fn::GetAtt": ["RemoteTokenSecret", "Id"]},
    ),
)
def hosts_are_apart(template: Template) -> Iterator[str]:
    """No function of one host reaches the other host's data (contract 10.2)."""
    remote = template.routes_of("RemoteApi")
    for name, _function in routes(template):
        for room in {rooted(resource) for _, resource in template.rights(name)}:
            if OF_ONE_HOST.fullmatch(room) and bool(OF_REMOTE.fullmatch(room)) != (name in remote):
                yield f"{name} reaches {room}"


@rule(without({"s3:ListBucket"}, "ResultsList"))
def missing_objects_are_seen(template: Template) -> Iterator[str]:
    """A function that reads a bucket may list it: otherwise S3 answers 403 for a missing object,
    and the function fails. (The emulator answers 404.)"""
    for name, _ in template.functions():
        may = {(action, rooted(resource)) for action, resource in template.rights(name)}
        yield from (
            f"{name}: {bucket}"
            for action, bucket in may
            if action == "s3:GetObject" and ("s3:ListBucket", bucket) not in may
        )


@rule(
    ("text", ("# Rules of this file", "# AKIA" + "ABCDEFGHIJKLMNOP")),
    ("Parameters.TokenSecret", {"Type": "String", "Default": "x"}),
    ("ResultsAdd.Environment.Variables.TOKEN_SECRET", "hunter2"),
    (
        "ResultsAdd.Environment.Variables.PEPPER",
        {"Fn::Sub": "{{resolve:secretsmanager:${OriginSecret}}}"},
    ),
    ("Known", {"Type": "AWS::SecretsManager::Secret", "Properties": {"SecretString": "hunter2"}}),
)
def no_secret_in_clear(template: Template) -> Iterator[str]:
    """No secret is in the file, in a parameter's default or in a function's environment: secrets
    are generated or stored on AWS."""
    for number, line in enumerate(template.lines, 1):
        if found := SECRET.search(line):
            yield f"line {number}: {found[0][:6]}…"
    for name, parameter in template.source["Parameters"].items():
        if NAME_OF_SECRET.search(name) and (
            parameter.get("NoEcho") is not True or parameter.get("Default")
        ):
            yield f"parameter {name}"
    for name, secret in template.of("AWS::SecretsManager::Secret"):
        if "SecretString" in secret or "GenerateSecretString" not in secret:
            yield f"{name} is given, not made"
    for name, variable, value in template.told():
        if "{{resolve:" in named(value):
            yield f"{name}: {variable} would be shown with the function's settings"
        if (
            NAME_OF_SECRET.search(variable)
            and not PLACE_OF_SECRET.search(variable)
            and isinstance(value, str)
        ):
            yield f"{name}: {variable}"


@rule(("ResultsAdd.Environment.Variables.TOKEN_SECRET", {"Fn::GetAtt": ["TokenSecret", "Id"]}))
def a_secret_told_may_be_read(template: Template) -> Iterator[str]:
    """A function gets only secrets that its own policy lets it read: it reads all of them when it
    starts, and would fail to start."""
    secrets = {name for name, _ in template.of("AWS::SecretsManager::Secret")}
    for name, variable, value in template.told():
        told = rooted(value)
        may = {(action, rooted(resource)) for action, resource in template.rights(name)}
        if told in secrets and ("secretsmanager:GetSecretValue", told) not in may:
            yield f"{name}: {variable} names {told}"
