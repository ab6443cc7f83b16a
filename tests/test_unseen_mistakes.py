"""Wrong answers written after the bank, in other styles: named right or not at all, never wrong."""

import random

import pytest

from autograder.authoring.answers import MISCONCEPTIONS
from autograder.authoring.runs import run_checks
from course import misconceptions
from course.check.battery import Tried, reserved_battery
from tests.outsiders_answers import ANSWERS as OUTSIDERS
from tests.test_diagnosis import algorithms, engine_answers
from tests.unseen_answers import ANSWERS

pytestmark = pytest.mark.slow

# What a student wrote, in which solution cell, and the names that are true of it.
UNSEEN = [
    (
        "hw1-cosh/backward-algorithm",
        {"overwrites", "forgets-in-loop"},
        """
class Tape:
    def __init__(self, graph):
        self.nodes = list(reversed(graph.sorted_nodes()))

    def play(self, seed):
        [setattr(node, "gradient", None) for node in self.nodes]
        self.nodes[0].gradient = seed
        for node in self.nodes:
            for k, d in enumerate(node.backward()):
                setattr(node.input_nodes[k], "gradient", d)


def backward_algorithm(graph, one=1.0):
    Tape(graph).play(one)
    return graph
""",
    ),
    (
        "hw1-cosh/backward-algorithm",
        set(),
        """
def backward_algorithm(graph, one=1.0):  # subtracts the second share
    order = graph.sorted_nodes()
    for n in order:
        n.gradient = None
    graph.gradient = one
    for n in order[::-1]:
        for i, d in zip(n.input_nodes, n.backward()):
            i.gradient = d if i.gradient is None else i.gradient - d
    return graph
""",
    ),
    (
        "hw2-tanh/engine",
        {"counts-nodes-not-arrows"},
        """
def backward_algorithm(graph, one=1.0):
    order = graph.sorted_nodes()
    wait = dict.fromkeys(order, 0)
    for n in order:
        n.gradient = None
        for i in set(n.input_nodes):
            wait[i] += 1
    graph.gradient = one
    ready = [graph]
    while ready:
        n = ready.pop()
        for i, d in zip(n.input_nodes, n.backward()):
            i.accumulate_gradient(d)
            wait[i] -= 1
            if wait[i] == 0:
                ready.append(i)
    return graph
""",
    ),
    (
        "hw2-tanh/engine",
        {"depth-first"},
        """
def backward_algorithm(graph, one=1.0):
    for n in graph.sorted_nodes():
        n.gradient = None
    done = []

    def go(n, g):
        n.accumulate_gradient(g)
        if any(n is d for d in done):
            return
        done.append(n)
        for i, d in zip(n.input_nodes, n.backward()):
            go(i, d)

    go(graph, one)
    return graph
""",
    ),
    (
        "hw2-tanh/mul",
        set(),
        """
class Mul(ComputationNode):  # forgets the upstream gradient in one of the two
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient * self.input(1), self.input(0)]
""",
    ),
    (
        "hw2-tanh/mul",
        {"mul-forgets-upstream"},
        """
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.result / self.input(i) for i in range(2)]
""",
    ),
    (
        "hw2-tanh/add",
        {"add-halves"},
        """
class Add(ComputationNode):
    def forward(self):
        self.result = sum(self.input(i) for i in range(2))

    def backward(self):
        k = len(self.input_nodes)
        return k * [self.gradient / k]
""",
    ),
    (
        "hw3-polynomial/mul",
        {"mul-reads-results", "mul-saves-inputs"},
        """
class Mul(ComputationNode):
    def forward(self):
        self.a, self.b = [n.result for n in self.input_nodes]
        self.result = self.a * self.b

    def backward(self):
        return [self.b * self.gradient, self.a * self.gradient]
""",
    ),
    (
        "hw4-matmul/matmul",
        set(),
        """
class Matmul(ComputationNode):  # rearranges the upstream gradient
    def forward(self):
        self.result = torch.mm(self.input(0), self.input(1))

    def backward(self):
        g = self.gradient
        return [g.view(-1, g.shape[0]).T @ self.input(1).T, self.input(0).T @ g]
""",
    ),
    (
        "hw4-matmul/matmul",
        set(),
        """
class Matmul(ComputationNode):  # sums over one index too many
    def forward(self):
        self.result = torch.einsum("ik,kj->ij", self.input(0), self.input(1))

    def backward(self):
        A, B, g = self.input(0), self.input(1), self.gradient
        return [torch.einsum("ij,kj->k", g, B).expand(A.shape), torch.einsum("ik,ij->kj", A, g)]
""",
    ),
    (
        "hw4-matmul/add-bias",
        {"bias-averaged"},
        """
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient, torch.stack([c.mean() for c in self.gradient.T])]
""",
    ),
    (
        "hw1-cosh/backward-by-hand",
        {"backward-upstream-only", "backward-half-gets-lost"},
        """
backward_pass["d"] = 0.5
backward_pass["x"] = "2 e^x / 2"
""",
    ),
]


