"""Builds the functions' bootstrap and the program `chute` into .build/. As a command it builds the
bootstrap.

The bootstrap is built for size (the profile `release`), `chute` for a short build (the profile
`local`), and both for `make test` in the way its own tests are. `make deploy` instead builds the
bootstrap for arm64 with cargo-lambda (cross.py), in a separate target folder."""

import json
import os
import shutil
import subprocess
import zipfile
from pathlib import Path

import tools
from progress import note, step, stop
from settings import BOOTSTRAP, CLI, ROOT

# Does what `cargo clippy` does, but for a build that is run: clippy's driver is rustc with more
# lints, and the workspace's dependencies are compiled once instead of twice.
LINTS = {
    "RUSTC_WORKSPACE_WRAPPER": "clippy-driver",
    "CLIPPY_ARGS": "-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__",
}


PROGRAMS = {"bootstrap": BOOTSTRAP / "bootstrap", "chute": CLI}


def place(source: Path, target: Path) -> None:
    """Copies the file unless the target has the same bytes, so that a running program keeps its
    file."""
    target.parent.mkdir(parents=True, exist_ok=True)
    if target.exists() and target.read_bytes() == source.read_bytes():
        return
    fresh = target.with_suffix(".new")
    shutil.copy2(source, fresh)
    os.chmod(fresh, 0o755)
    os.replace(fresh, target)


def functions() -> None:
    build({"bootstrap"}, "build", "--profile", "release", "--package", "chute-api")


def chute(*features: str) -> None:
    build({"chute"}, "build", "--profile", "local", "--package", "chute-cli", *features)


def chute_without_aws() -> None:
    """For one machine: the SDK is most of what a first build compiles."""
    chute("--no-default-features")


def tested() -> None:
    """The programs that `cargo test` builds anyway, with overflow checks, so that `make test` does
    not wait for a second build."""
    build({"bootstrap", "chute"}, "test", "--workspace", "--no-run", more=LINTS)


def build(wanted: set[str], *command: str, more: dict[str, str] | None = None) -> None:
    names = " and ".join(sorted(wanted))
    with step(f"Building {names} (the first time this takes some minutes)"):
        built = compiled(command, os.environ | (more or {}))
    if missing := wanted - set(built):
        stop(f"cargo {' '.join(command)} built no {' and no '.join(sorted(missing))}.")
    for name in wanted:
        place(Path(built[name]), PROGRAMS[name])


def compiled(command: tuple[str, ...], env: dict[str, str]) -> dict[str, str]:
    command = ["cargo", *command, "--locked", "--message-format", "json-render-diagnostics"]
    with subprocess.Popen(
        command, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True
    ) as cargo:  # its progress goes to stderr
        messages = [json.loads(line) for line in cargo.stdout if line.startswith("{")]
    if cargo.returncode != 0:
        stop("The Rust build failed; cargo's own message is above.")
    built = (m for m in messages if m.get("reason") == "compiler-artifact" and m.get("executable"))
    return {
        m["target"]["name"]: m["executable"]
        for m in built
        if m["target"]["kind"] == ["bin"] and not m["profile"]["test"]
    }


def packaged(name: str, *, level: int, env: dict[str, str] | None = None) -> str:
    """The template whose functions all run one zip with the bootstrap, which is uploaded for it. `env`
    leads to another account, such as the emulator; `level` is how hard it is compressed."""
    folder, found = "CodeUri: .build/bootstrap/", (ROOT / "template.yaml").read_text()
    if folder not in found:
        stop(f"template.yaml does not have: {folder}")
    template, done = (ROOT / ".build" / f"{name}{end}.yaml" for end in ("", "-packaged"))
    code = template.with_suffix(".zip")  # of a folder sam makes one again for each function
    template.write_text(found.replace(folder, f"CodeUri: {code.name}"))
    with zipfile.ZipFile(code, "w", zipfile.ZIP_DEFLATED, compresslevel=level) as archive:
        archive.write(BOOTSTRAP / "bootstrap", "bootstrap")
    sam = [str(tools.environment("sam") / "sam"), "package", "--template-file", str(template)]
    ran = subprocess.run(
        [*sam, "--resolve-s3", "--no-progressbar", "--output-template-file", str(done)],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
    )
    if ran.returncode != 0:  # else it says a hundred times that the zip is there already
        note("\n".join((ran.stdout + ran.stderr).splitlines()[-25:]))
        stop("sam package failed; the end of its output is above.")
    return done.read_text()


if __name__ == "__main__":
    functions()
