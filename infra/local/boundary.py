"""How long the policy FunctionBoundary becomes on AWS. IAM takes 6,144 characters, and the names of
tables, queues and log groups in it begin with the stack's name: with a long one the first deploy
would fail after minutes."""

import json
import re
from dataclasses import dataclass, field

LONGEST = 6_144  # of a managed policy, without white space (IAM's quotas)
# what CloudFormation appends to a name that it makes, at the most
SUFFIX = "-" + "X" * 13
STREAM = "/stream/2026-01-01T00:00:00.000"
ACCOUNT = "0" * 12


def partition(region: str) -> str:
    if region.startswith("cn-"):
        return "aws-cn"
    return "aws-us-gov" if region.startswith("us-gov-") else "aws"


@dataclass(frozen=True)
class Place:
    """Where the policy is made: `there` are the physical ids of resources that exist already, by
    logical id. Others get names as long as CloudFormation can make them."""

    stack: str
    region: str
    there: dict[str, str] = field(default_factory=dict)

    def name(self, logical: str, most: int) -> str:
        made = self.there.get(logical, "").rpartition("/")[2]  # that of a queue is its address
        return made or f"{self.stack}-{logical}{SUFFIX}"[:most]

    def arn(self, logical: str, attribute: str) -> str:
        begin, of = f"arn:{partition(self.region)}", f"{self.region}:{ACCOUNT}"
        if logical.endswith("Table"):
            table = f"{begin}:dynamodb:{of}:table/{self.name(logical, 255)}"
            return table + (STREAM if attribute == "StreamArn" else "")
        if logical.endswith("Bucket"):
            return f"{begin}:s3:::{self.name(logical, 63)}"
        if logical.endswith("Logs"):
            return f"{begin}:logs:{of}:log-group:{self.name(logical, 512)}:*"
        if attribute == "Id":  # a secret's name begins with its own, not with the stack's
            made = f"{begin}:secretsmanager:{of}:secret:{logical}-{'x' * 12}-{'x' * 6}"
            return self.there.get(logical) or made
        return f"{begin}:sqs:{of}:{self.name(logical, 80)}"

    def written(self, value, parameters: dict[str, str]):
        """The value with every reference replaced by what it becomes."""
        match value:
            case {"Fn::GetAtt": [logical, attribute]}:
                return self.arn(logical, attribute)
            case {"Fn::Sub": [text, {"Domain": _}]}:
                domain = parameters["MailFrom"].partition("@")[2]
                return self.written({"Fn::Sub": text.replace("${Domain}", domain)}, parameters)
            case {"Fn::Sub": text}:
                known = {
                    "AWS::Partition": partition(self.region),
                    "AWS::Region": self.region,
                    "AWS::AccountId": ACCOUNT,
                }
                return re.sub(
                    r"\$\{([\w:.]+)\}",
                    lambda found: known.get(found[1]) or self.arn(*found[1].split(".")),
                    text,
                )
            case dict():
                return {name: self.written(one, parameters) for name, one in value.items()}
            case list():
                return [self.written(one, parameters) for one in value]
        return value


def size(policy: dict, place: Place, parameters: dict[str, str]) -> int:
    """Characters of the policy document (conditions decided) in this stack, as IAM counts them."""
    text = json.dumps(place.written(policy, parameters), separators=(",", ":"))
    return len(text.replace(" ", ""))


def longest_name(policy: dict, region: str, parameters: dict[str, str]) -> int:
    """The most characters that a new stack's name may have, so that the policy is accepted."""
    return next(
        (
            length
            for length in range(128, 0, -1)
            if size(policy, Place("x" * length, region), parameters) <= LONGEST
        ),
        0,
    )
