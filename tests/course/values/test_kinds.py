"""What kind of thing a value is, whatever its class is called."""

import pytest

from course.values.kinds import kind_in_words, safe_class_name, stand_in
from course.values.plain import plain
from course.values.tensors import copy_value


@pytest.mark.parametrize("name", ["", "a b", "x" * 1000])
def test_a_value_of_an_oddly_named_class_is_called_an_object(name):
    assert kind_in_words(type(name, (), {})()) == "an object"


@pytest.mark.parametrize("sent", ["", "\0", "\ud800", "a b", "x" * 1000])
def test_whatever_is_sent_as_the_name_of_a_class_something_stands_for_its_value(sent):
    assert type(stand_in(sent)).__name__ == "object"
    assert type(stand_in("Exp")).__name__ == "Exp"


def test_a_long_name_of_a_class_is_kept_everywhere_if_anywhere():
    name = "A" * 60
    assert safe_class_name(name) == name
    assert plain(type(name, (), {})()) == name
    assert copy_value(type(name, (list,), {})(), nested=0) == name
