"""`make deploy`: the same template to AWS, with your credentials and region.

    python3 infra/local/deploy_aws.py --stack chute [--parameters "AlarmEmail=you@example.org …"] [--force]
    python3 infra/local/deploy_aws.py --dry-run FILE      says what it would choose, by AWS's answers in a file; needs no AWS

Checks the account first (preflight.py). Then builds the functions for arm64 (cross.py), keeps what
stands (kept.py), deploys, builds the site and puts it into its bucket. CHUTE_READ_KEY is the site's
public read key: the first deploy has none yet, so create it afterwards with `chute key create
--public` and deploy again (docs/runbook.md)."""

import json
import logging
import os
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import build
import command_line
import preflight
import tools
from progress import note, step, stop
from settings import REGION, ROOT

Clients = Callable[[str], Any]  # as in cloudformation.py, which needs boto3
TEMPLATE = ROOT / "template.yaml"


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


def deploy(clients: Clients, stack: str, template: str, choice: preflight.Choice) -> dict:
    """Deploys a packaged template as chosen, a new stack in two steps, and returns the stack."""
    import cloudformation

    aws = clients("cloudformation")
    if (
        choice.remove_remains
    ):  # a stack in this state can only be removed, and there is nothing in it
        with step("Removing what a failed first deploy left"):
            aws.delete_stack(StackName=stack)
            aws.get_waiter("stack_delete_complete").wait(StackName=stack)

    def to(parameters: dict[str, str], first: bool) -> None:
        if not cloudformation.change(
            clients,
            stack,
            template,
            parameters,
            first=first,
            triggers=choice.triggers,
            watched_minutes=preflight.WATCHED_MINUTES,
        ):
            note("Nothing of it has changed.")

    with step(f"Deploying the stack {stack} (a distribution takes minutes)"):
        to(choice.parameters | ({"Protect": "false"} if choice.first else {}), choice.first)
    if choice.first and choice.parameters["Protect"] == "true":
        with step("Protecting its tables from deletion"):
            to(choice.parameters, False)
    return cloudformation.described(clients, stack)


def put_site(clients: Clients, outputs: dict[str, str], config: dict, kept_as: str) -> None:
    """Uploads the site, which ends a deploy; `kept_as` is the name under which it has kept what stood,
    empty for a first one."""
    import kept
    import pages
    import rollback

    site, private = outputs["SiteBucket"], outputs["PrivateBucket"]
    pages.upload(
        clients("s3"),
        site,
        config,
        private,
        lambda stale: rollback.invalidate(clients, outputs["DistributionId"], stale),
    )
    if kept_as:
        kept.set_way_back(clients, private, kept_as, ended=True)


def names_file(stack: str, region: str) -> Path:
    """Where the names of a stack are: those of the same stack in another region keep their file."""
    file = ROOT / ".build" / f"aws-{stack}.json"
    if file.exists() and json.loads(file.read_text())["env"]["AWS_REGION"] != region:
        return file.with_name(f"aws-{stack}-{region}.json")
    return file


def write_names(stack: str, outputs: dict[str, str]) -> Path:
    """Writes what the command `chute` needs to find this stack: names, no secrets."""
    import boto3
    import seed

    region = boto3.Session().region_name
    file = names_file(stack, region)
    settings = {"AWS_REGION": region} | {
        variable: outputs[output] for variable, output in seed.TABLES.items()
    }
    file.write_text(
        json.dumps({"env": settings, "remote_env": seed.remote_settings(outputs)}, indent=2) + "\n"
    )
    return file


def main() -> None:
    options = command_line.options(__doc__)
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
    chosen = options.parse_args()
    tools.inside("emulator", checked=True)  # which has boto3
    if chosen.dry_run:
        answers = preflight.from_file(chosen.dry_run)
        region = os.environ.get("AWS_DEFAULT_REGION", REGION)
        choice = looked_at(answers, chosen.stack, region, chosen.parameters, chosen.force)
        print("\nIt would deploy with " + " ".join(preflight.overrides(choice.parameters)))
        return
    import boto3
    import cloudformation
    import cross
    import kept
    import pages
    import public_key

    region = cloudformation.region()
    choice = looked_at(preflight.from_aws(), chosen.stack, region, chosen.parameters, chosen.force)
    cross.arm64()
    with step("Packing the functions"):
        template = build.packaged("deployed", level=9)
    name = ""
    if not choice.first:
        with step("Keeping what stands"):
            name = kept.keep(boto3.client, chosen.stack)
            note(f"`make rollback STACK={chosen.stack}` returns to it ({name}).")
    stack = deploy(boto3.client, chosen.stack, template, choice)
    outputs, settings = cloudformation.outputs_of(stack), cloudformation.parameters_of(stack)
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
    put_site(boto3.client, outputs, config, name)
    if not key:
        note("No CHUTE_READ_KEY was given: the site cannot read by key yet.")
    names = write_names(chosen.stack, outputs).relative_to(ROOT)
    print(f"\nOperator: .build/chute --stack {names} …")
    print(
        f"Timing client: {outputs['AccountApiUrl']}\nReaders: {outputs['RemoteApiUrl']}\n{outputs['SiteUrl']}"
    )


if __name__ == "__main__":
    main()
