"""Prints for the commands, and ends them."""

from pathlib import Path
from typing import Any, NoReturn

import typer
from rich.markup import escape
from rich.style import Style
from rich.text import Text

from autograder.base.failure import ExitCode
from autograder.base.paths import short
from autograder.base.printing import SafeConsole

out = SafeConsole()
errors = SafeConsole(stderr=True)


def say(text: str, **options: Any) -> None:
    """Prints a text as it is, whatever it quotes.

    Args:
        options: those of Rich's `print`.
    """
    out.print(escape(text), **options)


def complain(reason: object, **options: Any) -> None:
    """Prints a reason on stderr, in red. The options are those of `say`."""
    errors.print(f"[red]{escape(str(reason))}[/]", **options)


def remark(who: str, what: object) -> str:
    """What to print about somebody or something, named in red."""
    return f"[red]{escape(who)}:[/] {escape(str(what))}"


def finish(*, is_well: bool) -> NoReturn:
    """Ends a command that has done what it could. It `is_well` if nothing needs attention."""
    raise typer.Exit(ExitCode.DONE if is_well else ExitCode.LOOK)


def link(path: Path) -> Text:
    """A path that can be clicked on a terminal, and copied anywhere."""
    path = path.resolve()
    return Text(short(path), style=Style(link=path.as_uri()))
