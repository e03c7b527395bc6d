"""Runs the Python code of docs/web-hooks.md exactly as it is there: it must accept the example of
the Standard Webhooks specification, and nothing that was altered."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = "docs/web-hooks.md"
# from the specification, "Verifying signatures"; functions/store/src/hook/secret.rs signs the same
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
BODY = b'{"test": 2432232314}'
AT = 1614265330
HEADERS = {
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": str(AT),
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
}
OTHER = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"

# the name of the case, and whether the call is genuine
CALLS = {
    "as it was sent": ((SECRET, HEADERS, BODY, AT + 10), True),
    "with another signature before it": (
        (
            SECRET,
            HEADERS | {"webhook-signature": "v1,bm9uZQ== " + HEADERS["webhook-signature"]},
            BODY,
            AT,
        ),
        True,
    ),
    "by another secret": ((OTHER, HEADERS, BODY, AT), False),
    "with another body": ((SECRET, HEADERS, BODY.replace(b"4", b"5"), AT), False),
    "with another id": ((SECRET, HEADERS | {"webhook-id": "msg_other"}, BODY, AT), False),
    "with another time": ((SECRET, HEADERS | {"webhook-timestamp": str(AT + 1)}, BODY, AT), False),
    "with a signature of another version": (
        (
            SECRET,
            HEADERS | {"webhook-signature": HEADERS["webhook-signature"].replace("v1,", "v2,")},
            BODY,
            AT,
        ),
        False,
    ),
    "without one": ((SECRET, HEADERS | {"webhook-signature": ""}, BODY, AT), False),
    "six minutes late": ((SECRET, HEADERS, BODY, AT + 360), False),
    "now": ((SECRET, HEADERS, BODY), False),
}


def main() -> None:
    text = (ROOT / DOCUMENT).read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    if len(blocks) != 1:
        sys.exit(f"{DOCUMENT} has {len(blocks)} blocks of Python; this knows what one does.")
    call = re.search(r"^    POST .*?\n\n    (\{.*?\})$", text, re.MULTILINE | re.DOTALL)
    if not call:
        sys.exit(f"{DOCUMENT} shows no call any more.")
    headers = dict(re.findall(r"^    (webhook-[a-z]+): (.*)$", call[0], re.MULTILINE))
    CALLS["that the document shows"] = (
        (SECRET, headers, call[1].encode(), int(headers["webhook-timestamp"])),
        True,
    )
    told: dict = {}
    exec(compile(blocks[0], DOCUMENT, "exec"), told)
    wrong = [
        what for what, (call, expected) in CALLS.items() if told["is_ours"](*call) is not expected
    ]
    if wrong:
        sys.exit(f"{DOCUMENT}: its Python is wrong about a call {', one '.join(wrong)}.")
    print(f"The Python of {DOCUMENT} is right about {len(CALLS)} calls")


if __name__ == "__main__":
    main()
