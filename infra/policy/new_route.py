"""Adds a route to a copy of the working tree, step by step as CONTRIBUTING.md says (How to add a
route): after each step, routes.py in the copy must miss the route in all places that follow, and in
none before; and if one step alone is left out, in its place alone.

Nothing is compiled, but the types of the site are made by their generator. The tests in Rust and
TypeScript that CONTRIBUTING.md names for a step are held to exist, and those of tables to read the
table in which routes.py looks."""

import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import routes
from progress import stop
from routes import (
    CONTRACT,
    ENTRIES,
    HANDLERS,
    HOSTS,
    PLACES,
    ROOT,
    TABLES,
    TEMPLATE,
    TESTS,
    TYPES,
    Table,
)

COPIED = (
    "functions",
    "infra/policy",
    "docs",
    "site/src/api",
    "site/api-types.mjs",
    "site/package.json",
    TEMPLATE,
)
Texts = dict[str, str]  # path from the root: its text


@dataclass(frozen=True)
class Trial:
    """A route that does not exist. It is made like another one with the same credential."""

    model: str
    name: str
    path: str
    extractor: str
    table: Table
    line: str  # of the first part of the table but for sessions, where it is in the second

    @property
    def is_remote(self) -> bool:
        return self.name.startswith("remote.")

    def steps(self) -> dict[str, Callable[[Path], Texts]]:
        """What each step changes, by its place."""
        document, types, _ = HOSTS[self.is_remote]
        return dict(
            zip(
                [*PLACES[:-2], document, types],
                (
                    self.types,
                    self.handler,
                    self.entry,
                    self.function,
                    self.contract,
                    self.tests,
                    self.document,
                    self.types_of_site,
                ),
                strict=True,
            )
        )

    def types(self, _: Path) -> Texts:
        text = (
            "wire! {\n    /// Request of a trial.\n    pub struct TrialRequest {\n"
            "        /// Slug of the event.\n        pub slug: String,\n    }\n}\n\n"
            "/// Answer of a trial.\n#[derive(Serialize)]\npub struct TrialAnswer {}\n"
        )
        return {f"{TYPES}/trial.rs": text}

    def handler(self, _: Path) -> Texts:
        text = f"/// Tries.\npub async fn route(call: {self.extractor}) -> Answer<TrialAnswer> {{\n}}\n"
        return {f"{HANDLERS}/trial.rs": text}

    def entry(self, root: Path) -> Texts:
        """The model's line with another name, path and handler."""
        model = next(one for one in routes.Tree(root).routes if one.name == self.model)
        text = (root / ENTRIES).read_text()
        line = re.search(rf'^    "{re.escape(model.name)}" .*\n', text, re.MULTILINE)[0]
        for old, new in (
            (f'"{model.name}"', f'"{self.name}"'),
            (f'"{model.path}"', f'"{self.path}"'),
            (f" {model.handler};", " trial::route;"),
        ):
            line = line.replace(old, new)
        return insert(root, ENTRIES, "\nroutes! {\n", line)

    def function(self, root: Path) -> Texts:
        return insert(
            root,
            TEMPLATE,
            "\nResources:\n",
            f"  TrialRoute:\n    Type: AWS::Serverless::Function\n    Properties:\n      Handler: {self.name}\n"
            f"      Description: POST {self.path}\n      Events:\n"
            f"        Route: {{ Type: Api, Properties: {{ RestApiId: !Ref AccountApi, Path: {self.path}, Method: any }} }}\n",
        )

    def contract(self, root: Path) -> Texts:
        """The description and the row, each below the heading of its section."""
        described, rows = HOSTS[self.is_remote][2]
        text = (root / CONTRACT).read_text()
        for section, line in (
            (described, f"POST `{self.path}` tries.\n"),
            (rows, f"| `{self.name}` | POST | `{self.path}` | as tried | – | – |\n"),
        ):
            text, count = re.subn(
                rf"^(#+ {re.escape(section)} .*\n)", rf"\g<1>\n{line}", text, flags=re.MULTILINE
            )
            assert count == 1, section
        return {CONTRACT: text}

    def tests(self, root: Path) -> Texts:
        file, constant = self.table.parts[1 if self.table.by_path else 0]
        name = f"{TESTS}/{file}"
        text, count = re.subn(
            rf"^((?:pub )?const {constant}: .*= &?\[\n)",
            lambda found: f"{found[1]}    {self.line}\n",
            (root / name).read_text(),
            flags=re.MULTILINE,
        )
        assert count == 1, f"{name}: {constant}"
        return {name: text}

    def elsewhere(self, root: Path) -> Texts:
        """The route in a test, and in the table as a comment, but not as a line of the table."""
        file, constant = self.table.parts[1 if self.table.by_path else 0]
        name = f"{TESTS}/{file}"
        text = re.sub(
            rf"^((?:pub )?const {constant}: .*= &?\[\n)",
            lambda found: f"{found[1]}    // {self.line}\n",
            (root / name).read_text(),
            flags=re.MULTILINE,
        )
        return {
            name: f'{text}\n#[test]\nfn trial() {{\n    call("POST", "{self.path}", "{self.name}");\n    {self.line}\n}}\n'
        }

    def document(self, root: Path) -> Texts:
        file = HOSTS[self.is_remote][0]
        whole = json.loads((root / file).read_text())
        entry = next(one for one in routes.Tree(root).routes if one.name == self.model)
        operation = whole["paths"][entry.path][entry.verb.lower()]
        whole["paths"][self.path] = {"post": operation | {"operationId": self.name}}
        return {file: json.dumps(whole, indent=2)}

    def types_of_site(self, root: Path) -> Texts:
        return insert(
            root,
            HOSTS[self.is_remote][1],
            "\nexport interface paths {\n",
            f'    "{self.path}": {{\n        put?: never;\n        post: {{\n        }};\n    }};\n',
        )


