"""Rules for parameters: what cannot be is refused before anything is made, in words."""

import re
from collections.abc import Iterator

import boundary
import preflight
from rule import rule
from template import Conditions, Template

# accepted by their types alone, each of them breaks a stack
IMPOSSIBLE = (
    {"Local": "true"},
    {"SiteDomain": "results.example.org"},
    {"SiteDomain": "https://results.example.org/"},
    {
        "SiteDomain": "results.example.org",
        "CertificateArn": "arn:aws:acm:eu-west-1:123456789012:certificate/a1",
    },
    {"DollarsAPart": "abc"},
    {"BudgetDollars": "50"},
    # refused by the services that get them
    {"AlarmEmail": "@"},
    {"AlarmEmail": "you@"},
    {"AlarmEmail": "a b@example.org"},
    {"AlarmEmail": "a@example.org,b@example.org"},
    {"CallsPerAddress": "9"},
    {"CallsPerAddress": "2000000001"},
    {"ThrottleRate": "0"},
    {"ThrottleBurst": "2147483648"},
    {"OriginationNumber": "206-555-1234"},
    {"OriginProofVersion": "xyz"},
    {"EdgeFirewall": "arn:aws:wafv2:eu-west-1:123456789012:regional/webacl/chute/1a2b-3c4d"},
    {"Operator": "<b>"},
)
POSSIBLE = (
    {},
    {
        "SiteDomain": "results.example.org",
        "CertificateArn": "arn:aws:acm:us-east-1:123456789012:certificate/a1",
    },
    {"DollarsAPart": "0.0075", "MailFrom": "results@example.org"},
    {"BudgetDollars": "50", "AlarmEmail": "o'brien+race@timing.example.org"},
    {"CallsPerAddress": "10", "ThrottleRate": "1", "ThrottleBurst": "2147483647"},
    {"OriginationNumber": "+12065550123"},
    {"OriginationNumber": "28777"},
    {"OriginProofVersion": "0f0e1bc8-1f8a-4c5e-9b4e-3a1f5f6f7a8b"},
    {"EdgeFirewall": "arn:aws:wafv2:us-east-1:123456789012:global/webacl/chute/1a2b-3c4d"},
)
# a short region, and the longest of those with CloudFront
REGIONS = ("us-east-1", "ap-southeast-1")

# How functions read what they are told at their start (functions/api/src: alerts/settings.rs,
# push.rs, mail.rs, workers.rs), by examples: with what they refuse they do not start.
ANY = ((), ("", "River Timing"))
SWITCH = (("yes", "TRUE"), ("true", "false"))
WHOLE = (("-1", "1.5", "1e3", "many", "18446744073709551616"), ("0", "20", "1000000000"))
COUNT = ((*WHOLE[0], "5000000000"), WHOLE[1])  # 32 bits
# millionths of a dollar are counted
DOLLARS = (("-1", "1e3", "many", "18446744073710"), WHOLE[1])
AT_LEAST_ONE = (("0", *COUNT[0]), ("1", "100"))
AREAS = (("206;360", "(206)", "20", "abc", "2060"), ("", "206", "206,360", "206, 360"))
HOSTS = (
    ("https://push.example.org", "127.0.0.1", "localhost", "push", "*.org", "push.lan", "a..org"),
    ("", "push.example.org", "*.push.example.org, web.push.example.org", "lan.example.org"),
)
ADDRESS = (
    (
        *"a@- a@b a@b..org .a@b.org a.@b.org a@b@c.org a@1.2.3.4 <a@b.org>".split(),
        *(f"{'x' * 65}@b.org", f"a@{'x' * 64}.org", f"a@{'x.' * 50}org"),
    ),
    ("", "results@example.org", "Hill.Timing+race@results.example.org"),
)
READ = {
    "ALERTS": (("Server",), ("server", "timing-client")),
    "DOUBLE_OPT_IN": SWITCH,
    "CARRIER_ANSWERS": SWITCH,
    "AREA_CODES": AREAS,
    "OPEN_CALLS": COUNT,
    "SMS_CONFIRMED_OF_PHONE": COUNT,
    "SMS_CONFIRMED_OF_SOURCE": COUNT,
    "SMS_CONFIRMED_OF_YEAR": COUNT,
    "SMS_CONFIRMED_OF_DAY": COUNT,
    "SMS_OF_PHONE": COUNT,
    "SMS_OF_SOURCE": COUNT,
    "ALERT_TEXTS_OF_YEAR": WHOLE,
    "ALERT_TEXTS_OF_DAY": WHOLE,
    "ALERT_TEXTS_OF_MONTH": WHOLE,
    "ALERT_DOLLARS_OF_YEAR": DOLLARS,
    "ALERT_DOLLARS_OF_DAY": DOLLARS,
    "ALERT_DOLLARS_OF_MONTH": DOLLARS,
    "DOLLARS_A_PART": (("abc", "1e3", ".5", "0,02", "0.0000001", "-1", "٠.٠٢"), ("0.0075", "1")),
    "PARTS_A_SECOND": AT_LEAST_ONE,
    "MESSAGES_A_RACE": COUNT,
    "PUSH_SERVICES": HOSTS,
    "MAIL_FROM": ADDRESS,
    "ROWS_A_YEAR": (WHOLE[0], ("1000", "1000000")),
    "OPERATOR": ANY,
    "SUPPORT": ANY,
    "ORIGINATION_NUMBER": ((), ("", "+12065550123")),
    "TWILIO_ADDRESS": ((), ("", "https://results.example.org/api/twilio")),
    "SITE_DOMAIN": ((), ("", "results.example.org")),
}


