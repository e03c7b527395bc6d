"""Deploys a small stack to the emulator of the test instance, breaks it with a second deploy, and
goes back: code and site are those of before, and no row is lost.

    python3 infra/local/rollback_test.py"""

import contextlib
import io
import json
import time
import unittest
import zipfile

import tools

tools.inside("emulator")  # which has boto3

import cloudformation
import deploy_aws
import kept
import pages
import preflight
import rollback
import stack
from settings import instance

CODE = "rollback-test-code"
TEMPLATE = """
AWSTemplateFormatVersion: "2010-09-09"
Transform: AWS::Serverless-2016-10-31
Parameters:
  Protect: {{ Type: String, Default: "true" }}
  MemorySize: {{ Type: Number, Default: 128 }}
Conditions:
  Protects: !Equals [!Ref Protect, "true"]
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
"""
# what CloudFormation cannot make
IMPOSSIBLE = """
  Missing:
    Type: AWS::Lambda::Url
    Properties: { AuthType: AWS_IAM, TargetFunctionArn: rollback-test-none }
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


class BackToWhatStood(unittest.TestCase):
    def setUp(self):
        inst = instance("aws-test")
        clients = {}

        def client(service: str):
            if service not in clients:
                clients[service] = stack.client(inst, service)
            return clients[service]

        self.clients, self.stack = client, f"rollback-test-{time.time_ns() // 1_000_000}"
        self.s3, self.rows = client("s3"), 0
        self.s3.create_bucket(Bucket=CODE)
        self.addCleanup(lambda: client("cloudformation").delete_stack(StackName=self.stack))

    def code(self, program: str) -> str:
        """Uploads a zip with this program, and returns its key."""
        packed, key = io.BytesIO(), f"{self.stack}-{program}.zip"
        with zipfile.ZipFile(packed, "w") as archive:
            archive.writestr("bootstrap", f"#!/bin/sh\n# {program}\n")
        self.s3.put_object(Bucket=CODE, Key=key, Body=packed.getvalue())
        return key

    def deploy(self, program: str, more: str = "", first: bool = False, memory: int = 128) -> str:
        template = TEMPLATE.format(bucket=CODE, key=self.code(program), more=more)
        if not first:
            kept.keep(self.clients, self.stack)
        return quietly(
            cloudformation.change,
            self.clients,
            self.stack,
            template,
            {"MemorySize": str(memory), "Protect": "false"},
            first=first,
            triggers=[] if first else [self.alarm],
            watched_minutes=preflight.WATCHED_MINUTES,
        )

    def site(self, version: str) -> None:
        """Puts a site of two files into the bucket, as `pages.upload` does."""
        outputs = self.outputs()
        files = {"index.html": f"site {version}".encode(), "icon.svg": b"<svg/>"}
        for name, body in files.items():
            self.s3.put_object(
                Bucket=outputs["SiteBucket"],
                Key=name,
                Body=body,
                ContentType=pages.content_type(name),
                CacheControl=pages.cache_control(name),
            )
        pages.mark(
            self.s3,
            outputs["PrivateBucket"],
            {name: pages.described(name, body) for name, body in files.items()},
        )

    def upload(self, rows: int = 50) -> None:
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
        self.deploy("first", first=True)
        self.site("first")
        self.upload()
        first = self.stands()
        self.deploy("second", memory=256)
        self.site("second")
        self.upload()
        second = self.stands()
        self.assertNotEqual(second[:3], first[:3])
        said = quietly(rollback.roll_back, self.clients, self.stack)
        self.assertIn("Template and code are those of then.", said)
        self.assertEqual(self.fetched_again(), [["/index.html"]])
        self.upload()
        self.assertEqual(self.stands(), (*first[:3], self.rows))
        # once more: there is nothing left to do, and nothing is done
        said = quietly(rollback.roll_back, self.clients, self.stack)
        self.assertIn("Template and code were the same.", said)
        self.assertEqual(self.stands(), (*first[:3], self.rows))
        self.assertEqual(len(self.fetched_again()), 1)

    def test_the_zip_may_have_been_removed_meanwhile(self):
        self.deploy("first", first=True)
        self.site("first")
        first = self.stands()
        self.deploy("second")
        self.s3.delete_object(Bucket=CODE, Key=f"{self.stack}-first.zip")
        quietly(rollback.roll_back, self.clients, self.stack)
        self.assertEqual(self.stands(), first)

    def test_a_deploy_that_fails_changes_nothing(self):
        self.deploy("first", first=True)
        self.site("first")
        self.upload()
        first = self.stands()
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

    def test_what_cloudformation_refuses_at_once_is_said(self):
        self.deploy("first", first=True)
        self.site("first")
        said = quietly(
            cloudformation.change,
            self.clients,
            self.stack,
            TEMPLATE.format(bucket=CODE, key=self.code("second"), more=""),
            {"MemorySize": "much"},
            first=False,
            triggers=[],
            watched_minutes=0,
        )
        self.assertIn("CloudFormation refuses the change: ", said)
        self.assertIn("MemorySize", said)

    def test_a_table_of_another_version_is_never_let_go(self):
        self.deploy("first", first=True)
        self.site("first")
        self.deploy("second", more=SECOND_TABLE)
        second = self.stands()
        said = quietly(rollback.roll_back, self.clients, self.stack)
        self.assertIn("OthersTable is new", said)
        self.assertEqual(self.stands(), second)

    def test_what_is_the_same_is_kept_once(self):
        self.deploy("first", first=True)
        self.site("first")
        bucket = self.outputs()["PrivateBucket"]
        name = kept.keep(self.clients, self.stack)
        self.assertEqual(kept.keep(self.clients, self.stack), name)
        # one that was cut short has no last file, and does not count
        self.s3.put_object(Bucket=bucket, Key=f"{kept.PREFIX}9999-01-01T000000Z/code.zip", Body=b"")
        self.assertEqual(kept.names(self.clients, bucket), [name])
        self.assertEqual(
            json.loads(json.dumps(kept.read(self.clients, bucket, name).parameters)),
            {"Protect": "false", "MemorySize": "128"},
        )

    def test_without_an_earlier_deploy_it_says_so(self):
        self.deploy("first", first=True)
        self.site("first")
        self.assertIn("Nothing is kept", quietly(rollback.roll_back, self.clients, self.stack))


if __name__ == "__main__":
    unittest.main()
