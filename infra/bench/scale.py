"""A Saturday of many races, simulated by events: how old a row is when its race's pointer moves.

    python3 infra/bench/scale.py

Puts its table into docs/scale.md, which says what is assumed, and what else gives way. Service times are
those of docs/bench.md, settings those of template.yaml. Simulated is the busiest minute of the day, for
some minutes: each upload, each batch of a stream's shard, each publication with its computing, objects
and pause. infra/bench/scale_test.py has cases that can be worked out by hand."""

import heapq
import itertools
import math
import random
import re
import sys
from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Generator
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import NormalDist

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "infra" / "local")]

import command_line
from figures import kept, put_table

TEMPLATE, DOCUMENT = ROOT / "template.yaml", ROOT / "docs" / "scale.md"
BAR_S = 5.0  # contract 9.3: 99 of 100 rows, from the answer to the pointer
DAY_MINUTES = 24 * 60
SECONDS = 120.0  # that are simulated
RACES, RUNNERS = 1_000, 5_000_000


# ── events ───────────────────────────────────────────────────────────────────────────────────────


class Clock:
    """Runs what is due in order of time; at the same time, in the order in which it was asked for."""

    def __init__(self) -> None:
        self.now, self.due, self.number = 0.0, [], itertools.count()

    def after(self, delay: float, act: Callable[[], None]) -> None:
        heapq.heappush(self.due, (self.now + delay, next(self.number), act))

    def start(self, task: Generator) -> None:
        """A task yields seconds to wait, or the `Turns` that it takes one of."""
        try:
            wanted = next(task)
        except StopIteration:
            return
        if isinstance(wanted, Turns):
            wanted.take(lambda: self.start(task))
        else:
            self.after(wanted, lambda: self.start(task))

    def run(self, until: float) -> None:
        while self.due and self.due[0][0] <= until:
            self.now, _, act = heapq.heappop(self.due)
            act()


class Turns:
    """So many at a time; those that wait go in their order."""

    def __init__(self, clock: Clock, most: int):
        self.clock, self.left, self.waiting = clock, most, deque()

    def take(self, act: Callable[[], None]) -> None:
        self.waiting.append(act)
        self.pass_on()

    def give_back(self) -> None:
        self.left += 1
        self.pass_on()

    def pass_on(self) -> None:
        while self.left and self.waiting:
            self.left -= 1
            self.clock.after(0, self.waiting.popleft())


class Line:
    """A service that takes so many a second, one after the other."""

    def __init__(self, clock: Clock, rate: float):
        self.clock, self.rate, self.free = clock, rate, 0.0
        self.taken = 0

    def wait(self, count: float) -> float:
        """Takes so many; returns the seconds until they are through."""
        begun = max(self.clock.now, self.free)
        self.free = begun + count / self.rate
        self.taken += count
        return self.free - self.clock.now


# ── a Saturday ───────────────────────────────────────────────────────────────────────────────────


@dataclass
class Race:
    number: int
    runners: int
    points: int  # rows of a runner
    start: float  # minutes since midnight in the east
    lasts: float  # minutes until the last row
    stored: float = 0.0  # rows in the minute that is simulated
    rate: float = 0.0  # rows a second in it
    moved: float = -math.inf  # when its pointer last moved

    @property
    def rows(self) -> int:
        return self.runners * self.points

    def part(self, of: int) -> int:
        """Which of so many shards or partitions has it: a hash decides."""
        return random.Random(self.number * 7919 + 13).randrange(of)

    def done(self, minute: float) -> float:
        """The part of its rows that has come: few at first, most in the second quarter."""
        at = (minute - self.start) / self.lasts
        if at <= 0:
            return 0.0
        if at >= 1:
            return 1.0
        top = 0.4
        return at * at / top if at < top else 1 - (1 - at) ** 2 / (1 - top)


def saturday(chance: random.Random, races: int, runners: int) -> list[Race]:
    """Races of very different sizes with so many runners altogether, in four time zones."""
    sizes = [min(chance.lognormvariate(0, 1.3), 25) for _ in range(races)]
    scale = runners / sum(sizes)
    made = []
    for number, size in enumerate(sizes):
        count = max(20, round(size * scale))
        points = 2 if count < 3_000 else 4 if count < 15_000 else 11
        zone = chance.choices((0, 1, 2, 3), (45, 30, 10, 15))[0]
        start = (6.5 + zone) * 60 + chance.choice((0, 30, 60, 90, 120, 150))
        lasts = {2: 120, 4: 240, 11: 400}[points] * chance.uniform(0.8, 1.2)
        made.append(Race(number, count, points, start, lasts))
    return made


