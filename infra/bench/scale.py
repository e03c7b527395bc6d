"""A Saturday of many races, simulated by events: how old is what visitors see, and what gives way first.

    python3 infra/bench/scale.py [--seed 1] [--print]

Writes docs/scale.md. Service times are those of docs/bench.md and docs/costs.md; quotas are published
ones, settings those of template.yaml; the document lists all of them, and what is assumed. Simulated is
the busiest minute of the day, for a few minutes: each upload, each batch of a stream's shard, each
publication with its turns, computing, objects and pause. infra/bench/scale_test.py has cases that can be
worked out by hand."""

import argparse
import heapq
import itertools
import math
import random
import re
import time
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Callable, Generator
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import NormalDist

ROOT = Path(__file__).resolve().parents[2]
BENCH, TEMPLATE, KEPT = (
    ROOT / "docs" / "bench.md",
    ROOT / "template.yaml",
    ROOT / "docs" / "scale.md",
)
BAR_S = 5.0  # contract 9.3: 99 of 100 rows, from the answer to the pointer
HOUR, DAY_MINUTES = 3600, 24 * 60
RACES, RUNNERS, VIEWS = 1_000, 5_000_000, 100_000_000


# ── events ───────────────────────────────────────────────────────────────────────────────────────


class Clock:
    """Runs what is due in order of time; at the same time, in the order in which it was asked for."""

    def __init__(self) -> None:
        self.now, self.due, self.number = 0.0, [], itertools.count()

    def after(self, delay: float, act: Callable[[], None]) -> None:
        heapq.heappush(self.due, (self.now + delay, next(self.number), act))

    def start(self, task: Generator) -> None:
        """A task yields seconds to wait, or somebody's `Turns` with a size."""
        try:
            wanted = next(task)
        except StopIteration:
            return
        if isinstance(wanted, tuple):
            turns, size = wanted
            turns.take(size, lambda: self.start(task))
        else:
            self.after(wanted, lambda: self.start(task))

    def run(self, until: float) -> None:
        while self.due and self.due[0][0] <= until:
            self.now, _, act = heapq.heappop(self.due)
            act()


class Turns:
    """So many at a time; the smallest of those that wait goes first, and equals in their order."""

    def __init__(self, clock: Clock, most: int):
        self.clock, self.left, self.waiting = clock, most, []
        self.most, self.peak, self.number = most, 0, itertools.count()

    def take(self, size: int, act: Callable[[], None]) -> None:
        heapq.heappush(self.waiting, (size, next(self.number), act))
        self.pass_on()

    def give_back(self) -> None:
        self.left += 1
        self.pass_on()

    def pass_on(self) -> None:
        while self.left and self.waiting:
            self.left -= 1
            self.peak = max(self.peak, self.most - self.left)
            _, _, act = heapq.heappop(self.waiting)
            self.clock.after(0, act)


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


class Cache:
    """Races that an instance keeps, by runners; what was used the longest ago goes first."""

    def __init__(self, runners: float):
        self.left, self.kept = runners, OrderedDict()

    def has(self, race: "Race") -> bool:
        """Whether it is kept; it is then, and is the one used last."""
        known = self.kept.pop(race.number, None)
        if known is None:
            self.left -= race.runners
        self.kept[race.number] = race.runners
        while self.left < 0 and len(self.kept) > 1:
            self.left += self.kept.popitem(last=False)[1]
        return known is not None


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
    looked_at: bool = True

    @property
    def rows(self) -> int:
        return self.runners * self.points

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
        rate = race.rows * (race.done(minute + 1) - race.done(minute)) / 60
        if rate > 0:
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
    a_row: float = 0.0  # seconds of computing for each further changed row

    def trip(self, chance: random.Random, calls: int = 1) -> float:
        """Until the last of so many calls made at once is answered."""
        if not self.bucket_spread:
            return self.bucket_median
        at = max(1e-9, min(1 - 1e-9, chance.random() ** (1 / max(1, calls))))
        return self.bucket_median * math.exp(self.bucket_spread * NORMAL.inv_cdf(at))

    def work(self, rows: float, changed: int) -> "Work":
        computing, more, written, read = interpolated(self.sizes, max(1.0, rows))
        computing += max(0, changed - 20) * self.a_row
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

    name: str
    by_race: bool = False
    shards: int = 4  # of a table that nobody has written to before: 4,000 units, 1,000 a partition
    at_once: int = 50  # ReservedConcurrentExecutions of the publisher
    bucket_parts: int = 1  # of each bucket, by prefixes; S3 makes more of a busy one
    pause: float = 2.0
    pause_unseen: float = 2.0  # of races that nobody looks at
    window: float = 1.0
    batch: int = 6_600  # rows that 6 MB hold
    turns: int = 2  # races that an instance works on at a time
    kept: float = 96 * 1024 * 1024 / 1250  # runners in an instance's memory
    puts: float = 3_500
    gets: float = 5_500
    puts_at_once: int = 32


