"""Checks the tools that must be there, and installs the pinned ones below .tools/. As a program:
installs those named as arguments."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from progress import note, step, stop
from settings import ROOT, TOOLS

REQUIREMENTS = Path(__file__).parent / "requirements"
APT_UPDATE = ["apt-get", "update", "-qq"]
APT_INSTALL = ["apt-get", "install", "-y", "-qq", "--no-install-recommends"]

# what drives Firefox and WebKitGTK in tests; a window needs a screen
ENGINES = ["firefox-esr", "webkit2gtk-driver", "python3-gi", "gir1.2-webkit2-4.1", "xvfb"]

# tool: where to get it. npm refuses an older Node (`engines`), cargo an older Rust (`rust-version`)
NEEDED = {"npm": "https://nodejs.org/", "cargo": "https://rustup.rs/"}


def check() -> None:
    """Stops with one sentence about the first tool that is missing."""
    if sys.version_info < (3, 10):
        stop(f"Python 3.10 or newer is needed, and this is {sys.version.split()[0]}.")
    for name, source in NEEDED.items():
        if not shutil.which(name):
            stop(f"{name} is missing: install it from {source}")


def room(gigabytes: int) -> None:
    """Stops with one sentence if a build from scratch would fill the disk; a later build needs
    little more space."""
    built, free = (ROOT / "target" / "debug").exists(), shutil.disk_usage(ROOT).free / 1e9
    if not built and free < gigabytes:
        stop(
            f"A build from nothing takes up to {gigabytes} GB, and {free:.0f} GB are free on the disk of {ROOT}."
        )


def environment(name: str) -> Path:
    """The folder of the programs of a virtual environment that holds exactly
    requirements/{name}.txt."""
    try:
        import ensurepip  # noqa: F401  Debian ships Python without it
        import venv  # noqa: F401
    except ImportError:
        stop("Python cannot make virtual environments here: install the package python3-venv.")
    folder, wanted = TOOLS / name, (REQUIREMENTS / f"{name}.txt").read_text()
    stamp = folder / "installed.txt"
    if not stamp.exists() or stamp.read_text() != wanted:
        with step(f"Installing {name} into .tools/{name}"):
            shutil.rmtree(folder, ignore_errors=True)
            run([sys.executable, "-m", "venv", str(folder)])
            pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", "--no-deps"]
            pip += ["--no-compile", "--disable-pip-version-check"]
            run([*pip, "--requirement", str(REQUIREMENTS / f"{name}.txt")])
            stamp.write_text(wanted)
    return folder / "bin"


def inside(name: str, checked: bool = False) -> None:
    """Continues inside the virtual environment `name`, with the same script and arguments; `checked`
    looks at the other tools before."""
    if Path(sys.prefix) != TOOLS / name:
        if checked:
            check()
        python = environment(name) / "python"
        os.execv(python, [str(python), *sys.argv])


def installed_chromium() -> str | None:
    """The browser for the tests, if one is installed."""
    return next(
        filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
    )


def chromium() -> str:
    """The browser for the tests: Debian's, installed if missing."""
    if path := installed_chromium():
        return path
    from_debian("The browser tests need Chromium", "chromium")
    return shutil.which("chromium") or stop("chromium was installed but is not on the PATH.")


def headless_shell() -> str | None:
    """Chromium's headless shell, with which most browser tests take half the work; None if it
    cannot be installed, and they use `chromium()`."""
    path = shutil.which("chromium-headless-shell")
    if path or os.geteuid() != 0 or not shutil.which("apt-get"):
        return path
    with step("Installing Debian's chromium-headless-shell"):
        for command in (APT_UPDATE, [*APT_INSTALL, "chromium-headless-shell"]):
            subprocess.run(command)
    return shutil.which("chromium-headless-shell")


def engines() -> None:
    """Firefox and WebKitGTK for the tests, as Debian has them, installed if missing."""
    bindings = ["/usr/bin/python3", "-c", "import gi; gi.require_version('WebKit2', '4.1')"]
    if (
        all(map(shutil.which, ("firefox-esr", "WebKitWebDriver", "Xvfb")))
        and subprocess.run(bindings, capture_output=True).returncode == 0
    ):
        return
    from_debian("The tests of other engines need Firefox and WebKitGTK", *ENGINES)


def from_debian(why: str, *packages: str) -> None:
    """Installs packages; if that is not possible, says in one sentence what to do."""
    if not shutil.which("apt-get"):
        stop(f"{why}, in Debian the packages {', '.join(packages)}: install what is in them.")
    if os.geteuid() != 0:
        stop(f"{why}: run `sudo apt-get install {' '.join(packages)}`.")
    with step(f"Installing Debian's {', '.join(packages)}"):
        run(APT_UPDATE)
        run([*APT_INSTALL, *packages])


def run(command: list[str], **options) -> None:
    """Runs a command; if it fails, says which one it was."""
    done = subprocess.run(command, **options)
    if done.returncode != 0:
        note(" ".join(map(str, command)))
        stop(
            f"{Path(command[0]).name} failed with code {done.returncode}; its own message is above."
        )


if __name__ == "__main__":
    for named in sys.argv[1:]:
        environment(named)