TRIALS = (
    Trial(
        "distances.list",
        "trial.route",
        "/trial/route",
        "KeyRequest<TrialRequest, Reader>",
        TABLES["key"],
        'read("trial.route", 404, of_event),',
    ),
    Trial(
        "remote.reads.add",
        "remote.trial.route",
        "/trial/route",
        "KeyRequest<TrialRequest, WriteKey>",
        TABLES["remote key"],
        'KeyRoute { name: "remote.trial.route", needs: KeyKind::Write, empty: 200, limit: SMALL, body: || json!({}) },',
    ),
    Trial(
        "r.hook.state",
        "r.trial.route",
        "/r/trial/route",
        "SessionRequest<BodyWithRace<TrialRequest>, Owner>",
        TABLES["portal session"],
        'line("r.trial.route", Who::Owner, 400, SMALL, of_event),',
    ),
    Trial(
        "account.lock",
        "account.trial",
        "/account/trial",
        "SessionRequest<TrialRequest, Admin>",
        TABLES["session"],
        '("POST", "/account/trial"),',
    ),
    Trial(
        "sms.remove",
        "trial.route",
        "/trial/route",
        "PublicRequest<TrialRequest, Limited>",
        TABLES["none"],
        '"trial.route",',
    ),
)


def insert(root: Path, file: str, after: str, text: str) -> Texts:
    whole = (root / file).read_text()
    assert whole.count(after) == 1, f"{file}: {after}"
    return {file: whole.replace(after, after + text)}


class Copy:
    """A copy of what the steps change and routes.py reads."""

    def __init__(self, root: Path):
        self.root = root
        for name in COPIED:
            of, to = ROOT / name, root / name
            to.parent.mkdir(parents=True, exist_ok=True)
            if of.is_dir():
                shutil.copytree(of, to, ignore=shutil.ignore_patterns("target", "__pycache__"))
            else:
                shutil.copy(of, to)

    def write(self, texts: Texts) -> None:
        for name, text in texts.items():
            (self.root / name).write_text(text)

    def undo(self, names: Iterable[str]) -> None:
        for name in names:
            if (ROOT / name).is_file():
                shutil.copy(ROOT / name, self.root / name)
            else:
                (self.root / name).unlink()

    def generated(self, types: str) -> Texts:
        """The types of the site as the generator makes them from the copy's OpenAPI document;
        nothing where its packages are not installed, as in a workflow without the site."""
        packages = ROOT / "site" / "node_modules"
        if not (packages / "openapi-typescript").is_dir():
            return {}
        (self.root / "site" / "node_modules").symlink_to(packages.resolve())
        subprocess.run(["node", self.root / "site" / "api-types.mjs"], check=True)
        return {types: (self.root / types).read_text()}

    def missing(self) -> dict[str, list[str]]:
        """What the copy's own routes.py says."""
        script = self.root / "infra" / "policy" / "routes.py"
        done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
        found = dict(re.findall(r"^(\S+) is not in (.+)$", done.stdout, re.MULTILINE))
        if done.returncode != bool(found) or done.stderr:
            stop(f"routes.py in a copy ended with {done.returncode}:\n{done.stdout}{done.stderr}")
        return {name: places.split(", ") for name, places in found.items()}


def expect(what: str, found: dict[str, list[str]], wanted: dict[str, list[str]]) -> None:
    if found != wanted:
        stop(f"A route {what} should lack {wanted}. It lacks {found}.")


def step_by_step(copy: Copy, trial: Trial) -> None:
    """Each step in the order of the list, then all steps but one."""
    steps = trial.steps()
    places, changed = list(steps), {place: step(copy.root) for place, step in steps.items()}
    # what is missing before the route has its entry, and with that its name
    begun: dict[str, dict[str, list[str]]] = {
        TYPES: {"TrialRequest": [HANDLERS], "TrialAnswer": [HANDLERS]},
        HANDLERS: {"trial::route": [ENTRIES]},
        places[-1]: {},
    }
    expect("of which nothing is there", copy.missing(), {})
    for done, place in enumerate(places, 1):
        if place == places[-1]:
            changed[place] = copy.generated(place) or changed[place]
        copy.write(changed[place])
        rest = begun.get(place, {trial.name: places[done:]})
        expect(f"that is added as far as {place}", copy.missing(), rest)
    for place in places:
        copy.undo(changed[place])
        alone = {trial.name: [place]}
        if place == HANDLERS:
            alone |= begun[TYPES]
        elif place == ENTRIES:
            alone = begun[HANDLERS]
        expect(f"that is everywhere but in {place}", routes.missing(copy.root), alone)
        copy.write(changed[place])
    for texts in changed.values():
        copy.undo(texts)


