"""Waits for the thing itself, and not for ever."""

import time
import urllib.request
from collections.abc import Callable

from progress import stop


def until(
    what: str, so: Callable[[], bool], patience_s: float = 60, pause_s: float = 0.05
) -> float:
    """Returns the seconds until it is so; ends the program if they are more than `patience_s`."""
    begun = time.monotonic()
    while not so():
        if time.monotonic() - begun > patience_s:
            stop(f"After {patience_s:g} s it is still not so that {what}.")
        time.sleep(pause_s)
    return time.monotonic() - begun


def answers(address: str, status: int = 204) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=10) as answer:
            return answer.status == status
    except OSError:
        return False
