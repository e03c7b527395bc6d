"""Race morning on the emulator: the whole template is deployed, a timing client uploads without a
pause, a second deploy brings a program that answers nothing and another page, and `make rollback`
takes both back. Every row that was uploaded has to be in the table at the end, once, and published.

    python3 infra/local/rollback_drill.py          needs `make build` (or CHUTE_SITE_DIST and .build/)
    python3 infra/local/rollback_drill.py --before FILE

With the bootstrap of an earlier version, that is deployed first, and this one second. Then functions
run the one and the other in turns, as in the minutes of an update, before all goes back to the
earlier version.

It empties the instance `aws-test` first and takes some minutes, so it is not part of `make test`."""

import argparse
import json
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

import tools

tools.inside("emulator")  # which has boto3

import build
import cloudformation
import deploy_aws
import emulator
import kept
import pages
import preflight
import rollback
import seed
import stack
import start
from progress import note, step, stop
from settings import BOOTSTRAP, ROOT, STACK, Instance, instance

SLUG, YEAR, ROWS = "river-10k", "2026", 20
# a program that starts and answers nothing, as one whose handler fails
BROKEN = "#!/bin/sh\nexit 1\n"


def batch(number: int) -> list[dict]:
    """Rows of twenty runners, as the timing client sends them."""
    row = {
        "first": "First",
        "age": 30,
        "gender": "Man",
        "age_group": "30-39",
        "distance": "10 KM",
        "milliseconds": 0,
        "chip_milliseconds": 0,
        "segment": "Finish",
        "location": "Finish",
        "occurence": 1,
        "finish": True,
        "type": 0,
        "anonymous": False,
        "local_time": "2026-05-02T08:33:20.0000000-07:00",
        "division": "",
        "division_ranking": -1,
    }
    return [
        row
        | {"bib": str(bib), "person_id": f"{bib}-DRI", "last": f"Last{bib}", "seconds": 2_000 + bib}
        | {"chip_seconds": 1_990 + bib, "ranking": bib, "age_ranking": bib, "gender_ranking": bib}
        for bib in range(number * ROWS + 1, number * ROWS + ROWS + 1)
    ]


class TimingClient(threading.Thread):
    """Uploads one batch after another and repeats each until it is accepted, as timing clients do."""

    def __init__(self, inst: Instance, key: str):
        super().__init__(daemon=True)
        self.inst, self.key, self.ended = inst, key, False
        self.accepted = self.refused = 0

    def call(self, path: str, body: dict) -> tuple[int, dict]:
        headers = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"}
        request = urllib.request.Request(
            f"{self.inst.address}api/{path}", json.dumps(body).encode(), headers, method="POST"
        )
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, json.loads(answer.read() or b"{}")
        except urllib.error.HTTPError as error:
            return error.code, {}
        except OSError:
            return 0, {}

    def make_race(self) -> None:
        event = {"name": "River 10K", "slug": SLUG, "contact_email": "a@example.org"}
        year = {"year": YEAR, "date_time": "2026-05-02T08:00:00-07:00", "live": True}
        for path, body in (
            ("event/add", {"event": event | {"type": "distance"}}),
            ("event-year/add", {"slug": SLUG, "event_year": year}),
        ):
            if (answer := self.call(path, body))[0] != 200:
                stop(f"{path} answered {answer[0]}.")

    def run(self) -> None:
        while not self.ended:
            rows = {"slug": SLUG, "year": YEAR, "results": batch(self.accepted)}
            if self.call("results/add", rows) == (200, {"count": ROWS}):
                self.accepted += 1
            else:
                self.refused += 1
                time.sleep(0.2)

    def until_accepted(self, more: int) -> None:
        wanted, end = self.accepted + more, time.monotonic() + 180
        while self.accepted < wanted:
            if time.monotonic() > end:
                stop(f"After {self.accepted} uploads none was accepted for three minutes.")
            time.sleep(0.1)


def deployed(inst: Instance, program: bytes, first: bool) -> dict[str, str]:
    """Deploys the template with this program as `make deploy` does, and returns the outputs."""

    def clients(service: str):
        return stack.client(inst, service)

    (BOOTSTRAP / "bootstrap").unlink(missing_ok=True)
    (BOOTSTRAP / "bootstrap").write_bytes(program)
    (BOOTSTRAP / "bootstrap").chmod(0o755)
    if not first:
        kept.keep(clients, STACK)
    parameters = {
        "Local": "true",
        "ApiOriginDomain": "localhost",
        "ApiOriginPort": str(inst.emulator_port),
        "Protect": "false",
    }
    template = build.packaged("emulated", level=1, env=inst.aws_env())
    deploy_aws.deploy(clients, STACK, template, preflight.Choice(first, False, parameters))
    stack.bind_any_methods(inst)
    return cloudformation.outputs_of(cloudformation.described(clients, STACK))


def stored(inst: Instance, table: str) -> list[str]:
    """The sort keys of all result rows of the race."""
    found = (
        stack.client(inst, "dynamodb")
        .get_paginator("query")
        .paginate(
            TableName=table,
            ConsistentRead=True,
            KeyConditionExpression="p = :p AND begins_with(q, :r)",
            ExpressionAttributeValues={":p": {"S": f"{SLUG}/{YEAR}"}, ":r": {"S": "r#"}},
        )
    )
    return [one["q"]["S"] for page in found for one in page["Items"]]


