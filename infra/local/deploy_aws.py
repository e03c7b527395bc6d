"""`make deploy`: the same template to AWS, with your credentials and region.

    python3 infra/local/deploy_aws.py --stack chute [-- further arguments of sam deploy]

Builds the functions for arm64 with cargo-lambda, deploys, builds the site and puts it into its bucket. CHUTE_READ_KEY is the site's
public read key: the first deploy has none yet, so make it with `chute key create` then, and deploy again."""

import argparse
import os
import sys
import time
from pathlib import Path

import tools
from progress import note, step, stop
from settings import BOOTSTRAP, ROOT, TOOLS


def build_arm64() -> None:
    programs = tools.environment("cross")
    env = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}", "CARGO_TARGET_DIR": str(ROOT / ".build" / "arm64")}
    with step("Building the functions for arm64"):
        tools.run(["cargo", "lambda", "build", "--release", "--locked", "--arm64", "--package", "chute-api",
                   "--lambda-dir", str(ROOT / ".build" / "lambda")], cwd=ROOT, env=env)
    import build
    build.place(ROOT / ".build" / "lambda" / "bootstrap" / "bootstrap", BOOTSTRAP / "bootstrap")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--stack", default="chute")
    options.add_argument("sam", nargs="*", help="further arguments of sam deploy")
    chosen = options.parse_args()
    if Path(sys.prefix) != TOOLS / "emulator":
        tools.check()
        python = tools.environment("emulator") / "python"  # has boto3
        os.execv(python, [str(python), __file__, *sys.argv[1:]])
    import boto3

    import pages

    if boto3.Session().get_credentials() is None or boto3.Session().region_name is None:
        stop("AWS credentials and a region are needed: set AWS_PROFILE or AWS_ACCESS_KEY_ID, and AWS_REGION.")
    build_arm64()
    with step(f"Deploying the stack {chosen.stack}"):
        tools.run([str(tools.environment("sam") / "sam"), "deploy", "--template-file", str(ROOT / "template.yaml"),
                   "--stack-name", chosen.stack, "--resolve-s3", "--capabilities", "CAPABILITY_IAM",
                   "--no-fail-on-empty-changeset", *chosen.sam], cwd=ROOT)
    stack = boto3.client("cloudformation").describe_stacks(StackName=chosen.stack)["Stacks"][0]
    outputs = {output["OutputKey"]: output["OutputValue"] for output in stack["Outputs"]}
    pages.build()
    config = {"api": "/api/", "remoteApi": "/remote-api/", "downloads": "/downloads/", "key": os.environ.get("CHUTE_READ_KEY", ""),
              "product": "Chute"}
    pages.upload(boto3.client("s3"), outputs["SiteBucket"], config, outputs["PrivateBucket"])
    boto3.client("cloudfront").create_invalidation(
        DistributionId=outputs["DistributionId"],
        InvalidationBatch={"Paths": {"Quantity": 1, "Items": ["/*"]}, "CallerReference": str(time.time_ns())})
    if not config["key"]:
        note("No CHUTE_READ_KEY was given: the site cannot read by key yet.")
    print(f"\nTiming client: {outputs['AccountApiUrl']}\nReaders: {outputs['RemoteApiUrl']}\n{outputs['SiteUrl']}")


if __name__ == "__main__":
    main()
