"""Deploys a small stack to the emulator of the test instance, breaks it with a second deploy, and
goes back: code and site are those of before, and no row is lost.

    python3 infra/local/rollback_test.py"""

import contextlib
import io
import json
import tempfile
import threading
import time
import unittest
import zipfile
from pathlib import Path
from unittest import mock

import tools

tools.inside("emulator")  # which has boto3

import cloudformation
import deploy_aws
import kept
import pages
import preflight
import rollback
import stack
import waiting
from botocore.exceptions import EndpointConnectionError
from settings import instance

CODE = "rollback-test-code"
TEMPLATE = """
AWSTemplateFormatVersion: "2010-09-09"
Transform: AWS::Serverless-2016-10-31
Parameters:
  Protect: {{ Type: String, Default: "true" }}
  MemorySize: {{ Type: Number, Default: 128 }}
  TwilioAddress: {{ Type: String, Default: "" }}
Conditions:
  Protects: !Equals [!Ref Protect, "true"]
  HasProvider: !Not [!Equals [!Ref TwilioAddress, ""]]
Resources:
  RacesTable:
    Type: AWS::DynamoDB::Table
    DeletionPolicy: RetainExceptOnCreate
    UpdateReplacePolicy: Retain
    Properties:
      BillingMode: PAY_PER_REQUEST
      AttributeDefinitions: [{{ AttributeName: p, AttributeType: S }}, {{ AttributeName: q, AttributeType: S }}]
      KeySchema: [{{ AttributeName: p, KeyType: HASH }}, {{ AttributeName: q, KeyType: RANGE }}]
      DeletionProtectionEnabled: !If [Protects, true, false]
  PrivateBucket: {{ Type: AWS::S3::Bucket, DeletionPolicy: RetainExceptOnCreate, UpdateReplacePolicy: Retain }}
  SiteBucket: {{ Type: AWS::S3::Bucket, DeletionPolicy: RetainExceptOnCreate, UpdateReplacePolicy: Retain }}
  ProviderToken: {{ Type: AWS::SecretsManager::Secret, Condition: HasProvider }}
  ResultsAdd:
    Type: AWS::Serverless::Function
    Properties:
      Runtime: provided.al2023
      Handler: results.add
      MemorySize: !Ref MemorySize
      CodeUri: s3://{bucket}/{key}
  Distribution:
    Type: AWS::CloudFront::Distribution
    Properties:
      DistributionConfig:
        Enabled: true
        Origins: [{{ Id: site, DomainName: !GetAtt SiteBucket.RegionalDomainName, S3OriginConfig: {{}} }}]
        DefaultCacheBehavior:
          TargetOriginId: site
          ViewerProtocolPolicy: https-only
          CachePolicyId: 658327ea-f89d-4fab-a63d-7e88639e58f6
{more}
Outputs:
  RacesTable: {{ Value: !Ref RacesTable }}
  PrivateBucket: {{ Value: !Ref PrivateBucket }}
  SiteBucket: {{ Value: !Ref SiteBucket }}
  Function: {{ Value: !Ref ResultsAdd }}
  DistributionId: {{ Value: !Ref Distribution }}
  AccountApiUrl: {{ Value: "http://127.0.0.1:9/api/" }}
  SiteUrl: {{ Value: "http://127.0.0.1:9/" }}
"""
# what CloudFormation cannot make
IMPOSSIBLE = """
  Missing:
    Type: AWS::Lambda::Url
    Properties: { AuthType: AWS_IAM, TargetFunctionArn: rollback-test-none }
"""
# what is made once somebody signals so
SLOW = """
  Signal: { Type: AWS::CloudFormation::WaitConditionHandle }
  Signalled:
    Type: AWS::CloudFormation::WaitCondition
    Properties: { Handle: !Ref Signal, Timeout: "60" }
  AfterIt: { Type: AWS::SNS::Topic, DependsOn: Signalled }
"""
SECOND_TABLE = """
  OthersTable:
    Type: AWS::DynamoDB::Table
    Properties:
      BillingMode: PAY_PER_REQUEST
      AttributeDefinitions: [{ AttributeName: p, AttributeType: S }]
      KeySchema: [{ AttributeName: p, KeyType: HASH }]
"""


def quietly(act, *arguments, **more) -> str:
    """What is printed, also if the program ends by it."""
    said = io.StringIO()
    with (
        contextlib.redirect_stdout(said),
        contextlib.redirect_stderr(said),
        contextlib.suppress(SystemExit),
    ):
        act(*arguments, **more)
    return said.getvalue()


