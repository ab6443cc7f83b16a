"""Engines to ask questions about, and the right answers, found without the code that asks.

The engine runs once more, with the class of all nodes patched: each change of a gradient is logged
with its line, and replaced if a question supposes another gradient.
"""

import contextlib
import linecache
import sys
from functools import cache
from itertools import count

import pytest

import course
from autograder.judge.author_run import code_cells
from autograder.notebook.markers import solved
from course.check.quiz.engine_quiz import QuizItem, chosen_items, quiz_items
from course.graph import ComputationNode, HalfDifference, IntPow, Leaf, Mean
from course.questions import RunByLine
from course.sentences.words import ORDINALS
from course.subject import ask
from tests.helpers.bank_engines import read_right_answers

ONE = 4.0
PLACE = ("engine", "hw2-tanh")
_cells = count()


def graph() -> ComputationNode:
    """The graph of homework 2."""
    a, b = Leaf(6.0, "a"), Leaf(2.0, "b")
    p = Mean(a, b, name="p")
    q, r = IntPow(p, 2, name="q"), HalfDifference(b, p, name="r")
    s, t = HalfDifference(q, r, name="s"), IntPow(r, 2, name="t")
    u = Mean(p, t, name="u")
    return Mean(s, u, name="y")


@cache
def reference() -> str:
    (cell,) = (cell for cell in code_cells("hw2-tanh") if cell.id == "engine")
    return solved(cell.source)


def engine(code: str, *, quoted: bool = True) -> tuple:
    """The two algorithms of a cell. If it lacks one, the author's takes its place."""
    forward, backward = reference().split("\n\n\ndef backward")
    if "def forward_algorithm" not in code:
        code = f"{forward}\n\n\n{code}"
    if "def backward_algorithm" not in code:
        code += f"\n\n\ndef backward{backward}"
    name = f"<cell {next(_cells)}>"
    if quoted:
        linecache.cache[name] = len(code), None, code.splitlines(True), name
    names = {each: getattr(course, each) for each in course.__all__}
    exec(compile(code, name, "exec"), names)
    return names["forward_algorithm"], names["backward_algorithm"]


# A right engine whose nodes hold lists of shares until their turn comes.
COLLECTS_SHARES = """
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = []
    graph.gradient = [one]
    for node in reversed(nodes):
        node.gradient = sum(node.gradient)
        if node.input_nodes:
            for source, share in zip(node.input_nodes, node.backward()):
                source.gradient.append(share)
"""


def engines_among(answers) -> dict[str, str]:
    return {a.id: a.code for a in answers if PLACE[::-1] in a.exercises}


RIGHT = {"the author's": "", **engines_among(read_right_answers())}


@cache
def told(name: str):
    return ask(RunByLine(graph(), *engine(RIGHT[name] or reference()), ONE))


@cache
def all_items(name: str) -> dict[tuple, QuizItem]:
    return {item.key: item for item in quiz_items(graph(), ONE, told(name))}


def asked(name: str) -> list[QuizItem]:
    return chosen_items(graph(), ONE, told(name))


class Spy:
    """A run of an engine, with a log of its second call of the backward algorithm.

    `instead(line, name, before, after, via)` returns the gradient that is stored in place of
    `after`. `via` says whether `accumulate_gradient` makes the change.
    """

    def __init__(self, forward_algorithm, backward_algorithm, instead=None):
        self.graph, self.log, self.on = graph(), [], False
        self.nodes = {node: node.name for node in self.graph.sorted_nodes()}
        self.instead = instead or (lambda line, node, before, after, via: after)
        self.codes = forward_algorithm.__code__.co_filename
        self.forward_calls, self.backward_calls = [], []
        with self._spying():
            forward_algorithm(self.graph)
            self.on = False
            backward_algorithm(self.graph)
            self.first = {name: node.gradient for node, name in self.nodes.items()}
            self.on, self.log, self.backward_calls = True, [], []
            backward_algorithm(self.graph, one=ONE)
        self.last = {name: node.gradient for node, name in self.nodes.items()}

    def line(self) -> int:
        frame = sys._getframe(1)
        while frame.f_code.co_filename != self.codes:
            frame = frame.f_back
        return frame.f_lineno

    @contextlib.contextmanager
    def _spying(self):
        own = ComputationNode.gradient
        accumulate = ComputationNode.accumulate_gradient
        kinds = {type(node) for node in self.nodes}
        methods = {kind: (vars(kind)["forward"], vars(kind)["backward"]) for kind in kinds}
        via = []

        def changed(node, value):
            if self.on and node in self.nodes:
                before = node._gradient
                value = self.instead(self.line(), self.nodes[node], before, value, bool(via))
                self.log.append(("set", self.nodes[node], self.line(), before, value))
            node._gradient = value

        def adds(node, share):
            via.append(share)
            try:
                accumulate(node, share)
            finally:
                via.pop()

        def noted(kind, method, run):
            def spied(node):
                calls = getattr(self, f"{method}_calls")
                calls.append((self.nodes[node], self.line()))
                if method == "backward" and self.on and node.input_nodes:
                    held = {name: each.gradient for each, name in self.nodes.items()}
                    self.log.append(("call", self.nodes[node], self.line(), held, None))
                return run(node)

            setattr(kind, method, spied)

        ComputationNode.gradient = property(own.fget, changed)
        ComputationNode.accumulate_gradient = adds
        for kind, (forward, backward) in methods.items():
            noted(kind, "forward", forward)
            noted(kind, "backward", backward)
        try:
            yield
        finally:
            ComputationNode.gradient, ComputationNode.accumulate_gradient = own, accumulate
            for kind, (forward, backward) in methods.items():
                kind.forward, kind.backward = forward, backward

    def sets(self, name=None) -> list[tuple]:
        return [e for e in self.log if e[0] == "set" and name in (None, e[1])]

    def calls(self) -> list[tuple]:
        return [e for e in self.log if e[0] == "call"]

    def shares(self, name: str) -> list[tuple]:
        """The changes that add a share to a node: place in the log, line, share."""
        return [
            (at, each[2], each[4] - (each[3] or 0.0))
            for at, each in enumerate(self.log)
            if each[:2] == ("set", name) and each[4]
        ]

    def at(self, name: str) -> int:
        return next(i for i, each in enumerate(self.log) if each[:2] == ("call", name))


