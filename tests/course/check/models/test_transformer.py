"""The tiny GPT of homework 8 trains as PyTorch's does, with nodes in any right style."""

import pytest
import torch

from course import ComputationNode, Leaf
from course.check.models.adam import check_adam_step, pytorch_adam
from course.homework.names import NAMES
from course.homework.tiny_gpt import Batch, attention_weights, batch_of
from course.messages.failure import CheckFailed
from tests.helpers.failing import fails


def test_a_batch_has_a_row_for_each_token_and_both_ends():
    assert batch_of(["ab", "c"], ".abc") == Batch(
        tokens=[0, 1, 2, 0, 3],
        targets=[1, 2, 0, 3, 0],
        places=[0, 1, 2, 0, 1],
        name_of=[0, 0, 0, 1, 1],
    )


@pytest.mark.parametrize("of", [list, torch.tensor])
def test_attention_weights_stay_within_a_sequence_numbered_by_a_list_or_a_tensor(of):
    class Attention(ComputationNode):
        name_of = of([0, 0, 1])

    rows = [Leaf(torch.ones(3, 2)) for _ in range(3)]
    for leaf in rows:
        leaf.result = leaf.value
    right = torch.tensor([[1, 0, 0], [0.5, 0.5, 0], [0, 0, 1]])
    assert torch.equal(attention_weights(Attention(*rows)), right)


def test_the_names_are_lower_case_and_short_enough_for_the_position_table():
    assert len(set(NAMES)) == len(NAMES) > 400
    assert all(name.isalpha() and name.isascii() and name.islower() for name in NAMES)
    assert max(map(len, NAMES)) <= 10


def test_a_step_that_is_too_long_is_reported_with_the_numbers_of_one_entry(capsys):
    def adam_step(value, gradient, mean, square, t, rate):
        mean, square = 0.9 * mean + 0.1 * gradient, 0.999 * square + 0.001 * gradient**2
        step = mean / (1 - 0.9**t) / ((square / (1 - 0.999**t)).sqrt() + 1e-8)
        return value - 3 * rate * step, mean, square

    with pytest.raises(CheckFailed, match="3 times as far"):
        check_adam_step(adam_step)
    assert "[0, 0], with rate 0.1: the parameter was 1, its gradient 10" in capsys.readouterr().out
    with pytest.raises(CheckFailed, match="shape"):
        check_adam_step(lambda *given: [each[0] for each in adam_step(*given)])
    with pytest.raises(CheckFailed, match="but in the wrong order"):
        check_adam_step(lambda *given: [adam_step(*given)[i] for i in (0, 2, 1)])
    with pytest.raises(CheckFailed, match="the parameter does not move"):
        check_adam_step(lambda value, *given: (value, *adam_step(value, *given)[1:]))


def test_a_step_that_returns_too_few_tensors_is_told_how_many():
    with pytest.raises(CheckFailed, match="returned a tuple of 2, but three tensors"):
        check_adam_step(lambda value, gradient, mean, square, t, rate: (value, mean))


def test_a_step_that_returns_arrays_is_refused():
    with pytest.raises(CheckFailed, match="the parameter as a NumPy array"):
        check_adam_step(lambda *given: [each.numpy() for each in pytorch_adam(*given)])


def test_torchs_own_adam_passes_the_check_of_a_step():
    def adam_step(value, gradient, mean, square, t, rate):
        parameter = torch.nn.Parameter(value.clone())
        optimiser = torch.optim.Adam([parameter], lr=rate)
        parameter.grad = gradient
        state = {"step": torch.tensor(float(t - 1)), "exp_avg": mean, "exp_avg_sq": square}
        optimiser.state[parameter] = state
        optimiser.step()
        return parameter.detach(), state["exp_avg"], state["exp_avg_sq"]

    check_adam_step(adam_step)
    with pytest.raises(CheckFailed):
        check_adam_step(lambda *given: adam_step(*given[:4], given[4] + 1, given[5]))


