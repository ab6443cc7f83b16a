"""Showing the scaffold's own source in a notebook, so that students read the code that runs."""

import inspect

from IPython.display import Markdown, display


def show_source(*objects) -> None:
    """Displays the source of classes or functions, highlighted."""
    text = "\n\n".join(inspect.getsource(each).rstrip() for each in objects)
    display(Markdown(f"```python\n{text}\n```"))
