"""Commands print students' text as plain text."""

import ast

import pytest

from autograder.base.paths import ROOT
from autograder.cli import console
from autograder.terminal.printing import SafeConsole


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
