"""A marathon as its timing software uploads it: 32,000 runners, a start and ten splits each, in the
order in which the rows come.

It is invented, and the same each time. Places are by clock time and assigned when somebody passes,
as by a client that uploads during the race; chip times are clock times minus the time at which the
runner crossed the start."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import rows as invented

RUNNERS = 32_000
BIBS = 39_999
WAVES, WAVE_MINUTES = 8, 10
SPLITS = {
    "5K": 5.0,
    "10K": 10.0,
    "15K": 15.0,
    "20K": 20.0,
    "Half": 21.0975,
    "25K": 25.0,
    "30K": 30.0,
    "35K": 35.0,
    "40K": 40.0,
    "Finish": 42.195,
}
SYLLABLES = "ba bel cor da den el fa fer gal ha han is jo ka kel la lin ma mer na nor o pa per ra ro sa sel ta tor u va ven wil yo ze".split()


@dataclass
class Row:
    """A row, with fields named as on the wire; those of a runner come first."""

    person_id: str
    bib: str
    first: str
    last: str
    age: int
    gender: str
    age_group: str
    segment: str
    location: str
    seconds: int
    milliseconds: int
    chip_seconds: int
    chip_milliseconds: int
    ranking: int
    age_ranking: int
    gender_ranking: int
    local_time: str

    def wire(self) -> dict:
        start, finish = self.segment == "Start", self.segment == "Finish"
        more = {"distance": "Marathon", "occurence": 0 if start else 1, "finish": finish}
        return invented.row(0) | vars(self) | more


def name(random_: random.Random, syllables: int) -> str:
    return "".join(random_.choices(SYLLABLES, k=syllables)).capitalize()


def people(random_: random.Random) -> list[tuple]:
    """Person id, bib, first and last name, age, gender, age group."""
    firsts = [name(random_, 2) for _ in range(900)]
    lasts = [name(random_, 3) for _ in range(9_000)]
    known = []
    for bib in sorted(random_.sample(range(1, BIBS + 1), RUNNERS)):
        age = min(84, max(18, round(random_.gauss(41, 12))))
        gender = random_.choices(("Man", "Woman", "Non-binary"), (57, 42, 1))[0]
        known.append(
            (
                f"{bib}-M26",
                str(bib),
                random_.choice(firsts),
                random_.choice(lasts),
                age,
                gender,
                f"{age // 5 * 5}-{age // 5 * 5 + 4}",
            )
        )
    return known


def passages(random_: random.Random, bib: int) -> Iterator[tuple[int, str, int]]:
    """Which segment a runner passes when, and when they started: clock times in milliseconds."""
    wave = min(WAVES - 1, bib * WAVES // (BIBS + 1))
    start = wave * WAVE_MINUTES * 60_000 + random_.randrange(WAVE_MINUTES * 48_000)
    yield start, "Start", start
    # low bibs belong to the fast runners
    net = min(6.5, max(2.1, random_.gauss(3.3 + wave * 0.25, 0.45))) * 3_600_000
    slower = random_.uniform(0, 0.12)
    # some drop out
    last = 42.195 if random_.random() > 0.02 else random_.uniform(0, 42)
    for segment, km in SPLITS.items():
        if km <= last:
            part = km / 42.195
            yield (
                start + round(net * part * (1 - slower * (1 - part)) + random_.randrange(1_000)),
                segment,
                start,
            )


def rows() -> list[tuple[int, Row]]:
    """All rows with their clock time in milliseconds, in that order."""
    random_ = random.Random(26)
    passed = sorted(
        (clock, segment, start, who)
        for who in people(random_)
        for clock, segment, start in passages(random_, int(who[1]))
    )
    places: Counter = Counter()

    def next_place(*of) -> int:
        places[of] += 1
        return places[of]

    listed = []
    for clock, segment, start, who in passed:
        chip = clock - start
        placed = (
            (-1, -1, -1)
            if segment == "Start"
            else (
                next_place(segment),
                next_place(segment, who[5], who[6]),
                next_place(segment, who[5]),
            )
        )
        minutes, second = divmod(clock // 1000, 60)
        local = f"2026-04-05T{8 + minutes // 60:02}:{minutes % 60:02}:{second:02}.{clock % 1000:03}0000-04:00"
        listed.append(
            (
                clock,
                Row(
                    *who,
                    segment,
                    segment,
                    clock // 1000,
                    clock % 1000,
                    chip // 1000,
                    chip % 1000,
                    *placed,
                    local,
                ),
            )
        )
    return listed


def busiest_hour(listed: list[tuple[int, Row]]) -> int:
    """The second at which the busiest hour begins, in steps of a minute."""
    by_minute = Counter(clock // 60_000 for clock, _ in listed)
    return 60 * max(
        range(max(by_minute)),
        key=lambda minute: sum(by_minute[minute + later] for later in range(60)),
    )
