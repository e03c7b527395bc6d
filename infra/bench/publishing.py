"""What it costs to publish 20 changed rows, in races of three sizes: the cost of a publication
depends on its change, not on the size of the race.

The rows are corrected finish times of 20 people, so that everything that a row can affect is
written: piece, shard, directory, head, line."""

import asyncio
import os
import random
from asyncio.subprocess import PIPE, STDOUT
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

import events
import instructions
import marathon
import scene
from edge import Counts, Edge
from figures import Figure, Part
from function import Function, FunctionFailed

CLI = Path(os.environ.get("CHUTE_CLI") or Path(__file__).parents[2] / ".build" / "chute")
SIZES = (1_000, 40_000, 320_000)
CHANGED = 20
BATCH = 10_000  # as many records as a stream hands over at once
FOLLOWED = 6  # a changes file covers about this many versions; those of the loading must be past
PUBLICATIONS = 120  # every 96 the list of pieces is rewritten; 20 more, and a full batch does that too, which takes the most memory
UNDER_CALLGRIND = 3
TITLE = f"Publishing {CHANGED} changed rows"
HOW = (
    f"The release bootstrap (`snapshots.publish`) over invented marathons, ten timing points a runner, loaded through it {BATCH:,} records at a time; "
    f"tables and buckets as above, no pause between publications. {PUBLICATIONS} publications change the finish times of {CHANGED} people each: the first is "
    "that of a new instance, the others are warm. CPU time is the process's, user and system, on this machine; peak memory is VmHWM of an instance that did "
    f"not load the race; instructions as above, (1 + {UNDER_CALLGRIND} publications − 1) / {UNDER_CALLGRIND}. In the end `chute rebuild --check` has found "
    "every published file to be what the table gives: else this had broken off."
)


@dataclass
class Publication:
    counts: Counts
    cpu_seconds: float


def publisher(edge: Edge, callgrind: bool = False) -> Function:
    return Function("snapshots.publish", edge, callgrind, {"PUBLISH_PAUSE_MS": "0"})


async def publish(function: Function, records: list[dict]) -> Publication:
    function.edge.begin()
    cpu = function.cpu_seconds()
    answer = await function.invoke(events.queue_batch(records), patience=600)
    if answer["batchItemFailures"]:
        raise FunctionFailed(f"A batch is to come again:\n{function.output()}")
    done = Publication(function.edge.counts, function.cpu_seconds() - cpu)
    function.edge.begin()  # what comes next does not count towards it
    return done


async def loaded(
    rows: int, form: marathon.ItemForm, edge: Edge | None = None
) -> tuple[Edge, marathon.Rows]:
    """A race that is published as its table has it."""
    edge, table = await marathon.with_marathon(rows, form, edge)
    async with publisher(edge) as function:
        await publish(function, edge.tables.new_records())
        # never in one publication: the table has yet to confirm the first publication of a race
        for records in table.uploaded(min(BATCH, rows // 2)):
            await publish(function, records)
        for records in corrections(table, FOLLOWED):
            await publish(function, records)
    return edge, table


def corrections(table: marathon.Rows, times: int, people: int = CHANGED) -> list[list[dict]]:
    runners = range(len(table.marathon.people))
    return [
        table.correct(random.Random(table.corrections).sample(runners, people), marathon.FINISH)
        for _ in range(times)
    ]


async def published(edge: Edge, changes: list[list[dict]]) -> tuple[list[Publication], int]:
    """Publishes each of the changes with a new instance. Returns the publications and the highest
    memory use."""
    before = scene.pointer(edge)["version"]
    async with publisher(edge) as function:
        done = [await publish(function, records) for records in changes]
        memory = function.peak_memory()
    if (made := scene.pointer(edge)["version"] - before) != len(changes):
        raise SystemExit(f"{len(changes)} changes made {made} versions.")
    return done, memory


async def check(edge: Edge) -> None:
    """Fails unless every published file matches the tables."""
    command = [str(CLI), "rebuild", "--check", "--slug", scene.SLUG]
    done = await asyncio.create_subprocess_exec(
        *command, env=edge.environment(), stdout=PIPE, stderr=STDOUT
    )
    said, _ = await done.communicate()
    if done.returncode != 0:
        raise SystemExit(
            f"What was published change by change is not what the table gives: {said.decode()}"
        )


async def instructions_of(edge: Edge, objects: dict, changes: list[list[dict]]) -> int:
    """The instructions of an instance from its start to its end for publishing these changes, each
    time from the same objects."""
    edge.buckets.objects = dict(objects)
    async with publisher(edge, callgrind=True) as function:
        for records in changes:
            await publish(function, records)
    return function.instructions


async def figures_of(
    rows: int, form: marathon.ItemForm, with_instructions: bool
) -> tuple[list[Figure], float]:
    """The figures for one size, and the bytes that its warm publications wrote on average."""
    edge, table = await loaded(rows, form)
    objects = dict(edge.buckets.objects)
    changes = corrections(table, PUBLICATIONS)
    what, largest = f"{rows:,} rows", rows == max(SIZES)
    done, memory = await published(edge, changes)
    figures, written = (
        publication_figures(what, done),
        fmean([publication.counts.bytes_written for publication in done[1:]]),
    )
    figures.append(Figure(f"{what}: peak memory", memory / 1e6, "MB", 300 if largest else None))
    if largest:
        figures += await backlog_figures(what, edge, table)
    await check(edge)
    if with_instructions:
        idle, first, some = [
            await instructions_of(edge, objects, changes[:times])
            for times in (0, 1, 1 + UNDER_CALLGRIND)
        ]
        figures += [
            Figure(f"{what}: instructions", (some - first) // UNDER_CALLGRIND),
            Figure(f"{what}, new instance: instructions", first - idle),
        ]
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


async def backlog_figures(what: str, edge: Edge, table: marathon.Rows) -> list[Figure]:
    """The largest backlog that a new instance can be handed at once: a full batch in which every
    record is about a different person."""
    (done,), memory = await published(edge, corrections(table, 1, people=BATCH))
    what = f"{what}, {BATCH:,} changed rows of as many people"
    return [
        Figure(f"{what}: objects written", done.counts.calls["s3:PutObject"]),
        Figure(f"{what}: dependent round trips", done.counts.round_trips),
        Figure(f"{what}: CPU time", round(1_000 * done.cpu_seconds), "ms"),
        Figure(f"{what}: peak memory", memory / 1e6, "MB", 300),
    ]


async def measure() -> Part:
    missing = instructions.ready()
    form, figures, written = await marathon.learned_form(), [], {}
    for rows in SIZES:
        of_size, written[rows] = await figures_of(rows, form, with_instructions=not missing)
        figures += of_size
    ratio = written[max(SIZES)] / written[min(SIZES)]
    figures.append(
        Figure(f"bytes written, {max(SIZES):,} rows to {min(SIZES):,}", ratio, "times", 4)
    )
    return Part(TITLE, HOW, figures, text=f"Without instructions: {missing}." if missing else "")
