"""Checks least privilege, neither too much nor too little: compares what each function's own policy
allows with what the function asked for in the tests.

    python3 infra/policy/least_privilege.py [--instance aws-test]

Run it after the tests that call every route on an instance with IAM on (CHUTE_EMULATOR_AUTH=true,
the default): the emulator records each call of a function's role. What only workers do is triggered
here: the clean-up, replies by text, and followed runners whose alerts are claimed, queued, sent and
held by a pause. It fails for a right that no test used and for a call that was refused, and names
them."""

import fnmatch
import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "local")]

import tools

tools.inside("emulator")  # which has boto3

import api
import command_line
import rows
import stack
from progress import note, stop
from settings import EMULATED, Instance
from waiting import until

# as long as a machine may take that is busy with something else
BUSY = {"patience_s": 180, "pause_s": 0.5}
# RFC 8291, section 5
DEVICE = {
    "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
}
PHONES = "+190755501{:02}"  # canaries (canaries.py); one of a hundred, since a phone may sign up only so often


@dataclass(frozen=True)
class Right:
    function: str
    action: str
    resource: str

    def covers(self, call: "Call") -> bool:
        return (
            self.function == call.function
            and fnmatch.fnmatchcase(call.action, self.action)
            and fnmatch.fnmatchcase(call.resource, self.resource)
        )


@dataclass(frozen=True)
class Call:
    allowed: bool
    function: str
    action: str
    resource: str


# Rights that a test run may leave unused, each with its reason: function, action, what the ARN
# contains.
EXCEPTIONS = {
    # Lambda sends under the role when a batch is given up; the emulator does not ask
    ("SnapshotsPublish", "sqs:SendMessage", "PublishFailures"),
    ("SmsInbound", "sqs:SendMessage", "ReplyFailures"),
    # a race that could not be published waits: functions/api/tests/handlers/queued.rs
    ("SnapshotsPublish", "sqs:ChangeMessageVisibility", "PublishQueue"),
    # marks a year of half a million rows: functions/api/tests/handlers/full.rs, with fewer
    ("SnapshotsPublish", "dynamodb:UpdateItem", "EventsTable"),
    ("SnapshotsReconcile", "dynamodb:UpdateItem", "EventsTable"),
    # calls the sender of web hooks where a message was lost: functions/api/tests/hooks
    ("SnapshotsReconcile", "sqs:SendMessage", "HookCalls"),
    # what is kept of the web hook of an event that was deleted: functions/api/tests/hooks
    ("Cleanup", "s3:GetObject", "/hooks/*"),
    ("Cleanup", "s3:DeleteObject", "/hooks/*"),
    ("Cleanup", "s3:DeleteObjectVersion", "/hooks/*"),
    # a device that its push service does not know any more: tests/alerts/devices.rs, with a service
    # of its own
    ("AlertsSend", "dynamodb:Query", "SubscriptionsTable"),
    ("AlertsSend", "dynamodb:DeleteItem", "SubscriptionsTable"),
    # an alert that the carrier refuses as opted out: functions/api/src/workers/alerts/send.rs
    ("AlertsSend", "dynamodb:PutItem", "BlocksTable"),
    # a confirmation that the carrier refuses as opted out: tests/limits
    ("SmsAdd", "dynamodb:PutItem", "BlocksTable"),
    # a YES makes a subscription live: only with the setting DoubleOptIn, which is off
    ("SmsInbound", "dynamodb:UpdateItem", "SubscriptionsTable"),
    # what a deletion that broke off left behind, and versions a day old; organisers' files and their
    # contents
    ("Cleanup", "s3:DeleteObject", "/results/*"),
    ("Cleanup", "s3:DeleteObject", "/restricted/*"),
    ("Cleanup", "s3:DeleteObject", "/series/*"),
    ("Cleanup", "s3:DeleteObject", "/*/ytp-standings.csv"),
    ("Cleanup", "s3:DeleteObject", "/files/*"),
    # the list of files is mended after a save that broke off
    ("Cleanup", "s3:PutObject", "/files/*"),
    # the published file, should it be saved again meanwhile
    ("Cleanup", "s3:PutObject", "/series/*"),
    ("Cleanup", "s3:PutObject", "/*/ytp-standings.csv"),
    # files of an event that was deleted with some
    ("Cleanup", "s3:DeleteObjectVersion", "/series/*"),
    ("Cleanup", "s3:DeleteObjectVersion", "/files/*"),
    ("Cleanup", "s3:DeleteObjectVersion", "/*/ytp-standings.csv"),
    ("Cleanup", "s3:GetObject", "/series/*"),
    ("Cleanup", "s3:GetObject", "/*/ytp-standings.csv"),
    # Buckets are versioned, and an object is removed with its older versions: whether it has any
    # depends on what ran at the same time.
    ("SnapshotsPublish", "s3:DeleteObjectVersion", ""),
    ("SnapshotsPublish", "s3:ListBucketVersions", ""),
    ("Cleanup", "s3:DeleteObjectVersion", ""),
    ("Cleanup", "s3:ListBucketVersions", ""),
    # What is withdrawn, the publisher removes as well, often sooner: whether a route finds any in these
    # tests depends on who is faster. That nothing is public once a route has answered:
    # tests/routes/withdrawn.rs.
    *(
        (function, action, place)
        for function in "EventsUpdate EventsDelete YearsDelete REventsUpdate REventsDelete RYearsDelete".split()
        for action in ("s3:DeleteObject", "s3:DeleteObjectVersion")
        for place in ("/results/*", "/restricted/*")
        if place == "/results/*" or not function.endswith("EventsUpdate")
    ),
    # The publisher's rights, to repair what the publisher missed: it finds work only if that failed;
    # the tests of the publication run it in their own process.
    *(
        ("SnapshotsReconcile", action, "")
        for action in "dynamodb:Query dynamodb:Scan s3:GetObject s3:PutObject s3:DeleteObject "
        "s3:DeleteObjectVersion s3:ListBucket s3:ListBucketVersions".split()
    ),
}


