"""`make deploy`: the same template to AWS, with your credentials and region.

    python3 infra/local/deploy_aws.py --stack chute [--parameters "AlarmEmail=you@example.org …"] [--force]

Looks at the account first (preflight.py). Then builds the functions for arm64 (cross.py) and the site,
keeps what stands (kept.py), deploys, and puts the site into its bucket. CHUTE_READ_KEY is the site's
public read key: the first deploy has none yet, so create it afterwards with `chute key create
--public` and deploy again (docs/runbook.md). Later deploys leave the site the key that it has."""

import json
import os
import sys
import textwrap
from pathlib import Path

import tools

tools.inside("emulator")  # which has boto3

import boto3
import build
import cloudformation
import command_line
import cross
import kept
import pages
import preflight
import public_key
import rollback
import seed
from cloudformation import Clients
from progress import note, step, stop
from settings import ROOT

TEMPLATE = ROOT / "template.yaml"


def offer() -> preflight.Offer:
    """The parameters that template.yaml takes, and what its functions reserve with Reserve=true."""
    source = cloudformation.read(TEMPLATE.read_text(encoding="utf-8"))
    reserved = {
        name: one["Properties"]["ReservedConcurrentExecutions"]["Fn::If"][1]
        for name, one in source["Resources"].items()
        if "ReservedConcurrentExecutions" in one.get("Properties", {})
    }
    return preflight.Offer(source["Parameters"], reserved)


def looked_at(clients: Clients, stack: str, parameters: str, forced: bool) -> preflight.Choice:
    """The choice, which is also printed in words; ends the deploy if it cannot begin."""

    def ask_for_email() -> str:
        return input("  Which e-mail address gets the alarms (empty for nobody)? ")

    known = offer()
    given = preflight.given_parameters(parameters, known)
    question = ask_for_email if sys.stdin.isatty() else None
    with step(f"Looking at the account, before the stack {stack} is deployed"):
        choice = preflight.choose(clients, stack, known, given, question, forced=forced)
        for line in "\n".join(choice.words).splitlines():
            note(textwrap.fill(line, 116, subsequent_indent="  ", break_on_hyphens=False))
    return choice


def deploy(clients: Clients, stack: str, template: str, choice: preflight.Choice) -> dict:
    """Deploys a packaged template as chosen, a new stack in two steps, and returns the stack."""
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


def names_file(stack: str, account: str, region: str, forced: bool) -> Path:
    """Where the command `chute` finds this stack. Ends the deploy where the file is of another account
    or region, unless forced: it may be these that are meant."""
    file = ROOT / ".build" / f"aws-{stack}.json"
    try:
        known = json.loads(file.read_text())
        of = known["account"], known["env"]["AWS_REGION"]
    except (OSError, ValueError, KeyError, TypeError):
        return file
    if of != (account, region) and not forced:
        stop(
            f"{file.relative_to(ROOT)} is of the account {of[0]} and the region {of[1]}. If that one is meant, see AWS_PROFILE and "
            "AWS_DEFAULT_REGION; if a second Chute is, say another STACK, or FORCE=1 to forget the first one's names."
        )
    return file


def write_names(file: Path, account: str, region: str, outputs: dict[str, str]) -> None:
    """Writes what the command `chute` needs to find this stack: names, no secrets."""
    settings = {"AWS_REGION": region} | {
        variable: outputs[output] for variable, output in seed.TABLES.items()
    }
    names = {"account": account, "env": settings, "remote_env": seed.remote_settings(outputs)}
    file.write_text(json.dumps(names, indent=2) + "\n")


def main() -> None:
    options = command_line.options(__doc__)
    options.add_argument("--stack", default="chute")
    options.add_argument(
        "--parameters", default="", metavar='"NAME=VALUE …"', help="parameters of template.yaml"
    )
    options.add_argument(
        "--force",
        action="store_true",
        help="although a race is on (see race_days.py), or the names of this stack are of another account",
    )
    chosen = options.parse_args()
    tools.check()
    region = cloudformation.region()
    account = boto3.client("sts").get_caller_identity()["Account"]
    print(f"Account {account}, region {region}", flush=True)
    names = names_file(chosen.stack, account, region, chosen.force)
    choice = looked_at(boto3.client, chosen.stack, chosen.parameters, chosen.force)
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
    write_names(names, account, region, outputs)
    print(f"\nOperator: .build/chute --stack {names.relative_to(ROOT)} …")
    print(
        f"Timing client: {outputs['AccountApiUrl']}\nReaders: {outputs['RemoteApiUrl']}\n{outputs['SiteUrl']}"
    )


if __name__ == "__main__":
    with command_line.in_words():
        main()
