"""Finds the names that the text of a cell reads, binds, changes and calls."""

import ast
import symtable
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from autograder.notebook.cell_text import MAX_PARSED, NOT_PYTHON

REACH_ANYTHING = {"exec", "eval", "globals", "locals", "vars", "dir", "get_ipython", "__main__"}
COMPREHENSION_SCOPES = {"listcomp", "setcomp", "dictcomp", "genexpr"}
COMPREHENSION = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
LOOP_OR_TRY = ast.While | ast.For | ast.AsyncFor | ast.Try | ast.TryStar
MAY_RUN_IN_PART = LOOP_OR_TRY | ast.If | ast.Match | ast.With | ast.AsyncWith


class NamedCall(NamedTuple):
    """A call of something that has a name."""

    root: str  # the first name, such as `torch` in `torch.nn.init.zeros_(x)`
    function: str  # the last name, such as `zeros_`
    is_used: bool  # whether anything is done with the result


class Alias(NamedTuple):
    """Two names of which one is bound to, or holds, what the other stands for or a part of it."""

    name: str
    other: str
    is_called: bool  # whether it is what a call returned, as in `part = other.parts()`


class Handed(NamedTuple):
    """A name whose object is handed on, or has an attribute or entry set: not just called."""

    name: str
    to: str  # the first name of what is called with it; empty if it goes elsewhere


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
    aliases: set[Alias] = field(default_factory=set)
    # The names that it binds to something other than a module or a function.
    objects: set[str] = field(default_factory=set)
    # The libraries that it imports a name from, by name.
    libraries: dict[str, set[str]] = field(default_factory=dict)
    calls: set[NamedCall] = field(default_factory=set)  # by its own lines
    calls_later: set[NamedCall] = field(default_factory=set)  # by its functions
    handed: set[Handed] = field(default_factory=set)  # by its own lines or its functions
    is_clear: bool = True  # whether the text shows all this; if not, the cell may read anything
    must_run: bool = False  # whether the cell is needed no matter what other cells read

    def binds(self, name: str) -> None:
        """Notes a name that is bound to something other than a module or a function."""
        self.writes.add(name)
        self.objects.add(name)


@lru_cache(maxsize=512)  # cells of one homework
def names_in_cell(source: str) -> CellNames:
    """What the text of a cell says."""
    if len(source) > MAX_PARSED:
        return CellNames(is_clear=False, must_run=True)
    try:
        tree = ast.parse(source)
        roots = _roots(tree)
        reader = _Reader(roots)
        scopes = symtable.symtable(source, "cell", "exec")
        reader.read(tree)
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
        names.handed |= set(_handed(node, roots))
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


def _handed(node: ast.AST, roots: dict[ast.AST, str]) -> Iterator[Handed]:
    """What a node hands on, or sets an attribute or entry of."""
    if isinstance(node, ast.Attribute | ast.Subscript):
        if node in roots and not isinstance(node.ctx, ast.Load):
            yield Handed(roots[node], "")
        return
    called = node.func if isinstance(node, ast.Call) else None
    for part in ast.iter_child_nodes(node):
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load) and part is not called:
            yield Handed(part.id, roots.get(called, "") if called else "")


def _aliases(node: ast.AST, roots: dict[ast.AST, str]) -> Iterator[Alias]:
    """The aliases that a node makes."""
    match node:
        case ast.Assign(targets=targets, value=value):
            pass
        case (
            ast.AnnAssign(target=target, value=ast.expr() as value)
            | ast.NamedExpr(target=target, value=value)
            | ast.For(target=target, iter=value)
            | ast.AsyncFor(target=target, iter=value)
            | ast.withitem(optional_vars=ast.expr() as target, context_expr=value)
        ):
            targets = [target]
        case _:
            return
    bound = [chain for target in targets for chain in _chains_in(target, roots)]
    for name, chain in product(bound, _chains_in(value, roots)):
        yield Alias(roots[name], roots[chain], any(isinstance(x, ast.Call) for x in _links(chain)))


def _chains_in(value: ast.AST, roots: dict[ast.AST, str]) -> Iterator[ast.AST]:
    """The things with a name that an expression is or has as entries, or the parts of them."""
    if value in roots:
        yield value
    elif isinstance(value, ast.Tuple | ast.List | ast.Set | ast.Dict | ast.IfExp | ast.BoolOp):
        for part in ast.iter_child_nodes(value):
            yield from _chains_in(part, roots)