def refused(template: Template, given: dict[str, str]) -> bool:
    """Whether these parameters are refused: by the limits of one, or by one of the Rules."""
    limits = template.source["Parameters"]
    if any(preflight.beyond(name, value, limits[name]) for name, value in given.items()):
        return True
    conditions = Conditions(template.source, given)
    return any(
        not conditions.truth(one["Assert"])
        for each in template.source.get("Rules", {}).values()
        if conditions.truth(each["RuleCondition"])
        for one in each["Assertions"]
    )


@rule(
    ("Rules.DomainHasCertificate", None),
    ("Rules.BudgetHasReader", None),
    ("Parameters.EdgeFirewall.AllowedPattern", None),
    ("Rules.LocalIsTheEmulator", None),
    ("Parameters.CertificateArn.AllowedPattern", None),
    ("Parameters.DollarsAPart.AllowedPattern", "0\\.\\d{2}"),
    ("Parameters.AlarmEmail.AllowedPattern", ".*@.*"),
    ("Parameters.AlarmEmail.AllowedPattern", "[a-z]+@[a-z.]+"),
    ("Parameters.CallsPerAddress.MinValue", None),
    ("Parameters.CallsPerAddress.MaxValue", None),
    ("Parameters.ThrottleRate.MinValue", None),
    ("Parameters.ThrottleBurst.MaxValue", None),
    ("Parameters.OriginationNumber.AllowedPattern", None),
    ("Parameters.OriginProofVersion.AllowedPattern", None),
)
def impossible_parameters_are_refused(template: Template) -> Iterator[str]:
    """Parameters that would break a stack are refused by the template itself, and no others."""
    yield from (f"{given} is accepted" for given in IMPOSSIBLE if not refused(template, given))
    yield from (f"{given} is refused" for given in POSSIBLE if refused(template, given))


