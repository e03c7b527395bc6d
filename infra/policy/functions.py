"""Rules for the functions: roles, what they may reach, what they lose."""

import re
from collections.abc import Iterator

from rule import also, rule, without
from template import MANAGED, Template, named, rooted

# The functions that receive a race's data (contract 1.5: bodies of a mebibyte), and the publisher.
UPLOADS = {
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
}
MOST_RESERVED = 900  # of AWS's default of 1,000, since it wants 100 left for all other functions
NEWS = 900  # seconds; FRESH_S of functions/domain/src/alert.rs
# both hosts share the distribution's proof
OF_ONE_HOST = re.compile(r"\w+Table|\w*(?:Token|Cipher)Secret")
OF_REMOTE = re.compile(r"Remote\w+|ReadsTable|NotificationsTable")
NAME_OF_SECRET = re.compile(
    r"secret|password|token|private_?key|api_?key|credential", re.IGNORECASE
)
# Topics, and what else of SNS has an ARN, in all regions and accounts.
TOPICS = "arn:${AWS::Partition}:sns:*:*:*"
# What a right may name that is not of this template: a phone has no ARN, and the domain that SES has
# verified is set up by hand, since its records are in the operator's DNS.
OUTSIDE = {
    "sns:Publish": "*",
    "ses:SendEmail": "arn:${AWS::Partition}:ses:${AWS::Region}:${AWS::AccountId}:identity/${Domain}",
}


def timers(template: Template) -> Iterator[tuple[str, str]]:
    """Function and schedule."""
    for _, one in template.of("AWS::Events::Rule"):
        yield from ((rooted(target["Arn"]), one["ScheduleExpression"]) for target in one["Targets"])


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
    ("ResultsAdd.ReservedConcurrentExecutions", None),
    ("ResultsAdd.ReservedConcurrentExecutions", 900),
    ("Health.ReservedConcurrentExecutions", 0),
)
def uploads_are_not_starved(template: Template) -> Iterator[str]:
    """Uploads and the publisher have reserved concurrency; at least AWS's minimum is left."""
    reserved = {
        one["Handler"]: one["ReservedConcurrentExecutions"]
        for _, one in template.functions()
        if "ReservedConcurrentExecutions" in one
    }
    yield from UPLOADS - {name for handler in reserved for name in handler.split("+")}
    yield from (f"{handler} is switched off" for handler, figure in reserved.items() if not figure)
    if sum(reserved.values()) > MOST_RESERVED:
        yield f"{sum(reserved.values())} reserved"


@rule(
    ("SnapshotsPublishRaces.MaximumRecordAgeInSeconds", 300),
    ("SnapshotsPublishEvents.FunctionResponseTypes", None),
    ("SnapshotsPublishEvents.BisectBatchOnFunctionError", False),
    ("SnapshotsPublishParticipants.MaximumRetryAttempts", None),
    ("SnapshotsPublishRaces.DestinationConfig", None),
    ("SnapshotsReconcileFailures", None),
    ("AlertsSelectRaces.MaximumRecordAgeInSeconds", None),
)
def streams_lose_nothing(template: Template) -> Iterator[str]:
    """A failed record of a stream is retried several times, apart from the rest of its batch, and
    then goes to the reconciler; only the selection of alerts drops records for their age."""
    readers = queue_readers(template)
    for name, source in stream_sources(template):
        # an older alert is not sent (contract 8.5), so it needs no repair
        is_news = named(source["FunctionName"]) == "AlertsSelect"
        failed = source.get("DestinationConfig", {}).get("OnFailure", {}).get("Destination", "")
        if source.get("MaximumRecordAgeInSeconds", -1) != (NEWS if is_news else -1):
            yield f"{name}: for how long a record is tried"
        if source.get("FunctionResponseTypes") != ["ReportBatchItemFailures"]:
            yield f"{name}: one record holds up its neighbours"
        if source.get("BisectBatchOnFunctionError") is not True:
            yield f"{name}: one record holds up its neighbours"
        if source.get("MaximumRetryAttempts") not in range(1, 101):
            yield f"{name}: one record is tried for ever, or never again"
        if not is_news and readers.get(rooted(failed)) != "SnapshotsReconcile":
            yield f"{name}: nobody repairs what it gives up"


@rule(
    ("SnapshotsReconcileTimer.ScheduleExpression", "rate(1 hour)"),
    without({"s3:PutObject"}, "SnapshotsReconcile"),
)
def the_reconciler_comes_by_itself(template: Template) -> Iterator[str]:
    """The reconciler is started every five minutes and may do everything that the publisher may."""
    if ("SnapshotsReconcile", "rate(5 minutes)") not in timers(template):
        yield "no timer"
    repairs, publishes = (
        set(template.rights(name)) for name in ("SnapshotsReconcile", "SnapshotsPublish")
    )
    yield from (f"not {' '.join(one)}" for one in publishes - repairs if "sqs:" not in one[0])


