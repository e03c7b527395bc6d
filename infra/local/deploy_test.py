"""What `make deploy` and `make rollback` decide by themselves: what they choose by the account, what
they refuse before anything is changed, what the distribution fetches again, and what cannot be gone
back on. AWS's answers come from botocore's stubs, which have the form of its own models.

    python3 infra/local/deploy_test.py"""

import contextlib
import io
import os
import subprocess
import sys
import tempfile
import unittest
from datetime import datetime, timedelta, timezone
from pathlib import Path
from unittest import mock

import tools

tools.inside("emulator")  # which has PyYAML and boto3

import boto3
import command_line
import cross
import deploy_aws
import pages
import preflight
import race_days
import rollback
from botocore.exceptions import ClientError
from botocore.stub import Stubber

OFFER = deploy_aws.offer()
WANTED = sum(OFFER.reserved.values())
ARN = "arn:aws:cloudwatch:us-east-1:000000000000:alarm:"


def said(act, *arguments, **more) -> str:
    """What the program says when it ends; empty if it goes on."""
    told = io.StringIO()
    with (
        contextlib.redirect_stdout(io.StringIO()),
        contextlib.redirect_stderr(told),
        contextlib.suppress(SystemExit),
    ):
        act(*arguments, **more)
    return told.getvalue()


def aws(*answers: tuple[str, str, dict | str]):
    """Clients that get these answers (service, operation, answer or error code), for each service in
    this order."""
    made: dict[str, tuple] = {}
    for service, operation, answer in answers:
        if service not in made:
            one = boto3.client(
                service,
                region_name="us-east-1",
                aws_access_key_id="test",
                aws_secret_access_key="test",
            )
            made[service] = (one, Stubber(one))
            made[service][1].activate()
        if isinstance(answer, str):
            made[service][1].add_client_error(operation, answer)
        else:
            made[service][1].add_response(operation, answer)
    return lambda service: made[service][0]


def account(limit: int = 1_000, free: int = 1_000, log_role: dict | None = None, *more: tuple):
    """An account without a stack."""
    at_once = {"ConcurrentExecutions": limit, "UnreservedConcurrentExecutions": free}
    return aws(
        ("cloudformation", "describe_stacks", {"Stacks": []}),
        ("lambda", "get_account_settings", {"AccountLimit": at_once}),
        ("apigateway", "get_account", log_role or {}),
        *more,
    )


def with_stack(
    status: str = "UPDATE_COMPLETE",
    resources: tuple[str, ...] = ("EventsTable", "AccessLogAccount", *preflight.TRIGGERS),
    years: tuple[dict, ...] = (),
    **parameters: str,
):
    """An account in which a stack is in this state. Of its alarms PublishErrors is active."""
    stack = {
        "StackName": "chute",
        "StackStatus": status,
        "CreationTime": datetime.now(timezone.utc),
        "Parameters": [
            {"ParameterKey": name, "ParameterValue": one} for name, one in parameters.items()
        ],
    }
    summaries = [
        {
            "LogicalResourceId": name,
            "PhysicalResourceId": f"chute-{name}",
            "ResourceType": "AWS::X::Y",
            "ResourceStatus": "CREATE_COMPLETE",
            "LastUpdatedTimestamp": datetime.now(timezone.utc),
        }
        for name in resources
    ]
    alarms = [
        {
            "AlarmName": f"chute-{name}",
            "AlarmArn": f"{ARN}{name}",
            "StateValue": "ALARM" if name == "PublishErrors" else "OK",
        }
        for name in preflight.TRIGGERS
    ]
    at_once = {"ConcurrentExecutions": 1_000, "UnreservedConcurrentExecutions": 1_000}
    return aws(
        ("cloudformation", "describe_stacks", {"Stacks": [stack]}),
        ("cloudformation", "list_stack_resources", {"StackResourceSummaries": summaries}),
        ("dynamodb", "scan", {"Items": list(years)}),
        ("lambda", "get_account_settings", {"AccountLimit": at_once}),
        ("apigateway", "get_account", {}),
        ("cloudwatch", "describe_alarms", {"MetricAlarms": alarms}),
    )


def chosen(clients, parameters: str = "AlarmEmail=", question=None, forced: bool = False):
    given = preflight.given_parameters(parameters, OFFER)
    return preflight.choose(clients, "chute", OFFER, given, question, forced=forced)


