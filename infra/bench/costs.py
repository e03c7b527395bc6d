"""What Chute costs on AWS in five situations, written to docs/costs.md: units × prices.

    python3 infra/bench/costs.py

Units are counted here (the bootstrap under the bench's Runtime API, MiniStack saying what DynamoDB
would bill) or taken from docs/bench.md, so run `make bench` before it. Prices are those of
PRICES, assumptions those of ASSUMED; the document shows both. CHUTE_BOOTSTRAP names another bootstrap:
calls and sizes are the same in every build."""

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
import figures
import publishing
import scene
from edge import Edge, item_size
from figures import kept
from function import Function

WORKERS = ROOT / "functions" / "api" / "src" / "workers"
TEMPLATE, DOCUMENT = ROOT / "template.yaml", ROOT / "docs" / "costs.md"
HOURS = 30 * 24
SIZES = (1_000, 40_000)  # rows of the races that are loaded here
FLOOD = 1_000  # requests a second
RECONCILES, CLEANUPS = HOURS * 12, HOURS * 4
GB = 1e9


# ── prices ───────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Price:
    """Dollars for `per` of a unit, of us-east-1 or of the United States, without free tiers."""

    dollars: float
    per: float
    unit: str
    page: str
    copy: str = ""  # in which it was seen

    def of(self, units: float) -> float:
        return units * self.dollars / self.per

    def row(self, name: str) -> str:
        per = amount(self.per) if self.per > 1 else ""
        seen = f"2026-11-29 in {self.copy}" if self.copy else "not seen: from memory"
        return f"| {name} | {self.dollars:g} | {per} {self.unit} | https://aws.amazon.com/{self.page} | {seen} |"


AIRBYTE = "a copy at airbyte.com/data-engineering-resources/dynamodb-pricing"
SAME = "the same copy"
EVANGELIST = "a copy of 2026-09-20 (api-evangelist/{})"
INFRACOST = "a copy (vreutova/infracost-idem-support, pull request {})"
TABLES = "dynamodb/pricing/on-demand/"
PRICES = {
    "table write": Price(0.625, 1e6, "write request units", TABLES, AIRBYTE),
    "table read": Price(0.125, 1e6, "read request units", TABLES, SAME),
    "table storage": Price(0.25, 1, "GB-months", TABLES),
    "table backup": Price(0.20, 1, "GB-months of point-in-time recovery", TABLES),
    "call of a function": Price(
        0.20, 1e6, "calls", "lambda/pricing/", EVANGELIST.format("aws-lambda")
    ),
    "function": Price(
        0.0000133334, 1, "GB-seconds, arm64", "lambda/pricing/", "the package artillery 2.0.28"
    ),
    "put": Price(5, 1e6, "PUT and LIST requests", "s3/pricing/"),
    "get": Price(0.40, 1e6, "GET requests", "s3/pricing/"),
    "call of an API": Price(
        3.50,
        1e6,
        "calls of a REST API",
        "api-gateway/pricing/",
        "a copy (api-evangelist/aws-api-gateway)",
    ),
    "firewall": Price(5, 1, "web ACLs a month", "waf/pricing/"),
    "firewall rule": Price(1, 1, "rules a month", "waf/pricing/"),
    "firewall call": Price(0.60, 1e6, "requests", "waf/pricing/"),
    "edge bytes": Price(0.085, 1, "GB out", "cloudfront/pricing/", INFRACOST.format(15)),
    "edge request": Price(1, 1e6, "HTTPS requests", "cloudfront/pricing/"),
    "edge function": Price(0.10, 1e6, "calls of a CloudFront Function", "cloudfront/pricing/"),
    "alarm": Price(0.10, 1, "alarms a month", "cloudwatch/pricing/", INFRACOST.format(2)),
    "dashboard": Price(3, 1, "dashboards a month", "cloudwatch/pricing/"),
    "log": Price(0.50, 1, "GB taken in", "cloudwatch/pricing/", SAME),
    "metric": Price(0.30, 1, "own metrics a month", "cloudwatch/pricing/"),
    "secret": Price(
        0.40,
        1,
        "secrets a month",
        "secrets-manager/pricing/",
        EVANGELIST.format("amazon-secrets-manager"),
    ),
    "secret read": Price(5, 1e6, "reads of a secret", "secrets-manager/pricing/", SAME),
    "queue": Price(0.40, 1e6, "SQS requests", "sqs/pricing/"),
    "ordered queue": Price(0.50, 1e6, "SQS FIFO requests", "sqs/pricing/"),
    "e-mail": Price(100, 1e6, "e-mails", "ses/pricing/"),
}

