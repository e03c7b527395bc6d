"""A table is lost and made again under its name; its readers are attached to its new stream, on the
emulator of the test instance.

    python3 infra/local/reattach_test.py"""

import contextlib
import io
import json
import time
import unittest
import zipfile

import tools

tools.inside("emulator")  # which has boto3

import reattach
import stack
from settings import instance

PUBLISHER = {
    "StartingPosition": "TRIM_HORIZON",
    "BatchSize": 10_000,
    "MaximumBatchingWindowInSeconds": 1,
    "BisectBatchOnFunctionError": True,
    "MaximumRetryAttempts": 10,
    "FunctionResponseTypes": ["ReportBatchItemFailures"],
}
ALERTS = {
    "StartingPosition": "LATEST",
    "BatchSize": 1_000,
    "MaximumRetryAttempts": 20,
    "MaximumRecordAgeInSeconds": 900,
    "FilterCriteria": {"Filters": [{"Pattern": '{"eventName":["INSERT","MODIFY"]}'}]},
}


class Reattach(unittest.TestCase):
    def setUp(self):
        inst, number = instance("aws-test"), time.time_ns()
        self.clients = lambda service: stack.client(inst, service)
        trust = {"Effect": "Allow", "Action": "sts:AssumeRole"}
        trust |= {"Principal": {"Service": "lambda.amazonaws.com"}}
        self.role = self.clients("iam").create_role(
            RoleName=f"reattach-{number}",
            AssumeRolePolicyDocument=json.dumps({"Version": "2012-10-17", "Statement": [trust]}),
        )["Role"]["Arn"]
        self.there = {
            "RacesTable": f"reattach-{number}",
            "SnapshotsPublish": self.function(f"publish-{number}"),
            "AlertsSelect": self.function(f"select-{number}"),
        }
        self.table, self.old = self.make_table()
        self.there["FunctionBoundary"] = self.policy(f"boundary-{number}")
        for reader, settings in (("SnapshotsPublish", PUBLISHER), ("AlertsSelect", ALERTS)):
            made = self.clients("lambda").create_event_source_mapping(
                FunctionName=self.there[reader], EventSourceArn=self.old, **settings
            )
            self.addCleanup(self.forget, made["UUID"])

    def forget(self, mapping: str) -> None:
        functions = self.clients("lambda")
        with contextlib.suppress(functions.exceptions.ResourceNotFoundException):
            functions.delete_event_source_mapping(UUID=mapping)

    def function(self, name: str) -> str:
        packed, functions = io.BytesIO(), self.clients("lambda")
        with zipfile.ZipFile(packed, "w") as archive:
            archive.writestr("bootstrap", "#!/bin/sh\n")
        functions.create_function(
            FunctionName=name,
            Runtime="provided.al2023",
            Handler="none",
            Role=self.role,
            Code={"ZipFile": packed.getvalue()},
        )
        self.addCleanup(functions.delete_function, FunctionName=name)
        return name

    def make_table(self, stream: bool = True) -> tuple[str, str]:
        """The table as it was, or as a restore leaves it: without a stream."""
        dynamodb, keys = self.clients("dynamodb"), {"p": "HASH", "q": "RANGE"}
        on = {"StreamEnabled": True, "StreamViewType": "NEW_IMAGE"}
        made = dynamodb.create_table(
            TableName=self.there["RacesTable"],
            BillingMode="PAY_PER_REQUEST",
            AttributeDefinitions=[{"AttributeName": one, "AttributeType": "S"} for one in keys],
            KeySchema=[{"AttributeName": one, "KeyType": kind} for one, kind in keys.items()],
            **({"StreamSpecification": on} if stream else {}),
        )["TableDescription"]
        return made["TableArn"], made.get("LatestStreamArn", "")

    def policy(self, name: str) -> str:
        one = {"Effect": "Allow", "Action": "dynamodb:GetRecords"}
        resources = [self.old, "arn:aws:dynamodb:us-east-1:000000000000:table/other/stream/2026"]
        document = {"Version": "2012-10-17", "Statement": [one | {"Resource": resources}]}
        iam = self.clients("iam")
        made = iam.create_policy(PolicyName=name, PolicyDocument=json.dumps(document))["Policy"]
        return made["Arn"]

    def named(self) -> list[str]:
        """The streams that the policy names now."""
        iam, arn = self.clients("iam"), self.there["FunctionBoundary"]
        used = iam.get_policy(PolicyArn=arn)["Policy"]["DefaultVersionId"]
        found = iam.get_policy_version(PolicyArn=arn, VersionId=used)["PolicyVersion"]["Document"]
        found = json.loads(found) if isinstance(found, str) else found
        return found["Statement"][0]["Resource"]

    def mappings(self, reader: str) -> list[dict]:
        listed = self.clients("lambda").list_event_source_mappings(FunctionName=self.there[reader])
        return listed["EventSourceMappings"]

    def lose_the_table(self) -> None:
        self.clients("dynamodb").delete_table(TableName=self.there["RacesTable"])
        time.sleep(1.1)  # streams are named by the time at which they begin
        self.make_table(stream=False)

    def test_both_readers_read_the_new_stream_as_they_did_the_old_one(self):
        self.lose_the_table()
        reattach.reattach(self.clients, self.there, "RacesTable")
        _, new = reattach.stream_of(self.clients, self.there["RacesTable"])
        self.assertNotEqual(new, self.old)
        for reader, settings in (("SnapshotsPublish", PUBLISHER), ("AlertsSelect", ALERTS)):
            with self.subTest(reader):
                [one] = self.mappings(reader)
                self.addCleanup(self.forget, one["UUID"])
                self.assertEqual(one["EventSourceArn"], new)
                self.assertEqual({name: one.get(name) for name in settings}, settings)
        self.assertEqual(self.named()[0], new)
        self.assertTrue(self.named()[1].endswith("table/other/stream/2026"))
        # once more: nothing is done twice
        before = self.mappings("SnapshotsPublish")
        reattach.reattach(self.clients, self.there, "RacesTable")
        self.assertEqual(self.mappings("SnapshotsPublish"), before)

    def test_without_alerts_only_the_publisher_is_there(self):
        [gone] = self.mappings("AlertsSelect")
        self.forget(gone["UUID"])
        del self.there["AlertsSelect"]
        self.lose_the_table()
        reattach.reattach(self.clients, self.there, "RacesTable")
        _, new = reattach.stream_of(self.clients, self.there["RacesTable"])
        self.assertEqual(
            [one["EventSourceArn"] for one in self.mappings("SnapshotsPublish")], [new]
        )

    def test_a_policy_has_five_versions(self):
        for _ in range(6):
            self.lose_the_table()
            reattach.reattach(self.clients, self.there, "RacesTable")
        listed = self.clients("iam").list_policy_versions(PolicyArn=self.there["FunctionBoundary"])
        self.assertEqual(len(listed["Versions"]), 5)
        _, new = reattach.stream_of(self.clients, self.there["RacesTable"])
        self.assertEqual(self.named()[0], new)

    def test_a_table_that_nothing_read_is_told(self):
        for reader in reattach.READERS:
            for one in self.mappings(reader):
                self.forget(one["UUID"])
        self.lose_the_table()
        with self.assertRaises(SystemExit):
            reattach.reattach(self.clients, self.there, "RacesTable")


if __name__ == "__main__":
    unittest.main()
