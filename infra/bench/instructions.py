"""How many instructions the functions execute, counted by callgrind: the number does not depend on
how busy the machine is.

For N and 2N requests: (instructions of the run with 2N − those with N) / N, so that the start and
the first connections cancel out. If an instance keeps what its first request makes, for 1 and 1 +
N."""

import base64
import gzip
import itertools
import json
import shutil
import subprocess
from collections.abc import Awaitable, Callable
from pathlib import Path

import races
import scene
from edge import Edge
from figures import Figure, Part
from function import Function

HOW = (
    "valgrind --tool=callgrind over the release bootstrap, fed by a fake Runtime API and a canned DynamoDB and S3 on loopback "
    "(infra/bench/runtime): (instructions of 2N requests − of N) / N; of `results`, 1 + N and 1. Counts of one call repeat within 0.1 %, those of many calls at once within 1 % (the SDK's hash maps have random seeds); they are those of x86-64."
)
TITLE = "Instructions"
SECRET = "bench-secret-of-at-least-32-bytes-0123456789"
# the hash of a password that no login here sends
HASH = "$argon2id$v=19$m=19456,t=2,p=1$YSBzYWx0IG9mIDE2IGJ5dA$47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU"
ACCOUNTS = 40
Act = Callable[[Function, int], Awaitable[None]]


def ready() -> str:
    """Why it cannot be measured; installs Debian's valgrind if that is possible."""
    if shutil.which("valgrind"):
        return ""
    if shutil.which("apt-get"):
        subprocess.run(
            "apt-get update -qq && apt-get install -y -qq --no-install-recommends valgrind",
            shell=True,
        )
    return "" if shutil.which("valgrind") else "valgrind is not installed"


async def total(handler: str, edge: Edge, act: Act, times: int, variables: dict[str, str]) -> int:
    async with Function(handler, edge, callgrind=True, variables=variables) as function:
        for turn in range(times):
            await act(function, turn)
    return function.instructions


async def per_request(handler: str, edge: Edge, act: Act, times: int, **variables: str) -> int:
    once = await total(handler, edge, act, times, variables)
    return (await total(handler, edge, act, 2 * times, variables) - once) // times


async def first_and_next(handler: str, edge: Edge, act: Act, times: int) -> tuple[int, int]:
    """The instructions of an instance for its first request, and for each further one."""
    idle, first, all_of_them = [
        await total(handler, edge, act, run, {}) for run in (0, 1, 1 + times)
    ]
    return first - idle, (all_of_them - first) // times


def difference(name: str, one: int, other: int) -> Figure:
    """What has to be the same work."""
    return Figure(f"{name}: difference", abs(one - other) / other * 100, "%", 1)


async def measure(published: Path, race: dict) -> Part:
    if reason := ready():
        return Part(TITLE, HOW, [], skipped=reason)
    edge = await scene.with_event()

    async def health(function: Function, _: int) -> None:
        await scene.call(function, "GET", "/health", None)

    batches = iter(range(1, 10_000))  # people who were in no earlier run

    async def new_people(function: Function, _: int) -> None:
        await scene.upload(function, scene.rows(next(batches)))

    async def same_again(function: Function, _: int) -> None:
        await scene.upload(function, scene.rows(0))

    figures = [
        Figure(
            "init (process start to first poll)", await total("results.add", edge, health, 0, {})
        ),
        Figure("health", await per_request("health", edge, health, 20)),
    ]
    upload = await per_request("results.add", edge, new_people, 10)
    # no upload does work for alerts (contract 8.5), whoever sends them
    alerted = await per_request("results.add", edge, new_people, 10, ALERTS="server")
    figures += [
        Figure("results/add, 20 rows of new people", upload),
        difference("the same where the server sends alerts", alerted, upload),
    ]
    async with Function("results.add", edge) as function:
        await scene.upload(function, scene.rows(0))
    figures.append(
        Figure(
            "results/add, the same 20 rows again",
            await per_request("results.add", edge, same_again, 20),
        )
    )
    figures += await login_figures()
    part = Part(TITLE, HOW, figures)
    figures += await list_figures(edge, published, race)
    return part


def email(at: int) -> str:
    return f"known{at:04}@example.org"


