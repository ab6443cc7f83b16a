"""Makes the submissions of the sample class from small texts in `solutions/sample_class/`.

One text is one submission: what this student wrote, cell by cell. The first cell says who they are,
what their other solution cells contain, and which checks must fail:

    # %% [markdown] base="solution" loses=["mul-check"]
    # Swaps nothing: both downstream gradients get the same input.

    # %% grade_id="mul"
    class Mul(ComputationNode): ...
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from autograder.base.paths import SOLUTIONS, homeworks, released_path, short
from autograder.notebook.cells import has_solution
from autograder.notebook.headers import BadSource
from autograder.notebook.markers import solved
from autograder.notebook.percent_text import head_and_cells
from autograder.notebook.source import read_source

SAMPLE_CLASS = SOLUTIONS / "sample_class"


@dataclass
class SampleSubmission:
    """The submission of one student for one homework."""

    student: str  # the student's id
    homework: str
    # The source of each solution cell the student filled in.
    cells: dict[str, str] = field(default_factory=dict)
    base: str = "solution"  # what all other solution cells contain; or "untouched"
    # The graded checks that do not get full points; all others do.
    loses: list[str] = field(default_factory=list)

    def notebook(self) -> NotebookNode:
        """The released notebook, filled in.

        Raises:
            BadSource: a text names a solution cell that does not exist.
        """
        notebook = nbformat.read(released_path(self.homework), as_version=4)
        sources = dict(self.cells)
        if self.base == "solution":
            author = read_source(self.homework)
            solutions = {cell.id: cell.source for cell in author.cells if has_solution(cell)}
            sources = solutions | sources
        for cell in notebook.cells:
            if cell.id in sources:
                cell.source = solved(sources.pop(cell.id))
        if sources:
            raise BadSource(
                f"{self.student}.py of the sample class: {self.homework} has no solution cell "
                f"{', '.join(sources)}."
            )
        return notebook


def read_sample_submission(path: Path) -> SampleSubmission:
    """Reads one text of the sample class.

    Raises:
        BadSource: its first cell is not Markdown, or another does not name the cell it fills in.
    """
    about, cells = head_and_cells(path)
    facts = about.metadata
    if about.cell_type != "markdown" or any("grade_id" not in cell.metadata for cell in cells):
        raise BadSource(
            f"{short(path)} must begin with a line such as "
            '# %% [markdown] base="solution" loses=["mul-check"], and each cell below it with '
            '# %% grade_id="mul", the solution cell that it fills in.'
        )
    return SampleSubmission(
        path.stem,
        path.parent.name,
        {cell.metadata["grade_id"]: cell.source for cell in cells},
        **{fact: facts[fact] for fact in ("base", "loses") if fact in facts},
    )


def sample_class() -> Iterator[SampleSubmission]:
    """All submissions of the sample class, homework by homework."""
    for homework in homeworks():
        for path in sorted((SAMPLE_CLASS / homework).glob("*.py")):
            yield read_sample_submission(path)
