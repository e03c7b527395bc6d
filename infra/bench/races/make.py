"""Makes a race with invented people, for tests and benches: quay-ten-mile.csv, with a line for each
uploaded row as on the wire (contract 2.3), and quay-ten-mile.segments.csv, its course.

    python3 infra/bench/races/make.py            writes both files again
    python3 infra/bench/races/make.py --check    fails where they are not what this makes

Its seed never changes, so the files are the same on every machine: nobody in them exists, and no
time was ever run. It contains what happens at races: people who cross the start minutes after the
gun, stop on the way, have no age or gender, want no name shown, or share a time with somebody."""

import csv
import io
import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1] / "local")]

from rows import Passage

ROWS, SEGMENTS = HERE / "quay-ten-mile.csv", HERE / "quay-ten-mile.segments.csv"
COLUMNS = (
    "person_id bib first last age gender age_group distance seconds milliseconds chip_seconds chip_milliseconds segment location "
    "occurence ranking age_ranking gender_ranking finish type anonymous local_time division division_ranking"
).split()

GUN = datetime(2026, 5, 17, 7, 30, tzinfo=timezone(timedelta(hours=-7)))
MILE_S = 1609.344 / 1000  # seconds of a mile at a second a kilometre
KM = {
    "10 Mile": {"5K": 5.0, "5 Mile": 5 * MILE_S, "15K": 15.0, "Finish": 10 * MILE_S},
    "5K": {"Finish": 5.0},
}
# hills slow everybody: 1.06 is a stretch that takes the field 6 % longer than its length suggests
HILLS = {"10 Mile": (0.99, 1.03, 0.98, 1.08), "5K": (1.0,)}
PEOPLE = {"10 Mile": 420, "5K": 130}
FIRST_BIB = {"10 Mile": 101, "5K": 5001}
DNF = 30

WOMEN = "Amira Beatriz Chloé Dagny Elspeth Farida Gwen Hanako Ilse Jolene Katya Leocadia Mirela Noor Oriana Paloma Quilla Rosalind Saskia Tove".split()
MEN = "Anselm Bjarne Casimir Diego Emeka Florin Gareth Haruto Ivo Joaquín Kofi Laszlo Mateus Nils Osei Pavel Rafiq Søren Tomasz Ugo".split()
OTHERS = "Ari Briar Corin Devon Ellis Frankie".split()
LAST = [
    "Ald Bram Crow Dun Elm Fenn Gar Hol Ist Jor Kes Lor Mor Nar Oster Pell Quen Rav Stan Thor".split(),
    "aby berg cott dale eski field gate ham ides kin lund mere nova over quist rell stad ton uma wick".split(),
]


@dataclass
class Runner:
    number: int
    distance: str
    who: dict[str, object]
    pace: float  # seconds a kilometre on the flat
    start_ms: int  # from the gun to the own start; mats read tenths
    stops_after: int | None  # points passed by somebody who stops
    passed: list[tuple[str, int]] = field(
        default_factory=list
    )  # point and chip time in milliseconds


def around(chance: random.Random, middle: float, spread: float) -> float:
    """A number near the middle. It uses only random(), whose sequence Python promises to keep: the
    sum of twelve is close to a bell curve."""
    return middle + spread * (sum(chance.random() for _ in range(12)) - 6)


def pick(chance: random.Random, of: list[str]) -> str:
    return of[int(chance.random() * len(of))]


def runner(chance: random.Random, distance: str, index: int, number: int) -> Runner:
    kind = chance.random()
    gender, names = (
        ("Woman", WOMEN)
        if kind < 0.47
        else ("Man", MEN)
        if kind < 0.95
        else ("Non-Binary", OTHERS)
        if kind < 0.98
        else ("", OTHERS)
    )
    age = max(9, round(around(chance, 39 if distance == "10 Mile" else 31, 12)))
    group = (
        "Under 20"
        if age < 20
        else "70 and over"
        if age >= 70
        else f"{age // 10 * 10}-{age // 10 * 10 + 9}"
    )
    if chance.random() < 0.02:
        age, group = 0, ""  # not told at the registration
    pace = max(178.0, around(chance, 335 if gender == "Man" else 372, 48) + max(0, age - 45) * 2.2)
    passes = len(KM[distance])
    return Runner(
        number,
        distance,
        {
            "person_id": f"{number}-QTM",
            "bib": str(FIRST_BIB[distance] + index),
            "first": pick(chance, names),
            "last": pick(chance, LAST[0]) + pick(chance, LAST[1]),
            "age": age,
            "gender": gender,
            "age_group": group,
            "anonymous": chance.random() < 0.015,
            "division": pick(chance, ["Clubs", "Companies", "Schools"])
            if chance.random() < 0.12
            else "",
        },
        pace,
        int(max(0.0, pace - 180 + 20 * chance.random()) * 5.2) * 100,
        int(chance.random() * passes) if chance.random() < 0.02 else None,
    )


