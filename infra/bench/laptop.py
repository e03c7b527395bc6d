"""What a race costs a small computer on which `chute serve` runs beside the timing software.

    python3 infra/bench/laptop.py [--chute .build/chute] [--rows 6000] [--races 5] [--tries 20]

Starts a `chute serve` of its own on an empty folder. Uploads invented races one after another, twenty
rows per call over one connection, the next call as soon as the last one is answered. Prints what the
process needed of the processor, the publications included (utime and stime of /proc, from the first
call until the pointer counts all rows), how long the calls took, and what the process had in memory. At
the end two races are uploaded without a pause while a third one gets one row at a time: how long until
readers see it, when nothing but the others could hold it up.

Figures are of this machine and of the build profile that is named; a figure says something only
beside another one of the same run. The exit code is 1 if a row is missing, or if the last hundred
calls of the first race took more than 1.2 times as long as the first hundred."""

import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "infra" / "local")]

import command_line
from figures import in_ms, quantile
from process import Process
from rows import ROWS, row
from server import Server, on_an_empty_folder
from settings import CLI
from timing_client import TimingClient

PAUSE_S = 2  # between two versions of a race
EDGE = 100  # calls that are compared
LATER_TO_EARLIER = 1.2


def batches(of: list, size: int) -> Iterator[list]:
    for first in range(0, len(of), size):
        yield of[first : first + size]


def upload(client: TimingClient, rows: list[dict]) -> list[float]:
    return [client.send(some) for some in batches(rows, ROWS)]


def ms(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms"


def of_new_race(server: Server, key: str, slug: str) -> TimingClient:
    client = TimingClient(server.address, key, slug, patience_s=60)
    client.keep_connection()
    client.make_race()
    return client


def measure_rows(server: Server, key: str, process: Process, rows: int, times: int) -> bool:
    first = [row(bib) for bib in range(1, rows + 1)]
    idle = process.memory_mb()
    client = of_new_race(server, key, "small-1")
    cpu = process.cpu_s()
    calls = upload(client, first)
    client.until_published(rows)
    cpu = (process.cpu_s() - cpu) / len(calls)
    earlier, later = median(calls[:EDGE]), median(calls[-EDGE:])
    print(
        f"a race of {rows:,} rows, {len(calls)} calls of {ROWS} rows; bars are of the profile release"
    )
    print(f"  processor, a call with its publication  {ms(cpu)}; bar 8 ms")
    print(
        f"  a call: median, 99 of 100, slowest      {ms(median(calls))}, {ms(quantile(calls, 0.99))}, {ms(max(calls))}; bar of the median 6 ms"
    )
    print(
        f"  first {EDGE}, last {EDGE} calls: medians      {ms(earlier)}, {ms(later)}: {later / earlier:.2f} times; bar {LATER_TO_EARLIER}"
    )
    for number in range(2, times + 1):
        client = of_new_race(server, key, f"small-{number}")
        upload(client, first)
        client.until_published(rows)
    print(
        f"  memory before the first call {idle:.0f} MB, after {times} races {process.memory_mb():.0f} MB"
    )
    return later <= earlier * LATER_TO_EARLIER


def measure_single_rows(server: Server, key: str, tries: int) -> None:
    small, *others = (of_new_race(server, key, slug) for slug in ("single", "large", "larger"))
    for client in others:
        client.begin()
    waits = []
    for bib in range(1, tries + 1):
        time.sleep(PAUSE_S + random.uniform(0.5, 1.5))
        small.send([row(bib)])
        waits.append(small.until_published(bib))
    for client in others:
        client.end()
    calls = [took for client in others for took in client.seconds()]
    print(
        f"{tries} single rows of one race beside {len(calls):,} uploads of {ROWS} rows of two others ({in_ms(calls)})"
    )
    print(
        f"  from the upload's answer to the pointer {quantile(waits, 0.5):.2f} s (median), {max(waits):.2f} s (slowest); bar 3 s"
    )


def profile(chute: Path) -> str:
    """The build profile, by the folder cargo puts a program into; `make build` copies it from one."""
    folder = chute.resolve().parent.name
    return {".build": "local", "debug": "dev"}.get(folder, folder)


def main() -> None:
    options = command_line.options(__doc__)
    options.add_argument("--chute", type=Path, default=CLI)
    options.add_argument("--rows", type=int, default=6_000)
    options.add_argument("--races", type=int, default=5)
    options.add_argument("--tries", type=int, default=20)
    chosen = options.parse_args()
    print(f"build profile: {profile(chosen.chute)}")
    with on_an_empty_folder(chosen.chute) as server:
        process, key = Process(server.process.pid), server.write_key()
        in_time = measure_rows(server, key, process, chosen.rows, chosen.races)
        measure_single_rows(server, key, chosen.tries)
    sys.exit(not in_time)


if __name__ == "__main__":
    main()
