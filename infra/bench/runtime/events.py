"""The events that Lambda hands to the functions: requests of the REST API, batches of the tables'
streams, and of the queue of changes by race."""

import json
import time


def request(
    method: str, path: str, body: dict | None, key: str, number: int, gzip: bool = False
) -> dict:
    """An API Gateway REST event received now; `number` makes requests distinct."""
    headers = {
        "Authorization": f"Bearer {key}",
        "Content-Type": "application/json",
        "Host": "api.example.org",
        "X-Forwarded-Port": "443",
        "X-Forwarded-Proto": "https",
        "User-Agent": "bench",
    }
    if gzip:
        # API Gateway passes binary answers only to callers that say what they accept
        headers |= {"Accept": "application/json", "Accept-Encoding": "gzip"}
    return {
        "resource": path,
        "path": path,
        "httpMethod": method,
        "headers": headers,
        "multiValueHeaders": {name: [value] for name, value in headers.items()},
        "queryStringParameters": None,
        "multiValueQueryStringParameters": None,
        "pathParameters": None,
        "stageVariables": None,
        "requestContext": {
            "accountId": "000000000000",
            "apiId": "bench",
            "resourceId": "bench",
            "resourcePath": path,
            "httpMethod": method,
            "path": f"/api{path}",
            "protocol": "HTTP/1.1",
            "stage": "api",
            "domainName": "api.example.org",
            "domainPrefix": "api",
            "requestId": f"00000000-0000-4000-8000-{number:012}",
            "requestTime": "01/Jan/2026:00:00:00 +0000",
            "requestTimeEpoch": int(time.time() * 1000),
            "identity": {"sourceIp": "127.0.0.1", "userAgent": "bench"},
        },
        "body": None if body is None else json.dumps(body),
        "isBase64Encoded": False,
    }


def stream_batch(records: list[dict]) -> dict:
    """A batch of a table's stream, made from the records of the tables in memory."""
    return {
        "Records": [
            {
                "eventID": f"{number:032}",
                "eventName": "MODIFY",
                "eventVersion": "1.1",
                "eventSource": "aws:dynamodb",
                "awsRegion": "us-east-1",
                "eventSourceARN": f"arn:aws:dynamodb:us-east-1:000000000000:table/{record['table']}/stream/2026-01-01T00:00:00.000",
                "dynamodb": {
                    "ApproximateCreationDateTime": 1767225600,
                    "Keys": record["keys"],
                    "NewImage": record["image"],
                    "SequenceNumber": f"{number:021}",
                    "SizeBytes": 200,
                    "StreamViewType": "NEW_IMAGE",
                },
            }
            for number, record in enumerate(records, 1)
        ]
    }


def queue_batch(records: list[dict]) -> dict:
    """The same records as `snapshots.publish` gets them from its queue: a message for each race or
    event, however large."""
    changes: dict[str, list[dict]] = {}
    for record in stream_batch(records)["Records"]:
        changes.setdefault(record["dynamodb"]["Keys"]["p"]["S"], []).append(record)
    return {
        "Records": [
            {
                "messageId": of,
                "receiptHandle": of,
                "body": json.dumps({"of": of, "records": some}),
                "attributes": {"ApproximateReceiveCount": "1", "MessageGroupId": of},
                "eventSource": "aws:sqs",
                "eventSourceARN": "arn:aws:sqs:us-east-1:000000000000:changes.fifo",
            }
            for of, some in changes.items()
        ]
    }
