"""An event, a year and rows, created by the functions themselves in the tables of an edge."""

import base64
import hashlib
import itertools
import json

import events
import rows as invented
from edge import Edge
from function import Function

ROWS = invented.ROWS
SLUG, YEAR = "bench", "2026"
RACE = f"{SLUG}/{YEAR}"
PUBLISHED = f"results/{RACE}/"
WRITE = "bench-write-key"
# attributes of a row's item, and the fields that they hold
LETTERS = "b f l a g u d v t m c k o h j n i w".split()
STORED = (
    "bib first last age gender age_group distance division seconds milliseconds chip_seconds chip_milliseconds "
    "ranking age_ranking gender_ranking finish type local_time"
).split()
number = itertools.count(1)


class WrongAnswer(Exception):
    """A function answered something other than was expected."""


def rows(batch: int, correction: int = 0) -> list[dict]:
    """Finishes of twenty people; `correction` gives the same people other times."""
    return [
        row
        | {
            "seconds": row["seconds"] + correction,
            "chip_seconds": row["chip_seconds"] + correction,
        }
        for row in invented.batch(batch)
    ]


async def call(
    function: Function,
    method: str,
    path: str,
    body: dict | None,
    key: str = WRITE,
    expected: tuple[int, ...] = (200, 204),
) -> dict:
    answer = await function.invoke(events.request(method, path, body, key, next(number)))
    if answer["statusCode"] not in expected:
        raise WrongAnswer(
            f"{method} {path}: {answer['statusCode']} {answer['body']}\n{function.output()}"
        )
    return answer


async def upload(function: Function, sent: list[dict]) -> None:
    await call(function, "POST", "/results/add", {"slug": SLUG, "year": YEAR, "results": sent})


def item(row: dict, stamp: str) -> dict:
    """As `results.add` stores a row."""
    found = {
        "p": {"S": RACE},
        "q": {"S": f"r#{row['person_id']}#{row['location']}#{row['occurence']}"},
        "s": {"B": stamp},
    }
    for letter, name in zip(LETTERS, STORED, strict=True):
        if value := row[name]:  # what is empty is left out
            kind = {bool: "BOOL", int: "N", str: "S"}[type(value)]
            found[letter] = {kind: value if kind == "BOOL" else str(value)}
    return found


def store(edge: Edge, rows: list[dict], at_ms: int) -> list[dict]:
    """Puts rows into the table as of a moment: uploading them would take hours for a large race.
    Returns the stream's records."""
    stamp = base64.b64encode(at_ms.to_bytes(6, "big") + b"upload").decode()
    return edge.put_items("RacesTable", [item(row, stamp) for row in rows])


async def as_uploaded(edge: Edge, rows: list[dict]) -> None:
    """Fails unless `results.add` stores these rows as `store` does."""
    async with Function("results.add", edge) as function:
        await upload(function, rows)
    images = [record["dynamodb"]["NewImage"] for record in edge.new_records()]
    stored = [one for one in images if one["p"]["S"] == RACE]
    expected = {one["q"]["S"]: one for one in (item(row, "") for row in rows)}
    for one in stored:
        if one != expected.pop(one["q"]["S"], {}) | {"s": one["s"]}:
            raise WrongAnswer(f"results.add stores {one}")
    if expected:
        raise WrongAnswer(f"results.add has not stored {list(expected)}")


async def with_event(live: bool = False) -> Edge:
    """An edge whose tables hold a key, an event and a year."""
    edge = Edge()
    await edge.start()
    digest = hashlib.sha256(WRITE.encode()).hexdigest()
    key = {"p": digest, "ac": "bench-account", "ty": "write"}
    edge.put_items("KeysTable", [{name: {"S": value} for name, value in key.items()}])
    event = {"name": "Spring Ten Mile", "slug": SLUG, "type": "distance"}
    event["contact_email"] = "director@example.org"
    year = {"year": YEAR, "date_time": f"{YEAR}-04-05T07:30:00-04:00", "days_allowed": 2}
    year |= {"ranking_type": "gun", "live": live}
    async with Function("events.add", edge) as function:
        await call(function, "POST", "/event/add", {"event": event})
    async with Function("years.add", edge) as function:
        await call(function, "POST", "/event-year/add", {"slug": SLUG, "event_year": year})
    return edge


async def pointer(edge: Edge) -> dict:
    """What has been published last of the race."""
    return json.loads(await edge.object(f"{PUBLISHED}current.json"))
