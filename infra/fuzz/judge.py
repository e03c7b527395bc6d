"""Decides what is wrong with an answer."""

import copy
from collections import Counter, defaultdict

from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import AcceptedNegativeData, FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
]


class Judge:
    """Counts cases and keeps the first of each kind of failure."""

    def __init__(self) -> None:
        self.count = 0
        self.codes: Counter = Counter()
        self.credentials: Counter = Counter()
        self.failures: dict = defaultdict(list)
        self.unfinished: set = set()

    @staticmethod
    def closed(document: dict) -> dict:
        """The document, changed so that no answer may have fields that it does not name: an unknown
        field is drift, too."""
        document = copy.deepcopy(document)
        schemas = document["components"]["schemas"]
        waiting = [
            schema
            for path in document["paths"].values()
            for operation in path.values()
            for schema in [operation["responses"]]
        ]
        waiting += list(document["components"]["responses"].values())
        seen: set = set()
        while waiting:
            part = waiting.pop()
            if isinstance(part, list):
                waiting += part
            elif isinstance(part, dict):
                name = part.get("$ref", "")
                if name.startswith("#/components/schemas/") and name not in seen:
                    seen.add(name)
                    waiting.append(schemas[name.rsplit("/", 1)[1]])
                waiting += list(part.values())
                if (
                    "properties" in part
                    and part.get("type") == "object"
                    and "openapi" not in part["properties"]
                ):
                    part.setdefault("additionalProperties", False)
        return document

    def case(self, case, credential, address: str) -> None:
        """Calls the operation and checks the answer."""
        answer = case.call(base_url=address.rstrip("/"), timeout=30)
        self.count += 1
        self.codes[answer.status_code] += 1
        self.credentials[credential.kind] += 1
        name = case.operation.definition.raw["operationId"]
        if answer.status_code < 300 and credential.must_fail:
            self.note(name, f"opened by {credential.kind}", case, answer)
        if answer.status_code >= 400 and answer.status_code != 401 and not message_of(answer):
            self.note(name, "an error without a message", case, answer)
        try:
            case.validate_response(answer, checks=CHECKS)
        except FailureGroup as group:
            for failure in group.exceptions:
                if (
                    isinstance(failure, AcceptedNegativeData) and case.body is None
                ):  # `null` counts as an empty body (contract 1.2)
                    continue
                self.note(
                    name, f"{type(failure).__name__}: {str(failure).splitlines()[0]}", case, answer
                )

    def note(self, name: str, what: str, case, answer) -> None:
        self.failures[name, what].append(
            (
                case.headers.get("Authorization", "-")[:24],
                case.body,
                answer.status_code,
                answer.content[:300],
            )
        )

    def report(self) -> str:
        if not self.failures:
            return "no answer of 500 or above, none that is not as documented, no success by a credential that should not have it"
        lines = []
        for (name, what), found in sorted(self.failures.items()):
            credential, body, code, text = found[0]
            lines.append(
                f"✗ {name}: {what} ({len(found)} times)\n    {credential} {str(body)[:400]}\n    → {code} {text!r}"
            )
        return "\n".join(lines)


def message_of(answer) -> str:
    try:
        read = answer.json()
    except ValueError:
        return ""
    return read.get("message", "") if isinstance(read, dict) else ""
