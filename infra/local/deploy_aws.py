"""`make deploy`: the same template to AWS, with your credentials and region.

    python3 infra/local/deploy_aws.py --stack chute [--parameters "AlarmEmail=you@example.org …"] [--force]
    python3 infra/local/deploy_aws.py --dry-run FILE      says what it would choose, by AWS's answers in a file; needs no AWS

Checks the account first (preflight.py). Then builds the functions for arm64 (cross.py) and the site,
keeps what stands (kept.py), deploys, and puts the site into its bucket. CHUTE_READ_KEY is the site's
public read key: the first deploy has none yet, so create it afterwards with `chute key create
--public` and deploy again (docs/runbook.md). Later deploys leave the site the key that it has."""

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
        stop(command_line.refusal(error.__cause__) or f"AWS refused a question: {error}.")


def deploy(clients: Clients, stack: str, template: str, choice: preflight.Choice) -> dict:
    """Deploys a packaged template as chosen, a new stack in two steps, and returns the stack."""
    import cloudformation

    aws = clients("cloudformation")
    if (
        choice.remove_remains
    ):  # a stack in this state can only be removed, and there is nothing in it
        with step("Removing what a failed first deploy left"):
            aws.delete_stack(StackName=stack)
            with command_line.in_words(
                'docs/runbook.md, "A deploy that failed", says how to remove what is left.'
            ):
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


def read_key(clients: Clients, stack: str, choice: preflight.Choice) -> str:
    """The site's public read key: CHUTE_READ_KEY, or the one that the site has; empty before there is
    one. Ends the deploy if the given one cannot be used."""
    import cloudformation
    import pages
    import public_key

    given = os.environ.get("CHUTE_READ_KEY", "")
    if choice.first:
        if given:
            stop(
                f"CHUTE_READ_KEY is set, and {stack} has no keys before its first deploy: unset it, and make one afterwards."
            )
        return ""
    outputs = cloudformation.outputs_of(cloudformation.described(clients, stack))
    if given:
        domain = choice.parameters.get("SiteDomain")
        site = f"https://{domain}/" if domain else outputs["SiteUrl"]
        public_key.check(outputs["AccountApiUrl"], given, site)
        return given
    if found := pages.read_key(clients("s3"), outputs["SiteBucket"]):
        note("The site keeps the read key that it has, since no CHUTE_READ_KEY was given.")
    return found


def account_of(file: Path) -> tuple[str, str]:
    """Account and region of a file of names; empty if it is not known."""
    try:
        found = json.loads(file.read_text())
        return found.get("account", ""), found["env"]["AWS_REGION"]
    except (OSError, ValueError, KeyError, AttributeError, TypeError):
        return "", ""


def names_file(stack: str, account: str, region: str) -> Path:
    """Where the names of a stack are: those of the same stack in another region or account keep their
    file."""
    file = ROOT / ".build" / f"aws-{stack}.json"
    for one in (file, file.with_name(f"aws-{stack}-{region}.json")):
        of_account, of_region = account_of(one)
        if of_account in ("", account) and of_region in ("", region):
            return one
    return file.with_name(f"aws-{stack}-{region}-{account}.json")


def check_account(stack: str, account: str, region: str) -> None:
    """Ends a first deploy where this machine knows the stack of that name in another account only."""
    file = ROOT / ".build" / f"aws-{stack}.json"
    known, _ = account_of(file)
    if known not in ("", account) and not names_file(stack, account, region).exists():
        stop(
            f"There is no stack {stack} in the account {account}, and {file.relative_to(ROOT)} is of the account {known}. "
            "If that one is meant, see AWS_PROFILE; if a second Chute is to be made here, say FORCE=1."
        )


def write_names(stack: str, account: str, region: str, outputs: dict[str, str]) -> Path:
    """Writes what the command `chute` needs to find this stack: names, no secrets."""
    import seed

    file = names_file(stack, account, region)
    settings = {"AWS_REGION": region} | {
        variable: outputs[output] for variable, output in seed.TABLES.items()
    }
    names = {"account": account, "env": settings, "remote_env": seed.remote_settings(outputs)}
    file.write_text(json.dumps(names, indent=2) + "\n")
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
        "--force",
        action="store_true",
        help="although a race is on (see race_days.py), or this machine knows the stack in another account",
    )
    chosen = options.parse_args()
    tools.inside("emulator", checked=True)  # which has boto3
    if chosen.dry_run:
        try:
            answers = preflight.from_file(chosen.dry_run)
        except (OSError, ValueError) as error:
            stop(f"DRY_RUN={chosen.dry_run} cannot be read as answers of AWS: {error}")
        region = os.environ.get("AWS_DEFAULT_REGION", REGION)
        choice = looked_at(answers, chosen.stack, region, chosen.parameters, chosen.force)
        print("\nIt would deploy with " + " ".join(preflight.overrides(choice.parameters)))
        return
    import boto3
    import cloudformation
    import cross
    import kept
    import pages

    region = cloudformation.region()
    account = boto3.client("sts").get_caller_identity()["Account"]
    print(f"Account {account}, region {region}", flush=True)
    choice = looked_at(preflight.from_aws(), chosen.stack, region, chosen.parameters, chosen.force)
    if choice.first and not chosen.force:
        check_account(chosen.stack, account, region)
    key = read_key(boto3.client, chosen.stack, choice)
    cross.arm64()
    pages.build()
    with step("Packing the functions"):
        template = build.packaged("deployed", level=9)
    name = ""
    if not choice.first:
        with step("Keeping what stands"):
            name = kept.keep(boto3.client, chosen.stack)
            note(f"`make rollback STACK={chosen.stack}` returns to it ({name}).")
    stack = deploy(boto3.client, chosen.stack, template, choice)
    outputs, settings = cloudformation.outputs_of(stack), cloudformation.parameters_of(stack)
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
    with command_line.in_words(
        "The functions are deployed, the site is not whole yet: repeat the command, or `make rollback`."
    ):
        put_site(boto3.client, outputs, config, name)
    if not key:
        note("No CHUTE_READ_KEY was given: the site cannot read by key yet.")
    names = write_names(chosen.stack, account, region, outputs).relative_to(ROOT)
    print(f"\nOperator: .build/chute --stack {names} …")
    print(
        f"Timing client: {outputs['AccountApiUrl']}\nReaders: {outputs['RemoteApiUrl']}\n{outputs['SiteUrl']}"
    )


if __name__ == "__main__":
    with command_line.in_words():
        main()
