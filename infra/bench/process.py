"""What the system knows of a process (/proc)."""

import os
import re
from pathlib import Path


class Process:
    def __init__(self, pid: int):
        self.folder = Path("/proc") / str(pid)

    def cpu_s(self) -> float:
        """Of the processor so far, user and system."""
        fields = (self.folder / "stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory_mb(self, which: str = "VmRSS") -> float:
        """Resident; `VmHWM` is the most that it has been."""
        status = (self.folder / "status").read_text()
        return int(re.search(rf"^{which}:\s+(\d+) kB$", status, re.MULTILINE)[1]) * 1024 / 1e6
