"""What following a large race for an hour costs a page after its first view, in bytes and requests,
and what a refresh costs a phone.

The hour is the busiest one of infra/bench/race_day.py, published by the release bootstrap as if it
were now: everything before it is there when it begins, then every two seconds of race time are one
publication of the rows that came in them. The site's own code follows what was published
(infra/bench/follow.mjs). Both halves of the hour are published at the same time by separate
publishers: a page follows both in the same way, so their sum is the hour."""

import asyncio
import json
import os
import tempfile
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import events
import marathon
import race_day
import scene
import tools
from buckets import Buckets
from edge import PromptEdge
from figures import Figure, Part
from function import Function
from rows import Passage

HERE = Path(__file__).resolve().parent
SITE = HERE.parents[1] / "site" / "dist" / "index.html"
BAR = 1_000_000
PUBLICATIONS, APART_MS = 1_800, 2_000
HALVES = 2
BEFORE = 8  # publications before a half, so that its first changes files tell of two seconds each as well
TITLE = "An hour of following a marathon"
HOW = (
    f"The busiest hour of infra/bench/race_day.py ({race_day.RUNNERS:,} runners, a start and ten splits each) through the release bootstrap's snapshots.publish: "
    f"{PUBLICATIONS:,} publications, one for every two seconds of race time, each half of the hour by a publisher of its own. infra/bench/follow.mjs looks at every fifth pointer, "
    "as a page does every ten seconds, and holds that what it shows in the end is what the last version says. Bytes are those of bodies as stored, after the first view. "
    "The page of a runner is that of one who passes most splits in the hour. infra/bench/refresh.mjs opens the list of results in Chromium, the processor four times slower, and looks at every fifth version of the first minutes; its milliseconds are this machine's."
)


class Recorder(Buckets):
    """Keeps every published file in a folder, and the pointer of every version."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder, self.versions = folder, 0
        (folder / "files").mkdir(parents=True)

    def put(self, path: str, body: bytes) -> None:
        super().put(path, body)
        if not path.startswith(scene.PUBLISHED):
            return
        name = path.rpartition("/")[2]
        if name != "current.json":
            (self.folder / "files" / name).write_bytes(body)
            return
        self.versions += 1
        version = self.folder / f"{self.versions:05}"
        version.mkdir()
        (version / name).write_bytes(body)

    def forget_versions(self) -> None:
        """Forgets all pointers but the newest."""
        for version in range(1, self.versions):
            (self.folder / f"{version:05}" / "current.json").unlink()


class Hour:
    """The rows by the publication they belong to, counted from the beginning of the busiest
    hour."""

    def __init__(self) -> None:
        passed = race_day.passed()
        begin = race_day.busiest_hour(passed) * 1000
        self.numbered = [((one.clock - begin) // APART_MS, one) for one in passed]

    def within(self, first: int, end: int) -> list[Passage]:
        return [one for number, one in self.numbered if first <= number < end]

    def busiest_bib(self) -> str:
        """The runner with the most splits in these publications."""
        return Counter(one.who["bib"] for one in self.within(0, PUBLICATIONS)).most_common(1)[0][0]

    async def publish(self, folder: Path, first: int, end: int) -> None:
        """Publishes the rows of these publications, on top of everything that came before them."""
        edge = await scene.with_event(PromptEdge(), live=True)
        edge.buckets = Recorder(folder)
        form, stamp = await marathon.learned_form(), marathon.stamp(int(time.time() * 1000))
        by_publication: dict[int, list[Passage]] = {
            number: [] for number in range(first - BEFORE, end)
        }
        for number, one in self.numbered:
            if number in by_publication:
                by_publication[number].append(one)

        async def publish(function: Function, some: Iterable[Passage]) -> None:
            items = (form.item(scene.RACE, one.wire(race_day.GUN), stamp) for one in some)
            await function.invoke(events.queue_batch([marathon.record(item) for item in items]))

        async with Function(
            "snapshots.publish", edge, variables={"PUBLISH_PAUSE_MS": "0"}
        ) as function:
            await function.invoke(events.queue_batch(edge.tables.new_records()))
            await publish(
                function, (one for number, one in self.numbered if number < first - BEFORE)
            )
            for number, some in by_publication.items():
                if number == first:
                    edge.buckets.forget_versions()
                await publish(function, some)


async def told_by(script: str, *arguments: str, env: dict | None = None):
    """The JSON that a script prints."""
    process = await asyncio.create_subprocess_exec(
        "node",
        str(HERE / script),
        *arguments,
        stdout=asyncio.subprocess.PIPE,
        env=os.environ | (env or {}),
    )
    printed, _ = await process.communicate()
    if process.returncode != 0:
        raise SystemExit(f"{script} failed; its message is above.")
    return json.loads(printed)


async def refreshed(folder: Path) -> list[list[int]] | str:
    """The long tasks of each refresh, or the reason why there are none to report."""
    browser = tools.installed_chromium()
    if browser is None or not SITE.exists():
        return "Without refreshes: Chromium or site/dist is not there."
    return await told_by("refresh.mjs", str(folder), env={"CHROMIUM": browser})


async def measure() -> Part:
    hour = Hour()
    each = PUBLICATIONS // HALVES
    with tempfile.TemporaryDirectory(prefix="chute-bench-") as folder:
        halves = [Path(folder) / str(half) for half in range(HALVES)]
        await asyncio.gather(
            *(hour.publish(half, at * each, (at + 1) * each) for at, half in enumerate(halves))
        )
        costs = await asyncio.gather(
            *(told_by("follow.mjs", str(half), hour.busiest_bib()) for half in halves)
        )
        refreshes = await refreshed(halves[0])
    total = lambda page, what: sum(cost[page][what] for cost in costs)
    figures = [Figure("rows in the hour", len(hour.within(0, PUBLICATIONS)))]
    for page, name in (("list", "list of results"), ("runner", "page of a runner")):
        figures += [
            Figure(f"{name}: downloaded", total(page, "bytes"), "bytes", BAR),
            Figure(f"{name}: requests", total(page, "requests")),
        ]
    if isinstance(refreshes, str):
        return Part(TITLE, HOW, figures, text=refreshes)
    longest = max((task for tasks in refreshes for task in tasks), default=0)
    figures.append(
        Figure(
            f"longest task of {len(refreshes)} refreshes, phone four times slower (goal 100 ms; 0: none above 50)",
            longest,
            "ms",
        )
    )
    return Part(TITLE, HOW, figures)
