"""Runs MiniStack with twelve changes, and records the decisions of its IAM. Each is an issue in
docs/upstream/ministack.md: what happens, what AWS does, how to see it, and the mend.

1. An event reaches a function in one packet, not 40 ms late.
2. A Query compares keys for a begins_with or BETWEEN in place of parsing it for every item.
3. Positions in a table's stream are forgotten at a restart, as the stream itself is.
4. CloudFront Functions can choose another origin.
5. CloudFront compresses.
6. Of a stream's batch, records that a function reported are retried, and not for ever.
7. `/logout` of a distribution is the site's own.
8. A batch of SQS needs the permission of the single call.
9. Headers of an e-mail can be read back.
10. Deleting a version needs `s3:DeleteObjectVersion`, for the first of a batch, too.
11. A zip is held in memory once, not for each function.
12. The garbage collector looks for cycles far less often.

If CHUTE_IAM_CALLS is in its environment, it records in that file what each function's role asked
for and whether it was allowed (infra/policy/least_privilege.py reads it):
`Allow<tab>role<tab>action<tab>resource`, each kind of call once."""

import contextvars
import functools
import gc
import gzip
import json
import os
import re
import socketserver
import threading
from collections.abc import Callable
from types import ModuleType

import brotli
from ministack import app
from ministack.core import cloudfront_js, iam_actions, iam_evaluator
from ministack.services import cloudfront, dynamodb, lambda_svc, ses_v2


def around(module: ModuleType, name: str) -> Callable:
    """Puts a function in the place of one of MiniStack's, which it gets as its first argument."""

    def put(function: Callable) -> Callable:
        setattr(module, name, functools.partial(function, getattr(module, name)))
        return function

    return put


socketserver.StreamRequestHandler.disable_nagle_algorithm = True
lambda_svc._fetch_code_from_s3 = functools.cache(lambda_svc._fetch_code_from_s3)
gc.set_threshold(100_000, 50, 100)


@functools.lru_cache
def range_query(condition: str) -> re.Match | None:
    return re.fullmatch(
        r"\s*([#\w]+)\s*=\s*(:\w+)\s+and\s+"
        r"(?:begins_with\s*\(\s*([#\w]+)\s*,\s*(:\w+)\s*\)|([#\w]+)\s+between\s+(:\w+)\s+and\s+(:\w+))\s*",
        condition,
        re.IGNORECASE,
    )


@around(dynamodb, "_evaluate_condition")
def by_comparing(evaluate, condition, item, values, names, slot="ConditionExpression"):
    found = range_query(condition) if slot == "KeyConditionExpression" else None
    try:
        partition, value, prefixed, prefix, ranged, first, last = found.groups()
        if item[names.get(partition, partition)] != values[value]:
            return False
        key = item[names.get(prefixed or ranged, prefixed or ranged)]["S"]
        if prefix:
            return key.startswith(values[prefix]["S"])
        # texts compare by code points, as the bytes of UTF-8 do
        return values[first]["S"] <= key <= values[last]["S"]
    except (AttributeError, KeyError):  # of another form, or no texts
        return evaluate(condition, item, values, names, slot)


@around(lambda_svc, "_restore_esm_positions")
def restore_but_of_tables(restore, store, positions) -> None:
    if store is not lambda_svc._dynamodb_stream_positions:
        restore(store, positions)


# before and after the code of a CloudFront Function: its module `cloudfront`, and the choice as a
# member of the request
BEFORE_FUNCTION = b"""
let chosenOrigin;
const otherModule = require;
require = (name) =>
  name === "cloudfront" ? { selectRequestOriginById: (id) => { chosenOrigin = id; } } : otherModule(name);
"""
AFTER_FUNCTION = b"""
const choosing = handler;
handler = async (event) => {
  chosenOrigin = undefined;
  const value = await choosing(event);
  return chosenOrigin ? { ...value, origin: chosenOrigin } : value;
};
"""
# of the request that is being answered: the cache behaviour
serving: contextvars.ContextVar[dict] = contextvars.ContextVar("serving")
# What CloudFront compresses, from "Serve compressed files" in its Developer Guide: the types that
# Chute has.
COMPRESSED_TYPES = {
    "application/javascript",
    "application/json",
    "application/manifest+json",
    "font/ttf",
    "image/svg+xml",
    "text/css",
    "text/csv",
    "text/html",
    "text/javascript",
    "text/plain",
    "text/xml",
}
COMPRESSED_SIZES = range(1_000, 10_000_001)


