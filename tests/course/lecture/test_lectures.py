"""Each lecture without a browser: its form, and every control at values over its whole range."""

import pytest
from ipywidgets import Button, Widget

from tests.helpers.lectures import NAMES, lecture, shown_by

SLIDES = {"slide", "subslide", "fragment", "skip", "notes", "-"}
VALUES = 7  # for each slider


def controls(widget):
    """The widgets below a box that somebody can move or press."""
    for child in getattr(widget, "children", ()):
        yield from controls(child)
    if isinstance(widget, Button) or (hasattr(widget, "value") and hasattr(widget, "description")):
        yield widget


def some_values(widget: Widget) -> list:
    if getattr(widget, "options", ()):
        return [option[1] for option in widget._options_full]
    if isinstance(widget.value, bool):
        return [not widget.value, widget.value]
    if hasattr(widget, "min") and hasattr(widget, "max"):
        whole = isinstance(widget.value, int)
        span = [widget.min + (widget.max - widget.min) * i / (VALUES - 1) for i in range(VALUES)]
        return [round(value) if whole else value for value in span]
    if isinstance(widget.value, str):
        return [widget.value + "\"<'&", widget.value]
    return []


@pytest.mark.parametrize("name", NAMES)
def test_every_cell_of_a_lecture_belongs_to_the_slides_and_has_no_output(name):
    notebook = lecture(name)
    for cell in notebook.cells:
        assert cell.metadata.slideshow.slide_type in SLIDES, cell.id
        assert not cell.get("outputs"), f"{cell.id}: clear the outputs before you save"
    assert any(cell.metadata.slideshow.slide_type == "notes" for cell in notebook.cells)
    assert notebook.cells[0].source.startswith("# ")


@pytest.mark.slow
@pytest.mark.by_day(3)
@pytest.mark.parametrize("name", NAMES)
def test_no_value_of_any_control_raises_an_error(name):
    """Notebooks show no error of a callback; here it fails the test."""
    shown = shown_by(lecture(name))
    assert shown
    for demo in shown:
        for control in controls(demo.box):
            if isinstance(control, Button):
                control.click()
                continue
            for value in some_values(control):
                control.value = value
