"""How an answer to a question about one's own engine may be written."""

import pytest

from course.check.quiz.engine_quiz import QuizItem, is_right_answer, quiz_verdict
from course.check.quiz.quiz_templates import Group
from course.graph import Leaf


@pytest.mark.parametrize("answer", ["12", "line 12", "Line 12", " line12 ", 12, 12.0, "3 * 4"])
def test_a_line_may_be_written_in_several_ways(answer):
    assert is_right_answer(answer, QuizItem("x", "", Group.LINE, "", 12))


@pytest.mark.parametrize("answer", [None, ..., "p", [12], True, "12.5", 11, float("nan"), "line"])
def test_other_values_than_the_answer_are_wrong(answer):
    assert not is_right_answer(answer, QuizItem("x", "", Group.LINE, "", 12))


@pytest.mark.parametrize("answer", [None, [7], Leaf(1.0, "a"), "q", "line q"])
def test_an_answer_that_is_not_a_number_is_not_repeated(answer):
    item = QuizItem("x", "", Group.LINE, "", 12)
    assert quiz_verdict(answer, item) == "the answer is a number."
    assert "a number" not in quiz_verdict("line 11", item)


@pytest.mark.parametrize(
    "answer",
    ["u", " u ", "'u'", '"u"', "u.", "Mean u", "node u", "the node u", "Node: u", "the node 'u'."],
)
def test_a_node_may_be_named_in_several_ways(answer):
    assert is_right_answer(answer, QuizItem("x", "", Group.ORDER, "", "u", "Mean"))


@pytest.mark.parametrize(
    "answer", ["p", "u p", "p u", "not u", "Mean p", "Exp u", "Leaf u", "", "Mean", "the", None, 3]
)
def test_other_names_than_the_answer_are_wrong(answer):
    assert not is_right_answer(answer, QuizItem("x", "", Group.ORDER, "", "u", "Mean"))


def test_an_answer_that_is_not_one_name_is_said_to_be_none():
    item = QuizItem("x", "", Group.ORDER, "", "u")
    assert "name of a node" in quiz_verdict("first u, then p", item)
    assert "Follow" in quiz_verdict("p", item)
    assert quiz_verdict("p.", item) == quiz_verdict("p", item)


def test_a_wrong_answer_is_repeated_on_one_line():
    assert quiz_verdict("8\n", QuizItem("x", "", Group.LINE, "", 12)).startswith("8. Follow")
