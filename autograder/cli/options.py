"""The command `autograder`, and the options that its commands share."""

from difflib import get_close_matches
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from typer.core import TyperGroup

from autograder.base.failure import MEANINGS, ExitCode, Failure
from autograder.base.paths import SOLUTIONS, homeworks
from autograder.cli.console import complain, out

# The keys of the systems for each purpose. The tables in `all_systems`, which take long to import,
# have the same keys, except csv.
DownloadKey = Literal["canvas", "moodle", "blackboard", "gradescope", "folder"]
GradebookKey = Literal["canvas", "moodle", "blackboard", "brightspace", "csv"]
FeedbackKey = Literal["canvas", "moodle", "folder"]

_HELP = f"""Release, collect, grade and report the homeworks of Backpropagation by Hand.

From handing out a homework to its marks:

    autograder publish ../students

    autograder collect submissions.zip hw1-cosh --roster gradebook.csv

    autograder grade hw1-cosh

    autograder report hw1-cosh

    autograder feedback hw1-cosh

    autograder export hw1-cosh --to canvas --template gradebook.csv

Everything about a class is in one folder, CLASS_DIR: the one that --class-dir names, or
else the environment variable CLASS_DIR; by default class/ in the clone.

Exit code of each command: {"; ".join(f"{code} {when}" for code, when in MEANINGS.items())}.
"""


class _Commands(TyperGroup):
    """All commands. If one cannot do its work, it ends with the reason."""

    def invoke(self, context: Any) -> Any:
        """Runs the command that is given."""
        from autograder.base.trouble import what_to_do

        try:
            return super().invoke(context)
        except Failure as reason:
            complain(reason)
            raise typer.Exit(reason.exit_code) from None
        except Exception as error:
            if not (sentence := what_to_do(error)):
                raise
            complain(sentence, soft_wrap=True)  # it may end in a command to copy
            raise typer.Exit(ExitCode.NOT_HERE) from None


app = typer.Typer(
    cls=_Commands,
    help=_HELP,
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
)


@app.callback()
def _needs_a_clone() -> None:
    if not SOLUTIONS.is_dir():
        raise Failure(
            "There is no folder solutions/ with homeworks here. Run this in a clone of the project."
        )


ClassDir = Annotated[
    Path | None,
    typer.Option(
        "--class-dir", envvar="CLASS_DIR", help="The class's folder. Default: class/ in the clone."
    ),
]


def _usable(url: str | None) -> str | None:
    """The address of a database. Raises BadParameter if it cannot be used."""
    if url:
        from sqlalchemy.engine import make_url
        from sqlalchemy.exc import ArgumentError

        try:
            make_url(url).get_dialect().import_dbapi()
        except (ArgumentError, ImportError) as reason:
            raise typer.BadParameter(
                f"{reason}. Write it as postgresql+psycopg://me@host/marks."
            ) from None
    return url


Database = Annotated[
    str | None,
    typer.Option(
        "--db-url",
        envvar="GRADEBOOK_URL",
        callback=_usable,
        help="Gradebook database, such as postgresql+psycopg://me@host/marks. Default: SQLite.",
    ),
]


def _print_nothing_else(context: typer.Context, as_json: bool) -> bool:  # noqa: FBT001
    out.quiet = as_json
    context.call_on_close(partial(setattr, out, "quiet", False))
    return as_json


AsJSON = Annotated[
    bool,
    typer.Option(
        "--json", callback=_print_nothing_else, help="Print the outcome as JSON and nothing else."
    ),
]


def file_option(default: str) -> typer.models.OptionInfo:
    """The option for the file that a command writes.

    Args:
        default: the file's default name, for the help.
    """
    return typer.Option("--into", dir_okay=False, help=f"The file to write. Default: {default}.")


Students = Annotated[
    list[str] | None, typer.Option("--student", help="Only this student; can be repeated.")
]


def known_homework(homework: str) -> str:
    """The name of a homework, unchanged. Raises Failure if the homework does not exist."""
    existing = homeworks()
    if homework not in existing:
        similar = get_close_matches(homework, existing, n=1, cutoff=0.5)  # hw1 and hw1-cosh
        suggestion = f" Did you mean {similar[0]}?" if similar else ""
        known = ", ".join(existing)
        raise Failure(f"There is no homework {homework!r}.{suggestion} There are: {known}.")
    return homework


Homework = Annotated[
    str,
    typer.Argument(
        metavar="HOMEWORK", help="A homework, for example hw1-cosh.", callback=known_homework
    ),
]
