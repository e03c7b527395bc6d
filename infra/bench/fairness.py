"""How soon a race with a single new row is public while two others are uploaded.

    python3 infra/bench/fairness.py [--chute .build/chute] [--tries 20]

Starts a `chute serve` of its own. Two races are uploaded in full, each with twenty rows per call, the
next call as soon as the last one is answered. A third race gets one row at a time, always when its
last publication was so long ago that nothing but the others could hold it up. Prints how long each
row took from the answer of its upload until the pointer counted it, checked every 20 ms, and how long
the calls of the uploads took. Times of this machine; the bar for the slowest row is 3 s."""

import random
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "infra" / "local")]

import command_line
from figures import in_ms, quantile
from rows import ROWS, row
from server import Server, on_an_empty_folder
from settings import CLI
from timing_client import TimingClient
from waiting import until

BAR_S = 3
PAUSE_S = 2


def wait(client: TimingClient, bib: int) -> float:
    """Uploads a row. Returns the seconds until it is public."""
    client.send([row(bib)])
    return until(
        "the row is public", lambda: client.published() >= bib, patience_s=600, pause_s=0.02
    )


def measure(server: Server, tries: int) -> bool:
    key = server.write_key()
    small, *others = (
        TimingClient(server.address, key, slug, patience_s=30)
        for slug in ("small", "large", "larger")
    )
    for client in (small, *others):
        client.make_race()
    for client in others:
        client.begin()
    waits = []
    for bib in range(1, tries + 1):
        time.sleep(PAUSE_S + random.uniform(0.5, 1.5))
        waits.append(wait(small, bib))
    for client in others:
        client.end()
    calls = [took for client in others for took in client.seconds()]
    print(
        f"{tries} single rows of one race beside {len(calls):,} uploads of {ROWS} rows of two others ({in_ms(calls)})"
    )
    print(
        f"from the upload's answer to the pointer: {quantile(waits, 0.5):.2f} s (median), {max(waits):.2f} s (slowest); bar {BAR_S} s"
    )
    return max(waits) <= BAR_S


def main() -> None:
    options = command_line.options(__doc__)
    options.add_argument("--chute", type=Path, default=CLI)
    options.add_argument("--tries", type=int, default=20)
    chosen = options.parse_args()
    with on_an_empty_folder(chosen.chute) as server:
        sys.exit(not measure(server, chosen.tries))


if __name__ == "__main__":
    main()
