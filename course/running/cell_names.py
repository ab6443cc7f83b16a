"""Finds the names that the code of a cell defines and reads."""

import ast
import symtable
import sys
import warnings
from collections.abc import Iterator
from functools import lru_cache


def names_defined(source: str) -> set[str]:
    """The names that a cell gives values outside of functions, but for those that it imports."""
    return {each.get_name() for each in _table(source).get_symbols() if each.is_assigned()}


def names_read(source: str) -> set[str]:
    """The names that a cell reads, but for those that belong to a function in it."""
    return {each.get_name() for each in symbols_of(_table(source)) if each.is_referenced()}


def symbols_of(cell: symtable.SymbolTable) -> Iterator[symtable.Symbol]:
    """What a cell does with names outside of functions, and with those names inside of each."""
    scopes = [cell]
    for scope in scopes:  # it grows
        scopes += scope.get_children()
        yield from (each for each in scope.get_symbols() if scope is cell or each.is_global())


def symbol_table(source: str) -> symtable.SymbolTable:
    """The names in a cell, scope by scope, each comprehension a scope of its own.

    Raises:
        SyntaxError, ValueError, RecursionError or MemoryError: it cannot be read.
    """
    if sys.version_info >= (3, 12):
        # Since then, Python counts the names of a comprehension to the scope around it, unless it
        # is a generator.
        tree = ast.parse(source)
        if any(isinstance(node, _AROUND) for node in ast.walk(tree)):
            source = ast.unparse(_AsGenerators().visit(tree))
    return symtable.symtable(source, "<cell>", "exec")


_AROUND = ast.ListComp | ast.SetComp | ast.DictComp


class _AsGenerators(ast.NodeTransformer):
    """Writes comprehensions as generators, which use the same names."""

    def visit_ListComp(self, node: ast.ListComp | ast.SetComp) -> ast.GeneratorExp:
        """A list, or a set."""
        self.generic_visit(node)
        return ast.GeneratorExp(node.elt, node.generators)

    visit_SetComp = visit_ListComp

    def visit_DictComp(self, node: ast.DictComp) -> ast.GeneratorExp:
        """Keys and values."""
        self.generic_visit(node)
        return ast.GeneratorExp(ast.Tuple([node.key, node.value], ast.Load()), node.generators)


@lru_cache(maxsize=512)  # the cells of a notebook, of which each check asks
def _table(source: str) -> symtable.SymbolTable:
    """The names in a cell; none if it cannot be read."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return symbol_table(source)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return symtable.symtable("", "<cell>", "exec")
