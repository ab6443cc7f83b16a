"""A recorded run as HTML that plays in the page: a still picture, the run, and `player.js`.

It needs no kernel, no widget and no network. Where scripts may not run, as in a notebook that is
not trusted, the still remains: the step that tells most, with a text alternative.
"""

import base64
import json
import zlib
from collections.abc import Mapping
from functools import cache
from html import escape
from pathlib import Path

from course.picture.draw import Picture
from course.picture.labels import graph_in_words, nodes_in_words
from course.picture.shapes import themed
from course.player.lens import lens
from course.player.predict import question
from course.player.scene import Scene
from course.player.story import Story
from course.values.as_text import in_page

_COURSE = Path(__file__).parent.parent
_LEGEND = {
    "result": "result",
    "gradient": "upstream",
    "local": "local",
    "share": "downstream gradient",
}


def page(runs: Mapping[str, Story], *, dimmed: bool = False, **how) -> str:
    """The HTML of a player with its script.

    Args:
        runs: as for `packed`, and so is `how`.
        dimmed: whether it is shown as one that no longer counts.
    """
    drawn = figure(packed(runs, **how))
    if dimmed:
        drawn = f'<div style="opacity:0.4">{drawn}</div>'
    return f"{drawn}<script>{script()}</script>"


def packed(runs: Mapping[str, Story], *, reveal: bool = True, start: int = 0) -> dict[str, str]:
    """What a player plays: its runs, its still picture, both in base64, and a text for the still.

    Args:
        runs: by the name of the engine; of several, each on the same graph, all are seen at once.
        reveal: whether to say at once where a run goes wrong; a button changes that.
        start: the number of the step to begin with.
    """
    first = next(iter(runs.values()))
    scene, tall = Scene(first), Scene(first, tall=True) if len(runs) > 1 else None
    number = _telling(first) if reveal and len(runs) == 1 else len(first.nodes) - 1
    data = {
        "reveal": reveal,
        "start": start,
        "about": nodes_in_words(first.nodes),
        "runs": [_run_data(scene, tall, name, story) for name, story in runs.items()],
    }
    if tall:
        data["tall"] = _svg(tall, first, number, reveal=False)
    return {
        "run": compressed(data),
        "still": _base64(_svg(scene, first, number, reveal=reveal).encode()),
        "says": _alternative(scene, first, number, reveal=reveal),
    }


def figure(run: Mapping[str, str]) -> str:
    """The HTML of what `packed` has made. A page needs the script once for all of its players."""
    return (
        f'<figure class="backprop-player" data-run="{escape(run["run"])}"><img '
        f'alt="{escape(run["says"])}" src="data:image/svg+xml;base64,{escape(run["still"])}">'
        "</figure>"
    )


def picture(story: Story) -> Picture:
    """A run as a picture of its first problem, which a page of feedback plays from there."""
    number, scene = _telling(story), Scene(story)
    said = _alternative(scene, story, number, reveal=True)
    return Picture(_svg(scene, story, number, reveal=True), said, packed({"": story}, start=number))


def compressed(data: object) -> str:
    """Data as text for a script in the page, which unpacks it."""
    return _base64(zlib.compress(json.dumps(data).encode(), 9))


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


@cache
def asset(name: str) -> str:
    """A script or a style sheet of the package."""
    return (_COURSE / name).read_text(encoding="utf-8")


def script() -> str:
    """The script that makes the players of a page move."""
    return asset("player/player.js")


def style() -> str:
    """The style of players."""
    colours = themed(":is(:root.backprop-picture, .backprop-player)")
    return colours + asset("player/player.css")


def _telling(story: Story) -> int:
    """The step that says most where nothing moves: the first problem, or the end."""
    return len(story.steps) - 1 if story.first_problem is None else story.first_problem


def _svg(scene: Scene, story: Story, number: int, *, reveal: bool) -> str:
    """A step as a picture that stands for itself."""
    width, height = scene.size
    slots = scene.fill(story.steps[number], reveal=reveal)
    drawn = scene.template.format(*map(escape, slots))
    words = "".join(
        f'<tspan class="{kind}" dx="14">{each}</tspan>' for kind, each in _LEGEND.items()
    )
    legend = "" if scene.tall else f'<text class="legend" x="4" y="{height - 5:g}">{words}</text>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="backprop-picture" width="{width:g}" '
        f'height="{height:g}" viewBox="0 0 {width:g} {height:g}"><style>{style()}</style>'
        f'<rect class="card" width="{width:g}" height="{height:g}" rx="8"/>{drawn}{legend}</svg>'
    )


def _alternative(scene: Scene, story: Story, number: int, *, reveal: bool) -> str:
    step = story.steps[number]
    nodes = [scene.shown(i, step, reveal=reveal) for i in range(len(story.nodes))]
    numbers = graph_in_words(story.nodes, *zip(*((n[1], n[2]) for n in nodes), strict=True))
    said = f"{step.caption} {step.problem or step.verdict}" if reveal else step.caption
    return f"Step {number + 1} of {len(story.steps)}. {in_page(said.strip())} {numbers}"


def _run_data(scene: Scene, tall: Scene | None, name: str, story: Story) -> dict:
    """A run as data: for each step its words, what changes in the picture, and what is shorter in
    the tall one."""
    steps, shown = [], {}
    for step in story.steps:
        slots = dict(enumerate(scene.fill(step, reveal=False)))
        revealed = enumerate(scene.fill(step, reveal=True))
        facts = {
            "phase": step.phase,
            "say": in_page(step.caption),
            "problem": in_page(step.problem),
            "stops": step.kind == "error",
            "blamesValues": step.blames_values or None,
            "verdict": step.verdict,
            "node": step.node,
            "line": step.line and (step.line[0], step.line[1] - 1),
            "lens": lens(story.nodes, step),
            "ask": question(story.nodes, step),
            "set": {i: text for i, text in slots.items() if shown.get(i) != text},
            "told": {i: text for i, text in revealed if slots[i] != text},
        }
        if tall:
            small = enumerate(tall.fill(step, reveal=False))
            facts["small"] = {i: text for i, text in small if slots[i] != text}
        steps.append(
            {key: value for key, value in facts.items() if value not in ("", [], {}, None)}
        )
        shown = slots
    return {"name": name, "steps": steps, "code": story.code}
