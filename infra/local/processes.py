"""Long-running processes of an instance: started once, found again, and stopped without touching
any others.

A process is recorded in a file {name}.json in the instance's run/ folder with its id, its start
time and its command line. It counts as ours only while /proc shows that same process: an id that
has been reused by another program is left alone."""

import json
import os
import signal
import socket
import subprocess
import time
from pathlib import Path

import progress
import waiting
from settings import Instance


def _file(inst: Instance, name: str) -> Path:
    return inst.folder / "run" / f"{name}.json"


def log_file(inst: Instance, name: str) -> Path:
    return inst.folder / "log" / f"{name}.log"


def _seen(pid: int) -> dict | None:
    try:
        command = (
            Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace").split("\0")[:-1]
        )
        stat = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return None
    return None if stat[0] == "Z" else {"pid": pid, "started": stat[19], "command": command}


def running(inst: Instance, name: str) -> dict | None:
    """The process, if it is still the one we started."""
    try:
        known = json.loads(_file(inst, name).read_text())
    except (OSError, ValueError):
        return None
    return (
        known
        if _seen(known["pid"]) == {k: known[k] for k in ("pid", "started", "command")}
        else None
    )


def start(
    inst: Instance, name: str, command: list[str], env: dict[str, str], tag: str = ""
) -> None:
    """Starts a process in a session of its own, with its output in log/{name}.log. `tag` records
    what it was built from."""
    for folder in ("run", "log"):
        (inst.folder / folder).mkdir(parents=True, exist_ok=True)
    with log_file(inst, name).open("ab") as log:
        child = subprocess.Popen(
            command,
            env=env,
            cwd=inst.folder,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    seen, end = None, time.monotonic() + 60
    while time.monotonic() < end:  # until exec has put the new command line in place
        seen = _seen(child.pid)
        if seen is None or seen["command"][-len(command) + 1 :] == command[1:]:
            break
        time.sleep(0.01)
    if seen:
        _file(inst, name).write_text(json.dumps(seen | {"tag": tag}))


def until_it_answers(inst: Instance, name: str, address: str, status: int = 204) -> None:
    """Waits for a process that has been started."""

    def so() -> bool:
        if not running(inst, name):
            print("".join(log_file(inst, name).read_text().splitlines(keepends=True)[-5:]))
            progress.stop(f"{name} has ended; all it said is in {log_file(inst, name)}.")
        return waiting.answers(address, status)

    waiting.until(f"{address} answers {status}", so, pause_s=0.02)


def stop(inst: Instance, name: str, patience: float = 60) -> bool:
    """Asks the process to end, and kills it after `patience` seconds. Returns True if it ended by
    itself."""
    known, itself = running(inst, name), False
    if known:
        os.kill(known["pid"], signal.SIGTERM)
        end = time.monotonic() + patience
        while running(inst, name) and time.monotonic() < end:
            time.sleep(0.05)
        itself = running(inst, name) is None
        if not itself:
            os.kill(known["pid"], signal.SIGKILL)
            while running(inst, name):  # until its port is free
                time.sleep(0.05)
    _file(inst, name).unlink(missing_ok=True)
    return itself


def port_is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True
