"""Runs MiniStack with four wasteful places, four bugs, four gaps and a time limit changed, and
records the decisions of its IAM. Changes 1, 2, 11 and 12 change no answer.

1. Its Runtime API sends headers and body of each event to a function as two packets; without
   TCP_NODELAY the second waits for the function's delayed acknowledgement, 40 ms per invocation.
2. A Query parses its key condition again for every item of the partition: 30 ms at 1,400 rows, most
   of a second at 40,000, twenty times per upload. For a begins_with or BETWEEN on the sort key the
   keys are now compared instead.
3. Over a restart it keeps how far each function has read a table's stream, but not the stream:
   whatever was written next was skipped until the new stream was as long as the old one. Now the
   positions are forgotten together with the stream.
4. Its CloudFront Functions cannot choose another origin (`cf.selectRequestOriginById`), as AWS's
   runtime 2.0 allows.
5. Its CloudFront never compresses (`Compress` of a cache behaviour), so the bytes of a page could
   not be counted.
6. Of a stream's batch it knows only whether all of it failed: records that a function reported
   (`ReportBatchItemFailures`) were skipped, and a failed batch was retried for ever, whatever
   `MaximumRetryAttempts` says.
7. Its sign-in service takes `/logout` on every host, even one of a distribution, so calls to the
   site's own `/logout` never arrived.
8. For an SQS batch it requires a permission of that name (`sqs:SendMessageBatch`); AWS has no such
   permission and requires that of the single call.
9. Its SES drops the headers of a message (`List-Unsubscribe`), so what was sent could not be read
   back.
10. Of a batch delete of versions it checks the first key only as `s3:DeleteObject`; AWS requires
    `s3:DeleteObjectVersion` for it, too, as for all others.
11. It holds the same zip in memory once for each function, 3.4 GB for a hundred. Sam names a zip by
    its content, so one is enough.
12. Its tables are Python objects, and the garbage collector goes through them again and again: a
    fifth of its time. It now looks for cycles far less often.
13. It ends a function at its time limit. All functions share a small machine with the emulator and
    the tests, so they have three times as long here.

If CHUTE_IAM_CALLS is in its environment, it records in that file what each function's role asked
for and whether it was allowed (infra/policy/least_privilege.py reads it):
`Allow<tab>role<tab>action<tab>resource`, each kind of call once."""

import functools
import gc
import gzip
import importlib.util
import os
import re
import socketserver
import sys
import threading

import brotli

RANGE_QUERY = re.compile(
    r"\s*\S+\s*=\s*:\w+\s+and\s+"
    r"(?:begins_with\s*\(\s*([#\w]+)\s*,\s*(:\w+)\s*\)|([#\w]+)\s+between\s+(:\w+)\s+and\s+(:\w+))\s*",
    re.IGNORECASE,
)
ALL_OF_PARTITION = 'candidates = list(table["items"].get(pk_val, {}).values())'
NARROWED = (
    'candidates = items_in_range(table["items"].get(pk_val, {}), key_cond, eav, ean, sk_name)\n'
    "        if candidates is None:\n"
    '            candidates = list(table["items"].get(pk_val, {}).values())\n'
    "        else:\n"
    '            key_cond = ""'
)
# The one thing SitePath needs from the module `cloudfront`; the choice is passed along with the
# request.
CHOICE_OF_ORIGIN = (
    (
        "const _ALLOWED_MODULES = { crypto,",
        "let chosen;\nconst cloudfront = { selectRequestOriginById(id) { chosen = id; } };\nconst _ALLOWED_MODULES = { cloudfront, crypto,",
    ),
    (
        "    let value = entry.handler(event);\n",
        "    chosen = undefined;\n    let value = entry.handler(event);\n    if (value && chosen) value.origin = chosen;\n",
    ),
)
CHOSEN_ORIGIN = (
    '        req = result if isinstance(result, dict) else event["request"]\n',
    '        req = result if isinstance(result, dict) else event["request"]\n'
    '        behavior = behavior | {"target_origin_id": req.get("origin", behavior["target_origin_id"])}\n',
)
FIRST_OF_BATCH = (
    "        for arn, version_id in targets[1:]:\n",
    '        checks.extend(("s3:DeleteObjectVersion", arn) for arn, id in targets[:1] if id)\n'
    "        for arn, version_id in targets[1:]:\n",
)
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
COMPRESSING = (
    (
        '        "path_pattern": path_pattern,\n',
        '        "path_pattern": path_pattern,\n        "compress": _text(behavior_el, "Compress") == "true",\n',
    ),
    (
        "    final_headers = _add_cloudfront_headers(response_headers,",
        '    if behavior["compress"] and status in (200, 403, 404):\n'
        '        offered = cache_policy_params(behavior.get("cache_policy_id")) or {}\n'
        '        response_headers, response_body = compressed(response_headers, response_body, offered, headers.get("accept-encoding", ""))\n'
        "    final_headers = _add_cloudfront_headers(response_headers,",
    ),
)


