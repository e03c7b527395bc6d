"""Fuzzes both hosts from their own OpenAPI documents: `make fuzz`, or a step of `make test`.

    python3 infra/fuzz/run.py --instance main --cases 12000 --seed 1

Every operation gets the same number of cases, half of them with bodies that its schema allows and
half with bodies that it does not, each with a randomly drawn credential: valid ones of every
strength, and ones that must not open anything. The same seed gives the same cases. Three things
fail the run: an answer of 500 or above, an answer that does not match the document, and a success
that the credential should not have had. The data that is fuzzed belongs to accounts made for the
run, which are deleted at its end."""

import argparse
import json
import random
import sys
import time
import urllib.request
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "local"))  # behind the packages

import tools

tools.inside("fuzz")  # which has schemathesis

import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as hypothesis_seed
from judge import Judge
from people import People
from schemathesis.generation import GenerationMode
from settings import instance

SECONDS = 3_600  # after which no more cases are made, and the run fails
# operations that count the failures of an address come last, so that the run can still sign in
LAST = ("account.login", "account.password", "blocked", "sms")
MODES = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)


def read_document(address: str) -> dict:
    with urllib.request.urlopen(f"{address}openapi.json", timeout=20) as answer:
        return json.load(answer)


def operations(document: dict) -> list:
    found = [
        result.ok() for result in schemathesis.openapi.from_dict(document).get_all_operations()
    ]

    def late(operation) -> bool:
        return operation.definition.raw["operationId"].removeprefix("remote.").startswith(LAST)

    return sorted(found, key=late)


def fuzz(
    operation, mode, cases: int, seed: int, address: str, people: People, judge: Judge, until: float
) -> None:
    name = operation.definition.raw["operationId"]
    draw = random.Random(f"{seed} {name} {mode.value}")

    @hypothesis_seed(seed)
    @settings(
        max_examples=cases,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def one(case) -> None:
        if time.monotonic() > until:
            judge.unfinished.add(name)
            return
        credential = people.credential(operation.definition.raw, draw)
        people.fill(case, draw)
        case.headers = {
            k: v for k, v in (case.headers or {}).items() if k.lower() != "authorization"
        } | credential.headers
        judge.case(case, credential, address)

    one()


def main() -> int:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--instance", default="main")
    arguments.add_argument("--cases", type=int, default=1_200)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--only", default="", help="only the operations whose id begins so")
    asked = arguments.parse_args()
    stack = instance(asked.instance).stack()
    begun = time.monotonic()
    judge = Judge()
    hosts = [(stack[name], read_document(stack[name])) for name in ("api", "remote_api")]
    chosen = [
        (address, operation)
        for address, document in hosts
        for operation in operations(judge.closed(document))
        if operation.definition.raw["operationId"].startswith(asked.only)
    ]
    each = max(1, -(-asked.cases // (2 * len(chosen))))
    with People(stack) as people:
        print(
            f"Set up in {time.monotonic() - begun:.0f} s; {len(chosen)} operations, {each} cases each way",
            flush=True,
        )
        people.at(stack["api"]).restore("")
        for address, operation in chosen:
            people.at(address)
            for mode in MODES:
                if mode is GenerationMode.NEGATIVE and not len(operation.body):
                    continue
                fuzz(operation, mode, each, asked.seed, address, people, judge, begun + SECONDS)
            people.restore(operation.definition.raw["operationId"])
    seconds = time.monotonic() - begun
    print(
        f"{judge.count} cases of {len(chosen)} operations in {seconds:.0f} s (seed {asked.seed}): "
        + ", ".join(f"{number} × {code}" for code, number in sorted(judge.codes.items()))
    )
    print(
        "credentials: "
        + ", ".join(f"{number} {kind}" for kind, number in judge.credentials.most_common())
    )
    print(judge.report())
    if judge.unfinished:
        print(f"Not finished in {SECONDS} s: {', '.join(sorted(judge.unfinished))}")
    return 1 if judge.failures or judge.unfinished else 0


if __name__ == "__main__":
    sys.exit(main())
