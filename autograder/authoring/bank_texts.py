"""Reads the texts of the bank: wrong answers that have a name, and unusual right ones.

A text in `solutions/bank/` begins with a Markdown cell that names the solution cells its answers
are for. Each answer follows, with its id, its title, and, for a mistake, what helps:

    # %% [markdown] exercise=["hw2-tanh/mul", "hw3-polynomial/mul"]

    # %% [markdown] mistake="mul-forgets-upstream"
    # Mul forgets the upstream gradient.
    #
    # Two or three sentences to the student.

    # %%
    class Mul(ComputationNode): ...

    # %% [markdown] right="mul-tuple" exercise=["hw2-tanh/mul"]
    # Mul with a tuple; an `exercise` of its own goes before that of the text.

The code below it is appended to the author's solution in each of these cells.
"""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from nbformat import NotebookNode

from autograder.base.files import cached_until_changed
from autograder.base.paths import SOLUTIONS, homeworks, short
from autograder.notebook.cells import has_solution
from autograder.notebook.headers import BadSource
from autograder.notebook.percent_text import head_and_cells
from autograder.notebook.source import read_source

BANK = SOLUTIONS / "bank"


@dataclass(frozen=True)
class BankAnswer:
    """An answer in the bank."""

    id: str
    is_right: bool  # else it is a mistake
    title: str  # a sentence
    sentence: str  # what helps a student who makes this mistake; empty for a right answer
    # The solution cells it applies to, as (homework, cell id).
    exercises: tuple[tuple[str, str], ...]
    code: str  # what the student wrote

    @property
    def homeworks(self) -> list[str]:
        """The homeworks it applies to."""
        return sorted({homework for homework, _ in self.exercises})

    def cells_in(self, homework: str) -> list[str]:
        """The solution cells of a homework it applies to."""
        return [cell for place, cell in self.exercises if place == homework]


def bank_answers() -> list[BankAnswer]:
    """All answers of the bank, by id.

    Raises:
        BadSource: an answer has no title or no code, has a formula between `$`, or names no cell or
            one that is not a solution cell; or two answers share an id.
    """
    answers = [answer for path in BANK.rglob("*.py") for answer in _answers_in(path)]
    counts = Counter(answer.id for answer in answers)
    if twice := [name for name, count in counts.items() if count > 1]:
        raise BadSource(f"Two answers in {short(BANK)} are called {', '.join(twice)}. Rename one.")
    solution_cells = {
        (homework, cell.id)
        for homework in homeworks()
        for cell in read_source(homework).cells
        if has_solution(cell)
    }
    for answer in answers:
        for homework, cell in answer.exercises:
            if (homework, cell) not in solution_cells:
                known = ", ".join(sorted(c for place, c in solution_cells if place == homework))
                hint = f"Those of {homework}: {known}." if known else "No such homework."
                raise BadSource(
                    f"{answer.id} in {short(BANK)}: {homework}/{cell} is not a solution cell. "
                    + hint
                )
    return sorted(answers, key=lambda answer: answer.id)


@cached_until_changed
def _answers_in(path: Path) -> list[BankAnswer]:
    head, cells = head_and_cells(path)
    if head.cell_type != "markdown" or not _are_places(head.metadata.get("exercise")):
        raise BadSource(
            f"{short(path)} must begin with a line such as "
            '# %% [markdown] exercise=["hw2-tanh/mul"]'
        )
    parts: list[list[NotebookNode]] = []
    for cell in cells:
        if cell.cell_type == "markdown":
            parts.append([])
        elif not parts:
            raise BadSource(f"{short(path)}: above its code, an answer must have its title.")
        parts[-1].append(cell)
    return [_answer(about, code, head, path) for about, *code in parts]


def _answer(
    about: NotebookNode, code: list[NotebookNode], head: NotebookNode, path: Path
) -> BankAnswer:
    facts = head.metadata | about.metadata
    title, _, sentence = about.source.partition("\n\n")
    kinds = [kind for kind in ("mistake", "right") if isinstance(facts.get(kind), str)]
    if len(kinds) != 1 or not title or not _are_places(facts["exercise"]):
        which = f" This one does not: {title!r}" if title else ""
        raise BadSource(
            f"{short(path)}: each answer must begin with a line such as "
            '# %% [markdown] mistake="mul-adds" (or right="mul-by-itself") and, below it, a title '
            f"as a comment, and an exercise of its own has brackets.{which}"
        )
    (kind,) = kinds
    name = facts[kind]
    if "$" in about.source:
        raise BadSource(
            f"{name} in {short(path)}: formulas between $ are not rendered in title and sentences. "
            "Write `x W1` or 10^308."
        )
    if not code:
        raise BadSource(
            f"{name} in {short(path)} has no code. Add a line # %% and, below it, the answer."
        )
    return BankAnswer(
        name,
        is_right=kind == "right",
        title=" ".join(title.split()),
        sentence=" ".join(sentence.split()),
        exercises=tuple(tuple(place.split("/")) for place in facts["exercise"]),
        code="\n\n".join(cell.source for cell in code),
    )


def _are_places(places: object) -> bool:
    """Whether this is a list of texts such as "hw2-tanh/mul", and not empty."""
    return (
        isinstance(places, list)
        and bool(places)
        and all(isinstance(place, str) and place.count("/") == 1 for place in places)
    )
