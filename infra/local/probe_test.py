"""The probe from outside against the running program of the instance `test`, with the demo races.

python3 infra/local/probe_test.py"""

import subprocess
import sys
import unittest
from pathlib import Path

from settings import instance

PROBE = Path(__file__).parent / "probe.py"
SITE = instance("test").address
PUBLISHED = "river-run/2026"  # of the demo


def probe(*arguments: str) -> tuple[int, str]:
    """The exit code, and the one line."""
    done = subprocess.run(
        [sys.executable, str(PROBE), *arguments], capture_output=True, text=True, timeout=90
    )
    return done.returncode, (done.stdout + done.stderr).strip()


class Probe(unittest.TestCase):
    def check(self, code: int, said: str, *arguments: str) -> None:
        found, line = probe(*arguments)
        self.assertRegex(line, said)
        self.assertEqual(found, code, line)
        self.assertNotIn("\n", line)

    def test_all_is_well(self):
        self.check(0, "^OK: both APIs answer$", SITE)
        self.check(0, "^OK: both APIs answer$", SITE.rstrip("/"))
        self.check(0, r"^OK: .* has \d+ rows, made \d+ s ago$", SITE, "--race", PUBLISHED)

    def test_a_pointer_that_is_too_old(self):
        self.check(
            1,
            "^OLD: results of .* and -1 s are allowed$",
            SITE,
            "--race",
            PUBLISHED,
            "--age",
            "-1",
        )
        self.check(0, "^OK: ", SITE, "--race", PUBLISHED, "--age", str(10**9))

    def test_a_race_that_is_not_published(self):
        self.check(1, "^ANSWERS 404: .*/nobody/2026/current.json$", SITE, "--race", "nobody/2026")

    def test_nothing_that_answers(self):
        self.check(1, "^UNREACHABLE: .*/api/health: ", "http://127.0.0.1:9/")
        self.check(1, "^UNREACHABLE: ", "results.example.org")

    def test_another_site(self):
        self.check(1, "^ANSWERS 40[0-9]: ", f"{SITE}downloads/")

    def test_what_is_no_pointer(self):
        event = PUBLISHED.split("/")[0]  # its own file has the same name
        self.check(1, "^UNREADABLE: .* is no pointer$", SITE, "--race", event)


if __name__ == "__main__":
    unittest.main()
