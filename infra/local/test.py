"""`make test`: every check and test, step by step, until one fails.

    python3 infra/local/test.py [STEP …]                  only these steps
    python3 infra/local/test.py STEP … -- ARGUMENT …      the last step with more arguments: routes -- event_year::
    SKIP="browser golden" python3 infra/local/test.py

Routes, pages, fuzzing and the search for private data run on `chute serve` (the instance `test`);
what only AWS can show runs on the emulator, deployed from template.yaml (the instance `aws-test`),
including a second run of the route tests. Both start empty. Tests find their instance by the
variables CHUTE_STACK (its stack.json), CHUTE_SITE (its address) and those of the command `chute`.
Tests in Rust need nothing but `cargo test`: without CHUTE_STACK the route tests start a `chute
serve` in their own process, and so does the step `routes` if the step `serve` is not run."""

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass

import build
import tools
from progress import stop
from settings import CLI, ROOT, STEP_TIMES, TOOLS, instance

TEST, AWS = instance("test"), instance("aws-test")
# browser tests that passed at their second try only (site/e2e/run.mjs)
FLAKES = ROOT / ".build" / "flakes.jsonl"


def npm(script: str) -> list[str]:
    return ["npm", "--prefix", str(ROOT / "site"), "run", "--silent", script]


def infra(script: str, *arguments: str) -> list[str]:
    return [sys.executable, str(ROOT / "infra" / script), *arguments]


def here(script: str, *arguments: str) -> list[str]:
    return infra(f"local/{script}", *arguments)


def policy(script: str, *arguments: str) -> list[str]:
    return infra(f"policy/{script}", *arguments)


