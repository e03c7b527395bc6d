"""Checks that the front door is true: commands in the documents exist, the workflows run every step
of `make test`, the picture draws what the template has, and a new route is reported missing exactly
where CONTRIBUTING.md says.

    python3 infra/policy/front_door.py

Builds and runs nothing: it only reads. Tests in Rust check the places of routes as well
(functions/api: tests/template.rs, examples/openapi); here all of them are together, in the order of
the list, so that one call shows what a new route still needs."""

import itertools
import json
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "infra" / "local")]


import test as steps_of_test
from progress import note, stop

STEPS = set(steps_of_test.STEPS)
Texts = dict[str, str]  # path from the root: its text

# ── commands ─────────────────────────────────────────────────────────────────────────────────────

DOCUMENTS = ("CONTRIBUTING.md", "README.md", "SECURITY.md")
PROGRAMS = ("make", "python3", "cargo", "npm")
OTHERS = ("tail", ".build/chute")  # what else a document may tell the reader to run
INLINE = re.compile(rf"""`((?:[A-Z_]+=(?:"[^"]*"|\S+) )*(?:{"|".join(PROGRAMS)}) [^`]+)`""")
BLOCK = re.compile(r"^    (\S.*)$")
VARIABLE = re.compile(r"^[A-Z_]+=")


def commands(text: str) -> Iterator[str]:
    """The commands of a document: those in blocks that begin with a program, and those in a line of
    text."""
    for line in text.splitlines():
        if (block := BLOCK.match(line)) and not block[1].startswith(("-", "http")):
            yield block[1].partition(" # ")[0].strip()
        yield from INLINE.findall(line)


def wrong(command: str, makefile: str, scripts: set[str], packages: set[str]) -> str | None:
    """Why the command is not valid; None if it is."""
    program, *arguments = [word for word in shlex.split(command) if not VARIABLE.match(word)] or [
        ""
    ]
    if program == "make":
        return next(
            (
                f"no target {name}"
                for name in arguments
                if not re.search(rf"^{re.escape(name)}:", makefile, re.MULTILINE)
            ),
            None,
        )
    if program == "python3":
        script, *arguments = arguments
        if not (ROOT / script).is_file():
            return f"no file {script}"
        if script == "infra/local/test.py":
            named = arguments[: arguments.index("--")] if "--" in arguments else arguments
            return next(
                (f"no step {name}" for name in named if name not in STEPS and name != "STEP"), None
            )
        return None
    if program == "npm":
        words = arguments[2:] if arguments[:2] == ["--prefix", "site"] else arguments
        script = words[1] if words[:1] == ["run"] else words[0]
        return None if script in scripts else f"site/package.json has no script {script}"
    if program == "cargo":
        package = next(
            (
                after
                for before, after in itertools.pairwise(arguments)
                if before in ("-p", "--package")
            ),
            None,
        )
        return None if package is None or package in packages else f"no crate {package}"
    return None if program in OTHERS else f"unknown program {program}"


def of_documents() -> tuple[list[str], int]:
    makefile = (ROOT / "Makefile").read_text()
    scripts = set(json.loads((ROOT / "site" / "package.json").read_text())["scripts"])
    manifests = [*ROOT.glob("functions/*/Cargo.toml"), *ROOT.glob("infra/bench/*/Cargo.toml")]
    packages = {
        name[1]
        for file in manifests
        if (name := re.search(r'^name = "(.+)"', file.read_text(), re.MULTILINE))
    }
    # tests the check itself: a command that does not exist is reported
    for none in (
        "make tset",
        "python3 infra/local/tset.py",
        "python3 infra/local/test.py serve rutes -- x",
        "npm --prefix site run tset",
        "cargo test -p chute-tset",
        "rm -rf /",
    ):
        assert wrong(none, makefile, scripts, packages), none
    found, total = [], 0
    for document in DOCUMENTS:
        for command in commands((ROOT / document).read_text()):
            total += 1
            if reason := wrong(command, makefile, scripts, packages):
                found.append(f"{document}: `{command}`: {reason}")
    return found, total


