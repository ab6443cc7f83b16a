"""Finds the names that code uses, and those that it could look up without writing them."""

import ast
import builtins
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress

from autograder.judge.flags.words import BY_NAME, PYTHONS_OWN, is_private
from autograder.notebook.cell_text import MAX_MAGICS, NOT_PYTHON, as_python

# The number of magics times the number of characters, for all cells together: IPython splits a
# cell into tokens once for each magic.
MAX_TOKENIZED = 200_000
_MAGIC = re.compile(r"[%!?]|^[ \t]*[,;/]", re.MULTILINE)
# Question marks that ask IPython for help, which takes it time quadratic in the line's length.
# Other question marks are left, as the meaning of a text may depend on them.
_HELP = re.compile(r"\?+[ \t]*$", re.MULTILINE)
# IPython turns magics and shell commands into calls of these.
_CALLS_MAGICS = "run_line_magic", "run_cell_magic", "system", "getoutput", "show_usage"
# Names that students give to attributes of their own nodes.
_OWN_ATTRIBUTES = {"_C", "grad", "hessian", "jacobian", "modules"}
# Modules from which all names may be imported: the set-up does so, or none of their names is
# searched for.
_OPEN_MODULES = {"course", "math", "numpy"}
_WORD = re.compile(r"[^\W\d]\w*")
_FUNCTIONS = *PYTHONS_OWN, *BY_NAME


