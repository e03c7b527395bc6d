"""What `make bench` measures, prints and keeps in docs/bench.md."""

import re
from dataclasses import dataclass
from pathlib import Path

KEPT = Path(__file__).resolve().parents[2] / "docs" / "bench.md"


def kept(name: str) -> float:
    """A figure of the last `make bench`."""
    found = re.search(rf"^\| {re.escape(name)} \| ([\d,.]+)", KEPT.read_text(), re.MULTILINE)
    if not found:
        raise SystemExit(f'docs/bench.md has no figure "{name}": run `make bench`.')
    return float(found[1].replace(",", ""))


def put_table(document: Path, chapter: str, table: list[str]) -> None:
    """Puts a table in the place of the first one of a chapter; the rest of the document is written by
    hand."""
    place = re.compile(rf"(^## {re.escape(chapter)}\n(?:(?!## |\|).*\n)*)(?:\|.*\n)+", re.MULTILINE)
    text, put = place.subn(lambda found: found[1] + "\n".join(table) + "\n", document.read_text())
    if put != 1:
        raise SystemExit(f'{document} has no chapter "{chapter}" with a table.')
    document.write_text(text)


def quantile(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


def in_ms(seconds: list[float]) -> str:
    """The median, and what 99 of 100 stay below."""
    return (
        f"{quantile(seconds, 0.5) * 1000:.0f} ms, 99 of 100 {quantile(seconds, 0.99) * 1000:.0f} ms"
    )


@dataclass
class Figure:
    """A line of the table: a measured value that must not exceed `bar`; without a bar it is only shown."""

    name: str
    value: float
    unit: str = ""
    bar: float | None = None

    @property
    def failed(self) -> bool:
        return self.bar is not None and self.value > self.bar

    def value_text(self) -> str:
        number = f"{self.value:,.2f}" if isinstance(self.value, float) else f"{self.value:,}"
        return f"{number} {self.unit}".strip()

    def bar_text(self) -> str:
        return "" if self.bar is None else f"≤ {self.bar:,}"

    def verdict(self) -> str:
        return "" if self.bar is None else ("too much" if self.failed else "ok")


@dataclass
class Part:
    """Figures that are measured together, or the output of a program that measures, or the reason
    why they could not be measured."""

    title: str
    how: str
    figures: list[Figure]
    skipped: str = ""
    text: str = ""
    failed_by_itself: bool = False
