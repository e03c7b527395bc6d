"""Tables in memory: the few operations and conditions of DynamoDB that the functions use. Anything
else is refused with an error.

The functions themselves fill them, so the only part of an item that is defined here is the key."""

import base64
import hashlib
import re
from bisect import bisect_right
from json import dumps
from typing import NoReturn

from http_server import Answer

NAMES = ("ACCOUNTS", "SESSIONS", "ATTEMPTS", "KEYS", "EVENTS", "RACES", "PARTICIPANTS", "BIBCHIPS")
STREAMS = ("EVENTS", "RACES", "PARTICIPANTS")
PAGE = 4_000  # the most items in an answer of a query: about a megabyte of rows


class Refused(Exception):
    """Error code and message of an answer with status 400."""


def text(value: dict) -> str:
    return value.get("S", "")


class Tables:
    def __init__(self) -> None:
        self.items: dict[str, dict[tuple[str, str], dict]] = {name: {} for name in NAMES}
        self.stream: list[dict] = []

    def add_key(self, value: str, kind: str, account: str) -> None:
        digest = hashlib.sha256(value.encode()).hexdigest()
        self.items["KEYS"][digest, ""] = {
            "p": {"S": digest},
            "ac": {"S": account},
            "ty": {"S": kind},
        }

    def answer(self, operation: str, request: dict) -> Answer:
        try:
            done = getattr(self, operation, self.unknown)(request)
        except Refused as refused:
            code, message = refused.args
            done, status = (
                {"__type": f"com.amazonaws.dynamodb.v20120810#{code}", "message": message},
                400,
            )
        else:
            status = 200
        return Answer(status, dumps(done).encode(), {"content-type": "application/x-amz-json-1.0"})

    def unknown(self, request: dict) -> NoReturn:
        raise Refused(
            "ValidationException", f"the bench's tables do not know {dumps(request)[:300]}"
        )

    def GetItem(self, request: dict) -> dict:
        key = request["Key"]
        item = self.items[request["TableName"]].get((text(key["p"]), text(key.get("q", {}))))
        return {"Item": item} if item else {}

    def Query(self, request: dict) -> dict:
        values, condition = request["ExpressionAttributeValues"], request["KeyConditionExpression"]
        if condition not in ("p = :p", "p = :p AND begins_with(q, :q)"):
            return self.unknown(request)
        keys = self.keys_below(request["TableName"], text(values[":p"]), text(values.get(":q", {})))
        if after := request.get("ExclusiveStartKey"):
            keys = keys[bisect_right(keys, (text(after["p"]), text(after["q"]))) :]
        table = self.items[request["TableName"]]
        found = [table[key] for key in keys[:PAGE]]
        answer = {"Items": found, "Count": len(found), "ScannedCount": len(found)}
        return answer | (
            {"LastEvaluatedKey": {"p": found[-1]["p"], "q": found[-1]["q"]}}
            if len(keys) > PAGE
            else {}
        )

    def keys_below(self, name: str, p: str, prefix: str) -> list[tuple[str, str]]:
        """The keys of a partition that begin with the prefix, in order."""
        table = self.items[name]
        if not isinstance(table, dict):
            return table.keys_below(p, prefix)  # too many to be sorted for each page
        return sorted(key for key in table if key[0] == p and key[1].startswith(prefix))

    def Scan(self, request: dict) -> dict:
        scanned = list(self.items[request["TableName"]].values())
        found = [item for item in scanned if self.passes(request, item)]
        return {"Items": found, "Count": len(found), "ScannedCount": len(scanned)}

    def passes(self, request: dict, item: dict) -> bool:
        """Whether the filter of a scan lets an item through."""
        condition = request.get("FilterExpression", "")
        if condition == "attribute_exists(cl) AND cl < :before":
            before = int(request["ExpressionAttributeValues"][":before"]["N"])
            return "cl" in item and int(item["cl"]["N"]) < before
        return condition == "" or self.unknown(request)

    def PutItem(self, request: dict) -> dict:
        name, item = request["TableName"], request["Item"]
        key = text(item["p"]), text(item.get("q", {}))
        if not self.holds(request, self.items[name].get(key)):
            raise Refused("ConditionalCheckFailedException", "The conditional request failed")
        self.store(name, key, item)
        return {}

    def UpdateItem(self, request: dict) -> dict:
        """An update that sets whole attributes and removes others."""
        told = re.fullmatch(
            r"SET ((?:\w+ = :\w+(?:, )?)+)(?: REMOVE ([\w, ]+))?", request["UpdateExpression"]
        )
        if told is None:
            return self.unknown(request)
        name, key = (
            request["TableName"],
            (text(request["Key"]["p"]), text(request["Key"].get("q", {}))),
        )
        stored = self.items[name].get(key)
        if not self.holds(request, stored):
            raise Refused("ConditionalCheckFailedException", "The conditional request failed")
        item = {**(stored or request["Key"])}
        for attribute, value in re.findall(r"(\w+) = (:\w+)", told[1]):
            item[attribute] = request["ExpressionAttributeValues"][value]
        for attribute in (told[2] or "").split(", "):
            item.pop(attribute, None)
        self.store(name, key, item)
        return {}

    def store(self, name: str, key: tuple[str, str], item: dict) -> None:
        self.items[name][key] = item
        if name in STREAMS:
            self.stream.append(
                {"table": name, "keys": {"p": item["p"], "q": item["q"]}, "image": item}
            )

    def holds(self, request: dict, stored: dict | None) -> bool:
        condition = request.get("ConditionExpression", "")
        if condition == "attribute_not_exists(s) OR s < :s":
            stamp = lambda value: base64.b64decode(value["B"])
            return stored is None or stamp(stored["s"]) < stamp(
                request["ExpressionAttributeValues"][":s"]
            )
        if condition.startswith("attribute_not_exists(p)"):
            return stored is None
        if condition == "v = :v":
            return stored is not None and stored["v"] == request["ExpressionAttributeValues"][":v"]
        return condition == "" or self.unknown(request)

    def new_records(self) -> list[dict]:
        """The records of the tables' streams since the last call."""
        records, self.stream = self.stream, []
        return records
