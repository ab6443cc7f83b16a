"""The templates of questions about an engine, with the right answers: lines, nodes, and other
numbers.

Each template is a function of an engine's run. It yields one entry for each thing that the question
can be asked about, and none where the answer is uncertain.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from enum import StrEnum, auto
from itertools import islice

from course.check.quiz.quiz_run import Change, QuizRun, Turn
from course.sentences.words import ORDINALS
from course.values.closeness import values_agree


class Group(StrEnum):
    """What a question is about. Questions are chosen by group."""

    LINE = auto()  # a line of the backward pass
    ORDER = auto()  # the order of calls and arrivals
    OTHER = auto()  # what many engines have in common


# For each item: what it is about, the answer, and then the values for the braces in the question's
# text. Without these, what it is about fills the braces.
Asked = Iterator[tuple]
_Template = Callable[[QuizRun], Asked]  # the function's name is the question's, after a `_`
templates: dict[str, tuple[Group, str, _Template]] = {}


def _asks(group: Group, text: str) -> Callable[[_Template], _Template]:
    """Registers a template. Renaming its function changes which questions are chosen."""

    def add(template: _Template) -> _Template:
        templates[template.__name__.removeprefix("_")] = group, text, template
        return template

    return add


@_asks(Group.OTHER, "In the forward pass, which of your lines calls forward of {}?")
def _line_of_forward(run: QuizRun) -> Asked:
    for event in run.forward.events:
        if event.kind == "call" and event.node in run.inner and event.line:
            yield run.names[event.node], event.line


@_asks(Group.LINE, "Which of your lines calls backward of {}?")
def _line_of_backward(run: QuizRun) -> Asked:
    for turn, name in _single_turns(run):
        yield name, turn.line


@_asks(Group.LINE, "Which of your lines brings {} the {} share of its gradient?")
def _line_of_a_share(run: QuizRun) -> Asked:
    for name, place, change in _later_shares(run):
        yield f"{name} {place}", change.line, name, place


@_asks(Group.LINE, "Which of your lines is the first to set the gradient of {} to {:g}?")
def _line_of_the_start(run: QuizRun) -> Asked:
    output, name = len(run.names) - 1, run.names[-1]
    starts = (each for each in run.changes if (each.node, each.after) == (output, run.one))
    if start := next(starts, None):
        yield name, start.line, name, run.one


@_asks(
    Group.LINE,
    "Before the call, the gradient of {} is {:g}. Which of your lines is the first to change that?",
)
def _line_that_forgets(run: QuizRun) -> Asked:
    for name, changes in _changes_of(run).items():
        if old := changes[0].before:
            yield name, changes[0].line, name, old


@_asks(Group.LINE, "Which of your lines is the last to change the gradient of {}?")
def _line_of_the_last_change(run: QuizRun) -> Asked:
    for name, changes in _changes_of(run).items():
        yield name, changes[-1].line


@_asks(Group.ORDER, "Not counting leaves, which node is the {} whose backward your engine calls?")
def _node_of_a_turn(run: QuizRun) -> Asked:
    for place, turn in list(zip(ORDINALS, run.turns, strict=False))[1:-1]:
        yield place, run.names[turn.node]


@_asks(
    Group.ORDER,
    "Your engine calls backward of {}. Which call of backward is that? Not counting leaves, the "
    "first one is 1.",
)
def _turn_of_a_node(run: QuizRun) -> Asked:
    for number, node in list(enumerate(run.order, 1))[1:]:
        if run.order.count(node) == 1:
            yield run.names[node], number


@_asks(
    Group.ORDER, "What is the gradient of {} at the moment when your engine calls backward of {}?"
)
def _held_meanwhile(run: QuizRun) -> Asked:
    """Asks for a gradient at a moment when it has neither its first nor its final value."""
    for turn, at in _single_turns(run):
        values = zip(run.names, turn.held, run.first, run.final, strict=True)
        for name, value, *others in values:
            if value and not any(values_agree(value, other) for other in others):
                yield f"{name} at {at}", value, name, at


@_asks(
    Group.ORDER,
    "How many of the {} shares for {} have arrived when your engine calls backward of {}?",
)
def _shares_so_far(run: QuizRun) -> Asked:
    for node in run.forks:
        arrivals, name = run.arrivals(node), run.names[node]
        for turn, at in _single_turns(run):
            earlier = run.changes[: turn.changes_before]
            so_far = sum(arrival in earlier for arrival in arrivals)
            if 0 < so_far < len(arrivals):
                yield f"{name} at {at}", so_far, len(arrivals), name, at


@_asks(Group.ORDER, "From which node comes the share that arrives at {} first?")
def _sender_of_the_first_share(run: QuizRun) -> Asked:
    for node in run.forks:
        if arrivals := run.arrivals(node):
            ((sender, _),) = arrivals[0].edges
            yield run.names[node], run.names[sender]


@_asks(Group.ORDER, "What number is the {} share that your engine brings to {}?")
def _number_of_a_share(run: QuizRun) -> Asked:
    for name, place, change in _later_shares(run):
        if change.arrived is not None:
            yield f"{name} {place}", change.arrived, place, name


@_asks(
    Group.ORDER,
    "Which node's gradient is the next to be changed once your engine has called backward of {}?",
)
def _next_to_change(run: QuizRun) -> Asked:
    for turn, name in _single_turns(run):
        if later := run.changes[turn.changes_before :]:
            yield name, run.names[later[0].node]


@_asks(Group.ORDER, "Which node's gradient is changed last of all?")
def _node_of_the_last_change(run: QuizRun) -> Asked:
    if changes := run.changes:
        yield "", run.names[changes[-1].node]


@_asks(Group.OTHER, "If line {} {}, what would the gradient of {} be in the end?")
def _gradient_otherwise(run: QuizRun) -> Asked:
    lines = {change.line for change in run.changes if change.is_added or change.forgets}
    for line in sorted(lines):
        about, does = "forgetting", "left old gradients as they are"
        if line in run.adding:
            about = "adding"
            does = "put each share in place of what is there, instead of adding it"
        try:
            gradients = run.otherwise(line)
        except (ValueError, OverflowError):
            continue
        for name, value, was in zip(run.names, gradients, run.final, strict=True):
            if value is not None and not values_agree(value, was):
                yield f"{name} {about}", value, line, does, name


@_asks(
    Group.OTHER,
    "How many times does line {} change the gradient of a node? (From a number to the same one, or "
    "to None, counts as well.)",
)
def _changes_by_a_line(run: QuizRun) -> Asked:
    for line, count in Counter(change.line for change in run.changes).items():
        yield "adding" if line in run.adding else "other", count, line


@_asks(
    Group.OTHER,
    "How many of your lines call backward of a node or change a gradient? (A line that does so "
    "several times, or does both, counts once.)",
)
def _lines_at_work(run: QuizRun) -> Asked:
    yield "", len({moment.line for moment in run.moments})


@_asks(Group.OTHER, "How many times does your engine call backward of a node, leaves included?")
def _calls_of_backward(run: QuizRun) -> Asked:
    yield "", sum(run.backward.visits)


@_asks(Group.OTHER, "How many times does your forward pass call forward of {} nodes?")
def _calls_of_forward(run: QuizRun) -> Asked:
    kinds = Counter(node.class_name for node in run.nodes)
    calls = Counter[str]()
    for node, visits in zip(run.nodes, run.forward.visits, strict=True):
        calls[node.class_name] += visits
    for kind, count in kinds.items():
        if count > 1 and kind != "Leaf":
            yield kind, calls[kind]


@_asks(
    Group.OTHER,
    "How many nodes have the gradient None at the moment when your engine calls backward of {}?",
)
def _without_a_gradient(run: QuizRun) -> Asked:
    for turn, name in _single_turns(run, 1):
        yield name, sum(gradient is None for gradient in turn.held)


def _later_shares(run: QuizRun) -> Iterator[tuple[str, str, Change]]:
    """For each fork that receives its shares one by one, the shares from the second on: the fork's
    name, the ordinal of the share, and the change that brought it."""
    for node in run.forks:
        shares = zip(ORDINALS, run.arrivals(node), strict=False)
        for place, change in islice(shares, 1, None):
            yield run.names[node], place, change


def _single_turns(run: QuizRun, first: int = 0) -> Iterator[tuple[Turn, str]]:
    """The turns from index `first` on, of nodes that have only one turn, with the nodes' names."""
    for turn in run.turns[first:]:
        if run.order.count(turn.node) == 1:
            yield turn, run.names[turn.node]


def _changes_of(run: QuizRun) -> dict[str, list[Change]]:
    """The changes of each node's gradient, by the node's name, leaving out the output."""
    changes: dict[str, list[Change]] = {}
    for change in run.changes:
        if change.node != len(run.names) - 1:
            changes.setdefault(run.names[change.node], []).append(change)
    return changes
