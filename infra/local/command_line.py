"""The command line of a script, whose docstring is its help, and what it says where AWS refuses."""

import argparse
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from progress import stop
from settings import Instance, instance


def options(doc: str) -> argparse.ArgumentParser:
    return argparse.ArgumentParser(
        description=doc, formatter_class=argparse.RawDescriptionHelpFormatter
    )


def chosen_instance(doc: str, names: Iterable[str], default: str) -> Instance:
    """For a script whose only option is the instance."""
    parser = options(doc)
    parser.add_argument("--instance", choices=names, default=default)
    return instance(parser.parse_args().instance)


@contextmanager
def in_words(more: str = "") -> Iterator[None]:
    """Ends the program with the SDK's own sentence where AWS refuses or cannot be reached, and where
    somebody interrupts it; `more` says what is done by then."""
    try:
        yield
    except KeyboardInterrupt:
        stop(f"Interrupted.\n{more}".rstrip())
    except Exception as error:
        if type(error).__module__.partition(".")[0] in ("botocore", "boto3"):
            stop(f"{error}\n{more}".rstrip())
        raise
