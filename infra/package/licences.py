"""The licences of what others wrote and `chute` contains: crates, packages of the site, typefaces.
They ask for one thing, that their text goes with the program (deny.toml).

A text is written once, below the names of all that come under it. Crates are those of a build for
the target, without what only builds or tests; which of several licences applies is not chosen."""

import json
import subprocess
from pathlib import Path

from progress import stop
from settings import ROOT, SITE

PREFIXES = ("LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE")
CODE = {".rs", ".c", ".h", ".toml", ".json", ".js", ".py"}
TYPEFACES = SITE / "src" / "ui" / "certificate" / "faces"
HEAD = """Chute is under the licences in LICENSE-MIT and LICENSE-APACHE. The program contains works of others,
which are under the licences below. Each text stands once, below the names of the works that come
with it. Rust's standard library, which is in it too, is under MIT or Apache-2.0
(https://github.com/rust-lang/rust).
"""


def text(target: str) -> str:
    works: dict[str, list[str]] = {}
    for name, licence, folder in [*crates(target), *packages()]:
        for words in texts(folder) or [f"Its package says {licence} and brings no text."]:
            works.setdefault(words, []).append(name)
    for file in TYPEFACES.glob("*-OFL.txt"):
        works.setdefault(file.read_text().strip(), []).append(file.stem.removesuffix("-OFL"))
    sections = sorted((sorted(names), words) for words, names in works.items())
    return HEAD + "".join(
        f"\n{'─' * 80}\n{', '.join(names)}\n\n{words}\n" for names, words in sections
    )


def crates(target: str) -> list[tuple[str, str, Path]]:
    """Name with version, licence and folder of each crate that `chute` is built from."""
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--filter-platform"]
    done = subprocess.run([*command, target], cwd=ROOT, capture_output=True, text=True)
    if done.returncode != 0:
        stop(f"cargo does not say which crates there are: {done.stderr}")
    said = json.loads(done.stdout)
    known = {package["id"]: package for package in said["packages"]}
    uses = {
        node["id"]: [
            one["pkg"]
            for one in node["deps"]
            if any(kind["kind"] is None for kind in one["dep_kinds"])
        ]
        for node in said["resolve"]["nodes"]
    }
    waiting = [name for name, package in known.items() if package["name"] == "chute-cli"]
    found = set()
    while waiting:
        if (name := waiting.pop()) not in found:
            found.add(name)
            waiting += uses[name]
    others = [known[name] for name in found if known[name]["source"]]
    return [
        (f"{one['name']} {one['version']}", one["license"], Path(one["manifest_path"]).parent)
        for one in others
    ]


def packages() -> list[tuple[str, str, Path]]:
    """The same of the site's packages."""
    locked = json.loads((SITE / "package-lock.json").read_text())["packages"]
    return [
        (f"{place.rpartition('node_modules/')[2]} {one['version']}", one["license"], SITE / place)
        for place, one in locked.items()
        if place and not {"dev", "devOptional", "optional"} & one.keys()
    ]


def texts(folder: Path) -> list[str]:
    """Those of a package, and of what it has taken over from others into folders below."""
    files = sorted(
        file
        for file in folder.rglob("*")
        if file.name.upper().startswith(PREFIXES)
        and file.suffix not in CODE
        and "node_modules" not in file.relative_to(folder).parts
        and file.is_file()
    )
    return list(dict.fromkeys(file.read_text(errors="replace").strip() for file in files))
