"""`make stop`: ends what `make start` started, and nothing else. With `--forget` (`make clean`) it
also removes its state.

python3 infra/local/stop.py [--instance main|test|all] [--forget]"""

import argparse
import shutil

import emulator
import processes
from settings import PORTS, ROOT, instance


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--instance", choices=(*PORTS, "all"), default="main")
    options.add_argument(
        "--forget", action="store_true", help="remove the emulator's state, keys and logs too"
    )
    chosen = options.parse_args()
    for name in PORTS if chosen.instance == "all" else [chosen.instance]:
        inst = instance(name)
        ended = [process for process in ("live", "front", "serve") if processes.stop(inst, process)]
        ended += [emulator.NAME] if emulator.end(inst) else []
        print(f"{name}: " + (f"stopped {', '.join(ended)}" if ended else "nothing was running"))
        if chosen.forget and inst.folder.exists():
            shutil.rmtree(inst.folder)
            print(f"{name}: removed {inst.folder.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
