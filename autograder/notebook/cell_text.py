"""Examines a cell's source for the names it defines, a blank, or another cell's text.

Source is only parsed here, never run.
"""

import ast
import re
import warnings
from collections import Counter
from functools import lru_cache
from itertools import pairwise

# How much of students' text is parsed, in characters. Python 3.11 takes time quadratic in the
# braces of an f-string, and IPython in the number of magics; text beyond a limit is looked at in a
# simpler way, or it might have to be refused.
MAX_PARSED = 30_000  # of a cell
MAX_BRACES = 300  # in it
MAX_MAGICS = 20  # that IPython is asked about, calls without parentheses (`/print 1`) included
MAX_COMPARED = 4000  # of each of two cells that are compared

# What parsing raises for a text that is not Python, or is made to break the parser.
NOT_PYTHON = (SyntaxError, ValueError, RecursionError, MemoryError)

_MAGIC = re.compile(r"^([ \t]*)(?:[%!].*|\?.*|\w[\w.]*\?\??)$", re.MULTILINE)
_DEFINITION = re.compile(r"(?:async\s+)?(?:class|def)\s+(\w+)|(\w+)\s*(?::[^=]*)?=(?!=)")
_WORD = re.compile(r"\w+|[^\w\s]")
_FENCE = re.compile(r"^```\w*$", re.MULTILINE)


@lru_cache(maxsize=16)
def parsed(source: str) -> list[ast.stmt] | None:
    """The statements of a source, IPython's magics left out; None if it is not Python."""
    statements = _parse(source)
    return _parse(_MAGIC.sub(r"\1pass", source)) if statements is None else statements


def as_python(source: str) -> str:
    """A source with IPython's magics as calls; what is no magic may raise any error."""
    from IPython.core.inputtransformer2 import TransformerManager  # takes long

    return TransformerManager().transform_cell(source)


def _parse(source: str) -> list[ast.stmt] | None:
    if len(source) > MAX_PARSED or source.count("{") > MAX_BRACES:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(source).body
    except NOT_PYTHON:
        return None


@lru_cache(maxsize=4096)
def definitions(source: str) -> dict[str, int]:
    """The names that a source defines at top level, with the line of each one's last definition.

    A source with a syntax error is searched line by line.
    """
    statements = parsed(source)
    if statements is not None:
        return {name: _first_line(each) for each in statements for name in _names_defined(each)}
    matches = [(_DEFINITION.match(line), i) for i, line in enumerate(source.split("\n"))]
    return {match[1] or match[2]: i for match, i in matches if match}


@lru_cache(maxsize=4096)
def adds_nothing(source: str, blank: str) -> bool:
    """Whether everything in a source is also in the blank one."""
    ours, theirs = parsed(source), _dumps(blank)
    if ours is not None and theirs is not None:
        return all(_dump(statement) in theirs for statement in ours)
    lines = {line.strip() for line in blank.split("\n")}
    return all(line.strip() in lines for line in source.split("\n") if line.strip())


def new_definitions(source: str, old: str) -> str:
    """The imports, functions and classes that someone added to a source: the old one does not have
    them, nor inside a block, such as the `with` of a check."""
    kinds = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef)
    statements, theirs = parsed(source), parsed(old)
    if statements is None or theirs is None:
        return ""
    known = {_dump(n) for each in theirs for n in ast.walk(each) if isinstance(n, kinds)}
    added = [s for s in statements if isinstance(s, kinds) and _dump(s) not in known]
    lines = source.split("\n")
    return "\n".join("\n".join(lines[_first_line(s) : s.end_lineno]) for s in added)


def squeezed(source: str) -> str:
    """A source without what is ignored in comparisons: trailing spaces and empty lines."""
    return "\n".join(filter(None, map(str.rstrip, source.split("\n"))))


def cut(source: str, block: str) -> tuple[str, str] | None:
    """The text before and after a block of whole lines; None if the block is not there."""
    wanted = [line.rstrip() for line in block.strip("\n").split("\n")]
    if not all(line in source for line in wanted):
        return None
    lines = [line.rstrip() for line in source.split("\n")]
    for start, line in enumerate(lines):
        if line == wanted[0] and lines[start : start + len(wanted)] == wanted:
            before, after = lines[:start], lines[start + len(wanted) :]
            return "\n".join(before).strip("\n"), "\n".join(after).strip("\n")
    return None


def alike(source: str, other: str, at_least: float) -> bool:
    """Whether two sources share most of their words, and of their pairs of neighbouring words.

    They are counted, not aligned, so the time is linear in the length, whatever the sources are.
    """
    ours, our_number = _counted(source[:MAX_COMPARED])
    theirs, their_number = _counted(other[:MAX_COMPARED])
    enough = at_least * (our_number + their_number)
    if 2 * min(our_number, their_number) < enough:
        return False  # their lengths differ too much, which costs nothing to see
    return 2 * (ours & theirs).total() >= enough


@lru_cache(maxsize=256)
def _counted(text: str) -> tuple[Counter[str | tuple[str, str]], int]:
    """A text's words and pairs of neighbouring words, each with how often it is there, and how many
    there are in all."""
    words = _WORD.findall(text)
    counted = Counter(words) + Counter(pairwise(words))
    return counted, counted.total()


def without_fences(source: str) -> str:
    """Code that was turned into Markdown text, without the fences around it."""
    return _FENCE.sub("", source).strip("\n") if "```" in source else source


def comments_above(lines: list[str], line: int) -> int:
    """The line at which the comments directly above a line begin."""
    while line > 0 and lines[line - 1].startswith("#"):
        line -= 1
    return line


def _names_defined(statement: ast.stmt) -> list[str]:
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return [statement.name]
    targets = getattr(statement, "targets", None) or [getattr(statement, "target", None)]
    if not isinstance(statement, ast.Assign | ast.AnnAssign):
        return []
    parts = [part for t in targets for part in (t.elts if isinstance(t, ast.Tuple) else [t])]
    return [part.id for part in parts if isinstance(part, ast.Name)]


def _first_line(statement: ast.stmt) -> int:
    decorators = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(each.lineno for each in decorators)]) - 1


@lru_cache(maxsize=64)
def _dumps(source: str) -> frozenset[str] | None:
    statements = parsed(source)
    if statements is None:
        return None
    dumps = [_dump(statement) for statement in statements]
    return None if None in dumps else frozenset(dumps)


def _dump(statement: ast.stmt) -> str | None:
    try:
        return ast.dump(statement)
    except RecursionError:
        return None
