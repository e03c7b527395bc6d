"""Tries the packages in .build/package, as somebody who downloads them does.

    python3 infra/package/check.py

The archive is unpacked and started with nothing but coreutils in PATH, on an empty folder. The
Debian package goes through its life in an empty root, with real data: a lower version is installed
and used, then upgraded, removed and purged, and after each step it is said which files are there.
What a running systemd does with it, installed.py tries.

Needs no build, no network and, with fakeroot, no rights. The times are printed and, where there is
a bar, compared with it: they are of this machine."""

import hashlib
import http.client
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "local")]

from package import MACHINES, PACKAGES, PAPERS, UNIT
from progress import step, stop

# seconds from unpacking to the first page, and from SIGTERM to the end; bytes of the program
FIRST_PAGE_S = 10
END_S = 20
PROGRAM_BYTES = 30e6
PATIENCE_S = 60
# how much of the system a service that has been taken over could reach, from 0 to 10 (systemd.exec)
EXPOSURE = 1.6
LOWER = "0.0.1"

SETTINGS = "etc/default/chute"
PACKAGED = {
    "usr/bin/chute",
    "usr/lib/systemd/system/chute.service",
    "usr/lib/sysusers.d/chute.conf",
    "usr/share/doc/chute/copyright",
    *(f"usr/share/doc/chute/{name}" for name in PAPERS),
    SETTINGS,
}
USERS = {"etc/passwd", "etc/group", "etc/shadow", "etc/gshadow"}
ENABLED = {
    "etc/systemd/system/multi-user.target.wants/chute.service",
    "var/lib/systemd/deb-systemd-helper-enabled/chute.service.dsh-also",
    "var/lib/systemd/deb-systemd-helper-enabled/multi-user.target.wants/chute.service",
}


@dataclass
class Table:
    rows: list[tuple[str, str, str]] = field(default_factory=list)

    def row(self, what: str, figure: str, bar: str = "") -> None:
        self.rows.append((what, figure, bar))

    def measured(self, what: str, figure: float, bar: float, unit: str) -> None:
        if figure > bar:
            stop(f"{what}: {figure:.1f} {unit}, and at most {bar:g} {unit} are allowed.")
        self.row(what, f"{figure:.1f} {unit}", f"{bar:g} {unit}")

    def __str__(self) -> str:
        widths = [max(map(len, column)) for column in zip(*self.rows, strict=True)]
        return "\n".join(
            f"  {what:<{widths[0]}}  {figure:>{widths[1]}}  {f'at most {bar}' if bar else ''}".rstrip()
            for what, figure, bar in self.rows
        )


def said(command: list[str], **options) -> str:
    done = subprocess.run(
        command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options
    )
    if done.returncode != 0:
        stop(f"`{' '.join(command)}` failed with code {done.returncode}:\n{done.stdout}")
    return done.stdout.strip()


def expect(is_so: bool, sentence: str) -> None:
    if not is_so:
        stop(sentence)


def only(pattern: str) -> Path:
    found = list(PACKAGES.glob(pattern))
    expect(len(found) == 1, f"{PACKAGES} has {len(found)} files {pattern}: run `make package`.")
    return found[0]


# ── a process ────────────────────────────────────────────────────────────────────────────────────


@contextmanager
def served(
    program: Path, data: Path, folder: Path, environment: dict[str, str]
) -> Iterator[tuple[subprocess.Popen, int]]:
    """`chute serve` on a free port, and its port; killed if it is still there at the end."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [str(program), "serve", "--data", str(data), "--listen", f"127.0.0.1:{port}"]
    with (folder / "serve.log").open("w") as log:
        process = subprocess.Popen(
            command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log
        )
    try:
        yield process, port
    finally:
        process.kill()
        process.wait()


def answer(process: subprocess.Popen, port: int, path: str, folder: Path) -> str:
    """What it answers to GET, as soon as it listens."""
    end = time.monotonic() + PATIENCE_S
    while (answered := get(port, path)) is None:
        if process.poll() is not None or time.monotonic() > end:
            stop(f"chute serve does not listen:\n{(folder / 'serve.log').read_text()}")
        time.sleep(0.01)
    status, text = answered
    expect(status == 200, f"GET {path} was answered {status}: {text}")
    return text


def get(port: int, path: str) -> tuple[int, str] | None:
    """Status and body; None if nobody listens."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
    try:
        connection.request("GET", path)
    except ConnectionRefusedError:
        return None
    answered = connection.getresponse()
    return answered.status, answered.read().decode()


