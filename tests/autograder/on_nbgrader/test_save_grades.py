"""What rulings have replaced in a student's marks."""

import pytest

from autograder.base.failure import Failure
from autograder.on_nbgrader.save_grades import ReplacedScores


def test_a_damaged_file_of_replaced_scores_is_refused(tmp_path):
    path = tmp_path / "replaced.json"
    path.write_text('{"a": [1')
    with pytest.raises(Failure, match="is damaged"):
        ReplacedScores(path)
