"""What a release is made of: an archive with the program, a Debian package, and their checksums.

    python3 infra/package/package.py [--program FILE] [--tag v0.2.0]

Builds the site and `chute` (profile `dist`, with the site in it) for the machine that this runs on,
and makes in .build/package:

    chute-{version}-{target}.tar.gz    a folder with the program, how to start it, and its licences
    chute_{version}_{architecture}.deb the same with a service that systemd runs (chute.service)
    SHA256SUMS                         of both

The same program gives the same bytes: entries are sorted, belong to root and have the time of the
commit. Licences are those of Chute and of what it contains (licences.py). `--program` packs a
program that is built already. `--tag` is for a release (release.yml): it has to name the version of
the program, CHANGELOG.md has to have a section of it, and that goes into notes.md. Needs Linux,
dpkg-deb and dpkg-shlibdeps (Debian's dpkg-dev). check.py tries the archive, installed.py the Debian package."""

import argparse
import gzip
import hashlib
import io
import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent / "local")]

import build
import licences
import pages
import tools
from progress import note, step, stop
from settings import ROOT, VERSION

PACKAGES = ROOT / ".build" / "package"
DIST = ("build", "--profile", "dist", "--package", "chute-cli", "--features", "site")
# of the machine: (what Rust calls it, what Debian calls it)
MACHINES = {
    "x86_64": ("x86_64-unknown-linux-gnu", "amd64"),
    "aarch64": ("aarch64-unknown-linux-gnu", "arm64"),
}
CHANGES = ROOT / "CHANGELOG.md"
OTHERS = ROOT / ".build" / "licences-of-others.txt"
PAPERS = {
    "README.md": HERE / "README.md",
    "LICENSE-MIT": ROOT / "LICENSE-MIT",
    "LICENSE-APACHE": ROOT / "LICENSE-APACHE",
    "LICENSES-OTHERS.txt": OTHERS,
    "CHANGELOG.md": CHANGES,
}
UNIT = HERE / "chute.service"
SCRIPTS = ("postinst", "prerm", "postrm")


@dataclass(frozen=True)
class Release:
    program: Path
    version: str
    target: str
    architecture: str
    time: int  # of the commit, in seconds

    @property
    def debian_version(self) -> str:
        """Debian sorts 0.2.0~rc.1 before 0.2.0, and 0.2.0-rc.1 after it."""
        return self.version.replace("-", "~")


def built() -> Path:
    tools.check()
    pages.build()
    with step("Building chute for a release (this takes ten minutes)"):
        return Path(build.compiled(DIST, dict(os.environ))["chute"])


def release(program: Path) -> Release:
    if platform.system() != "Linux" or platform.machine() not in MACHINES:
        stop(f"Packages are made on Linux, on {' or '.join(MACHINES)}.")
    says = said([str(program), "--version"]).split()[-1]
    if says != VERSION:
        stop(f"{program} is version {says}, and Cargo.toml says {VERSION}: build it anew.")
    time = int(said(["git", "log", "-1", "--format=%ct"]))
    return Release(program, says, *MACHINES[platform.machine()], time)


def said(command: list[str], cwd: Path = ROOT, **options) -> str:
    both = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    done = subprocess.run(command, cwd=cwd, text=True, **both, **options)
    if done.returncode != 0:
        stop(f"`{' '.join(command)}` failed with code {done.returncode}:\n{done.stdout}")
    return done.stdout.strip()


# ── the archive ──────────────────────────────────────────────────────────────────────────────────


def archive(made: Release) -> Path:
    folder = f"chute-{made.version}-{made.target}"
    file = PACKAGES / f"{folder}.tar.gz"
    content = {name: (paper, 0o644) for name, paper in PAPERS.items()}
    content |= {UNIT.name: (UNIT, 0o644), "chute": (made.program, 0o755)}
    with (
        file.open("wb") as out,
        gzip.GzipFile("", "wb", fileobj=out, mtime=made.time) as packed,
        tarfile.open(mode="w", fileobj=packed, format=tarfile.USTAR_FORMAT) as tar,
    ):
        tar.addfile(entry(folder, 0o755, made, tarfile.DIRTYPE))
        for name, (source, mode) in sorted(content.items()):
            data, member = source.read_bytes(), entry(f"{folder}/{name}", mode, made)
            member.size = len(data)
            tar.addfile(member, io.BytesIO(data))
    return file


def entry(name: str, mode: int, made: Release, kind: bytes = tarfile.REGTYPE) -> tarfile.TarInfo:
    member = tarfile.TarInfo(name)
    member.mode, member.mtime, member.type = mode, made.time, kind
    member.uname = member.gname = "root"
    return member


