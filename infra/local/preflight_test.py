"""What `make deploy` chooses for several kinds of accounts, without AWS: its dry run against the
answers in quota_answers/.

    python3 infra/local/preflight_test.py

The answers have the form of AWS's (boto3) and are written by hand: a new account, one with the
usual quota, one where others have reserved most of it, and one that has a Chute already."""

import json
import re
import subprocess
import sys
import unittest
from datetime import datetime, timedelta, timezone
from pathlib import Path

import boundary
import preflight
import race_days
import tools

tools.inside("emulator")  # which has SAM's translator

import botocore.session
import deploy_aws
from botocore.validate import ParamValidator

ANSWERS = Path(__file__).parent / "quota_answers"
OFFER = deploy_aws.offer()
WANTED = sum(OFFER.reserved.values())


def chosen(
    account: str,
    parameters: str = "AlarmEmail=a@example.org",
    question=None,
    stack: str = "chute",
    region: str = "us-east-1",
) -> preflight.Choice:
    given = preflight.given_parameters(parameters, OFFER)
    return preflight.choose(
        preflight.from_file(ANSWERS / f"{account}.json"), stack, region, OFFER, given, question
    )


def account(limit: int, free: int, status: str = "", **others) -> preflight.Ask:
    """An account with these figures and a stack in this state; `others` are more answers by
    operation, or the error codes that come instead."""
    stacks = [{"StackName": "chute", "StackStatus": status}] if status else []
    answers = {
        "describe_stacks": {"Stacks": stacks},
        "list_stack_resources": {
            "StackResourceSummaries": [
                {"LogicalResourceId": "EventsTable", "PhysicalResourceId": "chute-EventsTable-1"}
            ]
        },
        "scan": {"Items": []},
        "describe_alarms": {"MetricAlarms": []},
        "get_account": {},
        "get_sms_sandbox_account_status": {"IsInSandbox": False},
        "list_distributions": {},
        "get_account_settings": {
            "AccountLimit": {"ConcurrentExecutions": limit, "UnreservedConcurrentExecutions": free}
        },
    } | others

    def ask(service: str, operation: str, **given) -> dict:
        if isinstance(answers[operation], str):
            raise preflight.Unanswered(answers[operation])
        return answers[operation]

    return ask


def standing(parameters: dict[str, str], **others) -> preflight.Ask:
    """An account with a stack that was deployed with these parameters, and the usual quota."""
    known = [{"ParameterKey": name, "ParameterValue": one} for name, one in parameters.items()]
    stack = {"StackName": "chute", "StackStatus": "UPDATE_COMPLETE", "Parameters": known}
    return account(1000, 1000, describe_stacks={"Stacks": [stack]}, **others)


def at_account(ask: preflight.Ask, given: dict, forced: bool = False) -> preflight.Choice:
    known = {"AlarmEmail": ""} | given
    return preflight.choose(ask, "chute", "us-east-1", OFFER, known, forced=forced)


def told(choice: preflight.Choice) -> str:
    return "\n".join(choice.words)


class Answers(unittest.TestCase):
    """The files of answers are written by hand: their form is compared with AWS's own models."""

    def test_questions_and_answers_have_the_form_of_aws(self):
        session = botocore.session.get_session()
        for file in sorted(ANSWERS.glob("*.json")):
            for one in json.loads(file.read_text()):
                with self.subTest(file.name, service=one["service"], operation=one["operation"]):
                    model = session.get_service_model(one["service"])
                    known = {botocore.xform_name(name): name for name in model.operation_names}
                    operation = model.operation_model(known[one["operation"]])
                    if operation.input_shape:
                        asked = ParamValidator().validate(one["given"], operation.input_shape)
                        self.assertFalse(asked.has_errors(), asked.generate_report())
                    self.has_form(one["answer"], operation.output_shape)

    def has_form(self, value, shape) -> None:
        kinds = {"structure": dict, "map": dict, "list": list, "string": str, "boolean": bool}
        if kind := kinds.get(shape.type_name):
            self.assertIsInstance(value, kind, shape.name)
        if shape.type_name == "structure":
            for name, inner in value.items():
                self.assertIn(name, shape.members, shape.name)
                self.has_form(inner, shape.members[name])
        elif shape.type_name == "map":
            for inner in value.values():
                self.has_form(inner, shape.value)
        elif shape.type_name == "list":
            for inner in value:
                self.has_form(inner, shape.member)
        elif shape.type_name == "string" and shape.enum:
            self.assertIn(value, shape.enum, shape.name)


