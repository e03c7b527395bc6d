"""Creates the first accounts, keys and demo races of an instance, through the operator's command
`chute`. A note of what was created is beside the data, so that both are lost together."""

import json
import secrets
import urllib.request

import chute
import processes
from progress import step
from settings import CLI, Instance

NOTE = "local/seed.json"
ADMINS = {"": "admin@chute.example", "remote_": "admin@remote.chute.example"}  # by host
LIVE = "old-mill-backyard"
READER = "public-site@chute.example"  # owns the public read key and no events
STACK_FILE = (
    "admin_email admin_password write_key read_key remote_admin_email remote_admin_password remote_write_key"
).split()


def output_names(variables: str) -> dict[str, str]:
    """Variable of a function → output of the stack that it names: TOKEN_SECRET is TokenSecret."""
    return {name: "".join(map(str.capitalize, name.split("_"))) for name in variables.split()}


TABLES = output_names(
    "ACCOUNTS_TABLE SESSIONS_TABLE ATTEMPTS_TABLE KEYS_TABLE KEY_USE_TABLE LINKS_TABLE EVENTS_TABLE RACES_TABLE "
    "PARTICIPANTS_TABLE BLOCKS_TABLE SUBSCRIPTIONS_TABLE DOWNLOADS_BUCKET PRIVATE_BUCKET TOKEN_SECRET CIPHER_SECRET "
    "ORIGIN_SECRET"
) | {"BIBCHIPS_TABLE": "BibChipsTable"}
# Only a stack that sends text alerts itself has it.
OF_ALERTS = {"ALERT_FAILURES": "AlertFailures"}
# The remote host has tables and buckets of its own.
OF_BOTH_HOSTS = "ACCOUNTS_TABLE SESSIONS_TABLE ATTEMPTS_TABLE KEYS_TABLE KEY_USE_TABLE TOKEN_SECRET CIPHER_SECRET"
REMOTE_TABLES = {name: f"Remote{output}" for name, output in output_names(OF_BOTH_HOSTS).items()}
REMOTE_TABLES |= output_names("READS_TABLE NOTIFICATIONS_TABLE")


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


class Seed:
    """`where` and `env` lead `chute` to the instance, `remote_env` to its remote host. Where what was
    made is noted (`noted`, `note`) each kind of instance knows."""

    where: tuple[str, ...] = ()
    env: dict[str, str]
    remote_env: dict[str, str]

    def __init__(self, inst: Instance):
        self.inst, self.made = inst, self.noted()

    def write_down(self, **made: object) -> None:
        self.made |= made
        self.note()

    def chute(self, *arguments: str, host: str = "", env: dict | None = None, **options) -> str:
        env = self.env | (self.remote_env if host else {}) | (env or {})
        realm = ("--realm", "remote") if host else ()
        return chute.run(*self.where, *arguments, *realm, env=env, **options)

    def accounts(self) -> dict:
        """An administrator of each host with a write key. Continues an interrupted run."""
        for host, email in ADMINS.items():
            if f"{host}write_key" in self.made:
                continue
            with step(f"Creating {email} and a write key"):
                if f"{host}admin_password" not in self.made:
                    new = {"admin_email": email, "admin_password": secrets.token_urlsafe(12)}
                    self.write_down(**{host + name: value for name, value in new.items()})
                password = self.made[f"{host}admin_password"]
                self.account(
                    "admin", "create", "--name", "Admin", email=email, given=password, host=host
                )
                # named at random: an interrupted run may have made one
                name = f"Timing {secrets.token_hex(2)}"
                key = self.key("--type", "write", email=email, name=name, host=host)
                self.write_down(**{f"{host}write_key": key})
        return self.made

    def key(self, *kind: str, email: str, name: str, host: str = "") -> str:
        return self.chute("key", "create", "--email", email, *kind, "--name", name, host=host)

    def account(self, *what: str, email: str, given: str, host: str = "") -> None:
        self.chute(
            *what, "--email", email, "--if-missing", "--password-stdin", given=given, host=host
        )

    def demo(self) -> None:
        """Loads three invented races, once; the live one goes on receiving rows."""
        target = {"CHUTE_API": f"{self.inst.address}api/", "CHUTE_KEY": self.made["write_key"]}
        if not self.made.get("demo"):
            with step("Loading the demo races"):
                self.chute("demo", "load", show=True, env=target)
                self.write_down(demo=True)
        if not processes.running(self.inst, "live"):
            again = ["--restart"] if self.race_is_over() else []
            live = [str(CLI), "demo", "live", *again]
            processes.start(self.inst, "live", live, self.env | target)

    def race_is_over(self) -> bool:
        """Whether the live race has ended: a backyard ultra lasts a day or two, and a later start
        restarts it, so that something is always live."""
        try:
            with urllib.request.urlopen(
                f"{self.inst.address}downloads/results/{LIVE}/current.json", timeout=10
            ) as answer:
                return not any(year["live"] for year in json.loads(answer.read())["years"])
        except OSError:
            return False

    def write_stack_file(self, **more: object) -> None:
        """Writes what `chute`, the tests and the bench need to find this instance."""
        site, file = self.inst.address, self.inst.stack_file
        found = more | {name: self.made[name] for name in STACK_FILE if name in self.made}
        found |= {"site": site, "api": f"{site}api/", "remote_api": f"{site}remote-api/"}
        found["downloads"] = f"{site}downloads/"
        file.touch(0o600)
        file.chmod(0o600)
        file.write_text(json.dumps(found, indent=2) + "\n")


class OfEmulator(Seed):
    def __init__(self, inst: Instance, outputs: dict[str, str], s3):
        self.s3, self.at = s3, {"Bucket": outputs["PrivateBucket"], "Key": NOTE}
        self.env = inst.aws_env() | chute_settings(inst, outputs)
        self.remote_env = remote_settings(outputs)
        super().__init__(inst)

    def noted(self) -> dict:
        try:
            return json.loads(self.s3.get_object(**self.at)["Body"].read())
        except self.s3.exceptions.NoSuchKey:
            return {}

    def note(self) -> None:
        self.s3.put_object(**self.at, Body=json.dumps(self.made).encode())

    def accounts(self) -> dict:
        """The site's account with its read key, too, which a process makes itself."""
        super().accounts()
        if "read_key" not in self.made:
            with step("Creating the site's read key"):
                free = ("account", "create", "--type", "free", "--name", "Public site")
                self.account(*free, email=READER, given=secrets.token_urlsafe(24))
                self.write_down(read_key=self.key("--public", email=READER, name="Public site"))
        return self.made
