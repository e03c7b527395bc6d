"""The store's edge: MiniStack's tables, buckets and secrets in this process, counted.

Calls are answered once the function sleeps because it can do nothing without an answer: then all
calls that have arrived are answered together. So the number of such waves is the number of dependent
round trips: a call of a later wave was made knowing the answers of earlier ones. While no function
runs, calls are answered as they come and no waves are counted.

Each edge is an account of its own at MiniStack. Its tables are those of template.yaml."""

import asyncio
import contextvars
import itertools
import json
import logging
import math
import os
import socket
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import boto3
import hypercorn.asyncio
import yaml
from hypercorn.config import Config

ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "infra" / "local"), str(ROOT / "infra" / "policy")]
os.environ.setdefault("LOG_LEVEL", "WARNING")

import ministack_mended
import seed
from ministack import app
from ministack.core import responses
from ministack.services import dynamodb
from server import free_port
from settings import REGION
from template import FILE, Loader
from waiting import until

# what it says of connections that are open when the program ends
logging.getLogger("asyncio").disabled = True
LOOK = 0.002  # seconds between two checks of the function
SLEEPING = 3  # how many checks in a row must find it asleep, with no new call
OF_TABLE = "KeySchema AttributeDefinitions BillingMode GlobalSecondaryIndexes LocalSecondaryIndexes".split()
SECRET = "bench-secret-of-at-least-32-bytes-0123456789"
PAGE = 15_000  # items: more than a page of a megabyte has of any
accounts = itertools.count(100_000_000_000)

Headers = list[tuple[bytes, bytes]]
Answer = tuple[int, Headers, bytes]
Handler = Callable[[dict, bytes], Awaitable[Answer]]


async def serve(handler: Handler) -> tuple[asyncio.Event, int]:
    """Answers requests (ASGI's scope, and the body) on a free port until the event is set."""

    async def asgi(scope: dict, receive: Callable, send: Callable) -> None:
        if scope["type"] != "http":
            return
        body, more = b"", True
        while more:
            event = await receive()
            body, more = body + event.get("body", b""), event.get("more_body", False)
        status, headers, told = await handler(scope, body)
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": told})

    config, port, ended = Config(), free_port(), asyncio.Event()
    config.bind, config.keep_alive_timeout = [f"127.0.0.1:{port}"], 3600
    config.graceful_timeout, config.loglevel = 0, "ERROR"
    asyncio.get_running_loop().create_task(
        hypercorn.asyncio.serve(asgi, config, shutdown_trigger=ended.wait)
    )
    await asyncio.to_thread(until, "the bench answers", lambda: listens(port), 10, 0.01)
    return ended, port


def listens(port: int) -> bool:
    with socket.socket() as there:
        return there.connect_ex(("127.0.0.1", port)) == 0


@cache
def tables() -> dict[str, dict]:
    """What the template says of each table that a function of this host can be given."""
    resources = yaml.load(FILE.read_text(), Loader)["Resources"]
    found = {}
    for name in filter(lambda name: name.endswith("Table"), seed.TABLES.values()):
        said = resources[name]["Properties"]
        found[name] = {part: said[part] for part in OF_TABLE if part in said}
        if stream := said.get("StreamSpecification"):
            found[name]["StreamSpecification"] = stream | {"StreamEnabled": True}
    return found


@dataclass
class Counts:
    """The calls since `Edge.begin` and what they did."""

    calls: Counter = field(default_factory=Counter)
    round_trips: int = 0
    items_written: int = 0
    items_read: int = 0
    bytes_written: int = 0  # to the buckets
    bytes_read: int = 0  # from the buckets
    units: Counter = field(default_factory=Counter)  # that AWS bills, by the name of their price

    @property
    def table_calls(self) -> int:
        return sum(count for name, count in self.calls.items() if not name.startswith("s3:"))

    @property
    def table_reads(self) -> int:
        return sum(self.calls[name] for name in ("GetItem", "BatchGetItem", "Query", "Scan"))


@dataclass
class Call:
    scope: dict
    body: bytes
    operation: str
    answered: asyncio.Future


