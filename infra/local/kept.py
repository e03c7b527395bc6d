"""What stood before a deploy, kept below `deploys/` of the private bucket: template, parameters, the
functions' zip and the site. `make rollback` returns to it (rollback.py).

Each is about 15 MB, and none is ever removed. One is there once its `kept.json` is, which is written
last. `back.json` says to which one `make rollback` returns."""

import json
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import cloudformation
import pages
from botocore.exceptions import ClientError
from cloudformation import Clients

PREFIX = "deploys/"
LAST = "kept.json"
BACK = f"{PREFIX}back.json"
AT_ONCE = 16
GONE = ("404", "NoSuchKey", "NoSuchBucket", "NotFound")  # of an object


@dataclass(frozen=True)
class Kept:
    """`name` is when it was kept (UTC); `code` the bucket and key that its template names, and `site`
    its files: name → digest."""

    name: str
    template: str
    parameters: dict[str, str]
    code: tuple[str, str]
    site: dict[str, str]

    @property
    def folder(self) -> str:
        return f"{PREFIX}{self.name}/"

    def same(self, other: "Kept") -> bool:
        return (self.template, self.parameters, self.site) == (
            other.template,
            other.parameters,
            other.site,
        )


def standing(clients: Clients, stack: str) -> Kept:
    """What stands now."""
    one = cloudformation.described(clients, stack)
    outputs = cloudformation.outputs_of(one)
    template = clients("cloudformation").get_template(StackName=stack, TemplateStage="Original")
    return Kept(
        time.strftime("%Y-%m-%dT%H%M%SZ", time.gmtime()),
        body := template["TemplateBody"],
        cloudformation.parameters_of(one),
        cloudformation.code_of(body),
        pages.standing(clients("s3"), outputs["SiteBucket"], outputs["PrivateBucket"]),
    )


def names(clients: Clients, bucket: str) -> list[str]:
    """All that are kept whole, the newest last."""
    pages = clients("s3").get_paginator("list_objects_v2").paginate(Bucket=bucket, Prefix=PREFIX)
    found = [
        one["Key"].removeprefix(PREFIX).split("/")
        for page in pages
        for one in page.get("Contents", [])
    ]
    return sorted(one[0] for one in found if one[1:] == [LAST])


def read(clients: Clients, bucket: str, name: str) -> Kept:
    def get(file: str) -> str:
        answer = clients("s3").get_object(Bucket=bucket, Key=f"{PREFIX}{name}/{file}")
        return answer["Body"].read().decode()

    last = json.loads(get(LAST))
    return Kept(
        name,
        get("template.yaml"),
        last["parameters"],
        tuple(last["code"]),
        last["site"],
    )


def way_back(clients: Clients, bucket: str) -> tuple[str, bool]:
    """The name of what `make rollback` returns to, and whether the deploy or rollback that began there
    has ended: what an interrupted one leaves is neither the one nor the other. The name is empty if
    nothing is kept."""
    found = names(clients, bucket)
    try:
        noted = json.loads(clients("s3").get_object(Bucket=bucket, Key=BACK)["Body"].read())
    except ClientError as missing:
        if missing.response["Error"]["Code"] not in GONE:
            raise
        noted = {}
    if noted.get("to") in found:
        return noted["to"], noted["ended"]
    return (found[-1] if found else ""), True


def set_way_back(clients: Clients, bucket: str, to: str, *, ended: bool) -> None:
    body = json.dumps({"to": to, "ended": ended}).encode()
    clients("s3").put_object(Bucket=bucket, Key=BACK, Body=body)


def keep(clients: Clients, stack: str) -> str:
    """Keeps what stands for a deploy that begins, and returns its name. It is not kept if the newest
    that is kept is the same, nor if the last deploy was interrupted: then it may be the new code with
    the old site, and the way back is still to what stood before that deploy."""
    bucket = cloudformation.outputs_of(cloudformation.described(clients, stack))["PrivateBucket"]
    name, ended = way_back(clients, bucket)
    if ended:
        name = kept_now(clients, stack)
        set_way_back(clients, bucket, name, ended=False)
    return name


def kept_now(clients: Clients, stack: str) -> str:
    """The name under which what stands is kept."""
    outputs = cloudformation.outputs_of(cloudformation.described(clients, stack))
    bucket, now, s3 = outputs["PrivateBucket"], standing(clients, stack), clients("s3")
    before = names(clients, bucket)
    if before and read(clients, bucket, before[-1]).same(now):
        return before[-1]
    keep_code(clients, stack, now.code, (bucket, f"{now.folder}code.zip"))
    copies = [
        ((outputs["SiteBucket"], one), (bucket, f"{now.folder}site/{one}")) for one in now.site
    ]
    with ThreadPoolExecutor(AT_ONCE) as threads:
        list(threads.map(lambda one: copy(clients, *one), copies))
    s3.put_object(Bucket=bucket, Key=f"{now.folder}template.yaml", Body=now.template.encode())
    last = {
        "parameters": now.parameters,
        "code": now.code,
        "site": now.site,
    }
    s3.put_object(Bucket=bucket, Key=now.folder + LAST, Body=json.dumps(last).encode())
    return now.name


def keep_code(clients: Clients, stack: str, code: tuple[str, str], target: tuple[str, str]) -> None:
    """Copies the zip that all functions run; if somebody has removed it, from Lambda, which has its
    own."""
    try:
        copy(clients, code, target)
    except ClientError as missing:
        if missing.response["Error"]["Code"] not in GONE:
            raise
        functions = cloudformation.resources_of(clients, stack, "AWS::Lambda::Function")
        found = clients("lambda").get_function(FunctionName=next(iter(functions.values())))
        with urllib.request.urlopen(found["Code"]["Location"], timeout=60) as answer:
            clients("s3").put_object(Bucket=target[0], Key=target[1], Body=answer.read())


def copy(clients: Clients, source: tuple[str, str], target: tuple[str, str]) -> None:
    """Copies an object with its headers, within S3."""
    clients("s3").copy_object(
        CopySource={"Bucket": source[0], "Key": source[1]}, Bucket=target[0], Key=target[1]
    )
