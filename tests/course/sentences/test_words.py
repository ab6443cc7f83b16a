"""Words around values."""

import pytest

from course.sentences.words import verb


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("grows", "grow"),
        ("passes", "pass"),
        ("reaches", "reach"),
        ("is", "are"),
        ("was", "were"),
        ("does", "do"),
    ],
)
def test_a_verb_agrees_with_the_number_of_its_subject(one, many):
    assert verb(1, many) == one
    assert verb(0, many) == verb(2, many) == many
