"""What `make deploy` and `make rollback` decide by themselves: for which processor a program is,
whether the compiler can be used, what the distribution fetches again, and what cannot be gone back
on.

    python3 infra/local/deploy_test.py"""

import contextlib
import io
import os
import struct
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import tools

tools.inside("emulator")  # which has PyYAML and boto3

import cross
import deploy_aws
import pages
import rollback


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

    def test_a_second_region_keeps_its_names_apart(self):
        with (
            tempfile.TemporaryDirectory() as folder,
            mock.patch.object(deploy_aws, "ROOT", Path(folder)),
        ):
            file = deploy_aws.names_file("chute", "us-east-1")
            self.assertEqual(file.name, "aws-chute.json")
            file.parent.mkdir()
            file.write_text('{"env": {"AWS_REGION": "us-east-1"}}')
            self.assertEqual(deploy_aws.names_file("chute", "us-east-1"), file)
            self.assertEqual(
                deploy_aws.names_file("chute", "eu-west-1").name, "aws-chute-eu-west-1.json"
            )


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


def differences(now: str, then: str, given: dict | None = None, before: dict | None = None):
    return rollback.differences(rollback.held(now, given or {}), rollback.held(then, before or {}))


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
        provider = {"TwilioAddress": "https://twilio.example.org/"}
        self.assertEqual(differences(text, text, provider, {}), ["ProviderToken is new"])
        self.assertEqual(differences(text, text, {}, provider), ["ProviderToken is gone"])
        self.assertEqual(differences(text, text, provider, provider), [])


if __name__ == "__main__":
    unittest.main()
