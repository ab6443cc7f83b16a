"""Questions that can be asked about an engine, and their right answers: numbers, lines and nodes.

Each question is a function of the ledgers of a run. It yields an item for each node that it can be
asked about, and none where the answer is not certain.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum, auto

from course.check.base.twin import twin
from course.check.engines.waiting_shares import is_nothing_plain
from course.check.questions.share_ledger import Change, Ledger, NoQuestions, Turn
from course.graph import ComputationNode
from course.recording.run_by_line import Pass, RunsByLine
from course.values.closeness import plain_values_agree
from course.values.words import ORDINALS

WANTED = 3


class Group(StrEnum):
    """What a question is about, by which it is drawn."""

    LINE = auto()  # a line of the backward pass
    ORDER = auto()  # the order of the turns
    OTHER = auto()  # what many engines have in common


@dataclass(frozen=True)
class QuizItem:
    """A question to one engine."""

    of: tuple[str, str]  # the question, by its name, and the node that it is asked of
    group: Group
    text: str  # as it is asked
    # What is right: the number of a line, the name of a node, or another number.
    answer: float | str


@dataclass(frozen=True)
class EngineRun:
    """The run of an engine that questions are about."""

    ledger: Ledger  # of the backward pass
    forward: Pass
    backward: Pass
    kinds: list[str]  # the class of each node

    @property
    def inner(self) -> list[int]:
        """The nodes that are neither leaves nor the output."""
        return [i for i, of in enumerate(self.ledger.inputs[:-1]) if of]

    @property
    def forks(self) -> list[int]:
        """The nodes to which several shares come."""
        return [i for i in range(len(self.kinds)) if len(self.ledger.edges_to(i)) > 1]

    @property
    def is_usual(self) -> bool:
        """Whether it goes through the nodes as `sorted_nodes` has them, from behind."""
        places = range(len(self.kinds) - 1, -1, -1)
        return self.ledger.order == [i for i in places if self.ledger.inputs[i]]


Found = Iterator[tuple[str, str, float | str]]  # the node it is asked of, the text, the answer
_questions: dict[str, tuple[Group, Callable[[EngineRun], Found]]] = {}


def _asks(name: str, group: Group) -> Callable:
    """Adds a question under a name, which stays: with another one, engines get other questions."""

    def add(question: Callable[[EngineRun], Found]) -> Callable[[EngineRun], Found]:
        _questions[name] = group, question
        return question

    return add


def items(graph: ComputationNode, one: float, told: RunsByLine) -> list[QuizItem]:
    """All that can be asked of an engine: what it did in the same way on each copy of the graph.

    Raises:
        NoQuestions: it did not come to its end or leaves out what every engine has to do, or what
            is told of it does not fit together.
    """
    runs = list(zip(told.forward, told.backward, strict=False))
    if not runs:
        raise NoQuestions(f"{told.error or 'Nothing is known of what it did'}.")
    right, found = twin(graph, one).gradients, []
    for forward, backward in runs:
        if stopped := forward.stopped or backward.stopped:
            raise NoQuestions(f"On this graph {stopped}.")
        ledger = Ledger(graph, one, backward, len(told.source))
        kinds = [type(node).__name__ for node in graph.sorted_nodes()]
        if not len(kinds) == len(forward.visits) == len(backward.visits):
            raise NoQuestions("What it did does not fit together.")
        ran = EngineRun(ledger, forward, backward, kinds)
        if undone := _undone(ran, right):
            raise NoQuestions(f"On this graph {undone}.")
        found.append(_items(ran))
    same_in_all = [item for item in found[0] if all(item in others for others in found[1:])]
    if len(same_in_all) < WANTED:
        raise NoQuestions("Too little of what it does is the same each time.")
    return same_in_all


def _undone(ran: EngineRun, right: Iterable) -> str:
    """The part of its work that an engine leaves out, if any. Right or wrong, it has to call each
    inner node in both passes, and to bring some node a share, unless all is right."""
    ledger = ran.ledger
    for i in ran.inner:
        if not ran.forward.visits[i]:
            return f"its forward pass does not call forward of {ledger.names[i]}"
        if i not in ledger.order:
            return f"its second backward pass does not call backward of {ledger.names[i]}"
    if not ledger.brings and not all(map(plain_values_agree, ledger.final, map(float, right))):
        return (
            "its second backward pass is not seen to bring any node a share that backward "
            "returned for it"
        )
    return ""


def _items(ran: EngineRun) -> list[QuizItem]:
    usual = ran.is_usual
    return [
        QuizItem(
            (name, node), Group.OTHER if group == Group.ORDER and usual else group, text, answer
        )
        for name, (group, question) in _questions.items()
        for node, text, answer in question(ran)
    ]


def draw_items(
    found: Sequence[QuizItem], code: Iterable[str], count: int = WANTED
) -> list[QuizItem]:
    """Some of the questions, drawn according to the engine's code: other code, other questions.

    Two are about lines, and one about the order, if it is not the usual one: the answers should
    differ between engines. Before that, no two have the same answer if it can be avoided.
    """
    lines = (line.strip() for line in code)
    text = "\n".join(line for line in lines if line and not line.startswith("#"))

    def rank(item: QuizItem) -> str:
        return hashlib.sha256(f"{text}\n{item.of}".encode("utf-8", "replace")).hexdigest()

    of_each: dict[str, QuizItem] = {}  # of each question the node it is asked of
    for item in sorted(found, key=rank):
        of_each.setdefault(item.of[0], item)
    waiting, chosen = list(of_each.values()), []
    third = Group.ORDER if any(each.group == Group.ORDER for each in found) else ""
    for group in [Group.LINE, Group.LINE, third, *[""] * count][:count]:
        fits = [each for each in waiting if group in ("", each.group)]
        new = [each for each in waiting if each.answer not in [other.answer for other in chosen]]
        both = [each for each in fits if each in new]
        if each := next(iter(both or new or fits or waiting), None):
            chosen.append(each)
            waiting.remove(each)
    return chosen


@_asks("line_of_forward", Group.OTHER)
def _line_of_forward(ran: EngineRun) -> Found:
    for event in ran.forward.events:
        if event.kind == "call" and event.node in ran.inner and event.line:
            name = ran.ledger.names[event.node]
            text = f"In the forward pass, which of your lines calls forward of {name}?"
            yield name, text, event.line


@_asks("line_of_backward", Group.LINE)
def _line_of_backward(ran: EngineRun) -> Found:
    for turn in ran.ledger.turns:
        name = ran.ledger.names[turn.node]
        if ran.ledger.order.count(turn.node) == 1:
            yield name, f"Which of your lines calls backward of {name}?", turn.line


@_asks("line_of_a_share", Group.LINE)
def _line_of_a_share(ran: EngineRun) -> Found:
    for node in ran.forks:
        name = ran.ledger.names[node]
        for place, change in list(zip(ORDINALS, ran.ledger.arrivals(node), strict=False))[1:]:
            text = f"Which of your lines brings {name} the {place} share of its gradient?"
            yield f"{name} {place}", text, change.line


@_asks("line_of_the_start", Group.LINE)
def _line_of_the_start(ran: EngineRun) -> Found:
    output = len(ran.kinds) - 1
    for change in ran.ledger.changes:
        if change.node == output and change.after == ran.ledger.one:
            name, one = ran.ledger.names[output], f"{change.after:g}"
            text = "Which of your lines is the first to make the gradient of"
            yield name, f"{text} {name} {one}?", change.line
            return


@_asks("line_that_forgets", Group.LINE)
def _line_that_forgets(ran: EngineRun) -> Found:
    for node, changes in _changes_of(ran).items():
        if not is_nothing_plain(changes[0].before):
            name, old = ran.ledger.names[node], changes[0].before
            text = f"Before the call, the gradient of {name} is {old:g}. Which of your lines is the"
            yield name, f"{text} first to change that?", changes[0].line


@_asks("line_of_the_last_change", Group.LINE)
def _line_of_the_last_change(ran: EngineRun) -> Found:
    for node, changes in _changes_of(ran).items():
        name = ran.ledger.names[node]
        text = f"Which of your lines is the last to change the gradient of {name}?"
        yield name, text, changes[-1].line


@_asks("node_of_a_turn", Group.ORDER)
def _node_of_a_turn(ran: EngineRun) -> Found:
    for place, turn in list(zip(ORDINALS, ran.ledger.turns, strict=False))[1:-1]:
        text = f"Not counting leaves, which node is the {place} whose backward your engine calls?"
        yield place, text, ran.ledger.names[turn.node]


@_asks("turn_of_a_node", Group.ORDER)
def _turn_of_a_node(ran: EngineRun) -> Found:
    for number, node in list(enumerate(ran.ledger.order, 1))[1:]:
        if ran.ledger.order.count(node) == 1:
            name = ran.ledger.names[node]
            text = f"Your engine calls backward of {name}. Which call of backward is that? Not"
            yield name, f"{text} counting leaves, the first one is 1.", number


@_asks("held_meanwhile", Group.ORDER)
def _held_meanwhile(ran: EngineRun) -> Found:
    """What a gradient is while it is neither the old nor the final one."""
    for turn, at in _single_turns(ran):
        for node, value in enumerate(turn.held):
            others = ran.ledger.first[node], ran.ledger.final[node]
            if is_nothing_plain(value) or any(plain_values_agree(value, other) for other in others):
                continue
            name = ran.ledger.names[node]
            text = f"What is the gradient of {name} at the moment when your engine calls"
            yield f"{name} at {at}", f"{text} backward of {at}?", value


@_asks("shares_so_far", Group.ORDER)
def _shares_so_far(ran: EngineRun) -> Found:
    for node in ran.forks:
        arrivals, name = ran.ledger.arrivals(node), ran.ledger.names[node]
        for turn, at in _single_turns(ran):
            so_far = sum(each in ran.ledger.changes[: turn.changes] for each in arrivals)
            if 0 < so_far < len(arrivals):
                text = f"How many of the {len(arrivals)} shares for {name} have arrived when your"
                yield f"{name} at {at}", f"{text} engine calls backward of {at}?", so_far


@_asks("sender_of_the_first_share", Group.ORDER)
def _sender_of_the_first_share(ran: EngineRun) -> Found:
    for node in ran.forks:
        if arrivals := ran.ledger.arrivals(node):
            name, ((sender, _),) = ran.ledger.names[node], arrivals[0].edges
            text = f"From which node comes the share that arrives at {name} first?"
            yield name, text, ran.ledger.names[sender]


@_asks("number_of_a_share", Group.ORDER)
def _number_of_a_share(ran: EngineRun) -> Found:
    for node in ran.forks:
        for place, each in list(zip(ORDINALS, ran.ledger.arrivals(node), strict=False))[1:]:
            name, share = ran.ledger.names[node], each.after - (each.before or 0.0)
            text = f"What number is the {place} share that your engine brings to {name}?"
            yield f"{name} {place}", text, share if each.is_added else each.after


@_asks("next_to_change", Group.ORDER)
def _next_to_change(ran: EngineRun) -> Found:
    for turn, name in _single_turns(ran):
        if later := ran.ledger.changes[turn.changes :]:
            text = "Which node's gradient is the next to be changed once your engine has called"
            yield name, f"{text} backward of {name}?", ran.ledger.names[later[0].node]


@_asks("node_of_the_last_change", Group.ORDER)
def _node_of_the_last_change(ran: EngineRun) -> Found:
    if changes := ran.ledger.changes:
        text = "Which node's gradient is changed last of all?"
        yield "", text, ran.ledger.names[changes[-1].node]


@_asks("gradient_otherwise", Group.OTHER)
def _gradient_otherwise(ran: EngineRun) -> Found:
    ledger = ran.ledger
    for line in sorted({each.line for each in ledger.changes if each.is_added or each.forgets}):
        adds = line in ledger.adding

        def instead(change: Change, before: float | None, arrived: float, this=(line, adds)):
            if (change.line, True) == this and change.edges:
                return arrived
            if (change.line, False) == this and is_nothing_plain(change.after):
                return before
            return ledger.as_it_was(change, before, arrived)

        does = "put each share in place of what is there, instead of adding it"
        does = does if adds else "left old gradients as they are"
        for name, value in _otherwise(ran, instead):
            text = f"If line {line} {does}, what would the gradient of {name} be in the end?"
            yield f"{name} {'adding' if adds else 'forgetting'}", text, value


@_asks("changes_by_a_line", Group.OTHER)
def _changes_by_a_line(ran: EngineRun) -> Found:
    lines = Counter(each.line for each in ran.ledger.changes)
    for line, count in lines.items():
        text = f"How many times does line {line} change the gradient of a node?"
        which = "adding" if line in ran.ledger.adding else "other"
        yield which, f"{text} (From a number to the same one, or to None, counts as well.)", count


@_asks("lines_at_work", Group.OTHER)
def _lines_at_work(ran: EngineRun) -> Found:
    text = "How many of your lines call backward of a node or change a gradient? (A line that does"
    lines = {each.line for each in ran.ledger.moments}
    yield "", f"{text} so several times, or does both, counts once.)", len(lines)


@_asks("calls_of_backward", Group.OTHER)
def _calls_of_backward(ran: EngineRun) -> Found:
    text = "How many times does your engine call backward of a node, leaves included?"
    yield "", text, sum(ran.backward.visits)


@_asks("calls_of_forward", Group.OTHER)
def _calls_of_forward(ran: EngineRun) -> Found:
    for kind, count in Counter(ran.kinds).items():
        if count > 1 and kind != "Leaf":
            called = sum(
                n for n, of in zip(ran.forward.visits, ran.kinds, strict=True) if of == kind
            )
            text = f"How many times does your forward pass call forward of {kind} nodes?"
            yield kind, text, called


@_asks("without_a_gradient", Group.OTHER)
def _without_a_gradient(ran: EngineRun) -> Found:
    for turn, name in _single_turns(ran, 1):
        count = sum(each is None for each in turn.held)
        text = "How many nodes have the gradient None at the moment when your engine calls"
        yield name, f"{text} backward of {name}?", count


def _single_turns(ran: EngineRun, first: int = 0) -> Iterator[tuple[Turn, str]]:
    """From the first turn on those of nodes that have only one, each with the node's name."""
    for turn in ran.ledger.turns[first:]:
        if ran.ledger.order.count(turn.node) == 1:
            yield turn, ran.ledger.names[turn.node]


def _changes_of(ran: EngineRun) -> dict[int, list[Change]]:
    """The changes of each node's gradient, the output apart."""
    found: dict[int, list[Change]] = {}
    for change in ran.ledger.changes:
        if change.node != len(ran.kinds) - 1:
            found.setdefault(change.node, []).append(change)
    return found


def _otherwise(ran: EngineRun, change: Callable) -> Iterator[tuple[str, float]]:
    """The gradients in the end that would be others, by name."""
    try:
        gradients = ran.ledger.otherwise(change)
    except (ValueError, OverflowError):
        return
    for name, value, was in zip(ran.ledger.names, gradients, ran.ledger.final, strict=True):
        if value is not None and not plain_values_agree(value, was):
            yield name, value
