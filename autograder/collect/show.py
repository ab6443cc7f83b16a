"""What was collected, for people and for scripts."""

import json
from dataclasses import asdict

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table

from autograder.collect.collect import Collected, Row

STRAYS = 10  # files of nobody that are listed
_STYLE = {"collected": "green", "replaced": "green", "kept": "yellow", "not taken": "red"}
_SYSTEMS = {"folder": "a folder of one's own"}


def table(collected: Collected, assignment: str) -> RenderableType:
    """A row for each student, what is left to do, and the counts."""
    shown = Table(
        title=f"{assignment}, from {_SYSTEMS.get(collected.system, collected.system.title())}",
        title_justify="left",
        box=None,
        padding=(0, 2, 0, 0),
    )
    for heading in ("student", "", "handed in"):
        shown.add_column(heading, no_wrap=True)
    shown.add_column("file", no_wrap=True, overflow="ellipsis", max_width=30)
    shown.add_column("remarks", min_width=20, overflow="fold")
    strays = [row for row in collected.rows if not row.student]
    for row in [row for row in collected.rows if row.student] + strays[:STRAYS]:
        shown.add_row(
            escape(row.student),
            f"[{_STYLE.get(row.what, 'dim')}]{row.what}[/]",
            _when(row),
            escape(row.file),
            escape(" ".join(row.remarks)),
        )
    more = len(strays) - STRAYS
    rest = [f"... and {more} more files that belong to nobody."] if more > 0 else []
    return Group(shown, *rest, "", *summary(collected))


def summary(collected: Collected) -> list[str]:
    """The counts, and who is missing."""
    rows = collected.rows
    kinds = ("collected", "replaced", "unchanged", "kept", "not taken")
    counts = {kind: sum(row.what == kind for row in rows) for kind in kinds}
    counted = [f"{count} {kind}" for kind, count in counts.items() if count]
    lines = [f"{', '.join(counted) or 'Nothing collected'}."]
    late = [row for row in rows if row.late and row.what != "not taken"]
    lines += [f"{len(late)} late."] if late else []
    if any(row.at is None for row in late) and collected.due:
        lines.append(
            f"How late, {collected.system.title()} does not say; noted is the second after the due "
            "time."
        )
    elif any(row.at is None for row in late):
        lines.append(
            f"How late, {collected.system.title()} does not say. For nbgrader's late policy say "
            "--due DATE; the second after it will be noted."
        )
    if collected.missing:
        missing = escape(", ".join(collected.missing))
        lines.append(f"{len(collected.missing)} of the class list not handed in: {missing}.")
    return lines


def as_json(collected: Collected) -> str:
    """The same for scripts."""
    rows = [{**asdict(row), "at": row.at and row.at.isoformat()} for row in collected.rows]
    facts = {"system": collected.system, "rows": rows, "missing": collected.missing}
    return json.dumps(facts, indent=1, ensure_ascii=False)


def _when(row: Row) -> str:
    at = f"{row.at.astimezone():%Y-%m-%d %H:%M}" if row.at else ""
    return f"{at} [red]late[/]".strip() if row.late else at
