"""What the project declares, its packages, and which of them import which."""

import re
import tomllib

from tests.helpers import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS = PROJECT["optional-dependencies"]
PYTHONS = ["3.11.0", "3.12.0", "3.13.0"]

PACKAGES = [
    path.parent
    for name in ("autograder", "course")
    for path in sorted((ROOT / name).rglob("*/__init__.py"))
]

# Modules of `course` that the drawing of the architecture also calls "graph".
SCAFFOLD = dict.fromkeys(["scaffold", "operations", "right_results"], "graph")


def imports_of(rooms: set[str], package: str, of: str | None = None) -> set[tuple[str, str]]:
    """Which room of a package imports which room of it, or of the package `of`. In `course`, a
    module may be a room."""
    paths = ((path, path.relative_to(ROOT / package)) for path in (ROOT / package).rglob("*.py"))
    places = [(path, inside.parts[0].removesuffix(".py")) for path, inside in paths]
    found = {
        (SCAFFOLD.get(room, room), SCAFFOLD.get(name, name))
        for path, room in places
        for name in re.findall(rf"(?:from|import) {of or package}\.(\w+)", path.read_text())
    }
    return {(a, b) for a, b in found if a != b and a in rooms and b in rooms}
