"""Students' text is printed as plain text, whatever it would make a terminal do."""

import ast
import io
import json

import pytest
from rich.markup import escape
from rich.table import Table

from autograder.base.paths import ROOT
from autograder.base.visible import json_text, visible
from autograder.cli import console
from autograder.reports.fitting_table import MarksTable
from autograder.terminal.printing import SafeConsole

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


def unescaped(node: ast.AST) -> list[str]:
    """The paths in what is printed that would be read as markup."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        if node.func.id == "short":
            return [ast.unparse(node)]
        if node.func.id in ("escape", "export_summary"):
            return []
    return [path for part in ast.iter_child_nodes(node) for path in unescaped(part)]


@pytest.mark.parametrize(
    "file", sorted((ROOT / "autograder" / "cli").glob("*.py")), ids=lambda file: file.stem
)
def test_no_path_is_printed_as_markup(file):
    prints = [
        node
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        if node.func.attr == "print"
    ]
    assert [path for node in prints for path in unescaped(node)] == []


def test_the_commands_print_through_the_safe_console():
    assert isinstance(console.out, SafeConsole)
    assert isinstance(console.errors, SafeConsole)


@pytest.mark.parametrize("signs", [*SIGNS, 'M\u00fcller \U0001f600 \n \u2028 "'])
def test_json_for_scripts_is_equal_and_printable(signs):
    text = json_text({"a": [signs]})
    assert json.loads(text) == {"a": [signs]}
    assert text.replace("\n", "").isprintable()
    assert "\u00fc" in json_text("\u00fc")


@pytest.mark.parametrize("width", [40, 80, 200])
@pytest.mark.parametrize("count", [0, 1, 22])
def test_marks_are_readable_in_a_terminal_of_any_width(width, count):
    marks = [f"{n}.25" for n in range(100, 100 + count)]
    table = MarksTable("All", True, [f"{n}\n/1" for n in range(count)])
    table.rows = [["ada", "Ada King", *marks, "77", "late −1.5"], ["bo", "Bo", *marks, "78", ""]]
    file = io.StringIO()
    SafeConsole(file=file, width=width).print(table)
    words = file.getvalue().split()
    assert all(words.count(mark) == 2 for mark in marks) and {"77", "78", "−1.5"} <= {*words}
    assert "…" not in file.getvalue()
    assert all(len(line) <= width for line in file.getvalue().splitlines())


@pytest.mark.parametrize("who", [("x" * 60, "Al"), ("al", "Al " + "W" * 70), ("y" * 99, "Z" * 99)])
def test_a_student_with_a_very_long_name_does_not_split_the_table(who):
    table = MarksTable("All", True, ["1\n/1", "2\n/1", "3\n/1"])
    table.rows = [[*who, "1", "1", "1", "3", ""], ["bo", "Bo", "1", "1", "1", "3", "late"]]
    file = io.StringIO()
    SafeConsole(file=file, width=80).print(table)
    text = file.getvalue()
    assert text.count("student") == 1 and "…" not in text
    for part in who:
        letters = "".join(part.split())
        assert text.count(letters[-1]) >= letters.count(letters[-1])
    assert all(len(line) <= 80 for line in text.splitlines())


def test_a_mark_of_two_words_stays_on_one_line():
    table = MarksTable("All", False, [f"{n}\n/1" for n in range(30)])
    table.rows = [["ada", *["[yellow]by hand[/]"] * 30, "0", ""]]
    file = io.StringIO()
    SafeConsole(file=file, width=60).print(table)
    assert file.getvalue().count("by hand") == 30


def test_code_is_printed_as_it_is():
    code, file = "parts[a:b:2]; xs[i:x:n]; [:smile:]", io.StringIO()
    console = SafeConsole(file=file, width=80)
    table = Table("code", show_header=False, box=None)
    table.add_row(escape(code))
    console.print(table, escape(code))
    assert file.getvalue().count(code) == 2


def test_line_breaks_and_what_letters_need_stay_in_visible_text():
    assert visible("a\nb\x1b") == "a\nb\N{REPLACEMENT CHARACTER}"
    assert visible("Anne\xa0Lee \u0645\u06cc\u200c\u0631\u200d") == (
        "Anne\xa0Lee \u0645\u06cc\u200c\u0631\u200d"
    )
