"""Small files that are read and written with care."""

import pytest

from autograder.base.failure import Failure
from autograder.base.files import read_json, write_json


def test_what_was_written_is_read_and_no_file_is_as_an_empty_one(tmp_path):
    assert read_json(tmp_path / "none.json", list, "") == []
    write_json(tmp_path / "some.json", {"a": ["Zoë"]})
    assert read_json(tmp_path / "some.json", dict, "") == {"a": ["Zoë"]}


@pytest.mark.parametrize("damaged", [b'{"a": [1', b"", b"[]", b"\xff\xfe{", b"[" * 99_999])
def test_damaged_json_is_refused_with_advice(tmp_path, damaged):
    path = tmp_path / "some.json"
    path.write_bytes(damaged)
    with pytest.raises(Failure, match=r"some\.json is damaged\. Rename it\."):
        read_json(path, dict, "Rename it.")
