"""The commands for other systems: export and total write marks, gradescope an autograder."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from autograder.base.failure import Failure
from autograder.base.paths import homeworks, short
from autograder.base.sentences import and_extra
from autograder.cli.class_command import ClassCommand
from autograder.cli.console import finish, out, say
from autograder.cli.options import ClassDir, Database, GradebookKey, Homework, app, file_option

if TYPE_CHECKING:
    from autograder.exporting.export_task import ExportTask
    from autograder.exporting.sheet import Sheet

TemplateOption = Annotated[
    Path | None,
    typer.Option(
        help="The gradebook exported from Canvas, Blackboard or Brightspace, or the grading "
        "worksheet from Moodle. Only its column for the marks is filled in."
    ),
]

Column = Annotated[
    str | None,
    typer.Option(
        help="The heading of the column to fill in. Default: the homework's name, or total."
    ),
]

Comments = Annotated[
    bool,
    typer.Option(
        "--comments",
        help="Also fill in Moodle's comments, with each exercise's points and what graders wrote.",
    ),
]


@app.command("export")
def export_command(
    homework: Homework,
    to: Annotated[GradebookKey, typer.Option(help="The system that will import the marks.")],
    template: TemplateOption = None,
    column: Column = None,
    comments: Comments = False,
    file: Annotated[
        Path | None, file_option("HOMEWORK-SYSTEM.csv in CLASS_DIR/export/; for csv, HOMEWORK.csv")
    ] = None,
    class_dir: ClassDir = None,
    database: Database = None,
) -> None:
    """Write a homework's marks to a file that an LMS can import.

    Use --template if you can, so that names and ids are the system's own. Without it, the file is
    made from CLASS_DIR/roster.csv. Cells of students without a mark stay as they are, and the
    reasons are listed. csv contains everything, for people and spreadsheets.

        autograder export hw1-cosh --to canvas --template gradebook.csv
    """
    from autograder.exporting.export_task import ExportTask
    from autograder.notebook.titles import cell_names_in
    from autograder.people.roster import current_ids
    from autograder.systems.all_systems import GRADEBOOKS, SYSTEMS

    command = ClassCommand.in_existing(class_dir, database, homework)
    takers = {key: SYSTEMS[key].name for key, book in GRADEBOOKS.items() if book.comment_column}
    if comments and to not in takers:
        only = f"Only {' and '.join(takers.values())} takes comments."
        raise typer.BadParameter(only, param_hint="--comments")
    path = file or _file(command, homework, to, template)
    is_well = command.tell_state()
    sheet = _sheet(template, column, to, path)
    command.marks.refuse_ungraded()
    names, ids = cell_names_in(homework), current_ids(command.classroom)
    task = ExportTask(command.marks, sheet, column, comments, names, ids)
    is_well &= _export(task, to, path)
    command.tell_outdated_pages()
    finish(is_well=is_well)


def _file(command: ClassCommand, name: str, to: str, template: Path | None) -> Path:
    """The default file to write; it has the template's ending, such as .xls."""
    stem = name if to == "csv" else f"{name}-{to}"
    return command.classroom.exports / (stem + (template.suffix if template else ".csv"))


def _sheet(template: Path | None, column: str | None, to: str, path: Path) -> "Sheet | None":
    """The LMS's export, if given. Raises Failure if it cannot be used, BadParameter if it does not
    fit the other options."""
    from autograder.exporting.sheet import Sheet

    if to == "csv" and (template or column):
        raise typer.BadParameter(
            "csv takes no template: its columns are always the same. Name the system.",
            param_hint="--to",
        )
    if template is None:
        return None
    if path.resolve() == template.resolve():
        raise typer.BadParameter(
            "The result would overwrite the template. Name another file with --into.",
            param_hint="--into",
        )
    return Sheet.read(template)


def _export(task: "ExportTask", to: str, path: Path) -> bool:
    """Writes the file, and prints a summary; returns whether nothing needs attention."""
    from autograder.base.files import write_whole
    from autograder.cli.export_summary import export_summary, needs_attention
    from autograder.exporting.export import export

    made = export(task, to)
    write_whole(path, made.sheet.data())
    out.print(export_summary(made, task, short(path)))
    return not needs_attention(made, task)


TotalsTo = Annotated[
    GradebookKey,
    typer.Option(
        help="The system that will import the totals, in percent. Default: csv.",
        show_default=False,
    ),
]


@app.command("total")
def total_command(
    to: TotalsTo = "csv",
    template: TemplateOption = None,
    column: Column = None,
    file: Annotated[
        Path | None, file_option("CLASS_DIR/export/total.csv; with --to, total-SYSTEM.csv there")
    ] = None,
    class_dir: ClassDir = None,
    database: Database = None,
) -> None:
    """Compute each student's total for the term, in percent.

    In CLASS_DIR/policy.toml, [weights] says how much each homework counts (without it, all count
    alike), and drop_lowest under [total] how many do not count: those whose removal raises a
    student's total most. A homework that was not handed in is 0 percent, unless extensions.csv says
    "excused". Late penalties are taken off. A homework counts as soon as somebody has a mark for
    it, unless all its questions are void or extra credit: there is nothing to be a percentage of.

    With --to and a system, the totals go into a column there, as the marks do with `export`:

        autograder total --to canvas --template gradebook.csv --column "Homework"
    """
    from autograder.base.files import write_whole
    from autograder.exporting.csv_tables import totals_sheet
    from autograder.exporting.export_task import ExportTask
    from autograder.marks.total import totals, totals_as_marks
    from autograder.people.roster import current_ids
    from autograder.reports.marks_tables import totals_table

    command = ClassCommand.in_existing(class_dir, database)
    path = file or _file(command, "total", to, template)
    sheet = _sheet(template, column, to, path)
    is_well = command.tell_state(*homeworks())
    counted, terms = totals(command.classroom)
    if not counted:
        first = command.classroom.command("grade", "HOMEWORK")
        raise Failure(f"No homework that counts is graded. First: {first}")
    out.print(totals_table(counted, terms))
    is_well &= not any(term.total is None and not term.student.is_test for term in terms)
    out.print()
    if to == "csv":
        write_whole(path, totals_sheet(counted, terms).data())
        say(f"The totals: {short(path.resolve())}")
    else:
        marks = totals_as_marks(command.classroom, terms)
        task = ExportTask(marks, sheet, column, ids=current_ids(command.classroom))
        is_well &= _export(task, to, path)
    finish(is_well=is_well)


@app.command("gradescope")
def gradescope_command(
    homework: Homework,
    file: Annotated[Path | None, file_option("HOMEWORK-gradescope.zip here")] = None,
    sandbox_only: Annotated[
        bool,
        typer.Option(
            "--sandbox-only", help="Refuse to grade in a container where bubblewrap does not work."
        ),
    ] = False,
) -> None:
    """Make a zip that lets Gradescope grade a homework.

    Create a programming assignment there, and upload the zip under Configure Autograder. The zip
    contains the solution and the secret of the random numbers: keep it to yourself. Its README.md
    says what to set on Gradescope, and what protects the solution there.
    """
    from autograder.notebook.notebook_files import require_released
    from autograder.on_gradescope.build import build_zip

    require_released(homework)
    path = file or Path(f"{homework}-gradescope.zip")
    points, extra = build_zip(homework, path, sandbox_only=sandbox_only)
    say(
        f"{path} gives {points:g} points{and_extra(extra)}. "
        "Keep it to yourself: it contains the solution. Its README.md says how to use it."
    )
