"""A `chute serve` on a folder of its own, for benches and drills: it may be killed and measured."""

import os
import secrets
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import chute
from progress import stop
from waiting import answers, until


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


class Server:
    def __init__(self, program: Path, site: Path, folder: Path, **settings: str):
        self.program, self.site, self.folder, self.settings = program, site, folder, settings
        self.data, self.port = folder / "data", free_port()
        self.address = f"http://127.0.0.1:{self.port}/"

    def start(self) -> None:
        command = [self.program, "serve", "--data", self.data, "--site", self.site, "--log", "json"]
        command += ["--listen", f"127.0.0.1:{self.port}", "--trusted-proxy", "127.0.0.1"]
        with (self.folder / "log").open("a") as log:
            self.process = subprocess.Popen(
                command, env=os.environ | self.settings, stdout=log, stderr=log
            )
        until("`chute serve` answers", self.answers)

    def answers(self) -> bool:
        if self.process.poll() is not None:
            stop(f"`chute serve` has ended: {(self.folder / 'log').read_text()[-800:]}")
        return answers(f"{self.address}api/health")

    def write_key(self) -> str:
        """The key of a new account."""

        def operator(*arguments: str, given: str = "") -> str:
            return chute.run("--data", self.data, *arguments, program=self.program, given=given)

        who = ("--email", "admin@server.example")
        operator(
            *("admin", "create", "--name", "Admin", *who, "--password-stdin"),
            given=secrets.token_urlsafe(12),
        )
        return operator("key", "create", *who, "--type", "write", "--name", "Finish laptop")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(60)


@contextmanager
def on_an_empty_folder(program: Path, **settings: str) -> Iterator[Server]:
    """A server without a site, which ends with the block."""
    with tempfile.TemporaryDirectory(prefix="chute-server-") as temporary:
        folder, site = Path(temporary), Path(temporary) / "site"
        site.mkdir()
        (site / "index.html").write_text("<!doctype html><title>Bench</title>")
        server = Server(program, site, folder, **settings)
        server.start()
        try:
            yield server
        finally:
            server.end()
