"""The crates of Cargo.lock against deny.toml (licences, sources, bans, duplicates), and dependencies that no code uses.

    python3 infra/local/crates.py deny | unused

Both programs come built from PyPI: compiling them would take longer than most steps. Advisories are left out: their database is in no registry of
packages, and `make test` needs nothing else of the network. The fuzz targets, a workspace of their own, are no part of what is shipped."""

import subprocess
import sys

import tools
from progress import stop
from settings import ROOT

CHECKS = {
    "deny": ["cargo-deny", "--manifest-path", str(ROOT / "Cargo.toml"), "--locked", "--config", str(ROOT / "deny.toml"), "check", "--hide-inclusion-graph",
             "--deny", "unmatched-skip", "licenses", "bans", "sources"],
    "unused": ["cargo-shear", "--locked", str(ROOT)],
}


def main() -> None:
    if len(sys.argv) != 2 or sys.argv[1] not in CHECKS:
        raise SystemExit(__doc__)
    program, *arguments = CHECKS[sys.argv[1]]
    done = subprocess.run([str(tools.environment("crates") / program), *arguments], cwd=ROOT)
    if done.returncode != 0:
        stop(f"{program} found what is above.")


if __name__ == "__main__":
    main()