@around(cloudfront_js, "evaluate")
def with_a_choice_of_origin(evaluate, code: bytes, event: dict):
    return evaluate(BEFORE_FUNCTION + code + AFTER_FUNCTION, event)


@around(cloudfront, "_run_function")
async def at_the_chosen_origin(run, arn: str, event: dict):
    result = await run(arn, event)
    if isinstance(result, dict) and "origin" in result:
        serving.get()["target_origin_id"] = result.pop("origin")
    return result


@around(cloudfront, "_dataplane_behavior")
def with_compress(read, element, *pattern) -> dict:
    return read(element, *pattern) | {"compress": cloudfront._text(element, "Compress") == "true"}


@around(cloudfront, "_match_behavior")
def remember_the_behaviour(match, parsed: dict, path: str) -> dict | None:
    behaviour = match(parsed, path)
    if behaviour and not serving.get():  # else it is that of an error's page
        serving.set(behaviour)
    return behaviour


@around(cloudfront, "handle_viewer_request")
async def compressed(answer, dist, method, path, uri, query, headers, *more) -> tuple:
    """The answer as CloudFront sends it to a browser that accepts these encodings."""
    serving.set({})
    status, told, body = await answer(dist, method, path, uri, query, headers, *more)
    behaviour, fields = serving.get(), {name.lower(): value for name, value in told.items()}
    offered = cloudfront.cache_policy_params(behaviour.get("cache_policy_id")) or {}
    accepted = {one.split(";")[0].strip() for one in headers.get("accept-encoding", "").split(",")}
    codings = {"br": "EnableAcceptEncodingBrotli", "gzip": "EnableAcceptEncodingGzip"}
    coding = next((one for one, on in codings.items() if one in accepted and offered.get(on)), None)
    if (
        not coding
        or not behaviour["compress"]
        or status not in (200, 403, 404)
        or fields["x-cache"] != "Miss from cloudfront"  # else it does not come from the origin
        or "content-encoding" in fields
        or fields.get("content-type", "").split(";")[0] not in COMPRESSED_TYPES
        or len(body) not in COMPRESSED_SIZES
    ):
        return status, told, body
    body = smaller(body, coding)
    fields |= {
        "content-encoding": coding,
        "vary": "Accept-Encoding",
        "content-length": str(len(body)),
    }
    if tag := fields.get("etag"):
        fields["etag"] = f"W/{tag.removeprefix('W/')}"
    return status, cloudfront._render_headers(fields, title_case=True), body


@functools.lru_cache(maxsize=256)
def smaller(body: bytes, coding: str) -> bytes:
    return brotli.compress(body, quality=5) if coding == "br" else gzip.compress(body, 6, mtime=0)


reading = threading.local()  # `batch`: mapping, records, and those that its filter lets through
# mapping → the first record of what failed last, and how often
failed_calls: dict[str, tuple[str, int]] = {}


@around(lambda_svc, "_apply_filter_criteria")
def remember_the_batch(filtered, records: list, mapping: dict) -> list:
    batch = filtered(records, mapping)
    vars(reading).update(batch=(mapping, records, batch))
    return batch


