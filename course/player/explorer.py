"""A player with a text box: any expression, and one of several engines that runs on it."""

from collections.abc import Callable, Mapping
from html import escape

from ipywidgets import HTML, Dropdown, HBox, Layout, Text, VBox

from course.graph import ComputationNode
from course.picture.draw import drawable_nodes
from course.picture.shapes import INK
from course.player.controls import WRAP, Player, mimebundle
from course.player.expression import read_graph
from course.player.scene import PROBLEM
from course.player.story import Story

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
_WIDE = Layout(width="460px")
_STYLE = {"description_width": "80px"}

Run = Callable[[ComputationNode], Story]


class Explorer:
    """Runs an engine on what is typed.

    Attributes:
        player: shows the run.
        preset, expression, values, engine: the controls above it.
        box: all of it, as a widget.
    """

    def __init__(
        self,
        engines: Mapping[str, Run],
        *,
        preset: str = "x*x + x",
        sketch: bool = False,
        reveal: bool = True,
    ):
        """Shows the first engine on a preset.

        Args:
            engines: by the name to choose them by, functions that record a run on a graph.
            preset: one of `PRESETS`.
            sketch: whether the graph needs none of the student's own classes.
            reveal: whether to say at once where a run goes wrong.
        """
        self.engines, self.sketch = dict(engines), sketch
        self.preset = Dropdown(options=list(PRESETS), value=preset, layout=_WIDE, style=_STYLE)
        self.preset.description = "Preset"
        text, values = PRESETS[preset]
        # Text is taken when Enter is pressed or the box is left, not letter by letter.
        self.expression, self.values = (
            Text(value=v, description=d, continuous_update=False, layout=_WIDE, style=_STYLE)
            for d, v in (("Expression", text), ("Values", values))
        )
        self.engine = Dropdown(options=list(engines), layout=_WIDE, style=_STYLE)
        self.engine.description = "Engine"
        self.complaint = HTML()
        self._is_filling_in = False
        self.player = Player(self._record(), reveal=reveal)
        self.preset.observe(self._preset, "value")
        for control in (self.expression, self.values):
            control.observe(self._typed, "value")
        self.engine.observe(self._run, "value")
        chosen = [self.preset, self.engine] if len(self.engines) > 1 else [self.preset]
        rows = [chosen, [self.expression, self.values], [self.complaint]]
        self.box = VBox([*(HBox(row, layout=WRAP) for row in rows), self.player.box])

    def _record(self) -> Story:
        graph = read_graph(self.expression.value, self.values.value, sketch=self.sketch)
        drawable_nodes(graph)
        return self.engines[self.engine.value](graph)

    def _typed(self, _) -> None:
        if not self._is_filling_in:
            self.preset.value = None  # so that the same one can be chosen again
            self._run()

    def _preset(self, change) -> None:
        if change.new is None:
            return
        self._is_filling_in = True  # the boxes change one after the other: run once, at the end
        self.expression.value, self.values.value = PRESETS[change.new]
        self._is_filling_in = False
        self._run()

    def _run(self, _=None) -> None:
        """Records and shows a run of what is typed now, or says why that cannot be."""
        if self._is_filling_in:
            return
        try:
            story = self._record()
        except Exception as error:  # whatever is typed; a callback's error would be seen nowhere
            style = f"background:{PROBLEM};color:{INK};padding:4px 8px;border-radius:4px"
            self.complaint.value = f'<span style="{style}">{escape(str(error))}</span>'
        else:
            self.complaint.value = ""
            self.player.show(story)

    def _repr_mimebundle_(self, **_) -> dict:
        return mimebundle(self.box, self.player.story, repr(self))

    def __repr__(self) -> str:
        return repr(self.player)
