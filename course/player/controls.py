"""A player for recorded runs: play, pause, step, back, scrub, speed, and jumps to what matters.

Made of widgets that work both in ipywidgets 7 with the classic notebook, which Colab resembles,
and in the newest JupyterLab. The keyboard: with a click on the slider, the arrow keys step.
"""

from ipywidgets import (
    HTML,
    Button,
    Dropdown,
    HBox,
    IntSlider,
    Layout,
    Play,
    ToggleButton,
    VBox,
    jslink,
)

from course.player.scene import static_picture
from course.player.screen import Screen
from course.player.story import Story

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
SPEEDS = {"slow": 2500, "normal": 1200, "fast": 400}
WRAP = Layout(flex_flow="row wrap", align_items="center")


class Player:
    """Shows one story at a time.

    Attributes:
        story: what is shown.
        slider: the number of the step; set its value to go there.
        screen: the widget that shows the step.
        box: all of it, as a widget.
    """

    def __init__(self, story: Story, *, reveal: bool = True):
        """Shows the first step.

        Args:
            story: the recorded run.
            reveal: whether to say at once where it goes wrong; a button changes that.
        """
        self.screen = HTML()
        self.slider = IntSlider(
            description="Step", min=0, max=0, readout=False, layout=Layout(width="420px")
        )
        self.play = Play(min=0, max=0, interval=SPEEDS["normal"])
        jslink((self.play, "value"), (self.slider, "value"))
        speed = Dropdown(
            description="Speed",
            options=list(SPEEDS),
            value="normal",
            layout=Layout(width="150px"),
            style={"description_width": "50px"},
        )
        speed.observe(lambda change: setattr(self.play, "interval", SPEEDS[change.new]), "value")
        self.reveal = _toggle("Show what is wrong", reveal)
        self.code = _toggle("Show the code", True)
        buttons = [
            _button("Back", lambda: self.go(self.slider.value - 1)),
            _button("Step", lambda: self.go(self.slider.value + 1)),
            _button("Next pass", self._next_pass),
            _button("Last step", lambda: self.go(self.slider.max)),
            _button("First problem", self._first_problem),
        ]
        for control in (self.slider, self.reveal, self.code):
            control.observe(self._draw, "value")
        controls = [
            HBox([self.play, self.slider, speed], layout=WRAP),
            HBox([*buttons, self.reveal, self.code], layout=WRAP),
        ]
        self.box = VBox([*controls, self.screen])
        self.show(story)

    def show(self, story: Story) -> None:
        """Shows another run, from its first step."""
        self.story, self._shown = story, Screen(story)
        self.go(0)
        for control in (self.play, self.slider):
            control.max = len(story.steps) - 1
        self.code.layout.display = None if story.algorithms else "none"
        self._draw()

    def go(self, number: int) -> None:
        """Goes to a step, or as near as there is one."""
        self.slider.value = max(0, min(number, self.slider.max))

    def _next_pass(self) -> None:
        later = [n for n in self.story.chapters.values() if n > self.slider.value]
        self.go(later[0] if later else self.slider.max)

    def _first_problem(self) -> None:
        self.reveal.value = True
        first = self.story.first_problem
        self.go(self.slider.max if first is None else first)

    def _draw(self, _=None) -> None:
        self.screen.value = self._shown.html(
            self.slider.value, reveal=self.reveal.value, code=self.code.value
        )

    def _repr_mimebundle_(self, **_) -> dict:
        return mimebundle(self.box, self.story, repr(self))

    def __repr__(self) -> str:
        steps, first = self.story.steps, self.story.first_problem
        if first is None:
            return f"A run of {len(steps)} steps. {steps[-1].verdict}"
        wrong = steps[first]
        return f"Wrong from step {first + 1} of {len(steps)} on: {wrong.caption} {wrong.problem}"


def mimebundle(box: VBox, story: Story, text: str) -> dict:
    """The widgets, and for pages without a kernel, as on GitHub, how the run ended."""
    return {
        WIDGET_VIEW: {"version_major": 2, "version_minor": 0, "model_id": box.model_id},
        "image/svg+xml": static_picture(story),
        "text/plain": text,
    }


def _button(description: str, press) -> Button:
    button = Button(description=description, layout=Layout(width="auto"))
    button.on_click(lambda _: press())
    return button


def _toggle(description: str, value: bool) -> ToggleButton:
    return ToggleButton(value=value, description=description, layout=Layout(width="auto"))
