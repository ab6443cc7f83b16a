"""The list of a student's versions, which somebody may have edited or damaged."""

import json

import pytest

from autograder.collect.versions import INDEX, Shelf, Version

ONE = Version("hash", "a.ipynb", "a.ipynb", "canvas", "7", 1.0, 1.0, at="2026-01-30T10:00:00+00:00")


@pytest.mark.parametrize(
    "changes",
    [{"at": "soon"}, {"at": 5}, {"written": "x", "at": None}, {"order": ""}],
)
def test_a_list_with_unusable_times_is_reported_as_damaged(tmp_path, changes):
    rows = [vars(ONE), vars(ONE) | changes]
    (tmp_path / INDEX).write_text(json.dumps(rows))
    with pytest.raises(OSError, match="is damaged"):
        Shelf(tmp_path)


def test_what_a_newer_version_has_noted_is_passed_over(tmp_path):
    (tmp_path / INDEX).write_text(json.dumps([vars(ONE) | {"colour": "red"}]))
    assert Shelf(tmp_path).versions == [ONE]
