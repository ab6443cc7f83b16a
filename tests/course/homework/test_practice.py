"""Practice, with one drawn exercise after another."""

import re

import pytest
import torch
from torch.utils.flop_counter import FlopCounterMode

from course import CheckFailed, check_gradients_by_hand
from course.check.variants.graph_pools import LEVELS
from course.check.variants.number_pools import costs
from course.homework.practice import KINDS, Practice, practice


@pytest.mark.parametrize(
    ("what", "level"),
    [(what, level) for what, kind in KINDS.items() for level in range(len(kind.pools))],
)
def test_practice_checks_each_blank_at_once_and_gets_harder(what, level):
    exercise = Practice(what, level)
    check, pools, _ = KINDS[what]
    drawn = exercise.variant.recipe
    if hasattr(drawn, "values"):
        right = drawn.values
    else:
        right = drawn.gradients if check is check_gradients_by_hand else drawn.results
    *some, last = exercise.boxes
    for name in some:
        exercise.boxes[name].value = repr(right[name])
    lines = exercise.verdicts.value.splitlines()
    assert sum(line.endswith("  right") for line in lines) == len(some)
    assert exercise.level == level
    exercise.boxes[last].value = "1/7 + 100"
    assert exercise.level == level
    exercise.boxes[last].value = repr(right[last])
    assert exercise.level == min(level + 1, len(pools) - 1)
    exercise.boxes[last].value += " "  # checked once more
    assert exercise.level == min(level + 1, len(pools) - 1)
    exercise.next.click()
    assert exercise.variant.recipe is not drawn
    assert not any(box.value for box in exercise.boxes.values())


@pytest.mark.parametrize("what", KINDS)
def test_practice_says_more_about_a_wrong_answer_than_that_it_is_wrong(what):
    exercise = Practice(what)
    for box in exercise.boxes.values():
        box.value = "1/7 + 100"
    said = exercise.verdicts.value
    assert " = 100.143. " in said and not re.search(r" = 100\.143\.$", said, re.MULTILINE)


@pytest.mark.parametrize("number", range(5))
def test_multiplication_counts_in_practice_agree_with_pytorch(number):
    drawn = costs(number)
    shapes = re.search(r"(\d+) x (\d+), B \d+ x (\d+)", drawn.sentences[0])
    rows, middle, columns = map(int, shapes.groups())
    sizes = [(rows, middle), (middle, columns), (columns, 1)]
    A, B, v = (torch.rand(size, requires_grad=True) for size in sizes)

    def counted(compute) -> int:
        with FlopCounterMode(display=False) as counter:
            compute()
        return counter.get_total_flops() // 2

    y = A @ (B @ v)
    assert drawn.values == {
        "left": counted(lambda: A @ B @ v),
        "right": counted(lambda: A @ (B @ v)),
        "backward": counted(lambda: y.backward(torch.rand(rows, 1))),
    }


def test_practice_has_one_more_fork_at_each_level():
    def forks(graph):
        nodes = graph.sorted_nodes()
        return sum(sum(node in user.input_nodes for user in nodes) > 1 for node in nodes)

    for number in range(5):
        assert [forks(level(number).right) for level in LEVELS] == [0, 1, 2, 3]


@pytest.mark.parametrize("what", ["gradients", ["gradients by hand"]])
def test_a_practice_that_does_not_exist_is_refused_with_those_that_do(what):
    with pytest.raises(CheckFailed, match=f"no practice called {re.escape(repr(what))}"):
        practice(what)


def test_the_next_exercise_is_drawn_on_the_page_once():
    exercise, drawn = Practice(next(iter(KINDS))), []
    exercise.widget.observe(drawn.append, "children")
    exercise.next.click()
    assert len(drawn) == 1