@rule(
    ("Parameters.AreaCodes.AllowedPattern", None),
    ("Parameters.AreaCodes.AllowedPattern", "[0-9,;]*"),
    ("Parameters.OpenCalls.MaxValue", None),
    ("Parameters.MessagesARace.MaxValue", 5_000_000_000),
    ("Parameters.SmsConfirmedOfDay.MinValue", None),
    ("Parameters.AlertDollarsOfMonth.MaxValue", None),
    ("Parameters.PartsASecond.MinValue", None),
    ("Parameters.DoubleOptIn.AllowedValues", None),
    ("Parameters.Alerts.AllowedValues", ["timing-client", "server", "Server"]),
    ("Parameters.PushServices.AllowedPattern", None),
    ("Parameters.PushServices.AllowedPattern", ("lan|", "")),
    ("Parameters.MailFrom.AllowedPattern", "([A-Za-z0-9.+_-]+@[A-Za-z0-9.-]+)?"),
    ("Parameters.MailFrom.MaxLength", None),
    ("Parameters.MailFrom.AllowedPattern", "[a-z]+@[a-z.]+"),
    ("Parameters.RowsAYear.Type", "String"),
    ("SmsAdd.Environment.Variables.HELP_PAGE", {"Ref": "Support"}),
)
def functions_can_read_what_they_are_told(template: Template) -> Iterator[str]:
    """A parameter that a function reads at its start is refused where the function would refuse it:
    otherwise no call works until the next deploy."""
    told = {
        (variable, value["Ref"])
        for _, variable, value in template.told()
        if isinstance(value, dict) and value.get("Ref") in template.source["Parameters"]
    }
    for variable, parameter in sorted(told):
        if variable not in READ:
            yield f"{variable}: how functions read it is not in READ (parameters.py)"
            continue
        limits, (unreadable, readable) = template.source["Parameters"][parameter], READ[variable]
        for value in unreadable:
            if not preflight.beyond(parameter, value, limits):
                yield f"{parameter}={value} is accepted"
        for value in readable:
            if preflight.beyond(parameter, value, limits):
                yield f"{parameter}={value} is refused"


@rule(
    ("Parameters.DollarsAPart.ConstraintDescription", None),
    ("Rules.LocalIsTheEmulator.Assertions.0.AssertDescription", None),
)
def a_refusal_says_what_is_accepted(template: Template) -> Iterator[str]:
    """Every pattern of a parameter has words for what it accepts, and every assertion too."""
    for name, one in template.source["Parameters"].items():
        if "AllowedPattern" in one and not one.get("ConstraintDescription"):
            yield name
    for name, one in template.source.get("Rules", {}).items():
        if not all(each.get("AssertDescription") for each in one["Assertions"]):
            yield name


@rule(("ResultsAdd.Architectures.0", "x86_64"))
def functions_run_what_is_built(template: Template) -> Iterator[str]:
    """On AWS every function is for arm64: `make deploy` builds for nothing else."""
    return template.lacking("AWS::Lambda::Function", "Architectures", ["arm64"])


@rule(
    lambda template: template.undecided["FunctionBoundary"]["Properties"]["PolicyDocument"][
        "Statement"
    ].extend(
        {
            "Effect": "Allow",
            "Action": "sqs:SendMessage",
            "Resource": {"Fn::GetAtt": ["HookCalls", "Arn"]},
        }
        for _ in range(5)
    )
)
def the_boundary_fits(template: Template) -> Iterator[str]:
    """With everything on, the boundary of a stack called chute is short enough for IAM in every
    region."""
    given = {
        "Alerts": "server",
        "SiteDomain": "results.example.org",
        "MailFrom": "alerts@results.example.org",
        "TwilioAddress": "https://results.example.org/api/twilio",
    }
    policy = Conditions(template.source, given).decided(
        template.undecided["FunctionBoundary"]["Properties"]["PolicyDocument"]
    )
    for region in REGIONS:
        size = boundary.size(policy, boundary.Place("chute", region), given)
        if size > boundary.LONGEST:
            yield f"{size} characters in {region}"


@rule(
    ("?SitePath.Name", {"Fn::Sub": "${AWS::StackName}-site-path"}),
    ("?SiteCache.CachePolicyConfig.Name", {"Fn::Sub": "${AWS::StackName}-site"}),
)
def names_at_cloudfront_differ_by_region(template: Template) -> Iterator[str]:
    """CloudFront has one list of names for all regions, so the same stack in a second one needs
    others."""
    for name, one in template.undecided.items():
        if one["Type"].startswith("AWS::CloudFront::"):
            for given in names_in(one.get("Properties", {})):
                if not {"${AWS::StackName}", "${AWS::Region}"} <= set(
                    re.findall(r"\$\{[\w:]+\}", given)
                ):
                    yield f"{name}: {given}"


def names_in(properties: dict) -> Iterator[str]:
    """What the resource, or its only configuration, is called."""
    for holder in (properties, *properties.values()):
        if isinstance(holder, dict) and "Name" in holder:
            yield str(
                holder["Name"].get("Fn::Sub")
                if isinstance(holder["Name"], dict)
                else holder["Name"]
            )
