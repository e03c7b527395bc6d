"""The command line of a script, whose docstring is its help, and what it says where AWS refuses."""

import argparse
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from progress import stop
from settings import Instance, instance

# error codes of AWS's services, and what they mean for whoever runs a command
MEANINGS = (
    (
        ("ExpiredToken", "ExpiredTokenException", "RequestExpired"),
        "The session of these credentials has expired: sign in again (with SSO: aws sso login), and repeat the command.",
    ),
    (
        (
            "InvalidClientTokenId",
            "UnrecognizedClientException",
            "InvalidAccessKeyId",
            "AuthFailure",
        ),
        "AWS does not know these credentials: see AWS_PROFILE or AWS_ACCESS_KEY_ID, and whether the account has this region switched on.",
    ),
    (
        ("SignatureDoesNotMatch", "InvalidSignatureException", "RequestTimeTooSkewed"),
        "AWS does not accept the signature: the secret does not belong to the access key, or the clock of this machine is wrong (date -u).",
    ),
    (
        (
            "Throttling",
            "ThrottlingException",
            "RequestLimitExceeded",
            "TooManyRequestsException",
            "SlowDown",
        ),
        "AWS gets more calls of this account than it takes: wait a minute, and repeat the command.",
    ),
    (
        ("AccessDenied", "AccessDeniedException", "UnauthorizedOperation", "AuthorizationError"),
        "These credentials may not do what the command needs.",
    ),
)


def options(doc: str) -> argparse.ArgumentParser:
    return argparse.ArgumentParser(
        description=doc, formatter_class=argparse.RawDescriptionHelpFormatter
    )


def chosen_instance(doc: str, names: Iterable[str], default: str) -> Instance:
    """For a script whose only option is the instance."""
    parser = options(doc)
    parser.add_argument("--instance", choices=names, default=default)
    return instance(parser.parse_args().instance)


def refusal(error: BaseException | None) -> str | None:
    """What an error of AWS's SDK means and what helps, in words; None for any other error."""
    if isinstance(error, KeyboardInterrupt):
        return "Interrupted."
    if "botocore" not in sys.modules:
        return None
    from botocore import exceptions as sdk
    from botocore.parsers import ResponseParserError

    # a waiter has the answer at which it gave up
    answer = getattr(error, "response", None) or getattr(error, "last_response", None) or {}
    if isinstance(error, (sdk.ClientError, sdk.WaiterError)) and "Error" in answer:
        code, message = answer["Error"].get("Code", ""), answer["Error"].get("Message", "")
        meaning = next((words for codes, words in MEANINGS if code in codes), "")
        if code == "ValidationError" and "does not exist" in message:
            meaning = "Is it another account or region (AWS_PROFILE, AWS_DEFAULT_REGION), or another STACK?"
        return f"AWS refuses: {message or 'without a reason'} ({code}). {meaning}".rstrip()
    if isinstance(error, (sdk.HTTPClientError, sdk.ConnectionError, ResponseParserError)):
        return f"AWS cannot be reached: {error}. Is there a network, and is AWS_DEFAULT_REGION a region?"
    if isinstance(error, sdk.WaiterError):
        return f"AWS did not come to the end that was waited for: {error}."
    if isinstance(error, (sdk.SSOError, sdk.TokenRetrievalError)):
        return f"The session of these credentials cannot be read: {error}. Sign in: aws sso login"
    if isinstance(error, sdk.BotoCoreError):
        return f"AWS cannot be asked: {error}. See AWS_PROFILE, or AWS_ACCESS_KEY_ID with its secret, and AWS_DEFAULT_REGION."
    return None


@contextmanager
def in_words(more: str = "") -> Iterator[None]:
    """Ends the program with a sentence where AWS refuses or cannot be reached, or somebody interrupts
    it; `more` says what is done by then."""
    try:
        yield
    except (Exception, KeyboardInterrupt) as error:
        if said := refusal(error):
            stop(f"{said}\n{more}".rstrip())
        raise
