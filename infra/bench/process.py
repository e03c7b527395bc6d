"""What the system knows of a process (/proc)."""

import os
from pathlib import Path


class Process:
    def __init__(self, pid: int):
        self.folder = Path("/proc") / str(pid)

    def cpu_s(self) -> float:
        """Of the processor so far, user and system."""
        fields = (self.folder / "stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> str:
        """Resident; of that the share that is this process's alone (pages of the program are counted
        by how many processes run it), and what is no page of a file."""
        resident, share, own = (self.memory_mb(what) for what in ("Rss", "Pss", "Anonymous"))
        return f"{resident:.0f} MB resident ({share:.0f} proportional, {own:.0f} anonymous)"

    def memory_mb(self, what: str = "Rss") -> float:
        for line in (self.folder / "smaps_rollup").read_text().splitlines():
            name, _, rest = line.partition(":")
            if name == what:
                return int(rest.split()[0]) * 1024 / 1e6
        raise SystemExit(f"The system does not say {what}.")