class Account(unittest.TestCase):
    def test_what_is_kept_for_uploads_depends_on_what_is_free(self):
        for limit, free, asked, value in (
            (10, 10, "", "false"),
            (1_000, WANTED + 99, "", "false"),
            (1_000, WANTED + 100, "", "true"),
            (1_000, 1_000, " Reserve=false", "false"),
        ):
            choice = chosen(account(limit, free), f"AlarmEmail={asked}")
            self.assertEqual(choice.parameters["Reserve"], value, (limit, free, asked))
        self.assertIn(preflight.ASK_FOR_MORE, "\n".join(chosen(account(10, 10)).words))

    def test_what_this_stack_keeps_already_does_not_count_against_it(self):
        names = list(OFFER.reserved)[:2]
        answer = {"ReservedConcurrentExecutions": 7}
        clients = aws(*[("lambda", "get_function_concurrency", answer)] * 2)
        self.assertEqual(preflight.kept_now(clients, dict.fromkeys(names, "x"), OFFER), 14)

    def test_an_alarm_begins_at_seventy_percent_of_what_the_account_may_run(self):
        for limit, value in ((10, "7"), (1_000, "700"), (1, "1")):
            choice = chosen(account(limit, limit))
            self.assertEqual(choice.parameters["ConcurrencyAlarm"], value)
        choice = chosen(account(), "AlarmEmail= ConcurrencyAlarm=1500")
        self.assertEqual(choice.parameters["ConcurrencyAlarm"], "1500")

    def test_somebody_is_asked_who_gets_the_alarms(self):
        choice = chosen(account(), "", lambda: " b@example.org ")
        self.assertEqual(choice.parameters["AlarmEmail"], "b@example.org")
        self.assertIn("Who gets the alarms", said(chosen, account(), ""))
        wrong = said(chosen, account(), "", lambda: "a b@example.org")
        self.assertIn("AlarmEmail is one e-mail address", wrong)
        kept = chosen(with_stack(AlarmEmail="timing@example.org"), "")
        self.assertEqual(kept.parameters["AlarmEmail"], "timing@example.org")

    def test_a_role_of_another_program_is_kept(self):
        role = {"cloudwatchRoleArn": "arn:aws:iam::1:role/another"}
        when = datetime.now(timezone.utc)
        found = {
            "Role": {
                "Path": "/",
                "RoleName": "another",
                "RoleId": "x" * 16,
                "Arn": "arn:aws:iam::1:role/another",
                "CreateDate": when,
            }
        }
        for more, value in (
            ([("iam", "get_role", found)], "false"),
            ([("iam", "get_role", "NoSuchEntity")], "true"),
        ):
            choice = chosen(account(1_000, 1_000, role, *more))
            self.assertEqual(choice.parameters["MakeLogRole"], value)
        self.assertEqual(chosen(account()).parameters["MakeLogRole"], "true")
        with self.assertRaises(ClientError):
            chosen(account(1_000, 1_000, role, ("iam", "get_role", "AccessDenied")))


class Stack(unittest.TestCase):
    def test_a_first_deploy_protects_its_tables_last(self):
        choice = chosen(account())
        self.assertTrue(choice.first)
        self.assertEqual((choice.parameters["Protect"], choice.triggers), ("true", []))

    def test_only_a_stack_that_never_stood_is_removed(self):
        for status in ("ROLLBACK_COMPLETE", "REVIEW_IN_PROGRESS", *preflight.STANDS):
            remains = chosen(with_stack(status)).remove_remains
            self.assertEqual(remains, status == "ROLLBACK_COMPLETE", status)

    def test_a_stack_of_another_program_is_left_alone(self):
        told = said(chosen, with_stack(resources=("Queue",)))
        self.assertIn("another program's: it has no EventsTable", told)

    def test_a_stack_in_between_is_left_alone(self):
        for status in ("UPDATE_IN_PROGRESS", "ROLLBACK_FAILED", "UPDATE_ROLLBACK_FAILED"):
            self.assertRegex(said(chosen, with_stack(status)), f"{status}.*A deploy that failed")

    def test_alarms_take_a_deploy_back_unless_they_are_active_already(self):
        choice = chosen(with_stack())
        self.assertEqual(
            choice.triggers,
            [f"{ARN}{one}" for one in ("AccountApiErrors", "PublishQueueAge", "RemoteApiErrors")],
        )
        self.assertIn("PublishErrors is active", "\n".join(choice.words))

    def test_what_a_deploy_changes_by_itself_is_said(self):
        words = "\n".join(chosen(with_stack(Reserve="false", ConcurrencyAlarm="700")).words)
        self.assertIn("Reserve was false and becomes true.", words)
        self.assertNotIn("ConcurrencyAlarm was", words)


