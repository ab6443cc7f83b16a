"""Shows a player with a text box, and runs engines on any expression typed into it."""

import os
from collections.abc import Callable, Mapping

from IPython.display import display
from ipywidgets import HTML, Dropdown, HBox, Layout, Output, Text, VBox

from course.expressions.expression_error import ExpressionError
from course.expressions.typed_graph import read_graph, unused_names, values_used
from course.graph import ComputationNode
from course.picture.graph_picture import drawable_nodes
from course.picture.svg import shade
from course.picture.widgets import as_large_as_pictures, view_of
from course.player.page import Player, page
from course.player.recorded_run import RecordedRun
from course.sentences.code_in_words import words_as_html
from course.sentences.words import listed, verb

PRESETS = {
    "x*x + x": ("y = x*x + x", "x = 3"),
    "cosh": ("z = cosh(x)", "x = log 2"),
    "tanh": ("p = exp(x); m = exp(-x); t = (p - m) / (p + m)", "x = 0.5"),
    "sigmoid neuron": ("s = w*x + b; a = sigmoid(s)", "w = 0.5, x = 2, b = -0.25"),
    "squared error of a line": ("d = w*x + b - y; J = d^2", "w = 2, x = 1.5, b = 0.5, y = 3"),
    "reuse twice": ("b = a + a; c = b + b", "a = 1.5"),
    "long and short way": ("u = exp(x); y = u*u + exp(-u)", "x = 0.5"),
    "small matmul": (
        "Y = X @ W; E = Y - T; J = sum(E^2)",
        "X = [[1, 2, -1], [0.5, 1, 3]]; W = [[1, 0], [-1, 2], [0.5, 1]]; T = [[1, 2], [0, 1]]",
    ),
}
BOXES_HEIGHT = 32  # pixels of the second row of boxes, with its margin

MakeRun = Callable[[ComputationNode], RecordedRun]


def _room_for(text: str) -> str:
    """The CSS `flex` of a box that shows the whole text if the window is wide enough."""
    return f"1 1 {8 + 0.6 * max(len(text), 10):g}em"


def _text_box(label: str, text: str) -> Text:
    # The value changes when Enter is pressed or the box is left, not with each letter.
    return Text(value=text, continuous_update=False, **_look(label, _room_for(text)))


def _look(label: str, flex: str) -> dict:
    return {
        "description": label,
        "layout": Layout(flex=flex, width="auto", min_width="0"),
        "style": {"description_width": "initial"},
    }


class Explorer:
    """Runs engines on typed expressions.

    The text boxes need a kernel. The player below them is a separate output, which each new run
    replaces. It still plays in the notebook after the kernel is gone.

    Attributes:
        player: shows the runs.
        preset, expression, values: the controls above the player.
        box: a widget with these controls.
    """

    def __init__(
        self,
        engines: Mapping[str, MakeRun],
        *,
        preset: str,
        sketch: bool = False,
    ):
        """Runs all engines on the first expression.

        Args:
            engines: functions that record a run on a graph, by the names of the engines.
            preset: the first expression, or the name of one in `PRESETS`.
            sketch: whether to build graphs from sketches instead of the student's own classes.
        """
        self.engines, self.sketch = dict(engines), sketch
        self.reveal = len(engines) == 1  # a class has to find the right one of several
        expression, values = PRESETS.get(preset, (preset, ""))
        self.preset = Dropdown(
            options=list(PRESETS),
            value=preset if preset in PRESETS else None,
            **_look("Preset", "0 1 17em"),
        )
        self.expression = _text_box("Expression", expression)
        self.values = _text_box("Values", values)
        self.complaint = HTML()
        wrap = Layout(flex_flow="row wrap", align_items="center")
        boxes = as_large_as_pictures(HBox([self.preset, self.expression, self.values], layout=wrap))
        # Voila cannot replace an output, and Colab does not show an output inside a widget.
        self._output = Output() if "VOILA_KERNEL_ID" in os.environ else None
        self.box = VBox([boxes, self.complaint, *filter(None, [self._output])])
        self._is_filling_in, self._shown = False, None
        self.player = self._record()
        self.preset.observe(self._chosen, "value")
        for control in (self.expression, self.values):
            control.observe(self._typed, "value")

    def _record(self, *, fills_in: bool = True) -> Player:
        """Records runs on what is typed, and writes the values that were used into their box.

        Args:
            fills_in: whether to drop values for names that do not occur in the expression.

        Raises:
            ExpressionError: what is typed cannot be read; or, without `fills_in`, has such values.
            ValueError: the graph has more nodes than a picture can show.
        """
        typed = self.expression.value, self.values.value
        graph = read_graph(*typed, sketch=self.sketch)
        drawable_nodes(graph)
        if not fills_in and (unused := unused_names(*typed, graph)):
            names = listed(f"`{name}`" for name in unused)
            raise ExpressionError(f"{names} {verb(len(unused), 'do')} not occur in the expression.")
        runs = {name: engine(graph) for name, engine in self.engines.items()}
        self._fill_in(typed[0], values_used(*typed, graph))
        return Player(runs, reveal=self.reveal)

    def _fill_in(self, expression: str, values: str) -> None:
        self._is_filling_in = True  # so that no run starts while only one box has changed
        for box, text in ((self.expression, expression), (self.values, values)):
            box.value, box.layout.flex = text, _room_for(text)
        self._is_filling_in = False

    def _typed(self, change) -> None:
        if not self._is_filling_in:
            self.preset.value = None  # so that the same one can be chosen again
            self._run(fills_in=change.owner is self.expression)

    def _chosen(self, change) -> None:
        if change.new is not None:
            self._fill_in(*PRESETS[change.new])
            self._run()

    def _run(self, *, fills_in: bool = True) -> None:
        """Records and shows runs on what is typed now, or shows why it cannot."""
        try:
            self.player = self._record(fills_in=fills_in)
            self.complaint.value = ""
        except Exception as error:  # anything can be typed, and nobody sees an error in a callback
            style = f"background:{shade('mark')};color:{shade('ink')};padding:4px 8px"
            told = words_as_html(str(error))
            self.complaint.value = f'<span role="alert" style="{style}">{told}</span>'
        self._show(dimmed=bool(self.complaint.value))

    def _show(self, *, dimmed: bool = False) -> None:
        html = page(self.player.runs, reveal=self.player.reveal, dimmed=dimmed)
        html = f'<div style="--above: {BOXES_HEIGHT}px">{html}</div>'
        data = {"text/html": html, "text/plain": repr(self)}
        if self._output:
            output = {"output_type": "display_data", "data": data, "metadata": {}}
            self._output.outputs = (output,)
        elif self._shown is None:
            self._shown = display(data, raw=True, display_id=True)
        else:
            self._shown.update(data, raw=True)

    def _ipython_display_(self) -> None:
        instead = "To type an expression, run this cell in Jupyter or Colab."
        display({**view_of(self.box), "text/plain": instead}, raw=True)
        self._shown = None
        self._show()

    def __repr__(self) -> str:
        return repr(self.player)