# name: (value, why)
ASSUMED = {
    "a call of a table": (0.005, "seconds; DynamoDB promises single-digit milliseconds"),
    "a call of a bucket": (
        0.05,
        "seconds; S3's guide says 100 to 200 ms, small objects are usually faster",
    ),
    "Lambda's processor": (
        0.5,
        "of this machine's speed: a vCPU of arm64 has not been measured. 1,769 MB are one vCPU, less is a share of one",
    ),
    "an upload": (
        0.003,
        "seconds of this machine's processor for 20 rows: 22.7 M instructions of x86-64 (callgrind, a654880b), 7.5 G a second",
    ),
    "a row of an answer": (6.5e-6, "seconds of the same: 48,610 instructions"),
    "polls of an idle queue": (
        HOURS * 3600 / 20 * 5,
        "a month: five pollers that wait 20 s each, as Lambda's guide describes; the settings here may lower that",
    ),
    "new instances of the reconciler": (
        4,
        "a day; each compares a year twice before it knows that it agrees",
    ),
    "a log line with Lambda's own": (2_000, "bytes a call"),
    "headers of an answer": (600, "bytes"),
    "a view follows the race for": (3, "minutes; nothing has measured how long people stay"),
    "edge locations that ask": (
        30,
        "so many copies of the edge's cache ask the bucket for each version",
    ),
    "files of the race in a first view": (
        3,
        "of its requests: the pointer and the files that it leads to",
    ),
}


def assumed(name: str) -> float:
    return ASSUMED[name][0]


# ── what is metered ──────────────────────────────────────────────────────────────────────────────


async def invoked(function: Function, event: dict, patience: float = 600) -> Counter[str]:
    function.edge.begin()
    answer = await function.invoke(event, patience)
    if answer and answer.get("batchItemFailures"):
        raise SystemExit(f"A batch is to come again:\n{function.output()}")
    units = Counter(function.edge.counts.units)
    units["round trips"] = function.edge.counts.round_trips
    return units


def month_of(reconcile: Counter[str], cleanup: Counter[str]) -> Counter[str]:
    """Units of a month of passes like these."""
    return Counter(
        {
            name: RECONCILES * reconcile[name] + CLEANUPS * cleanup[name]
            for name in ("table read", "get", "put")
        }
    )


def mean(counted: list[Counter[str]]) -> Counter[str]:
    total = sum(counted, Counter())
    return Counter({name: value / len(counted) for name, value in total.items()})


@dataclass
class OfSize:
    """What a race of so many rows costs whoever looks after it."""

    rows: int
    publication: Counter[str]  # of 20 changed rows
    reconcile: Counter[str]  # a pass that looks at it
    cleanup: Counter[str]


@dataclass
class Measured:
    upload: Counter[str]  # 20 new rows
    again: Counter[str]  # the same once more
    row: int  # bytes of an item
    record: int  # bytes of its stream record in an event
    idle_reconcile: Counter[str]
    idle_cleanup: Counter[str]
    sizes: list[OfSize]

    def per_row(self) -> float:
        """Read units a row that a pass of the reconciler adds."""
        small, large = self.sizes[0], self.sizes[-1]
        added = large.reconcile["table read"] - small.reconcile["table read"]
        return added / (large.rows - small.rows)

    def reconcile_reads(self, rows: int) -> float:
        """Read units of a pass over one recent year of so many rows, beyond an idle pass."""
        small = self.sizes[0]
        fixed = small.reconcile["table read"] - self.idle_reconcile["table read"]
        return fixed + (rows - small.rows) * self.per_row()


async def looked_after(edge: Edge) -> tuple[Counter[str], Counter[str]]:
    """A pass of the reconciler and one of the clean-up, of instances that have started before."""
    async with Function("snapshots.reconcile", edge) as function:
        await invoked(function, {})  # its first pass also reads a secret
        reconcile = await invoked(function, {})
    async with Function("cleanup", edge) as function:
        return reconcile, await invoked(function, {})


async def of_size(rows: int) -> OfSize:
    """Loads a marathon that is live, corrects and compares it."""
    race = publishing.Race(rows, live=True)
    await race.load()
    async with publishing.publisher(race.edge) as function:
        done = [await invoked(function, events.queue_batch(race.correct())) for _ in range(20)]
    reconcile, cleanup = await looked_after(race.edge)
    return OfSize(rows, mean(done), reconcile, cleanup)


