"""What neither the compiler nor a test in Rust or TypeScript checks of a new route (CONTRIBUTING.md,
How to add a route): that the contract describes it, and that the steps and tests that the list names for
the other places exist."""

import json
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CONTRACT = "docs/contract/api.md"
TESTS = "functions/api/tests/routes"
# per host: the OpenAPI document, which is that of the code (functions/api/examples/openapi), and the
# sections that describe its routes. Its accounts and keys are described once, in section 4.
HOSTS = (("docs/openapi.json", "4"), ("docs/openapi-remote.json", "45"))
# the routes that serve these documents
UNDOCUMENTED = {"openapi", "remote.openapi"}


@cache
def part(contract: str, section: str) -> str:
    """A section of the contract, with those below it."""
    begin = re.search(rf"^(#+) {re.escape(section)} .*$", contract, re.MULTILINE)
    if not begin:
        raise SystemExit(f"{CONTRACT} has no section {section}")
    rest = contract[begin.end() :]
    end = re.search(rf"^#{{1,{len(begin[1])}}} ", rest, re.MULTILINE)
    return rest[: end.start()] if end else rest


def of_contract(contract: str) -> tuple[list[str], int]:
    """Routes without a description in section 4 or 5, and how many routes there are."""
    found, total = [], 0
    for document, sections in HOSTS:
        described = "".join(part(contract, section) for section in sections)
        for path, verbs in json.loads((ROOT / document).read_text())["paths"].items():
            for operation in verbs.values():
                total += 1
                name = operation["operationId"]
                if path not in described and name not in UNDOCUMENTED:
                    found.append(f"{CONTRACT} lacks {name}")
    return found, total


ITEM = re.compile(r"^\d+\. `([^`]+)`(.*(?:\n(?!\d+\. |\n).*)*)", re.MULTILINE)
WITHOUT = re.compile(r"Without it,? (.*?) fails?\b", re.DOTALL)
TEST = re.compile(r"`([\w/]+\.rs)::(\w+)`")
TABLE = re.compile(r"`([A-Z_]+)` in `(\w+\.rs)`")


def has(file: str, definition: str) -> bool:
    """Whether a file in Rust, from the root or from the route tests, has a line that begins so."""
    path = ROOT / (file if "/" in file else f"{TESTS}/{file}")
    return path.is_file() and bool(re.search(rf"^ *{definition}", path.read_text(), re.MULTILINE))


def of_list(contributing: str, steps: set[str]) -> list[str]:
    """What the list names and does not exist, and its places without a word on what fails."""
    listed = ITEM.findall(contributing.partition("## How to add a route")[2].partition("\n## ")[0])
    found = [] if listed else ["no list of what a new route needs"]
    for place, text in listed:
        fails = WITHOUT.search(text)
        named = re.findall(r"`([^`]+)`", fails[1]) if fails else []
        wanted = {f"what fails without {place}": named, place: (ROOT / place).exists()}
        wanted |= {
            name: name in steps or (ROOT / name).is_file() for name in named if "::" not in name
        }
        wanted |= {
            f"{file}::{test}": has(file, rf"fn {test}\(") for file, test in TEST.findall(text)
        }
        wanted |= {
            f"{table} in {file}": has(file, rf"(?:pub )?const {table}:")
            for table, file in TABLE.findall(text)
        }
        found += [f"there is no {what}" for what, there in wanted.items() if not there]
    return [f"CONTRIBUTING.md, How to add a route: {one}" for one in found]
