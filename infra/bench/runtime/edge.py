"""The store's edge: DynamoDB and S3 on one address, counted.

Calls are answered once the function sleeps because it can do nothing without an answer: then all
calls that have arrived are answered together. So the answers always arrive in the same order, and
the number of such waves is the number of dependent round trips: a call of a later wave was made
knowing the answers of earlier ones. (chute-edge counts the same between the functions and an
emulator; here nothing else has to run, and callgrind's counts are repeatable.) While no function
runs, calls are not measured and are answered at once."""

import asyncio
import json
import os
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from buckets import Buckets
from http_server import Answer, Request, serve
from tables import NAMES, Tables

BUCKETS = ("DOWNLOADS", "PRIVATE")
LOOK = 0.002  # seconds between two checks of the function
SLEEPING = 3  # how many checks in a row must find it asleep, with no new call


@dataclass
class Counts:
    """The calls since `Edge.begin` and what they did."""

    calls: Counter = field(default_factory=Counter)
    round_trips: int = 0
    items_written: int = 0
    items_read: int = 0
    bytes_written: int = 0  # to the buckets
    bytes_read: int = 0  # from the buckets

    @property
    def table_calls(self) -> int:
        return sum(count for name, count in self.calls.items() if not name.startswith("s3:"))

    @property
    def table_reads(self) -> int:
        return sum(self.calls[name] for name in ("GetItem", "BatchGetItem", "Query", "Scan"))


def operation_of(request: Request) -> str:
    if target := request.headers.get("x-amz-target"):
        return target.rpartition(".")[2]
    of_bucket = "/" not in request.path.strip("/")
    match request.method:
        case "GET":
            if of_bucket:
                return "s3:ListObjectVersions" if "versions" in request.query else "s3:ListObjects"
            return "s3:GetObject"
        case "POST" if "delete" in request.query:
            return "s3:DeleteObjects"
        case "PUT" if not of_bucket:
            return "s3:PutObject"
    return f"s3:{request.method}"


class Edge:
    def __init__(self) -> None:
        self.tables, self.buckets, self.counts = Tables(), Buckets(), Counts()
        self.secrets: dict[str, str] = {}  # by the environment variable that names them
        self.waiting: list[tuple[str, Request, asyncio.Future]] = []
        self.sleepers: list[
            Callable[[], bool]
        ] = []  # one for each running function: whether it sleeps
        self.watch: asyncio.Task | None = None

    async def start(self) -> None:
        self.server, self.port = await serve(self.receive)

    def environment(self) -> dict[str, str]:
        return {
            "AWS_ENDPOINT_URL": f"http://127.0.0.1:{self.port}",
            "AWS_REGION": "us-east-1",
            "AWS_ACCESS_KEY_ID": "bench",
            "AWS_SECRET_ACCESS_KEY": "bench",
            "AWS_EC2_METADATA_DISABLED": "true",
            "AWS_CONFIG_FILE": os.devnull,
            "AWS_SHARED_CREDENTIALS_FILE": os.devnull,
            **{f"{name}_TABLE": name for name in NAMES},
            **{f"{name}_BUCKET": name for name in BUCKETS},
            **{name: name for name in self.secrets},
        }

    def begin(self) -> None:
        self.counts = Counts()

    async def receive(self, request: Request) -> Answer:
        answered = asyncio.get_running_loop().create_future()
        self.waiting.append((operation_of(request), request, answered))
        if self.watch is None:
            self.watch = asyncio.create_task(self.answer_when_asleep())
        return await answered

    async def answer_when_asleep(self) -> None:
        looks, known = 0, len(self.waiting)
        while looks < SLEEPING and self.sleepers:
            await asyncio.sleep(LOOK)
            looks = (
                looks + 1
                if all(asleep() for asleep in self.sleepers) and len(self.waiting) == known
                else 0
            )
            known = len(self.waiting)
        self.watch = None
        self.answer_all()

    def answer_all(self) -> None:
        wave, self.waiting = self.waiting, []
        self.counts.round_trips += 1
        for operation, request, answered in wave:
            answered.set_result(self.answer(operation, request))

    def answer(self, operation: str, request: Request) -> Answer:
        if operation.startswith("s3:"):
            answer = self.buckets.answer(operation, request)
        elif operation == "GetSecretValue":
            answer = self.secret(json.loads(request.body))
        else:
            answer = self.tables.answer(operation, json.loads(request.body))
        self.count(operation, request, answer)
        return answer

    def secret(self, wanted: dict) -> Answer:
        """The current version; there is no previous one."""
        name, current = wanted["SecretId"], wanted.get("VersionStage") == "AWSCURRENT"
        body = (
            {"Name": name, "SecretString": self.secrets[name]}
            if current
            else {"__type": "ResourceNotFoundException"}
        )
        return Answer(
            200 if current else 400,
            json.dumps(body).encode(),
            {"content-type": "application/x-amz-json-1.1"},
        )

    def count(self, operation: str, request: Request, answer: Answer) -> None:
        counts = self.counts
        counts.calls[operation] += 1
        if operation == "s3:PutObject":
            counts.bytes_written += len(request.body)
        elif operation == "s3:GetObject":
            counts.bytes_read += len(answer.body)
        elif operation == "PutItem":
            counts.items_written += answer.status == 200
        elif operation in ("Query", "Scan") and answer.status == 200:
            counts.items_read += json.loads(answer.body)["Count"]
        elif operation == "GetItem":
            counts.items_read += b'"Item"' in answer.body


class PromptEdge(Edge):
    """Answers each call after the same time, however many there are: it counts no waves."""

    latency = 0.0

    async def receive(self, request: Request) -> Answer:
        await asyncio.sleep(self.latency)
        return self.answer(operation_of(request), request)
