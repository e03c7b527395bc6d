"""One function under Lambda's Runtime API: the release bootstrap as AWS starts it, or under callgrind.

async with Function("results.add", edge) as function:
    answer = await function.invoke(event)
function.instructions     callgrind's count of the whole process, when it ran under callgrind
"""

import asyncio
import json
import os
import re
import signal
import tempfile
import time
from pathlib import Path

from edge import Answer, Edge, Headers, serve
from process import Process

BOOTSTRAP = Path(
    os.environ.get("CHUTE_BOOTSTRAP")
    or Path(__file__).parents[3] / ".build" / "bootstrap" / "bootstrap"
)


class FunctionFailed(Exception):
    """The function ended or answered with an error; the message contains its output."""


class Function:
    def __init__(
        self,
        handler: str,
        edge: Edge,
        variables: dict[str, str] | None = None,
        callgrind: bool = False,
    ):
        self.handler, self.edge, self.variables = handler, edge, variables or {}
        self.callgrind, self.instructions = callgrind, 0
        self.next: asyncio.Queue[Answer] = asyncio.Queue()
        self.answers: asyncio.Queue[dict] = asyncio.Queue()
        self.polled = asyncio.Event()
        self.sent = 0

    async def __aenter__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="chute-bench-")
        self.server, port = await serve(self.receive)
        self.log = (Path(self.folder.name) / "log").open("w+b")
        self.process = await asyncio.create_subprocess_exec(
            *(self.counted() if self.callgrind else ()),
            str(BOOTSTRAP),
            env=self.environment(port),
            stdout=self.log,
            stderr=self.log,
            cwd=self.folder.name,
        )
        self.edge.sleepers.append(self.asleep)
        await self.or_failure(self.polled.wait(), 120)
        return self

    async def __aexit__(self, *_):
        self.edge.sleepers.remove(self.asleep)
        if self.process.returncode is None:
            while self.process.returncode is None and not self.asleep():
                await asyncio.sleep(0.01)
            self.process.send_signal(signal.SIGTERM)
            await self.process.wait()
        self.next.put_nowait((500, [], b""))  # lets go of the poll that is still open
        self.server.set()
        if self.callgrind:
            counts = (Path(self.folder.name) / "counts").read_text()
            self.instructions = int(re.search(r"^totals: (\d+)$", counts, re.MULTILINE).group(1))
        self.log.close()
        self.folder.cleanup()

    def asleep(self) -> bool:
        """Whether none of its threads runs or could run: all wait for the network or the clock."""
        try:
            states = [
                thread.read_text().rpartition(")")[2].split()[0]
                for thread in Path(f"/proc/{self.process.pid}/task").glob("*/stat")
            ]
        except OSError:
            return False
        return bool(states) and "R" not in states and "D" not in states

    def cpu_seconds(self) -> float:
        return Process(self.process.pid).cpu_s()

    def peak_memory_mb(self) -> float:
        return Process(self.process.pid).memory_mb("VmHWM")

    def counted(self) -> list[str]:
        counts = f"--callgrind-out-file={self.folder.name}/counts"
        return ["valgrind", "--tool=callgrind", counts]

    def environment(self, port: int) -> dict[str, str]:
        return (
            self.edge.environment()
            | {
                "PATH": os.environ.get("PATH", ""),
                "_HANDLER": self.handler,
                "AWS_LAMBDA_RUNTIME_API": f"127.0.0.1:{port}",
                "AWS_LAMBDA_FUNCTION_NAME": "bench",
                "AWS_LAMBDA_FUNCTION_VERSION": "1",
                "AWS_LAMBDA_FUNCTION_MEMORY_SIZE": "512",
                "AWS_LAMBDA_LOG_GROUP_NAME": "bench",
                "AWS_LAMBDA_LOG_STREAM_NAME": "bench",
                "AWS_LAMBDA_HTTP_IGNORE_STAGE_IN_PATH": "true",
            }
            | self.variables
        )

    async def receive(self, scope: dict, body: bytes) -> Answer:
        if scope["path"].endswith("/invocation/next"):
            self.polled.set()
            return await self.next.get()
        self.answers.put_nowait({"path": scope["path"], "body": json.loads(body or b"null")})
        return 202, [], b'{"status":"OK"}'

    async def invoke(self, event: dict, patience: float = 120) -> dict | None:
        """Hands it an event, and returns its answer once it polls for the next event."""
        self.sent += 1
        self.polled.clear()
        deadline = int((time.time() + patience) * 1000)
        headers: Headers = [
            (b"content-type", b"application/json"),
            (
                b"lambda-runtime-aws-request-id",
                b"00000000-0000-4000-8000-%012d" % self.sent,
            ),
            (b"lambda-runtime-deadline-ms", b"%d" % deadline),
            (
                b"lambda-runtime-invoked-function-arn",
                b"arn:aws:lambda:us-east-1:000000000000:function:bench",
            ),
            (
                b"lambda-runtime-trace-id",
                b"Root=1-00000000-000000000000000000000000;Sampled=0",
            ),
        ]
        self.next.put_nowait((200, headers, json.dumps(event).encode()))
        answer = await self.or_failure(self.answers.get(), patience)
        await self.or_failure(self.polled.wait(), patience)
        if answer["path"].endswith("/error"):
            raise FunctionFailed(f"{self.handler}: {answer['body']}\n{self.output()}")
        return answer["body"]

    async def or_failure(self, awaited, patience: float):
        """The result of the awaitable, unless the process ends first or time runs out."""
        wanted, ended = asyncio.ensure_future(awaited), asyncio.ensure_future(self.process.wait())
        done, _ = await asyncio.wait(
            {wanted, ended}, timeout=patience, return_when=asyncio.FIRST_COMPLETED
        )
        ended.cancel()
        if wanted in done:
            return wanted.result()
        wanted.cancel()
        raise FunctionFailed(
            f"{self.handler} {'ended' if done else 'did not answer'}:\n{self.output()}"
        )

    def output(self) -> str:
        self.log.flush()
        return Path(self.log.name).read_text(errors="replace")[-2000:]
