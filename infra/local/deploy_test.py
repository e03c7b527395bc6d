"""What `make deploy` and `make rollback` decide by themselves: for which processor a program is,
whether the compiler can be used, what the distribution fetches again, what cannot be gone back on,
and what is said where AWS refuses.

    python3 infra/local/deploy_test.py"""

import contextlib
import http.server
import io
import json
import os
import struct
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path
from unittest import mock

import tools

tools.inside("emulator")  # which has PyYAML and boto3

import boto3
import cloudformation
import command_line
import cross
import deploy_aws
import pages
import rollback
from botocore.config import Config
from botocore.exceptions import WaiterError

REPOSITORY = deploy_aws.ROOT


def refusal(act, *arguments) -> str:
    """What the program says when it ends; empty if it goes on."""
    said = io.StringIO()
    with contextlib.redirect_stderr(said), contextlib.suppress(SystemExit):
        act(*arguments)
    return said.getvalue()


def elf(number: int, bits: int = 2, order: int = 1) -> bytes:
    """The first bytes of an ELF file for a processor."""
    packed = struct.pack("<H" if order == 1 else ">H", number)
    return b"\x7fELF" + bytes([bits, order, 1]) + bytes(9) + b"\x02\x00" + packed + bytes(40)


class Processors(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def enterContext(self, context):  # Python 3.10 has none
        self.addCleanup(context.__exit__, None, None, None)
        return context.__enter__()

    def test_what_a_file_is_for(self):
        for content, said in (
            (elf(183), "arm64"),
            (elf(62), "x86-64"),
            (elf(40, bits=1), "arm (32 bits)"),
            (elf(183, order=2), "arm64 with another size or byte order"),
            (elf(243), "processor 243"),
            (elf(62)[:19], "no ELF program"),
            (b"#!/bin/sh\necho no program of Lambda", "no ELF program"),
            (b"", "no ELF program"),
        ):
            with self.subTest(said):
                file = self.folder / "bootstrap"
                file.write_bytes(content)
                self.assertEqual(cross.machine(file), said)
        self.assertEqual(cross.machine(self.folder / "none"), "no ELF program")

    def test_a_program_of_this_machine(self):
        expected = {"x86_64": "x86-64", "aarch64": "arm64"}[os.uname().machine]
        self.assertEqual(cross.machine(Path(sys.executable).resolve()), expected)

    def test_another_processor_is_not_uploaded(self):
        file = self.folder / "bootstrap"
        file.write_bytes(elf(62))
        self.assertIn("is x86-64, and Lambda gets arm64", refusal(cross.check_machine, file))
        file.write_bytes(elf(183))
        self.assertEqual(refusal(cross.check_machine, file), "")

    def toolchain(self, **programs: str) -> str:
        """What is said where only these programs are on the PATH: name → script."""
        for name, script in programs.items():
            file = self.folder / name
            file.write_text(f"#!/bin/sh\n{script}\n")
            file.chmod(0o755)
        with mock.patch.dict(os.environ, PATH=str(self.folder)):
            return refusal(cross.check_toolchain)

    def rustc(self, version: str) -> str:
        return f'if [ "$1" = --version ]; then echo "rustc {version} (abc 2026-01-01)"; else echo {self.folder}; fi'

    def test_no_compiler_or_another_one(self):
        self.assertIn("and this is none: install rustup", self.toolchain())
        wanted = cross.wanted_rust()
        said = self.toolchain(rustc=self.rustc("1.98.0"))
        self.assertIn(f"built with Rust {wanted}", said)
        self.assertIn("this is rustc 1.98.0", said)

    def test_a_compiler_without_rustup(self):
        rustc = self.rustc(cross.wanted_rust())
        said = self.toolchain(rustc=rustc)
        self.assertIn("no standard library for aarch64-unknown-linux-gnu", said)
        self.assertIn("there is no rustup to install it", said)
        (self.folder / "lib" / "rustlib" / cross.TARGET / "lib").mkdir(parents=True)
        self.assertEqual(self.toolchain(rustc=rustc), "")

    def test_rustup_installs_what_is_missing(self):
        log = self.folder / "log"
        rustup = f'if [ "$1" = --version ]; then echo rustup 1.28; else echo "$@" >> {log}; fi'
        self.toolchain(rustc=self.rustc(cross.wanted_rust()), rustup=rustup)
        self.assertEqual(log.read_text(), f"target add {cross.TARGET}\n")


class Sites(unittest.TestCase):
    def test_only_what_was_there_and_may_be_kept_is_fetched_again(self):
        before = {"index.html": "1", "icon.svg": "1", "assets/a-1.js": "1"}
        changed = ["assets/a-1.js", "assets/b-2.js", "icon.svg", "new.svg", "index.html"]
        self.assertEqual(pages.stale(changed, before), ["/icon.svg", "/index.html"])

    def test_how_a_file_is_sent_counts(self):
        self.assertNotEqual(pages.described("a.html", b"x"), pages.described("a.svg", b"x"))


class Names(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        patch = mock.patch.object(deploy_aws, "ROOT", Path(folder.name))
        patch.start()
        self.addCleanup(patch.stop)
        self.folder = Path(folder.name) / ".build"
        self.folder.mkdir()

    def write(self, name: str, account: str, region: str) -> None:
        text = json.dumps({"account": account, "env": {"AWS_REGION": region}})
        (self.folder / name).write_text(text)

    def test_each_account_and_region_keeps_its_names_apart(self):
        def name(account: str, region: str) -> str:
            return deploy_aws.names_file("chute", account, region).name

        self.assertEqual(name("1", "us-east-1"), "aws-chute.json")
        self.write("aws-chute.json", "1", "us-east-1")
        self.assertEqual(name("1", "us-east-1"), "aws-chute.json")
        self.assertEqual(name("1", "eu-west-1"), "aws-chute-eu-west-1.json")
        self.assertEqual(name("2", "us-east-1"), "aws-chute-us-east-1.json")
        self.write("aws-chute-us-east-1.json", "2", "us-east-1")
        self.assertEqual(name("2", "us-east-1"), "aws-chute-us-east-1.json")
        self.assertEqual(name("3", "us-east-1"), "aws-chute-us-east-1-3.json")

    def test_a_file_that_cannot_be_read_is_written_again(self):
        for text in ("", "{", "[]", '{"env": 1}'):
            (self.folder / "aws-chute.json").write_text(text)
            file = deploy_aws.names_file("chute", "1", "us-east-1")
            self.assertEqual(file.name, "aws-chute.json", text)

    def test_a_file_of_a_version_that_noted_no_account_is_kept(self):
        (self.folder / "aws-chute.json").write_text('{"env": {"AWS_REGION": "us-east-1"}}')
        self.assertEqual(deploy_aws.names_file("chute", "1", "us-east-1").name, "aws-chute.json")
        self.assertEqual(
            deploy_aws.names_file("chute", "1", "eu-west-1").name, "aws-chute-eu-west-1.json"
        )

    def test_a_first_deploy_into_another_account_is_refused(self):
        def said(account: str, region: str = "us-east-1") -> str:
            return refusal(deploy_aws.check_account, "chute", account, region)

        self.assertEqual(said("2"), "")
        self.write("aws-chute.json", "1", "us-east-1")
        self.assertIn(".build/aws-chute.json is of the account 1", said("2"))
        self.assertEqual(said("1", "eu-west-1"), "")
        self.write("aws-chute-us-east-1.json", "2", "us-east-1")
        self.assertEqual(said("2"), "")


class Typed(unittest.TestCase):
    def test_words_of_parameters(self):
        offer = deploy_aws.preflight.Offer(
            {"Operator": {"Type": "String"}, "Support": {"Type": "String"}}, {}, lambda given: given
        )
        for text, operator in (
            ("Operator=O'Brien Support=x", "O'Brien"),
            ('"Operator=O\'Brien & Söhne" Support=x', "O'Brien & Söhne"),
            ('Operator="River Timing LLC" Support=x', "River Timing LLC"),
            ("Operator=#1 Support=x", "#1"),
        ):
            given = deploy_aws.preflight.given_parameters(text, offer)
            self.assertEqual(given, {"Operator": operator, "Support": "x"})
        with self.assertRaisesRegex(deploy_aws.preflight.Refused, "cannot be read"):
            deploy_aws.preflight.given_parameters('"Operator=River Timing', offer)

    def make(self, *arguments: str) -> str:
        return subprocess.run(
            ["make", *arguments], cwd=REPOSITORY, capture_output=True, text=True
        ).stdout

    def test_an_apostrophe_passes_the_shell(self):
        said = self.make(
            "deploy",
            "PARAMETERS=AlarmEmail=a@example.org Operator=O'Brien",
            "DRY_RUN=infra/local/quota_answers/new-account.json",
        )
        self.assertIn('Operator="O\'Brien"', said)

    def test_a_switch_that_is_off(self):
        for target, option, flag in (
            ("deploy", "FORCE", "--force"),
            ("rollback", "LIST", "--list"),
        ):
            for value in ("1", "yes"):
                self.assertIn(flag, self.make("-n", target, f"{option}={value}"))
            for value in ("0", "no", "false", ""):
                self.assertNotIn(flag, self.make("-n", target, f"{option}={value}"))


class Answer(http.server.BaseHTTPRequestHandler):
    """Of AWS: what `server.answer` says; nothing, if that is empty."""

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        if not self.server.answer:
            return
        code, message = self.server.answer
        text = f"<ErrorResponse><Error><Code>{code}</Code><Message>{message}</Message></Error></ErrorResponse>"
        self.send_response(403)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_):
        pass


class Refusals(unittest.TestCase):
    def setUp(self):
        self.server = http.server.HTTPServer(("127.0.0.1", 0), Answer)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)

    def clients(self, service: str):
        return boto3.client(
            service,
            endpoint_url=f"http://127.0.0.1:{self.server.server_port}",
            region_name="us-east-1",
            aws_access_key_id="test",
            aws_secret_access_key="test",
            config=Config(retries={"total_max_attempts": 1}),
        )

    def said(self, answer: tuple[str, str] | None) -> str:
        self.server.answer = answer

        def ask():
            with command_line.in_words("More."):
                cloudformation.described(self.clients, "chute")

        return refusal(ask)

    def test_each_answer_of_aws_is_said_in_words(self):
        for code, message, said in (
            ("ExpiredToken", "The token is expired", "session of these credentials has expired"),
            ("InvalidClientTokenId", "x", "does not know these credentials"),
            ("SignatureDoesNotMatch", "Signature expired", "clock of this machine"),
            ("Throttling", "Rate exceeded", "wait a minute"),
            ("AccessDenied", "x", "may not do what the command needs"),
            ("ValidationError", "Stack with id chute does not exist", "another account or region"),
            ("Other", "Anything else", "AWS refuses: Anything else (Other)."),
        ):
            with self.subTest(code):
                text = self.said((code, message))
                self.assertIn(said, text)
                self.assertIn(code, text)
                self.assertIn("\nMore.", text)

    def test_a_look_at_the_account_says_it_too(self):
        def looked(address: str) -> str:
            env = {"AWS_ENDPOINT_URL": address, "AWS_MAX_ATTEMPTS": "1"}
            env |= {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test"}
            with (
                mock.patch.dict(os.environ, env, AWS_DEFAULT_REGION="us-east-1"),
                mock.patch("boto3.DEFAULT_SESSION", None),
            ):
                given = deploy_aws.preflight.from_aws(), "chute", "us-east-1", "AlarmEmail=", False
                return refusal(deploy_aws.looked_at, *given)

        self.server.answer = ("ExpiredToken", "The token is expired")
        address = f"http://127.0.0.1:{self.server.server_port}"
        self.assertIn("session of these credentials has expired", looked(address))
        self.assertIn("AWS cannot be reached: ", looked("http://127.0.0.1:9"))

    def test_no_answer_is_said_in_words(self):
        self.assertIn("AWS cannot be reached: ", self.said(None))

    def test_a_stack_that_cannot_be_removed_is_said_in_words(self):
        failed = WaiterError("StackDeleteComplete", "DELETE_FAILED", {"Stacks": []})
        said = command_line.refusal(failed)
        self.assertIn("did not come to the end", said)
        self.assertNotIn("AWS_PROFILE", said)

    def test_an_interruption_is_said_in_words(self):
        def interrupted():
            with command_line.in_words("More."):
                raise KeyboardInterrupt

        self.assertIn("✗ Interrupted.\nMore.", refusal(interrupted))

    def test_another_error_stays_an_error(self):
        with self.assertRaises(KeyError), command_line.in_words():
            raise KeyError("a mistake of the program")

    def test_each_command_says_it(self):
        env = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
        env |= {"AWS_CONFIG_FILE": os.devnull, "AWS_SHARED_CREDENTIALS_FILE": os.devnull}
        for command, wrong, said in (
            (["deploy_aws.py"], {"AWS_PROFILE": "nope"}, "(nope) could not be found"),
            (["rollback.py", "--list"], {"AWS_PROFILE": "nope"}, "(nope) could not be found"),
            (["reattach.py", "--table", "RacesTable"], {"AWS_PROFILE": "nope"}, "(nope) could not"),
            (["put_back.py", "--from", "a", "--to", "b"], {"AWS_PROFILE": "nope"}, "(nope) could"),
            (
                ["deploy_aws.py"],
                {"AWS_ACCESS_KEY_ID": "a", "AWS_DEFAULT_REGION": "us-east-1"},
                "missing: AWS_SECRET_ACCESS_KEY",
            ),
            (
                ["deploy_aws.py"],
                {
                    "AWS_ACCESS_KEY_ID": "a",
                    "AWS_SECRET_ACCESS_KEY": "b",
                    "AWS_DEFAULT_REGION": "us east",
                },
                "us east",
            ),
            (["deploy_aws.py", "--dry-run", "none.json"], {}, "DRY_RUN=none.json cannot be read"),
        ):
            with self.subTest(command=command, env=wrong):
                script = REPOSITORY / "infra" / "local" / command[0]
                done = subprocess.run(
                    [sys.executable, str(script), *command[1:]],
                    env=env | wrong,
                    capture_output=True,
                    text=True,
                )
                self.assertEqual(done.returncode, 1)
                self.assertIn(said, done.stderr)
                self.assertIn("✗ ", done.stderr)
                self.assertNotIn("Traceback", done.stderr)

    def test_a_change_that_goes_on_without_this_program_is_told(self):
        self.server.answer = ("ExpiredToken", "The token is expired")

        def change():
            with mock.patch.object(cloudformation, "PATIENCE", {"Delay": 0, "MaxAttempts": 1}):
                cloudformation.until_done(self.clients, "chute", False, "1")

        said = refusal(change)
        self.assertIn("has expired", said)
        self.assertIn("CloudFormation goes on with chute by itself", said)


TABLE = """
  RacesTable:
    Type: AWS::DynamoDB::Table
    Properties: {{ BillingMode: PAY_PER_REQUEST{more} }}
"""
FUNCTION = """
  ResultsAdd:
    Type: AWS::Serverless::Function
    Properties: {{ MemorySize: {memory} }}
"""


def template(*parts: str) -> str:
    return "Resources:" + "".join(parts)


def differences(now: str, then: str) -> list[str]:
    return rollback.differences(rollback.held(now, {}), rollback.held(then, {}))


class WayBack(unittest.TestCase):
    def test_code_may_differ(self):
        table = TABLE.format(more="")
        now, then = (template(table, FUNCTION.format(memory=one)) for one in (512, 1024))
        self.assertEqual(differences(now, then), [])

    def test_what_holds_data_may_not(self):
        plain = template(TABLE.format(more=""))
        indexed = template(TABLE.format(more=", GlobalSecondaryIndexes: [{ IndexName: byOwner }]"))
        bucket = template(TABLE.format(more=""), "\n  SiteBucket: { Type: AWS::S3::Bucket }\n")
        for now, then, said in (
            (indexed, plain, "RacesTable has changed"),
            (plain, indexed, "RacesTable has changed"),
            (bucket, plain, "SiteBucket is new"),
            (plain, bucket, "SiteBucket is gone"),
        ):
            with self.subTest(said):
                self.assertEqual(differences(now, then), [said])

    def test_the_template_can_go_back_to_itself(self):
        text = (deploy_aws.ROOT / "template.yaml").read_text(encoding="utf-8")
        self.assertEqual(differences(text, text), [])
        self.assertEqual(len(rollback.held(text, {})), 28)

    def test_parameters_decide_what_is_there(self):
        text = (deploy_aws.ROOT / "template.yaml").read_text(encoding="utf-8")
        plain = rollback.held(text, {})
        provider = rollback.held(text, {"TwilioAddress": "https://twilio.example.org/"})
        self.assertEqual(rollback.differences(provider, plain), ["ProviderToken is new"])
        self.assertEqual(rollback.differences(plain, provider), ["ProviderToken is gone"])


if __name__ == "__main__":
    unittest.main()