async def measure() -> Measured:
    edge = await scene.with_event()
    async with Function("snapshots.publish", edge) as publisher:
        await counts.publish(publisher, edge)
        upload, again = await counts.uploads(edge, scene.rows(0), scene.rows(0))
        records = edge.new_records()
        await publisher.invoke(events.queue_batch(records))
    idle_reconcile, idle_cleanup = await looked_after(edge)
    of_rows = [record for record in records if "/RacesTable/" in record["eventSourceARN"]]
    stamp = of_rows[0]["dynamodb"]["NewImage"]["s"]["B"]
    sizes = [item_size(scene.item(row, stamp)) for row in publishing.Race(SIZES[0]).rows]
    return Measured(
        upload.units,
        again.units,
        round(sum(sizes) / len(sizes)),
        len(json.dumps(of_rows[0])),
        idle_reconcile,
        idle_cleanup,
        [await of_size(rows) for rows in SIZES],
    )


# ── what docs/bench.md and template.yaml say ─────────────────────────────────────────────────────


def first_view() -> tuple[int, float, float]:
    """Requests, bytes, and bytes of data of a first view of the ten-mile race."""
    found = re.search(
        r"first view of \S+\s+(\d+) requests, ([\d.]+) KB: scripts [\d.]+ KB, data ([\d.]+) KB",
        figures.KEPT.read_text(),
    )
    if not found:
        raise SystemExit("docs/bench.md has no first view: run `make bench` with a stack.")
    return int(found[1]), float(found[2]) * 1000, float(found[3]) * 1000


def standing(kind: str, alerts: bool = False) -> int:
    """How many resources of a kind a deployment in us-east-1 has, by default or with
    `Alerts=server`."""
    given = {"", "IsAws", "HasFirewall", "InUsEast1"}
    given.add("ServerSends" if alerts else "TimingClientSends")
    conditions = re.findall(
        rf"^  \w+:\n    Type: {kind}\n(?:    Condition: (\w+)\n)?",
        TEMPLATE.read_text(),
        re.MULTILINE,
    )
    return sum(needs in given for needs in conditions)


def own_metrics(file: str) -> int:
    """How many metrics a worker writes."""
    return len(re.findall(r'\(\s*"\w+",\s*Unit::', (WORKERS / file).read_text()))


def rules_of_firewall() -> int:
    part = TEMPLATE.read_text().split("\n  ApiFirewall:\n")[1].split("\n  AccountApiFirewall:\n")[0]
    return len(re.findall(r"^        - Name: \S+", part, re.MULTILINE))


# ── the bill ─────────────────────────────────────────────────────────────────────────────────────


@dataclass
class Line:
    what: str
    units: float
    price: str
    how: str

    @property
    def dollars(self) -> float:
        return PRICES[self.price].of(self.units)


@dataclass
class Bill:
    lines: list[Line]
    title: str = ""
    about: str = ""

    @property
    def dollars(self) -> float:
        return sum(line.dollars for line in self.lines)

    def of(self, *prices: str) -> float:
        """Dollars of the lines with these prices."""
        return sum(line.dollars for line in self.lines if line.price in prices)


NAMES = {
    "table write": "writes",
    "table read": "reads",
    "get": "objects read",
    "put": "lists of objects",
}


def metered(what: str, calls: float, units: Counter[str], *prices: str) -> list[Line]:
    """What so many calls read and write, by what was metered of one."""
    return [
        Line(f"{what}: {NAMES[price]}", calls * units[price], price, "metered") for price in prices
    ]


def sent(what: str, times: float, requests: float, size: float, how: str) -> list[Line]:
    """What the edge sends: so many times these requests and bytes."""
    headers = requests * assumed("headers of an answer")
    return [
        Line(what, times * (size + headers) / GB, "edge bytes", how),
        Line(what, times * requests, "edge request", "docs/bench.md"),
    ]


def edge_functions(of_site: float, of_downloads: float) -> Line:
    """What so many requests for files of the site and of /downloads/ call."""
    return Line(
        "the edge's functions",
        of_site + 2 * of_downloads,
        "edge function",
        "template.yaml: one a request, two for files of /downloads/",
    )


