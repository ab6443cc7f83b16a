"""Chooses the cells to run in grading: all but those of the author's that only show something, and
those by which students only test something.

A cell is run if what is judged may depend on it, in one of three ways:

- The cell binds a name, or may change it in place, and another cell that is run reads this name. A
  call may change whatever it can reach, so every name that a cell reads counts as changed, unless
  the name always stands for a module, a function or a class. A student's own cell may change
  functions and classes, too: those that it hands on, instead of only calling them. With a name, its
  aliases change: those bound to the same object, or to a part of it, by an assignment or a loop.
- The cell defines a class, which the operators find without reading its name.
- The cell has an effect that no name shows, such as a setting (`torch.set_default_dtype(...)`) or
  a file.

An effect on later random numbers does not count, because a kernel's are seeded, and the checks draw
their own. A function reads names when it is called, so the order of cells matters only for what a
cell itself reads. A cell that cannot be understood from its text counts as needed, and as needing
everything. Authors can have any cell run with `run=true` in its header.
"""

import builtins
from collections.abc import Collection, Mapping
from itertools import chain

from autograder.judge.cell_names import (
    REACH_ANYTHING,
    CellNames,
    Handed,
    NamedCall,
    names_in_cell,
)

# Libraries whose functions affect nothing but their arguments.
COMPUTING = {
    "collections",
    "copy",
    "course",
    "decimal",
    "fractions",
    "functools",
    "gc",
    "inspect",
    "ipywidgets",
    "itertools",
    "math",
    "matplotlib",
    "numpy",
    "operator",
    "pprint",
    "random",
    "statistics",
    "sympy",
    "time",
    "timeit",
    "torch",
    "typing",
    "weakref",
}
DRAWING = {"course", "ipywidgets", "matplotlib"}  # these are called to show something
# Functions on which nothing judged depends, such as those that set which random numbers come.
_HARMLESS = {"collect", "getsizeof", "gradcheck", "manual_seed", "seed", "set_num_threads"}
_SETTINGS = ("set", "use_")  # so begin functions that change more than what they return
HAVE_AN_EFFECT = {"__import__", "delattr", "input", "open", "setattr"}


def not_needed(
    sources: Mapping[str, str], shown: Collection[str], own: Collection[str] = ()
) -> frozenset[str]:
    """The cells that nothing judged depends on.

    Args:
        sources: the code cells' sources, by id, in the order of the notebook.
        shown: the ids of the author's cells that need not be run for their own sake.
        own: the ids of a student's own cells that need not be, either.
    """
    cells = {cell_id: names_in_cell(source) for cell_id, source in sources.items()}
    notebook = _NotebookNames(cells.values())
    places = {cell_id: place for place, cell_id in enumerate(cells)}
    unneeded: dict[str, set[str]] = {}  # by a cell's id, the names it may change; shrinks below
    for cell_id in (*shown, *own):
        if cell_id in cells and not notebook.must_run(cells[cell_id]):
            unneeded[cell_id] = notebook.may_change(cells[cell_id], cell_id in own)
    to_look_at = [cell_id for cell_id in cells if cell_id not in unneeded]
    while to_look_at:
        run_id = to_look_at.pop()
        names = cells[run_id]
        for cell_id, changed in list(unneeded.items()):
            is_before = places[cell_id] < places[run_id]
            if (
                not names.is_clear
                or changed & names.reads_later
                or (is_before and changed & names.reads)
            ):
                del unneeded[cell_id]
                to_look_at.append(cell_id)
    return frozenset(unneeded)


class _NotebookNames:
    """What the names in a notebook stand for."""

    def __init__(self, cells: Collection[CellNames]):
        self._objects: set[str] = set()
        self._libraries: dict[str, set[str]] = {}
        self._definers: dict[str, list[CellNames]] = {}
        self._aliases: dict[str, set[str]] = {}
        self._parts_of: dict[str, set[str]] = {}  # the names of which a name stands for a part
        for cell in cells:
            self._objects |= cell.objects
            for name, libraries in cell.libraries.items():
                self._libraries.setdefault(name, set()).update(libraries)
            for name in cell.writes:
                self._definers.setdefault(name, []).append(cell)
        for name, other, is_called in chain.from_iterable(cell.aliases for cell in cells):
            if other not in self._libraries and (other in self._objects or not is_called):
                self._aliases.setdefault(name, set()).add(other)
                self._aliases.setdefault(other, set()).add(name)
            if not is_called:
                self._parts_of.setdefault(name, set()).add(other)

    def may_change(self, cell: CellNames, is_own: bool) -> set[str]:
        """The names whose meaning a cell may change, including through what it calls. If it is a
        student's own, these include functions and classes that it hands on."""
        read, _, handed = self._reach(cell)
        changed = cell.changes | (read & self._objects)
        if is_own:
            takers = self._definers.keys() - self._libraries.keys()
            given = {name for name, to in handed if not to or to in takers}
            changed |= given & read - vars(builtins).keys()
        return cell.writes | self._with_aliases(changed)

    def _with_aliases(self, names: set[str]) -> set[str]:
        all_names, to_look_up = set(names), list(names)
        while to_look_up:
            others = self._aliases.get(to_look_up.pop(), set()) - all_names
            to_look_up += others
            all_names |= others
        return all_names

    def must_run(self, cell: CellNames) -> bool:
        """Whether a cell has, or may have, an effect that no name shows."""
        read, calls, _ = self._reach(cell)
        return (
            cell.must_run
            or bool(read & (REACH_ANYTHING | HAVE_AN_EFFECT))
            or any(map(self._libraries_of, self._with_aliases(cell.changes)))
            or any(self._has_effect(call) for call in calls)
        )

    def _has_effect(self, call: NamedCall) -> bool:
        libraries = self._libraries_of(call.root)
        if call.function in _HARMLESS or libraries <= DRAWING:
            return False
        only_computes = call.is_used and not call.function.startswith(_SETTINGS)
        return not (only_computes and libraries <= COMPUTING)

    def _libraries_of(self, name: str) -> set[str]:
        """The libraries that a name may stand for, or for a part of them."""
        names, to_look_up = {name}, [name]
        while to_look_up:
            others = self._parts_of.get(to_look_up.pop(), set()) - names
            to_look_up += others
            names |= others
        return set().union(*(self._libraries.get(name, ()) for name in names))

    def _reach(self, cell: CellNames) -> tuple[set[str], set[NamedCall], set[Handed]]:
        """The names that may be read or handed on, and the calls that may be made, when a cell is
        run, including those in functions that it calls."""
        read, calls = cell.reads | cell.reads_later, cell.calls | cell.calls_later
        handed = set(cell.handed)
        to_look_up = list(read)
        reached: set[int] = set()  # the definers that were looked at; one is enough for many names
        while to_look_up:
            for definer in self._definers.get(to_look_up.pop(), ()):
                if id(definer) not in reached:
                    reached.add(id(definer))
                    to_look_up += definer.reads_later - read
                    read |= definer.reads_later
                    calls |= definer.calls_later
                    handed |= definer.handed
        return read, calls, handed
