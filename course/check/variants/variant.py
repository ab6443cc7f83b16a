"""Gives each student individual exercises: different graphs and numbers for each id, equally hard.

An id determines a number in each pool of exercises. Without an id the number is 0, which means the
exercise in the notebook. Right answers to variants are not stored, because the checks compute them.
"""

import hashlib
import math
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Generic, TypeVar, cast

from course.check.variants import number_pools
from course.check.variants.graph_pools import one_fork, two_forks
from course.check.variants.pool import Pool
from course.check.variants.recipes import GraphRecipe, Recipe
from course.expressions.formula import NamedNumbers
from course.messages.failure import CheckFailed
from course.messages.misconceptions import ON_PURPOSE, Symptom
from course.messages.output import show_or_print
from course.picture.draw import draw
from course.running.in_force import in_force
from course.values.closeness import numbers_agree

T = TypeVar("T")

VARIANT_COUNT = 9999  # variants of an exercise, in addition to the standard one
POOLS: dict[str, Pool] = {
    "one fork": one_fork,
    "two forks": two_forks,
    "hasty engine": number_pools.hasty_engine,
    "polynomial": number_pools.polynomial_slopes,
    "matrix entries": number_pools.matrix_entries,
    "matrix loss": number_pools.matrix_loss,
    "network": number_pools.network,
    "softmax": number_pools.softmax,
}
# Pools in which the answers to a single exercise identify its student, because no mistake leads to
# the answers of another variant. With other pools, this takes two exercises.
IDENTIFYING = {"one fork", "network", "polynomial", "softmax"}


@dataclass(frozen=True)
class Variant(Generic[T]):
    """An exercise for one student."""

    number: int  # 0 for the standard exercise, which is in the notebook, and for practice
    # The object from which the check gets the right answers: a graph, the value of each blank, or a
    # function.
    right: T
    standard: T  # the same for the standard exercise
    recipe: Recipe | None = None  # what it is made from; None for the standard exercise

    @property
    def one(self) -> float:
        """The upstream gradient at the output of a graph."""
        return self.recipe.one if self.recipe else 1.0

    def symptom_function(
        self, *, backward: bool = False
    ) -> Callable[[NamedNumbers], Symptom] | None:
        """A function that takes wrong numbers by blank and returns their symptom: the names of the
        mistakes that lead to exactly these numbers. None for the standard exercise."""
        if not self.recipe:
            return None
        tables = [*self.recipe.wrong_tables(backward)]

        def symptom_of(wrong: NamedNumbers) -> Symptom:
            fitting = {
                mistake
                for mistake, table in tables
                if all(numbers_agree(wrong[blank], table.get(blank, math.nan)) for blank in wrong)
            }
            return (ON_PURPOSE, *sorted(fitting))

        return symptom_of

    def introduce(
        self, fits: Callable[[T], bool], begin: str = "", *, is_ambiguous: bool = False
    ) -> None:
        """Prints which exercise is checked, if it is the student's own. Also says so if the answers
        are those to the standard exercise.

        Args:
            fits: takes `right` or `standard`, and returns whether all answers are right for it. It
                need not be strict: it may accept a few wrong answers.
            begin: printed after what is given.
            is_ambiguous: whether right answers do not identify the student, even if the pool's
                usually do.

        Raises:
            CheckFailed: not all answers are right, and they are only compared with this exercise.
        """
        student = _at_work.get()
        student.is_identified &= not is_ambiguous
        if student.is_compared and not fits(self.right):
            raise CheckFailed("Not all answers are right.")
        if not self.recipe or not self.number:
            return
        given = "\n".join(self.recipe.given())
        print(f"Variant {self.number}.\n{given}{begin}")
        if fits(self.standard) and not fits(self.right):
            print(
                "These are the answers to the exercise in the text. Yours is different: the cell "
                f"above the blanks shows it, variant {self.number}."
            )


