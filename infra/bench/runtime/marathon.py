"""A marathon of any size, with ten timing points per runner, in the table of an edge; the same
every time.

It has too many rows to upload one by one, or to keep as items: `results.add` stores one row, which
shows what an item looks like, and the items of all others are made on request."""

import base64
import random
import time
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from datetime import timedelta
from itertools import accumulate

import race_day
import scene
from edge import Edge
from function import Function
from rows import Passage, Places

POINTS = race_day.SPLITS
FINISH = len(POINTS) - 1
GUN = race_day.GUN - timedelta(minutes=30)
FIRST_NAMES = {
    "Woman": "Margaret Ana Priya Siobhán Chen Keisha Ingrid Fatima Laura Yuki Beatriz Hannah Olga Ruth Naledi Claire Emma Sofia Grace Mei".split(),
    "Man": "James Luis Arjun Seán Wei Darnell Lars Omar Thomas Kenji João Noah Pavel Samuel Thabo Pierre Liam Mateo Henry Jun".split(),
}
LAST_NAMES = (
    "Feather Stone Whit Black Green Hol Ash Brad Cald Dun Ever Farn Gold Hart Lang Mar North Os Pem Rad Shaw Thorn West York".split(),
    "stone man field well ley ton ford worth wick by more land wood bridge dale ham son ridge brook burn gate hill er ard".split(),
)
# all values differ, so that each can be found again in the item
TELLING = scene.row(0) | {
    "person_id": "the person",
    "bib": "the bib",
    "first": "the first",
    "last": "the last",
    "age": 101,
    "gender": "the gender",
    "age_group": "the group",
    "distance": "the distance",
    "seconds": 102,
    "milliseconds": 103,
    "chip_seconds": 104,
    "chip_milliseconds": 105,
    "segment": "the place",
    "location": "the place",
    "occurence": 109,
    "ranking": 106,
    "age_ranking": 107,
    "gender_ranking": 108,
    "local_time": "the time",
}


class ItemForm:
    """The form of a row's item, learned from one whose row is known."""

    def __init__(self, item: dict, sent: dict):
        self.fields: dict[
            str, tuple[str, str]
        ] = {}  # attribute → its type, and the field of the row that it holds
        for attribute in sorted(item.keys() - {"p", "q", "s"}):
            ((kind, stored),) = item[attribute].items()
            (field,) = (name for name, told in sent.items() if str(told) == str(stored))
            self.fields[attribute] = kind, field
        self.key = (
            item["q"]["S"]
            .replace(sent["person_id"], "{person_id}")
            .replace(sent["location"], "{location}")
            .replace(f"#{sent['occurence']}", "#{occurence}")
        )

    def item(self, p: str, row: dict, stamp: str) -> dict:
        item = {
            attribute: {kind: row[field] if kind == "BOOL" else str(row[field])}
            for attribute, (kind, field) in self.fields.items()
        }
        return {"p": {"S": p}, "q": {"S": self.key.format_map(row)}, "s": {"B": stamp}} | item


async def learned_form() -> ItemForm:
    edge = await scene.with_event()
    async with Function("results.add", edge) as function:
        await scene.upload(function, [TELLING])
    (item,) = edge.tables.items["RACES"].values()
    return ItemForm(item, TELLING)


