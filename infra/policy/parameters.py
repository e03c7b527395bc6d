"""Rules for parameters: what cannot be is refused before anything is made, in words."""

import re
from collections.abc import Iterator

import boundary
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
    {"EdgeFirewall": "arn:aws:wafv2:eu-west-1:123456789012:regional/webacl/chute/1a2b-3c4d"},
    {"MailFrom": "results"},
    {"Operator": "<b>"},
)
POSSIBLE = (
    {},
    {
        "SiteDomain": "results.example.org",
        "CertificateArn": "arn:aws:acm:us-east-1:123456789012:certificate/a1",
    },
    {"DollarsAPart": "0.0075", "MailFrom": "results@example.org"},
    {"BudgetDollars": "50", "AlarmEmail": "a@example.org"},
    {"EdgeFirewall": "arn:aws:wafv2:us-east-1:123456789012:global/webacl/chute/1a2b-3c4d"},
)
# a short and a long region, and the longest
REGIONS = ("us-east-1", "ap-southeast-1", "us-gov-west-1")


def refused(template: Template, given: dict[str, str]) -> bool:
    """Whether CloudFormation refuses these parameters: by a pattern, or by one of the Rules."""
    for name, value in given.items():
        limits = template.source["Parameters"][name]
        if not re.fullmatch(limits.get("AllowedPattern", "(?s:.*)"), value):
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
)
def impossible_parameters_are_refused(template: Template) -> Iterator[str]:
    """CloudFormation itself refuses parameters that would break a stack, and no others."""
    yield from (f"{given} is accepted" for given in IMPOSSIBLE if not refused(template, given))
    yield from (f"{given} is refused" for given in POSSIBLE if refused(template, given))


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
