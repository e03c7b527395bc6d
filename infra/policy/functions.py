"""Rules of the functions: limits, roles, what they may reach, what they are told."""

import re
from collections.abc import Iterator

from rule import rule
from template import MANAGED, Template, named, rooted, some

# What takes a race in (contract 1.5: the bodies of a mebibyte), and the publisher.
UPLOADS = ("results.add", "participants.add", "bibchips.add", "segments.add", "distances.add", "r.participants.add-many",
           "r.participants.update-many", "r.standings.update", "remote.reads.add", "snapshots.publish")
ACCOUNT_QUOTA, NEVER_RESERVED = 1000, 100  # AWS's default, and what it wants left for all other functions
LONGEST_ROUTE, LONGEST = 10, 900  # seconds; an answer comes within 9 (contract 1.5)
OF_ONE_HOST = re.compile(r"\w+Table|\w*(?:Token|Cipher)Secret")  # the distribution's proof is both hosts'
OF_REMOTE = re.compile(r"Remote\w+|ReadsTable|NotificationsTable")
SECRET = re.compile(r"(?:AKIA|ASIA)[0-9A-Z]{16}|-----BEGIN [A-Z ]*PRIVATE KEY|eyJ[\w-]{10,}\.eyJ|\bAC[0-9a-f]{32}\b|\b[0-9a-f]{40,}\b")
NAME_OF_SECRET = re.compile(r"secret|password|token|private_?key|api_?key|credential", re.IGNORECASE)
PLACE_OF_SECRET = re.compile(r"arn|name|id|table|bucket", re.IGNORECASE)


def routes(template: Template) -> Iterator[tuple[str, dict]]:
    called = template.routes_of("AccountApi") | template.routes_of("RemoteApi")
    return ((name, function) for name, function in template.functions() if name in called)


@rule
def functions_have_time_and_memory(template: Template) -> Iterator[str]:
    """Every function states time-out and memory; a route's time-out is what a caller waits for."""
    of_routes = dict(routes(template))
    for name, function in template.functions():
        longest = LONGEST_ROUTE if name in of_routes else LONGEST
        if not isinstance(function.get("MemorySize"), int) or not 128 <= function["MemorySize"] <= 10240:
            yield f"{name}: memory {function.get('MemorySize')}"
        if not isinstance(function.get("Timeout"), int) or not 0 < function["Timeout"] <= longest:
            yield f"{name}: time-out {function.get('Timeout')}"


@rule
def uploads_are_not_starved(template: Template) -> Iterator[str]:
    """Uploads and the publisher have concurrency of their own; what is left is AWS's minimum at least."""
    reserved = {function["Handler"]: function.get("ReservedConcurrentExecutions") for _, function in template.functions()}
    yield from (f"{handler} reserves none" for handler in UPLOADS if handler in reserved and not reserved[handler])
    yield from (f"{handler} is switched off" for handler, figure in reserved.items() if figure == 0)
    if (total := sum(figure or 0 for figure in reserved.values())) > ACCOUNT_QUOTA - NEVER_RESERVED:
        yield f"{total} reserved of {ACCOUNT_QUOTA}"


@rule
def functions_log_to_a_group_of_ours(template: Template) -> Iterator[str]:
    """Every function writes JSON into a log group of this template."""
    groups = {name for name, _ in template.of("AWS::Logs::LogGroup")}
    for name, function in template.functions():
        logging = function.get("LoggingConfig", {})
        if logging.get("LogFormat") != "JSON" or named(logging.get("LogGroup")) not in groups:
            yield name


@rule
def every_role_is_bounded(template: Template) -> Iterator[str]:
    """A function has a role of its own, under the boundary, with no managed policy but SAM's two."""
    seen: set[str] = set()
    for name, function in template.functions():
        role = named(function["Role"]).removesuffix(".Arn")
        if role in seen:
            yield f"{name} shares {role}"
        seen.add(role)
        properties = template.properties(role)
        if named(properties.get("PermissionsBoundary")) != "FunctionBoundary":
            yield f"{name} has no boundary"
        yield from (f"{name} has {arn}" for arn in properties.get("ManagedPolicyArns", []) if arn not in MANAGED.values())


