"""Deploys template.yaml to the emulator if template or bootstrap changed, and reads the stack's
outputs."""

import hashlib
import json
import re

import boto3
import build
import cloudformation
from botocore.config import Config
from botocore.exceptions import ClientError
from progress import step, stop
from settings import BOOTSTRAP, REGION, ROOT, STACK, Instance

TEMPLATE = ROOT / "template.yaml"
SETTLED_MS = 2 * 60 * 60 * 1000  # CleanUp::SETTLED_MS
STANDING = ("CREATE_COMPLETE", "UPDATE_COMPLETE")


def client(inst: Instance, service: str, **config):
    return boto3.client(
        service,
        endpoint_url=inst.emulator,
        region_name=REGION,
        aws_access_key_id="test",
        aws_secret_access_key="test",
        config=Config(retries={"total_max_attempts": 3}, **config),
    )


def clients_of(inst: Instance) -> cloudformation.Clients:
    return lambda service: client(inst, service)


def resources(inst: Instance, kind: str = "") -> dict[str, str]:
    """Name in the template → real name, of one type of resource or of all."""
    return cloudformation.resources_of(clients_of(inst), STACK, kind)


def clean_up(inst: Instance, task: dict) -> None:
    """Runs the clean-up as its timers do."""
    worker = resources(inst, "AWS::Lambda::Function")["Cleanup"]
    answer = client(inst, "lambda", read_timeout=650).invoke(
        FunctionName=worker, Payload=json.dumps(task).encode()
    )
    if "FunctionError" in answer:
        stop(f"The clean-up failed: {answer['Payload'].read().decode(errors='replace')}")


def fingerprint(inst: Instance) -> str:
    digest = hashlib.sha256(f"{inst.emulator_port}\n".encode())
    for file in (TEMPLATE, BOOTSTRAP / "bootstrap", ROOT / "infra/local/requirements/emulator.txt"):
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def standing(inst: Instance) -> dict | None:
    try:
        found = client(inst, "cloudformation").describe_stacks(StackName=STACK)["Stacks"][0]
    except ClientError:
        return None
    return found if found["StackStatus"] in STANDING else None


def deploy(inst: Instance) -> dict[str, str]:
    """Deploys unless the emulator has this exact stack (as its tag shows). Returns the outputs."""
    wanted, found = fingerprint(inst), standing(inst)
    if not found or {"Key": "fingerprint", "Value": wanted} not in found.get("Tags", []):
        with step("Deploying template.yaml to the emulator"):
            inst.iam_calls.unlink(
                missing_ok=True
            )  # the notes belong to policies that are no longer deployed
            change(inst, wanted)
            found = standing(inst) or stop("The deploy ended well, but the emulator has no stack.")
            bind_any_methods(inst)
    return {output["OutputKey"]: output["OutputValue"] for output in found["Outputs"]}


def parameters(inst: Instance) -> dict[str, str]:
    """Those of every stack on the emulator."""
    port = str(inst.emulator_port)
    return {"Local": "true", "ApiOriginDomain": "localhost", "ApiOriginPort": port}


def change(inst: Instance, wanted: str) -> None:
    """Deploys as `make deploy` does, with the parameters of the emulator."""
    clients = clients_of(inst)
    cloudformation.change(
        clients,
        STACK,
        build.packaged("emulated", level=1, env=inst.aws_env()),
        parameters(inst) | {"Alerts": "server"},  # the longer of the two ways
        first=not cloudformation.stands(clients, STACK),
        triggers=[],
        watched_minutes=0,
        tags={"fingerprint": wanted},
    )


def rows_of(inst: Instance, table: str, partition: str) -> list[dict]:
    """The items of all result rows of a race (slug/year)."""
    pages = client(inst, "dynamodb").get_paginator("query")
    found = pages.paginate(
        TableName=table,
        ConsistentRead=True,
        KeyConditionExpression="p = :p AND begins_with(q, :r)",
        ExpressionAttributeValues={":p": {"S": partition}, ":r": {"S": "r#"}},
    )
    return [one for page in found for one in page["Items"]]


def bind_any_methods(inst: Instance) -> None:
    """Adds the methods that MiniStack 1.5 does not import from an API's definition: those of
    `x-amazon-apigateway-any-method`."""
    names = resources(inst)
    template = client(inst, "cloudformation").get_template(
        StackName=STACK, TemplateStage="Processed"
    )["TemplateBody"]
    gateway = client(inst, "apigateway")
    for logical, resource in template["Resources"].items():
        if resource["Type"] != "AWS::ApiGateway::RestApi":
            continue
        api = names[logical]
        bound = {r["path"]: r for r in gateway.get_resources(restApiId=api, limit=500)["items"]}
        for path, item in resource["Properties"]["Body"]["paths"].items():
            if "x-amazon-apigateway-any-method" not in item or "ANY" in bound[path].get(
                "resourceMethods", {}
            ):
                continue
            uri = item["x-amazon-apigateway-any-method"]["x-amazon-apigateway-integration"]["uri"][
                "Fn::Sub"
            ]
            function = names[re.search(r"\$\{(\w+)\.Arn}", uri).group(1)]
            arn = f"arn:aws:lambda:{REGION}:000000000000:function:{function}"
            target = {"restApiId": api, "resourceId": bound[path]["id"], "httpMethod": "ANY"}
            gateway.put_method(**target, authorizationType="NONE")
            gateway.put_integration(
                **target,
                type="AWS_PROXY",
                integrationHttpMethod="POST",
                uri=f"arn:aws:apigateway:{REGION}:lambda:path/2015-03-31/functions/{arn}/invocations",
            )
