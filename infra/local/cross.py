"""Builds the functions for arm64, and checks that they are: what is uploaded for another processor
fails at its first call.

    python3 infra/local/cross.py

cargo-lambda compiles with zig's C compiler and linker, both pinned in requirements/cross.txt together
with the compiler in rust-toolchain.toml: zig and rustc have to fit each other."""

import os
import re
import shutil
import struct
import subprocess
import sys
from pathlib import Path

import build
import tools
from progress import note, step, stop
from settings import BOOTSTRAP, ROOT

TARGET = "aarch64-unknown-linux-gnu"
LAMBDAS = ROOT / ".build" / "lambda"
# ELF's numbers of processors that a mistake leads to
MACHINES = {3: "x86 (32 bits)", 40: "arm (32 bits)", 62: "x86-64", 183: "arm64"}
ARM64 = 183


def machine(file: Path) -> str:
    """The processor that a program is for, from its ELF header; words for what is no program."""
    head = file.read_bytes()[:20] if file.is_file() else b""
    if len(head) < 20 or head[:4] != b"\x7fELF":
        return "no ELF program"
    order = {1: "<", 2: ">"}.get(head[5])
    if order is None:
        return "an ELF file without a byte order"
    (number,) = struct.unpack(f"{order}H", head[18:20])
    bits = {1: 32, 2: 64}.get(head[4])
    if number == ARM64 and (bits, order) != (64, "<"):
        return "arm64 with another size or byte order"
    return MACHINES.get(number, f"processor {number}")


def check_machine(file: Path) -> None:
    if (found := machine(file)) != "arm64":
        stop(f"{file} is {found}, and Lambda gets arm64: nothing was deployed.")


def wanted_rust() -> str:
    text = (ROOT / "rust-toolchain.toml").read_text(encoding="utf-8")
    return re.findall(r'^channel = "(.+)"$', text, re.MULTILINE)[0]


def said(*command: str) -> str:
    """What a program prints; empty if it is missing or fails."""
    if not shutil.which(command[0]):
        return ""
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    return done.stdout.strip() if done.returncode == 0 else ""


def check_toolchain() -> None:
    """Stops with one sentence where the compiler is another one or cannot compile for arm64."""
    wanted, found = wanted_rust(), said("rustc", "--version")
    if f"rustc {wanted} " not in f"{found} ":
        stop(
            f"Functions are built with Rust {wanted}, which fits the pinned linker (infra/local/requirements/cross.txt), and this is "
            f"{found or 'none'}: install rustup from https://rustup.rs/ (it reads rust-toolchain.toml), or put rustc {wanted} first on the PATH."
        )
    library = Path(said("rustc", "--print", "sysroot")) / "lib" / "rustlib" / TARGET / "lib"
    if library.is_dir():
        return
    if not said("rustup", "--version"):
        stop(
            f"This Rust has no standard library for {TARGET} ({library} is missing), and there is no rustup to install it: "
            f"install your distribution's package for that target, or rustup from https://rustup.rs/."
        )
    with step(f"Installing Rust's library for {TARGET}"):
        tools.run(["rustup", "target", "add", TARGET], cwd=ROOT)


def arm64() -> None:
    """Builds the bootstrap for arm64 and puts it in its place."""
    check_toolchain()
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
    if sys.argv[1:]:
        for file in map(Path, sys.argv[1:]):
            check_machine(file)
    else:
        tools.check()
        arm64()
