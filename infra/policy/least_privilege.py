"""Least privilege, used and complete: what each function's own policy allows, against what the function asked for in the tests.

    python3 infra/policy/least_privilege.py [--instance test]

Run it after the tests that call every route on an instance with IAM on (CHUTE_EMULATOR_AUTH=true, the default): the emulator notes
each call of a function's role. It fails for a right no test used and for a call that was refused, and names them."""

import argparse
import fnmatch
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "local")]

import tools

tools.inside("emulator")  # which has boto3

import stack  # noqa: E402
from progress import note, stop  # noqa: E402
from settings import STACK, Instance, instance  # noqa: E402


@dataclass(frozen=True)
class Right:
    function: str
    action: str
    resource: str

    def covers(self, call: "Call") -> bool:
        return (self.function == call.function and fnmatch.fnmatchcase(call.action, self.action)
                and fnmatch.fnmatchcase(call.resource, self.resource))


@dataclass(frozen=True)
class Call:
    allowed: bool
    function: str
    action: str
    resource: str


# Rights that no test can use, with the reason. The resource is what the ARN ends with.
EXCEPTIONS: dict[tuple[str, str, str], str] = {}


def some(value) -> list:
    return value if isinstance(value, list) else [value]


def roles(inst: Instance) -> dict[str, str]:
    """Name of a role → the function it belongs to, for every function of the stack."""
    pages = stack.client(inst, "cloudformation").get_paginator("list_stack_resources").paginate(StackName=STACK)
    made = {one["LogicalResourceId"]: one for page in pages for one in page["StackResourceSummaries"]}
    functions = [name for name, one in made.items() if one["ResourceType"] == "AWS::Lambda::Function"]
    return {made[f"{name}Role"]["PhysicalResourceId"]: name for name in functions}


def rights(inst: Instance, function_of: dict[str, str]) -> Iterator[Right]:
    """What the functions' own policies allow, as deployed: with real names."""
    iam = stack.client(inst, "iam")
    for role, function in function_of.items():
        for policy in iam.list_role_policies(RoleName=role)["PolicyNames"]:
            for statement in iam.get_role_policy(RoleName=role, PolicyName=policy)["PolicyDocument"]["Statement"]:
                yield from (Right(function, action, resource) for action in some(statement["Action"])
                            for resource in some(statement["Resource"]))


def calls(inst: Instance, function_of: dict[str, str]) -> list[Call]:
    if not inst.iam_calls.exists():
        stop(f"There is no {inst.iam_calls}: the emulator noted no call. Deploy and run the route tests with IAM on.")
    lines = [line.split("\t") for line in inst.iam_calls.read_text(encoding="utf-8").splitlines()]
    return [Call(decision == "Allow", function_of[role], action, resource) for decision, role, action, resource in lines
            if role in function_of]


def reason(right: Right) -> str | None:
    return next((why for (function, action, end), why in EXCEPTIONS.items()
                 if (function, action) == (right.function, right.action) and right.resource.endswith(end)), None)


def short(resource: str) -> str:
    return resource.split(":", 5)[-1]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--instance", choices=("main", "test"), default="test")
    inst = instance(options.parse_args().instance)
    function_of = roles(inst)
    granted, made = sorted(set(rights(inst, function_of)), key=str), calls(inst, function_of)
    refused = [call for call in made if not call.allowed]
    used = {right for right in granted if any(call.allowed and right.covers(call) for call in made)}
    excused = [right for right in granted if right not in used and reason(right)]
    unused = [right for right in granted if right not in used and right not in excused]
    needless = [key for key in EXCEPTIONS if not any(
        (right.function, right.action) == key[:2] and right.resource.endswith(key[2]) for right in excused)]
    print(f"{len(function_of)} functions with {len(granted)} rights: {len(used)} used by the tests, {len(excused)} excused, "
          f"{len(unused)} unused; {len(refused)} kinds of call refused")
    for right in unused:
        note(f"never used: {right.function} {right.action} on {short(right.resource)}")
    for call in refused:
        note(f"refused: {call.function} {call.action} on {short(call.resource)}")
    for key in needless:
        note(f"an exception without need: {' '.join(key)}")
    if unused or refused or needless:
        stop("Policies and calls differ: strike out what is not used, add what is missing, or add the test.")


if __name__ == "__main__":
    main()