async def with_accounts(**changes: dict) -> Edge:
    """An edge whose tables hold accounts and whose functions have a token secret."""
    edge = Edge()
    edge.secrets["TOKEN_SECRET"] = SECRET
    await edge.start()
    accounts = edge.tables.items["ACCOUNTS"]
    for at in range(ACCOUNTS):
        fields = {"id": f"a_{at:032}", "em": email(at), "nm": "Bench", "ty": "free", "pw": HASH}
        accounts[f"a#{fields['id']}", ""] = (
            {"p": {"S": f"a#{fields['id']}"}}
            | {name: {"S": text} for name, text in fields.items()}
            | changes
        )
        accounts[f"e#{email(at)}", ""] = {"p": {"S": f"e#{email(at)}"}, "id": {"S": fields["id"]}}
    return edge


async def login_figures() -> list[Figure]:
    """A failed login does the same work whether or not the account exists: contract 3.5."""
    number = itertools.count()  # each has another e-mail address, so that none is delayed by others

    async def failing(edge: Edge, address: Callable[[int], str]) -> int:
        async def act(function: Function, _: int) -> None:
            body = {"email": address(next(number)), "password": "wrong password"}
            login = ("POST", "/account/login", body, "none")
            answer = await scene.call(function, *login, expected=(401,))
            if json.loads(answer["body"]) != {"message": "Invalid Credentials"}:
                raise scene.WrongAnswer(f"a failed login: {answer['body']}")

        return await per_request("account.login", edge, act, 3)

    def known(at: int) -> str:
        return email(at % ACCOUNTS)

    unknown = await failing(await with_accounts(), lambda at: f"other{at:04}@example.org")
    wrong = await failing(await with_accounts(), known)
    locked = await failing(await with_accounts(lk={"BOOL": True}), known)
    return [
        Figure("account/login, unknown e-mail", unknown),
        difference("account/login, wrong password", wrong, unknown),
        difference("account/login, locked account", locked, unknown),
    ]


def commit(edge: Edge, pointer: dict) -> None:
    """Stores what readers with a key rely on: the head of the pointer, and the incarnation of the
    year it belongs to."""
    year = edge.tables.items["EVENTS"][scene.SLUG, f"y#{scene.YEAR}"]
    born = list(base64.b64decode(year["wr"]["B"]))
    current = {
        "version": pointer["version"],
        "state": "",
        "previous": "",
        "head": pointer["url"].rpartition("/")[2],
        "restricted": False,
        "born": born,
    }
    edge.buckets.put(f"PRIVATE/state/{scene.RACE}/current", json.dumps(current).encode())


async def list_figures(edge: Edge, published: Path, race: dict) -> list[Figure]:
    """Figures of `results` for the race of board.py, with its snapshot as published."""
    for file in published.iterdir():
        edge.buckets.put(f"{scene.PUBLISHED}{file.name}", file.read_bytes())
    commit(edge, json.loads((published / "current.json").read_text()))
    wanted = {"slug": scene.SLUG, "year": scene.YEAR}
    rows = race["contract"]["rows"]

    async def whole(function: Function, _: int) -> None:
        answer = await scene.call(function, "POST", "/results", wanted, scene.READ, gzip=True)
        if json.loads(gzip.decompress(base64.b64decode(answer["body"])))["count"] != rows:
            raise scene.WrongAnswer("the whole race has another number of rows")

    async def page(function: Function, _: int) -> None:
        answer = await scene.call(
            function, "POST", "/results", wanted | {"limit": 100, "page": 3}, scene.READ
        )
        if json.loads(answer["body"])["count"] != 100:
            raise scene.WrongAnswer("a page of 100 rows has another number")

    building, warm = await first_and_next("results.list", edge, whole, 10)
    _, of_page = await first_and_next("results.list", edge, page, 10)
    return [
        Figure(
            f"results, all {rows:,} rows, gzip, the first request of an instance (building)",
            building,
        ),
        Figure("the same, per row", building / rows),
        Figure(f"results, all {rows:,} rows, gzip, warm", warm),
        # in a small race the fixed part of a call weighs more
        Figure(
            "the same, of building",
            warm / building * 100,
            "%",
            None if race["file"] == races.OWN else 2,
        ),
        Figure("results, a page of 100 rows, warm", of_page),
    ]
