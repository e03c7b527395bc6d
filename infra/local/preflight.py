"""What `make deploy` checks before it changes anything, and what it chooses: parameters of
template.yaml, each with its reason in words.

A new AWS account runs ten functions at once and refuses to reserve any of them; an account with a
raised quota reserves what uploads need. `choose` depends only on AWS's answers, so a file of
answers is enough to see what it would do:

    make deploy STACK=chute PARAMETERS="AlarmEmail=you@example.org" DRY_RUN=infra/local/quota_answers/new-account.json"""

import json
import math
import re
import shlex
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

LEFT_FOR_ALL_ELSE = 100  # AWS wants this many concurrent executions to stay unreserved
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

# service, operation, arguments → AWS's answer
Ask = Callable[..., dict[str, Any]]


class Refused(Exception):
    """The deploy cannot begin; the text says why, and what to do about it."""


@dataclass(frozen=True)
class Offer:
    """The template's parameters, and what it reserves with Reserve=true: logical id of a function →
    concurrent executions."""

    parameters: dict[str, dict]
    reserved: dict[str, int]


@dataclass
class Choice:
    first: bool
    remove_remains: bool
    parameters: dict[str, str]
    words: list[str] = field(default_factory=list)


def from_aws() -> Ask:
    import boto3

    clients: dict[str, Any] = {}

    def ask(service: str, operation: str, **given: str) -> dict[str, Any]:
        client = clients.setdefault(service, boto3.client(service))
        if client.can_paginate(operation):
            return client.get_paginator(operation).paginate(**given).build_full_result()
        return getattr(client, operation)(**given)

    return ask


def from_file(file: Path) -> Ask:
    """AWS's answers from a file: a list of {"service", "operation", "given", "answer"}. A question
    that is not in the file is refused."""
    kept = json.loads(file.read_text(encoding="utf-8"))

    def ask(service: str, operation: str, **given: str) -> dict[str, Any]:
        for one in kept:
            if (one["service"], one["operation"], one["given"]) == (service, operation, given):
                return one["answer"]
        raise Refused(f"{file.name} holds no answer to {service} {operation} {given}.")

    return ask


def given_parameters(text: str, offer: Offer) -> dict[str, str]:
    """PARAMETERS="Name=Value …" of the command line, each looked up in the template."""
    found: dict[str, str] = {}
    for word in shlex.split(text):
        name, equals, value = word.partition("=")
        if not equals or name not in offer.parameters:
            raise Refused(
                f'PARAMETERS says "{word}", which is no parameter=value. There are: {", ".join(sorted(offer.parameters))}.'
            )
        allowed = [str(one) for one in offer.parameters[name].get("AllowedValues", [])]
        if allowed and value not in allowed:
            raise Refused(
                f"PARAMETERS says {name}={value}, but {name} is one of: {', '.join(allowed)}."
            )
        limits = offer.parameters[name]
        if (
            "AllowedPattern" in limits and not re.fullmatch(limits["AllowedPattern"], value)
        ) or len(value) > limits.get("MaxLength", math.inf):
            raise Refused(
                f"PARAMETERS says {name}={value}, but {name} is one line of plain text of at most {limits['MaxLength']} characters."
            )
        if found.setdefault(name, value) != value:
            raise Refused(f"PARAMETERS says {name} twice.")
    return found


def standing(ask: Ask, stack: str) -> tuple[str, dict[str, str]]:
    """Status and parameters of the stack; the status is empty if there is no stack."""
    for one in ask("cloudformation", "describe_stacks")["Stacks"]:
        if one["StackName"] == stack:
            return one["StackStatus"], {
                it["ParameterKey"]: it.get("ParameterValue", "") for it in one.get("Parameters", [])
            }
    return "", {}


def kept_now(ask: Ask, stack: str, offer: Offer) -> int:
    """Concurrent executions that this stack's functions reserve already."""
    functions = {
        one["LogicalResourceId"]: one["PhysicalResourceId"]
        for one in ask("cloudformation", "list_stack_resources", StackName=stack)[
            "StackResourceSummaries"
        ]
    }
    names = [functions[name] for name in offer.reserved if name in functions]
    return sum(
        ask("lambda", "get_function_concurrency", FunctionName=name).get(
            "ReservedConcurrentExecutions", 0
        )
        for name in names
    )


