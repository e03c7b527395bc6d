"""Race morning on the emulator: the whole template is deployed, a timing client uploads without a
pause, a second deploy brings a program that answers nothing and another page, and `make rollback`
takes both back. Every row that was uploaded has to be in the table at the end, once, and published.

    python3 infra/local/rollback_drill.py          needs `make build` (or CHUTE_SITE_DIST and .build/)
    python3 infra/local/rollback_drill.py --before FILE

With the bootstrap of an earlier version, that is deployed first, and this one second. Then functions
run the one and the other in turns, as in the minutes of an update, before all goes back to the
earlier version.

It empties the instance `aws-test` first and takes some minutes, so it is not part of `make test`."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import tools

tools.inside("emulator")  # which has boto3

import build
import cloudformation
import command_line
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
from rows import ROWS
from settings import BOOTSTRAP, ROOT, STACK, Instance, instance
from timing_client import YEAR, TimingClient
from waiting import until

SLUG, RACE_DAY = "river-10k", "2026-05-02T08:00:00-07:00"
PATIENCE_S = 60  # of a call: the emulator may be busy deploying
# a program that starts and answers nothing, as one whose handler fails
BROKEN = "#!/bin/sh\nexit 1\n"


@contextmanager
def emulated(inst: Instance) -> Iterator[None]:
    """An emulator with nothing in it, which ends with the block."""
    ended = [sys.executable, str(ROOT / "infra" / "local" / "stop.py"), "--instance", inst.name]
    subprocess.run([*ended, "--forget"], check=True)
    emulator.start(inst)
    try:
        yield
    finally:
        subprocess.run(ended, check=True)


def deployed(inst: Instance, program: bytes, first: bool) -> dict[str, str]:
    """Deploys the template with this program as `make deploy` does, and returns the outputs."""
    clients = stack.clients_of(inst)
    (BOOTSTRAP / "bootstrap").unlink(missing_ok=True)
    (BOOTSTRAP / "bootstrap").write_bytes(program)
    (BOOTSTRAP / "bootstrap").chmod(0o755)
    if not first:
        kept.keep(clients, STACK)
    parameters = stack.parameters(inst) | {"Protect": "false"}
    template = build.packaged("emulated", level=1, env=inst.aws_env())
    deploy_aws.deploy(clients, STACK, template, preflight.Choice(first, False, parameters))
    stack.bind_any_methods(inst)
    return cloudformation.outputs_of(cloudformation.described(clients, STACK))


def stored(inst: Instance, table: str) -> list[str]:
    """The sort keys of all result rows of the race."""
    return [one["q"]["S"] for one in stack.rows_of(inst, table, f"{SLUG}/{YEAR}")]


def wait_for_readers(client: TimingClient) -> None:
    """Waits until readers see what had been accepted when it was called."""
    wanted = client.accepted * ROWS
    took = until(f"readers see {wanted} rows", lambda: client.published() >= wanted, 420, 0.5)
    note(f"readers see {wanted} rows after {took:.1f} s")


def until_accepted(client: TimingClient, more: int) -> None:
    wanted = client.accepted + more
    until(f"{wanted} uploads are accepted", lambda: client.accepted >= wanted, 180, 0.1)


def break_it(inst: Instance, client: TimingClient) -> None:
    """Deploys a program that answers nothing, and waits until the timing client has noticed."""
    with step("Deploying a program that answers nothing"):
        deployed(inst, BROKEN.encode(), first=False)
        wanted = client.refused + 5
        until("the deploy has broken anything", lambda: client.refused >= wanted, 120, 0.1)


def change_in_turns(inst: Instance, client: TimingClient, program: bytes) -> None:
    """Deploys this version over an earlier one; then single functions run the earlier one again."""
    clients = stack.clients_of(inst)
    earlier = kept.standing(clients, STACK).code
    with step("Deploying this version over the earlier one"):
        deployed(inst, program, first=False)
        until_accepted(client, 20)
        wait_for_readers(client)
    this = kept.standing(clients, STACK).code
    names = cloudformation.resources_of(clients, STACK, "AWS::Lambda::Function")
    for function in ("ResultsAdd", "SnapshotsPublish", "SnapshotsReconcile"):
        with step(f"{function} runs the earlier version, then this one again"):
            for bucket, key in (earlier, this):
                clients("lambda").update_function_code(
                    FunctionName=names[function], S3Bucket=bucket, S3Key=key
                )
                until_accepted(client, 10)
            wait_for_readers(client)


def main() -> None:
    options = command_line.options(__doc__)
    options.add_argument(
        "--before", type=Path, metavar="FILE", help="the bootstrap of an earlier version"
    )
    chosen = options.parse_args()
    before = chosen.before.read_bytes() if chosen.before else None
    inst, program = instance("aws-test"), (BOOTSTRAP / "bootstrap").read_bytes()
    with emulated(inst):
        try:
            drill(inst, program, before)
        finally:
            (BOOTSTRAP / "bootstrap").write_bytes(program)


def drill(inst: Instance, program: bytes, before: bytes | None) -> None:
    outputs = deployed(inst, before or program, first=True)
    start.front(inst, outputs)
    s3 = stack.client(inst, "s3")
    made = seed.OfEmulator(inst, outputs, s3).accounts()

    def put_site(key: str) -> None:
        config = pages.config(key, push=False, mail=False, messages=20)
        pages.upload(s3, outputs["SiteBucket"], config, outputs["PrivateBucket"])

    def page() -> bytes:
        return s3.get_object(Bucket=outputs["SiteBucket"], Key="config.json")["Body"].read()

    put_site(made["read_key"])
    first = page()
    client = TimingClient(inst.address, made["write_key"], SLUG, patience_s=PATIENCE_S)
    client.make_race(RACE_DAY)
    client.begin()
    until_accepted(client, 20)
    wait_for_readers(client)
    if before:
        change_in_turns(inst, client, program)
    else:
        break_it(inst, client)
    put_site("of the second deploy")
    note(f"{client.accepted} uploads were accepted so far, {client.refused} refused")
    rollback.roll_back(stack.clients_of(inst), STACK)
    stack.bind_any_methods(inst)
    until_accepted(client, 20)
    client.end()
    rows, wanted = stored(inst, outputs["RacesTable"]), client.accepted * ROWS
    lost, doubled = wanted - len(set(rows)), len(rows) - len(set(rows))
    print(
        f"{client.accepted} uploads accepted, {client.refused} refused and repeated: {wanted} rows uploaded, {len(set(rows))} stored, "
        f"{lost} lost, {doubled} doubled; the site is {'that of before' if page() == first else 'another one'}"
    )
    if lost or doubled or page() != first:
        stop("The drill failed.")
    wait_for_readers(client)


if __name__ == "__main__":
    with command_line.in_words():
        main()