def _functions(scope: symtable.SymbolTable) -> Iterator[symtable.SymbolTable]:
    """The scopes of functions and classes in a scope. Comprehensions at top level are left out."""
    for child in scope.get_children():
        if scope.get_type() != "module" or child.get_name() not in COMPREHENSION_SCOPES:
            yield child
        yield from _functions(child)


def _links(chain: ast.AST) -> Iterator[ast.AST]:
    """What a chain of attributes, entries and calls consists of, from its end on."""
    yield chain
    if isinstance(chain, ast.Attribute | ast.Subscript | ast.Call | ast.Starred):
        yield from _links(chain.func if isinstance(chain, ast.Call) else chain.value)


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


class _Reader:
    """Goes through a cell's own lines in the order in which they run."""

    def __init__(self, roots: dict[ast.AST, str]):
        self.names = CellNames()
        self._roots = roots
        self._bound: set[str] = set()  # the names that are certainly bound so far

    def read(self, node: ast.AST) -> None:
        """Reads a node and all that runs as part of it."""
        names = self.names
        names.calls |= set(_calls(node, self._roots))
        names.aliases |= set(_aliases(node, self._roots))
        match node:
            case ast.Name(id=name, ctx=ast.Load()):
                if name not in self._bound:
                    names.reads.add(name)
            case ast.Name(id=name, ctx=ast.Store()):
                self._bound.add(name)
                names.binds(name)
            case ast.Name(id=name):  # it is deleted
                self._bound.discard(name)
                names.writes.add(name)
            case ast.Attribute() | ast.Subscript() if not isinstance(node.ctx, ast.Load):
                names.changes |= {self._roots[node]} if node in self._roots else set()
            case ast.Import() | ast.ImportFrom():
                self._import(node)
            case ast.ClassDef():
                names.must_run = True
            case (
                ast.NamedExpr(target=ast.Name(id=name))
                | ast.ExceptHandler(name=str(name))
                | ast.MatchAs(name=str(name))
                | ast.MatchStar(name=str(name))
                | ast.MatchMapping(rest=str(name))
            ):
                names.binds(name)
        before = self._bound.copy(), names.writes.copy(), names.objects.copy()
        for part in _in_order(node):
            self.read(part)
        if isinstance(node, MAY_RUN_IN_PART):
            self._bound = before[0]
        elif isinstance(node, COMPREHENSION | ast.ClassDef):  # these have names of their own
            self._bound, names.writes, names.objects = before
        if isinstance(node, COMPREHENSION):
            for part in ast.walk(node):
                if isinstance(part, ast.NamedExpr):
                    names.binds(part.target.id)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            self._bind(node.name)

    def _import(self, node: ast.Import | ast.ImportFrom) -> None:
        for alias in node.names:
            if alias.name == "*":  # nobody knows which names it binds
                self.names.must_run = True
                continue
            module = alias.name if isinstance(node, ast.Import) else node.module or ""
            name = alias.asname or alias.name.partition(".")[0]
            self._bind(name)
            self.names.libraries.setdefault(name, set()).add(module.partition(".")[0])

    def _bind(self, name: str) -> None:
        self._bound.add(name)
        self.names.writes.add(name)


def _in_order(node: ast.AST) -> Iterable[ast.AST]:
    """The parts of a node that run together with it, in their order."""
    match node:
        case ast.Assign(value=value, targets=targets):
            return [value, *targets]
        case ast.AugAssign(value=value, target=ast.Name(id=name) as target):
            return [value, ast.Name(name, ast.Load()), target]
        case ast.AnnAssign(annotation=annotation, value=value, target=target):
            return [annotation, value, target] if value else [annotation]
        case ast.NamedExpr(value=value):
            return [value]
        case ast.For() | ast.AsyncFor():
            return [node.iter, node.target, *node.body, *node.orelse]
        case ast.comprehension():
            return [node.iter, node.target, *node.ifs]
        case ast.DictComp():
            return [*node.generators, node.key, node.value]
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp():
            return [*node.generators, node.elt]
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda():
            defaults = [*node.args.defaults, *filter(None, node.args.kw_defaults)]
            return [*getattr(node, "decorator_list", []), *defaults]
    return ast.iter_child_nodes(node)
