"""What the trash has of a student."""

import pytest

from autograder.base.failure import Failure
from autograder.enrolment.trash import Removal


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "{}",
        '{"gradebook": 1, "journal": {}}',
        '{"gradebook": [], "journal": {"hw1-cosh": [{"student": 5, "key": "1"}]}}',
    ],
)
def test_a_damaged_removal_is_refused(tmp_path, text):
    removal = Removal(tmp_path)
    removal.keep([], {})
    (path,) = tmp_path.iterdir()
    path.write_text(text)
    with pytest.raises(Failure, match="is damaged"):
        removal.entries()
