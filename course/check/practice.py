"""Practice by hand without end: a fresh graph each time, and a harder one after each success."""

import contextlib
import io
import random
from html import escape

from IPython.display import display

from course.check.by_hand import check_gradients_by_hand, check_results_by_hand
from course.check.pools import LEVELS
from course.check.variants import Variant, given
from course.failure import CheckFailed
from course.picture.draw import draw

GRADIENTS, VALUES = "gradients by hand", "values by hand"
CHECKS = {GRADIENTS: check_gradients_by_hand, VALUES: check_results_by_hand}


class Practice:
    """One exercise after the other, with a box for each blank.

    Attributes:
        level: of the exercise that is shown, from 0 on.
        variant: the exercise.
        boxes: by blank, where its answer is typed.
        said: what the check has found, as HTML.
        box: all of it, as a widget.
    """

    def __init__(self, what: str, level: int = 0):
        from ipywidgets import HTML, Button, VBox

        self.what, self.level = what, level
        self.said, self.box, self.next = HTML(), VBox(), Button(description="Another one")
        self.next.on_click(lambda _: self.begin())
        self.begin()

    def begin(self) -> None:
        """Shows a fresh exercise, of the level that has been reached."""
        from ipywidgets import HTML, Layout, Text

        number = random.randrange(1, 10**9)
        recipe = LEVELS[self.level](number)
        graph = recipe.graph()
        self.variant = Variant(number, graph, recipe.one, graph)
        output = "L" if self.what == GRADIENTS else ""
        picture = draw(graph, f"{self.what}, level {self.level + 1} of {len(LEVELS)}").svg
        about = "<br>".join(map(escape, given(recipe, output)))
        blanks = [node.name for node in graph.sorted_nodes() if output or node.input_nodes]
        self.boxes = {
            name: Text(description=name, continuous_update=False, layout=Layout(width="24em"))
            for name in (reversed(blanks) if output else blanks)
        }
        for each in self.boxes.values():
            each.observe(lambda _: self.check(), "value")
        self.said.value = ""
        self.box.children = [HTML(f"{picture}<p>{about}</p>"), *self.boxes.values(), self.said]
        self.box.children += (self.next,)

    def check(self) -> None:
        """Checks what is typed so far; when all of it is right, the next one is harder."""
        answers = {name: each.value.strip() or ... for name, each in self.boxes.items()}
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            try:
                share = CHECKS[self.what](self.variant, answers)
            except CheckFailed:
                share = 0.0
        told = printed.getvalue()
        if share == 1:
            self.level = min(self.level + 1, len(LEVELS) - 1)
            told += f"\nAll {len(answers)} are right."
        self.said.value = f"<pre>{escape(told)}</pre>"


def practice(what: str = GRADIENTS) -> None:
    """Gives exercises to practise on, as many as you like; nothing of it is graded.

    Args:
        what: "gradients by hand" or "values by hand".
    """
    if what not in CHECKS:
        raise CheckFailed(f"there is no practice of {what!r}. There is: {', '.join(CHECKS)}.")
    display(Practice(what).box)