class Reserving(unittest.TestCase):
    def test_a_new_account_keeps_nothing_and_is_told_how_to_get_more(self):
        choice = chosen("new-account")
        self.assertEqual(choice.parameters["Reserve"], "false")
        self.assertIn("may run 10 functions at once", told(choice))
        self.assertIn(f"{WANTED + 100} are needed", told(choice))
        self.assertIn(preflight.ASK_FOR_MORE, told(choice))

    def test_the_usual_quota_keeps_what_uploads_need(self):
        choice = chosen("full-quota")
        self.assertEqual(choice.parameters["Reserve"], "true")
        self.assertIn(f"{WANTED} are kept for uploads", told(choice))

    def test_what_others_keep_counts(self):
        choice = chosen("shared-account")
        self.assertEqual(choice.parameters["Reserve"], "false")
        self.assertIn("700 of them kept by others", told(choice))

    def test_what_this_stack_keeps_already_does_not_count_against_it(self):
        self.assertEqual(chosen("standing-stack").parameters["Reserve"], "true")

    def test_the_border(self):
        given = {"AlarmEmail": ""}
        for free, value in ((WANTED + 99, "false"), (WANTED + 100, "true")):
            self.assertEqual(
                at_account(account(1000, free), given).parameters["Reserve"],
                value,
            )

    def test_what_cannot_be_is_refused_before_anything_happens(self):
        with self.assertRaisesRegex(preflight.Refused, "Reserve=true needs"):
            chosen("new-account", "AlarmEmail= Reserve=true")
        self.assertEqual(
            chosen("full-quota", "AlarmEmail= Reserve=false").parameters["Reserve"], "false"
        )


class Alarms(unittest.TestCase):
    def test_somebody_is_asked(self):
        self.assertEqual(
            chosen("full-quota", "", lambda: " b@example.org ").parameters["AlarmEmail"],
            "b@example.org",
        )
        self.assertEqual(chosen("full-quota", "", lambda: "").parameters["AlarmEmail"], "")

    def test_without_anybody_to_ask_the_deploy_does_not_begin(self):
        with self.assertRaisesRegex(preflight.Refused, "Who gets the alarms"):
            chosen("full-quota", "")

    def test_a_standing_stack_keeps_its_own(self):
        choice = chosen("standing-stack", "")
        self.assertNotIn("AlarmEmail", choice.parameters)
        self.assertIn("timing@example.org", told(choice))

    def test_an_address_that_is_none(self):
        for parameters, question in (("AlarmEmail=nobody", None), ("", lambda: "a b@example.org")):
            with self.assertRaisesRegex(preflight.Refused, "AlarmEmail is one e-mail address"):
                chosen("full-quota", parameters, question)

    def test_nobody_is_kept_as_nobody(self):
        choice = preflight.choose(standing({"AlarmEmail": ""}), "chute", "us-east-1", OFFER, {})
        self.assertNotIn("AlarmEmail", choice.parameters)
        self.assertIn("Nobody gets the alarms, as before", told(choice))

    def test_concurrency_begins_to_ring_at_seventy_percent_of_the_quota(self):
        for name, value in (("new-account", "7"), ("full-quota", "700"), ("shared-account", "700")):
            choice = chosen(name)
            self.assertEqual(choice.parameters["ConcurrencyAlarm"], value, name)
            self.assertIn(f"begins at {value} functions at once, 70 %", told(choice))
        choice = chosen("full-quota", "AlarmEmail= ConcurrencyAlarm=1500")
        self.assertEqual(choice.parameters["ConcurrencyAlarm"], "1500")
        self.assertIn("1,500 functions at once, as PARAMETERS says", told(choice))

    def test_a_budget_needs_somebody_who_is_told(self):
        with self.assertRaisesRegex(preflight.Refused, "BudgetDollars=50 needs AlarmEmail"):
            chosen("full-quota", "AlarmEmail= BudgetDollars=50")
        with self.assertRaisesRegex(preflight.Refused, "BudgetDollars=50 needs AlarmEmail"):
            chosen("full-quota", "BudgetDollars=50", lambda: "")
        for account_, parameters in (
            ("full-quota", "AlarmEmail=a@example.org BudgetDollars=50"),
            ("standing-stack", "BudgetDollars=50"),
        ):
            self.assertIn("half of 50 dollars a month", told(chosen(account_, parameters)))
        self.assertIn("No budget tells", told(chosen("full-quota")))

    def test_what_protects_without_a_firewall_is_said(self):
        self.assertNotIn("firewall", told(chosen("full-quota")))
        words = told(chosen("full-quota", "AlarmEmail= Firewall=false ThrottleRate=50"))
        self.assertIn("all callers share 50 requests a second", words)


