"""Rules for observing the system: logs and alarms."""

import json
import re
from collections.abc import Iterator

from edge import APIS, stages
from rule import rule
from template import Template, named, rooted, some

from functions import UPLOADS, names, queue_readers, stream_sources

LONGEST_LOG = 90  # days
# CloudFormation takes 500 resources and a megabyte; the rest is a reserve for the next change.
MOST_RESOURCES = 470
LARGEST = 900_000
# What a check-in calls besides, starting with the sign-in.
CHECK_IN = (
    "account.login",
    "account.refresh",
    "r.events.list",
    "r.participants.list",
    "r.participants.add",
    "r.participants.update",
    "r.checkin.list",
    "r.checkin.change",
)
# Written in the background: no upload waits for these or fails because of them.
BESIDE = {"KeyUseTable", "RemoteKeyUseTable"}
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


@rule
def one_stack_holds_it(template: Template) -> Iterator[str]:
    """With every condition on, the stack stays 30 resources (ten functions) below CloudFormation's
    500, and a tenth below its megabyte."""
    if len(template.undecided) > MOST_RESOURCES:
        yield f"{len(template.undecided)} resources, {500 - len(template.undecided)} are left"
    if template.size > LARGEST:
        yield f"{template.size} bytes"


@rule
def detailed_metrics_are_off(template: Template) -> Iterator[str]:
    """There are no metrics for single methods: there would be some 500, paid by the month. Those of
    a whole API are free, and the alarms use them."""
    for api, stage in stages(template).items():
        yield from (
            api for one in stage.get("MethodSettings", []) if one.get("MetricsEnabled") is not False
        )


@rule
def the_timing_client_sends_the_texts(template: Template) -> Iterator[str]:
    """By default the timing client does: the server needs a number that the carriers know (contract
    8.1)."""
    if (default := template.source["Parameters"]["Alerts"]["Default"]) != "timing-client":
        yield str(default)


@rule
def logs_end(template: Template) -> Iterator[str]:
    """Every log group forgets within 90 days."""
    for name, group in template.of("AWS::Logs::LogGroup"):
        if not 0 < group.get("RetentionInDays", 0) <= LONGEST_LOG:
            yield name


@rule
def both_apis_log_their_calls(template: Template) -> Iterator[str]:
    """Both stages write an access log into a log group of this template, and API Gateway is allowed
    to."""
    groups = {name for name, _ in template.of("AWS::Logs::LogGroup")}
    found = stages(template)
    for api in APIS:
        setting = found.get(api, {}).get("AccessLogSetting", {})
        if named(setting.get("DestinationArn")).removesuffix(".Arn") not in groups:
            yield f"{api} writes none"
        elif not {"requestId", "resourcePath", "status"} <= set(told(setting.get("Format", ""))):
            yield f"{api} says too little"
        if named(found.get(api, {}).get("Variables", {}).get("log_role")) != "AccessLogAccount":
            yield f"{api} may be made before API Gateway has its role"
    if not any(
        named(one.get("CloudWatchRoleArn")).endswith(".Arn")
        for _, one in template.of("AWS::ApiGateway::Account")
    ):
        yield "API Gateway has no role to write with"


def told(text: str) -> list[str]:
    return re.findall(r"\$context\.([\w.]+)", text)


@rule
def access_logs_hold_nothing_private(template: Template) -> Iterator[str]:
    """An access log has the route, never the path, query string, address, header or body; stages do
    not log bodies either."""
    for api, stage in stages(template).items():
        form = stage.get("AccessLogSetting", {}).get("Format", "{}")
        yield from (f"{api}: ${one}" for one in re.findall(r"\$(?!context\.)[\w.]+", form))
        yield from (f"{api}: $context.{one}" for one in told(form) if one not in TOLD)
        try:
            json.loads(form)
        except ValueError:
            yield f"{api}: not JSON"
        for setting in stage.get("MethodSettings", []):
            if setting.get("DataTraceEnabled") or setting.get("LoggingLevel", "OFF") != "OFF":
                yield f"{api} logs requests whole"