# After a call of a stream's reader: the records it reported have failed, and those that failed too
# often go to the queue of failures.
STREAM_ANSWERS = (
    (
        '            event = {"Records": batch}\n            result = _execute_function(func_rec, event)\n\n            if result.get("error"):\n'
        "                err_body",
        '            event = {"Records": batch}\n            result = _execute_function(func_rec, event)\n'
        "            done, left = stream_answer(esm, batch, result)\n"
        "            if done:\n"  # as on AWS, the records before the first reported one are done
        "                with _dynamodb_stream_positions_lock:\n"
        "                    _dynamodb_stream_positions[esm_id] = pos + (raw_len if done == len(batch) else done)\n"
        "            if left == 'given up':\n"
        "                _send_ddb_stream_failure_record(esm, func_rec, batch, source_arn, result, 'RetryAttemptsExhausted')\n"
        "                with _dynamodb_stream_positions_lock:\n"
        "                    _dynamodb_stream_positions[esm_id] = pos + raw_len\n"
        "            if left:\n"
        "                esm['LastProcessingResult'] = 'FAILED'\n"
        "                processed_any = True\n"
        "                if left == 'again':\n"
        "                    _esm_backoff_until[esm_id] = time.time() + _ESM_BACKOFF_SECONDS\n"
        "                continue\n\n"
        '            if result.get("error"):\n                err_body',
    ),
)
MORE_TIME = (
    "if response_received.wait(timeout=timeout):",
    "if response_received.wait(timeout=3 * timeout):",
)

# A message of SES's version 2 as stored, then as the list of messages shows it.
KEPT_HEADERS = (
    '            "Type": "v2.SendEmail",\n',
    '            "Type": "v2.SendEmail",\n            "Headers": simple.get("Headers") or [],\n',
)
TOLD_HEADERS = (
    '                        "Type": rec["Type"],\n',
    '                        "Type": rec["Type"],\n                        "Headers": rec.get("Headers", []),\n',
)
failed_calls: dict[
    str, tuple[str, int]
] = {}  # mapping → first record of what failed last, and how often


def stream_answer(mapping: dict, batch: list, result: dict) -> tuple[int, str]:
    """How many records of a batch are done, and whether the rest is retried or given up; empty when
    the emulator's own behaviour is right."""
    body = result.get("body")
    reported = body.get("batchItemFailures") or [] if isinstance(body, dict) else []
    counts = "ReportBatchItemFailures" in mapping.get("FunctionResponseTypes", [])
    failed = {one.get("itemIdentifier") for one in reported if counts}
    numbers = [one["dynamodb"]["SequenceNumber"] for one in batch]
    if not result.get("error") and not failed:
        failed_calls.pop(mapping["UUID"], None)
        return 0, ""
    done = (
        0
        if result.get("error")
        else min((numbers.index(one) for one in failed if one in numbers), default=0)
    )
    first, times = failed_calls.get(mapping["UUID"], ("", 0))
    times = times + 1 if first == numbers[done] else 1
    failed_calls[mapping["UUID"]] = (numbers[done], times)
    most = mapping.get("MaximumRetryAttempts")
    return done, "given up" if done == 0 and most is not None and 0 <= int(
        most
    ) < times else "again"


@functools.lru_cache(maxsize=256)
def smaller(body: bytes, coding: str) -> bytes:
    return brotli.compress(body, quality=5) if coding == "br" else gzip.compress(body, 6, mtime=0)


def compressed(headers: dict, body: bytes, offered: dict, accepted: str) -> tuple[dict, bytes]:
    """An answer as CloudFront sends it to a browser that accepts these encodings."""
    codings = {one.split(";")[0].strip() for one in accepted.split(",")}
    coding = next(
        (
            name
            for name, on in (
                ("br", "EnableAcceptEncodingBrotli"),
                ("gzip", "EnableAcceptEncodingGzip"),
            )
            if name in codings and offered.get(on)
        ),
        None,
    )
    kind = headers.get("content-type", "").split(";")[0]
    if (
        not coding
        or "content-encoding" in headers
        or kind not in COMPRESSED_TYPES
        or len(body) not in COMPRESSED_SIZES
    ):
        return headers, body
    body = smaller(body, coding)
    changed = {
        "content-encoding": coding,
        "vary": "Accept-Encoding",
        "content-length": str(len(body)),
    }
    if tag := headers.get("etag"):
        changed["etag"] = f"W/{tag.removeprefix('W/')}"
    return headers | changed, body


