"""How soon a follower is told while a race is uploaded: from the answer of `results/add` until the
carrier has the text.

    python3 infra/bench/alerting.py [--chute .build/chute] [--seconds 60] [--rate 100] [--due 100]

Starts a `chute serve` of its own with `Alerts=server`, whose texts go into a file. Every runner has
ten followers; the first runners finish while others pass the splits. Rows come as from a timing
client, in calls of at most twenty, at a rate at which `--due` texts are due per second: by default
nine tenths of what the carrier takes, since at the full rate a text that was late once would never
catch up. At the same time another race, which nobody follows, is uploaded without a pause. Prints
the delays of all texts: from the answer of the upload, which is before the stream's window (200 ms
here, a second on AWS), to the line in the file, checked every 10 ms. The bar is 3 s beyond the
window for 99 of 100."""

import argparse
import http.client
import json
import os
import random
import secrets
import signal
import socket
import subprocess
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timezone
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLLOWERS = 10
SEGMENTS = ("Mile 3", "Mile 5", "Finish")
WINDOW_S = 0.2
BAR_S = 3
YEAR = "2026"


class Served:
    """The process, with these settings and no limits, and calls to it."""

    def __init__(self, chute: Path, folder: Path, settings: dict[str, str]):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.chute, self.data = chute, folder / "data"
        site = folder / "site"
        site.mkdir()
        (site / "index.html").write_text("<!doctype html><title>Bench</title>")
        no_limits = dict.fromkeys(
            (
                "SMS_OF_PHONE",
                "SMS_OF_SOURCE",
                "SMS_CONFIRMED_OF_PHONE",
                "SMS_CONFIRMED_OF_SOURCE",
                "SMS_CONFIRMED_OF_YEAR",
                "SMS_CONFIRMED_OF_DAY",
                "ALERT_TEXTS_OF_YEAR",
                "ALERT_TEXTS_OF_DAY",
                "ALERT_TEXTS_OF_MONTH",
                "ALERT_DOLLARS_OF_YEAR",
                "ALERT_DOLLARS_OF_DAY",
                "ALERT_DOLLARS_OF_MONTH",
                "OPEN_CALLS",
            ),
            "1000000",
        )
        environment = os.environ | no_limits | settings
        log = (folder / "log").open("w")
        self.process = subprocess.Popen(
            [
                chute,
                "serve",
                "--data",
                self.data,
                "--listen",
                f"127.0.0.1:{self.port}",
                "--site",
                site,
                "--trusted-proxy",
                "127.0.0.1",
                "--log",
                "json",
            ],
            env=environment,
            stdout=log,
            stderr=log,
        )
        until = time.monotonic() + 60
        while not self.answers():
            if self.process.poll() is not None or time.monotonic() > until:
                raise SystemExit(
                    f"`chute serve` does not answer: {(folder / 'log').read_text()[-500:]}"
                )
            time.sleep(0.05)
        self.operator(
            "admin",
            "create",
            "--name",
            "Admin",
            "--email",
            "admin@bench.example",
            "--if-missing",
            "--password-stdin",
            given=secrets.token_urlsafe(12),
        )
        self.key = self.operator(
            "key", "create", "--email", "admin@bench.example", "--type", "write", "--name", "Bench"
        )

    def operator(self, *arguments: str, given: str = "") -> str:
        done = subprocess.run(
            [self.chute, "--data", self.data, *arguments],
            input=given,
            text=True,
            capture_output=True,
            check=True,
        )
        return (done.stdout.strip().splitlines() or [""])[-1]

    def answers(self) -> bool:
        try:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=2)
            connection.request("GET", "/api/health")
            return connection.getresponse().status == 204
        except OSError:
            return False

    def call(self, path: str, body: dict) -> None:
        """Each call comes from a different address, since limits count addresses."""
        source = f"2001:db8:{random.randrange(65_536):x}:{random.randrange(65_536):x}::1"
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.request(
            "POST",
            f"/api/{path}",
            json.dumps(body),
            {
                "Authorization": f"Bearer {self.key}",
                "Content-Type": "application/json",
                "X-Forwarded-For": source,
            },
        )
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        if answer.status != 200:
            raise SystemExit(f"{path} answered {answer.status}: {text[:200]!r}")

    def race(self, slug: str) -> None:
        self.call(
            "event/add",
            {
                "event": {
                    "name": "Bench",
                    "slug": slug,
                    "contact_email": "bench@example.org",
                    "type": "distance",
                }
            },
        )
        self.call(
            "event-year/add",
            {
                "slug": slug,
                "event_year": {
                    "year": YEAR,
                    "date_time": now(),
                    "live": True,
                    "days_allowed": 2,
                    "ranking_type": "gun",
                },
            },
        )

    def end(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(30)


class Watch(threading.Thread):
    """Follows the file of texts and records when each alert was first seen there, by runner and
    segment."""

    def __init__(self, file: Path):
        super().__init__(daemon=True)
        self.file, self.seen, self.ended = file, [], False

    def run(self) -> None:
        rest, place = "", 0
        while not self.ended:
            if self.file.exists():
                with self.file.open() as opened:
                    opened.seek(place)
                    rest += opened.read()
                    place = opened.tell()
                *lines, rest = rest.split("\n")
                at = time.monotonic()
                self.seen += [(at, json.loads(line)["message"]) for line in lines if line]
            time.sleep(0.01)


def now() -> str:
    return datetime.now(timezone.utc).isoformat(timespec="seconds")


def letters(number: int) -> str:
    return "".join(chr(ord("a") + int(digit)) for digit in str(number))


def row(bib: int, segment: str) -> dict:
    return {
        "person_id": f"p{bib}",
        "bib": str(bib),
        "first": "Ana",
        "last": f"R{letters(bib)}q",
        "age": 41,
        "gender": "Woman",
        "age_group": "40-49",
        "distance": "10 KM",
        "seconds": 2_000 + bib,
        "milliseconds": 0,
        "chip_seconds": 2_000 + bib,
        "chip_milliseconds": 0,
        "segment": segment,
        "location": segment,
        "occurence": 1,
        "ranking": bib,
        "age_ranking": bib,
        "gender_ranking": bib,
        "finish": segment == "Finish",
        "type": 0,
        "anonymous": False,
        "local_time": now(),
        "division": "",
        "division_ranking": -1,
    }


def beside(served: Served, ended: threading.Event, calls: list[float]) -> None:
    """Uploads a race that nobody follows: twenty rows per call, one call after another."""
    bib = 0
    while not ended.is_set():
        began = time.monotonic()
        served.call(
            "results/add",
            {
                "slug": "beside",
                "year": YEAR,
                "results": [row(bib + at, "Finish") for at in range(1, 21)],
            },
        )
        calls.append(time.monotonic() - began)
        bib += 20
        ended.wait(0.05)


def quantile(sorted_values: list[float], part: float) -> float:
    return sorted_values[min(len(sorted_values) - 1, int(len(sorted_values) * part))]


def measure(served: Served, rate: int, due_a_second: int, seconds: int) -> bool:
    served.race("followed"), served.race("beside")
    alerts = due_a_second * seconds
    runners = -(-alerts // (FOLLOWERS * len(SEGMENTS)))
    phones = [
        (runner, follower) for runner in range(1, runners + 1) for follower in range(FOLLOWERS)
    ]
    with ThreadPoolExecutor(8) as pool:
        follow = lambda who: served.call(
            "sms/add",
            {
                "slug": "followed",
                "year": YEAR,
                "bib": str(who[0]),
                "phone": f"555{who[0] * FOLLOWERS + who[1]:07}",
            },
        )
        list(pool.map(follow, phones))
    watch = Watch(served.data / "texts.jsonl")
    watch.start()
    ended, calls = threading.Event(), []
    other = threading.Thread(target=beside, args=(served, ended, calls), daemon=True)
    other.start()
    # a tenth of the field is between two timing points
    passages = sorted(
        ((bib, segment) for segment in SEGMENTS for bib in range(1, runners + 1)),
        key=lambda passage: passage[0] + SEGMENTS.index(passage[1]) * runners // 10,
    )
    answered, began, some = {}, time.monotonic(), max(1, due_a_second // FOLLOWERS // 2)
    for at in range(0, len(passages), some):
        time.sleep(max(0.0, began + at * FOLLOWERS / due_a_second - time.monotonic()))
        batch = passages[at : at + some]
        served.call(
            "results/add",
            {"slug": "followed", "year": YEAR, "results": [row(*passage) for passage in batch]},
        )
        answered |= dict.fromkeys(batch, time.monotonic())
    took = time.monotonic() - began
    due = {}
    for (bib, segment), at in answered.items():
        said = (
            f"Ana R{letters(bib)}q finished "
            if segment == "Finish"
            else f"Ana R{letters(bib)}q passed {segment} "
        )
        due[said.lower()] = at
    until = time.monotonic() + 120
    is_alert = lambda text: " passed " in text or " finished " in text
    while (
        sum(is_alert(text) for _, text in watch.seen) < len(passages) * FOLLOWERS
        and time.monotonic() < until
    ):
        time.sleep(0.2)
    watch.ended = True
    ended.set()
    other.join()
    delays = sorted(
        at - due[text.split(": ", 1)[1].lower().split(" in ")[0] + " "]
        for at, text in watch.seen
        if is_alert(text)
    )
    lost = len(passages) * FOLLOWERS - len(delays)
    bar = BAR_S + WINDOW_S
    print(
        f"{len(delays):,} texts of {len(passages)} passages in {took:.0f} s ({len(delays) / took:.0f} a second, the carrier's rate {rate}), "
        f"beside {len(calls)} uploads of 20 rows of another race ({quantile(sorted(calls), 0.5) * 1000:.0f} ms, 99 of 100 {quantile(sorted(calls), 0.99) * 1000:.0f} ms)"
    )
    print(
        f"from the upload's answer to the carrier: {quantile(delays, 0.5):.2f} s (median), {quantile(delays, 0.99):.2f} s (99 of 100), {delays[-1]:.2f} s (slowest); bar {bar:.1f} s; {lost} lost"
    )
    return quantile(delays, 0.99) <= bar and lost == 0


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--chute", type=Path, default=ROOT / ".build" / "chute")
    options.add_argument("--seconds", type=int, default=60)
    options.add_argument(
        "--rate", type=int, default=100, help="parts a second that the carrier takes"
    )
    options.add_argument(
        "--due", type=int, help="texts a second that fall due; otherwise nine tenths of the rate"
    )
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="chute-alerting-") as folder:
        alerts = {"ALERTS": "server", "PARTS_A_SECOND": str(chosen.rate)}
        served = Served(chosen.chute, Path(folder), alerts)
        try:
            kept = measure(
                served, chosen.rate, chosen.due or max(1, chosen.rate * 9 // 10), chosen.seconds
            )
        finally:
            served.end()
    raise SystemExit(0 if kept else 1)


if __name__ == "__main__":
    main()
