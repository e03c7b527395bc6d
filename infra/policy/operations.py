"""Rules for observing the system: logs and alarms."""

import json
import re
from collections.abc import Iterator

from edge import APIS, REMOTE_STAGE, stages
from rule import rule
from template import Template, named

from functions import queue_readers, stream_sources, timers

LONGEST_LOG = 90  # days
# CloudFormation takes 500 resources and a megabyte; the rest is a reserve for the next changes.
MOST_RESOURCES = 430
LARGEST = 900_000
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
DASHBOARD = "Dashboard.DashboardBody.Fn::Sub.0"


@rule(
    lambda template: template.undecided.update(
        {f"More{n}": {"Type": "AWS::Logs::LogGroup"} for n in range(90)}
    ),
    lambda template: setattr(template, "size", 950_000),
)
def one_stack_holds_it(template: Template) -> Iterator[str]:
    """With every condition on, the stack stays 70 resources (23 functions) below CloudFormation's
    500, and a tenth below its megabyte."""
    if len(template.undecided) > MOST_RESOURCES:
        yield f"{len(template.undecided)} resources, {500 - len(template.undecided)} are left"
    if template.size > LARGEST:
        yield f"{template.size} bytes"


@rule((f"{REMOTE_STAGE}.MethodSettings.0.MetricsEnabled", True))
def detailed_metrics_are_off(template: Template) -> Iterator[str]:
    """There are no metrics for single methods: there would be some 500, paid by the month. Those of
    a whole API are free, and the alarms use them."""
    for api, stage in stages(template).items():
        yield from (
            api for one in stage.get("MethodSettings", []) if one.get("MetricsEnabled") is not False
        )


@rule(("Parameters.Alerts.Default", "server"))
def the_timing_client_sends_the_texts(template: Template) -> Iterator[str]:
    """By default the timing client does: the server needs a number that the carriers know (contract
    8.1)."""
    if (default := template.source["Parameters"]["Alerts"]["Default"]) != "timing-client":
        yield str(default)


@rule(("RemoteLogs.RetentionInDays", None), ("WorkerLogs.RetentionInDays", 3653))
def logs_end(template: Template) -> Iterator[str]:
    """Every log group forgets within 90 days."""
    return template.lacking("AWS::Logs::LogGroup", "RetentionInDays", range(1, LONGEST_LOG + 1))


@rule(
    (f"{REMOTE_STAGE}.AccessLogSetting", None),
    ("AccessLogAccount", None),
    (f"{REMOTE_STAGE}.Variables", None),
)
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
        yield from (f"{api}: ${one}" for one in re.findall(r"\$(?!context\.)[\w.]+", form))
        yield from (f"{api}: $context.{one}" for one in told(form) if one not in TOLD)
        try:
            json.loads(form)
        except ValueError:
            yield f"{api}: not JSON"
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


Watched = tuple[
    str, str, str
]  # namespace, metric, what a dimension names (empty: the sum over all)


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


@rule(("AlertBudgetHalf.Threshold", 75), ("AlertBudgetNearlyAll", None))
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


@rule(
    ("PublishNotRepaired", None),
    ("ReconcileRepairs", None),
    ("ReconcileErrors", None),
    ("PublishAge", None),
    ("RemoteApiErrors", None),
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
    ("AlertsGivenUp", None),
    ("AlertFinishesAge", None),
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
        if alarm.get("ActionsEnabled", True) is not True:
            yield f"{name} is switched off"
        if watched(alarm) not in wanted:
            yield f"{name}: what is to be done about it?"
    yield from (f"none for {' '.join(one)}".rstrip() for one in sorted(wanted - there))


def dashboard(template: Template) -> dict:
    """The dashboard's body; a reference in it is what it refers to, such as `Queue.QueueName`."""
    text, given = template.properties("Dashboard")["DashboardBody"]["Fn::Sub"]
    for name, value in given.items():
        text = text.replace(f"${{{name}}}", named(value))
    # a number that is a parameter becomes text
    text = re.sub(r":\$\{(\w+)\}", r':"\1"', text)
    return json.loads(re.sub(r"\$\{([A-Z]\w+(?:\.\w+)?)\}", r"\1", text))


@rule(
    (DASHBOARD, ("]}}\n", "]}},\n")),
    (DASHBOARD, ('"${PublishAge.Arn}",', "")),
    (DASHBOARD, ('["AWS/Lambda","IteratorAge"', '["AWS/Lambda","Duration"')),
    (DASHBOARD, ("SUM(WriteThrottleEvents)", "SUM(ConsumedWriteCapacityUnits)")),
    (DASHBOARD, ('["AWS/Lambda","Throttles"],', "")),
    (DASHBOARD, ('"region":"us-east-1"', '"region":"${AWS::Region}"')),
    ("Dashboard.DashboardBody.Fn::Sub.1.OfAlerts", ""),
)
def the_dashboard_shows_what_alarms_watch(template: Template) -> Iterator[str]:
    """The dashboard shows every alarm, the metric of each, and what tells why something is refused:
    throttled functions and tables. CloudFront's metrics are asked for where they are."""
    try:
        widgets = dashboard(template)["widgets"]
    except ValueError as error:
        yield f"no JSON: {error}"
        return
    listed = {arn for one in widgets for arn in one["properties"].get("alarms", [])}
    shown: set[Watched] = set()
    for one in widgets:
        for metric in one["properties"].get("metrics", []):
            namespace, name, *dimensions = metric if len(metric) > 1 else ("", str(metric[0]))
            shown.add((namespace, name, dimensions[1] if dimensions else ""))
            if (namespace == "AWS/CloudFront") != (one["properties"]["region"] == "us-east-1"):
                yield f"{name} is asked for in {one['properties']['region']}"
    if ("AWS/Lambda", "Throttles", "") not in shown:
        yield "nothing of throttled functions"
    yield from (
        f"nothing of {one}"
        for one in ("ReadThrottleEvents", "WriteThrottleEvents")
        if not any(f"SUM({one})" in name for _, name, _ in shown)
    )
    for name, alarm in template.of("AWS::CloudWatch::Alarm"):
        if f"{name}.Arn" not in listed:
            yield f"{name} is not listed"
        if watched(alarm) not in shown:
            yield f"the metric of {name} is not shown"


@rule(
    ("Budget.NotificationsWithSubscribers.0", None),
    ("Budget.NotificationsWithSubscribers.0.Subscribers.0.Address", "a@example.org"),
    ("Budget.Budget.TimeUnit", "ANNUALLY"),
)
def a_budget_is_told_of_in_time(template: Template) -> Iterator[str]:
    """A budget is of a month's costs, and who gets the alarms hears of it before all is spent."""
    for name, one in template.of("AWS::Budgets::Budget"):
        if (one["Budget"]["BudgetType"], one["Budget"]["TimeUnit"]) != ("COST", "MONTHLY"):
            yield f"{name} is of something else"
        told = one.get("NotificationsWithSubscribers", [])
        kinds = {each["Notification"]["NotificationType"] for each in told}
        least = min((each["Notification"]["Threshold"] for each in told), default=100)
        if kinds != {"ACTUAL", "FORECASTED"} or least >= 100:
            yield f"{name} tells too late"
        for each in told:
            if [named(it["Address"]) for it in each["Subscribers"]] != ["AlarmEmail"]:
                yield f"{name} tells somebody else"
