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
import http.client
import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(ROOT / "infra" / "local"), str(ROOT / "infra" / "bench"), str(HERE)]

import tools

SLUG, YEAR = "start-gun", "2026"
ROWS = 20
PARTS = ("views", "outage", "faults")


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


class Program:
    """`chute serve` on a folder of its own, which can be killed and started again."""

    def __init__(self, chute: Path, site: Path, folder: Path):
        self.chute, self.site, self.folder = chute, site, folder
        self.data, self.port = folder / "data", free_port()

    def start(self) -> None:
        command = [self.chute, "serve", "--data", self.data, "--site", self.site, "--log", "json"]
        command += ["--listen", f"127.0.0.1:{self.port}", "--trusted-proxy", "127.0.0.1"]
        log = (self.folder / "log").open("a")
        self.process = subprocess.Popen(command, stdout=log, stderr=log)
        until = time.monotonic() + 60
        while not self.answers():
            if self.process.poll() is not None or time.monotonic() > until:
                said = (self.folder / "log").read_text()[-800:]
                raise SystemExit(f"`chute serve` does not answer: {said}")
            time.sleep(0.05)

    def answers(self) -> bool:
        try:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=2)
            connection.request("GET", "/api/health")
            return connection.getresponse().status == 204
        except OSError:
            return False

    def operator(self, *arguments: str, given: str = "") -> str:
        done = subprocess.run(
            [self.chute, "--data", self.data, *arguments],
            input=given,
            text=True,
            capture_output=True,
            check=True,
        )
        return (done.stdout.strip().splitlines() or [""])[-1]

    def write_key(self) -> str:
        admin = "admin@gameday.example"
        self.operator(
            *("admin", "create", "--name", "Admin", "--email", admin, "--password-stdin"),
            given=secrets.token_urlsafe(12),
        )
        return self.operator(
            *("key", "create", "--email", admin, "--type", "write", "--name", "Finish laptop")
        )

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(60)


class Edge:
    """The distribution's rules before the program."""

    def __init__(self, folder: Path, origin: Program):
        import rules

        self.port, self.control = free_port(), free_port()
        file = folder / "rules.json"
        file.write_text(json.dumps(rules.rules()))
        arguments = [str(file), str(self.port), str(self.control), str(origin.port)]
        self.process = subprocess.Popen(["node", str(HERE / "edge.mjs"), *arguments])
        wait_for("the edge answers", self.answers, 30)

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


@dataclass
class Upload:
    status: int
    seconds: float


@dataclass
class TimingClient:
    """Makes the calls of the desktop timing client, one after another, each on a new connection with a
    time-out of ten seconds; the same call again until it is answered with 200 and the count of its
    rows."""

    port: int
    key: str
    slug: str = SLUG
    pause: float = 0.2
    sent: int = 0  # batches that were answered well
    tries: list[Upload] = field(default_factory=list)
    ended: threading.Event = field(default_factory=threading.Event)

    def call(self, path: str, body: dict) -> tuple[int, dict]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            connection.request(
                "POST",
                f"/api/{path}",
                json.dumps(body),
                {
                    "Authorization": f"Bearer {self.key}",
                    "Content-Type": "application/json; charset=utf-8",
                    "Accept": "application/json",
                },
            )
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read() or b"{}")
        except (OSError, http.client.HTTPException, ValueError):
            return 0, {}
        finally:
            connection.close()

    def race(self) -> None:
        event = {"name": "Start gun", "slug": self.slug, "type": "distance"}
        year = {"year": YEAR, "live": True, "days_allowed": 2, "ranking_type": "gun"}
        year["date_time"] = time.strftime("%Y-%m-%dT00:00:00+00:00", time.gmtime())
        self.surely("event/add", {"event": event | {"contact_email": "desk@example.org"}})
        self.surely("event-year/add", {"slug": self.slug, "event_year": year})

    def surely(self, path: str, body: dict) -> None:
        for _ in range(20):
            status, _ = self.call(path, body)
            if status in (200, 409):
                return
            time.sleep(0.5)
        raise SystemExit(f"{path} answered {status} twenty times.")

    def upload(self) -> bool:
        """Tries the next batch once."""
        import freshness

        rows = freshness.batch(self.sent)
        begun = time.monotonic()
        body = {"slug": self.slug, "year": YEAR, "results": rows}
        status, told = self.call("results/add", body)
        well = status == 200 and told.get("count") == len(rows)
        self.tries.append(Upload(status if well or status != 200 else -1, time.monotonic() - begun))
        self.sent += well
        return well

    def run(self, batches: int | None = None) -> None:
        while not self.ended.is_set() and (batches is None or self.sent < batches):
            if not self.upload():
                time.sleep(0.5)
            time.sleep(self.pause)

    def begin(self) -> threading.Thread:
        thread = threading.Thread(target=self.run, daemon=True)
        thread.start()
        return thread

    def told(self, since: int = 0) -> str:
        seconds = sorted(one.seconds for one in self.tries[since:] if one.status == 200)
        if not seconds:
            return "no upload was answered with 200"
        at = lambda part: seconds[min(len(seconds) - 1, int(len(seconds) * part))] * 1000
        failed = len(self.tries) - since - len(seconds)
        return f"{len(seconds)} uploads ({at(0.5):.0f} ms, 99 of 100 {at(0.99):.0f} ms), {failed} tries failed"


