"""The checks of homework 5's training loop: its minibatches, its steps, and what it reaches."""

import contextlib
import random

import pytest
import torch

from course.check.models.minibatches import check_minibatches
from course.check.models.sgd import check_sgd_step
from course.check.models.training_run import check_training
from course.messages.failure import CheckFailed
from tests.helpers.clock import takes_less_than
from tests.helpers.failing import fails, failure
from tests.helpers.student_code import written


def generator(order, size):
    for start in range(0, len(order), size):
        yield order[start : start + size]


@pytest.mark.parametrize(
    "right",
    [generator, lambda order, size: torch.tensor(order).split(size)],
    ids=["generator", "tensors"],
)
def test_batches_may_be_made_in_any_way(right, capsys):
    check_minibatches(right)
    assert "Right" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda order, size: None, "Did you forget `return`"),
        (lambda order, size: order, "a list of lists of numbers was expected"),
        (lambda order, size: 7, "a list of lists of numbers was expected"),
        (lambda order, size: [], "are in no batch"),
        (lambda order, size: [order, order], "there more than once"),
        (lambda order, size: [[*order, 99]], "99 was not in the list"),
        (lambda order, size: [[*order, 98, 99]], "98, 99 were not in the list"),
        (lambda order, size: [[i + 0.4 for i in order]], "0, 1, 2, 3, 5, ... are in no batch"),
        (lambda order, size: [order[::-1]], "keep the order"),
        (lambda order, size: [order], "each batch has 3 numbers"),
        (lambda order, size: [*generator(order, size), []], "each batch has 3 numbers"),
    ],
)
def test_wrong_batches_are_reported_with_the_reason(wrong, said):
    assert said in fails(check_minibatches, wrong)


def endless(order, size):
    while True:
        yield order


def failing(order, size):
    yield order[:size]
    yield order[99]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (endless, "much more, but the list has 7 numbers"),
        (lambda order, size: [endless(order, size)], "much more, but the list has 7 numbers"),
        (failing, "minibatches raised IndexError: list index out of range."),
    ],
)
def test_a_generator_of_batches_may_fail_or_never_end(wrong, said):
    assert said in fails(check_minibatches, wrong)


within_itself: list = [0]
within_itself.append(within_itself)


@pytest.mark.parametrize(
    "batches",
    [
        [[0] * 4096] * 48,
        [[float("inf")]],
        [[float("nan")]],
        [10**400],
        "x" * 100_000,
        within_itself,
    ],
)
def test_odd_minibatches_are_refused_at_once(batches):
    with takes_less_than(1), pytest.raises(CheckFailed) as failed:
        check_minibatches(lambda order, size: batches)
    assert len(str(failed.value)) < 1000 and "calls itself" not in str(failed.value)


def in_place(parameters, gradients, rate):
    for name in parameters:
        parameters[name] -= rate * gradients[name]
    return parameters


def test_a_step_may_be_made_in_place(capsys):
    check_sgd_step(in_place)
    assert "Right" in capsys.readouterr().out


def test_a_step_that_does_not_end_is_tried_once(monkeypatch):
    monkeypatch.setattr("course.running.limit.TIME_LIMIT", 0.5)
    begun = []

    def never_ends(parameters, gradients, rate):
        begun.append(rate)
        while True:
            pass

    assert "a loop that never ends" in fails(check_sgd_step, never_ends)
    assert len(begun) == 1


def test_of_a_step_that_is_not_written_nothing_else_is_said():
    def half_written(parameters, gradients, rate):
        if [*parameters] != [*gradients]:
            raise NotImplementedError
        return {name: value - rate * gradients[name] for name, value in parameters.items()}

    with pytest.raises(CheckFailed) as error:
        check_sgd_step(half_written)
    assert error.value.diagnosis.is_complete
    assert not error.value.diagnosis.why


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda p, g, rate: None, "sgd_step returned None"),
        (lambda p, g, rate: list(p.values()), "a dictionary with new values for W and b"),
        (lambda p, g, rate: (p[name] for name in p), "sgd_step returned 2 values"),
        (lambda p, g, rate: {"W": p["W"]}, "a dictionary of W"),
        (lambda p, g, rate: {0: 1}, "a dictionary of 0"),
        (lambda p, g, rate: {}, "an empty dictionary, but"),
        (lambda p, g, rate: {n: p[n] + rate * g[n] for n in p}, "W after the step is"),
        (lambda p, g, rate: p, "W after the step is"),
    ],
)
def test_a_wrong_step_is_reported_with_the_reason(wrong, said):
    assert said in fails(check_sgd_step, wrong)