def rows_a_second(races: list[Race], minute: int) -> float:
    return sum(race.rows * (race.done(minute + 1) - race.done(minute)) for race in races) / 60


def at_minute(races: list[Race], minute: int) -> list[Race]:
    """Those that get rows then, with what they have and get."""
    found = []
    for race in races:
        if (rate := rows_a_second([race], minute)) > 0:
            stored = race.rows * race.done(minute)
            found.append(replace(race, stored=stored, rate=rate, moved=-math.inf))
    return found


# ── service times and quotas ─────────────────────────────────────────────────────────────────────

NORMAL = NormalDist()


@dataclass(frozen=True)
class Times:
    """Seconds, and what a publication does by the rows of its race."""

    processor: float = 0.5  # of the bench's
    bucket_median: float = 0.04
    bucket_spread: float = 0.55  # sigma of the logarithm: 99 of 100 calls take less than 0.14 s
    stream_lag: float = 0.1
    stream_poll: float = 0.25  # Lambda looks at a shard four times a second
    # rows: (seconds of computing for 20 changed rows, more of a new instance, objects written, read)
    sizes: tuple[tuple[float, ...], ...] = ()
    a_row: float = 0.0  # seconds of computing for each changed row beyond 20
    files_a_row: float = 0.0  # objects written for each of these

    def trip(self, chance: random.Random, calls: int = 1) -> float:
        """Until the last of so many calls made at once is answered."""
        if not self.bucket_spread:
            return self.bucket_median
        at = max(1e-9, min(1 - 1e-9, chance.random() ** (1 / max(1, calls))))
        return self.bucket_median * math.exp(self.bucket_spread * NORMAL.inv_cdf(at))

    def work(self, rows: float, changed: int) -> "Work":
        """Of a race with so many rows. Fewer than 20 changed rows touch fewer pieces, but are not
        computed any quicker here: that has not been measured."""
        computing, more, written, read = interpolated(self.sizes, max(1.0, rows))
        beyond = max(0, changed - 20)
        computing += beyond * self.a_row
        part = min(1.0, changed / 20)
        least_written, least_read = self.sizes[0][3:]
        written = least_written + (written - least_written) * part + beyond * self.files_a_row
        read = least_read + (read - least_read) * part + beyond * self.files_a_row
        return Work(computing / self.processor, more / self.processor, written, read)


@dataclass(frozen=True)
class Work:
    computing: float
    of_new_instance: float
    written: float
    read: float


def interpolated(table: tuple[tuple[float, ...], ...], at: float) -> list[float]:
    """Linear between the logarithms of the first column; its ends beyond them."""
    keys = [line[0] for line in table]
    above = bisect_left(keys, at)
    if above == 0:
        return list(table[0][1:])
    if above == len(keys):
        return list(table[-1][1:])
    low, high = table[above - 1], table[above]
    part = (math.log(at) - math.log(low[0])) / (math.log(high[0]) - math.log(low[0]))
    return [a + (b - a) * part for a, b in zip(low[1:], high[1:], strict=True)]


@dataclass(frozen=True)
class Setup:
    """What is there, and how it is turned."""

    shards: int = 4  # of a table that nobody has written to before: 4,000 units, 1,000 a partition
    at_once: int = 50  # calls of the publisher
    pause: float = 2.0
    window: float = 1.0
    puts: float = 3_500
    gets: float = 5_500
    calls_at_once: int = 32  # store::AT_ONCE


# ── the simulation ───────────────────────────────────────────────────────────────────────────────


@dataclass
class Shard:
    waiting: list[tuple[float, "Race", int]] = field(default_factory=list)  # answered, race, rows
    busy: bool = False
    wakes: bool = False


def weighted_quantile(values: list[tuple[float, float]], part: float) -> float:
    total = sum(weight for _, weight in values)
    reached = 0.0
    for value, weight in sorted(values):
        reached += weight
        if reached >= part * total:
            return value
    return math.nan


QUEUEING_S = 0.1  # a call for a shard that only queues records by race


