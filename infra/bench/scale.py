"""A Saturday of many races, simulated by events: how old is what visitors see, and what gives way first.

    python3 infra/bench/scale.py

Writes docs/scale.md. Service times are those of docs/bench.md and docs/costs.md; quotas are published
ones, settings those of template.yaml; the document lists all of them, and what is assumed. Simulated is
the busiest minute of the day, for a few minutes: each upload, each batch of a stream's shard, each
publication with its computing, objects and pause. infra/bench/scale_test.py has cases that can be
worked out by hand."""

import heapq
import itertools
import math
import random
import re
import sys
import time
from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Generator
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import NormalDist

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "infra" / "local")]

import command_line
from figures import kept

TEMPLATE, DOCUMENT = ROOT / "template.yaml", ROOT / "docs" / "scale.md"
SEED = 1
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
        self.most, self.peak = most, 0

    def take(self, act: Callable[[], None]) -> None:
        self.waiting.append(act)
        self.pass_on()

    def give_back(self) -> None:
        self.left += 1
        self.pass_on()

    def pass_on(self) -> None:
        while self.left and self.waiting:
            self.left -= 1
            self.peak = max(self.peak, self.most - self.left)
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

    name: str
    shards: int = 4  # of a table that nobody has written to before: 4,000 units, 1,000 a partition
    at_once: int = 50  # calls of the publisher
    pause: float = 2.0
    window: float = 1.0
    batch: int = 6_600  # rows that 6 MB hold
    puts: float = 3_500
    gets: float = 5_500
    calls_at_once: int = 32  # store::AT_ONCE


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


QUEUEING_S = 0.1  # a call for a shard that only queues records by race


class World:
    """The races of a minute, under a setup, for so many seconds."""

    def __init__(self, setup: Setup, times: Times, chance: random.Random, client_s: float = 5.0):
        self.setup, self.times, self.chance, self.client_s = setup, times, chance, client_s
        self.clock, self.seen = Clock(), Seen()
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

        def queued() -> None:
            self.seen.busy += QUEUEING_S
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
        self.seen.busy += self.clock.now - begun
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
            self.seen.publications += 1
            self.seen.ages += [(self.clock.now - answered, count) for answered, count in rows]

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
        "as it is",
        at_once=int(setting(publisher + r".*MaximumConcurrency: (\d+)")),
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
    setup: Setup,
    times: Times,
    seed: int,
    seconds: float = 120.0,
) -> Result:
    """The busiest minute of the Saturday."""
    chance = random.Random(seed)
    all_races = saturday(chance, RACES, RUNNERS)
    now = at_minute(all_races, busiest(all_races))
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


SATURDAYS = 3


# ── the rest of the deployment, by arithmetic ────────────────────────────────────────────────────


@dataclass(frozen=True)
class Demand:
    """Something of the busiest minute beside what there is of it."""

    what: str
    needed: float
    limit: float
    source: str
    turned: str

    @property
    def part(self) -> float:
        return self.needed / self.limit


EDGE_CACHES = 13  # regional caches of CloudFront, which ask the bucket
STAY_S = 180
FOLLOWED_PART = 0.1  # of the runners, by two phones each
REQUESTS_A_VIEW, BYTES_A_VIEW = 15, 374_000