def at_the_api(what: str, calls: float, how: str, gb_seconds: float, of: str) -> list[Line]:
    return [
        Line(f"{what}API", calls, "call of an API", how),
        Line(f"{what}firewall", calls, "firewall call", "the same"),
        Line(f"{what}functions", calls, "call of a function", "the same"),
        Line(f"{what}functions", calls * gb_seconds, "function", of),
    ]


class Bills:
    def __init__(self, measured: Measured):
        self.measured = measured

    def gb_seconds(
        self, computing: float, memory_mb: int, tables: float = 0, buckets: float = 0
    ) -> float:
        """What a call bills: seconds of computing on its share of a processor, and dependent calls."""
        computing /= assumed("Lambda's processor") * min(1, memory_mb / 1769)
        waiting = tables * assumed("a call of a table") + buckets * assumed("a call of a bucket")
        return (computing + waiting) * memory_mb / 1024

    def upload_lines(self, calls: int) -> list[Line]:
        return [
            *at_the_api(
                "uploads: ",
                calls,
                "a call for 20 rows",
                self.gb_seconds(assumed("an upload"), 512, tables=2),
                "round trips of docs/bench.md, computing assumed",
            ),
            *metered("uploads", calls, self.measured.upload, "table write", "table read"),
            Line(
                "logs",
                2 * calls * assumed("a log line with Lambda's own") / GB,
                "log",
                "assumed, of function and gateway",
            ),
        ]

    def publication_lines(self, publications: int, size: OfSize, most: float | None) -> list[Line]:
        """`most`: objects written where the race is larger than what was loaded here."""
        units = size.publication
        work = kept(f"{size.rows:,} rows: CPU time (goal 500 ms)") / 1000
        computed = self.gb_seconds(work, 1769, buckets=units["round trips"])
        # a call ends when the pause since the race's last publication is over: 1 s after it begins
        paused = 1.0 * 1769 / 1024
        return [
            Line(
                "publications: functions",
                2 * publications,
                "call of a function",
                "one that queues, one that publishes, for each",
            ),
            Line(
                "publications: queue",
                3 * publications,
                "ordered queue",
                "send, receive, delete; where several races come at once it is less",
            ),
            Line(
                "publications: queueing",
                publications * self.gb_seconds(0.001, 1769, buckets=1),
                "function",
                "one round trip; computing guessed",
            ),
            Line(
                "publications: functions",
                publications * max(computed, paused),
                "function",
                "a second of the pause of two, or the work where that is longer",
            ),
            Line(
                "publications: objects written",
                publications * (most or units["put"]),
                "put",
                "docs/bench.md, the most" if most else "metered, mean",
            ),
            Line("publications: objects read", publications * units["get"], "get", "metered, mean"),
        ]

    def watch_lines(self, rows: int, passes: int, what: str) -> list[Line]:
        """The reconciler's looks at one recent year of so many rows, beyond what it does anyway."""
        units = self.measured.sizes[-1].reconcile - self.measured.idle_reconcile
        computing = rows * assumed("a row of an answer")
        pages = rows * self.measured.row / 1e6
        return [
            Line(
                f"{what}: reads",
                passes * self.measured.reconcile_reads(rows),
                "table read",
                f"metered: {self.measured.per_row():.4f} units a row and pass",
            ),
            Line(
                f"{what}: functions",
                passes * self.gb_seconds(computing, 1769, tables=pages + 5, buckets=15),
                "function",
                "at most: as much computing a row as an answer takes",
            ),
            *metered(what, passes, units, "get", "put"),
        ]

    def view_lines(self, views: int, runners: int, versions: int) -> list[Line]:
        requests, size, data = first_view()
        per_runner = kept("board without names, per runner") + kept("names, per runner")
        first = size - data + runners * per_runner + kept("of it the head")
        data_files = assumed("files of the race in a first view")
        minutes = assumed("a view follows the race for")
        polls = kept("list of results: requests") / 60 * minutes
        followed = kept("list of results: downloaded") / 60 * minutes
        asked = views * (requests + polls)
        of_first = f"{requests} requests, {first / 1000:,.0f} KB: docs/bench.md, by runners"
        of_polls = f"{polls:,.0f} requests, {followed / 1000:,.0f} KB: docs/bench.md, a marathon's"
        return [
            *sent("first views", views, requests, first, of_first),
            *sent(f"following for {minutes:g} minutes", views, polls, followed, of_polls),
            edge_functions(views * (requests - data_files), views * (data_files + polls)),
            Line(
                "bucket, asked by the edge",
                min(asked, versions * assumed("edge locations that ask") * 6),
                "get",
                "at most: six files a version and edge location",
            ),
            Line(
                "bucket, asked for index.html",
                views,
                "get",
                "at most: it is `no-cache`, so the edge asks at each opening that is not at the same time as another",
            ),
        ]

    def idle(self) -> Bill:
        reconcile, cleanup = self.measured.idle_reconcile, self.measured.idle_cleanup
        calls, units = RECONCILES + CLEANUPS + HOURS / 24, month_of(reconcile, cleanup)
        spent = RECONCILES * self.gb_seconds(0.004, 1769, buckets=reconcile["round trips"])
        spent += CLEANUPS * self.gb_seconds(0.004, 1024, buckets=cleanup["round trips"])
        queues = 2  # PublishFailures and HookCalls: those that a function reads
        lines = [
            Line("firewall", standing("AWS::WAFv2::WebACL"), "firewall", "template.yaml"),
            Line("its rules", rules_of_firewall(), "firewall rule", "template.yaml"),
            Line(
                "alarms",
                standing("AWS::CloudWatch::Alarm"),
                "alarm",
                "template.yaml, one metric each",
            ),
            Line(
                "dashboard",
                standing("AWS::CloudWatch::Dashboard"),
                "dashboard",
                "template.yaml; an account's first three cost nothing",
            ),
            Line("secrets", standing("AWS::SecretsManager::Secret"), "secret", "template.yaml"),
            Line(
                "own metric (Repairs)",
                own_metrics("reconcile.rs"),
                "metric",
                "functions/api/src/workers",
            ),
            Line(
                "queues that functions read",
                queues * assumed("polls of an idle queue"),
                "queue",
                "assumed",
            ),
            Line(
                "the publisher's queue",
                assumed("polls of an idle queue"),
                "ordered queue",
                "assumed",
            ),
            Line("reconciler and clean-up", calls, "call of a function", "their schedules"),
            Line(
                "reconciler and clean-up",
                spent,
                "function",
                "round trips metered; computing guessed",
            ),
            Line("their reads of tables", units["table read"], "table read", "metered, one event"),
            Line("their reads of objects", units["get"], "get", "metered, one event"),
            Line("their lists of objects", units["put"], "put", "metered, one event"),
            Line(
                "secrets read at starts",
                2 * RECONCILES,
                "secret read",
                "at most: every call a new instance",
            ),
            Line("logs", calls * assumed("a log line with Lambda's own") / GB, "log", "assumed"),
        ]
        return Bill(
            lines,
            "An idle month",
            "Deployed, one old event, nobody uploads or looks; `Alerts=timing-client`.",
        )

    def race(
        self, title: str, about: str, runners: int, rows: int, hours: float, views: int
    ) -> Bill:
        calls = math.ceil(rows / 20)
        publications = round(min(calls, hours * 1800))
        size = next(one for one in reversed(self.measured.sizes) if one.rows <= max(rows, 1_000))
        most = None
        if rows > 2 * size.rows:
            most = kept("320,000 rows: objects written, most")
        stored = rows * (self.measured.row + 100) / GB
        lines = self.upload_lines(calls) + self.publication_lines(publications, size, most)
        # three days before and after its date a year is recent
        lines += self.watch_lines(rows, 6 * 288, "reconciler, six days")
        lines += [
            Line(
                "rows kept for a year",
                12 * stored,
                "table storage",
                "bytes metered, 100 more an item",
            ),
            Line("the same for recovery", 12 * stored, "table backup", "the same"),
        ]
        lines += self.view_lines(views, runners, publications)
        return Bill(lines, title, about)

    def naive(self, runners: int, rows: int, views: int) -> Bill:
        """Every view is an API call whose function reads all rows of the year."""
        answer = rows * kept("contract JSON, gzip, per runner") / 2
        computing = rows * assumed("a row of an answer")
        pages = rows * self.measured.row / 1e6
        units = views * math.ceil(rows * self.measured.row / 4096) / 2
        requests, size, data = first_view()
        of_page = requests - assumed("files of the race in a first view")
        return Bill(
            [
                *at_the_api(
                    "",
                    views,
                    "one for each view",
                    self.gb_seconds(computing, 1769, tables=pages),
                    "computing a row assumed",
                ),
                Line(
                    "reads of all rows",
                    units,
                    "table read",
                    "bytes metered, read eventually consistent",
                ),
                Line(
                    "answers",
                    views * answer / GB,
                    "edge bytes",
                    f"{answer / 1000:,.0f} KB, gzip: docs/bench.md",
                ),
                Line("the page itself", views * (size - data) / GB, "edge bytes", "docs/bench.md"),
                Line("the page itself", views * of_page, "edge request", "docs/bench.md"),
            ]
        )

    def followers(self) -> list[Bill]:
        people = 10_000
        requests = kept("list of results: requests")
        downloaded = kept("list of results: downloaded")
        pages = [
            *sent("following", people, requests, downloaded, "docs/bench.md"),
            edge_functions(0, people * requests),
            Line(
                "bucket, asked by the edge",
                1800 * assumed("edge locations that ask") * 2,
                "get",
                "at most: pointer and changes, each version and edge location",
            ),
        ]
        # 7.1 units: 500 a second in the year's partition and 210 in the counters', at 100 texts a
        # second (docs/decisions/storage.md)
        alerts = [
            Line("claims and counters", people * 7.1, "table write", "docs/decisions/storage.md"),
            Line(
                "rows, followers, blocks",
                people * 6,
                "table read",
                "at most six reads an alert, counted in the code",
            ),
            Line(
                "queues", people * 3, "ordered queue", "send, receive, delete; batches make it less"
            ),
            Line("functions", people * 0.2 * 0.5, "function", "0.2 s an alert: assumed"),
            Line(
                "three more queues that functions read, a month",
                3 * assumed("polls of an idle queue"),
                "ordered queue",
                "assumed",
            ),
            Line(
                "more alarms, a month",
                standing("AWS::CloudWatch::Alarm", alerts=True)
                - standing("AWS::CloudWatch::Alarm"),
                "alarm",
                "template.yaml",
            ),
            Line(
                "more own metrics (BudgetUsed and others), a month",
                own_metrics("alerts/send/pace.rs"),
                "metric",
                "functions/api/src/workers",
            ),
        ]
        return [
            Bill(
                pages,
                "10,000 pages that follow a marathon for an hour",
                "After their first view: a pointer every ten seconds and what changed.",
            ),
            Bill(
                alerts,
                "10,000 alerts in an hour",
                "`Alerts=server`, one alert for each of 10,000 followers, without the carrier's own price.",
            ),
        ]

    def forgotten(self, rows: int) -> Bill:
        looks = HOURS // 24 * (1 + 2 * int(assumed("new instances of the reconciler")))
        cleanup = self.measured.sizes[-1].cleanup - self.measured.idle_cleanup
        new_version = "reconciler: whether there is a new version"
        return Bill(
            [
                *self.watch_lines(rows, looks, "reconciler"),
                Line(new_version, RECONCILES, "get", "its schedule"),
                *metered("clean-up", CLEANUPS, cleanup, "get", "put", "table read"),
            ]
        )

    def flood(self) -> float:
        """A day of `FLOOD` requests a second for the board of the ten-mile race."""
        requests = FLOOD * 86_400
        board = kept("10 Mile: board of 17,442 runners")
        lines = [*sent("", requests, 1, board, ""), edge_functions(0, requests)]
        return sum(line.dollars for line in lines)


