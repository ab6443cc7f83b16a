"""Releases a homework if its solution earns all points and its untouched notebook none, and if the
untouched notebook reveals no part of the solution."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from autograder.authoring.hint_texts import write_hints, wrong_hints
from autograder.base import paths
from autograder.base.classroom import Classroom
from autograder.base.failure import Failure
from autograder.base.files import write_whole
from autograder.base.interrupt import put_back_unless_done
from autograder.base.paths import EARLIER, released_path
from autograder.hand_out.leaks import leaks_in_notebook
from autograder.hand_out.rehearsal import failures_in_rehearsal
from autograder.hand_out.unmarked import unmarked_solutions
from autograder.hand_out.wrong_pools import wrong_pools
from autograder.notebook.cells import worth_in_all
from autograder.notebook.notebook_files import notebook_text
from autograder.notebook.release_choices import ReleaseChoices, kept_choices
from autograder.notebook.set_up import SET_UP
from autograder.notebook.source import read_source
from autograder.on_nbgrader.steps import Nbgrader
from autograder.repairing.earlier_releases import remember
from course.messages import hints

NO_SET_UP = f'it has no set-up cell: its first code cell must be # %% grade_id="{SET_UP}".'


class ReleaseRefused(Failure):
    """The homework cannot be released; the message lists why."""

    def __init__(self, homework: str, reasons: list[str]):
        items = "\n".join(f"- {reason}" for reason in reasons)
        super().__init__(f"{homework} is not released:\n{items}")


@dataclass(frozen=True)
class ReleaseOutcome:
    """The result of a release."""

    notebook: Path
    is_changed: bool  # whether the notebook differs from the one released before
    points: float  # without extra credit
    extra: float  # the extra credit that it can add


@contextmanager
def kept_if_done(choices: ReleaseChoices, homeworks: list[str]) -> Iterator[None]:
    """Applies choices and writes the hints of these homeworks, for the releases in the block and
    for later ones. If the block fails or is interrupted, choices and hints are put back to what
    they were, and so are the notebooks of these homeworks and the hashes of earlier releases.

    Raises:
        BadSource: as for `write_hints`.
    """
    earlier = paths.RELEASED / EARLIER
    files = [paths.CHOICES, hints.HINTS_FILE, earlier, *map(released_path, homeworks)]
    with put_back_unless_done(files):
        if choices != kept_choices():
            choices.save()
        write_hints(homeworks)  # all notebooks carry them
        yield


def release(homework: str) -> ReleaseOutcome:
    """Builds, tries and releases one homework, within `kept_if_done`.

    Raises:
        BadSource: the author's text is malformed, or a hint belongs to nothing.
        ReleaseRefused: the rehearsal failed; the earlier release stays as it is.
    """
    source = read_source(homework)
    if not any(cell.id == SET_UP for cell in source.cells):
        raise ReleaseRefused(homework, [NO_SET_UP])
    with tempfile.TemporaryDirectory(prefix="release-") as folder:
        untouched = make_untouched(homework, Path(folder))
        reasons = [
            *leaks_in_notebook(source, untouched),
            *unmarked_solutions(homework, source),
            *wrong_pools(homework),
            *wrong_hints(source),
        ]
        reasons = reasons or failures_in_rehearsal(homework, source, untouched, Path(folder))
        if reasons:
            raise ReleaseRefused(homework, reasons)
        return _write_released(homework, source, untouched)


def is_fresh(homework: str) -> bool:
    """Whether the released notebook is what solutions/, course/ and the choices would make now."""
    path = released_path(homework)
    if not path.exists():
        return False
    with tempfile.TemporaryDirectory(prefix="release-") as folder:
        made_now = notebook_text(make_untouched(homework, Path(folder)))
    return path.read_text(encoding="utf-8") == made_now


def make_untouched(homework: str, folder: Path) -> NotebookNode:
    """The notebook for students, made by nbgrader from the author's text."""
    Nbgrader(Classroom(folder), release_to=folder / "release").generate(homework)
    return nbformat.read(folder / "release" / homework / f"{homework}.ipynb", as_version=4)


def _write_released(homework: str, source: NotebookNode, untouched: NotebookNode) -> ReleaseOutcome:
    path = released_path(homework)
    text = notebook_text(untouched)
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    is_changed = before != text
    if is_changed:
        if before:  # students may have it
            remember(path.parents[1], homework, nbformat.reads(before, as_version=4))
        write_whole(path, text)
    return ReleaseOutcome(path, is_changed, *worth_in_all(source.cells))
