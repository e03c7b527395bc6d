"""How long the policy FunctionBoundary becomes on AWS. IAM takes 6,144 characters, and the names of
tables, queues and log groups in it begin with the stack's name: with a long one the first deploy
would fail after minutes."""

import json
import re

LONGEST = 6_144  # of a managed policy, without white space (IAM's quotas)
# what CloudFormation appends to a name that it makes, at the most
SUFFIX = "-" + "X" * 13
STREAM = "/stream/2026-01-01T00:00:00.000"
ACCOUNT = "0" * 12


def partition(region: str) -> str:
    if region.startswith("cn-"):
        return "aws-cn"
    return "aws-us-gov" if region.startswith("us-gov-") else "aws"


def arn(stack: str, region: str, logical: str, attribute: str) -> str:
    """The ARN of a resource that the boundary names, as long as CloudFormation can make it."""
    name, of = f"{stack}-{logical}{SUFFIX}", f"{region}:{ACCOUNT}"
    begin = f"arn:{partition(region)}"
    if logical.endswith("Table"):
        table = f"{begin}:dynamodb:{of}:table/{name}"
        return table + (STREAM if attribute == "StreamArn" else "")
    if logical.endswith("Bucket"):
        return f"{begin}:s3:::{name[:63]}"
    if logical.endswith("Logs"):
        return f"{begin}:logs:{of}:log-group:{name}:*"
    if attribute == "Id":  # a secret's name begins with its own, not with the stack's
        return f"{begin}:secretsmanager:{of}:secret:{logical}-{'x' * 12}-{'x' * 6}"
    return f"{begin}:sqs:{of}:{name[:80]}"


def written(value, stack: str, region: str, parameters: dict[str, str]):
    """The value with every reference replaced by what it becomes."""
    match value:
        case {"Fn::GetAtt": [logical, attribute]}:
            return arn(stack, region, logical, attribute)
        case {"Fn::Sub": [text, {"Domain": _}]}:
            domain = parameters["MailFrom"].partition("@")[2]
            return written({"Fn::Sub": text.replace("${Domain}", domain)}, stack, region, {})
        case {"Fn::Sub": text}:
            known = {
                "AWS::Partition": partition(region),
                "AWS::Region": region,
                "AWS::AccountId": ACCOUNT,
            }
            return re.sub(
                r"\$\{([\w:.]+)\}",
                lambda found: known.get(found[1]) or arn(stack, region, *found[1].split(".")),
                text,
            )
        case dict():
            return {name: written(one, stack, region, parameters) for name, one in value.items()}
        case list():
            return [written(one, stack, region, parameters) for one in value]
    return value


def size(policy: dict, stack: str, region: str, parameters: dict[str, str]) -> int:
    """Characters of the policy document (conditions decided) in this stack, as IAM counts them."""
    return len(
        json.dumps(written(policy, stack, region, parameters), separators=(",", ":")).replace(
            " ", ""
        )
    )


def longest_name(policy: dict, region: str, parameters: dict[str, str]) -> int:
    """The most characters that a stack's name may have, so that the policy is accepted."""
    return next(
        (
            length
            for length in range(128, 0, -1)
            if size(policy, "x" * length, region, parameters) <= LONGEST
        ),
        0,
    )
