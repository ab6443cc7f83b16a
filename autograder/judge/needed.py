"""Chooses the cells to run at grading: all but those of the author's that only show something.

What is judged may depend on a cell in three ways, and then the cell is run:

- a cell that is run reads a name that it binds or may change in place. A call may change whatever
  it can reach, so every name a cell reads counts as changed, unless it is always a module, a
  function or a class;
- it defines a class, which the operators find without reading its name;
- it has an effect that no name shows: a setting (`torch.set_default_dtype(...)`), a file.

The random numbers that follow are no such effect: a kernel's are seeded, and the checks draw their
own. A function reads names when it is called, so order counts only for what a cell itself reads. A
cell that cannot be understood from its text counts as needed, and as needing everything. Authors
can have any cell run with `run=true` in its header.
"""

from collections.abc import Collection, Iterable, Mapping

from autograder.judge.cell_names import REACH_ANYTHING, CallName, CellNames, names_in_cell

# Calling these affects nothing but their arguments.
COMPUTING = {
    *("collections", "course", "functools", "ipywidgets", "itertools", "math", "matplotlib"),
    *("numpy", "operator", "random", "statistics", "sympy", "time", "torch", "weakref"),
}
DRAWING = {"course", "ipywidgets", "matplotlib"}  # called to show something
# Settings on which nothing judged depends: speed, and which random numbers come.
_HARMLESS = {"set_num_threads", "manual_seed", "seed"}
HAVE_AN_EFFECT = {"setattr", "delattr", "open", "input"}


def not_needed(sources: Mapping[str, str], shown: Collection[str]) -> frozenset[str]:
    """The cells that nothing judged depends on.

    Args:
        sources: of the code cells, by id, in the order of the notebook.
        shown: the ids of those that need not be run for their own sake.
    """
    cells = {cell: names_in_cell(source) for cell, source in sources.items()}
    known = _Names(cells.values())
    places = {cell: place for place, cell in enumerate(cells)}
    left = {
        cell: known.touched(cells[cell])
        for cell in shown
        if cell in cells and not known.must_run(cells[cell])
    }
    waiting = [cell for cell in cells if cell not in left]
    while waiting:
        cell = waiting.pop()
        about, place = cells[cell], places[cell]
        wanted = [
            other
            for other, touched in left.items()
            if not about.is_clear
            or touched & about.reads_later
            or (places[other] < place and touched & about.reads)
        ]
        waiting += wanted
        for other in wanted:
            del left[other]
    return frozenset(left)


class _Names:
    """The meanings of the names of a notebook."""

    def __init__(self, cells: Iterable[CellNames]):
        self._objects: set[str] = set()
        self._libraries: dict[str, set[str]] = {}
        self._definers: dict[str, list[CellNames]] = {}
        for about in cells:
            self._objects |= about.objects
            for name, libraries in about.libraries.items():
                self._libraries.setdefault(name, set()).update(libraries)
            for name in about.writes:
                self._definers.setdefault(name, []).append(about)

    def touched(self, about: CellNames) -> set[str]:
        """The names whose meaning a cell may change, including through what it calls."""
        reached, _ = self._reach(about)
        return about.writes | about.changes | (reached & self._objects)

    def must_run(self, about: CellNames) -> bool:
        """Whether a cell has, or may have, an effect that no name shows."""
        reached, called = self._reach(about)
        return (
            about.must_run
            or bool(reached & (REACH_ANYTHING | HAVE_AN_EFFECT))
            or any(map(self._acts, called))
        )

    def _acts(self, call: CallName) -> bool:
        root, function, is_used = call
        libraries = self._libraries.get(root, set())
        if not libraries <= COMPUTING:
            return True
        return bool(libraries - DRAWING) and not is_used and function not in _HARMLESS

    def _reach(self, about: CellNames) -> tuple[set[str], set[CallName]]:
        """The names that may be read, and what may be called, when a cell is run, including by the
        functions that it calls."""
        reached, called = about.reads | about.reads_later, about.calls | about.calls_later
        waiting, known = list(reached), set()
        while waiting:
            for definer in self._definers.get(waiting.pop(), ()):
                if id(definer) not in known:  # once, however many of its names are read
                    known.add(id(definer))
                    waiting += definer.reads_later - reached
                    reached |= definer.reads_later
                    called |= definer.calls_later
        return reached, called