# ── workflows ────────────────────────────────────────────────────────────────────────────────────

RUN = re.compile(r"python3 infra/local/test\.py ([\w -]+)$", re.MULTILINE)
SKIP = re.compile(r"^\s*SKIP: (.+)$", re.MULTILINE)


def of_workflows(workflows: list[str]) -> list[str]:
    """Steps that no workflow runs, and names in workflows that are not steps."""
    run, named = set(), set()
    for text in workflows:
        asked = {step for steps in RUN.findall(text) for step in steps.split()}
        skipped = {step for steps in SKIP.findall(text) for step in steps.split()}
        named |= asked | skipped
        run |= STEPS - skipped if "run: make test" in text else asked
    return [f"no workflow runs the step {step}" for step in sorted(STEPS - run)] + [
        f"a workflow names {step}, which is no step" for step in sorted(named - STEPS)
    ]


# ── the picture ──────────────────────────────────────────────────────────────────────────────────

PICTURE = re.compile(r"```mermaid\n(.*?)```", re.DOTALL)
RESOURCE = re.compile(r"\b[A-Z][a-z]+(?:[A-Z][a-z]+)+\b")
NOT_OURS = {"CloudFront"}


def of_picture(architecture: str, template: str) -> list[str]:
    """Names in ARCHITECTURE.md's picture that template.yaml does not have."""
    resources = set(re.findall(r"^  (\w+):$", template.partition("\nResources:")[2], re.MULTILINE))
    drawn = PICTURE.search(architecture)
    if not drawn:
        return ["ARCHITECTURE.md has no picture of the template"]
    return [
        f"ARCHITECTURE.md draws {name}, which template.yaml does not have"
        for name in sorted(set(RESOURCE.findall(drawn[1])) - resources - NOT_OURS)
    ]


# ── routes ───────────────────────────────────────────────────────────────────────────────────────

ROUTES, TEMPLATE, CONTRACT, TESTS = (
    "functions/api/src/routes.rs",
    "template.yaml",
    "docs/contract/api.md",
    "functions/api/tests/routes",
)
HOSTS = {
    False: ("docs/openapi.json", "site/src/api/account-api.d.ts"),
    True: ("docs/openapi-remote.json", "site/src/api/remote-api.d.ts"),
}
ENTRY = re.compile(r'^    "([\w.-]+)" "([A-Z]+)" "(/[^"]*)" [\w:]+', re.MULTILINE)
SHARED = re.compile(r"pub const SHARED: [^=]*=\s*\[(.*?)\];", re.DOTALL)
# the contract has no rows for the routes that serve the API documents
UNDOCUMENTED = {"openapi", "remote.openapi"}


def shared(routes: str) -> dict[str, str]:
    """The beginning of a route's name, which may be written as a path, → the function that its
    routes share."""
    entries = re.findall(r'\("([\w.-]+)", &\[([^\]]*)\]\)', SHARED.search(routes)[1])
    return {
        begin.replace("/", "."): function
        for function, begins in entries
        for begin in re.findall(r'"([\w./-]+)"', begins)
    }


def missing(texts: Texts) -> dict[str, list[str]]:
    """For each route that lacks something: the places where it is missing, in the order of
    CONTRIBUTING.md."""
    of_function = shared(texts[ROUTES])
    handlers = set(re.findall(r"Handler: ([\w.-]+)", texts[TEMPLATE]))
    documents = {file: json.loads(texts[file])["paths"] for file, _ in HOSTS.values()}
    found: dict[str, list[str]] = {}
    for name, verb, path in ENTRY.findall(texts[ROUTES]):
        document, types = HOSTS[name.startswith("remote.")]
        begin = next((begin for begin in of_function if name.startswith(f"{begin}.")), None)
        rows = re.search(
            rf"^\| `{re.escape(name)}` \| {'any' if verb == 'ANY' else verb} \| `{re.escape(path)}` \|",
            texts[CONTRACT],
            re.MULTILINE,
        )
        verbs = documents[document].get(path, {})
        at = [
            place
            for place, there in (
                (TEMPLATE, (of_function[begin] if begin else name) in handlers),
                (CONTRACT, rows or name in UNDOCUMENTED),
                (TESTS, f'"{path}"' in texts[TESTS] or f'"{name}"' in texts[TESTS]),
                (document, verbs if verb == "ANY" else verb.lower() in verbs),
                (types, f'"{path}": {{' in texts[types]),
            )
            if not there
        ]
        if at:
            found[name] = at
    return found


