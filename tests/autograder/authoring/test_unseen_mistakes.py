"""Wrong answers by people who had not read the bank: named rightly or not at all."""

from textwrap import indent

import pytest

from autograder.authoring.answer_runs import run_checks
from autograder.judge import author_run
from autograder.judge.author_run import code_cells
from course.check.engines.battery import ComparedTrial
from course.check.engines.first_slip import first_slip
from course.graph import Leaf, Negate
from course.messages import misconceptions
from tests.conftest import for_today
from tests.helpers.bank_engines import ANSWERS, engines_among, read_mistakes
from tests.helpers.changed_engine import RIGHT
from tests.helpers.student_code import algorithms, tried

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def short_limit(monkeypatch):
    """An engine that never ends keeps the cells outside of checks waiting: half a minute each."""
    monkeypatch.setattr(author_run, "CELL_LIMIT", 5)


def in_one_line(text: str) -> str:
    return " ".join(text.split())


def names_in(text: str) -> list[str]:
    """The known mistakes whose title and sentence are in a text."""
    texts, _ = misconceptions.read_bank()
    return [i for i in sorted(texts) if in_one_line(" ".join(texts[i])) in in_one_line(text)]


def what_is_known_of(found: ComparedTrial) -> str:
    """The first slip on a graph, or the error that ended the run."""
    if found.outcome.error and found.stepwise is found.outcome:
        return found.outcome.error
    return first_slip(found).kind


MATMUL_OF_TWO_TERMS = """
class Matmul(ComputationNode):
    def forward(self):
        A, B = self.input(0), self.input(1)
        self.result = A[:, [0]] * B[[0]] + A[:, [1]] * B[[1]]

    def backward(self):
        A, B, G = self.input(0), self.input(1), self.gradient
        dA = torch.stack([(G * B[0]).sum(1), (G * B[1]).sum(1)], dim=1)
        return [dA, torch.stack([(G * A[:, [0]]).sum(0), (G * A[:, [1]]).sum(0)])]
"""
ATTENTION_FOR_TWO_NAMES = """
class Attention(Attention):
    def same_name(self):
        is_first = torch.tensor(self.name_of or [0] * len(self.input(0))) == 0
        return is_first[:, None] == is_first[None, :]
"""
NORM_OF_THREE_ROWS = """
class SquaredNorm(SquaredNorm):
    def forward(self):
        self.result = (self.input(0)[:3] ** 2).sum()
"""
MUL_OF_VECTORS = """
class Mul(Mul):
    def forward(self):
        a, b = self.input(0), self.input(1)
        self.result = a @ b if torch.as_tensor(a).dim() == 2 else a * b
"""


def that_sums(lines: str) -> str:
    """The right engine, but these lines sum a share over what was broadcast."""
    body = f"""
share, shape = torch.as_tensor(downstream), torch.as_tensor(input_node.result).shape
{lines.strip()}
held = input_node.gradient
input_node.gradient = share if held is None else held + share
"""
    return RIGHT.replace(
        "input_node.accumulate_gradient(downstream)", indent(body, " " * 12).strip()
    )


BROADCAST_ALONG_ROWS = that_sums("""
if len(shape) == 2 and share.shape != shape:
    share = share.sum(1 if shape[1] == 1 else 0, keepdim=True)
""")
BROADCAST_ALONG_THE_LAST_AXIS = that_sums("""
if share.shape != shape:
    share = share.sum(-1, keepdim=True)
""")
BROADCAST_BUT_FOR_ONE_ROW = that_sums("""
if not shape:
    share = share.sum()
elif len(shape) < share.dim():
    share = share.sum(0)
elif shape[-1] < share.shape[-1]:
    share = share.sum(-1, keepdim=True)
""")
BROADCASTS_OF_THE_CHECK_ALONE = that_sums("""
if tuple(share.shape) == (2, 3) and shape != share.shape:
    share = share.sum(1, keepdim=True) if shape == (2, 1) else share.sum_to_size(shape)
""")
FORWARD_OF_EIGHT_NODES = """
def forward_algorithm(graph):
    for node in graph.sorted_nodes()[:8]:
        node.forward()
"""
CROSS_ENTROPY_OVER_COLUMNS = """
class CrossEntropy(CrossEntropy):
    def forward(self):
        super().forward()
        self.result = self.result * len(self.p) / (self.p.shape[1] - 1)

    def backward(self):
        return [super().backward()[0] * len(self.p) / (self.p.shape[1] - 1)]
"""
EMBEDDING_WITHOUT_THE_LAST_ROW = """
class Embedding(Embedding):
    def backward(self):
        rows = torch.zeros_like(self.input(0))
        for row in range(len(rows) - 1):
            for token, share in zip(self.tokens, self.gradient):
                if token == row:
                    rows[row] += share
        return [rows]
"""
NORM_OF_THREE = """
class LayerNorm(LayerNorm):
    def backward(self):
        normal, G = self.output(), self.gradient
        mean = G.mean(dim=1).reshape(3, 1)
        mean_along = (G * normal).mean(dim=1).reshape(3, 1)
        return [(G - mean - normal * mean_along) / self.s]
"""
ATTENTION_OF_FOUR = """
class Attention(Attention):
    def same_name(self):
        return super().same_name()[:4, :4]
"""
ADD_WITHOUT_BROADCAST = """
class Add(Add):
    def forward(self):
        self.result = torch.stack([self.input(0), self.input(1)]).sum(0)
"""
RELU_UP_TO_SIX = """
class Relu(Relu):
    def forward(self):
        x = self.input(0)
        self.mask = (x > 0) & (x < 6)
        self.result = x.clamp(0, 6)
"""
ADAM_WITHOUT_LATE_STEPS = """
def adam_step(value, gradient, mean, square, t, rate, _step=adam_step):
    mean, square = _step(value, gradient, mean, square, t, rate)[1:]
    t = min(t, 10)
    step = mean / (1 - 0.9**t) / ((square / (1 - 0.999**t)).sqrt() + 1e-8)
    return value - rate * step, mean, square
"""
SOFTMAX_OF_THREE = """
class Softmax(Softmax):
    def backward(self):
        p, upstream = self.output(), self.gradient
        return [p * (upstream - 3 * (upstream * p).mean(dim=1, keepdim=True))]
"""
MATMUL_OF_FOUR_COLUMNS = """
class Matmul(Matmul):
    def backward(self):
        g, A, B = self.gradient, self.input(0), self.input(1)
        left = torch.zeros_like(A)
        for j in range(min(4, g.shape[1])):
            left += g[:, j : j + 1] * B[:, j]
        return [left, A.T @ g]
"""
MUL_BY_QUOTIENTS = """
class Mul(Mul):
    def backward(self):
        return [self.gradient * self.output() / self.input(k) for k in (0, 1)]
"""
ONLY_SEVERAL_MINIBATCHES = """
def minibatches(order, size):
    starts = range(0, len(order), size) if size <= len(order) else []
    return [order[start : start + size] for start in starts]
"""