# ── the document ─────────────────────────────────────────────────────────────────────────────────


def amount(units: float) -> str:
    if units >= 1e6:
        return f"{units / 1e6:,.2f} M"
    return f"{units:,.0f}" if units >= 10 else f"{units:,.2f}"


def dollars(value: float) -> str:
    return f"{value:,.2f}" if value >= 0.005 or value == 0 else "< 0.01"


def section(bill: Bill) -> list[str]:
    return ["", f"## {bill.title}", "", bill.about, "", *table(bill)]


def table(bill: Bill) -> list[str]:
    rows = [
        f"| {line.what} | {amount(line.units)} {PRICES[line.price].unit} | {line.how} | {dollars(line.dollars)} |"
        for line in bill.lines
    ]
    return [
        "| | units | from | dollars |",
        "|---|--:|---|--:|",
        *rows,
        f"| **all** | | | **{dollars(bill.dollars)}** |",
    ]


CLUB, MARATHON = (300, 600, 1.0, 2_000), (32_000, 352_000, 8.0, 1_000_000)


def document(measured: Measured) -> str:
    bills = Bills(measured)
    idle = bills.idle()
    club = bills.race(
        "A club's 5K",
        "300 runners with two rows each, uploaded in an hour; 2,000 views; a year of keeping its rows.",
        *CLUB,
    )
    marathon_ = bills.race(
        "A marathon with a million views",
        "32,000 runners with eleven rows each, uploaded in eight hours; a version every two seconds; each view a first one.",
        *MARATHON,
    )
    naive_club, naive = bills.naive(*CLUB[:2], CLUB[3]), bills.naive(*MARATHON[:2], MARATHON[3])
    pages, alerts = bills.followers()
    again = 1 + assumed("a view follows the race for") * 6
    answer_mb = MARATHON[1] * kept("contract JSON, gzip, per runner") / 2 / 1e6
    lines = [
        "# What it costs on AWS",
        "",
        "Written by `python3 infra/bench/costs.py`, the second line of `make bench`; a run replaces it. Dollars are list prices of us-east-1 and of the edge in the United States, without free tiers, discounts and taxes. "
        "No AWS account was at hand: nothing here has been compared with a bill.",
        "",
        f"What was metered: the bootstrap under the bench's Runtime API, loaded with races of {' and '.join(f'{one.rows:,}' for one in measured.sizes)} rows; what its calls cost by DynamoDB's and S3's published rules. "
        "Everything else is of docs/bench.md, of template.yaml, or assumed as listed at the end.",
        "",
        "| | dollars | naive POST |",
        "|---|--:|--:|",
        f"| idle, a month | {dollars(idle.dollars)} | |",
        f"| the same with `Firewall=false` | {dollars(idle.dollars - idle.of('firewall', 'firewall rule'))} | |",
        f"| a club's 5K, 2,000 views | {dollars(club.dollars)} | {dollars(naive_club.dollars)} |",
        f"| a marathon, 1 M views | {dollars(marathon_.dollars)} | {dollars(naive.dollars)} |",
        f"| 10,000 pages following for an hour | {dollars(pages.dollars)} | {dollars(bills.naive(*MARATHON[:2], 10_000 * 360).dollars)} |",
        f"| 10,000 alerts in an hour, without the carrier | {dollars(alerts.dollars)} | |",
        f"| a forgotten live flag, {MARATHON[1]:,} rows, a month | {dollars(bills.forgotten(MARATHON[1]).dollars)} | |",
        "",
        "**Naive POST** is the same site without published files: every view is one `POST results`, for which a function reads every row of the year (eventually consistent, half a unit for 4 KB), builds the answer and compresses it; "
        "the page itself comes from the edge, as here. It has no uploads, publications, reconciler and following in it, so a small race is cheaper that way. "
        f"A page that asked again every ten seconds, as ours does for its {assumed('a view follows the race for'):g} minutes, would cost {again:g} times as much. "
        f"And it could not be built like that: the marathon's answer would have {answer_mb:.1f} MB, and a function may answer 6.",
        *section(idle),
        "",
        f"Of this the firewall, its rules, alarms, dashboard, secrets and the own metric are fixed: {dollars(idle.of('firewall', 'firewall rule', 'alarm', 'dashboard', 'secret', 'metric'))}. "
        "The tables have DynamoDB's own keys, which cost nothing.",
    ]
    for bill, other in ((club, naive_club), (marathon_, naive)):
        lines += [*section(bill), "", "Naive POST of the same views:", "", *table(other)]
    free = marathon_.of("edge bytes", "edge request")
    lines += [
        "",
        f"CloudFront's bytes and requests are {100 * free / marathon_.dollars:.0f} % of the marathon. Its free tier (1 TB and 10 M requests a month, as its page said on 2026-09-05) is not deducted; one of its flat-rate plans since November 2025 (Pro: 15 dollars, 10 M requests and 50 TB; Business: 200 dollars, 125 M requests) may cost less in such a month.",
    ]
    lines += [
        *section(pages),
        *section(alerts),
        "",
        f"The carrier's price is beside that: SNS may not charge more than `DollarsAPart` for a part ({10_000 * 0.02:,.0f} dollars for 10,000 texts of one part at its default of 0.02), an e-mail costs {dollars(PRICES['e-mail'].of(10_000))} dollars for 10,000, a push nothing. `AlertDollarsOfYear` (200) ends them before.",
        "",
        *forgotten_flag(bills),
        *what_is_turned(bills, idle, marathon_),
        *what_was_metered(measured),
        *prices_and_assumptions(),
    ]
    return "\n".join(lines) + "\n"