@pytest.mark.parametrize(("place", "true_names", "code"), UNSEEN)
def test_an_unseen_mistake_is_caught_and_never_named_wrong(place, true_names, code):
    assignment, cell = place.split("/")
    seen = []
    misconceptions.listeners.append(seen.append)
    try:
        run = run_checks(assignment, {cell: code})
    finally:
        misconceptions.listeners.remove(seen.append)
    assert run.failed
    for each in seen:
        names = {mistake.id for mistake in misconceptions.looks_like(*each)}
        # Look-alikes are told together, so one of the names has to be true.
        assert not names or names & true_names
    print("named" if any(misconceptions.looks_like(*each) for each in seen) else "not named")


def in_one_line(text: str) -> str:
    return " ".join(text.split())


def names_in(text: str) -> list[str]:
    """The known mistakes whose title and sentence are in a text."""
    texts, _ = misconceptions.known()
    return [i for i in sorted(texts) if in_one_line(" ".join(texts[i])) in in_one_line(text)]


def what_is_known_of(found: Tried) -> str:
    """The first fact on a graph, or the error that ended the run."""
    if found.outcome.error and found.how.early is None:
        return found.outcome.error
    return found.fact.kind


@pytest.mark.parametrize(("place", "wrong", "told", "code"), [*ANSWERS, *OUTSIDERS])
def test_an_answer_of_an_outsider_is_missed_never_and_told_what_is_true(place, wrong, told, code):
    assignment, cell = place.split("/")
    run = run_checks(assignment, {cell: code})
    assert bool(run.failed) == bool(wrong)
    names = names_in(" ".join(run.told.values()))
    if told in ("", "finding", "error", "numbers"):
        assert names == []
    elif names:
        assert " ".join(names) == told
    else:
        method, algorithm = algorithms(code)[-1]
        tensors = assignment not in ("hw1-cosh", "hw2-tanh")
        assert what_is_known_of(reserved_battery(algorithm, method, tensors)().smallest()) == told


ENGINE_CELLS = {"hw1-cosh": {"forward": "forward-algorithm", "backward": "backward-algorithm"}}
WITH_ENGINE = "hw1-cosh", "hw2-tanh", "hw3-polynomial", "hw4-matmul", "hw5-mlp", "hw8-transformer"
SAMPLE = 6  # known wrong engines, by day
KNOWN_ENGINES = engine_answers(MISCONCEPTIONS)


def names_told(assignment: str, code: str) -> set[tuple[str, ...]]:
    """What each check calls an engine that is pasted into a homework, if anything."""
    cells = ENGINE_CELLS.get(assignment, {})
    additions = {cells.get(method, "engine"): code for method, _ in algorithms(code)}
    told = run_checks(assignment, additions).told
    # Checks of higher derivatives go by numbers, which a wrong node and a wrong engine can share.
    texts = [text for check, text in told.items() if not check.startswith("higher")]
    return {tuple(names_in(text)) for text in texts} - {()}


def called_differently(answers) -> dict:
    """The known wrong engines to which different names are given, with these."""
    found = {
        each.id: set().union(*(names_told(homework, each.code) for homework in WITH_ENGINE))
        for each in answers
    }
    return {i: names for i, names in found.items() if len(names) > 1}


def test_an_engine_is_called_the_same_in_whatever_homework_it_is_pasted_into():
    assert called_differently(random.Random(1).sample(KNOWN_ENGINES, SAMPLE)) == {}


@pytest.mark.nightly
def test_every_engine_is_called_the_same_in_whatever_homework_it_is_pasted_into():
    assert called_differently(KNOWN_ENGINES) == {}
