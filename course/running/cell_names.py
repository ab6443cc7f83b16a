"""Finds the names that the code of a cell defines and reads."""

import ast
import symtable
import sys
import warnings
from collections.abc import Iterator
from functools import lru_cache


def names_defined(source: str) -> set[str]:
    """The names that a cell defines outside of functions, by assignment, `def` or `class`, but not
    by import."""
    return {each.get_name() for each in _table(source).get_symbols() if each.is_assigned()}


def names_read(source: str) -> set[str]:
    """The names that a cell reads, except the local names of its functions and classes."""
    return {each.get_name() for each in symbols_of(_table(source)) if each.is_referenced()}


def symbols_of(cell: symtable.SymbolTable) -> Iterator[symtable.Symbol]:
    """The symbols of a cell's outermost scope, and the global symbols of the scopes inside it."""
    scopes = [cell]
    for scope in scopes:  # it grows
        scopes += scope.get_children()
        yield from (each for each in scope.get_symbols() if scope is cell or each.is_global())


def symbol_table(source: str) -> symtable.SymbolTable:
    """The symbol table of a cell, in which each comprehension has its own scope.

    Raises:
        SyntaxError, ValueError, RecursionError or MemoryError: the cell cannot be read.
    """
    if sys.version_info >= (3, 12):
        # From this version on, Python puts the names of a comprehension into the scope around it,
        # except those of a generator expression.
        tree = ast.parse(source)
        if any(isinstance(node, _AROUND) for node in ast.walk(tree)):
            source = ast.unparse(_AsGenerators().visit(tree))
    return symtable.symtable(source, "<cell>", "exec")


_AROUND = ast.ListComp | ast.SetComp | ast.DictComp


class _AsGenerators(ast.NodeTransformer):
    """Turns comprehensions into generator expressions that use the same names."""

    def visit_ListComp(self, node: ast.ListComp | ast.SetComp) -> ast.GeneratorExp:
        """A list, or a set."""
        self.generic_visit(node)
        return ast.GeneratorExp(node.elt, node.generators)

    visit_SetComp = visit_ListComp

    def visit_DictComp(self, node: ast.DictComp) -> ast.GeneratorExp:
        """Keys and values."""
        self.generic_visit(node)
        return ast.GeneratorExp(ast.Tuple([node.key, node.value], ast.Load()), node.generators)


@lru_cache(maxsize=512)  # each check reads the cells of its notebook again
def _table(source: str) -> symtable.SymbolTable:
    """The symbol table of a cell; empty if the cell cannot be read."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return symbol_table(source)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return symtable.symtable("", "<cell>", "exec")
