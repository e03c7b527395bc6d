"""Builds the functions' bootstrap and the operator's `chute`, into .build/.

Both come from one `cargo build --release` for this machine, so they share every dependency and one set of flags.
`make deploy` builds for arm64 with cargo-lambda instead (deploy_aws.py), in a target folder of its own."""

import json
import os
import shutil
import subprocess
from pathlib import Path

from progress import step, stop
from settings import BOOTSTRAP, CLI, LOCAL_CHUTE, ROOT

# binary: (package, where it goes, variable that names a ready one instead)
BINARIES = {
    "bootstrap": ("chute-api", BOOTSTRAP / "bootstrap", "CHUTE_BOOTSTRAP"),
    "chute": ("chute-cli", CLI, "CHUTE_CLI"),
}


def place(source: Path, target: Path) -> None:
    """Copies, unless the same bytes are there: a running program keeps its file."""
    target.parent.mkdir(parents=True, exist_ok=True)
    if target.exists() and target.read_bytes() == source.read_bytes():
        return
    fresh = target.with_suffix(".new")
    shutil.copy2(source, fresh)
    os.chmod(fresh, 0o755)
    os.replace(fresh, target)


def rust() -> None:
    ready = {name: os.environ[variable] for name, (_, _, variable) in BINARIES.items() if os.environ.get(variable)}
    packages = [BINARIES[name][0] for name in BINARIES if name not in ready]
    if packages:
        with step("Building the functions and the command `chute` (the first time this takes some minutes)"):
            ready |= compile_release(packages)
    for name, (package, target, _) in BINARIES.items():
        if name not in ready:
            stop(f"cargo built no binary \"{name}\" from the package {package}.")
        place(Path(ready[name]), target)


def local() -> None:
    """`chute` for `chute serve`: built quickly, and a call that panics does not end all others (the profile `local` in Cargo.toml)."""
    ready = os.environ.get("CHUTE_LOCAL")
    if not ready:
        with step("Building `chute` (the first time this takes some minutes)"):
            ready = compiled("local", ["chute-cli"])["chute"]
    place(Path(ready), LOCAL_CHUTE)


def compile_release(packages: list[str]) -> dict[str, str]:
    return compiled("release", packages)


def compiled(profile: str, packages: list[str]) -> dict[str, str]:
    chosen = [argument for package in packages for argument in ("--package", package)]
    command = ["cargo", "build", "--profile", profile, "--locked", *chosen, "--message-format", "json-render-diagnostics"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as cargo:  # its progress goes to stderr
        messages = [json.loads(line) for line in cargo.stdout if line.startswith("{")]
    if cargo.returncode != 0:
        stop("The Rust build failed; cargo's own message is above.")
    return {m["target"]["name"]: m["executable"] for m in messages if m.get("reason") == "compiler-artifact" and m.get("executable")}
