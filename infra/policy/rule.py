"""A rule is a function with a one-sentence docstring that yields what it finds. The registry holds
all rules."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from template import Template


@dataclass(frozen=True)
class Rule:
    name: str
    find: Callable[[Template], Iterable[str]]


RULES: dict[str, Rule] = {}


def rule(find: Callable[[Template], Iterable[str]]) -> Callable[[Template], Iterable[str]]:
    """Registers a rule under its function's name; the docstring is what it says when it is
    broken."""
    name = find.__name__.replace("_", " ")
    if name in RULES or not find.__doc__:
        raise ValueError(f'the rule "{name}" is there twice or says nothing')
    RULES[name] = Rule(name, find)
    return find


def findings(template: Template) -> dict[str, list[str]]:
    """Rule → what breaks it. Rules that hold are left out."""
    return {name: found for name, one in RULES.items() if (found := list(one.find(template)))}
