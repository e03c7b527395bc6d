"""Changes a stack by a change set, as `sam deploy` does, but with alarms that take the change back
and from any template, also one that was deployed earlier."""

import hashlib
import re
import sys
import time
from collections.abc import Callable
from typing import Any

import boto3
import command_line
from botocore.exceptions import ClientError, WaiterError
from progress import note, stop
from settings import ROOT

sys.path[:0] = [str(ROOT / "infra" / "policy")]

# the name of a service → its client
Clients = Callable[[str], Any]

CODE = re.compile(r"CodeUri: s3://([^/\s]+)/(\S+)")
NOTHING_TO_DO = ("didn't contain changes", "No updates are to be performed")
# a distribution takes minutes, a hundred functions too; what lasts longer fails by itself
PATIENCE = {"Delay": 5, "MaxAttempts": 1_080}


def region() -> str:
    """Of the credentials of whoever runs this; ends the program without them."""
    session = boto3.Session()
    if session.get_credentials() is None or session.region_name is None:
        stop(
            "AWS credentials and a region are needed: set AWS_PROFILE, or AWS_ACCESS_KEY_ID with its secret and AWS_DEFAULT_REGION."
        )
    return session.region_name


def code_of(template: str) -> tuple[str, str]:
    """Bucket and key of the zip that all functions of a packaged template run."""
    found = set(CODE.findall(template))
    if len(found) != 1:
        stop(f"The packaged template has {len(found)} zips of code, and it should have one.")
    return found.pop()


def read(template: str) -> dict:
    import yaml
    from template import Loader

    return yaml.load(template, Loader)


def described(clients: Clients, stack: str) -> dict:
    return clients("cloudformation").describe_stacks(StackName=stack)["Stacks"][0]


def found(clients: Clients, stack: str) -> dict | None:
    """The stack; None if there is none of this name."""
    known = clients("cloudformation").get_paginator("describe_stacks").paginate()
    stacks = (one for page in known for one in page["Stacks"])
    return next((one for one in stacks if one["StackName"] == stack), None)


def stands(clients: Clients, stack: str) -> bool:
    """Whether there is a stack to update; one whose first deploy failed can only be made again."""
    not_yet = ("", "REVIEW_IN_PROGRESS", "ROLLBACK_COMPLETE", "DELETE_COMPLETE")
    return (found(clients, stack) or {}).get("StackStatus", "") not in not_yet


def outputs_of(described: dict) -> dict[str, str]:
    return {one["OutputKey"]: one["OutputValue"] for one in described.get("Outputs", [])}


def resources_of(clients: Clients, stack: str, kind: str = "") -> dict[str, str]:
    """Logical id → physical id of the stack's resources, or of those of one type."""
    pages = clients("cloudformation").get_paginator("list_stack_resources")
    return {
        one["LogicalResourceId"]: one.get("PhysicalResourceId", "")
        for page in pages.paginate(StackName=stack)
        for one in page["StackResourceSummaries"]
        if kind in ("", one["ResourceType"])
    }


def parameters_of(described: dict) -> dict[str, str]:
    return {
        one["ParameterKey"]: one.get("ParameterValue", "")
        for one in described.get("Parameters", [])
    }


