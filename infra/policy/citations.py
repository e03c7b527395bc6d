"""Citations of the contract in code, templates and documents ("contract 6.2", "pages.md C6.3",
"K4") name headings, numbered rules and steps that docs/contract has. A list counts whole: "api.md
2.5, 4.13 and 6.8"."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CONTRACT = {"api.md", "pages.md"}
TEXTS = {
    ".rs",
    ".ts",
    ".tsx",
    ".mjs",
    ".js",
    ".py",
    ".css",
    ".md",
    ".yaml",
    ".yml",
    ".toml",
    ".json",
}
COMMENTED = {
    ".rs": ("//",),
    ".ts": ("//", "*", "/*"),
    ".tsx": ("//", "*", "/*"),
    ".mjs": ("//", "*", "/*"),
    ".js": ("//", "*", "/*"),
}
# made by tools from the code or from the packages
MADE = re.compile(r"package-lock\.json$|\.lock$|^docs/openapi|^site/src/api/schema|^docs/contract/")

HEADING = re.compile(r"^#{1,4} (?:Part )?([A-D]\d{0,2}|\d{1,2}(?:\.\d{1,2})?)(?= |\.|$)")
RULE = re.compile(r"^(\d{1,2})\. ")
STEP = re.compile(r"^\| ([KS]\d{1,2}) \|")
CODE = r"(?:[A-D]\d{1,2}(?:\.\d{1,2})?|[KS]\d{1,2}|\d{1,2}(?:\.\d{1,2}){0,2})"
# not "contract 5 of 6", and not a version or a size ("contract 1.5 MB")
NAMED = re.compile(
    rf"\b(contract|api\.md|pages\.md)[`)]*,? ?[(§]?(?:section )?({CODE}(?:(?:, | and |; | to )(?:pages\.md )?{CODE})*)(?![\w%]| (?:of|MB|KB)\b)"
)
BARE = re.compile(r"(?<![\w./#\"'-])([A-D]\d{1,2}(?:\.\d{1,2})?|[KS]\d{1,2})(?![\w\"'/-])")


def headings(name: str, text: str) -> set[str]:
    """The codes that a file of the contract answers to: its sections, the numbered rules and the
    steps in them."""
    found: set[str] = set()
    section = None
    for line in text.splitlines():
        if heading := HEADING.match(line):
            section = heading[1]
            found.add(section)
        elif section and (rule := RULE.match(line)):
            found.add(f"{section}.{rule[1]}")
        elif step := STEP.match(line):
            found.add(step[1])
    if not found:
        raise SystemExit(f"docs/contract/{name} has no numbered heading: has its form changed?")
    return found


def cited(line: str, suffix: str) -> set[str]:
    """The codes that a line names, with the word contract or a file before them, and in a comment
    also without."""
    found = {
        code
        for _, codes in NAMED.findall(line)
        for code in re.findall(CODE, codes.replace("pages.md", ""))
    }
    if line.strip().startswith(COMMENTED.get(suffix, ("\0",))):
        found |= set(BARE.findall(line))
    return found


def problems(files: dict[str, str], known: set[str]) -> tuple[list[str], int]:
    """What is cited and not there, with file and line, and how many citations there are."""
    lost, total = [], 0
    for name, text in files.items():
        for number, line in enumerate(text.splitlines(), 1):
            codes = cited(line, Path(name).suffix)
            total += len(codes)
            lost += [
                f"{name}:{number}: {code} is no heading, rule or step of docs/contract"
                for code in sorted(codes - known)
            ]
    return lost, total


def main() -> None:
    folder = ROOT / "docs" / "contract"
    known = set().union(*(headings(name, (folder / name).read_text()) for name in CONTRACT))
    # the check itself, on a line that is wrong, which is put together so that it is no citation in
    # this file: a pattern that finds nothing would pass for ever
    none = f"{99}.1"
    assert problems({"a.rs": f"/// contract 6.2 and {none}, K4"}, known) == (
        [f"a.rs:1: {none} is no heading, rule or step of docs/contract"],
        3,
    )
    tracked = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split("\0")
    named = [
        name
        for name in tracked
        if Path(name).suffix in TEXTS and not MADE.search(name) and (ROOT / name).is_file()
    ]
    lost, total = problems({name: (ROOT / name).read_text() for name in named}, known)
    print(
        "\n".join(
            [*lost, f"{total} citations of the contract, {len(lost)} of what it does not have"]
        )
    )
    sys.exit(1 if lost else 0)


if __name__ == "__main__":
    main()