@dataclass
class StudentAtWork:
    """The student whose exercises are given, and notes made while these are checked."""

    id: str = ""
    pools: list[str] = field(default_factory=list)  # the pools from which exercises were requested
    # Whether right answers to each of these exercises identify the student; read by the grader.
    is_identified: bool = True
    # Whether answers are only compared with these exercises, without saying what is wrong.
    is_compared: bool = False


# The student named in the set-up cell. The cell changes the fields of this object, because setting
# a ContextVar may take effect only within the cell.
_named = StudentAtWork()
_at_work = ContextVar("at_work", default=_named)


def work_as(student_id: str) -> None:
    """Gives this student's exercises from now on. The set-up cell calls it."""
    student = _at_work.get()
    # The grader reads the id from the text of the cell, where it is between quotes.
    is_text = isinstance(student_id, str)
    student.id = student_id.strip() if is_text else ""
    if student.id:
        print(f"Exercises of {student.id}.")
    else:
        print(
            f"`student_id` is {'empty' if is_text else 'not text'}, so you have the standard "
            "exercises. In this course, "
            "everybody has some exercises of their own: type your id between the quotes, and "
            "run this cell again."
        )


@contextmanager
def working_as(student_id: str, *, is_compared: bool = False) -> Iterator[StudentAtWork]:
    """Inside this context, the exercises are those of this student. Yields the object in which
    checks make notes. If `is_compared`, a check fails as soon as it finds that not all answers are
    right, because finding out why would take most of the time."""
    with in_force(_at_work, StudentAtWork(student_id, is_compared=is_compared)) as student:
        yield student


def variant_number(student_id: str, pool: str) -> int:
    """The number of the variant that an id gets from a pool, from 1 to `VARIANT_COUNT`; 0 without
    an id."""
    folded = unicodedata.normalize("NFC", student_id).strip().casefold()
    if not folded:
        return 0
    digest = hashlib.sha256(f"{pool} {folded}".encode("utf-8", "replace")).digest()
    return int.from_bytes(digest[:8], "big") % VARIANT_COUNT + 1


def variant(pool: str, standard: T) -> Variant[T]:
    """The exercise of the current student.

    Args:
        pool: a name in `POOLS`.
        standard: what the check gets for a student without an id.

    Raises:
        ValueError: there is no such pool.
    """
    number, recipe = _own_recipe(pool)
    student = _at_work.get()
    student.pools.append(pool)
    student.is_identified &= pool in IDENTIFYING
    # A pool serves one kind of exercise, so its recipes have a `right` of type T.
    right = cast(T, recipe.right) if recipe else standard
    return Variant(number, right, standard, recipe)


def as_variant(right: T | Variant[T]) -> Variant[T]:
    """The variant itself. If an exercise is the same for everybody, a `Variant` made from its
    `right`."""
    return right if isinstance(right, Variant) else Variant(0, right, right)


def show_variant(pool: str, exercise: str, output: str = "") -> None:
    """Shows what is given in the current student's variant of an exercise.

    Args:
        pool: as for `variant`.
        exercise: the name of the exercise, such as "exercise 4".
        output: as for `GraphRecipe.given`.

    Raises:
        ValueError: there is no such pool.
    """
    number, recipe = _own_recipe(pool)
    if not recipe:
        print(f"There is no id in the set-up cell: work on {exercise} as it stands in the text.")
        return
    print(f"Your {exercise}, variant {number}. Use this instead of what is given in the text.")
    print("\n".join(recipe.given(output)))
    if isinstance(recipe, GraphRecipe):
        title = f"Variant {number}: {recipe.leaf} = {recipe.written}"
        show_or_print(draw(recipe.right, title))


def _own_recipe(pool: str) -> tuple[int, Recipe | None]:
    """The current student's number and recipe; 0 and None without an id."""
    if pool not in POOLS:
        known = ", ".join(f'"{name}"' for name in POOLS)
        raise ValueError(f'There is no pool of exercises called "{pool}". Pools: {known}.')
    number = variant_number(_at_work.get().id, pool)
    return number, POOLS[pool](number) if number else None
