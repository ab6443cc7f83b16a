"""A homework done without pixels: the focused element is heard from the browser's accessibility
tree, as by a screen reader, and all actions are keys."""

import re
import time

import nbformat
import pytest

from autograder.authoring.sample_class import SampleSubmission
from autograder.base.paths import released_path
from tests.helpers.clock import PATIENCE

pytestmark = pytest.mark.slow


class Reader:
    """Hears a page, and types into it."""

    def __init__(self, page):
        self.page, self.client = page, page.context.new_cdp_session(page)
        self.place = None  # the element that was focused last

    def next_place(self) -> str:
        """The words of the element to which the focus has moved."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            active = self.client.send("Runtime.evaluate", {"expression": "document.activeElement"})
            at = {"objectId": active["result"]["objectId"]}
            node, *_ = self.client.send("Accessibility.getPartialAXTree", at)["nodes"]
            if _is_focused(node) and node["backendDOMNodeId"] != self.place:
                self.place = node["backendDOMNodeId"]
                below = self.client.send("Accessibility.queryAXTree", at | {"role": "StaticText"})
                return "".join(_heard(each)[1] for each in below["nodes"] if not each["ignored"])
            time.sleep(0.05)
        raise AssertionError("the focus has not moved")

    def everything(self, kind: str) -> list[str]:
        """All of one kind that can be heard on the page."""
        nodes = self.client.send("Accessibility.getFullAXTree")["nodes"]
        heard = [_heard(node) for node in nodes if not node["ignored"]]
        return [name for role, name in heard if role == kind]


def _is_focused(node: dict) -> bool:
    return any(
        each["name"] == "focused" and each["value"]["value"] for each in node.get("properties", [])
    )


def _heard(node: dict) -> tuple[str, str]:
    return node.get("role", {}).get("value", ""), node.get("name", {}).get("value", "")


def close_together(text: str) -> str:
    """A cell's code, without what JupyterLab's editor shows as indents and prompts."""
    return re.sub(r"^\[.?\]:|\s+", "", text)


def test_homework_1_can_be_done_with_full_marks_by_screen_reader_and_keyboard(page, lab, in_lab):
    blank = nbformat.read(released_path("hw1-cosh"), as_version=4)
    solved = SampleSubmission("solution", "hw1-cosh").notebook()
    answers = {
        close_together(asked.source): answer.source
        for asked, answer in zip(blank.cells, solved.cells, strict=True)
        if asked.source != answer.source
    }
    page.goto(f"{lab}/doc/tree/{in_lab(blank, 'heard')}?token=test&reset")
    page.get_by_text("| Idle").wait_for()
    page.keyboard.press("F6")
    reader, texts = Reader(page), []
    for _ in blank.cells:
        text = reader.next_place()
        texts.append(text)
        if answer := answers.pop(close_together(text), None):
            page.keyboard.press("Enter")
            page.keyboard.press("Control+a")
            page.keyboard.insert_text(answer)
        page.keyboard.press("Shift+Enter")
    assert answers == {}
    assert texts[0].startswith("Homework 1")
    page.get_by_text(re.compile(r"All \d+ exercises pass")).wait_for()
    assert re.search(r"All \d+ exercises pass", " ".join(reader.everything("StaticText")))
    graphs = [each for each in reader.everything("image") if each.startswith("Node 1")]
    assert len(graphs) == len(page.query_selector_all(".jp-OutputArea img"))
    assert "Node 2, Exp(x), from node 1: result 3, gradient 0.5." in " ".join(graphs)
