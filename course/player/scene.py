"""The picture of one step of a run: what each node holds, and what travels along the arrows."""

import textwrap

from course.graph import Leaf
from course.picture.shapes import CARD, GRADIENT, HALO, INK, LINE, VALUE, box, text
from course.picture.svg import Grid, Plan, arrow, card, fit, node_box, title
from course.player.step import Step
from course.player.story import Story

LOCAL, SHARE, PROBLEM = "#8E3B7A", "#00785A", "#FFF0A0"  # the last one lies behind text
COLOURS = {"result": VALUE, "upstream": GRADIENT, "local": LOCAL, "downstream": SHARE}
GRID = Grid(width=132, height=84, gap_x=92, gap_y=28, spread=34)
LEGEND = 24
PARALLEL = 9  # characters that fit beside an arrow


class Scene:
    """Draws the steps of a story; where things stand is found once for all of them."""

    def __init__(self, story: Story):
        self.story = story
        self.plan = Plan(story.nodes, GRID)
        self.place = {node: i for i, node in enumerate(story.nodes)}

    def draw(self, number: int, reveal: bool = True) -> str:
        """A step as SVG.

        Args:
            number: of the step.
            reveal: whether to mark what is wrong, and to show PyTorch's values.
        """
        steps = self.story.steps
        step = steps[number]
        before = steps[number - 1].arrows if number else {}
        parts = [self._arrow(key, step, before) for key in self.plan.layout.routes]
        parts += [self._box(i, step, reveal) for i in range(len(self.story.nodes))]
        parts += [self._label(key, step) for key in self.plan.layout.routes]
        parts.append(_legend(self.plan.height + 6))
        return card(self.plan.width, self.plan.height + LEGEND, parts, step.caption)

    def _arrow(self, key: tuple, step: Step, before: dict) -> str:
        user, i = self.place[key[0]], key[1]
        colour, width = LINE, 1.5
        if step.kind == "forward" and user == step.node:
            colour, width = VALUE, 3
        elif step.kind == "local" and user == step.node:
            colour, width = LOCAL, 3
        elif step.arrows.get((user, i)) is not before.get((user, i)):
            colour, width = SHARE, 3
        drawn = arrow(self.plan.points(key), colour, width)
        return _faint(drawn, step.built is not None and user >= step.built)

    def _label(self, key: tuple, step: Step) -> str:
        """What stands beside an arrow, near the node that sends a share along it."""
        user, i = self.place[key[0]], key[1]
        if step.kind == "local" and user == step.node:
            value, colour, weight = step.local[i] if step.local else None, LOCAL, "bold"
            value = "Jacobian" if value is None else value
        elif (user, i) in step.arrows:
            value, delivered = step.arrows[user, i]
            colour, weight = SHARE, "normal" if delivered else "bold"
        else:
            return ""
        x, y = self.plan.points(key)[-1]
        words = value if isinstance(value, str) else fit(value, PARALLEL)
        weights = {"font_size": 12, "font_weight": weight}
        return text(x - 9, y - 6, words, colour, "end", **weights, **HALO)

    def _box(self, i: int, step: Step, reveal: bool) -> str:
        node = self.story.nodes[i]
        is_leaf = isinstance(node, Leaf)
        lines = [(title(node), INK, "bold")]
        result, gradient = step.results[i], step.gradients[i]
        if result is not None:
            lines.append((fit(result), VALUE, "normal"))
        if gradient is not None:
            lines.append((fit(gradient), GRADIENT, "bold" if i == step.node else "normal"))
        marked = reveal and (
            i in step.wrong or i in step.never or (step.problem and i == step.node)
        )
        if reveal and i in step.wrong:
            lines.append((f"PyTorch: {fit(step.wrong[i], 9)}", INK, "normal"))
        elif reveal and step.verdict:
            lines.append(("same in PyTorch", LINE, "normal"))
        fill = PROBLEM if marked else "#eef3f8" if is_leaf else "#f7f7f5"
        here = marked or i == step.node
        border = {"stroke": INK if here else LINE, "stroke_width": 3 if here else 1}
        if reveal and i in step.never:
            border["stroke_dasharray"] = "6 4"
        corner = self.plan.corner(node)
        drawn = node_box(corner, GRID, lines, fill, rounded=is_leaf, **border)
        if step.visits.get(i, 0) > 1:
            drawn += _badge(corner, f"{step.visits[i]} visits")
        return _faint(drawn, step.built is not None and i >= step.built)


def _faint(drawn: str, faint: bool) -> str:
    return f'<g opacity="0.15">{drawn}</g>' if faint else drawn


def _badge(corner: tuple[float, float], words: str) -> str:
    x, y = corner[0] + GRID.width, corner[1]
    around = box(x - 52, y - 11, 56, 19, INK, rx=9)
    return around + text(x - 24, y + 3, words, CARD, "middle", font_size=11)


def _legend(y: float) -> str:
    words = "".join(
        f'<tspan fill="{colour}" dx="12">{word}{"" if word == "result" else " gradient"}</tspan>'
        for word, colour in COLOURS.items()
    )
    return f'<text x="{GRID.margin - 12:g}" y="{y:g}" font-size="12">{words}</text>'


def static_picture(story: Story) -> str:
    """The numbers a run ended with, and the step at which it went wrong, where nothing can move."""
    last = story.steps[-1]
    said = last.problem or last.verdict
    first = story.first_problem
    if first is not None and first < len(story.steps) - 1:
        step = story.steps[first]
        said = f"Wrong from step {first + 1} on: {step.caption} {step.problem}"
    scene = Scene(story)
    drawn = scene.draw(len(story.steps) - 1)
    width, height = scene.plan.width, scene.plan.height + LEGEND
    lines = textwrap.wrap(f"{last.caption} {said}", max(30, int(width / 6.6)))
    words = [
        text(GRID.margin, height + 14 + 18 * i, line, font_size=12) for i, line in enumerate(lines)
    ]
    return card(width, height + 8 + 18 * len(lines), [drawn, *words], last.caption)
