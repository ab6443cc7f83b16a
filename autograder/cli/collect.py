"""The command that takes in what students hand in."""

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from autograder.base.paths import Classroom, short
from autograder.cli.shared import (
    Assignment,
    ClassDir,
    Database,
    app,
    errors,
    existing,
    known,
    meant,
    out,
)


@app.command("collect")
def collect_command(
    source: Annotated[
        Path, typer.Argument(metavar="ARCHIVE_OR_FOLDER", help="The download, a zip or a folder.")
    ],
    assignment: Assignment,
    class_dir: ClassDir = None,
    system: Annotated[
        str | None,
        typer.Option(
            "--from", help="canvas, moodle, blackboard, gradescope or folder. Found out by default."
        ),
    ] = None,
    roster: Annotated[
        Path | None,
        typer.Option(
            help="The class list, a CSV as these systems export it: it tells names and ids. It is "
            "kept as CLASS_DIR/roster.csv, which is used from then on."
        ),
    ] = None,
    only_roster: Annotated[
        bool, typer.Option("--only-roster", help="Take nothing of people not in the class list.")
    ] = False,
    due: Annotated[
        str | None,
        typer.Option(
            help="When it was due, such as 2026-01-30T23:59, to tell who is late. A day alone "
            "means its last second."
        ),
    ] = None,
    timezone: Annotated[
        str | None,
        typer.Option(
            help="Of times that name none, such as Europe/Berlin. This machine's by default."
        ),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would happen, and write nothing.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print what happened as JSON, and nothing else.")
    ] = False,
) -> None:
    """Put a bulk download of a learning management system where grading finds it.

    Canvas calls it Download Submissions, Moodle Download all submissions, Blackboard Assignment
    File Download, Gradescope Export Submissions. A folder or zip of your own has student.ipynb,
    student/any.ipynb or student/ASSIGNMENT/any.ipynb.

    The newest notebook of each student goes to CLASS_DIR/submitted/STUDENT/ASSIGNMENT/; all that
    were ever handed in are kept in CLASS_DIR/collected/. Collecting again takes what is new, and
    leaves alone what you have changed by hand, be it a notebook or a time. Times that the system
    tells go to nbgrader's timestamp.txt, which its late policy reads; it takes the due date from
    the gradebook, where formgrader puts it.

    Who handed in no notebook has a row in grading and reports, with the reason. Exits with 0 if
    all went well, 1 if something needs a look (one PDF is enough; the others are collected), 2 if
    nothing could be collected.
    """
    from autograder.classroom.roster import BadRoster
    from autograder.collect import show
    from autograder.collect.archive import BadArchive
    from autograder.collect.collect import Wishes, collect
    from autograder.collect.recognise import LAYOUTS, NotRecognised
    from autograder.collect.times import BadTime, due_time, zone_of

    known([assignment])
    if system is not None and system not in LAYOUTS:
        errors.print(f"--from takes one of {', '.join(LAYOUTS)}, not {escape(system)}.")
        raise typer.Exit(2)
    try:
        zone = zone_of(timezone)
        wishes = Wishes(only_roster, due_time(due, zone), dry_run)
        classroom = Classroom.chosen(class_dir)
        done = collect(
            classroom, source, assignment, system=system, roster=roster, zone=zone, wishes=wishes
        )
    except (BadArchive, NotRecognised, BadRoster, BadTime) as reason:
        errors.print(f"[red]{escape(str(reason))}[/]")
        raise typer.Exit(2) from None
    if as_json:
        print(show.as_json(done))
    else:
        out.print(show.table(done, assignment, dry_run=dry_run))
        if dry_run:
            out.print("Nothing was written: this was a dry run. Without --dry-run it is done.")
        elif any(row.what in ("collected", "replaced") for row in done.rows):
            out.print(f"Next: autograder grade {assignment}")
    raise typer.Exit(1 if any(row.attention for row in done.rows) else 0)


@app.command("forget")
def forget_command(
    student: Annotated[str, typer.Argument(help="The id of a student, as `report` shows it.")],
    class_dir: ClassDir = None,
    database: Database = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Remove a student, and all they handed in, from a class: somebody collected by mistake, or
    who wants to be forgotten.

    Shows what will be deleted, and asks. The class list, and pages and exports made before, are
    left as they are. Exits with 1 if you say no, with 2 if nobody has this id.
    """
    from autograder.grading.forget import forget, known_ids, traces

    classroom = existing(Classroom.chosen(class_dir, database))
    there = known_ids(classroom)
    if student not in there:
        errors.print(escape(f"The class has nothing of {student}.{meant(student, there)}"))
        raise typer.Exit(2)
    found = traces(classroom, student)
    out.print(f"Of {escape(student)}, this is deleted for good:")
    for folder in found.folders:
        out.print(f"  {escape(short(folder))}/", soft_wrap=True)
    if found.marks is not None:
        out.print(f"  in the gradebook: {', '.join(found.marks) or 'the name alone'}")
    if found.journals:
        out.print(f"  in the journal: {', '.join(found.journals)}")
    if not yes and not typer.confirm("Delete it?"):
        raise typer.Exit(1)
    forget(classroom, found)
    out.print(
        "Done. What was made before may still name them: roster.csv, and the files in reports/ "
        "and export/."
    )
