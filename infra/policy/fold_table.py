"""What `fold` (pages.md A14) does with letters, by their names in Unicode 14.0.

    python3 infra/policy/fold_table.py            writes the table, and the golden cases of all letters
    python3 infra/policy/fold_table.py --check    whether both are what this would write

Browsers and Rust know decompositions and lower case. The table has the rest: apostrophes, invisible
characters, and letters without a decomposition. `fold` is written here once more, so the expected
digests come from neither of the two that are tested. Browsers have Unicode 14.0 since 2022. Python
3.10, which has 13.0, checks nothing."""

import hashlib
import json
import re
import sys
import unicodedata
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[2]
TABLE = ROOT / "site" / "src" / "format" / "fold.json"
CASES = ROOT / "site" / "golden" / "cases" / "fold-letters.json"
UNICODE = "14.0.0"
# code points to a digest
BLOCK = 0x400

# of every script: quotation marks that stand for an apostrophe, primes, modifier letters
APOSTROPHES = (
    "'`\xb4\u02b9\u02ba\u02bb\u02bc\u02bd\u02be\u02bf\u02c8\u02ca\u02cb\u02ee\u0374\u0384\u055a"
    "\u05f3\u05f4\u07f4\u07f5\u1fbd\u1fbf\u1fef\u1ffd\u1ffe\u2018\u2019\u201b\u2032\u2033\u2034"
    "\u2035\u2036\u2037\u2057\u275b\u275c\ua78b\ua78c\uff07\uff40"
)
# dropped like format characters: what stretches a word in Arabic and N'Ko, and Hangul's fillers
STRETCHES = "\u0640\u07fa\u115f\u1160"
# Latin up to the letters of the phonetic alphabet, which African languages use; its small letters of
# U+023A and U+023E; Greek
WRITTEN = (("\x80", "\u02af"), ("\u0370", "\u03ff"), ("\u2c60", "\u2c7f"))
# the part of a name that says the letter: LATIN SMALL LETTER (O) WITH STROKE
NAME = re.compile(
    r"(?:NEGATIVE (?:CIRCLED|SQUARED) )?LATIN (?:SMALL |CAPITAL )*(?:LETTER|LIGATURE) "
    r"(?:SMALL CAPITAL )?(.+?)(?: DIGRAPH)?(?: WITH .*)?"
)
DIGRAPHS = set("AA AE AO AU AV AY DB DZ HV LS LZ OE OO OU QP TC TS TZ UO VY".split())
# the letters in use whose names say a sound
OTHERS = {
    "ALPHA": "a",
    "BARRED O": "o",
    "DOTLESS I": "i",
    "DOTLESS J": "j",
    "ENG": "n",
    "ESH": "s",
    "ETH": "d",
    "EZH": "z",
    "GAMMA": "g",
    "IOTA": "i",
    "KRA": "q",
    "LONG S": "s",
    "OPEN E": "e",
    "OPEN O": "o",
    "SCHWA": "e",
    "SCRIPT G": "g",
    "SHARP S": "ss",
    "THORN": "th",
    "TURNED E": "e",
    "U BAR": "u",
    "UPSILON": "u",
}


def main(check: bool) -> int:
    if sys.version_info < (3, 11):
        print(
            "not checked: Python 3.10 does not know all letters" if check else "needs Python 3.11"
        )
        return 0 if check else 1
    if unicodedata.unidata_version == UNICODE:
        unused = {"Cn", "Cs", "Co"}  # unassigned, surrogates, private use
        assigned = ranges(
            code
            for code in range(sys.maxunicode + 1)
            if unicodedata.category(chr(code)) not in unused
        )
    else:
        blocks = json.loads(CASES.read_text())[0]["input"]
        assigned = [(first, last) for block in blocks for first, last in block]
    table = Table([chr(code) for first, last in assigned for code in range(first, last + 1)])
    wrong = 0
    for path, text in ((TABLE, table.text()), (CASES, cases(table, assigned))):
        if not check:
            path.write_text(text)
        elif path.read_text() != text:
            print(f"{path.relative_to(ROOT)} is not what {Path(__file__).name} writes")
            wrong = 1
    return wrong


