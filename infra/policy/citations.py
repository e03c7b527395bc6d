"""Checks that citations of the contract in code, templates and documents ("contract 6.2", "pages.md
C6.3", "api.md 2.5, 4.13 and 6.8", "(4.7)", "A3") name headings, numbered rules and steps that
docs/contract has; that the contract describes every route; that files, targets of make and steps of
`make test` which a document names exist; and that nothing cites an issue by its number, which the
repository cannot resolve."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "infra" / "local")]

from test import STEPS

TARGETS = re.findall(r"^([a-z][\w-]*):", (ROOT / "Makefile").read_text(), re.MULTILINE)
TEXTS = "*.rs *.ts *.tsx *.mjs *.py *.css *.md *.yaml *.toml".split()
# generated, and what was decided when, for people who have the issues
LEFT_OUT = re.compile(r"^docs/openapi|^site/src/api/schema|^CHANGELOG")

DEFINED = (
    re.compile(r"^#{1,4} (?:Part )?([A-D]\d{0,2}|\d{1,2}(?:\.\d{1,2})?)(?= |\.|$)"),
    re.compile(r"^(\d{1,2})\. "),  # a rule of the section
    re.compile(r"^\| ([KS]\d{1,2}) \|"),  # a step
)
# what a line of a comment begins with
MARKER = re.compile(r"^[ \t]*(?://[/!]?|/\*\*?|\*(?!/)|#(?!#))?[ \t]*", re.MULTILINE)
NUMBER = r"\d{1,2}(?:\.\d{1,2}){0,2}"
# S3 is Amazon's, A4 and A6 are sizes of paper, and what stands in quotes may be anything
LETTER = r"(?<![\w./#\"'-])(?!S3\b|A[46]\b)(?:[A-D]\d{1,2}(?:\.\d{1,2})?|[KS]\d{1,2})(?![\w\"'/-])"
CODE = rf"(?:{LETTER}|{NUMBER})"
AND = r"(?:[,;]\s|,?\s(?:and|or|to)\s)"
# not "contract 5 of 6", and not a version or a size
END = r"(?![\w%]|\.\d|\s(?:of|MB|KB)\b)"
CITED = [
    re.compile(pattern)
    for pattern in (
        rf"(?i:\b(?:contract|spec|specification|api\.md|pages\.md))[`)]*,?\s?[(§]?(?:sections?\s)?({CODE}(?:{AND}{CODE})*){END}",
        rf"(?<!\d,\s)\b[Ss]ections?\s({CODE}(?:{AND}{CODE})*){END}",  # an RFC has sections, too
        rf"(?<=[\w`.]\s)\(((?=[1-9]\d?\.){NUMBER}(?:{AND}{NUMBER})*)\)",
    )
]
IN_COMMENT = re.compile(r"(?:^|\s)(?://|/?\*|#(?!\[)|\||\d+\. |- |[A-Z`*(]).*$", re.MULTILINE)
BARE = re.compile(rf"({LETTER})")
ONE = re.compile(rf"{CODE}{END}")
FILE = re.compile(
    r"\b(?:infra|docs|functions|site)/[\w./-]+\.(?:py|rs|mjs|tsx?|css|json|md|toml)\b"
)
MAKE = re.compile(r"(?:`|^ {4,7})make ([a-z][\w-]*)", re.MULTILINE)
STEP = re.compile(r"infra/local/test\.py((?: [a-z][\w-]*)+)")
ISSUE = re.compile(r"\bissues?\s#?\d+", re.IGNORECASE)


def defined(text: str) -> Iterator[str]:
    """The sections of a file of the contract, their numbered rules and the steps in them."""
    section = ""
    for line in text.splitlines():
        heading, rule, step = (pattern.match(line) for pattern in DEFINED)
        section = heading[1] if heading else section
        if found := heading or step:
            yield found[1]
        elif rule:
            yield f"{section}.{rule[1]}"


def cited(text: str) -> Iterator[tuple[int, str]]:
    """Line and code of each citation; a citation may go on in the next line of a comment."""
    joined = MARKER.sub("", text)
    for pattern in CITED:
        for match in pattern.finditer(joined):
            for code in ONE.finditer(joined, *match.span(1)):
                yield joined.count("\n", 0, code.start()) + 1, code[0]
    for match in IN_COMMENT.finditer(text):
        for code in BARE.finditer(match[0]):
            yield text.count("\n", 0, match.start() + code.start()) + 1, code[1]


def misnamed(text: str) -> Iterator[str]:
    """What a document names and does not exist."""
    yield from (one for one in FILE.findall(text) if not (ROOT / one).exists())
    yield from (f"make {one}" for one in MAKE.findall(text) if one not in TARGETS)
    steps = " ".join(STEP.findall(text)).split()
    yield from (f"the step {one}" for one in steps if one not in STEPS)


def undescribed(contract: str) -> Iterator[str]:
    """Paths that stand in the contract's table of all routes only."""
    for name in ("openapi", "openapi-remote"):
        paths = json.loads((ROOT / "docs" / f"{name}.json").read_text())["paths"]
        yield from (one for one in paths if one not in contract.partition("\n## 10 ")[0])


def main() -> None:
    number, letter = f"{99}.1", f"A{99}"  # put together, so that they are no citations here
    for text, wanted in (
        (f"/// contract 6.2 and {number}, K4", {"6.2", number, "K4"}),
        (f" * Runs (api.md\n * {number}).", {number}),
        (f"| pace | `row` | {letter} |", {letter}),
        (f'describe("phone ({letter})", f)', {letter}),
        (f'with("{letter}", {number}); // contract 1.5 MB; RFC 8030, section 5.4; S3', set()),
    ):
        assert (found := {code for _, code in cited(text)}) == wanted, f"{text}: {found}"
    unknown = "`make tset` docs/tset.md `python3 infra/local/test.py serve rutes -- x`"
    assert len(list(misnamed(unknown))) == 3
    contract = [(ROOT / "docs" / "contract" / name).read_text() for name in ("api.md", "pages.md")]
    known = {code for text in contract for code in defined(text)}
    tracked = ["git", "ls-files", *TEXTS]
    names = subprocess.run(tracked, cwd=ROOT, capture_output=True, text=True, check=True)
    lost, total = [f"api.md does not describe {one}" for one in undescribed(contract[0])], 0
    for name in names.stdout.splitlines():
        if LEFT_OUT.search(name) or not (ROOT / name).is_file():
            continue
        text = (ROOT / name).read_text()
        found = set(cited(text))
        total += len(found)
        lost += [f"{name}:{line}: {code} is not there" for line, code in found if code not in known]
        if name.endswith(".md"):
            lost += [f"{name}: there is no {one}" for one in misnamed(text)]
        lost += [f"{name}: {one[0]} is not in the repository" for one in ISSUE.finditer(text)]
    print(*sorted(lost), f"{total} citations of the contract, {len(lost)} lost", sep="\n")
    sys.exit(bool(lost))


if __name__ == "__main__":
    main()