class Steps(unittest.TestCase):
    def test_a_first_deploy_protects_its_tables_last(self):
        choice = chosen("new-account")
        self.assertTrue(choice.first)
        self.assertEqual(choice.parameters["Protect"], "true")
        self.assertIn("second step", told(choice))
        self.assertFalse(chosen("standing-stack").first)

    def test_only_a_stack_that_never_stood_is_removed(self):
        for status in (
            "ROLLBACK_COMPLETE",
            "REVIEW_IN_PROGRESS",
            "UPDATE_COMPLETE",
            "UPDATE_ROLLBACK_COMPLETE",
        ):
            choice = at_account(account(10, 10, status), {})
            self.assertEqual(choice.remove_remains, status == "ROLLBACK_COMPLETE", status)

    def test_a_stack_of_another_program_is_left_alone(self):
        others = {"StackResourceSummaries": [{"LogicalResourceId": "Queue"}]}
        ask = account(10, 10, "CREATE_COMPLETE", list_stack_resources=others)
        with self.assertRaisesRegex(preflight.Refused, "another program's: it has no EventsTable"):
            at_account(ask, {})

    def test_what_cannot_be_finished_is_explained(self):
        for status in preflight.BY_HAND:
            with self.assertRaisesRegex(preflight.Refused, f"{status}.*A deploy that failed"):
                at_account(account(1000, 1000, status), {})

    def test_a_stack_in_between_is_left_alone(self):
        for status in (
            "UPDATE_IN_PROGRESS",
            "ROLLBACK_FAILED",
            "DELETE_FAILED",
            "UPDATE_ROLLBACK_FAILED",
        ):
            with self.assertRaisesRegex(preflight.Refused, status):
                at_account(account(1000, 1000, status), {})


