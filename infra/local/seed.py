"""Creates the first accounts, keys and demo races, through the operator's command `chute`.

A note of what was created is in the private bucket, so that it is lost together with the data when
the emulator's state is."""

import json
import secrets
import subprocess

import processes
from botocore.exceptions import ClientError
from progress import note, step, stop
from settings import CLI, Instance

NOTE = "local/seed.json"
ADMIN = "admin@chute.example"
REMOTE_ADMIN = "admin@remote.chute.example"
LIVE = "old-mill-backyard"
READER = "public-site@chute.example"  # owns the public read key and no events
TABLES = {
    "ACCOUNTS_TABLE": "AccountsTable",
    "SESSIONS_TABLE": "SessionsTable",
    "ATTEMPTS_TABLE": "AttemptsTable",
    "KEYS_TABLE": "KeysTable",
    "KEY_USE_TABLE": "KeyUseTable",
    "LINKS_TABLE": "LinksTable",
    "EVENTS_TABLE": "EventsTable",
    "RACES_TABLE": "RacesTable",
    "PARTICIPANTS_TABLE": "ParticipantsTable",
    "BIBCHIPS_TABLE": "BibChipsTable",
    "BLOCKS_TABLE": "BlocksTable",
    "SUBSCRIPTIONS_TABLE": "SubscriptionsTable",
    "DOWNLOADS_BUCKET": "DownloadsBucket",
    "PRIVATE_BUCKET": "PrivateBucket",
    "TOKEN_SECRET": "TokenSecret",
    "CIPHER_SECRET": "CipherSecret",
    "ORIGIN_SECRET": "OriginSecret",
}
# Only a stack that sends text alerts itself has it.
OF_ALERTS = {"ALERT_FAILURES": "AlertFailures"}
# The remote host has tables and buckets of its own.
REMOTE_TABLES = {
    "ACCOUNTS_TABLE": "RemoteAccountsTable",
    "SESSIONS_TABLE": "RemoteSessionsTable",
    "ATTEMPTS_TABLE": "RemoteAttemptsTable",
    "KEYS_TABLE": "RemoteKeysTable",
    "KEY_USE_TABLE": "RemoteKeyUseTable",
    "READS_TABLE": "ReadsTable",
    "NOTIFICATIONS_TABLE": "NotificationsTable",
    "TOKEN_SECRET": "RemoteTokenSecret",
    "CIPHER_SECRET": "RemoteCipherSecret",
}


def chute_settings(inst: Instance, outputs: dict[str, str]) -> dict[str, str]:
    """The variables that let `chute` (and the AWS clients in it) find this stack."""
    aws = {name: value for name, value in inst.aws_env().items() if name.startswith("AWS_")}
    of_alerts = {
        variable: outputs[output] for variable, output in OF_ALERTS.items() if output in outputs
    }
    return aws | {variable: outputs[output] for variable, output in TABLES.items()} | of_alerts


def remote_settings(outputs: dict[str, str]) -> dict[str, str]:
    """The variables that differ for the remote host."""
    return {"REALM": "remote"} | {
        variable: outputs[output] for variable, output in REMOTE_TABLES.items()
    }


def chute_env(inst: Instance, outputs: dict[str, str]) -> dict[str, str]:
    return inst.aws_env() | chute_settings(inst, outputs)


def chute(
    inst: Instance,
    outputs: dict[str, str],
    *arguments: str,
    given: str = "",
    show: bool = False,
    **variables: str,
) -> str:
    """Runs `chute` and returns the last line of its stdout. With `show`, its progress goes to the
    terminal."""
    done = subprocess.run(
        [str(CLI), *arguments],
        env=chute_env(inst, outputs) | variables,
        input=given,
        text=True,
        stdout=None if show else subprocess.PIPE,
        stderr=None if show else subprocess.PIPE,
    )
    if done.returncode != 0:
        note((done.stderr or "").strip())
        stop(
            f"`chute {arguments[0]} {arguments[1]}` failed with code {done.returncode}; its own message is above."
        )
    return "" if show else done.stdout.strip().splitlines()[-1] if done.stdout.strip() else ""


