"""The rule that the commands of the AWS CLI in docs/*.md exist, with these parameters: by the models
that AWS publishes of its services, which botocore has."""

import contextlib
import functools
import json
import re
import shlex
from collections.abc import Iterator

import botocore.session
from botocore.exceptions import UnknownServiceError
from botocore.model import Shape
from botocore.validate import ParamValidator
from rule import rule
from template import RUNBOOK, Template

SESSION = botocore.session.get_session()
EVERYWHERE = {"region", "output", "query"}
# what the CLI has beyond the models, and what it calls otherwise
ITS_OWN = {("s3", "rb"): {"force"}, ("s3", "rm"): {"recursive"}, ("logs", "tail"): {"since"}}
MODELS = {"s3api": "s3", "s3": ""}  # what the CLI calls s3 is its own
RENAMED = {("sns", "subscribe", "endpoint"): "notification-endpoint"}
LEFT_OUT = "…"  # the rest of a command


def commands(text: str) -> Iterator[list[str]]:
    """The words of each command in a block or between backticks, until it ends or is piped on."""
    text = re.sub(r"\\\n\s*", " ", text)
    for found in re.findall(r"(?<![\w/.-])aws ((?=[a-z0-9-]+ [a-z])[^`\n]*)", text):
        line = re.sub(r"\s# .*", "", found)
        if line.count('"') % 2:  # it stands in a string
            line = line[: line.rindex('"')]
        words = shlex.shlex(line, posix=True, punctuation_chars=";|&()<>")
        words.whitespace_split, words.commenters = True, ""
        told = list(words)
        yield told[: next((at for at, one in enumerate(told) if set(one) <= set(";|&()<>")), None)]


def dashed(name: str) -> str:
    return botocore.xform_name(name, "-")


@functools.cache
def operations(service: str) -> dict[str, str]:
    """The CLI's name → the operation's; `wait x` is the operation that the waiter x asks."""
    names = {dashed(one): one for one in SESSION.get_service_model(service).operation_names}
    with contextlib.suppress(UnknownServiceError):  # one that has no waiters
        waits = SESSION.get_waiter_model(service)
        names |= {
            f"wait {dashed(one)}": waits.get_waiter(one).operation for one in waits.waiter_names
        }
    return names


@functools.cache
def problems(*words: str) -> list[str]:
    return list(found(*words))


def found(service: str, *words: str) -> Iterator[str]:
    name = " ".join(words[: 2 if words[0] == "wait" else 1])
    given = {
        one[2:]: after
        for one, after in zip(words, (*words[1:], ""), strict=True)
        if one[:2] == "--"
    }
    if (service, name) in ITS_OWN:
        yield from (f"no --{one}" for one in set(given) - ITS_OWN[service, name] - EVERYWHERE)
        return
    model = MODELS.get(service, service)
    if model not in SESSION.get_available_services() or name not in operations(model):
        yield "no such command"
    else:
        operation = SESSION.get_service_model(model).operation_model(operations(model)[name])
        members, required = {}, set()
        for one, shape in operation.input_shape.members.items() if operation.input_shape else ():
            option = RENAMED.get((service, name, dashed(one)), dashed(one))
            members |= {option: shape} | (
                {f"no-{option}": shape} if shape.type_name == "boolean" else {}
            )
            required |= {option} if one in operation.input_shape.required_members else set()
        yield from (f"no --{one}" for one in given if one not in members and one not in EVERYWHERE)
        yield from (
            f"--{one} is missing" for one in sorted(required - set(given)) if LEFT_OUT not in words
        )
        for option in given.keys() & members.keys():
            yield from (f"--{option}: {one}" for one in misfits(given[option], members[option]))


def misfits(value: str, shape: Shape) -> Iterator[str]:
    """What the model does not know of a value in JSON, of a structure's short form, or of a choice."""
    if value[:1] in ("{", "["):
        yield from (
            ParamValidator().validate(json.loads(value), shape).generate_report().splitlines()
        )
    elif shape.type_name == "structure":
        names = set(re.findall(r"(?:^|,)(\w+)=", value))
        yield from (f"no member {one}" for one in sorted(names - set(shape.members)))
    elif getattr(shape, "enum", None) and value not in shape.enum:
        yield f"{value} is none of {', '.join(shape.enum)}"


def wrong(text: str) -> Iterator[str]:
    try:
        for words in commands(text):
            yield from (f"aws {' '.join(words[:2])}: {one}" for one in problems(*words))
    except ValueError as error:
        yield str(error)


@rule(
    ("runbook", ("aws dynamodb wait", "aws dynamo wait")),
    ("runbook", ("aws s3api put-", "aws s3 put-")),
    ("runbook", ("restore-table-from-backup", "restore-table")),
    ("runbook", ("wait table-exists", "wait table-restored")),
    ("runbook", ("--restore-date-time", "--restore-time")),
    ("runbook", (" --backup-arn ARN", "")),
    ("runbook", ("Enabled=true,AttributeName", "Enabled=true,Attribute")),
    ("runbook", ('"AggregateKeyType": "IP"', '"AggregateBy": "IP"')),
    ("runbook", ("--state-value ALARM", "--state-value ACTIVE")),
    ("runbook", ("--since 1h", "--from 1h")),
)
def commands_of_the_documents_exist(template: Template) -> Iterator[str]:
    """Every command of the AWS CLI in docs/*.md is one that AWS's models know, with what it needs."""
    texts = {file.name: file.read_text(encoding="utf-8") for file in RUNBOOK.parent.glob("*.md")}
    for name, text in (texts | {RUNBOOK.name: template.runbook}).items():
        yield from (f"{name}, {one}" for one in wrong(text))
