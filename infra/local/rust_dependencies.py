"""Checks that dependencies of the crates point one way: api, cli → publisher → store, contract,
picture → domain. Only store names the SDK of DynamoDB and S3, and domain does no input or
output.

Within a crate, the `use` lines of its modules form no circle: each module can be read after those
that it uses. A module may use what the module that contains it declares, which does not count."""

import json
import re
import subprocess
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from progress import stop
from settings import ROOT

ALLOWED = {
    "chute-domain": set(),
    "chute-picture": {"chute-domain"},
    "chute-contract": {"chute-domain"},
    "chute-store": {"chute-domain"},
    "chute-publisher": {"chute-domain", "chute-store"},
    "chute-api": {
        "chute-domain",
        "chute-picture",
        "chute-contract",
        "chute-store",
        "chute-publisher",
    },
    "chute-serve": {"chute-domain", "chute-store", "chute-api"},
    "chute-cli": {
        "chute-domain",
        "chute-contract",
        "chute-store",
        "chute-publisher",
        "chute-serve",
    },
    "chute-edge": {"chute-domain", "chute-store", "chute-serve"},
    "chute-testkit": {"chute-domain", "chute-store", "chute-api", "chute-serve", "chute-edge"},
}
ONLY_STORE = ("aws-sdk-dynamodb", "aws-sdk-s3", "aws-sdk-sesv2", "aws-config")
NOT_IN_DOMAIN = ("tokio", "axum", "lambda_http", "reqwest", "ureq", "tracing")


def problems(crate: str, dependencies: set[str]) -> list[str]:
    ours = {name for name in dependencies if name.startswith("chute-")}
    found = [f"{crate} must not depend on {name}" for name in ours - ALLOWED.get(crate, ours)]
    if crate not in ALLOWED:
        found.append(f"{crate} is not listed in infra/local/rust_dependencies.py")
    if crate != "chute-store":
        found += [
            f"{crate} must not depend on {name}: only chute-store does"
            for name in ONLY_STORE
            if name in dependencies
        ]
    if crate in ("chute-domain", "chute-picture", "chute-contract"):
        found += [
            f"{crate} does no input or output, so it must not depend on {name}"
            for name in NOT_IN_DOMAIN
            if name in dependencies
        ]
    return found


COMMENT = re.compile(r"//.*")
TESTS = re.compile(r"^#\[cfg\(test\)\]\n(?:#.*\n)*mod \w+ \{.*", re.MULTILINE | re.DOTALL)
USE = re.compile(r"^ *(?:pub(?:\(\w+\))? )?use ([^;]+);", re.MULTILINE)
TOKEN = re.compile(r"[{},]|[^{},]+")

Module = tuple[str, ...]


def used(tree: str) -> list[Module]:
    """The paths in a `use` line: `a::{b, c::d}` is a::b and a::c::d."""
    paths, before, path = [], [], ()
    for token in TOKEN.findall(re.sub(r"\s+as\s+\w+|\s", "", tree)):
        if token == "{":
            before.append(path)
        elif token == "}":
            before.pop()
        elif token == ",":
            path = before[-1]
        else:
            path = (*(before[-1] if before else ()), *filter(None, token.split("::")))
            paths.append(path)
    return paths


def module(name: Module, path: Module, modules: set[Module]) -> Module | None:
    """The module that a path in `name` leads to; `None` if that is in another crate."""
    if path[0] == "crate":
        found, rest = (), path[1:]
    elif path[0] in ("self", "super"):
        above = path.count("super")
        found, rest = name[: len(name) - above], path[above + path.count("self") :]
    elif (*name, path[0]) in modules:
        found, rest = name, path
    else:
        return None
    for part in rest:
        if (*found, part) not in modules:
            break
        found = (*found, part)
    return found


def circle(sources: Path) -> list[Module] | None:
    """Modules that use each other in a circle, if there are any."""
    texts = {}
    for file in sources.rglob("*.rs"):
        name = file.relative_to(sources).with_suffix("").parts
        texts[() if name in (("lib",), ("main",)) else name] = file.read_text()
    graph: dict[Module, set[Module]] = {}
    for name, text in texts.items():
        lines = USE.findall(TESTS.sub("", COMMENT.sub("", text)))
        found = {module(name, path, set(texts)) for line in lines for path in used(line)}
        graph[name] = {other for other in found - {None} if name[: len(other)] != other}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return error.args[1]
    return None


def main() -> None:
    answer = subprocess.run(
        ["cargo", "metadata", "--no-deps", "--format-version", "1"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    if answer.returncode != 0:
        stop(f"cargo metadata failed: {answer.stderr.strip()}")
    crates = json.loads(answer.stdout)["packages"]
    found = [
        problem
        for crate in crates
        for problem in problems(
            crate["name"], {d["name"] for d in crate["dependencies"] if d["kind"] != "dev"}
        )
    ]
    for crate in crates:
        sources = Path(crate["manifest_path"]).parent / "src"
        if modules := circle(sources):
            names = " uses ".join("::".join(name) for name in reversed(modules))
            found.append(f"{crate['name']}: {names}")
    if found:
        stop("\n  ".join(found))
    print(f"{len(crates)} crates, dependencies as designed, no modules in a circle")


if __name__ == "__main__":
    main()
