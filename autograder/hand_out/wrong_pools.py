"""Finds checks that draw from a different pool of exercises than the cell above them shows."""

import ast
from collections.abc import Iterator

from nbformat import NotebookNode

from autograder.notebook.cells import is_judged
from autograder.notebook.source import read_source


def wrong_pools(homework: str) -> list[str]:
    """Sentences on checks that take a different variant than the cell above them shows."""
    sentences, shown = [], ""
    for cell in read_source(homework, variants=True).cells:
        for function, pool in _pools_in(cell):
            if function == "show_variant":
                shown = pool
            elif is_judged(cell) and pool != shown:
                above = f'the cell above shows "{shown}"' if shown else "no cell above shows one"
                sentences.append(
                    f'{cell.id} takes its exercise from "{pool}", but {above}. Before the blanks, '
                    f'in a cell with variants=true, write show_variant("{pool}", ...).'
                )
    return sentences


def _pools_in(cell: NotebookNode) -> Iterator[tuple[str, str]]:
    """The calls that name a pool: the function, and the pool."""
    for node in ast.walk(ast.parse(cell.source if cell.cell_type == "code" else "")):
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            name = getattr(node.func, "id", "")
            if name in ("variant", "show_variant"):
                yield name, str(node.args[0].value)
