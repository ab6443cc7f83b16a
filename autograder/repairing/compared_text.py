"""Compares the texts of two cells: says which parts of one are also in the other.

Source is only parsed here, never run.
"""

import ast
import re
from collections import Counter
from functools import lru_cache
from itertools import pairwise

from autograder.notebook.cell_text import first_line, parsed

MAX_COMPARED = 4000  # characters of each of two cells that are compared
_WORD = re.compile(r"\w+|[^\w\s]")
_FENCE = re.compile(r"^(?:`{3,}|~{3,})[ \t]*+\w*[ \t]*$", re.MULTILINE)


@lru_cache(maxsize=512)
def is_untouched(cell_type: str, source: str, released: str) -> bool:
    """Whether everything in a cell of this type is also in the released one."""
    if cell_type != "code":
        return squeezed(source) in ("", squeezed(released))
    statements, released_dumps = parsed(source), _dumps(released)
    if statements is not None and released_dumps is not None:
        return all(_dump(statement) in released_dumps for statement in statements)
    released_lines = {line.strip() for line in released.split("\n")} | {""}
    return all(line.strip() in released_lines for line in source.split("\n"))


def new_definitions(source: str, old: str) -> str:
    """The imports, functions and classes that someone added to a source. The old source does not
    have them, not even inside a block such as the `with` of a check."""
    statements, old_statements = parsed(source), parsed(old)
    if statements is None or old_statements is None:
        return ""
    kinds = ast.Import | ast.ImportFrom | ast.FunctionDef | ast.ClassDef
    known = set()
    for statement in old_statements:
        known |= {ast.dump(node) for node in ast.walk(statement) if isinstance(node, kinds)}
    lines = source.split("\n")
    added = []
    for statement in statements:
        if isinstance(statement, kinds) and _dump(statement) not in known:
            added += lines[first_line(statement) : statement.end_lineno]
    return "\n".join(added)


def squeezed(source: str) -> str:
    """A source without trailing spaces and empty lines, which comparisons ignore."""
    return "\n".join(filter(None, map(str.rstrip, source.split("\n"))))


def split_around(source: str, block: str) -> tuple[str, str] | None:
    """The text before and after a block of whole lines; None if the block is not there."""
    block_lines = [line.rstrip() for line in block.strip("\n").split("\n")]
    if not all(line in source for line in block_lines):
        return None
    lines = [line.rstrip() for line in source.split("\n")]
    for start, line in enumerate(lines):
        end = start + len(block_lines)
        if line == block_lines[0] and lines[start:end] == block_lines:
            return "\n".join(lines[:start]).strip("\n"), "\n".join(lines[end:]).strip("\n")
    return None


def are_alike(source: str, other: str, at_least: float) -> bool:
    """Whether two sources have most of their words and pairs of neighbouring words in common.

    These are counted, not aligned, so the time is always linear in the length of the sources.
    """
    words, total = _counted(source[:MAX_COMPARED])
    other_words, other_total = _counted(other[:MAX_COMPARED])
    enough = at_least * (total + other_total)
    if 2 * min(total, other_total) < enough:
        return False  # their lengths differ too much, so there is no need to look at their words
    return 2 * (words & other_words).total() >= enough


@lru_cache(maxsize=256)
def _counted(text: str) -> tuple[Counter[str | tuple[str, str]], int]:
    """How often each word and each pair of neighbouring words is in a text, and how many there are
    in all."""
    words = _WORD.findall(text)
    counted = Counter(words) + Counter(pairwise(words))
    return counted, counted.total()


def without_fences(source: str) -> str:
    """Code that was turned into Markdown text, without the fences around it."""
    return _FENCE.sub("", source).strip("\n") if _FENCE.search(source) else source


@lru_cache(maxsize=64)
def _dumps(source: str) -> frozenset[str] | None:
    """The statements of a source of ours as text; None if it is not Python."""
    statements = parsed(source)
    return None if statements is None else frozenset(map(ast.dump, statements))


def _dump(statement: ast.stmt) -> str | None:
    """A student's statement as text; None if it is too deep for that."""
    try:
        return ast.dump(statement)
    except RecursionError:
        return None
