"""The transformer of homework 8, as its author and others write it, is trained beside PyTorch's."""

import contextlib
import io

import pytest
import torch

from autograder.authoring.answer_runs import run_checks
from autograder.judge.author_run import author_at_work, code_cells, compiled, run_code
from course.homework.names import NAMES
from course.homework.tiny_gpt import batch_of, train_twin
from course.homework.why_apart import why_apart
from tests.helpers.bank_engines import read_mistakes, read_right_answers
from tests.helpers.clock import takes_less_than

HOMEWORK = "hw8-transformer"
LETTERS = ".abcdefghijklmnopqrstuvwxyz"
PARTS = {
    "setup",
    "cross-entropy",
    "embedding",
    "layer-norm",
    "attention",
    "block",
    "adam-step",
    "engine",
    "arithmetic",
    "data",
    "model",
}
STYLES = [
    (answer.id, cell, answer.code)
    for answer in read_right_answers()
    for homework, cell in answer.exercises
    if homework == HOMEWORK and cell in PARTS
]


def trained(additions: dict[str, str], steps: int, names: int = 32, samples: int = 0):
    """The losses of the student's model and its twin, and names that are sampled after it."""
    with author_at_work() as known:
        for cell in code_cells(HOMEWORK):
            if cell.id in PARTS:
                source = cell.source + "\n\n" + additions.get(cell.id, "")
                run_code(compiled(source, cell.id), known)
        generator = torch.Generator().manual_seed(2)
        chosen = [torch.randperm(len(NAMES), generator=generator)[:names] for _ in range(steps)]
        batches = [batch_of([NAMES[i] for i in each.tolist()], LETTERS) for each in chosen]
        beginning = known["start"]()
        parameters, losses = known["train"](beginning, batches)
        _, right = train_twin(beginning, batches, blocks=known["BLOCKS"], rate=known["RATE"])
        return losses, right, [known["sample"](parameters, seed=seed) for seed in range(samples)]


def far_apart(losses, right):
    return max(abs(a - b) / b for a, b in zip(losses, right, strict=True))


@pytest.mark.slow
def test_the_solution_trains_like_pytorch_and_invents_names():
    with takes_less_than(60):
        losses, right, names = trained({}, steps=200, samples=40)
    assert far_apart(losses, right) < 1e-9
    assert losses[0] > 3.2 and sum(losses[-20:]) / 20 < 2.1
    # As in the list: most end in a vowel, and consonants do not pile up.
    assert sum(name[-1:] in "aeiou" for name in names) > len(names) / 2
    new = [name for name in names if name and name not in NAMES]
    assert len(set(new)) > len(names) / 2


@pytest.mark.parametrize(
    ("steps", "names"), [(3, 4), pytest.param(200, 32, marks=pytest.mark.nightly)]
)
@pytest.mark.parametrize(("style", "cell", "code"), STYLES, ids=[s for s, *_ in STYLES])
def test_a_right_answer_in_another_style_trains_like_pytorch(style, cell, code, steps, names):
    losses, right, _ = trained({cell: code}, steps, names)
    assert far_apart(losses, right) < 1e-9


def test_a_wrong_gradient_shows_in_the_loss():
    """Without this, the comparison of the losses could be one that cannot fail."""
    wrong = "Embedding.backward = lambda self: [torch.zeros_like(self.input(0))]"
    losses, right, _ = trained({"embedding": wrong}, steps=3, names=4)
    assert losses[0] == pytest.approx(right[0], rel=1e-9)
    assert far_apart(losses, right) > 1e-3


def told_apart(additions: dict[str, str]) -> tuple[str, str]:
    """What is printed with the model, and why its training differs from PyTorch's."""
    with author_at_work() as known, contextlib.redirect_stdout(io.StringIO()) as printed:
        for cell in code_cells(HOMEWORK):
            if cell.id in PARTS:
                source = cell.source + "\n\n" + additions.get(cell.id, "")
                run_code(compiled(source, cell.id), known)
        batches = [batch_of(NAMES[i : i + 4], LETTERS) for i in (0, 9, 30)]
        beginning = known["start"]()
        _, losses = known["train"](beginning, batches)
        _, right = train_twin(beginning, batches, blocks=known["BLOCKS"], rate=known["RATE"])
        L, _ = known["loss_of"](beginning, batches[0])
        known["backward_algorithm"](L, one=torch.tensor(1.0, dtype=torch.float64))
        return printed.getvalue(), why_apart(L, losses, right)


FLOAT32 = "b = Embedding.backward\nEmbedding.backward = lambda self: [b(self)[0].float()]"
NO_MEAN = "LayerNorm.backward = lambda self: [self.gradient / self.s]"
DOUBLED = "Matmul.forward = lambda self: setattr(self, 'result', 2 * self.input(0) @ self.input(1))"
UPHILL = "_step = adam_step\ndef adam_step(*given):\n    return 0.9 * given[0], *_step(*given)[1:]"


@pytest.mark.parametrize(
    ("cell", "code", "told"),
    [
        ("block", 'block["r"] = "u + a @ Wo"', "`block` or `gpt` describes another model"),
        ("block", 'block["v"] = "r"', "`block` or `gpt` describes another model"),
        (
            "embedding",
            FLOAT32,
            "the gradient of Leaf P is right to only 7 digits. Look at backward of Embedding",
        ),
        ("layer-norm", NO_MEAN, "all results are right, and the gradient of Add y"),
        ("arithmetic", DOUBLED, "the result of Matmul(u, Wq_0)"),
        ("adam-step", UPHILL, "The loss of step 2 is the first that differs: look at adam_step"),
    ],
)
def test_training_that_differs_from_pytorchs_is_reported_with_the_place(cell, code, told):
    printed, why = told_apart({cell: code})
    assert told in why
    for other in ("digits", "another model", "the gradient of", "the result of", "adam_step"):
        assert (other in why) == (other in told)
    assert "does not use" not in printed


def test_a_block_without_the_bias_is_reported_and_still_trains():
    printed, why = told_apart({"block": 'block["m"] = "Relu(v @ W1)"'})
    assert "The gradient of b1_0 is 0: the graph does not use it." in printed
    assert "The gradient of W1_0" not in printed
    assert "`block` or `gpt` describes another model" in why


def test_the_first_wrong_gradient_of_all_together_is_that_of_the_input_of_the_wrong_node():
    wrong = "    def backward(self):\n        return [2 * self.gradient * self.output()]\n"
    code = "class Relu(ComputationNode):\n    def forward(self):\n"
    code += "        self.result = self.input(0).clamp(min=0)\n\n" + wrong
    error = run_checks("hw8-transformer", {"arithmetic": code}).errors["all-together"]
    assert "is that of Add(Matmul, LayerNorm)" in error


def test_attention_fails_unless_its_mask_is_very_small():
    (answer,) = (each for each in read_mistakes() if each.id == "attention-mask-with-a-number")
    assert run_checks("hw8-transformer", {"attention": answer.code}).failed
    assert not run_checks(
        "hw8-transformer", {"attention": answer.code.replace("-100", "-1e9")}
    ).failed