def test_gradients_taken_in_their_order_are_found_to_be_those_of_other_parameters():
    def by_order(parameters, gradients, rate):
        pairs = zip(parameters.items(), gradients.values(), strict=True)
        return {name: value - rate * slope for (name, value), slope in pairs}

    with pytest.raises(CheckFailed) as caught:
        check_sgd_step(by_order)
    assert "if the gradient of W were the gradient of b" in caught.value.diagnosis.why


def test_a_step_that_is_right_elsewhere_is_called_right_there():
    def mean(parameters, gradients, rate):  # right for a single row
        steps = {name: rate * gradients[name] / len(gradients[name]) for name in gradients}
        return {name: value - steps[name] for name, value in parameters.items()}

    with pytest.raises(CheckFailed) as caught:
        check_sgd_step(mean)
    assert "b after the step is right." in caught.value.diagnosis.findings


def test_a_parameter_that_is_returned_as_it_was_is_called_unchanged():
    def moves_b_alone(parameters, gradients, rate):
        return parameters | {"b": parameters["b"] - rate * gradients["b"]}

    with pytest.raises(CheckFailed) as caught:
        check_sgd_step(moves_b_alone)
    assert "W after the step is W, unchanged." in caught.value.diagnosis.findings


def test_a_step_that_a_loop_forgets_is_named():
    def bound_again(parameters, gradients, rate):
        for name, value in parameters.items():
            value = value - rate * gradients[name]
        return parameters

    with pytest.raises(CheckFailed) as caught:
        check_sgd_step(bound_again)
    assert [each.id for each in caught.value.diagnosis.mistakes] == ["step-not-kept"]


def test_that_a_wrong_step_of_rate_0_changes_nothing_is_no_finding():
    def cut_off(parameters, gradients, rate):
        return {name: value - rate * gradients[name].tanh() for name, value in parameters.items()}

    with pytest.raises(CheckFailed) as caught:
        check_sgd_step(cut_off)
    assert not caught.value.diagnosis.findings


@pytest.mark.parametrize(
    "step",
    [
        lambda p, g, rate: {},
        lambda p, g, rate: {"x": p["W"] - rate * g["W"]},
        lambda p, g, rate: {"W": p["W"] - rate * g["W"], "x": 0},
        lambda p, g, rate: {"W": None},
        lambda p, g, rate: {"W": p["W"]},
    ],
)
def test_only_a_right_part_of_the_parameters_looks_like_a_step_of_one(step):
    right = failure(check_sgd_step, lambda p, g, rate: {"W": p["W"] - rate * g["W"]})
    assert right.diagnosis.mistakes
    assert not failure(check_sgd_step, step).diagnosis.mistakes


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{n: p - rate * gradients[n] for n, p in parameters}", "`parameters.items()` gives"),
        ("{p: p - rate * g for p, g in zip(parameters, gradients)}", "the names alone"),
        ("{n: parameters[n] - rate * gradients[n] for n in ['W1']}", "the names in `parameters`"),
    ],
)
def test_a_step_that_goes_wrong_about_names_is_told_where_they_are(line, said):
    step = written("sgd_step(parameters, gradients, rate)", f"return {line}")
    assert said in fails(check_sgd_step, step)


def loss(parameters):
    return (parameters["w"] ** 2).sum()


@pytest.mark.parametrize("depends_on_the_order", [True, False])
def test_missing_shuffling_is_mentioned_only_where_shuffling_helps(depends_on_the_order):
    X = torch.arange(20.0)[:, None]

    def train(parameters, X, Y, epochs):
        is_mixed = bool((X.diff(dim=0) < 0).any())
        return {"w": (0.0 if is_mixed and depends_on_the_order else 0.9) * parameters["w"]}

    with pytest.raises(CheckFailed) as caught:
        check_training(train, {"w": torch.ones(3, dtype=torch.float64)}, [X, X, 2], loss, 0.1)
    assert ("shuffled" in str(caught.value)) is depends_on_the_order


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda parameters, X, Y, epochs: parameters, "those it began with"),
        (lambda parameters, X, Y, epochs: None, "returned None"),
        (lambda parameters, X, Y, epochs: {"w": torch.zeros(2)}, "w after training has shape"),
        (lambda parameters, X, Y, epochs: {"w": parameters["w"] * float("nan")}, "J is nan"),
    ],
    ids=["does not train", "returns nothing", "other shapes", "diverges"],
)
def test_training_is_judged_by_the_loss_it_reaches(wrong, said):
    X, start = torch.ones(4, 1), {"w": torch.ones(3, dtype=torch.float64)}
    check_training(lambda p, X, Y, epochs: {"w": p["w"] * 0.5**epochs}, start, [X, X, 3], loss, 0.1)
    with pytest.raises(CheckFailed, match=said):
        check_training(wrong, start, [X, X, 3], loss, 0.1)


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (lambda value: value.numpy(), None),
        (lambda value: value.numpy()[::-1], None),
        (lambda value: None, "is still None"),
        (lambda value: value.tolist(), "is a list"),
        (lambda value: value + 0j, "is a complex number"),
        (lambda value: value[0], r"has shape \(\), not \(3,\)"),
    ],
)
def test_trained_parameters_may_be_arrays_of_numbers_of_the_same_shape(kind, said):
    X, start = torch.ones(4, 1), {"w": torch.ones(3, dtype=torch.float64)}
    for train in (
        lambda p, X, Y, epochs: {"w": kind(p["w"] * 0.5**epochs)},
        lambda p, X, Y, epochs: {"w": kind(p["w"])},
    ):
        told = said or (None if train(start, X, X, 3)["w"][0] < 1 else "The parameters are those")
        with contextlib.nullcontext() if told is None else pytest.raises(CheckFailed, match=told):
            check_training(train, start, [X, X, 3], lambda p: float((p["w"] ** 2).sum()), 0.1)


