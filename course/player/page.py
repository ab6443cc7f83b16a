"""Packs recorded runs into HTML that plays in the page: a still picture, the runs, and scripts.

The page needs no kernel, widget or network. Where scripts may not run, as in an untrusted notebook,
the still picture remains, with its text alternative.
"""

from collections.abc import Mapping
from html import escape

from course.picture.assets import asset, compressed, in_base64, with_dom
from course.picture.labels import graph_in_words, nodes_in_words
from course.picture.svg import Picture, theme_variables
from course.player.arithmetic import arithmetic, prediction
from course.player.recorded_run import RecordedRun
from course.player.scene import Scene
from course.player.step import Step
from course.sentences.code_in_words import as_read_aloud
from course.values.as_text import drawable_text, in_page

RUN_MIME_TYPE = "application/vnd.backprop-by-hand.run+json"  # of data made by `packed`
_NOTHING: tuple = ("", [], {}, None)  # values that are left out of a step's data
_LEGEND = {
    "result": "result",
    "gradient": "upstream",
    "local": "local",
    "share": "downstream gradient",
}


def page(runs: Mapping[str, RecordedRun], *, reveal: bool = True, dimmed: bool = False) -> str:
    """The HTML of a player with its script.

    Args:
        runs, reveal: as for `packed`.
        dimmed: whether to fade the player, because it is out of date.
    """
    drawn = figure(packed(runs, reveal=reveal))
    if dimmed:
        drawn = f'<div style="opacity:0.4">{drawn}</div>'
    return f"{drawn}<script>{script()}</script>"


def packed(
    runs: Mapping[str, RecordedRun], *, reveal: bool = True, start: int = 0
) -> dict[str, str]:
    """The data of a player: its runs and its still picture in base64, and the still's text
    alternative.

    Args:
        runs: the runs, by the names of their engines. Several runs have to be on the same graph;
            they are shown side by side.
        reveal: whether to say at once where a run goes wrong; a button changes that.
        start: the number of the step to begin with.
    """
    first = next(iter(runs.values()))
    scene = Scene(first)
    tall = Scene(first, tall=True) if len(runs) > 1 else None
    # Without `reveal`, and for several runs, the still shows the graph just after it was built.
    still = _most_telling(first) if reveal and len(runs) == 1 else len(first.nodes) - 1
    data = {
        "reveal": reveal,
        "start": start,
        "about": nodes_in_words(first.nodes),
        "runs": [_run_data(scene, tall, name, run) for name, run in runs.items()],
    }
    if tall:
        data["tall"] = step_svg(tall, first, still, reveal=False)
    return {
        "run": compressed(data),
        "still": in_base64(step_svg(scene, first, still, reveal=reveal).encode()),
        "says": _alternative(scene, first, still, reveal=reveal),
    }


def figure(made: Mapping[str, str]) -> str:
    """The HTML for data made by `packed`, without the script, which a page needs only once."""
    return (
        f'<figure class="backprop-player" data-run="{escape(made["run"])}"><img '
        f'alt="{escape(made["says"])}" src="data:image/svg+xml;base64,{escape(made["still"])}">'
        "</figure>"
    )


class Player:
    """Shows recorded runs, side by side if there are several. Playing them needs no kernel.

    Attributes:
        runs: the runs, by the names of their engines.
        reveal: whether to say at once where a run goes wrong.
    """

    def __init__(self, runs: Mapping[str, RecordedRun], *, reveal: bool = True):
        self.runs, self.reveal = dict(runs), reveal

    def _repr_html_(self) -> str:
        return page(self.runs, reveal=self.reveal)

    def __repr__(self) -> str:
        if len(self.runs) > 1:
            return f"{len(self.runs)} engines on one expression."
        (run,) = self.runs.values()
        steps, first = run.steps, run.first_problem
        if not self.reveal:
            return f"A run of {len(steps)} steps."
        if first is None:
            return f"A run of {len(steps)} steps. {steps[-1].verdict}"
        wrong = steps[first]
        if wrong.blames_values:
            return f"A run up to step {first + 1} of {len(steps)}. {wrong.problem}"
        return f"Wrong from step {first + 1} of {len(steps)} on: {wrong.caption} {wrong.problem}"


