"""How many instructions the functions execute, counted by callgrind: the number does not depend on
how busy the machine is.

For N and 2N requests: (instructions of the run with 2N − those with N) / N, so that the start and
the first connections cancel out."""

import itertools
import shutil
import subprocess
from collections.abc import Awaitable, Callable

import scene
from edge import Edge
from figures import Figure, Part
from function import Function

HOW = (
    "valgrind --tool=callgrind over the release bootstrap, under a fake Runtime API and MiniStack as above: "
    "(instructions of 2N requests − of N) / N. Counts repeat within 0.1 %; they are those of x86-64."
)
TITLE = "Instructions"
Act = Callable[[Function], Awaitable[object]]


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


async def total(handler: str, edge: Edge, act: Act, times: int) -> int:
    async with Function(handler, edge, callgrind=True) as function:
        for _ in range(times):
            await act(function)
    return function.instructions


async def per_request(handler: str, edge: Edge, act: Act, times: int) -> int:
    once = await total(handler, edge, act, times)
    return (await total(handler, edge, act, 2 * times) - once) // times


async def measure() -> Part:
    if reason := ready():
        return Part(TITLE, HOW, [], skipped=reason)
    edge = await scene.with_event()
    batches = itertools.count(1)  # people who were in no earlier run

    async def health(function: Function) -> None:
        await scene.call(function, "GET", "/health", None)

    async def new_people(function: Function) -> None:
        await scene.upload(function, scene.rows(next(batches)))

    async def same_again(function: Function) -> None:
        await scene.upload(function, scene.rows(0))

    start = await total("results.add", edge, health, 0)
    async with Function("results.add", edge) as function:
        await same_again(function)
    uploads = ("results/add, 20 rows of new people", "results/add, the same 20 rows again")
    return Part(
        TITLE,
        HOW,
        [
            Figure("init (process start to first poll)", start),
            Figure("health", await per_request("health", edge, health, 20)),
            Figure(uploads[0], await per_request("results.add", edge, new_people, 10)),
            Figure(uploads[1], await per_request("results.add", edge, same_again, 10)),
        ],
    )
