"""The site's public read key (contract 3.1): everybody can read it in the site's code, so it must
open nothing that is not for everybody.

python3 infra/local/public_key.py [--instance aws-test]     refuses what must be refused, on a stack
that is up"""

import secrets
import subprocess

import api
import command_line
from progress import stop
from settings import CLI, PORTS


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


def main() -> None:
    inst = command_line.chosen_instance(__doc__, PORTS, "aws-test")
    made = inst.stack()
    address, site, write_key = made["api"], made["site"], made["write_key"]
    event = {
        "name": "River 10K",
        "slug": f"public-key-{secrets.token_hex(4)}",
        "contact_email": "rd@example.org",
        "type": "distance",
    }
    status, answer = call(address, write_key, site, "POST", "event/add", {"event": event})
    if status != 200:
        stop(f"event/add answered {status} {answer}.")
    for key, expected in (
        (made["read_key"], "None"),
        (write_key, "its account has events"),
        ("nobody", "it does not open the API"),
    ):
        found = str(problem_of(address, key, site))
        if expected not in found:
            stop(f"{found} was found in place of: {expected}")
    command = [CLI, "key", "create", "--public", "--name", "Site", "--email", made["admin_email"]]
    command += ["--stack", inst.stack_file]
    refused = subprocess.run(command, capture_output=True, text=True)
    if refused.returncode == 0 or "--public: the account" not in refused.stderr:
        stop("chute key create --public makes one for an account with events.")


if __name__ == "__main__":
    main()
