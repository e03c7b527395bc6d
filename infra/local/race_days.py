"""Whether a race is on: `make deploy` leaves a stack alone then, unless it is forced."""

from collections.abc import Iterator
from datetime import datetime, timedelta, timezone

NEAR = timedelta(days=1)
# A year that is still marked as live after this was forgotten: it holds up no deploy.
LONGEST_RACE = timedelta(days=14)


def begins(text: str) -> datetime | None:
    try:
        begun = datetime.fromisoformat(text.replace("Z", "+00:00"))  # Python 3.10 knows no Z
    except ValueError:
        return None
    return begun if begun.tzinfo else None


def on(items: list[dict], now: datetime) -> Iterator[str]:
    """In words, each year of the table of events that is within a day of its date, or that is live
    and began at most fourteen days ago; its items as DynamoDB returns them."""
    for item in items:
        year = item.get("yr", {}).get("M")
        if not year or item.get("gone", {}).get("BOOL"):
            continue
        text = year.get("date_time", {}).get("S", "")
        live = year.get("live", {}).get("BOOL", False)
        begun = begins(text)
        if begun is None:
            continue
        since = now - begun
        name = f"{item['p']['S']}/{year.get('year', {}).get('S', '')}"
        if abs(since) <= NEAR:
            yield f"{name} ({'live, ' if live else ''}{text})"
        elif live and timedelta() < since <= LONGEST_RACE:
            yield f"{name} (live since {text})"


def now() -> datetime:
    return datetime.now(timezone.utc)