# ── the simulation ───────────────────────────────────────────────────────────────────────────────


@dataclass
class Shard:
    waiting: list[tuple[float, "Race", int]] = field(default_factory=list)  # answered, race, rows
    busy: bool = False
    wakes: bool = False


@dataclass
class Seen:
    """What came out."""

    ages: list[tuple[float, int]] = field(default_factory=list)  # seconds, rows
    publications: int = 0
    busy: float = 0.0  # seconds of instances
    waited_longest: float = 0.0

    def quantile(self, part: float) -> float:
        """Of all rows."""
        return weighted_quantile(self.ages, part)


def weighted_quantile(values: list[tuple[float, float]], part: float) -> float:
    total = sum(weight for _, weight in values)
    reached = 0.0
    for value, weight in sorted(values):
        reached += weight
        if reached >= part * total:
            return value
    return math.nan


class World:
    """The races of a minute, under a setup, for so many seconds."""

    def __init__(self, setup: Setup, times: Times, chance: random.Random, client_s: float = 5.0):
        self.setup, self.times, self.chance, self.client_s = setup, times, chance, client_s
        self.clock, self.seen = Clock(), Seen()
        self.shards = [Shard() for _ in range(setup.shards)]
        self.instances = [self.instance() for _ in range(setup.shards)]
        parts = setup.bucket_parts
        self.puts = [Line(self.clock, setup.puts * parts) for _ in range(2)]
        self.gets = [Line(self.clock, setup.gets * parts) for _ in range(2)]
        self.publishers = Turns(self.clock, setup.at_once)
        self.pending: dict[int, list[tuple[float, int]]] = {}
        self.at_work: set[int] = set()
        self.counts_from = 0.0

    def instance(self) -> "Instance":
        return Instance(
            Turns(self.clock, self.setup.turns), Line(self.clock, 1), Cache(self.setup.kept)
        )

    def shard_of(self, race: Race) -> int:
        """A partition key's place is a hash of it."""
        return random.Random(race.number * 7919 + 13).randrange(self.setup.shards)

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
        number = self.shard_of(race)
        shard = self.shards[number]
        if self.setup.by_race:
            # the stream's reader only sorts: what it does is a call of a queue
            self.clock.after(0.1, lambda: self.queued(answered, race, rows))
            return
        shard.waiting.append((answered, race, rows))
        self.wake(number)

    # by shard

    def wake(self, number: int) -> None:
        shard = self.shards[number]
        if shard.busy or shard.wakes or not shard.waiting:
            return
        shard.wakes = True
        rows = sum(rows for _, _, rows in shard.waiting)
        # a full batch does not wait for its window
        delay = 0.0 if rows >= self.setup.batch else self.setup.window
        self.clock.after(delay, lambda: self.begin(number))

    def begin(self, number: int) -> None:
        shard = self.shards[number]
        shard.wakes, shard.busy = False, True
        batch, rows = [], 0
        while shard.waiting and rows < self.setup.batch:
            batch.append(shard.waiting.pop(0))
            rows += batch[-1][2]
        of_race: dict[int, list[tuple[float, Race, int]]] = {}
        for one in batch:
            of_race.setdefault(one[1].number, []).append(one)
        left, begun = [len(of_race)], self.clock.now

        def done() -> None:
            left[0] -= 1
            if not left[0]:
                self.seen.busy += self.clock.now - begun
                shard.busy = False
                self.wake(number)

        for some in of_race.values():
            race = some[0][1]
            rows_of = [(answered, rows) for answered, _, rows in some]
            self.clock.start(self.publish(race, rows_of, self.instances[number], done))

    # by race

    def queued(self, answered: float, race: Race, rows: int) -> None:
        self.pending.setdefault(race.number, []).append((answered, rows))
        self.next_of(race)

    def next_of(self, race: Race) -> None:
        """A race is published by one at a time, and not before its pause is over."""
        if race.number in self.at_work or race.number not in self.pending:
            return
        self.at_work.add(race.number)
        pause = self.setup.pause if race.looked_at else self.setup.pause_unseen
        self.clock.start(self.alone(race, max(0.0, race.moved + pause - self.clock.now)))

    def alone(self, race: Race, delay: float) -> Generator:
        yield delay
        yield self.publishers, 0
        begun, rows = self.clock.now, self.pending.pop(race.number)

        def done() -> None:
            self.seen.busy += self.clock.now - begun
            self.publishers.give_back()
            self.at_work.discard(race.number)
            self.next_of(race)

        # nobody says which instance gets a race: it is always new to it
        yield from self.publish(race, rows, self.instance(), done)

    # a publication

    def objects(self, lines: list[Line], calls: float) -> float:
        """So many calls, half of them to each bucket: until the last is answered."""
        through = max(line.wait(calls / 2) for line in lines)
        return max(through, self.times.trip(self.chance, math.ceil(calls)))

    def publish(
        self,
        race: Race,
        rows: list[tuple[float, int]],
        instance: "Instance",
        done: Callable[[], None],
    ) -> Generator:
        changed = sum(count for _, count in rows)
        work = self.times.work(race.stored, changed)
        yield self.objects(self.gets, 1)  # the event
        yield self.objects(self.gets, 1)  # which version is the newest
        yield instance.turns, changed.bit_length() // 6
        computing = work.computing
        if not instance.cache.has(race):
            computing += work.of_new_instance
            yield self.objects(self.gets, 2)
        if work.read > 2:
            yield self.objects(self.gets, work.read - 2)
        yield instance.processor.wait(computing)
        instance.turns.give_back()
        files = max(0.0, work.written - 2)
        for _ in range(math.ceil(files / self.setup.puts_at_once)):
            yield self.objects(self.puts, min(files, self.setup.puts_at_once))
        if not self.setup.by_race:
            yield max(0.0, race.moved + self.setup.pause - self.clock.now)
        yield self.objects(self.puts, 1)  # the commit
        yield self.objects(self.puts, 1)  # the pointer
        race.moved = self.clock.now
        if self.clock.now >= self.counts_from:
            self.seen.publications += 1
            self.seen.ages += [(self.clock.now - answered, count) for answered, count in rows]
        done()

    def run(self, races: list[Race], seconds: float, warm_up: float = 60.0) -> Seen:
        for race in races:
            self.clock.start(self.client(race))
        self.clock.run(warm_up)
        self.counts_from, self.seen.busy = warm_up, 0.0
        for line in (*self.puts, *self.gets):
            line.taken = 0
        self.clock.run(warm_up + seconds)
        # what has waited and is still not published is as old as it is now, at least
        for shard in self.shards:
            self.seen.ages += [(self.clock.now - at, rows) for at, _, rows in shard.waiting]
        for some in self.pending.values():
            self.seen.ages += [(self.clock.now - at, rows) for at, rows in some]
        return self.seen


