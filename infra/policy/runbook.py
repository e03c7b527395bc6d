"""Rules that keep docs/runbook.md and the template in step: every alarm is in the runbook, and
everything it names exists."""

import re
from collections.abc import Iterator

from rule import rule
from template import FILE, Template

COMMANDS = FILE.parent / "functions" / "cli" / "src" / "main.rs"
MAKEFILE = FILE.parent / "Makefile"
# the first cell of a line of the table of alarms
ALARM_LINE = re.compile(r"^\| `(\w+)`", re.MULTILINE)


def section(text: str, title: str) -> str:
    """The text below a heading of the second level."""
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    return found[1] if found else ""


@rule(("runbook", ("| `PublishAge`", "| the age")), ("?RepliesLost", None))
def the_runbook_tells_what_to_do_about_each_alarm(template: Template) -> Iterator[str]:
    """Every alarm has its line in the runbook's table, and every line its alarm."""
    lines = set(ALARM_LINE.findall(section(template.runbook, "Alarms")))
    alarms = {
        name for name, one in template.undecided.items() if one["Type"] == "AWS::CloudWatch::Alarm"
    }
    yield from (f"nothing about {name}" for name in sorted(alarms - lines))
    yield from (f"{name} is no alarm" for name in sorted(lines - alarms))


@rule(("runbook", ("`ProviderToken`", "the provider's token")))
def the_runbook_rotates_each_secret(template: Template) -> Iterator[str]:
    """Every secret of the template is in the runbook's section about secrets."""
    told = section(template.runbook, "Secrets")
    secrets = [
        name
        for name, one in template.undecided.items()
        if one["Type"] == "AWS::SecretsManager::Secret"
    ]
    yield from (name for name in secrets if f"`{name}`" not in told)


@rule(
    ("runbook", ("`RemoteCipherSecret` and", "another and")),
    ("runbook", ("       aws s3 rb s3://NAME\n", "")),
    ("?OriginSecret.DeletionPolicy", "Retain"),
)
def the_runbook_takes_away_what_outlives_the_stack(template: Template) -> Iterator[str]:
    """What stays when the stack is deleted is in the section about that: each by its name, and all
    tables and buckets by how one is removed."""
    told = section(template.runbook, "Taking it away")
    removed = {"AWS::DynamoDB::Table": "aws dynamodb delete-table", "AWS::S3::Bucket": "aws s3 rb"}
    for name, one in template.undecided.items():
        if one.get("DeletionPolicy", "").startswith("Retain"):
            wanted = removed.get(one["Type"], f"`{name}`")
            if wanted not in told:
                yield f"nothing about {name}"


@rule(
    ("runbook", ("make deploy", "make release")),
    ("runbook", ("chute rebuild", "chute repair")),
    ("runbook", ("infra/local/put_back.py", "infra/local/put_it_back.py")),
    ("runbook", ('PARAMETERS="AlarmEmail=', 'PARAMETERS="AlarmMail=')),
    ("runbook", ("resource RacesTable", "resource ResultsTable")),
    ("runbook", ("output SiteUrl", "output Site")),
)
def the_runbook_names_what_exists(template: Template) -> Iterator[str]:
    """Every target of make, command of `chute`, file, parameter, output and resource that the
    runbook names exists."""
    text = template.runbook
    targets = re.findall(r"^(\w[\w-]*):", MAKEFILE.read_text(encoding="utf-8"), re.MULTILINE)
    commands = re.findall(r"^ +Command::(\w+)", COMMANDS.read_text(encoding="utf-8"), re.MULTILINE)
    for kind, pattern, there in (
        ("make", r"`make ([a-z][\w-]*)", targets),
        ("chute", r"\bchute (?:--[\w-]+ \S+ )*([a-z]+)\b", [one.lower() for one in commands]),
        ("parameter", r'PARAMETERS="(\w+)=', template.source["Parameters"]),
        ("output", r"\boutput ([A-Z]\w+)", template.source["Outputs"]),
        ("resource", r"\bresource ([A-Z]\w+)", template.undecided),
    ):
        yield from (f"{kind} {one}" for one in re.findall(pattern, text) if one not in there)
    files = re.findall(r"\b(?:infra|docs|functions|site)/[\w./-]+\.\w+", text)
    yield from (one for one in files if not (FILE.parent / one).exists())
