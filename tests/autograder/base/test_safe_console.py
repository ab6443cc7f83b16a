"""Students' text is printed as plain text, whatever it would make a terminal do."""

import io

import pytest
from rich.markup import escape
from rich.table import Table

from autograder.base.printing import SafeConsole

SIGNS = ["\x1b]0;title\x07", "\x1b[2J", "\x9b2J", "\u202eabc", "\r", "\x7f", "\x08", "\u2066"]


@pytest.mark.parametrize("signs", SIGNS)
def test_a_console_prints_no_control_characters_of_students(signs):
    file = io.StringIO()
    console = SafeConsole(file=file, width=80)
    table = Table(title=f"a{signs}")
    table.add_column(f"b{signs}")
    table.add_row(f"c{signs}")
    console.print(table, f"[red]d{signs}[/]")
    console.print(f"e{signs}", markup=False, highlight=False)
    assert not any(c in file.getvalue() for c in signs if not c.isprintable())
    assert all(letter in file.getvalue() for letter in "abcde")


def test_the_consoles_own_colours_are_still_printed():
    file = io.StringIO()
    SafeConsole(file=file, force_terminal=True, color_system="standard").print("[red]x[/]")
    assert "\x1b[31mx" in file.getvalue()


def test_code_is_printed_as_it_is():
    code, file = "parts[a:b:2]; xs[i:x:n]; [:smile:]", io.StringIO()
    console = SafeConsole(file=file, width=80)
    table = Table("code", show_header=False, box=None)
    table.add_row(escape(code))
    console.print(table, escape(code))
    assert file.getvalue().count(code) == 2
