"""`make deploy`: the same template to AWS, with your credentials and region.

    python3 infra/local/deploy_aws.py --stack chute [--parameters "AlarmEmail=you@example.org …"] [-- further arguments of sam deploy]
    python3 infra/local/deploy_aws.py --dry-run FILE      says what it would choose, by AWS's answers in a file; needs no AWS

Checks the account first (preflight.py). Then builds the functions for arm64 with cargo-lambda,
deploys, builds the site and puts it into its bucket. CHUTE_READ_KEY is the site's public read key:
the first deploy has none yet, so create it afterwards with `chute key create --public` and deploy
again (docs/runbook.md)."""

import argparse
import json
import logging
import os
import sys
import textwrap
import time
from pathlib import Path

import preflight
import tools
from progress import note, step, stop
from settings import BOOTSTRAP, REGION, ROOT, TOOLS

TEMPLATE = ROOT / "template.yaml"


def build_arm64() -> None:
    programs = tools.environment("cross")
    env = {
        **os.environ,
        "PATH": f"{programs}:{os.environ['PATH']}",
        "CARGO_TARGET_DIR": str(ROOT / ".build" / "arm64"),
    }
    with step("Building the functions for arm64"):
        tools.run(
            [
                "cargo",
                "lambda",
                "build",
                "--release",
                "--locked",
                "--arm64",
                "--package",
                "chute-api",
                "--lambda-dir",
                str(ROOT / ".build" / "lambda"),
            ],
            cwd=ROOT,
            env=env,
        )
    import build

    build.place(ROOT / ".build" / "lambda" / "bootstrap" / "bootstrap", BOOTSTRAP / "bootstrap")


def offer() -> preflight.Offer:
    """The parameters that template.yaml takes, and what its functions reserve with Reserve=true."""
    sys.path[:0] = [str(ROOT / "infra" / "policy")]
    from template import Conditions, Template

    logging.getLogger("samtranslator").setLevel(logging.ERROR)
    region = os.environ.get("AWS_DEFAULT_REGION")
    os.environ["AWS_DEFAULT_REGION"] = (
        region or "us-east-1"
    )  # SAM's translator needs a region, whatever the profile says
    template = Template(TEMPLATE.read_text(encoding="utf-8"), Reserve="true")
    if region is None:
        del os.environ["AWS_DEFAULT_REGION"]
    kept = {
        name: one["ReservedConcurrentExecutions"]
        for name, one in template.functions()
        if "ReservedConcurrentExecutions" in one
    }
    bound = template.undecided["FunctionBoundary"]["Properties"]["PolicyDocument"]
    return preflight.Offer(
        template.source["Parameters"],
        kept,
        lambda given: Conditions(template.source, given).decided(bound),
    )


def ask_for_email() -> str:
    return input("  Which e-mail address gets the alarms (empty for nobody)? ")


def looked_at(
    ask: preflight.Ask, stack: str, region: str, parameters: str, forced: bool
) -> preflight.Choice:
    """The choice, which is also printed in words; ends the deploy if it cannot begin."""
    try:
        known = offer()
        with step(f"Looking at the account, before the stack {stack} is deployed"):
            choice = preflight.choose(
                ask,
                stack,
                region,
                known,
                preflight.given_parameters(parameters, known),
                ask_for_email if sys.stdin.isatty() else None,
                forced=forced,
            )
            for line in "\n".join(choice.words).splitlines():
                note(
                    line
                    if line.startswith("aws ")
                    else textwrap.fill(line, 116, subsequent_indent="  ")
                )
            return choice
    except preflight.Refused as refused:
        stop(str(refused))
    except preflight.Unanswered as error:
        stop(
            f"AWS refused a question about the account: {error}. These credentials need to read it."
        )


def sam_deploy(stack: str, parameters: dict[str, str], more: list[str]) -> None:
    tools.run(
        [
            str(tools.environment("sam") / "sam"),
            "deploy",
            "--template-file",
            str(TEMPLATE),
            "--stack-name",
            stack,
            "--resolve-s3",
            "--capabilities",
            "CAPABILITY_IAM",
            "--no-fail-on-empty-changeset",
            *more,
            "--parameter-overrides",
            *preflight.overrides(parameters),
        ],
        cwd=ROOT,
    )