def viewers(edge: Edge, rate: int, seconds: float, opening: float = 0.02) -> dict:
    given = {"port": edge.port, "slug": SLUG, "year": YEAR, "opening": opening}
    given |= {"rate": rate, "seconds": seconds}
    done = subprocess.run(
        ["node", str(HERE / "viewers.mjs"), json.dumps(given)],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise SystemExit(f"The visitors broke off: {done.stderr[-800:]}")
    return json.loads(done.stdout)


def pointer(port: int) -> dict:
    with urllib.request.urlopen(
        f"http://127.0.0.1:{port}/downloads/results/{SLUG}/{YEAR}/current.json", timeout=10
    ) as answer:
        return json.loads(answer.read())


def wait_for(what: str, done, seconds: float = 120) -> float:
    begun = time.monotonic()
    while not done():
        if time.monotonic() - begun > seconds:
            raise SystemExit(f"After {seconds:.0f} s still not: {what}")
        time.sleep(0.05)
    return time.monotonic() - begun


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
    def __init__(self, chosen: argparse.Namespace, folder: Path):
        self.chosen, self.folder, self.failed = chosen, folder, []
        self.program = Program(chosen.chute, chosen.site, folder)
        self.program.start()
        key = self.program.write_key()
        self.edge, self.bucket = Edge(folder, self.program), None
        self.client = TimingClient(self.edge.port, key)

    def expect(self, holds: bool, what: str) -> None:
        if not holds:
            self.failed.append(what)
            print(f"  ✗ {what}", flush=True)

    def load(self) -> None:
        self.client.race()
        self.client.pause = 0
        self.client.run(self.chosen.loaded // ROWS)
        wait_for(
            "all loaded rows are published",
            lambda: pointer(self.program.port)["count"] >= self.client.sent * ROWS,
        )
        self.client.pause = 0.2
        print(f"loaded: {self.client.told()}", flush=True)

    def views(self) -> None:
        print("\nViews while a timing client uploads", flush=True)
        thread = self.client.begin()
        for rate in self.chosen.rates:
            tries = len(self.client.tries)
            self.edge.ask("/empty")
            self.edge.ask("/reset")
            seen = viewers(self.edge, rate, self.chosen.seconds)
            counters = self.edge.ask("/counters")
            print(f"  {line(seen, counters, rate)}; {self.client.told(tries)}", flush=True)
            self.expect(seen["failed"] == 0, f"{seen['failed']} views failed at {rate} a second")
            self.expect(counters["sameBodyTwice"] == 0, "the origin sent a body twice")
            self.expect(
                all(one.status == 200 for one in self.client.tries[tries:]), "an upload failed"
            )
        self.client.ended.set()
        thread.join()
        self.client.ended.clear()

    def outage(self) -> None:
        seconds = self.chosen.outage_seconds
        rate = min(self.chosen.rates[-1], 500)
        self.all_gone(rate, seconds)
        self.api_gone(rate, seconds)

    def all_gone(self, rate: int, seconds: float) -> None:
        print(f"\nEverything behind the edge is gone for {seconds:g} s", flush=True)
        viewers(self.edge, rate, 3)  # the edge has what people look at
        self.edge.ask("/reset")
        self.program.kill()
        thread, tries = self.client.begin(), len(self.client.tries)
        seen = viewers(self.edge, rate, seconds)
        counters = self.edge.ask("/counters")
        print(f"  {line(seen, counters, rate)}", flush=True)
        print(
            f"  {counters['staleOnError']:,} answers from what the edge had; {self.client.told(tries)}",
            flush=True,
        )
        self.expect(seen["failed"] == 0, f"{seen['failed']} views failed in the outage")
        self.shown()
        self.back(thread)

    def api_gone(self, rate: int, seconds: float) -> None:
        print(f"\nAPI and publisher are gone for {seconds:g} s, the files are there", flush=True)
        self.program.kill()
        copy = self.folder / "bucket"
        shutil.copytree(
            self.program.data, copy / "data", ignore=shutil.ignore_patterns("operator.sock")
        )
        self.bucket = bucket = Program(self.chosen.chute, self.chosen.site, copy)
        bucket.start()  # on a copy of the folder, for its files: nothing is uploaded to it
        self.edge.ask(f"/origin?port={bucket.port}")
        self.edge.ask("/api?refused=true")
        self.edge.ask("/empty")  # as an edge location that nobody has asked yet
        self.edge.ask("/reset")
        thread, tries = self.client.begin(), len(self.client.tries)
        seen = viewers(self.edge, rate, seconds)
        counters = self.edge.ask("/counters")
        print(f"  {line(seen, counters, rate)}", flush=True)
        print(
            f"  {counters['refused']} calls of the API refused; {self.client.told(tries)}",
            flush=True,
        )
        self.expect(seen["failed"] == 0, f"{seen['failed']} views failed in the outage")
        self.shown()
        bucket.end()
        self.edge.ask("/api?refused=false")
        self.edge.ask(f"/origin?port={self.program.port}")
        self.back(thread)

    def back(self, thread: threading.Thread) -> None:
        """The program starts again, and what waited is sent."""
        sent = self.client.sent
        begun = time.monotonic()
        self.program.start()
        started = time.monotonic() - begun
        took = wait_for("an upload after the outage", lambda: self.client.sent > sent)
        count = self.client.sent * ROWS
        seen = wait_for(
            "the edge shows the new rows", lambda: pointer(self.edge.port)["count"] >= count
        )
        self.client.ended.set()
        thread.join()
        self.client.ended.clear()
        count = self.client.sent * ROWS
        wait_for("all rows are published", lambda: pointer(self.program.port)["count"] >= count)
        lost = count - pointer(self.program.port)["count"]
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
        address = f"http://127.0.0.1:{self.edge.port}/results/{SLUG}/{YEAR}"
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
        if self.bucket:
            self.bucket.end()


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("parts", nargs="*", metavar="PART")
    options.add_argument("--chute", type=Path, default=ROOT / ".build" / "chute")
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
    bootstrap = ROOT / ".build" / "bootstrap" / "bootstrap"
    for needed in (chosen.chute, chosen.site / "index.html", bootstrap):
        if not needed.exists():
            raise SystemExit(f"There is no {needed}: run `make build`.")
    tools.inside("emulator")  # which has SAM's translator, and the emulator
    parts = [part for part in PARTS if not chosen.parts or part in chosen.parts]
    failed: list[str] = []
    begun = time.monotonic()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before it begins", flush=True)
    if {"views", "outage"} & set(parts):
        with tempfile.TemporaryDirectory(prefix="chute-gameday-") as folder:
            day = Gameday(chosen, Path(folder))
            try:
                day.load()
                for part in ("views", "outage"):
                    if part in parts:
                        getattr(day, part)()
            finally:
                day.end()
            failed += day.failed
    if "faults" in parts:
        import faults

        failed += faults.run(chosen.uploads)
    print(f"\n{time.monotonic() - begun:.0f} s")
    if failed:
        raise SystemExit(f"✗ {'; '.join(failed)}")


if __name__ == "__main__":
    main()
