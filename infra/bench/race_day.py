"""A marathon as its timing software uploads it: 32,000 runners, a start and ten splits each, in the
order in which the rows come.

It is invented, and the same each time. Places are by clock time and assigned when somebody passes,
as by a client that uploads during the race; chip times are clock times minus the time at which the
runner crossed the start."""

import random
from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone

from rows import Passage, Places

GUN = datetime(2026, 4, 5, 8, tzinfo=timezone(timedelta(hours=-4)))
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


def name(random_: random.Random, syllables: int) -> str:
    return "".join(random_.choices(SYLLABLES, k=syllables)).capitalize()


def people(random_: random.Random, runners: int) -> list[dict]:
    firsts = [name(random_, 2) for _ in range(900)]
    lasts = [name(random_, 3) for _ in range(9_000)]
    known = []
    for bib in sorted(random_.sample(range(1, BIBS + 1), runners)):
        age = min(84, max(18, round(random_.gauss(41, 12))))
        gender = random_.choices(("Man", "Woman", "Non-binary"), (57, 42, 1))[0]
        known.append(
            {
                "person_id": f"{bib}-M26",
                "distance": "Marathon",
                "bib": str(bib),
                "first": random_.choice(firsts),
                "last": random_.choice(lasts),
                "age": age,
                "gender": gender,
                "age_group": f"{age // 5 * 5}-{age // 5 * 5 + 4}",
            }
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


def passed(runners: int = RUNNERS) -> list[Passage]:
    """Everybody at every point, in the order of the clock."""
    random_, places = random.Random(26), Places()
    timed = [
        (clock, point, start, who)
        for who in people(random_, runners)
        for clock, point, start in passages(random_, int(who["bib"]))
    ]
    timed.sort(key=lambda one: (*one[:3], one[3]["person_id"]))
    unplaced = (-1, -1, -1)
    return [
        Passage(
            who,
            point,
            clock,
            clock - start,
            unplaced if point == "Start" else places.next(point, who),
        )
        for clock, point, start, who in timed
    ]


def busiest_hour(everybody: list[Passage]) -> int:
    """The second at which the busiest hour begins, in steps of a minute."""
    by_minute = Counter(one.clock // 60_000 for one in everybody)
    return 60 * max(
        range(max(by_minute)),
        key=lambda minute: sum(by_minute[minute + later] for later in range(60)),
    )