@rule(("ResultsList.LoggingConfig.LogGroup", None))
def functions_log_to_a_group_of_ours(template: Template) -> Iterator[str]:
    """Every function writes into a log group of this template: one that Lambda makes is kept for
    ever."""
    groups = {name for name, _ in template.of("AWS::Logs::LogGroup")}
    for name, function in template.functions():
        if named(function.get("LoggingConfig", {}).get("LogGroup")) not in groups:
            yield name


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
        yield from set(properties.get("ManagedPolicyArns", [])) - set(MANAGED.values())


@rule(("FunctionBoundary.PolicyDocument.Statement.7", None))
def no_function_reaches_a_topic(template: Template) -> Iterator[str]:
    """Texts need `sns:Publish` on the star, since a phone has no ARN. So the boundary, which no
    policy gets round, denies it on everything that has one."""
    statements = template.properties("FunctionBoundary")["PolicyDocument"]["Statement"]
    denies = {"Effect": "Deny", "Action": "sns:Publish", "Resource": {"Fn::Sub": TOPICS}}
    if denies not in statements:
        yield "sns:Publish"


@rule(
    also("ResultsAdd", NotAction="iam:*", Resource={"Fn::GetAtt": ["RacesTable", "Arn"]}),
    also("ResultsAdd", Action="dynamodb:*", Resource={"Fn::GetAtt": ["RacesTable", "Arn"]}),
    also("ResultsAdd", Action="dynamodb:GetItem", Resource="*"),
    also("ResultsAdd", Action="s3:GetObject", Resource={"Fn::Sub": "${PrivateBucket.Arn}/*"}),
    also("Push", Action="ses:SendEmail", Resource="arn:aws:ses:us-east-1:1:identity/x.example"),
    also(
        "ResultsAdd", Action="dynamodb:GetItem", Resource="arn:aws:dynamodb:us-east-1:1:table/other"
    ),
)
def policies_name_what_they_allow(template: Template) -> Iterator[str]:
    """A function's policy names actions and resources of this template, one by one; of objects a
    prefix. Only phones and the domain of MailFrom are outside of it."""
    for name, _ in template.functions():
        for statement in template.statements(name):
            if statement["Effect"] != "Allow" or {"NotAction", "NotResource"} & set(statement):
                yield f"{name}: not a plain Allow"
        for action, resource in template.rights(name):
            is_ours = rooted(resource) in template.resources and not resource.endswith(".Arn}/*")
            if "*" in action or not (is_ours or OUTSIDE.get(action) == resource):
                yield f"{name}: {action} on {resource}"


@rule(
    also(
        "ResultsAdd", Action="dynamodb:GetItem", Resource={"Fn::GetAtt": ["RemoteKeysTable", "Arn"]}
    ),
    also("RemoteReadsAdd", Action="dynamodb:Scan", Resource={"Fn::GetAtt": ["KeysTable", "Arn"]}),
)
def hosts_are_apart(template: Template) -> Iterator[str]:
    """No function of one host reaches the other host's data (contract 10.2)."""
    for api in ("AccountApi", "RemoteApi"):
        for name in template.routes_of(api):
            for room in {rooted(resource) for _, resource in template.rights(name)}:
                is_remote = OF_REMOTE.fullmatch(room) is not None
                if OF_ONE_HOST.fullmatch(room) and is_remote != (api == "RemoteApi"):
                    yield f"{name} reaches {room}"


@rule(without({"s3:ListBucket"}, "ResultsList"))
def missing_objects_are_seen(template: Template) -> Iterator[str]:
    """A function that reads a bucket may list it: otherwise S3 answers 403 for a missing object,
    and the function fails. (The emulator answers 404.)"""
    for name, _ in template.functions():
        may = {(action, rooted(resource)) for action, resource in template.rights(name)}
        reads = {bucket for action, bucket in may if action == "s3:GetObject"}
        yield from (f"{name}: {one}" for one in reads if ("s3:ListBucket", one) not in may)


@rule(
    ("Parameters.TokenSecret", {"Type": "String", "Default": "x"}),
    (
        "ResultsAdd.Environment.Variables.PEPPER",
        {"Fn::Sub": "{{resolve:secretsmanager:${OriginSecret}}}"},
    ),
    ("Known", {"Type": "AWS::SecretsManager::Secret", "Properties": {"SecretString": "hunter2"}}),
)
def no_secret_in_clear(template: Template) -> Iterator[str]:
    """No secret is in a parameter or in a function's environment: secrets are generated or stored on
    AWS."""
    yield from filter(NAME_OF_SECRET.search, template.source["Parameters"])
    for name, secret in template.of("AWS::SecretsManager::Secret"):
        if "SecretString" in secret or "GenerateSecretString" not in secret:
            yield f"{name} is given, not made"
    for name, variable, value in template.told():
        if "{{resolve:" in named(value):
            yield f"{name}: {variable} would be shown with the function's settings"
