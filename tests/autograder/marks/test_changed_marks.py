"""What is said of a mark that grading again has changed."""

import pytest

from autograder.grading.journal import JournalEntry
from autograder.marks.changed_marks import change_in_words


@pytest.mark.parametrize(
    ("before", "score", "changes", "penalties", "said"),
    [
        (None, 3.0, {}, [0, 0], []),
        (None, 3.0, {}, [0, 1], []),
        (3.0, 3.0, {}, [0, 0], []),
        (3.0, 3.0, {}, [1, 1], []),
        (3.0, 2.0, {"a": [2.0, 1.0]}, [0, 0], ["3 → 2. 1 A 2 → 1"]),
        (3.0, 3.0, {"a": [2.0, 1.0], "b": [1.0, 2.0]}, [0, 0], ["3 → 3. 1 A 2 → 1, 2 B 1 → 2"]),
        (3.0, 2.0, {}, [0, 0], ["3 → 2."]),
        (27.0, 27.0, {}, [3, 9], ["24 (27 − 3 late) → 18 (27 − 9 late)."]),
        (21.0, 30.0, {}, [0, 3], ["21 → 27 (30 − 3 late)."]),
    ],
)
def test_changes_by_grading_again_are_reported_even_if_the_total_is_the_same(
    before, score, changes, penalties, said
):
    entry = JournalEntry(
        "ann", "key", score=score, score_before=before, changes=changes, penalties=penalties
    )
    assert change_in_words(entry, {"a": "1 A", "b": "2 B"}) == said
