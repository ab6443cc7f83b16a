"""A step of a run as HTML: its caption, its picture, and the line of code that did it."""

import inspect
from html import escape

from course.picture.shapes import CARD, INK, LINE
from course.player.scene import PROBLEM, Scene
from course.player.step import Step
from course.player.story import Story

SMALLEST, LARGEST = 0.75, 1.8  # how far a picture is shrunk or enlarged to fit the page
HERE = "#dceaf5"  # behind the line of code
_CARD = (
    f"background:{CARD};color:{INK};border:1px solid {LINE};border-radius:8px;padding:10px 14px;"
    "font:15px/1.45 Helvetica,Arial,sans-serif;max-width:1400px;box-sizing:border-box"
)


class Screen:
    """Shows the steps of a story."""

    def __init__(self, story: Story):
        self.story = story
        self.scene = Scene(story)

    def html(self, number: int, *, reveal: bool = True, code: bool = True) -> str:
        """One step.

        Args:
            number: of the step.
            reveal: whether to say and to mark what is wrong.
            code: whether to show the engine's code.
        """
        step = self.story.steps[number]
        picture = self.scene.draw(number, reveal)
        width = self.scene.plan.width  # what is too wide is scrolled
        least, most = SMALLEST * width, LARGEST * width
        size = f"width:100%;min-width:{least:.0f}px;max-width:{most:.0f}px;height:auto"
        picture = picture.replace("<svg ", f'<svg style="{size}" ', 1)
        source = _code(step, self.story.algorithms) if code else ""
        return (
            f'<div style="{_CARD}">{self._caption(number, reveal)}'
            '<div style="display:flex;flex-wrap:wrap;gap:14px;align-items:flex-start">'
            f'<div style="flex:1 1 {least:.0f}px;min-width:0;overflow:auto">{picture}</div>{source}'
            "</div></div>"
        )

    def _caption(self, number: int, reveal: bool) -> str:
        steps = self.story.steps
        step = steps[number]
        said = escape(step.caption)
        if step.problem and (reveal or step.kind == "error"):
            is_first = number == self.story.first_problem
            lead = "Here it goes wrong." if is_first else "Wrong."
            said += (
                f' <b style="background:{PROBLEM};padding:1px 5px;border-radius:4px">{lead} '
                f"{escape(step.problem)}</b>"
            )
        elif step.verdict and reveal:
            said += " " + escape(step.verdict)
        return (
            f'<div style="min-height:68px"><span style="font-size:13px;color:#59616b">Step '
            f"{number + 1} of {len(steps)}, {escape(step.phase)}</span><br>{said}</div>"
        )


def _code(step: Step, algorithms: tuple) -> str:
    """The function that runs at this step, its current line in colour; empty if it has no code."""
    if not algorithms or step.phase == "build":
        return ""
    algorithm = algorithms["backward" in step.phase]
    lines, first = _source(algorithm)
    here = step.line.number if step.line else 0
    if step.line and not _is_within(step.line, algorithm, first, len(lines)):
        lines, first = _source(step.line.code)
    shown = "".join(
        f'<div style="padding:0 6px;background:{HERE if number == here else "none"}">'
        f"{escape(line.rstrip()) or ' '}</div>"
        for number, line in enumerate(lines, start=first)
    )
    style = f"flex:1 1 320px;margin:0;overflow:auto;font:13px/1.5 monospace;color:{INK}"
    return f'<pre style="{style};background:{CARD};border:0">{shown}</pre>' if lines else ""


def _is_within(line, algorithm, first: int, length: int) -> bool:
    code = getattr(algorithm, "__code__", None)
    same_file = code is not None and code.co_filename == line.code.co_filename
    return same_file and first <= line.number < first + length


def _source(what) -> tuple[list[str], int]:
    try:
        return inspect.getsourcelines(what)
    except (OSError, TypeError):  # typed in where Python keeps no lines
        return [], 0