def boundary(template: Template) -> list[dict]:
    return template.properties("FunctionBoundary")["PolicyDocument"]["Statement"]


def within(inner: str, outer: str) -> bool:
    """Whether an ARN lies in another; `${Bucket.Arn}/*` holds every prefix."""
    inner, outer = (text if "${" in text or text == "*" else f"${{{text}}}" for text in (inner, outer))
    return inner == outer or (outer.endswith("/*") and inner.startswith(outer[:-1])) or outer == "*"


@rule
def policies_lie_within_the_boundary(template: Template) -> Iterator[str]:
    """What a function's policy allows, the boundary allows too: else it is refused on AWS."""
    bound = [(set(some(one["Action"])), [named(it) for it in some(one["Resource"])]) for one in boundary(template)]
    for name, _ in template.functions():
        for statement in template.statements(name):
            for action in some(statement["Action"]):
                for resource in map(named, some(statement["Resource"])):
                    if not any(action in actions and any(within(resource, one) for one in resources) for actions, resources in bound):
                        yield f"{name}: {action} on {resource}"


@rule
def policies_only_allow(template: Template) -> Iterator[str]:
    """A function's policy names actions and resources of this template, one by one."""
    for name, _ in template.functions():
        for statement in template.statements(name):
            if statement["Effect"] != "Allow" or {"NotAction", "NotResource"} & set(statement):
                yield f"{name}: not a plain Allow"
                continue
            strangers = [one for one in some(statement["Resource"]) if rooted(one) not in template.resources and named(one) != "*"]
            yield from (f"{name}: {named(one)} is not of this template" for one in strangers)


@rule
def hosts_are_apart(template: Template) -> Iterator[str]:
    """No function of one host reaches the other's data (contract 10.2)."""
    remote = template.routes_of("RemoteApi")
    for name, function in routes(template):
        for resource in [one for statement in template.statements(name) for one in some(statement["Resource"])]:
            room = rooted(resource)
            if OF_ONE_HOST.fullmatch(room) and bool(OF_REMOTE.fullmatch(room)) != (name in remote):
                yield f"{name} reaches {room}"


@rule
def missing_objects_are_seen(template: Template) -> Iterator[str]:
    """Who reads a bucket may list it: else S3 answers 403 for a missing object, and the function fails. (The emulator does not.)"""
    for name, _ in template.functions():
        may: dict[str, set[str]] = {}
        for statement in template.statements(name):
            for resource in some(statement["Resource"]):
                may.setdefault(rooted(resource), set()).update(some(statement["Action"]))
        yield from (f"{name}: {bucket}" for bucket, actions in may.items() if "s3:GetObject" in actions and "s3:ListBucket" not in actions)


@rule
def no_secret_in_clear(template: Template) -> Iterator[str]:
    """No secret stands in the file, in a parameter's default or in a function's environment: they are made or stored on AWS."""
    for number, line in enumerate(template.lines, 1):
        if found := SECRET.search(line):
            yield f"line {number}: {found[0][:6]}…"
    for name, parameter in template.source["Parameters"].items():
        if NAME_OF_SECRET.search(name) and (parameter.get("NoEcho") is not True or parameter.get("Default")):
            yield f"parameter {name}"
    for name, secret in template.of("AWS::SecretsManager::Secret"):
        if "SecretString" in secret or "GenerateSecretString" not in secret:
            yield f"{name} is given, not made"
    for name, function in template.functions():
        for variable, value in function.get("Environment", {}).get("Variables", {}).items():
            if "{{resolve:" in named(value):
                yield f"{name}: {variable} would be shown with the function's settings"
            if NAME_OF_SECRET.search(variable) and not PLACE_OF_SECRET.search(variable) and isinstance(value, str):
                yield f"{name}: {variable}"