def in_its_table(copy: Copy, trial: Trial) -> None:
    """A route of any credential is looked for in its table, and not in the rest of the file."""
    steps = trial.steps()
    changed = {place: step(copy.root) for place, step in steps.items()}
    for texts in changed.values():
        copy.write(texts)
    expect(f"with {trial.extractor} that is everywhere", routes.missing(copy.root), {})
    copy.undo(changed[TESTS])
    copy.write(trial.elsewhere(copy.root))
    expect(
        f"with {trial.extractor} that is in a test but in no table",
        routes.missing(copy.root),
        {trial.name: [TESTS]},
    )
    for texts in changed.values():
        copy.undo(texts)


# ── the list ─────────────────────────────────────────────────────────────────────────────────────

ITEM = re.compile(r"^\d+\. `([^`]+)`(.*(?:\n(?!\d+\. |\n).*)*)", re.MULTILINE)
WITHOUT = re.compile(r"Without it,? (.*?) fails?\b", re.DOTALL)


def items(contributing: str) -> dict[str, str]:
    """The steps of the list: place → text."""
    section = contributing.partition("## How to add a route")[2].partition("\n## ")[0]
    return dict(ITEM.findall(section))


def has_test(file: str, name: str) -> str | None:
    """The body of a test in Rust, if there is such a test."""
    path = ROOT / file
    text = path.read_text() if path.is_file() else ""
    found = re.search(
        rf"^ *#\[test\]\n( *)fn {re.escape(name)}\(\) \{{\n(.*?)^\1\}}",
        text,
        re.MULTILINE | re.DOTALL,
    )
    return found[2] if found else None


def of_list(contributing: str, steps_of_test: set[str]) -> list[str]:
    """What is wrong with the list: its places, and what it says fails without a step."""
    listed = items(contributing)
    if list(listed) != PLACES:
        return [f"CONTRIBUTING.md lists {', '.join(listed)}; looked at is {', '.join(PLACES)}"]
    found = []
    for place, text in listed.items():
        fails = WITHOUT.search(text)
        names = re.findall(r"`([^`]+)`", fails[1]) if fails else []
        if not names:
            found.append(f"CONTRIBUTING.md does not say what fails without {place}")
        for name in names:
            file, _, test = name.partition("::")
            there = (
                has_test(file, test) is not None
                if test
                else name in steps_of_test or ("/" in name and (ROOT / name).is_file())
            )
            if not there:
                found.append(f"CONTRIBUTING.md, {place}: there is no test or step {name}")
    return found + of_tables(listed[TESTS])


def of_tables(text: str) -> list[str]:
    """Tables that the list does not name, and tables that no test of their credential reads."""
    found = []
    for table in TABLES.values():
        file, test = table.test
        body = has_test(f"{TESTS}/{file}", test)
        if f"`{file}::{test}`" not in text:
            found.append(f"CONTRIBUTING.md, {TESTS}: {file}::{test} is not named")
        if body is None or not re.search(r"\b(?:OPERATIONS|ROUTES)\b", body):
            found.append(f"{TESTS}/{file} has no test {test} that reads the list of routes")
        for part, constant in table.parts:
            if not re.search(rf"`{constant}`[^.;]*`{part}`", text):
                found.append(f"CONTRIBUTING.md, {TESTS}: {constant} in {part} is not named")
            name = constant if part == file else f"{Path(part).stem}::{constant}"
            if body and not re.search(rf"(?<!::)\b{name}\b", body):
                found.append(f"{TESTS}/{file}: {test} does not read {name}")
    return found


def wrong_lists(contributing: str, steps_of_test: set[str]) -> None:
    """The check of the list notices a list that is wrong."""
    for old, new in (
        ("6. `functions/api/tests/routes`", "6. `functions/api/tests`"),
        ("Without it, `front-door` fails", "Without it nothing happens"),
        ("Without it, `front-door` fails", "Without it, `back-door` fails"),
        ("template.rs::every_route_is", "template.rs::every_route_was"),
        ("`MORE` in `accounts.rs`", "`ROUTES` in `accounts.rs`"),
        ("r_chain.rs::every_route_has", "r_chain.rs::each_route_has"),
    ):
        assert old in contributing, old
        assert of_list(contributing.replace(old, new, 1), steps_of_test), new


def walk() -> None:
    """Adds routes to a copy."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Copy(Path(folder).resolve())
        step_by_step(copy, TRIALS[0])
        for trial in TRIALS:
            in_its_table(copy, trial)