class NameReader:
    """Finds the names that the cells of one notebook use.

    Args:
        sources: everything that was run, since functions can use what a later cell or a text
            imports.
    """

    def __init__(self, sources: Iterable[str]) -> None:
        self._left_to_tokenize = MAX_TOKENIZED
        self._trees: dict[str, ast.AST | None] = {}  # by a cell's source; None if it is not Python
        # For an expression such as `torch.a.b`, the name that it begins with. It may be long, so it
        # is read once.
        self._roots: dict[ast.AST, str] = {}
        self._imported = {"course", "torch"}  # what imports bind, and other names for that
        # Names of something of the course's, or of PyTorch's.
        self._of = {"course": {"course"}, "torch": {"torch"}}
        self._stars: set[str] = set()  # the modules of which a cell imports all names
        for source in sources:
            if tree := self._tree(source):
                self._note_names(tree)
        # Whether a name may come from any module, and whether it may come from the course.
        self._may_be_imported = bool(self._stars - _OPEN_MODULES)
        self._has_all_of_course = any(module.startswith("course.") for module in self._stars)

    def names_in(self, source: str) -> tuple[set[str], bool]:
        """The names in code, or all words if it cannot be read as Python; and whether it could be.

        Args:
            source: one of those that the reader was given.
        """
        with suppress(*NOT_PYTHON):  # a tree may be too deep to be read
            if tree := self._tree(source):
                return set(self._names_used(tree)), True
        return set(_WORD.findall(source)), False

    def _note_names(self, tree: ast.AST) -> None:
        for node in ast.walk(tree):
            match node:
                case ast.Import(names=aliases):
                    for alias in aliases:
                        package = alias.name.partition(".")[0]
                        self._imported.add(alias.asname or package)
                        if package in self._of:
                            self._of[package].add(alias.asname or package)
                case ast.ImportFrom(module=str(module), names=aliases):
                    for alias in aliases:
                        self._imported.add(alias.asname or alias.name)
                        if alias.name == "*":
                            self._stars.add(module)
                        elif (package := module.partition(".")[0]) in self._of:
                            self._of[package].add(alias.asname or alias.name)
                case (
                    ast.Assign(targets=[ast.Name(id=name)], value=ast.expr() as value)
                    | ast.NamedExpr(target=ast.Name(id=name), value=value)
                ):  # `c = course`
                    for bound in (self._imported, *self._of.values()):
                        if self._root(value) in bound:
                            bound.add(name)

    def _names_used(self, tree: ast.AST) -> Iterator[str]:
        """The names that a cell uses, and all words that it passes to magics and a shell."""
        read: set[ast.AST | None] = set()  # parts of expressions that were handled as a whole
        for node in ast.walk(tree):
            read.add(self._harmless(node))
            if node in read:
                continue
            match node:
                case ast.FunctionDef(name=name) if name.startswith("__"):  # Python calls it
                    yield name
                case ast.Call(
                    func=ast.Attribute(
                        value=ast.Call(func=ast.Name(id="get_ipython") as asks), attr=name
                    ),
                    args=arguments,
                ) if name in _CALLS_MAGICS and all(map(_is_text, arguments)):
                    read.add(asks)
                    for each in arguments:
                        yield from _WORD.findall(ast.literal_eval(each))
                case ast.Name():
                    yield from self._of_variable(node)
                case (
                    ast.Attribute(value=owner, attr=name)
                    | ast.Call(
                        func=ast.Name(id="getattr"), args=[owner, ast.Constant(value=str(name)), *_]
                    )
                ):
                    yield from self._of_attribute(owner, name)
                case ast.Call(
                    func=ast.Name(id="__import__"), args=[ast.Constant(value=str(name)), *_]
                ):
                    yield from _in_dotted(name)
                case ast.Subscript(
                    value=ast.Call(
                        func=ast.Name(id="globals" | "locals" | "vars") as function, args=[]
                    ),
                    slice=ast.Constant(value=str(name)),
                ):  # `globals()["x"]`
                    read.add(function)
                    yield name
                case ast.MatchClass(cls=of, patterns=by_place, kwd_attrs=names):
                    yield from names  # the pattern looks them up
                    # `Of(x)` looks up the names that `Of` lists, `float(x)` none.
                    if by_place and not (isinstance(of, ast.Name) and hasattr(builtins, of.id)):
                        yield "__match_args__"
                case ast.keyword(arg="requires_grad"):
                    yield "requires_grad"
                case ast.Import() | ast.ImportFrom():
                    yield from _of_import(node)

    def _of_variable(self, variable: ast.Name) -> Iterator[str]:
        """The name of a function, and any name that an import may have given to something."""
        name = variable.id
        if name in _FUNCTIONS:
            if isinstance(variable.ctx, ast.Load):
                yield f"{name}()"
        # Other names are variables, or imported, in which case the import is looked at.
        elif self._may_be_imported or name.startswith("__") or name == "get_ipython":
            yield name
        if self._has_all_of_course:
            yield f"course.{name}"

    def _of_attribute(self, owner: ast.AST, name: str) -> Iterator[str]:
        """The name of what is looked up in an owner, also as a name of its package."""
        yield f"{name}()" if name in _FUNCTIONS else name
        root = self._root(owner)
        if root in self._of["course"]:
            yield f"course.{name}"
        if is_private(name) and root in self._of["torch"]:
            yield f"torch.{name}"

    def _root(self, expression: ast.AST) -> str:
        """The name that an expression begins with, such as "torch" for `torch.a.b`; empty if there
        is none."""
        path = [expression]
        while path[-1] not in self._roots and (owner := _owner(path[-1])):
            path.append(owner)
        root = self._roots.get(path[-1]) or _named(path[-1])
        self._roots.update(dict.fromkeys(path, root))
        return root

    def _harmless(self, node: ast.AST) -> ast.AST | None:
        """The part of an expression that could look up any name but is harmless here, because the
        name is written beside it, or because it looks into a node of the student's; None if there
        is no such part. A variable that no import has bound is assumed to be a node."""
        match node:
            case ast.Call(func=ast.Name(id=name) as function, args=arguments) if name in BY_NAME:
                is_written = len(arguments) > BY_NAME[name] and _is_text(arguments[BY_NAME[name]])
                return function if is_written else None
            case ast.Compare(
                left=text,
                ops=[ast.In() | ast.NotIn()],
                comparators=[
                    ast.Call(func=ast.Name(id="globals" | "locals" | "vars") as owner, args=[])
                    | (ast.Attribute(value=ast.Name(id="sys"), attr="modules") as owner)
                ],
            ):  # `"google.colab" in sys.modules`
                return owner if _is_text(text) else None
            case ast.Call(func=ast.Name(id="vars") as owner, args=[ast.Name(id=variable)]) | (
                ast.Attribute(value=ast.Name(id=variable), attr="__dict__") as owner
            ):
                return owner if variable not in self._imported else None
            case ast.Subscript(value=ast.Name() as variable) if variable.id in _FUNCTIONS:
                return variable  # functions have no items
            case ast.Attribute(value=ast.Name(id="self"), attr=name) if name in _OWN_ATTRIBUTES:
                return node
        return None

    def _tree(self, source: str) -> ast.AST | None:
        if source not in self._trees:
            self._trees[source] = None
            with suppress(*NOT_PYTHON):
                self._trees[source] = self._parsed(source)
        return self._trees[source]

    def _parsed(self, source: str) -> ast.AST:
        """A cell as Python, with magics as calls. Once magics have cost too much work in all, cells
        with magics count as not being Python."""
        try:
            return ast.parse(source)
        except SyntaxError:
            magics = len(_MAGIC.findall(source))
            cost = magics * len(source)
            if magics > MAX_MAGICS or cost > self._left_to_tokenize:
                raise
            self._left_to_tokenize -= cost
            return ast.parse(as_python(_HELP.sub("", source)))


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _owner(expression: ast.AST) -> ast.AST | None:
    """What an expression looks up an attribute in; None if it does not look one up."""
    match expression:
        case (
            ast.Attribute(value=owner) | ast.Call(func=ast.Name(id="getattr"), args=[owner, _, *_])
        ):
            return owner
    return None


def _named(expression: ast.AST) -> str:
    """The variable that an expression is, or the package that it has `__import__` return; or ""."""
    match expression:
        case ast.Name(id=name):
            return name
        case ast.Call(func=ast.Name(id="__import__"), args=[ast.Constant(value=str(name)), *_]):
            return name.partition(".")[0]
    return ""


def _of_import(node: ast.Import | ast.ImportFrom) -> Iterator[str]:
    """The names of what is imported, and of the modules that it is in."""
    module = f"{node.module or ''}." if isinstance(node, ast.ImportFrom) else ""
    for alias in node.names:
        yield from _in_dotted(module + alias.name)


def _in_dotted(name: str) -> Iterator[str]:
    """The names in a dotted name; if it begins with `course`, also as names of the course, and
    private ones in one that begins with `torch` as PyTorch's."""
    first, *others = parts = name.split(".")
    yield from parts
    if first == "course":
        yield from (f"course.{part}" for part in others)
    if first == "torch":
        yield from (f"torch.{part}" for part in others if is_private(part))
