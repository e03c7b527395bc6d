"""Rules for observing the system: logs and alarms."""

import re
from collections.abc import Iterator

from edge import APIS, stages
from rule import rule
from template import Template, named

from functions import queue_readers, stream_sources, timers

LONGEST_LOG = 90  # days
# CloudFormation takes 500; the rest is a reserve for the next changes
MOST_RESOURCES = 430
# By whom nothing is waited for: finishes are sent first, and what is to be done about both is the same.
SENT_LATER = {"AlertSplits"}
# The caller controls none of these: resourcePath is the path of the route, not of the request.
TOLD = {
    "requestId",
    "requestTime",
    "httpMethod",
    "resourcePath",
    "status",
    "responseLatency",
    "integrationLatency",
    "responseLength",
    "error.responseType",
    "waf.status",
}
# parts of the paths of bad examples
ACCESS_LOG = "AccountApiapiStage.AccessLogSetting.Format"


@rule(
    lambda template: template.undecided.update(
        {f"More{n}": {"Type": "AWS::Logs::LogGroup"} for n in range(90)}
    )
)
def one_stack_holds_it(template: Template) -> Iterator[str]:
    """With every condition on, the stack stays 70 resources (23 functions) below CloudFormation's
    500."""
    if len(template.undecided) > MOST_RESOURCES:
        yield f"{len(template.undecided)} resources, {500 - len(template.undecided)} are left"


@rule(("RemoteLogs.RetentionInDays", None), ("WorkerLogs.RetentionInDays", 3653))
def logs_end(template: Template) -> Iterator[str]:
    """Every log group forgets within 90 days."""
    return template.lacking("AWS::Logs::LogGroup", "RetentionInDays", range(1, LONGEST_LOG + 1))


@rule(
    (ACCESS_LOG, ('"}', '","ip":"$context.identity.sourceIp"}')),
    (ACCESS_LOG, ("$context.resourcePath", "$context.path")),
    (ACCESS_LOG, ('"}', '","q":"$input.params()"}')),
    ("AccountApiapiStage.MethodSettings.0.DataTraceEnabled", True),
)
def access_logs_hold_nothing_private(template: Template) -> Iterator[str]:
    """An access log has the route, never the path, query string, address, header or body; stages do
    not log bodies either."""
    for api, stage in stages(template).items():
        form = stage.get("AccessLogSetting", {}).get("Format", "{}")
        said = re.findall(r"\$([\w.]+)", form)
        yield from (f"{api}: ${one}" for one in said if one.removeprefix("context.") not in TOLD)
        for setting in stage.get("MethodSettings", []):
            if setting.get("DataTraceEnabled") or setting.get("LoggingLevel", "OFF") != "OFF":
                yield f"{api} logs requests whole"


@rule(
    (
        "ApiFirewall.Rules.Name=through-the-distribution.VisibilityConfig.SampledRequestsEnabled",
        True,
    )
)
def the_firewall_keeps_no_samples(template: Template) -> Iterator[str]:
    """The firewall keeps no sampled requests: they include headers, credentials among them."""
    for path in ("VisibilityConfig", "Rules.VisibilityConfig"):
        yield from template.lacking("AWS::WAFv2::WebACL", f"{path}.SampledRequestsEnabled", [False])


# namespace, metric, what a dimension names (empty: the sum over all)
Watched = tuple[str, str, str]


def alarm_wanted(template: Template) -> Iterator[Watched]:
    """What somebody acts on when it begins (docs/runbook.md)."""
    yield from (
        ("AWS/ApiGateway", "5XXError", named(template.properties(api)["Name"])) for api in APIS
    )
    yield ("AWS/Lambda", "ConcurrentExecutions", "")
    yield ("AWS/CloudFront", "5xxErrorRate", "Distribution")
    for _, source in stream_sources(template):
        yield ("AWS/Lambda", "IteratorAge", named(source["FunctionName"]))
    # a reader of a stream or a queue reports most of what fails, and that shows in the age only
    yield from (
        ("AWS/Lambda", "Errors", one) for one in ("SnapshotsPublish", *dict(timers(template)))
    )
    readers = queue_readers(template)
    for name, _ in template.of("AWS::SQS::Queue"):
        metric = "AgeOfOldestMessage" if name in readers else "NumberOfMessagesVisible"
        if name not in SENT_LATER:
            yield ("AWS/SQS", f"Approximate{metric}", f"{name}.QueueName")
    yield ("Chute", "Repairs", "SnapshotsReconcile")
    if "AlertsSend" in template.resources:
        yield ("Chute", "BudgetUsed", "AlertsSend")


def watched(alarm: dict) -> Watched:
    values = [named(one["Value"]) for one in alarm.get("Dimensions", [])] or [""]
    return alarm.get("Namespace", ""), alarm.get("MetricName", ""), values[0]


@rule(
    ("PublishNotRepaired", None),
    ("ReconcileRepairs", None),
    ("PublishAge", None),
    ("FunctionConcurrency.AlarmActions", None),
    ("FunctionConcurrency", None),
    ("EdgeErrors", None),
    (
        "Throttles",
        {
            "Type": "AWS::CloudWatch::Alarm",
            "Properties": {"Namespace": "AWS/Lambda", "MetricName": "Throttles"},
        },
    ),
    ("Texts", {"Type": "AWS::SQS::Queue", "Properties": {"SqsManagedSseEnabled": True}}),
)
def alarms_tell_of_what_is_acted_on(template: Template) -> Iterator[str]:
    """There is one alarm each for errors of both APIs, of the distribution and of what works in the
    background, for concurrency, for the age of what a worker reads, and for what stays in a queue;
    and none that nobody acts on."""
    wanted, there = set(alarm_wanted(template)), set()
    for name, alarm in template.of("AWS::CloudWatch::Alarm"):
        there.add(watched(alarm))
        if [named(one) for one in alarm.get("AlarmActions", [])] != ["Alarms"]:
            yield f"{name} tells nobody"
        if watched(alarm) not in wanted:
            yield f"{name}: what is to be done about it?"
    yield from (f"none for {' '.join(one)}".rstrip() for one in sorted(wanted - there))
