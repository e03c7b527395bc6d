"""`make rollback`: back to what stood before a deploy (kept.py): its template with its code, then its
site.

    python3 infra/local/rollback.py --stack chute [--to 2026-05-01T180000Z]
    python3 infra/local/rollback.py --stack chute --list

Nothing is built. It is refused where tables, their indexes, buckets or secrets are not those of then:
CloudFormation would let go of what it does not find in the template, or change what is in them."""

import time

import command_line
import tools
from progress import note, step, stop

# what holds something that cannot be made again
HOLDS = ("AWS::DynamoDB::Table", "AWS::S3::Bucket", "AWS::SecretsManager::Secret")


def held(template: str) -> dict[str, dict]:
    """Logical id → the whole entry of everything in a template that holds data."""
    import cloudformation

    resources = cloudformation.read(template)["Resources"]
    return {name: one for name, one in resources.items() if one["Type"] in HOLDS}


def differences(standing: str, wanted: str) -> list[str]:
    """In words, what holds data and is not the same in both templates."""
    now, then = held(standing), held(wanted)
    found = [f"{name} is new" for name in sorted(now.keys() - then.keys())]
    found += [f"{name} is gone" for name in sorted(then.keys() - now.keys())]
    both = sorted(now.keys() & then.keys())
    return found + [f"{name} has changed" for name in both if now[name] != then[name]]


def put_code_back(clients, bucket: str, wanted) -> None:
    """Copies the kept zip to where its template looks for it, if somebody has removed it there."""
    import kept
    from botocore.exceptions import ClientError

    try:
        clients("s3").head_object(Bucket=wanted.code[0], Key=wanted.code[1])
    except ClientError as missing:
        if missing.response["Error"]["Code"] not in ("404", "NoSuchKey", "NotFound"):
            raise
        kept.copy(clients, (bucket, f"{wanted.folder}code.zip"), wanted.code)


def put_site_back(clients, outputs: dict[str, str], wanted) -> list[str]:
    """Copies the files of the kept site that are not there as they were; returns the addresses that
    the distribution has to fetch again."""
    import kept
    import pages

    s3, site, private = clients("s3"), outputs["SiteBucket"], outputs["PrivateBucket"]
    before = pages.standing(s3, site, private)
    changed = pages.in_order(
        name for name, digest in wanted.site.items() if before.get(name) != digest
    )
    for name in changed:
        kept.copy(clients, (private, f"{wanted.folder}site/{name}"), (site, name))
    pages.mark(s3, private, wanted.site)
    return pages.stale(changed, before)


def invalidate(clients, distribution: str, addresses: list[str]) -> None:
    if addresses:
        clients("cloudfront").create_invalidation(
            DistributionId=distribution,
            InvalidationBatch={
                "Paths": {"Quantity": len(addresses), "Items": addresses},
                "CallerReference": str(time.time_ns()),
            },
        )


def roll_back(clients, stack: str, to: str | None = None) -> None:
    """Returns the stack and its site to what is kept under the name `to`, or to the newest."""
    import cloudformation
    import kept

    described = cloudformation.described(clients, stack)
    outputs = cloudformation.outputs_of(described)
    bucket = outputs["PrivateBucket"]
    found = kept.names(clients, bucket)
    if not found:
        stop(
            f"Nothing is kept of {stack}: a deploy keeps what stood before it, and the first has nothing."
        )
    if to and to not in found:
        stop(f"There is no {to}. There are: {', '.join(found)}.")
    wanted, now = kept.read(clients, bucket, to or found[-1]), kept.standing(clients, stack)
    if different := differences(now.template, wanted.template):
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
            # protection is never taken back: a first deploy has none for some minutes
            wanted.parameters | {"Protect": now.parameters.get("Protect", "true")},
            first=False,
            triggers=[],
            watched_minutes=0,
        )
        note(
            "Template and code are those of then."
            if changed
            else "Template and code were the same."
        )
        addresses = put_site_back(clients, outputs, wanted)
        invalidate(clients, outputs["DistributionId"], addresses)
        note(f"The site is that of then; {len(addresses)} addresses of it had changed.")
    note(
        "Rows that the publisher gave up on meanwhile are published within five minutes; `chute rebuild --slug SLUG` does it at once."
    )


def main() -> None:
    options = command_line.options(__doc__)
    options.add_argument("--stack", default="chute")
    options.add_argument("--to", metavar="NAME", help="another one than the newest")
    options.add_argument("--list", action="store_true", help="only say what is kept")
    chosen = options.parse_args()
    tools.inside("emulator")  # which has boto3
    import boto3
    import cloudformation
    import kept

    cloudformation.region()
    if chosen.list:
        outputs = cloudformation.outputs_of(cloudformation.described(boto3.client, chosen.stack))
        print("\n".join(kept.names(boto3.client, outputs["PrivateBucket"])) or "Nothing is kept.")
        return
    roll_back(boto3.client, chosen.stack, chosen.to)


if __name__ == "__main__":
    main()
