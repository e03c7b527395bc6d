"""What the distribution of template.yaml does, as JSON for infra/gameday/edge.mjs: behaviours in their
order with origin, limits of seconds, compression and functions, and how long errors are kept.

    python3 infra/gameday/rules.py > rules.json"""

import json
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "infra" / "local"), str(ROOT / "infra" / "policy")]

import tools
from settings import REGION

# CloudFront's own policies, which a template names by their ids
MANAGED = {"4135ea2d-6df8-44a3-9df3-4b5a84be39ad": {"MinTTL": 0, "DefaultTTL": 0, "MaxTTL": 0}}
UNKEYED = {"HeadersConfig": "HeaderBehavior", "CookiesConfig": "CookieBehavior"}
UNKEYED |= {"QueryStringsConfig": "QueryStringBehavior"}


def policy(template, given) -> dict:
    """The limits and the key of a cache policy."""
    if isinstance(given, str):
        return MANAGED[given]
    config = template.properties(given["Ref"])["CachePolicyConfig"]
    keyed = config["ParametersInCacheKeyAndForwardedToOrigin"]
    for part, name in UNKEYED.items():
        if keyed[part][name] != "none":
            raise SystemExit(f"{given['Ref']}: a key with {part} is not known here.")
    return config


def behaviour(template, given: dict) -> dict:
    from edge import code_of

    config = policy(template, given["CachePolicyId"])
    keyed = config.get("ParametersInCacheKeyAndForwardedToOrigin", {})
    return {
        "pattern": given.get("PathPattern", "*"),
        "origin": given["TargetOriginId"],
        "compress": given.get("Compress", False),
        "seconds": {
            "least": config["MinTTL"],
            "usual": config["DefaultTTL"],
            "most": config["MaxTTL"],
        },
        "gzip": keyed.get("EnableAcceptEncodingGzip", False),
        "brotli": keyed.get("EnableAcceptEncodingBrotli", False),
        "onRequest": code_of(template, given, "viewer-request"),
        "onResponse": code_of(template, given, "viewer-response"),
    }


def rules() -> dict:
    os.environ.setdefault("AWS_DEFAULT_REGION", REGION)  # SAM's translator asks for one
    from edge import behaviours, distribution
    from template import FILE, Template

    template = Template(FILE.read_text())
    by_default, *others = behaviours(template)
    return {
        "behaviours": [behaviour(template, one) for one in (*others, by_default)],
        "errors": {
            one["ErrorCode"]: one["ErrorCachingMinTTL"]
            for one in distribution(template)["CustomErrorResponses"]
            if "ErrorCachingMinTTL" in one
        },
    }


if __name__ == "__main__":
    tools.inside("emulator")  # which has SAM's translator
    print(json.dumps(rules(), indent=1))