def tree() -> Texts:
    files = [ROUTES, TEMPLATE, CONTRACT, *(file for pair in HOSTS.values() for file in pair)]
    texts = {file: (ROOT / file).read_text() for file in files}
    return texts | {
        TESTS: "\n".join(file.read_text() for file in sorted((ROOT / TESTS).glob("*.rs")))
    }


def listed() -> list[str]:
    """The places in CONTRIBUTING.md's list that follow the entry in routes.rs."""
    section = (
        (ROOT / "CONTRIBUTING.md")
        .read_text()
        .partition("## How to add a route")[2]
        .partition("\n## ")[0]
    )
    places = re.findall(r"^\d+\. `([^`]+)`", section, re.MULTILINE)
    return places[places.index(ROUTES) + 1 :]


def a_new_route(texts: Texts) -> None:
    """Adds a route to a copy, step by step as the list says: after each step it is missing in all
    places that follow, and in none before."""
    document, types = HOSTS[False]
    name, path = "trial.route", "/trial/route"
    rest = listed()
    copy = texts | {
        ROUTES: texts[ROUTES].replace(
            "routes! {\n",
            f'routes! {{\n    "{name}" "POST" "{path}" trial::route;\n',
            1,
        )
    }
    paths = json.loads(texts[document])
    paths["paths"][path] = {"post": {}}
    adds = {
        TEMPLATE: f"{texts[TEMPLATE]}\n      Handler: {name}\n",
        CONTRACT: f"{texts[CONTRACT]}\n| `{name}` | POST | `{path}` | K any | – | – |\n",
        TESTS: f'{texts[TESTS]}\n    app().ok("POST", "{path}", &json!({{}}));\n',
        document: json.dumps(paths),
        types: f'{texts[types]}\n    "{path}": {{\n',
    }
    if rest != list(adds):
        stop(
            f"CONTRIBUTING.md's list goes on behind {ROUTES} with {', '.join(rest)}; what is looked at is {', '.join(adds)}."
        )
    for place in rest:
        found = missing(copy)
        if found != {name: rest[rest.index(place) :]}:
            stop(
                f"A route that is added as far as {place} is missing at {found}, and not from there on."
            )
        copy[place] = adds[place]
    if found := missing(copy):
        stop(f"A route that is added everywhere is missing at {found}.")


def main() -> None:
    found, total = of_documents()
    workflows = [
        file.read_text() for file in sorted((ROOT / ".github" / "workflows").glob("*.yml"))
    ]
    found += of_workflows(workflows)
    assert of_workflows(workflows[:1]) and of_workflows(
        [*workflows, "run: python3 infra/local/test.py tset"]
    )  # the check itself
    texts = tree()
    architecture = (ROOT / "ARCHITECTURE.md").read_text()
    found += of_picture(architecture, texts[TEMPLATE])
    assert of_picture(architecture, texts[TEMPLATE].replace("\n  SnapshotsPublish:", "\n  Other:"))
    found += [
        f"{name} is not in {', '.join(places)} (CONTRIBUTING.md, How to add a route)"
        for name, places in missing(texts).items()
    ]
    for one in found:
        note(one)
    if found:
        stop(f"{len(found)} things that the front door says are not so.")
    a_new_route(texts)
    routes = len(ENTRY.findall(texts[ROUTES]))
    print(
        f"{total} commands of documents exist; {len(workflows)} workflows run all {len(STEPS)} steps; {routes} routes are where the list says, "
        f"and a new one is missing at its {len(listed())} places, one after the other"
    )


if __name__ == "__main__":
    main()
