"""What `make deploy` checks before it changes anything, and what it chooses: parameters of
template.yaml, each with its reason in words.

A new AWS account runs ten functions at once and refuses to reserve any of them; an account with a
raised quota reserves what uploads need. `choose` depends only on AWS's answers, so a file of
answers is enough to see what it would do:

    make deploy STACK=chute PARAMETERS="AlarmEmail=you@example.org" DRY_RUN=infra/local/quota_answers/new-account.json"""

import functools
import json
import math
import re
import shlex
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import boundary
import race_days

LEFT_FOR_ALL_ELSE = 100  # AWS wants this many concurrent executions to stay unreserved
ALARM_PERCENT = 70  # of the concurrent executions that the account may use
ASK_FOR_MORE = "aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value 1000"
STANDS = (
    "CREATE_COMPLETE",
    "UPDATE_COMPLETE",
    "UPDATE_ROLLBACK_COMPLETE",
    "IMPORT_COMPLETE",
    "IMPORT_ROLLBACK_COMPLETE",
)
# the first deploy failed and was rolled back: the stack is empty and can only be removed
FAILED_FIRST = "ROLLBACK_COMPLETE"
# what CloudFormation could not finish by itself: docs/runbook.md has the command for each
BY_HAND = {
    "ROLLBACK_FAILED": "Its first deploy failed, and not all of it could be taken back",
    "DELETE_FAILED": "Not all of it could be removed",
    "UPDATE_ROLLBACK_FAILED": "A deploy failed, and what stood before could not be restored",
}
# certificates' keys that CloudFront does not take (ACM's guide, importing certificates)
KEYS_NOT_AT_CLOUDFRONT = ("EC_secp384r1", "EC_secp521r1")
# parameters with which only the emulator is deployed (stack.py)
OF_THE_EMULATOR = ("Local", "ApiOriginDomain", "ApiOriginPort")
# with which CloudFormation takes an update back by itself, and how long it watches them after the
# last resource. Not those that other programs of the account can trigger.
TRIGGERS = ("AccountApiErrors", "RemoteApiErrors", "PublishErrors", "PublishQueueAge")
WATCHED_MINUTES = 10
# with the longest of the names that the template makes for CloudFront; all regions share them
LONGEST_EDGE_NAME = 64
EDGE_NAME = "{stack}-{region}-downloads-path"

# service, operation, arguments → AWS's answer
Ask = Callable[..., dict[str, Any]]


class Refused(Exception):
    """The deploy cannot begin; the text says why, and what to do about it."""


class Unanswered(Exception):
    """AWS refused a question; the text is its error code."""


@dataclass(frozen=True)
class Offer:
    """The template's parameters, what it reserves with Reserve=true (logical id of a function →
    concurrent executions), and the policy document of its boundary for given parameters."""

    parameters: dict[str, dict]
    reserved: dict[str, int]
    boundary: Callable[[dict[str, str]], dict]

    def defaults(self) -> dict[str, str]:
        return {name: str(one.get("Default", "")) for name, one in self.parameters.items()}


@dataclass
class Choice:
    """What to deploy with. `triggers` are the ARNs of the alarms with which CloudFormation takes the
    update back."""

    first: bool
    remove_remains: bool
    parameters: dict[str, str]
    words: list[str] = field(default_factory=list)
    triggers: list[str] = field(default_factory=list)


def from_aws() -> Ask:
    import boto3
    from botocore.exceptions import ClientError, EndpointConnectionError

    clients: dict[str, Any] = {}
    elsewhere = {"acm": {"region_name": "us-east-1"}}  # where CloudFront takes certificates from

    def ask(service: str, operation: str, **given: Any) -> dict[str, Any]:
        if service not in clients:
            clients[service] = boto3.client(service, **elsewhere.get(service, {}))
        client = clients[service]
        try:
            if client.can_paginate(operation):
                return client.get_paginator(operation).paginate(**given).build_full_result()
            return getattr(client, operation)(**given)
        except ClientError as refused:
            raise Unanswered(refused.response["Error"]["Code"]) from refused
        except EndpointConnectionError as none:
            raise Unanswered(f"no {service} in this region") from none

    return ask


