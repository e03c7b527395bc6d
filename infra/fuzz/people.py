"""Accounts, keys, sessions and one event on either host that exist only for the run, and the
credentials drawn from them."""

import base64
import json
import re
import secrets
from dataclasses import dataclass, field

import api

PASSWORD = "fuzz-" + secrets.token_hex(8)


@dataclass(frozen=True)
class Credential:
    """The content of an `Authorization` header, and whether a success with it would be a bypass."""

    kind: str
    header: str | None
    must_fail: bool = False

    @property
    def headers(self) -> dict:
        return {} if self.header is None else {"Authorization": self.header}


@dataclass
class Host:
    """What the run has on one host."""

    address: str
    keys: dict = field(default_factory=dict)
    tokens: dict = field(default_factory=dict)
    dead: dict = field(default_factory=dict)
    emails: dict = field(default_factory=dict)


class People:
    """`with People(stack) as people`: created at the beginning, deleted at the end."""

    def __init__(self, stack: dict) -> None:
        self.stack = stack
        self.mark = secrets.token_hex(4)
        self.hosts = [Host(stack["api"]), Host(stack["remote_api"])]
        self.here, self.other = self.hosts
        self.slug = f"fuzz-{self.mark}"

    def __enter__(self) -> "People":
        for host in self.hosts:
            self.at(host.address)
            self.make()
        return self

    def __exit__(self, *_) -> None:
        for host in self.hosts:
            self.at(host.address)
            if host.address == self.stack["api"]:
                self.call("DELETE", "event/delete", host.keys["delete"], {"slug": self.slug})
            admin = self.administrator()
            for email in host.emails.values():
                self.call("DELETE", "account/delete", admin, {"email": email})

    def at(self, address: str) -> "People":
        self.here, self.other = sorted(self.hosts, key=lambda host: host.address != address)
        return self

    def call(self, verb: str, path: str, credential: str, body: dict) -> tuple[int, dict]:
        # from an address used only by this run, as if through CloudFront: failed logins of other
        # tests must not delay these
        headers = {
            "X-Origin-Verify": self.stack["origin_secret"],
            "X-Viewer-Address": f"2001:db8:{self.mark[:4]}:{self.mark[4:]}::1",
        }
        return api.call(self.here.address, verb, path, credential, body, headers)

    def done(self, verb: str, path: str, credential: str, body: dict) -> dict:
        code, answer = self.call(verb, path, credential, body)
        if code != 200:
            raise SystemExit(f"Setting up: {verb} {path} answered {code} {answer}")
        return answer

    def login(self, email: str, password: str) -> str:
        given = {"email": email, "password": password}
        return self.done("POST", "account/login", "-", given)["access_token"]

    def administrator(self) -> str:
        realm = "remote_" if self.here is self.hosts[1] else ""
        return self.login(self.stack[f"{realm}admin_email"], self.stack[f"{realm}admin_password"])

    def make(self) -> None:
        here, admin = self.here, self.administrator()
        kinds = {"admin": "admin", "free": "free", "paid": "paid"}
        kinds |= dict.fromkeys(("stranger", "victim", "leaver"), "free")
        if here is self.hosts[0]:
            kinds["registration"] = "registration"
        for who, kind in kinds.items():
            email = here.emails[who] = f"fuzz-{self.mark}-{who}@example.org"
            account = {"name": who, "email": email, "type": kind}
            self.done("POST", "account/add", admin, {"account": account, "password": PASSWORD})
            here.tokens[who] = self.login(email, PASSWORD)
        for who, kind, until, kept, name in (
            ("free", "read", "", here.keys, "read"),
            ("free", "write", "", here.keys, "write"),
            ("free", "delete", "", here.keys, "delete"),
            ("stranger", "delete", "", here.keys, "stranger"),
            ("free", "delete", "2020-01-01T00:00:00Z", here.dead, "expired key"),
            ("leaver", "delete", "", here.dead, "revoked key"),
        ):
            key = {"name": f"{who} {kind} {until}", "type": kind, "valid_until": until}
            made = self.done("POST", "key/add", here.tokens[who], {"key": key})
            kept[name] = made["key"]["value"]
        self.done("DELETE", "key/delete", here.tokens["leaver"], {"key": here.dead["revoked key"]})
        here.dead["ended session"] = here.tokens.pop("leaver")
        self.done("POST", "account/logout", here.dead["ended session"], {})

    def restore(self, after: str) -> None:
        """Restores what the cases of an operation may have deleted or signed out."""
        if after.endswith(("events.delete", "years.delete")) or not after:
            event = {"name": "Fuzz", "slug": self.slug, "type": "distance"}
            event["contact_email"] = "fuzz@example.org"
            year = {"year": "2026", "date_time": "2026-05-02T08:00:00Z", "days_allowed": 2}
            write = self.hosts[0].keys["write"]
            self.call("POST", "event/add", write, {"event": event})
            self.call("POST", "event-year/add", write, {"slug": self.slug, "event_year": year})
        if re.search(r"account\.(l|email|password|delete)", after):
            for who, token in self.here.tokens.items():
                if self.call("POST", "key", token, {})[0] == 401:
                    given = {"email": self.here.emails[who], "password": PASSWORD}
                    code, answer = self.call("POST", "account/login", "-", given)
                    if code == 200:
                        self.here.tokens[who] = answer["access_token"]

    def credential(self, operation: dict, draw) -> Credential:
        """A credential for this operation: every second one is valid."""
        schemes = [name for requirement in operation.get("security", []) for name in requirement]
        if not schemes:
            return (
                Credential("no credential", None)
                if draw.random() < 0.5
                else Credential("needless credential", f"Bearer {self.mark}")
            )
        if "signature" in schemes:
            return Credential("unsigned", None, True)
        who = operation["description"].removeprefix("For ")
        if draw.random() < 0.4:
            return draw.choice(self.invalid(schemes))
        # a stranger who may add events would own some
        strangers = [] if operation["operationId"].endswith("events.add") else ["stranger"]
        valid = (
            [self.key(kind, who) for kind in ["read", "write", "delete", *strangers]]
            if "key" in schemes
            else []
        )
        if "session" in schemes:
            others = [kind for kind in self.here.tokens if kind not in ("victim", "stranger")]
            valid += [self.session(kind, who) for kind in others + strangers]
        return draw.choice(valid)

    def key(self, kind: str, who: str) -> Credential:
        weak = (who.startswith("write keys") and kind == "read") or (
            who.startswith("delete keys") and kind in ("read", "write")
        )
        foreign = kind == "stranger" and "the owner" in who
        return Credential(f"{kind} key", f"Bearer {self.here.keys[kind]}", weak or foreign)

    def session(self, kind: str, who: str) -> Credential:
        only_admins = who.startswith("administrators") or who.endswith("keys and administrators.")
        foreign = kind == "stranger" and "the owner" in who
        return Credential(
            f"{kind} session",
            f"Bearer {self.here.tokens[kind]}",
            (kind != "admin" and only_admins) or foreign,
        )

    def invalid(self, schemes: list) -> list:
        token = self.here.tokens["admin"]
        head, claims, signature = token.split(".")
        none = base64.urlsafe_b64encode(b'{"alg":"none","typ":"JWT"}').rstrip(b"=").decode()
        tampered = signature[:-6] + ("A" if signature[-6] != "A" else "B") + signature[-5:]
        found = {
            "no header": None,
            "one word": "Bearer",
            "three words": f"Bearer {token} {token}",
            "unknown key": "Bearer rk_0000000000000000000000000000",
            "other realm's key": f"Bearer {self.other.keys['delete']}",
            "other realm's session": f"Bearer {self.other.tokens['admin']}",
            "tampered session": f"Bearer {head}.{claims}.{tampered}",
            "unsigned session": f"Bearer {none}.{claims}.",
        } | {kind: f"Bearer {value}" for kind, value in self.here.dead.items()}
        if "session" not in schemes:
            found["session for key"] = f"Bearer {token}"
        if "key" not in schemes:
            found["key for session"] = f"Bearer {self.here.keys['delete']}"
        return [Credential(kind, header, True) for kind, header in found.items()]

    def fill(self, case, draw) -> None:
        """Replaces names in a body by existing ones, so that most cases get past the look-ups."""
        known = {
            "slug": [self.slug] * 3 + [self.slug.upper()],
            "year": ["2026", "2026", "", None],
            "email": [self.here.emails["victim"]],
            "account_email": ["", None, self.here.emails["victim"]],
            "reader": ["free write "],
            "date_time": ["2026-05-02T08:00:00Z"],
            "contact_email": ["fuzz@example.org"],
            "birthdate": ["3/9/1985"],
        }

        def walk(part) -> None:
            if isinstance(part, list):
                for element in part:
                    walk(element)
            elif isinstance(part, dict):
                for name in part:
                    if name in known and draw.random() < 0.7 and isinstance(part[name], str | None):
                        part[name] = draw.choice(known[name])
                    else:
                        walk(part[name])

        if isinstance(case.body, dict):
            schema = case.operation.body[0].definition.get("schema", {})
            if draw.random() < 0.7 and "slug" not in case.body and "slug" in json.dumps(schema):
                case.body["slug"] = self.slug
            walk(case.body)