def deploy(stack: str, choice: preflight.Choice, more: list[str]) -> dict:
    """Deploys as chosen, a new stack in two steps, and returns the stack."""
    import boto3

    cloudformation = boto3.client("cloudformation")
    if (
        choice.remove_remains
    ):  # a stack in this state can only be removed, and there is nothing in it
        with step("Removing what a failed first deploy left"):
            cloudformation.delete_stack(StackName=stack)
            cloudformation.get_waiter("stack_delete_complete").wait(StackName=stack)
    with step(f"Deploying the stack {stack}"):
        sam_deploy(stack, choice.parameters | ({"Protect": "false"} if choice.first else {}), more)
    if choice.first and choice.parameters["Protect"] == "true":
        with step("Protecting its tables from deletion"):
            sam_deploy(stack, choice.parameters, more)
    return cloudformation.describe_stacks(StackName=stack)["Stacks"][0]


def write_names(stack: str, outputs: dict[str, str]) -> Path:
    """Writes what the command `chute` needs to find this stack: names, no secrets."""
    import boto3
    import seed

    file = ROOT / ".build" / f"aws-{stack}.json"
    settings = {"AWS_REGION": boto3.Session().region_name} | {
        variable: outputs[output] for variable, output in seed.TABLES.items()
    }
    file.write_text(
        json.dumps({"env": settings, "remote_env": seed.remote_settings(outputs)}, indent=2) + "\n"
    )
    return file


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--stack", default="chute")
    options.add_argument(
        "--parameters", default="", metavar='"NAME=VALUE …"', help="parameters of template.yaml"
    )
    options.add_argument(
        "--dry-run",
        type=Path,
        metavar="FILE",
        help="answers of AWS to go by; nothing is built or deployed",
    )
    options.add_argument(
        "--force", action="store_true", help="although a race is on (see race_days.py)"
    )
    options.add_argument("sam", nargs="*", help="further arguments of sam deploy")
    chosen = options.parse_args()
    if Path(sys.prefix) != TOOLS / "emulator":
        tools.check()
        python = tools.environment("emulator") / "python"  # has boto3
        os.execv(python, [str(python), __file__, *sys.argv[1:]])
    if chosen.dry_run:
        answers = preflight.from_file(chosen.dry_run)
        region = os.environ.get("AWS_DEFAULT_REGION", REGION)
        choice = looked_at(answers, chosen.stack, region, chosen.parameters, chosen.force)
        print("\nIt would deploy with " + " ".join(preflight.overrides(choice.parameters)))
        return
    import boto3
    import pages
    import public_key

    if boto3.Session().get_credentials() is None or boto3.Session().region_name is None:
        stop(
            "AWS credentials and a region are needed: set AWS_PROFILE, or AWS_ACCESS_KEY_ID with its secret and AWS_DEFAULT_REGION."
        )
    region = boto3.Session().region_name
    choice = looked_at(preflight.from_aws(), chosen.stack, region, chosen.parameters, chosen.force)
    build_arm64()
    stack = deploy(chosen.stack, choice, chosen.sam)
    outputs = {output["OutputKey"]: output["OutputValue"] for output in stack["Outputs"]}
    settings = {one["ParameterKey"]: one.get("ParameterValue", "") for one in stack["Parameters"]}
    pages.build()
    key = os.environ.get("CHUTE_READ_KEY", "")
    if key:
        public_key.check(outputs["AccountApiUrl"], key, outputs["SiteUrl"])
    sends = settings["Alerts"] == "server"
    mail = bool(sends and settings["MailFrom"] and settings["SiteDomain"])
    config = pages.config(
        key,
        push=sends,
        mail=mail,
        messages=int(outputs["MessagesARace"]),
        operator=settings["Operator"],
        support=settings["Support"],
    )
    pages.upload(boto3.client("s3"), outputs["SiteBucket"], config, outputs["PrivateBucket"])
    boto3.client("cloudfront").create_invalidation(
        DistributionId=outputs["DistributionId"],
        InvalidationBatch={
            "Paths": {"Quantity": 1, "Items": ["/*"]},
            "CallerReference": str(time.time_ns()),
        },
    )
    if not key:
        note("No CHUTE_READ_KEY was given: the site cannot read by key yet.")
    names = write_names(chosen.stack, outputs).relative_to(ROOT)
    print(f"\nOperator: .build/chute --stack {names} …")
    print(
        f"Timing client: {outputs['AccountApiUrl']}\nReaders: {outputs['RemoteApiUrl']}\n{outputs['SiteUrl']}"
    )


if __name__ == "__main__":
    main()
