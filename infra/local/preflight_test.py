"""What `make deploy` chooses for several kinds of accounts, without AWS: its dry run against the
answers in quota_answers/.

    python3 infra/local/preflight_test.py

The answers have the form of AWS's (boto3) and are written by hand: a new account, one with the
usual quota, one where others have reserved most of it, and one that has a Chute already."""

import json
import subprocess
import sys
import unittest
from pathlib import Path

import preflight
import tools

tools.inside("emulator")  # which has SAM's translator

import deploy_aws

ANSWERS = Path(__file__).parent / "quota_answers"
OFFER = deploy_aws.offer()
WANTED = sum(OFFER.reserved.values())


def chosen(
    account: str, parameters: str = "AlarmEmail=a@example.org", question=None
) -> preflight.Choice:
    given = preflight.given_parameters(parameters, OFFER)
    return preflight.choose(
        preflight.from_file(ANSWERS / f"{account}.json"), "chute", OFFER, given, question
    )


def account(limit: int, free: int, status: str = "") -> preflight.Ask:
    """An account with these figures and a stack in this state."""
    stacks = [{"StackName": "chute", "StackStatus": status}] if status else []
    answers = {
        "describe_stacks": {"Stacks": stacks},
        "list_stack_resources": {"StackResourceSummaries": []},
        "get_account_settings": {
            "AccountLimit": {"ConcurrentExecutions": limit, "UnreservedConcurrentExecutions": free}
        },
    }
    return lambda service, operation, **given: answers[operation]


def told(choice: preflight.Choice) -> str:
    return "\n".join(choice.words)


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
                preflight.choose(account(1000, free), "chute", OFFER, given).parameters["Reserve"],
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
        with self.assertRaisesRegex(preflight.Refused, "no e-mail address"):
            chosen("full-quota", "AlarmEmail=nobody")


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
            choice = preflight.choose(account(10, 10, status), "chute", OFFER, {"AlarmEmail": ""})
            self.assertEqual(choice.remove_remains, status == "ROLLBACK_COMPLETE", status)

    def test_a_stack_in_between_is_left_alone(self):
        for status in (
            "UPDATE_IN_PROGRESS",
            "ROLLBACK_FAILED",
            "DELETE_FAILED",
            "UPDATE_ROLLBACK_FAILED",
        ):
            with self.assertRaisesRegex(preflight.Refused, status):
                preflight.choose(account(1000, 1000, status), "chute", OFFER, {"AlarmEmail": ""})


class Parameters(unittest.TestCase):
    def test_mistakes_are_named(self):
        for text, said in (
            ("Alarm=a@example.org", "no parameter=value"),
            ("Reserve", "no parameter=value"),
            ("Alerts=nobody", "one of: timing-client, server"),
            ("AlarmEmail=a@b AlarmEmail=c@d", "twice"),
        ):
            with self.assertRaisesRegex(preflight.Refused, said):
                preflight.given_parameters(text, OFFER)

    def test_sam_reads_them_as_they_were_meant(self):
        given = {"AlarmEmail": "", "AreaCodes": "206,425", "SiteDomain": 'a "b" c'}
        read = (
            "import json, sys; from samcli.cli.types import CfnParameterOverridesType as T; "
            "print(json.dumps(T().convert(tuple(sys.argv[1:]), None, None)))"
        )
        python = tools.environment("sam") / "python"
        done = subprocess.run(
            [str(python), "-c", read, *preflight.overrides(given)],
            capture_output=True,
            text=True,
            check=True,
        )
        self.assertEqual(json.loads(done.stdout), given)

    def test_who_sends_the_texts_is_a_line_of_plain_text(self):
        given = preflight.given_parameters(
            '"Operator=River Timing LLC" Support=help@example.org', OFFER
        )
        self.assertEqual(given, {"Operator": "River Timing LLC", "Support": "help@example.org"})
        for text in (
            "Operator=<b>",
            '"Operator=a\nb"',
            f"Operator={'x' * 101}",
            f"Support={'x' * 201}",
        ):
            with (
                self.subTest(text),
                self.assertRaisesRegex(preflight.Refused, "one line of plain text"),
            ):
                preflight.given_parameters(text, OFFER)

    def test_it_says_whether_the_site_offers_text_alerts(self):
        self.assertIn("timing client's", told(chosen("new-account")))
        self.assertIn("offers none", told(chosen("standing-stack")))


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
            'It would deploy with AlarmEmail="a@example.org" Protect="true" Reserve="false"',
            done.stdout,
        )

    def test_a_refusal_is_one_sentence(self):
        done = self.run_it("--dry-run", str(ANSWERS / "full-quota.json"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("Who gets the alarms?", done.stderr)
        self.assertNotIn("Traceback", done.stderr)


if __name__ == "__main__":
    unittest.main()
