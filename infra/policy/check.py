"""template.yaml as policy: every rule holds for it, and every rule notices when it is broken.

    python3 infra/policy/check.py

Needs no stack. The rules are in commands.py, data.py, functions.py, edge.py, operations.py, parameters.py,
runbook.py and stars.py; mutations.py breaks the template at least once for each rule and names the rule that must
notice."""

import logging
import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "local")]

import tools
from progress import note, stop
from settings import REGION


def main() -> None:
    tools.inside("emulator")  # which has SAM's translator
    os.environ.setdefault("AWS_DEFAULT_REGION", REGION)

    logging.getLogger("samtranslator").setLevel(logging.ERROR)
    # importing these registers their rules
    import commands  # noqa: F401
    import data  # noqa: F401
    import edge  # noqa: F401
    import operations
    import parameters  # noqa: F401
    import runbook  # noqa: F401
    import stars  # noqa: F401
    from mutations import MUTATIONS
    from rule import RULES, findings
    from template import FILE, Template

    import functions  # noqa: F401

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
        one
        for one in MUTATIONS
        if not any(RULES[one.rule].find(one.of(everything_on if one.server_sends else template)))
    ]
    for one in missed:
        note(f"{one.rule} did not notice: {one.what}")
    if missed:
        stop(f"{len(missed)} mutations of the template were not noticed.")
    if idle := set(RULES) - {one.rule for one in MUTATIONS}:
        stop(f"No mutation shows that these rules can fail: {', '.join(sorted(idle))}.")
    print(f"{len(RULES)} rules hold; {len(MUTATIONS)} mutations, each noticed by its rule")
    count = len(template.undecided)
    print(
        f"{count} of CloudFormation's 500 resources, {operations.MOST_RESOURCES - count} are left below our limit; {template.size / 1000:.0f} KB of its megabyte "
        f"after the transform; {len(list(template.combinations(template.undecided)))} combinations of conditions"
    )


if __name__ == "__main__":
    main()
