"""Linters and formatters that come from PyPI.

    python3 infra/local/linters.py crates | unused | python | workflows | format-python

    crates         Cargo.lock against deny.toml: licences, sources, bans, duplicates
    unused         dependencies that no code uses
    python         all Python against ruff.toml: its rules, and whether it is formatted
    workflows      keys that GitHub does not know, and ways for others to get at a job's rights
    format-python  formats it

The two for crates are installed as binaries: compiling them would take longer than most steps.
Advisories are not checked: their database is in no package registry, and `make test` uses the
network for nothing else. The fuzz targets, a separate workspace, are not part of what is
shipped."""

import subprocess
import sys

import tools
from progress import stop
from settings import ROOT

DENY = [
    "--manifest-path",
    str(ROOT / "Cargo.toml"),
    "--locked",
    "--config",
    str(ROOT / "deny.toml"),
]
QUIET = ["--hide-inclusion-graph"]
CHECKS = {
    "crates": [
        [
            "cargo-deny",
            *DENY,
            "check",
            *QUIET,
            "--deny",
            "unmatched-skip",
            "licenses",
            "bans",
            "sources",
        ]
    ],
    "unused": [["cargo-shear", "--locked", str(ROOT)]],
    "python": [["ruff", "format", "--check", str(ROOT)], ["ruff", "check", str(ROOT)]],
    "workflows": [
        ["zizmor", "--offline", "--strict-collection", "--no-progress", "--quiet", "--config"]
        + [str(ROOT / ".github" / name) for name in ("zizmor.yml", "workflows", "actions")]
    ],
    "format-python": [["ruff", "format", str(ROOT)]],
}


def main() -> None:
    if len(sys.argv) != 2 or sys.argv[1] not in CHECKS:
        raise SystemExit(__doc__)
    for program, *arguments in CHECKS[sys.argv[1]]:
        done = subprocess.run([str(tools.environment("linters") / program), *arguments], cwd=ROOT)
        if done.returncode != 0:
            stop(f"{program} found what is above.")


if __name__ == "__main__":
    main()
