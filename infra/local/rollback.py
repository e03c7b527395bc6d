"""`make rollback`: back to what stood before a deploy (kept.py): its template with its code, then its
site.

    python3 infra/local/rollback.py --stack chute [--to 2026-05-01T180000Z]
    python3 infra/local/rollback.py --stack chute --list

Nothing is built. It is refused where tables, their indexes, buckets or secrets are not those of then:
CloudFormation would let go of what it does not find in the template, or change what is in them."""

import time

import tools

tools.inside("emulator")  # which has boto3

import boto3
import cloudformation
import command_line
import kept
import pages
from botocore.exceptions import ClientError
from progress import note, step, stop
from template import Conditions

# what holds something that cannot be made again
HOLDS = ("AWS::DynamoDB::Table", "AWS::S3::Bucket", "AWS::SecretsManager::Secret")
PAUSE_S = 5


def held(template: str, parameters: dict[str, str]) -> dict[str, dict]:
    """Logical id → the entry of everything that holds data in a template with these parameters, as
    its conditions decide."""
    source = cloudformation.read(template)
    conditions = Conditions({"Parameters": {}} | source, parameters)
    return {
        name: conditions.decided(one)
        for name, one in source["Resources"].items()
        if one["Type"] in HOLDS and ("Condition" not in one or conditions.holds(one["Condition"]))
    }


def differences(now: dict[str, dict], then: dict[str, dict]) -> list[str]:
    """In words, what holds data (see `held`) and is not the same now and then."""
    found = [f"{name} is new" for name in sorted(now.keys() - then.keys())]
    found += [f"{name} is gone" for name in sorted(then.keys() - now.keys())]
    both = sorted(now.keys() & then.keys())
    return found + [f"{name} has changed" for name in both if now[name] != then[name]]


def put_code_back(clients, bucket: str, wanted) -> None:
    """Copies the kept zip to where its template looks for it, if somebody has removed it there."""
    try:
        clients("s3").head_object(Bucket=wanted.code[0], Key=wanted.code[1])
    except ClientError as missing:
        if missing.response["Error"]["Code"] not in kept.GONE:
            raise
        kept.copy(clients, (bucket, f"{wanted.folder}code.zip"), wanted.code)


def put_site_back(clients, outputs: dict[str, str], wanted) -> list[str]:
    """Copies the files of the kept site that are not there as they were; returns the addresses that
    the distribution fetches again."""
    s3, site, private = clients("s3"), outputs["SiteBucket"], outputs["PrivateBucket"]

    def put(name: str) -> None:
        kept.copy(clients, (private, f"{wanted.folder}site/{name}"), (site, name))

    def fetch_again(addresses: list[str]) -> None:
        invalidate(clients, outputs["DistributionId"], addresses)

    before = pages.standing(s3, site, private)
    return pages.replace(s3, private, before, wanted.site, put, fetch_again)


def invalidate(clients, distribution: str, addresses: list[str]) -> None:
    if addresses:
        clients("cloudfront").create_invalidation(
            DistributionId=distribution,
            InvalidationBatch={
                "Paths": {"Quantity": len(addresses), "Items": addresses},
                "CallerReference": str(time.time_ns()),
            },
        )


def bucket_of_kept(clients, stack: str) -> str:
    """The private bucket of the stack; ends the program if nothing of it stands."""
    described = cloudformation.described(clients, stack)
    return cloudformation.outputs_of(described).get("PrivateBucket") or stop(
        f"{stack} is in the state {described['StackStatus']}, and no deploy of it has ended well: there is nothing to return to. "
        'docs/runbook.md, "A deploy that failed", says how to go on.'
    )


def settle(clients, stack: str) -> None:
    """Waits until nothing changes the stack: an update that is under way is cancelled, so CloudFormation
    takes it back."""

    def status() -> str:
        return cloudformation.described(clients, stack)["StackStatus"]

    while (now := status()).endswith("_IN_PROGRESS"):
        note(f"{stack} is in the state {now}; waiting until that has ended.")
        if now == "UPDATE_IN_PROGRESS":
            note("The update is cancelled: CloudFormation takes it back.")
            try:
                clients("cloudformation").cancel_update_stack(StackName=stack)
            except ClientError as refused:  # it has ended meanwhile
                if refused.response["Error"]["Code"] != "ValidationError":
                    raise
        while status() == now:
            time.sleep(PAUSE_S)
        if now == "UPDATE_ROLLBACK_IN_PROGRESS":
            # the deploy that waits for it looks every five seconds, and has to see how it ended
            time.sleep(2 * PAUSE_S)
    if now.endswith("_FAILED"):
        stop(
            f'{stack} is in the state {now}: docs/runbook.md, "A deploy that failed", has the command.'
        )


def roll_back(clients, stack: str, to: str | None = None) -> None:
    """Returns the stack and its site to what is kept under the name `to`, or to what stood before the
    last deploy."""
    bucket = bucket_of_kept(clients, stack)
    found = kept.names(clients, bucket)
    if not found:
        stop(
            f"Nothing is kept of {stack}: a deploy keeps what stood before it, and the first has nothing."
        )
    if to and to not in found:
        stop(f"There is no {to}. There are: {', '.join(found)}.")
    settle(clients, stack)
    outputs = cloudformation.outputs_of(cloudformation.described(clients, stack))
    name = to or kept.way_back(clients, bucket)[0]
    wanted, now = kept.read(clients, bucket, name), kept.standing(clients, stack)
    # protection is never taken back: a first deploy has none for some minutes
    parameters = wanted.parameters | {"Protect": now.parameters.get("Protect", "true")}
    if different := differences(
        held(now.template, now.parameters), held(wanted.template, parameters)
    ):
        stop(
            f"{stack} cannot go back to {wanted.name}: {', '.join(different)}. Deploy a version that has what stands "
            "now, with the earlier code (docs/runbook.md)."
        )
    with step(f"Returning {stack} to what stood before {wanted.name}"):
        put_code_back(clients, bucket, wanted)
        # no alarms: those that are why somebody goes back would take that back, too
        changed = cloudformation.change(
            clients,
            stack,
            wanted.template,
            parameters,
            first=False,
            triggers=[],
            watched_minutes=0,
        )
        note(
            "Template and code are those of then."
            if changed
            else "Template and code were the same."
        )
        kept.set_way_back(clients, bucket, wanted.name, ended=False)
        if wanted.site:
            addresses = put_site_back(clients, outputs, wanted)
            note(f"The site is that of then; {len(addresses)} addresses of it had changed.")
        else:
            note("There was no site then: the one that stands stays.")
        kept.set_way_back(clients, bucket, wanted.name, ended=True)
    note(
        "Rows that the publisher gave up on meanwhile are published within five minutes; `chute rebuild --slug SLUG` does it at once."
    )


def main() -> None:
    options = command_line.options(__doc__)
    options.add_argument("--stack", default="chute")
    options.add_argument("--to", metavar="NAME", help="another one than before the last deploy")
    options.add_argument("--list", action="store_true", help="only say what is kept")
    chosen = options.parse_args()
    cloudformation.region()
    if chosen.list:
        bucket = bucket_of_kept(boto3.client, chosen.stack)
        found = kept.names(boto3.client, bucket)
        print("\n".join(found) or "Nothing is kept.")
        if found:
            note(f"`make rollback` returns to {kept.way_back(boto3.client, bucket)[0]}.")
        return
    roll_back(boto3.client, chosen.stack, chosen.to)


if __name__ == "__main__":
    with command_line.in_words():
        main()
