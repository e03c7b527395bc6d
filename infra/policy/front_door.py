"""Checks that the front door is true: commands in the documents exist, the workflows run every step
of `make test` and zizmor finds no fault in them, the picture draws what the template has, the
contract describes every route, and what CONTRIBUTING.md names for a new one exists.

    python3 infra/policy/front_door.py

Builds nothing."""

import itertools
import json
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "infra" / "local")]


import routes
import test as steps_of_test
import tools
from progress import note, stop

STEPS = set(steps_of_test.STEPS)

# ── commands ─────────────────────────────────────────────────────────────────────────────────────

DOCUMENTS = (
    "CONTRIBUTING.md",
    "README.md",
    "SECURITY.md",
    "docs/releasing.md",
    "docs/self-hosting.md",
)
PROGRAMS = ("make", "python3", "cargo", "npm")
# what else a document may tell the reader to run; a test of functions/cli/src/main.rs checks the
# arguments of `chute`
OTHERS = ("tail", "git", "tar", "cd", "sudo", "chute", "./chute", ".build/chute")
FENCE = "```"  # around what is no command, such as a configuration
INLINE = re.compile(rf"""`((?:[A-Z_]+=(?:"[^"]*"|\S+) )*(?:{"|".join(PROGRAMS)}) [^`]+)`""")
BLOCK = re.compile(r"^ {4,7}(\S.*)$")  # more than four in a list
VARIABLE = re.compile(r"^[A-Z_]+=")


def commands(text: str) -> Iterator[str]:
    """The commands of a document: those in blocks that begin with a program, and those in a line of
    text."""
    fenced = False
    for line in text.splitlines():
        if line.startswith(FENCE):
            fenced = not fenced
        if fenced:
            continue
        if (block := BLOCK.match(line)) and not block[1].startswith(("-", "http")):
            yield block[1].partition(" # ")[0].strip()
        yield from INLINE.findall(line)


def wrong(command: str, makefile: str, scripts: set[str], packages: set[str]) -> Iterator[str]:
    """Why the command is not valid."""
    program, *arguments = [word for word in shlex.split(command) if not VARIABLE.match(word)] or [
        ""
    ]
    if program == "make":
        targets = re.findall(r"^(\w[\w-]*):", makefile, re.MULTILINE)
        yield from (f"no target {name}" for name in arguments if name not in targets)
    elif program == "python3":
        script, *steps = arguments
        if not (ROOT / script).is_file():
            yield f"no file {script}"
        elif script == "infra/local/test.py":
            named = steps[: steps.index("--")] if "--" in steps else steps
            yield from (f"no step {name}" for name in named if name not in {*STEPS, "STEP"})
    elif program == "npm":
        words = arguments[2:] if arguments[:2] == ["--prefix", "site"] else arguments
        script = words[1] if words[:1] == ["run"] else words[0]
        if script not in scripts:
            yield f"site/package.json has no script {script}"
    elif program == "cargo":
        for before, after in itertools.pairwise(arguments):
            if before in ("-p", "--package") and after not in packages:
                yield f"no crate {after}"
    elif program not in OTHERS:
        yield f"unknown program {program}"


def of_documents() -> tuple[list[str], int]:
    makefile = (ROOT / "Makefile").read_text()
    scripts = set(json.loads((ROOT / "site" / "package.json").read_text())["scripts"])
    packages = {
        name[1]
        for file in ROOT.glob("functions/*/Cargo.toml")
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
        assert any(wrong(none, makefile, scripts, packages)), none
    fence = f"    make a\n{FENCE}ini\n    make b\n{FENCE}\n    make c"
    assert list(commands(fence)) == ["make a", "make c"]
    found, total = [], 0
    for document in DOCUMENTS:
        for command in commands((ROOT / document).read_text()):
            total += 1
            found += [
                f"{document}: `{command}`: {reason}"
                for reason in wrong(command, makefile, scripts, packages)
            ]
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


WORKFLOWS = ROOT / ".github" / "workflows"
ACTIONS = ROOT / ".github" / "actions"
LINTED = ("--offline", "--strict-collection", "--no-progress", "--quiet")
LINTER_RULES = ROOT / ".github" / "zizmor.yml"


def of_linter(*workflows: Path) -> list[str]:
    """What zizmor finds: keys that GitHub does not know, and ways for others to get at a job's
    rights. It does not run them: only GitHub can."""
    program = str(tools.environment("linters") / "zizmor")
    command = [program, *LINTED, "--config", str(LINTER_RULES), *map(str, workflows)]
    linted = subprocess.run(command, capture_output=True, text=True)
    return [] if linted.returncode == 0 else [f"zizmor: {linted.stdout}{linted.stderr}"]


def faulty(workflow: str, old: str, new: str) -> list[str]:
    """What it finds after a change to a workflow."""
    assert old in workflow, old
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / ".github" / "workflows" / "changed.yml"
        file.parent.mkdir(parents=True)
        file.write_text(workflow.replace(old, new, 1))
        return of_linter(file)


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


def main() -> None:
    found, total = of_documents()
    workflows = [file.read_text() for file in sorted(WORKFLOWS.glob("*.yml"))]
    found += of_workflows(workflows)
    assert of_workflows(workflows[:1]) and of_workflows(
        [*workflows, "run: python3 infra/local/test.py tset"]
    )  # the check itself
    found += of_linter(WORKFLOWS, ACTIONS)
    release = (WORKFLOWS / "release.yml").read_text()
    assert faulty(release, "runs-on:", "run-on:")  # the check itself
    assert faulty(release, 'create "$TAG"', "create ${{ github.ref_name }}")
    architecture = (ROOT / "ARCHITECTURE.md").read_text()
    template = (ROOT / "template.yaml").read_text()
    found += of_picture(architecture, template)
    assert of_picture(architecture, template.replace("\n  SnapshotsPublish:", "\n  Other:"))
    contract = (ROOT / routes.CONTRACT).read_text()
    contributing = (ROOT / "CONTRIBUTING.md").read_text()
    lacking, count = routes.of_contract(contract)
    found += lacking + routes.of_list(contributing, STEPS)
    # the checks themselves
    assert routes.of_contract(contract.replace("/results/add", "/results/sub"))[0]
    for old, new in (
        ("5. `functions/api/tests/routes`", "5. `functions/api/trials`"),
        ("Without it, `front-door` fails", "Without it nothing happens"),
        ("`front-door` fails", "`back-door` fails"),
        ("every_keyed_route_has", "each_keyed_route_has"),
        ("`MORE` in", "`LESS` in"),
    ):
        assert old in contributing, old
        assert routes.of_list(contributing.replace(old, new, 1), STEPS), new
    for one in found:
        note(one)
    if found:
        stop(f"{len(found)} things that the front door says are not so.")
    print(
        f"{total} commands of documents exist; {len(workflows)} workflows run all {len(STEPS)} steps; the contract describes {count} routes"
    )


if __name__ == "__main__":
    main()
