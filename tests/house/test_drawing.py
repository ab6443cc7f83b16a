"""The drawing in `docs/architecture.md` shows exactly what imports what."""

import re
from itertools import pairwise

import pytest
from traitlets.utils.importstring import import_item

from tests.helpers import ROOT
from tests.helpers.project import SCAFFOLD, imports_of


def drawn(arrow: str, text: str) -> set[tuple[str, str]]:
    """The arrows of one kind in a drawing."""
    lines = [line for line in text.splitlines() if arrow in line]
    chains = [[re.findall(r"\w+", part) for part in line.split(arrow)] for line in lines]
    return {
        (a, b) for chain in chains for froms, tos in pairwise(chain) for a in froms for b in tos
    }


def rooms_below(arrows: set[tuple[str, str]]) -> dict[str, set[str]]:
    """For each room, those to which arrows lead, directly or through others."""
    below = {room: {b for a, b in arrows if a == room} for arrow in arrows for room in arrow}
    for _ in below:
        below = {room: names.union(*(below[n] for n in names)) for room, names in below.items()}
    return below


DRAWING = (
    (ROOT / "docs" / "architecture.md").read_text().partition("```mermaid")[2].partition("```")[0]
)
COURSE = DRAWING.partition("subgraph")[2]
BELOW_ALL = {"sentences", "values", "running"}  # of `course`, which the drawing need not say
DOWN = {(room, low) for pair in drawn("-->", COURSE) for room in pair for low in BELOW_ALL}
DOWN |= {("running", "sentences"), ("values", "sentences")}


@pytest.mark.parametrize("package", ["autograder", "course"])
def test_the_drawing_shows_exactly_the_imports_between_packages(package):
    drawing = COURSE if package == "course" else DRAWING.partition("subgraph")[0]
    arrows = drawn("-->", drawing)
    assert len(arrows) <= 2 * len(rooms_below(arrows))  # more, and nobody reads it
    below = rooms_below(arrows | DOWN if package == "course" else arrows)
    packages = {path.parent.name for path in (ROOT / package).glob("*/__init__.py")}
    assert {SCAFFOLD.get(name, name) for name in packages} - {"base"} <= below.keys()
    imports = imports_of(set(below), package)
    assert arrows <= imports
    assert {(a, b) for a, b in imports if b not in below[a]} == set()


def test_the_thick_arrows_show_all_imports_of_the_other_package():
    thick = drawn("==>", DRAWING)
    below = rooms_below(drawn("-->", DRAWING) | thick | DOWN)
    imports = imports_of(set(below), "autograder", of="course")
    assert thick <= imports
    assert {(a, b) for a, b in imports if b not in below[a]} == set()


def test_the_dashed_arrows_show_the_modules_that_nbgrader_imports_for_us():
    settings = (ROOT / "autograder" / "on_nbgrader" / "settings.py").read_text()
    names = re.findall(r'"(autograder(?:\.\w+)+)"', settings)
    assert names and all(callable(import_item(name)) for name in names)
    below = rooms_below(drawn("-->", DRAWING))["on_nbgrader"]
    above = {name.split(".")[1] for name in names} - below
    assert drawn("-.->", DRAWING) == {("on_nbgrader", room) for room in above}
