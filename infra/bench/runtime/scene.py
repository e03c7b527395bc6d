"""An event, a year and rows, created by the functions themselves in the tables of an edge."""

import itertools
import json

import events
import rows as invented
from edge import Edge
from function import Function

SLUG, YEAR = "bench", "2026"
RACE = f"{SLUG}/{YEAR}"
PUBLISHED = f"DOWNLOADS/results/{RACE}/"
WRITE, READ = "bench-write-key", "bench-read-key"
ROWS = invented.ROWS
number = itertools.count(1)


class WrongAnswer(Exception):
    """A function answered something other than was expected."""


def row(place: int, correction: int = 0) -> dict:
    """A finish as timing clients send it; `correction` gives the same person another time."""
    bib = 10_000 + place
    return invented.row(
        bib,
        person_id=f"{bib}-C17",
        first="Margaret",
        last=f"Feather{bib}",
        age=20 + place % 60,
        gender="Woman",
        age_group="30-39",
        distance="10 Mile",
        seconds=5_000 + correction,
        milliseconds=400,
        chip_seconds=4_900 + correction,
        chip_milliseconds=100,
        ranking=1 + place,
        age_ranking=321,
        gender_ranking=1_234,
        local_time="2026-04-05T08:53:45.4000000-04:00",
    )


def rows(batch: int, correction: int = 0) -> list[dict]:
    return [row(batch * ROWS + place, correction) for place in range(ROWS)]


async def call(
    function: Function,
    method: str,
    path: str,
    body: dict | None,
    key: str = WRITE,
    gzip: bool = False,
    expected: tuple[int, ...] = (200, 204),
) -> dict:
    answer = await function.invoke(events.request(method, path, body, key, next(number), gzip))
    if answer["statusCode"] not in expected:
        raise WrongAnswer(
            f"{method} {path}: {answer['statusCode']} {answer['body']}\n{function.output()}"
        )
    return answer


async def upload(function: Function, sent: list[dict], slug: str = SLUG) -> None:
    await call(function, "POST", "/results/add", {"slug": slug, "year": YEAR, "results": sent})


async def with_event(edge: Edge | None = None, live: bool = False) -> Edge:
    """An edge whose tables hold a key, an event and a year."""
    edge = edge or Edge()
    await edge.start()
    edge.tables.add_key(WRITE, "write", "bench-account")
    edge.tables.add_key(READ, "read", "bench-account")
    year = {
        "year": YEAR,
        "date_time": "2026-04-05T07:30:00-04:00",
        "days_allowed": 2,
        "ranking_type": "gun",
        "live": live,
    }
    await add_events(edge, [SLUG], "Spring Ten Mile", year)
    return edge


async def add_events(edge: Edge, slugs: list[str], name: str, year: dict) -> None:
    """Adds events of this name, each with this year."""
    async with Function("events.add", edge) as function:
        for slug in slugs:
            event = {"name": name, "slug": slug, "type": "distance"}
            event["contact_email"] = "director@example.org"
            await call(function, "POST", "/event/add", {"event": event})
    async with Function("years.add", edge) as function:
        for slug in slugs:
            await call(function, "POST", "/event-year/add", {"slug": slug, "event_year": year})


def pointer(edge: Edge) -> dict:
    """What has been published last of the race."""
    return json.loads(edge.buckets.objects[f"{PUBLISHED}current.json"][0])