class Parameters(unittest.TestCase):
    def test_mistakes_are_refused_in_words(self):
        plain = "one line of plain text"
        emulator = "for the emulator of `make start-aws`"
        for text, said in (
            ("Alarm=a@example.org", "no parameter=value"),
            ("Reserve", "no parameter=value"),
            ("Architecture=x86_64", "no parameter=value"),
            ("Alerts=nobody", "one of: timing-client, server"),
            ("AlarmEmail=a@b.org AlarmEmail=c@d.org", "twice"),
            ("Operator=<b>", plain),
            ('"Operator=a\nb"', plain),
            (f"Operator={'x' * 101}", plain),
            (f"Support={'x' * 201}", plain),
            ("DollarsAPart=abc", "DollarsAPart is a number of dollars such as 0.02"),
            ("RowsAYear=many", "RowsAYear is a whole number from 1,000 to 1,000,000"),
            ("RowsAYear=999", "from 1,000 to 1,000,000"),
            ("ThrottleRate=0", "ThrottleRate is a whole number of at least 1"),
            ("ThrottleBurst=99999999999", "from 1 to 2,147,483,647"),
            ("CallsPerAddress=5", "CallsPerAddress is a whole number from 10 to 2,000,000,000"),
            ("OpenCalls=5000000000", "from 0 to 1,000,000,000"),
            ("AreaCodes=206;360", "AreaCodes is area codes of three digits with commas between"),
            ("PushServices=https://fcm.googleapis.com", "without https:// and without a path"),
            ("MailFrom=a@-", "an e-mail address of at most 100 characters"),
            ("AlarmEmail=you@", "AlarmEmail is one e-mail address such as you@example.org"),
            ('"AlarmEmail=a b@example.org"', "AlarmEmail is one e-mail address"),
            ("OriginationNumber=206-555-1234", "a number in E.164 such as .12065550123"),
            ("DollarsAPart=٠.٠٢", "DollarsAPart is a number of dollars"),
            ("PartsASecond=0", "PartsASecond is a whole number from 1 to 1,000,000,000"),
            ("ConcurrencyAlarm=0", "of at least 1"),
            ("SiteDomain=https://results.example.org/", "without https:// and without a path"),
            (
                "CertificateArn=arn:aws:acm:eu-west-1:123456789012:certificate/1a",
                "an ACM certificate in us-east-1, wherever the stack is",
            ),
            ("MailFrom=results", "an e-mail address"),
            ("BudgetDollars=-1", "BudgetDollars is a whole number of at least 0"),
            ("Firewall=no", "Firewall is one of: true, false"),
            (
                "EdgeFirewall=arn:aws:wafv2:eu-west-1:123456789012:regional/webacl/chute/1a2b",
                "a web ACL of scope CLOUDFRONT",
            ),
            ("Local=true", emulator),
            ("ApiOriginDomain=localhost", emulator),
            ("ApiOriginPort=4570", emulator),
        ):
            with self.subTest(text), self.assertRaisesRegex(preflight.Refused, said):
                preflight.given_parameters(text, OFFER)

    def test_who_sends_the_texts_is_a_line_of_plain_text(self):
        given = preflight.given_parameters(
            '"Operator=River Timing LLC" Support=help@example.org', OFFER
        )
        self.assertEqual(given, {"Operator": "River Timing LLC", "Support": "help@example.org"})

    def test_what_is_accepted_is_not_refused(self):
        text = (
            "DollarsAPart=0.0075 RowsAYear=1000000 SiteDomain=results.example.org MailFrom=a@example.org "
            "CertificateArn=arn:aws:acm:us-east-1:123456789012:certificate/1a Local=false BudgetDollars=00"
        )
        given = preflight.given_parameters(text, OFFER)
        self.assertEqual((len(given), given["BudgetDollars"]), (7, "0"))


class Standing(unittest.TestCase):
    """What a deploy without PARAMETERS makes of those that a stack has."""

    def deployed(self, **parameters: str) -> preflight.Choice:
        ask = standing({"AlarmEmail": ""} | parameters)
        return preflight.choose(ask, "chute", "us-east-1", OFFER, {})

    def test_what_is_chosen_by_the_account_is_said_where_it_differs(self):
        had = {"ConcurrencyAlarm": "1500", "Reserve": "false", "MakeLogRole": "false"}
        choice = self.deployed(**had, Protect="false")
        self.assertEqual(choice.parameters["Protect"], "true")
        for name, value in (had | {"Protect": "false"}).items():
            self.assertIn(
                f"{name} was {value} and becomes {choice.parameters[name]}: {name}={value} in PARAMETERS keeps it.",
                told(choice),
            )

    def test_what_is_as_before_is_not(self):
        choice = self.deployed(ConcurrencyAlarm="700", Reserve="true", Protect="true")
        self.assertNotIn("becomes", told(choice))

    def test_what_is_not_accepted_any_more_is_refused(self):
        with self.assertRaisesRegex(
            preflight.Refused, "chute has ThrottleRate=0, but ThrottleRate is a whole number of at"
        ):
            self.deployed(ThrottleRate="0")
        ask = standing({"AlarmEmail": "", "ThrottleRate": "0"})
        given = {"ThrottleRate": "500"}
        preflight.choose(ask, "chute", "us-east-1", OFFER, given)


