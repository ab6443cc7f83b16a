"""Examines a cell's source: which names it defines, and what of it is also in another cell.

Source is only parsed here, never run.
"""

import ast
import re
import warnings
from collections import Counter
from contextlib import suppress
from functools import lru_cache
from itertools import pairwise

# How much of students' text is parsed. Python 3.11 takes time quadratic in the number of braces in
# an f-string, and IPython in the number of magics. Beyond a limit, text is looked at in a simpler
# way, since otherwise it might have to be refused.
MAX_PARSED = 30_000  # characters of a cell
MAX_BRACES = 300  # braces in a cell
MAX_MAGICS = 20  # magics that IPython is asked about; calls like `/print 1` count
MAX_COMPARED = 4000  # characters of each of two cells that are compared

# What parsing raises for a text that is not Python, or that is made to break the parser.
NOT_PYTHON = (SyntaxError, ValueError, RecursionError, MemoryError)

_MAGIC = re.compile(r"^([ \t]*)(?:[%!].*|\?.*|\w[\w.]*\?\??)$", re.MULTILINE)
_DEFINITION = re.compile(r"(?:async\s+)?(?:class|def)\s+(\w+)|(\w+)\s*(?::[^=]*)?=(?!=)")
_WORD = re.compile(r"\w+|[^\w\s]")
_FENCE = re.compile(r"^(?:`{3,}|~{3,})[ \t]*+\w*[ \t]*$", re.MULTILINE)


@lru_cache(maxsize=16)
def parsed(source: str) -> list[ast.stmt] | None:
    """The statements of a source, without IPython's magics; None if it is not Python."""
    for text in (source, _MAGIC.sub(r"\1pass", source)):
        if len(text) <= MAX_PARSED and text.count("{") <= MAX_BRACES:
            with suppress(*NOT_PYTHON), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return ast.parse(text).body
    return None


def as_python(source: str) -> str:
    """A source with IPython's magics as calls.

    Raises:
        SyntaxError: IPython cannot read it.
    """
    from IPython.core.inputtransformer2 import TransformerManager  # takes long

    try:
        return TransformerManager().transform_cell(source)
    except Exception as error:  # some texts make it fail in unforeseen ways
        raise SyntaxError("IPython cannot read it.") from error


@lru_cache(maxsize=512)  # cells of one homework
def definitions(source: str) -> dict[str, int]:
    """The names that a source defines at top level, with the line of each one's last definition.

    A source with a syntax error is searched line by line.
    """
    statements = parsed(source)
    if statements is not None:
        return {
            name: _first_line(statement)
            for statement in statements
            for name in _names_defined(statement)
        }
    line_of: dict[str, int] = {}
    for number, line in enumerate(source.split("\n")):
        if match := _DEFINITION.match(line):
            line_of[match[1] or match[2]] = number
    return line_of


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
    """The imports, functions and classes that someone added to a source: the old one does not have
    them, not even inside a block such as the `with` of a check."""
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
            added += lines[_first_line(statement) : statement.end_lineno]
    return "\n".join(added)


def squeezed(source: str) -> str:
    """A source without what is ignored in comparisons: trailing spaces and empty lines."""
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
        return False  # their lengths differ too much, which is seen at once
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


def comments_above(lines: list[str], line: int) -> int:
    """The line where the comments directly above a line begin."""
    while line > 0 and lines[line - 1].startswith("#"):
        line -= 1
    return line


def _names_defined(statement: ast.stmt) -> list[str]:
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return [statement.name]
    targets: list[ast.expr] = []
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, ast.AnnAssign):
        targets = [statement.target]
    for target in targets:  # the list grows meanwhile
        targets += (
            [target.value] if isinstance(target, ast.Starred) else getattr(target, "elts", ())
        )
    return [target.id for target in targets if isinstance(target, ast.Name)]


def _first_line(statement: ast.stmt) -> int:
    decorators = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(decorator.lineno for decorator in decorators)]) - 1


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
