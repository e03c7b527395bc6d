"""What Chute costs on AWS in four situations: units × prices, put into the tables of docs/costs.md.

    python3 infra/bench/costs.py

The document has the prices and what is assumed, and is written by hand but for these tables. Units are
counted here (the bootstrap under the bench's Runtime API, MiniStack saying what DynamoDB would bill) or
taken from docs/bench.md, so run `make bench` before it. CHUTE_BOOTSTRAP names another bootstrap: calls
and sizes are the same in every build."""

import asyncio
import json
import math
import re
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(HERE / "runtime"), str(ROOT / "infra" / "local")]

import tools

tools.inside("emulator")  # which has MiniStack

import command_line
import counts
import events
import publishing
import scene
from edge import Edge, item_size
from figures import kept, put_table
from function import Function

TEMPLATE, DOCUMENT = ROOT / "template.yaml", ROOT / "docs" / "costs.md"
HOURS = 30 * 24
SIZES = SMALL, LARGE = 1_000, 40_000  # rows of the races that are loaded here
RECONCILES, CLEANUPS = HOURS * 12, HOURS * 4
GB = 1e9
# of the ten-mile race
FIRST_VIEW = "requests of a first view", "bytes of a first view", "of these bytes data"


# ── prices, and what is assumed: docs/costs.md ───────────────────────────────────────────────────


def cells(chapter: str, name: str) -> list[str]:
    """The cells of a row behind its name, in a table that is written by hand."""
    part = DOCUMENT.read_text().partition(f"\n## {chapter}\n")[2].partition("\n## ")[0]
    found = re.search(rf"^\| {re.escape(name)} \| (.*) \|$", part, re.MULTILINE)
    if not found:
        raise SystemExit(f'docs/costs.md, {chapter}, has no "{name}".')
    return found[1].split(" | ")


def assumed(name: str) -> float:
    return float(cells("Assumed", name)[0].replace(",", ""))


@dataclass
class Line:
    what: str
    units: float
    price: str
    how: str

    def __post_init__(self) -> None:
        dollars, per_unit, *_ = cells("Prices", self.price)
        self.unit = per_unit.removeprefix("1.00 M ")
        self.dollars = self.units * float(dollars) / (1e6 if self.unit != per_unit else 1)

    def row(self) -> str:
        return f"| {self.what} | {amount(self.units)} {self.unit} | {self.how} | {dollars(self.dollars)} |"


Bill = list[Line]


def total(bill: Bill) -> float:
    return sum(line.dollars for line in bill)


# ── what is metered ──────────────────────────────────────────────────────────────────────────────

Units = Counter[str]
UPLOAD, AGAIN = "upload of 20 rows of new people", "the same again"
IDLE_RECONCILE, IDLE_CLEANUP = "reconciler, no recent year", "clean-up, no recent year"
PUBLICATION, RECONCILE, CLEANUP = (
    "{:,} rows: publication of 20 changed rows",
    "{:,} rows: pass of the reconciler",
    "{:,} rows: clean-up",
)


async def invoked(function: Function, event: dict, patience: float = 600) -> Units:
    function.edge.begin()
    answer = await function.invoke(event, patience)
    if answer and answer.get("batchItemFailures"):
        raise SystemExit(f"A batch is to come again:\n{function.output()}")
    return Counter(function.edge.counts.units, **{"round trips": function.edge.counts.round_trips})


async def looked_after(edge: Edge) -> tuple[Units, Units]:
    """A pass of the reconciler and one of the clean-up, of instances that have started before."""
    async with Function("snapshots.reconcile", edge) as function:
        await invoked(function, {})  # its first pass also reads a secret
        reconcile = await invoked(function, {})
    async with Function("cleanup", edge) as function:
        return reconcile, await invoked(function, {})