class Table:
    def __init__(self, characters: list[str]) -> None:
        self.dropped = set(APOSTROPHES + STRETCHES)
        # beyond U+FFFF they belong to hieroglyphs, shorthand and music
        self.dropped |= {
            c for c in characters if unicodedata.category(c) == "Cf" and c < "\U00010000"
        }
        self.letters: dict[str, str] = {}
        plain = {letter for c in characters for letter in self.plain(c)}
        self.letters = {letter: to for letter in sorted(plain) if (to := replacement(letter))}

    def fold(self, text: str) -> str:
        plain = "".join(self.letters.get(c, c) for c in self.plain(text))
        return " ".join("".join(c if is_alphanumeric(c) else " " for c in plain).split())

    def plain(self, text: str) -> str:
        """Decomposed, without accents, apostrophes and invisible characters, in lower case."""
        text = "".join(c for c in text if c not in APOSTROPHES)
        text = unicodedata.normalize("NFKD", text)
        return "".join(c for c in text if c not in self.dropped and kind(c) != "M").lower()

    def text(self) -> str:
        """Letters by their replacement; invisible characters as first and last code points."""
        by_replacement: dict[str, str] = {}
        for letter, to in self.letters.items():
            by_replacement[to] = by_replacement.get(to, "") + letter
        invisible = ranges(map(ord, self.dropped.difference(APOSTROPHES)))
        letters = ",\n".join(
            f"    {quoted(to)}: {quoted(by_replacement[to])}" for to in sorted(by_replacement)
        )
        return (
            f'{{\n  "apostrophes": {json.dumps(APOSTROPHES)},\n'
            f'  "invisible": {json.dumps(invisible)},\n'
            f'  "letters": {{\n{letters}\n  }}\n}}\n'
        )


def replacement(letter: str) -> str | None:
    """What a Latin letter's name says, and the usual form of a form such as the final sigma. Only of
    letters in which names are written: every phone loads them."""
    if not any(first <= letter <= last for first, last in WRITTEN):
        return None
    if named := NAME.fullmatch(unicodedata.name(letter, "")):
        name = named[1]
        return name.lower() if len(name) == 1 or name in DIGRAPHS else OTHERS.get(name)
    usual = letter.upper().lower()
    return usual if len(usual) == 1 and usual != letter and kind(usual) == "L" else None


def is_alphanumeric(c: str) -> bool:
    """Letters in a square or a filled circle, which are symbols, are alphabetic, too."""
    is_framed = "\U0001f130" <= c <= "\U0001f189" and "LETTER" in unicodedata.name(c, "")
    return kind(c) in "LN" or is_framed


def kind(c: str) -> str:
    """L letter, M mark, N number, and others."""
    return unicodedata.category(c)[0]


def cases(table: Table, assigned: list[tuple[int, int]]) -> str:
    """All characters of Unicode 14.0 between two letters, a digest a block."""
    blocks: dict[int, list[int]] = {}
    for first, last in assigned:
        for code in range(first, last + 1):
            blocks.setdefault(code // BLOCK, []).append(code)
    digests = []
    for codes in blocks.values():
        lines = "".join(f"{table.fold(f'a{chr(code)}b')}\n" for code in codes)
        digests.append(hashlib.sha256(lines.encode()).hexdigest()[:16])
    inputs = ",\n".join(f"      {json.dumps(ranges(codes))}" for codes in blocks.values())
    return (
        '[\n  {\n    "area": "fold-letters", "name": "all characters of Unicode 14.0",\n'
        f'    "input": [\n{inputs}\n    ],\n    "expected": [\n'
        + ",\n".join(f"      {json.dumps(digest)}" for digest in digests)
        + "\n    ]\n  }\n]\n"
    )


def ranges(codes: Iterable[int]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for code in sorted(codes):
        if found and found[-1][1] == code - 1:
            found[-1] = (found[-1][0], code)
        else:
            found.append((code, code))
    return found


def quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
