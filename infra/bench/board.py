"""What a phone downloads of a race, compared with the contract's JSON of the same race.

The files are made by infra/bench/race, a small program over chute-domain and chute-contract. It has
a target folder of its own: built together with the functions it would change the features of their
dependencies, and cargo would rebuild all of them each time."""

import json
import os
import subprocess
from pathlib import Path

import races
from figures import Figure, Part

ROOT = Path(__file__).resolve().parents[2]
TITLE = "Ten-mile race as published"
# bytes per runner in a board without names. Each race has its own bar: what a board holds only once
# weighs more if there are few runners
BARS = {"ten-mile-2017": 7.8, "quay-ten-mile": 10.7}


def publish(race: Path, folder: Path) -> dict:
    """Writes the race's published files into the folder and returns the program's figures."""
    target = Path(os.environ.get("CARGO_TARGET_DIR") or ROOT / "target") / "bench"
    command = ["cargo", "run", "--release", "--locked", "--quiet", "--package", "chute-bench-race"]
    done = subprocess.run(
        [*command, "--", str(race), str(folder)],
        cwd=ROOT,
        env=os.environ | {"CARGO_TARGET_DIR": str(target)},
        stdout=subprocess.PIPE,
    )
    if done.returncode != 0:
        raise SystemExit("chute-bench-race failed; its message is above.")
    return json.loads(done.stdout) | {"file": race}


def measure(race: dict) -> Part:
    how = (
        f"`chute_domain::snapshot::Whole` over all rows of {races.named(race['file'])}; bytes as stored and sent (gzip; the pointer plain). "
        "The contract's JSON is the whole answer of `POST /results` of the same snapshot, gzip at the same level (6)."
    )
    boards, contract = race["boards"], race["contract"]
    total = lambda part: sum(board[part] for board in boards)
    runners = race["runners"]
    each = [
        Figure(f"{board['distance']}: {part} of {board['runners']:,} runners", board[part], "bytes")
        for board in boards
        for part in ("board", "names")
    ]
    return Part(
        TITLE,
        how,
        [
            Figure(
                "board without names, per runner",
                total("board") / runners,
                "bytes",
                BARS.get(races.stem(race["file"])),
            ),
            Figure("names, per runner", total("names") / runners, "bytes"),
            *each,
            Figure(
                "first screen with names (pointer + head)",
                race["pointer"] + race["head"],
                "bytes",
                60_000,
            ),
            Figure("lines (what names boards and their changes)", race["lines"], "bytes"),
            Figure("of it the head", race["head"], "bytes"),
            Figure(
                "whole page, largest distance (pointer + head + lines + board + names)",
                race["pointer"]
                + race["head"]
                + race["lines"]
                + max(board["board"] + board["names"] for board in boards),
                "bytes",
            ),
            Figure("shards, all rows", race["shards_bytes"], "bytes"),
            Figure("shards", race["shards"]),
            Figure(
                "the largest shard: what one runner's page loads",
                race["largest_shard"],
                "bytes",
                25_000,
            ),
            Figure("contract JSON, gzip", contract["gzip"], "bytes"),
            Figure("contract JSON, gzip, per runner", contract["gzip"] / runners, "bytes"),
            Figure("contract JSON, plain", contract["bytes"], "bytes"),
        ],
    )