async def of_size(rows: int) -> dict[str, Units]:
    """Loads a marathon that is live, corrects and compares it."""
    race = publishing.Race(rows, live=True)
    await race.load()
    async with publishing.publisher(race.edge) as function:
        done = [await invoked(function, events.queue_batch(race.correct())) for _ in range(20)]
    mean = {name: units / len(done) for name, units in sum(done, Counter()).items()}
    reconcile, cleanup = await looked_after(race.edge)
    names = [name.format(rows) for name in (PUBLICATION, RECONCILE, CLEANUP)]
    return dict(zip(names, (Counter(mean), reconcile, cleanup), strict=True))


@dataclass
class Metered:
    units: dict[str, Units]
    row: int  # bytes of an item
    record: int  # bytes of its stream record in an event

    def of(self, name: str, rows: int = LARGE) -> Units:
        return self.units[name.format(rows)]

    def per_row(self) -> float:
        """Read units a row that a pass of the reconciler adds."""
        small, large = (self.of(RECONCILE, rows)["table read"] for rows in SIZES)
        return (large - small) / (LARGE - SMALL)

    def reconcile_reads(self, rows: int) -> float:
        """Read units of a pass over one recent year of so many rows, beyond an idle pass."""
        small, idle = self.of(RECONCILE, SMALL), self.of(IDLE_RECONCILE)
        return small["table read"] - idle["table read"] + (rows - SMALL) * self.per_row()


async def measure() -> Metered:
    edge = await scene.with_event()
    async with Function("snapshots.publish", edge) as publisher:
        await counts.publish(publisher, edge)
        upload, again = await counts.uploads(edge, scene.rows(0), scene.rows(0))
        records = edge.new_records()
        await publisher.invoke(events.queue_batch(records))
    reconcile, cleanup = await looked_after(edge)
    units = {UPLOAD: upload.units, AGAIN: again.units}
    units |= {IDLE_RECONCILE: reconcile, IDLE_CLEANUP: cleanup}
    for rows in SIZES:
        units |= await of_size(rows)
    of_rows = [record for record in records if "/RacesTable/" in record["eventSourceARN"]]
    stamp = of_rows[0]["dynamodb"]["NewImage"]["s"]["B"]
    sizes = [item_size(scene.item(row, stamp)) for row in publishing.Race(SMALL).rows]
    return Metered(units, round(sum(sizes) / len(sizes)), len(json.dumps(of_rows[0])))


# ── what template.yaml says ──────────────────────────────────────────────────────────────────────


def standing(kind: str) -> int:
    """How many resources of a kind a deployment in us-east-1 has by default."""
    conditions = re.findall(
        rf"^  \w+:\n    Type: {kind}\n(?:    Condition: (\w+)\n)?",
        TEMPLATE.read_text(),
        re.MULTILINE,
    )
    by_default = {"", "IsAws", "HasFirewall", "InUsEast1", "TimingClientSends"}
    return sum(needs in by_default for needs in conditions)


def rules_of_firewall() -> int:
    part = TEMPLATE.read_text().split("\n  ApiFirewall:\n")[1].split("\n  AccountApiFirewall:\n")[0]
    return len(re.findall(r"^        - Name: \S+", part, re.MULTILINE))


# ── the bills ────────────────────────────────────────────────────────────────────────────────────


def gb_seconds(computing: float, memory_mb: int, tables: float = 0, buckets: float = 0) -> float:
    """What a call bills: seconds of computing on its share of a processor, and dependent calls."""
    computing /= assumed("Lambda's processor") * min(1, memory_mb / 1769)
    waiting = tables * assumed("a call of a table") + buckets * assumed("a call of a bucket")
    return (computing + waiting) * memory_mb / 1024


def sent(what: str, times: float, requests: float, size: float, how: str) -> Bill:
    """What the edge sends: so many times these requests and bytes."""
    headers = requests * assumed("headers of an answer")
    return [
        Line(what, times * (size + headers) / GB, "edge bytes", how),
        Line(what, times * requests, "edge request", "docs/bench.md"),
    ]


