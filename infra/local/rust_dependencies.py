"""Checks that dependencies of the crates point one way: api, cli → publisher → store, contract,
picture → domain. Only store names the SDK of DynamoDB and S3, and domain does no input or
output."""

import json
import subprocess

from progress import stop
from settings import ROOT

ALLOWED = {
    "chute-domain": set(),
    "chute-picture": {"chute-domain"},
    "chute-contract": {"chute-domain"},
    "chute-store": {"chute-domain"},
    "chute-publisher": {"chute-domain", "chute-store"},
    "chute-api": {
        "chute-domain",
        "chute-picture",
        "chute-contract",
        "chute-store",
        "chute-publisher",
    },
    "chute-serve": {"chute-domain", "chute-store", "chute-api"},
    "chute-cli": {
        "chute-domain",
        "chute-contract",
        "chute-store",
        "chute-publisher",
        "chute-serve",
    },
    "chute-edge": {"chute-domain", "chute-store", "chute-serve"},
    "chute-testkit": {"chute-domain", "chute-store", "chute-api", "chute-serve", "chute-edge"},
    "chute-bench-race": {"chute-domain", "chute-contract"},
}
ONLY_STORE = ("aws-sdk-dynamodb", "aws-sdk-s3", "aws-sdk-sesv2", "aws-config")
NOT_IN_DOMAIN = ("tokio", "axum", "lambda_http", "reqwest", "ureq", "tracing")


def problems(crate: str, dependencies: set[str]) -> list[str]:
    ours = {name for name in dependencies if name.startswith("chute-")}
    found = [f"{crate} must not depend on {name}" for name in ours - ALLOWED.get(crate, ours)]
    if crate not in ALLOWED:
        found.append(f"{crate} is not listed in infra/local/rust_dependencies.py")
    if crate != "chute-store":
        found += [
            f"{crate} must not depend on {name}: only chute-store does"
            for name in ONLY_STORE
            if name in dependencies
        ]
    if crate in ("chute-domain", "chute-picture", "chute-contract"):
        found += [
            f"{crate} does no input or output, so it must not depend on {name}"
            for name in NOT_IN_DOMAIN
            if name in dependencies
        ]
    return found


def main() -> None:
    answer = subprocess.run(
        ["cargo", "metadata", "--no-deps", "--format-version", "1"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    if answer.returncode != 0:
        stop(f"cargo metadata failed: {answer.stderr.strip()}")
    crates = json.loads(answer.stdout)["packages"]
    found = [
        problem
        for crate in crates
        for problem in problems(
            crate["name"], {d["name"] for d in crate["dependencies"] if d["kind"] != "dev"}
        )
    ]
    if found:
        stop("\n  ".join(found))
    print(f"{len(crates)} crates, dependencies as designed")


if __name__ == "__main__":
    main()
