"""Makes the questions that can be asked about an engine, with their right answers: numbers, lines
and nodes.

Each question is a function of an engine's run. It yields an item for each thing that it can be
asked about, and none if the answer is not certain.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum, auto
from functools import lru_cache, partial
from itertools import islice

from course.check.base.twin import twin
from course.check.questions.share_ledger import Change, Ledger, NoQuestions, Turn
from course.graph import ComputationNode
from course.recording.run_by_line import Pass, RunsByLine
from course.values.plain import plain_values_agree
from course.values.words import ORDINALS

WANTED = 3


class Group(StrEnum):
    """What a question is about. Questions are chosen by group."""

    LINE = auto()  # a line of the backward pass
    ORDER = auto()  # the order of the turns
    OTHER = auto()  # what many engines have in common


@dataclass(frozen=True)
class QuizItem:
    """A question to one engine."""

    question: str  # the name of the question
    about: str  # the node, or what else distinguishes it from other items of the same question
    group: Group
    text: str  # the question as it is asked
    # The right answer: the number of a line, the name of a node, or another number.
    answer: float | str

    @property
    def key(self) -> tuple[str, str]:
        """What distinguishes this item from all others."""
        return self.question, self.about


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
        return [i for i, inputs in enumerate(self.ledger.inputs[:-1]) if inputs]

    @property
    def forks(self) -> list[int]:
        """The nodes that receive several shares."""
        return [i for i in range(len(self.kinds)) if len(self.ledger.edges_to(i)) > 1]

    @property
    def is_usual(self) -> bool:
        """Whether the engine visits the nodes in the order of `sorted_nodes`, from the end."""
        places = range(len(self.kinds) - 1, -1, -1)
        return self.ledger.order == [i for i in places if self.ledger.inputs[i]]


# For each item: what it is about, the answer, and what stands in the braces of the question's text,
# if that is not the first.
Asked = Iterator[tuple]
_Template = Callable[[EngineRun], Asked]  # a function called like the question, after a `_`
_templates: dict[str, tuple[Group, str, _Template]] = {}


def _asks(group: Group, text: str) -> Callable[[_Template], _Template]:
    """Registers a question. Renaming the function changes which questions are drawn."""

    def add(template: _Template) -> _Template:
        _templates[template.__name__.removeprefix("_")] = group, text, template
        return template

    return add


@lru_cache(maxsize=1)  # those of one run are drawn from twice in grading
def items(graph: ComputationNode, one: float, trace: RunsByLine) -> tuple[QuizItem, ...]:
    """All items that can be asked about an engine: those with the same answer on each copy of the
    graph.

    Raises:
        NoQuestions: the engine did not finish, or leaves out what every engine has to do, or the
            record of it contradicts itself.
    """
    passes = list(zip(trace.forward, trace.backward, strict=False))
    if not passes:
        raise NoQuestions(f"{trace.error or 'Nothing is known of what it did'}.")
    right = twin(graph, one).gradients
    items_of_copies = []
    for forward, backward in passes:
        if stopped := forward.stopped or backward.stopped:
            raise NoQuestions(f"On this graph {stopped}.")
        ledger = Ledger(graph, one, backward, len(trace.source))
        kinds = [type(node).__name__ for node in graph.sorted_nodes()]
        if not len(kinds) == len(forward.visits) == len(backward.visits):
            raise NoQuestions("What it did does not fit together.")
        run = EngineRun(ledger, forward, backward, kinds)
        if left_out := _left_out(run, right):
            raise NoQuestions(f"On this graph {left_out}.")
        items_of_copies.append(_items_of(run))
    first, *others = items_of_copies
    in_others = [set(items) for items in others]
    same_in_all = tuple(item for item in first if all(item in items for items in in_others))
    if len(same_in_all) < WANTED:
        raise NoQuestions("Too little of what it does is the same each time.")
    return same_in_all


def _left_out(run: EngineRun, right: Iterable) -> str:
    """Says which part of its work an engine leaves out; empty if none. Even a wrong engine has to
    call each inner node in both passes and, unless all gradients are right, bring some node a
    share."""
    ledger = run.ledger
    for i in run.inner:
        if not run.forward.visits[i]:
            return f"its forward pass does not call forward of {ledger.names[i]}"
        if i not in ledger.order:
            return f"its second backward pass does not call backward of {ledger.names[i]}"
    if not ledger.brings and not all(map(plain_values_agree, ledger.final, map(float, right))):
        return (
            "its second backward pass is not seen to bring any node a share that backward "
            "returned for it"
        )
    return ""


def _items_of(run: EngineRun) -> list[QuizItem]:
    all_items = []
    for name, (group, text, template) in _templates.items():
        if group == Group.ORDER and run.is_usual:
            group = Group.OTHER
        for about, answer, *named in template(run):
            all_items.append(QuizItem(name, about, group, text.format(*named or [about]), answer))
    return all_items


def draw_items(
    all_items: Sequence[QuizItem], code: Iterable[str], count: int = WANTED
) -> list[QuizItem]:
    """Some of the questions, chosen by the engine's code, so that other code gets other questions.

    Two are about lines and, if the order is not the usual one, one is about the order, so that the
    answers differ between engines. More important still, no two of them have the same answer if
    that can be avoided.
    """
    lines = (line.strip() for line in code)
    text = "\n".join(line for line in lines if line and not line.startswith("#"))

    def rank(item: QuizItem) -> str:
        return hashlib.sha256(f"{text}\n{item.key}".encode("utf-8", "replace")).hexdigest()

    first_of_question: dict[str, QuizItem] = {}
    for item in sorted(all_items, key=rank):
        first_of_question.setdefault(item.question, item)
    waiting = list(first_of_question.values())
    chosen: list[QuizItem] = []
    has_order = any(item.group == Group.ORDER for item in all_items)
    groups = [Group.LINE, Group.LINE, Group.ORDER if has_order else None, *[None] * count]
    for group in groups[:count]:
        best = _best(waiting, group, {item.answer for item in chosen})
        if best:
            chosen.append(best)
            waiting.remove(best)
    return chosen


def _best(
    waiting: Sequence[QuizItem], group: Group | None, answers: Collection[float | str]
) -> QuizItem | None:
    """The first item with a new answer, in the group if possible; else the first in the group; else
    any item. None if none is waiting."""
    in_group = [item for item in waiting if group in (None, item.group)]
    new = [item for item in waiting if item.answer not in answers]
    both = [item for item in in_group if item in new]
    return next(iter(both or new or in_group or waiting), None)


@_asks(Group.OTHER, "In the forward pass, which of your lines calls forward of {}?")
def _line_of_forward(run: EngineRun) -> Asked:
    for event in run.forward.events:
        if event.kind == "call" and event.node in run.inner and event.line:
            yield run.ledger.names[event.node], event.line


@_asks(Group.LINE, "Which of your lines calls backward of {}?")
def _line_of_backward(run: EngineRun) -> Asked:
    for turn, name in _single_turns(run):
        yield name, turn.line


@_asks(Group.LINE, "Which of your lines brings {} the {} share of its gradient?")
def _line_of_a_share(run: EngineRun) -> Asked:
    for name, place, change in _later_shares(run):
        yield f"{name} {place}", change.line, name, place


@_asks(Group.LINE, "Which of your lines is the first to make the gradient of {} {:g}?")
def _line_of_the_start(run: EngineRun) -> Asked:
    output, one = len(run.kinds) - 1, run.ledger.one
    for change in run.ledger.changes:
        if change.node == output and change.after == one:
            name = run.ledger.names[output]
            yield name, change.line, name, one
            return


@_asks(
    Group.LINE,
    "Before the call, the gradient of {} is {:g}. Which of your lines is the first to change that?",
)
def _line_that_forgets(run: EngineRun) -> Asked:
    for name, changes in _changes_of(run).items():
        if old := changes[0].before:
            yield name, changes[0].line, name, old


@_asks(Group.LINE, "Which of your lines is the last to change the gradient of {}?")
def _line_of_the_last_change(run: EngineRun) -> Asked:
    for name, changes in _changes_of(run).items():
        yield name, changes[-1].line


@_asks(Group.ORDER, "Not counting leaves, which node is the {} whose backward your engine calls?")
def _node_of_a_turn(run: EngineRun) -> Asked:
    for place, turn in list(zip(ORDINALS, run.ledger.turns, strict=False))[1:-1]:
        yield place, run.ledger.names[turn.node]


@_asks(
    Group.ORDER,
    "Your engine calls backward of {}. Which call of backward is that? Not counting leaves, the "
    "first one is 1.",
)
def _turn_of_a_node(run: EngineRun) -> Asked:
    for number, node in list(enumerate(run.ledger.order, 1))[1:]:
        if run.ledger.order.count(node) == 1:
            yield run.ledger.names[node], number


@_asks(
    Group.ORDER, "What is the gradient of {} at the moment when your engine calls backward of {}?"
)
def _held_meanwhile(run: EngineRun) -> Asked:
    """Asks for a gradient at a moment when it is neither the old nor the final one."""
    for turn, at in _single_turns(run):
        values = zip(run.ledger.names, turn.held, run.ledger.first, run.ledger.final, strict=True)
        for name, value, *others in values:
            if value and not any(plain_values_agree(value, other) for other in others):
                yield f"{name} at {at}", value, name, at


@_asks(
    Group.ORDER,
    "How many of the {} shares for {} have arrived when your engine calls backward of {}?",
)
def _shares_so_far(run: EngineRun) -> Asked:
    for node in run.forks:
        arrivals, name = run.ledger.arrivals(node), run.ledger.names[node]
        for turn, at in _single_turns(run):
            earlier = run.ledger.changes[: turn.changes_before]
            so_far = sum(arrival in earlier for arrival in arrivals)
            if 0 < so_far < len(arrivals):
                yield f"{name} at {at}", so_far, len(arrivals), name, at


@_asks(Group.ORDER, "From which node comes the share that arrives at {} first?")
def _sender_of_the_first_share(run: EngineRun) -> Asked:
    for node in run.forks:
        if arrivals := run.ledger.arrivals(node):
            ((sender, _),) = arrivals[0].edges
            yield run.ledger.names[node], run.ledger.names[sender]


@_asks(Group.ORDER, "What number is the {} share that your engine brings to {}?")
def _number_of_a_share(run: EngineRun) -> Asked:
    for name, place, change in _later_shares(run):
        if change.arrived is not None:
            yield f"{name} {place}", change.arrived, place, name


@_asks(
    Group.ORDER,
    "Which node's gradient is the next to be changed once your engine has called backward of {}?",
)
def _next_to_change(run: EngineRun) -> Asked:
    for turn, name in _single_turns(run):
        if later := run.ledger.changes[turn.changes_before :]:
            yield name, run.ledger.names[later[0].node]


@_asks(Group.ORDER, "Which node's gradient is changed last of all?")
def _node_of_the_last_change(run: EngineRun) -> Asked:
    if changes := run.ledger.changes:
        yield "", run.ledger.names[changes[-1].node]


@_asks(Group.OTHER, "If line {} {}, what would the gradient of {} be in the end?")
def _gradient_otherwise(run: EngineRun) -> Asked:
    ledger = run.ledger
    lines = {change.line for change in ledger.changes if change.is_added or change.forgets}
    for line in sorted(lines):
        about, does = "forgetting", "left old gradients as they are"
        if line in ledger.adding:
            about = "adding"
            does = "put each share in place of what is there, instead of adding it"
        try:
            gradients = ledger.otherwise(partial(_with_line_otherwise, ledger, line))
        except (ValueError, OverflowError):
            continue
        for name, value, was in zip(ledger.names, gradients, ledger.final, strict=True):
            if value is not None and not plain_values_agree(value, was):
                yield f"{name} {about}", value, line, does, name


def _with_line_otherwise(
    ledger: Ledger, line: int, change: Change, before: float | None, arrived: float
) -> float | None:
    """The gradient after a change, if a line that adds shares had put them in the place of what was
    there, and any other had not removed gradients."""
    if change.line == line and line in ledger.adding and change.edges:
        return arrived
    if change.line == line and line not in ledger.adding and not change.after:
        return before
    return ledger.as_it_was(change, before, arrived)


@_asks(
    Group.OTHER,
    "How many times does line {} change the gradient of a node? (From a number to the same one, or "
    "to None, counts as well.)",
)
def _changes_by_a_line(run: EngineRun) -> Asked:
    for line, count in Counter(change.line for change in run.ledger.changes).items():
        yield "adding" if line in run.ledger.adding else "other", count, line


@_asks(
    Group.OTHER,
    "How many of your lines call backward of a node or change a gradient? (A line that does so "
    "several times, or does both, counts once.)",
)
def _lines_at_work(run: EngineRun) -> Asked:
    yield "", len({moment.line for moment in run.ledger.moments})


@_asks(Group.OTHER, "How many times does your engine call backward of a node, leaves included?")
def _calls_of_backward(run: EngineRun) -> Asked:
    yield "", sum(run.backward.visits)


@_asks(Group.OTHER, "How many times does your forward pass call forward of {} nodes?")
def _calls_of_forward(run: EngineRun) -> Asked:
    for kind, count in Counter(run.kinds).items():
        if count > 1 and kind != "Leaf":
            visits = zip(run.forward.visits, run.kinds, strict=True)
            yield kind, sum(times for times, kind_of_node in visits if kind_of_node == kind)


@_asks(
    Group.OTHER,
    "How many nodes have the gradient None at the moment when your engine calls backward of {}?",
)
def _without_a_gradient(run: EngineRun) -> Asked:
    for turn, name in _single_turns(run, 1):
        yield name, sum(gradient is None for gradient in turn.held)


def _later_shares(run: EngineRun) -> Iterator[tuple[str, str, Change]]:
    """For forks to which shares come one by one, each share from the second on: the name of the
    fork, which of its shares it is, and the change."""
    for node in run.forks:
        shares = zip(ORDINALS, run.ledger.arrivals(node), strict=False)
        for place, change in islice(shares, 1, None):
            yield run.ledger.names[node], place, change


def _single_turns(run: EngineRun, first: int = 0) -> Iterator[tuple[Turn, str]]:
    """The turns of nodes that have only one, from turn number `first` on, with the nodes' names."""
    for turn in run.ledger.turns[first:]:
        if run.ledger.order.count(turn.node) == 1:
            yield turn, run.ledger.names[turn.node]


def _changes_of(run: EngineRun) -> dict[str, list[Change]]:
    """The changes of each node's gradient, by the node's name, without the output."""
    changes: dict[str, list[Change]] = {}
    for change in run.ledger.changes:
        if change.node != len(run.kinds) - 1:
            changes.setdefault(run.ledger.names[change.node], []).append(change)
    return changes
