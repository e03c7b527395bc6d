"""Runs infra/fuzz on an instance, with schemathesis in its own environment.

python3 infra/local/fuzz.py --instance main --cases 10000"""

import argparse
import subprocess
import sys

import tools
from settings import ROOT, instance


def main() -> int:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--instance", default="main")
    arguments, rest = arguments.parse_known_args()
    python = tools.environment("fuzz") / "python"
    command = [
        str(python),
        str(ROOT / "infra" / "fuzz" / "run.py"),
        "--stack",
        str(instance(arguments.instance).stack_file),
        *rest,
    ]
    return subprocess.run(command, cwd=ROOT).returncode


if __name__ == "__main__":
    sys.exit(main())
