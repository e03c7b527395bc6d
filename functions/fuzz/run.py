"""Runs the fuzz targets, each for a time: `make fuzz-parsers SECONDS=60`. Stable Rust, g++ for
libFuzzer; no cargo-fuzz needed.

The flags are those cargo-fuzz passes, without a sanitizer: the code is safe Rust, so a panic is
what there is to find."""

import os
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
TARGET = (
    "x86_64-unknown-linux-gnu" if os.uname().machine == "x86_64" else "aarch64-unknown-linux-gnu"
)
COVERAGE = "level=4", "inline-8bit-counters", "pc-table", "trace-compares"
FLAGS = " ".join(
    [
        "--cfg",
        "fuzzing",
        "-Cpasses=sancov-module",
        "-Ccodegen-units=1",
        *(f"-Cllvm-args=-sanitizer-coverage-{part}" for part in COVERAGE),
    ]
)


def main() -> int:
    seconds, only = (sys.argv[1:2] or ["60"])[0], sys.argv[2:]
    built = Path(os.environ.get("CARGO_TARGET_DIR", HERE / "target")) / TARGET / "release"
    subprocess.run(
        ["cargo", "build", "--release", "--target", TARGET],
        cwd=HERE,
        env=os.environ | {"RUSTFLAGS": FLAGS},
        check=True,
    )
    failed = 0
    for source in sorted((HERE / "fuzz_targets").glob("*.rs")):
        if only and source.stem not in only:
            continue
        corpus, artifacts = HERE / "corpus" / source.stem, HERE / "artifacts" / source.stem
        for folder in (corpus, artifacts):
            folder.mkdir(parents=True, exist_ok=True)
        done = subprocess.run(
            [
                built / source.stem,
                corpus,
                HERE / "seeds" / source.stem,
                f"-max_total_time={seconds}",
                "-max_len=4096",
                f"-artifact_prefix={artifacts}/",
                "-print_final_stats=1",
            ],
            capture_output=True,
            text=True,
        )
        runs = re.search(r"number_of_executed_units: (\d+)", done.stderr)
        print(
            f"{source.stem}: {runs.group(1) if runs else '?'} executions in {seconds} s, {'fine' if done.returncode == 0 else 'FAILED'}",
            flush=True,
        )
        if done.returncode != 0:
            failed = 1
            print(done.stderr[-2000:])
    return failed


if __name__ == "__main__":
    sys.exit(main())