def demands(races: list[Race], minute: int, client_s: float, item: float) -> list[Demand]:
    now = at_minute(races, minute)
    rate = sum(race.rate for race in now)
    all_rows = sum(race.rows for race in races)
    calls = sum(max(min(1 / client_s, race.rate), race.rate / 20) for race in now)
    views = VIEWS * rate / all_rows  # a second: people look when something happens
    pages = views * STAY_S
    requests = views * REQUESTS_A_VIEW + pages * 720 / HOUR
    size = 8 * (views * BYTES_A_VIEW + pages * 908_132 / HOUR)
    partitions = [0.0] * 4
    for race in now:
        partitions[race.part(4)] += race.rate
    read = all_rows * item
    # computing a row as in docs/costs.md, on half of the bench's processor
    passes = read / 1e6 * 0.015 + all_rows * 6.5e-6 / 0.5
    texts = rate * FOLLOWED_PART * 2
    return [
        Demand(
            "calls a second of the account API",
            calls,
            setting(r"ThrottleRate:\n    Type: Number\n    Default: (\d+)"),
            "template.yaml: ThrottleRate",
            "ThrottleRate; the account's own limit is 10,000",
        ),
        Demand(
            "functions at once for uploads",
            calls * 0.05,
            1_000,
            "Lambda's default quota, shared by all functions",
            "a higher quota; a new account has 10",
        ),
        Demand(
            "rows a second in the busiest of four partitions",
            max(partitions),
            1_000,
            "DynamoDB: 1,000 write units a partition",
            "warm throughput of the table before the day",
        ),
        Demand(
            "rows a second of the table", rate, 4_000, "DynamoDB: a new on-demand table", "the same"
        ),
        Demand(
            "requests a second of the edge",
            requests,
            250_000,
            "CloudFront's quota for a distribution",
            "a higher quota, or a longer interval between looks (pages.md D1.2)",
        ),
        Demand(
            "bits a second of the edge",
            size,
            150e9,
            "CloudFront's quota for a distribution",
            "a higher quota",
        ),
        Demand(
            "pointers a second that the edge's caches ask for",
            len(now) * EDGE_CACHES / 2,
            5_500,
            "S3: GET requests a second below a prefix",
            "Origin Shield: one cache asks; or keys over prefixes",
        ),
        Demand(
            "seconds of a pass of the reconciler",
            passes,
            150,
            "template.yaml: Timeout, without the 90 s in which it begins with nothing new",
            "nothing: a pass goes on where the last one ended, so all are compared, but not every five minutes",
        ),
        Demand(
            "texts a second",
            texts,
            100,
            "a short code's rate (template.yaml: PartsASecond 1 to 100)",
            "pushes and e-mails instead; a budget of 20,000 texts a day ends them first",
        ),
        Demand(
            "e-mails a second, if all were e-mails",
            texts,
            14,
            "SES: what an account out of the sandbox usually begins with",
            "a higher quota",
        ),
    ]


def visitors(result: Result, chance: random.Random) -> list[tuple[float, float]]:
    """The age of what the edge has, and of what a page shows that looks every ten seconds."""
    found = []
    for age, rows in result.seen.ages:
        at_edge = age + chance.uniform(0, 2) + min(10, chance.expovariate(2))
        found.append((at_edge, at_edge + chance.uniform(0, 10), rows))
    edge = [(one, rows) for one, _, rows in found]
    page = [(one, rows) for _, one, rows in found]
    return [(weighted_quantile(some, 0.5), weighted_quantile(some, 0.99)) for some in (edge, page)]


# ── the document ─────────────────────────────────────────────────────────────────────────────────


def compared(times: Times, seed: int) -> list[Result]:
    today = as_deployed()
    setups = [
        today,
        replace(today, name="50 at once", at_once=50),
        replace(today, name="200 at once", at_once=200),
        replace(today, name="16 shards", shards=16),
    ]
    results = [simulated(setup, times, seed) for setup in setups]
    slower = replace(today, name="buckets half as fast")
    results.append(simulated(slower, replace(times, bucket_median=2 * times.bucket_median), seed))
    return results