class Parameters(unittest.TestCase):
    def test_mistakes_are_refused_in_words(self):
        for text, why in (
            ("Alarm=a@example.org", "AlarmEmail"),
            ("Reserve", "=value"),
            ("AlarmEmail=a@b.org AlarmEmail=c@d.org", "twice"),
            ("Alerts=nobody", "one of: timing-client, server"),
            ("RowsAYear=999", "a whole number from 1,000 to 1,000,000"),
            ("RowsAYear=1000.5", "a whole number"),
            ("ThrottleRate=0", "a whole number of at least 1"),
            ("DollarsAPart=٠.٠٢", "DollarsAPart is a number of dollars"),
            (f"Operator={'x' * 101}", "one line of plain text"),
            ('"Operator=River Timing', "cannot be read"),
        ):
            self.assertIn(why, said(preflight.given_parameters, text, OFFER), text)

    def test_what_is_accepted(self):
        text = 'Operator="O\'Brien & Söhne" Support=#1 RowsAYear=1000000 BudgetDollars=00'
        given = preflight.given_parameters(text, OFFER)
        self.assertEqual(list(given.values()), ["O'Brien & Söhne", "#1", "1000000", "0"])

    def test_they_pass_make_and_the_shell(self):
        def makes(*arguments: str, **env: str) -> str:
            command = ["make", "-n", *arguments, "PYTHON=echo"]
            return subprocess.run(
                command, cwd=tools.ROOT, capture_output=True, text=True, env=os.environ | env
            ).stdout

        for value in ("1", "yes"):
            self.assertIn("--force", makes("deploy", f"FORCE={value}"))
        for value in ("0", "no", "false", ""):
            self.assertNotIn("--force", makes("deploy", f"FORCE={value}"))


def year(begins: timedelta | str, live: bool = False, gone: bool = False) -> dict:
    """A year of the table of events whose race begins that long after now."""
    if isinstance(begins, timedelta):
        begins = (datetime.now(timezone.utc) + begins).isoformat(timespec="seconds")
    inside = {"year": {"S": "2026"}, "date_time": {"S": begins}, "live": {"BOOL": live}}
    return {"p": {"S": "river-10k"}, "yr": {"M": inside}} | (
        {"gone": {"BOOL": True}} if gone else {}
    )


HOUR, DAY = timedelta(hours=1), timedelta(days=1)


class RaceDays(unittest.TestCase):
    def test_within_a_day_of_its_date_and_while_it_is_live(self):
        for item, on in (
            (year(-23 * HOUR), True),
            (year(23 * HOUR), True),
            (year(-25 * HOUR), False),
            (year(25 * HOUR, live=True), False),
            (year(-5 * DAY, live=True), True),  # a race of six days
            (year(-15 * DAY, live=True), False),  # a forgotten mark
            (year(HOUR, live=True, gone=True), False),  # a deleted year
            (year(""), False),
            ({"p": {"S": "river-10k"}, "ev": {"M": {}}}, False),
        ):
            self.assertEqual(bool(list(race_days.on([item], race_days.now()))), on, item)

    def test_dates_as_they_are_stored(self):
        now = datetime(2026, 5, 2, 12, tzinfo=timezone.utc)
        for text, on in (
            ("2026-05-02T10:00:00Z", True),
            ("2026-05-03T21:00:00+14:00", True),
            ("2026-05-03T21:00:00-07:00", False),
        ):
            self.assertEqual(bool(list(race_days.on([year(text)], now))), on, text)

    def test_a_deploy_is_refused_unless_it_is_forced(self):
        on = (year(HOUR, live=True),)
        self.assertRegex(
            said(chosen, with_stack(years=on)), r"A race is on: river-10k/2026 \(live.*FORCE=1"
        )
        words = chosen(with_stack(years=on), forced=True).words
        self.assertIn("as FORCE says", "\n".join(words))


