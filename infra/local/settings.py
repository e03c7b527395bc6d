"""Ports, folders and names of one local instance. All other scripts take them from here."""

import json
import os
import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOOLS = ROOT / ".tools"
BOOTSTRAP = ROOT / ".build" / "bootstrap"
CLI = ROOT / ".build" / "chute"
SITE = ROOT / "site"
# what each step of the last whole `make test` took; `make bench` copies it
STEP_TIMES = ROOT / ".build" / "step-times.txt"
STACK = "chute"
VERSION = re.findall(r'^version = "(.+)"$', (ROOT / "Cargo.toml").read_text(), re.MULTILINE)[0]
REGION = "us-east-1"


@dataclass(frozen=True)
class Instance:
    """`main` is what `make start` runs, `aws` what `make start-aws` runs on the emulator; `make
    test` has one of each for itself, `make gameday` one on the emulator."""

    name: str
    port: int
    emulator_port: int  # of those on the emulator

    @property
    def folder(self) -> Path:
        return ROOT / (".local" if self.name == "main" else f".local-{self.name}")

    @property
    def stack_file(self) -> Path:
        return self.folder / "stack.json"

    def stack(self) -> dict:
        """Addresses, keys and names of what runs."""
        return json.loads(self.stack_file.read_text())

    @property
    def iam_calls(self) -> Path:
        """The file with the calls to AWS of each function's role since the last deployment (written
        by ministack_mended.py)."""
        return self.folder / "iam-calls.tsv"

    @property
    def address(self) -> str:
        return f"http://localhost:{self.port}/"

    @property
    def emulator(self) -> str:
        return f"http://127.0.0.1:{self.emulator_port}"

    def aws_env(self) -> dict[str, str]:
        """The environment of every AWS client of this instance: the emulator and its dummy
        credentials, nothing else."""
        kept = {k: v for k, v in os.environ.items() if not k.startswith("AWS_")}
        return kept | {
            "AWS_ENDPOINT_URL": self.emulator,
            "AWS_ACCESS_KEY_ID": "test",
            "AWS_SECRET_ACCESS_KEY": "test",
            "AWS_REGION": REGION,
            "AWS_DEFAULT_REGION": REGION,
            "AWS_EC2_METADATA_DISABLED": "true",
            "AWS_CONFIG_FILE": os.devnull,
            "AWS_SHARED_CREDENTIALS_FILE": os.devnull,
            "SAM_CLI_TELEMETRY": "0",
        }


# name: (variable and port of the address, variable and port of the emulator where there is one)
PORTS = {
    "main": (("CHUTE_PORT", 8080), None),
    "test": (("CHUTE_TEST_PORT", 8090), None),
    "aws": (("CHUTE_AWS_PORT", 8081), ("CHUTE_EMULATOR_PORT", 4570)),
    "aws-test": (("CHUTE_AWS_TEST_PORT", 8091), ("CHUTE_TEST_EMULATOR_PORT", 4580)),
    "gameday": (("CHUTE_GAMEDAY_PORT", 8092), ("CHUTE_GAMEDAY_EMULATOR_PORT", 4590)),
}
SERVED = [name for name, (_, emulator) in PORTS.items() if not emulator]
EMULATED = [name for name, (_, emulator) in PORTS.items() if emulator]
# by `make start` and `make start-aws`; the others belong to tests
STARTED = ["main", "aws"]


def instance(name: str) -> Instance:
    def port(variable: str, default: int) -> int:
        text = os.environ.get(variable, "") or str(default)
        if not text.isdigit() or not 0 < int(text) < 65536:
            raise SystemExit(f'{variable} must be a port number, but it is "{text}".')
        return int(text)

    front, emulator = PORTS[name]
    return Instance(name, port(*front), port(*emulator) if emulator else 0)


def port_variable(name: str, which: str) -> str:
    return PORTS[name][0 if which == "front" else 1][0]