def from_file(file: Path) -> Ask:
    """AWS's answers from a file: a list of {"service", "operation", "given", "answer"}. A question
    that is not in the file is refused."""
    kept = json.loads(file.read_text(encoding="utf-8"))

    def ask(service: str, operation: str, **given: Any) -> dict[str, Any]:
        for one in kept:
            if (one["service"], one["operation"], one["given"]) == (service, operation, given):
                return one["answer"]
        raise Refused(f"{file.name} holds no answer to {service} {operation} {given}.")

    return ask


def given_parameters(text: str, offer: Offer) -> dict[str, str]:
    """PARAMETERS="Name=Value …" of the command line, each looked up in the template. What holds a
    space stands in double quotes; an apostrophe is a letter, as in Operator=O'Brien."""
    words = shlex.shlex(text, posix=True)
    words.whitespace_split, words.commenters, words.quotes = True, "", '"'
    try:
        words = list(words)
    except ValueError as error:
        raise Refused(f"PARAMETERS={text} cannot be read: {error}.") from error
    found: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or name not in offer.parameters:
            raise Refused(
                f'PARAMETERS says "{word}", which is no parameter=value. There are: {", ".join(sorted(offer.parameters))}.'
            )
        if problem := problem_of(name, value, offer.parameters[name]):
            raise Refused(f"PARAMETERS says {name}={value}, but {problem}.")
        if offer.parameters[name]["Type"] == "Number":
            value = str(int(value))  # CloudFormation compares texts, and 00 is not 0
        if found.setdefault(name, value) != value:
            raise Refused(f"PARAMETERS says {name} twice.")
    return found


def problem_of(name: str, value: str, limits: dict) -> str | None:
    """What CloudFormation would refuse about a parameter's value, in words; None if nothing."""
    if name in OF_THE_EMULATOR and value != str(limits.get("Default", "")):
        return f"{name} is for the emulator of `make start-aws` alone: leave it out"
    return beyond(name, value, limits)


def beyond(name: str, value: str, limits: dict) -> str | None:
    """The same, by the limits of the parameter in the template alone. A number is a whole one:
    CloudFormation itself would take fractions."""
    if allowed := [str(one) for one in limits.get("AllowedValues", [])]:
        return None if value in allowed else f"{name} is one of: {', '.join(allowed)}"
    if limits["Type"] == "Number":
        least, most = limits.get("MinValue", -math.inf), limits.get("MaxValue", math.inf)
        if re.fullmatch(r"-?[0-9]{1,15}", value) and least <= int(value) <= most:
            return None
        span = f"of at least {least:,}" if most == math.inf else f"from {least:,} to {most:,}"
        return f"{name} is a whole number {span}, without separators"
    # in CloudFormation's expressions \d and \s are of ASCII
    fits = re.fullmatch(limits.get("AllowedPattern", "(?s:.*)"), value, re.ASCII)
    if not fits or len(value) > limits.get("MaxLength", math.inf):
        return f"{name} is {limits['ConstraintDescription']}"
    return None


def standing(ask: Ask, stack: str) -> tuple[str, dict[str, str]]:
    """Status and parameters of the stack; the status is empty if there is no stack."""
    for one in ask("cloudformation", "describe_stacks")["Stacks"]:
        if one["StackName"] == stack:
            return one["StackStatus"], {
                it["ParameterKey"]: it.get("ParameterValue", "") for it in one.get("Parameters", [])
            }
    return "", {}


def resources_of(ask: Ask, stack: str) -> dict[str, str]:
    """Logical id → physical id, of all resources of a stack that stands."""
    listed = ask("cloudformation", "list_stack_resources", StackName=stack)
    return {
        one["LogicalResourceId"]: one.get("PhysicalResourceId", "")
        for one in listed["StackResourceSummaries"]
    }


