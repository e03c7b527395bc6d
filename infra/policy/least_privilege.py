"""Least privilege, used and complete: what each function's own policy allows, against what the function asked for in the tests.

    python3 infra/policy/least_privilege.py [--instance aws-test]

Run it after the tests that call every route on an instance with IAM on (CHUTE_EMULATOR_AUTH=true, the default): the emulator notes
each call of a function's role. What only the workers do is done here: the clean-up, replies by text, the list of events made anew. It fails for a
right no test used and for a call that was refused, and names them."""

import argparse
import fnmatch
import json
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "local")]

import tools

tools.inside("emulator")  # which has boto3

import stack  # noqa: E402
from progress import note, stop  # noqa: E402
from settings import EMULATED, STACK, Instance, instance  # noqa: E402

EVENT_LIST = "results/index.json"
PHONES = "+190755501{:02}"  # canaries (canaries.py); one of a hundred, since a phone may sign up only so often


@dataclass(frozen=True)
class Right:
    function: str
    action: str
    resource: str

    def covers(self, call: "Call") -> bool:
        return (self.function == call.function and fnmatch.fnmatchcase(call.action, self.action)
                and fnmatch.fnmatchcase(call.resource, self.resource))


@dataclass(frozen=True)
class Call:
    allowed: bool
    function: str
    action: str
    resource: str


SETTLED_MS = 2 * 60 * 60 * 1000  # CleanUp::SETTLED_MS

# Rights that no test uses for certain: function, action, what the ARN ends with or holds, and the reason.
EXCEPTIONS = {
    ("SnapshotsPublish", "sqs:SendMessage", "PublishFailures"): "Lambda sends under the role when a batch is given up; the emulator does not ask",
    ("SnapshotsPublish", "dynamodb:UpdateItem", "EventsTable"): "marks a year of half a million rows; the test of the door does so in process",
    ("SnapshotsReconcile", "dynamodb:UpdateItem", "EventsTable"): "the same",
    **{("AlertsSend", action, "SubscriptionsTable"): "a device that its push service does not know any more: tests/alerts/devices.rs, with a service of its own"
       for action in ("dynamodb:Query", "dynamodb:DeleteItem")},
    # no test of the emulator's follows a runner yet who is just passing (issue 12): in process the same code does it
    **{(function, action, ""): "tests/alerts plays it over the tables of `chute serve`"
       for function, actions in {
           "AlertsSelect": ("dynamodb:BatchGetItem", "dynamodb:Query", "dynamodb:UpdateItem", "dynamodb:PutItem",
                            "s3:GetObject", "s3:ListBucket", "sqs:SendMessage"),
           "AlertsSend": ("dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:Query", "dynamodb:UpdateItem",
                          "secretsmanager:GetSecretValue", "sns:Publish", "sqs:ChangeMessageVisibility"),
       }.items() for action in actions},
    ("Cleanup", "dynamodb:UpdateItem", "SubscriptionsTable"): "claims that were never sent: tests/alerts",
    ("RAlertsState", "dynamodb:Query", "ParticipantsTable"): "whom followers follow, where there are some: tests/alerts",
    ("SmsAdd", "dynamodb:PutItem", "BlocksTable"): "a confirmation that the carrier refuses as opted out: tests/limits",
    ("SmsInbound", "sqs:SendMessage", "ReplyFailures"): "the same for a reply that was given up",
    ("SmsInbound", "dynamodb:UpdateItem", "SubscriptionsTable"): "a YES makes a subscription live: only with the setting DoubleOptIn, which is off",
    ("Cleanup", "dynamodb:DeleteItem", "SubscriptionsTable"): "subscriptions of a deleted year: only when the year was deleted with some",
    ("Cleanup", "s3:DeleteObject", "/results/*"): "what a deletion that broke off left behind, and versions a day old",
    ("Cleanup", "s3:DeleteObject", "/restricted/*"): "the same",
    ("Cleanup", "s3:DeleteObject", "/series/*"): "the same for organisers' files",
    ("Cleanup", "s3:DeleteObject", "/*/ytp-standings.csv"): "the same",
    ("Cleanup", "s3:DeleteObject", "/files/*"): "the same for their contents",
    ("Cleanup", "s3:PutObject", "/files/*"): "the list of files is mended after a save that broke off",
    # Buckets are versioned, and what is removed is removed with its versions: whether there are any depends on what ran at the same time.
    **{(worker, action, ""): "older versions of what it removes" for worker in ("SnapshotsPublish", "Cleanup")
       for action in ("s3:DeleteObjectVersion", "s3:ListBucketVersions")},
    # It finds something to do only when the publisher failed; the tests of the publication run it in process.
    **{("SnapshotsReconcile", action, ""): "the publisher's rights, to repair what the publisher missed"
       for action in ("dynamodb:Query", "dynamodb:Scan", "s3:GetObject", "s3:PutObject", "s3:DeleteObject", "s3:DeleteObjectVersion",
                      "s3:ListBucket", "s3:ListBucketVersions")},
    ("Cleanup", "s3:PutObject", "/series/*"): "the same for the published file, should it be saved again meanwhile",
    ("Cleanup", "s3:PutObject", "/*/ytp-standings.csv"): "the same",
    ("Cleanup", "s3:DeleteObjectVersion", "/series/*"): "files of an event that was deleted with some",
    ("Cleanup", "s3:DeleteObjectVersion", "/files/*"): "the same for their contents",
    ("Cleanup", "s3:DeleteObjectVersion", "/*/ytp-standings.csv"): "the same",
    ("Cleanup", "s3:GetObject", "/series/*"): "the same",
    ("Cleanup", "s3:GetObject", "/*/ytp-standings.csv"): "the same",
}


