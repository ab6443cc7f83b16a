"""The names that the text of a cell reads, binds, changes and calls."""

import ast
import contextlib
import symtable
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from autograder.notebook.cell_text import MAX_PARSED, NOT_PYTHON

REACH_ANYTHING = {"exec", "eval", "globals", "locals", "vars", "dir", "get_ipython", "__main__"}
COMPREHENSIONS = {"listcomp", "setcomp", "dictcomp", "genexpr"}


CallName = tuple[str, str, bool]


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
    # What its own lines call: the name at the root, the name of the function, and whether anything
    # is done with the result.
    calls: set[CallName] = field(default_factory=set)
    calls_later: set[CallName] = field(default_factory=set)  # what its functions call
    is_clear: bool = True  # whether the text tells all this; if not, the cell may read anything
    must_run: bool = False  # whether it is needed no matter what others read

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
    except NOT_PYTHON:  # or IPython's magics
        return CellNames(is_clear=False, must_run=True)
    found = reader.found
    for scope in _functions(scopes):
        for symbol in scope.get_symbols():
            if symbol.is_global():
                found.reads_later.add(symbol.get_name())
                if symbol.is_assigned():
                    found.binds(symbol.get_name())
    for node in ast.walk(tree):
        found.calls_later |= set(_calls(node, roots))
    found.calls_later -= found.calls
    libraries = {each for names in found.libraries.values() for each in names}
    found.is_clear = not (found.reads | found.reads_later | libraries) & REACH_ANYTHING
    return found


def _calls(node: ast.AST, roots: dict[ast.AST, str]) -> Iterator[CallName]:
    """The call that a node is, or the calls whose results it discards, as in `CellNames.calls`."""
    if isinstance(node, ast.Expr):
        unused = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
        yield from ((*call[:2], False) for each in unused for call in _calls(each, roots))
    if isinstance(node, ast.Call) and (root := roots.get(node.func)):
        yield root, node.func.attr if isinstance(node.func, ast.Attribute) else root, True


def _functions(scope: symtable.SymbolTable) -> Iterator[symtable.SymbolTable]:
    """The scopes of functions and classes in a scope, without comprehensions at top level."""
    for child in scope.get_children():
        if scope.get_type() != "module" or child.get_name() not in COMPREHENSIONS:
            yield child
        yield from _functions(child)


def _roots(tree: ast.AST) -> dict[ast.AST, str]:
    """The name at the start of each chain of attributes, entries and calls, by the chain's node, if
    it starts with a name."""
    roots: dict[ast.AST, str] = {}
    for node in reversed(list(ast.walk(tree))):  # a chain comes after its own start
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
        self.found = CellNames()
        self._roots = roots
        self._bound: set[str] = set()  # for certain, so far

    def read(self, statements: list[ast.stmt]) -> None:
        """Reads lines that are run one after the other."""
        for statement in statements:
            self.visit(statement)

    def visit(self, node: ast.AST) -> None:
        self.found.calls |= set(_calls(node, self._roots))
        super().visit(node)

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Load):
            if node.id not in self._bound:
                self.found.reads.add(node.id)
        elif isinstance(node.ctx, ast.Store):
            self._bound.add(node.id)
            self.found.binds(node.id)
        else:
            self._bound.discard(node.id)
            self.found.writes.add(node.id)

    def visit_Attribute(self, node: ast.Attribute | ast.Subscript) -> None:
        if not isinstance(node.ctx, ast.Load) and (root := self._roots.get(node)):
            self.found.changes.add(root)
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
        for each in node.names:
            self._import(each.asname or each.name.partition(".")[0], each.name)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        for each in node.names:
            if each.name == "*":  # it binds unknown names
                self.found.must_run = True
            else:
                self._import(each.asname or each.name, node.module or "")

    def _import(self, name: str, module: str) -> None:
        self._bind(name)
        self.found.libraries.setdefault(name, set()).add(module.partition(".")[0])

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self.read([*node.decorator_list, *node.args.defaults, *filter(None, node.args.kw_defaults)])
        self._bind(node.name)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self.read([*node.args.defaults, *filter(None, node.args.kw_defaults)])

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.found.must_run = True
        self.read([*node.decorator_list, *node.bases, *(each.value for each in node.keywords)])
        with self._names_of_its_own():
            self.read(node.body)
        self._bind(node.name)

    def visit_If(self, node: ast.AST) -> None:
        """A statement that may run only in part."""
        before = set(self._bound)
        self.generic_visit(node)
        self._bound = before

    visit_While = visit_Try = visit_TryStar = visit_With = visit_AsyncWith = visit_Match = visit_If

    def visit_ExceptHandler(self, node: ast.AST) -> None:
        """A pattern or a handler that names what it has caught."""
        for name in (getattr(node, "name", None), getattr(node, "rest", None)):
            if name:
                self.found.binds(name)
        self.generic_visit(node)

    visit_MatchAs = visit_MatchStar = visit_MatchMapping = visit_ExceptHandler

    def visit_For(self, node: ast.For | ast.AsyncFor) -> None:
        before = set(self._bound)
        self.visit(node.iter)
        self.visit(node.target)
        self.read([*node.body, *node.orelse])
        self._bound = before

    visit_AsyncFor = visit_For

    def visit_ListComp(self, node: ast.AST) -> None:
        """A comprehension."""
        with self._names_of_its_own():
            for part in node.generators:
                self.visit(part.iter)
                self.visit(part.target)
                self.read(part.ifs)
            self.read([node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt])
        for each in ast.walk(node):
            if isinstance(each, ast.NamedExpr):
                self.found.binds(each.target.id)

    visit_SetComp = visit_DictComp = visit_GeneratorExp = visit_ListComp

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        self.visit(node.value)
        self.found.binds(node.target.id)

    @contextlib.contextmanager
    def _names_of_its_own(self) -> Iterator[None]:
        """Names bound in this context are known only in it."""
        found = self.found
        before = self._bound.copy(), found.writes.copy(), found.objects.copy()
        yield
        self._bound, found.writes, found.objects = before

    def _bind(self, name: str) -> None:
        self._bound.add(name)
        self.found.writes.add(name)