# the whole workspace: for a single package cargo would rebuild the crates below it with fewer
# features
WORKSPACE = ["cargo", "test", "--workspace", "--locked"]
ROUTES = [*WORKSPACE, "--test", "routes", "--"]
# tests that have a step of their own, which runs beside the others
ALONE = {"routes", "model"}
TARGETS = {file.stem for file in ROOT.glob("functions/*/tests/*.rs")}
TARGETS |= {file.parent.name for file in ROOT.glob("functions/*/tests/*/main.rs")}
OTHERS = sorted(TARGETS - ALONE)
# the fuzz targets are a workspace of their own, which --all does not reach
FUZZED = sorted(str(file) for file in ROOT.glob("functions/fuzz/fuzz_targets/*.rs"))
# a race whose alerts are sent although every worker dies, and e-mails; with the emulator's SQS, SNS
# and SES instead of those of the process
ALERTS = [*WORKSPACE, "--test", "alerts", "--", "race::", "mails::"]
# name: command. What fails fastest comes first, then what needs a build, then the two stacks: each
# step of one runs beside what leaves it room.
STEPS = {
    "format": ["cargo", "fmt", "--all", "--check", "--", *FUZZED],
    "dependencies": here("rust_dependencies.py"),
    "rust-build": [*WORKSPACE, "--no-run"],
    "tools": here("tools.py", "emulator", "sam", "linters"),
    "packages": here("pages.py"),
    "types": npm("typecheck"),
    "site-format": npm("format-check"),
    "site-lint": npm("lint"),
    "site-tests": npm("test"),
    "policy": policy("check.py"),
    "crates": here("linters.py", "crates"),
    "unused": here("linters.py", "unused"),
    "python": here("linters.py", "python"),
    "citations": policy("citations.py"),
    "web-hooks": policy("web_hooks.py"),
    "workflows": here("linters.py", "workflows"),
    "deploy": here("deploy_test.py"),
    "scale": infra("bench/scale_test.py"),
    "gameday": infra("gameday/gameday_test.py"),
    "template": [
        str(TOOLS / "sam" / "bin" / "sam"),
        "validate",
        "--lint",
        "--region",
        "us-east-1",
        "--template",
        str(ROOT / "template.yaml"),
    ],
    "forget": here("stop.py", "--instance", "test", "--forget"),
    "serve": here("serve.py", "--instance", "test", "--no-demo", "--for-tests"),
    "routes": ROUTES,
    "aws-forget": here("stop.py", "--instance", "aws-test", "--forget"),
    "aws": here("start.py", "--instance", "aws-test", "--no-demo", "--for-tests"),
    "alerts": ALERTS,
    "port": [*WORKSPACE, "--test", "port"],
    "put-back": here("put_back_test.py"),
    "rollback": here("rollback_test.py"),
    "reattach": here("reattach_test.py"),
    "aws-routes": ROUTES,
    "rust-tests": [
        *WORKSPACE,
        "--lib",
        "--bins",
        "--examples",
        *(f"--test={name}" for name in OTHERS),
    ],
    "doc-tests": [*WORKSPACE, "--doc"],
    "golden": npm("golden"),
    "public-key": here("public_key.py", "--instance", "test"),
    "demo": [str(CLI), "demo", "load", "--stack", str(TEST.stack_file)],
    "probe": here("probe_test.py"),
    "browser-alone": npm("test:e2e-alone"),
    "browser": npm("test:e2e"),
    "engines": npm("test:e2e-engines"),
    "aws-demo": [str(CLI), "demo", "load", "--stack", str(AWS.stack_file)],
    "aws-pages": npm("test:e2e-aws"),
    "aws-canary": policy("canaries.py", "--instance", "aws-test"),
    "fuzz": infra("fuzz/run.py", "--instance", "test", "--cases", "3000"),
    "canary": policy("canaries.py", "--instance", "test"),
    "stop": here("stop.py", "--instance", "test"),
    "bars": infra("bench/run.py", "--no-build", "board", "counts", "estimates"),
    "budget": npm("test:budget"),
    "model": [*WORKSPACE, "--test", "model"],
    "privilege": policy("least_privilege.py", "--instance", "aws-test"),
    "aws-stop": here("stop.py", "--instance", "aws-test"),
}
# these tests find the emulator by CHUTE_EMULATOR
ON_EMULATOR = {"alerts", "port"}
ON_STACK = {
    "routes": TEST,
    "browser": TEST,
    "browser-alone": TEST,
    "engines": TEST,
    "aws-routes": AWS,
    "aws-pages": AWS,
}
# these start the instance in their own process if the run does not start it
OR_IN_PROCESS = {"routes": "serve"}
BROWSERS = {"browser", "browser-alone", "aws-pages"}
# a step that is asked for by itself also runs the step it needs
NEEDS = {
    "template": "tools",
    "probe": "demo",
    "browser": "demo",
    "browser-alone": "demo",
    "engines": "demo",
    "aws-pages": "aws-demo",
}
# step: the later step before which it must have ended. It runs beside the steps in between, since
# it or they mostly wait or have one thread: the checks before a build, the route tests, which wait
# for windows of limits, pages that are measured one by one, and the emulator, which is one process
MEANWHILE = {
    "rust-build": "forget",
    "tools": "policy",
    "routes": "public-key",
    "aws-routes": "browser",
    "aws-canary": "privilege",
}
# in gigabytes, for all builds, their tools and downloads; 6.5 were measured
ROOM_GB = 8
# more sequences than `cargo test` runs by default; and more tests at a time, since many wait
MORE = {"model": {"CHUTE_MODEL_SEQUENCES": "200"}, "rust-tests": {"RUST_TEST_THREADS": "4"}}


# incremental builds help when a crate is changed again and again; a build from scratch takes as
# long with them, and twice the disk space
BUILDS = {"CARGO_INCREMENTAL": "0"}
# a clippy warning fails rust-build; the steps after it find everything already built, and so does
# the program that `golden` asks for boards
LINTED = {name for name, command in STEPS.items() if command[: len(WORKSPACE)] == WORKSPACE}
LINTED.add("golden")


def environment(name: str, chosen: list[str]) -> dict[str, str]:
    env = AWS.aws_env() | BUILDS | MORE.get(name, {}) | (build.LINTS if name in LINTED else {})
    in_process = name in OR_IN_PROCESS and OR_IN_PROCESS[name] not in chosen
    if (inst := ON_STACK.get(name)) and not in_process:
        env |= inst.stack()["env"] | {
            "CHUTE_STACK": str(inst.stack_file),
            "CHUTE_SITE": inst.address,
        }
    if name in ON_EMULATOR:
        env["CHUTE_EMULATOR"] = AWS.emulator
    if name in BROWSERS:
        env |= browsers() | {"CHUTE_FLAKES": str(FLAKES)}
    if name == "engines":
        tools.engines()
        env["CHUTE_FLAKES"] = str(FLAKES)
    return env


