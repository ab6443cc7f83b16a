"""The picture of a run: drawn once, with a slot for whatever changes from step to step.

What fills the slots is a list of texts, in the order in which the slots stand in the picture. Here
it makes a still; in the page `player.js` puts the same texts into the same slots.
"""

from dataclasses import replace
from html import escape

from course.graph import Leaf
from course.picture.labels import title
from course.picture.placement import Grid, Placement, curve
from course.player.shares import jacobian_size
from course.player.step import Step
from course.player.story import Story
from course.values.as_text import ROOM, in_box, letters

WIDE = Grid(width=112, height=66, gap_x=66, gap_y=40, margin=12, spread=34)
TALL = Grid(width=72, height=60, gap_x=20, gap_y=6, margin=4, spread=22)  # seen from its left side
LEGEND_HEIGHT = 30  # pixels below the boxes, for notes and for what the colours mean
LEGEND_WIDTH = 410  # pixels that its words need
LETTER_WIDTH = 10.5  # pixels of a title
DIGIT_WIDTH = 11  # pixels of a number beside an edge
MAX_BESIDE = 9  # letters of such a number
ROOM_WHEN_TALL = 4  # letters of a number in a small box, in any font
TIP_LENGTH = 11  # pixels, between that number and the box that the edge leads to
TIP_FORWARD, TIP_BACK = "M-9 -5L0 0L-9 5z", "M9 -5L0 0L9 5z"


