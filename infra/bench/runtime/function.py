"""One function under Lambda's Runtime API: the release bootstrap as AWS starts it, either directly
or under callgrind.

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

from edge import Edge
from http_server import Answer, Request, serve
from process import Process

BOOTSTRAP = Path(
    os.environ.get("CHUTE_BOOTSTRAP")
    or Path(__file__).parents[3] / ".build" / "bootstrap" / "bootstrap"
)
PROC = Path("/proc")


class FunctionFailed(Exception):
    """The function ended or answered with an error; the message contains its output."""


class Function:
    def __init__(
        self,
        handler: str,
        edge: Edge,
        callgrind: bool = False,
        variables: dict[str, str] | None = None,
    ):
        self.handler, self.edge, self.callgrind = handler, edge, callgrind
        self.variables = variables or {}
        self.next: asyncio.Queue[Answer] = asyncio.Queue()
        self.answers: asyncio.Queue[dict] = asyncio.Queue()
        self.polled = asyncio.Event()
        self.sent, self.instructions = 0, None

    async def __aenter__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="chute-bench-")
        self.server, port = await serve(self.receive)
        self.log = (Path(self.folder.name) / "log").open("w+b")
        self.process = await asyncio.create_subprocess_exec(
            *self.command(),
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
        self.next.put_nowait(Answer(500))  # lets go of the poll that is still open
        self.server.close()
        if self.callgrind:
            counts = (Path(self.folder.name) / "counts").read_text()
            self.instructions = int(re.search(r"^totals: (\d+)$", counts, re.MULTILINE).group(1))
        self.log.close()
        self.folder.cleanup()

    def asleep(self) -> bool:
        """Whether none of its threads runs or could run: all wait for the network or the clock.
        True if there is no /proc."""
        if not PROC.exists():
            return True
        try:
            states = [
                thread.read_text().rpartition(")")[2].split()[0]
                for thread in (PROC / str(self.process.pid) / "task").glob("*/stat")
            ]
        except OSError:
            return False
        return bool(states) and "R" not in states and "D" not in states

    def cpu_seconds(self) -> float:
        return Process(self.process.pid).cpu_s()

    def peak_memory(self) -> int:
        """The highest memory use so far, in bytes."""
        status = (PROC / str(self.process.pid) / "status").read_text()
        return int(re.search(r"^VmHWM:\s+(\d+) kB$", status, re.MULTILINE).group(1)) * 1024

    def command(self) -> list[str]:
        if not self.callgrind:
            return [str(BOOTSTRAP)]
        return [
            "valgrind",
            "--tool=callgrind",
            f"--callgrind-out-file={self.folder.name}/counts",
            str(BOOTSTRAP),
        ]

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

    async def receive(self, request: Request) -> Answer:
        if request.path.endswith("/invocation/next"):
            self.polled.set()
            return await self.next.get()
        self.answers.put_nowait({"path": request.path, "body": json.loads(request.body or b"null")})
        return Answer(202, b'{"status":"OK"}')

    async def invoke(self, event: dict, patience: float = 120) -> dict | None:
        """Hands it an event, and returns its answer once it polls for the next event."""
        self.sent += 1
        self.polled.clear()
        headers = {
            "content-type": "application/json",
            "lambda-runtime-aws-request-id": f"00000000-0000-4000-8000-{self.sent:012}",
            "lambda-runtime-deadline-ms": str(int((time.time() + patience) * 1000)),
            "lambda-runtime-invoked-function-arn": "arn:aws:lambda:us-east-1:000000000000:function:bench",
            "lambda-runtime-trace-id": "Root=1-00000000-000000000000000000000000;Sampled=0",
        }
        self.next.put_nowait(Answer(200, json.dumps(event).encode(), headers))
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
