"""Puts items of a restored copy back into the stack's table: the table keeps its name, stream and
alarms, and the publisher sees every item arrive.

    python3 infra/local/put_back.py --from COPY --to TABLE [--partition river-10k/2026] [--apply]

Without --apply it only counts. An item is written if the table has none, or an older one (by its
stamp, docs/decisions/storage.md), so whatever came in since the copy was taken stays. An item
without a stamp never replaces another. The program may be interrupted and repeated."""

import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice

import tools

tools.inside("emulator")  # which has boto3

import boto3
import command_line
from botocore.config import Config
from progress import stop

AT_ONCE = 16
STAMP_BYTES = 12
MISSING, OLDER = "attribute_not_exists(p)", "attribute_not_exists(p) OR s < :s"


def items(dynamodb, table: str, partition: str | None) -> Iterator[dict]:
    if partition is None:
        pages = dynamodb.get_paginator("scan").paginate(TableName=table, ConsistentRead=True)
    else:
        pages = dynamodb.get_paginator("query").paginate(
            TableName=table,
            ConsistentRead=True,
            KeyConditionExpression="p = :p",
            ExpressionAttributeValues={":p": {"S": partition}},
        )
    for page in pages:
        yield from page["Items"]


def key(item: dict) -> dict:
    return {name: item[name] for name in ("p", "q") if name in item}


def stamp(item: dict) -> bytes | None:
    found = item.get("s", {}).get("B", b"")
    return found if len(found) == STAMP_BYTES else None


def comes_back(item: dict, there: dict | None) -> bool:
    """What the condition of `put` decides, to count without writing."""
    if there is None:
        return True
    new, old = stamp(item), stamp(there)
    return new is not None and old is not None and old < new


def put(dynamodb, table: str, item: dict) -> bool:
    stamped = {"ConditionExpression": OLDER, "ExpressionAttributeValues": {":s": item.get("s")}}
    condition = stamped if stamp(item) else {"ConditionExpression": MISSING}
    try:
        dynamodb.put_item(TableName=table, Item=item, **condition)
    except dynamodb.exceptions.ConditionalCheckFailedException:
        return False
    return True


def put_back(dynamodb, copy: str, table: str, partition: str | None, apply: bool) -> Counter:
    def one(item: dict) -> str:
        if apply:
            return "put back" if put(dynamodb, table, item) else "left as they are"
        there = dynamodb.get_item(TableName=table, Key=key(item), ConsistentRead=True).get("Item")
        return "to be put back" if comes_back(item, there) else "left as they are"

    counted: Counter = Counter()
    source = items(dynamodb, copy, partition)
    with ThreadPoolExecutor(AT_ONCE) as threads:
        while batch := list(islice(source, 1_000)):  # so that a large table is not held in memory
            counted.update(threads.map(one, batch))
            print(f"\r  {sum(counted.values())} items", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return counted


def schema(dynamodb, table: str) -> list:
    return dynamodb.describe_table(TableName=table)["Table"]["KeySchema"]


def main() -> None:
    options = command_line.options(__doc__)
    options.add_argument(
        "--from", dest="copy", required=True, metavar="COPY", help="the restored table"
    )
    options.add_argument(
        "--to", dest="table", required=True, metavar="TABLE", help="the stack's table"
    )
    options.add_argument("--partition", help="only the items with this p, such as slug/year")
    options.add_argument("--apply", action="store_true", help="write")
    chosen = options.parse_args()
    dynamodb = boto3.client(
        "dynamodb",
        config=Config(
            max_pool_connections=AT_ONCE, retries={"total_max_attempts": 10, "mode": "adaptive"}
        ),
    )
    if chosen.copy == chosen.table or schema(dynamodb, chosen.copy) != schema(
        dynamodb, chosen.table
    ):
        stop(f"{chosen.copy} is no copy of {chosen.table}.")
    counted = put_back(dynamodb, chosen.copy, chosen.table, chosen.partition, chosen.apply)
    print(
        ", ".join(f"{count} {what}" for what, count in sorted(counted.items()))
        or "The copy has no such items."
    )
    if not chosen.apply and counted["to be put back"]:
        print("Nothing was written: say --apply.")


if __name__ == "__main__":
    with command_line.in_words():
        main()
