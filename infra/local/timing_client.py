"""The calls of a timing client, and how many rows of its race readers see."""

import http.client
import json
import threading
import time
import urllib.request
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from progress import stop
from rows import batch
from waiting import until

YEAR = "2026"


@dataclass(frozen=True)
class Answer:
    status: int  # 0 if none came
    body: dict
    seconds: float  # from the first byte sent to the last one read


def pointer(site: str, slug: str) -> dict | None:
    """The pointer of the race's newest version; None if there is none or nothing answers."""
    address = f"{site}downloads/results/{slug}/{YEAR}/current.json"
    try:
        with urllib.request.urlopen(address, timeout=20) as answer:
            return json.loads(answer.read())
    except OSError:
        return None


class TimingClient:
    """Makes its calls one after another, each on a new connection with a time-out of ten seconds, and
    makes the same call again until it is answered with 200 and the count of its rows. `site` is the
    address of a stack, with a slash at its end."""

    def __init__(
        self,
        site: str,
        key: str,
        slug: str,
        *,
        pause_s: float = 0,
        patience_s: float = 10,
    ):
        self.site, self.slug, self.pause_s, self.patience_s = site, slug, pause_s, patience_s
        self.headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
        self.kept: http.client.HTTPConnection | None = None
        self.accepted = 0  # how many batches
        self.tries: list[Answer] = []
        self.ended = threading.Event()

    def connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(urlsplit(self.site).netloc, timeout=self.patience_s)

    def keep_connection(self) -> None:
        """From now on all calls are made on one connection."""
        self.kept = self.connect()

    def call(self, path: str, body: dict) -> Answer:
        text, connection = json.dumps(body), self.kept or self.connect()
        begun = time.perf_counter()
        try:
            connection.request("POST", f"/api/{path}", text, self.headers)
            answer = connection.getresponse()
            status, told = answer.status, json.loads(answer.read() or b"{}")
        except (OSError, http.client.HTTPException, ValueError):
            status, told = 0, {}
        took = time.perf_counter() - begun
        if connection is not self.kept:
            connection.close()
        return Answer(status, told, took)

    def done(self, path: str, body: dict) -> float:
        """Makes a call that has to succeed; returns the seconds it took."""
        answer = self.call(path, body)
        if answer.status == 503:  # what there was no time for is to be sent again
            return answer.seconds + self.done(path, body)
        if answer.status != 200:
            stop(f"{path} answered {answer.status}: {str(answer.body)[:200]}")
        return answer.seconds

    def make_race(self, date_time: str = "") -> None:
        """Without a date it is a race of today."""
        event = {"name": "Invented race", "slug": self.slug, "type": "distance"}
        year = {"year": YEAR, "live": True, "days_allowed": 2, "ranking_type": "gun"}
        year["date_time"] = date_time or time.strftime("%Y-%m-%dT00:00:00+00:00", time.gmtime())
        self.done("event/add", {"event": event | {"contact_email": "desk@example.org"}})
        self.done("event-year/add", {"slug": self.slug, "event_year": year})

    def of_race(self, **more: object) -> dict:
        return {"slug": self.slug, "year": YEAR, **more}

    def send(self, rows: list[dict]) -> float:
        """Uploads these rows; returns the seconds it took."""
        return self.done("results/add", self.of_race(results=rows))

    def upload(self) -> bool:
        """Tries the next batch once."""
        rows = batch(self.accepted)
        answer = self.call("results/add", self.of_race(results=rows))
        well = answer.status == 200 and answer.body.get("count") == len(rows)
        self.tries.append(answer if well or answer.status != 200 else replace(answer, status=-1))
        self.accepted += well
        return well

    def seconds(self, since: int = 0) -> list[float]:
        """Of each batch that was accepted, from a try on."""
        return [one.seconds for one in self.tries[since:] if one.status == 200]

    @property
    def refused(self) -> int:
        return sum(one.status != 200 for one in self.tries)

    def run(self, batches: int | None = None) -> None:
        """Uploads until so many batches are accepted, or until it is ended."""
        while not self.ended.is_set() and (batches is None or self.accepted < batches):
            if not self.upload():
                time.sleep(0.5)
            time.sleep(self.pause_s)

    def begin(self) -> None:
        """Uploads beside what follows, until `end`."""
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def end(self) -> None:
        self.ended.set()
        self.thread.join()
        self.ended.clear()

    def published(self, site: str = "") -> int:
        """How many rows readers see, there or at another address."""
        found = pointer(site or self.site, self.slug)
        return found["count"] if found else 0

    def until_published(self, rows: int, patience_s: float = 600, site: str = "") -> float:
        """Returns the seconds until readers see so many rows."""
        what = f"readers see {rows:,} rows of {self.slug}"
        return until(what, lambda: self.published(site) == rows, patience_s)