class Regions(unittest.TestCase):
    def test_regions_without_cloudfront(self):
        for region in ("us-gov-west-1", "cn-north-1", "eusc-de-east-1", "us east", ""):
            with (
                self.subTest(region),
                self.assertRaisesRegex(preflight.Refused, "no region .* CloudFront"),
            ):
                chosen("new-account", region=region)
        for region in ("eu-north-1", "mx-central-1", "ap-southeast-7"):
            chosen("new-account", region=region)

    def test_a_region_without_budgets(self):
        given = {"AlarmEmail": "a@example.org", "BudgetDollars": "50"}

        def at(answer) -> preflight.Choice:
            ask = account(1000, 1000, describe_type=answer)
            return preflight.choose(ask, "chute", "eu-north-1", OFFER, given)

        with self.assertRaisesRegex(preflight.Refused, "eu-north-1 .*no budgets.*BudgetDollars=0"):
            at("TypeNotFoundException")
        self.assertIn("could not be asked (AccessDenied)", told(at("AccessDenied")))
        self.assertIn("half of 50 dollars", told(at({"TypeName": "AWS::Budgets::Budget"})))


class Domains(unittest.TestCase):
    SITE = "AlarmEmail= SiteDomain=results.example.org"
    ARN = " CertificateArn=arn:aws:acm:us-east-1:123456789012:certificate/"

    def test_a_domain_needs_a_certificate(self):
        with self.assertRaisesRegex(preflight.Refused, "needs CertificateArn.*\n.*request-cert"):
            chosen("full-quota", self.SITE)

    def test_the_certificate_is_for_the_domain_and_issued(self):
        for one in ("1a", "2b"):
            self.assertIn(
                "https://results.example.org/",
                told(chosen("full-quota", self.SITE + self.ARN + one)),
            )
        with self.assertRaisesRegex(preflight.Refused, "is for other.example.com"):
            chosen("full-quota", self.SITE + self.ARN + "3c")
        with self.assertRaisesRegex(preflight.Refused, "PENDING_VALIDATION"):
            chosen("full-quota", self.SITE + self.ARN + "4d")

    def certified(self, aliases: tuple[str, ...] = (), **certificate: str) -> preflight.Choice:
        of = {"DomainName": "results.example.org", "Status": "ISSUED"} | certificate
        other = {"Id": "EOTHER", "Aliases": {"Quantity": len(aliases), "Items": list(aliases)}}
        ask = account(
            1000,
            1000,
            describe_certificate={"Certificate": of},
            list_distributions={"DistributionList": {"Items": [other, {"Id": "E1"}]}},
        )
        return at_account(ask, preflight.given_parameters(f"{self.SITE}{self.ARN}1a", OFFER))

    def test_keys_that_cloudfront_does_not_take(self):
        for one in ("EC_secp384r1", "EC_secp521r1"):
            with self.assertRaisesRegex(preflight.Refused, f"{one}.*CloudFront.*prime256v1"):
                self.certified(KeyAlgorithm=one)
        for one in ("EC_prime256v1", "RSA_2048", "RSA-2048", "RSA_4096"):
            self.certified(KeyAlgorithm=one)

    def test_only_a_pending_certificate_is_waited_for(self):
        with self.assertRaisesRegex(preflight.Refused, "PENDING.*\n.*certificate-validated"):
            self.certified(Status="PENDING_VALIDATION")
        for status in ("EXPIRED", "INACTIVE", "REVOKED", "FAILED", "VALIDATION_TIMED_OUT"):
            with self.assertRaisesRegex(
                preflight.Refused, f"{status}.*another one.*\n.*request-certificate"
            ) as refused:
                self.certified(Status=status)
            self.assertNotIn("certificate-validated", str(refused.exception))

    def test_a_domain_of_another_distribution(self):
        with self.assertRaisesRegex(
            preflight.Refused, "results.example.org is an alias of the distribution EOTHER"
        ):
            self.certified(("www.example.org", "results.example.org"))
        self.certified(("*.example.org", "www.example.org"))

    def test_the_domain_of_the_stack_itself(self):
        arn = self.ARN.removeprefix(" CertificateArn=") + "1a"
        known = {"AlarmEmail": "", "SiteDomain": "results.example.org", "CertificateArn": arn}
        there = {"EventsTable": "chute-EventsTable-1", "Distribution": "E1"}
        own = {"Id": "E1", "Aliases": {"Quantity": 1, "Items": ["results.example.org"]}}
        more = {
            "describe_certificate": {
                "Certificate": {"DomainName": "results.example.org", "Status": "ISSUED"}
            },
            "list_distributions": {"DistributionList": {"Items": [own]}},
            "list_stack_resources": {
                "StackResourceSummaries": [
                    {"LogicalResourceId": name, "PhysicalResourceId": one}
                    for name, one in there.items()
                ]
            },
        }
        preflight.choose(standing(known, **more), "chute", "us-east-1", OFFER, {})

    def test_one_that_is_not_there(self):
        arn = "arn:aws:acm:us-east-1:123456789012:certificate/9z"
        given = {"SiteDomain": "results.example.org", "CertificateArn": arn}
        with self.assertRaisesRegex(preflight.Refused, "has no certificate CertificateArn="):
            at_account(account(10, 10, describe_certificate="ResourceNotFoundException"), given)
        choice = at_account(account(10, 10, describe_certificate="AccessDeniedException"), given)
        self.assertIn("could not be asked (AccessDeniedException)", told(choice))