def reserve(limit: int, free: int, wanted: int, asked: str | None) -> tuple[str, str]:
    """Reserve's value and the reason. `free` of the account's `limit` are not reserved by
    others."""
    needed = wanted + LEFT_FOR_ALL_ELSE
    account = f"This account may run {limit:,} functions at once" + (
        f", {limit - free:,} of them kept by others" if free < limit else ""
    )
    if asked == "false":
        return (
            asked,
            f"{account}. None are kept for uploads and the publisher, as PARAMETERS says (Reserve=false).",
        )
    if free >= needed:
        return (
            "true",
            f"{account}. {wanted:,} are kept for uploads and the publisher (Reserve=true), so no crowd can hold them up.",
        )
    if asked == "true":
        raise Refused(
            f"{account}; Reserve=true needs {needed:,} (it keeps {wanted:,}, and AWS wants {LEFT_FOR_ALL_ELSE} left). "
            f"Leave Reserve out of PARAMETERS, or ask AWS for more:\n{ASK_FOR_MORE}"
        )
    return "false", (
        f"{account}; to keep {wanted:,} for uploads and the publisher, {needed:,} are needed. "
        f"So none are kept (Reserve=false): what is above the limit is refused and sent again, uploads too. Enough to try Chute, not for a race. "
        f"Ask AWS once for 1,000, and deploy again when it has agreed:\n{ASK_FOR_MORE}"
    )


def alarm_email(
    given: dict[str, str], known: dict[str, str], question: Callable[[], str] | None
) -> tuple[str | None, str]:
    """The address that gets the alarms, None to leave it unchanged, and the choice in words."""
    if "AlarmEmail" in given:
        address, source = given["AlarmEmail"], "as PARAMETERS says"
    elif known.get("AlarmEmail"):
        return None, f"Alarms go to {known['AlarmEmail']}, as before."
    elif question is None:
        raise Refused(
            'Who gets the alarms? Say PARAMETERS="AlarmEmail=you@example.org", or PARAMETERS="AlarmEmail=" for nobody.'
        )
    else:
        address, source = question().strip(), "as answered"
    if address and address.count("@") != 1:
        raise Refused(f"AlarmEmail={address} is no e-mail address.")
    if not address:
        return "", f"Nobody gets the alarms, {source}."
    return (
        address,
        f"Alarms go to {address}, {source}; AWS sends a mail with a link that has to be confirmed.",
    )


def texts(sender: str) -> str:
    if sender == "server":
        return "Alerts=server: the server confirms subscriptions but does not send alerts yet, so the site offers none."
    return "Text alerts are the timing client's (Alerts=timing-client), and the site offers them."


def choose(
    ask: Ask,
    stack: str,
    offer: Offer,
    given: dict[str, str],
    question: Callable[[], str] | None = None,
) -> Choice:
    """Checks account and stack and returns what to deploy with; raises Refused before anything is
    changed."""
    status, known = standing(ask, stack)
    if status not in ("", "REVIEW_IN_PROGRESS", FAILED_FIRST, *STANDS):
        raise Refused(
            f"The stack {stack} is in the state {status}: wait, or see what is wrong with it in CloudFormation."
        )
    first = status not in STANDS
    limits = ask("lambda", "get_account_settings")["AccountLimit"]
    free = limits["UnreservedConcurrentExecutions"] + (0 if first else kept_now(ask, stack, offer))
    value, why = reserve(
        limits["ConcurrentExecutions"], free, sum(offer.reserved.values()), given.get("Reserve")
    )
    email, about_email = alarm_email(given, {} if first else known, question)
    sender = (
        given.get("Alerts")
        or ("" if first else known.get("Alerts", ""))
        or offer.parameters["Alerts"]["Default"]
    )
    chosen = given | {"Reserve": value} | ({} if email is None else {"AlarmEmail": email})
    choice = Choice(
        first,
        status == FAILED_FIRST,
        {"Protect": "true"} | chosen,
        [why, about_email, texts(sender)],
    )
    if choice.remove_remains:
        choice.words.insert(
            0,
            f"The first deploy of {stack} failed and was taken back; what is left of it holds nothing and is removed.",
        )
    if first and "Protect" not in given:
        choice.words.append(
            "This is the first deploy of this stack: its tables are protected from deletion in a second step, "
            "so that a deploy that fails leaves nothing behind."
        )
    return choice


def overrides(parameters: dict[str, str]) -> list[str]:
    """The arguments of --parameter-overrides, each value quoted so that SAM takes it as one."""
    quoted = {name: value.replace('"', '\\"') for name, value in parameters.items()}
    return [f'{name}="{quoted[name]}"' for name in sorted(quoted)]