@dataclass
class Instance:
    turns: Turns
    processor: Line
    cache: Cache


def poisson(chance: random.Random, mean: float) -> int:
    if mean > 50:
        return max(0, round(chance.gauss(mean, math.sqrt(mean))))
    limit, count, product = math.exp(-mean), 0, chance.random()
    while product > limit:
        count += 1
        product *= chance.random()
    return count


# ── what docs/bench.md and template.yaml say ─────────────────────────────────────────────────────


def figure(text: str, name: str) -> float:
    found = re.search(rf"^\| {re.escape(name)} \| ([\d,.]+)", text, re.MULTILINE)
    if not found:
        raise SystemExit(f'docs/bench.md has no figure "{name}": run `make bench`.')
    return float(found[1].replace(",", ""))


def measured(text: str) -> Times:
    sizes = [(60.0, *computing(text, 1_000), 6.0, 2.0)]
    for rows in (1_000, 40_000, 320_000):
        written = figure(text, f"{rows:,} rows: objects written, most")
        read = figure(text, f"{rows:,} rows: objects read, most")
        sizes.append((float(rows), *computing(text, rows), written, read))
    large = figure(text, "320,000 rows: CPU time (goal 500 ms)")
    backlog = figure(text, "320,000 rows, 10,000 changed rows of as many people: CPU time")
    return Times(sizes=tuple(sizes), a_row=(backlog - large) / 9_980 / 1000)


