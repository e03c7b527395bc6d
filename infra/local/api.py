"""One call of an API with a credential."""

import json
import urllib.error
import urllib.request


def call(
    address: str,
    verb: str,
    path: str,
    credential: str,
    body: dict | None = None,
    headers: dict[str, str] | None = None,
) -> tuple[int, dict]:
    """Status and body of the answer. `address` ends with a slash."""
    sent = {"Authorization": f"Bearer {credential}", "Content-Type": "application/json"}
    text = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address + path, text, sent | (headers or {}), method=verb)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, read(answer.read())
    except urllib.error.HTTPError as refused:
        return refused.code, read(refused.read())


def read(body: bytes) -> dict:
    try:
        return json.loads(body or b"{}")
    except ValueError:  # of somebody between
        return {"message": body.decode(errors="replace")}
