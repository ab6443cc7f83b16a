"""The failure that docs/architecture.md follows from a wrong line to a sentence."""

import re
import sys

from course import check_gradients
from course.check.engines.first_slip import first_slip
from tests.helpers import ROOT
from tests.helpers.changed_engine import overwriting
from tests.helpers.engine import forward_algorithm
from tests.helpers.failing import failure
from tests.helpers.student_code import cosh

PAGE = ROOT / "docs" / "architecture.md"


def test_the_functions_on_the_way_are_called_in_the_order_told():
    called = []

    def note(frame, event, _):
        if event == "call" and frame.f_globals.get("__name__", "").startswith("course."):
            called.append(frame.f_code.co_name)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        failed = failure(check_gradients, cosh(), forward_algorithm, overwriting)
        failed._render_traceback_()
    finally:
        sys.setprofile(before)
    _, section = PAGE.read_text().split("## From a wrong line to a sentence\n")
    steps = section[section.index("\n1. ") :].partition("\n\n")[0]
    rest = iter(called)
    told = re.findall(r"`([a-z_]+)`", steps)
    assert len(told) > 15
    assert [name for name in told if name not in rest] == []
    smallest = failed.diagnosis.smallest
    assert smallest.trial.text.endswith("y = Mean(a, a)")
    assert first_slip(smallest).kind == "lost"
    assert len(failed.diagnosis.mistakes) == 1