def items_in_range(
    partition: dict, condition: str, values: dict, names: dict, sort_key: str
) -> list | None:
    """The items of a partition that a condition asks for; None for conditions of another form."""
    found = RANGE_QUERY.fullmatch(condition or "")
    if not found or names.get(found[1] or found[3], found[1] or found[3]) != sort_key:
        return None
    prefix, first, last = ((values.get(value) or {}).get("S") for value in found.group(2, 4, 5))
    if prefix:
        return [item for item in partition.values() if item[sort_key]["S"].startswith(prefix)]
    if first and last:  # texts compare by code points, as the bytes of UTF-8 do
        return [item for item in partition.values() if first <= item[sort_key]["S"] <= last]
    return None


def mend(name: str, *changes: tuple[str, str], **names) -> None:
    """Loads a module with parts of its source replaced; `names` are what the new parts need. Ends
    the program if this version's source is another one."""
    spec = importlib.util.find_spec(name)
    source = spec.loader.get_source(spec.name)
    for old, new in changes:
        if source.count(old) != 1:
            raise SystemExit(f"This MiniStack's {name} is not the one that is mended here: {old}")
        source = source.replace(old, new)
    module = importlib.util.module_from_spec(spec)
    vars(module).update(names)
    sys.modules[spec.name] = module
    exec(compile(source, spec.origin, "exec"), module.__dict__)
    package, _, last = name.rpartition(".")
    setattr(sys.modules[package], last, module)


socketserver.StreamRequestHandler.disable_nagle_algorithm = True
mend("ministack.services.dynamodb", (ALL_OF_PARTITION, NARROWED), items_in_range=items_in_range)
mend("ministack.core.cloudfront_js", *CHOICE_OF_ORIGIN)
mend("ministack.services.cloudfront", CHOSEN_ORIGIN, *COMPRESSING, compressed=compressed)
mend("ministack.services.lambda_svc", *STREAM_ANSWERS, MORE_TIME, stream_answer=stream_answer)
mend("ministack.services.ses_v2", KEPT_HEADERS)
mend("ministack.app", TOLD_HEADERS)
mend("ministack.core.iam_actions", FIRST_OF_BATCH)

from ministack import app
from ministack.core import iam_evaluator
from ministack.services import lambda_svc

sign_in_pages = app._handle_cognito_get_request


async def sign_in_pages_of_its_own_hosts(method, path, headers, query_params):
    of_a_distribution = app._parse_cloudfront_dataplane_host(headers.get("host", ""))
    return None if of_a_distribution else await sign_in_pages(method, path, headers, query_params)


app._handle_cognito_get_request = sign_in_pages_of_its_own_hosts

restore_positions = lambda_svc._restore_esm_positions


def restore_but_of_tables(store, positions) -> None:
    if store is not lambda_svc._dynamodb_stream_positions:
        restore_positions(store, positions)


lambda_svc._restore_esm_positions = restore_but_of_tables
lambda_svc._fetch_code_from_s3 = functools.cache(lambda_svc._fetch_code_from_s3)


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


evaluate, enforce, asking = iam_evaluator.evaluate, iam_evaluator.enforce, threading.local()
notes = Notes(calls) if (calls := os.environ.get("CHUTE_IAM_CALLS")) else None


def evaluate_and_remember(context, *policies):
    asking.caller = context.principal_arn
    return evaluate(context, *policies)


def enforce_and_note(
    access_key_id, action, service, region, resource_arn="*", service_context=None
):
    """Asks for the permission that AWS has, and notes what a function's role asked for."""
    asking.caller = ""
    action = action.removesuffix("Batch") if action.startswith("sqs:") else action
    refused = enforce(access_key_id, action, service, region, resource_arn, service_context)
    if notes and ":assumed-role/" in asking.caller:  # else it is the operator
        role = asking.caller.split("/")[1]
        notes.add("Deny" if refused else "Allow", role, action, resource_arn)
    return refused


iam_evaluator.evaluate, iam_evaluator.enforce = evaluate_and_remember, enforce_and_note

gc.set_threshold(100_000, 50, 100)

app.main()
