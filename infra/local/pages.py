"""Builds the site and puts it into its bucket, each only if something changed. As a program:
installs the site's packages."""

import hashlib
import json
import os
import re
from collections.abc import Callable, Iterable
from pathlib import Path

from progress import note, step, stop
from settings import SITE, VERSION
from tools import run

# the variable names a site that is built already
DIST = Path(os.environ.get("CHUTE_SITE_DIST") or SITE / "dist")
MARKER = "local/site.txt"  # in the private bucket: which files are in the site bucket
SKIPPED = {"node_modules", "dist", "e2e", "shots"}
RULES = json.loads(
    (SITE / "files.json").read_text()
)  # how built files are sent; `chute serve` uses them too


def install() -> None:
    lock, installed = SITE / "package-lock.json", SITE / "node_modules" / ".package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < lock.stat().st_mtime:
        with step("Installing the site's packages"):
            command = ["npm", "ci", "--engine-strict", "--no-audit", "--no-fund"]
            run([*command, "--loglevel", "error"], cwd=SITE)
            installed.touch()


def build() -> None:
    if DIST != SITE / "dist":
        return
    install()
    top = [one for one in SITE.iterdir() if one.name not in SKIPPED]
    # a folder is newer than what was removed from it
    sources = [one for start in top for one in (start, *start.rglob("*"))]
    page = DIST / "index.html"
    if page.exists() and page.stat().st_mtime > max(one.stat().st_mtime for one in sources):
        return
    with step("Building the site"):
        run(["npm", "run", "--silent", "build"], cwd=SITE)


def content_type(name: str) -> str:
    return RULES["content_types"].get(name.rpartition(".")[2], "application/octet-stream")


def cache_control(name: str) -> str:
    """The value of the first rule whose pattern matches the name: an asset's name changes with its
    content."""
    return next(value for pattern, value in RULES["cache_control"] if re.search(pattern, name))


def config(
    key: str, *, push: bool, mail: bool, messages: int, operator: str = "", support: str = ""
) -> dict:
    """The site's configuration: its addresses, its public read key, that text alerts are sent,
    whether device alerts and e-mails are, how many texts per race are promised at most, and who
    sends them. It also has Chute's version."""
    return {
        "api": "/api/",
        "remoteApi": "/remote-api/",
        "downloads": "/downloads/",
        "key": key,
        "product": "Chute",
        "version": VERSION,
        "alerts": True,
        "push": push,
        "mail": mail,
        "messages": messages,
        "operator": operator,
        "support": support,
    }


def read_key(s3, bucket: str) -> str:
    """The public read key of the site that stands; empty if it has none yet."""
    try:
        return json.loads(s3.get_object(Bucket=bucket, Key="config.json")["Body"].read()).get(
            "key", ""
        )
    except s3.exceptions.NoSuchKey:
        return ""


FETCHED = '<link rel="preload" href="/config.json" as="fetch" crossorigin="anonymous" />'


def brought_along(page: str, config: str) -> str:
    """index.html with the configuration in it, as `chute serve` makes it
    (functions/serve/src/distribution/site.rs). JSON inside a page must not contain `<`."""
    if FETCHED not in page:
        stop(f"site/index.html has no place for the configuration: {FETCHED}")
    escaped = config.replace("<", "\\u003c")
    return page.replace(FETCHED, f'<script type="application/json" id="config">{escaped}</script>')


def described(name: str, body: bytes) -> str:
    """Digest of a file and of how it is sent."""
    sent = f"{content_type(name)}\0{cache_control(name)}\0".encode()
    return hashlib.sha256(sent + body).hexdigest()


def standing(s3, bucket: str, marker_bucket: str) -> dict[str, str]:
    """The files of the site that stands: name → digest. Those of which the marker has none, such as
    those at which an upload was interrupted, are named by what S3 knows of them."""
    from botocore.exceptions import ClientError  # only the machine that uploads has it

    listed = {
        one["Key"]: one["ETag"]
        for page in s3.get_paginator("list_objects_v2").paginate(Bucket=bucket)
        for one in page.get("Contents", [])
    }
    try:
        known = json.loads(s3.get_object(Bucket=marker_bucket, Key=MARKER)["Body"].read())["files"]
    except (ClientError, ValueError):
        return listed
    return {name: digest or listed[name] for name, digest in known.items() if name in listed}


def mark(s3, marker_bucket: str, files: dict[str, str]) -> None:
    """Notes which files the site has now."""
    s3.put_object(Bucket=marker_bucket, Key=MARKER, Body=json.dumps({"files": files}).encode())


def replace(
    s3,
    marker_bucket: str,
    before: dict[str, str],
    wanted: dict[str, str],
    put: Callable[[str], None],
    fetch_again: Callable[[list[str]], None],
) -> list[str]:
    """Brings the site from the files `before` to those `wanted` (both name → digest): `put` stores one
    that is not as wanted, and `fetch_again` tells the distribution which addresses to fetch again.
    Returns these. If it is interrupted, the next call does all of it again."""
    changed = in_order(name for name in wanted if before.get(name) != wanted[name])
    # nobody knows which of these are there until all are, and the distribution was told of them
    mark(s3, marker_bucket, before | dict.fromkeys(changed, ""))
    for name in changed:
        put(name)
    addresses = stale(changed, before)
    fetch_again(addresses)
    mark(s3, marker_bucket, wanted)
    return addresses


def in_order(names: Iterable[str]) -> list[str]:
    """index.html names the others: last."""
    return sorted(names, key=lambda name: (name == "index.html", name))


def stale(changed: Iterable[str], before: dict[str, str]) -> list[str]:
    """The addresses at which the distribution may still have what a file was before. What is new was
    not there, and what never changes has another name each time."""
    return [
        f"/{name}" for name in changed if name in before and "immutable" not in cache_control(name)
    ]


def upload(
    s3,
    bucket: str,
    config: dict,
    marker_bucket: str,
    fetch_again: Callable[[list[str]], None] = lambda addresses: None,
) -> None:
    """Uploads what changed of site/dist and config.json, which tells the site its addresses and its
    public read key; index.html contains the same configuration. `fetch_again` as in `replace`."""
    extra = {"config.json": json.dumps(config), "not-found.json": '{"message":"Not Found"}'}
    files = [file for file in DIST.rglob("*") if file.is_file() and file.name not in extra]
    names = {file.relative_to(DIST).as_posix(): file.read_bytes() for file in files}
    names |= {name: text.encode() for name, text in extra.items()}
    names["index.html"] = brought_along(names["index.html"].decode(), extra["config.json"]).encode()
    wanted = {name: described(name, body) for name, body in names.items()}
    before = standing(s3, bucket, marker_bucket)
    if before == wanted:
        return
    uploaded: list[int] = []

    def put(name: str) -> None:
        s3.put_object(
            Bucket=bucket,
            Key=name,
            Body=names[name],
            ContentType=content_type(name),
            CacheControl=cache_control(name),
        )
        uploaded.append(len(names[name]))

    with step("Uploading what changed of the site"):
        replace(s3, marker_bucket, before, wanted, put, fetch_again)
        note(f"{len(uploaded)} of {len(names)} files, {sum(uploaded) / 1024:.0f} KB")


if __name__ == "__main__":
    install()
