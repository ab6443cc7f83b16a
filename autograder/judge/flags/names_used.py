"""Finds the names that code uses, and those that it could look up without writing them."""

import __future__

import ast
import builtins
import re
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import suppress

from autograder.judge.flags.words import BY_NAME, PYTHONS_OWN, is_unusual
from autograder.notebook.cell_text import MAX_MAGICS, NOT_PYTHON, as_python

# The number of magics times the number of characters, for all cells together: IPython splits a
# cell into tokens once for each magic.
MAX_TOKENIZED = 200_000
_MAGIC = re.compile(r"[%!?]|^[ \t]*[,;/]", re.MULTILINE)
# Question marks by which IPython is asked for help, for which it takes time quadratic in the line's
# length. Others are left, as the meaning of a text may depend on them.
_HELP = re.compile(r"\?+[ \t]*$", re.MULTILINE)
# As in the settings of `logging`, or in YAML, or else it names our own modules.
_NAMING = re.compile(r"\bext://|!!python/|\b(?:in|pipe)_kernel\b")
# The other sign for "not equal" that Python reads if it is told to.
_OTHER_PYTHON = ast.PyCF_ONLY_AST | __future__.barry_as_FLUFL.compiler_flag
# What these name is also printed as the label of a value, as in `print("grad:", x)`.
_LABEL = re.compile(r"\b(grad|hessian|jacobian)[:=]\s*$")
_UNKNOWN = "*?"  # stands for names that are not known
_STAR = re.compile(r"\bimport[\s\\]*\*")
# What a notebook can use without an import or an assignment.
_GIVEN = {*dir(builtins), "get_ipython"}
_WORD = re.compile(r"[^\W\d]\w*")
# What IPython turns magics, and commands for a shell, into calls of.
_CALLS_MAGICS = "run_line_magic", "run_cell_magic", "system", "getoutput", "show_usage"


class NameReader:
    """Finds the names that the cells of one notebook use, in order."""

    def __init__(self, sources: Iterable[str]) -> None:
        """
        Args:
            sources: those of all the cells, as functions can use what a later cell imports.
        """
        self._left_to_tokenize = MAX_TOKENIZED
        self._trees: dict[str, ast.AST | None] = {}  # by a cell's source; None if it is not Python
        # What the names that cells import stand for; "*" if all names of a module of the course
        # were imported, `_UNKNOWN` if those of another module were.
        self._imported: dict[str, str] = {}
        for source in sources:
            if tree := self._tree(source):
                self._imported |= dict(_imports(tree))

    def names_in(self, source: str) -> tuple[set[str], bool]:
        """The names in code; or all words, if it cannot be read as Python. And whether it could."""
        with suppress(*NOT_PYTHON):  # a tree may be too deep to be read
            if tree := self._tree(source):
                return set(self._names_used(tree, source)), True
        return set(_WORD.findall(source)), False

    def names_in_text(self, text: str) -> set[str]:
        """The names in code that is in no cell. IPython may have made it of a cell with magics, so
        what calls these is not among them, if that is all that is asked of IPython."""
        names, _ = self.names_in(text)
        tree = self._tree(text)
        calls = sum(map(_is_magic, ast.walk(tree))) if tree else 0
        return names - {"get_ipython"} if _plain(text).count("get_ipython") == calls else names

    def _names_used(self, tree: ast.AST, source: str) -> Iterator[str]:
        """The names that a cell uses, and all words that it passes to magics and a shell. A module
        is also given with its packages, as one name."""
        self._imported |= dict(_imports(tree))
        yield from _lookups(tree)
        read_as_whole: set[ast.AST] = set()
        harmless: set[ast.AST] = set()
        asks_ipython = "get_ipython" in _plain(source)
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and node.attr in (*PYTHONS_OWN, *BY_NAME):
                yield f"{node.attr}()"
            match node:
                case ast.FunctionDef(name=name) if is_unusual(name):  # Python itself will call it
                    yield name
                case ast.Call(func=ast.Attribute(value=ast.Call(func=ast.Name(id="get_ipython")))):
                    for argument in node.args:
                        if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                            yield from _WORD.findall(argument.value)
                case ast.MatchClass(kwd_attrs=names):  # the pattern looks them up
                    yield from names
                case ast.Name(id="get_ipython") if not asks_ipython:
                    pass  # it comes from a magic
                case ast.Compare(
                    left=ast.Constant(value=str()),
                    ops=[ast.In() | ast.NotIn()],
                    comparators=[ast.Attribute(value=ast.Name(id="sys"), attr="modules") as loaded],
                ):  # as in `"google.colab" in sys.modules`
                    harmless.add(loaded)
                case (
                    ast.Attribute(value=owner, attr=name)
                    | ast.Call(
                        func=ast.Name(id="getattr"), args=[owner, ast.Constant(value=str(name)), *_]
                    )
                ) if node not in harmless:
                    module = _last_name(owner)
                    yield from (name, f"{module}.{name}")
                    if isinstance(owner, ast.Name) and module in self._imported:
                        yield from _in_dotted(f"{self._imported[module]}.{name}")
                case ast.Name(id=name):
                    # Others are variables, or imported, and then the import is looked at.
                    has_others = "*" in self._imported or _UNKNOWN in self._imported
                    if has_others or name in _GIVEN or is_unusual(name):
                        yield name
                    if "*" in self._imported:
                        yield f"course.{name}"
                case ast.keyword(arg=str(name)):
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

    def _tree(self, source: str) -> ast.AST | None:
        if source not in self._trees:
            self._trees[source] = None
            with suppress(*NOT_PYTHON):
                self._trees[source] = self._parsed(source)
        return self._trees[source]

    def _parsed(self, source: str) -> ast.AST:
        """A cell as Python, with magics as calls. If magics have already been too much work in all,
        they count as not being Python."""
        try:
            return ast.parse(source)
        except SyntaxError:
            with suppress(SyntaxError):  # code may choose to be read like this
                return compile(source, "", "exec", _OTHER_PYTHON, dont_inherit=True)
            magics = len(_MAGIC.findall(source))
            cost = magics * len(source)
            if magics > MAX_MAGICS or cost > self._left_to_tokenize:
                raise
            self._left_to_tokenize -= cost
            return ast.parse(as_python(_HELP.sub("", source)))