class Scene:
    """A picture of a graph with slots, and what fills them at each step of a run.

    A slot is a text, or the state of a node or an edge: words that `player.css` makes visible.

    Attributes:
        size: width and height, in pixels.
        template: the picture as SVG, in which each slot is a pair of braces.
    """

    def __init__(self, story: Story, *, tall: bool = False):
        """Lays the graph out.

        Args:
            tall: whether values flow down in small boxes, so that several graphs fit in a row.
        """
        self.nodes, self.tall = story.nodes, tall
        self.room = ROOM_WHEN_TALL if tall else ROOM
        place = {node: i for i, node in enumerate(self.nodes)}
        self.edges = {(place[n], k): (n, k) for n in self.nodes for k in range(len(n.input_nodes))}
        self.sources = {key: place[user.input_nodes[k]] for key, (user, k) in self.edges.items()}
        self.grid = TALL if tall else self._roomy(story)
        self.plan = Placement(self.nodes, self.grid)
        below = 0 if tall else LEGEND_HEIGHT
        self.size = self._turned(
            max(self.plan.width, 0 if tall else LEGEND_WIDTH), self.plan.height + below
        )
        parts = [self._edge(key) for key in self.edges]
        parts += [self._node(i) for i in range(len(self.nodes))]
        parts += [self._label(key) for key in self.edges]
        self.template = "".join(parts)

    def _roomy(self, story: Story) -> Grid:
        """A grid with room for each title in a box, and for each number between two boxes."""
        beside = {
            words
            for step in story.steps
            for key in self.edges
            for words in self._beside(key, step)[1:]
        }
        gap = TIP_LENGTH + 2 + DIGIT_WIDTH * max(map(letters, beside), default=0)
        grid = replace(WIDE, gap_x=max(WIDE.gap_x, gap))
        return grid.wide_enough(map(title, self.nodes), LETTER_WIDTH)

    def fill(self, step: Step, *, reveal: bool) -> list[str]:
        """What stands in the slots at a step."""
        slots = [self._state_of_edge(key, step) for key in self.edges]
        for i in range(len(self.nodes)):
            slots += self.shown(i, step, reveal=reveal)
        for key in self.edges:
            slots += self._beside(key, step)
        return slots

    def _edge(self, key: tuple[int, int]) -> str:
        points = [self._turned(*point) for point in self.plan.points(self.edges[key])]
        turn = "rotate(90)" if self.tall else ""
        ends = (("tip", TIP_FORWARD, points[-1]), ("back tip", TIP_BACK, points[0]))
        tips = "".join(
            f'<path class="{name}" d="{d}" transform="translate({x:g} {y:g}){turn}"/>'
            for name, d, (x, y) in ends
        )
        line = f'<path class="line" d="{curve(points, upright=self.tall)}"/>'
        ends = f'data-user="{key[0]}" data-input="{self.sources[key]}"'
        return f'<g class="edge" {ends} data-slot="" data-is="{{}}">{line}{tips}</g>'

    def _node(self, i: int) -> str:
        node, (width, height) = self.nodes[i], self._turned(self.grid.width, self.grid.height)
        x, y = self._turned(*self.plan.corner(node))
        kind = "leaf" if isinstance(node, Leaf) else "made"
        rounding = 22 if kind == "leaf" else 8
        middle, step = width / 2, height / 3.25
        rows = (("result", 2, "{}"), ("gradient", 3, "{}"))
        texts = _words("title", middle, step - 3, self._title(node), is_slot=False)
        texts += "".join(_words(name, middle, row * step - 3, t) for name, row, t in rows)
        texts += _words("note", middle, height + 18, "{}") + _words("visits", width + 4, -4, "{}")
        box = f'<rect width="{width:g}" height="{height:g}" rx="{rounding}"/>'
        moved = f'transform="translate({x:g} {y:g})"'
        return f'<g class="node {kind}" {moved} data-slot="" data-is="{{}}">{box}{texts}</g>'

    def _title(self, node) -> str:
        """What stands on top in a box, as it stands in a template."""
        words = (self.tall and node.name) or title(node)
        if node.name is None:
            words = words.replace("-", "−")
        return escape(words).replace("{", "{{").replace("}", "}}")

    def _label(self, key: tuple[int, int]) -> str:
        x, y = self._turned(*self.plan.points(self.edges[key])[-1])
        x, y = (x + 4, y - 8) if self.tall else (x - TIP_LENGTH, y - 7)
        return f'<g class="label" data-slot="" data-is="{{}}">{_words("share", x, y, "{}")}</g>'

    def _turned(self, x: float, y: float) -> tuple[float, float]:
        return (y, x) if self.tall else (x, y)

    def _state_of_edge(self, key: tuple[int, int], step: Step) -> str:
        if step.built is not None and key[0] >= step.built:
            return "faint"
        if step.kind in ("forward", "local") and key[0] == step.node:
            return step.kind
        return "share" if key in step.came else ""

    def shown(self, i: int, step: Step, *, reveal: bool) -> list[str]:
        """The state of a node, its result, its gradient, a note below it and its visits."""
        if step.built is not None and i >= step.built:
            return ["faint", "", "", "", ""]
        result, gradient = step.results[i], step.gradients[i]
        state, note, digits = ["here"] if i == step.node else [], "", 3
        if reveal:
            state += ["wrong"] * (i in step.wrong or (bool(step.problem) and i == step.node))
            state += ["never"] * (i in step.never)
            note = "as in PyTorch" if step.verdict else ""
        if reveal and i in step.wrong:
            mine = result if "forward" in step.phase else gradient
            digits = 3 if in_box(mine) != in_box(step.wrong[i]) else 6
            note = f"PyTorch: {in_box(step.wrong[i], digits)}"
        unit = "×" if self.tall else " visits"
        visits = f"{step.visits[i]}{unit}" if step.visits.get(i, 0) > 1 else ""
        values = (result, gradient)
        numbers = ("" if each is None else in_box(each, digits, self.room) for each in values)
        return [" ".join(state), *numbers, note, visits]

    def _beside(self, key: tuple[int, int], step: Step) -> list[str]:
        """The state and the text of what stands beside an edge, near the node that sends it."""
        if step.kind == "local" and key[0] == step.node and step.local:
            local = step.local[key[1]]
            results = step.results[key[0]], step.results[self.sources[key]]
            words = jacobian_size(*results) if local is None else in_box(local, length=MAX_BESIDE)
            return ["local", words]
        if key not in step.edges:
            return ["", ""]
        value, delivered = step.edges[key]
        return ["delivered" if delivered else "waiting", in_box(value, length=MAX_BESIDE)]


def _words(name: str, x: float, y: float, words: str, *, is_slot: bool = True) -> str:
    slot = ' data-slot=""' if is_slot else ""
    return f'<text class="{name}" x="{x:g}" y="{y:g}"{slot}>{words}</text>'
