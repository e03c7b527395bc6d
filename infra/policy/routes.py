"""Where routes stand: which steps of CONTRIBUTING.md (How to add a route) a route still lacks.

    python3 infra/policy/routes.py [ROOT]

Reads the texts only, of the working tree or of a copy of it, and fails if something is missing. The
compiler and the tests that CONTRIBUTING.md names for each step check the same on what is built; here
all steps are together, in their order, so that one call shows what a new route still needs."""

import json
import re
import sys
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

TYPES, HANDLERS, ENTRIES, TEMPLATE, CONTRACT, TESTS = (
    "functions/contract/src",
    "functions/api/src/routes",
    "functions/api/src/routes.rs",
    "template.yaml",
    "docs/contract/api.md",
    "functions/api/tests/routes",
)
# per host: the OpenAPI document, the types made from it, and the sections of the contract
HOSTS = {
    False: ("docs/openapi.json", "site/src/api/account-api.d.ts", ("4", "10.1")),
    True: ("docs/openapi-remote.json", "site/src/api/remote-api.d.ts", ("5", "10.2")),
}
# in the order of CONTRIBUTING.md, for a route of the account host
PLACES = [TYPES, HANDLERS, ENTRIES, TEMPLATE, CONTRACT, TESTS, *HOSTS[False][:2]]


@dataclass(frozen=True)
class Table:
    """The table of the route tests that a route belongs to, which may be in parts, and the test that
    looks for it there."""

    parts: tuple[tuple[str, str], ...]  # file, constant
    test: tuple[str, str]  # file, function
    by_path: bool = False  # its lines have verb and path, not the name


TABLES = {
    "key": Table((("chain.rs", "CHAIN"),), ("chain.rs", "every_keyed_route_has_its_line")),
    "remote key": Table(
        (("remote_chain.rs", "CHAIN"),),
        ("remote_chain.rs", "every_remote_keyed_route_has_its_line"),
    ),
    "portal session": Table((("r_chain.rs", "CHAIN"),), ("r_chain.rs", "every_route_has_its_line")),
    "session": Table(
        (("accounts.rs", "ROUTES"), ("accounts.rs", "MORE"), ("sessions.rs", "ROUTES")),
        ("accounts.rs", "every_other_session_route_has_its_line"),
        by_path=True,
    ),
    "none": Table(
        (("canary.rs", "OPEN"), ("canary.rs", "OPEN_TO_ALL")),
        ("canary.rs", "every_open_route_has_its_line"),
    ),
}
# what a handler's last parameter says about the credential
EXTRACTORS = {
    "KeyRequest": "key",
    "KeyOrAdmin": "key",
    "SessionRequest": "session",
    "PublicRequest": "none",
    "ValidBody": "none",
    "UnsubscribeRequest": "none",
    "ProvidersMessage": "none",
    "State": "none",
    "": "none",
}
# the same in the OpenAPI documents, which name the provider's signature, too
SECURITY = {"key": "key", "session": "session", "signature": "none"}
# the contract has no rows for the routes that serve the API documents
UNDOCUMENTED = {"openapi", "remote.openapi"}

ENTRY = re.compile(
    r'^    "([\w.-]+)" "([A-Z]+)" "(/[^"]*)" (?:[a-z]+ )?([\w:]+)(?:, [a-z]+)?;', re.MULTILINE
)
HANDLER = re.compile(
    r"^(?P<doc>(?:(?:///|#\[)[^\n]*\n)*)(?P<public>pub )?async fn (?P<name>\w+)\((?P<takes>.*?)\)\s*->\s*(?P<answers>[^{]+?)\s*\{",
    re.MULTILINE | re.DOTALL,
)
PARAMETER = re.compile(r",\s*(?=(?:mut )?\w+(?:\(\w+\))?: )")
EXTRACTOR = re.compile(rf": ({'|'.join(filter(None, EXTRACTORS))})\b(?:<(.*))?$", re.DOTALL)
DEFINED = re.compile(r"\b(?:struct|enum|type) ([A-Z]\w*)")
TYPED = re.compile(r'^    "(/[^"]*)": \{\n(.*?)^    \};$', re.MULTILINE | re.DOTALL)
NAME = re.compile(r"\b[A-Z]\w*")