def kept_now(ask: Ask, there: dict[str, str], offer: Offer) -> int:
    """Concurrent executions that this stack's functions reserve already."""
    names = [there[name] for name in offer.reserved if name in there]
    return sum(
        ask("lambda", "get_function_concurrency", FunctionName=name).get(
            "ReservedConcurrentExecutions", 0
        )
        for name in names
    )


def reserve(limit: int, free: int, wanted: int, asked: str | None) -> tuple[str, str]:
    """Reserve's value and the reason. `free` of the account's `limit` are not reserved by
    others."""
    needed = wanted + LEFT_FOR_ALL_ELSE
    account = f"This account may run {limit:,} functions at once" + (
        f", {limit - free:,} of them kept by others" if free < limit else ""
    )
    if asked == "false":
        return (
            asked,
            f"{account}. None are kept for uploads and the publisher, as PARAMETERS says (Reserve=false).",
        )
    if free >= needed:
        return (
            "true",
            f"{account}. {wanted:,} are kept for uploads and the publisher (Reserve=true), so no crowd can hold them up.",
        )
    if asked == "true":
        raise Refused(
            f"{account}; Reserve=true needs {needed:,} (it keeps {wanted:,}, and AWS wants {LEFT_FOR_ALL_ELSE} left). "
            f"Leave Reserve out of PARAMETERS, or ask AWS for more:\n{ASK_FOR_MORE}"
        )
    return "false", (
        f"{account}; to keep {wanted:,} for uploads and the publisher, {needed:,} are needed. "
        f"So none are kept (Reserve=false): what is above the limit is refused and sent again, uploads too. Enough to try Chute, not for a race. "
        f"Ask AWS once for 1,000, and deploy again when it has agreed:\n{ASK_FOR_MORE}"
    )


def alarm_email(
    given: dict[str, str],
    known: dict[str, str],
    question: Callable[[], str] | None,
    limits: dict,
) -> tuple[str | None, str]:
    """The address that gets the alarms, None to leave it unchanged, and the choice in words. `limits`
    are those of the parameter in the template."""
    if "AlarmEmail" in given:
        address, source = given["AlarmEmail"], "as PARAMETERS says"
    elif "AlarmEmail" in known:
        return None, (
            f"Alarms go to {known['AlarmEmail']}, as before."
            if known["AlarmEmail"]
            else "Nobody gets the alarms, as before (AlarmEmail)."
        )
    elif question is None:
        raise Refused(
            'Who gets the alarms? Say PARAMETERS="AlarmEmail=you@example.org", or PARAMETERS="AlarmEmail=" for nobody.'
        )
    else:
        address, source = question().strip(), "as answered"
    if problem := beyond("AlarmEmail", address, limits):
        raise Refused(f'"{address}" is no address for the alarms: {problem}.')
    if not address:
        return "", f"Nobody gets the alarms, {source}."
    return (
        address,
        f"Alarms go to {address}, {source}; AWS sends a mail with a link that has to be confirmed.",
    )


