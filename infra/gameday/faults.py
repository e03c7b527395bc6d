"""Uploads to the whole stack on the AWS emulator while calls between its functions and AWS go wrong.

A proxy stands between the functions and the emulator. Of their calls it delays some, resets some before
they arrive, answers some with 500, 503, 429 or DynamoDB's own throttling, and of some it lets AWS do what
was asked, and then resets the connection or says nothing until the caller gives up. Timing clients upload
races through the gateway, and repeat what was not answered well. Afterwards, without faults, the tables
are compared with what was sent, and what is published with the tables."""

import http.client
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
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
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


# how a service would word a refusal, of DynamoDB and others, and of S3
REFUSALS = {
    "500": (500, "InternalServerError", "InternalError"),
    "503": (503, "ServiceUnavailable", "SlowDown"),
    "429": (429, "TooManyRequestsException", "SlowDown"),
    "throttled": (400, "ThrottlingException", "SlowDown"),
}


class Caller(BaseHTTPRequestHandler):
    """A connection of somebody who calls AWS."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: "Proxy"

    def setup(self) -> None:
        super().setup()
        self.upstream = http.client.HTTPConnection("127.0.0.1", self.server.emulator_port)

    def finish(self) -> None:
        super().finish()
        self.upstream.close()

    def pass_on(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        target = self.headers.get("X-Amz-Target", "")
        fault = self.server.noted(target or f"s3:{self.command}")
        if fault == "reset before":
            return self.cut()
        if fault in REFUSALS:
            return self.refuse(target, *REFUSALS[fault])
        if fault == "delayed":
            time.sleep(random.uniform(0.1, 0.8))
        self.upstream.request(self.command, self.path, body, dict(self.headers))
        answer = self.upstream.getresponse()
        told = answer.read()
        if fault == "done, then reset":
            return self.cut()
        if fault == "done, then silent":
            self.rfile.read()  # until the caller gives up
            return self.cut()
        return self.answer(answer.status, answer.getheaders(), told)

    do_GET = do_HEAD = do_POST = do_PUT = do_DELETE = pass_on

    def answer(self, status: int, headers: list[tuple[str, str]], body: bytes) -> None:
        self.send_response_only(status)
        names = {name.lower() for name, _ in headers}
        for name, value in headers:
            if name.lower() not in ("transfer-encoding", "connection"):
                self.send_header(name, value)
        if "content-length" not in names and status not in (204, 304):
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def refuse(self, target: str, status: int, of_tables: str, of_buckets: str) -> None:
        if target:
            is_of_tables = target.startswith("DynamoDB_")
            kind = "com.amazonaws.dynamodb.v20120810" if is_of_tables else "com.amazonaws"
            body = json.dumps({"__type": f"{kind}#{of_tables}", "message": "made by make gameday"})
            of = "application/x-amz-json-1.0"
        else:
            status = 503 if status == 400 else status
            body = (
                f"<Error><Code>{of_buckets}</Code><Message>made by make gameday</Message></Error>"
            )
            of = "application/xml"
        self.answer(status, [("Content-Type", of)], body.encode())

    def cut(self) -> None:
        """Closes the connection with a reset."""
        linger = struct.pack("ii", 1, 0)
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        self.close_connection = True

    def log_message(self, *_) -> None:
        pass


class Proxy(ThreadingHTTPServer):
    """Passes calls on to the emulator; with `faulty`, not all of them as they are."""

    daemon_threads, block_on_close, request_queue_size = True, False, 256

    def __init__(self, emulator_port: int, seed: int = 7):
        super().__init__(("127.0.0.1", 0), Caller)
        self.emulator_port, self.chance = emulator_port, random.Random(seed)
        self.faulty, self.lock = False, threading.Lock()
        self.address = f"http://127.0.0.1:{self.server_address[1]}"
        self.forget()

    def begin(self) -> None:
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()

    def end(self) -> None:
        self.shutdown()
        self.server_close()

    def forget(self) -> None:
        self.calls, self.faults = Counter(), Counter()

    @property
    def table_calls(self) -> int:
        return sum(self.calls[one] for one in self.calls if one.startswith("DynamoDB_"))

    def noted(self, operation: str) -> str | None:
        """Counts a call; returns what is to go wrong with it."""
        with self.lock:
            fault = self.fault()
            self.calls[operation] += 1
            if fault:
                self.faults[fault] += 1
            return fault

    def fault(self) -> str | None:
        if not self.faulty:
            return None
        at = self.chance.uniform(0, 100)
        for name, share in SHARES.items():
            at -= share
            if at < 0:
                return name
        return None

    def shutdown_request(self, request) -> None:
        """Without saying that it ends: a reset is to be one."""
        self.close_request(request)

    def handle_error(self, *_) -> None:
        """Who hangs up is part of it."""


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
