"""Which races are measured: the small one in the repository, whose people are invented, or those in
the folder that CHUTE_DATA names.

The small one is a fixture: quay-ten-mile.csv has a line for each uploaded row as on the wire
(contract 2.3), quay-ten-mile.segments.csv is its course. Nobody in it exists, and no time was ever
run, but it has what happens at races: people who cross the start minutes after the gun, stop on the
way, have no age or gender, want no name shown, or share a time with somebody.

Bars that need a race of thousands apply only if such a race is given; the figures say which race
they are from."""

import csv
import gzip
import os
from pathlib import Path

OWN = Path(__file__).resolve().parent / "races" / "quay-ten-mile.csv"
LARGE = "ten-mile-2017.csv.gz"  # the one that bars were set on
NUMBERS = (
    "age seconds milliseconds chip_seconds chip_milliseconds occurence ranking age_ranking gender_ranking type "
    "division_ranking"
).split()
TRUTHS = ("finish", "anonymous")


def folder() -> Path | None:
    """The folder of CHUTE_DATA; None without one."""
    given = os.environ.get("CHUTE_DATA")
    if given and not Path(given).is_dir():
        raise SystemExit(
            f"CHUTE_DATA must name a folder with races as *.csv.gz, and {given} is none."
        )
    return Path(given).resolve() if given else None


def one() -> Path:
    """The race whose files and answers are measured."""
    given = folder()
    if given is None:
        return OWN
    if not (given / LARGE).exists():
        raise SystemExit(f"CHUTE_DATA names {given}, which has no {LARGE}.")
    return given / LARGE


def every() -> list[Path]:
    """The races whose estimates are compared: the repository's, and those of CHUTE_DATA."""
    given = folder()
    return [OWN, *(sorted(given.glob("*.csv.gz")) if given else [])]


def rows(race: Path) -> list[dict]:
    """Its rows as on the wire; an empty number is sent as 0."""
    opened = gzip.open if race.suffix == ".gz" else open
    with opened(race, "rt", newline="", encoding="utf-8") as file:
        return [
            line
            | {name: int(line[name] or 0) for name in NUMBERS}
            | {name: line[name] == "true" for name in TRUTHS}
            for line in csv.DictReader(file)
        ]


def stem(race: Path) -> str:
    return race.name.partition(".")[0]


def named(race: Path) -> str:
    """How the text of a figure names its race."""
    return (
        f"infra/bench/races/{race.name} (invented people)"
        if race == OWN
        else f"{race.name} of CHUTE_DATA"
    )
