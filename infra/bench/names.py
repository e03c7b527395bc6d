"""The index of names (docs/contract/api.md 9.7): 200 races of 500 people each, put into it, searched and changed.

Counts and sizes only, so any machine gives the same; times are of a debug build and say the order.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def main() -> int:
    """Runs the benchmark in the publisher's tests, and prints its lines."""
    command = ["cargo", "test", "--locked", "-q", "-p", "chute-publisher", "--test", "names"]
    command += ["--", "--ignored", "--nocapture", "two_hundred_races"]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
