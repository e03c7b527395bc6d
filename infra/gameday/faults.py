"""Uploads to the whole stack on the AWS emulator while calls between its functions and AWS go wrong.

A proxy stands between the functions and the emulator. Of their calls it delays some, resets some before
they arrive, answers some with 500, 503, 429 or DynamoDB's own throttling, and of some it lets AWS do what
was asked, and then resets the connection or says nothing until the caller gives up. Timing clients upload
races through the gateway, and repeat what was not answered well. Afterwards, without faults, the tables
are compared with what was sent, and what is published with the tables."""

import asyncio
import json
import random
import shutil
import socket
import struct
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "infra" / "local"), str(ROOT / "infra" / "bench")]

import emulator
import processes
import seed
import stack
import start
from figures import quantile
from rows import ROWS, batch
from settings import instance
from timing_client import YEAR, TimingClient, pointer
from waiting import answers, until

# of a hundred calls
SHARES = {
    "delayed": 5,
    "reset before": 2,
    "500": 2,
    "503": 1,
    "429": 1,
    "throttled": 1,
    "done, then reset": 1,
    "done, then silent": 1,
}
MOST_REQUESTS = 1.5
CLIENTS = 4
BEFORE = 3  # uploads of each client without faults
LOOKS = 100


@dataclass
class Message:
    head: bytes
    body: bytes

    def header(self, name: bytes) -> bytes:
        for line in self.head.split(b"\r\n")[1:]:
            key, _, value = line.partition(b":")
            if key.lower() == name:
                return value.strip()
        return b""

    def operation(self) -> str:
        target = self.header(b"x-amz-target").decode()
        verb = self.head.split(b" ", 1)[0].decode()
        return target.rpartition(".")[2] if target else f"s3:{verb}"

    @property
    def is_of_tables(self) -> bool:
        return self.header(b"x-amz-target").startswith(b"DynamoDB_")


async def read(reader: asyncio.StreamReader, answers_to: "Message | None" = None) -> Message:
    """A request, or the answer to one, as it came."""
    message = Message(await reader.readuntil(b"\r\n\r\n"), b"")
    if answers_to:
        status = message.head.split(b" ", 2)[1]
        if status in (b"100", b"204", b"304") or answers_to.head.startswith(b"HEAD "):
            return message
    if b"chunked" not in message.header(b"transfer-encoding").lower():
        message.body = await reader.readexactly(int(message.header(b"content-length") or 0))
        return message
    while True:
        size = await reader.readline()
        message.body += size + await reader.readexactly(int(size.split(b";")[0], 16) + 2)
        if int(size.split(b";")[0], 16) == 0:
            return message


def refusal(request: Message, fault: str) -> bytes:
    """An error as the service would word it."""
    codes = {
        "500": (500, "InternalServerError", "InternalError"),
        "503": (503, "ServiceUnavailable", "SlowDown"),
        "429": (429, "TooManyRequestsException", "SlowDown"),
        "throttled": (400, "ThrottlingException", "SlowDown"),
    }
    status, of_tables, of_buckets = codes[fault]
    if request.header(b"x-amz-target"):
        kind = "com.amazonaws.dynamodb.v20120810" if request.is_of_tables else "com.amazonaws"
        body = json.dumps({"__type": f"{kind}#{of_tables}", "message": "made by make gameday"})
        of = "application/x-amz-json-1.0"
    else:
        status = 503 if fault == "throttled" else status
        body = f"<Error><Code>{of_buckets}</Code><Message>made by make gameday</Message></Error>"
        of = "application/xml"
    return (
        f"HTTP/1.1 {status} x\r\ncontent-type: {of}\r\ncontent-length: {len(body)}\r\n\r\n{body}"
    ).encode()


def cut(writer: asyncio.StreamWriter) -> None:
    """Closes a connection with a reset."""
    connection = writer.get_extra_info("socket")
    if connection is not None:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


