"""MiniStack: AWS on one port of the loopback interface, its state kept in the instance's folder."""

import os
import time
import urllib.error
import urllib.request

import processes
from progress import note, step, stop
from settings import Instance, port_variable
from tools import environment

NAME = "emulator"


def answers(inst: Instance) -> bool:
    try:
        with urllib.request.urlopen(f"{inst.emulator}/_ministack/health", timeout=5) as answer:
            return answer.status == 200
    except (OSError, urllib.error.URLError):
        return False


def start(inst: Instance) -> None:
    if processes.running(inst, NAME):
        if answers(inst):
            return
        processes.stop(inst, NAME, patience=10)
    if not processes.port_is_free(inst.emulator_port):
        stop(f"Port {inst.emulator_port} is taken by another program: stop it, or choose another port with "
             f"{port_variable(inst.name, 'emulator')}=….")
    folders = {name: inst.folder / name for name in ("state", "tmp")}
    for folder in folders.values():
        folder.mkdir(parents=True, exist_ok=True)
    # Functions inherit this environment; AWS_ENDPOINT_URL leads them back to the emulator. AUTH makes it enforce every
    # function's own policy. The state is written when it is asked to end, so `make stop` keeps it and a power cut does not.
    env = inst.aws_env() | {
        "BIND_HOST": "127.0.0.1",
        "GATEWAY_PORT": str(inst.emulator_port),
        "AUTH": os.environ.get("CHUTE_EMULATOR_AUTH", "true"),
        "PERSIST_STATE": "1",
        "STATE_DIR": str(folders["state"]),
        "TMPDIR": str(folders["tmp"]),
        "LOG_LEVEL": "WARNING",
    }
    with step(f"Starting the AWS emulator on 127.0.0.1:{inst.emulator_port}"):
        processes.start(inst, NAME, [str(environment(NAME) / "ministack")], env)
        end = time.monotonic() + 60
        while not answers(inst):
            if not processes.running(inst, NAME) or time.monotonic() > end:
                note(f"its log: {processes.log_file(inst, NAME)}")
                stop("The AWS emulator did not start.")
            time.sleep(0.1)
