"""Words around values."""

import pytest

from course.values.words import verb


@pytest.mark.parametrize("many", ["grow", "pass", "stand", "are", "were", "do"])
def test_a_verb_agrees_with_the_number_of_its_subject(many):
    one = {"grow": "grows", "pass": "passes", "stand": "stands"}
    assert verb(1, many) == (one | {"are": "is", "were": "was", "do": "does"})[many]
    assert verb(0, many) == verb(2, many) == many
