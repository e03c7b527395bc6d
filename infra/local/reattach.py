"""After a table was restored under its own name: gives it a stream, and attaches everything that read
the old one (the publisher, and with Alerts=server the selection of alerts) with the settings that it
had.

    python3 infra/local/reattach.py --stack chute --table RacesTable

The program may be interrupted and repeated: what is attached already stays as it is."""

import contextlib
import json
import re
import time
from collections.abc import Callable
from typing import Any

import tools

tools.inside("emulator")  # which has boto3

import boto3
import cloudformation
import command_line
from progress import note, step, stop

Clients = Callable[[str], Any]

READERS = ("SnapshotsPublish", "AlertsSelect")
BOUNDARY = "FunctionBoundary"
SETTINGS = (
    "StartingPosition",
    "BatchSize",
    "MaximumBatchingWindowInSeconds",
    "ParallelizationFactor",
    "DestinationConfig",
    "MaximumRecordAgeInSeconds",
    "BisectBatchOnFunctionError",
    "MaximumRetryAttempts",
    "FunctionResponseTypes",
    "FilterCriteria",
)
MOST_VERSIONS = 5  # of a policy
# IAM takes some seconds until a new version counts everywhere
TRIES, PAUSE_S = 12, 5


def stream_of(clients: Clients, table: str) -> tuple[str, str]:
    """The ARNs of a table and of its stream, which is switched on if it is not."""
    dynamodb = clients("dynamodb")
    found = dynamodb.describe_table(TableName=table)["Table"]
    if not found.get("StreamSpecification", {}).get("StreamEnabled"):
        on = {"StreamEnabled": True, "StreamViewType": "NEW_IMAGE"}
        found = dynamodb.update_table(TableName=table, StreamSpecification=on)["TableDescription"]
        dynamodb.get_waiter("table_exists").wait(TableName=table)
    return found["TableArn"], found["LatestStreamArn"]


def allow(clients: Clients, policy: str, table: str, stream: str) -> bool:
    """Makes a new version of the policy that names the new stream of the table in place of an old one.
    False if it names it already."""
    iam = clients("iam")
    of_table = re.compile(re.escape(f"{table}/stream/") + r'[^"]+')
    used = iam.get_policy(PolicyArn=policy)["Policy"]["DefaultVersionId"]
    document = iam.get_policy_version(PolicyArn=policy, VersionId=used)["PolicyVersion"]["Document"]
    text = document if isinstance(document, str) else json.dumps(document)
    if not of_table.search(text):
        stop(f"{policy} names no stream of {table}: it is not the boundary of this table's stack.")
    wanted = of_table.sub(stream, text)
    if wanted == text:
        return False
    versions = iam.list_policy_versions(PolicyArn=policy)["Versions"]
    if len(versions) >= MOST_VERSIONS:
        oldest = min(
            (one for one in versions if not one["IsDefaultVersion"]),
            key=lambda one: one["CreateDate"],
        )
        iam.delete_policy_version(PolicyArn=policy, VersionId=oldest["VersionId"])
    iam.create_policy_version(PolicyArn=policy, PolicyDocument=wanted, SetAsDefault=True)
    return True


def attach(clients: Clients, function: str, table: str, stream: str) -> int:
    """Attaches the function to the new stream for each mapping that it has to an old stream of the
    table, then removes the old mapping. Returns how many there were."""
    functions = clients("lambda")
    pages = functions.get_paginator("list_event_source_mappings").paginate(FunctionName=function)
    known = [one for page in pages for one in page["EventSourceMappings"]]
    old = [
        one
        for one in known
        if one.get("EventSourceArn", "").startswith(f"{table}/stream/")
        and one["EventSourceArn"] != stream
    ]
    if old and not any(one.get("EventSourceArn") == stream for one in known):
        settings = {name: old[0][name] for name in SETTINGS if old[0].get(name) not in (None, {})}
        create(functions, FunctionName=function, EventSourceArn=stream, **settings)
    for one in old:
        functions.delete_event_source_mapping(UUID=one["UUID"])
    return len(old)


def create(functions, **mapping) -> None:
    """Creates a mapping; waits until AWS sees that the function may read the stream."""
    for _ in range(TRIES):
        with contextlib.suppress(functions.exceptions.InvalidParameterValueException):
            functions.create_event_source_mapping(**mapping)
            return
        time.sleep(PAUSE_S)
    functions.create_event_source_mapping(**mapping)


def reattach(clients: Clients, there: dict[str, str], logical: str) -> None:
    """`there`: logical id → physical id of the stack's resources."""
    table, stream = stream_of(clients, there[logical])
    with step(f"Attaching the readers of {there[logical]} to {stream.rpartition('/')[2]}"):
        if allow(clients, there[BOUNDARY], table, stream):
            note("the boundary of the functions names the new stream")
        for reader in READERS:
            if reader in there and (moved := attach(clients, there[reader], table, stream)):
                note(f"{reader} reads it ({moved} of an old one removed)")
    mappings = clients("lambda").list_event_source_mappings(EventSourceArn=stream)
    if not mappings["EventSourceMappings"]:
        stop(
            f"Nothing reads the stream of {there[logical]}: {READERS[0]} had no mapping to an old one."
        )


def main() -> None:
    options = command_line.options(__doc__)
    options.add_argument("--stack", default="chute")
    options.add_argument(
        "--table", required=True, choices=("EventsTable", "RacesTable", "ParticipantsTable")
    )
    chosen = options.parse_args()
    there = cloudformation.resources_of(boto3.client, chosen.stack)
    reattach(boto3.client, there, chosen.table)


if __name__ == "__main__":
    with command_line.in_words():
        main()