def some(value) -> list:
    return value if isinstance(value, list) else [value]


def rights(inst: Instance, function_of: dict[str, str]) -> Iterator[Right]:
    """What the functions' own policies allow, as deployed, with real names."""
    iam = stack.client(inst, "iam")
    for role, function in function_of.items():
        for policy in iam.list_role_policies(RoleName=role)["PolicyNames"]:
            for statement in iam.get_role_policy(RoleName=role, PolicyName=policy)[
                "PolicyDocument"
            ]["Statement"]:
                yield from (
                    Right(function, action, resource)
                    for action in some(statement["Action"])
                    for resource in some(statement["Resource"])
                )


def calls(inst: Instance, function_of: dict[str, str]) -> list[Call]:
    if not inst.iam_calls.exists():
        stop(
            f"There is no {inst.iam_calls}: the emulator noted no call. Deploy and run the route tests with IAM on."
        )
    lines = [line.split("\t") for line in inst.iam_calls.read_text(encoding="utf-8").splitlines()]
    return [
        Call(decision == "Allow", function_of[role], action, resource)
        for decision, role, action, resource in lines
        if role in function_of
    ]


def excuses(key: tuple[str, str, str], right: Right) -> bool:
    return key[:2] == (right.function, right.action) and key[2] in right.resource


def is_implied(right: Right, used: set[Right]) -> bool:
    """S3 tells only callers who may list a bucket that an object is missing. The emulator tells
    everybody, so no call shows that the right is needed."""
    return right.action == "s3:ListBucket" and any(
        one.function == right.function
        and one.action == "s3:GetObject"
        and one.resource.startswith(f"{right.resource}/")
        for one in used
    )


def call(inst: Instance, path: str, body: dict, credential: str = "") -> dict:
    """Makes a call with the timer's write key or another credential, each time from another
    address, since limits count addresses."""
    made = inst.stack()
    address = f"2001:db8:{random.randrange(65_536):x}:{random.randrange(65_536):x}::1"
    headers = {"X-Origin-Verify": made["origin_secret"], "X-Viewer-Address": address}
    key = credential or made["write_key"]
    code, answer = api.call(made["api"], "POST", path, key, body, headers)
    if code != 200:
        stop(f"{path} answered {code}: {str(answer)[:200]}")
    return answer


def race_of(inst: Instance, slug: str, **more: object) -> dict:
    """A race that begins now; the year as calls name it."""
    event = {"name": "River 10K", "slug": slug, "contact_email": "rd@example.org"}
    call(inst, "event/add", {"event": event | {"type": "distance"} | more})
    now = datetime.now(timezone.utc).isoformat(timespec="seconds")
    year = {"year": "2026", "date_time": now, "days_allowed": 2, "ranking_type": "gun"}
    call(inst, "event-year/add", {"slug": slug, "event_year": year})
    return {"slug": slug, "year": "2026"}