class Machine(unittest.TestCase):
    def test_another_processor_is_not_uploaded(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "bootstrap"
            for bits, number, good in ((2, 183, True), (2, 62, False), (1, 183, False)):
                file.write_bytes(b"\x7fELF" + bytes([bits, 1, *[0] * 12, number, 0, 1]))
                self.assertEqual(said(cross.check_machine, file) == "", good)
            file.write_bytes(b"#!/bin/sh\n")
            self.assertIn("is no program for arm64", said(cross.check_machine, file))


class Names(unittest.TestCase):
    def test_names_of_another_account_or_region_are_not_written_over(self):
        with (
            tempfile.TemporaryDirectory() as folder,
            mock.patch.object(deploy_aws, "ROOT", Path(folder)),
            mock.patch.object(deploy_aws.seed, "TABLES", {}),
            mock.patch.object(deploy_aws.seed, "remote_settings", return_value={}),
        ):
            (Path(folder) / ".build").mkdir()
            file = deploy_aws.names_file("chute", "1", "us-east-1", False)
            deploy_aws.write_names(file, "1", "us-east-1", {})
            for account_, region, wrong in (
                ("1", "us-east-1", False),
                ("2", "us-east-1", True),
                ("1", "eu-west-1", True),
            ):
                told = said(deploy_aws.names_file, "chute", account_, region, False)
                self.assertEqual("is of the account 1" in told, wrong)
            self.assertEqual(deploy_aws.names_file("chute", "2", "us-east-1", True), file)


class Sites(unittest.TestCase):
    def test_only_what_was_there_and_may_be_kept_is_fetched_again(self):
        before = {"index.html": "1", "icon.svg": "1", "assets/a-1.js": "1"}
        changed = ["assets/a-1.js", "assets/b-2.js", "icon.svg", "new.svg", "index.html"]
        self.assertEqual(pages.stale(changed, before), ["/icon.svg", "/index.html"])

    def test_how_a_file_is_sent_counts(self):
        self.assertNotEqual(pages.described("a.html", b"x"), pages.described("a.svg", b"x"))


class Refusals(unittest.TestCase):
    def test_what_aws_says_is_said_with_what_is_done_by_then(self):
        def asks():
            with command_line.in_words("More."):
                chosen(aws(("cloudformation", "describe_stacks", "ExpiredToken")))

        self.assertRegex(said(asks), r"(?s)ExpiredToken.*\nMore\.")

    def test_another_error_stays_an_error(self):
        with self.assertRaises(KeyError), command_line.in_words():
            raise KeyError("a mistake of the program")

    def test_each_command_says_it(self):
        env = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
        env |= {"AWS_PROFILE": "nope", "AWS_CONFIG_FILE": os.devnull}
        for script, *arguments in (
            ["deploy_aws.py"],
            ["rollback.py", "--list"],
            ["reattach.py", "--table", "RacesTable"],
            ["put_back.py", "--from", "a", "--to", "b"],
        ):
            done = subprocess.run(
                [sys.executable, str(Path(__file__).with_name(script)), *arguments],
                env=env,
                capture_output=True,
                text=True,
            )
            self.assertEqual(done.returncode, 1, script)
            self.assertRegex(done.stderr, r"✗ .*\(nope\)", script)


def held(*parts: str, more: str = "") -> dict[str, dict]:
    """What holds data in a template with a table and these resources."""
    table = f"RacesTable: {{ Type: AWS::DynamoDB::Table, Properties: {{ BillingMode: x{more} }} }}"
    conditions = 'Conditions: { On: !Equals [!Ref Switch, "on"] }'
    resources = "\n  ".join(("Resources:", table, *parts))
    parameters = "Parameters: { Switch: { Type: String, Default: on } }"
    return rollback.held("\n".join((parameters, conditions, resources)), {"Switch": "on"})


class WayBack(unittest.TestCase):
    def test_what_holds_data_may_not_differ_and_all_else_may(self):
        function = "ResultsAdd: { Type: AWS::Serverless::Function }"
        bucket = "SiteBucket: { Type: AWS::S3::Bucket, Condition: On }"
        indexed = held(more=", GlobalSecondaryIndexes: [{ IndexName: byOwner }]")
        for now, then, wanted in (
            (held(function), held(), []),
            (indexed, held(), ["RacesTable has changed"]),
            (held(), indexed, ["RacesTable has changed"]),
            (held(bucket), held(), ["SiteBucket is new"]),
            (held(), held(bucket), ["SiteBucket is gone"]),
        ):
            self.assertEqual(rollback.differences(now, then), wanted)

    def test_parameters_decide_what_is_there(self):
        text = deploy_aws.TEMPLATE.read_text(encoding="utf-8")
        plain = rollback.held(text, {})
        self.assertEqual(len(plain), 28)
        provider = rollback.held(text, {"TwilioAddress": "https://twilio.example.org/"})
        self.assertEqual(rollback.differences(provider, plain), ["ProviderToken is new"])


if __name__ == "__main__":
    unittest.main()
