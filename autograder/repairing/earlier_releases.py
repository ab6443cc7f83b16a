"""Distinguishes a student's changes from an author's, in notebooks made with an earlier release.

`earlier.json`, beside the released notebooks, has hashes of the cells in releases that were
replaced. If a student's cell is exactly as it was in such a release, it is brought up to date
without a word. Whatever else differs from today's release is a change by the student, and is
repaired as usual.
"""

import json
from collections.abc import Sequence
from pathlib import Path

from nbformat import NotebookNode

from autograder.base.files import cached_until_changed, sha256, write_whole
from autograder.base.paths import EARLIER
from autograder.notebook.cells import colab_id, grade_id
from autograder.notebook.set_up import BADGE, SET_UP, without_copy
from autograder.repairing.compared_text import squeezed

MAX_RELEASES = 30  # releases that are remembered for each homework
_LINKED = {SET_UP, BADGE}  # cells that also differ if only the students' repository has changed


CellHashes = dict[str, str]  # for a release: the hash of each cell's text, by the cell's name


def cell_hashes(notebook: NotebookNode) -> CellHashes:
    """The hashes by which a release is recognised."""
    return {_cell_name(cell): _hash_of(cell) for cell in notebook.cells}


def earlier_releases(folder: Path, homework: str) -> list[CellHashes]:
    """The earlier releases of a homework that are remembered, oldest first."""
    path = folder / EARLIER
    return _read(path).get(homework, []) if path.exists() else []


@cached_until_changed
def _read(path: Path) -> dict[str, list[CellHashes]]:
    """All releases that are remembered, by homework."""
    return json.loads(path.read_bytes())


def remember(folder: Path, homework: str, replaced: NotebookNode) -> None:
    """Keeps the hashes of a release that is being replaced."""
    path = folder / EARLIER
    releases = dict(_read(path)) if path.exists() else {}
    hashes = cell_hashes(replaced)
    others = [release for release in releases.get(homework, []) if release != hashes]
    releases[homework] = [*others, hashes][-MAX_RELEASES:]
    entries = []
    for name in sorted(releases):
        rows = ",\n".join(map(json.dumps, releases[name]))
        entries.append(f"{json.dumps(name)}: [\n{rows}\n]")
    write_whole(path, "{\n" + ",\n".join(entries) + "\n}\n")


def earlier_release_of(
    notebook: NotebookNode, today: CellHashes, earlier: Sequence[CellHashes]
) -> CellHashes | None:
    """The earlier release that a student's notebook was made with; None if today's fits best."""
    own = set(map(_hash_of, notebook.cells))

    def fit(release: CellHashes) -> tuple[int, int]:
        same = sum(each in own for each in release.values())
        return same, -len(release)  # of two that fit, the smaller: the other has cells added later

    best = max([today, *reversed(earlier)], key=fit)
    return best if best != today else None


def bring_up_to_date(notebook: NotebookNode, released: NotebookNode, had: CellHashes) -> bool:
    """Replaces cells that are as they were in an earlier release by today's.

    Args:
        notebook: the student's, changed in place.

    Returns:
        Whether the two releases differ in more than where the notebook comes from.
    """
    today = {_cell_name(cell): cell for cell in released.cells}
    name_of = {hashed: name for name, hashed in reversed(had.items())}
    kept = []
    for cell in notebook.cells:
        hashed = _hash_of(cell)
        same = (name for name in _possible_names(cell) if had.get(name) == hashed)
        unchanged = next(same, name_of.get(hashed))
        if unchanged is None:
            kept.append(cell)
        elif unchanged in today:  # else the cell is no longer released
            cell.source = today[unchanged].source
            kept.append(cell)
    notebook.cells = kept
    now = cell_hashes(released)
    return any(had.get(name) != now.get(name) for name in (had.keys() | now.keys()) - _LINKED)


def _cell_name(cell: NotebookNode) -> str:
    return grade_id(cell) or cell.id


def _possible_names(cell: NotebookNode) -> list[str]:
    """The names that a student's cell may have had in a release, the most certain first."""
    return [_cell_name(cell), colab_id(cell), cell.id]


def _hash_of(cell: NotebookNode) -> str:
    text = f"{cell.cell_type} {squeezed(without_copy(cell.source))}"
    return sha256(text.encode("utf-8", "replace"))[:12]
