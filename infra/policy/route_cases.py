"""Checks that the route tests called every route and got every documented answer of the OpenAPI
documents.

    python3 infra/policy/route_cases.py [--instance aws-test]

Run it after the route tests, which record each call through API Gateway and Lambda
(functions/testkit/src/stack.rs). It fails for a route, or a documented answer below 500, that no
call got, and prints routes × cases."""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "local")]

import command_line
from progress import note, stop
from settings import PORTS, ROOT, Instance

DOCUMENTS = {"api": "openapi.json", "remote_api": "openapi-remote.json"}
VERBS = {"get", "post", "put", "delete"}

# (key of the address in stack.json, verb, path); with a status, one answer
Route = tuple[str, str, str]
Case = tuple[str, str, str, int]

# Answers that no call through the stack can get, each with the reason.
EXCEPTIONS: set[Case] = {
    # the last administrator: tests/routes/last_admin.rs, in a realm of its own, which the stack cannot
    # be
    *(
        (host, verb, f"/account/{act}", 409)
        for host in DOCUMENTS
        for verb, act in (("PUT", "update"), ("POST", "lock"), ("DELETE", "delete"))
    ),
    # names of keys are unique on the remote host only
    ("api", "POST", "/key/add", 409),
    ("api", "PUT", "/key/update", 409),
    # only with a provider, and the stack has none: tests/limits/replies.rs
    *(("api", "POST", "/twilio", status) for status in (200, 400, 401, 413)),
    # only with MailFrom, and the stack has none: tests/limits/mails.rs
    *(("api", "POST", "/mail/add", status) for status in (200, 401, 403, 429)),
    *(("api", "POST", "/mail/confirm", status) for status in (200, 403, 409)),
    ("api", "POST", "/mail/unsubscribe", 200),
    # where the timing client sends, and on the stack the server does: tests/limits/devices.rs
    ("api", "GET", "/push/key", 404),
}


def operations() -> Iterator[tuple[Route, dict]]:
    for host, file in DOCUMENTS.items():
        for path, item in json.loads((ROOT / "docs" / file).read_text(encoding="utf-8"))[
            "paths"
        ].items():
            for verb in VERBS & set(item):
                yield (host, verb.upper(), path), item[verb]


def documented() -> dict[Route, list[int]]:
    """The answers of each route that a client can cause: all below 500."""
    return {
        route: [status for status in map(int, told["responses"]) if status < 500]
        for route, told in operations()
    }


def excused() -> set[Case]:
    # 120 unknown keys of one address in one instance of a function: tests/handlers/keys.rs asks every
    # route
    return EXCEPTIONS | {
        (*route, 429) for route, told in operations() if {"key": []} in told.get("security", [])
    }


def called(inst: Instance) -> Counter[Case]:
    if not inst.route_calls.exists():
        stop(
            f"There is no {inst.route_calls}: run the route tests first (python3 infra/local/test.py aws aws-routes)."
        )
    calls = Counter()
    for line in inst.route_calls.read_text(encoding="utf-8").splitlines():
        host, verb, path, status = line.split("\t")
        calls[host, verb, path, int(status)] += 1
    return calls


def main() -> None:
    inst = command_line.chosen_instance(__doc__, PORTS, "aws-test")
    answers, calls, exceptions = documented(), called(inst), excused()
    of_route = Counter()
    for (host, verb, path, _), count in calls.items():
        of_route[host, verb, path] += count
    cases = [(*route, status) for route, statuses in answers.items() for status in statuses]
    missing = [case for case in cases if not calls[case] and case not in exceptions]
    needless = [case for case in sorted(exceptions) if calls[case] or case not in cases]
    least, route = min((of_route[route], route) for route in answers)
    print(
        f"{len(answers)} routes × {len(cases) / len(answers):.1f} documented answers: {len(cases) - len(missing) - len(exceptions)} of {len(cases)} seen, "
        f"{len(exceptions)} excused; {sum(of_route[route] for route in answers)} calls, at least {least} a route ({' '.join(route)})"
    )
    for host, verb, path, status in missing:
        note(f"no test got {status} from {verb} {path} of {host}")
    for case in needless:
        note(f"an exception without need: {' '.join(map(str, case))}")
    if missing or needless:
        stop(
            "Add the test, strike the answer from the route's description, or say why no call can get it."
        )


if __name__ == "__main__":
    main()