def some(value) -> list:
    return value if isinstance(value, list) else [value]


def resources(inst: Instance, kind: str) -> dict[str, str]:
    """Name in the template → real name, of one type."""
    pages = stack.client(inst, "cloudformation").get_paginator("list_stack_resources").paginate(StackName=STACK)
    return {one["LogicalResourceId"]: one["PhysicalResourceId"] for page in pages for one in page["StackResourceSummaries"]
            if one["ResourceType"] == kind}


def rights(inst: Instance, function_of: dict[str, str]) -> Iterator[Right]:
    """What the functions' own policies allow, as deployed: with real names."""
    iam = stack.client(inst, "iam")
    for role, function in function_of.items():
        for policy in iam.list_role_policies(RoleName=role)["PolicyNames"]:
            for statement in iam.get_role_policy(RoleName=role, PolicyName=policy)["PolicyDocument"]["Statement"]:
                yield from (Right(function, action, resource) for action in some(statement["Action"])
                            for resource in some(statement["Resource"]))


def calls(inst: Instance, function_of: dict[str, str]) -> list[Call]:
    if not inst.iam_calls.exists():
        stop(f"There is no {inst.iam_calls}: the emulator noted no call. Deploy and run the route tests with IAM on.")
    lines = [line.split("\t") for line in inst.iam_calls.read_text(encoding="utf-8").splitlines()]
    return [Call(decision == "Allow", function_of[role], action, resource) for decision, role, action, resource in lines
            if role in function_of]


def excuses(key: tuple[str, str, str], right: Right) -> bool:
    return key[:2] == (right.function, right.action) and key[2] in right.resource


def is_implied(right: Right, used: set[Right]) -> bool:
    """S3 tells that an object is missing only to who may list its bucket. The emulator tells everybody, so no call shows it."""
    return right.action == "s3:ListBucket" and any(
        one.function == right.function and one.action == "s3:GetObject" and one.resource.startswith(f"{right.resource}/") for one in used)


def clean_up(inst: Instance, worker: str) -> None:
    """Runs the clean-up as its timers do, but two hours ahead: what the tests deleted goes."""
    for task in ({"now_ms": int(time.time() * 1000) + SETTLED_MS}, {"prune": True}):
        answer = stack.client(inst, "lambda", read_timeout=650).invoke(FunctionName=worker, Payload=json.dumps(task).encode())
        if "FunctionError" in answer:
            stop(f"The clean-up failed: {answer['Payload'].read().decode(errors='replace')[:300]}")


def call(inst: Instance, path: str, body: dict) -> None:
    made = json.loads(inst.stack_file.read_text())
    headers = {"Authorization": f"Bearer {made['write_key']}", "Content-Type": "application/json"}
    request = urllib.request.Request(made["api"] + path, json.dumps(body).encode(), headers, method="POST")
    try:
        urllib.request.urlopen(request, timeout=30).close()
    except urllib.error.HTTPError as error:
        stop(f"{path} answered {error.code}: {error.read().decode(errors='replace')[:200]}")