class World:
    """The races of a minute, under a setup, for so many seconds."""

    publications = 0
    busy = 0.0  # seconds of instances

    def __init__(self, setup: Setup, times: Times, chance: random.Random, client_s: float = 5.0):
        self.setup, self.times, self.chance, self.client_s = setup, times, chance, client_s
        self.clock, self.ages = Clock(), []  # of published rows: seconds, how many
        self.shards = [Shard() for _ in range(setup.shards)]
        self.puts = [Line(self.clock, setup.puts) for _ in range(2)]
        self.gets = [Line(self.clock, setup.gets) for _ in range(2)]
        self.publishers = Turns(self.clock, setup.at_once)
        self.pending: dict[int, list[tuple[float, int]]] = {}
        self.at_work: set[int] = set()
        self.counts_from = 0.0

    # uploads

    def client(self, race: Race) -> Generator:
        """Sends what came since its last call, 20 rows a call."""
        yield self.chance.uniform(0, self.client_s)
        while True:
            rows = poisson(self.chance, race.rate * self.client_s)
            for call in range(math.ceil(rows / 20)):
                self.upload(race, min(20, rows - 20 * call), 0.1 * call)
            yield self.client_s

    def upload(self, race: Race, rows: int, later: float = 0.0) -> None:
        """A call is answered; its rows reach the stream."""
        answered = self.clock.now + later
        lag = self.times.stream_lag + self.chance.uniform(0, self.times.stream_poll)
        self.clock.after(later + lag, lambda: self.arrives(answered, race, rows))

    def arrives(self, answered: float, race: Race, rows: int) -> None:
        number = race.part(self.setup.shards)
        self.shards[number].waiting.append((answered, race, rows))
        self.wake(number)

    def wake(self, number: int) -> None:
        shard = self.shards[number]
        if shard.busy or shard.wakes or not shard.waiting:
            return
        shard.wakes = True
        # a full batch would not wait for its window: it never is (docs/costs.md, "What was metered")
        self.clock.after(self.setup.window, lambda: self.begin(number))

    def begin(self, number: int) -> None:
        shard = self.shards[number]
        shard.wakes, shard.busy = False, True
        batch, shard.waiting = shard.waiting, []

        def queued() -> None:
            self.busy += QUEUEING_S
            for answered, race, rows in batch:
                self.pending.setdefault(race.number, []).append((answered, rows))
            for race in {race.number: race for _, race, _ in batch}.values():
                self.next_of(race)
            shard.busy = False
            self.wake(number)

        self.clock.after(QUEUEING_S, queued)

    # by race

    def next_of(self, race: Race) -> None:
        """A race is published by one at a time."""
        if race.number in self.at_work or race.number not in self.pending:
            return
        self.at_work.add(race.number)
        self.clock.start(self.alone(race))

    def alone(self, race: Race) -> Generator:
        yield self.publishers
        begun = self.clock.now
        yield from self.publish(race, self.pending.pop(race.number))
        self.busy += self.clock.now - begun
        self.publishers.give_back()
        self.at_work.discard(race.number)
        self.next_of(race)

    # a publication

    def objects(self, lines: list[Line], calls: float) -> float:
        """So many calls, half of them to each bucket: until the last is answered."""
        through = max(line.wait(calls / 2) for line in lines)
        return max(through, self.times.trip(self.chance, math.ceil(calls)))

    def waves(self, lines: list[Line], calls: float) -> Generator:
        """So many calls, a few at a time."""
        while calls > 0:
            yield self.objects(lines, min(calls, self.setup.calls_at_once))
            calls -= self.setup.calls_at_once

    def publish(self, race: Race, rows: list[tuple[float, int]]) -> Generator:
        changed = sum(count for _, count in rows)
        work = self.times.work(race.stored, changed)
        yield self.objects(self.gets, 1)  # the event
        yield self.objects(self.gets, 1)  # which version is the newest
        # nobody says which instance gets a race: it is always new to it
        yield self.objects(self.gets, 2)
        yield from self.waves(self.gets, work.read - 2)
        yield work.computing + work.of_new_instance
        yield from self.waves(self.puts, work.written - 2)
        yield max(0.0, race.moved + self.setup.pause - self.clock.now)
        yield self.objects(self.puts, 1)  # the commit
        yield self.objects(self.puts, 1)  # the pointer
        race.moved = self.clock.now
        if self.clock.now >= self.counts_from:
            self.publications += 1
            self.ages += [(self.clock.now - answered, count) for answered, count in rows]

    def run(self, races: list[Race], seconds: float, warm_up: float = 60.0) -> None:
        for race in races:
            self.clock.start(self.client(race))
        self.clock.run(warm_up)
        self.counts_from, self.busy = warm_up, 0.0
        for line in (*self.puts, *self.gets):
            line.taken = 0
        self.clock.run(warm_up + seconds)
        # what has waited and is still not published is as old as it is now, at least
        for shard in self.shards:
            self.ages += [(self.clock.now - at, rows) for at, _, rows in shard.waiting]
        for some in self.pending.values():
            self.ages += [(self.clock.now - at, rows) for at, rows in some]