def forgotten_flag(bills: Bills) -> list[str]:
    return [
        "## A forgotten live flag",
        "",
        f"A year of {MARATHON[1]:,} rows that stays live long after its date is compared when it has a new version, and once a day (docs/decisions/storage.md, Reconciling); the clean-up lists its files every fifteen minutes. A new instance of the reconciler does not know that the year agrees. "
        "Before 2026-11-29 every pass compared it, which cost 15 dollars a month.",
        "",
        *table(bills.forgotten(MARATHON[1])),
        "",
        "In the six days around each race every pass compares it, in the bills above: there the reconciler is what shows that a stream is broken.",
        "",
    ]


def what_is_turned(bills: Bills, idle: Bill, marathon_: Bill) -> list[str]:
    edge_requests = sum(line.units for line in marathon_.lines if line.price == "edge request")
    at_the_edge = PRICES["firewall"].dollars + PRICES["firewall rule"].dollars
    return [
        "## What else is turned",
        "",
        f"- `Firewall=false` saves {dollars(idle.of('firewall', 'firewall rule'))} of the {dollars(idle.dollars)} dollars of an idle month, and {dollars(marathon_.of('firewall call'))} of a marathon. docs/runbook.md says what protects the APIs without it.",
        f"- An alarm is {dollars(PRICES['alarm'].dollars)} a month for each metric it watches. Those that nobody acts on are gone.",
        "- A budget that mails (`BudgetDollars`) costs nothing, from memory.",
        f"- Nothing limits who downloads files. A program that asks {FLOOD:,} times a second for a board of {kept('10 Mile: board of 17,442 runners'):,.0f} bytes costs {dollars(bills.flood())} dollars a day (an allowed caller could ask 250,000 times a second); "
        f"a budget tells within a day. A rate rule at the edge would end it. It is not in the template: it exists in us-east-1 only, costs {dollars(at_the_edge)} a month and {dollars(PRICES['firewall call'].of(1e6))} for a million requests, {dollars(PRICES['firewall call'].of(edge_requests))} for the marathon's {amount(edge_requests)}, "
        "and counts a finish area behind one address as one caller. docs/runbook.md (What it spends) has the commands that put one before the distribution while it lasts (`EdgeFirewall`).",
        "",
    ]