def concurrency_alarm(limit: int, asked: str | None) -> tuple[str, str]:
    """ConcurrencyAlarm's value, and the choice in words."""
    if asked:
        return asked, f"An alarm begins at {int(asked):,} functions at once, as PARAMETERS says."
    value = max(1, limit * ALARM_PERCENT // 100)
    return str(value), (
        f"An alarm begins at {value:,} functions at once, {ALARM_PERCENT} % of what the account may run (ConcurrencyAlarm)."
    )


def about_changes(known: dict[str, str], chosen: dict[str, str]) -> list[str]:
    """What a deploy chooses by the account, and not as the stack has it. Who said it at an earlier
    deploy cannot be told from who left it to the account."""
    return [
        f"{name} was {known[name]} and becomes {value}: {name}={known[name]} in PARAMETERS keeps it."
        for name, value in sorted(chosen.items())
        if known.get(name, value) != value
    ]


def budget(ask: Ask, region: str, parameters: dict[str, str], there: dict[str, str]) -> list[str]:
    """Refuses a budget of which nobody would be told, and one that cannot be made there."""
    dollars, email = int(parameters["BudgetDollars"]), parameters["AlarmEmail"]
    if not dollars:
        return ["No budget tells what the account spends (BudgetDollars=0)."]
    if not email:
        raise Refused(
            f"BudgetDollars={dollars} needs AlarmEmail: say who is told when it is spent, or BudgetDollars=0."
        )
    words = [f"{email} is told when half of {dollars:,} dollars a month is spent, and all of it."]
    if "Budget" in there:
        return words
    try:
        ask("cloudformation", "describe_type", Type="RESOURCE", TypeName="AWS::Budgets::Budget")
    except Unanswered as error:
        if str(error) == "TypeNotFoundException":
            raise Refused(
                f"In {region} CloudFormation has no budgets: say BudgetDollars=0, and make one in the console (Billing, Budgets): "
                "a budget is of the account and not of a region."
            ) from error
        words.append(f"Whether {region} has budgets could not be asked ({error}).")
    return words


def firewall(parameters: dict[str, str]) -> list[str]:
    if parameters["Firewall"] == "true":
        return []
    return [
        f"No firewall counts the calls of each address (Firewall=false): all callers share {parameters['ThrottleRate']} requests a second of each API."
    ]


@functools.cache
def has_cloudfront(region: str) -> None:
    """Refuses a region of a partition in which CloudFormation makes no distribution such as ours, and
    what is no region."""
    from botocore.exceptions import UnknownRegionError
    from botocore.session import get_session

    try:
        if get_session().get_partition_for_region(region) == "aws":
            return
    except UnknownRegionError:
        pass
    raise Refused(
        f'"{region}" is no region in which CloudFormation has all of CloudFront that Chute needs: '
        "say AWS_DEFAULT_REGION=us-east-1, or another one outside of China, GovCloud and the sovereign clouds."
    )


def fits(
    stack: str, region: str, offer: Offer, parameters: dict[str, str], there: dict[str, str]
) -> None:
    """Refuses a stack's name that CloudFormation, CloudFront or IAM would refuse, minutes later."""
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9-]*", stack):
        raise Refused(
            f"STACK={stack} is no name of a stack: it has letters, digits and hyphens, and begins with a letter."
        )
    policy = offer.boundary(parameters)
    size = boundary.size(policy, boundary.Place(stack, region, there), parameters)
    most = boundary.longest_name(policy, region, parameters)
    if size > boundary.LONGEST:
        raise Refused(
            f"The stack's name {stack} has {len(stack)} characters: it makes the policy FunctionBoundary {size:,} characters long, "
            f"and IAM takes {boundary.LONGEST:,}. In {region} with these parameters a name has at most {most}: "
            + (
                "leave out what you have added to PARAMETERS, or move to a stack with a shorter name."
                if there
                else "say STACK=… with a shorter one."
            )
        )
    longest = EDGE_NAME.format(stack=stack, region=region)
    if len(longest) > LONGEST_EDGE_NAME:
        raise Refused(
            f"The stack's name {stack} makes names of {len(longest)} characters at CloudFront, such as {longest}, and it takes "
            f"{LONGEST_EDGE_NAME}: say STACK=… with a shorter one."
        )


