"""Shows a demo: controls, and a picture that is drawn again when one of them moves.

It does not use `ipywidgets.interact`, whose Output widget does not work in the classic notebook
with the version of ipywidgets that Colab has. A picture in an HTML widget works, and is quicker.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from html import escape

import ipywidgets as widgets
from ipywidgets import HTML, HBox, IntSlider, Layout, VBox, Widget

from course.picture.svg import shade
from course.picture.widgets import as_large_as_pictures, view_of
from course.running.settings import one_thread

# Three controls and a play button fit into a line of 1280 pixels.
LOOK = {"layout": Layout(width="19.4em"), "style": {"description_width": "7.6em"}}

Control = Callable[[], Widget]  # makes a control


class Demo:
    """Controls above a picture.

    Attributes:
        controls: the controls, by the parameters of `draw` that they set.
        picture: the widget that holds the picture, as SVG.
    """

    def __init__(self, draw: Callable[..., str], **controls: Control):
        self.draw, self.picture = draw, HTML()
        self.controls = {name: make() for name, make in controls.items()}
        for name, make in controls.items():
            if isinstance(make, Bounded):
                make.bind(self.controls[name], self.controls)
        for control in self.controls.values():
            control.observe(self.redraw, "value")
        row = [widget for control in self.controls.values() for widget in _with_companion(control)]
        wrap = Layout(flex_flow="row wrap", align_items="center")
        self.box = VBox([as_large_as_pictures(HBox(row, layout=wrap)), self.picture])
        self.redraw()

    def redraw(self, _=None) -> None:
        """Draws the picture for the current values of the controls."""
        try:
            values = {name: control.value for name, control in self.controls.items()}
            with one_thread():
                self.picture.value = self.draw(**values)
        except Exception as error:
            # Notebooks hide an error in a callback, so the picture has to say it.
            message = escape(f"{type(error).__name__}: {error}")
            self.picture.value = f'<pre style="color:{shade("gradient")}">{message}</pre>'
            raise

    def _repr_mimebundle_(self, **_) -> dict:
        # Pages without a kernel, as on GitHub, show the picture instead of the widget.
        return {
            **view_of(self.box),
            "image/svg+xml": self.picture.value,
            "text/plain": "A demo: to move its controls, run this cell in Jupyter or Colab.",
        }


def demo(**controls: Control) -> Callable[[Callable[..., str]], Callable[[], Demo]]:
    """Turns a function that draws a picture into one that shows it as a `Demo`, below these
    controls. Each control is named after the parameter that it sets."""

    def with_controls(draw: Callable[..., str]) -> Callable[[], Demo]:
        show = partial(Demo, draw, **controls)
        show.__doc__ = draw.__doc__
        return show

    return with_controls


def slider(
    name: str, value: float, low: float, high: float, step: float = 1, kind: type | None = None
) -> Control:
    """A slider, of class `kind` if given, else over whole numbers if `value` is an int."""
    kind = kind or (IntSlider if isinstance(value, int) else widgets.FloatSlider)
    return partial(kind, value=value, min=low, max=high, step=step, description=name, **LOOK)


def choice(
    name: str, options: Iterable, value=None, kind: type = widgets.SelectionSlider
) -> Control:
    """A slider over options, which starts with `value` or, if that is None, with the first one."""
    options = list(options)
    value = options[0] if value is None else value
    return partial(kind, options=options, value=value, description=name, **LOOK)


def menu(name: str, options: Iterable) -> Control:
    """A drop-down list of options, which starts with the first one."""
    return choice(name, options, kind=widgets.Dropdown)


@dataclass(frozen=True)
class Bounded:
    """Makes a slider whose maximum is the value of another control, less a number."""

    make: Control
    by: str  # the parameter that the other control sets
    less: int = 0

    def __call__(self) -> Widget:
        """The slider."""
        return self.make()

    def bind(self, control: Widget, controls: dict[str, Widget]) -> None:
        """Links the slider's maximum to the other control, which is one of `controls`."""
        end = control, "max"
        widgets.dlink((controls[self.by], "value"), end, lambda most: most - self.less)


class PlaySlider(IntSlider):
    """A slider that has a play button beside it."""


def _with_companion(control: Widget) -> list[Widget]:
    """A control and, if it has one, its play button or readout."""
    if isinstance(control, PlaySlider):
        # Milliseconds per step; with few steps, there is time to look at each.
        interval = 250 if control.max > 10 else 1000
        play = widgets.Play(min=control.min, max=control.max, interval=interval)
        widgets.dlink((control, "max"), (play, "max"))
        widgets.jslink((play, "value"), (control, "value"))
        return [play, control]
    if not isinstance(control, widgets.SelectionSlider):
        return [control]
    # Its own readout can be typed into, but the text would be lost.
    control.readout, control.layout = False, Layout(width="15em")
    readout = widgets.Label(layout=Layout(width="4.4em"))
    widgets.dlink((control, "index"), (readout, "value"), lambda i: str(control.options[i]))
    return [HBox([control, readout])]
