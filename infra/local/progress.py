"""Terminal output: one line per step, with its time; one sentence when something is wrong."""

import sys
import time
from contextlib import contextmanager
from typing import NoReturn


@contextmanager
def step(title: str):
    """A step that may print lines of its own below its title."""
    print(f"▸ {title}", flush=True)
    begun = time.monotonic()
    yield
    print(f"  {time.monotonic() - begun:.1f} s", flush=True)


def note(text: str) -> None:
    print(f"  {text}", flush=True)


def stop(sentence: str) -> NoReturn:
    print(f"\n✗ {sentence}", file=sys.stderr, flush=True)
    raise SystemExit(1)