class Proxy(threading.Thread):
    """Passes calls on to the emulator; with `faulty`, not all of them as they are."""

    def __init__(self, emulator_port: int, seed: int = 7):
        super().__init__(daemon=True)
        self.emulator_port, self.chance = emulator_port, random.Random(seed)
        self.faulty, self.calls, self.faults = False, Counter(), Counter()
        self.table_calls = 0
        self.loop, self.ready = asyncio.new_event_loop(), threading.Event()

    def run(self) -> None:
        self.loop.run_until_complete(self.serve())
        self.loop.run_forever()
        self.loop.close()

    async def serve(self) -> None:
        self.server = await asyncio.start_server(self.connection, "127.0.0.1", 0, limit=2**20)
        self.address = f"http://127.0.0.1:{self.server.sockets[0].getsockname()[1]}"
        self.ready.set()

    def begin(self) -> None:
        self.start()
        self.ready.wait(10)

    def end(self) -> None:
        asyncio.run_coroutine_threadsafe(self.close(), self.loop)
        self.join(5)

    async def close(self) -> None:
        self.server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        self.loop.stop()

    def forget(self) -> None:
        self.calls, self.faults, self.table_calls = Counter(), Counter(), 0

    def fault(self) -> str | None:
        if not self.faulty:
            return None
        at = self.chance.uniform(0, 100)
        for name, share in SHARES.items():
            at -= share
            if at < 0:
                return name
        return None

    async def connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        upstream = None
        try:
            while True:
                request = await read(reader)
                self.calls[request.operation()] += 1
                self.table_calls += request.is_of_tables
                fault = self.fault()
                if fault:
                    self.faults[fault] += 1
                if fault == "reset before":
                    return cut(writer)
                if fault in ("500", "503", "429", "throttled"):
                    writer.write(refusal(request, fault))
                    continue
                if fault == "delayed":
                    await asyncio.sleep(self.chance.uniform(0.1, 0.8))
                if upstream is None:
                    upstream = await asyncio.open_connection(
                        "127.0.0.1", self.emulator_port, limit=2**20
                    )
                answer = await self.passed(upstream, request)
                if fault == "done, then reset":
                    return cut(writer)
                if fault == "done, then silent":
                    await reader.read()  # until the caller gives up
                    return None
                writer.write(answer.head + answer.body)
                if answer.header(b"connection").lower() == b"close":
                    return None
        except (asyncio.IncompleteReadError, OSError, asyncio.CancelledError):
            return None  # one of the two ended, or the proxy
        finally:
            writer.close()
            if upstream is not None:
                upstream[1].close()

    async def passed(self, upstream, request: Message) -> Message:
        reader, writer = upstream
        writer.write(request.head + request.body)
        while (answer := await read(reader, request)).head.split(b" ", 2)[1] == b"100":
            pass
        return answer


