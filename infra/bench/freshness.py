"""How soon an acknowledged upload can be read: from the answer of `results/add` until the pointer
counts its rows.

    python3 infra/bench/freshness.py [--batches 120] [--stack .local/stack.json]

Runs against a running stack. Every batch holds 20 finish rows of new people, so the pointer's
`count` shows which batch it contains. Prints the delays, and the shortest time between two
publications within the bounds that polling gives. On the emulator these are the emulator's times,
not AWS's; the bars of the contract (9.3) are 5 s for the 99th of 100 and 2 s between
publications."""

import argparse
import http.client
import itertools
import json
import random
import threading
import time
from pathlib import Path
from urllib.parse import urlsplit

ROWS = 20


class Site:
    def __init__(self, stack: dict):
        self.api, self.downloads, self.key = (
            urlsplit(stack["api"]),
            urlsplit(stack["downloads"]),
            stack["write_key"],
        )

    def call(self, method: str, path: str, body: dict | None = None) -> dict:
        connection = http.client.HTTPConnection(self.api.hostname, self.api.port, timeout=10)
        headers = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"}
        connection.request(
            method, self.api.path + path, json.dumps(body) if body else None, headers
        )
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        if answer.status not in (200, 409):
            raise SystemExit(f"{method} {path} answered {answer.status}: {text[:200]!r}")
        return json.loads(text) if text else {}

    def pointer(self, slug: str, year: str) -> dict | None:
        connection = http.client.HTTPConnection(
            self.downloads.hostname, self.downloads.port, timeout=10
        )
        connection.request("GET", f"{self.downloads.path}results/{slug}/{year}/current.json")
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        return json.loads(text) if answer.status == 200 else None


class Watch(threading.Thread):
    """Polls the pointer; records when each count was first seen, and between which two moments each
    version appeared."""

    def __init__(self, site: Site, slug: str, year: str):
        super().__init__(daemon=True)
        self.site, self.where, self.counts, self.versions, self.ended = (
            site,
            (slug, year),
            [(0.0, 0)],
            {},
            False,
        )

    def run(self) -> None:
        before = time.monotonic()
        while not self.ended:
            asked = time.monotonic()
            seen = self.site.pointer(*self.where)
            now = time.monotonic()
            if seen and seen["version"] not in self.versions:
                self.versions[seen["version"]] = (before, now)
                self.counts.append((now, seen["count"]))
            before = asked
            time.sleep(0.05)

    def when(self, count: int) -> float | None:
        return next((at for at, seen in self.counts if seen >= count), None)


def batch(number: int) -> list[dict]:
    rows = []
    for place in range(number * ROWS, (number + 1) * ROWS):
        bib = str(place + 1)
        rows.append(
            {
                "person_id": f"{bib}-BEN",
                "bib": bib,
                "first": "First",
                "last": f"Last{bib}",
                "age": 20 + place % 60,
                "gender": "Woman" if place % 2 else "Man",
                "age_group": "20-29",
                "distance": "10 KM",
                "seconds": 2000 + place,
                "milliseconds": 0,
                "chip_seconds": 1990 + place,
                "chip_milliseconds": 0,
                "segment": "Finish",
                "location": "Finish",
                "occurence": 1,
                "ranking": place + 1,
                "age_ranking": place + 1,
                "gender_ranking": place // 2 + 1,
                "finish": True,
                "type": 0,
                "anonymous": False,
                "local_time": "2026-05-02T08:33:20.0000000-07:00",
                "division": "",
                "division_ranking": -1,
            }
        )
    return rows


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--batches", type=int, default=120)
    options.add_argument(
        "--stack", type=Path, default=Path(__file__).parents[2] / ".local" / "stack.json"
    )
    chosen = options.parse_args()
    site = Site(json.loads(chosen.stack.read_text()))
    slug, year = f"bench-{int(time.time())}", "2026"
    site.call(
        "POST",
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
    site.call(
        "POST",
        "event-year/add",
        {
            "slug": slug,
            "event_year": {"year": year, "date_time": "2026-05-02T08:00:00-07:00", "live": True},
        },
    )
    watch = Watch(site, slug, year)
    watch.start()
    acknowledged = []
    for number in range(chosen.batches):
        site.call("POST", "results/add", {"slug": slug, "year": year, "results": batch(number)})
        acknowledged.append(time.monotonic())
        time.sleep(random.uniform(0.2, 1.8))
    time.sleep(6)
    watch.ended = True
    watch.join()
    delays = sorted(
        (at - then) if (at := watch.when((number + 1) * ROWS)) else float("inf")
        for number, then in enumerate(acknowledged)
    )
    moments = sorted(watch.versions.values())
    # a version appeared after the poll before the one that saw it: so each gap has a lower and an
    # upper bound
    gaps = sorted(
        (later[1] - earlier[0], later[0] - earlier[1])
        for earlier, later in itertools.pairwise(moments)
    )
    at = lambda part: delays[min(len(delays) - 1, int(len(delays) * part))]
    print(
        f"{len(delays)} batches of {ROWS} rows: readable after {at(0.5):.1f} s (median), {at(0.99):.1f} s (99 of 100), {delays[-1]:.1f} s (slowest); bar 5 s"
    )
    print(
        f"{len(moments)} publications; the two nearest were at least {gaps[0][1]:.2f} and at most {gaps[0][0]:.2f} s apart; bar 2 s"
    )
    raise SystemExit(at(0.99) > 5 or len(moments) < 2 or gaps[0][0] < 2)


if __name__ == "__main__":
    main()
