"""Checks that nothing private came out: searches logs and published files after the tests, the
fuzzing and the browser.

    python3 infra/policy/canaries.py [--instance test|aws-test]

The route tests put canaries into every private value (functions/api/tests/routes/canary.rs). This
searches for them, and for anything in the form of a private value, in every log and in every object
of the downloads; keys, passwords and tokens may not even be in a table. It also checks that the
canaries were stored at all. Tables and objects of `chute serve` are those of a backup of it, which is
made now and removed.

On the emulator it then runs the clean-up as if two and four hours had passed, and again while the
publisher is not done: no table, no bucket and no old version of an object may still hold a name
from the events and years that the tests have deleted."""

import base64
import gzip
import json
import re
import sqlite3
import subprocess
import sys
import tarfile
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "local")]

import tools

tools.inside("emulator")  # which has boto3

import command_line
import stack
from progress import note, stop
from settings import CLI, EMULATED, PORTS, Instance

MOST_RUNS = 9  # of the clean-up, until nothing is left of what was deleted
SHOWN = 20  # this many findings are shown in full; the rest are counted


@dataclass(frozen=True)
class Form:
    """What a private value looks like."""

    name: str
    pattern: re.Pattern


def form(name: str, pattern: str, example: str, counterexample: str) -> Form:
    """A form, tested with a text that contains one and a text that does not."""
    compiled = re.compile(pattern)
    if not compiled.search(example) or compiled.search(counterexample):
        stop(f'The form "{name}" does not tell its own examples apart.')
    return Form(name, compiled)


CANARY = form("canary", r"(?i)canary", "to canary-email-t1@canary.example", "Ana Ruiz")
# names in events and years that were deleted (functions/api/tests/routes/erased.rs)
ERASED = form("erased name", r"(?i)erasable", "Erasable-known", "Ana Ruiz")
CLAIM = "'S': 'a#"  # an alert is named by its key
SECRETS = [
    form(
        "secret canary",
        r"CANARY-(?:key|password|token)",
        '"CANARY-password-t1"',
        "CANARY-anonymous-t1",
    ),
    form(
        "secret of a web hook",
        r"whsec_[0-9A-Za-z+/]{43}=",
        "whsec_" + 43 * "x" + "=",
        "whsec_ alone",
    ),
    form("API key", r"\br[km]_[0-9A-Za-z]{28}\b", "rk_0123456789abcdefghijklABCDEF", "rk_short"),
    form(
        "access token",
        r"\beyJ[\w-]{8,}\.eyJ[\w-]{8,}",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.x",
        "eyJ alone",
    ),
]
PEOPLE = [
    form(
        "birth date",
        r"(?<![\d/])\d{1,2}/\d{1,2}/(?:19\d\d|200\d|201\d)(?!\d)"
        r"|(?<![\d/])(?:19\d\d|200\d|201\d)/\d{1,2}/\d{1,2}(?!\d)|\b1903-11-27",
        "born 1985/3/9",
        "5/2/2026 08:45:10",
    ),
    form(
        "push endpoint",
        r"fcm\.googleapis\.com/\S",
        "https://fcm.googleapis.com/fcm/send/x",
        "fcm.googleapis.com,web.push.apple.com",
    ),
    form("phone", r"(?<![\d.])\+1\d{10}\b|90755501\d\d", "to +19075550142", "+0700 at 12345678901"),
]
LOGGED = [
    form(
        "e-mail address",
        r"[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[A-Za-z]{2,}",
        "admin@chute.example",
        "tokio@1.53",
    ),
    form(
        "link of an e-mail",
        r"token=[\w-]{40}|email-alerts/\w+#\w",
        "/mail/unsubscribe?token=" + 40 * "x",
        "token=x /email-alerts/confirm",
    ),
    form("password hash", r"\$argon2", "$argon2id$v=19$m=19456", "argon2"),
    form("header", r"(?i)\bbearer\s+\S{8,}", "Bearer t0ken-or-key", "the bearer of"),
    form(
        "address",
        r"(?<![\d.])(?!127\.0\.0\.1|0\.0\.0\.0)(?:\d{1,3}\.){3}\d{1,3}(?![\d.])",
        "from 192.0.2.7",
        "127.0.0.1 at 1.2.3",
    ),
]


# the newest version of each object, unless it is the marker of a delete
OBJECTS = """SELECT key, body FROM versions JOIN bodies USING (number) WHERE bucket = ? AND number =
    (SELECT max(number) FROM versions AS newer WHERE newer.bucket = versions.bucket
        AND newer.key = versions.key)"""

# kind, where it is, text
Found = Iterator[tuple[str, str, str]]


def served(inst: Instance) -> Found:
    """What `chute serve` has logged, stored and published."""

    def decoded(value: dict) -> dict:
        return {"B": base64.b64decode(value["B"])} if list(value) == ["B"] else value

    for line in (inst.folder / "log" / "serve.log").read_text(errors="replace").splitlines():
        yield "log line", "serve", line
    with tempfile.TemporaryDirectory(prefix="chute-canaries-") as folder:
        backup = Path(folder) / "backup.tar"
        data = str(inst.folder / "data")
        subprocess.run([str(CLI), "backup", str(backup), "--data", data], check=True)
        with tarfile.open(backup) as members:
            members.extractall(folder, filter="data")
        objects = sqlite3.connect(f"{folder}/objects.db")
        for key, body in objects.execute(OBJECTS, [inst.stack()["env"]["DOWNLOADS_BUCKET"]]):
            yield "published file", key, text(body)
        tables = sqlite3.connect(f"{folder}/tables.db")
        names = tables.execute("SELECT table_name FROM _tables").fetchall()
        for (name,) in names:
            for (item,) in tables.execute(f'SELECT item_json FROM "{name}"'):
                yield "item", name, str(json.loads(item, object_hook=decoded))


