"""Finds the names that the code of a cell defines and reads."""

import symtable
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


@lru_cache(maxsize=512)  # the cells of a notebook, of which each check asks
def _table(source: str) -> symtable.SymbolTable:
    """The names in a cell; none if it cannot be read."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return symtable.symtable(source, "<cell>", "exec")
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return symtable.symtable("", "<cell>", "exec")