class Names(unittest.TestCase):
    def test_a_name_that_makes_the_boundary_too_long(self):
        parameters = OFFER.defaults()
        most = boundary.longest_name(OFFER.boundary(parameters), "us-east-1", parameters)
        self.assertEqual(most, 38)
        chosen("new-account", stack="x" * most)
        with self.assertRaisesRegex(
            preflight.Refused, "39 characters: it makes the policy FunctionBoundary 6,1.*at most 38"
        ):
            chosen("new-account", stack="x" * (most + 1))

    def test_options_and_regions_leave_less(self):
        more = "AlarmEmail= Alerts=server"
        with self.assertRaisesRegex(preflight.Refused, "at most 30"):
            chosen("new-account", more, stack="x" * 38)
        with self.assertRaisesRegex(preflight.Refused, "In ap-southeast-1 .* at most 3[0-9]"):
            chosen("new-account", stack="x" * 38, region="ap-southeast-1")

    def test_a_stack_that_stands_is_judged_by_the_names_it_has(self):
        policy, parameters = OFFER.boundary(OFFER.defaults()), OFFER.defaults()
        name = "x" * (boundary.longest_name(policy, "us-east-1", parameters) + 1)
        named = set(re.findall(r"\b\w+(?:Table|Bucket|Logs|Failures|Calls|Queue)\b", str(policy)))
        # CloudFormation's suffixes may be shorter than the longest
        listed = [
            {"LogicalResourceId": one, "PhysicalResourceId": f"{name}-{one}-ABCDEFGHIJK"}
            for one in named
        ]
        standing = {"Stacks": [{"StackName": name, "StackStatus": "UPDATE_COMPLETE"}]}
        ask = account(
            1000,
            1000,
            describe_stacks=standing,
            list_stack_resources={"StackResourceSummaries": listed},
        )
        given = {"AlarmEmail": ""}
        preflight.choose(ask, name, "us-east-1", OFFER, given)
        with self.assertRaisesRegex(preflight.Refused, "leave out what you have added"):
            preflight.choose(ask, name, "us-east-1", OFFER, given | {"Alerts": "server"})

    def test_a_name_that_is_too_long_for_cloudfront(self):
        short = preflight.Offer(OFFER.parameters, OFFER.reserved, lambda given: {})
        with self.assertRaisesRegex(preflight.Refused, "65 characters at CloudFront"):
            preflight.fits("x" * 40, "us-east-1", short, OFFER.defaults(), {})
        preflight.fits("x" * 39, "us-east-1", short, OFFER.defaults(), {})

    def test_a_policy_is_counted_without_white_space(self):
        policy = {"Statement": [{"Resource": {"Fn::GetAtt": ["KeysTable", "Arn"]}}]}
        arn = "arn:aws:dynamodb:us-east-1:000000000000:table/chute-KeysTable-XXXXXXXXXXXXX"
        self.assertEqual(
            boundary.size(policy, boundary.Place("chute", "us-east-1"), {}),
            len('{"Statement":[{"Resource":""}]}') + len(arn),
        )

    def test_what_is_no_name(self):
        for name in ("1chute", "chute_2", "chute.org", ""):
            with (
                self.subTest(name),
                self.assertRaisesRegex(preflight.Refused, "no name of a stack"),
            ):
                chosen("new-account", stack=name)


