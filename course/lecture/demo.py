"""A demo: controls, and a picture that is drawn again when one of them moves.

Not `ipywidgets.interact`: its Output widget does not work in the classic notebook with the version
of ipywidgets that Colab has. A picture in an HTML widget does, and is quicker.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import escape

import torch
from ipywidgets import HTML, HBox, IntSlider, Layout, Play, VBox, Widget, jslink

from course.picture.shapes import shade
from course.player.explorer import view_of

WIDE = Layout(width="330px")
STYLE = {"description_width": "110px"}


class Demo:
    """Controls above a picture.

    Attributes:
        controls: by the name of the parameter of `draw` that each one gives.
        picture: the widget that holds the picture, as SVG.
    """

    def __init__(self, draw: Callable[..., str], **controls: Widget):
        self.draw, self.controls, self.picture = draw, controls, HTML()
        row = []
        for control in controls.values():
            control.observe(self._moved, "value")
            row += [player(control), control] if hasattr(control, "plays") else [control]
        wrap = Layout(flex_flow="row wrap", align_items="center")
        self.box = VBox([HBox(row, layout=wrap), self.picture])
        self.redraw()

    def redraw(self) -> None:
        """Draws the picture for what the controls say."""
        with one_thread():
            self.picture.value = self.draw(**{n: c.value for n, c in self.controls.items()})

    def _moved(self, change) -> None:
        try:
            self.redraw()
        except Exception as error:
            # Notebooks hide an error in a callback, so the picture has to say it.
            message = escape(f"{type(error).__name__}: {error}")
            self.picture.value = f'<pre style="color:{shade("gradient")}">{message}</pre>'
            raise

    def _repr_mimebundle_(self, **_) -> dict:
        # The picture stands beside the widget for pages without a kernel, as on GitHub.
        return {
            **view_of(self.box),
            "image/svg+xml": self.picture.value,
            "text/plain": "A demo: to move its controls, run this cell in Jupyter or Colab.",
        }


@contextmanager
def one_thread() -> Iterator[None]:
    """Inside this context PyTorch computes on one thread, which is quicker for small tensors, and
    makes times comparable."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)


def slider(kind: type[Widget], description: str, value, low, high, step=1, **more) -> Widget:
    """A slider that is wide enough to aim at from a lectern."""
    return kind(
        value=value,
        min=low,
        max=high,
        step=step,
        description=description,
        layout=WIDE,
        style=STYLE,
        **more,
    )


def choice(kind: type[Widget], description: str, options, value=None) -> Widget:
    """A control that offers names to choose from."""
    options = list(options)
    value = options[0] if value is None else value
    return kind(options=options, value=value, description=description, layout=WIDE, style=STYLE)


def played(description: str, high: int) -> IntSlider:
    """A slider from 0 that gets a play button beside it."""
    made = slider(IntSlider, description, 0, 0, high)
    made.plays = True
    return made


def player(of: IntSlider) -> Play:
    """A play button that moves a slider, in the browser."""
    play = Play(min=of.min, max=of.max, interval=250)
    jslink((play, "value"), (of, "value"))
    return play
