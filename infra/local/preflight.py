"""What `make deploy` looks at before it builds or changes anything, and what it chooses by the account:
parameters of template.yaml, each with its reason in words.

What AWS refuses by itself, with a sentence and nothing left behind, is left to it. Here stands what it
would not refuse (another program's stack, a race that is on, a setting with which no function starts),
and what depends on the account: a new one runs ten functions at once and refuses to reserve any of
them."""

import math
import re
import shlex
from collections.abc import Callable
from dataclasses import dataclass, field

import cloudformation
import race_days
from botocore.exceptions import ClientError
from cloudformation import Clients
from progress import stop

# letters of a new stack's name: with more the boundary of the functions may be too long for IAM, which
# says so after minutes (infra/policy/parameters.py holds the template to it)
LONGEST_NAME = 20
LEFT_FOR_ALL_ELSE = 100  # AWS wants this many concurrent executions to stay unreserved
ALARM_PERCENT = 70  # of the concurrent executions that the account may use
ASK_FOR_MORE = "aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value 1000"
STANDS = (
    "CREATE_COMPLETE",
    "UPDATE_COMPLETE",
    "UPDATE_ROLLBACK_COMPLETE",
    "IMPORT_COMPLETE",
    "IMPORT_ROLLBACK_COMPLETE",
)
# the first deploy failed and was rolled back: the stack is empty and can only be removed
FAILED_FIRST = "ROLLBACK_COMPLETE"
# with which CloudFormation takes an update back by itself, and how long it watches them after the
# last resource. Not those that other programs of the account can trigger.
TRIGGERS = ("AccountApiErrors", "RemoteApiErrors", "PublishErrors", "PublishQueueAge")
WATCHED_MINUTES = 10


@dataclass(frozen=True)
class Offer:
    """The template's parameters, and what it reserves with Reserve=true (logical id of a function →
    concurrent executions)."""

    parameters: dict[str, dict]
    reserved: dict[str, int]


@dataclass
class Choice:
    """What to deploy with. `triggers` are the ARNs of the alarms with which CloudFormation takes the
    update back."""

    first: bool
    remove_remains: bool
    parameters: dict[str, str]
    words: list[str] = field(default_factory=list)
    triggers: list[str] = field(default_factory=list)


def given_parameters(text: str, offer: Offer) -> dict[str, str]:
    """PARAMETERS="Name=Value …" of the command line, each looked up in the template. What holds a
    space stands in double quotes; an apostrophe is a letter, as in Operator=O'Brien."""
    words = shlex.shlex(text, posix=True)
    words.whitespace_split, words.commenters, words.quotes = True, "", '"'
    found: dict[str, str] = {}
    try:
        for word in words:
            name, equals, value = word.partition("=")
            if not equals or name not in offer.parameters:
                stop(f'PARAMETERS says "{word}": one of {", ".join(offer.parameters)}=value.')
            if problem := beyond(name, value, offer.parameters[name]):
                stop(f"PARAMETERS says {name}={value}, but {problem}.")
            if offer.parameters[name]["Type"] == "Number":
                value = str(int(value))  # CloudFormation compares texts, and 00 is not 0
            if found.setdefault(name, value) != value:
                stop(f"PARAMETERS says {name} twice.")
    except ValueError as error:
        stop(f"PARAMETERS={text} cannot be read: {error}.")
    return found


def beyond(name: str, value: str, limits: dict) -> str | None:
    """What the template refuses about a parameter's value, in words; None if nothing. A number is a
    whole one: CloudFormation itself would take fractions, with which no function starts."""
    if allowed := [str(one) for one in limits.get("AllowedValues", [])]:
        return None if value in allowed else f"{name} is one of: {', '.join(allowed)}"
    if limits["Type"] == "Number":
        least, most = limits.get("MinValue", -math.inf), limits.get("MaxValue", math.inf)
        if re.fullmatch(r"-?[0-9]{1,15}", value) and least <= int(value) <= most:
            return None
        span = f"of at least {least:,}" if most == math.inf else f"from {least:,} to {most:,}"
        return f"{name} is a whole number {span}, without separators"
    # in CloudFormation's expressions \d and \s are of ASCII
    fits = re.fullmatch(limits.get("AllowedPattern", "(?s:.*)"), value, re.ASCII)
    if not fits or len(value) > limits.get("MaxLength", math.inf):
        return f"{name} is {limits['ConstraintDescription']}"
    return None