def document(seed: int) -> str:
    times, today = measured(), as_deployed()
    results = compared(times, seed)
    chance = random.Random(seed)
    races = saturday(chance, RACES, RUNNERS)
    minute = busiest(races)
    others = [
        simulated(today, times, seed + other).seen.quantile(0.99) for other in range(1, SATURDAYS)
    ]
    best = results[0]
    edge, page = visitors(best, random.Random(seed))
    needed = demands(races, minute, 5.0, 159)
    needed.append(
        Demand(
            "objects written a second to each bucket",
            best.puts / 2,
            today.puts,
            "S3: PUT requests a second below a prefix",
            "keys over prefixes; S3 divides a bucket that is busy for long by itself",
        )
    )
    needed.sort(key=lambda one: -one.part)
    lines = [
        "# How far it goes",
        "",
        "Written by `python3 infra/bench/scale.py`, the third line of `make bench`; a run replaces it. Nothing here was measured on AWS: it is a simulation by events with the service times of docs/bench.md, published quotas, and what is assumed below. "
        f"The same seed ({seed}) gives the same figures.",
        "",
        f"**The day**: {RACES:,} races with {RUNNERS / 1e6:g} M runners on a Saturday, {sum(race.rows for race in races) / 1e6:.1f} M rows, {VIEWS / 1e6:g} M views. Sizes are log-normal (the smallest {min(race.runners for race in races):,}, half below {sorted(race.runners for race in races)[RACES // 2]:,}, the largest {max(race.runners for race in races):,} runners; 2, 4 or 11 rows a runner), "
        f"starts are from 6:30 to 9:00 in four time zones. The busiest minute has {results[0].races} races with {results[0].rate:,.0f} rows a second. It is held for {results[0].seconds:.0f} s after a minute of running in: the day's other minutes are better. A client calls every five seconds with what came, 20 rows a call.",
        "",
        "## From the upload's answer to the pointer",
        "",
        f"The bar is {BAR_S:g} s for 99 of 100 rows (contract 9.3). *Instances* are those of the publisher that are busy, on average: what is paid for.",
        "",
        "| | races at once | rows a second | half | 99 of 100 | publications a second | instances | PUT a second | GET a second |",
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|",
        *(result.row() for result in results),
        "",
        f"99 of 100 rows of {SATURDAYS - 1} other Saturdays: {' and '.join(f'{age:.1f} s' for age in others)}. Of a day's races {best.races / RACES:.0%} get rows at the busiest minute; with fewer than all of them it is not much fresher (3.4 s with 50), since none waits for another.",
        "",
        "**What a visitor sees** is older than the pointer: the edge keeps it for two seconds and answers the first request after that with the old one (on average half a second more where somebody asks twice a second), and a page looks every ten seconds.",
        "",
        "| | half | 99 of 100 |",
        "|---|--:|--:|",
        *(
            f"| {where} | {half:.1f} s | {most:.1f} s |"
            for where, (half, most) in (("at the edge", edge), ("on a page that follows", page))
        ),
        "",
        *by_race(today, best),
        *where_it_breaks(needed),
        *what_was_not_built(),
        *service_times(times, today),
    ]
    return "\n".join(lines) + "\n"


def by_race(today: Setup, best: Result) -> list[str]:
    return [
        "## By race",
        "",
        "A call for each shard of the stream only puts the records into a queue (SQS, first in first out) by race, after a window of a second in which rows gather; each race is published by one call at a time, which ends when the pause since its last version is over. "
        f'So no race waits for another one; nothing is sure to be in memory, so here each publication loads the race anew, as "new instance" in docs/bench.md. It takes {best.seen.busy / best.seconds:.0f} instances at the busiest minute, and {best.peak} publishers at most of {today.at_once} (`MaximumConcurrency` of the queue): with more races than that at once it is the next to break, and both figures of the template are to be raised.',
        "",
        "**By shard**, as it was until 2026-11-29, a shard's next batch was handed out when the last race of the one before had published, its pause included; a shard had one instance, one processor and two turns. "
        "Of the same Saturday half of the rows were then 52.2 s old and 99 of 100 115.0 s with four shards, 8.6 and 21.5 s with 16, 2.2 and 4.8 s with 100: only DynamoDB decides how many there are. Its simulation is gone with it.",
        "",
        f"In dollars: an instance of 1,769 MB is {1769 / 1024 * HOUR * 0.0000133334:.3f} an hour, so this minute costs {best.seen.busy / best.seconds * 1769 / 1024 * HOUR * 0.0000133334:.2f} an hour; the objects written {best.puts * HOUR * 5e-6:,.0f}.",
        "",
    ]


def where_it_breaks(needed: list[Demand]) -> list[str]:
    return [
        "## Where it breaks first",
        "",
        "The busiest minute beside what there is, worst first. Above 100 % something is refused, late or never done.",
        "",
        "| | needed | there is | | from | what is turned |",
        "|---|--:|--:|--:|---|---|",
        *(
            f"| {one.what} | {quantity(one.needed)} | {quantity(one.limit)} | {100 * one.part:,.0f} % | {one.source} | {one.turned} |"
            for one in needed
        ),
        "",
        "Above 100 % stand what is sent, which waits or is refused by its quota, the pass of the reconciler, and the edge.",
        "",
    ]


