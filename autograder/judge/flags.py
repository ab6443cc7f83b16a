"""Flags what an instructor should look at in a student's source. A flag never lowers a mark."""

import ast
import re
import sys
from collections.abc import Collection, Iterator, Mapping

from nbformat import NotebookNode

from autograder.judge.flagged_words import (
    AS_ATTRIBUTES,
    BY_NAME,
    INSPECTS,
    ORDINARY,
    PYTHONS_OWN,
    RUN_A_TEXT,
    SEARCHED,
)
from autograder.notebook.cell_text import MAX_MAGICS, NOT_PYTHON, as_python
from autograder.notebook.cells import grade_id, is_locked
from autograder.notebook.titles import OWN_CELL, names_of

_PYTHONS_NAME = re.compile(r"__(\w+?)__")
# The number of magics times the number of characters, for all cells together: IPython splits a
# cell into tokens once for each magic.
MAX_TOKENIZED = 200_000
_MAGIC = re.compile(r"[%!?]|^[ \t]*[,;/]", re.MULTILINE)
# As in the settings of `logging`, or in YAML, or else it names our own modules.
_NAMING = re.compile(r"\bext://|!!python/|\b(?:in|pipe)_kernel\b")
_WORD = re.compile(r"[^\W\d]\w*")


def flags_of(
    notebook: NotebookNode,
    not_run: Collection[str] = (),
    other_code: Mapping[str, Collection[str | None]] | None = None,
) -> list[str]:
    """Sentences about cells that use what the homework is meant to teach, or that inspect the
    interpreter. Each cell to be filled in has its own sentences; all cells that the student has
    added share theirs.

    Args:
        not_run: the ids of cells that were left out, of which nothing is said.
        other_code: the texts of code in no cell that was run, by the name of the cell that ran it.
            None among them is code without a text. The texts are searched, too, so it does not
            matter that a cell runs some. Without this argument, that is said of the cell.
    """
    names = names_of(notebook.cells)
    # By the name of a cell, what it does, and with which words.
    findings: dict[str, dict[str, set[str]]] = {}
    reader = _CellReader()
    for cell, uses, is_python in _uses(notebook, reader):
        if cell.id in not_run:
            continue
        in_cell = findings.setdefault(names.get(grade_id(cell), OWN_CELL), {})
        if not is_python and _was_run(cell):
            in_cell["could not be read as Python, and was only searched for words"] = set()
        for finding, words in uses.items():
            if words := words if other_code is None else words - RUN_A_TEXT:
                in_cell.setdefault(finding, set()).update(words)
    for name, texts in (other_code or {}).items():
        in_cell = findings.get(name, {})
        known = set().union(*in_cell.values())
        in_texts = findings.setdefault(f"{name}, in code that is in no cell", {})
        for text in texts:
            if text is None:
                in_texts["has no text that could be searched"] = set()
                continue
            for finding, words in reader.uses(text)[0].items():
                if new := words - known - RUN_A_TEXT:
                    in_texts.setdefault(finding, set()).update(new)
    return [
        f"{name}: {finding}{_in_brackets(words)}."
        for name, in_cell in findings.items()
        for finding, words in in_cell.items()
    ]


def own_cells_to_flag(notebook: NotebookNode) -> set[str]:
    """The ids of those cells that the student has added of which `flags_of` would say something."""
    names = names_of(notebook.cells)
    return {
        cell.id
        for cell, uses, is_python in _uses(notebook, _CellReader())
        if grade_id(cell) not in names and is_python and uses
    }


def _uses(
    notebook: NotebookNode, reader: "_CellReader"
) -> Iterator[tuple[NotebookNode, dict[str, set[str]], bool]]:
    """Each code cell of the student's, with what `_CellReader.uses` finds in it."""
    for cell in notebook.cells:
        if cell.cell_type == "code" and not is_locked(cell):
            yield cell, *reader.uses(cell.source)


