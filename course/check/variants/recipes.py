"""Defines what an exercise is made from: a graph, or a text with numbers in it."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from course.check.variants.wrong_passes import HandGraph, WrongTable, all_differ
from course.expressions.formula import NamedNumbers
from course.graph import ComputationNode
from course.messages.misconceptions import MAX_SUSPECTS
from course.sentences.words import listed

_MIN_ANSWER, _MAX_ANSWER, _MAX_WHOLE_ANSWER = 0.0499, 20.01, 200  # absolute values
# Formulas for operations that a picture of the graph does not explain.
_WRITTEN = {"Square": "{}^2", "HalfDifference": "({} - {})/2"}


class Recipe(Protocol):
    """What an exercise is made from."""

    @property
    def right(self) -> object:
        """The object from which a check gets the right answers, as in the standard exercise."""

    @property
    def one(self) -> float:
        """The upstream gradient at the output of a graph."""

    def given(self, output: str = "") -> list[str]:
        """What is given, in sentences. If the exercise asks for gradients of a graph, they are
        those of a multiple of its output, and `output` is the letter for this multiple."""

    def wrong_tables(self, backward: bool) -> Iterable[WrongTable]:
        """Each known mistake that is possible, and the numbers it leads to. For a graph, `backward`
        chooses between the passes."""

    def is_sound(self) -> bool:
        """Whether this exercise is good enough to be given to a student."""


class GraphRecipe(HandGraph):
    """A graph to be worked out on paper, with one leaf and a name for each node.

    Attributes:
        right: the output node.
        written: the leaf's value, as people write it.
        one: the upstream gradient at the output.
        leaf: the name of the only leaf.
    """

    def __init__(self, right: ComputationNode, written: str, one: int):
        super().__init__(right, one)
        self.right, self.written, self.leaf = right, written, self.nodes[0].name

    def wrong_tables(self, backward: bool) -> Iterator[WrongTable]:
        """Each known mistake that is possible in the forward or the backward pass, and the numbers
        it leads to."""
        return self.wrong_gradients() if backward else self.wrong_results()

    def is_sound(self) -> bool:
        """Whether this exercise is good enough to be given to a student."""
        numbers = [*self.results.values(), *self.gradients.values()]
        return all(map(_is_ordinary, numbers)) and self.tells_all_apart()

    def given(self, output: str = "") -> list[str]:
        """What is given in addition to the picture, in sentences.

        Args:
            output: empty if the exercise asks for values. If it asks for gradients, the letter for
                the multiple of the graph's output that is differentiated.
        """
        sentences = [f"Let {self.leaf} = {self.written}."]
        formulas = [
            f"{node.name} = {_WRITTEN[node.class_name].format(*(n.name for n in node.input_nodes))}"
            for node in self.right.sorted_nodes()
            if node.class_name in _WRITTEN
        ]
        if formulas:
            sentences.append(f"In it, {listed(formulas)}.")
        if output:
            last = self.right.name
            sentences.append(
                f"{last} is followed by {output} = {self.one} {last}, and the gradients are those "
                f"of {output}. So begin with {self.one} at {last}, not with 1."
            )
        return sentences


@dataclass(frozen=True)
class NumberRecipe:
    """An exercise whose numbers differ from those in the text."""

    sentences: tuple[str, ...]  # what is given
    right: object  # the object from which the check gets the right answers
    values: NamedNumbers  # the right number in each blank; for a formula, its value at each place
    # Each known mistake that is possible here, with the wrong numbers it leads to.
    wrong: tuple[WrongTable, ...]
    # The blanks that are written as formulas, whose values may therefore be large.
    formulas: frozenset[str] = frozenset()
    one = 1.0

    def given(self, output: str = "") -> list[str]:
        """What is given, in sentences."""
        return list(self.sentences)

    def wrong_tables(self, backward: bool) -> tuple[WrongTable, ...]:
        """Each known mistake that is possible here, with the wrong numbers it leads to."""
        return self.wrong

    def is_sound(self) -> bool:
        """Whether this exercise is good enough to be given to a student."""
        by_hand = (value for blank, value in self.values.items() if blank not in self.formulas)
        tables = [self.values, *({**self.values, **changed} for _, changed in self.wrong)]
        return all(map(_is_ordinary, by_hand)) and all_differ(tables) and self._can_be_named()

    def _can_be_named(self) -> bool:
        """Whether no wrong number in a blank comes from more than `MAX_SUSPECTS` mistakes."""
        suspects = Counter(
            (blank, round(value, 6)) for _, table in self.wrong for blank, value in table.items()
        )
        return max(suspects.values(), default=0) <= MAX_SUSPECTS


def _is_ordinary(number: float) -> bool:
    """Whether the size of a number is suitable for an answer worked out by hand."""
    is_whole = abs(number - round(number)) < 1e-9
    return _MIN_ANSWER < abs(number) < (_MAX_WHOLE_ANSWER if is_whole else _MAX_ANSWER)
