"""Failed logins of every kind, each with a different e-mail address so that none is delayed by the
others."""

import itertools
import json

import scene
from edge import Edge
from function import Function

SECRET = "bench-secret-of-at-least-32-bytes-0123456789"
# the hash of a password that no login here sends
HASH = "$argon2id$v=19$m=19456,t=2,p=1$YSBzYWx0IG9mIDE2IGJ5dA$47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU"
FAILED = {"message": "Invalid Credentials"}
ACCOUNTS = 40
number = itertools.count()


async def with_accounts(**changes: dict) -> Edge:
    """An edge whose tables hold accounts and whose functions have a token secret."""
    edge = Edge()
    edge.secrets["TOKEN_SECRET"] = SECRET
    await edge.start()
    accounts = edge.tables.items["ACCOUNTS"]
    for at in range(ACCOUNTS):
        fields = {"id": f"a_{at:032}", "em": email(at), "nm": "Bench", "ty": "free", "pw": HASH}
        accounts[f"a#{fields['id']}", ""] = (
            {"p": {"S": f"a#{fields['id']}"}}
            | {name: {"S": text} for name, text in fields.items()}
            | changes
        )
        accounts[f"e#{email(at)}", ""] = {"p": {"S": f"e#{email(at)}"}, "id": {"S": fields["id"]}}
    return edge


def email(at: int) -> str:
    return f"known{at:04}@example.org"


async def fail(function: Function, address: str) -> None:
    body = {"email": address, "password": "wrong password"}
    answer = await scene.call(function, "POST", "/account/login", body, "none", expected=(401,))
    if json.loads(answer["body"]) != FAILED:
        raise scene.WrongAnswer(f"a failed login: {answer['body']}")
