"""Prints for the commands, and ends them with a reason."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

import typer
from rich.markup import escape
from rich.style import Style
from rich.text import Text

from autograder.base.failure import Failure
from autograder.base.paths import short
from autograder.terminal.printing import SafeConsole

out = SafeConsole()
errors = SafeConsole(stderr=True)


def say(text: str, **options: Any) -> None:
    """Prints a text as it is, whatever it quotes.

    Args:
        options: those of Rich's `print`.
    """
    out.print(escape(text), **options)


def end(code: int, sentence: str) -> NoReturn:
    """Ends the command with a sentence on what was wrong, and this code."""
    errors.print(escape(sentence))
    raise typer.Exit(code)


def complain(reason: object) -> None:
    """Prints a reason, in red."""
    errors.print(f"[red]{escape(str(reason))}[/]")


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
