"""What following a large race for an hour costs a page after its first view, in bytes and requests.

The hour is the busiest one of infra/bench/race_day.py, published by a `chute serve` as if it were now:
everything before it is there when it begins, then every two seconds of race time are one publication
of the rows that came in them. The site's own code follows it (infra/bench/follow.mjs)."""

import json
import subprocess
from collections import Counter
from pathlib import Path

import race_day
from figures import Figure, Part
from laptop import batches
from rows import Passage
from server import on_an_empty_folder
from settings import CLI
from timing_client import YEAR, TimingClient

BAR = 1_000_000
PUBLICATIONS, APART_MS = 1_800, 2_000
EVERY = 5  # of them a page looks at one, every ten seconds
AT_ONCE = 1_000  # rows in a call before the hour
SLUG = "followed"
TITLE = "An hour of following a marathon"
HOW = (
    f"The busiest hour of infra/bench/race_day.py ({race_day.RUNNERS:,} runners, a start and ten splits each), uploaded to a `chute serve` without a pause between versions: "
    f"{PUBLICATIONS:,} publications, one for every two seconds of race time. infra/bench/follow.mjs looks at every fifth, "
    "as a page does every ten seconds, and holds that what it shows in the end is what the last version says. Bytes are those of bodies as stored, after the first view. "
    "The page of a runner is that of one who passes most splits in the hour."
)


class Page:
    """The pages that follow."""

    def __init__(self, site: str, bib: str):
        script = Path(__file__).resolve().parent / "follow.mjs"
        self.process = subprocess.Popen(
            ["node", str(script), site, f"{SLUG}/{YEAR}", bib],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.told("ready")

    def told(self, what: str) -> None:
        if self.process.stdout.readline().strip() != what:
            raise SystemExit("follow.mjs failed; its message is above.")

    def look(self) -> None:
        print(file=self.process.stdin, flush=True)
        self.told("shown")

    def costs(self) -> dict:
        told, _ = self.process.communicate()
        if self.process.returncode != 0:
            raise SystemExit("follow.mjs failed; its message is above.")
        return json.loads(told)


def by_publication() -> tuple[list[Passage], list[list[Passage]]]:
    """Everything before the hour, and what came in each two seconds of it."""
    passed = race_day.passed()
    begin = race_day.busiest_hour(passed) * 1000
    before = [one for one in passed if one.clock < begin]
    hour: list[list[Passage]] = [[] for _ in range(PUBLICATIONS)]
    for one in passed:
        number = (one.clock - begin) // APART_MS
        if 0 <= number < PUBLICATIONS:
            hour[number].append(one)
    return before, hour


def measure() -> Part:
    before, hour = by_publication()
    within = [one for some in hour for one in some]
    busiest = Counter(one.who["bib"] for one in within).most_common(1)[0][0]
    wire = lambda some: [one.wire(race_day.GUN) for one in some]
    with on_an_empty_folder(CLI, PUBLISH_PAUSE_MS="0") as server:
        client = TimingClient(server.address, server.write_key(), SLUG, patience_s=60)
        client.keep_connection()
        client.make_race()
        for some in batches(before, AT_ONCE):
            client.send(wire(some))
        rows = len(before)
        client.until_published(rows)
        page = Page(server.address, busiest)
        for number, some in enumerate(hour, 1):
            if some:
                client.send(wire(some))
                rows += len(some)
                client.until_published(rows)
            if number % EVERY == 0:
                page.look()
        costs = page.costs()
    figures = [Figure("rows in the hour", len(within))]
    for part, name in (("list", "list of results"), ("runner", "page of a runner")):
        figures += [
            Figure(f"{name}: downloaded", costs[part]["bytes"], "bytes", BAR),
            Figure(f"{name}: requests", costs[part]["requests"]),
        ]
    return Part(TITLE, HOW, figures)
