"""Options and printing that the commands share."""

from autograder.terminal import quick_start  # noqa: F401, I001  first
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer
from rich.markup import escape
from rich.style import Style
from rich.text import Text

from autograder.base.failure import Failure
from autograder.base.paths import SOLUTIONS, Classroom, homeworks, short
from autograder.terminal.printing import SafeConsole

if TYPE_CHECKING:
    from autograder.reports.marks import Mark

app = typer.Typer(
    help="Release, collect, grade and report the homeworks of Backpropagation by Hand.",
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
)
out = SafeConsole()
errors = SafeConsole(stderr=True)

MAX_MEANT = 3  # ids in a hint on one that is unknown


def end(code: int, sentence: str) -> NoReturn:
    """Ends the command with a sentence on what was wrong, and this code."""
    errors.print(escape(sentence))
    raise typer.Exit(code)


def complain(reason: object) -> None:
    """Prints a reason, in red."""
    errors.print(f"[red]{escape(str(reason))}[/]")


@app.callback()
def _needs_the_house() -> None:
    if not SOLUTIONS.is_dir():
        end(
            2,
            "There is no folder solutions/ with homeworks here. Run this in a clone of the "
            "project.",
        )


ClassDir = Annotated[
    Path | None,
    typer.Option(
        "--class-dir", envvar="CLASS_DIR", help="The class's folder. Default: class/ in the clone."
    ),
]
Database = Annotated[
    str | None,
    typer.Option(
        "--db-url",
        envvar="GRADEBOOK_URL",
        help="Gradebook database, such as postgresql+psycopg://me@host/marks. Default: SQLite.",
    ),
]
AsJSON = Annotated[bool, typer.Option("--json", help="Print the outcome as JSON and nothing else.")]
Students = Annotated[
    list[str] | None, typer.Option("--student", help="Only this student; can be repeated.")
]


def known_homework(homework: str) -> str:
    """A homework as it is named; ends the command if it does not exist."""
    if homework not in (there := homeworks()):
        like = get_close_matches(homework, there, n=1, cutoff=0.5)  # "hw1" is like "hw1-cosh"
        asked = f" Did you mean {like[0]}?" if like else ""
        end(2, f"There is no homework {homework!r}.{asked} There are: {', '.join(there)}.")
    return homework


Homework = Annotated[
    str,
    typer.Argument(
        metavar="ASSIGNMENT", help="A homework, for example hw1-cosh.", callback=known_homework
    ),
]


@contextmanager
def refusing(code: int, refusal: type[Exception] = Failure) -> Iterator[None]:
    """Ends the command with the reason, and this code, if something cannot be done in the block."""
    try:
        yield
    except refusal as reason:
        complain(reason)
        raise typer.Exit(code) from None


def known_students(
    classroom: Classroom, homework: str, chosen: list[str] | None
) -> list[str] | None:
    """Those chosen, each once; ends the command if one of them has not handed in this homework."""
    there = classroom.students(homework)
    for student in chosen or []:
        if student not in there:
            asked = did_you_mean(classroom, student, there)
            end(2, f"There is no submission of {student}.{asked}")
    return chosen and list(dict.fromkeys(chosen))


def known_to_class(classroom: Classroom, student: str, *, in_trash: bool = False) -> None:
    """Ends the command if the class, or the trash, has nothing of this student."""
    from autograder.afterwards import forget

    there = forget.known_ids(classroom)
    there |= {path.name for path in classroom.trash.glob("*")} if in_trash else set()
    if student not in there:
        end(2, f"The class has nothing of {student}.{did_you_mean(classroom, student, there)}")


def did_you_mean(classroom: Classroom, student: str, there: Iterable[str]) -> str:
    """A hint on an unknown id: a sentence with the one that a renamed student has now, or else a
    question with the ids of those whose address, number or name it is in the class list, or with
    the ids most like it, by id or by name; empty if there are none."""
    from autograder.people.former_ids import former_ids
    from autograder.people.roster import Roster, nearest
    from autograder.people.student import Student

    if now := former_ids(classroom).get(student):
        return f" {student} is {now} now."
    roster, there = Roster.usable(classroom), set(there)
    listed = {each.id: each for each in roster.students}
    like = [each for each in roster.candidates(student) if each.id in there][:MAX_MEANT]
    like = like or nearest(student, (listed.get(id, Student(id)) for id in sorted(there)))
    named = " or ".join(each.id for each in like)
    return f" Did you mean {named}?" if named else ""


def existing_class(class_dir: Path | None, database: str | None) -> Classroom:
    """The chosen class; ends the command if its folder is not a class's, or empty."""
    classroom = Classroom.chosen(class_dir, database)
    if not any(
        (classroom.folder / name).exists() for name in ("submitted", "gradebook.db", "journal")
    ):
        end(
            2,
            f"There is no class in {classroom.folder}. Name the class's folder with "
            "--class-dir or in CLASS_DIR, or collect first.",
        )
    return classroom


def link(path: Path) -> Text:
    """A path that can be clicked on a terminal, and copied anywhere."""
    path = path.resolve()
    return Text(short(path), style=Style(link=path.as_uri()))


def tell_renewed_penalties(classroom: Classroom, homework: str, *, quiet: bool = False) -> bool:
    """Brings late penalties up to date before marks are shown, and says whose have changed:
    formgrader does not update them when somebody types a score. Returns whether all could be
    computed; it says which could not."""
    from autograder.grading.gradebook import renew_penalties

    renewed = renew_penalties(classroom, homework)
    changed = renewed.changed.items()
    if changed and not quiet:
        each = (f"{student} {now:g} (was {before:g})" for student, (before, now) in changed)
        out.print(escape(f"Late penalties that changed: {', '.join(each)}."))
    for student, reason in renewed.left.items():
        complain(f"{student}'s late penalty in {homework} is left as it was. {reason}")
    return not renewed.left


def tell_unknown_extensions(classroom: Classroom) -> None:
    """Names the lines of extensions.csv about unknown students: usually a typing error, which would
    cost somebody an extension."""
    from autograder.afterwards.forget import known_ids
    from autograder.people.roster import Roster
    from autograder.rules.extensions import EXTENSIONS
    from autograder.rules.policy_file import policy_of

    lines = policy_of(classroom).extension_lines
    if not lines:
        return
    listed = {*Roster.usable(classroom).ids}
    there = listed | known_ids(classroom)
    for student, line in lines.items():
        if there and student not in there:
            why = f"there is no student {student}" if listed else f"no student {student} is known"
            sentence = f"{EXTENSIONS}, line {line}: {why}.{did_you_mean(classroom, student, there)}"
            complain(sentence)


def tell_outdated_pages(classroom: Classroom, homework: str, marks: "list[Mark]") -> None:
    """Names the students whose feedback page is out of date."""
    from autograder.reports.marks import outdated_pages

    if found := outdated_pages(classroom, homework, marks):
        out.print(
            f"\nFeedback pages whose mark or penalty is out of date: "
            f"{escape(', '.join(found))}. To rewrite them: autograder feedback {homework}"
        )