def edge_functions(of_site: float, of_downloads: float) -> Line:
    """What so many requests for files of the site and of /downloads/ call."""
    calls = of_site + 2 * of_downloads
    return Line("the edge's functions", calls, "edge function", "one a request, two of /downloads/")


def at_the_api(what: str, calls: float, how: str, computed: float, of: str) -> Bill:
    return [
        Line(f"{what}API", calls, "call of an API", how),
        Line(f"{what}firewall", calls, "firewall call", "the same"),
        Line(f"{what}functions", calls, "call of a function", "the same"),
        Line(f"{what}functions", calls * computed, "function", of),
    ]


def idle(metered: Metered) -> Bill:
    reconcile, cleanup = metered.of(IDLE_RECONCILE), metered.of(IDLE_CLEANUP)
    calls = RECONCILES + CLEANUPS + HOURS / 24
    computed = RECONCILES * gb_seconds(0.004, 1769, buckets=reconcile["round trips"])
    computed += CLEANUPS * gb_seconds(0.004, 1024, buckets=cleanup["round trips"])
    read = {
        name: RECONCILES * reconcile[name] + CLEANUPS * cleanup[name]
        for name in ("table read", "get", "put")
    }
    polls = assumed("polls of an idle queue")
    alarms, dashboards = standing("AWS::CloudWatch::Alarm"), standing("AWS::CloudWatch::Dashboard")
    secrets = standing("AWS::SecretsManager::Secret")
    logged = calls * assumed("a log line with Lambda's own") / GB
    at_most = "at most: every call a new instance"
    return [
        Line("firewall", standing("AWS::WAFv2::WebACL"), "firewall", "template.yaml"),
        Line("its rules", rules_of_firewall(), "firewall rule", "template.yaml"),
        Line("alarms", alarms, "alarm", "template.yaml, one metric each"),
        Line("dashboard", dashboards, "dashboard", "an account's first three cost nothing"),
        Line("secrets", secrets, "secret", "template.yaml"),
        Line("own metric (Repairs)", 1, "metric", "workers/reconcile.rs"),
        Line("PublishFailures and HookCalls", 2 * polls, "queue", "polls assumed"),
        Line("the publisher's queue", polls, "ordered queue", "polls assumed"),
        Line("reconciler and clean-up", calls, "call of a function", "their schedules"),
        Line("reconciler and clean-up", computed, "function", "round trips metered"),
        Line("their reads of tables", read["table read"], "table read", "metered, one event"),
        Line("their reads of objects", read["get"], "get", "metered, one event"),
        Line("their lists of objects", read["put"], "put", "metered, one event"),
        Line("secrets read at starts", 2 * RECONCILES, "secret read", at_most),
        Line("logs", logged, "log", "assumed"),
    ]


def uploads(metered: Metered, calls: int) -> Bill:
    computed = gb_seconds(assumed("an upload"), 512, tables=2)
    units, logged = metered.of(UPLOAD), 2 * calls * assumed("a log line with Lambda's own") / GB
    return [
        *at_the_api("uploads: ", calls, "a call for 20 rows", computed, "computing assumed"),
        Line("uploads: writes", calls * units["table write"], "table write", "metered"),
        Line("uploads: reads", calls * units["table read"], "table read", "metered"),
        Line("logs", logged, "log", "assumed, of function and gateway"),
    ]