def by_sgd(p, X, Y, epochs, *, drawn=torch.randperm, size=32, only=slice(None), stops=False, **how):
    """Trains w on minibatches, with the mistakes that are given."""
    begun = how.get("begin", p)
    rate = how.get("rate", lambda here: 0.1)
    order = drawn(len(X))
    for epoch in range(epochs + how.get("more", 0)):
        old = p = begun if "begin" in how or how.get("restarts") else p
        order = order if how.get("shuffles") == "once" else drawn(len(X))
        for here in order.split(size)[only] * how.get("times", 1):
            x, y = how.get("data", (how.get("x", X), Y))
            here = how.get("rows", here)
            at = old if how.get("stale") else p
            step = (
                0.9**epoch
                * rate(here)
                * (x[here] * (x[here] @ at["w"][:, None] - y[here])).mean(dim=0)
            )
            p = p | {"w": p["w"] - step}
        if stops:
            break
        if how.get("returns") == "in the loop" or ("returns" in how and epoch == epochs - 1):
            return p
    return None if "returns" in how else p


POINTS = torch.linspace(-1, 1, 320, dtype=torch.float64)[:, None].pow(torch.arange(2))
ALL = POINTS, 3 * POINTS.sum(dim=1, keepdim=True)
START = {"w": torch.tensor([0.5, 1.5], dtype=torch.float64)}


def check_by_sgd(at_most=1.9, start=START, **how):
    """Checks such a training on 320 points of a line."""

    def train(p, X, Y, epochs):
        return by_sgd(p, X, Y, epochs, **how)

    check_training(train, start, [*ALL, 2], lambda p: float((p["w"] - 3).abs().sum() / 2), at_most)


def starting_over(n):
    torch.manual_seed(3)
    return torch.randperm(n)


def by_another_generator(n):
    return torch.as_tensor(random.sample(range(n), n))


@pytest.mark.parametrize(
    ("drawn", "stopped"), [(lambda n: torch.randperm(32), "16 examples"), (torch.randperm, "")]
)
def test_an_epoch_that_fails_on_fewer_examples_is_reported_with_their_number(drawn, stopped):
    with pytest.raises(CheckFailed) as caught:
        check_by_sgd(0.0, drawn=drawn)
    assert stopped in caught.value.diagnosis.findings
    assert ("raises IndexError" in caught.value.diagnosis.findings) is bool(stopped)


def test_an_error_that_no_epochs_raise_is_reported_with_their_number():
    def train(p, X, Y, epochs):
        if not epochs:
            raise ValueError("no loss")
        return by_sgd(p, X, Y, epochs)

    with pytest.raises(CheckFailed) as caught:
        check_training(train, START, [*ALL, 2], lambda p: 1.0, 0.0)
    assert (
        "Run for 0 epochs on 32 examples, it raises ValueError" in caught.value.diagnosis.findings
    )


def test_an_error_that_no_epochs_raise_hides_no_other_mistake():
    def train(p, X, Y, epochs):
        for epoch in range(epochs):
            new = by_sgd(p, X, Y, 1, rate=lambda here, slower=0.9**epoch: 0.1 * slower)
        return new

    with pytest.raises(CheckFailed) as caught:
        check_training(train, START, [*ALL, 2], lambda p: 1.0, 0.0)
    assert "Does the second begin where the first has ended" in caught.value.diagnosis.findings