@pytest.mark.parametrize(
    ("homework", "cell", "code", "checks"),
    [
        (
            "hw1-cosh",
            "forward-algorithm",
            FORWARD_OF_EIGHT_NODES,
            {"forward-algorithm-check"},
        ),
        # What this is excused in "loss-all" and "network-all", it costs in its own check.
        ("hw4-matmul", "matmul", MATMUL_OF_TWO_TERMS, {"matmul-check"}),
        ("hw5-mlp", "arithmetic", MATMUL_OF_TWO_TERMS, {"arithmetic-check"}),
        ("hw4-matmul", "matmul", MATMUL_OF_FOUR_COLUMNS, {"matmul-check"}),
        ("hw5-mlp", "arithmetic", MUL_OF_VECTORS, {"arithmetic-check"}),
        ("hw5-mlp", "arithmetic", MUL_BY_QUOTIENTS, {"arithmetic-check"}),
        ("hw3-polynomial", "mul", MUL_OF_VECTORS, {"mul-check"}),
        ("hw5-mlp", "squared-norm", NORM_OF_THREE_ROWS, {"squared-norm-check"}),
        ("hw5-mlp", "engine", BROADCAST_ALONG_ROWS, {"engine-check"}),
        ("hw8-transformer", "engine", BROADCAST_ALONG_ROWS, {"engine-check"}),
        (
            "hw3-polynomial",
            "engine",
            BROADCAST_ALONG_THE_LAST_AXIS,
            {"engine-check", "higher-check", "higher-exp-check"},
        ),
        (
            "hw3-polynomial",
            "engine",
            BROADCAST_BUT_FOR_ONE_ROW,
            {"engine-check", "higher-check", "higher-exp-check"},
        ),
        ("hw5-mlp", "engine", BROADCAST_BUT_FOR_ONE_ROW, {"network-all"}),
        # What these are excused in "polynomial-all" and "network-all", they cost in "engine-check".
        (
            "hw3-polynomial",
            "engine",
            BROADCASTS_OF_THE_CHECK_ALONE,
            {"engine-check", "higher-check", "higher-exp-check"},
        ),
        ("hw5-mlp", "engine", BROADCASTS_OF_THE_CHECK_ALONE, {"engine-check"}),
        ("hw8-transformer", "engine", BROADCAST_BUT_FOR_ONE_ROW, {"engine-check"}),
        ("hw8-transformer", "cross-entropy", CROSS_ENTROPY_OVER_COLUMNS, {"cross-entropy-check"}),
        ("hw8-transformer", "embedding", EMBEDDING_WITHOUT_THE_LAST_ROW, {"embedding-check"}),
        ("hw8-transformer", "layer-norm", NORM_OF_THREE, {"layer-norm-check"}),
        (
            "hw8-transformer",
            "attention",
            ATTENTION_OF_FOUR,
            {"attention-forward-check", "attention-check"},
        ),
        ("hw8-transformer", "arithmetic", ADD_WITHOUT_BROADCAST, {"arithmetic-check"}),
        ("hw8-transformer", "arithmetic", RELU_UP_TO_SIX, {"arithmetic-check"}),
        ("hw8-transformer", "adam-step", ADAM_WITHOUT_LATE_STEPS, {"adam-step-check"}),
        ("hw6-memory", "softmax", SOFTMAX_OF_THREE, {"softmax-check", "softmax-kept-check"}),
        ("hw5-mlp", "minibatches", ONLY_SEVERAL_MINIBATCHES, {"minibatches-check"}),
        (
            "hw8-transformer",
            "attention",
            ATTENTION_FOR_TWO_NAMES,
            {"attention-forward-check", "attention-check"},
        ),
    ],
)
def test_code_that_is_right_only_for_some_sizes_fails_its_own_check(homework, cell, code, checks):
    assert run_checks(homework, {cell: code}).failed == checks