def test_a_step_that_remembers_earlier_calls_is_reported_without_consequences():
    counted = []

    def adam_step(value, gradient, mean, square, t, rate):
        counted.append(t)
        return pytorch_adam(value, gradient, mean, square, len(counted), rate)

    with pytest.raises(CheckFailed) as failed:
        check_adam_step(adam_step)
    assert "with the same values" in failed.value.diagnosis.why
    assert "nothing else changed" not in failed.value.diagnosis.why


def adam(*, mean=0.9, square=0.999, step="value - rate * m / (s.sqrt() + 1e-8)", keeps=False):
    """A step of Adam with other factors or another end, or that keeps its means."""

    def adam_step(value, gradient, old, old_square, t, rate):
        g = old if keeps else mean * old + 0.1 * gradient
        squares = square * old_square + 0.001 * gradient**2
        given = {"value": value, "rate": rate, "m": g / (1 - mean**t)}
        return eval(step, given | {"s": squares / (1 - square**t)}), g, squares

    return adam_step


@pytest.mark.parametrize(
    ("factors", "label"),
    [
        ((0, 2, 2), "the mean of the gradients"),
        ((0, 1, 2), "the mean of their squares"),
        ((0, 1, 1), "the parameter"),
    ],
)
def test_the_table_of_a_step_marks_what_the_sentence_is_about(factors, label, capsys):
    def adam_step(*given):
        return [factor * each for factor, each in zip(factors, pytorch_adam(*given), strict=True)]

    assert f"After step 1, {label} is" in fails(check_adam_step, adam_step)
    (marked,) = (line for line in capsys.readouterr().out.splitlines() if "<- first wrong" in line)
    assert marked.startswith(label)


def test_a_step_in_the_opposite_direction_is_called_that():
    with pytest.raises(CheckFailed, match="in the opposite direction, as far as it should"):
        check_adam_step(adam(step="value + rate * m / (s.sqrt() + 1e-8)"))
    with pytest.raises(CheckFailed, match="in the opposite direction, 2 times as far as"):
        check_adam_step(adam(step="value + 2 * rate * m / (s.sqrt() + 1e-8)"))


def test_a_step_that_is_never_taken_is_not_said_to_use_the_old_means():
    with pytest.raises(CheckFailed, match="does not move") as failed:
        check_adam_step(adam(step="value"))
    assert not failed.value.diagnosis.mistakes


def test_a_step_that_corrects_as_if_it_were_the_first_is_said_to_take_t_for_1():
    def adam_step(value, gradient, mean, square, t, rate):
        moved, *_ = pytorch_adam(value, gradient, mean, square, 1, rate)
        return moved, *pytorch_adam(value, gradient, mean, square, t, rate)[1:]

    with pytest.raises(CheckFailed) as failed:
        check_adam_step(adam_step)
    assert failed.value.diagnosis.why.endswith("if t were 1.")


def test_a_step_with_the_old_means_is_recognised():
    def adam_step(value, gradient, mean, square, t, rate):
        step = mean / (1 - 0.9**t) / ((square / (1 - 0.999**t)).sqrt() + 1e-8)
        return value - rate * step, *pytorch_adam(value, gradient, mean, square, t, rate)[1:]

    with pytest.raises(CheckFailed) as failed:
        check_adam_step(adam_step)
    assert [each.id for each in failed.value.diagnosis.mistakes] == ["adam-steps-before-the-means"]


def test_a_mean_that_is_right_only_in_the_first_step_is_not_called_right():
    with pytest.raises(CheckFailed, match="After step 2, the mean of their squares") as failed:
        check_adam_step(adam(square=0.99))
    assert "Both means are right" not in str(failed.value)


def test_a_mean_that_is_returned_unchanged_is_reported():
    with pytest.raises(CheckFailed, match="After step 1, the mean of the gradients is 0") as failed:
        check_adam_step(adam(keeps=True))
    assert "the old mean" in failed.value.diagnosis.why
