"""What it costs to publish 20 changed rows, in races of three sizes: the cost of a publication
depends on its change, not on the size of the race.

The rows are corrected finish times of 20 people, so that everything that a row can affect is
written: piece, shard, directory, head, line."""

import asyncio
import itertools
import os
import random
import time
from asyncio.subprocess import PIPE, STDOUT
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean

import events
import race_day
import scene
from edge import Counts, Edge
from figures import Figure, Part
from function import Function, FunctionFailed
from rows import Passage

CLI = Path(os.environ.get("CHUTE_CLI") or Path(__file__).parents[2] / ".build" / "chute")
SIZES = (1_000, 40_000, 320_000)
CHANGED = 20
BATCH = 10_000  # more records than a function is ever handed at once
FOLLOWED = 6  # a changes file covers about this many versions; those of the loading must be past
PUBLICATIONS = 120  # every 96 the list of pieces is rewritten; 20 more, and a full batch does that too, which takes the most memory
TITLE = f"Publishing {CHANGED} changed rows"
HOW = (
    "The release bootstrap (`snapshots.publish`) over the first so many rows of infra/bench/race_day.py, uploaded by `results.add` and published by `chute rebuild`; "
    f"tables and buckets as above, no pause between publications. {PUBLICATIONS} publications change the finish times of {CHANGED} people each: the first is "
    "that of a new instance, the others are warm. CPU time is the process's, user and system, on this machine; peak memory is VmHWM of that instance. In the end "
    "`chute rebuild --check` has found every published file to be what the table gives: else this had broken off."
)


@dataclass
class Publication:
    counts: Counts
    cpu_seconds: float


def publisher(edge: Edge) -> Function:
    return Function("snapshots.publish", edge, {"PUBLISH_PAUSE_MS": "0"})


async def publish(function: Function, records: list[dict]) -> Publication:
    function.edge.begin()
    cpu = function.cpu_seconds()
    answer = await function.invoke(events.queue_batch(records), patience=600)
    if answer["batchItemFailures"]:
        raise FunctionFailed(f"A batch is to come again:\n{function.output()}")
    done = Publication(function.edge.counts, function.cpu_seconds() - cpu)
    function.edge.begin()  # what comes next does not count towards it
    return done


class Race:
    """The first rows of a marathon, published as its table has them."""

    def __init__(self, rows: int, live: bool = False):
        self.live = live
        # of eleven passages of a runner some are missing
        passed = race_day.passed(runners=rows // 10)[:rows]
        self.rows = [one.wire(race_day.GUN) for one in passed]
        self.finishers: list[Passage] = [one for one in passed if one.point == "Finish"]
        self.corrected = itertools.count(1)

    async def load(self) -> None:
        self.edge, self.begun_ms = await scene.with_event(self.live), int(time.time() * 1000)
        one_of_each = {row["segment"]: row for row in self.rows}
        await scene.as_uploaded(self.edge, list(one_of_each.values()))
        scene.store(self.edge, self.rows, self.begun_ms)
        await self.chute("rebuild")
        async with publisher(self.edge) as function:
            for _ in range(FOLLOWED):
                await publish(function, self.correct())

    def correct(self, people: int = CHANGED) -> list[dict]:
        """Gives so many people finish times that they have never had, and returns the stream's
        records of that."""
        number = next(self.corrected)
        chosen = random.Random(number).sample(self.finishers, people)
        later = [
            replace(one, clock=one.clock + 1000 * number, chip=one.chip + 1000 * number)
            for one in chosen
        ]
        wire = [one.wire(race_day.GUN) for one in later]
        return scene.store(self.edge, wire, self.begun_ms + number)

    async def chute(self, *command: str) -> None:
        done = await asyncio.create_subprocess_exec(
            *(str(CLI), *command, "--slug", scene.SLUG),
            env=self.edge.environment(),
            stdout=PIPE,
            stderr=STDOUT,
        )
        said, _ = await done.communicate()
        if done.returncode != 0:
            raise SystemExit(f"`chute {' '.join(command)}` failed: {said.decode()}")


async def published(race: Race, changes: list[list[dict]]) -> tuple[list[Publication], float]:
    """Publishes each of the changes with a new instance. Returns the publications and the highest
    memory use in MB."""
    before = (await scene.pointer(race.edge))["version"]
    async with publisher(race.edge) as function:
        done = [await publish(function, records) for records in changes]
        memory_mb = function.peak_memory_mb()
    if (made := (await scene.pointer(race.edge))["version"] - before) != len(changes):
        raise SystemExit(f"{len(changes)} changes made {made} versions.")
    return done, memory_mb


async def figures_of(rows: int) -> tuple[list[Figure], float]:
    """The figures for one size, and the bytes that its warm publications wrote on average."""
    race = Race(rows)
    await race.load()
    what, largest = f"{rows:,} rows", rows == max(SIZES)
    done, memory_mb = await published(race, [race.correct() for _ in range(PUBLICATIONS)])
    figures = publication_figures(what, done)
    written = fmean([publication.counts.bytes_written for publication in done[1:]])
    figures.append(Figure(f"{what}: peak memory", memory_mb, "MB", 300 if largest else None))
    if largest:
        figures += await backlog_figures(what, race)
    await race.chute("rebuild", "--check")
    return figures, written


def publication_figures(what: str, done: list[Publication]) -> list[Figure]:
    cold, *warm = done
    counts = [publication.counts for publication in warm]
    written = [of.bytes_written for of in counts]
    return [
        Figure(f"{what}: bytes written, mean", round(fmean(written)), "bytes"),
        Figure(
            f"{what}: bytes written, most (all boards or the list of pieces anew)",
            max(written),
            "bytes",
        ),
        Figure(f"{what}: objects written, most", max(of.calls["s3:PutObject"] for of in counts)),
        Figure(f"{what}: objects read, most", max(of.calls["s3:GetObject"] for of in counts)),
        Figure(f"{what}: dependent round trips, most", max(of.round_trips for of in counts)),
        Figure(
            f"{what}: table reads, new instance included",
            sum(publication.counts.table_reads for publication in done),
            bar=0,
        ),
        Figure(
            f"{what}: CPU time (goal 500 ms)",
            round(1_000 * fmean([publication.cpu_seconds for publication in warm])),
            "ms",
        ),
        Figure(f"{what}, new instance: CPU time", round(1_000 * cold.cpu_seconds), "ms"),
        Figure(f"{what}, new instance: bytes read", cold.counts.bytes_read, "bytes"),
    ]


async def backlog_figures(what: str, race: Race) -> list[Figure]:
    """The largest backlog that a new instance can be handed at once: a full batch in which every
    record is about a different person."""
    (done,), memory_mb = await published(race, [race.correct(BATCH)])
    what = f"{what}, {BATCH:,} changed rows of as many people"
    return [
        Figure(f"{what}: objects written", done.counts.calls["s3:PutObject"]),
        Figure(f"{what}: dependent round trips", done.counts.round_trips),
        Figure(f"{what}: CPU time", round(1_000 * done.cpu_seconds), "ms"),
        Figure(f"{what}: peak memory", memory_mb, "MB", 300),
    ]


async def measure() -> Part:
    figures, written = [], {}
    for rows in SIZES:
        of_size, written[rows] = await figures_of(rows)
        figures += of_size
    ratio = written[max(SIZES)] / written[min(SIZES)]
    figures.append(
        Figure(f"bytes written, {max(SIZES):,} rows to {min(SIZES):,}", ratio, "times", 4)
    )
    return Part(TITLE, HOW, figures)
