"""Shows what was collected, to people and to scripts."""

from collections import Counter
from dataclasses import asdict
from datetime import datetime, tzinfo

from rich.console import Group, RenderableType
from rich.markup import escape

from autograder.base.visible import json_text
from autograder.collect.collect import Collected, CollectedRow
from autograder.collect.submitted import Status
from autograder.collect.which_system import system_name
from autograder.terminal.printing import plain_table, remarks_table

MAX_STRAYS = 10  # files of nobody that are listed
_STYLE = {
    Status.COLLECTED: "green",
    Status.REPLACED: "green",
    Status.UNCHANGED: "dim",
    Status.KEPT: "yellow",
    Status.NO_NOTEBOOK: "red",
    Status.NOT_TAKEN: "red",
}


def collected_table(
    collected: Collected, homework: str, *, dry_run: bool = False
) -> RenderableType:
    """A row for each student, remarks, the counts, and what is left to do."""
    system = system_name(collected.system)
    shown = plain_table(f"{'What would happen: ' if dry_run else ''}{homework}, from {system}")
    named = ["name"] if any(collected.names.values()) else []
    for heading in ("student", *named):  # however long, as students may choose them
        shown.add_column(heading, overflow="fold")
    for heading in ("", "handed in"):
        shown.add_column(heading, no_wrap=True)
    # The usual name would take a second line in each row of a terminal of 80 columns.
    shown.add_column("other file", overflow="fold")
    strays = [row for row in collected.rows if not row.student]
    rows = [row for row in collected.rows if row.student] + strays[:MAX_STRAYS]
    for row in rows:
        what = f"[{_STYLE[row.what]}]{row.what}[/]"
        name = [escape(collected.names.get(row.student, ""))] if named else []
        when = _time_cell(row, collected.zone)
        file = "" if row.file == f"{homework}.ipynb" else escape(row.file)
        shown.add_row(escape(row.student), *name, what, when, file)
    more = len(strays) - MAX_STRAYS
    rest = [f"... and {more} more files that belong to nobody."] if more > 0 else []
    about = [(row.student or row.file, " ".join(_remarks(row, collected))) for row in rows]
    about = [(who, remark) for who, remark in about if remark]
    remarks = ["", remarks_table("Remarks", about)] if about else []
    return Group(shown, *rest, *remarks, "", *count_lines(collected, dry_run=dry_run))


def _remarks(row: CollectedRow, collected: Collected) -> list[str]:
    alone = [f"Taken as {row.student} because the name fits. Make sure that it is this person."]
    return row.remarks + (alone if row.by_name and not collected.lacks_ids else [])


def count_lines(collected: Collected, *, dry_run: bool = False) -> list[str]:
    """The counts, and who is missing."""
    rows = collected.rows
    counts = Counter(row.what for row in rows)
    called = {Status.NO_NOTEBOOK: "without a notebook"}
    counted = ", ".join(f"{counts[s]} {called.get(s, s)}" for s in Status if counts[s])
    lines = [f"{'Would be: ' if dry_run else ''}{counted or 'nothing collected'}."]
    if not collected.names and rows:
        lines.append(
            "There is no class list, so ids are made from file names. The LMS's own list, with "
            "--roster, gives the right ones: do that before you export."
        )
    if collected.lacks_ids:
        found = sum(row.by_name for row in rows)
        lines.append(
            f"Found by the name alone: {found}. The class list lacks the ids that the system uses; "
            "the LMS's own list, given with --roster, has them."
        )
    lines += _lateness(collected)
    if collected.zone is None and any(row.at for row in rows):
        lines.append(
            f"Times are in this machine's time zone, {datetime.now().astimezone():%Z}. Set another "
            "with --timezone, or in policy.toml."
        )
    if collected.missing:
        them = ((collected.names[each], each) for each in collected.missing)
        missing = escape(", ".join(f"{name} ({each})" if name else each for name, each in them))
        count, all_of_them = len(collected.missing), "of the class list"
        have = "has" if count == 1 else "have"
        lines.append(f"{count} {all_of_them} {have} not handed in: {missing}.")
    return lines


def _lateness(collected: Collected) -> list[str]:
    """Sentences on who is late, and on what was assumed."""
    due = (
        f"{collected.due.astimezone(collected.zone):%Y-%m-%d %H:%M:%S %Z}" if collected.due else ""
    )
    lines = [f"Due {due}."] if due else []
    late = [row for row in collected.rows if row.late and row.what.has_notebook]
    lines += [f"{len(late)} late."] if late else []
    taken = [row for row in collected.rows if row.what.has_notebook]
    if due and taken and all(row.at is None and row.late is None for row in taken):
        lines.append(_without_times(collected.system))
    unknown = [row for row in late if row.at is None and not row.time_by_hand]
    unknown = [row for row in unknown if due or not row.noted]
    were = "was" if len(unknown) == 1 else "were"
    unknown = escape(", ".join(row.student for row in unknown))
    says = f"{_name_at_beginning(collected.system)} says that {unknown} {were}"
    if unknown and due:
        lines.append(
            f"{says} late, but not when. The first second that is late by policy.toml, or after "
            "--due, was noted."
        )
    elif unknown:
        lines.append(
            f"{says} late, but not when. No time is noted, so no penalty is computed. Put the due "
            "time into policy.toml, or add --due DATE, and collect again: the first second after "
            "it will be noted."
        )
    return lines


def _name_at_beginning(system: str) -> str:
    """What a sentence that begins with a system calls it."""
    name = system_name(system)
    return name[:1].upper() + name[1:]


def _without_times(system: str) -> str:
    """A sentence saying that the due date was of no use, and what would help."""
    who = _name_at_beginning(system)
    help_ = (
        ' Add Moodle\'s grading worksheet with --roster: its column "Last modified (submission)" '
        "does."
        if system == "moodle"
        else ""
    )
    return f"{who} does not say when anything was handed in, so nobody could be marked late.{help_}"


def collected_as_json(collected: Collected) -> str:
    """All this as JSON, for scripts."""
    rows = [{**asdict(row), "at": row.at and row.at.isoformat()} for row in collected.rows]
    facts = {"system": collected.system, "rows": rows, "missing": collected.missing}
    return json_text(facts)


def _time_cell(row: CollectedRow, zone: tzinfo | None) -> str:
    at = f"{row.at.astimezone(zone):%Y-%m-%d %H:%M}" if row.at else ""
    return f"{at} [red]late[/]".strip() if row.late else at
