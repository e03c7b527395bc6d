"""Tests putting back items of a restored copy, on the emulator of the test instance.

python3 infra/local/put_back_test.py"""

import time
import unittest

import tools

tools.inside("emulator")  # which has boto3

import put_back
import stack
from settings import instance


def item(q: str, stamp: int | None, name: str) -> dict:
    stamped = {} if stamp is None else {"s": {"B": stamp.to_bytes(12, "big")}}
    return {"p": {"S": "river-10k/2026"}, "q": {"S": q}, "f": {"S": name}} | stamped


COPY = [
    item("missing", 5, "copy"),
    item("older-there", 5, "copy"),
    item("same-there", 5, "copy"),
    item("newer-there", 5, "copy"),
    item("plain-missing", None, "copy"),
    item("plain-there", None, "copy"),
    item("s-is-no-stamp", None, "copy") | {"s": {"S": "z"}},
]
THERE = [
    item("older-there", 4, "table"),
    item("same-there", 5, "table"),
    item("newer-there", 6, "table"),
    item("plain-there", None, "table"),
    item("s-is-no-stamp", None, "table") | {"s": {"S": "a"}},
    item("of-today", 9, "table"),
]
PUT_BACK = {"missing", "older-there", "plain-missing"}


class PutBack(unittest.TestCase):
    def setUp(self):
        self.dynamodb = stack.client(instance("aws-test"), "dynamodb")
        self.copy, self.table = (
            self.make(name, items) for name, items in (("copy", COPY), ("table", THERE))
        )

    def make(self, name: str, items: list[dict]) -> str:
        table = f"put-back-{name}-{time.time_ns()}"
        keys = {"p": "HASH", "q": "RANGE"}
        self.dynamodb.create_table(
            TableName=table,
            BillingMode="PAY_PER_REQUEST",
            AttributeDefinitions=[{"AttributeName": one, "AttributeType": "S"} for one in keys],
            KeySchema=[{"AttributeName": one, "KeyType": kind} for one, kind in keys.items()],
        )
        self.addCleanup(self.dynamodb.delete_table, TableName=table)
        for one in [*items, item("elsewhere", 1, name) | {"p": {"S": "other/2025"}}]:
            self.dynamodb.put_item(TableName=table, Item=one)
        return table

    def stands(self) -> dict[str, str]:
        return {
            one["q"]["S"]: one["f"]["S"]
            for one in put_back.items(self.dynamodb, self.table, "river-10k/2026")
        }

    def run_it(self, apply: bool) -> dict:
        return dict(
            put_back.put_back(self.dynamodb, self.copy, self.table, "river-10k/2026", apply)
        )

    def test_a_count_writes_nothing(self):
        before = self.stands()
        self.assertEqual(self.run_it(apply=False), {"to be put back": 3, "left as they are": 4})
        self.assertEqual(self.stands(), before)

    def test_what_is_missing_or_older_comes_back_and_nothing_else(self):
        self.assertEqual(self.run_it(apply=True), {"put back": 3, "left as they are": 4})
        expected = {
            one["q"]["S"]: "copy" if one["q"]["S"] in PUT_BACK else "table" for one in COPY + THERE
        }
        self.assertEqual(self.stands(), expected)
        self.assertEqual(self.run_it(apply=True), {"left as they are": 7})

    def test_without_a_partition_all_of_the_table(self):
        self.assertEqual(
            dict(put_back.put_back(self.dynamodb, self.copy, self.table, None, True)),
            {"put back": 3, "left as they are": 5},
        )


if __name__ == "__main__":
    unittest.main()
