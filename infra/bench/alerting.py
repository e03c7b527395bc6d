"""How soon a follower is told while a race is uploaded: from the answer of `results/add` until the
carrier has the text.

    python3 infra/bench/alerting.py [--chute .build/chute] [--seconds 60]

Starts a `chute serve` of its own with `Alerts=server`, whose texts go into a file. Every runner has
ten followers; the first runners finish while others pass the splits. Rows come as from a timing
client, in calls of at most twenty, at a rate at which nine
tenths of what the carrier takes are due per second, since at the full rate a text that was late once would never
catch up. At the same time another race, which nobody follows, is uploaded without a pause. Prints
the delays of all texts: from the answer of the upload, which is before the stream's window (200 ms
here, a second on AWS), to the line in the file, checked every 10 ms. The bar is 3 s beyond the
window for 99 of 100."""

import json
import random
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "infra" / "local")]

import command_line
import rows
from figures import in_ms, quantile
from rows import ROWS
from server import Server, on_an_empty_folder
from settings import CLI
from timing_client import TimingClient

RATE = 100  # parts a second that the carrier takes
DUE = RATE * 9 // 10  # texts a second
FOLLOWERS = 10
SEGMENTS = ("Mile 3", "Mile 5", "Finish")
WINDOW_S = 0.2
BAR_S = 3


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


def letters(number: int) -> str:
    return "".join(chr(ord("a") + int(digit)) for digit in str(number))


def passage(bib: int, segment: str) -> dict:
    return rows.passage(bib, segment, first="Ana", last=f"R{letters(bib)}q")


def follow(client: TimingClient, runner: int, follower: int) -> None:
    """Each call comes from a different address, since limits count addresses."""
    source = f"2001:db8:{random.randrange(65_536):x}:{random.randrange(65_536):x}::1"
    phone = f"555{runner * FOLLOWERS + follower:07}"
    followed = client.of_race(bib=str(runner), phone=phone)
    client.done("sms/add", followed, {"X-Forwarded-For": source})


def beside(number: int) -> list[dict]:
    """The rows of a call of the race that nobody follows."""
    return [passage(number * ROWS + at, "Finish") for at in range(1, ROWS + 1)]


def measure(server: Server, seconds: int) -> bool:
    key = server.write_key()
    followed = TimingClient(server.address, key, "followed", patience_s=30)
    other = TimingClient(server.address, key, "beside", patience_s=30, pause_s=0.05, batch=beside)
    followed.make_race(), other.make_race()
    alerts = DUE * seconds
    runners = -(-alerts // (FOLLOWERS * len(SEGMENTS)))
    phones = [
        (runner, follower) for runner in range(1, runners + 1) for follower in range(FOLLOWERS)
    ]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda who: follow(followed, *who), phones))
    watch = Watch(server.data / "texts.jsonl")
    watch.start()
    other.begin()
    # a tenth of the field is between two timing points
    passages = sorted(
        ((bib, segment) for segment in SEGMENTS for bib in range(1, runners + 1)),
        key=lambda passed: passed[0] + SEGMENTS.index(passed[1]) * runners // 10,
    )
    answered, began, some = {}, time.monotonic(), max(1, DUE // FOLLOWERS // 2)
    for at in range(0, len(passages), some):
        time.sleep(max(0.0, began + at * FOLLOWERS / DUE - time.monotonic()))
        batch = passages[at : at + some]
        followed.send([passage(*passed) for passed in batch])
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
    other.end()
    delays = sorted(
        at - due[text.split(": ", 1)[1].lower().split(" in ")[0] + " "]
        for at, text in watch.seen
        if is_alert(text)
    )
    lost = len(passages) * FOLLOWERS - len(delays)
    bar, calls = BAR_S + WINDOW_S, other.seconds()
    print(
        f"{len(delays):,} texts of {len(passages)} passages in {took:.0f} s ({len(delays) / took:.0f} a second, the carrier's rate {RATE}), "
        f"beside {len(calls)} uploads of {ROWS} rows of another race ({in_ms(calls)})"
    )
    print(
        f"from the upload's answer to the carrier: {quantile(delays, 0.5):.2f} s (median), {quantile(delays, 0.99):.2f} s (99 of 100), {delays[-1]:.2f} s (slowest); bar {bar:.1f} s; {lost} lost"
    )
    return quantile(delays, 0.99) <= bar and lost == 0


def main() -> None:
    options = command_line.options(__doc__)
    options.add_argument("--chute", type=Path, default=CLI)
    options.add_argument("--seconds", type=int, default=60)
    chosen = options.parse_args()
    with on_an_empty_folder(chosen.chute, ALERTS="server", PARTS_A_SECOND=str(RATE)) as server:
        sys.exit(not measure(server, chosen.seconds))


if __name__ == "__main__":
    main()