def poisson(chance: random.Random, mean: float) -> int:
    if mean > 50:
        return max(0, round(chance.gauss(mean, math.sqrt(mean))))
    limit, count, product = math.exp(-mean), 0, chance.random()
    while product > limit:
        count += 1
        product *= chance.random()
    return count


# ── what docs/bench.md and template.yaml say ─────────────────────────────────────────────────────


def measured() -> Times:
    sizes = [(60.0, *computing(1_000), 6.0, 2.0)]
    for rows in (1_000, 40_000, 320_000):
        written = kept(f"{rows:,} rows: objects written, most")
        read = kept(f"{rows:,} rows: objects read, most")
        sizes.append((float(rows), *computing(rows), written, read))
    large = kept("320,000 rows: CPU time (goal 500 ms)")
    batch = "320,000 rows, 10,000 changed rows of as many people"
    backlog, files = kept(f"{batch}: CPU time"), kept(f"{batch}: objects written")
    return Times(
        sizes=tuple(sizes),
        a_row=(backlog - large) / 9_980 / 1000,
        files_a_row=(files - sizes[-1][3]) / 9_980,
    )


def computing(rows: int) -> tuple[float, float]:
    warm = kept(f"{rows:,} rows: CPU time (goal 500 ms)") / 1000
    new = kept(f"{rows:,} rows, new instance: CPU time") / 1000
    return warm, max(0.0, new - warm)


def setting(pattern: str) -> float:
    found = re.search(pattern, TEMPLATE.read_text())
    if not found:
        raise SystemExit(f"template.yaml has nothing like {pattern}")
    return float(found[1])


def as_deployed() -> Setup:
    publisher = r"\n  SnapshotsPublish:\n(?:    .*\n|\n)*?"
    return Setup(
        at_once=int(setting(publisher + r".*MaximumConcurrency: (\d+)")),
        window=setting(publisher + r".*MaximumBatchingWindowInSeconds: (\d+)"),
    )


# ── the table ────────────────────────────────────────────────────────────────────────────────────


def busiest(races: list[Race]) -> int:
    return max(range(0, DAY_MINUTES, 5), key=lambda minute: rows_a_second(races, minute))


def row(name: str, setup: Setup, times: Times, seed: int = 1) -> str:
    """What the busiest minute of a Saturday looks like."""
    chance = random.Random(seed)
    all_races = saturday(chance, RACES, RUNNERS)
    now = at_minute(all_races, busiest(all_races))
    world = World(setup, times, chance)
    world.run(now, SECONDS)
    p50, p99 = (weighted_quantile(world.ages, part) for part in (0.5, 0.99))
    puts, gets = (sum(line.taken for line in lines) for lines in (world.puts, world.gets))
    return (
        f"| {name} | {len(now):,} | {sum(race.rate for race in now):,.0f} | {p50:.1f} s | {p99:.1f} s{'' if p99 <= BAR_S else ' **above**'} | "
        f"{world.publications / SECONDS:,.0f} | {world.busy / SECONDS:.1f} | {puts / SECONDS:,.0f} | {gets / SECONDS:,.0f} |"
    )


def main() -> None:
    command_line.options(__doc__).parse_args()
    times, today = measured(), as_deployed()
    table = [
        "| | races at once | rows a second | half | 99 of 100 | publications a second | instances | PUT a second | GET a second |",
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|",
        row("as it is", today, times),
        row("another Saturday", today, times, seed=2),
        row("a third", today, times, seed=3),
        row("50 at once", replace(today, at_once=50), times),
        row("200 at once", replace(today, at_once=200), times),
        row("16 shards", replace(today, shards=16), times),
        row("buckets half as fast", today, replace(times, bucket_median=2 * times.bucket_median)),
    ]
    put_table(DOCUMENT, "From the upload's answer to the pointer", table)


if __name__ == "__main__":
    main()