def ended(process: subprocess.Popen) -> float:
    """Seconds from SIGTERM to the end."""
    begun = time.monotonic()
    process.send_signal(signal.SIGTERM)
    try:
        code = process.wait(PATIENCE_S)
    except subprocess.TimeoutExpired:
        stop(f"chute serve does not end within {PATIENCE_S} s of SIGTERM.")
    expect(code == 0, f"chute serve ended with code {code} after SIGTERM.")
    return time.monotonic() - begun


# ── the archive ──────────────────────────────────────────────────────────────────────────────────


def of_archive(file: Path, folder: Path, table: Table) -> Path:
    """Starts what is in the archive, and returns the program."""
    name = file.name.removesuffix(".tar.gz")
    content = {name, *(f"{name}/{inside}" for inside in (*PAPERS, UNIT.name, "chute"))}
    with tarfile.open(file) as tar:
        members = tar.getmembers()
    expect({member.name for member in members} == content, f"{file.name} has other files.")
    expect(len({member.mtime for member in members}) == 1, f"{file.name} has several times.")
    expect(all(m.uid == m.gid == 0 for m in members), f"{file.name} has files that are not root's.")

    environment = {"PATH": str(coreutils(folder / "bin"))}
    begun = time.monotonic()
    said(["tar", "-xzf", str(file), "-C", str(folder)])
    program = folder / name / "chute"
    with served(program, folder / "races", folder, environment) as (process, port):
        page = answer(process, port, "/", folder)
        script = re.search(r'<script [^>]*src="(/assets/[^"]+)"', page)
        expect(script is not None, "The first page has no script.")
        answer(process, port, script[1], folder)
        table.measured(
            "from unpacking to the first page and its script",
            time.monotonic() - begun,
            FIRST_PAGE_S,
            "s",
        )
        answer(process, port, "/health", folder)
        table.measured("from SIGTERM to its end", ended(process), END_S, "s")
    table.measured("the program", program.stat().st_size / 1e6, PROGRAM_BYTES / 1e6, "MB")
    table.row("the archive", f"{file.stat().st_size / 1e6:.1f} MB")
    return program


def coreutils(folder: Path) -> Path:
    """A folder for PATH that has coreutils and nothing else."""
    folder.mkdir()
    for line in said(["dpkg", "--listfiles", "coreutils"]).splitlines():
        if Path(line).parent.name == "bin" and os.access(line, os.X_OK):
            (folder / Path(line).name).symlink_to(line)
    return folder


# ── the Debian package ───────────────────────────────────────────────────────────────────────────