def what_was_not_built() -> list[str]:
    return [
        "**What was not built**, by the figures of 2026-11-29:",
        "",
        "- Keys over prefixes (each bucket in four parts): 99 of 100 rows 4.2 instead of 4.3 s old. Each race has a prefix of its own (`results/SLUG/YEAR/`), by which S3 divides a bucket that is busy for long; until it has, it would refuse and be asked again, which is not in the figures. A prefix of a hash before the slug would change every public address.",
        "- Longer pauses for races that nobody looks at: 131 instead of 145 publications a second, if half of the races below 2,000 runners paused for 15 s, and 99 of 100 rows 6.2 s old. Small races rarely have something new within two seconds, nothing tells the publisher who looks, and a call waits for its pause: others would lack publishers.",
        "- Warm throughput of 16,000 writes for `RacesTable` before the day: sixteen shards instead of four, without any change of code; by race it makes nothing fresher.",
        "",
    ]


def service_times(times: Times, today: Setup) -> list[str]:
    sizes = [
        f"| {rows:,.0f} | {1000 * warm:.0f} ms | {1000 * more:.0f} ms | {written:.0f} | {read:.0f} |"
        for rows, warm, more, written, read in times.sizes
    ]
    return [
        "## Service times",
        "",
        "A publication of 20 changed rows, by rows of the race (docs/bench.md; fewer rows touch fewer files):",
        "",
        "| rows | computing | more of a new instance | objects written, most | objects read, most |",
        "|--:|--:|--:|--:|--:|",
        *sizes,
        "",
        f"Each changed row beyond 20: {1000 * times.a_row:.2f} ms and {times.files_a_row:.2f} objects. The first line's files are those of \"Calls at the store's edge\", its computing that of 1,000 rows.",
        "",
        "Assumed, because nothing here can measure it:",
        "",
        f"- Lambda's processor has {times.processor:g} of the speed of the bench's.",
        f"- A call of S3 takes {1000 * times.bucket_median:.0f} ms (median), 99 of 100 less than {1000 * times.bucket_median * math.exp(times.bucket_spread * NORMAL.inv_cdf(0.99)):.0f} ms, log-normal. The last line of the first table has twice that.",
        f"- A row is in its stream after {times.stream_lag:g} s, and Lambda looks at a shard {1 / times.stream_poll:.0f} times a second; after a batch it waits for the window of a second again.",
        f"- 6 MB hold {today.batch:,} rows (docs/costs.md), so `BatchSize` never counts.",
        f"- People look in proportion to the rows that come, stay for {STAY_S} s, and each view is a first one of the ten-mile race ({REQUESTS_A_VIEW} requests, {BYTES_A_VIEW / 1000:.0f} KB). {EDGE_CACHES} regional caches ask the buckets. {100 * FOLLOWED_PART:g} % of the runners are followed by two phones for each of their rows.",
        "- No cold starts, no failures, no retries; S3 queues what is above its rate, instead of refusing it with 503.",
        "",
        "Quotas: docs.aws.amazon.com, Lambda (quotas; DynamoDB event source mappings), DynamoDB (on-demand capacity mode: 4,000 and 12,000 units of a new table, 1,000 and 3,000 a partition), CloudFront (quotas: 250,000 requests and 150 Gbps), S3 (performance guidelines), as seen on 2026-11-29 in stored copies; those of S3, SES and the carriers are from memory.",
    ]


def quantity(value: float) -> str:
    for unit, size in (("G", 1e9), ("M", 1e6)):
        if value >= size:
            return f"{value / size:,.1f} {unit}"
    return f"{value:,.0f}" if value >= 10 else f"{value:,.1f}"


def main() -> None:
    command_line.options(__doc__).parse_args()
    begun = time.monotonic()
    DOCUMENT.write_text(document(SEED))
    print(f"Kept in {DOCUMENT.relative_to(ROOT)}, {time.monotonic() - begun:.0f} s")


if __name__ == "__main__":
    main()
