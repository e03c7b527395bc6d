"""`make gameday`: the start gun on the loopback interface. Outside `make test`, bounded in time.

    python3 infra/gameday/gameday.py [views] [outage] [faults] [--chute .build/chute] [--site site/dist]
        [--rates 100,1000,3000,10000] [--seconds 10] [--outage-seconds 30] [--uploads 200]

views    the distribution's rules (edge.mjs, made of template.yaml by rules.py) before `chute serve` with real
         files, visitors at each of the rates (viewers.mjs), while a timing client uploads
outage   the program is killed: first everything behind the edge is gone, then only the API and the publisher
         while the files are still there; then it comes back, and the timing client sends what waited
faults   the whole stack on the AWS emulator (faults.py): between its functions and AWS a proxy that delays,
         resets, answers 5xx and 429, and commits and then says nothing

Without a name all three. It needs `make build`. Prints what it saw; the exit code is 1 if a view failed, an
upload was lost or doubled, or the origin sent the same body twice for one object."""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(ROOT / "infra" / "local"), str(ROOT / "infra" / "bench"), str(HERE)]

import command_line
import tools
from figures import in_ms
from rows import ROWS
from server import Server, free_port
from settings import BOOTSTRAP, CLI
from timing_client import YEAR, TimingClient
from waiting import until

SLUG = "start-gun"
PARTS = ("views", "outage", "faults")


class Edge:
    """The distribution's rules before the program."""

    def __init__(self, folder: Path, rules: dict, origin_port: int):
        self.port, self.control = free_port(), free_port()
        self.address = f"http://127.0.0.1:{self.port}/"
        file = folder / "rules.json"
        file.write_text(json.dumps(rules))
        arguments = [str(file), str(self.port), str(self.control), str(origin_port)]
        self.process = subprocess.Popen(["node", str(HERE / "edge.mjs"), *arguments])
        until("the edge answers", self.answers)

    def answers(self) -> bool:
        try:
            return "requests" in self.ask("/counters")
        except OSError:
            return False

    def ask(self, path: str) -> dict:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.control}{path}", timeout=5) as answer:
            return json.loads(answer.read())

    def end(self) -> None:
        self.process.terminate()
        self.process.wait(10)


class Verdict:
    """What should not be."""

    def __init__(self) -> None:
        self.failed: list[str] = []

    def expect(self, holds: bool, what: str) -> None:
        if not holds:
            self.failed.append(what)
            print(f"  ✗ {what}", flush=True)


def uploads(client: TimingClient, since: int = 0) -> str:
    """How the client's tries went, in words, from one on."""
    seconds = client.seconds(since)
    if not seconds:
        return "no upload was answered with 200"
    failed = len(client.tries) - since - len(seconds)
    return f"{len(seconds)} uploads ({in_ms(seconds)}), {failed} tries failed"


def viewers(edge: Edge, rate: int, seconds: float) -> dict:
    given = {"port": edge.port, "slug": SLUG, "year": YEAR, "opening": 0.02}
    given |= {"rate": rate, "seconds": seconds}
    done = subprocess.run(
        ["node", str(HERE / "viewers.mjs"), json.dumps(given)], capture_output=True, text=True
    )
    if done.returncode != 0:
        raise SystemExit(f"The visitors broke off: {done.stderr[-800:]}")
    return json.loads(done.stdout)


def line(seen: dict, counters: dict, rate: int) -> str:
    failures = f", **{seen['failed']} failed** {seen['why']}" if seen["failed"] else ", 0 failed"
    return (
        f"{rate:,} views a second asked for, {seen['views'] / seen['seconds']:,.0f} answered "
        f"({seen['requests'] / seen['seconds']:,.0f} requests, {seen['bytes'] / seen['seconds'] / 1e6:.1f} MB a second; {seen['openings']:,} pages opened){failures}; "
        f"{seen['ms50']:.1f} ms, 99 of 100 {seen['ms99']:.0f} ms; age {seen['age50']:.1f} s, 99 of 100 {seen['age99']:.1f} s; "
        f"{seen['versions']} versions; origin: {counters['originBodies']} bodies of {counters['paths']} objects, {counters['sameBodyTwice']} the same twice, "
        f'{counters["originUnchanged"]} "unchanged", {counters["originErrors"]} errors; {counters["collapsed"]:,} waited for another\'s request'
    )


