"""Builds the functions for arm64, and checks that they are: what is uploaded for another processor
fails at its first call.

    python3 infra/local/cross.py

cargo-lambda compiles with zig's C compiler and linker, both pinned in requirements/cross.txt together
with the compiler in rust-toolchain.toml: zig and rustc have to fit each other."""

import os
import shutil
from pathlib import Path

import build
import tools
from progress import note, step, stop
from settings import BOOTSTRAP, ROOT

TARGET = "aarch64-unknown-linux-gnu"
LAMBDAS = ROOT / ".build" / "lambda"


def check_machine(file: Path) -> None:
    """Ends the program unless the file's ELF header says: 64 bits, little-endian, for arm64."""
    head = file.read_bytes()[:20]
    if head[:6] != b"\x7fELF\x02\x01" or head[18:] != b"\xb7\x00":
        stop(f"{file} is no program for arm64, and Lambda gets arm64: nothing was deployed.")


def arm64() -> None:
    """Builds the bootstrap for arm64 and puts it in its place."""
    if shutil.which("rustup"):
        tools.run(["rustup", "target", "add", TARGET], cwd=ROOT)
    programs = tools.environment("cross")
    env = {
        **os.environ,
        "PATH": f"{programs}:{os.environ['PATH']}",
        "CARGO_TARGET_DIR": os.environ.get("CARGO_TARGET_DIR", str(ROOT / ".build" / "arm64")),
    }
    command = ["cargo", "lambda", "build", "--release", "--locked", "--arm64"]
    command += ["--package", "chute-api", "--lambda-dir", str(LAMBDAS)]
    with step("Building the functions for arm64"):
        tools.run(command, cwd=ROOT, env=env)
    built = LAMBDAS / "bootstrap" / "bootstrap"
    check_machine(built)
    build.place(built, BOOTSTRAP / "bootstrap")
    note(f"{built.stat().st_size / 1e6:.1f} MB for arm64")


if __name__ == "__main__":
    tools.check()
    arm64()