class Seed:
    def __init__(self, inst: Instance, outputs: dict[str, str], s3):
        self.inst, self.outputs, self.s3 = inst, outputs, s3
        try:
            self.made = json.loads(
                s3.get_object(Bucket=outputs["PrivateBucket"], Key=NOTE)["Body"].read()
            )
        except ClientError:
            self.made = {}

    def write_down(self, **made: object) -> None:
        self.made |= made
        self.s3.put_object(
            Bucket=self.outputs["PrivateBucket"], Key=NOTE, Body=json.dumps(self.made).encode()
        )

    def accounts(self) -> dict:
        """The administrator with a write key, and the site's account with its read key. Continues
        an interrupted run."""
        if "read_key" not in self.made:
            with step("Creating the admin account, a write key and the site's read key"):
                if "admin_password" not in self.made:
                    self.write_down(admin_email=ADMIN, admin_password=secrets.token_urlsafe(12))
                self.create(
                    ["admin", "create", "--name", "Admin"], ADMIN, self.made["admin_password"]
                )
                self.create(
                    ["account", "create", "--type", "free", "--name", "Public site"],
                    READER,
                    secrets.token_urlsafe(24),
                )
                keys = {
                    "write_key": self.key(ADMIN, "write", "Timing client"),
                    "read_key": self.key(READER, None, "Public site"),
                }
                self.write_down(**keys)
        if "remote_write_key" not in self.made:
            with step("Creating the remote host's admin account and a reader's key"):
                if "remote_admin_password" not in self.made:
                    self.write_down(
                        remote_admin_email=REMOTE_ADMIN,
                        remote_admin_password=secrets.token_urlsafe(12),
                    )
                self.create(
                    ["admin", "create", "--name", "Admin"],
                    REMOTE_ADMIN,
                    self.made["remote_admin_password"],
                    remote=True,
                )
                self.write_down(
                    remote_write_key=self.key(REMOTE_ADMIN, "write", "Finish reader", remote=True)
                )
        return self.made

    def create(self, what: list[str], email: str, password: str, remote: bool = False) -> None:
        chute(
            self.inst,
            self.outputs,
            *what,
            "--email",
            email,
            "--if-missing",
            "--password-stdin",
            *self.realm(remote),
            given=password,
            **self.variables(remote),
        )

    def key(self, email: str, kind: str | None, name: str, remote: bool = False) -> str:
        """A key of this type; without a type, the public key."""
        return chute(
            self.inst,
            self.outputs,
            "key",
            "create",
            "--email",
            email,
            *(["--type", kind] if kind else ["--public"]),
            "--name",
            name,
            *self.realm(remote),
            **self.variables(remote),
        )

    def realm(self, remote: bool) -> list[str]:
        return ["--realm", "remote"] if remote else []

    def variables(self, remote: bool) -> dict[str, str]:
        return remote_settings(self.outputs) if remote else {}

    def demo(self) -> None:
        """Loads three invented races, once; the live one goes on receiving rows while the stack
        runs."""
        target = {"CHUTE_API": f"{self.inst.address}api/", "CHUTE_KEY": self.made["write_key"]}
        if not self.made.get("demo"):
            with step("Loading the demo races"):
                chute(self.inst, self.outputs, "demo", "load", show=True, **target)
                self.write_down(demo=True)
        if not processes.running(self.inst, "live"):
            again = ["--restart"] if self.race_is_over() else []
            processes.start(
                self.inst,
                "live",
                [str(CLI), "demo", "live", *again],
                chute_env(self.inst, self.outputs) | target,
            )

    def race_is_over(self) -> bool:
        """Whether the live race has ended: a backyard ultra lasts a day or two, and a later start
        restarts it, so that something is always live."""
        try:
            event = self.s3.get_object(
                Bucket=self.outputs["DownloadsBucket"], Key=f"results/{LIVE}/current.json"
            )
        except ClientError:
            return False
        return not any(year["live"] for year in json.loads(event["Body"].read())["years"])
