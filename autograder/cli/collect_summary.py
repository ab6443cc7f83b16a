"""Shows what was collected, to people and to scripts."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from datetime import datetime

from rich.console import Group, RenderableType
from rich.markup import escape

from autograder.base.printing import plain_table, remarks_table
from autograder.base.sentences import first_of
from autograder.base.visible import json_text
from autograder.collect.outcome import Collected, Status
from autograder.systems.all_systems import LAYOUTS, SYSTEMS

MAX_STRAYS = 10  # files that are listed although they belong to nobody
MAX_BY_NAME = 10  # people found by name who are listed
_STYLE = {
    Status.COLLECTED: "green",
    Status.REPLACED: "green",
    Status.UNCHANGED: "dim",
    Status.KEPT: "yellow",
    Status.NO_NOTEBOOK: "red",
    Status.NOT_TAKEN: "red",
}


def collected_table(collected: Collected, homework: str, *, dry_run: bool) -> RenderableType:
    """A table for people: a row for each student, remarks, the counts, and what is left to do."""
    system = SYSTEMS[collected.system].name
    table = plain_table(f"{'What would happen: ' if dry_run else ''}{homework}, from {system}")
    has_names = any(collected.names.values())
    for heading in ("student", "name") if has_names else ("student",):
        table.add_column(heading, overflow="fold")  # students may choose long ones
    for heading in ("", "handed in"):
        table.add_column(heading, no_wrap=True)
    # With the homework's usual name, each row would take two lines in a terminal of 80 columns.
    table.add_column("other file", overflow="fold")
    strays = [row for row in collected.rows if not row.student]
    rows = [row for row in collected.rows if row.student] + strays[:MAX_STRAYS]
    remarks = []
    for row in rows:
        names = [escape(collected.names.get(row.student, ""))] if has_names else []
        status = f"[{_STYLE[row.status]}]{row.status}[/]"
        file = "" if row.file == f"{homework}.ipynb" else escape(row.file)
        at = f"{row.at.astimezone(collected.zone):%Y-%m-%d %H:%M}" if row.at else ""
        time = f"{at} [red]late[/]".strip() if row.late else at
        table.add_row(escape(row.student), *names, status, time, file)
        if row.remarks:
            remarks.append((row.student or row.file, " ".join(row.remarks)))
    parts: list[RenderableType] = [table]
    more = len(strays) - MAX_STRAYS
    if more > 0:
        parts.append(f"... and {more} more files that belong to nobody.")
    if remarks:
        parts += ["", remarks_table("Remarks", remarks)]
    return Group(*parts, "", *count_lines(collected, dry_run=dry_run))


def count_lines(collected: Collected, *, dry_run: bool = False) -> list[str]:
    """Lines with the counts and with who is missing."""
    rows = collected.rows
    counts = Counter(row.status for row in rows)
    words = {Status.NO_NOTEBOOK: "without a notebook"}
    counted = ", ".join(
        f"{counts[status]} {words.get(status, status)}" for status in Status if counts[status]
    )
    lines = [f"{'Would be: ' if dry_run else ''}{counted or 'nothing collected'}."]
    if not collected.names and rows:
        lines.append(
            "There is no class list, so ids are made from file names. The LMS's own list, with "
            "--roster, gives the right ones: do that before you export."
        )
    if by_name := [row.student for row in rows if row.by_name]:
        lines.append(
            "Found only by what is before the @ of an address, or by the name alone: "
            f"{len(by_name)}. Make sure that these are the right people: "
            f"{escape(first_of(by_name, MAX_BY_NAME))}. The LMS's own list, given with --roster, "
            "has the ids that it uses."
        )
    lines += _lateness(collected)
    if collected.zone is None and any(row.at for row in rows):
        lines.append(
            f"Times are in this machine's time zone, {datetime.now().astimezone():%Z}. Set another "
            "with --timezone, or in policy.toml."
        )
    if collected.missing:
        count = len(collected.missing)
        have = "has" if count == 1 else "have"
        named = ((collected.names[student], student) for student in collected.missing)
        missing = ", ".join(f"{name} ({student})" if name else student for name, student in named)
        lines.append(f"{count} of the class list {have} not handed in: {escape(missing)}.")
    return lines


def _lateness(collected: Collected) -> Iterator[str]:
    """Sentences on who is late, and on what was assumed."""
    due = collected.due
    if due:
        yield f"Due {due.astimezone(collected.zone):%Y-%m-%d %H:%M:%S %Z}."
    taken = [row for row in collected.rows if row.status.has_notebook]
    late = [row for row in taken if row.late]
    if late:
        yield f"{len(late)} late."
    unknown = [row for row in taken if row.at is None and row.late is None]
    is_for_all = len(unknown) == len(taken)
    untimed = [] if is_for_all else [row.student for row in unknown if not row.noted]
    if due and unknown and (untimed or is_for_all):
        yield _without_times(collected.system, untimed)
    without_time = [row for row in late if row.at is None and not row.time_by_hand]
    assumed = [row.student for row in without_time if due or not row.noted]
    if assumed:
        yield _late_without_time(assumed, is_due_known=due is not None)


def _late_without_time(students: list[str], *, is_due_known: bool) -> str:
    """Says who was late without a time, what was noted for them, and what would help."""
    were = "was" if len(students) == 1 else "were"
    remedy = (
        "The first second that is late by policy.toml, or after --due, was noted."
        if is_due_known
        else "No time is noted, so no penalty is computed. Put the due time into policy.toml, "
        "or add --due DATE, and collect again: the first second after it will be noted."
    )
    return f"{escape(', '.join(students))} {were} late, but it is not known when. {remedy}"


def _without_times(system: str, students: list[str]) -> str:
    """Says that these students could not be marked late, or that nobody could if none are given,
    because the system gives no times; and what would help."""
    name = SYSTEMS[system].name
    name = name[:1].upper() + name[1:]
    sentence = f"{name} does not say when anything was handed in, so nobody could be marked late."
    if students:
        sentence = (
            f"{name} does not say when these students handed in what counts now, so they could not "
            f"be marked late: {escape(', '.join(students))}."
        )
    return f"{sentence} {LAYOUTS[system].for_times}".rstrip()


def collected_as_json(collected: Collected) -> str:
    """What was collected, as JSON for scripts."""
    rows = [asdict(row) | {"at": row.at.isoformat() if row.at else None} for row in collected.rows]
    return json_text({"system": collected.system, "rows": rows, "missing": collected.missing})
