"""Notebooks made with an earlier release: tells a student's changes from an author's.

`earlier.json`, beside the released notebooks, has hashes of the cells in replaced releases. A
student's cell that is exactly as it was released then is brought up to date silently; whatever
else differs from today's release is the student's, and is repaired as usual.
"""

import json
from collections.abc import Sequence
from pathlib import Path

from nbformat import NotebookNode

from autograder.base.files import cached_until_changed, sha256, write_whole
from autograder.notebook.cell_text import squeezed
from autograder.notebook.cells import colab_id, grade_id, nbgrader_of
from autograder.notebook.set_up import BADGE, SET_UP, without_copy

EARLIER = "Made with an earlier release of this homework."
FILE = "earlier.json"  # beside the folders of the released notebooks
MAX_RELEASES = 30  # releases that are remembered for each homework
FLAGS = ("grade", "solution", "locked", "task", "points")
_LINKED = {SET_UP, BADGE}  # they also differ if only the students' repository has changed

# A release: by cell, hashes of its text and of nbgrader's settings.
Prints = dict[str, list[str]]


def damage(mended: Sequence[str]) -> list[str]:
    """Of the sentences about repairs, those about what a student did."""
    return [sentence for sentence in mended if sentence != EARLIER]


def prints_of(notebook: NotebookNode) -> Prints:
    """The hashes by which a release is recognised."""
    return {_cell_name(cell): [_text_hash(cell), _settings_hash(cell)] for cell in notebook.cells}


def remembered(folder: Path, homework: str) -> list[Prints]:
    """The earlier releases of a homework that are remembered, oldest first."""
    path = folder / FILE
    return _remembered(path).get(homework, []) if path.exists() else []


@cached_until_changed(2)
def _remembered(path: Path) -> dict[str, list[Prints]]:
    return json.loads(path.read_bytes())


def remember(folder: Path, homework: str, replaced: NotebookNode) -> None:
    """Keeps the hashes of a release that is being replaced."""
    path = folder / FILE
    every = json.loads(path.read_bytes()) if path.exists() else {}
    now = prints_of(replaced)
    kept = [each for each in every.get(homework, []) if each != now]
    every[homework] = [*kept, now][-MAX_RELEASES:]
    lines = (
        f"{json.dumps(name)}: [\n" + ",\n".join(map(json.dumps, every[name])) + "\n]"
        for name in sorted(every)
    )
    write_whole(path, "{\n" + ",\n".join(lines) + "\n}\n")


def release_of(
    notebook: NotebookNode, released: NotebookNode, earlier: Sequence[Prints]
) -> Prints | None:
    """The earlier release that a student's notebook was made with; None if today's fits best."""
    found = [(_possible_names(c), _text_hash(c), _settings_hash(c)) for c in notebook.cells]
    texts = {text for _, text, _ in found}
    settings = {(name, each) for names, _, each in found for name in names}

    def fit(prints: Prints) -> tuple[int, int]:
        same = sum(text in texts for text, _ in prints.values())
        same += sum((name, each) in settings for name, (_, each) in prints.items())
        return same, -len(prints)  # a release to which cells were added since has all that it had

    best = max([prints_of(released), *reversed(earlier)], key=fit)
    return best if best in earlier else None


def bring_up_to_date(notebook: NotebookNode, released: NotebookNode, had: Prints) -> bool:
    """Puts today's cells in place of those that are as they were released then.

    Args:
        notebook: the student's, changed in place.

    Returns:
        Whether the two releases differ in more than where the notebook comes from.
    """
    today = {_cell_name(cell): cell for cell in released.cells}
    by_text = {text: name for name, (text, _) in reversed(had.items())}
    kept = []
    for cell in notebook.cells:
        text = _text_hash(cell)
        name = next((name for name in _possible_names(cell) if name in had), cell.id)
        given = name if had.get(name, [""])[0] == text else by_text.get(text)
        name = given or name
        if given and given not in today:
            continue  # it was released then, and is no longer
        settings_given = _settings_hash(cell) == had.get(name, ["", ""])[1]
        if "nbgrader" in cell.metadata and settings_given and name in today:
            cell.metadata["nbgrader"] = dict(nbgrader_of(today[name]))
        if given:
            cell.source = today[given].source
        kept.append(cell)
    notebook.cells = kept
    now = prints_of(released)
    return any(had.get(name) != now.get(name) for name in (had.keys() | now.keys()) - _LINKED)


def _cell_name(cell: NotebookNode) -> str:
    return grade_id(cell) or cell.id


def _possible_names(cell: NotebookNode) -> list[str]:
    """What a student's cell may have been called in a release, the surest first."""
    return [_cell_name(cell), *filter(None, [colab_id(cell)]), cell.id]


def _text_hash(cell: NotebookNode) -> str:
    return _hash(f"{cell.cell_type} {squeezed(without_copy(cell.source))}")


def _settings_hash(cell: NotebookNode) -> str:
    return _hash(repr([nbgrader_of(cell).get(flag) for flag in FLAGS]))


def _hash(text: str) -> str:
    return sha256(text.encode("utf-8", "replace"))[:12]