@rule
def the_firewall_keeps_no_samples(template: Template) -> Iterator[str]:
    """The firewall keeps no sampled requests: they include headers, credentials among them."""
    for name, acl in template.of("AWS::WAFv2::WebACL"):
        for part, one in ((name, acl), *((rule_["Name"], rule_) for rule_ in acl["Rules"])):
            if one["VisibilityConfig"]["SampledRequestsEnabled"] is not False:
                yield part


def alarm_wanted(template: Template) -> Iterator[tuple[str, str, str]]:
    """Namespace, metric and what its dimension must name (empty: the sum over all)."""
    yield from (
        ("AWS/ApiGateway", "5XXError", named(template.properties(api)["Name"])) for api in APIS
    )
    yield from (("AWS/Lambda", metric, "") for metric in ("Errors", "Throttles"))
    for _, source in stream_sources(template):
        yield from (
            ("AWS/Lambda", metric, named(source["FunctionName"]))
            for metric in ("IteratorAge", "Errors")
        )
    readers = queue_readers(template)
    yield from (("AWS/Lambda", "Errors", function) for function in readers.values())
    # a queue that nothing reads is judged by what is in it; one that something reads, by what
    # arrives if that is a failure, and by what stays
    for name, _ in template.of("AWS::SQS::Queue"):
        comes = ("NumberOfMessagesSent",) if name.endswith("Failures") else ()
        metrics = (
            (*comes, "ApproximateAgeOfOldestMessage")
            if name in readers
            else ("ApproximateNumberOfMessagesVisible",)
        )
        yield from (("AWS/SQS", metric, f"{name}.QueueName") for metric in metrics)
    yield ("Chute", "Repairs", "SnapshotsReconcile")
    if "AlertsSend" in template.resources:
        yield ("Chute", "BudgetUsed", "AlertsSend")


@rule
def budgets_ring_at_half_and_at_nine_tenths(template: Template) -> Iterator[str]:
    """Where the server sends texts, their budgets ring at 50 and at 90 percent."""
    if "AlertsSend" in template.resources:
        of_budgets = [
            one["Threshold"]
            for _, one in template.of("AWS::CloudWatch::Alarm")
            if one.get("MetricName") == "BudgetUsed"
        ]
        if sorted(of_budgets) != [50, 90]:
            yield f"they ring at {of_budgets}"


def tables_needed(template: Template) -> set[str]:
    """The tables that a function used for an upload or a check-in reaches."""
    return {
        rooted(resource)
        for name, function in template.functions()
        if names(function) & {*UPLOADS, *CHECK_IN}
        for statement in template.statements(name)
        for resource in some(statement["Resource"])
        if rooted(resource).endswith("Table")
    }


@rule
def alarms_tell_of_throttled_tables(template: Template) -> Iterator[str]:
    """There is an alarm for throttled reads and writes of every table that an upload or a check-in
    needs."""
    there = set()
    for _, alarm in template.of("AWS::CloudWatch::Alarm"):
        metrics = [
            one["MetricStat"]["Metric"] for one in alarm.get("Metrics", []) if "MetricStat" in one
        ]
        shown = " ".join(
            one["Expression"] for one in alarm.get("Metrics", []) if "Expression" in one
        )
        if (
            {one["MetricName"] for one in metrics} == {"ReadThrottleEvents", "WriteThrottleEvents"}
            and "reads" in shown
            and "writes" in shown
        ):
            there.update(
                named(dimension["Value"]) for one in metrics for dimension in one["Dimensions"]
            )
    yield from sorted(tables_needed(template) - BESIDE - there)


@rule
def alarms_tell_of_errors_throttles_age_and_failures(template: Template) -> Iterator[str]:
    """There is one alarm each for errors of both APIs and of all functions, throttles, the age of
    what a worker reads, and its failures."""
    there = set()
    for name, alarm in template.of("AWS::CloudWatch::Alarm"):
        values = [named(one["Value"]) for one in alarm.get("Dimensions", [])] or [""]
        there.update((alarm.get("Namespace"), alarm.get("MetricName"), value) for value in values)
        if [named(one) for one in alarm.get("AlarmActions", [])] != ["Alarms"]:
            yield f"{name} tells nobody"
        if alarm.get("ActionsEnabled", True) is not True:
            yield f"{name} is switched off"
    yield from (
        f"none for {' '.join(one)}".rstrip()
        for one in dict.fromkeys(alarm_wanted(template))
        if one not in there
    )
