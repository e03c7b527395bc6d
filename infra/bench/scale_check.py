"""The simulation of infra/bench/scale.py beside the program: one batch of a stream with so many small races,
published by the bootstrap over a bucket whose every call takes the same time.

    python3 infra/bench/scale_check.py [--races 10,40] [--latency 0.04]

The simulation gets the processor time that the program took for the batch, so the build does not matter:
what is compared is the rest, that is turns, round trips, what runs beside what, and the pause. Prints both
times; the exit code is 1 if they are further apart than a third."""

import asyncio
import random
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE / "runtime"), str(HERE.parent / "local")]

import command_line
import events
import scale
import scene
from edge import Edge, PromptEdge
from function import Function

APART = 1 / 3


async def uploaded(edge: Edge, races: list[str], correction: int) -> list[dict]:
    """Twenty rows to each race; returns the stream's records."""
    async with Function("results.add", edge) as function:
        for slug in races:
            await scene.upload(function, scene.rows(0, correction), slug)
    return edge.tables.new_records()


async def taken(count: int, latency: float) -> tuple[float, float]:
    """Seconds of a batch with all races, and of the processor for it."""
    races = [f"race-{number:03}" for number in range(count)]
    edge = await scene.with_event(PromptEdge())
    year = {"year": scene.YEAR, "date_time": "2026-04-05T07:30:00-04:00", "live": False}
    await scene.add_events(edge, races, "Small", year)
    first = edge.tables.new_records() + await uploaded(edge, races, 0)
    async with Function("snapshots.publish", edge) as publisher:
        await publisher.invoke(events.queue_batch(first))
        records = await uploaded(edge, races, 5)
        await asyncio.sleep(2.5)  # every pause is over
        edge.latency = latency
        processor, begun = publisher.cpu_seconds(), time.monotonic()
        await publisher.invoke(events.queue_batch(records))
        return time.monotonic() - begun, publisher.cpu_seconds() - processor


def simulated(count: int, latency: float, processor: float) -> float:
    """The same batch in the simulation: from its begin until the last race is published."""
    times = scale.Times(
        processor=1.0,
        bucket_median=latency,
        bucket_spread=0.0,
        stream_lag=0.0,
        stream_poll=0.0,
        sizes=(
            (1.0, processor / count, 0.0, 6.0, 2.0),
            (1_000.0, processor / count, 0.0, 6.0, 2.0),
        ),
    )
    setup = scale.Setup("check", shards=1, puts=1e9, gets=1e9)
    world = scale.World(setup, times, random.Random(1))
    races = [scale.Race(number, 20, 1, 0, 60, stored=20) for number in range(count)]
    for race in races:
        world.instances[0].cache.has(race)  # the instance has published them before
        world.upload(race, 20)
    world.clock.run(600)
    return max(age for age, _ in world.seen.ages) - setup.window


def main() -> None:
    options = command_line.options(__doc__)
    options.add_argument("--races", default="10,40")
    options.add_argument("--latency", type=float, default=0.04)
    chosen = options.parse_args()
    apart = []
    for count in map(int, chosen.races.split(",")):
        seconds, processor = asyncio.run(taken(count, chosen.latency))
        expected = simulated(count, chosen.latency, processor)
        apart.append(abs(expected - seconds) / seconds)
        print(
            f"{count} races in a batch, {1000 * chosen.latency:.0f} ms a call: the program {seconds:.2f} s, the simulation {expected:.2f} s ({processor:.2f} s of the processor in both)"
        )
    sys.exit(max(apart) > APART)


if __name__ == "__main__":
    main()