def kept_now(clients: Clients, there: dict[str, str], offer: Offer) -> int:
    """Concurrent executions that this stack's functions reserve already."""
    names = [there[name] for name in offer.reserved if name in there]
    asked = [clients("lambda").get_function_concurrency(FunctionName=name) for name in names]
    return sum(one.get("ReservedConcurrentExecutions", 0) for one in asked)


def reserve(limit: int, free: int, wanted: int, asked: str | None) -> tuple[str, str]:
    """Reserve's value and the reason. `free` of the account's `limit` are not reserved by
    others."""
    needed = wanted + LEFT_FOR_ALL_ELSE
    account = (
        f"This account may run {limit:,} functions at once, {limit - free:,} of them kept by others"
    )
    if asked:
        return asked, f"{account}. Reserve={asked}, as PARAMETERS says."
    if free >= needed:
        return (
            "true",
            f"{account}. {wanted:,} are kept for uploads and the publisher (Reserve=true), so no crowd can hold them up.",
        )
    return "false", (
        f"{account}; to keep {wanted:,} for uploads and the publisher, {needed:,} are needed. "
        f"So none are kept (Reserve=false): what is above the limit is refused and sent again, uploads too. Enough to try Chute, not for a race. "
        f"Ask AWS once for 1,000, and deploy again when it has agreed:\n{ASK_FOR_MORE}"
    )


def alarm_email(
    given: dict[str, str],
    known: dict[str, str],
    question: Callable[[], str] | None,
    limits: dict,
) -> str:
    """The address that gets the alarms, empty for nobody. `limits` are those of the parameter in the
    template."""
    if "AlarmEmail" in given or "AlarmEmail" in known:
        return given.get("AlarmEmail", known.get("AlarmEmail", ""))
    if question is None:
        stop(
            'Who gets the alarms? Say PARAMETERS="AlarmEmail=you@example.org", or PARAMETERS="AlarmEmail=" for nobody.'
        )
    address = question().strip()
    if problem := beyond("AlarmEmail", address, limits):
        stop(f'"{address}" is no address for the alarms: {problem}.')
    return address


def log_role(clients: Clients, there: dict[str, str], asked: str | None) -> tuple[str, str]:
    """MakeLogRole's value and the reason. API Gateway has one role for the access logs of an account
    and region: another program's is not replaced unasked."""
    if asked:
        return asked, f"MakeLogRole={asked}, as PARAMETERS says."
    if "AccessLogAccount" in there:
        return "true", "API Gateway writes access logs with the role that this stack has made."
    arn = clients("apigateway").get_account().get("cloudwatchRoleArn")
    if arn:
        try:
            clients("iam").get_role(RoleName=arn.rpartition("/")[2])
        except ClientError as error:
            if error.response["Error"]["Code"] != "NoSuchEntity":
                raise
            arn = None  # its role has been deleted
    if arn:
        return (
            "false",
            f"This account writes access logs with {arn}, so none is made (MakeLogRole=false). "
            "It needs AWS's policy AmazonAPIGatewayPushToCloudWatchLogs.",
        )
    return "true", "API Gateway has no role for access logs yet, so one is made (MakeLogRole=true)."