def certificate(ask: Ask, offer: Offer, parameters: dict[str, str]) -> list[str]:
    """Refuses an own domain without a certificate that CloudFront can use for it."""
    domain, arn = parameters["SiteDomain"], parameters["CertificateArn"]
    if not domain:
        return []
    request = f"aws acm request-certificate --region us-east-1 --domain-name {domain} --validation-method DNS"
    if arn == offer.defaults()["CertificateArn"]:
        raise Refused(
            f"SiteDomain={domain} needs CertificateArn: the ARN of an ACM certificate in us-east-1 for that name. Request one with\n{request}"
        )
    try:
        found = ask("acm", "describe_certificate", CertificateArn=arn)["Certificate"]
    except Unanswered as error:
        if str(error) == "ResourceNotFoundException":
            raise Refused(f"This account has no certificate CertificateArn={arn}.") from error
        return [f"Whether the certificate is for {domain} could not be asked ({error})."]
    names = [found["DomainName"], *found.get("SubjectAlternativeNames", [])]
    if domain not in names and "*." + domain.partition(".")[2] not in names:
        raise Refused(
            f"The certificate CertificateArn is for {', '.join(dict.fromkeys(names))}, and SiteDomain={domain} is none of them."
        )
    if found["Status"] != "ISSUED":
        raise Refused(
            f"The certificate for {domain} is in the state {found['Status']}, and CloudFront takes one that is ISSUED. "
            + (
                "Add the DNS record that ACM asks for and wait:\n"
                f"aws acm wait certificate-validated --region us-east-1 --certificate-arn {arn}"
                if found["Status"] == "PENDING_VALIDATION"
                else f"It does not become that again. Request another one, or import one, and deploy with its ARN:\n{request}"
            )
        )
    key = found.get("KeyAlgorithm", "")
    if key in KEYS_NOT_AT_CLOUDFRONT:
        raise Refused(
            f"The certificate for {domain} has a key of the kind {key}, and CloudFront takes RSA and EC_prime256v1. "
            f"Request another one, and deploy with its ARN:\n{request}"
        )
    return [f"The site is at https://{domain}/, with a certificate that is issued."]


def log_role(ask: Ask, there: dict[str, str], asked: str | None) -> tuple[str, str]:
    """MakeLogRole's value and the reason. API Gateway has one role for the access logs of an account
    and region: another program's is not replaced unasked."""
    if asked:
        return asked, f"MakeLogRole={asked}, as PARAMETERS says."
    if "AccessLogAccount" in there:
        return "true", "API Gateway writes access logs with the role that this stack has made."
    try:
        arn = ask("apigateway", "get_account").get("cloudwatchRoleArn")
        if arn:
            ask("iam", "get_role", RoleName=arn.rpartition("/")[2])
    except Unanswered as error:
        if str(error) not in ("NoSuchEntity", "NoSuchEntityException"):
            raise Refused(
                f"Whether the account has a role for access logs could not be asked ({error}): "
                "say MakeLogRole=true in PARAMETERS to make one (it replaces one that is there), or MakeLogRole=false."
            ) from error
        arn = None  # its role has been deleted
    if arn:
        return (
            "false",
            f"This account writes access logs with {arn}, so none is made (MakeLogRole=false). "
            "It needs AWS's policy AmazonAPIGatewayPushToCloudWatchLogs.",
        )
    return "true", "API Gateway has no role for access logs yet, so one is made (MakeLogRole=true)."


def texts(ask: Ask, parameters: dict[str, str]) -> list[str]:
    """Who sends texts, and what of SNS is still missing."""
    if parameters["Alerts"] == "server":
        words = [
            "Alerts=server: the server sends text alerts and alerts on devices, and the site offers both. "
            "Number, rate and prices have to be those of your carrier (docs/text-alerts.md): "
            f"OriginationNumber={parameters['OriginationNumber'] or '(whichever the account has)'}, "
            f"PartsASecond={parameters['PartsASecond']}, DollarsAPart={parameters['DollarsAPart']}."
        ]
    else:
        words = [
            "Text alerts are the timing client's (Alerts=timing-client), and the site offers them; only confirmations go out from here."
        ]
    try:
        if not ask("sns", "get_sms_sandbox_account_status")["IsInSandbox"]:
            return words
    except Unanswered as error:
        return [*words, f"Whether SNS may send texts to everybody could not be asked ({error})."]
    return [
        *words,
        "SNS is in its sandbox here: texts reach only phones that you have verified. To leave it, open "
        'the SNS console in this region, "Text messaging (SMS)", "Exit SMS sandbox"; it takes AWS a day or two.',
    ]


