"""The package as a notebook carries it."""

import base64
import bz2
import json

from autograder.notebook.packed_course import packed_course


def test_a_homework_does_not_contain_the_demos():
    carried = [unpacked(packed_course(lecture=lecture)) for lecture in (False, True)]
    assert carried[1].keys() - carried[0].keys() > {"lecture/__init__.py", "lecture/demo.py"}
    assert not [name for name in carried[0] if "lecture" in name]


def unpacked(packed):
    return json.loads(bz2.decompress(base64.b64decode(packed)))
