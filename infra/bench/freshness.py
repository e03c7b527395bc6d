"""How soon an acknowledged upload can be read: from the answer of `results/add` until the pointer
counts its rows.

    python3 infra/bench/freshness.py [--batches 120] [--stack .local/stack.json]

Runs against a running stack. Every batch holds 20 finish rows of new people, so the pointer's
`count` shows which batch it contains. Prints the delays, and the shortest time between two
publications within the bounds that polling gives. On the emulator these are the emulator's times,
not AWS's; the bars of the contract (9.3) are 5 s for the 99th of 100 and 2 s between
publications."""

import itertools
import json
import random
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "infra" / "local")]

import command_line
from figures import quantile
from rows import ROWS, batch
from timing_client import TimingClient, pointer


class Watch(threading.Thread):
    """Polls the pointer; records when each count was first seen, and between which two moments each
    version appeared."""

    def __init__(self, client: TimingClient):
        super().__init__(daemon=True)
        self.client, self.ended = client, False
        self.counts: list[tuple[float, int]] = [(0.0, 0)]
        self.versions: dict[int, tuple[float, float]] = {}

    def run(self) -> None:
        before = time.monotonic()
        while not self.ended:
            asked = time.monotonic()
            seen = pointer(self.client.site, self.client.slug)
            now = time.monotonic()
            if seen and seen["version"] not in self.versions:
                self.versions[seen["version"]] = (before, now)
                self.counts.append((now, seen["count"]))
            before = asked
            time.sleep(0.05)

    def when(self, count: int) -> float | None:
        return next((at for at, seen in self.counts if seen >= count), None)


def main() -> None:
    options = command_line.options(__doc__)
    options.add_argument("--batches", type=int, default=120)
    options.add_argument("--stack", type=Path, default=ROOT / ".local" / "stack.json")
    chosen = options.parse_args()
    stack = json.loads(chosen.stack.read_text())
    client = TimingClient(stack["site"], stack["write_key"], f"bench-{int(time.time())}")
    client.make_race()
    watch = Watch(client)
    watch.start()
    acknowledged = []
    for number in range(chosen.batches):
        client.send(batch(number))
        acknowledged.append(time.monotonic())
        time.sleep(random.uniform(0.2, 1.8))
    time.sleep(6)
    watch.ended = True
    watch.join()
    delays = [
        (at - then) if (at := watch.when((number + 1) * ROWS)) else float("inf")
        for number, then in enumerate(acknowledged)
    ]
    moments = sorted(watch.versions.values())
    # a version appeared after the poll before the one that saw it: so each gap has a lower and an
    # upper bound
    gaps = sorted(
        (later[1] - earlier[0], later[0] - earlier[1])
        for earlier, later in itertools.pairwise(moments)
    )
    slow = quantile(delays, 0.99)
    print(
        f"{len(delays)} batches of {ROWS} rows: readable after {quantile(delays, 0.5):.1f} s (median), {slow:.1f} s (99 of 100), {max(delays):.1f} s (slowest); bar 5 s"
    )
    print(
        f"{len(moments)} publications; the two nearest were at least {gaps[0][1]:.2f} and at most {gaps[0][0]:.2f} s apart; bar 2 s"
    )
    raise SystemExit(slow > 5 or len(moments) < 2 or gaps[0][0] < 2)


if __name__ == "__main__":
    main()