def follow(inst: Instance, sender_calls: Callable[[], list[Call]]) -> None:
    """Follows runners by bib and by name, in a race that everybody sees and in a restricted one;
    pauses the alerts of another race, which a device follows as well."""
    made = inst.stack()
    password = {"email": made["admin_email"], "password": made["admin_password"]}
    session = call(inst, "account/login", password)["access_token"]
    phones = iter(random.sample([PHONES.format(number) for number in range(100)], 5))
    for restricted in (False, True):
        year = race_of(inst, f"followed-{time.time_ns()}", access_restricted=restricted)
        ana, roth = {"first": "Ana", "last": "Ruiz"}, {"first": "Ana", "last": "Roth"}
        call(inst, "sms/add", year | ana | {"phone": next(phones)})
        call(inst, "sms/add", year | {"bib": "2", "phone": next(phones)})
        # the name is looked up in what has been published by then
        for segment, sent in (("Mile 3", 2), ("Finish", 4)):
            passages = [rows.passage(1, segment, **ana), rows.passage(2, segment, **roth)]
            call(inst, "results/add", year | {"results": passages})
            until(
                f"{sent} alerts of {year['slug']} are sent",
                lambda year=year, sent=sent: call(inst, "r/alerts", year, session)["sent"] == sent,
                **BUSY,
            )
    year = race_of(inst, f"paused-{time.time_ns()}")
    call(inst, "r/alerts/pause", year | {"paused": True}, session)
    call(inst, "sms/add", year | {"bib": "2", "phone": next(phones)})
    # while the year is paused, nothing is sent to the service
    endpoint = f"https://fcm.googleapis.com/fcm/send/{year['slug']}"
    device = {"endpoint": endpoint, "expirationTime": None, "keys": DEVICE}
    call(inst, "push/add", year | {"bib": "2", "subscription": device})
    passages = [rows.passage(2, segment, **roth) for segment in ("Mile 3", "Finish")]
    call(inst, "results/add", year | {"results": passages})
    # the sender hides them for a while, in each queue
    hides = "sqs:ChangeMessageVisibility"
    until(
        "alerts are hidden",
        lambda: len({one.resource for one in sender_calls() if one.action == hides}) == 3,
        **BUSY,
    )


# What the phone writes, and the call that shows that the reply was handled. One at a time: a HELP
# between STOP and START gets no answer.
WORDS = (
    ("HELP ME", "sns:Publish", "*"),
    ("STOP", "dynamodb:PutItem", "BlocksTable"),
    ("START", "dynamodb:DeleteItem", "BlocksTable"),
)


def reply(inst: Instance, inbound_calls: Callable[[], list[Call]]) -> None:
    """A follower signs up and then replies by text, as the carrier's service passes it on."""
    topic = stack.resources(inst, "AWS::SNS::Topic")["Replies"]
    phone = PHONES.format(time.time_ns() // 1_000 % 100)
    year = race_of(inst, f"replied-{time.time_ns()}")
    call(inst, "sms/add", year | {"bib": "1", "phone": phone})
    for word, action, resource in WORDS:
        message = {
            "originationNumber": phone,
            "messageBody": word,
            "inboundMessageId": f"{word.split()[0]}-{time.time_ns()}",
        }
        stack.client(inst, "sns").publish(TopicArn=topic, Message=json.dumps(message))
        until(
            f"{word} by text was handled",
            lambda action=action, resource=resource: any(
                one.action == action and resource in one.resource for one in inbound_calls()
            ),
            **BUSY,
        )


def short(resource: str) -> str:
    return resource.split(":", 5)[-1]


def main() -> None:
    inst = command_line.chosen_instance(__doc__, EMULATED, "aws-test")
    functions = stack.resources(inst, "AWS::Lambda::Function")
    role_of = stack.resources(inst, "AWS::IAM::Role")
    function_of = {role_of[f"{name}Role"]: name for name in functions}

    def calls_of(function: str) -> list[Call]:
        return [one for one in calls(inst, function_of) if one.function == function]

    reply(inst, lambda: calls_of("SmsInbound"))
    follow(inst, lambda: calls_of("AlertsSend"))
    # two hours ahead, so that what the tests deleted is removed
    stack.clean_up(inst, {"now_ms": int(time.time() * 1000) + stack.SETTLED_MS})
    stack.clean_up(inst, {"prune": True})

    granted, made = sorted(set(rights(inst, function_of)), key=str), calls(inst, function_of)
    refused = [call for call in made if not call.allowed]
    used = {right for right in granted if any(call.allowed and right.covers(call) for call in made)}
    implied = {right for right in granted if right not in used and is_implied(right, used)}
    excused = {
        right
        for right in granted
        if right not in used and any(excuses(key, right) for key in EXCEPTIONS)
    }
    unused = [right for right in granted if right not in used | implied | excused]
    needless = [
        key for key in sorted(EXCEPTIONS) if not any(excuses(key, right) for right in granted)
    ]
    print(
        f"{len(functions)} functions with {len(granted)} rights: {len(used)} used by the tests, {len(implied)} implied, "
        f"{len(excused)} excused, {len(unused)} unused; {len(refused)} kinds of call refused"
    )
    for right in unused:
        note(f"never used: {right.function} {right.action} on {short(right.resource)}")
    for call in refused:
        note(f"refused: {call.function} {call.action} on {short(call.resource)}")
    for key in needless:
        note(f"an exception without need: {' '.join(key)}")
    if unused or refused or needless:
        stop(
            "Policies and calls differ: strike out what is not used, add what is missing, or add the test."
        )


if __name__ == "__main__":
    main()
