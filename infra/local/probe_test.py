"""The probe from outside against the running program of the instance `test`, with the demo races.

python3 infra/local/probe_test.py"""

import contextlib
import socket
import subprocess
import sys
import threading
import unittest
from collections.abc import Iterator
from pathlib import Path

from settings import instance

PROBE = Path(__file__).parent / "probe.py"
SITE = instance("test").address
PUBLISHED = "river-run/2026"  # of the demo
OF_RACE = SITE, "--race", PUBLISHED


def probe(*arguments: str) -> tuple[int, str]:
    """The exit code, and the one line."""
    done = subprocess.run(
        [sys.executable, str(PROBE), *arguments], capture_output=True, text=True, timeout=90
    )
    return done.returncode, (done.stdout + done.stderr).strip()


@contextlib.contextmanager
def answering(*answers: bytes) -> Iterator[str]:
    """The address of a server that sends these bytes, one answer a connection, and hangs up."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            for answer in answers:
                with server.accept()[0] as connection:
                    connection.recv(65536)
                    connection.sendall(answer)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.getsockname()[1]}/"


def answer(body: bytes, length: int | None = None) -> bytes:
    return b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (length or len(body), body)


class Probe(unittest.TestCase):
    def check(self, code: int, said: str, *arguments: str) -> None:
        found, line = probe(*arguments)
        self.assertRegex(line, said)
        self.assertEqual(found, code, line)
        self.assertNotIn("\n", line)

    def test_all_is_well(self):
        self.check(0, "^OK: both APIs answer$", SITE)
        self.check(0, "^OK: both APIs answer$", SITE.rstrip("/"))
        self.check(0, r"^OK: .* has \d+ rows, made \d+ s ago$", *OF_RACE)

    def test_a_pointer_that_is_too_old(self):
        too_old = "^OLD: results of .* and -1 s are allowed$"
        self.check(1, too_old, *OF_RACE, "--age", "-1")
        self.check(0, "^OK: ", *OF_RACE, "--age", str(10**9))

    def test_a_race_that_is_not_published(self):
        self.check(1, "^ANSWERS 404: .*/nobody/2026/current.json$", SITE, "--race", "nobody/2026")

    def test_nothing_that_answers(self):
        self.check(1, "^UNREACHABLE: .*/api/health: ", "http://127.0.0.1:9/")
        self.check(1, "^UNREACHABLE: ", "results.example.org")

    def test_an_answer_that_is_cut(self):
        for first in (answer(b"half", 5000), b"HTTP/1.1 fine\r\n\r\n", b"none\r\n\r\n", b""):
            with self.subTest(first), answering(first) as site:
                self.check(1, "^UNREACHABLE: .*/api/health: ", site)

    def test_a_pointer_that_says_less_or_something_else(self):
        for pointer in (
            b"[]",
            b'{"updated_at": 5}',
            b'{"updated_at": "2026-05-02T10:00:00Z"}',
            b'{"updated_at": "2026-05-02T10:00:00", "url": "a.json", "count": 1}',
        ):
            well = answer(b"ok")
            with self.subTest(pointer), answering(well, well, answer(pointer)) as site:
                self.check(1, "^UNREADABLE: .* is no pointer$", site, "--race", PUBLISHED)

    def test_another_site(self):
        self.check(1, "^ANSWERS 40[0-9]: ", f"{SITE}downloads/")

    def test_what_is_no_pointer(self):
        event = PUBLISHED.split("/")[0]  # its own file has the same name
        self.check(1, "^UNREADABLE: .* is no pointer$", SITE, "--race", event)


if __name__ == "__main__":
    unittest.main()
