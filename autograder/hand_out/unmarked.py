"""Finds forgotten markers: code that is finished in cells that students are to fill in."""

import ast
from collections.abc import Iterator
from typing import NamedTuple

from nbformat import NotebookNode

from autograder.notebook.cells import has_solution
from autograder.notebook.markers import BEGIN, BLANK, END, hidden_lines, is_blank, read_blank
from autograder.notebook.source import line_of_cell

_GIVEN = "# given"  # at the end of a line: its function or blank is meant to be finished
PASSES = ("forward", "backward")  # methods that students write; other methods may be given


class SolutionPart(NamedTuple):
    """A part of a solution cell, which students write or are given."""

    name: str  # `backward` of `Mul`, or that of a blank
    node: ast.stmt | ast.expr  # what the markers must hide at least a part of
    first: int  # the line at which it begins


def unmarked_solutions(homework: str, source: NotebookNode) -> list[str]:
    """Sentences on parts of a homework's solution cells that are finished, or have no answer."""
    return [
        f"line {line_of_cell(homework, cell.id) + line} of {homework}.py: {problem}"
        for cell in source.cells
        if cell.cell_type == "code" and has_solution(cell)
        for line, problem in sorted([*_unanswered(cell), *_finished(cell)])
    ]


def _unanswered(cell: NotebookNode) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(cell.source.splitlines(), start=1):
        if (blank := read_blank(line)) and blank.value == "...":
            yield number, f"the solution has no answer in cell {cell.id!r}, only `...`. Write one."


def _finished(cell: NotebookNode) -> Iterator[tuple[int, str]]:
    lines, hidden = cell.source.splitlines(), hidden_lines(cell.source).keys()
    for part in _parts(cell.source):
        last = part.node.end_lineno or part.node.lineno
        is_hidden = not hidden.isdisjoint(range(part.node.lineno, last + 1))
        if not is_hidden and not lines[part.first - 1].rstrip().endswith(_GIVEN):
            markers = (
                f"{BEGIN} and {END} around its body"
                if isinstance(part.node, ast.FunctionDef)
                else f"{BLANK} at the end of its line"
            )
            yield (
                part.first,
                f"students would get {part.name} in cell {cell.id!r} finished. Write {markers}, or "
                f"`{_GIVEN}` at the end of this line if they are to have it.",
            )


def _parts(source: str) -> Iterator[SolutionPart]:
    """The functions that a cell defines, the `forward` and `backward` of its classes and, if it has
    blanks, all the values that it assigns."""
    yield from _parts_in(ast.parse(source), has_blanks=any(map(is_blank, source.splitlines())))


def _parts_in(block: ast.AST, *, has_blanks: bool) -> Iterator[SolutionPart]:
    for statement in ast.iter_child_nodes(block):
        match statement:
            case ast.FunctionDef(name=name):
                yield SolutionPart(f"`{name}`", statement, statement.lineno)
            case ast.ClassDef(body=body):
                for method in body:
                    if isinstance(method, ast.FunctionDef) and method.name in PASSES:
                        name = f"`{method.name}` of `{statement.name}`"
                        yield SolutionPart(name, method, method.lineno)
            case (
                ast.Assign(targets=[target, *_], value=ast.expr() as value)
                | ast.AnnAssign(target=target, value=ast.expr() as value)
                | ast.AugAssign(target=target, value=value)
            ):
                if has_blanks:
                    yield from _blanks(ast.unparse(target), value)
            case ast.stmt() | ast.ExceptHandler() | ast.match_case():
                yield from _parts_in(statement, has_blanks=has_blanks)


def _blanks(name: str, value: ast.expr) -> Iterator[SolutionPart]:
    """The blanks of an assignment: the entries of a dictionary, or all of it."""
    if isinstance(value, ast.Dict):
        for key, entry in zip(value.keys, value.values, strict=True):
            if key:
                yield SolutionPart(f"{ast.unparse(key)} of `{name}`", entry, key.lineno)
    elif isinstance(value, ast.Call) and value.keywords:
        for keyword in value.keywords:
            yield SolutionPart(f"`{keyword.arg}` of `{name}`", keyword.value, keyword.lineno)
    else:
        yield SolutionPart(f"`{name}`", value, value.lineno)
