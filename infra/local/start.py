"""`make start-aws`: from a fresh clone to a running Chute on the AWS emulator, deployed from
template.yaml.

    python3 infra/local/start.py [--instance aws|aws-test] [--no-demo]

Every step is skipped if it has nothing to do, so a second run takes seconds."""

import fcntl
import time
from pathlib import Path

import command_line
import processes
import tools
from progress import step, stop
from settings import EMULATED, ROOT, Instance, instance, port_variable

PROXY = Path(__file__).parent / "front_proxy.mjs"


def one_at_a_time():
    """Prevents two starts at the same time, which would build into each other's folders."""
    (ROOT / ".build").mkdir(exist_ok=True)
    lock = (ROOT / ".build" / "lock").open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        print("Another start is under way in this folder; waiting for it.", flush=True)
        fcntl.flock(lock, fcntl.LOCK_EX)
    return lock


def check_port(inst: Instance) -> None:
    if not processes.running(inst, "front") and not processes.port_is_free(inst.port):
        stop(
            f"Port {inst.port} is taken by another program: stop it, or choose another port with "
            f"{port_variable(inst.name, 'front')}=…."
        )


def front(inst: Instance, outputs: dict[str, str]) -> None:
    arguments = [
        str(inst.port),
        str(inst.emulator_port),
        outputs["DistributionDomain"],
        outputs["AccountApiId"],
        outputs["RemoteApiId"],
    ]
    tag = " ".join(arguments) + f" {PROXY.stat().st_mtime_ns}"
    known = processes.running(inst, "front")
    if known and known["tag"] == tag:
        return
    processes.stop(inst, "front", patience=5)
    check_port(inst)
    with step(f"Opening {inst.address}"):
        processes.start(inst, "front", ["node", str(PROXY), *arguments], inst.aws_env(), tag)
        processes.until_it_answers(inst, "front", f"{inst.address}api/health")


def main() -> None:
    options = command_line.options(__doc__)
    options.add_argument("--instance", choices=EMULATED, default="aws")
    options.add_argument("--no-demo", action="store_true", help="no demo races")
    options.add_argument(
        "--for-tests", action="store_true", help="with the programs that `cargo test` builds"
    )
    options.add_argument(
        "--build-only",
        action="store_true",
        help="build the functions, `chute` and the site, start nothing",
    )
    chosen = options.parse_args()
    inst = instance(chosen.instance)
    tools.inside("emulator", checked=True)  # which has boto3

    import build
    import emulator
    import pages
    import public_key
    import seed
    import stack

    begun, lock = time.monotonic(), one_at_a_time()
    if not chosen.build_only:
        check_port(inst)
        tools.environment("sam")
    if chosen.for_tests:
        build.tested()
    else:
        build.functions()
        build.chute()
    pages.build()
    if chosen.build_only:
        return
    emulator.start(inst)
    outputs = stack.deploy(inst)
    lock.close()

    front(inst, outputs)
    s3 = stack.client(inst, "s3")
    first = seed.OfEmulator(inst, outputs, s3)
    made = first.accounts()
    public_key.check(f"{inst.address}api/", made["read_key"], inst.address)
    # The form is shown although nothing sends texts here, so that it can be seen and tested.
    config = pages.config(
        made["read_key"], push=True, mail=False, messages=int(outputs["MessagesARace"])
    )
    pages.upload(s3, outputs["SiteBucket"], config, outputs["PrivateBucket"])
    proof = stack.client(inst, "secretsmanager").get_secret_value(SecretId=outputs["OriginSecret"])[
        "SecretString"
    ]
    # `env` is what the command `chute` needs to find this stack; chute.env is the same for a shell.
    # `remote_env` is what differs for the remote host. `origin_secret` lets tests call as if
    # through CloudFront, from many addresses.
    env = seed.chute_settings(inst, outputs)
    first.write_stack_file(origin_secret=proof, env=env, remote_env=first.remote_env)
    (inst.folder / "chute.env").write_text(
        "".join(f"export {name}={value}\n" for name, value in env.items())
    )
    if not chosen.no_demo:
        first.demo()
    print(
        f"\nReady after {time.monotonic() - begun:.0f} s. Addresses and keys: {inst.stack_file.relative_to(ROOT)}\n{inst.address}"
    )


if __name__ == "__main__":
    main()
