"""Rows lost and a table lost, on the emulator: the whole template is deployed, a race is uploaded and
its moment kept. Then a part of its rows is removed and put back from a copy; a part is overwritten
by a wrong upload and imported from the copy; then the table itself is removed and restored under its
name, and its readers are attached to the new stream. Each time the published files have to have the
same digests as before, and at the end new rows have to reach readers again.

    make restore-drill          needs `make build` (or CHUTE_SITE_DIST and .build/)

The emulator's restore to a point in time takes what the table holds now, whatever the time, so the
moment is kept as a backup on demand. It empties the instance `aws-test` first and takes some
minutes, so it is not part of `make test`."""

import gzip
import hashlib
import json
import re
import subprocess
import sys
import tempfile

import tools

tools.inside("emulator")  # which has boto3

import cloudformation
import command_line
import reattach
import seed
import stack
import start
from progress import note, step, stop
from rollback_drill import PATIENCE_S as CALL_S
from rollback_drill import RACE_DAY, SLUG, deployed, emulated, stored
from rows import ROWS, batch
from settings import BOOTSTRAP, CLI, ROOT, STACK, Instance, instance
from timing_client import YEAR, TimingClient
from waiting import until

BATCHES, LOST, MORE = 15, 80, 3
COPY = "restored-races"
FOLDER = f"results/{SLUG}/{YEAR}/"
OF_THE_ROWS = re.compile(r"\b[hstp]-[0-9a-f]{16}\.json")  # files made of the rows alone
# the timer of the reconciler would publish within 300 s what no reader of the stream does
PATIENCE_S = 60


class Drill:
    def __init__(self, inst: Instance):
        self.inst = inst
        self.outputs = deployed(inst, (BOOTSTRAP / "bootstrap").read_bytes(), first=True)
        self.table = self.outputs["RacesTable"]
        self.dynamodb = self.clients("dynamodb")
        start.front(inst, self.outputs)
        self.seed = seed.OfEmulator(inst, self.outputs, self.clients("s3"))
        key = self.seed.accounts()["write_key"]
        self.client = TimingClient(inst.address, key, SLUG, patience_s=CALL_S)
        self.client.make_race(RACE_DAY)

    @property
    def rows(self) -> int:
        return self.client.accepted * ROWS

    def clients(self, service: str):
        return stack.client(self.inst, service)

    def upload(self, batches: int) -> None:
        for _ in range(batches):
            if not self.client.upload():
                stop(f"results/add answered {self.client.tries[-1].status}.")

    def until_readers_see(self, wanted: int) -> None:
        took = self.client.until_published(wanted, PATIENCE_S)
        note(f"readers see {wanted} rows after {took:.1f} s")

    def files(self) -> dict[str, str]:
        """Name → digest of every file of the race that is made of its rows, from the pointer on."""
        s3, found = self.clients("s3"), {}

        def read(name: str) -> bytes:
            where = {"Bucket": self.outputs["DownloadsBucket"], "Key": FOLDER + name}
            return s3.get_object(**where)["Body"].read()

        left = {json.loads(read("current.json"))["url"].removeprefix(FOLDER)}
        while left:
            stored_bytes = read(name := left.pop())
            found[name] = hashlib.sha256(stored_bytes).hexdigest()
            text = gzip.decompress(stored_bytes).decode()
            left |= set(OF_THE_ROWS.findall(text)) - found.keys()
        return found

    def run(self, *command: str, **tables: str) -> str:
        """One of the runbook's commands, as it is typed there, with other tables if they are given;
        returns what it says."""
        done = subprocess.run(command, env=self.seed.env | tables, capture_output=True, text=True)
        if done.returncode != 0:
            stop(f"{' '.join(command)} failed: {done.stdout}{done.stderr}")
        return done.stdout.strip()

    def same_as(self, before: dict[str, str]) -> None:
        """Makes the files again and compares them: with the tables, and with those of before."""
        race = ("--slug", SLUG, "--year", YEAR)
        self.run(str(CLI), "rebuild", *race)
        note(self.run(str(CLI), "rebuild", *race, "--check"))
        after = self.files()
        if after != before:
            stop(
                f"{len(set(after.items()) ^ set(before.items()))} files differ from those of before."
            )
        note(f"{len(after)} files have the digests of before")

    def lose_rows(self) -> None:
        for q in stored(self.inst, self.table)[:LOST]:
            key = {"p": {"S": f"{SLUG}/{YEAR}"}, "q": {"S": q}}
            self.dynamodb.delete_item(TableName=self.table, Key=key)

    def overwrite_rows(self) -> None:
        """A wrong upload, which is newer than what it destroys."""
        wrong = [one | {"seconds": one["seconds"] + 600} for one in batch(0)]
        before = self.files()
        self.client.send(wrong)
        until("readers see the wrong upload", lambda: self.files() != before, PATIENCE_S, 0.2)

    def restore(self, backup: str, name: str) -> None:
        self.dynamodb.restore_table_from_backup(TargetTableName=name, BackupArn=backup)
        self.dynamodb.get_waiter("table_exists").wait(TableName=name)

    def lose_the_table(self) -> None:
        self.dynamodb.delete_table(TableName=self.table)
        self.dynamodb.get_waiter("table_not_exists").wait(TableName=self.table)


def drill(inst: Instance) -> None:
    with step("Deploying, and uploading a race"):
        it = Drill(inst)
        it.upload(BATCHES)
        it.until_readers_see(it.rows)
    before = it.files()
    kept = it.dynamodb.create_backup(TableName=it.table, BackupName="moment")
    moment = kept["BackupDetails"]["BackupArn"]
    note(f"the moment: {it.rows} rows, {len(before)} files made of them")

    with step(f"Removing {LOST} rows from the table, and putting them back from a copy"):
        it.lose_rows()
        it.until_readers_see(it.rows - LOST)
        it.restore(moment, COPY)
        put_back = str(ROOT / "infra" / "local" / "put_back.py")
        which = ("--from", COPY, "--to", it.table, "--partition", f"{SLUG}/{YEAR}", "--apply")
        note(it.run(sys.executable, put_back, *which))
        it.until_readers_see(it.rows)
        it.same_as(before)

    with step("Overwriting rows by a wrong upload, and importing them from the copy"):
        it.overwrite_rows()
        with tempfile.TemporaryDirectory() as folder:
            race, file = ("--slug", SLUG, "--year", YEAR), f"{folder}/rows.csv.gz"
            export = (str(CLI), "export", *race, "--format", "csv", "--with-anonymous")
            it.run(*export, "--out", file, RACES_TABLE=COPY)
            note(it.run(str(CLI), "import", file, *race, "--apply"))
        it.same_as(before)

    with step("Removing the table, restoring it under its name, attaching its readers"):
        it.lose_the_table()
        it.restore(moment, it.table)
        there = cloudformation.resources_of(it.clients, STACK)
        reattach.reattach(it.clients, there, "RacesTable")
        it.same_as(before)
        # more than once: a pass of the reconciler could be taken for a reader
        for _ in range(MORE):
            it.upload(1)
            it.until_readers_see(it.rows)
    rows = stored(inst, it.table)
    if len(rows) != it.rows or len(set(rows)) != it.rows:
        stop(f"{it.rows} rows were uploaded, and {len(set(rows))} are stored.")
    print(f"{it.rows} rows uploaded and stored; {len(before)} files the same after both restores")


def main() -> None:
    inst = instance("aws-test")
    with emulated(inst):
        drill(inst)


if __name__ == "__main__":
    with command_line.in_words():
        main()