def _uses_among(used: set[str]) -> Iterator[tuple[str, set[str]]]:
    """What a cell does that uses these names, each with the names by which it does so."""
    known = set().union(*SEARCHED.values())
    unusual = {name for name in used - known if _is_unusual(name)}
    for finding, words in SEARCHED.items():
        yield finding, used & words | (unusual if finding == INSPECTS else set())


def _is_unusual(name: str) -> bool:
    match = _PYTHONS_NAME.fullmatch(name)
    return match is not None and match[1] not in ORDINARY


def _in_brackets(words: set[str]) -> str:
    return f" ({', '.join(sorted(words))})" if words else ""


def _was_run(cell: NotebookNode) -> bool:
    """Whether a cell was run, which means that IPython could parse it."""
    outputs = cell.get("outputs", [])
    errors = {output.ename for output in outputs if output.output_type == "error"}
    return not errors & {"SyntaxError", "IndentationError", "TabError"}


class _CellReader:
    """Finds the names that the cells of one notebook use, in order."""

    def __init__(self) -> None:
        self._left_to_tokenize = MAX_TOKENIZED
        # What the names that cells import stand for; "*" if all names of the course were imported.
        self._imported: dict[str, str] = {}

    def uses(self, source: str) -> tuple[dict[str, set[str]], bool]:
        """What code does that is flagged, with the words by which it does so; and whether it could
        be read as Python."""
        is_python = True
        try:
            used = set(self.names_used(source))
        except NOT_PYTHON:
            used, is_python = set(_WORD.findall(source)), False
        return {finding: words for finding, words in _uses_among(used) if words}, is_python

    def names_used(self, source: str) -> Iterator[str]:
        """The names that a cell uses, and all words that it passes to magics and a shell. A module
        is also given with its packages, as one name.

        Raises:
            SyntaxError: it is not Python, or has too many magics.
        """
        tree = self._parsed(source)
        self._imported |= dict(_imports(tree))
        yield from _lookups(tree)
        read_as_whole: set[ast.AST] = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and node.attr in AS_ATTRIBUTES:
                yield f"{node.attr}()"
            match node:
                case ast.FunctionDef(name=name) if _is_unusual(name):  # Python itself will call it
                    yield name
                case ast.Call(func=ast.Attribute(value=ast.Call(func=ast.Name(id="get_ipython")))):
                    yield from _in_magic(node)
                case ast.MatchClass(kwd_attrs=names):  # the pattern looks them up
                    yield from names
                case ast.Name(id="get_ipython") if "get_ipython" not in source:
                    pass  # it comes from a magic
                case ast.Attribute(value=ast.Name(id=module), attr=name):
                    yield from _in_dotted(f"{module}.{name}")
                    if module in self._imported:
                        yield from _in_dotted(f"{self._imported[module]}.{name}")
                case ast.Name(id=name) if "*" in self._imported:
                    yield from (name, f"course.{name}")
                case ast.Name(id=name) | ast.Attribute(attr=name) | ast.keyword(arg=str(name)):
                    yield name
                case ast.Import(names=aliases):
                    for alias in aliases:
                        yield from _in_dotted(alias.name)
                case ast.ImportFrom(module=module, names=aliases):
                    for alias in aliases:
                        yield from _in_dotted(f"{module or ''}.{alias.name}")
                case ast.Constant(value=str(text)):
                    yield from _in_text(text)
                case ast.BinOp(op=ast.Add()) | ast.JoinedStr() if node not in read_as_whole:
                    yield from _in_text(_joined(node, read_as_whole))

    def _parsed(self, source: str) -> ast.AST:
        """A cell as Python, with magics as calls. If magics have already been too much work in all,
        they count as not being Python."""
        try:
            return ast.parse(source)
        except SyntaxError:
            magics = len(_MAGIC.findall(source))
            if magics > MAX_MAGICS or magics * len(source) > self._left_to_tokenize:
                raise
            self._left_to_tokenize -= magics * len(source)
            # Question marks are removed, since for them IPython takes time quadratic in the line's
            # length.
            return ast.parse(as_python(source.replace("?", "")))


