"""How soon a race with a single new row is public while two others are uploaded.

    python3 infra/bench/fairness.py [--chute .build/chute] [--tries 20]

Starts a `chute serve` of its own. Two races are uploaded in full, each with twenty rows per call, the
next call as soon as the last one is answered. A third race gets one row at a time, always when its
last publication was so long ago that nothing but the others could hold it up. Prints how long each
row took from the answer of its upload until the pointer counted it, checked every 20 ms, and how long
the calls of the uploads took. Times of this machine; the bar for the slowest row is 3 s."""

import argparse
import http.client
import itertools
import json
import random
import sys
import tempfile
import threading
import time
from pathlib import Path

from alerting import ROOT, YEAR, Served, quantile, row

BAR_S = 3
PAUSE_S = 2


def upload(served: Served, slug: str, ended: threading.Event, calls: list[float]) -> None:
    """Uploads a race, twenty rows per call, one call after another."""
    for first in itertools.count(1, 20):
        if ended.is_set():
            return
        began = time.monotonic()
        rows = [row(bib, "Finish") for bib in range(first, first + 20)]
        served.call("results/add", {"slug": slug, "year": YEAR, "results": rows})
        calls.append(time.monotonic() - began)


def count(served: Served, slug: str) -> int:
    """How many rows the pointer counts; 0 if there is none."""
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=30)
    connection.request("GET", f"/downloads/results/{slug}/{YEAR}/current.json")
    answer = connection.getresponse()
    text = answer.read()
    connection.close()
    return json.loads(text)["count"] if answer.status == 200 else 0


def wait(served: Served, bib: int) -> float:
    """Uploads a row of the small race. Returns the seconds until it is public."""
    served.call("results/add", {"slug": "small", "year": YEAR, "results": [row(bib, "Finish")]})
    answered = time.monotonic()
    while count(served, "small") < bib:
        time.sleep(0.02)
    return time.monotonic() - answered


def measure(served: Served, tries: int) -> bool:
    for slug in ("small", "large", "larger"):
        served.race(slug)
    ended, calls = threading.Event(), []
    uploads = [
        threading.Thread(target=upload, args=(served, slug, ended, calls), daemon=True)
        for slug in ("large", "larger")
    ]
    for one in uploads:
        one.start()
    waits = []
    for bib in range(1, tries + 1):
        time.sleep(PAUSE_S + random.uniform(0.5, 1.5))
        waits.append(wait(served, bib))
    ended.set()
    for one in uploads:
        one.join()
    waits.sort(), calls.sort()
    print(
        f"{tries} single rows of one race beside {len(calls):,} uploads of 20 rows of two others "
        f"({quantile(calls, 0.5) * 1000:.0f} ms, 99 of 100 {quantile(calls, 0.99) * 1000:.0f} ms)"
    )
    print(
        f"from the upload's answer to the pointer: {quantile(waits, 0.5):.2f} s (median), {waits[-1]:.2f} s (slowest); bar {BAR_S} s"
    )
    return waits[-1] <= BAR_S


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--chute", type=Path, default=ROOT / ".build" / "chute")
    options.add_argument("--tries", type=int, default=20)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="chute-fairness-") as folder:
        served = Served(chosen.chute, Path(folder), {})
        try:
            kept = measure(served, chosen.tries)
        finally:
            served.end()
    sys.exit(not kept)


if __name__ == "__main__":
    main()