spied = cache(lambda functions: Spy(*functions))


def number_in(item: QuizItem) -> int:
    return int(item.text.split("line ")[1].split()[0])


def otherwise(functions, item: QuizItem) -> float:
    line, (node, does) = number_in(item), item.about.split()

    def instead(at, name, before, after, via):
        if at != line or (after is None) == (does == "adding"):
            return after
        return after - (before or 0.0) if does == "adding" else before

    return Spy(*functions, instead).last[node]


def simulated(item: QuizItem, functions: tuple) -> float | str | int:
    """The right answer, found while the engine runs."""
    spy, (question, of) = spied(functions), item.key
    first, _, second = of.partition(" ")
    other = second.removeprefix("at ")
    places = {place: number for number, place in enumerate(ORDINALS)}
    match question:
        case "line_of_forward":
            return dict(spy.forward_calls)[of]
        case "line_of_backward":
            return dict(spy.backward_calls)[of]
        case "line_of_a_share":
            return spy.shares(first)[places[second]][1]
        case "line_of_the_start":
            return next(each[2] for each in spy.sets("y") if each[4] == ONE)
        case "line_that_forgets":
            return spy.sets(of)[0][2]
        case "line_of_the_last_change":
            return spy.sets(of)[-1][2]
        case "node_of_a_turn":
            return spy.calls()[places[of]][1]
        case "turn_of_a_node":
            return [each[1] for each in spy.calls()].index(of) + 1
        case "held_meanwhile":
            return spy.log[spy.at(other)][3][first]
        case "shares_so_far":
            return sum(at < spy.at(other) for at, *_ in spy.shares(first))
        case "sender_of_the_first_share":
            return _sender(functions, spy, of)
        case "number_of_a_share":
            return spy.shares(first)[places[second]][2]
        case "next_to_change":
            return next(each[1] for each in spy.log[spy.at(of) :] if each[0] == "set")
        case "node_of_the_last_change":
            return spy.sets()[-1][1]
        case "gradient_otherwise":
            return otherwise(functions, item)
        case "changes_by_a_line":
            return sum(each[2] == number_in(item) for each in spy.sets())
        case "lines_at_work":
            return len({each[2] for each in spy.log})
        case "calls_of_backward":
            return len(spy.backward_calls)
        case "calls_of_forward":
            kinds = {node.name: type(node).__name__ for node in graph().sorted_nodes()}
            return sum(kinds[name] == of for name, _ in spy.forward_calls)
        case "without_a_gradient":
            return sum(each is None for each in spy.log[spy.at(of)][3].values())
    raise AssertionError(question)


def _sender(functions, spy: Spy, name: str) -> str:
    """The only user of a node whose share, by the local gradients, is the first that came."""
    at = {"a": 6.0, "b": 2.0, "p": 4.0, "q": 16.0, "r": -1.0}
    local = {
        ("p", "q"): 2 * at["p"], ("p", "r"): -0.5, ("p", "u"): 0.5,
        ("r", "s"): -0.5, ("r", "t"): 2 * at["r"], ("b", "r"): 0.5, ("b", "p"): 0.5,
    }  # fmt: skip
    share = spy.shares(name)[0][2]
    (user,) = (
        user for (to, user), d in local.items()
        if to == name and d * spy.last[user] == pytest.approx(share)
    )  # fmt: skip
    return user
