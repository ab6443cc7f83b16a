"""The lectures' demos that need no kernel, and what pictures show and tell a screen reader."""

import re
from functools import cache
from xml.etree import ElementTree

from nbformat.v4 import new_code_cell, new_notebook, new_output

from course.lecture import attention, linear, matmul, nudge

# Tests run on each of these, such as whether all texts of a picture are in its text alternative.
FRAMES = {
    "rectangle": linear.rectangle,
    "nudge": nudge.nudge,
    "entry": matmul.entry,
    "attention": attention.attention,
}


@cache
def frames_of(name):
    """A demo that needs no kernel. Tests share it, and none changes it."""
    return FRAMES[name]()


def svg(drawn):
    """A picture, or a demo's picture, as a parsed tree. Asserts that it has no `nan` or `inf`."""
    text = drawn if isinstance(drawn, str) else drawn.picture.value
    assert not re.search(r"\b(nan|inf)\b", text)
    return ElementTree.fromstring(text)


def words(drawn):
    return [element.text for element in svg(drawn).iter() if element.tag.endswith("text")]


def told(drawn):
    """The picture's text alternative."""
    return svg(drawn).get("aria-label")


def numbers(words):
    return set(re.findall(r"\d[\d.,]*", re.sub(r"[.,](?!\d)", " ", words)))


def written(element):
    """The texts of a picture, except those around the frame of a plot."""
    if any(child.get("fill") == "none" and child.tag.endswith("rect") for child in element):
        return
    for child in element:
        if child.tag.endswith("text"):
            yield child.text or ""
        yield from written(child)


def notebook_of(*sources):
    """A notebook with a cell for each source or demo. The cell of a demo has run and shows it."""
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    cells = []
    for source in sources:
        is_code = isinstance(source, str)
        shown = [] if is_code else [new_output("display_data", source._repr_mimebundle_())]
        cells.append(new_code_cell(source if is_code else "demo()", outputs=shown))
        cells[-1].metadata["slideshow"] = {"slide_type": "-"}
    return new_notebook(cells=cells, metadata={"kernelspec": kernel})
