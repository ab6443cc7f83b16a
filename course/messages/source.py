"""Shows the scaffold's own source in a notebook, so that students read the code that runs."""

import inspect
from collections.abc import Callable

from IPython.display import Markdown, display


def show_source(*objects: type | Callable) -> None:
    """Displays the source of classes or functions, highlighted."""
    text = "\n\n".join(inspect.getsource(source).rstrip() for source in objects)
    display(Markdown(f"```python\n{text}\n```"))
