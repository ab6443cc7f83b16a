"""Chooses the cells that are left out in grading, because nothing that is judged depends on them.

An author marks a cell that only shows something with `shows=true` in its header. It is still run if
a cell that is run uses a name that it binds, or if nobody can say which names it binds. Attributes
are not tracked: a cell that changes an object of another cell does more than show something.
"""

import ast
import re
import symtable
import warnings
from collections.abc import Iterable, Mapping, Set
from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple

from autograder.notebook.cell_text import NOT_PYTHON, may_be_parsed
from course.running.cell_names import symbol_table, symbols_of

_WORD = re.compile(r"\w+")
_BY_TEXT = {"globals", "locals", "vars", "eval", "exec", "get_ipython"}  # reach names by their text
_INNER = ast.stmt | ast.excepthandler | ast.match_case  # what a statement consists of, in blocks
_SCOPE = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


class Names(NamedTuple):
    """The names of a notebook that a cell deals with."""

    bound: frozenset[str] | None  # None if nobody can say, as after `from math import *`
    used: frozenset[str]  # without those that it binds before it uses them


def not_needed(optional: Mapping[str, str], others: Iterable[str]) -> frozenset[str]:
    """The ids of the optional cells that need not be run.

    Args:
        optional: the sources of the optional cells, by id.
        others: the sources of the cells that are run and may use what they bind.
    """
    read = {cell_id: _names_in_cell(source) for cell_id, source in optional.items()}
    bound = {cell_id: names.bound for cell_id, names in read.items() if names.bound is not None}
    run = [_names_in_cell(source) for source in others]
    run += [names for names in read.values() if names.bound is None]
    for names in run:  # it grows
        for cell_id in [cell_id for cell_id in bound if bound[cell_id] & names.used]:
            del bound[cell_id]
            run.append(read[cell_id])
    return frozenset(bound)


@lru_cache(maxsize=512)  # cells of one homework
def _names_in_cell(source: str) -> Names:
    """The names that a cell binds and uses. If it is very long, is not plain Python (it may contain
    a magic), or reaches names by their text, it may bind any name and use all of its words. No cell
    is compiled, since that can take hours and all memory."""
    if may_be_parsed(source):
        with suppress(*NOT_PYTHON), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            names = _names(ast.parse(source), symbol_table(source))
            if names.used.isdisjoint(_BY_TEXT):
                return names
    return Names(None, frozenset(_WORD.findall(source)))


def _names(tree: ast.Module, cell: symtable.SymbolTable) -> Names:
    bound: set[str] = set()
    mentioned: set[str] = set()
    for symbol in symbols_of(cell):
        if symbol.is_assigned() or symbol.is_imported():
            bound.add(symbol.get_name())
        if symbol.is_referenced():
            mentioned.add(symbol.get_name())
    first = _read_first(tree.body, frozenset()) & (mentioned | bound)
    used = frozenset(mentioned - bound | first)
    return Names(None if _imports_all(tree) else frozenset(bound), used)


def _imports_all(tree: ast.Module) -> bool:
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    return any(alias.name == "*" for node in imports for alias in node.names)


def _read_first(statements: list, bound_before: Set[str]) -> set[str]:
    """The names that statements read before they are certainly bound, apart from reads inside
    functions. A doubtful name is included."""
    first: set[str] = set()
    bound = {*bound_before}
    for statement in statements:
        parts = [part for part in ast.iter_child_nodes(statement) if not isinstance(part, _INNER)]
        nodes = [node for part in parts for node in ast.walk(part)]
        names = [node for node in nodes if isinstance(node, ast.Name)]
        changes = isinstance(statement, ast.AugAssign)
        first |= {
            name.id for name in names if changes or not isinstance(name.ctx, ast.Store)
        } - bound
        # The names of a comprehension are its own, and an operator like `and` may skip a walrus.
        apart = [node for node in nodes if isinstance(node, ast.comprehension | ast.NamedExpr)]
        not_bound = {name for node in apart for name in ast.walk(node.target)}
        inside = bound | {
            name.id for name in names if isinstance(name.ctx, ast.Store) and name not in not_bound
        }
        is_bare = isinstance(statement, ast.AnnAssign) and statement.value is None
        if not is_bare and not isinstance(statement, ast.For | ast.AsyncFor):  # it may never run
            bound = inside
        bound |= {node.asname or node.name for node in nodes if isinstance(node, ast.alias)}
        if isinstance(statement, ast.ClassDef):  # what it binds is its own
            first |= {name for each in statement.body for name in _read_first([each], bound)}
        if isinstance(statement, _SCOPE):
            bound |= {statement.name}
            continue
        for name, block in ast.iter_fields(statement):
            if isinstance(block, list) and block and isinstance(block[0], _INNER):
                first |= _read_first(block, inside if name == "body" else bound)
    return first