class PlayedPicture(Picture):
    """A picture of a run at its first problem, or else at its end, with the data that a page of
    feedback needs to play it."""

    def __init__(self, run: RecordedRun):
        number, scene = _most_telling(run), Scene(run)
        super().__init__(
            step_svg(scene, run, number, reveal=True), _alternative(scene, run, number, reveal=True)
        )
        self.run = packed({"": run}, start=number)

    @property
    def data(self) -> dict:
        """The picture and the run as data for a notebook output, by MIME type."""
        return super().data | {RUN_MIME_TYPE: self.run}


def script() -> str:
    """The script that plays all players of a page."""
    return with_dom("player/picture.js", "player/player.js")


def style() -> str:
    """The style sheet of players."""
    colours = theme_variables(":is(:root.backprop-picture, .backprop-player)")
    return colours + asset("player/player.css")


def _most_telling(run: RecordedRun) -> int:
    """The number of the step for a still picture: the first problem, or else the end."""
    return len(run.steps) - 1 if run.first_problem is None else run.first_problem


def step_svg(scene: Scene, run: RecordedRun, number: int, *, reveal: bool) -> str:
    """A step as a complete SVG picture."""
    width, height = scene.size
    slots = scene.fill(run.steps[number], reveal=reveal)
    drawn = scene.template.format(*map(escape, slots))
    if not scene.tall:
        drawn += _legend(height - 5)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="backprop-picture" width="{width:g}" '
        f'height="{height:g}" viewBox="0 0 {width:g} {height:g}"><style>{style()}</style>'
        f'<rect class="card" width="{width:g}" height="{height:g}" rx="8"/>{drawn}</svg>'
    )


def _legend(y: float) -> str:
    """What the colours mean."""
    words = "".join(
        f'<tspan class="{name}" dx="14">{meaning}</tspan>' for name, meaning in _LEGEND.items()
    )
    return f'<text class="legend" x="4" y="{y:g}">{words}</text>'


def _alternative(scene: Scene, run: RecordedRun, number: int, *, reveal: bool) -> str:
    """The text alternative of a step's picture."""
    step = run.steps[number]
    boxes = [scene.box_at(i, step, reveal=reveal) for i in range(len(run.nodes))]
    graph = graph_in_words(
        run.nodes, [box.result for box in boxes], [box.gradient for box in boxes]
    )
    words = f"{step.caption} {step.problem or step.verdict}" if reveal else step.caption
    said = in_page(as_read_aloud(words.strip()))
    told = f"Step {number + 1} of {len(run.steps)}. {said} {graph}"
    return drawable_text(told)


def _run_data(scene: Scene, tall: Scene | None, name: str, run: RecordedRun) -> dict:
    """A run as data. Each step has its words, what changes in the picture, what else changes to
    reveal problems, and which texts differ in the tall picture."""
    steps = []
    before: list[str] = []
    for step in run.steps:
        slots = scene.fill(step, reveal=False)
        data = _words(run, step)
        data["set"] = _changes(before, slots)
        data["told"] = _changes(slots, scene.fill(step, reveal=True))
        if tall:
            data["small"] = _changes(slots, tall.fill(step, reveal=False))
        steps.append({key: value for key, value in data.items() if value not in _NOTHING})
        before = slots
    return {"name": name, "steps": steps, "code": run.code}


def _words(run: RecordedRun, step: Step) -> dict[str, object]:
    """The data of a step, apart from its picture."""
    return {
        "phase": step.phase,
        "say": in_page(step.caption),
        "problem": in_page(step.problem),
        "stops": step.kind == "error" or None,
        "blamesValues": step.blames_values or None,
        "verdict": step.verdict,
        "node": step.node,
        "line": step.line and (step.line[0], step.line[1] - 1),
        "arithmetic": arithmetic(run.nodes, step),
        "ask": prediction(run.nodes, step),
    }


def _changes(before: list[str], after: list[str]) -> dict[int, str]:
    """The slots whose text has changed, by their numbers; all slots if there was nothing before."""
    return {i: text for i, text in enumerate(after) if not before or before[i] != text}
