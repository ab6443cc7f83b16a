"""Runs to play, and what the player in a page shows of them."""

import re

from course.expressions.typed_graph import read_graph
from course.player.explorer import PRESETS
from course.player.recorded_run import record_run, simulated_run
from course.player.simulated_engine import MISTAKES
from tests.helpers.changed_engine import overwriting
from tests.helpers.engine import forward_algorithm

FORWARD = ["ArrowRight", "ArrowDown", "PageDown"]
BACK = ["ArrowLeft", "ArrowUp", "PageUp"]


def right_run(preset="tanh"):
    return simulated_run(read_graph(*PRESETS[preset], sketch=True))


def wrong_run():
    return record_run(read_graph(*PRESETS["x*x + x"]), forward_algorithm, overwriting)


def wall():
    graph = read_graph(*PRESETS["tanh"], sketch=True)
    return [simulated_run(graph, mistake, twice=True) for mistake in ("", *MISTAKES)]


def step_of(page):
    return int(re.search(r"Step (\d+) of", page.locator(".place").inner_text())[1]) - 1


def said(page):
    return page.locator(".say").inner_text()


def slots(page):
    return page.evaluate(
        "[...document.querySelectorAll('.stage [data-slot]')]"
        ".map(slot => slot.localName === 'g' ? slot.dataset.is : slot.textContent)"
    )


def rebuilt(text):
    """Inputs, result and gradient of each node by its number, from a text alternative."""
    found = {}
    for number, inputs, numbers in re.findall(
        r"Node (\d+), .*?, (a leaf|from [^:.]*)(.*?)\.(?= Node|$)", text
    ):
        values = [
            (match := re.search(rf"{what} (\S+?)(,|$)", numbers)) and match[1]
            for what in ("result", "gradient")
        ]
        found[int(number)] = [int(n) for n in re.findall(r"\d+", inputs)], *values
    return found
