"""The rule about stars: `*` in a policy needs a reason beside it.

It reads the file, since a reason is a comment: on the line of the star, on the line above it, or
above its statement."""

import re
from collections.abc import Iterator

import yaml
from rule import rule
from template import Template

FIELDS = {"Action", "Resource", "Principal", "NotAction", "NotResource", "NotPrincipal"}
# Objects below a prefix, if the prefix is named: their names are not known when the policy is
# written.
BELOW_A_PREFIX = re.compile(r"\$\{\w+\.Arn\}/[a-z][a-z-]*/(?:[\w./${}-]*/)?\*")
COMMENT = re.compile(r"(?:^|\s)#\s*\w+\s+\w+")  # a reason has at least two words


def statements(node: yaml.Node) -> Iterator[yaml.MappingNode]:
    if isinstance(node, yaml.MappingNode):
        if any(key.value == "Effect" for key, _ in node.value):
            yield node
        for _, value in node.value:
            yield from statements(value)
    elif isinstance(node, yaml.SequenceNode):
        for value in node.value:
            yield from statements(value)


def scalars(node: yaml.Node) -> Iterator[yaml.ScalarNode]:
    if isinstance(node, yaml.ScalarNode):
        yield node
    else:
        inner = (
            (value for _, value in node.value) if isinstance(node, yaml.MappingNode) else node.value
        )
        for value in inner:
            yield from scalars(value)


def has_reason(lines: list[str], star: int, statement: int) -> bool:
    """Whether a comment explains the star on line `star` of the statement that begins on line
    `statement`, both from 0."""
    above = [
        lines[number - 1]
        for number in (star, statement)
        if number > 0 and lines[number - 1].lstrip().startswith("#")
    ]
    return any(COMMENT.search(line) for line in [lines[star], *above])


@rule(
    (
        "text",
        (
            "Action: [dynamodb:Query, dynamodb:UpdateItem], Resource: !GetAtt EventsTable.Arn",
            'Action: "dynamodb:*", Resource: !GetAtt EventsTable.Arn',
        ),
    ),
    (
        "text",
        (
            "Action: dynamodb:Scan, Resource: !GetAtt EventsTable.Arn",
            'Action: dynamodb:Scan, Resource: "*"',
        ),
    ),
    (
        "text",
        (
            'Action: [s3:DeleteObject, s3:DeleteObjectVersion], Resource: !Sub "${DownloadsBucket.Arn}/results/*"',
            'Action: [s3:DeleteObject, s3:DeleteObjectVersion], Resource: !Sub "${DownloadsBucket.Arn}/*"',
        ),
    ),
    ("text", ("          # ListStreams knows no resources.\n", "")),
    (
        "text",
        (
            "Action: dynamodb:Scan, Resource: !GetAtt EventsTable.Arn",
            "NotAction: dynamodb:Scan, Resource: !GetAtt EventsTable.Arn",
        ),
    ),
)
def stars_have_reasons(template: Template) -> Iterator[str]:
    """`*` in an action, resource or principal has its reason on its line, on the line above, or
    above its statement."""
    for statement in statements(yaml.compose(template.text, yaml.SafeLoader)):
        for key, value in statement.value:
            if key.value not in FIELDS:
                continue
            if key.value.startswith("Not"):
                yield f"line {key.start_mark.line + 1}: {key.value} allows all but what it names"
            for scalar in scalars(value):
                bare = BELOW_A_PREFIX.fullmatch(scalar.value) and key.value == "Resource"
                if (
                    "*" in scalar.value
                    and not bare
                    and not has_reason(
                        template.lines, scalar.start_mark.line, statement.start_mark.line
                    )
                ):
                    yield f"line {scalar.start_mark.line + 1}: {key.value} {scalar.value}"