@around(lambda_svc, "_execute_function")
def with_reported_failures(execute, function: dict, event: dict) -> dict:
    """Where a stream's reader failed or reported records: moves its position to the first of them,
    and fails, so that it is called again; it succeeds with what it tried too often."""
    mapping, records, batch = vars(reading).pop("batch", ({}, [], []))
    result = execute(function, event)
    if ":dynamodb:" not in mapping.get("EventSourceArn", "") or event != {"Records": batch}:
        return result
    body, counts = result.get("body"), mapping.get("FunctionResponseTypes", [])
    reported = isinstance(body, dict) and "ReportBatchItemFailures" in counts
    failed = (
        {one.get("itemIdentifier") for one in body.get("batchItemFailures") or []}
        if reported
        else set()
    )
    if not result.get("error") and not failed:
        failed_calls.pop(mapping["UUID"], None)
        return result
    numbers = [] if result.get("error") else [one["dynamodb"]["SequenceNumber"] for one in batch]
    done = next((at for at, number in enumerate(numbers) if number in failed), 0)
    with lambda_svc._dynamodb_stream_positions_lock:
        lambda_svc._dynamodb_stream_positions[mapping["UUID"]] += records.index(batch[done])
    number = batch[done]["dynamodb"]["SequenceNumber"]
    first, times = failed_calls.get(mapping["UUID"], ("", 0))
    times = times + 1 if first == number else 1
    failed_calls[mapping["UUID"]] = (number, times)
    most = mapping.get("MaximumRetryAttempts")
    if done or most is None or not 0 <= int(most) < times:
        return result | {"error": True}
    lambda_svc._send_ddb_stream_failure_record(
        mapping, function, batch, mapping["EventSourceArn"], result, "RetryAttemptsExhausted"
    )
    return {}


@around(app, "_handle_cognito_get_request")
async def sign_in_pages_of_its_own_hosts(sign_in_pages, method, path, headers, query_params):
    of_a_distribution = app._parse_cloudfront_dataplane_host(headers.get("host", ""))
    return None if of_a_distribution else await sign_in_pages(method, path, headers, query_params)


headers_sent: dict[str, list] = {}  # message → headers


@around(ses_v2, "handle_request")
async def keep_headers(send, method, path, headers, body, query_params):
    answer = await send(method, path, headers, body, query_params)
    if method == "POST" and path.endswith("/outbound-emails") and answer[0] == 200:
        simple = json.loads(body)["Content"].get("Simple") or {}
        headers_sent[json.loads(answer[2])["MessageId"]] = simple.get("Headers") or []
    return answer


@around(app, "_handle_ses_messages_request")
async def tell_headers(messages, *request):
    answer = await messages(*request)
    if not answer or answer[0] != 200:
        return answer
    told = json.loads(answer[2])
    for mails in told["messages"].values():
        for mail in mails:
            mail["Headers"] = headers_sent.get(mail["MessageId"], [])
    return *answer[:2], json.dumps(told).encode()


@around(iam_actions, "_s3_batch_delete_targets")
def first_one_twice(targets, bucket: str, body: bytes) -> list:
    # the first is asked for as `s3:DeleteObject`, those after it as what they are
    found = targets(bucket, body)
    return found[:1] + found


class Notes:
    """Records the calls of functions, each kind once. Removing the file starts it afresh."""

    def __init__(self, file: str):
        self.file, self.known = file, set()

    def add(self, decision: str, role: str, action: str, resource: str) -> None:
        bucket, _, key = resource.partition("/")
        if (
            action.startswith("s3:") and decision == "Allow" and "/" in key
        ):  # objects are told apart by prefix, and by a name like index
            name = key.rsplit("/", 1)[1]
            resource = (
                f"{bucket}/{key.split('/')[0]}/…/{'…' if any(map(str.isdigit, name)) else name}"
            )
        call = (decision, role, action, resource)
        if not os.path.exists(self.file):
            self.known.clear()
        if call not in self.known:
            self.known.add(call)
            with open(self.file, "a", encoding="utf-8") as file:
                file.write("\t".join(call) + "\n")


asking = threading.local()
notes = Notes(calls) if (calls := os.environ.get("CHUTE_IAM_CALLS")) else None


@around(iam_evaluator, "evaluate")
def remember_the_caller(evaluate, context, *policies):
    asking.caller = context.principal_arn
    return evaluate(context, *policies)


@around(iam_evaluator, "enforce")
def enforce_and_note(
    enforce, access_key_id, action, service, region, resource_arn="*", service_context=None
):
    """Asks for the permission that AWS has, and notes what a function's role asked for."""
    asking.caller = ""
    action = action.removesuffix("Batch") if action.startswith("sqs:") else action
    refused = enforce(access_key_id, action, service, region, resource_arn, service_context)
    if notes and ":assumed-role/" in asking.caller:  # else it is the operator
        role = asking.caller.split("/")[1]
        notes.add("Deny" if refused else "Allow", role, action, resource_arn)
    return refused


if __name__ == "__main__":  # the bench has it in its own process
    app.main()