def until_cut(clients, bucket: str, files: int):
    """The same clients, but the network ends after so many files were put into the bucket: at the next
    one, at the invalidation, or at the marker."""
    left = [files]

    def once(act, of_site=lambda given: True):
        def call(**given):
            if of_site(given):
                if not left[0]:
                    raise EndpointConnectionError(endpoint_url="https://s3.example")
                left[0] -= 1
            return act(**given)

        return call

    def client(service: str):
        found = clients(service)
        if service == "cloudfront":
            return mock.Mock(wraps=found, create_invalidation=once(found.create_invalidation))
        if service == "s3":
            return mock.Mock(
                wraps=found,
                put_object=once(found.put_object, lambda given: given["Bucket"] == bucket),
            )
        return found

    return client


class BackToWhatStood(unittest.TestCase):
    def setUp(self):
        inst = instance("aws-test")
        clients = {}

        def client(service: str):
            if service not in clients:
                clients[service] = stack.client(inst, service)
            return clients[service]

        self.clients, self.stack = client, f"rollback-test-{time.time_ns() // 1_000_000}"
        self.s3, self.rows, self.kept_as = client("s3"), 0, ""
        self.s3.create_bucket(Bucket=CODE)
        self.addCleanup(lambda: client("cloudformation").delete_stack(StackName=self.stack))

    def code(self, program: str) -> str:
        """Uploads a zip with this program, and returns its key."""
        packed, key = io.BytesIO(), f"{self.stack}-{program}.zip"
        with zipfile.ZipFile(packed, "w") as archive:
            archive.writestr("bootstrap", f"#!/bin/sh\n# {program}\n")
        self.s3.put_object(Bucket=CODE, Key=key, Body=packed.getvalue())
        return key

    def deploy(
        self, program: str, more: str = "", first: bool = False, memory: int = 128, **parameters
    ) -> str:
        template = TEMPLATE.format(bucket=CODE, key=self.code(program), more=more)
        if not first:
            self.kept_as = kept.keep(self.clients, self.stack)
        return quietly(
            cloudformation.change,
            self.clients,
            self.stack,
            template,
            {"MemorySize": str(memory), "Protect": "false"} | parameters,
            first=first,
            triggers=[] if first else [self.alarm],
            watched_minutes=preflight.WATCHED_MINUTES,
        )

    def site(self, version: str, files_until_cut: int | None = None) -> None:
        """Ends a deploy with a site of this version; the network may end after some files."""
        with (
            tempfile.TemporaryDirectory() as folder,
            mock.patch.object(pages, "DIST", Path(folder)),
        ):
            for name, text in (
                ("index.html", f"{pages.FETCHED}site {version}"),
                ("sw.js", f"sw {version}"),
                ("icon.svg", "<svg/>"),
                (f"assets/{version}-1.js", version),
            ):
                (Path(folder) / name).parent.mkdir(exist_ok=True)
                (Path(folder) / name).write_text(text)
            outputs, config = self.outputs(), {"version": version, "key": f"key-{version}"}
            clients, left = self.clients, files_until_cut
            if left is not None:
                clients = until_cut(clients, outputs["SiteBucket"], left)
            quietly(deploy_aws.put_site, clients, outputs, config, self.kept_as)

    def first(self) -> tuple[str, int, str, int]:
        """A first deploy with its site and some rows; what stands then."""
        self.deploy("first", first=True)
        self.site("first")
        self.upload()
        return self.stands()

    def second(self, **more) -> tuple[str, int, str, int]:
        self.deploy("second", **more)
        self.site("second")
        return self.stands()

    def rolled_back(self, *to: str) -> str:
        """What is said of the way back."""
        return quietly(rollback.roll_back, self.clients, self.stack, *to)

    def files(self) -> dict[str, str]:
        """Those of the site that have one name in all versions, and which version each is of."""
        bucket = self.outputs()["SiteBucket"]
        return {
            name: self.s3.get_object(Bucket=bucket, Key=name)["Body"].read().decode()
            for name in ("index.html", "sw.js", "icon.svg", "config.json")
        }

    def upload(self, rows: int = 20) -> None:
        table = self.outputs()["RacesTable"]
        for number in range(self.rows, self.rows + rows):
            item = {"p": {"S": "river-10k/2026"}, "q": {"S": f"r#{number}"}}
            self.clients("dynamodb").put_item(TableName=table, Item=item)
        self.rows += rows

    def outputs(self) -> dict[str, str]:
        return cloudformation.outputs_of(cloudformation.described(self.clients, self.stack))

    def stands(self) -> tuple[str, int, str, int]:
        """The digest of the function's code, its memory, the site's page, and the number of rows."""
        outputs = self.outputs()
        function = self.clients("lambda").get_function_configuration(
            FunctionName=outputs["Function"]
        )
        page = self.s3.get_object(Bucket=outputs["SiteBucket"], Key="index.html")
        counted = self.clients("dynamodb").scan(TableName=outputs["RacesTable"], Select="COUNT")
        return (
            function["CodeSha256"],
            function["MemorySize"],
            page["Body"].read().decode(),
            counted["Count"],
        )

    def fetched_again(self) -> list[list[str]]:
        """The addresses of each invalidation of the distribution."""
        cloudfront, distribution = self.clients("cloudfront"), self.outputs()["DistributionId"]
        listed = cloudfront.list_invalidations(DistributionId=distribution)["InvalidationList"]
        return [
            cloudfront.get_invalidation(DistributionId=distribution, Id=one["Id"])["Invalidation"][
                "InvalidationBatch"
            ]["Paths"]["Items"]
            for one in listed.get("Items", [])
        ]

    @property
    def alarm(self) -> str:
        return f"arn:aws:cloudwatch:us-east-1:000000000000:alarm:{self.stack}-AccountApiErrors"

    def test_a_second_deploy_is_taken_back_with_its_site_and_no_row_is_lost(self):
        first = self.first()
        self.assertNotEqual(self.second(memory=256)[:3], first[:3])
        self.upload()
        said = self.rolled_back()
        self.assertIn("Template and code are those of then.", said)
        changed = ["/config.json", "/sw.js", "/index.html"]
        self.assertEqual(self.fetched_again(), [changed, changed])  # of the deploy, of the way back
        self.upload()
        self.assertEqual(self.stands(), (*first[:3], self.rows))
        # once more: there is nothing left to do, and nothing is done
        said = self.rolled_back()
        self.assertIn("Template and code were the same.", said)
        self.assertEqual(self.stands(), (*first[:3], self.rows))
        self.assertEqual(len(self.fetched_again()), 2)

    def test_a_site_whose_upload_was_cut_is_taken_back_whole(self):
        self.first()
        first = self.files()
        # four files of the second version differ; then the distribution is told of them
        for files in range(5):
            with self.subTest(files=files):
                self.deploy("second")
                with self.assertRaises(EndpointConnectionError):
                    self.site(f"second-{files}", files)
                said = self.rolled_back()
                self.assertIn("The site is that of then; 3 addresses", said)
                self.assertEqual(self.files(), first)
                self.assertEqual(self.fetched_again()[0], ["/config.json", "/sw.js", "/index.html"])

    def test_a_site_whose_upload_was_cut_is_uploaded_again(self):
        self.first()
        first = self.files()
        self.deploy("second")
        with self.assertRaises(EndpointConnectionError):
            self.site("second", 3)
        self.deploy("first")
        self.site("first")
        self.assertEqual(self.files(), first)

    def test_a_deploy_that_was_interrupted_and_repeated_is_taken_back(self):
        first = self.first()
        self.deploy("second", memory=256)  # it ends before the site, and is repeated
        self.assertNotEqual(self.second(memory=256), first)
        self.rolled_back()
        self.assertEqual(self.stands(), first)
        # a deploy after that keeps again what stood before it
        self.deploy("third", memory=512)
        self.site("third")
        third = self.stands()
        self.deploy("fourth")
        self.site("fourth")
        self.rolled_back()
        self.assertEqual(self.stands(), third)

    def test_a_rollback_that_was_interrupted_is_no_way_back(self):
        first = self.first()
        self.second(memory=256)
        with (
            mock.patch.object(rollback, "put_site_back", side_effect=KeyboardInterrupt),
            self.assertRaises(KeyboardInterrupt),
        ):
            self.rolled_back()
        self.deploy("third", memory=512)
        self.site("third")
        self.rolled_back()
        self.assertEqual(self.stands(), first)

    def test_an_update_that_is_under_way_is_cancelled(self):
        first, said = self.first(), []
        deploy = threading.Thread(target=lambda: said.append(self.deploy("second", more=SLOW)))
        deploy.start()
        self.addCleanup(deploy.join)
        waiting.until("the update is under way", lambda: "Signal" in self.resources(), 30, 0.2)
        said.append(self.rolled_back("yesterday"))
        self.assertIn("There is no yesterday.", said[-1])  # and nothing is cancelled
        back = threading.Thread(target=lambda: said.append(self.rolled_back()))
        with mock.patch.object(rollback, "PAUSE_S", 0.5):
            back.start()
            time.sleep(2)
            self.clients("cloudformation").signal_resource(
                StackName=self.stack,
                LogicalResourceId="Signalled",
                UniqueId="1",
                Status="SUCCESS",
            )
            back.join()
            deploy.join()
        self.assertIn("CloudFormation has restored what stood before", "".join(said))
        self.assertIn("The update is cancelled", "".join(said))
        self.assertIn("The site is that of then", "".join(said))
        self.assertEqual(self.stands(), first)

    def resources(self) -> dict[str, str]:
        return cloudformation.resources_of(self.clients, self.stack)

    def read_key(self, given: str, first: bool = False) -> tuple[str, str]:
        """The key with which a deploy goes on, and what it says."""
        found: list[str] = []
        choice = preflight.Choice(first, False, {})
        with mock.patch.dict("os.environ", CHUTE_READ_KEY=given):
            said = quietly(
                lambda: found.append(deploy_aws.read_key(self.clients, self.stack, choice))
            )
        return "".join(found), said

    def test_the_read_key_stays_and_another_one_is_checked_before_anything_changes(self):
        self.assertEqual(self.read_key("", first=True), ("", ""))
        key, said = self.read_key("rk_x", first=True)
        self.assertIn("has no keys before its first deploy", said)
        self.assertEqual(key, "")
        self.deploy("first", first=True)
        self.assertEqual(self.read_key(""), ("", ""))  # a first deploy that ended before the site
        self.site("first")
        key, said = self.read_key("")
        self.assertEqual(key, "key-first")
        self.assertIn("keeps the read key that it has", said)
        key, said = self.read_key("rk_x")
        self.assertEqual(key, "")
        self.assertIn("it cannot be tried, since http://127.0.0.1:9/api/ does not answer", said)

    def remove_zip(self) -> None:
        self.s3.delete_object(Bucket=CODE, Key=f"{self.stack}-first.zip")

    def test_a_deploy_goes_on_although_the_zip_was_removed(self):
        first = self.first()
        self.remove_zip()
        self.assertNotEqual(self.second(), first)
        self.rolled_back()
        self.assertEqual(self.stands(), first)

    def test_the_zip_may_have_been_removed_meanwhile(self):
        first = self.first()
        self.second()
        self.remove_zip()
        self.rolled_back()
        self.assertEqual(self.stands(), first)

    def test_a_secret_that_only_todays_parameters_make_is_never_let_go(self):
        self.first()
        self.second(TwilioAddress="https://twilio.example.org/")
        secret = self.resources()["ProviderToken"]
        said = self.rolled_back()
        self.assertIn("ProviderToken is new", said)
        self.assertEqual(self.resources()["ProviderToken"], secret)

    def test_a_deploy_that_fails_changes_nothing(self):
        first = self.first()
        said = self.deploy("second", more=IMPOSSIBLE)
        self.assertIn("CloudFormation has restored what stood before", said)
        self.assertIn("Missing: ", said)
        self.assertEqual(self.stands(), first)

    def test_a_first_deploy_that_fails_leaves_nothing_and_can_be_repeated(self):
        def there() -> set[str]:
            tables = self.clients("dynamodb").list_tables()["TableNames"]
            buckets = [one["Name"] for one in self.s3.list_buckets()["Buckets"]]
            return {one for one in (*tables, *buckets) if one.startswith(self.stack)}

        said = self.deploy("first", more=IMPOSSIBLE, first=True)
        self.assertIn("(ROLLBACK_COMPLETE). What was made has been removed.", said)
        self.assertEqual(there(), set())
        template = TEMPLATE.format(bucket=CODE, key=self.code("first"), more="")
        choice = preflight.Choice(True, True, {"Protect": "true"})
        quietly(deploy_aws.deploy, self.clients, self.stack, template, choice)
        self.assertEqual(len(there()), 3)
        one = cloudformation.described(self.clients, self.stack)
        self.assertEqual(cloudformation.parameters_of(one)["Protect"], "true")
        self.assertEqual(one["StackStatus"], "UPDATE_COMPLETE")  # protected in a second step

    def test_a_table_of_another_version_is_never_let_go(self):
        self.first()
        second = self.second(more=SECOND_TABLE)
        said = self.rolled_back()
        self.assertIn("OthersTable is new", said)
        self.assertEqual(self.stands(), second)

    def test_what_is_the_same_is_kept_once(self):
        self.first()
        bucket = self.outputs()["PrivateBucket"]
        self.assertIn("Nothing is kept", self.rolled_back())
        name = kept.keep(self.clients, self.stack)
        self.assertEqual(kept.keep(self.clients, self.stack), name)
        # one that was cut short has no last file, and does not count
        self.s3.put_object(Bucket=bucket, Key=f"{kept.PREFIX}9999-01-01T000000Z/code.zip", Body=b"")
        self.assertEqual(kept.names(self.clients, bucket), [name])
        self.assertEqual(
            json.loads(json.dumps(kept.read(self.clients, bucket, name).parameters)),
            {"Protect": "false", "MemorySize": "128", "TwilioAddress": ""},
        )


if __name__ == "__main__":
    unittest.main()
