"""Runs the Python code of docs/web-hooks.md exactly as it is there: it must accept the example of
the Standard Webhooks specification, and nothing that was altered."""

import re
import sys
from pathlib import Path

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "web-hooks.md"
# from the specification, "Verifying signatures"; functions/store/src/hook/secret.rs signs the same
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
OTHER_SECRET = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
BODY = b'{"test": 2432232314}'
AT = 1614265330
SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
HEADERS = {
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": str(AT),
    "webhook-signature": SIGNATURE,
}

# secret, headers that differ, body, time of the call, and whether it is genuine
CALLS = (
    (SECRET, {}, BODY, AT + 10, True),
    (SECRET, {"webhook-signature": f"v1,bm9uZQ== {SIGNATURE}"}, BODY, AT, True),
    (OTHER_SECRET, {}, BODY, AT, False),
    (SECRET, {}, BODY.replace(b"4", b"5"), AT, False),
    (SECRET, {"webhook-id": "msg_other"}, BODY, AT, False),
    (SECRET, {"webhook-timestamp": str(AT + 1)}, BODY, AT, False),
    (SECRET, {"webhook-signature": SIGNATURE.replace("v1,", "v2,")}, BODY, AT, False),
    (SECRET, {"webhook-signature": ""}, BODY, AT, False),
    (SECRET, {}, BODY, AT + 360, False),
)


def main() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    [code] = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    [(shown, body)] = re.findall(
        r"^(    POST .*?)\n\n    (\{.*?\})$", text, re.MULTILINE | re.DOTALL
    )
    headers = dict(re.findall(r"^    (webhook-[a-z]+): (.*)$", shown, re.MULTILINE))
    at = int(headers["webhook-timestamp"])
    told: dict = {}
    exec(compile(code, str(DOCUMENT), "exec"), told)
    assert not told["is_ours"](SECRET, HEADERS, BODY), "a call of years ago"
    for call in (*CALLS, (SECRET, headers, body.encode(), at, True)):
        secret, changed, content, now, genuine = call
        if told["is_ours"](secret, HEADERS | changed, content, now) is not genuine:
            sys.exit(f"The Python of docs/web-hooks.md is wrong about {call}")


if __name__ == "__main__":
    main()