def computing(text: str, rows: int) -> tuple[float, float]:
    warm = figure(text, f"{rows:,} rows: CPU time (goal 500 ms)") / 1000
    new = figure(text, f"{rows:,} rows, new instance: CPU time") / 1000
    return warm, max(0.0, new - warm)


def setting(pattern: str) -> float:
    found = re.search(pattern, TEMPLATE.read_text())
    if not found:
        raise SystemExit(f"template.yaml has nothing like {pattern}")
    return float(found[1])


def as_deployed() -> Setup:
    publisher = r"\n  SnapshotsPublish:\n(?:    .*\n|\n)*?"
    return Setup(
        "by shard, as it is",
        at_once=int(setting(publisher + r".*ReservedConcurrentExecutions: !If \[Reserves, (\d+)")),
        window=setting(publisher + r".*MaximumBatchingWindowInSeconds: (\d+)"),
        batch=min(int(setting(publisher + r".*BatchSize: (\d+)")), Setup.batch),
    )


# ── what is asked of it ──────────────────────────────────────────────────────────────────────────


@dataclass
class Result:
    setup: Setup
    races: int
    rate: float
    seen: Seen
    puts: float  # a second, of both buckets
    gets: float
    peak: int
    seconds: float

    def row(self) -> str:
        p50, p99 = self.seen.quantile(0.5), self.seen.quantile(0.99)
        verdict = "" if p99 <= BAR_S else " **above**"
        instances = self.seen.busy / self.seconds
        return (
            f"| {self.setup.name} | {self.races:,} | {self.rate:,.0f} | {p50:.1f} s | {p99:.1f} s{verdict} | "
            f"{self.seen.publications / self.seconds:,.0f} | {instances:.1f} | {self.puts:,.0f} | {self.gets:,.0f} |"
        )


def simulated(
    setup: Setup, times: Times, races: int, seed: int, seconds: float = 120.0, unseen: float = 0.0
) -> Result:
    """The busiest minute of a Saturday with so many races."""
    chance = random.Random(seed)
    all_races = saturday(chance, races, RUNNERS * races // RACES)
    minute = busiest(all_races)
    now = at_minute(all_races, minute)
    for race in now:
        race.looked_at = chance.random() >= unseen or race.runners > 2_000
    world = World(setup, times, chance)
    seen = world.run(now, seconds)
    return Result(
        setup,
        len(now),
        sum(race.rate for race in now),
        seen,
        sum(line.taken for line in world.puts) / seconds,
        sum(line.taken for line in world.gets) / seconds,
        world.publishers.peak,
        seconds,
    )


def busiest(races: list[Race]) -> int:
    return max(range(0, DAY_MINUTES, 5), key=lambda minute: rows_a_second(races, minute))


def most_races(setup: Setup, times: Times, seed: int) -> int:
    """With how many races (of the whole day) the bar still holds, in steps of a tenth."""
    low, high = 10, RACES
    if simulated(setup, times, high, seed, 60).seen.quantile(0.99) <= BAR_S:
        return high
    while high - low > max(5, low // 10):
        middle = (low + high) // 2
        held = simulated(setup, times, middle, seed, 60).seen.quantile(0.99) <= BAR_S
        low, high = (middle, high) if held else (low, middle)
    return low


if __name__ == "__main__":
    t = time.monotonic()
    times = measured(BENCH.read_text())
    print(times)
    for s in (as_deployed(), replace(as_deployed(), name="by shard, 40 shards", shards=40), Setup("by race", by_race=True), Setup("by race 400", by_race=True, at_once=400), Setup("by race 400, 8 parts", by_race=True, at_once=400, bucket_parts=8), Setup("by race 400, 8 parts,unseen 15", by_race=True, at_once=400, bucket_parts=8, pause_unseen=15)):
        r = simulated(s, times, 1000, 1, unseen=.5); print(r.row(), r.peak, f"{time.monotonic()-t:.0f}s")
    print(most_races(as_deployed(), times, 1), f"{time.monotonic()-t:.0f}s")