def publications(metered: Metered, count: int, rows: int) -> Bill:
    loaded = LARGE if rows >= LARGE else SMALL
    units = metered.of(PUBLICATION, loaded)
    work = kept(f"{loaded:,} rows: CPU time (goal 500 ms)") / 1000
    # a call ends when the pause since the race's last publication is over: 1 s after it begins
    computed = max(1769 / 1024, gb_seconds(work, 1769, buckets=units["round trips"]))
    written, how = units["put"], "metered, mean"
    if rows > 2 * loaded:  # larger than what was loaded here
        written, how = kept("320,000 rows: objects written, most"), "docs/bench.md, the most"
    queueing = gb_seconds(0.001, 1769, buckets=1)
    what = "publications:"
    return [
        Line(f"{what} functions", 2 * count, "call of a function", "one queues, one publishes"),
        Line(f"{what} queue", 3 * count, "ordered queue", "send, receive, delete"),
        Line(f"{what} queueing", count * queueing, "function", "one round trip; computing guessed"),
        Line(f"{what} functions", count * computed, "function", "half of the pause, or the work"),
        Line(f"{what} objects written", count * written, "put", how),
        Line(f"{what} objects read", count * units["get"], "get", "metered, mean"),
    ]


def reconciled(metered: Metered, rows: int, passes: int) -> Bill:
    """The reconciler's looks at one recent year of so many rows, beyond what it does anyway."""
    units = metered.of(RECONCILE) - metered.of(IDLE_RECONCILE)
    computing, tables = rows * assumed("a row of an answer"), rows * metered.row / 1e6 + 5
    computed = passes * gb_seconds(computing, 1769, tables=tables, buckets=15)
    how, what = f"metered: {metered.per_row():.4f} units a row and pass", "reconciler, six days:"
    return [
        Line(f"{what} reads", passes * metered.reconcile_reads(rows), "table read", how),
        Line(f"{what} functions", computed, "function", "at most: a row as in an answer"),
        Line(f"{what} objects read", passes * units["get"], "get", "metered"),
        Line(f"{what} lists of objects", passes * units["put"], "put", "metered"),
    ]


def views(count: int, runners: int, versions: int) -> Bill:
    requests, size, data = (assumed(name) for name in FIRST_VIEW)
    per_runner = kept("board without names, per runner") + kept("names, per runner")
    first = size - data + runners * per_runner + kept("of it the head")
    data_files = assumed("files of the race in a first view")
    minutes = assumed("a view follows the race for")
    polls = kept("list of results: requests") / 60 * minutes
    followed = kept("list of results: downloaded") / 60 * minutes
    of_first = f"{requests:g} requests, {first / 1000:,.0f} KB: docs/bench.md, by runners"
    of_polls = f"{polls:,.0f} requests, {followed / 1000:,.0f} KB: docs/bench.md, a marathon's"
    asked = min(count * (requests + polls), versions * assumed("edge locations that ask") * 6)
    return [
        *sent("first views", count, requests, first, of_first),
        *sent(f"following for {minutes:g} minutes", count, polls, followed, of_polls),
        edge_functions(count * (requests - data_files), count * (data_files + polls)),
        Line("bucket, asked by the edge", asked, "get", "at most: six files a version and edge"),
        Line("bucket, asked for index.html", count, "get", "at most: it is `no-cache`"),
    ]


@dataclass
class Race:
    runners: int
    rows: int
    hours: float
    views: int

    def bill(self, metered: Metered) -> Bill:
        calls = math.ceil(self.rows / 20)
        versions = round(min(calls, self.hours * 1800))
        stored = 12 * self.rows * (metered.row + 100) / GB
        return [
            *uploads(metered, calls),
            *publications(metered, versions, self.rows),
            # three days before and after its date a year is recent
            *reconciled(metered, self.rows, 6 * 288),
            Line(
                "rows kept for a year", stored, "table storage", "metered, 100 bytes more an item"
            ),
            Line("the same for recovery", stored, "table backup", "the same"),
            *views(self.views, self.runners, versions),
        ]

    def naive(self, metered: Metered, views: int) -> Bill:
        """Every view is an API call whose function reads all rows of the year."""
        answer = self.rows * kept("contract JSON, gzip, per runner") / 2
        size_of_rows = self.rows * metered.row
        computing = self.rows * assumed("a row of an answer")
        computed = gb_seconds(computing, 1769, tables=size_of_rows / 1e6)
        read = views * math.ceil(size_of_rows / 4096) / 2
        requests, size, data = (assumed(name) for name in FIRST_VIEW)
        of_page = requests - assumed("files of the race in a first view")
        how = f"{answer / 1000:,.0f} KB, gzip: docs/bench.md"
        return [
            *at_the_api("", views, "one for each view", computed, "computing a row assumed"),
            Line("reads of all rows", read, "table read", "metered, read eventually consistent"),
            Line("answers", views * answer / GB, "edge bytes", how),
            Line("the page itself", views * (size - data) / GB, "edge bytes", "docs/bench.md"),
            Line("the page itself", views * of_page, "edge request", "docs/bench.md"),
        ]


