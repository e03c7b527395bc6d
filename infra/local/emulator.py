"""MiniStack: AWS on one port of the loopback interface, with its state in the instance's folder.

It writes its state (tables and everything else) when it is asked to end, but S3 objects at once. To
keep the two consistent, the objects are copied whenever it starts from a state it saved; after a
power cut both go back to that point."""

import os
import shutil
from pathlib import Path

import processes
import waiting
from progress import note, step, stop
from settings import Instance, port_variable
from tools import environment

NAME = "emulator"
HEALTH = "/_ministack/health"
RUNNER = Path(__file__).parent / "ministack_mended.py"


def at_saved_state(inst: Instance) -> None:
    """Restores state/ and s3/ as they were when the emulator last ended cleanly; empties them if it
    never did."""
    state, objects, copy, saved = (
        inst.folder / name for name in ("state", "s3", "s3-saved", "saved")
    )
    if saved.exists():
        shutil.rmtree(copy, ignore_errors=True)
        if objects.exists():
            shutil.copytree(objects, copy)
        saved.unlink()
    elif objects.exists():
        note(
            "It was not ended with `make stop` the last time: going back to the state it saved before that."
        )
        shutil.rmtree(objects)
        if copy.exists():
            shutil.copytree(copy, objects)
        else:
            shutil.rmtree(state, ignore_errors=True)


def end(inst: Instance) -> bool:
    was_there = processes.running(inst, NAME) is not None
    if was_there and processes.stop(inst, NAME):
        (inst.folder / "saved").touch()
    return was_there


def start(inst: Instance, through: str = "") -> None:
    """`through` is where the functions reach AWS instead of the emulator itself."""
    if processes.running(inst, NAME):
        if waiting.answers(inst.emulator + HEALTH, 200):
            return
        end(inst)
    if not processes.port_is_free(inst.emulator_port):
        stop(
            f"Port {inst.emulator_port} is taken by another program: stop it, or choose another port with "
            f"{port_variable(inst.name, 'emulator')}=…."
        )
    folders = {name: inst.folder / name for name in ("state", "s3", "tmp")}
    # Functions inherit this environment; AWS_ENDPOINT_URL leads them back to the emulator. AUTH
    # makes it enforce each function's own policy. It writes its state when it is asked to end, so
    # `make stop` keeps the state and a power cut does not. Names of tables, buckets and secrets are
    # left out: those that a shell has sourced from chute.env would reach every function.
    inherited = {
        name: value
        for name, value in inst.aws_env().items()
        if not name.endswith(("_TABLE", "_BUCKET", "_SECRET"))
    }
    env = inherited | {
        "BIND_HOST": "127.0.0.1",
        "GATEWAY_PORT": str(inst.emulator_port),
        "AUTH": os.environ.get("CHUTE_EMULATOR_AUTH", "true"),
        "PERSIST_STATE": "1",
        "STATE_DIR": str(folders["state"]),
        "S3_PERSIST": "1",
        "S3_DATA_DIR": str(folders["s3"]),
        "TMPDIR": str(folders["tmp"]),
        "CHUTE_IAM_CALLS": str(inst.iam_calls),
        "LOG_LEVEL": "WARNING",
    }
    env |= {"AWS_ENDPOINT_URL": through} if through else {}
    with step(f"Starting the AWS emulator on 127.0.0.1:{inst.emulator_port}"):
        at_saved_state(inst)
        for folder in folders.values():
            folder.mkdir(parents=True, exist_ok=True)
        processes.start(inst, NAME, [str(environment(NAME) / "python"), str(RUNNER)], env)
        processes.until_it_answers(inst, NAME, inst.emulator + HEALTH, 200)
