"""The commands that bring marks to where they are wanted: export and gradescope."""

from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.markup import escape

from autograder.base.paths import Classroom, homeworks, released, short
from autograder.cli.shared import (
    Assignment,
    ClassDir,
    Database,
    app,
    errors,
    existing,
    known,
    out,
    renew_penalties,
    tell_outdated_pages,
)

System = Literal["canvas", "moodle", "csv", "gradescope"]


@app.command("export")
def export_command(
    assignment: Assignment,
    to: Annotated[System, typer.Option(help="The system that is to import the marks.")],
    template: Annotated[
        Path | None,
        typer.Option(
            help="The gradebook exported from Canvas, or the grading worksheet from Moodle. Its "
            "column for the homework is filled in; all else stays."
        ),
    ] = None,
    column: Annotated[
        str | None,
        typer.Option(help="The heading of that column, if it is not the homework's name."),
    ] = None,
    comments: Annotated[
        bool,
        typer.Option("--comments", help="Moodle: also write each exercise's points as a comment."),
    ] = False,
    into: Annotated[
        Path | None,
        typer.Option(
            help="The file. Default: ASSIGNMENT-SYSTEM.csv, or ASSIGNMENT.csv for csv, in "
            "CLASS_DIR/export/."
        ),
    ] = None,
    class_dir: ClassDir = None,
    database: Database = None,
) -> None:
    """Write the marks of a homework as a file that a learning management system imports.

    Best with --template, so that names and ids are the system's own. Without it the file is made
    from CLASS_DIR/roster.csv. Who has no mark gets none: their cells stay as they are, and
    the reasons are listed. csv holds everything, for people and spreadsheets.

    Exits with 0 if the file can be imported as it is, 1 if something should be looked at (the file
    is written), 2 if the command is wrong or there are no marks.
    """
    from nbgrader.api import MissingEntry

    from autograder.base.files import write_whole
    from autograder.classroom.roster import BadRoster
    from autograder.lms.formats import FORMATS, ExportTask
    from autograder.lms.messages import needs_attention, told
    from autograder.lms.sheet import BadSheet, Sheet
    from autograder.reports.exercises import exercises_of
    from autograder.reports.marks import class_marks

    known([assignment])
    classroom = existing(Classroom.chosen(class_dir, database))
    name = assignment if to == "csv" else f"{assignment}-{to}"
    into = into or classroom.folder / "export" / f"{name}.csv"
    if template and to not in ("canvas", "moodle"):
        raise typer.BadParameter(f"{to} has no templates.", param_hint="--template")
    if template and into.resolve() == template.resolve():
        raise typer.BadParameter(
            "The result would overwrite the template; name another file with --into.",
            param_hint="--into",
        )
    renew_penalties(classroom, assignment)
    try:
        exercises = exercises_of(classroom, assignment)
        sheet = Sheet.read(template) if template else None
        task = ExportTask(
            assignment, exercises, class_marks(classroom, assignment), sheet, column, comments
        )
        made = FORMATS[to](task)
    except MissingEntry:
        errors.print(f"Nothing of {assignment} is graded. First: autograder grade {assignment}")
        raise typer.Exit(2) from None
    except (BadSheet, BadRoster) as reason:
        errors.print(f"[red]{escape(str(reason))}[/]")
        raise typer.Exit(2) from None
    write_whole(into, made.sheet.text())
    out.print(told(made, task, short(into)))
    tell_outdated_pages(classroom, assignment)
    raise typer.Exit(1 if needs_attention(made, task) else 0)


@app.command("total")
def total_command(
    into: Annotated[
        Path | None, typer.Option(help="The file. Default: CLASS_DIR/export/total.csv")
    ] = None,
    class_dir: ClassDir = None,
    database: Database = None,
) -> None:
    """Add up the term: each student's total in percent, by CLASS_DIR/policy.toml.

    Its [weights] say how much each homework counts, all alike without it, and drop_lowest under
    [total] how many of them do not, those without which a student's total is highest. What was not
    handed in is 0 percent, unless extensions.csv says "excused". Late penalties are taken off. A
    homework counts as soon as somebody has a mark for it.

    Exits with 1 if somebody has no total yet, with 2 if nothing is graded.
    """
    from autograder.base.files import write_whole
    from autograder.classroom.roster import BadRoster
    from autograder.lms.formats import term
    from autograder.reports.printed import totals_table
    from autograder.reports.total import totals

    classroom = existing(Classroom.chosen(class_dir, database))
    for name in homeworks():
        renew_penalties(classroom, name)
    try:
        counted, rows = totals(classroom)
    except BadRoster as reason:
        errors.print(f"[red]{escape(str(reason))}[/]")
        raise typer.Exit(2) from None
    if not counted:
        errors.print("Nothing that counts is graded.")
        raise typer.Exit(2)
    into = into or classroom.folder / "export" / "total.csv"
    write_whole(into, term(counted, rows).text())
    out.print(totals_table(counted, rows))
    out.print(f"\n{short(into.resolve())}")
    raise typer.Exit(1 if any(row.total is None for row in rows) else 0)


@app.command("gradescope")
def gradescope_command(
    assignment: Assignment,
    into: Annotated[
        Path | None, typer.Option(help="The zip. Default: ASSIGNMENT-gradescope.zip, here.")
    ] = None,
    sandbox_only: Annotated[
        bool,
        typer.Option(
            "--sandbox-only", help="Grade nothing in a container where bubblewrap does not work."
        ),
    ] = False,
) -> None:
    """Make the zip that grades a homework on Gradescope, as a programming assignment.

    Upload it there under Configure Autograder. It holds the solution and the secret of the random
    draws, so keep it to yourself; the README.md in it says what to set on Gradescope, and what
    protects the solution there.
    """
    from autograder.lms.gradescope.build import build

    known([assignment])
    if not released(assignment).exists():
        errors.print(f"{assignment} is not released. First: autograder release {assignment}")
        raise typer.Exit(2)
    made = build(
        assignment, into or Path(f"{assignment}-gradescope.zip"), sandbox_only=sandbox_only
    )
    extra = f", and {made.extra:g} extra" if made.extra else ""
    out.print(
        f"{escape(str(made.path))} gives {made.points:g} points{extra}. "
        "Keep it to yourself: the solution is in it. Its README.md says how to use it."
    )
