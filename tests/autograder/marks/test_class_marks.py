"""What the mark of one student is, and whether it is that of an earlier submission."""

import pytest

from autograder.grading.journal import JournalEntry
from autograder.marks.class_marks import Mark, NoMark
from autograder.on_nbgrader.recorded_scores import RecordedSubmission
from autograder.people.student import Student

ADA, GRADED = Student("ada"), RecordedSubmission({"a": 2.0}, 2.0)
FAILED = JournalEntry("ada", "key", failure="It is a PDF.")
WHY = NoMark.FAILED, "It is a PDF."


@pytest.mark.parametrize(
    ("mark", "value", "is_missing", "is_of_earlier"),
    [
        (Mark(ADA, GRADED, JournalEntry("ada", "key", score=2.0)), 2.0, False, False),
        (Mark(ADA, GRADED, FAILED, *WHY), None, False, True),
        (Mark(ADA, None, FAILED, *WHY), None, False, False),
        (Mark(ADA, GRADED, FAILED), 2.0, False, False),  # what failed was withdrawn
        (Mark(ADA, GRADED, None, NoMark.WAITING, "1 a"), None, False, False),
        (Mark(ADA, no_mark=NoMark.NOT_HANDED_IN), None, True, False),
        (Mark(ADA, no_mark=NoMark.EXCUSED), None, True, False),
        (Mark(ADA), None, False, False),
    ],
)
def test_a_mark_counts_unless_there_is_a_reason_against_it(mark, value, is_missing, is_of_earlier):
    assert mark.value == value
    assert (mark.is_missing, mark.is_of_earlier) == (is_missing, is_of_earlier)
