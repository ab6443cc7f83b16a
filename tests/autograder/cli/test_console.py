"""Commands print students' text as plain text."""

import ast

import pytest

from autograder.base.paths import ROOT
from autograder.base.printing import SafeConsole
from autograder.cli import console

# Functions that escape what they put between markup of their own.
SAFE = {"escape", "collected_table", "export_summary", "grading_summary", "inquiry_list"}
SAFE |= {"link", "marks_table", "remark", "totals_table"}


def is_safe(printed: ast.AST) -> bool:
    """Whether the only markup in what is printed is our own."""
    match printed:
        case ast.JoinedStr(values=parts):
            return all(map(is_safe, parts))
        case ast.FormattedValue(value=ast.Call(func=ast.Name(id="escape"))):
            return True
        case ast.Call(func=ast.Name(id=function)):
            return function in SAFE
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
