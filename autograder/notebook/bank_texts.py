"""The texts of the bank: wrong answers that have a name, and unusual right ones.

A text in `solutions/misconceptions/` or `solutions/right_answers/` begins with a Markdown cell.
It names the solution cells that the answer is for, its title, and, for a mistake, what helps:

    # %% [markdown] exercise=["hw2-tanh/mul", "hw3-polynomial/mul"]
    # Mul forgets the upstream gradient.
    #
    # Two or three sentences to the student.

The code below it is appended to the author's solution in each of these cells.
"""

from dataclasses import dataclass
from pathlib import Path

from autograder.base.files import until_changed
from autograder.base.paths import SOLUTIONS, Failure, homeworks, short
from autograder.notebook.cells import has_solution
from autograder.notebook.source import read_source

MISCONCEPTIONS = SOLUTIONS / "misconceptions"
RIGHT_ANSWERS = SOLUTIONS / "right_answers"


@dataclass(frozen=True)
class BankAnswer:
    """A text of the bank."""

    id: str  # the name of its file
    title: str  # a sentence
    sentence: str  # what helps a student who makes this mistake; empty for a right answer
    # The solution cells it applies to, as (homework, cell id).
    exercises: tuple[tuple[str, str], ...]
    code: str  # what the student wrote


class BadBank(Failure):
    """A text of the bank that cannot be applied; the message says which and why."""


def read_answers(folder: Path) -> list[BankAnswer]:
    """All texts of a folder and its subfolders, by id.

    Raises:
        BadBank: a text names a cell that is not a solution cell, or has no title; two share an id.
    """
    answers = texts_in(folder)
    ids = [answer.id for answer in answers]
    twice = {i for i in ids if ids.count(i) > 1}
    if twice:
        raise BadBank(f"Two texts in {short(folder)} are called {', '.join(sorted(twice))}.")
    solution_cells = {
        (assignment, cell.id)
        for assignment in homeworks()
        for cell in read_source(assignment).cells
        if has_solution(cell)
    }
    for answer in answers:
        for place in answer.exercises:
            if place not in solution_cells:
                there = sorted(cell for hw, cell in solution_cells if hw == place[0])
                known = (
                    f"Those of {place[0]}: {', '.join(there)}." if there else "No such homework."
                )
                raise BadBank(
                    f"{answer.id}.py in {short(folder)}: {'/'.join(place)} is not a solution cell. "
                    + known
                )
    return answers


def texts_in(folder: Path) -> list[BankAnswer]:
    """All texts of a folder and its subfolders, without looking at the cells they name.

    Raises:
        BadBank: a text has no title, no code, a formula, or names no cell.
    """
    return [_text_in(path) for path in sorted(folder.rglob("*.py"))]


@until_changed(None)
def _text_in(path: Path) -> BankAnswer:
    import jupytext  # takes long, and few commands read these texts

    about, *cells = jupytext.read(path).cells
    title, _, sentence = about.source.partition("\n\n")
    places = about.metadata.get("exercise", [])
    if about.cell_type != "markdown" or not title or not isinstance(places, list) or not places:
        raise BadBank(
            f"{short(path)} must begin with a line such as "
            '# %% [markdown] exercise=["hw2-tanh/mul"] and, below it, a title as a comment.'
        )
    if "$" in about.source:
        raise BadBank(
            f"{short(path)}: formulas between $ are not rendered in title and sentences. "
            "Write `x W1` or 10^308."
        )
    if not cells:
        raise BadBank(f"{short(path)} has no code. Add a line # %% and, below it, the answer.")
    return BankAnswer(
        id=path.stem,
        title=" ".join(title.split()),
        sentence=" ".join(sentence.split()),
        exercises=tuple(tuple(place.split("/")) for place in places),
        code="\n\n".join(cell.source for cell in cells),
    )
