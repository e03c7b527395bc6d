"""The calls that requests and publications make to the store, counted between the release bootstrap
and MiniStack, and that every failed login does the same work."""

import gzip
import json
import re
from collections.abc import Callable
from pathlib import Path

import events
import scene
from edge import Counts, Edge
from figures import Figure, Part
from function import Function

LOGINS = 6  # of each kind: more from one address are refused
# the hash of a password that no login here sends
HASH = "$argon2id$v=19$m=19456,t=2,p=1$YSBzYWx0IG9mIDE2IGJ5dA$47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU"
TEMPLATE = Path(__file__).parents[2] / "template.yaml"
HOW = (
    "The release bootstrap under a fake Runtime API, its DynamoDB and S3 being MiniStack's in the same process (infra/bench/runtime/edge.py). "
    "Calls are answered together, once the function sleeps for want of an answer: the number of such waves is the number of dependent round trips. "
    "A page view is followed through the published files; that the distribution takes them from the bucket, without a function, is looked up in template.yaml. "
    f"Of {LOGINS} failed logins the processor time is compared, user and system: nobody may learn from it whether an account exists (contract 3.5)."
)


def upload_figures(what: str, counts: Counts, bar_written: int) -> list[Figure]:
    return [
        Figure(f"{what}: dependent round trips", counts.round_trips, bar=2),
        Figure(f"{what}: items written", counts.items_written, bar=bar_written),
        Figure(f"{what}: read operations", counts.table_reads, bar=scene.ROWS + 2),
        Figure(f"{what}: items read", counts.items_read),
    ]


def publication_figures(what: str, counts: Counts, bar_read: int, bar_trips: int) -> list[Figure]:
    return [
        Figure(f"{what}: table reads", counts.table_reads, bar=0),
        Figure(f"{what}: table writes", counts.table_calls - counts.table_reads, bar=0),
        Figure(
            f"{what}: object reads",
            counts.calls["s3:GetObject"] + counts.calls["s3:ListObjects"],
            bar=bar_read,
        ),
        Figure(f"{what}: objects written", counts.calls["s3:PutObject"], bar=6),
        Figure(f"{what}: dependent round trips", counts.round_trips, bar=bar_trips),
    ]


async def publish(publisher: Function, edge: Edge) -> Counts:
    edge.begin()
    await publisher.invoke(events.queue_batch(edge.new_records()))
    return edge.counts


async def uploads(
    edge: Edge, *batches: list[dict], key_is_known: bool = True, **variables: str
) -> list[Counts]:
    """An instance that has found the key before reads the rest at the same time."""
    counted = []
    async with Function("results.add", edge, variables) as function:
        if key_is_known:
            await scene.upload(function, [])
        for batch in batches:
            edge.begin()
            await scene.upload(function, batch)
            counted.append(edge.counts)
            edge.begin()  # what comes next does not count towards it
    return counted


async def page_view(edge: Edge) -> list[str]:
    """The files that a results page with all lines requests, one after another: each is named by an
    earlier one, and exists."""
    asked = []

    async def get(path: str) -> dict:
        asked.append(path)
        body = await edge.object(path)
        return json.loads(gzip.decompress(body) if body[:2] == b"\x1f\x8b" else body)

    pointer = await get(f"{scene.PUBLISHED}current.json")
    head = await get(pointer["url"])
    # boards of at most a hundred lines are in the head
    lines = await get(scene.PUBLISHED + pointer["lines"]) if pointer["lines"] else {"boards": []}
    for board in lines["boards"][:1]:
        if board["board"] and (
            len((await get(scene.PUBLISHED + board["board"]))["c"]) == 0
            or not (await get(scene.PUBLISHED + board["names"]))["first"]
        ):
            raise SystemExit("The published board is empty.")
    if not head["boards"][0]["first"]["names"]["first"]:
        raise SystemExit("The published board is empty.")
    return asked


