"""The calls that requests and publications make to the store, counted between the release bootstrap
and tables and buckets in memory."""

import gzip
import json
import re
from pathlib import Path

import events
import scene
from edge import Counts, Edge
from figures import Figure, Part
from function import Function

TEMPLATE = Path(__file__).parents[2] / "template.yaml"
HOW = (
    "The release bootstrap under a fake Runtime API, its DynamoDB and S3 being the bench's own in memory (infra/bench/runtime/edge.py). "
    "Calls are answered together, once the function sleeps for want of an answer: the number of such waves is the number of dependent round trips. "
    "A page view is followed through the published files; that the distribution takes them from the bucket, without a function, is looked up in template.yaml."
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
    await publisher.invoke(events.queue_batch(edge.tables.new_records()))
    return edge.counts


async def uploads(edge: Edge, *batches: list[dict], key_is_known: bool = True) -> list[Counts]:
    """An instance that has found the key before reads the rest at the same time."""
    counted = []
    async with Function("results.add", edge) as function:
        if key_is_known:
            await scene.upload(function, [])
        for batch in batches:
            edge.begin()
            await scene.upload(function, batch)
            counted.append(edge.counts)
    return counted


def page_view(edge: Edge) -> list[str]:
    """The files that a results page with all lines requests, one after another: each is named by an
    earlier one, and exists."""
    folder = f"results/{scene.RACE}/"
    asked = []

    def get(path: str) -> dict:
        asked.append(path)
        body, _ = edge.buckets.objects[f"DOWNLOADS/{path}"]
        return json.loads(gzip.decompress(body) if body[:2] == b"\x1f\x8b" else body)

    pointer = get(f"{folder}current.json")
    head = get(pointer["url"])
    # boards of at most a hundred lines are in the head
    lines = get(folder + pointer["lines"]) if pointer["lines"] else {"boards": []}
    for board in lines["boards"][:1]:
        if board["board"] and (
            len(get(folder + board["board"])["c"]) == 0 or not get(folder + board["names"])["first"]
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
        await uploads(edge, scene.rows(1))
        figures += publication_figures("publishing a change", await publish(publisher, edge), 2, 5)
    await uploads(edge, scene.rows(2))
    async with Function("snapshots.publish", edge) as fresh:
        figures += publication_figures(
            "publishing a change, new instance", await publish(fresh, edge), 4, 6
        )
    if (count := scene.pointer(edge)["count"]) != 3 * scene.ROWS:
        raise SystemExit(f"The pointer counts {count} rows and not {3 * scene.ROWS}.")
    figures += [
        Figure(
            "page view: requests (pointer; then the head; where there are more than 100 lines their file beside it, then board and names)",
            len(page_view(edge)),
            bar=2,
        ),
        Figure(
            "page view: functions run, table reads",
            int(origin_of_downloads() != "DownloadsBucket"),
            bar=0,
        ),
    ]
    return Part("Calls at the store's edge", HOW, figures)