# ── the Debian package ───────────────────────────────────────────────────────────────────────────


def debian_package(made: Release) -> Path:
    file = PACKAGES / f"chute_{made.debian_version}_{made.architecture}.deb"
    with tempfile.TemporaryDirectory() as temporary:
        tree = Path(temporary) / "tree"
        documents = {f"usr/share/doc/chute/{name}": paper for name, paper in PAPERS.items()}
        files = documents | {
            "usr/bin/chute": made.program,
            "usr/lib/systemd/system/chute.service": UNIT,
            "usr/lib/sysusers.d/chute.conf": HERE / "chute.sysusers",
            "usr/share/doc/chute/copyright": HERE / "debian" / "copyright",
            "etc/default/chute": HERE / "chute.default",
        }
        for name, source in files.items():
            put(tree / name, source.read_bytes(), 0o755 if name == "usr/bin/chute" else 0o644)
        for name in SCRIPTS:
            put(tree / "DEBIAN" / name, (HERE / "debian" / name).read_bytes(), 0o755)
        size = sum(source.stat().st_size for source in files.values())
        control = (HERE / "debian" / "control").read_text()
        described = {
            "control": control.format(
                version=made.debian_version,
                architecture=made.architecture,
                installed_kib=size // 1024,
                libraries=libraries(made.program, Path(temporary)),
            ),
            "conffiles": "/etc/default/chute\n",
            "md5sums": "".join(
                f"{hashlib.md5(source.read_bytes()).hexdigest()}  {name}\n"
                for name, source in sorted(files.items())
                if not name.startswith("etc/")
            ),
        }
        for name, text in described.items():
            put(tree / "DEBIAN" / name, text.encode(), 0o644)
        # xz: every Debian and Ubuntu reads it; with one thread the bytes are always the same
        said(
            ["dpkg-deb", "--build", "--root-owner-group", "-Zxz", str(tree), str(file)],
            env=os.environ | {"SOURCE_DATE_EPOCH": str(made.time), "DPKG_DEB_THREADS_MAX": "1"},
        )
    return file


def put(file: Path, content: bytes, mode: int) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)
    file.chmod(mode)


def libraries(program: Path, folder: Path) -> str:
    """The packages whose libraries the program needs, as dpkg-shlibdeps reads them from its
    symbols. It wants to be where a source package is."""
    put(
        folder / "debian" / "control",
        b"Source: chute\n\nPackage: chute\nArchitecture: any\n",
        0o644,
    )
    found = subprocess.run(
        ["dpkg-shlibdeps", "-O", str(program.resolve())], cwd=folder, capture_output=True, text=True
    )
    if found.returncode != 0:
        stop(f"dpkg-shlibdeps failed: {found.stderr}")
    return found.stdout.strip().partition("=")[2]


# ── a release ────────────────────────────────────────────────────────────────────────────────────


def notes(tag: str, made: Release) -> None:
    """Writes what changed in this version: its section in CHANGELOG.md."""
    if tag != f"v{made.version}":
        stop(f"The tag {tag} does not name the version in Cargo.toml, which is {made.version}.")
    heading = rf"^## {re.escape(made.version)}(?: [^\n]*)?\n(.*?)(?=^## |\Z)"
    section = re.search(heading, CHANGES.read_text(), re.MULTILINE | re.DOTALL)
    if not section or not section[1].strip():
        stop(f"CHANGELOG.md says nothing in a section `## {made.version}` (docs/releasing.md).")
    (PACKAGES / "notes.md").write_text(section[1].strip() + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--program", type=Path, help="a program that is built already")
    parser.add_argument("--tag", help="the tag of the release, such as v0.2.0")
    arguments = parser.parse_args()
    for needed in ("dpkg-deb", "dpkg-shlibdeps"):
        if not shutil.which(needed):
            stop(f"{needed} is missing: install the package dpkg-dev.")
    os.umask(0o022)
    made = release(arguments.program or built())
    shutil.rmtree(PACKAGES, ignore_errors=True)
    PACKAGES.mkdir(parents=True)
    if arguments.tag:
        notes(arguments.tag, made)
    OTHERS.write_text(licences.text(made.target))
    with step(f"Packing chute {made.version} for {made.target}"):
        files = [archive(made), debian_package(made)]
    sums = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files]
    (PACKAGES / "SHA256SUMS").write_text("".join(sums))
    for file in files:
        note(f"{file.relative_to(ROOT)}: {file.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
