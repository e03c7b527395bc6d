"""What stood before a deploy, kept below `deploys/` of the private bucket: template, parameters, the
functions' zip and the site. `make rollback` returns to it (rollback.py).

Each is about 15 MB, and none is ever removed. One is there once its `kept.json` is, which is written
last."""

import json
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import cloudformation
import pages
from cloudformation import Clients

PREFIX = "deploys/"
LAST = "kept.json"
AT_ONCE = 16


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


def keep(clients: Clients, stack: str) -> str:
    """Keeps what stands, unless the newest that is kept is the same; returns its name."""
    outputs = cloudformation.outputs_of(cloudformation.described(clients, stack))
    bucket, now, s3 = outputs["PrivateBucket"], standing(clients, stack), clients("s3")
    before = names(clients, bucket)
    if before and read(clients, bucket, before[-1]).same(now):
        return before[-1]
    copy(clients, now.code, (bucket, f"{now.folder}code.zip"))
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


def copy(clients: Clients, source: tuple[str, str], target: tuple[str, str]) -> None:
    """Copies an object with its headers, within S3."""
    clients("s3").copy_object(
        CopySource={"Bucket": source[0], "Key": source[1]}, Bucket=target[0], Key=target[1]
    )
