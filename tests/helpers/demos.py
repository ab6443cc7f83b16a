"""Demos of the lectures: those without a kernel, and what is seen and heard of their pictures."""

import re
from functools import cache
from xml.etree import ElementTree

from nbformat.v4 import new_code_cell, new_notebook, new_output

from course.lecture import attention, linear, matmul, nudge

# Of each picture all texts are in its text alternative, and so on.
FRAMES = {
    "rectangle": linear.rectangle,
    "nudge": nudge.nudge,
    "entry": matmul.entry,
    "attention": attention.attention,
}


@cache
def frames_of(name):
    """A demo without a kernel, which nothing changes."""
    return FRAMES[name]()


def svg(drawn):
    """A picture, or that of a demo, as a parsed tree; it must hold no number that is none."""
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
    """The texts of a picture, but those around the frame of a plot."""
    if any(child.get("fill") == "none" and child.tag.endswith("rect") for child in element):
        return
    for child in element:
        if child.tag.endswith("text"):
            yield child.text or ""
        yield from written(child)


def notebook_of(*sources):
    """A notebook of these cells; of a demo, as it is when it has run."""
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    cells = []
    for source in sources:
        is_code = isinstance(source, str)
        shown = [] if is_code else [new_output("display_data", source._repr_mimebundle_())]
        cells.append(new_code_cell(source if is_code else "demo()", outputs=shown))
        cells[-1].metadata["slideshow"] = {"slide_type": "-"}
    return new_notebook(cells=cells, metadata={"kernelspec": kernel})
