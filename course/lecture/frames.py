"""Makes a demo that needs no kernel: one picture for each combination of positions of its controls,
all drawn beforehand.

In the page, `frames.js` shows the picture that is chosen with the controls, or by dragging or
pressing a part of it. Where scripts may not run, as in an untrusted notebook, the picture to start
with remains.
"""

from collections.abc import Callable, Sequence
from itertools import product
from typing import NamedTuple
from xml.etree import ElementTree

from course.picture.assets import asset, compressed, with_dom
from course.picture.svg import Picture, theme_style, theme_variables
from course.running.settings import one_thread
from course.values.as_text import typeset


class PageControl(NamedTuple):
    """A control: a slider over numbers, or a list of texts."""

    name: str  # what the control is called
    values: Sequence  # the value that each of its positions passes to the function that draws
    start: object  # the value to begin with


class Frames:
    """Pictures for all positions of some controls; the page shows one at a time.

    Attributes:
        controls: the controls, by the names that `slide.handle` uses.
        pictures: the pictures as SVG, by the values of all controls.
        first: the picture to start with.
    """

    def __init__(self, draw: Callable[..., str], **controls: PageControl):
        """Draws all pictures. `draw` gets the values in the order of the controls."""
        self.draw, self.controls = draw, controls
        with one_thread():
            places = product(*(each.values for each in controls.values()))
            self.pictures = {place: draw(*place) for place in places}
        self.first = self.pictures[tuple(each.start for each in controls.values())]

    def _repr_mimebundle_(self, **_) -> dict:
        words = ElementTree.fromstring(self.first).get("aria-label", "")
        still = Picture(self.first, words)._repr_mimebundle_()
        controls = []
        for key, (name, values, start) in self.controls.items():
            labels = [value if isinstance(value, str) else typeset(value) for value in values]
            controls.append([key, name, labels, values.index(start), not isinstance(start, str)])
        own_style = f"<style>{theme_style()}</style>"  # the figure has it once
        frames = [svg.replace(own_style, "") for svg in self.pictures.values()]
        style = theme_variables(".backprop-frames") + asset("lecture/frames.css") + theme_style()
        figure = (
            f'<figure class="backprop-frames" data-frames="{compressed([controls, frames])}">'
            f"<style>{style}</style>{still['text/html']}</figure>"
        )
        return still | {"text/html": f"{figure}<script>{with_dom('lecture/frames.js')}</script>"}