class Marathon:
    """A marathon that everybody has finished; the order in which they pass a point gives the places
    there."""

    def __init__(self, rows: int):
        chance = random.Random(rows)
        self.people = [person(chance, place) for place in range(rows // len(POINTS))]
        self.behind = [
            int(chance.triangular(0, 1_500_000, 200_000)) for _ in self.people
        ]  # ms from the gun to the start line
        self.chip = [chip_times(chance) for _ in self.people]
        self.places = [
            places(
                self.people,
                point,
                [behind + chip[at] for behind, chip in zip(self.behind, self.chip, strict=True)],
            )
            for at, point in enumerate(POINTS)
        ]

    def row(self, runner: int, point: int, later_ms: int = 0) -> dict:
        """The row as timing clients send it; with `later_ms` its time is that much later."""
        chip = self.chip[runner][point] + later_ms
        return Passage(
            self.people[runner],
            list(POINTS)[point],
            chip + self.behind[runner],
            chip,
            self.places[point][runner],
        ).wire(GUN)


def person(chance: random.Random, place: int) -> dict:
    gender = chance.choice(("Woman", "Man"))
    age = min(85, max(18, int(chance.gauss(41, 12))))
    return {
        "person_id": f"{place + 1}-C17",
        "distance": "Marathon",
        "bib": str(place + 1),
        "first": chance.choice(FIRST_NAMES[gender]),
        "last": "".join(map(chance.choice, LAST_NAMES)),
        "age": age,
        "gender": gender,
        "age_group": f"{age // 5 * 5}-{age // 5 * 5 + 4}",
    }


def chip_times(chance: random.Random) -> list[int]:
    """Milliseconds at each point, a little slower from point to point."""
    pace = min(max(chance.gauss(365_000, 65_000), 185_000), 580_000)  # ms a kilometre
    stretches = [
        after - before
        for before, after in zip([0.0, *POINTS.values()], POINTS.values(), strict=False)
    ]
    paces = [pace * (1 + 0.02 * at + chance.uniform(-0.02, 0.02)) for at in range(len(stretches))]
    return [
        int(ms)
        for ms in accumulate(
            length * slower for length, slower in zip(stretches, paces, strict=True)
        )
    ]


def places(people: list[dict], point: str, times: list[int]) -> list[tuple[int, int, int]]:
    """Each person's place at a point."""
    found, taken = [(0, 0, 0)] * len(people), Places()
    for at in sorted(range(len(people)), key=times.__getitem__):
        found[at] = taken.next(point, people[at])
    return found


class Rows(Mapping):
    """The items of the race by partition and sort key, as the tables keep the items of all other
    races."""

    def __init__(self, rows: int, form: ItemForm):
        self.marathon, self.form, self.p = Marathon(rows), form, scene.RACE
        self.begun_ms, self.corrections = int(time.time() * 1_000), 0
        key_of = form.key.format
        passages = {
            key_of(person_id=who["person_id"], location=location, occurence=1): (runner, point)
            for runner, who in enumerate(self.marathon.people)
            for point, location in enumerate(POINTS)
        }
        self.passages = {(self.p, q): passages[q] for q in sorted(passages)}
        self.sorted = list(self.passages)
        self.corrected: dict[tuple[str, str], dict] = {}

    def __getitem__(self, key: tuple[str, str]) -> dict:
        return self.corrected.get(key) or self.form.item(
            self.p, self.marathon.row(*self.passages[key]), stamp(self.begun_ms)
        )

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self.sorted)

    def __len__(self) -> int:
        return len(self.sorted)

    def keys_below(self, p: str, prefix: str) -> list[tuple[str, str]]:
        return self.sorted[
            bisect_left(self.sorted, (p, prefix)) : bisect_left(
                self.sorted, (p, prefix + "\U0010ffff")
            )
        ]

    def uploaded(self, at_once: int) -> Iterator[list[dict]]:
        """The stream's records of all rows, in batches. People come in the order of their slots
        (chute_domain::pieces), so that a batch touches few pieces and loading is quick; any other
        order leads to the same race."""
        slots = [slot(who["bib"]) for who in self.marathon.people]
        keys = sorted(self.passages, key=lambda key: (slots[(of := self.passages[key])[0]], of))
        for first in range(0, len(keys), at_once):
            yield [record(self[key]) for key in keys[first : first + at_once]]

    def correct(self, runners: list[int], point: int) -> list[dict]:
        """Gives each of these runners a time at a point that they have never had there, and returns
        the stream's records of that."""
        self.corrections += 1
        at = stamp(self.begun_ms + self.corrections)
        items = [
            self.form.item(self.p, self.marathon.row(runner, point, 1_000 * self.corrections), at)
            for runner in runners
        ]
        self.corrected |= {(self.p, item["q"]["S"]): item for item in items}
        return [record(item) for item in items]


def stamp(ms: int) -> str:
    return base64.b64encode(ms.to_bytes(6, "big") + b"upload").decode()


def record(item: dict) -> dict:
    return {"table": "RACES", "keys": {"p": item["p"], "q": item["q"]}, "image": item}


def slot(bib: str) -> int:
    """FNV-1a with its bits reversed. If it differed from the publisher's, loading would only take
    longer."""
    value = 0x811C9DC5
    for byte in bib.encode():
        value = (value ^ byte) * 0x01000193 & 0xFFFFFFFF
    return int(f"{value:032b}"[::-1], 2)


async def with_marathon(rows: int, form: ItemForm, edge: Edge | None = None) -> tuple[Edge, Rows]:
    """An edge whose table of races holds a marathon with this many rows, none of which a stream has
    delivered yet."""
    edge = await scene.with_event(edge)
    table = edge.tables.items["RACES"] = Rows(rows, form)
    return edge, table
