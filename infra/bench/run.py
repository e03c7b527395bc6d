"""`make bench`: sizes, counts and times, printed as one table and kept in docs/bench.md.

    python3 infra/bench/run.py [PART …] [--no-build]

Parts: size, board, counts, instructions, publishing, following, names, estimates, laptop, steps;
without a name all that can run here. Only a run of all parts writes docs/bench.md. Bytes and counts
have bars: if one is exceeded, the exit code is 1. Milliseconds never make it fail. board and
estimates measure the repository's race (races/), which is small; CHUTE_DATA names a folder with large
ones (docs/decisions/estimates.md)."""

import asyncio
import os
import platform
import re
import subprocess
import sys
import time
from datetime import datetime, timezone
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(HERE / "runtime"), str(ROOT / "infra" / "local")]

import tools

tools.inside("emulator")  # which has MiniStack

import board
import command_line
import counts
import following
import instructions
import publishing
import races
import size
from figures import KEPT, Part
from settings import CLI, STEP_TIMES


def printed(title: str, how: str, *command: str | Path) -> Part:
    """What a program prints that measures; if it failed before it printed anything, nothing was
    measured. Its exit code is about counts or ratios."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    text = done.stdout.strip()
    if not text:
        last = (done.stderr.strip().splitlines() or ["without a word"])[-1]
        return Part(title, how, [], skipped=f"it broke off: {last}")
    return Part(title, how, [], text=text, failed_by_itself=done.returncode != 0)


def names() -> Part:
    command = ["cargo", "test", "--locked", "-q", "-p", "chute-publisher", "--test", "names"]
    command += ["--", "--ignored", "--nocapture", "two_hundred_races"]
    how = (
        f"`{' '.join(command)}`: 200 races of 500 people each (invented names; the n-th of 9,000 surnames is borne by one of n), put into the index by a debug build over the "
        "tables and buckets of one machine, and every shard read again."
    )
    return printed("Index of names", how, *command)


def estimates() -> Part:
    measured_races = races.every()
    how = (
        f"`node infra/bench/estimates.mjs` over {', '.join(map(races.named, measured_races))}: at each timing point how far the plain estimates of the specification and those by the field's own pace changes are "
        "off (docs/decisions/estimates.md), and how many passages the ranges held. It fails where the field's are the worse ones."
    )
    title = "When a runner is expected: plain and by the field"
    return printed(title, how, "node", HERE / "estimates.mjs", *measured_races)


def laptop() -> Part:
    title = "A race on a small computer (one machine)"
    how = (
        "`python3 infra/bench/laptop.py`: a `chute serve` of its own on an empty folder, to which one client uploads races one after another, 20 rows a call over one "
        "connection. Processor time is that of the process, user and system (`/proc`), from the first call until the pointer counts all rows, divided by the calls: so every publication is in it, "
        "and the client is not. The time of a call is the client's, from the first byte sent to the last one read. Memory is what is resident. Client and server share this machine's cores. Times and megabytes are "
        "this machine's and the build profile's that is named (`make build` makes `local`; `--chute target/release/chute` measures another one), and their bars are shown, not enforced. At the end "
        "two races are uploaded without a pause while a third one gets a single row at a time. The run fails if a row is missing, or if the last hundred calls take 1.2 times as long as the first hundred."
    )
    if not CLI.exists():
        return Part(title, how, [], skipped=f"there is no {CLI.relative_to(ROOT)}")
    return printed(title, how, sys.executable, HERE / "laptop.py", "--chute", CLI)


def steps() -> Part:
    title = "The steps of `make test`"
    how = (
        "What the last whole run in this folder took: seconds from a step's start to its end, and of the processor. Steps run beside others, so the first column "
        "adds up to more than the run; on two cores the second cannot add up to more than twice the run."
    )
    if not STEP_TIMES.exists():
        return Part(title, how, [], skipped="there was no whole run")
    return Part(title, how, [], text=STEP_TIMES.read_text().rstrip())


MEASURES = {
    "size": size.measure,
    "board": board.measure,
    "counts": lambda: asyncio.run(counts.measure()),
    "instructions": lambda: asyncio.run(instructions.measure()),
    "publishing": lambda: asyncio.run(publishing.measure()),
    "following": following.measure,
    "names": names,
    "estimates": estimates,
    "laptop": laptop,
    "steps": steps,
}


def measured(chosen: list[str]) -> list[Part]:
    parts = []
    for name in chosen:
        begun = time.monotonic()
        print(f"▸ {name}", flush=True)
        parts.append(MEASURES[name]())
        print(f"  {time.monotonic() - begun:.0f} s", flush=True)
    return parts


def show(parts: list[Part]) -> None:
    width = max((len(figure.name) for part in parts for figure in part.figures), default=0)
    for part in parts:
        print(f"\n{part.title}")
        for figure in part.figures:
            print(
                f"  {figure.name:<{width}}  {figure.value_text():>19}  {figure.bar_text():<12} {figure.verdict()}".rstrip()
            )
        for line in part.text.splitlines():
            print(f"  {line}")
        if part.skipped:
            print(f"  left out: {part.skipped}")


def machine() -> str:
    def said(*command: str) -> str:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        return done.stdout.strip() if done.returncode == 0 else "unknown"

    known = Path("/proc/cpuinfo")
    model = re.search(r"(?m)^model name\s*: (.*)$", known.read_text() if known.exists() else "")
    # names the commit that was measured, and says if there were uncommitted changes
    commit = said("git", "rev-parse", "--short", "HEAD") + (
        " and changes" if said("git", "status", "--porcelain", "functions", "Cargo.lock") else ""
    )
    return f"{model[1] if model else platform.processor()}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}; {said('rustc', '--version')}; commit {commit}"


def document(parts: list[Part]) -> str:
    lines = [
        "# Measured",
        "",
        "Written by `make bench` (infra/bench/run.py); a run replaces it. A bar is a limit that infra/bench sets.",
        "",
        f"- {datetime.now(timezone.utc):%Y-%m-%d %H:%M} UTC",
        f"- {machine()}",
    ]
    for part in parts:
        lines += ["", f"## {part.title}", "", part.how, ""]
        if part.figures:
            lines += ["| | figure | bar | |", "|---|--:|--:|---|"]
            lines += [
                f"| {figure.name} | {figure.value_text()} | {figure.bar_text()} | {figure.verdict()} |"
                for figure in part.figures
            ]
        if part.text:
            lines += ([""] if part.figures else []) + ["```", part.text, "```"]
        if part.skipped:
            lines.append(f"Left out: {part.skipped}.")
    return "\n".join(lines) + "\n"


def main() -> None:
    options = command_line.options(__doc__)
    options.add_argument("parts", nargs="*", metavar="PART")
    options.add_argument(
        "--no-build", action="store_true", help="measure the bootstrap that is there"
    )
    chosen = options.parse_args()
    if unknown := set(chosen.parts) - MEASURES.keys():
        raise SystemExit(
            f'There is no part "{sorted(unknown)[0]}". The parts are: {", ".join(MEASURES)}.'
        )
    if not chosen.no_build:
        tools.run([sys.executable, str(ROOT / "infra" / "local" / "start.py"), "--build-only"])
    parts = measured([name for name in MEASURES if not chosen.parts or name in chosen.parts])
    show(parts)
    if not chosen.parts:
        KEPT.write_text(document(parts))
        print(f"\nKept in {KEPT.relative_to(ROOT)}")
    above = [figure.name for part in parts for figure in part.figures if figure.failed]
    above += [part.title for part in parts if part.failed_by_itself]
    if above:
        raise SystemExit(f"\n✗ Above its bar: {'; '.join(above)}")


if __name__ == "__main__":
    main()
