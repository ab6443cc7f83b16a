"""What the commands share: their options, and how they speak."""

from autograder.base import quick  # noqa: F401, I001  first
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.style import Style
from rich.text import Text

from autograder.base.paths import SOLUTIONS, Classroom, homeworks, short
from autograder.base.visible import SafeConsole

app = typer.Typer(
    help="Release, collect, grade and report the homeworks of Backpropagation by Hand.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
out = SafeConsole()
errors = SafeConsole(stderr=True)


@app.callback()
def _needs_the_house() -> None:
    if not SOLUTIONS.is_dir():
        errors.print(
            "There are no homeworks here: no folder solutions/. Run this in a clone of the project."
        )
        raise typer.Exit(2)


ClassDir = Annotated[
    Path | None,
    typer.Option(
        "--class-dir", envvar="CLASS_DIR", help="Folder of the class. Default: class/ in the clone."
    ),
]
Database = Annotated[
    str | None,
    typer.Option(
        "--db-url",
        envvar="GRADEBOOK_URL",
        help="Database of the marks, such as postgresql+psycopg://me@host/marks. Default: SQLite.",
    ),
]
AsJSON = Annotated[
    bool, typer.Option("--json", help="Print what happened as JSON, and nothing else.")
]
Students = Annotated[
    list[str] | None, typer.Option("--student", help="Only this student; can be repeated.")
]


def known(assignment: str) -> str:
    """The same homework; ends the command if there is no such one."""
    if assignment not in homeworks():
        errors.print(f"There is no homework {assignment!r}. There are: {', '.join(homeworks())}.")
        raise typer.Exit(2)
    return assignment


Assignment = Annotated[
    str, typer.Argument(help="A homework, for example hw1-cosh.", callback=known)
]


@contextmanager
def refusing(code: int, *refusals: type[Exception]) -> Iterator[None]:
    """Ends the command with the reason, and this code, where something is refused in here."""
    try:
        yield
    except refusals as reason:
        errors.print(f"[red]{escape(str(reason))}[/]")
        raise typer.Exit(code) from None


def known_students(chosen: list[str] | None, there: list[str]) -> None:
    """Ends the command if it is for somebody who is not there."""
    for student in chosen or []:
        if student not in there:
            errors.print(escape(f"There is no submission of {student}.{meant(student, there)}"))
            raise typer.Exit(2)


def meant(student: str, there: Iterable[str]) -> str:
    """A question that names the ids most like one that is not there; empty if none is."""
    from autograder.classroom.roster import Student, nearest

    like = " or ".join(each.id for each in nearest(student, map(Student, sorted(there))))
    return f" Did you mean {like}?" if like else ""


def existing(class_dir: Path | None, database: str | None) -> Classroom:
    """The class that is meant; ends the command if its folder is not that of a class, or empty."""
    classroom = Classroom.chosen(class_dir, database)
    if not any(
        (classroom.folder / name).exists() for name in ("submitted", "gradebook.db", "journal")
    ):
        errors.print(
            escape(f"There is no class in {classroom.folder}. See --class-dir, and collect.")
        )
        raise typer.Exit(2)
    return classroom


def link(path: Path) -> Text:
    """A path that can be clicked on a terminal, and that anybody can copy."""
    path = path.resolve()
    return Text(short(path), style=Style(link=path.as_uri()))


def renew_penalties(classroom: Classroom, assignment: str, *, quiet: bool = False) -> None:
    """Brings the penalties for late work up to date before marks are shown, and says whose change:
    formgrader leaves them as they were when somebody types a score."""
    from autograder.grading.gradebook import renew_penalties

    changed = renew_penalties(classroom, assignment)
    if changed and not quiet:
        each = (f"{student} {now:g} (was {before:g})" for student, (before, now) in changed.items())
        out.print(escape(f"Taken off for being late, computed anew: {', '.join(each)}."))


def tell_unknown_extensions(classroom: Classroom) -> None:
    """Names the lines of extensions.csv on somebody of whom the class knows nothing: mostly a
    typing error, by which an extension would be lost."""
    from autograder.classroom.policy import EXTENSIONS, Policy
    from autograder.classroom.roster import BadRoster, Roster
    from autograder.grading.forget import known_ids

    lines = Policy.of(classroom).lines
    if not lines:
        return
    try:
        listed = {student.id for student in Roster.of(classroom).students}
    except BadRoster:  # of which the command tells
        listed = set()
    there = listed | known_ids(classroom)
    for student, line in lines.items():
        if there and student not in there:
            why = f"there is no student {student}" if listed else f"nobody called {student} is here"
            told = f"{EXTENSIONS}, line {line}: {why}.{meant(student, there)}"
            errors.print(f"[red]{escape(told)}[/]")


def tell_outdated_pages(classroom: Classroom, assignment: str) -> None:
    """Names those whose page of feedback shows what is no longer so."""
    from autograder.reports.marks import class_marks, outdated_pages

    if found := outdated_pages(classroom, assignment, class_marks(classroom, assignment)):
        out.print(
            f"\nPages of feedback that show another mark or penalty than the gradebook now has: "
            f"{escape(', '.join(found))}. To write them anew: autograder feedback {assignment}"
        )
