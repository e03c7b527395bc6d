"""Rules for parameters: what functions would refuse at their start, the template refuses."""

import json
import re
from collections.abc import Iterator

import preflight
from rule import rule
from template import Conditions, Template

WHOLE = ("-1 1.5 1e3 many 5000000000", "0 20 1000000000")
AT_LEAST_ONE = ("0 1.5 many 5000000000", "1 100")
SWITCH = ("yes TRUE", "true false")
NOTHING_WRONG = ("", "")
# By examples with blanks between: what is refused, and what is accepted. Of those that functions read
# (functions/api/src: alerts/settings.rs, push.rs, mail.rs, workers.rs) all have to be here: with what a
# function refuses it does not start.
READ = {
    "Alerts": ("Server nobody", "server timing-client"),
    "DoubleOptIn": SWITCH,
    "CarrierAnswers": SWITCH,
    "AreaCodes": ("206;360 (206) 20 abc 2060", "206 206,360"),
    "DollarsAPart": ("abc 1e3 .5 0,02 0.0000001 -1 ٠.٠٢", "0.0075 1"),
    "PartsASecond": AT_LEAST_ONE,
    "PushServices": (
        "https://push.example.org 127.0.0.1 localhost push *.org push.lan a..org",
        "push.example.org *.push.example.org,web.push.example.org lan.example.org",
    ),
    "MailFrom": (
        f"a@- a@b a@b..org .a@b.org a.@b.org a@b@c.org a@1.2.3.4 <a@b.org> {'x' * 65}@b.org "
        f"a@{'x' * 64}.org a@{'x.' * 50}org",
        "results@example.org Hill.Timing+race@results.example.org",
    ),
    "RowsAYear": ("999 1000.5 1000001", "1000 1000000"),
    "Operator": NOTHING_WRONG,
    "Support": NOTHING_WRONG,
    "OriginationNumber": ("206-555-1234", "+12065550123 28777"),
    "TwilioAddress": NOTHING_WRONG,
    "SiteDomain": ("https://results.example.org/ results.example.org/", "results.example.org"),
} | dict.fromkeys(
    "OpenCalls SmsConfirmedOfPhone SmsConfirmedOfSource SmsConfirmedOfYear SmsConfirmedOfDay SmsOfPhone "
    "SmsOfSource AlertTextsOfYear AlertTextsOfDay AlertTextsOfMonth AlertDollarsOfYear "
    "AlertDollarsOfDay AlertDollarsOfMonth MessagesARace".split(),
    WHOLE,
)
LONGEST_BOUNDARY = 6_144  # of a managed policy, without white space (IAM's quotas)
# what the names of resources in it begin and end with, in the longest of the regions with CloudFront;
# those that end otherwise are queues
HERE = "ap-southeast-1:000000000000"
ARNS = {
    "Table": (f"arn:aws:dynamodb:{HERE}:table/", ""),
    "Bucket": ("arn:aws:s3:::", ""),
    "Logs": (f"arn:aws:logs:{HERE}:log-group:", ":*"),
    "": (f"arn:aws:sqs:{HERE}:", ""),
}


def arn(found: re.Match) -> str:
    """The longest ARN that a resource of the longest stack's name can have."""
    logical = found[1]
    begin, end = next(arns for kind, arns in ARNS.items() if logical.endswith(kind))
    return f"{begin}{'x' * preflight.LONGEST_NAME}-{logical}-{'X' * 13}{end}"


@rule(
    ("Parameters.AreaCodes.AllowedPattern", None),
    ("Parameters.OpenCalls.MaxValue", None),
    ("Parameters.SmsConfirmedOfDay.MinValue", None),
    ("Parameters.DoubleOptIn.AllowedValues", None),
    ("Parameters.PushServices.AllowedPattern", ("lan|", "")),
    ("Parameters.MailFrom.AllowedPattern", "[a-z]+@[a-z.]+"),
    ("Parameters.MailFrom.MaxLength", None),
    ("Parameters.RowsAYear.Type", "String"),
    ("SmsAdd.Environment.Variables.HELP_PAGE", {"Ref": "AlarmEmail"}),
)
def functions_can_read_what_they_are_told(template: Template) -> Iterator[str]:
    """A parameter that a function reads at its start is refused where the function would refuse it:
    otherwise no call works until the next deploy."""
    known = template.source["Parameters"]
    told = {value.get("Ref") for *_, value in template.told() if isinstance(value, dict)}
    yield from ((told & known.keys()) - READ.keys())
    for name, (refused, accepted) in READ.items():
        for value in refused.split():
            if not preflight.beyond(name, value, known[name]):
                yield f"{name}={value} is accepted"
        for value in accepted.split():
            if said := preflight.beyond(name, value, known[name]):
                yield f"{name}={value} is refused: {said}"


@rule(
    lambda template: template.source["Rules"].pop("DomainHasCertificate"),
    lambda template: template.source["Rules"]["LocalIsTheEmulator"].pop("Assertions"),
)
def what_belongs_together_is_refused_apart(template: Template) -> Iterator[str]:
    """What no parameter shows by itself, CloudFormation's own rules refuse before anything is made;
    on AWS `Local` would leave tables unprotected."""
    rules = template.source["Rules"]
    wanted = {"DomainHasCertificate": "CertificateArn", "BudgetHasReader": "AlarmEmail"}
    wanted["LocalIsTheEmulator"] = "AWS::AccountId"
    for name, part in wanted.items():
        if part not in json.dumps(rules.get(name, {}).get("Assertions")):
            yield f"{name} does not ask for {part}"


@rule(("ResultsAdd.Architectures.0", "x86_64"))
def functions_run_what_is_built(template: Template) -> Iterator[str]:
    """On AWS every function is for arm64: `make deploy` builds for nothing else."""
    return template.lacking("AWS::Lambda::Function", "Architectures", ["arm64"])


@rule(
    lambda template: template.undecided["FunctionBoundary"]["Properties"]["PolicyDocument"][
        "Statement"
    ].extend({"Action": f"sqs:SendMessage{n}", "Resource": "*" * 80} for n in range(9))
)
def the_boundary_fits(template: Template) -> Iterator[str]:
    """With everything on, the boundary of a stack with the longest name is short enough for IAM: it
    would fail at the first deploy, and the emulator does not count."""
    on = {"Alerts": "server", "SiteDomain": "x", "MailFrom": "x", "TwilioAddress": "x"}
    policy = template.undecided["FunctionBoundary"]["Properties"]["PolicyDocument"]
    text = json.dumps(Conditions(template.source, on).decided(policy), separators=(",", ":"))
    text = re.sub(r'\{"Fn::GetAtt":\["(\w+)","\w+"\]\}', lambda found: f'"{arn(found)}"', text)
    text = re.sub(r'\{"Fn::Sub":("[^"]+")\}', r"\1", text)
    size = len(re.sub(r"\$\{(\w+)\.Arn\}", arn, text))
    if size > LONGEST_BOUNDARY:
        yield f"{size} characters"
