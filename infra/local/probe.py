"""Asks a Chute from outside whether it serves, as an example for cron on a machine elsewhere
(docs/runbook.md). Needs nothing but Python 3.

    python3 probe.py https://results.example.org/ [--race river-10k/2026 --age 300]

Prints one line. The exit code is 0 if all is well, else 1. --race names a race that is published;
with --age, its pointer may be so many seconds old, as on a race day while results come in."""

import argparse
import http.client
import json
import sys
import urllib.error
import urllib.request
from datetime import datetime, timezone

PATIENCE_S = 15


class Wrong(Exception):
    pass


def get(address: str) -> bytes:
    try:
        with urllib.request.urlopen(address, timeout=PATIENCE_S) as answer:
            return answer.read()
    except urllib.error.HTTPError as error:
        raise Wrong(f"ANSWERS {error.code}: {address}") from error
    except (OSError, ValueError, http.client.HTTPException) as error:
        raise Wrong(f"UNREACHABLE: {address}: {getattr(error, 'reason', error)}") from error


def looked(site: str, race: str | None, age: int | None) -> str:
    for host in ("api", "remote-api"):
        get(f"{site}{host}/health")
    if race is None:
        return "OK: both APIs answer"
    address = f"{site}downloads/results/{race}/current.json"
    try:
        pointer = json.loads(get(address))
        made = datetime.fromisoformat(pointer["updated_at"].replace("Z", "+00:00"))
        seconds = round((datetime.now(timezone.utc) - made).total_seconds())
        rows, url = pointer["count"], pointer["url"]
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise Wrong(f"UNREADABLE: {address} is no pointer") from error
    if age is not None and seconds > age:
        raise Wrong(f"OLD: results of {race} are {seconds} s old, and {age} s are allowed")
    get(f"{site}downloads/{url}")
    return f"OK: {race} has {rows} rows, made {seconds} s ago"


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("site", help="https://results.example.org/")
    options.add_argument("--race", metavar="SLUG/YEAR")
    options.add_argument("--age", type=int, metavar="SECONDS")
    chosen = options.parse_args()
    try:
        print(looked(chosen.site.rstrip("/") + "/", chosen.race, chosen.age))
    except Wrong as wrong:
        sys.exit(str(wrong))
