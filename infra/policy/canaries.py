"""Checks that nothing private came out: searches logs and published files after the tests, the
fuzzing and the browser.

    python3 infra/policy/canaries.py [--instance test|aws-test]

The route tests put canaries into every private value (functions/api/tests/routes/canary.rs). This
searches for them, and for anything in the form of a private value, in every log and in every object
of the downloads and the site; keys, passwords and tokens may not even be in a table. It also checks
that the canaries were stored at all. Tables and objects of `chute serve` are those of a backup of
it, which is made now and removed.

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
import urllib.request
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "local")]

import tools

tools.inside("emulator")  # which has boto3

import command_line
import stack
from progress import note, stop
from settings import CLI, EMULATED, PORTS, ROOT, Instance

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


def known_secrets(inst: Instance) -> list[Form]:
    """The actual secrets of this stack."""
    made = inst.stack()
    return [
        form(name, re.escape(made[name]), made[name], "")
        for name in ("write_key", "admin_password")
    ]


class Search:
    """Searches texts and remembers what was found where."""

    def __init__(self):
        self.found: list[str] = []
        self.looked = Counter()

    def look(self, kind: str, where: str, text: str, forms: Iterable[Form]) -> None:
        self.looked[kind] += 1
        for one in forms:
            if hit := one.pattern.search(text):
                around = text[max(0, hit.start() - 60) : hit.end() + 60].replace("\n", " ")
                self.found.append(f"{kind} {where}: {one.name}: …{around}…")


# the newest version of each object, unless it is the marker of a delete
OBJECTS = """SELECT key, body FROM versions JOIN bodies USING (number) WHERE bucket = ? AND number =
    (SELECT max(number) FROM versions AS newer WHERE newer.bucket = versions.bucket
        AND newer.key = versions.key)"""


class Served:
    """An instance of `chute serve`: one process, which also holds the tables and the buckets."""

    def __init__(self, inst: Instance):
        self.inst, self.env = inst, inst.stack()["env"]
        self.folder = tempfile.TemporaryDirectory(prefix="chute-canaries-")
        backup = Path(self.folder.name) / "backup.tar"
        data = str(inst.folder / "data")
        subprocess.run([str(CLI), "backup", str(backup), "--data", data], check=True)
        with tarfile.open(backup) as members:
            members.extractall(self.folder.name, filter="data")

    def select(self, database: str, query: str, *values: str) -> list[tuple]:
        opened = sqlite3.connect(f"file:{self.folder.name}/{database}?mode=ro", uri=True)
        found = opened.execute(query, values).fetchall()
        opened.close()
        return found

    def log_lines(self) -> Iterator[tuple[str, str]]:
        log = (self.inst.folder / "log" / "serve.log").read_text(errors="replace")
        yield from (("serve", line) for line in log.splitlines())

    def own_logs(self) -> Iterator[tuple[str, str]]:
        return iter(())

    def tables(self) -> dict[str, str]:
        names = self.select("tables.db", "SELECT table_name FROM _tables ORDER BY table_name")
        return {name: name for (name,) in names}

    def items(self, table: str) -> Iterator[str]:
        def decoded(value: dict) -> dict:
            return {"B": base64.b64decode(value["B"])} if list(value) == ["B"] else value

        for (item,) in self.select("tables.db", f'SELECT item_json FROM "{table}"'):
            yield str(json.loads(item, object_hook=decoded))

    def published(self) -> Iterator[tuple[str, str]]:
        for key, body in self.select("objects.db", OBJECTS, self.env["DOWNLOADS_BUCKET"]):
            yield key, text(body)

    def site(self) -> Iterator[tuple[str, str]]:
        """The files it serves; config.json is created when it starts."""
        folder = ROOT / "site" / "dist"
        yield from (
            (str(file.relative_to(folder)), file.read_text(errors="replace"))
            for file in sorted(folder.rglob("*"))
            if file.is_file()
        )
        with urllib.request.urlopen(f"{self.inst.address}config.json", timeout=10) as answer:
            yield "config.json", answer.read().decode()


class Emulated:
    """An instance on the emulator, deployed from the template."""

    def __init__(self, inst: Instance):
        self.inst = inst

    def client(self, service: str, **config):
        return stack.client(self.inst, service, **config)

    def log_lines(self) -> Iterator[tuple[str, str]]:
        logs = self.client("logs")
        for page in logs.get_paginator("describe_log_groups").paginate():
            for group in page["logGroups"]:
                for events in logs.get_paginator("filter_log_events").paginate(
                    logGroupName=group["logGroupName"]
                ):
                    yield from (
                        (group["logGroupName"], event["message"]) for event in events["events"]
                    )

    def own_logs(self) -> Iterator[tuple[str, str]]:
        """The logs of what replaces AWS here. The deployment's log contains parameters, not
        people."""
        for file in sorted((self.inst.folder / "log").glob("*.log")):
            yield file.name, file.read_text(errors="replace")

    def tables(self) -> dict[str, str]:
        return stack.resources(self.inst, "AWS::DynamoDB::Table")

    def items(self, table: str) -> Iterator[str]:
        for page in self.client("dynamodb").get_paginator("scan").paginate(TableName=table):
            yield from map(str, page["Items"])

    def objects(self, bucket: str) -> Iterator[tuple[str, str]]:
        s3 = self.client("s3")
        for page in s3.get_paginator("list_objects_v2").paginate(Bucket=bucket):
            for entry in page.get("Contents", []):
                body = s3.get_object(Bucket=bucket, Key=entry["Key"])["Body"].read()
                yield entry["Key"], text(body)

    def published(self) -> Iterator[tuple[str, str]]:
        return self.objects(stack.resources(self.inst, "AWS::S3::Bucket")["DownloadsBucket"])

    def site(self) -> Iterator[tuple[str, str]]:
        return self.objects(stack.resources(self.inst, "AWS::S3::Bucket")["SiteBucket"])


def text(body: bytes) -> str:
    body = gzip.decompress(body) if body.startswith(b"\x1f\x8b") else body
    return body.decode(errors="replace")


class Versions:
    """Every version of every object, including replaced and deleted ones. Each is read once: its
    content never changes."""

    def __init__(self, deployed: Emulated):
        self.s3 = deployed.client("s3")
        named = stack.resources(deployed.inst, "AWS::S3::Bucket")
        self.buckets = [named[name] for name in ("DownloadsBucket", "PrivateBucket")]
        self.read: dict[tuple[str, str, str], str] = {}

    def texts(self) -> Iterator[tuple[str, str]]:
        """Paths and contents of the versions that are there now."""
        for bucket in self.buckets:
            for page in self.s3.get_paginator("list_object_versions").paginate(Bucket=bucket):
                for entry in page.get("Versions", []):
                    name = (bucket, entry["Key"], entry["VersionId"])
                    if name not in self.read:
                        self.read[name] = self.text(*name)
                    yield entry["Key"], self.read[name]

    def text(self, bucket: str, key: str, version: str) -> str:
        body = self.s3.get_object(Bucket=bucket, Key=key, VersionId=version)["Body"].read()
        packed = body.find(b"\x1f\x8b", 0, 3)  # the publisher's state has one byte before it
        body = gzip.decompress(body[packed:]) if packed >= 0 else body
        return f"{key} {body.decode(errors='replace')}"


def erasable(deployed: Emulated, versions: Versions) -> Search:
    """Searches for names from deleted events and years."""
    search = Search()
    for key, content in versions.texts():
        search.look("version", key, content, [ERASED])
    for name, table in deployed.tables().items():
        for item in deployed.items(table):
            search.look("claim" if CLAIM in item else "item", name, item, [ERASED])
    return search


def check_erasure(deployed: Emulated) -> None:
    versions = Versions(deployed)
    before = erasable(deployed, versions)
    # the second run erases what the publisher replaced after the first, if it has done so by then
    for run in range(1, MOST_RUNS + 1):
        now_ms = int(time.time() * 1000) + run * stack.SETTLED_MS + (run - 1) * 60_000
        # nobody writes to a race meanwhile
        stack.clean_up(deployed.inst, {"now_ms": now_ms, "removals_a_second": 2_000})
        if run > 1 and not (after := erasable(deployed, versions)).found:
            break
    print(
        f"names of what was deleted: {len(before.found)} before the clean-up, {len(after.found)} after {run} runs of it, in "
        + " and ".join(f"{count} {kind}s" for kind, count in after.looked.items())
    )
    for one in after.found[:SHOWN]:
        note(one)
    if after.found:
        stop(f"{len(after.found)} times something is left of what was deleted.")
    for kind in ("version", "item", "claim"):
        if not any(one.startswith(kind) for one in before.found):
            stop(
                f"This proves nothing: there was nothing to erase in any {kind}. Run the route tests first."
            )


def main() -> None:
    inst = command_line.chosen_instance(__doc__, PORTS, "test")
    deployed = Emulated(inst) if inst.name in EMULATED else Served(inst)
    search, own, planted = Search(), known_secrets(inst), Counter()
    private = [CANARY, *SECRETS, *PEOPLE, *own]
    for kind, texts, forms in (
        ("log line", deployed.log_lines(), [*private, *LOGGED]),
        ("log of", deployed.own_logs(), private),
        ("published file", deployed.published(), private),
        ("file of the site", deployed.site(), [CANARY, *own]),
    ):
        for where, content in texts:
            search.look(kind, where, content, forms)
    for name, table in deployed.tables().items():
        for item in deployed.items(table):
            search.look("item", name, item, [*SECRETS, *own])
            planted[name] += bool(CANARY.pattern.search(item))
    print(
        ", ".join(f"{count} × {kind}" for kind, count in search.looked.items())
        + " looked at; items with canaries: "
        + ", ".join(f"{count} in {name}" for name, count in planted.items() if count)
    )
    for one in search.found[:SHOWN]:
        note(one)
    if search.found:
        stop(f"{len(search.found)} times something private came out.")
    unplanted = [
        kind
        for kind in ("Participants", "Races")
        if not any(count for name, count in planted.items() if kind in name)
    ]
    if unplanted or not search.looked["log line"] or not search.looked["published file"]:
        stop(
            "This proves nothing: the route tests left no canaries, no logs or no published files behind. Run them first."
        )
    if isinstance(deployed, Emulated):
        check_erasure(deployed)


if __name__ == "__main__":
    main()
