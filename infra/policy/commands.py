"""The rule that the commands of the AWS CLI in docs/*.md exist, with these parameters: by the models
that AWS publishes of its services, which botocore has."""

import functools
import re
import shlex
from collections.abc import Iterator

import botocore.session
from botocore.exceptions import UnknownServiceError
from rule import rule
from template import RUNBOOK, Template

SESSION = botocore.session.get_session()
EVERYWHERE = {"region", "output", "query"}
# what the CLI has beyond the models: command → options
ITS_OWN = {"s3 rb": {"force"}, "s3 rm": {"recursive"}, "logs tail": {"since"}}
SERVICES = {"s3api": "s3", "s3": ""}  # what the CLI calls s3 is its own
RENAMED = {("subscribe", "endpoint"): "notification-endpoint"}
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
def options(service: str, name: str) -> tuple[set[str], set[str]]:
    """All options of a command, and those that it needs."""
    if f"{service} {name}" in ITS_OWN:
        return ITS_OWN[f"{service} {name}"] | EVERYWHERE, set()
    service = SERVICES.get(service, service)
    model = SESSION.get_service_model(service)
    if name.startswith("wait "):
        waits = SESSION.get_waiter_model(service)
        of_waiter = {f"wait {dashed(one)}": one for one in waits.waiter_names}
        operation = waits.get_waiter(of_waiter[name]).operation
    else:
        operation = {dashed(one): one for one in model.operation_names}[name]
    shape = model.operation_model(operation).input_shape
    called = {one: RENAMED.get((name, dashed(one)), dashed(one)) for one in shape.members}
    switches = {f"no-{called[one]}" for one in called if shape.members[one].type_name == "boolean"}
    return {*called.values(), *switches, *EVERYWHERE}, {
        called[one] for one in shape.required_members
    }


def wrong(service: str, *words: str) -> Iterator[str]:
    name = " ".join(words[: 2 if words[0] == "wait" else 1])
    try:
        known, needed = options(service, name)
    except (KeyError, UnknownServiceError):
        yield "no such command"
        return
    given = {one[2:] for one in words if one.startswith("--")}
    yield from (f"no --{one}" for one in given - known)
    if LEFT_OUT not in words:
        yield from (f"--{one} is missing" for one in needed - given)


@rule(
    ("runbook", ("aws dynamodb wait", "aws dynamo wait")),
    ("runbook", ("aws s3api put-", "aws s3 put-")),
    ("runbook", ("restore-table-from-backup", "restore-table")),
    ("runbook", ("wait table-exists", "wait table-restored")),
    ("runbook", ("--restore-date-time", "--restore-time")),
    ("runbook", (" --backup-arn ARN", "")),
)
def commands_of_the_documents_exist(template: Template) -> Iterator[str]:
    """Every command of the AWS CLI in docs/*.md is one that AWS's models know, with what it needs."""
    texts = {file.name: file.read_text(encoding="utf-8") for file in RUNBOOK.parent.glob("*.md")}
    for file, text in (texts | {RUNBOOK.name: template.runbook}).items():
        for words in commands(text):
            yield from (f"{file}, aws {' '.join(words[:2])}: {one}" for one in wrong(*words))
