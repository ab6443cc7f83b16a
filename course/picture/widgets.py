"""Shows the widgets of players and demos in a notebook."""

from ipywidgets import HTML, Layout

from course.picture.assets import asset

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"


def view_of(widget) -> dict:
    """The data by which a notebook output refers to a widget."""
    view = {"version_major": 2, "version_minor": 0, "model_id": widget.model_id}
    return {WIDGET_VIEW: view}


def as_large_as_pictures(controls):
    """Makes the text in a box of widgets as large as in pictures, and returns the box."""
    style = HTML(f"<style>{asset('picture/controls.css')}</style>", layout=Layout(display="none"))
    controls.children = (style, *controls.children)
    controls.add_class("backprop-controls")
    return controls
