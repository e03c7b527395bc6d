"""Rules that keep docs/runbook.md and the template in step: every alarm and secret is in the runbook,
and what outlives the stack."""

import re
from collections.abc import Iterator

from rule import rule
from template import Template

# the first cell of a line of the table of alarms
ALARM_LINE = re.compile(r"^\| `(\w+)`", re.MULTILINE)
# how what is left of a stack is removed; all else by its name
REMOVED = {"AWS::DynamoDB::Table": "aws dynamodb delete-table", "AWS::S3::Bucket": "aws s3 rb"}


def section(text: str, title: str) -> str:
    """The text below a heading of the second level."""
    return text.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def of_type(template: Template, kind: str) -> set[str]:
    return {name for name, one in template.undecided.items() if one["Type"] == kind}


@rule(("runbook", ("| `PublishAge`", "| the age")), ("?RepliesLost", None))
def the_runbook_tells_what_to_do_about_each_alarm(template: Template) -> Iterator[str]:
    """Every alarm has its line in the runbook's table, and every line its alarm."""
    lines = set(ALARM_LINE.findall(section(template.runbook, "Alarms")))
    return iter(lines ^ of_type(template, "AWS::CloudWatch::Alarm"))


@rule(("runbook", ("`ProviderToken`", "the provider's token")))
def the_runbook_rotates_each_secret(template: Template) -> Iterator[str]:
    """Every secret of the template is in the runbook's section about secrets."""
    told = section(template.runbook, "Secrets")
    secrets = of_type(template, "AWS::SecretsManager::Secret")
    return (name for name in secrets if f"`{name}`" not in told)


@rule(
    ("runbook", ("`RemoteCipherSecret` and", "another and")),
    ("runbook", ("       aws s3 rb s3://NAME\n", "")),
    ("?OriginSecret.DeletionPolicy", "Retain"),
)
def the_runbook_takes_away_what_outlives_the_stack(template: Template) -> Iterator[str]:
    """What stays when the stack is deleted is in the section about that."""
    told = section(template.runbook, "Taking it away")
    for name, one in template.undecided.items():
        stays = one.get("DeletionPolicy", "").startswith("Retain")
        if stays and REMOVED.get(one["Type"], f"`{name}`") not in told:
            yield name
