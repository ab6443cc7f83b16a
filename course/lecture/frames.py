"""A demo without a kernel: one picture for each position of its controls, all drawn beforehand.

In the page `frames.js` shows the one that is asked for, by its controls, or by dragging or pressing
a part of the picture. Where scripts may not run, as in a notebook that is not trusted, the first
one remains.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from course.picture.draw import Picture
from course.picture.scale import label
from course.picture.shapes import follows, themed
from course.player.page import compressed
from course.threads import one_thread

FOLDER = Path(__file__).parent


class Axis(NamedTuple):
    """A control: a slider over numbers, or a list of texts."""

    name: str  # what it is called
    values: Sequence  # what each of its positions gives the function that draws
    start: object  # the value to begin with


class Frames:
    """Pictures of which the page shows one.

    Attributes:
        axes: the controls, by the names that `handle` knows them by.
        pictures: each as SVG, by the values of all controls.
    """

    def __init__(self, draw: Callable[..., str], **axes: Axis):
        """Draws them all; `draw` is given the values in the order of the axes."""
        self.draw, self.axes = draw, axes
        with one_thread():
            places = product(*(axis.values for axis in axes.values()))
            self.pictures = {place: draw(*place) for place in places}

    @property
    def first(self) -> str:
        """The picture to begin with."""
        return self.pictures[tuple(axis.start for axis in self.axes.values())]

    def _repr_mimebundle_(self, **_) -> dict:
        said = ElementTree.fromstring(self.first).get("aria-label")
        still = Picture(self.first, said)._repr_mimebundle_()
        axes = [
            {
                "key": key,
                "name": axis.name,
                "labels": [v if isinstance(v, str) else label(v) for v in axis.values],
                "start": axis.values.index(axis.start),
                "isNumber": not isinstance(axis.start, str),
            }
            for key, axis in self.axes.items()
        ]
        # The style that each of them has is in the page once.
        frames = [svg.replace(f"<style>{follows()}</style>", "") for svg in self.pictures.values()]
        data, shown = compressed({"axes": axes, "frames": frames}), still["text/html"]
        figure = f'<figure class="backprop-frames" data-frames="{data}"><style>{style()}</style>'
        return still | {"text/html": f"{figure}{shown}</figure><script>{script()}</script>"}


@cache
def script() -> str:
    """The script that makes the pictures of a page follow."""
    return (FOLDER / "frames.js").read_text(encoding="utf-8")


@cache
def style() -> str:
    """The style of the controls and of the pictures."""
    css = (FOLDER / "frames.css").read_text(encoding="utf-8")
    return themed(".backprop-frames") + css + follows()
