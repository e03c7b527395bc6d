"""The operator's command `chute`."""

import subprocess
from pathlib import Path

from progress import note, stop
from settings import CLI


def run(
    *arguments: str | Path,
    program: Path = CLI,
    env: dict[str, str] | None = None,
    given: str = "",
    show: bool = False,
) -> str:
    """Returns the last line of its stdout. With `show`, its progress goes to the terminal."""
    done = subprocess.run(
        [program, *arguments],
        env=env,
        input=given,
        text=True,
        stdout=None if show else subprocess.PIPE,
        stderr=None if show else subprocess.PIPE,
    )
    if done.returncode != 0:
        note((done.stderr or "").strip())
        stop(
            f"`chute {' '.join(map(str, arguments[:4]))}` failed with code {done.returncode}; its own message is above."
        )
    return "" if show else (done.stdout.strip().splitlines() or [""])[-1]
