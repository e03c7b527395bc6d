"""What a phone downloads of a race, compared with the contract's JSON of the same race.

A `chute serve` of its own gets the race's rows and makes all of its files anew. What it answers has to
be what was sent."""

import gzip
import json
import re
import urllib.request
from operator import itemgetter

import chute
import races
from figures import Figure, Part
from laptop import upload
from server import Server, on_an_empty_folder
from settings import CLI
from timing_client import YEAR, TimingClient

TITLE = "Ten-mile race as published"
SLUG = "bench"
OF_A_VERSION = re.compile(r"\b[a-z]-[0-9a-f]{16}\.json")
# bytes per runner in a board without names. Each race has its own bar: what a board holds only once
# weighs more if there are few runners
BARS = {"ten-mile-2017": 7.8, "quay-ten-mile": 10.7}


def published(server: Server) -> dict[str, bytes]:
    """Every file of the race as stored, from the pointer on, by its name."""
    found, left = {}, {"current.json"}
    while left:
        name = left.pop()
        address = f"{server.address}downloads/results/{SLUG}/{YEAR}/{name}"
        asked = urllib.request.Request(address, headers={"Accept-Encoding": "gzip"})
        with urllib.request.urlopen(asked) as answer:
            found[name] = answer.read()
        left |= set(OF_A_VERSION.findall(plain(found[name]))) - found.keys()
    return found


def answered(server: Server, key: str) -> bytes:
    """The whole answer of the contract as sent, gzip: otherwise it would be too large."""
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    asked = urllib.request.Request(
        f"{server.address}api/results",
        json.dumps({"slug": SLUG, "year": YEAR}).encode(),
        headers | {"Accept-Encoding": "gzip"},
    )
    with urllib.request.urlopen(asked) as answer:
        return answer.read()


def plain(stored: bytes) -> str:
    return (gzip.decompress(stored) if stored.startswith(b"\x1f\x8b") else stored).decode()


def same(sent: list[dict], answer: dict) -> None:
    """Every row is answered as it was sent, but without the name of who wants none shown, and one that
    ends a race early with the time that sorts last (contract 6.7)."""
    shown = [
        row
        | ({"first": "", "last": ""} if row["anonymous"] else {})
        | ({"seconds": 1_000_000} if row["type"] in (3, 30) else {})
        for row in sent
    ]
    answered = [row for rows in answer["results"].values() for row in rows]
    of_row = itemgetter("person_id", "location", "occurence")
    if sorted(answered, key=of_row) != sorted(shown, key=of_row):
        raise SystemExit("What the program answers is not what was sent.")


def measure() -> Part:
    race = races.one()
    sent = races.rows(race)
    with on_an_empty_folder(CLI) as server:
        key = server.write_key()
        client = TimingClient(server.address, key, SLUG, patience_s=60)
        client.keep_connection()
        client.make_race()
        upload(client, sent)
        client.until_published(len(sent))
        chute.run("--data", server.data, "rebuild", "--slug", SLUG)
        files = published(server)
        contract = answered(server, key)
    same(sent, json.loads(plain(contract)))
    size = {name: len(body) for name, body in files.items()}
    pointer = json.loads(files["current.json"])
    boards = json.loads(plain(files[pointer["lines"]]))["boards"]
    runners = {one["distance"]: json.loads(plain(files[one["board"]]))["lines"] for one in boards}
    everybody = sum(runners.values())
    head, lines = size[pointer["url"].rpartition("/")[2]], size[pointer["lines"]]
    first_screen = size["current.json"] + head
    shards = [bytes_ for name, bytes_ in size.items() if name.startswith("s-")]
    how = (
        f"All rows of {races.named(race)}, uploaded to a `chute serve` which then made all files anew (`chute rebuild`); bytes as stored and sent (gzip; the pointer plain). "
        "The contract's JSON is the whole answer of `POST /results`, as sent: it had to be what was uploaded."
    )
    figures = [
        Figure(
            "board without names, per runner",
            sum(size[one["board"]] for one in boards) / everybody,
            "bytes",
            BARS.get(races.stem(race)),
        ),
        Figure("names, per runner", sum(size[one["names"]] for one in boards) / everybody, "bytes"),
        *(
            Figure(
                f"{one['distance']}: {part} of {runners[one['distance']]:,} runners",
                size[one[part]],
                "bytes",
            )
            for one in boards
            for part in ("board", "names")
        ),
        Figure("first screen with names (pointer + head)", first_screen, "bytes", 60_000),
        Figure("lines (what names boards and their changes)", lines, "bytes"),
        Figure("of it the head", head, "bytes"),
        Figure(
            "whole page, largest distance (pointer + head + lines + board + names)",
            first_screen + lines + max(size[one["board"]] + size[one["names"]] for one in boards),
            "bytes",
        ),
        Figure("shards, all rows", sum(shards), "bytes"),
        Figure("shards", len(shards)),
        Figure("the largest shard: what one runner's page loads", max(shards), "bytes", 25_000),
        Figure("contract JSON, gzip", len(contract), "bytes"),
        Figure("contract JSON, gzip, per runner", len(contract) / everybody, "bytes"),
        Figure("contract JSON, plain", len(plain(contract).encode()), "bytes"),
    ]
    return Part(TITLE, how, figures)
