"""Checks what Cargo, which lets no crates depend on each other in a circle, does not: that only store
names the SDK of DynamoDB and S3, and that domain, picture and contract do no input or output.

Within a crate, the `use` lines of its modules form no circle: each module can be read after those
that it uses. A module may use what the module that contains it declares, which does not count."""

import re
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from progress import stop
from settings import ROOT

ONLY_STORE = {"aws-sdk-dynamodb", "aws-sdk-s3", "aws-sdk-sesv2", "aws-config"}
NO_INPUT = {"tokio", "axum", "lambda_http", "reqwest", "ureq", "tracing"}
FORBIDDEN = {"store": set()} | dict.fromkeys(
    ("domain", "picture", "contract"), NO_INPUT | ONLY_STORE
)

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


def dependencies(manifest: str) -> set[str]:
    """The names in the section of a Cargo.toml, without those of tests alone."""
    section = manifest.partition("\n[dependencies]\n")[2].partition("\n[")[0]
    return set(re.findall(r"^([\w-]+)(?:\.| =)", section, re.MULTILINE))


def main() -> None:
    found = []
    for file in ROOT.glob("functions/*/Cargo.toml"):
        crate = file.parent
        named = dependencies(file.read_text()) & FORBIDDEN.get(crate.name, ONLY_STORE)
        found += [f"{crate.name} must not depend on {one}" for one in sorted(named)]
        if modules := circle(crate / "src"):
            names = " uses ".join("::".join(name) for name in reversed(modules))
            found.append(f"{crate.name}: {names}")
    if found:
        stop("\n  ".join(found))


if __name__ == "__main__":
    main()
