"""What the text of a failed check says of an error."""

import pytest

from course.messages.failure import CheckFailed, Diagnosis
from course.messages.misconceptions import Misconception
from course.running.attempt import Raised


@pytest.mark.parametrize(
    ("sentence", "text"),
    [
        ("f raised ValueError: no.", "no"),
        ("f raised ValueError.", ""),
        ("A node now has an attribute grad.", "no"),
        ("A node now has an attribute grad.", ""),
    ],
)
def test_an_error_is_named_once_by_the_sentence_or_below_its_lines(sentence, text):
    error = Raised(["ValueError", "Exception"], text, ["line 1, in f:"])
    lines = CheckFailed(sentence, Diagnosis(raised=error)).lines("Not yet:")
    assert "\n".join(lines).count("ValueError") == 1
    assert "line 1, in f:" in lines


def test_the_lines_that_raised_an_error_stand_below_the_sentence_about_it():
    error = Raised(["ValueError", "Exception"], "no", ["line 1, in f:"])
    failed = CheckFailed("f raised ValueError: no.", Diagnosis("A finding.", raised=error))
    lines = failed.lines("Not yet:")
    assert lines.index("line 1, in f:") < lines.index("A finding.")


def test_a_failure_says_what_to_try_only_if_nothing_is_known():
    mistake = Misconception("a-mistake", "It adds.", "It should multiply.")
    known = CheckFailed("no", Diagnosis("A finding.", [mistake], "Try 2."))
    lines = known.lines("Not yet:")
    assert lines.index("A finding.") < lines.index("  It adds. It should multiply.")
    assert "Try 2." not in lines
    assert CheckFailed("no", Diagnosis(next_step="Try 2.")).lines("Not yet:")[-1] == "Try 2."