@dataclass(frozen=True)
class Handler:
    credential: str
    types: frozenset[str]  # of its request and its answer
    has_summary: bool


@dataclass(frozen=True)
class Route:
    name: str
    verb: str
    path: str
    handler: str

    @property
    def is_remote(self) -> bool:
        return self.name.startswith("remote.")


class Tree:
    """The texts of a working tree."""

    def __init__(self, root: Path):
        self.root = root
        self.routes = [Route(*entry) for entry in ENTRY.findall(self.text(ENTRIES))]
        self.functions = {  # by route; a function has all that its Handler names
            name: resource
            for resource in re.split(r"^  (?=\w)", self.text(TEMPLATE), flags=re.MULTILINE)
            if (handler := re.search(r"^      Handler: (\S+)$", resource, re.MULTILINE))
            for name in handler[1].split("+")
        }
        self.contract = self.text(CONTRACT)
        sources = sorted(root.glob("functions/*/src/**/*.rs"))
        self.sources = {file: file.read_text() for file in sources}
        self.handlers = dict(self.all_handlers())
        self.hosts = {
            is_remote: (
                json.loads(self.text(document))["paths"],
                dict(TYPED.findall(self.text(types))),
            )
            for is_remote, (document, types, _) in HOSTS.items()
        }
        self.tests = {file.name: file.read_text() for file in (root / TESTS).glob("*.rs")}

    def text(self, name: str) -> str:
        return (self.root / name).read_text()

    def all_handlers(self):
        """Every handler by its path from the module of the routes: the public functions that take a
        request, and `health`."""
        for file, text in self.sources.items():
            if file == self.root / ENTRIES:
                module = []
            elif self.root / HANDLERS in file.parents:
                module = list(file.relative_to(self.root / HANDLERS).with_suffix("").parts)
            else:
                continue
            named = {route.handler for route in self.routes}
            for found in HANDLER.finditer(text):
                path = "::".join([*module, found["name"]])
                extractor = EXTRACTOR.search(PARAMETER.split(found["takes"].strip(" ,\n"))[-1])
                if path not in named and not (found["public"] and extractor):
                    continue
                kind, arguments = extractor.groups() if extractor else ("", None)
                first = (arguments or "").partition(",")[0] if kind != "State" else ""
                doc = found["doc"].removeprefix("///").strip()
                yield (
                    path,
                    Handler(
                        EXTRACTORS[kind],
                        frozenset(NAME.findall(f"{first} {found['answers']}")),
                        bool(doc) and not doc.startswith("#"),
                    ),
                )

    def in_template(self, route: Route) -> bool:
        block = self.functions.get(route.name, "")
        described = rf"Description: .*\b{route.verb} {re.escape(route.path)}(?:;|\"?$)"
        return bool(re.search(described, block, re.MULTILINE)) and any(
            route.path.startswith(path) if greedy else route.path == path
            for path, greedy in re.findall(r'Path: "?([^,{]+)(\{proxy\+\})?', block)
        )

    def in_contract(self, route: Route) -> bool:
        """The row in section 10, and what the route takes and answers in section 4 or 5."""
        described, rows = (part(self.contract, section) for section in HOSTS[route.is_remote][2])
        verb = "any" if route.verb == "ANY" else route.verb
        row = rf"^\| `{re.escape(route.name)}` \| {verb} \| `{re.escape(route.path)}` \|"
        # the remote host's accounts and keys are those of section 4
        text = described if not route.is_remote else described + part(self.contract, "4")
        return bool(re.search(row, rows, re.MULTILINE)) and route.path in text

    def table_of(self, route: Route) -> Table:
        handler = self.handlers.get(route.handler)
        credential = handler.credential if handler else "none"
        if credential == "key" and route.is_remote:
            return TABLES["remote key"]
        if credential == "session" and route.path.startswith("/r/"):
            return TABLES["portal session"]
        return TABLES[credential]

    def in_tests(self, route: Route) -> bool:
        table = self.table_of(route)
        name = route.name.removeprefix("remote.") if table is TABLES["none"] else route.name
        line = (
            rf'\(\s*"{route.verb}",\s*"{re.escape(route.path)}"'
            if table.by_path
            else rf'"{re.escape(name)}"'
        )
        return any(
            re.search(line, constant(self.tests.get(file, ""), name)) for file, name in table.parts
        )

    def in_document(self, route: Route) -> bool:
        verbs = self.hosts[route.is_remote][0].get(route.path, {})
        return bool(verbs) if route.verb == "ANY" else route.verb.lower() in verbs

    def in_types(self, route: Route) -> bool:
        verb = r"\w+" if route.verb == "ANY" else route.verb.lower()
        verbs = self.hosts[route.is_remote][1].get(route.path, "")
        return bool(re.search(rf"^        {verb}: ", verbs, re.MULTILINE))


