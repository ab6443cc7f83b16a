"""Helps to show the widgets of players and demos."""

from ipywidgets import HTML, Layout

from course.picture.assets import asset

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"


def view_of(widget) -> dict:
    """The data with which an output of a notebook refers to a widget."""
    view = {"version_major": 2, "version_minor": 0, "model_id": widget.model_id}
    return {WIDGET_VIEW: view}


def as_large_as_pictures(controls):
    """A box of widgets with text as large as that of the pictures."""
    style = HTML(f"<style>{asset('picture/controls.css')}</style>", layout=Layout(display="none"))
    controls.children = (style, *controls.children)
    controls.add_class("backprop-controls")
    return controls