def operation_of(scope: dict) -> str:
    if target := dict(scope["headers"]).get(b"x-amz-target"):
        return target.decode().rpartition(".")[2]
    of_bucket, query = "/" not in scope["path"].strip("/"), scope["query_string"]
    match scope["method"]:
        case "GET" if of_bucket:
            return "s3:ListObjectVersions" if b"versions" in query else "s3:ListObjects"
        case "POST" if b"delete" in query:
            return "s3:DeleteObjects"
    return f"s3:{scope['method'].title()}Object"


item_size: Callable[[dict], int] = dynamodb._item_size_bytes


class Edge:
    def __init__(self) -> None:
        self.account, self.counts = str(next(accounts)), Counts()
        self.waiting: list[Call] = []
        self.sleepers: list[
            Callable[[], bool]
        ] = []  # one for each running function: whether it sleeps
        self.watch: asyncio.Task | None = None

    async def start(self) -> None:
        self.server, self.port = await serve(self.receive)
        await asyncio.to_thread(self.make)

    def make(self) -> None:
        names = self.names()
        with self.client("dynamodb") as database:
            for name, said in tables().items():
                database.create_table(TableName=name, **said)
        with self.client("s3") as s3:
            for variable in ("DOWNLOADS_BUCKET", "PRIVATE_BUCKET"):
                s3.create_bucket(Bucket=names[variable])
        with self.client("secretsmanager") as secrets:
            for variable in ("TOKEN_SECRET", "CIPHER_SECRET", "ORIGIN_SECRET"):
                secrets.create_secret(Name=names[variable], SecretString=SECRET)

    def names(self) -> dict[str, str]:
        """What each variable names; the name of a bucket is no other account's."""
        return {
            variable: f"{name.lower()}-{self.account}" if name.endswith("Bucket") else name
            for variable, name in seed.TABLES.items()
        } | {"PUSH_SECRET": "TokenSecret"}

    def client(self, service: str):
        """For the bench itself, outside its loop: these calls pass the edge, too."""
        client = boto3.client(
            service,
            endpoint_url=f"http://127.0.0.1:{self.port}",
            region_name=REGION,
            aws_access_key_id=self.account,
            aws_secret_access_key="test",
        )
        return closing(client)

    async def object(self, path: str) -> bytes:
        """A published file."""

        def read() -> bytes:
            with self.client("s3") as s3:
                at = {"Bucket": self.names()["DOWNLOADS_BUCKET"], "Key": path}
                return s3.get_object(**at)["Body"].read()

        return await asyncio.to_thread(read)

    def put_items(self, table: str, items: list[dict]) -> list[dict]:
        """Puts many items past the edge, and returns the stream's new records."""

        def put() -> None:
            responses.set_request_account_id(self.account)
            responses.set_request_region(REGION)
            there = dynamodb._tables[table]
            for item in items:
                key = item["p"]["S"], item["q"]["S"] if there["sk_name"] else "__no_sort__"
                dynamodb._set_item(there, *key, item)
                dynamodb._emit_stream_event(table, "MODIFY", None, item)

        contextvars.copy_context().run(put)
        return self.new_records()

    def environment(self) -> dict[str, str]:
        return self.names() | {
            "AWS_ENDPOINT_URL": f"http://127.0.0.1:{self.port}",
            "AWS_REGION": REGION,
            "AWS_ACCESS_KEY_ID": self.account,
            "AWS_SECRET_ACCESS_KEY": "test",
            "AWS_EC2_METADATA_DISABLED": "true",
            "AWS_CONFIG_FILE": os.devnull,
            "AWS_SHARED_CREDENTIALS_FILE": os.devnull,
        }

    def begin(self) -> None:
        self.counts = Counts()

    def new_records(self) -> list[dict]:
        """The records of the tables' streams since the last call."""
        found = []
        for name in tables():
            records = dynamodb.stream_live_records(name, account_id=self.account, region=REGION)
            found += records
            del records[:]
        return found

    async def receive(self, scope: dict, body: bytes) -> Answer:
        call = Call(scope, body, operation_of(scope), asyncio.get_running_loop().create_future())
        if not self.sleepers:
            return await self.answer(call)
        self.waiting.append(call)
        if self.watch is None:
            self.watch = asyncio.create_task(self.answer_when_asleep())
        return await call.answered

    async def answer_when_asleep(self) -> None:
        looks, known = 0, len(self.waiting)
        while looks < SLEEPING and self.sleepers:
            await asyncio.sleep(LOOK)
            still = all(asleep() for asleep in self.sleepers) and len(self.waiting) == known
            looks, known = looks + 1 if still else 0, len(self.waiting)
        wave, self.waiting, self.watch = self.waiting, [], None
        self.counts.round_trips += 1
        for call, answer in [(call, await self.answer(call)) for call in wave]:
            call.answered.set_result(answer)

    async def answer(self, call: Call) -> Answer:
        scope, body = call.scope, call.body
        is_of_tables = dict(scope["headers"]).get(b"x-amz-target", b"").startswith(b"DynamoDB_")
        if is_of_tables and call.operation != "Query":
            # MiniStack says what DynamoDB would bill, but not of a Query
            body = json.dumps(json.loads(body) | {"ReturnConsumedCapacity": "TOTAL"}).encode()
            others = [one for one in scope["headers"] if one[0] != b"content-length"]
            scope = scope | {"headers": [*others, (b"content-length", str(len(body)).encode())]}
        answer = await by_ministack(scope, body)
        self.count(call, answer, json.loads(answer[2]) if is_of_tables else {})
        return answer

    def count(self, call: Call, answer: Answer, told: dict) -> None:
        counts, operation, (status, _, body) = self.counts, call.operation, answer
        counts.calls[operation] += 1
        billed = told.get("ConsumedCapacity", {}).get("CapacityUnits", 0)
        match operation:
            case "s3:PutObject":
                counts.bytes_written += len(call.body)
                counts.units["put"] += 1
            case "s3:ListObjects" | "s3:ListObjectVersions":
                counts.units["put"] += 1
            case "s3:GetObject":
                counts.bytes_read += len(body)
                counts.units["get"] += 1
            case "GetSecretValue":
                counts.units["secret read"] += 1
            case "Query":
                counts.items_read += told.get("Count", 0)
                size = sum(map(item_size, told.get("Items", [])))
                whole = json.loads(call.body).get("ConsistentRead", False)
                counts.units["table read"] += max(1, math.ceil(size / 4096)) * (1 if whole else 0.5)
            case "GetItem" | "Scan":
                counts.items_read += told.get("Count", "Item" in told)
                counts.units["table read"] += billed
            case "PutItem" | "UpdateItem":
                counts.items_written += operation == "PutItem" and status == 200
                counts.units["table write"] += billed