def run(chance: random.Random, one: Runner) -> None:
    """The points that a runner passes. Runners who began too fast slow down stretch by stretch, and
    no two stretches are run alike."""
    chip, before, drift = 0.0, 0.0, around(chance, 1.012, 0.012)
    for stretch, (point, km) in enumerate(KM[one.distance].items()):
        if stretch == one.stops_after:
            return
        chip += (
            (km - before)
            * one.pace
            * HILLS[one.distance][stretch]
            * drift**stretch
            * around(chance, 1, 0.012)
        )
        before = km
        one.passed.append((point, int(chip * 10) * 100))


def rows(runners: list[Runner]) -> Iterator[dict[str, object]]:
    for one in runners:
        yield row(one, "Start", 0)
        for point, chip_ms in one.passed:
            yield row(one, point, chip_ms)
        if one.stops_after is not None:
            yield row(one, "Finish", 0, kind=DNF)


def row(one: Runner, point: str, chip_ms: int, kind: int = 0) -> dict[str, object]:
    unplaced = (-1, -1, -1)
    passage = Passage(one.who, point, chip_ms + one.start_ms, chip_ms, unplaced)
    return passage.wire(GUN) | {"distance": one.distance, "type": kind}


def places(all_rows: list[dict[str, object]]) -> None:
    """Places by clock time at each point of a distance, as the timing client sends them. There are
    none at the start, and none for runners who stopped."""
    counts: Counter[tuple] = Counter()
    for one in sorted(all_rows, key=lambda one: (one["seconds"], one["milliseconds"], one["bib"])):
        if one["occurence"] == 0 or one["type"] == DNF:
            continue
        here = (one["distance"], one["segment"])
        for column, among in (
            ("ranking", ()),
            ("gender_ranking", (one["gender"],)),
            ("age_ranking", (one["gender"], one["age_group"])),
            ("division_ranking", ("", one["division"])),
        ):
            if all(among) or (column == "division_ranking" and one["division"]):
                counts[column, here, among] += 1
                one[column] = counts[column, here, among]


def race() -> list[dict[str, object]]:
    chance = random.Random("quay-ten-mile")
    runners = []
    for distance, count in PEOPLE.items():
        runners += [
            runner(chance, distance, index, len(runners) + index + 1) for index in range(count)
        ]
    for one in runners:
        run(chance, one)
    found = list(rows(runners))
    places(found)
    return sorted(
        found, key=lambda one: (one["local_time"], one["person_id"], one["type"])
    )  # in the order in which they are read


def text(columns: list[str], lines: list[dict[str, object]]) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(
        {
            name: str(value).lower() if isinstance(value, bool) else value
            for name, value in line.items()
        }
        for line in lines
    )
    return out.getvalue()


def files() -> dict[Path, str]:
    course = [
        {
            "distance_name": distance,
            "name": point,
            "location": point,
            "distance_value": round(km, 3),
            "distance_unit": "km",
        }
        for distance, points in KM.items()
        for point, km in points.items()
    ]
    return {ROWS: text(COLUMNS, race()), SEGMENTS: text(list(course[0]), course)}


def main() -> None:
    made = files()
    if sys.argv[1:] == ["--check"]:
        if other := [
            file.name
            for file, content in made.items()
            if not file.exists() or file.read_bytes() != content.encode()
        ]:
            raise SystemExit(
                f"{', '.join(other)}: not what infra/bench/races/make.py makes. Run it, and look at what changed."
            )
        print(f"{made[ROWS].count(chr(10)) - 1:,} rows, as they are made")
    elif sys.argv[1:]:
        raise SystemExit(__doc__)
    else:
        for file, content in made.items():
            file.write_bytes(content.encode())


if __name__ == "__main__":
    main()
