"""`make start`: from a fresh clone to a running Chute at one address, in one process (`chute
serve`), with demo races.

    python3 infra/local/serve.py [--instance main|test] [--no-demo] [--for-tests]

It needs Rust, Node and this Python, and nothing else. Every step is skipped if it has nothing to
do, so a second run takes seconds. `make start-aws` does the same on the emulator, with the real
template."""

import json
import os
import time
from pathlib import Path

import build
import command_line
import pages
import processes
import seed
import tools
from progress import step
from settings import CLI, SERVED, Instance, instance
from start import check_port, one_at_a_time

NAME = "serve"
# tests take the longer of the two paths of alerts, where the server sends them; for the usual pause
# of two seconds between publications most of them would wait
FOR_TESTS = {"ALERTS": "server", "MAIL_FROM": "alerts@chute.example", "PUBLISH_PAUSE_MS": "200"}


def data(inst: Instance) -> Path:
    return inst.folder / "data"


def serve(inst: Instance, for_tests: bool) -> None:
    """Starts the process, unless the running one is this same program with these arguments."""
    command = [str(CLI), "serve", "--data", str(data(inst)), "--site", str(pages.DIST)]
    command += ["--listen", f"127.0.0.1:{inst.port}", "--log", "json"]
    command += ["--keep-texts"] if for_tests else []
    built = f"{CLI.stat().st_mtime_ns} {(pages.DIST / 'index.html').stat().st_mtime_ns} {command}"
    known = processes.running(inst, NAME)
    if known and known["tag"] == built:
        return
    processes.stop(inst, "live", patience=5)
    processes.stop(inst, NAME, patience=30)
    if not processes.port_is_free(inst.port):
        check_port(inst)
    with step(f"Opening {inst.address}"):
        processes.start(inst, NAME, command, os.environ | (FOR_TESTS if for_tests else {}), built)
        processes.until_it_answers(inst, NAME, f"{inst.address}api/health")


class OfServer(seed.Seed):
    def __init__(self, inst: Instance):
        self.where, self.env, self.remote_env = ("--data", str(data(inst))), dict(os.environ), {}
        self.file = data(inst) / "made.json"
        super().__init__(inst)

    def noted(self) -> dict:
        return json.loads(self.file.read_text()) if self.file.exists() else {}

    def note(self) -> None:
        self.file.touch(0o600)
        self.file.write_text(json.dumps(self.made))


def main() -> None:
    options = command_line.options(__doc__)
    options.add_argument("--instance", choices=SERVED, default="main")
    options.add_argument("--no-demo", action="store_true", help="no demo races")
    options.add_argument(
        "--for-tests",
        action="store_true",
        help="the program that `cargo test` builds; texts to phones are kept in memory",
    )
    chosen = options.parse_args()
    inst = instance(chosen.instance)
    tools.check()
    begun, lock = time.monotonic(), one_at_a_time()
    build.tested() if chosen.for_tests else build.chute_without_aws()
    pages.build()
    lock.close()
    inst.folder.mkdir(exist_ok=True)
    serve(inst, chosen.for_tests)
    first = OfServer(inst)
    first.accounts()
    key = (data(inst) / "site-key").read_text().strip()
    first.write_stack_file(
        **json.loads((data(inst) / "stack.json").read_text()) | {"read_key": key}
    )
    if not chosen.no_demo:
        first.demo()
    print(
        f"\nReady after {time.monotonic() - begun:.1f} s. Addresses and keys: {inst.stack_file.name} in {inst.folder.name}/\n{inst.address}"
    )


if __name__ == "__main__":
    main()