def browsers() -> dict[str, str]:
    shell = tools.headless_shell()
    return {"CHUTE_CHROMIUM": tools.chromium()} | ({"CHUTE_HEADLESS_SHELL": shell} if shell else {})


@dataclass(frozen=True)
class Took:
    """What a step took: seconds from its start to its end, and of the processor (its own and its
    children's; a server that goes on running counts for nothing)."""

    seconds: float
    processor: float

    def line(self, name: str) -> str:
        return f"{self.seconds:7.1f} s {self.processor:7.1f} s  {name}"


class Step:
    """A running step. One that runs beside others prints its output only if it fails."""

    def __init__(self, name: str, chosen: list[str], beside: bool, more: list[str]):
        self.name, self.at = name, time.monotonic()
        self.said = tempfile.TemporaryFile("w+") if beside else None  # noqa: SIM115  read in end()
        group = 0 if beside else None
        self.process = subprocess.Popen(
            STEPS[name] + more,
            cwd=ROOT,
            env=environment(name, chosen),
            stdout=self.said,
            stderr=self.said,
            process_group=group,
        )
        self.waits = threading.Thread(target=self.wait)
        self.waits.start()

    def wait(self) -> None:
        _, status, usage = os.wait4(self.process.pid, 0)
        self.process.returncode = os.waitstatus_to_exitcode(status)
        self.took = Took(time.monotonic() - self.at, usage.ru_utime + usage.ru_stime)

    def end(self) -> Took:
        """Waits for it, and ends everything if it failed."""
        self.waits.join()
        if self.process.returncode != 0:
            if self.said:
                self.said.seek(0)
                print(self.said.read())
            stop(
                f"{self.name} failed after {self.took.seconds:.0f} s. Again, alone: python3 infra/local/test.py {self.name}"
            )
        print(
            f"   {self.name}: {self.took.seconds:.0f} s, of the processor {self.took.processor:.0f} s",
            flush=True,
        )
        return self.took


def asked_for(arguments: list[str]) -> tuple[list[str], list[str]]:
    """The steps, and further arguments for the last one: npm passes on only what follows its own
    "--"."""
    if "--" not in arguments:
        return arguments, []
    at = arguments.index("--")
    named, more = arguments[:at], arguments[at + 1 :]
    if not named:
        stop('"--" stands behind the step whose arguments follow.')
    return named, (["--"] if STEPS.get(named[-1], [""])[0] == "npm" else []) + more


def main() -> None:
    tools.check()
    tools.room(ROOM_GB)
    skipped = set(os.environ.get("SKIP", "").replace(",", " ").split())
    named, more = asked_for(sys.argv[1:])
    asked = [step for name in named for step in (NEEDS.get(name), name) if step]
    chosen = [name for name in dict.fromkeys(asked) or STEPS if name not in skipped]
    if unknown := (set(chosen) | skipped) - set(STEPS):
        stop(f'There is no step "{sorted(unknown)[0]}". The steps are: {", ".join(STEPS)}.')
    FLAKES.unlink(missing_ok=True)
    begun, times, beside = time.monotonic(), {}, {}
    try:
        for number, name in enumerate(chosen, 1):
            for other in [other for other in beside if MEANWHILE[other] == name]:
                times[other] = beside[other].end()
                del beside[other]
            print(f"\n━━ {number}/{len(chosen)} {name}", flush=True)
            if MEANWHILE.get(name) in chosen:
                beside[name] = Step(name, chosen, beside=True, more=[])
            else:
                last = more if name == chosen[-1] else []
                times[name] = Step(name, chosen, beside=False, more=last).end()
    finally:
        for step in [step for step in beside.values() if step.waits.is_alive()]:
            os.killpg(step.process.pid, signal.SIGTERM)
        if FLAKES.exists():
            print(f"\nPassed at the second try only ({FLAKES.relative_to(ROOT)}):")
            print(FLAKES.read_text())
    whole = Took(time.monotonic() - begun, sum(took.processor for took in times.values()))
    table = [took.line(name) for name, took in times.items()]
    table.append(whole.line(f"all {len(times)} steps passed"))
    print("\n   time, processor, step\n" + "\n".join(table))
    if skipped:
        print(f"Left out: {', '.join(sorted(skipped))}")
    if not asked and not skipped:
        STEP_TIMES.write_text("\n".join(table) + "\n")


if __name__ == "__main__":
    main()