def quiet(clients: Clients, there: dict[str, str], forced: bool) -> list[str]:
    """Refuses to touch a stack on which a race is on, unless forced."""
    pages = clients("dynamodb").get_paginator("scan")
    years = pages.paginate(TableName=there["EventsTable"], ProjectionExpression="p,yr,gone")
    found = race_days.on([one for page in years for one in page["Items"]], race_days.now())
    if not (found := sorted(found)):
        return []
    shown = ", ".join(found[:5]) + (" and others" if len(found) > 5 else "")
    if not forced:
        stop(
            f"A race is on: {shown}. Nothing is deployed while a year is live and within a day of its date. "
            "If it has to be, say FORCE=1; `make rollback` is never refused because of a race."
        )
    return [f"A race is on: {shown}. It is deployed nevertheless, as FORCE says."]


def watched(clients: Clients, there: dict[str, str]) -> tuple[list[str], list[str]]:
    """The ARNs of the alarms that take the update back, and the choice in words. One that is active
    already would take back even the update that ends its cause."""
    names = {there[name]: name for name in TRIGGERS if there.get(name)}
    if not names:
        return [], []
    asked = clients("cloudwatch").describe_alarms(AlarmNames=sorted(names))["MetricAlarms"]
    active = sorted(names[one["AlarmName"]] for one in asked if one["StateValue"] == "ALARM")
    arns = sorted(one["AlarmArn"] for one in asked if one["StateValue"] != "ALARM")
    words = [f"{name} is active, so it does not take this deploy back." for name in active]
    if arns:
        words.append(
            f"If one of {len(arns)} alarms begins while it deploys, or within {WATCHED_MINUTES} minutes after that, CloudFormation takes the deploy back."
        )
    return arns, words


def choose(
    clients: Clients,
    stack: str,
    offer: Offer,
    given: dict[str, str],
    question: Callable[[], str] | None = None,
    *,
    forced: bool = False,
) -> Choice:
    """Looks at account and stack and returns what to deploy with; ends the program before anything is
    changed if it cannot."""
    standing = cloudformation.found(clients, stack)
    status = standing["StackStatus"] if standing else ""
    if status not in ("", "REVIEW_IN_PROGRESS", FAILED_FIRST, *STANDS):
        stop(
            f"The stack {stack} is in the state {status}: wait until that has ended. "
            'If it does not end, docs/runbook.md, "A deploy that failed", has the command.'
        )
    first = status not in STANDS
    if first and len(stack) > LONGEST_NAME:
        stop(
            f"STACK={stack} has {len(stack)} letters: a new stack's name has up to {LONGEST_NAME}."
        )
    known = {} if first else cloudformation.parameters_of(standing)
    there = {} if first else cloudformation.resources_of(clients, stack)
    if not first and "EventsTable" not in there:
        stop(
            f"The stack {stack} is another program's: it has no EventsTable. Say STACK=… with the name of yours, or with a new one."
        )
    about_races = [] if first else quiet(clients, there, forced)
    limits = clients("lambda").get_account_settings()["AccountLimit"]
    at_once = limits["ConcurrentExecutions"]
    free = limits["UnreservedConcurrentExecutions"] + kept_now(clients, there, offer)
    kept, why = reserve(at_once, free, sum(offer.reserved.values()), given.get("Reserve"))
    role, about_role = log_role(clients, there, given.get("MakeLogRole"))
    triggers, about_alarms = ([], []) if first else watched(clients, there)
    parameters = {
        "Protect": "true",
        "ConcurrencyAlarm": str(max(1, at_once * ALARM_PERCENT // 100)),
        "Reserve": kept,
        "MakeLogRole": role,
        "AlarmEmail": alarm_email(given, known, question, offer.parameters["AlarmEmail"]),
    } | given
    words = [
        *about_races,
        why,
        about_role,
        *about_alarms,
        *(
            f"{name} was {known[name]} and becomes {value}."
            for name, value in sorted(parameters.items())
            if known.get(name, value) != value
        ),
        "It deploys with "
        + " ".join(f'{name}="{one}"' for name, one in sorted(parameters.items())),
    ]
    return Choice(first, status == FAILED_FIRST, parameters, words, triggers)