def emulated(inst: Instance) -> Found:
    """The same of an instance on the emulator, and the logs of what replaces AWS there. The
    deployment's log contains parameters, not people."""
    logs = stack.client(inst, "logs")
    for page in logs.get_paginator("describe_log_groups").paginate():
        for group in (one["logGroupName"] for one in page["logGroups"]):
            pages = logs.get_paginator("filter_log_events").paginate(logGroupName=group)
            yield from (("log line", group, e["message"]) for one in pages for e in one["events"])
    for file in sorted((inst.folder / "log").glob("*.log")):
        yield "log of", file.name, file.read_text(errors="replace")
    s3, bucket = stack.client(inst, "s3"), buckets(inst)[0]
    for page in s3.get_paginator("list_objects_v2").paginate(Bucket=bucket):
        for entry in page.get("Contents", []):
            body = s3.get_object(Bucket=bucket, Key=entry["Key"])["Body"].read()
            yield "published file", entry["Key"], text(body)
    yield from items(inst)


def buckets(inst: Instance) -> list[str]:
    named = stack.resources(inst, "AWS::S3::Bucket")
    return [named[name] for name in ("DownloadsBucket", "PrivateBucket")]


def items(inst: Instance) -> Found:
    pages = stack.client(inst, "dynamodb").get_paginator("scan")
    for name, table in stack.resources(inst, "AWS::DynamoDB::Table").items():
        for page in pages.paginate(TableName=table):
            yield from (("item", name, str(one)) for one in page["Items"])


def text(body: bytes) -> str:
    packed = body.find(b"\x1f\x8b", 0, 3)  # the publisher's state has one byte before it
    return (gzip.decompress(body[packed:]) if packed >= 0 else body).decode(errors="replace")


class Erased:
    """The search for names from deleted events and years, in every version of every object, including
    replaced and deleted ones, and in the tables. A version is read once: its content never
    changes."""

    def __init__(self, inst: Instance):
        self.inst, self.s3 = inst, stack.client(inst, "s3")
        self.known: dict[tuple[str, str, str], bool] = {}

    def has_one(self, bucket: str, key: str, version: str) -> bool:
        if (bucket, key, version) not in self.known:
            answer = self.s3.get_object(Bucket=bucket, Key=key, VersionId=version)
            found = ERASED.pattern.search(f"{key} {text(answer['Body'].read())}")
            self.known[bucket, key, version] = found is not None
        return self.known[bucket, key, version]

    def search(self) -> list[tuple[str, str]]:
        """Kind and place of each that is there now."""
        found = [
            ("claim" if CLAIM in item else "item", table)
            for _, table, item in items(self.inst)
            if ERASED.pattern.search(item)
        ]
        for bucket in buckets(self.inst):
            for page in self.s3.get_paginator("list_object_versions").paginate(Bucket=bucket):
                found += [
                    ("version", one["Key"])
                    for one in page.get("Versions", [])
                    if self.has_one(bucket, one["Key"], one["VersionId"])
                ]
        return found


def check_erasure(inst: Instance) -> None:
    erased = Erased(inst)
    before = erased.search()
    # the second run erases what the publisher replaced after the first, if it has done so by then
    for run in range(1, MOST_RUNS + 1):
        now_ms = int(time.time() * 1000) + run * stack.SETTLED_MS + (run - 1) * 60_000
        # nobody writes to a race meanwhile
        stack.clean_up(inst, {"now_ms": now_ms, "removals_a_second": 2_000})
        if run > 1 and not (after := erased.search()):
            break
    counted = Counter(kind for kind, _ in before)
    print(f"names of what was deleted: {dict(counted)}, after {run} clean-ups {len(after)}")
    if after:
        stop(f"{len(after)} times something is left of what was deleted: {after[:SHOWN]}")
    if lacking := {"version", "item", "claim"} - counted.keys():
        stop(f"This proves nothing: there was no {lacking} to erase. Run the route tests first.")


def main() -> None:
    inst = command_line.chosen_instance(__doc__, PORTS, "test")
    on_emulator, made = inst.name in EMULATED, inst.stack()
    own = [
        form(name, re.escape(made[name]), made[name], "")
        for name in ("write_key", "admin_password")
    ]
    private = [CANARY, *SECRETS, *PEOPLE, *own]
    forms = {
        "log line": [*private, *LOGGED],
        "log of": private,
        "published file": private,
        "item": [*SECRETS, *own],
    }
    found, looked, planted = [], Counter(), set()
    for kind, where, content in emulated(inst) if on_emulator else served(inst):
        looked[kind] += 1
        if kind == "item" and CANARY.pattern.search(content):
            planted.add(where)
        for one in forms[kind]:
            if hit := one.pattern.search(content):
                around = content[max(0, hit.start() - 60) : hit.end() + 60].replace("\n", " ")
                found.append(f"{kind} {where}: {one.name}: …{around}…")
    print(f"{dict(looked)} looked at; canaries are in {', '.join(sorted(planted))}")
    for one in found[:SHOWN]:
        note(one)
    if found:
        stop(f"{len(found)} times something private came out.")
    stored = all(any(kind in name for name in planted) for kind in ("Participants", "Races"))
    if not (stored and looked["log line"] and looked["published file"]):
        stop(
            "This proves nothing: the route tests left no canaries, no logs or no published files behind. Run them first."
        )
    if on_emulator:
        check_erasure(inst)


if __name__ == "__main__":
    main()
