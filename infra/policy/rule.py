"""A rule is a function with a one-sentence docstring that yields what it finds; above it stand bad
examples, changes of the template that it must notice. The registry holds all rules."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from template import Template, some

# A path and its new value: None takes away, a pair of texts replaces the first by the second. A
# path begins with a resource and goes on with its properties (`?` before it: as it is before
# conditions are decided), with `Parameters`, or is `runbook`. A step in a list is its place, `-` to add
# to it, or `Id=x`.
Change = tuple[str, Any] | Callable[[Template], object]
ATTRIBUTES = {"DeletionPolicy", "UpdateReplacePolicy", "DependsOn"}


@dataclass(frozen=True)
class Rule:
    name: str
    find: Callable[[Template], Iterable[str]]
    bad: tuple[Change, ...]


RULES: dict[str, Rule] = {}


def rule(*bad: Change) -> Callable:
    """Registers a rule under its function's name; the docstring is what it says when it is
    broken."""

    def register(find: Callable[[Template], Iterable[str]]) -> Callable:
        name = find.__name__.replace("_", " ")
        if name in RULES or not find.__doc__ or not bad:
            raise ValueError(f'the rule "{name}" is there twice, says nothing or has no example')
        RULES[name] = Rule(name, find, bad)
        return find

    return register


def findings(template: Template) -> dict[str, list[str]]:
    """Rule → what breaks it. Rules that hold are left out."""
    return {name: found for name, one in RULES.items() if (found := list(one.find(template)))}


def changed(template: Template, change: Change) -> Template:
    """A copy of the template with a change."""
    other = template.copy()
    if callable(change):
        change(other)
        return other
    path, value = change
    first, *way = path.split(".")
    if first == "runbook":
        other.runbook = replaced(other.runbook, value)
        return other
    at: Any = other.undecided if first.startswith("?") else other.resources
    if first == "Parameters":
        at = other.source
    elif way and way[0] not in ATTRIBUTES:
        way.insert(0, "Properties")
    *way, last = first.removeprefix("?"), *way
    for step in way:
        at = at[place(at, step)]
    last = place(at, last)
    if value is None:
        del at[last]
    elif last == "-":
        at.append(value)
    else:
        at[last] = replaced(at[last], value) if isinstance(value, tuple) else value
    return other


def place(at: dict | list, step: str) -> Any:
    """Where a step of a path leads."""
    if isinstance(at, dict) or step == "-":
        return step
    if step.isdigit():
        return int(step)
    key, value = step.split("=", 1)
    return next(index for index, one in enumerate(at) if str(one.get(key)) == value)


def replaced(text: str, change: tuple[str, str]) -> str:
    old, new = change
    if old not in text:
        raise ValueError(f"{old!r} stands there no more: mend the example")
    return text.replace(old, new)


def also(function: str, **statement: Any) -> Change:
    """A statement more in a function's own policy."""
    path = f"{function}Role.Policies.0.PolicyDocument.Statement.-"
    return path, {"Effect": "Allow"} | statement


def without(actions: set[str], function: str) -> Change:
    """Actions fewer in a function's own policy."""

    def change(template: Template) -> None:
        for one in template.statements(function):
            one["Action"] = [action for action in some(one["Action"]) if action not in actions]

    return change
