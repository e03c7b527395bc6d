"""Tests what ministack_mended.py adds to the emulator's streams: a partial answer keeps the failed
records, and a limit of retries ends in the queue.

python3 infra/local/streams_test.py      on the emulator of the test instance"""

import io
import json
import time
import unittest
import zipfile

import tools

tools.inside("emulator")  # which has boto3

import stack
from settings import instance

RETRIES = 2
PATIENCE = 180  # seconds, also on a machine that is busy with something else
READER = """
def handler(event, context):
    keys = [(one["dynamodb"]["Keys"]["p"]["S"], one["dynamodb"]["SequenceNumber"]) for one in event["Records"]]
    print("got", *[key for key, _ in keys], flush=True)
    return {"batchItemFailures": [{"itemIdentifier": number} for key, number in keys if key == "bad"]}
"""
KEY = {
    "AttributeDefinitions": [{"AttributeName": "p", "AttributeType": "S"}],
    "KeySchema": [{"AttributeName": "p", "KeyType": "HASH"}],
}


class Streams(unittest.TestCase):
    def setUp(self):
        self.aws = {
            name: stack.client(instance("aws-test"), name)
            for name in ("dynamodb", "lambda", "sqs", "iam", "logs")
        }
        self.name = f"streams-{time.time_ns()}"
        self.queue = self.aws["sqs"].create_queue(QueueName=self.name)["QueueUrl"]
        self.addCleanup(self.aws["sqs"].delete_queue, QueueUrl=self.queue)
        table = self.aws["dynamodb"].create_table(
            TableName=self.name,
            BillingMode="PAY_PER_REQUEST",
            **KEY,
            StreamSpecification={"StreamEnabled": True, "StreamViewType": "NEW_IMAGE"},
        )["TableDescription"]
        self.addCleanup(self.aws["dynamodb"].delete_table, TableName=self.name)
        self.read(table["LatestStreamArn"])

    def read(self, stream: str) -> None:
        """Lets a function read the stream; the records it fails on go to the queue."""
        code = io.BytesIO()
        with zipfile.ZipFile(code, "w") as archive:
            archive.writestr("reader.py", READER)
        role = self.aws["iam"].create_role(RoleName=self.name, AssumeRolePolicyDocument="{}")[
            "Role"
        ]["Arn"]
        self.addCleanup(self.aws["iam"].delete_role, RoleName=self.name)
        functions = self.aws["lambda"]
        functions.create_function(
            FunctionName=self.name,
            Runtime="python3.11",
            Role=role,
            Handler="reader.handler",
            Code={"ZipFile": code.getvalue()},
        )
        self.addCleanup(functions.delete_function, FunctionName=self.name)
        queue = self.aws["sqs"].get_queue_attributes(
            QueueUrl=self.queue, AttributeNames=["QueueArn"]
        )["Attributes"]["QueueArn"]
        mapping = functions.create_event_source_mapping(
            FunctionName=self.name,
            EventSourceArn=stream,
            StartingPosition="TRIM_HORIZON",
            MaximumRetryAttempts=RETRIES,
            FunctionResponseTypes=["ReportBatchItemFailures"],
            DestinationConfig={"OnFailure": {"Destination": queue}},
        )
        self.addCleanup(functions.delete_event_source_mapping, UUID=mapping["UUID"])

    def put(self, *keys: str) -> None:
        for key in keys:
            self.aws["dynamodb"].put_item(TableName=self.name, Item={"p": {"S": key}})

    def given_up(self) -> dict:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if (
                found := self.aws["sqs"]
                .receive_message(QueueUrl=self.queue, WaitTimeSeconds=2)
                .get("Messages")
            ):
                return json.loads(found[0]["Body"])
        raise AssertionError("nothing came into the queue")

    def calls(self) -> list[list[str]]:
        lines = self.aws["logs"].filter_log_events(logGroupName=f"/aws/lambda/{self.name}")[
            "events"
        ]
        return [line["message"].split()[1:] for line in lines if line["message"].startswith("got ")]

    def test_what_failed_comes_again_some_times_and_then_goes_into_the_queue(self):
        self.put("good", "bad")
        self.assertEqual(self.given_up()["requestContext"]["condition"], "RetryAttemptsExhausted")
        calls = self.calls()
        self.assertEqual(sum("bad" in call for call in calls), 1 + RETRIES, calls)
        self.assertEqual(
            sum("good" in call for call in calls), 1, f"what was done does not come again: {calls}"
        )
        self.put("after")
        until = time.monotonic() + PATIENCE
        while not any("after" in call for call in self.calls()):
            self.assertLess(time.monotonic(), until, "the stream stands still")
            time.sleep(0.5)


if __name__ == "__main__":
    unittest.main()