class Stack:
    """The stack on the emulator, behind a proxy, with timing clients of some races."""

    def __init__(self) -> None:
        self.inst = instance("gameday")
        self.end()
        self.proxy = Proxy(self.inst.emulator_port)
        self.proxy.begin()
        emulator.start(self.inst, self.proxy.address)
        self.outputs = stack.deploy(self.inst)
        start.front(self.inst, self.outputs)
        self.seed = seed.OfEmulator(self.inst, self.outputs, stack.client(self.inst, "s3"))
        key = self.seed.accounts()["write_key"]
        self.clients = [
            TimingClient(self.inst.address, key, f"faults-{number}") for number in range(CLIENTS)
        ]

    def end(self) -> None:
        processes.stop(self.inst, "front")
        emulator.end(self.inst)
        shutil.rmtree(self.inst.folder, ignore_errors=True)

    def uploaded(self, batches: int) -> float:
        """Every client uploads until it has sent so many batches."""
        begun = time.monotonic()
        threads = [
            threading.Thread(target=client.run, args=(batches,), daemon=True)
            for client in self.clients
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return time.monotonic() - begun

    def differences(self, client: TimingClient) -> list[str]:
        """What the table holds otherwise than it was sent."""
        items = stack.rows_of(self.inst, self.outputs["RacesTable"], f"{client.slug}/{YEAR}")
        bibs = Counter(item["b"]["S"] for item in items)
        sent = {one["bib"]: one for number in range(client.accepted) for one in batch(number)}
        other = [
            bib
            for item in items
            if (bib := item["b"]["S"]) in sent and int(item["t"]["N"]) != sent[bib]["seconds"]
        ]
        return (
            [f"{bib} lost" for bib in sent.keys() - set(bibs)]
            + [f"{bib} never sent" for bib in set(bibs) - sent.keys()]
            + [f"{bib} doubled" for bib, times in bibs.items() if times > 1]
            + [f"{bib} has another time" for bib in other]
        )


def looked_at(stack: Stack) -> int:
    """Views of all races through the distribution; returns how many calls of tables they took."""
    stack.proxy.forget()
    for number in range(LOOKS):
        client = stack.clients[number % CLIENTS]
        head = pointer(client.site, client.slug)["url"]
        if f"{client.slug}/{YEAR}" not in head:
            raise SystemExit(f"The pointer of {client.slug} names {head}")
        if not answers(f"{client.site}downloads/{head}", 200):
            raise SystemExit(f"{head} is not answered with 200")
    return stack.proxy.table_calls


def run(uploads: int, expect: Callable[[bool, str], None]) -> None:
    """Prints what it saw, and expects what should be."""
    print("\nCalls to AWS go wrong (the stack on the emulator)", flush=True)
    stack = Stack()
    try:
        measured(stack, max(1, uploads // CLIENTS), expect)
    finally:
        stack.end()
        stack.proxy.end()


def measured(stack: Stack, each: int, expect: Callable[[bool, str], None]) -> None:
    proxy, clients = stack.proxy, stack.clients
    for client in clients:
        client.make_race()
    proxy.forget()
    stack.uploaded(BEFORE)
    usual = proxy.table_calls / (BEFORE * CLIENTS)
    tries = sum(len(client.tries) for client in clients)
    proxy.forget()
    proxy.faulty = True
    seconds = stack.uploaded(BEFORE + each)
    proxy.faulty = False
    sent = each * CLIENTS
    asked = sum(len(client.tries) for client in clients) - tries
    calls, faults = proxy.table_calls, Counter(proxy.faults)
    of_calls = calls / sent / usual
    times = [one.seconds for client in clients for one in client.tries[BEFORE:]]
    refused = Counter(
        one.status for client in clients for one in client.tries[BEFORE:] if one.status != 200
    )
    print(
        f"  {sent:,} uploads of {ROWS} rows by {CLIENTS} clients in {seconds:.0f} s: {asked:,} requests ({asked / sent:.2f} an upload; not answered well: {dict(refused)}), "
        f"{quantile(times, 0.5):.2f} s (median), slowest {max(times):.1f} s",
        flush=True,
    )
    print(
        f"  {calls:,} calls of tables, {of_calls:.2f} times the {usual:.0f} of an upload without faults; {sum(faults.values()):,} of {sum(proxy.calls.values()):,} calls went wrong: "
        + ", ".join(f"{count} {name}" for name, count in faults.most_common()),
        flush=True,
    )
    expect(asked / sent <= MOST_REQUESTS, f"{asked / sent:.2f} requests an upload")
    expect(of_calls <= MOST_REQUESTS, f"{of_calls:.2f} times the calls of tables")
    expect(
        set(faults) == set(SHARES), f"not every fault was made: {sorted(set(SHARES) - set(faults))}"
    )
    different = [f"{client.slug}: {one}" for client in clients for one in stack.differences(client)]
    expect(not different, f"the table differs: {different[:5]}")
    rows = sum(client.accepted for client in clients) * ROWS
    took = until(
        "everything is published",
        lambda: all(client.published() == client.accepted * ROWS for client in clients),
        400,
    )
    print(
        f"  {rows:,} rows sent, in the table {len(different)} lost, doubled or different; all published {took:.1f} s after the last fault",
        flush=True,
    )
    for client in clients:
        stack.seed.chute("rebuild", "--check", "--slug", client.slug)
    print(
        f"  `chute rebuild --check`: the published files of {CLIENTS} races are what the table gives"
    )
    reads = looked_at(stack)
    print(f"  {LOOKS} views through the distribution: {reads} calls of tables")
    expect(reads == 0, f"{reads} calls of tables for {LOOKS} views")
