"""The command line of a script, whose docstring is its help."""

import argparse
from collections.abc import Iterable

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