@cache
def part(contract: str, section: str) -> str:
    """A section of the contract, with those below it."""
    begin = re.search(rf"^(#+) {re.escape(section)} .*$", contract, re.MULTILINE)
    if not begin:
        raise SystemExit(f"{CONTRACT} has no section {section}")
    rest = contract[begin.end() :]
    end = re.search(rf"^#{{1,{len(begin[1])}}} ", rest, re.MULTILINE)
    return rest[: end.start()] if end else rest


def constant(source: str, name: str) -> str:
    """A constant of a Rust file, without its comments."""
    found = re.search(
        rf"^(?:pub )?const {name}: (?:[^\n]*\];$|.*?^\];$)", source, re.MULTILINE | re.DOTALL
    )
    return re.sub(r"^\s*//.*$", "", found[0], flags=re.MULTILINE) if found else ""


@cache
def names_of(text: str) -> tuple[set[str], set[str]]:
    """The names in a source that may be types, and those of them that it defines."""
    return set(NAME.findall(text)), set(DEFINED.findall(text))


def missing(root: Path) -> dict[str, list[str]]:
    """For each route that lacks something: the places where it is missing, in the order of
    CONTRIBUTING.md. A handler without an entry, and a type of the contract that nothing uses, are
    routes that have just been begun."""
    tree = Tree(root)
    found: dict[str, list[str]] = {}
    names = [names_of(text) for text in tree.sources.values()]
    words = Counter(word for there, _ in names for word in there)
    defined = set().union(*(defined for _, defined in names))
    for file, text in tree.sources.items():
        if root / TYPES in file.parents:
            for name in names_of(text)[1]:
                if words[name] == 1 and len(re.findall(rf"\b{name}\b", text)) == 1:
                    found[name] = [HANDLERS]
    for handler in tree.handlers.keys() - {route.handler for route in tree.routes}:
        found[handler] = [ENTRIES]
    for route in tree.routes:
        handler = tree.handlers.get(route.handler)
        document, types, _ = HOSTS[route.is_remote]
        at = [
            place
            for place, there in (
                (TYPES, handler is None or handler.types <= defined),
                (HANDLERS, handler is not None and handler.has_summary),
                (TEMPLATE, tree.in_template(route)),
                (CONTRACT, route.name in UNDOCUMENTED or tree.in_contract(route)),
                (TESTS, handler is None or tree.in_tests(route)),
                (document, tree.in_document(route)),
                (types, tree.in_types(route)),
            )
            if not there
        ]
        if at:
            found[route.name] = at
    return found


def misread(root: Path) -> list[str]:
    """Routes whose credential is another one in the OpenAPI document than in what is read here from
    the handler: then a table of the tests would be asked for in vain."""
    tree = Tree(root)
    found = []
    for route in tree.routes:
        operations = tree.hosts[route.is_remote][0].get(route.path, {})
        operation = operations.get("get" if route.verb == "ANY" else route.verb.lower())
        handler = tree.handlers.get(route.handler)
        if operation is None or handler is None:
            continue
        asked = [name for one in operation.get("security", []) for name in one]
        if handler.credential != (SECURITY[asked[0]] if asked else "none"):
            found.append(
                f"{route.name} asks for {asked or 'nothing'}, {handler.credential} was read"
            )
    return found


def count(root: Path) -> int:
    return len(Tree(root).routes)


def main() -> None:
    root = Path(sys.argv[1]).resolve() if sys.argv[1:] else ROOT
    found = missing(root)
    for name, places in found.items():
        print(f"{name} is not in {', '.join(places)}")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