class Root:
    """An empty system. The scripts of packages run outside it and find it by DPKG_ROOT."""

    def __init__(self, folder: Path):
        self.folder = folder
        for name in ("info", "updates", "triggers"):
            (folder / "var" / "lib" / "dpkg" / name).mkdir(parents=True)
        (folder / "var" / "lib" / "dpkg" / "status").touch()
        self.data = folder / "var" / "lib" / "chute"

    def dpkg(self, *arguments: str) -> str:
        """There is no libc in it, so dependencies are not looked at."""
        forced = ["--force-script-chrootless", "--force-depends"]
        # in the root's own database, not in this machine's log
        command = ["dpkg", f"--root={self.folder}", f"--log={os.devnull}", *forced, *arguments]
        return said(command, env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin"} | fakeroot())

    def state(self) -> str:
        asked = ["-W", "-f", "${db:Status-Status} ${Version}", "chute"]
        return said(["dpkg-query", f"--admindir={self.folder}/var/lib/dpkg", *asked])

    def files(self) -> set[str]:
        """All but the data and what dpkg and the locks of the users' files keep for themselves."""
        own = ("var/lib/dpkg/", "var/lib/chute/", "etc/.pwd.lock")
        found = (file for file in self.folder.rglob("*") if file.is_symlink() or file.is_file())
        names = {str(file.relative_to(self.folder)) for file in found}
        return {name for name in names if not name.startswith(own) and not name.endswith("-")}

    def used(self, folder: Path) -> None:
        """Starts the installed program on the data: it has to be able to open it, and to serve."""
        program = self.folder / "usr" / "bin" / "chute"
        with served(program, self.data, folder, {}) as (process, port):
            answer(process, port, "/health", folder)
            ended(process)


def fakeroot() -> dict[str, str]:
    """What makes fakeroot go on in a process whose environment is otherwise empty."""
    return {
        name: os.environ[name]
        for name in ("LD_PRELOAD", "LD_LIBRARY_PATH", "FAKEROOTKEY")
        if name in os.environ
    }


def digests(folder: Path) -> dict[str, str]:
    return {
        str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in folder.rglob("*")
        if file.is_file()
    }


def lower(package: Path, folder: Path) -> Path:
    """The same package with a lower version, to upgrade from."""
    tree = folder / "lower"
    said(["dpkg-deb", "--raw-extract", str(package), str(tree)])
    control = tree / "DEBIAN" / "control"
    text, changed = re.subn(r"(?m)^Version: .*$", f"Version: {LOWER}", control.read_text())
    expect(changed == 1, "The package's control file has no version.")
    control.write_text(text)
    file = folder / f"chute_{LOWER}.deb"
    said(["dpkg-deb", "--build", "--root-owner-group", "-Znone", str(tree), str(file)])
    return file


def of_debian_package(file: Path, program: Path, folder: Path, table: Table) -> None:
    version = said(["dpkg-deb", "--field", str(file), "Version"])
    listed = said(["dpkg-deb", "--contents", str(file)]).splitlines()
    expect(all(" root/root " in line for line in listed), f"{file.name} has files of others.")
    root = Root(folder / "root")

    root.dpkg("--install", str(lower(file, folder)))
    expect(root.state() == f"installed {LOWER}", f"After installing: {root.state()}")
    same(root, PACKAGED | USERS | ENABLED, "installing")
    expect(not root.data.exists(), "The package makes /var/lib/chute, which systemd has to do.")
    users = (root.folder / "etc" / "passwd").read_text()
    expect("chute:" in users, f"There is no user chute: {users}")
    root.used(folder)
    data = digests(root.data)
    expect(len(data) > 3, f"chute serve has left hardly any data: {sorted(data)}")

    settings = root.folder / SETTINGS
    settings.write_text(edited := settings.read_text() + "ALERTS=server\n")
    root.dpkg("--install", str(file))
    expect(root.state() == f"installed {version}", f"After the upgrade: {root.state()}")
    same(root, PACKAGED | USERS | ENABLED, "the upgrade")
    expect(settings.read_text() == edited, "The upgrade has changed the operator's settings.")
    installed = (root.folder / "usr" / "bin" / "chute").read_bytes()
    expect(installed == program.read_bytes(), "Archive and package have different programs.")
    expect(digests(root.data) == data, "The upgrade has changed the data.")
    of_unit(root, folder, table)
    root.used(folder)
    data = digests(root.data)

    root.dpkg("--remove", "chute")
    expect(root.state() == f"config-files {version}", f"After the removal: {root.state()}")
    same(root, {SETTINGS} | USERS | ENABLED, "the removal")
    expect(digests(root.data) == data, "The removal has changed the data.")

    told = root.dpkg("--purge", "chute")
    same(root, USERS, "purging")
    expect(digests(root.data) == data, "Purging has changed the data.")
    expect("/var/lib/chute stay" in told, f"Purging does not say that the data stays: {told}")
    table.row("the Debian package", f"{file.stat().st_size / 1e6:.1f} MB")
    table.row("it needs", said(["dpkg-deb", "--field", str(file), "Depends"]).partition(", sys")[0])
    table.row("installed, upgraded, removed, purged", f"{len(data)} files of data kept")


def same(root: Root, wanted: set[str], after: str) -> None:
    found = root.files()
    expect(
        found == wanted,
        f"After {after}, missing: {sorted(wanted - found)}; too many: {sorted(found - wanted)}",
    )


def of_unit(root: Root, folder: Path, table: Table) -> None:
    """The unit in the installed system, of which only a name of systemd's own is added."""
    system = folder / "verified"
    shutil.copytree(root.folder / "usr", system / "usr")
    (system / "usr" / "lib" / "systemd" / "system" / "sysinit.target").write_text("[Unit]\n")
    # it fails for a program that is missing, and only complains about a key that it does not know
    found = said(["systemd-analyze", "verify", f"--root={system}", "chute.service"])
    expect(found == "", f"systemd-analyze verify: {found}")
    judged = said(["systemd-analyze", "security", "--offline=yes", "--no-pager", str(UNIT)])
    exposure = re.search(r"Overall exposure level for chute\.service: ([\d.]+)", judged)
    expect(exposure is not None, f"systemd-analyze security says no exposure: {judged}")
    table.measured("exposure of the service, of 10", float(exposure[1]), EXPOSURE, "points")


def main() -> None:
    if os.geteuid() != 0:
        if not shutil.which("fakeroot"):
            stop("dpkg needs the rights of root or the program fakeroot: install fakeroot.")
        os.execvp("fakeroot", ["fakeroot", sys.executable, *sys.argv])
    target, architecture = MACHINES[os.uname().machine]
    archive, package = only(f"chute-*-{target}.tar.gz"), only(f"chute_*_{architecture}.deb")
    table = Table()
    said(["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=PACKAGES)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        with step(f"Starting {archive.name}"):
            program = of_archive(archive, folder, table)
        with step(f"The life of {package.name} in an empty root"):
            of_debian_package(package, program, folder, table)
    print(f"\n{table}")


if __name__ == "__main__":
    main()
