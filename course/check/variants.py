"""Whose exercises these are: by an id, everybody gets other graphs and numbers, as hard as others'.

An id gives a number in each pool of exercises; without one it is 0, the exercise as the notebook
has it. The right answers of a variant stand nowhere: the checks compute them, as of any graph.
"""

import hashlib
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from course.check.follow_on import fit
from course.check.pencil import Paper
from course.check.pools import POOLS, Recipe
from course.graph import ComputationNode
from course.picture.draw import draw
from course.shown import show

MOST = 9999  # variants of an exercise, beside the standard one
# What a picture does not say: of which input what is taken.
WRITTEN = {"Square": "{}^2", "HalfDifference": "({} - {})/2"}


@dataclass(frozen=True)
class Variant:
    """An exercise on a graph, for one student.

    Attributes:
        number: 0 for the standard one, as the notebook has it.
        graph: the output node.
        one: the upstream gradient at the output.
        standard: the graph of the standard exercise.
        given: of another than the standard one, the numbers that are given, in sentences.
        is_compared: whether it is only asked if all answers fit it, and nobody reads the reasons.
    """

    number: int
    graph: ComputationNode
    one: float
    standard: ComputationNode
    given: str = ""
    is_compared: bool = False

    def paper(self) -> Paper:
        """It, to be worked out by hand."""
        return Paper(self.graph, self.one)

    def introduce(self, answers: object, blanks: Iterable[str], *, backward: bool) -> None:
        """Says which exercise is checked, if it is the student's own; and if the answers are those
        to the standard one."""
        if self.given:
            begin = f" Begin with {self.one} at {self.graph.name}." if backward else ""
            print(f"Variant {self.number}. {self.given}{begin}")
        if not (self.number and _names(self.standard) == _names(self.graph)):
            return  # or the notebook's name of the standard graph stands for something else by now
        standard = Paper(self.standard)
        right = standard.gradients if backward else standard.results
        if fit(answers, {name: right[name] for name in blanks}, standard.results):
            print(
                "These are the answers for the graph in the text. Yours is another one: the cell "
                f"above the blanks shows it, variant {self.number}."
            )


def _names(graph: object) -> set[str | None]:
    return {n.name for n in graph.sorted_nodes()} if isinstance(graph, ComputationNode) else set()


_id = ""  # of whoever works here
_asked: list[str] = []  # the pools from which an exercise was wanted
_is_compared = False


def work_as(student_id: str) -> None:
    """Gives the exercises of this student from now on; the set-up cell calls it."""
    global _id
    _id = str(student_id).strip()
    if _id:
        print(f"Exercises of {_id}.")
    else:
        print(
            "`student_id` is empty, so you have the standard exercises. In this course everybody "
            "has some of their own: type your id between the quotes, and run this cell again."
        )


@contextmanager
def working_as(student_id: str, *, is_compared: bool = False) -> Iterator[list[str]]:
    """Inside this context the exercises are those of this student; gives the pools they are from,
    as they come. If they are only compared, a check says quickly whether all answers fit."""
    global _id, _asked, _is_compared
    before, _id, _asked, _is_compared = (_id, _asked, _is_compared), student_id, [], is_compared
    try:
        yield _asked
    finally:
        _id, _asked, _is_compared = before


def number_of(student_id: str, pool: str) -> int:
    """Which variant of a pool an id gets, up to MOST; 0, the standard one, without an id."""
    folded = unicodedata.normalize("NFC", student_id).strip().casefold()
    if not folded:
        return 0
    digest = hashlib.sha256(f"{pool} {folded}".encode("utf-8", "replace")).digest()
    return int.from_bytes(digest[:8], "big") % MOST + 1


def variant(pool: str, standard: ComputationNode) -> Variant:
    """The exercise of whoever works here.

    Args:
        pool: where it is from, a name in `course/check/pools.py`.
        standard: the graph that the notebook has, for those without an id.
    """
    _asked.append(pool)
    number = number_of(_id, pool)
    if not number:
        return Variant(0, standard, 1.0, standard, is_compared=_is_compared)
    recipe = POOLS[pool](number)
    told = " ".join(given(recipe))
    return Variant(number, recipe.graph(), recipe.one, standard, told, _is_compared)


def as_variant(graph: ComputationNode | Variant) -> Variant:
    """An exercise on a graph that is the same for all, as that of one student."""
    return graph if isinstance(graph, Variant) else Variant(0, graph, 1.0, graph)


def show_variant(pool: str, exercise: str, output: str = "") -> None:
    """Shows the graph that an exercise is about for whoever works here, if it is their own.

    Args:
        pool: as for `variant`.
        exercise: what it is for, such as "exercise 4".
        output: the letter for a multiple of the graph's output whose gradients are asked for; empty
            if it is about values.
    """
    number = number_of(_id, pool)
    if not number:
        print(f"There is no id in the set-up cell: work on {exercise} as it stands in the text.")
        return
    recipe = POOLS[pool](number)
    print(f"Your {exercise}, variant {number}. Instead of the graph in the text, take this one.")
    print("\n".join(given(recipe, output)))
    show(draw(recipe.graph(), f"Variant {number}: {recipe.leaf} = {recipe.written}"))


def given(recipe: Recipe, output: str = "") -> list[str]:
    """What is given of an exercise beside the picture, in sentences; `output` as above."""
    last = recipe.steps[-1][0]
    told = [f"Let {recipe.leaf} = {recipe.written}."]
    formulas = [
        f"{name} = {WRITTEN[operation].format(*inputs)}"
        for name, operation, inputs in recipe.steps
        if operation in WRITTEN
    ]
    told += [f"In it, {' and '.join(formulas)}."] if formulas else []
    if output:
        told.append(
            f"Behind {last} comes {output} = {recipe.one} {last}, and the gradients are those of "
            f"{output}. So begin with {recipe.one} at {last}, and not with 1."
        )
    return told
