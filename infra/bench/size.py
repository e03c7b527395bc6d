"""The size of the deployment package: the bootstrap in a zip, with the best deflate compression.
Bar: 8 MB, so that growth is noticed; no code is bent to stay below it.

python3 infra/bench/size.py      prints it; exit code 1 above the bar (the workflow `rust`, since
                                 `make test` builds nothing for release)"""

import io
import os
import zipfile
from pathlib import Path

from figures import Figure, Part

BOOTSTRAP = Path(
    os.environ.get("CHUTE_BOOTSTRAP")
    or Path(__file__).parents[2] / ".build" / "bootstrap" / "bootstrap"
)
BAR = 8_000_000


def measure() -> Part:
    package = io.BytesIO()
    with zipfile.ZipFile(package, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        archive.write(BOOTSTRAP, "bootstrap")
    return Part(
        "Binary",
        "The release bootstrap (`make build`, for this machine), zipped by Python's zipfile, deflate level 9.",
        [
            Figure("zip", len(package.getvalue()), "bytes", BAR),
            Figure("uncompressed", BOOTSTRAP.stat().st_size, "bytes"),
        ],
    )


if __name__ == "__main__":
    zipped = measure().figures[0]
    print(f"bootstrap, zipped: {zipped.value_text()}, bar {zipped.bar_text()}")
    raise SystemExit(zipped.failed)
