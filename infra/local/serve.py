"""`make start`: from a fresh clone to a running Chute at one address, in one process (`chute
serve`), with demo races.

    python3 infra/local/serve.py [--instance main|test] [--no-demo] [--for-tests]

It needs Rust, Node and this Python, and nothing else. Every step is skipped if it has nothing to
do, so a second run takes seconds. `make start-aws` does the same on the emulator, with the real
template."""

import argparse
import json
import os
import secrets
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

import build
import pages
import processes
import tools
from progress import note, step, stop
from settings import CLI, SERVED, Instance, instance
from start import check_port, one_at_a_time

ADMIN = "admin@chute.example"
REMOTE_ADMIN = "admin@remote.chute.example"
LIVE = "old-mill-backyard"
NAME = "serve"
# tests take the longer of the two paths of alerts, where the server sends them; for the usual pause
# of two seconds between publications most of them would wait
FOR_TESTS = {"ALERTS": "server", "MAIL_FROM": "alerts@chute.example", "PUBLISH_PAUSE_MS": "200"}


def data(inst: Instance) -> Path:
    return inst.folder / "data"


def answers(inst: Instance) -> bool:
    try:
        with urllib.request.urlopen(f"{inst.address}api/health", timeout=2) as answer:
            return answer.status == 204
    except (OSError, urllib.error.URLError):
        return False


def serve(inst: Instance, for_tests: bool) -> None:
    """Starts the process, unless the running one is this same program with these arguments."""
    command = [
        str(CLI),
        "serve",
        "--data",
        str(data(inst)),
        "--listen",
        f"127.0.0.1:{inst.port}",
        "--site",
        str(pages.DIST),
        "--log",
        "json",
    ]
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
        end = time.monotonic() + 60
        while not answers(inst):
            if not processes.running(inst, NAME) or time.monotonic() > end:
                print(
                    "".join(
                        processes.log_file(inst, NAME).read_text().splitlines(keepends=True)[-5:]
                    )
                )
                stop(
                    f"`chute serve` does not answer; all it said is in {processes.log_file(inst, NAME)}."
                )
            time.sleep(0.02)


def chute(
    inst: Instance, *arguments: str, given: str = "", show: bool = False, **variables: str
) -> str:
    """Runs `chute` and returns the last line of its stdout. With `show`, its progress goes to the
    terminal."""
    done = subprocess.run(
        [str(CLI), "--data", str(data(inst)), *arguments],
        input=given,
        text=True,
        env=os.environ | variables,
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
    """Creates the first accounts and keys. The note of what was created is beside the data, so that
    both are removed together."""

    def __init__(self, inst: Instance):
        self.inst, self.file = inst, data(inst) / "made.json"
        self.made = json.loads(self.file.read_text()) if self.file.exists() else {}

    def write_down(self, **made: object) -> None:
        self.made |= made
        self.file.touch(0o600)
        self.file.write_text(json.dumps(self.made))

    def accounts(self) -> dict:
        """An administrator of each host with a write key."""
        for host, email in (("", ADMIN), ("remote_", REMOTE_ADMIN)):
            realm = ["--realm", "remote"] if host else []
            if f"{host}write_key" in self.made:
                continue
            if f"{host}admin_password" not in self.made:
                self.write_down(
                    **{
                        f"{host}admin_email": email,
                        f"{host}admin_password": secrets.token_urlsafe(12),
                    }
                )
            chute(
                self.inst,
                "admin",
                "create",
                "--name",
                "Admin",
                "--email",
                email,
                "--if-missing",
                "--password-stdin",
                *realm,
                given=self.made[f"{host}admin_password"],
            )
            key = chute(
                self.inst,
                "key",
                "create",
                "--email",
                email,
                "--type",
                "write",
                "--name",
                f"Timing {secrets.token_hex(2)}",
                *realm,
            )
            self.write_down(**{f"{host}write_key": key})
        return self.made

    def demo(self) -> None:
        """Loads three invented races, once; the live one goes on receiving rows."""
        target = {"CHUTE_API": f"{self.inst.address}api/", "CHUTE_KEY": self.made["write_key"]}
        if not self.made.get("demo"):
            with step("Loading the demo races"):
                chute(self.inst, "demo", "load", show=True, **target)
                self.write_down(demo=True)
        if not processes.running(self.inst, "live"):
            again = ["--restart"] if self.race_is_over() else []
            processes.start(
                self.inst, "live", [str(CLI), "demo", "live", *again], os.environ | target
            )

    def race_is_over(self) -> bool:
        """Whether the live race has ended: a backyard ultra lasts a day or two, and a later start
        restarts it, so that something is always live."""
        try:
            with urllib.request.urlopen(
                f"{self.inst.address}downloads/results/{LIVE}/current.json", timeout=10
            ) as answer:
                return not any(year["live"] for year in json.loads(answer.read())["years"])
        except (OSError, urllib.error.URLError):
            return False


def write_stack_file(inst: Instance, made: dict) -> None:
    """Writes what `chute`, the tests and the bench need to find this instance."""
    stack = json.loads((data(inst) / "stack.json").read_text())
    stack |= {
        "site": inst.address,
        "api": f"{inst.address}api/",
        "remote_api": f"{inst.address}remote-api/",
        "downloads": f"{inst.address}downloads/",
        "read_key": (data(inst) / "site-key").read_text().strip(),
    }
    stack |= {
        key: made[key]
        for key in (
            "admin_email",
            "admin_password",
            "write_key",
            "remote_admin_email",
            "remote_admin_password",
            "remote_write_key",
        )
    }
    inst.stack_file.touch(0o600)
    inst.stack_file.chmod(0o600)
    inst.stack_file.write_text(json.dumps(stack, indent=2) + "\n")


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
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
    seed = Seed(inst)
    write_stack_file(inst, seed.accounts())
    if not chosen.no_demo:
        seed.demo()
    print(
        f"\nReady after {time.monotonic() - begun:.1f} s. Addresses and keys: {inst.stack_file.name} in {inst.folder.name}/\n{inst.address}"
    )


if __name__ == "__main__":
    main()