def origin_of_downloads() -> str:
    """The resource of the template that answers /downloads/*."""
    template = TEMPLATE.read_text()
    target = re.search(r"PathPattern: /downloads/\*\n\s+TargetOriginId: (\w+)", template).group(1)
    return re.search(rf"- Id: {target}\n\s+DomainName: !GetAtt (\w+)\.", template).group(1)


def email(at: int) -> str:
    return f"known{at:04}@example.org"


async def login_figures(edge: Edge) -> list[Figure]:
    for at in range(2 * LOGINS):
        known = {"id": f"a_{at:032}", "em": email(at), "nm": "Bench", "ty": "free", "pw": HASH}
        for key, fields in ((f"a#{known['id']}", known), (f"e#{email(at)}", {"id": known["id"]})):
            item = {name: {"S": text} for name, text in ({"p": key} | fields).items()}
            locked = {"lk": {"BOOL": True}} if at >= LOGINS else {}
            edge.put_items("AccountsTable", [item | locked])

    async def seconds(address: Callable[[int], str]) -> float:
        """Each has another e-mail address, so that none is delayed by others."""
        async with Function("account.login", edge) as function:
            before = function.cpu_seconds()
            for at in range(LOGINS):
                body = {"email": address(at), "password": "wrong password"}
                answer = await scene.call(
                    function, "POST", "/account/login", body, "none", expected=(401,)
                )
                if json.loads(answer["body"]) != {"message": "Invalid Credentials"}:
                    raise scene.WrongAnswer(f"a failed login: {answer['body']}")
            return function.cpu_seconds() - before

    unknown = await seconds(lambda at: f"other{at:04}@example.org")
    others = {
        "wrong password": await seconds(email),
        "locked account": await seconds(lambda at: email(LOGINS + at)),
    }
    return [
        Figure("failed login, unknown e-mail: CPU time", round(1000 * unknown / LOGINS), "ms"),
        *(
            Figure(f"failed login, {name}: difference", abs(it - unknown) / unknown * 100, "%", 40)
            for name, it in others.items()
        ),
    ]


async def measure() -> Part:
    edge = await scene.with_event()
    figures = []
    async with Function("snapshots.publish", edge) as publisher:
        await publish(publisher, edge)
        new, again, changed = await uploads(
            edge, scene.rows(0), scene.rows(0), scene.rows(0, correction=5)
        )
        figures += upload_figures("upload of 20 rows of 20 new people", new, scene.ROWS + 1)
        figures += upload_figures("the same again", again, 0)
        figures += upload_figures("20 corrections", changed, scene.ROWS + 1)
        (again,) = await uploads(edge, scene.rows(0, correction=5), key_is_known=False)
        figures.append(
            Figure(
                "the same again, first call of an instance with this key: dependent round trips",
                again.round_trips,
                bar=2,
            )
        )
        await publish(publisher, edge)
        # no upload does work for alerts (contract 8.5), whoever sends them
        (alerted,) = await uploads(edge, scene.rows(1), ALERTS="server")
        figures += upload_figures(
            "20 new people where the server sends alerts", alerted, scene.ROWS + 1
        )
        figures += publication_figures("publishing a change", await publish(publisher, edge), 2, 5)
    await uploads(edge, scene.rows(2))
    async with Function("snapshots.publish", edge) as fresh:
        figures += publication_figures(
            "publishing a change, new instance", await publish(fresh, edge), 4, 6
        )
    if (count := (await scene.pointer(edge))["count"]) != 3 * scene.ROWS:
        raise SystemExit(f"The pointer counts {count} rows and not {3 * scene.ROWS}.")
    figures += [
        Figure(
            "page view: requests (pointer; then the head; where there are more than 100 lines their file beside it, then board and names)",
            len(await page_view(edge)),
            bar=2,
        ),
        Figure(
            "page view: functions run, table reads",
            int(origin_of_downloads() != "DownloadsBucket"),
            bar=0,
        ),
    ]
    figures += await login_figures(edge)
    return Part("Calls at the store's edge", HOW, figures)
