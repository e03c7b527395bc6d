"""template.yaml as AWS sees it: with SAM's transform done and conditions decided; values are still
references.

Rules read `Template(text).resources`; `undecided` is for rules that must hold whatever the parameters
are, and `runbook` for those that compare the two."""

import copy
import functools
import itertools
import pickle
from collections.abc import Container, Iterator
from pathlib import Path

import yaml
from samtranslator.parser.parser import Parser
from samtranslator.translator.translator import Translator

FILE = Path(__file__).resolve().parents[2] / "template.yaml"
RUNBOOK = FILE.parent / "docs" / "runbook.md"
PARTITION = "aws"
MANAGED = {
    name: f"arn:{PARTITION}:iam::aws:policy/service-role/{name}"
    for name in (
        "AWSLambdaBasicExecutionRole",
        "AWSLambdaDynamoDBExecutionRole",
        "AWSLambdaSQSQueueExecutionRole",
    )
}
NOTHING = {"Ref": "AWS::NoValue"}


class Loader(yaml.SafeLoader):
    """Reads CloudFormation's short forms: !Ref x is {Ref: x}, !Sub x is {Fn::Sub: x}."""


def short_form(loader: Loader, name: str, node: yaml.Node) -> dict:
    if isinstance(node, yaml.SequenceNode):
        value = loader.construct_sequence(node, deep=True)
    elif isinstance(node, yaml.MappingNode):
        value = loader.construct_mapping(node, deep=True)
    else:
        value = loader.construct_scalar(node)
        value = value.split(".", 1) if name == "GetAtt" else value
    return {name if name in ("Ref", "Condition") else f"Fn::{name}": value}


Loader.add_multi_constructor("!", short_form)


class Conditions:
    """Decides the template's conditions for a set of parameters."""

    def __init__(self, source: dict, given: dict[str, str]):
        self.rules = source.get("Conditions", {})
        self.parameters = {
            name: str(given.get(name, one.get("Default", "")))
            for name, one in source["Parameters"].items()
        } | {name: value for name, value in given.items() if name.startswith("AWS::")}

    @functools.cache  # noqa: B019  one template a run
    def holds(self, name: str) -> bool:
        return self.truth(self.rules[name])

    def truth(self, rule: dict) -> bool:
        [(kind, value)] = rule.items()
        match kind:
            case "Condition":
                return self.holds(value)
            case "Fn::Not":
                return not self.truth(value[0])
            case "Fn::And":
                return all(map(self.truth, value))
            case "Fn::Or":
                return any(map(self.truth, value))
            case "Fn::Equals":
                left, right = (
                    self.parameters.get(one["Ref"], one["Ref"])
                    if isinstance(one, dict)
                    else str(one)
                    for one in value
                )
                return left == right
        raise ValueError(f"{kind} in a condition is not known here")

    def decided(self, value):
        """The value with every Fn::If replaced by its branch, and without what is AWS::NoValue."""
        if isinstance(value, list):
            return [one for one in map(self.decided, value) if one != NOTHING]
        if not isinstance(value, dict):
            return value
        if set(value) == {"Fn::If"}:
            name, then, otherwise = value["Fn::If"]
            return self.decided(then if self.holds(name) else otherwise)
        return {
            key: one
            for key, one in ((key, self.decided(one)) for key, one in value.items())
            if one != NOTHING
        }


class Template:
    """One reading of the template. `given` has the parameters that differ from their defaults."""

    def __init__(self, text: str, **given: str):
        self.runbook = RUNBOOK.read_text(encoding="utf-8")
        self.source = yaml.load(text, Loader)
        deployed = copy.deepcopy(self.source)
        # as `sam deploy` leaves it
        deployed["Globals"]["Function"]["CodeUri"] = "s3://code/bootstrap.zip"
        whole = Translator(MANAGED, Parser()).translate(deployed, given)
        self.undecided: dict[str, dict] = whole["Resources"]
        self.resources = self.under(given)

    def under(self, given: dict[str, str]) -> dict[str, dict]:
        """The resources with these parameters, without another transform."""
        conditions = Conditions(self.source, given)
        return {
            name: conditions.decided(one)
            for name, one in self.undecided.items()
            if "Condition" not in one or conditions.holds(one["Condition"])
        }

    @functools.cached_property
    def packed(self) -> bytes:
        """What `copy` copies: unpacking takes a fifth of the time of a deep copy."""
        return pickle.dumps((self.resources, self.undecided, self.source))

    def copy(self) -> "Template":
        """A copy whose resources may be changed."""
        other = copy.copy(self)
        other.resources, other.undecided, other.source = pickle.loads(self.packed)
        return other

    def of(self, kind: str) -> Iterator[tuple[str, dict]]:
        """Name and properties of every resource of a type."""
        return (
            (name, one.get("Properties", {}))
            for name, one in self.resources.items()
            if one["Type"] == kind
        )

    def lacking(self, kind: str, path: str, accepted: Container) -> Iterator[str]:
        """Where a property of a resource of this type is none of these values; None is one that is
        missing."""
        for name, properties in self.of(kind):
            for value in values(properties, *path.split(".")):
                if value not in accepted:
                    yield f"{name}: {path} is {value}"

    def properties(self, name: str) -> dict:
        return self.resources[name]["Properties"]

    def functions(self) -> Iterator[tuple[str, dict]]:
        return self.of("AWS::Lambda::Function")

    def routes_of(self, api: str) -> set[str]:
        """The functions (their names in the template) that an API calls."""
        text = str(self.properties(api)["Body"])
        return {name for name, _ in self.functions() if f"${{{name}.Arn}}" in text}

    def statements(self, function: str) -> list[dict]:
        """Every statement of a function's own policy."""
        role = self.properties(self.properties(function)["Role"]["Fn::GetAtt"][0])
        return [
            statement
            for policy in role.get("Policies", [])
            for statement in policy["PolicyDocument"]["Statement"]
        ]

    def rights(self, function: str) -> Iterator[tuple[str, str]]:
        """Action and resource, one by one, of a function's own policy; all where it excludes some."""
        for one in self.statements(function):
            actions, resources = some(one.get("Action", "*")), some(one.get("Resource", "*"))
            yield from itertools.product(actions, map(named, resources))

    def told(self) -> Iterator[tuple[str, str, object]]:
        """Function, variable and value of every environment."""
        for name, function in self.functions():
            for variable, value in function.get("Environment", {}).get("Variables", {}).items():
                yield name, variable, value


def values(value, *path: str) -> Iterator:
    """What stands at the end of a path, for each entry of the lists on its way; None where nothing
    does."""
    if isinstance(value, list) and value:
        yield from itertools.chain.from_iterable(values(one, *path) for one in value)
    elif path:
        yield from values(value.get(path[0]) if isinstance(value, dict) else None, *path[1:])
    else:
        yield value


def some(value) -> list:
    """IAM accepts one value or a list of values; this returns a list."""
    return value if isinstance(value, list) else [value]


def named(value) -> str:
    """A reference as text: {Ref: Table}, {Fn::GetAtt: [Table, Arn]} and {Fn::Sub: …} as `Table`,
    `Table.Arn` and the text."""
    match value:
        case {"Ref": name}:
            return name
        case {"Fn::GetAtt": [name, attribute]}:
            return f"{name}.{attribute}"
        case {"Fn::Sub": str(text) | [str(text), _]}:
            return text
    return str(value)


def rooted(value) -> str:
    """The resource of this template that an ARN belongs to: for `${Table.Arn}/index/x`, `Table`."""
    return named(value).removeprefix("${").split(".")[0].split("}")[0]