@pytest.mark.parametrize("drawn", [torch.randperm, by_another_generator])
@pytest.mark.parametrize("is_seeded", [False, True])
def test_training_on_shuffled_minibatches_passes(drawn, is_seeded):
    def train(p, X, Y, epochs):
        if is_seeded:
            torch.manual_seed(0)
            random.seed(0)
        return by_sgd(p, X, Y, epochs, drawn=drawn)

    check_training(train, START, [*ALL, 2], lambda p: float((p["w"] - 3).abs().sum() / 2), 1.9)


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"stops": True}, "in exactly the direction of 1"),
        ({"returns": "in the loop"}, "return before the loop over the epochs has ended"),
        ({"returns": "in the last round"}, "Asked for 0 epochs, train returned None"),
        ({"rows": slice(None)}, "three orders"),
        ({"more": 1}, "0 epochs"),
        ({"more": -1}, "changes nothing. They are one minibatch"),
        ({"restarts": True}, "Does the second begin where the first has ended"),
        ({"begin": {"w": START["w"] + 1}}, "begun with other parameters"),
        ({"data": ALL, "rows": slice(None)}, "copies of one example"),
        ({"x": POINTS}, "of another with the same label"),
        ({"data": ALL, "drawn": lambda n: torch.randperm(320)}, "was run twice"),
        ({"drawn": lambda n: torch.randint(n, (n,))}, "ended with different parameters"),
        ({"size": 8}, "does it hold 32"),
        ({"only": slice(-1)}, "changes nothing. They are one minibatch"),
        ({"only": slice(None, None, 2)}, "is there a step for each minibatch"),
        ({"stale": True}, "computed from where the first began"),
        ({"drawn": lambda n: torch.randperm(n - 1)}, "Is every example used"),
        ({"drawn": lambda n: torch.randperm(n - 1) + 1}, "Is every example used"),
        ({"times": 2}, "only one step for a minibatch"),
        ({"shuffles": "once"}, "shuffled anew in each"),
        ({"drawn": starting_over}, "shuffled anew in each"),
        ({"drawn": lambda n: torch.randperm(n)[:100]}, "however many there are"),
        ({"drawn": lambda n: torch.randperm(n)[:288]}, "however many there are"),
        ({"start": START | {"b": torch.ones(1, dtype=torch.float64)}}, "not changed b at all"),
    ],
)
def test_training_that_reaches_enough_must_still_do_what_is_asked_for(how, said):
    with pytest.raises(CheckFailed, match=said):
        check_by_sgd(**how)


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"size": 1, "rate": lambda here: 1e-3}, "does it hold 32"),
        ({"size": 320, "rate": lambda here: 1e-3}, "does each minibatch have 32 examples"),
        ({"rate": lambda here: 1e-3 * len(here)}, "the step depend on the number of examples"),
        ({"rate": lambda here: 1e-3}, ""),
        ({"rate": lambda here: 1e-3 * len(here), "x": POINTS}, "of another with the same label"),
        ({"rate": lambda here: 1e-6}, "moves no parameter by as much as"),
        ({"rate": lambda here: 1e-10}, "moves no parameter by as much as"),
    ],
)
def test_training_that_reaches_too_little_is_explained_on_a_few_examples(how, said):
    with pytest.raises(CheckFailed) as failed:
        check_by_sgd(at_most=0.1, **how)
    assert said in failed.value.diagnosis.why and bool(said) is (
        "epoch" in failed.value.diagnosis.why
    )


def test_a_loss_that_rises_is_not_put_down_to_the_steps_alone():
    with pytest.raises(CheckFailed) as failed:
        check_by_sgd(at_most=0.1, rate=lambda here: -0.1, rows=slice(32))
    assert "which rows of X and Y" in failed.value.diagnosis.why


def keeping(order, size):
    return [order[start : start + size] for start in range(0, len(order), size)]


def dropping(order, size):
    return [*zip(*[iter(order)] * size, strict=False)]


def cutting(cut):
    """A training whose minibatches are cut by this function."""

    def train(p, X, Y, epochs):
        for epoch in range(epochs):
            for here in cut(torch.randperm(len(X)).tolist(), 32):
                p = by_sgd(
                    p, X[[*here]], Y[[*here]], 1, rate=lambda _, slower=0.9**epoch: slower / 9
                )
        return p

    return train


def not_written(order, size):
    raise NotImplementedError


@pytest.mark.parametrize("cut", [dropping, not_written, lambda order, size: None, None])
def test_a_last_minibatch_that_is_left_out_is_blamed_on_minibatches_alone(cut):
    loss = [lambda p: float((p["w"] - 3).abs().sum() / 2), 1.9]
    with pytest.raises(CheckFailed, match="the last one may be shorter"):
        check_training(cutting(dropping), START, [*ALL, 2], *loss, keeping)
    check_training(cutting(dropping), START, [*ALL, 2], *loss, cut)
    check_training(cutting(keeping), START, [*ALL, 2], *loss, keeping)