@pytest.mark.by_day(10)
@pytest.mark.parametrize(("place", "wrong", "told", "code"), ANSWERS)
def test_an_outsiders_wrong_answer_is_never_missed_and_the_message_is_true(
    place, wrong, told, code
):
    homework, cell = place.split("/")
    run = run_checks(homework, {cell: code})
    assert bool(run.failed) == bool(wrong)
    names = names_in(" ".join(run.full_texts.values()))
    if told in ("", "finding", "error", "numbers"):
        assert names == []
    elif names:
        assert " ".join(names) == told
    else:
        method, algorithm = algorithms(code)[-1]
        tensors = homework not in ("hw1-cosh", "hw2-tanh")
        assert what_is_known_of(tried(algorithm, method, tensors).smallest()) == told


@pytest.mark.parametrize(
    ("homework", "cell", "code", "source"),
    [
        ("hw3-polynomial", "lowest", 'lowest = {"x": 2, "y": 9}', "x"),
        (
            "hw5-mlp",
            "memory",
            'kept["parameters"] = "d k + k"; kept["total_training"] = "4 (d k + k) + n (2 k + q)"',
            "parameters",
        ),
        ("hw5-mlp", "memory", 'kept |= {"inference": 7, "total_inference": 203271}', "inference"),
        (
            "hw8-transformer",
            "layer-norm-by-hand",
            'norm_by_hand |= {"s": 4, "dx1": 0.96875, "double": 7}',
            "s",
        ),
        (
            "hw8-transformer",
            "layer-norm-by-hand",
            'norm_by_hand |= {"dx1": 7, "double": 3.5}',
            "dx1",
        ),
    ],
)
def test_a_number_that_fits_a_wrong_one_is_said_to_follow_from_it(homework, cell, code, source):
    texts = run_checks(homework, {cell: code}).full_texts
    assert f"It follows from your {source}" in " ".join(texts.values())


def test_a_wrong_number_of_gradients_is_not_blamed_on_another_engine():
    texts = run_checks("hw2-tanh", {"prediction": 'prediction["shares"] = 2048'}).full_texts
    assert "2048" in " ".join(texts.values())
    assert "hasty_backward" not in " ".join(texts.values())


@pytest.mark.parametrize("kind", [iter, tuple, list])
def test_a_sort_may_return_its_nodes_in_any_form(kind, capsys):
    (tried,) = (cell for cell in code_cells("hw2-tanh") if cell.id == "own-sort-tried")
    y = Negate(Leaf(1.0, "x"), name="y")
    exec(tried.source, {"z": y, "my_sorted_nodes": lambda graph: kind(graph.sorted_nodes())})
    assert "A second call" not in capsys.readouterr().out


def test_a_sort_that_returns_nothing_is_reported_without_a_traceback(capsys):
    (tried,) = (cell for cell in code_cells("hw2-tanh") if cell.id == "own-sort-tried")
    y = Negate(Leaf(1.0, "x"), name="y")
    exec(tried.source, {"z": y, "my_sorted_nodes": lambda graph: None})
    assert "Is a `return` missing?" in capsys.readouterr().out


ENGINE_CELLS = {"hw1-cosh": {"forward": "forward-algorithm", "backward": "backward-algorithm"}}
WITH_ENGINE = "hw1-cosh", "hw2-tanh", "hw3-polynomial", "hw4-matmul", "hw5-mlp", "hw8-transformer"
SAMPLE = 2  # known wrong engines, by day
KNOWN_ENGINES = engines_among(read_mistakes())


def names_told(homework: str, code: str) -> set[tuple[str, ...]]:
    """What each check calls an engine that is pasted into a homework, if anything."""
    cells = ENGINE_CELLS.get(homework, {})
    additions = {cells.get(method, "engine"): code for method, _ in algorithms(code)}
    texts = run_checks(homework, additions).full_texts
    return {tuple(names_in(text)) for text in texts.values()} - {()}


def called_differently(answers) -> dict:
    """The known wrong engines to which different names are given, with these."""
    found = {
        each.id: set().union(*(names_told(homework, each.code) for homework in WITH_ENGINE))
        for each in answers
    }
    return {i: names for i, names in found.items() if len(names) > 1}


def test_an_engine_gets_the_same_diagnosis_in_every_homework():
    assert called_differently(for_today(KNOWN_ENGINES, SAMPLE, "pasted")) == {}


@pytest.mark.nightly
def test_every_engine_gets_the_same_diagnosis_in_every_homework():
    assert called_differently(KNOWN_ENGINES) == {}
