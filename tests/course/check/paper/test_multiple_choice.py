"""Multiple choice: compared with the answer or its mark, with a clue for wrong options."""

import pytest
import torch

from course import (
    CheckFailed,
    check_choices,
    check_exercise,
)
from course.check.base.exercise import parts_right
from course.check.paper.multiple_choice import mark_of_option
from tests.helpers.blanks import part_right


def choose(**answers):
    right = {"colour": mark_of_option("2 Words", "colour", "b"), "size": "Large"}
    with check_exercise("2 Words"):
        check_choices(answers, right, options=["a", "b", "Large"], clue="Look again.")
    return parts_right["2 Words"]


def test_a_mark_made_for_another_title_is_reported_to_the_author():
    right = {"q": mark_of_option("another title", "q", "a")}
    with pytest.raises(ValueError, match="none of the options"):
        check_choices({"q": "a"}, right, options=["a", "b"])


def test_a_choice_is_compared_with_the_answer_or_with_its_mark():
    assert choose(colour="b", size="Large") == 1
    assert choose(colour="(B)", size=" large ") == 1
    assert choose(colour="b.\n", size="\n\tLarge\n") == 1
    assert choose(colour="b", size=...) == 0.5
    assert mark_of_option("2 Words", "colour", "b") != mark_of_option("2 Words", "shape", "b")


@pytest.mark.parametrize("written", ["O(n)", "o(n)", "(O(n)).", " O(n) "])
def test_an_option_may_end_in_a_bracket(written):
    options = ["O(n)", "O(n^2)", "f()"]
    assert part_right(check_choices, {"q": written}, {"q": "O(n)"}, options=options) == 1


def test_an_unknown_option_is_reported_with_the_known_ones(capsys):
    assert choose(colour=2, size="Large") == 0.5
    assert 'not one of the options, which are "a", "b", "Large"' in capsys.readouterr().out
    assert choose(colour=torch.zeros(200), size="Large") == 0.5
    assert "A tensor of shape (200,) is not one of the options" in capsys.readouterr().out
    with pytest.raises(CheckFailed, match="None of the 2 blanks is right"):
        choose(colour="a", size="b")


def test_a_wrong_choice_without_a_known_mistake_gets_the_clue(capsys):
    assert choose(colour="a", size="Large") == 0.5
    assert "Look again" in capsys.readouterr().out
