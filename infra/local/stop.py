"""`make stop`: ends what `make start` and `make start-aws` started, and nothing else. With `--forget`
(`make clean`) it also removes its data.

    python3 infra/local/stop.py [--instance started|main|aws|test|aws-test|gameday|all] [--forget]

`started`, the default, is `main` and `aws`. `gameday` belongs to `make gameday`, `test` and
`aws-test` to `make test`: to end them, or `all`, ends a run that is using them, too."""

import shutil

import command_line
import emulator
import processes
from settings import PORTS, ROOT, STARTED, instance


def main() -> None:
    options = command_line.options(__doc__)
    options.add_argument("--instance", choices=("started", *PORTS, "all"), default="started")
    options.add_argument(
        "--forget", action="store_true", help="remove the data, keys and logs, too"
    )
    chosen = options.parse_args()
    groups = {"started": STARTED, "all": list(PORTS)}
    for name in groups.get(chosen.instance, [chosen.instance]):
        inst = instance(name)
        ended = [process for process in ("live", "front", "serve") if processes.stop(inst, process)]
        ended += [emulator.NAME] if emulator.end(inst) else []
        print(f"{name}: " + (f"stopped {', '.join(ended)}" if ended else "nothing was running"))
        if chosen.forget and inst.folder.exists():
            shutil.rmtree(inst.folder)
            print(f"{name}: removed {inst.folder.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
