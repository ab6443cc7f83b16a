"""Draws the picture of a run once, with slots for whatever changes from step to step.

A list of texts fills the slots, in their order in the picture. `page` fills them for a still
picture, and `picture.js` fills the same slots with the same texts in a page.
"""

from dataclasses import replace
from html import escape
from typing import NamedTuple

from course.graph import ComputationNode, Leaf
from course.picture.labels import box_title
from course.picture.placement import Grid, Placement, curve
from course.player.box_text import MAX_BOX_LETTERS, in_box, text_width
from course.player.recorded_run import RecordedRun
from course.player.right_shares import jacobian_size
from course.player.step import Step
from course.recording.account import Edge
from course.scaffold.order import places_of_inputs
from course.values.as_text import drawable_text

WIDE = Grid(width=112, height=66, gap_x=66, gap_y=40, margin=12, spread=34)
TALL = Grid(width=72, height=60, gap_x=20, gap_y=6, margin=4, spread=22)  # x and y are swapped
LEGEND_HEIGHT = 30  # pixels below the boxes, for notes and the legend
LEGEND_WIDTH = 410  # pixels that the words of the legend need
LETTER_WIDTH = 10.5  # pixels of a letter in a title
DIGIT_WIDTH = 11  # pixels of a digit in a number beside an edge
MAX_BESIDE = 9  # letters of a number beside an edge
MAX_TALL_LETTERS = 4  # letters of a number that fit into a small box, in any font
TIP_LENGTH = 11  # pixels between a number beside an edge and the box that the edge leads to
TIP_FORWARD, TIP_BACK = "M-9 -5L0 0L-9 5z", "M9 -5L0 0L9 5z"


class Box(NamedTuple):
    """The texts in the slots of a node's box."""

    state: str
    result: str
    gradient: str
    note: str  # below the box
    visits: str