class Prerequisites(unittest.TestCase):
    def test_a_new_account_is_told_what_to_ask_for(self):
        words = told(chosen("new-account"))
        self.assertIn("Your account must be verified", words)
        self.assertIn("Exit SMS sandbox", words)
        self.assertIn(preflight.ASK_FOR_MORE, words)

    def test_one_that_has_it_is_not(self):
        words = told(chosen("shared-account"))
        self.assertNotIn("must be verified", words)
        self.assertNotIn("sandbox", words)

    def test_mail(self):
        parameters = f"{Domains.SITE}{Domains.ARN}1a Alerts=server MailFrom=results@example.org"
        words = told(chosen("full-quota", parameters))
        self.assertIn("put-account-details --production-access-enabled", words)
        self.assertIn("has not verified example.org yet", words)
        self.assertIn(
            "No e-mails are sent: they need MailFrom and SiteDomain",
            told(chosen("full-quota", "AlarmEmail= Alerts=server")),
        )
        self.assertIn(
            "MailFrom needs SiteDomain and Alerts=server",
            told(chosen("full-quota", "AlarmEmail= MailFrom=results@example.org")),
        )

    def test_a_domain_that_ses_does_not_know(self):
        arn = "arn:aws:acm:us-east-1:123456789012:certificate/1a"
        given = {"SiteDomain": "a.example.org", "CertificateArn": arn, "Alerts": "server"}
        issued = {"Certificate": {"DomainName": "a.example.org", "Status": "ISSUED"}}
        ask = account(
            10,
            10,
            describe_certificate=issued,
            get_account={"ProductionAccessEnabled": True},
            get_email_identity="NotFoundException",
        )
        choice = at_account(ask, given | {"MailFrom": "x@example.org"})
        self.assertIn("create-email-identity --email-identity example.org", told(choice))

    def test_what_cannot_be_asked_is_said(self):
        ask = account(10, 10, get_sms_sandbox_account_status="AuthorizationError")
        self.assertIn("could not be asked (AuthorizationError)", told(at_account(ask, {})))

    def test_who_sends_the_texts(self):
        self.assertIn("timing client's", told(chosen("new-account")))
        words = told(chosen("standing-stack"))
        self.assertIn("the server sends text alerts", words)
        self.assertIn("DollarsAPart=0.02", words)
        self.assertNotIn("does not send", words)


class LogRole(unittest.TestCase):
    def test_a_role_of_another_program_is_kept(self):
        choice = chosen("shared-account")
        self.assertEqual(choice.parameters["MakeLogRole"], "false")
        self.assertIn("AnotherProgram-LogRole-1A2B", told(choice))

    def test_one_is_made_where_there_is_none(self):
        self.assertEqual(chosen("new-account").parameters["MakeLogRole"], "true")
        gone = account(
            10,
            10,
            get_account={"cloudwatchRoleArn": "arn:aws:iam::1:role/gone"},
            get_role="NoSuchEntity",
        )
        self.assertEqual(at_account(gone, {}).parameters["MakeLogRole"], "true")

    def test_a_stack_keeps_the_one_it_has_made(self):
        self.assertEqual(chosen("standing-stack", "").parameters["MakeLogRole"], "true")

    def test_unasked_and_unknown_nothing_is_replaced(self):
        ask = account(10, 10, get_account="AccessDeniedException")
        with self.assertRaisesRegex(preflight.Refused, "MakeLogRole=true in PARAMETERS"):
            at_account(ask, {})
        choice = at_account(ask, {"MakeLogRole": "true"})
        self.assertEqual(choice.parameters["MakeLogRole"], "true")


