"""The package as a notebook carries it."""

import base64
import bz2
import inspect
import json

import pytest

from autograder.notebook.packed_course import packed_course
from autograder.notebook.set_up_functions import course_is_here


def test_a_homework_does_not_contain_the_demos():
    carried = [unpacked(packed_course(lecture=lecture)) for lecture in (False, True)]
    assert carried[1].keys() - carried[0].keys() > {"lecture/__init__.py", "lecture/demo.py"}
    assert not [name for name in carried[0] if "lecture" in name]


@pytest.mark.parametrize("version", ["0.0.9", "99.0.0", "0.10.0"])
def test_the_set_up_cell_needs_no_name_that_torch_has_too(version):
    names = {}
    exec("from torch import *\n" + inspect.getsource(course_is_here), names)
    assert names["course_is_here"](version) is (version == "0.0.9")


def unpacked(packed):
    return json.loads(bz2.decompress(base64.b64decode(packed)))