def change(
    clients: Clients,
    stack: str,
    template: str,
    parameters: dict[str, str],
    *,
    first: bool,
    triggers: list[str],
    watched_minutes: int,
    tags: dict[str, str] | None = None,
) -> bool:
    """Brings the stack to a packaged template, and waits. Parameters that are not given keep their
    values. `triggers` are the ARNs of alarms that take the change back. False if there was nothing
    to change; ends the program if it failed."""
    cloudformation = clients("cloudformation")
    known = set() if first else set(parameters_of(described(clients, stack)))
    taken = read(template)["Parameters"]
    name = f"deploy-{time.time_ns() // 1_000_000}"
    which = {"StackName": stack, "ChangeSetName": name}
    try:
        cloudformation.create_change_set(
            **which,
            ChangeSetType="CREATE" if first else "UPDATE",
            TemplateURL=uploaded(clients, template),
            Capabilities=["CAPABILITY_IAM"],
            Parameters=[
                {"ParameterKey": one, "ParameterValue": parameters[one]}
                if one in parameters
                else {"ParameterKey": one, "UsePreviousValue": True}
                for one in taken
                if one in parameters or one in known
            ],
            RollbackConfiguration={
                "RollbackTriggers": [
                    {"Arn": arn, "Type": "AWS::CloudWatch::Alarm"} for arn in triggers
                ],
                "MonitoringTimeInMinutes": watched_minutes if triggers else 0,
            },
            **({"Tags": [{"Key": key, "Value": tags[key]} for key in tags]} if tags else {}),
        )
    except ClientError as refused:
        stop(f"CloudFormation refuses the change: {refused.response['Error']['Message']}")
    try:
        cloudformation.get_waiter("change_set_create_complete").wait(**which, WaiterConfig=PATIENCE)
    except WaiterError:
        reason = cloudformation.describe_change_set(**which).get("StatusReason", "")
        if any(one in reason for one in NOTHING_TO_DO):
            cloudformation.delete_change_set(**which)
            return False
        stop(f"CloudFormation refuses the change: {reason}")
    begun = latest_event(cloudformation, stack)
    try:
        cloudformation.execute_change_set(**which)
    except ClientError as refused:  # somebody else's change is under way, for one
        stop(f"CloudFormation refuses the change: {refused.response['Error']['Message']}")
    until_done(clients, stack, first, begun)
    return True


def until_done(clients: Clients, stack: str, first: bool, begun: str) -> None:
    """Waits for a change that has begun after the event `begun`; ends the program if it failed."""
    cloudformation = clients("cloudformation")
    done = "stack_create_complete" if first else "stack_update_complete"
    with command_line.in_words(
        f"CloudFormation goes on with {stack} by itself, and the site is not changed yet. Repeat the command once that has ended: "
        f"aws cloudformation describe-stacks --stack-name {stack} --query 'Stacks[].StackStatus'"
    ):
        try:
            cloudformation.get_waiter(done).wait(StackName=stack, WaiterConfig=PATIENCE)
            return
        except WaiterError:
            for line in failures(cloudformation, stack, begun):
                note(line)
            status = described(clients, stack)["StackStatus"]
    back = {
        "ROLLBACK_COMPLETE": "What was made has been removed.",
        "UPDATE_ROLLBACK_COMPLETE": "CloudFormation has restored what stood before; the site was not touched.",
    }
    stop(
        f"The stack {stack} was not changed ({status}). "
        + back.get(status, 'docs/runbook.md, "A deploy that failed", says how to go on.')
    )


def uploaded(clients: Clients, template: str) -> str:
    """The address of the template beside its code: it is too long to be sent with the request."""
    s3, (bucket, _) = clients("s3"), code_of(template)
    key = f"{hashlib.sha256(template.encode()).hexdigest()}.template"
    s3.put_object(Bucket=bucket, Key=key, Body=template.encode())
    return f"{s3.meta.endpoint_url}/{bucket}/{key}"


def latest_event(cloudformation, stack: str) -> str:
    events = cloudformation.describe_stack_events(StackName=stack)["StackEvents"]
    return events[0]["EventId"] if events else ""


def failures(cloudformation, stack: str, since: str) -> list[str]:
    """What failed since an event, first what failed first; and why all of it was taken back."""
    found: list[str] = []
    for page in cloudformation.get_paginator("describe_stack_events").paginate(StackName=stack):
        for event in page["StackEvents"]:
            if event["EventId"] == since:
                return found[::-1]
            reason, of_stack = (
                event.get("ResourceStatusReason"),
                event["LogicalResourceId"] == stack,
            )
            if reason and (of_stack or event["ResourceStatus"].endswith("_FAILED")):
                found.append(f"{event['LogicalResourceId']}: {reason}")
    return found[::-1]
