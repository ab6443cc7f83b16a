"""Gives unlimited practice by hand. Each exercise is new, and a harder one follows each success."""

import io
import random
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout, suppress
from html import escape
from typing import NamedTuple

from IPython.display import display

from course.check.base.blank_by_blank import Blanks
from course.check.base.exercise import counting_blanks
from course.check.paper.blanks import check_blanks
from course.check.paper.by_hand import check_gradients_by_hand, check_results_by_hand
from course.check.variants import number_pools
from course.check.variants.graph_pools import LEVELS
from course.check.variants.pool import Pool
from course.check.variants.recipes import GraphRecipe, NumberRecipe, Recipe
from course.check.variants.variant import Variant
from course.graph import ComputationNode
from course.messages.failure import CheckFailed
from course.picture.draw import draw
from course.values.as_text import on_one_line

PRE = '<pre style="white-space: pre-wrap">{}</pre>'

_Check = Callable[[Variant, Blanks], None]


def _numbers(clue: str) -> _Check:
    """A check of numbers that gives this clue for each wrong one."""

    def check(exercise: Variant, answers: Blanks) -> None:
        check_blanks(answers, exercise, clues=dict.fromkeys(exercise.right, clue))

    return check


class PracticeKind(NamedTuple):
    """A kind of exercise that can be practised."""

    check: _Check
    pools: Sequence[Pool]  # from easy to hard
    question: str = ""  # what is asked, if the sentences of the exercise do not say it


KINDS = {
    "gradients by hand": PracticeKind(check_gradients_by_hand, LEVELS),
    "values by hand": PracticeKind(check_results_by_hand, LEVELS),
    "forks by hand": PracticeKind(check_gradients_by_hand, LEVELS[1:]),
    "tensors by hand": PracticeKind(
        _numbers("Upstream gradient times local gradient, entry by entry."),
        [number_pools.weighted],
        "The upstream gradient of y is v. What is the gradient of each entry of x?",
    ),
    "matrices by hand": PracticeKind(
        _numbers("Which entries of C does this entry move? Each of them sends a share back."),
        [number_pools.matrix_entries],
        "Let C = AB, with the upstream gradient G. What are the gradients of the entry of A in row "
        "0 and column 1, and of the entry of B in row 1 and column 0?",
    ),
    "networks by hand": PracticeKind(
        check_results_by_hand,
        [number_pools.network],
        "z = x W1, h = tanh(z), o = h W2, L = (o - y)^2 / 2, s = lam (W1^2 + W2^2) / 2, J = L + s.",
    ),
    "costs by hand": PracticeKind(
        _numbers(
            "Take one product after the other: m x n times n x p takes m n p multiplications."
        ),
        [number_pools.costs],
        "How many multiplications of two numbers does it take? left: y = (AB)v. right: y = A(Bv). "
        "backward: the gradients of A, B and v, with y computed as A(Bv).",
    ),
}


class Practice:
    """Shows one exercise after another, with a box for each blank.

    Attributes:
        what, kind: what is practised, a key of `KINDS` and its value.
        level: the level of the next exercise, counted from 0.
        shown_level: the level of the exercise that is shown.
        variant: the exercise that is shown.
        boxes: for each blank, the box in which its answer is typed.
        verdicts: the output of the check, as HTML.
        next: the button for another exercise.
        widget: all of this, as one widget.
    """

    def __init__(self, what: str, level: int = 0):
        from ipywidgets import HTML, Button, VBox

        self.what, self.level, self.kind = what, level, KINDS[what]
        self.verdicts, self.widget = HTML(), VBox()
        self.next = Button(description="Another one")
        self.next.on_click(lambda _: self.begin())
        self.begin()

    def begin(self) -> None:
        """Shows a new exercise of the level reached so far."""
        from ipywidgets import HTML, Layout, Text

        self.shown_level = self.level
        recipe = self.kind.pools[self.level](random.randrange(1, 10**9))
        self.variant = Variant(0, recipe.right, recipe.right, recipe)
        title = f"{self.what}, level {self.level + 1} of {len(self.kind.pools)}"
        picture = draw(recipe.right, title).svg if isinstance(recipe, GraphRecipe) else ""
        is_backward = self.kind.check is check_gradients_by_hand
        sentences = [self.kind.question, *recipe.given("L" if is_backward else "")]
        text = PRE.format(escape("\n".join(filter(None, sentences))))
        self.boxes = {
            name: Text(description=name, continuous_update=False, layout=Layout(width="24em"))
            for name in _blanks_of(recipe, is_backward)
        }
        for box in self.boxes.values():
            box.observe(lambda _: self.check(), "value")
        self.verdicts.value = ""
        self.widget.children = [
            HTML(picture + text),
            *self.boxes.values(),
            self.verdicts,
            self.next,
        ]

    def check(self) -> None:
        """Checks what is typed so far. If every blank is right, the next exercise is one level
        harder."""
        answers = {name: box.value.strip() or ... for name, box in self.boxes.items()}
        printed = io.StringIO()
        with redirect_stdout(printed), counting_blanks() as counted, suppress(CheckFailed):
            self.kind.check(self.variant, answers)
        text = printed.getvalue()
        if counted.blanks_right == len(answers):
            self.level = min(self.shown_level + 1, len(self.kind.pools) - 1)
            text += f"\nAll {len(answers)} are right."
        self.verdicts.value = PRE.format(escape(text))


def _blanks_of(recipe: Recipe, is_backward: bool) -> list[str]:
    """The blanks of an exercise, in the order in which they are filled in."""
    if isinstance(recipe.right, ComputationNode):
        nodes = [node for node in recipe.right.sorted_nodes() if node.name]
        if is_backward:
            return [node.name for node in reversed(nodes)]
        return [node.name for node in nodes if node.input_nodes]
    assert isinstance(recipe, NumberRecipe)
    return list(recipe.values)


def practice(what: str = "gradients by hand") -> None:
    """Shows as many exercises as you like. None of them is graded.

    Args:
        what: one of `KINDS`.
    """
    if what not in list(KINDS):  # a list, because `what` may not be hashable
        raise CheckFailed(
            f"There is no practice called {on_one_line(what)}. There are: {', '.join(KINDS)}."
        )
    display(Practice(what).widget)
