"""Tries the archive in .build/package, as somebody who downloads it does: it is unpacked and started
with nothing but coreutils in PATH, on an empty folder. The Debian package is tried on a machine that
may be thrown away (installed.py).

    python3 infra/package/check.py

Needs no build and no network. The times are of this machine."""

import http.client
import os
import re
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "local")]

from package import MACHINES, PACKAGES, said
from progress import note, stop
from server import free_port
from waiting import until

# seconds from unpacking to the first page, and from SIGTERM to the end; bytes of the program
FIRST_PAGE_S = 10
END_S = 20
PROGRAM_BYTES = 30e6


def expect(is_so: bool, sentence: str) -> None:
    if not is_so:
        stop(sentence)


def measured(what: str, figure: float, most: float, unit: str) -> None:
    expect(figure <= most, f"{what}: {figure:.1f} {unit}, and at most {most:g} are allowed.")
    note(f"{what}: {figure:.1f} {unit}, at most {most:g}")


def only(pattern: str) -> Path:
    found = list(PACKAGES.glob(pattern))
    expect(len(found) == 1, f"{PACKAGES} has {len(found)} files {pattern}: run `make package`.")
    return found[0]


def get(port: int, path: str) -> tuple[int, str] | None:
    """Status and body; None if nobody listens."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request("GET", path)
    except ConnectionRefusedError:
        return None
    answered = connection.getresponse()
    return answered.status, answered.read().decode()


def page(port: int, path: str) -> str:
    status, text = get(port, path) or (0, "")
    expect(status == 200, f"GET {path} was answered {status}: {text}")
    return text


def coreutils(folder: Path) -> Path:
    """A folder for PATH that has coreutils and nothing else."""
    folder.mkdir()
    for line in said(["dpkg", "--listfiles", "coreutils"]).splitlines():
        if Path(line).parent.name == "bin" and os.access(line, os.X_OK):
            (folder / Path(line).name).symlink_to(line)
    return folder


def of_archive(file: Path, folder: Path) -> None:
    port, begun = free_port(), time.monotonic()
    with tarfile.open(file) as tar:
        tar.extractall(folder, filter="data")
    program = folder / file.name.removesuffix(".tar.gz") / "chute"
    command = [program, "serve", "--data", folder / "races", "--listen", f"127.0.0.1:{port}"]
    process = subprocess.Popen(
        command, cwd=folder, env={"PATH": str(coreutils(folder / "bin"))}, stdin=subprocess.DEVNULL
    )
    try:
        until("chute serve listens", lambda: get(port, "/health") is not None, pause_s=0.01)
        script = re.search(r'<script [^>]*src="(/assets/[^"]+)"', page(port, "/"))
        expect(script is not None, "The first page has no script.")
        page(port, script[1])
        took = time.monotonic() - begun
        measured("from unpacking to the first page and its script", took, FIRST_PAGE_S, "s")
        begun = time.monotonic()
        process.send_signal(signal.SIGTERM)
        code = process.wait(60)
        expect(code == 0, f"chute serve ended with code {code} after SIGTERM.")
        measured("from SIGTERM to its end", time.monotonic() - begun, END_S, "s")
    finally:
        process.kill()
    measured("the program", program.stat().st_size / 1e6, PROGRAM_BYTES / 1e6, "MB")


def main() -> None:
    target, _ = MACHINES[os.uname().machine]
    said(["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=PACKAGES)
    with tempfile.TemporaryDirectory() as folder:
        of_archive(only(f"chute-*-{target}.tar.gz"), Path(folder))


if __name__ == "__main__":
    main()
