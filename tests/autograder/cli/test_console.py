"""Commands print students' text as plain text."""

import ast

import pytest

from autograder.base.paths import ROOT
from autograder.cli import console
from autograder.terminal.printing import SafeConsole


def is_safe(printed: ast.expr) -> bool:
    """Whether the only markup in what is printed is our own: all else is escaped, or a function of
    ours has made what is printed."""
    match printed:
        case ast.JoinedStr(values=parts):
            fields = [part.value for part in parts if isinstance(part, ast.FormattedValue)]
            return all(ast.unparse(field).startswith("escape(") for field in fields)
        case ast.Call(func=ast.Name(id=function)):
            return function not in ("short", "str")
    return isinstance(printed, ast.Constant)


@pytest.mark.parametrize(
    "file", sorted((ROOT / "autograder" / "cli").glob("*.py")), ids=lambda file: file.stem
)
def test_whatever_is_printed_with_markup_is_escaped(file):
    printed = [
        argument
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        if node.func.attr in ("print", "status")
        for argument in node.args
    ]
    assert [ast.unparse(each) for each in printed if not is_safe(each)] == []


def test_the_commands_print_through_the_safe_console():
    assert isinstance(console.out, SafeConsole)
    assert isinstance(console.errors, SafeConsole)
