"""The events that Lambda hands to the functions: requests of the REST API, and batches of the queue of
changes by race."""

import json
import time


def request(method: str, path: str, body: dict | None, key: str, number: int) -> dict:
    """An API Gateway REST event received now; `number` makes requests distinct."""
    headers = {
        "Authorization": f"Bearer {key}",
        "Content-Type": "application/json",
        "Host": "api.example.org",
        "X-Forwarded-Port": "443",
        "X-Forwarded-Proto": "https",
        "User-Agent": "bench",
    }
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


def queue_batch(records: list[dict]) -> dict:
    """Records of the tables' streams as `snapshots.publish` gets them from its queue: a message for each
    race or event, however large."""
    changes: dict[str, list[dict]] = {}
    for record in records:
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
