"""Options and printing that the commands share."""

from autograder.terminal import quick_start  # noqa: F401, I001  first
from collections.abc import Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from rich.markup import escape
from rich.style import Style
from rich.text import Text

from autograder.base.failure import Failure
from autograder.base.paths import SOLUTIONS, homeworks, short
from autograder.terminal.printing import SafeConsole

app = typer.Typer(
    help="Release, collect, grade and report the homeworks of Backpropagation by Hand.",
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
)
out = SafeConsole()
errors = SafeConsole(stderr=True)


def end(code: int, sentence: str) -> NoReturn:
    """Ends the command with a sentence on what was wrong, and this code."""
    errors.print(escape(sentence))
    raise typer.Exit(code)


def complain(reason: object) -> None:
    """Prints a reason, in red."""
    errors.print(f"[red]{escape(str(reason))}[/]")


@app.callback()
def _needs_a_clone() -> None:
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


def _usable(url: str | None) -> str | None:
    """The address of a database, if there can be one."""
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


def _print_nothing_else(context: typer.Context, as_json: bool) -> bool:
    out.quiet = as_json
    context.call_on_close(partial(setattr, out, "quiet", False))
    return as_json


AsJSON = Annotated[
    bool,
    typer.Option(
        "--json", callback=_print_nothing_else, help="Print the outcome as JSON and nothing else."
    ),
]
Students = Annotated[
    list[str] | None, typer.Option("--student", help="Only this student; can be repeated.")
]


def known_homework(homework: str) -> str:
    """A homework as it is named; ends the command if it does not exist."""
    existing = homeworks()
    if homework not in existing:
        similar = get_close_matches(homework, existing, n=1, cutoff=0.5)  # hw1 and hw1-cosh
        suggestion = f" Did you mean {similar[0]}?" if similar else ""
        known = ", ".join(existing)
        end(2, f"There is no homework {homework!r}.{suggestion} There are: {known}.")
    return homework


Homework = Annotated[
    str,
    typer.Argument(
        metavar="HOMEWORK", help="A homework, for example hw1-cosh.", callback=known_homework
    ),
]


@contextmanager
def refusing(code: int, refusal: type[Exception] = Failure, sentence: str = "{}") -> Iterator[None]:
    """Ends the command with the reason in a sentence, and this code, if something cannot be done in
    the block."""
    try:
        yield
    except refusal as reason:
        complain(sentence.format(reason))
        raise typer.Exit(code) from None


def link(path: Path) -> Text:
    """A path that can be clicked on a terminal, and copied anywhere."""
    path = path.resolve()
    return Text(short(path), style=Style(link=path.as_uri()))