def published(inst: Instance) -> int:
    """How many rows readers see."""
    address = f"{inst.address}downloads/results/{SLUG}/{YEAR}/current.json"
    try:
        with urllib.request.urlopen(address, timeout=10) as answer:
            return json.loads(answer.read())["count"]
    except OSError:
        return 0


def wait_for_readers(inst: Instance, client: TimingClient, patience_s: int = 420) -> None:
    """Waits until readers see what had been accepted when it was called."""
    begun, wanted = time.monotonic(), client.accepted * ROWS
    while (seen := published(inst)) < wanted:
        if time.monotonic() > begun + patience_s:
            stop(f"After {patience_s} s readers see {seen} of {wanted} rows.")
        time.sleep(0.5)
    note(f"readers see {wanted} rows after {time.monotonic() - begun:.1f} s")


def break_it(inst: Instance, client: TimingClient) -> None:
    """Deploys a program that answers nothing, and waits until the timing client has noticed."""
    with step("Deploying a program that answers nothing"):
        deployed(inst, BROKEN.encode(), first=False)
        begun, end = client.refused, time.monotonic() + 120
        while client.refused < begun + 5 and time.monotonic() < end:
            time.sleep(0.1)
    if client.refused == begun:
        stop("The second deploy did not break anything, so there is nothing to take back.")


def change_in_turns(inst: Instance, client: TimingClient, program: bytes) -> None:
    """Deploys this version over an earlier one; then single functions run the earlier one again."""

    def clients(service: str):
        return stack.client(inst, service)

    earlier = kept.standing(clients, STACK).code
    with step("Deploying this version over the earlier one"):
        deployed(inst, program, first=False)
        client.until_accepted(20)
        wait_for_readers(inst, client)
    this = kept.standing(clients, STACK).code
    pages_ = clients("cloudformation").get_paginator("list_stack_resources")
    names = {
        one["LogicalResourceId"]: one["PhysicalResourceId"]
        for page in pages_.paginate(StackName=STACK)
        for one in page["StackResourceSummaries"]
    }
    for function in ("ResultsAdd", "SnapshotsPublish", "SnapshotsReconcile"):
        with step(f"{function} runs the earlier version, then this one again"):
            for bucket, key in (earlier, this):
                clients("lambda").update_function_code(
                    FunctionName=names[function], S3Bucket=bucket, S3Key=key
                )
                client.until_accepted(10)
            wait_for_readers(inst, client)


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument(
        "--before", type=Path, metavar="FILE", help="the bootstrap of an earlier version"
    )
    chosen = options.parse_args()
    before = chosen.before.read_bytes() if chosen.before else None
    inst, program = instance("aws-test"), (BOOTSTRAP / "bootstrap").read_bytes()
    forget = [sys.executable, str(ROOT / "infra" / "local" / "stop.py")]
    subprocess.run([*forget, "--instance", inst.name, "--forget"], check=True)
    emulator.start(inst)
    try:
        drill(inst, program, before)
    finally:
        (BOOTSTRAP / "bootstrap").write_bytes(program)
        subprocess.run([*forget, "--instance", inst.name], check=True)


def drill(inst: Instance, program: bytes, before: bytes | None) -> None:
    outputs = deployed(inst, before or program, first=True)
    start.front(inst, outputs)
    s3 = stack.client(inst, "s3")
    made = seed.Seed(inst, outputs, s3).accounts()

    def put_site(key: str) -> None:
        config = pages.config(key, push=False, mail=False, messages=20)
        pages.upload(s3, outputs["SiteBucket"], config, outputs["PrivateBucket"])

    def page() -> bytes:
        return s3.get_object(Bucket=outputs["SiteBucket"], Key="config.json")["Body"].read()

    put_site(made["read_key"])
    first = page()
    client = TimingClient(inst, made["write_key"])
    client.make_race()
    client.start()
    client.until_accepted(20)
    wait_for_readers(inst, client)
    if before:
        change_in_turns(inst, client, program)
    else:
        break_it(inst, client)
    put_site("of the second deploy")
    note(f"{client.accepted} uploads were accepted so far, {client.refused} refused")
    rollback.roll_back(lambda service: stack.client(inst, service), STACK)
    stack.bind_any_methods(inst)
    client.until_accepted(20)
    client.ended = True
    client.join()
    rows, wanted = stored(inst, outputs["RacesTable"]), client.accepted * ROWS
    lost, doubled = wanted - len(set(rows)), len(rows) - len(set(rows))
    print(
        f"{client.accepted} uploads accepted, {client.refused} refused and repeated: {wanted} rows uploaded, {len(set(rows))} stored, "
        f"{lost} lost, {doubled} doubled; the site is {'that of before' if page() == first else 'another one'}"
    )
    if lost or doubled or page() != first:
        stop("The drill failed.")
    wait_for_readers(inst, client)


if __name__ == "__main__":
    main()