def mail(ask: Ask, parameters: dict[str, str]) -> list[str]:
    """What of SES is still missing, where e-mails are to be sent."""
    sender = parameters["MailFrom"]
    if not sender:
        return (
            ["No e-mails are sent: they need MailFrom and SiteDomain (docs/email-alerts.md)."]
            if parameters["Alerts"] == "server"
            else []
        )
    if parameters["Alerts"] != "server" or not parameters["SiteDomain"]:
        return ["No e-mails are sent: MailFrom needs SiteDomain and Alerts=server."]
    words, domain = [], sender.partition("@")[2]
    try:
        if not ask("sesv2", "get_account")["ProductionAccessEnabled"]:
            words.append(
                "SES is in its sandbox here: e-mails reach only addresses that you have verified. Ask AWS to leave it, about a day:\n"
                "aws sesv2 put-account-details --production-access-enabled --mail-type TRANSACTIONAL "
                f"--website-url https://{parameters['SiteDomain']}/ --use-case-description 'A finish, to who asked for it and confirmed'"
            )
        identity = ask("sesv2", "get_email_identity", EmailIdentity=domain)
        if not identity["VerifiedForSendingStatus"]:
            words.append(
                f"SES has not verified {domain} yet: add its DNS records (docs/email-alerts.md)."
            )
    except Unanswered as error:
        if str(error) != "NotFoundException":
            return [*words, f"What SES lacks could not be asked ({error})."]
        words.append(
            f"SES does not know {domain}, so no e-mail can be sent yet (docs/email-alerts.md):\n"
            f"aws sesv2 create-email-identity --email-identity {domain}"
        )
    return words


def edge(ask: Ask, domain: str, there: dict[str, str]) -> list[str]:
    """Refuses a domain that another distribution of the account has. Says of a first stack that AWS may
    have to verify the account before CloudFront serves it: that cannot be asked, but an account with a
    distribution is verified."""
    if there and not domain:
        return []
    try:
        found = ask("cloudfront", "list_distributions").get("DistributionList", {}).get("Items", [])
    except Unanswered:
        found = []
    for one in found:
        if domain in one.get("Aliases", {}).get("Items", []) and one["Id"] != there.get(
            "Distribution"
        ):
            raise Refused(
                f"SiteDomain={domain} is an alias of the distribution {one['Id']} of this account, and CloudFront takes a name once: "
                "take it from that one first, or say another SiteDomain."
            )
    if found or there:
        return []
    return [
        'This account has no distribution yet. If the deploy fails with "Your account must be verified before you can add new '
        'CloudFront resources", open a case at https://console.aws.amazon.com/support (Account and billing, free), quote that sentence, '
        "and deploy again when AWS has answered."
    ]


def quiet(ask: Ask, there: dict[str, str], forced: bool) -> list[str]:
    """Refuses to touch a stack on which a race is on, unless forced."""
    found = list(
        race_days.on(
            ask(
                "dynamodb",
                "scan",
                TableName=there["EventsTable"],
                ProjectionExpression="p,yr,gone",
            )["Items"],
            race_days.now(),
        )
    )
    if not found:
        return []
    shown = ", ".join(sorted(found)[:5]) + (" and others" if len(found) > 5 else "")
    if forced:
        return [f"A race is on: {shown}. It is deployed nevertheless, as FORCE says."]
    raise Refused(
        f"A race is on: {shown}. Nothing is deployed while a year is live and within a day of its date. "
        "If it has to be, say FORCE=1; `make rollback` is never refused because of a race."
    )


def watched(ask: Ask, there: dict[str, str]) -> tuple[list[str], list[str]]:
    """The ARNs of the alarms that take the update back, and the choice in words. One that is active
    already would take back even the update that ends its cause."""
    names = {there[name]: name for name in TRIGGERS if there.get(name)}
    if not names:
        return [], []
    alarms = ask("cloudwatch", "describe_alarms", AlarmNames=sorted(names))["MetricAlarms"]
    active = sorted(names[one["AlarmName"]] for one in alarms if one["StateValue"] == "ALARM")
    arns = sorted(one["AlarmArn"] for one in alarms if one["StateValue"] != "ALARM")
    words = [f"{name} is active, so it does not take this deploy back." for name in active]
    if arns:
        words.append(
            f"If one of {len(arns)} alarms begins while it deploys, or within {WATCHED_MINUTES} minutes after that, CloudFormation takes the deploy back."
        )
    return arns, words


