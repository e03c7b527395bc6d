"""The first accounts, keys and demo races, through the operator's command `chute`.

What was made is noted in the private bucket, beside the data: when the emulator's state is lost, so is the note."""

import json
import secrets
import subprocess

from botocore.exceptions import ClientError

import processes
from progress import note, step, stop
from settings import CLI, Instance

NOTE = "local/seed.json"
ADMIN = "admin@chute.example"
READER = "public-site@chute.example"  # owns the public read key and no events
TABLES = {
    "ACCOUNTS_TABLE": "AccountsTable",
    "KEYS_TABLE": "KeysTable",
    "EVENTS_TABLE": "EventsTable",
    "RACES_TABLE": "RacesTable",
    "PARTICIPANTS_TABLE": "ParticipantsTable",
    "BIBCHIPS_TABLE": "BibChipsTable",
    "DOWNLOADS_BUCKET": "DownloadsBucket",
    "PRIVATE_BUCKET": "PrivateBucket",
}


def chute_settings(inst: Instance, outputs: dict[str, str]) -> dict[str, str]:
    """The variables by which `chute` (and the AWS clients in it) finds this stack."""
    aws = {name: value for name, value in inst.aws_env().items() if name.startswith("AWS_")}
    return aws | {variable: outputs[output] for variable, output in TABLES.items()}


def chute_env(inst: Instance, outputs: dict[str, str]) -> dict[str, str]:
    return inst.aws_env() | chute_settings(inst, outputs)


def chute(inst: Instance, outputs: dict[str, str], *arguments: str, given: str = "", show: bool = False) -> str:
    """Runs `chute`; its last line on stdout is the answer. With `show` its progress goes to the terminal."""
    done = subprocess.run([str(CLI), *arguments], env=chute_env(inst, outputs), input=given, text=True,
                          stdout=None if show else subprocess.PIPE, stderr=None if show else subprocess.PIPE)
    if done.returncode != 0:
        note((done.stderr or "").strip())
        stop(f"`chute {arguments[0]} {arguments[1]}` failed with code {done.returncode}; its own message is above.")
    return "" if show else done.stdout.strip().splitlines()[-1] if done.stdout.strip() else ""


def account_with_key(inst: Instance, outputs: dict[str, str], email: str, password: str, kind: str, name: str) -> str:
    chute(inst, outputs, "admin", "create", "--email", email, "--password-stdin", given=password)
    return chute(inst, outputs, "key", "create", "--email", email, "--type", kind, "--name", name)


class Seed:
    def __init__(self, inst: Instance, outputs: dict[str, str], s3):
        self.inst, self.outputs, self.s3 = inst, outputs, s3
        try:
            self.made = json.loads(s3.get_object(Bucket=outputs["PrivateBucket"], Key=NOTE)["Body"].read())
        except ClientError:
            self.made = {}

    def write_down(self, **made: object) -> None:
        self.made |= made
        self.s3.put_object(Bucket=self.outputs["PrivateBucket"], Key=NOTE, Body=json.dumps(self.made).encode())

    def accounts(self) -> dict:
        """Admin with a write key, and the site's account with its read key."""
        if "read_key" not in self.made:
            with step("Creating the admin account, a write key and the site's read key"):
                password = secrets.token_urlsafe(12)
                write = account_with_key(self.inst, self.outputs, ADMIN, password, "write", "Timing client")
                read = account_with_key(self.inst, self.outputs, READER, secrets.token_urlsafe(24), "read", "Public site")
                self.write_down(admin_email=ADMIN, admin_password=password, write_key=write, read_key=read)
        return self.made

    def demo(self) -> None:
        """Three invented races, once; and the one that is live goes on receiving rows while the stack runs."""
        target = ("--api", f"{self.inst.address}api/", "--key", self.made["write_key"])
        if not self.made.get("demo"):
            with step("Loading the demo races"):
                chute(self.inst, self.outputs, "demo", "load", *target, show=True)
                self.write_down(demo=True)
        if not processes.running(self.inst, "live"):
            processes.start(self.inst, "live", [str(CLI), "demo", "live", *target], chute_env(self.inst, self.outputs))