@ministack_mended.around(dynamodb, "_query")
def of_a_page(query: Callable[[dict], Answer], data: dict) -> Answer:
    """Shows MiniStack's Query only what can be on the next page: it sorts and compares all items of a
    partition for each."""
    values, items = (
        data.get("ExpressionAttributeValues", {}),
        dynamodb._tables[data["TableName"]]["items"],
    )
    partition = values.get(":p", {}).get("S")
    whole = items.get(partition, {})
    if len(whole) <= PAGE or "IndexName" in data or not data.get("ScanIndexForward", True):
        return query(data)
    first = data.get("ExclusiveStartKey", {}).get("q") or values.get(":q") or {"S": ""}
    items[partition] = {q: whole[q] for q in sorted(q for q in whole if q >= first["S"])[:PAGE]}
    try:
        return query(data)
    finally:
        items[partition] = whole


async def by_ministack(scope: dict, body: bytes) -> Answer:
    to_come, sent = [{"type": "http.request", "body": body, "more_body": False}], []

    async def receive() -> dict:
        return to_come.pop() if to_come else await asyncio.Future()

    async def send(event: dict) -> None:
        sent.append(event)

    await app.app(scope, receive, send)
    return (
        sent[0]["status"],
        sent[0]["headers"],
        b"".join(event.get("body", b"") for event in sent[1:]),
    )
