"""Unlimited practice by hand: a fresh exercise each time, and a harder one after each success."""

import contextlib
import io
import random
from collections.abc import Callable
from html import escape

from IPython.display import display

from course.check.base.blank_by_blank import Answers
from course.check.paper import number_pools
from course.check.paper.blanks import check_blanks
from course.check.paper.by_hand import check_gradients_by_hand, check_results_by_hand
from course.check.paper.graph_pools import LEVELS, GraphRecipe
from course.check.paper.variants import Variant
from course.graph import ComputationNode
from course.messages.failure import CheckFailed
from course.picture.draw import draw

PRE = '<pre style="white-space: pre-wrap">{}</pre>'


def _check_numbers(yours: Variant, answers: Answers) -> float:
    return check_blanks(answers, yours)


# What can be practised: its check, its pools from easy to hard, and what is asked.
KINDS: dict[str, tuple[Callable, list[Callable], str]] = {
    "gradients by hand": (check_gradients_by_hand, LEVELS, ""),
    "values by hand": (check_results_by_hand, LEVELS, ""),
    "forks by hand": (check_gradients_by_hand, LEVELS[1:], ""),
    "tensors by hand": (
        _check_numbers,
        [number_pools.weighted],
        "The upstream gradient of y is v. What is the gradient of each entry of x?",
    ),
    "matrices by hand": (
        _check_numbers,
        [number_pools.matrix_entries],
        "Let C = AB, with the upstream gradient G. What are the gradients of the entry of A in row "
        "0 and column 1, and of the entry of B in row 1 and column 0?",
    ),
    "networks by hand": (
        check_results_by_hand,
        [number_pools.network],
        "z = x W1, h = tanh(z), o = h W2, L = (o - y)^2 / 2, s = lam (W1^2 + W2^2) / 2, J = L + s.",
    ),
    "costs by hand": (
        _check_numbers,
        [number_pools.costs],
        "How many multiplications of two numbers does it take? left: y = (AB)v. right: y = A(Bv). "
        "backward: the gradients of A, B and v, with y computed as A(Bv).",
    ),
}


class Practice:
    """One exercise after the other, with a box for each blank.

    Attributes:
        level: of the next exercise, from 0 on.
        shown: of the exercise that is shown.
        variant: the exercise.
        boxes: by blank, where its answer is typed.
        said: what the check has found, as HTML.
        box: all of it, as a widget.
    """

    def __init__(self, what: str, level: int = 0):
        from ipywidgets import HTML, Button, VBox

        self._checked, self.pools, self.asked = KINDS[what]
        self.what, self.level = what, level
        self.said, self.box, self.next = HTML(), VBox(), Button(description="Another one")
        self.next.on_click(lambda _: self.begin())
        self.begin()

    def begin(self) -> None:
        """Shows a fresh exercise, of the level that has been reached."""
        from ipywidgets import HTML, Layout, Text

        self.shown = self.level
        number = random.randrange(1, 10**9)
        drawn = self.pools[self.level](number)
        self.variant = Variant(number, drawn.right, drawn.right, drawn, is_practice=True)
        title, picture = f"{self.what}, level {self.level + 1} of {len(self.pools)}", ""
        is_backward = self._checked is check_gradients_by_hand
        if isinstance(drawn, GraphRecipe):
            picture = draw(drawn.right, title).svg
        blanks = list(getattr(drawn, "values", ()))
        if isinstance(drawn.right, ComputationNode):
            nodes = [node for node in drawn.right.sorted_nodes() if node.name]
            blanks = [node.name for node in nodes if is_backward or node.input_nodes]
        about = [self.asked, *drawn.given("L" if is_backward else "")]
        told = PRE.format(escape("\n".join(filter(None, about))))
        self.boxes = {
            name: Text(description=name, continuous_update=False, layout=Layout(width="24em"))
            for name in (reversed(blanks) if is_backward else blanks)
        }
        for each in self.boxes.values():
            each.observe(lambda _: self.check(), "value")
        self.said.value = ""
        self.box.children = [HTML(picture + told), *self.boxes.values(), self.said, self.next]

    def check(self) -> None:
        """Checks what is typed so far; when all of it is right, the next one is harder."""
        answers = {name: each.value.strip() or ... for name, each in self.boxes.items()}
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            try:
                part = self._checked(self.variant, answers)
            except CheckFailed:
                part = 0.0
        told = printed.getvalue()
        if part == 1:
            self.level = min(self.shown + 1, len(self.pools) - 1)
            many = len(answers) > 1
            told += f"\nAll {len(answers)} are right." if many else "\nIt is right."
        self.said.value = PRE.format(escape(told))


def practice(what: str = "gradients by hand") -> None:
    """Shows as many exercises for practice as you like; none of them is graded.

    Args:
        what: one of `KINDS`.
    """
    if what not in KINDS:
        raise CheckFailed(f"there is no practice of {what!r}. There is: {', '.join(KINDS)}.")
    display(Practice(what).box)