CLUB, MARATHON = Race(300, 600, 1.0, 2_000), Race(32_000, 352_000, 8.0, 1_000_000)


def followers(people: int) -> Bill:
    requests, size = kept("list of results: requests"), kept("list of results: downloaded")
    asked, how = 1800 * assumed("edge locations that ask") * 2, "at most: pointer and changes"
    return [
        *sent("following", people, requests, size, "docs/bench.md"),
        edge_functions(0, people * requests),
        Line("bucket, asked by the edge", asked, "get", how),
    ]


# ── the tables ───────────────────────────────────────────────────────────────────────────────────


def amount(units: float) -> str:
    if units >= 1e6:
        return f"{units / 1e6:,.2f} M"
    return f"{units:,.0f}" if units >= 10 else f"{units:,.2f}"


def dollars(value: float) -> str:
    return f"{value:,.2f}" if value >= 0.005 or value == 0 else "< 0.01"


def table(bill: Bill) -> list[str]:
    head = ["| | units | from | dollars |", "|---|--:|---|--:|"]
    return [*head, *(line.row() for line in bill), f"| **all** | | | **{dollars(total(bill))}** |"]


def tables(metered: Metered) -> dict[str, list[str]]:
    """The tables, by the chapters of the document."""
    month, pages = idle(metered), followers(10_000)
    firewall = sum(line.dollars for line in month if line.price in ("firewall", "firewall rule"))
    club, marathon = CLUB.bill(metered), MARATHON.bill(metered)
    naive_club, naive = CLUB.naive(metered, CLUB.views), MARATHON.naive(metered, MARATHON.views)
    naive_pages = MARATHON.naive(metered, 10_000 * 360)
    return {
        "In short": [
            "| | dollars | naive POST |",
            "|---|--:|--:|",
            f"| idle, a month | {dollars(total(month))} | |",
            f"| the same with `Firewall=false` | {dollars(total(month) - firewall)} | |",
            f"| a club's 5K, 2,000 views | {dollars(total(club))} | {dollars(total(naive_club))} |",
            f"| a marathon, 1 M views | {dollars(total(marathon))} | {dollars(total(naive))} |",
            f"| 10,000 pages following for an hour | {dollars(total(pages))} | {dollars(total(naive_pages))} |",
        ],
        "An idle month": table(month),
        "A club's 5K": table(club),
        "A club's 5K by naive POST": table(naive_club),
        "A marathon with a million views": table(marathon),
        "A marathon by naive POST": table(naive),
        "10,000 pages that follow a marathon for an hour": table(pages),
        "What was metered": [
            "| | table reads | table writes | objects read | objects written or listed | round trips |",
            "|---|--:|--:|--:|--:|--:|",
            *(
                f"| {name} | {units['table read']:,.1f} | {units['table write']:,.0f} | {units['get']:,.1f} | {units['put']:,.1f} | {units['round trips']:,.1f} |"
                for name, units in metered.units.items()
            ),
        ],
    }


def main() -> None:
    command_line.options(__doc__).parse_args()
    found = asyncio.run(measure())
    print(f"A row is an item of {found.row} bytes, its record in an event one of {found.record}.")
    for chapter, rows in tables(found).items():
        put_table(DOCUMENT, chapter, rows)


if __name__ == "__main__":
    main()