class Scene:
    """The picture of a graph with slots, and the texts that fill them at each step of a run.

    A slot holds a text to show, or the state of a node, an edge or a label: words that `player.css`
    turns into colours and lines.

    Attributes:
        size: width and height, in pixels.
        template: the picture as SVG, in which each slot is a pair of braces.
    """

    def __init__(self, run: RecordedRun, *, tall: bool = False):
        """Lays the graph out.

        Args:
            tall: whether values flow downward through small boxes, so that several graphs fit side
                by side.
        """
        self.nodes, self.tall = run.nodes, tall
        self.room = MAX_TALL_LETTERS if tall else MAX_BOX_LETTERS
        # For each edge, the place of the input that it comes from.
        self.edges: dict[Edge, int] = {
            (user, k): source
            for user, sources in enumerate(places_of_inputs(self.nodes))
            for k, source in enumerate(sources)
        }
        self.grid = TALL if tall else self._roomy(run)
        self.plan = Placement(self.nodes, self.grid)
        below = 0 if tall else LEGEND_HEIGHT
        self.size = self._turned(
            max(self.plan.width, 0 if tall else LEGEND_WIDTH), self.plan.height + below
        )
        parts = [self._edge(edge) for edge in self.edges]
        parts += [self._node(i) for i in range(len(self.nodes))]
        parts += [self._label(edge) for edge in self.edges]
        self.template = "".join(parts)

    def _roomy(self, run: RecordedRun) -> Grid:
        """A grid with enough room for titles in boxes, and for numbers between boxes."""
        longest = 0.0
        for step in run.steps:
            for edge in self.edges:
                _, words = self._beside(edge, step)
                longest = max(longest, text_width(words))
        gap = TIP_LENGTH + 2 + DIGIT_WIDTH * longest
        grid = replace(WIDE, gap_x=max(WIDE.gap_x, gap))
        return grid.wide_enough(map(box_title, self.nodes), LETTER_WIDTH)

    def fill(self, step: Step, *, reveal: bool) -> list[str]:
        """The texts in the slots at a step."""
        slots = [self._state_of_edge(edge, step) for edge in self.edges]
        for i in range(len(self.nodes)):
            slots += self.box_at(i, step, reveal=reveal)
        for edge in self.edges:
            slots += self._beside(edge, step)
        return slots

    def _edge(self, edge: Edge) -> str:
        points = self._points(edge)
        parts = [
            f'<path class="line" d="{curve(points, upright=self.tall)}"/>',
            self._tip("tip", TIP_FORWARD, points[-1]),
            self._tip("back tip", TIP_BACK, points[0]),
        ]
        ends = f'data-user="{edge[0]}" data-input="{self.edges[edge]}"'
        return f'<g class="edge" {ends} data-slot="" data-is="{{}}">{"".join(parts)}</g>'

    def _points(self, edge: Edge) -> list[tuple[float, float]]:
        """The points that an edge passes."""
        user, k = edge
        return [self._turned(*point) for point in self.plan.points((self.nodes[user], k))]

    def _tip(self, name: str, d: str, end: tuple[float, float]) -> str:
        x, y = end
        turn = "rotate(90)" if self.tall else ""
        return f'<path class="{name}" d="{d}" transform="translate({x:g} {y:g}){turn}"/>'

    def _node(self, i: int) -> str:
        node, (width, height) = self.nodes[i], self._turned(self.grid.width, self.grid.height)
        x, y = self._turned(*self.plan.corner(node))
        is_leaf = isinstance(node, Leaf)
        middle, line = width / 2, height / 3.25
        parts = [
            f'<rect width="{width:g}" height="{height:g}" rx="{22 if is_leaf else 8}"/>',
            _words("title", middle, line - 3, self._title(node), is_slot=False),
            _words("result", middle, 2 * line - 3, "{}"),
            _words("gradient", middle, 3 * line - 3, "{}"),
            _words("note", middle, height + 18, "{}"),
            _words("visits", width + 4, -4, "{}"),
        ]
        kind = "leaf" if is_leaf else "made"
        moved = f'transform="translate({x:g} {y:g})"'
        return f'<g class="node {kind}" {moved} data-slot="" data-is="{{}}">{"".join(parts)}</g>'

    def _title(self, node: ComputationNode) -> str:
        """The title at the top of a box, escaped for the template."""
        words = (self.tall and node.name) or box_title(node)
        if node.name is None:
            words = words.replace("-", "−")
        return escape(drawable_text(words)).replace("{", "{{").replace("}", "}}")

    def _label(self, edge: Edge) -> str:
        x, y = self._points(edge)[-1]
        x, y = (x + 4, y - 8) if self.tall else (x - TIP_LENGTH, y - 7)
        return f'<g class="label" data-slot="" data-is="{{}}">{_words("share", x, y, "{}")}</g>'

    def _turned(self, x: float, y: float) -> tuple[float, float]:
        return (y, x) if self.tall else (x, y)

    def _state_of_edge(self, edge: Edge, step: Step) -> str:
        user = edge[0]
        if not step.has(user):
            return "faint"
        if step.kind in ("forward", "local") and user == step.node:
            return step.kind
        return "share" if edge in step.came else ""

    def box_at(self, i: int, step: Step, *, reveal: bool) -> Box:
        """What the box of a node shows at a step."""
        if not step.has(i):
            return Box("faint", "", "", "", "")
        result, gradient = step.results[i], step.gradients[i]
        states = ["here"] if i == step.node else []
        note, digits = "", 3
        if reveal:
            if i in step.wrong or (step.problem and i == step.node):
                states.append("wrong")
            if i in step.never:
                states.append("never")
            note = "as in PyTorch" if step.verdict else ""
            if i in step.wrong:
                yours = result if "forward" in step.phase else gradient
                digits = 3 if in_box(yours) != in_box(step.wrong[i]) else 6
                note = f"PyTorch: {in_box(step.wrong[i], digits)}"
        unit = "×" if self.tall else " visits"
        visits = f"{step.visits[i]}{unit}" if step.visits[i] > 1 else ""
        result_text, gradient_text = (
            "" if value is None else in_box(value, digits, self.room)
            for value in (result, gradient)
        )
        return Box(" ".join(states), result_text, gradient_text, note, visits)

    def _beside(self, edge: Edge, step: Step) -> tuple[str, str]:
        """The state and the text of the label beside an edge, near the node that sends shares."""
        user, k = edge
        if step.kind == "local" and user == step.node and step.local:
            if step.local[k] is None:
                return "local", jacobian_size(step.results[user], step.results[self.edges[edge]])
            return "local", in_box(step.local[k], length=MAX_BESIDE)
        if edge not in step.edges:
            return "", ""
        sent = step.edges[edge]
        return "delivered" if sent.has_arrived else "waiting", in_box(sent.share, length=MAX_BESIDE)


def _words(name: str, x: float, y: float, words: str, *, is_slot: bool = True) -> str:
    slot = ' data-slot=""' if is_slot else ""
    return f'<text class="{name}" x="{x:g}" y="{y:g}"{slot}>{words}</text>'