class Gameday:
    def __init__(self, chosen: argparse.Namespace, folder: Path, verdict: Verdict):
        import rules

        self.chosen, self.folder, self.expect = chosen, folder, verdict.expect
        self.program = Server(chosen.chute, chosen.site, folder)
        self.program.start()
        key = self.program.write_key()
        self.edge = Edge(folder, rules.rules(), self.program.port)
        self.client = TimingClient(self.edge.address, key, SLUG)

    def load(self) -> None:
        self.client.make_race()
        self.client.run(self.chosen.loaded // ROWS)
        self.client.until_published(self.client.accepted * ROWS, site=self.program.address)
        self.client.pause_s = 0.2
        print(f"loaded: {uploads(self.client)}", flush=True)

    def viewed(self, rate: int, seconds: float) -> tuple[dict, dict]:
        """What visitors saw, none of whom may see a failure, and what the edge counted meanwhile."""
        self.edge.ask("/reset")
        seen = viewers(self.edge, rate, seconds)
        self.expect(seen["failed"] == 0, f"{seen['failed']} views failed at {rate} a second")
        return seen, self.edge.ask("/counters")

    def views(self) -> None:
        print("\nViews while a timing client uploads", flush=True)
        self.client.begin()
        for rate in self.chosen.rates:
            tries = len(self.client.tries)
            self.edge.ask("/empty")
            seen, counters = self.viewed(rate, self.chosen.seconds)
            print(f"  {line(seen, counters, rate)}; {uploads(self.client, tries)}", flush=True)
            self.expect(counters["sameBodyTwice"] == 0, "the origin sent a body twice")
            self.expect(
                all(one.status == 200 for one in self.client.tries[tries:]), "an upload failed"
            )
        self.client.end()

    def outage(self) -> None:
        lasts = f"for {self.chosen.outage_seconds:g} s"
        print(f"\nEverything behind the edge is gone {lasts}", flush=True)
        viewers(self.edge, self.outage_rate, 3)  # the edge has what people look at
        self.program.kill()
        self.seen_through(
            lambda counters: f"{counters['staleOnError']:,} answers from what the edge had"
        )
        self.back()

        print(f"\nAPI and publisher are gone {lasts}, the files are there", flush=True)
        self.program.kill()
        with self.only_files():
            self.seen_through(lambda counters: f"{counters['refused']} calls of the API refused")
        self.back()

    @property
    def outage_rate(self) -> int:
        return min(self.chosen.rates[-1], 500)

    @contextmanager
    def only_files(self) -> Iterator[None]:
        """What is published is served from a copy of the folder, to which nothing is uploaded; the edge
        is as an edge location that nobody has asked yet."""
        copy = self.folder / "bucket"
        ignored = shutil.ignore_patterns("operator.sock")
        shutil.copytree(self.program.data, copy / "data", ignore=ignored)
        bucket = Server(self.chosen.chute, self.chosen.site, copy)
        bucket.start()
        try:
            self.edge.ask(f"/origin?port={bucket.port}")
            self.edge.ask("/api?refused=true")
            self.edge.ask("/empty")
            yield
        finally:
            bucket.end()
        self.edge.ask("/api?refused=false")
        self.edge.ask(f"/origin?port={self.program.port}")

    def seen_through(self, more: Callable[[dict], str]) -> None:
        """What visitors and a page see of an outage while a timing client goes on trying; `more` says
        what else the edge counted."""
        tries = len(self.client.tries)
        self.client.begin()
        seen, counters = self.viewed(self.outage_rate, self.chosen.outage_seconds)
        print(f"  {line(seen, counters, self.outage_rate)}", flush=True)
        print(f"  {more(counters)}; {uploads(self.client, tries)}", flush=True)
        self.shown()

    def back(self) -> None:
        """The program starts again, and what waited is sent."""
        accepted = self.client.accepted
        begun = time.monotonic()
        self.program.start()
        started = time.monotonic() - begun
        took = until("an upload is accepted", lambda: self.client.accepted > accepted, 120)
        count = self.client.accepted * ROWS
        seen = until("the edge shows the new rows", lambda: self.client.published() >= count, 120)
        self.client.end()
        count, here = self.client.accepted * ROWS, self.program.address
        until("all rows are published", lambda: self.client.published(here) >= count, 120)
        lost = count - self.client.published(here)
        print(
            f"  back: the program answers after {started:.1f} s, the first upload after {took:.1f} s more, seen at the edge {seen:.1f} s later; "
            f"{count:,} rows sent, {lost} lost or doubled",
            flush=True,
        )
        self.expect(lost == 0, f"{lost} rows lost or doubled")

    def shown(self) -> None:
        """What a real page shows while nothing behind the edge answers."""
        browser = shutil.which("chromium-headless-shell") or tools.installed_chromium()
        packages = ROOT / "site" / "node_modules" / "playwright-core"
        if not browser or not packages.exists():
            print("  the page in a browser: left out, no Chromium or no site/node_modules")
            return
        address = f"{self.edge.address}results/{SLUG}/{YEAR}"
        done = subprocess.run(
            ["node", str(HERE / "page.mjs"), browser, address],
            capture_output=True,
            text=True,
            timeout=90,
        )
        print(f"  the page in a browser: {done.stdout.strip() or done.stderr[-400:]}", flush=True)
        self.expect(done.returncode == 0, "the page does not say how old it is")

    def end(self) -> None:
        self.edge.end()
        self.program.end()


def main() -> None:
    options = command_line.options(__doc__)
    options.add_argument("parts", nargs="*", metavar="PART")
    options.add_argument("--chute", type=Path, default=CLI)
    options.add_argument("--site", type=Path, default=ROOT / "site" / "dist")
    options.add_argument("--rates", default="100,1000,3000,10000")
    options.add_argument("--seconds", type=float, default=10)
    options.add_argument("--loaded", type=int, default=4_000, help="rows before the first view")
    options.add_argument("--outage-seconds", type=float, default=30)
    options.add_argument("--uploads", type=int, default=200)
    chosen = options.parse_args()
    chosen.rates = [int(rate) for rate in chosen.rates.split(",")]
    if unknown := set(chosen.parts) - set(PARTS):
        raise SystemExit(f'There is no part "{sorted(unknown)[0]}": {", ".join(PARTS)}.')
    for needed in (chosen.chute, chosen.site / "index.html", BOOTSTRAP / "bootstrap"):
        if not needed.exists():
            raise SystemExit(f"There is no {needed}: run `make build`.")
    tools.inside("emulator")  # which has SAM's translator, and the emulator
    parts = [part for part in PARTS if not chosen.parts or part in chosen.parts]
    verdict = Verdict()
    begun = time.monotonic()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before it begins", flush=True)
    if {"views", "outage"} & set(parts):
        with tempfile.TemporaryDirectory(prefix="chute-gameday-") as folder:
            day = Gameday(chosen, Path(folder), verdict)
            try:
                day.load()
                for part in ("views", "outage"):
                    if part in parts:
                        getattr(day, part)()
            finally:
                day.end()
    if "faults" in parts:
        import faults

        faults.run(chosen.uploads, verdict.expect)
    print(f"\n{time.monotonic() - begun:.0f} s")
    if verdict.failed:
        raise SystemExit(f"✗ {'; '.join(verdict.failed)}")


if __name__ == "__main__":
    main()
