"""The site's public read key (contract 3.1): everybody can read it in the site's code, so it must
open nothing that is not for everybody.

python3 infra/local/public_key.py [--instance aws-test]     refuses what must be refused, on a stack
that is up"""

import secrets
import subprocess

import api
import command_line
from progress import note, stop
from settings import CLI, PORTS, Instance


def call(
    address: str, key: str, site: str, method: str, path: str, body: dict | None = None
) -> tuple[int, dict]:
    """Calls as the site does, since the key may be for its host only."""
    return api.call(address, method, path, key, body, {"Origin": site.rstrip("/")})


def problem_of(address: str, key: str, site: str) -> str | None:
    """What is wrong with this key as the public key, or None. Changes nothing."""
    try:
        status, answer = call(address, key, site, "GET", "event/my")
    except OSError as error:
        return f"it cannot be tried, since {address} does not answer ({error})"
    if status != 200:
        return f"it does not open the API ({status} {answer.get('message', '')})"
    if events := answer["events"]:
        return f"its account has events ({len(events)}), and everybody could read the restricted ones of them"
    status, _ = call(address, key, site, "GET", "blocked/phones/get")  # needs a write key
    return None if status == 401 else "it is no read key: everybody could write with it"


def check(address: str, key: str, site: str) -> None:
    if problem := problem_of(address, key, site):
        stop(
            f"The site's public read key cannot be used: {problem}.\n"
            "  Make one of an account without events: chute account create --type free …, then chute key create --public …\n"
            "  Without CHUTE_READ_KEY a deploy leaves the site the key that it has."
        )


def create(inst: Instance, *arguments: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [str(CLI), "key", "create", "--stack", str(inst.stack_file), *arguments],
        text=True,
        capture_output=True,
    )


def main() -> None:
    inst = command_line.chosen_instance(__doc__, PORTS, "aws-test")
    made = inst.stack()
    address, site, admin = made["api"], made["site"], made["admin_email"]
    slug = f"public-key-{secrets.token_hex(4)}"
    event = {
        "name": "River 10K",
        "slug": slug,
        "contact_email": "rd@example.org",
        "type": "distance",
        "access_restricted": True,
    }
    if (
        status := call(address, made["write_key"], site, "POST", "event/add", {"event": event})[0]
    ) != 200:
        stop(f"event/add answered {status}.")
    own = create(inst, "--email", admin, "--type", "read", "--name", slug)
    refused = create(inst, "--email", admin, "--public", "--name", slug)
    for what, expected, found in [
        ("the site's key", None, problem_of(address, made["read_key"], site)),
        ("a write key", "its account has events", problem_of(address, made["write_key"], site)),
        (
            "a read key of an account with events",
            "its account has events",
            problem_of(address, own.stdout.strip(), site),
        ),
        ("no key", "it does not open the API", problem_of(address, "nobody", site)),
        (
            "chute key create --public for it",
            "--public: the account",
            refused.stderr.strip() if refused.returncode else "",
        ),
    ]:
        if not (found is None if expected is None else expected in (found or "")):
            stop(f"{what}: {found!r}")
        note(f"{what}: {found or 'may be public'}")


if __name__ == "__main__":
    main()