def year(date: timedelta, live: bool = False, gone: bool = False) -> dict:
    """A year of the table of events whose race begins that long after now."""
    begins = (datetime.now(timezone.utc) + date).isoformat(timespec="seconds")
    inside = {"year": {"S": "2026"}, "date_time": {"S": begins}, "live": {"BOOL": live}}
    return {"p": {"S": "river-10k"}, "yr": {"M": inside}} | (
        {"gone": {"BOOL": True}} if gone else {}
    )


HOUR, DAY = timedelta(hours=1), timedelta(days=1)


class RaceDays(unittest.TestCase):
    def on(self, *items: dict) -> bool:
        return bool(list(race_days.on(list(items), race_days.now())))

    def test_within_a_day_of_its_date_and_while_it_is_live(self):
        for item, on in (
            (year(-23 * HOUR), True),
            (year(23 * HOUR), True),
            (year(-25 * HOUR), False),
            (year(25 * HOUR, live=True), False),
            (year(-5 * DAY, live=True), True),  # a race of six days
            (year(-15 * DAY, live=True), False),  # a forgotten mark
            (year(HOUR, live=True, gone=True), False),  # a deleted year
            ({"p": {"S": "river-10k"}, "ev": {"M": {}}}, False),
        ):
            with self.subTest(item):
                self.assertEqual(self.on(item), on)

    def test_dates_as_they_are_stored(self):
        now = datetime(2026, 5, 2, 12, tzinfo=timezone.utc)
        item = year(HOUR)
        for text, on in (
            ("2026-05-02T10:00:00Z", True),
            ("2026-05-03T21:00:00+14:00", True),
            ("2026-05-03T21:00:00-07:00", False),
            ("", False),
        ):
            item["yr"]["M"]["date_time"]["S"] = text
            with self.subTest(text):
                self.assertEqual(bool(list(race_days.on([item], now))), on)

    def test_a_deploy_is_refused_unless_it_is_forced(self):
        ask = account(1000, 1000, "UPDATE_COMPLETE", scan={"Items": [year(HOUR, live=True)]})
        with self.assertRaisesRegex(
            preflight.Refused, "A race is on: river-10k/2026 .live, .*FORCE=1"
        ):
            at_account(ask, {})
        self.assertIn("as FORCE says", told(at_account(ask, {}, forced=True)))

    def test_a_first_deploy_has_no_races(self):
        at_account(account(1000, 1000, scan="ResourceNotFoundException"), {})


class TakenBack(unittest.TestCase):
    def test_alarms_take_a_deploy_back_unless_they_are_active_already(self):
        choice = chosen("standing-stack", "")
        self.assertEqual(
            [arn.rpartition(":")[2] for arn in choice.triggers],
            ["chute-AccountApiErrors-1A2B", "chute-RemoteApiErrors-1A2B"],
        )
        self.assertIn("PublishErrors is active", told(choice))

    def test_a_first_deploy_has_no_alarms(self):
        self.assertEqual(chosen("new-account").triggers, [])


class DryRun(unittest.TestCase):
    def run_it(self, *arguments: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            [sys.executable, deploy_aws.__file__, *arguments],
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
        )

    def test_nothing_but_words(self):
        done = self.run_it(
            "--dry-run",
            str(ANSWERS / "new-account.json"),
            "--parameters",
            "AlarmEmail=a@example.org",
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("Reserve=false", done.stdout)
        self.assertIn(
            'It would deploy with AlarmEmail="a@example.org" ConcurrencyAlarm="7" MakeLogRole="true" Protect="true" Reserve="false"',
            done.stdout,
        )

    def test_a_refusal_is_one_sentence(self):
        done = self.run_it("--dry-run", str(ANSWERS / "full-quota.json"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("Who gets the alarms?", done.stderr)
        self.assertNotIn("Traceback", done.stderr)


if __name__ == "__main__":
    unittest.main()
