"""Chooses the cells that are left out in grading, because nothing that is judged depends on them.

An author marks a cell that only shows something, with `shows=true` in its header. It is run after
all if a cell of the student's uses a name that it binds, or if such a cell needs it.
"""

import ast
import dis
import re
import warnings
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import lru_cache
from inspect import iscode
from typing import NamedTuple

from autograder.notebook.cell_text import MAX_BRACES, MAX_PARSED, NOT_PYTHON

_WORD = re.compile(r"\w+")
_USES = (  # of Python's instructions
    "LOAD_NAME", "LOAD_GLOBAL", "LOAD_FROM_DICT_OR_GLOBALS", "DELETE_NAME", "DELETE_GLOBAL"
)  # fmt: skip


class Names(NamedTuple):
    """The names of a notebook that a cell deals with."""

    bound: frozenset[str]
    used: frozenset[str]  # without those that it binds before it uses them


def not_needed(optional: Mapping[str, str], others: Iterable[str]) -> frozenset[str]:
    """Those of some cells that need not be run.

    Args:
        optional: the sources of these cells, by id.
        others: the sources of the cells that are run and may use what they bind.
    """
    bound = {cell_id: names_in_cell(source).bound for cell_id, source in optional.items()}
    run = [names_in_cell(source) for source in others]
    for names in run:  # it grows
        for cell_id in [cell_id for cell_id in bound if bound[cell_id] & names.used]:
            del bound[cell_id]
            run.append(names_in_cell(optional[cell_id]))
    return frozenset(bound)


@lru_cache(maxsize=512)  # cells of one homework
def names_in_cell(source: str) -> Names:
    """The names that a cell binds and uses. A cell that is not plain Python, as it has a magic, may
    use all of its words."""
    codes = []
    if len(source) <= MAX_PARSED and source.count("{") <= MAX_BRACES:
        with suppress(*NOT_PYTHON), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            codes = [compile(source, "cell", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)]
    if not codes:
        return Names(frozenset(), frozenset(_WORD.findall(source)))
    bound: set[str] = set()
    used: set[str] = set()
    for code in codes:  # it grows: functions come after the cell's own lines
        codes += filter(iscode, code.co_consts)
        for step in dis.get_instructions(code):
            own_name = step.opname == "STORE_NAME" and code is codes[0]  # or it is a class's
            if own_name or step.opname == "STORE_GLOBAL":
                bound.add(step.argval)
            elif step.opname in _USES and step.argval not in bound:
                used.add(step.argval)
    return Names(frozenset(bound), frozenset(used))