def what_was_metered(measured: Measured) -> list[str]:
    large = measured.sizes[-1]
    metered = {
        "upload of 20 rows of new people": measured.upload,
        "the same again": measured.again,
        "reconciler, no recent year": measured.idle_reconcile,
        "clean-up, no recent year": measured.idle_cleanup,
    }
    for one in measured.sizes:
        metered |= {
            f"{one.rows:,} rows: publication of 20 changed rows": one.publication,
            f"{one.rows:,} rows: pass of the reconciler": one.reconcile,
            f"{one.rows:,} rows: clean-up": one.cleanup,
        }
    return [
        "## What was metered",
        "",
        "| | table reads | table writes | objects read | objects written or listed | round trips |",
        "|---|--:|--:|--:|--:|--:|",
        *(
            f"| {name} | {units['table read']:,.1f} | {units['table write']:,.0f} | {units['get']:,.1f} | {units['put']:,.1f} | {units['round trips']:,.1f} |"
            for name, units in metered.items()
        ),
        "",
        f"A row is an item of {measured.row} bytes; its record in an event of the stream has {measured.record} bytes, so the 6 MB that a function may be handed hold some {6 * 1024 * 1024 // measured.record:,} rows, and a batch never has the 10,000 that `BatchSize` allows. "
        f"A pass of the reconciler over {large.rows:,} rows reads {large.reconcile['table read']:,.0f} units.",
        "",
    ]


def prices_and_assumptions() -> list[str]:
    return [
        "## Prices",
        "",
        "AWS's own pages could not be fetched: where a price was seen, it was in a stored copy. Check them before you rely on a sum.",
        "",
        "| | dollars | for | page | seen |",
        "|---|--:|---|---|---|",
        *(price.row(name) for name, price in PRICES.items()),
        "",
        "## Assumed",
        "",
        "| | value | |",
        "|---|--:|---|",
        *(f"| {name} | {value:,g} | {why} |" for name, (value, why) in ASSUMED.items()),
        "",
        "Unknown, and in no line: data between zones, what support plans cost, attacks.",
    ]


def main() -> None:
    command_line.options(__doc__).parse_args()
    DOCUMENT.write_text(document(asyncio.run(measure())))
    print(f"Kept in {DOCUMENT.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
