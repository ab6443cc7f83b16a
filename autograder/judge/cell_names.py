"""Finds the names that the text of a cell reads, binds, changes and calls."""

import ast
import contextlib
import symtable
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from autograder.notebook.cell_text import MAX_PARSED, NOT_PYTHON

REACH_ANYTHING = {"exec", "eval", "globals", "locals", "vars", "dir", "get_ipython", "__main__"}
COMPREHENSIONS = {"listcomp", "setcomp", "dictcomp", "genexpr"}

AnyComprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


class NamedCall(NamedTuple):
    """A call of something that has a name."""

    root: str  # the first name, such as `torch` in `torch.nn.init.zeros_(x)`
    function: str  # the last name, such as `zeros_`
    is_used: bool  # whether anything is done with the result


@dataclass
class CellNames:
    """What the text of a cell says."""

    # The names that its own lines read before binding them.
    reads: set[str] = field(default_factory=set)
    # The names that its functions read, whenever they are called.
    reads_later: set[str] = field(default_factory=set)
    writes: set[str] = field(default_factory=set)  # the names that it binds
    # The names whose attributes or entries it sets.
    changes: set[str] = field(default_factory=set)
    # The names that it binds to something other than a module or a function.
    objects: set[str] = field(default_factory=set)
    # The libraries that it imports a name from, by name.
    libraries: dict[str, set[str]] = field(default_factory=dict)
    calls: set[NamedCall] = field(default_factory=set)  # by its own lines
    calls_later: set[NamedCall] = field(default_factory=set)  # by its functions
    is_clear: bool = True  # whether the text shows all this; if not, the cell may read anything
    must_run: bool = False  # whether the cell is needed no matter what other cells read

    def binds(self, name: str) -> None:
        """Notes a name that is bound to something other than a module or a function."""
        self.writes.add(name)
        self.objects.add(name)


@lru_cache(maxsize=4096)
def names_in_cell(source: str) -> CellNames:
    """What the text of a cell says."""
    if len(source) > MAX_PARSED:
        return CellNames(is_clear=False, must_run=True)
    try:
        tree = ast.parse(source)
        roots = _roots(tree)
        reader = _Reader(roots)
        scopes = symtable.symtable(source, "cell", "exec")
        reader.read(tree.body)
    except NOT_PYTHON:  # it may have IPython's magics
        return CellNames(is_clear=False, must_run=True)
    names = reader.names
    for scope in _functions(scopes):
        for symbol in scope.get_symbols():
            if symbol.is_global():
                names.reads_later.add(symbol.get_name())
                if symbol.is_assigned():
                    names.binds(symbol.get_name())
    for node in ast.walk(tree):
        names.calls_later |= set(_calls(node, roots))
    names.calls_later -= names.calls
    mentioned = (names.reads | names.reads_later).union(*names.libraries.values())
    names.is_clear = mentioned.isdisjoint(REACH_ANYTHING)
    return names


def _calls(node: ast.AST, roots: dict[ast.AST, str]) -> Iterator[NamedCall]:
    """The call that a node is. If the node is a statement, the calls whose results it discards."""
    if isinstance(node, ast.Expr):
        discarded = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
        for value in discarded:
            for call in _calls(value, roots):
                yield call._replace(is_used=False)
    if isinstance(node, ast.Call) and (root := roots.get(node.func)):
        function = node.func.attr if isinstance(node.func, ast.Attribute) else root
        yield NamedCall(root, function, is_used=True)


def _functions(scope: symtable.SymbolTable) -> Iterator[symtable.SymbolTable]:
    """The scopes of functions and classes in a scope. Comprehensions at top level are left out."""
    for child in scope.get_children():
        if scope.get_type() != "module" or child.get_name() not in COMPREHENSIONS:
            yield child
        yield from _functions(child)


def _roots(tree: ast.AST) -> dict[ast.AST, str]:
    """The first name in each chain of attributes, entries and calls, by the chain's node. Chains
    that do not start with a name are left out."""
    roots: dict[ast.AST, str] = {}
    for node in reversed(list(ast.walk(tree))):  # so that the start of a chain comes before it
        if isinstance(node, ast.Name):
            roots[node] = node.id
        elif isinstance(node, ast.Attribute | ast.Subscript | ast.Call | ast.Starred):
            inner = node.func if isinstance(node, ast.Call) else node.value
            if inner in roots:
                roots[node] = roots[inner]
    return roots


