"""Whom the reason why a submission cannot be read speaks to."""

import ast
import re

import pytest

from autograder.base.paths import ROOT
from autograder.submissions.unreadable import HAND_IN_NOTEBOOK, HAND_IN_RELEASED, Unreadable


@pytest.mark.parametrize("package", ["submissions", "repairing"])
def test_messages_for_students_do_not_say_to_ask_the_student(package):
    files = [*(ROOT / "autograder" / package).glob("*.py")]
    raised = [
        node
        for path in files
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Unreadable"
    ]
    assert raised
    told = {
        part.value
        for node in raised
        for part in ast.walk(node)
        if isinstance(part, ast.Constant) and isinstance(part.value, str)
    } | {HAND_IN_NOTEBOOK, HAND_IN_RELEASED}
    assert not [text for text in told if re.search("student|their", text)]
    # The only sentence of this kind is made for instructors.
    asking = [path.name for path in files if "Please ask the student" in path.read_text()]
    assert asking == (["unreadable.py"] if package == "submissions" else [])
    for ask in ("", HAND_IN_NOTEBOOK):
        assert "student" not in Unreadable("It is empty.", ask).for_the_student
