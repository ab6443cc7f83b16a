"""The command for what students hand in: collect."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from autograder.base.classroom import Classroom
from autograder.base.failure import Failure
from autograder.cli.class_command import ClassCommand
from autograder.cli.console import complain, finish, out, say
from autograder.cli.options import AsJSON, ClassDir, Database, DownloadKey, Homework, app

if TYPE_CHECKING:
    from autograder.collect.outcome import Collected
    from autograder.people.roster import Roster


Source = Annotated[
    Path, typer.Argument(metavar="ARCHIVE_OR_FOLDER", help="The download, a zip or a folder.")
]
From = Annotated[
    DownloadKey | None,
    typer.Option("--from", help="Where the download comes from. Default: detected."),
]
NewRoster = Annotated[
    Path | None,
    typer.Option(
        "--roster",
        help="The class list with names and ids, a CSV file exported by one of these systems. "
        "It is kept as CLASS_DIR/roster.csv and used from then on.",
    ),
]
OnlyRoster = Annotated[
    bool, typer.Option("--only-roster", help="Skip people who are not in the class list.")
]
Due = Annotated[
    str | None,
    typer.Option(
        "--due",
        help="When the homework was due, such as 2026-01-30T23:59; a date alone means its last "
        "second. Not needed if CLASS_DIR/policy.toml says it.",
    ),
]
Timezone = Annotated[
    str | None,
    typer.Option(
        "--timezone",
        help="Time zone for times that name none, such as Europe/Berlin. Default: that of "
        "policy.toml, or this machine's.",
    ),
]
DryRun = Annotated[
    bool, typer.Option("--dry-run", help="Show what would happen, and write nothing.")
]


@app.command("collect")
def collect_command(
    source: Source,
    homework: Homework,
    class_dir: ClassDir = None,
    database: Database = None,
    system: From = None,
    roster: NewRoster = None,
    only_roster: OnlyRoster = False,
    due: Due = None,
    timezone: Timezone = None,
    dry_run: DryRun = False,
    as_json: AsJSON = False,
) -> None:
    """Take in a bulk download of submissions from a learning management system (LMS).

    The download is called Download Submissions in Canvas, Download all submissions in Moodle,
    Assignment File Download in Blackboard, Export Submissions in Gradescope. A folder or zip of
    your own contains student.ipynb, student/any.ipynb or student/HOMEWORK/any.ipynb.

        autograder collect submissions.zip hw1-cosh --roster gradebook.csv

    The newest notebook of each student goes to CLASS_DIR/submitted/STUDENT/HOMEWORK/. All that
    were ever handed in are kept in CLASS_DIR/collected/. If a student hands in an untouched
    notebook after one with answers, the one with answers is used, and you are told. You can collect
    again at any time: only what is new is taken, and notebooks and times that you changed stay.

    Hand-in times, from which penalties are computed, go to timestamp.txt if the system provides
    them. For Moodle, give the assignment's grading worksheet as --roster.

    Students who handed in no notebook appear in grading and reports, with the reason.
    """
    from autograder.cli.collect_summary import collected_as_json
    from autograder.collect.collect import CollectOptions, collect
    from autograder.rules.policy_file import policy_with

    command = ClassCommand(Classroom.chosen(class_dir, database), homework)
    conflicts: list[Failure] = []
    options = CollectOptions(
        only_roster=only_roster,
        policy=policy_with(command.classroom, homework, due, timezone),
        dry_run=dry_run,
        on_new_roster=partial(_follow, command.classroom, conflicts, dry_run=dry_run),
    )
    collected = collect(
        command.classroom, source, homework, system=system, new_list=roster, options=options
    )
    if as_json:
        print(collected_as_json(collected))
    else:
        _print_rows(command, collected, dry_run=dry_run)
    finish(is_well=not conflicts and not any(row.attention for row in collected.rows))


def _print_rows(command: ClassCommand, collected: "Collected", *, dry_run: bool) -> None:
    """Prints what became of the download, and what to do next."""
    from autograder.cli.collect_summary import collected_table

    out.print(collected_table(collected, command.homework, dry_run=dry_run))
    if dry_run:
        say("Nothing was written: this was a dry run. To collect, leave --dry-run out.")
    elif any(row.status.has_notebook for row in collected.rows):
        say(f"Next: {command.classroom.command('grade', command.homework)}")


def _follow(
    classroom: Classroom,
    conflicts: list[Failure],
    before: "Roster",
    now: "Roster",
    *,
    dry_run: bool,
) -> None:
    """Renames students whose ids have changed in a new class list, and says so. Adds to `conflicts`
    why somebody cannot be renamed."""
    from autograder.enrolment.rename import follow_new_list

    for old, new, conflict in follow_new_list(classroom, before, now, dry_run=dry_run):
        if conflict:
            complain(conflict)
            conflicts.append(conflict)
        else:
            moved = "would move" if dry_run else "moved"
            say(f"{old} is {new} in the new class list. Their data {moved} along.")