def _imports(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """The names that imports bind, each with what it stands for. The name "*" stands for all names
    of a module of the course, and `_UNKNOWN` for those of another module or in a text."""
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
                    elif module != "course":
                        yield _UNKNOWN, module
            case ast.Constant(value=str(text)) if _STAR.search(text):  # as in a magic
                yield _UNKNOWN, text


def _plain(source: str) -> str:
    """A source with its names as Python reads them, which can be written in other letters."""
    return unicodedata.normalize("NFKC", source)


def _is_magic(node: ast.AST) -> bool:
    """Whether a node is a call of a magic, or of a shell, as IPython writes it."""
    match node:
        case ast.Call(
            func=ast.Attribute(value=ast.Call(func=ast.Name(id="get_ipython"), args=[]), attr=name),
            args=arguments,
            keywords=[],
        ):
            written = (isinstance(each, ast.Constant) for each in arguments)
            return name in _CALLS_MAGICS and all(written)
    return False


def _last_name(owner: ast.AST) -> str:
    """The name by which code comes to what it looks an attribute up in, such as `b` in `a.b.c`;
    empty if there is none."""
    match owner:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Call(func=ast.Name(id="__import__"), args=[ast.Constant(value=str(name)), *_]):
            return name
    return ""


def _lookups(tree: ast.AST) -> Iterator[str]:
    """The functions by which a cell uses names that are not written in it, such as `getattr()`. The
    cell may have a variable called `vars`, as long as only items of it are used, and may use
    `globals()` for a name that it writes out, as in `"x" in globals()`."""
    written = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    assigned = {each.id for each in written if isinstance(each.ctx, ast.Store)}
    harmless: set[ast.Name] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name) as function, args=arguments) if name in BY_NAME:
                place = BY_NAME[name]
                # If the name is written in the code, possibly in parts, it is looked at elsewhere.
                if len(arguments) > place and " " not in _joined(arguments[place], set()):
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
                harmless.add(function)
            case ast.Subscript(value=ast.Name(id=name) as variable) if name in assigned:
                harmless.add(variable)
    for each in written:
        is_lookup = each.id in (*PYTHONS_OWN, *BY_NAME) and isinstance(each.ctx, ast.Load)
        if is_lookup and each not in harmless:
            yield f"{each.id}()"


def _in_text(text: str) -> Iterator[str]:
    """The names in a text without blanks, as in `getattr(torch, "autograd")` or in a field of a
    template, `get_field("0.autograd", [torch], {})`, but for labels; and those in a text by which
    a library finds an object."""
    if " " not in text:
        yield from _in_dotted(".".join(_WORD.findall(_LABEL.sub("", text))))
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
