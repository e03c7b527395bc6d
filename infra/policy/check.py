"""template.yaml as policy: every rule holds for it, and every rule notices when it is broken.

    python3 infra/policy/check.py

Needs no stack. The rules are in MODULES; above each stand the changes that it must notice."""

import importlib
import logging
import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "local")]

import tools
from progress import note, stop
from settings import REGION

MODULES = "commands data edge operations parameters runbook functions".split()


def main() -> None:
    tools.inside("emulator")  # which has SAM's translator
    os.environ.setdefault("AWS_DEFAULT_REGION", REGION)

    logging.getLogger("samtranslator").setLevel(logging.ERROR)
    for name in MODULES:  # importing one registers its rules
        importlib.import_module(name)
    import operations
    from rule import RULES, changed, findings
    from template import FILE, Template

    text = FILE.read_text()
    # as on a race day; an alarm of the distribution is only in this region
    race_day = {"Reserve": "true", "AWS::Region": REGION}
    template = Template(text, **race_day)
    everything_on = Template(
        text,
        **race_day,
        Alerts="server",
        SiteDomain="results.example.org",
        AlarmEmail="timing@example.org",
        TwilioAddress="https://results.example.org/api/twilio",
        MailFrom="alerts@example.org",
        BudgetDollars="100",
    )
    broken = findings(template) | findings(everything_on)
    for name, found in broken.items():
        note(f"{name}: {RULES[name].find.__doc__}")
        for one in found:
            note(f"    {one}")
    if broken:
        stop(f"template.yaml breaks {len(broken)} of its rules.")

    missed = [
        (name, bad)
        for name, one in RULES.items()
        for bad in one.bad
        if not any(one.find(changed(everything_on, bad)))
    ]
    for name, bad in missed:
        note(f"{name} did not notice: {bad}")
    if missed:
        stop(f"{len(missed)} bad examples were not noticed.")
    print(
        f"{len(RULES)} rules hold; {sum(len(one.bad) for one in RULES.values())} bad examples, each noticed by its rule"
    )
    left = operations.MOST_RESOURCES - len(template.undecided)
    print(f"{left} resources are left below our limit")


if __name__ == "__main__":
    main()