def wait(what: str, done: Callable[[], bool]) -> None:
    until = time.monotonic() + 20
    while not done():
        if time.monotonic() > until:
            stop(f"{what} did not come.")
        time.sleep(0.5)


def lose_the_list(inst: Instance, bucket: str) -> str:
    """The published list of events is lost; the news of another event makes it anew from the table. Gives the event's slug."""
    s3, slug = stack.client(inst, "s3"), f"lost-{time.time_ns()}"
    s3.delete_object(Bucket=bucket, Key=EVENT_LIST)
    call(inst, "event/add", {"event": {"name": "Lost and found", "slug": slug, "contact_email": "rd@example.org", "type": "distance"}})
    wait("The list of events", lambda: s3.list_objects_v2(Bucket=bucket, Prefix=EVENT_LIST)["KeyCount"] > 0)
    return slug


# What the phone writes, and the call that shows the answer was worked off. One at a time: a HELP between STOP and START gets no answer.
WORDS = (("HELP ME", "sns:Publish", "*"), ("STOP", "dynamodb:PutItem", "BlocksTable"), ("START", "dynamodb:DeleteItem", "BlocksTable"))


def reply(inst: Instance, slug: str, topic: str, inbound_calls: Callable[[], list[Call]]) -> None:
    """A follower signs up, and then answers by text, as the carrier service hands it on."""
    phone = PHONES.format(time.time_ns() // 1_000 % 100)
    today = datetime.now(timezone.utc).isoformat(timespec="seconds")
    call(inst, "event-year/add", {"slug": slug, "event_year": {"year": "2026", "date_time": today, "days_allowed": 2, "ranking_type": "gun"}})
    call(inst, "sms/add", {"slug": slug, "year": "2026", "bib": "1", "phone": phone})
    for word, action, resource in WORDS:
        message = {"originationNumber": phone, "messageBody": word, "inboundMessageId": f"{word.split()[0]}-{time.time_ns()}"}
        stack.client(inst, "sns").publish(TopicArn=topic, Message=json.dumps(message))
        wait(f"What {word} by text asks for", lambda action=action, resource=resource: any(
            one.action == action and resource in one.resource for one in inbound_calls()))


def short(resource: str) -> str:
    return resource.split(":", 5)[-1]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--instance", choices=EMULATED, default="aws-test")
    inst = instance(options.parse_args().instance)
    functions = resources(inst, "AWS::Lambda::Function")
    role_of = resources(inst, "AWS::IAM::Role")
    function_of = {role_of[f"{name}Role"]: name for name in functions}
    slug = lose_the_list(inst, resources(inst, "AWS::S3::Bucket")["DownloadsBucket"])
    reply(inst, slug, resources(inst, "AWS::SNS::Topic")["Replies"],
          lambda: [one for one in calls(inst, function_of) if one.function == "SmsInbound"])
    clean_up(inst, functions["Cleanup"])

    granted, made = sorted(set(rights(inst, function_of)), key=str), calls(inst, function_of)
    refused = [call for call in made if not call.allowed]
    used = {right for right in granted if any(call.allowed and right.covers(call) for call in made)}
    implied = {right for right in granted if right not in used and is_implied(right, used)}
    excused = {right for right in granted if right not in used and any(excuses(key, right) for key in EXCEPTIONS)}
    unused = [right for right in granted if right not in used | implied | excused]
    needless = [key for key in EXCEPTIONS if not any(excuses(key, right) for right in granted)]
    print(f"{len(functions)} functions with {len(granted)} rights: {len(used)} used by the tests, {len(implied)} implied, "
          f"{len(excused)} excused, {len(unused)} unused; {len(refused)} kinds of call refused")
    for right in unused:
        note(f"never used: {right.function} {right.action} on {short(right.resource)}")
    for call in refused:
        note(f"refused: {call.function} {call.action} on {short(call.resource)}")
    for key in needless:
        note(f"an exception without need: {' '.join(key)}")
    if unused or refused or needless:
        stop("Policies and calls differ: strike out what is not used, add what is missing, or add the test.")


if __name__ == "__main__":
    main()