def choose(
    ask: Ask,
    stack: str,
    region: str,
    offer: Offer,
    given: dict[str, str],
    question: Callable[[], str] | None = None,
    *,
    forced: bool = False,
) -> Choice:
    """Checks account and stack and returns what to deploy with; raises Refused before anything is
    changed."""
    has_cloudfront(region)
    status, known = standing(ask, stack)
    if status in BY_HAND:
        raise Refused(
            f'The stack {stack} is in the state {status}. {BY_HAND[status]}: docs/runbook.md, "A deploy that failed", has the command.'
        )
    if status not in ("", "REVIEW_IN_PROGRESS", FAILED_FIRST, *STANDS):
        raise Refused(
            f"The stack {stack} is in the state {status}: wait, or see what is wrong with it in CloudFormation."
        )
    first = status not in STANDS
    known = {} if first else {name: one for name, one in known.items() if name in offer.parameters}
    parameters = offer.defaults() | known | given
    there = {} if first else resources_of(ask, stack)
    if not first and "EventsTable" not in there:
        raise Refused(
            f"The stack {stack} is another program's: it has no EventsTable. Say STACK=… with the name of yours, or with a new one."
        )
    for name, value in sorted(known.items()):
        if name not in given and (problem := beyond(name, value, offer.parameters[name])):
            raise Refused(
                f"The stack {stack} has {name}={value}, but {problem}: say {name}=… in PARAMETERS."
            )
    fits(stack, region, offer, parameters, there)
    about_site = certificate(ask, offer, parameters)
    about_edge = edge(ask, parameters["SiteDomain"], there)
    about_races = [] if first else quiet(ask, there, forced)
    limits = ask("lambda", "get_account_settings")["AccountLimit"]
    free = limits["UnreservedConcurrentExecutions"] + kept_now(ask, there, offer)
    value, why = reserve(
        limits["ConcurrentExecutions"], free, sum(offer.reserved.values()), given.get("Reserve")
    )
    email, about_email = alarm_email(given, known, question, offer.parameters["AlarmEmail"])
    near, about_near = concurrency_alarm(
        limits["ConcurrentExecutions"], given.get("ConcurrencyAlarm")
    )
    parameters |= {} if email is None else {"AlarmEmail": email}
    about_budget = budget(ask, region, parameters, there)
    role, about_role = log_role(ask, there, given.get("MakeLogRole"))
    triggers, about_alarms = ([], []) if first else watched(ask, there)
    by_account = {"Reserve": value, "MakeLogRole": role, "ConcurrencyAlarm": near}
    chosen = {"Protect": "true"} | given | by_account
    chosen |= {} if email is None else {"AlarmEmail": email}
    choice = Choice(
        first,
        status == FAILED_FIRST,
        chosen,
        [
            *about_races,
            why,
            about_near,
            *about_changes({name: one for name, one in known.items() if name not in given}, chosen),
            about_email,
            *about_budget,
            *firewall(parameters),
            about_role,
            *about_site,
            *texts(ask, parameters),
            *mail(ask, parameters),
            *about_edge,
            *about_alarms,
        ],
        triggers,
    )
    if choice.remove_remains:
        choice.words.insert(
            0,
            f"The first deploy of {stack} failed and was taken back; what is left of it holds nothing and is removed.",
        )
    if first and "Protect" not in given:
        choice.words.append(
            "This is the first deploy of this stack: its tables are protected from deletion in a second step, "
            "so that a deploy that fails leaves nothing behind."
        )
    return choice


def overrides(parameters: dict[str, str]) -> list[str]:
    """Parameters as they are shown and typed, in the order of their names."""
    quoted = {name: value.replace('"', '\\"') for name, value in parameters.items()}
    return [f'{name}="{quoted[name]}"' for name in sorted(quoted)]
