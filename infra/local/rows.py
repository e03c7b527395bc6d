"""Invented rows of results, as a timing client sends them (contract 2.3)."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone

ROWS = 20  # in one call


def row(bib: int, **fields: object) -> dict:
    """A finish of an invented person, with other values for the fields that are given. The second of
    the gun time shows the bib: 2,000 + bib."""
    return {
        "person_id": f"{bib}-INV",
        "bib": str(bib),
        "first": "First",
        "last": f"Last{bib}",
        "age": 20 + bib % 10,
        "gender": "Woman" if bib % 2 else "Man",
        "age_group": "20-29",
        "distance": "10 KM",
        "seconds": 2_000 + bib,
        "milliseconds": 0,
        "chip_seconds": 1_990 + bib,
        "chip_milliseconds": 0,
        "segment": "Finish",
        "location": "Finish",
        "occurence": 1,
        "ranking": bib,
        "age_ranking": bib,
        "gender_ranking": bib,
        "finish": True,
        "type": 0,
        "anonymous": False,
        "local_time": "2026-05-02T08:33:20.0000000-07:00",
        "division": "",
        "division_ranking": -1,
    } | fields


def passage(bib: int, segment: str, **fields: object) -> dict:
    """Somebody is at a timing point now."""
    now = datetime.now(timezone.utc).isoformat(timespec="seconds")
    here = {"segment": segment, "location": segment, "finish": segment == "Finish"}
    return row(bib, **here, local_time=now, **fields)


def batch(number: int) -> list[dict]:
    """The rows of the call with this number, from 0 on: each has new people."""
    return [row(bib) for bib in range(number * ROWS + 1, (number + 1) * ROWS + 1)]


@dataclass
class Passage:
    """A runner at a timing point; times in milliseconds, of the gun and of the own start."""

    who: dict  # fields of the row
    point: str
    clock: int
    chip: int
    places: tuple[int, int, int]  # overall, of the gender, of its age group

    def wire(self, gun: datetime) -> dict:
        """The row as timing clients send it."""
        at = (gun + timedelta(milliseconds=self.clock)).isoformat(timespec="milliseconds")
        overall, of_gender, of_group = self.places
        return (
            row(0)
            | self.who
            | {
                "seconds": self.clock // 1000,
                "milliseconds": self.clock % 1000,
                "chip_seconds": self.chip // 1000,
                "chip_milliseconds": self.chip % 1000,
                "segment": self.point,
                "location": self.point,
                "occurence": 0 if self.point == "Start" else 1,
                "ranking": overall,
                "age_ranking": of_group,
                "gender_ranking": of_gender,
                "finish": self.point == "Finish",
                "local_time": f"{at[:23]}0000{at[23:]}",
            }
        )


class Places:
    """Gives places to people in the order in which they pass."""

    def __init__(self) -> None:
        self.taken: Counter[tuple] = Counter()

    def next(self, point: str, who: dict) -> tuple[int, int, int]:
        gender, group = who["gender"], who["age_group"]
        among = ((point,), (point, gender), (point, gender, group))
        self.taken.update(among)
        overall, of_gender, of_group = (self.taken[each] for each in among)
        return overall, of_gender, of_group
