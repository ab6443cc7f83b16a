"""Tests that find wrong engines: those of the reference solution, and what tests are worth."""

import re

from course import check_exercise
from course.check.base.exercise import parts_right
from course.check.paper.find_engines import check_wrong_engines
from tests.helpers import ROOT

NUMBERS = {"a": 1.3, "b": -0.6, "c": 0.8}
RICH = "p = a * b; q = p + p; exp(q) * p - q * c"


def given(homework):
    """The reference solution's tests and the values of the leaves, from the homework's text."""
    text = (ROOT / "solutions" / f"{homework}.py").read_text()
    names: dict = {}
    exec(
        "import torch\n" + re.search(r"^given = \{.*?^\}", text + "\ngiven = {\n}", re.M | re.S)[0],
        names,
    )
    exec(re.search(r"^(engine|matrix)_tests = \{.*?^\}", text, re.M | re.S)[0], names)
    values = names["given"] or NUMBERS
    return names.get("engine_tests") or names["matrix_tests"], values


def share(tests, values):
    """The share of an exercise's points that these tests earn."""
    with check_exercise("tests", points=1):
        check_wrong_engines(tests, values)
    return parts_right["tests"]
