"""Installs the Debian package of .build/package on this machine and watches systemd run it.

    sudo python3 infra/package/installed.py

For a machine that is thrown away afterwards (a runner, a container): it installs, upgrades, removes
and purges `chute`, restarts it and kills it, and leaves /var/lib/chute behind. Needs a running
systemd, root, and ports 8080 and 8090. check.py tries the archive."""

import hashlib
import json
import os
import pwd
import re
import signal
import tempfile
from pathlib import Path

from check import expect, get, only
from package import MACHINES, said
from progress import step, stop
from waiting import until

DATA = Path("/var/lib/chute")
SETTINGS = Path("/etc/default/chute")
STICK = Path("/media/chute-stick")
PORT, OTHER_PORT = 8080, 8090
LOWER = "0.0.1"
# of the process, in /proc: no rights, none to get, and a filter of system calls
SHUT_IN = {"NoNewPrivs": "1", "Seccomp": "2", "CapEff": "0" * 16, "CapBnd": "0" * 16}


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


def digests() -> dict[str, str]:
    """Of the files of the data."""
    files = [file for file in DATA.rglob("*") if file.is_file()]
    return {str(file): hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


def healthy(port: int) -> dict:
    def so() -> bool:
        found = get(port, "/health")
        return found is not None and found[0] == 200

    until(f"/health at port {port} answers 200", so)
    return json.loads(get(port, "/health")[1])


def shown(name: str) -> str:
    return said(["systemctl", "show", "--value", "--property", name, "chute"])


def process() -> int:
    return int(shown("MainPID"))


def installs(package: Path) -> None:
    said(["dpkg", "--install", str(package)])


def of_process() -> None:
    """Who it is, and what it may do and write."""
    folder = Path("/proc") / str(process())
    lines = (folder / "status").read_text().splitlines()
    status = {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}
    found = {name: status[name] for name in SHUT_IN}
    expect(found == SHUT_IN, f"The process is not shut in: {found}")
    user = pwd.getpwnam("chute").pw_uid
    expect(set(status["Uid"].split()) == {str(user)}, f"It does not run as chute: {status['Uid']}")
    # of what is mounted in one place the last one counts
    mounted = [line.split() for line in (folder / "mountinfo").read_text().splitlines()]
    may_write = {line[4]: "rw" in line[5].split(",") for line in mounted}
    expect(not may_write["/"], "It may write to the whole system.")
    expect(may_write[str(DATA)], "It may not write to its data.")
    of_data = DATA.stat()
    expect(of_data.st_uid == user, "The data is not its own.")
    expect(of_data.st_mode & 0o777 == 0o700, f"{DATA} has the mode {of_data.st_mode:o}.")


def of_log() -> None:
    log = said(["journalctl", "-o", "cat", "-u", "chute", "--no-pager"]).splitlines()
    objects = [json.loads(line) for line in log if line.startswith("{")]
    expect(any("level" in line for line in objects), f"The journal has no line of JSON: {log}")


def backups() -> None:
    """Options in the settings reach it, and it may write to a stick."""
    STICK.mkdir(parents=True, exist_ok=True)
    os.chown(STICK, pwd.getpwnam("chute").pw_uid, -1)
    options = f"--listen 127.0.0.1:{OTHER_PORT} --backup-to {STICK}"
    SETTINGS.write_text(SETTINGS.read_text() + f'CHUTE_OPTIONS="{options}"\n')
    said(["systemctl", "restart", "chute"])
    healthy(OTHER_PORT)
    until("a backup is on the stick", lambda: any(STICK.glob("chute-*.tar")))
    until("the backup has succeeded", lambda: healthy(OTHER_PORT)["backup"]["failure"] is None)


def main() -> None:
    if os.geteuid() != 0 or not Path("/run/systemd/system").exists():
        stop("This needs root and a running systemd.")
    if DATA.exists():
        stop(f"{DATA} exists: this is for a machine without data.")
    package = only(f"chute_*_{MACHINES[os.uname().machine][1]}.deb")
    with step("Installed: it serves, shut in, and logs"), tempfile.TemporaryDirectory() as folder:
        installs(lower(package, Path(folder)))
        healthy(PORT)
        of_process()
        of_log()
    with step("Settings, and backups on a stick"):
        backups()
    with step("Killed: it comes back by itself"):
        before = process()
        os.kill(before, signal.SIGKILL)
        until("systemd has started it anew", lambda: process() not in (0, before))
        healthy(OTHER_PORT)
    with step("Upgraded: the new program runs with the same settings"):
        before = process()
        installs(package)
        expect(process() not in (0, before), f"After the upgrade {LOWER} still runs.")
        healthy(OTHER_PORT)
        of_process()
    with step("Disabled: another upgrade leaves it so"):
        said(["systemctl", "disable", "chute"])
        installs(package)
        expect(shown("UnitFileState") == "disabled", "An upgrade has enabled it again.")
        healthy(OTHER_PORT)
    with step("Removed and purged: it is gone, its data is not"):
        said(["dpkg", "--remove", "chute"])
        expect(get(OTHER_PORT, "/health") is None, "It still serves after its removal.")
        expect(SETTINGS.exists(), "The removal has deleted the settings.")
        kept = digests()
        said(["dpkg", "--purge", "chute"])
        expect(not SETTINGS.exists(), "Purging has left the settings.")
        expect(len(kept) > 3 and digests() == kept, f"Of the data, not all is left: {kept}")
        expect(shown("LoadState") == "not-found", "systemd still knows the service.")


if __name__ == "__main__":
    main()