def _imports(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """The names that imports bind, each with what it stands for. The name "*" stands for all names
    of a module of the course."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=aliases):
                for alias in aliases:
                    package = alias.name.partition(".")[0]
                    yield (alias.asname, alias.name) if alias.asname else (package, package)
            case ast.ImportFrom(module=str(module), names=aliases):
                for alias in aliases:
                    if alias.name != "*":
                        yield alias.asname or alias.name, f"{module}.{alias.name}"
                    elif module.startswith("course."):
                        yield "*", module


def _lookups(tree: ast.AST) -> Iterator[str]:
    """The functions by which a cell uses names that are not written in it, such as `getattr()`. The
    cell may have a variable called `vars`, as long as only items of it are used, and may use
    `globals()` for a name that it writes out, as in `"x" in globals()`."""
    assigned: set[str] = set()
    harmless: set[ast.Name] = set()
    written_out: set[ast.Name] = set()
    lookups: list[ast.Name] = []
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name) as function, args=arguments) if name in BY_NAME:
                place = BY_NAME[name]
                if len(arguments) > place and _is_written(arguments[place]):
                    harmless.add(function)
            case (
                ast.Subscript(
                    value=ast.Call(func=ast.Name() as function, args=[]),
                    slice=ast.Constant(value=str()),
                )
                | ast.Compare(
                    left=ast.Constant(value=str()),
                    ops=[ast.In() | ast.NotIn()],
                    comparators=[ast.Call(func=ast.Name() as function, args=[])],
                )
            ):
                written_out.add(function)
            case ast.Subscript(value=ast.Name(id=name) as variable) if name in PYTHONS_OWN:
                harmless.add(variable)
            case ast.Name(id=name, ctx=ast.Store()):
                assigned.add(name)
            case ast.Name(id=name) if name in PYTHONS_OWN or name in BY_NAME:
                lookups.append(node)
    for lookup in lookups:
        may_be_a_variable = lookup.id in assigned or lookup.id not in PYTHONS_OWN
        if lookup not in written_out and not (lookup in harmless and may_be_a_variable):
            yield f"{lookup.id}()"


def _is_written(name: ast.expr) -> bool:
    """Whether a name is written in the code, possibly in parts. The name is looked at elsewhere."""
    return " " not in _joined(name, set())


def _in_text(text: str) -> Iterator[str]:
    """The names in a text that is nothing but a name, as in `getattr(torch, "autograd")`, and those
    in a text by which a library finds an object."""
    if all(map(str.isidentifier, text.split("."))):
        yield from _in_dotted(text)
    elif _NAMING.search(text):
        yield from _WORD.findall(text)


def _in_dotted(name: str) -> Iterator[str]:
    """The names in a dotted name, and its first two and first three parts, which may be a module.
    If it begins with `course`, also its last part as if that were directly in `course`."""
    parts = name.split(".")
    yield from parts
    if parts[0] == "course":
        yield f"course.{parts[-1]}"
    yield ".".join(parts[:2])
    yield ".".join(parts[:3])


def _joined(whole: ast.AST, parts: set[ast.AST]) -> str:
    """The text that a sum or an f-string of constants makes, with a blank for each unknown part.

    Args:
        parts: the nodes that it is made of are added to this.
    """
    texts: list[str] = []
    unread = [whole]
    while unread:
        part = unread.pop()
        parts.add(part)
        match part:
            case ast.BinOp(left=first, op=ast.Add(), right=second):
                unread += [second, first]
            case ast.JoinedStr(values=values):
                unread += values[::-1]
            case ast.FormattedValue(value=value):
                unread.append(value)
            case ast.Constant(value=str(text)):
                texts.append(text)
            case ast.Call(func=ast.Name(id="chr"), args=[ast.Constant(value=int(code))]):
                texts.append(chr(code) if 0 <= code <= sys.maxunicode else " ")
            case _:
                texts.append(" ")
    return "".join(texts)


def _in_magic(call: ast.Call) -> Iterator[str]:
    for argument in call.args:
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
            yield from _WORD.findall(argument.value)