class _Reader(ast.NodeVisitor):
    """Goes through a cell's own lines in the order in which they run."""

    def __init__(self, roots: dict[ast.AST, str]):
        self.names = CellNames()
        self._roots = roots
        self._bound: set[str] = set()  # the names that are certainly bound so far

    def read(self, nodes: Iterable[ast.AST]) -> None:
        """Reads nodes that run one after the other."""
        for node in nodes:
            self.visit(node)

    def visit(self, node: ast.AST) -> None:
        self.names.calls |= set(_calls(node, self._roots))
        super().visit(node)

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Load):
            if node.id not in self._bound:
                self.names.reads.add(node.id)
        elif isinstance(node.ctx, ast.Store):
            self._bound.add(node.id)
            self.names.binds(node.id)
        else:
            self._bound.discard(node.id)
            self.names.writes.add(node.id)

    def visit_Attribute(self, node: ast.Attribute | ast.Subscript) -> None:
        if not isinstance(node.ctx, ast.Load) and (root := self._roots.get(node)):
            self.names.changes.add(root)
        self.generic_visit(node)

    visit_Subscript = visit_Attribute

    def visit_Assign(self, node: ast.Assign) -> None:
        self.visit(node.value)
        self.read(node.targets)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.visit(node.value)
        if isinstance(node.target, ast.Name):
            self.visit(ast.Name(node.target.id, ast.Load()))
        self.visit(node.target)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self.visit(node.annotation)
        if node.value:
            self.visit(node.value)
            self.visit(node.target)

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            self._import(alias.asname or alias.name.partition(".")[0], alias.name)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        for alias in node.names:
            if alias.name == "*":  # nobody knows which names it binds
                self.names.must_run = True
            else:
                self._import(alias.asname or alias.name, node.module or "")

    def _import(self, name: str, module: str) -> None:
        self._bind(name)
        self.names.libraries.setdefault(name, set()).add(module.partition(".")[0])

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self.read(node.decorator_list)
        self._read_defaults(node.args)
        self._bind(node.name)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self._read_defaults(node.args)

    def _read_defaults(self, arguments: ast.arguments) -> None:
        self.read(arguments.defaults)
        self.read(default for default in arguments.kw_defaults if default)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.names.must_run = True
        self.read(
            [*node.decorator_list, *node.bases, *(keyword.value for keyword in node.keywords)]
        )
        with self._names_of_its_own():
            self.read(node.body)
        self._bind(node.name)

    def visit_If(self, node: ast.AST) -> None:
        """Reads a statement that may run only in part."""
        before = set(self._bound)
        self.generic_visit(node)
        self._bound = before

    visit_While = visit_Try = visit_TryStar = visit_With = visit_AsyncWith = visit_Match = visit_If

    def visit_ExceptHandler(self, node: ast.AST) -> None:
        """Reads a pattern or a handler, which may give a name to what it caught."""
        for name in (getattr(node, "name", None), getattr(node, "rest", None)):
            if name:
                self.names.binds(name)
        self.generic_visit(node)

    visit_MatchAs = visit_MatchStar = visit_MatchMapping = visit_ExceptHandler

    def visit_For(self, node: ast.For | ast.AsyncFor) -> None:
        before = set(self._bound)
        self.visit(node.iter)
        self.visit(node.target)
        self.read([*node.body, *node.orelse])
        self._bound = before

    visit_AsyncFor = visit_For

    def visit_ListComp(self, node: AnyComprehension) -> None:
        """Reads a comprehension."""
        with self._names_of_its_own():
            for loop in node.generators:
                self.visit(loop.iter)
                self.visit(loop.target)
                self.read(loop.ifs)
            self.read([node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt])
        for part in ast.walk(node):
            if isinstance(part, ast.NamedExpr):
                self.names.binds(part.target.id)

    visit_SetComp = visit_DictComp = visit_GeneratorExp = visit_ListComp

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        self.visit(node.value)
        self.names.binds(node.target.id)

    @contextlib.contextmanager
    def _names_of_its_own(self) -> Iterator[None]:
        """Forgets, at the end of this context, the names that were bound in it."""
        names = self.names
        before = self._bound.copy(), names.writes.copy(), names.objects.copy()
        yield
        self._bound, names.writes, names.objects = before

    def _bind(self, name: str) -> None:
        self._bound.add(name)
        self.names.writes.add(name)
