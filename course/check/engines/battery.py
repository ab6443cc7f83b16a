"""Compares an engine's outcomes on the battery of tiny graphs with PyTorch, to find the smallest
graph on which the engine goes wrong.

Every outcome was recorded in the current run, by `course.recording.battery_run`. `first_slip` finds
the explanation, and `battery_words` writes the other sentences.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum, auto
from functools import cache, cached_property

from course.check.base.visits import least_visits, most_visits
from course.questions import TryBattery
from course.recording.battery_run import Tried
from course.recording.battery_trials import trials, trials_to_run
from course.recording.quick_recorder import Outcome
from course.recording.records import Method
from course.recording.trial import Trial
from course.reference.twin import twin
from course.scaffold.order import places_of_inputs
from course.subject import reserve
from course.values.closeness import values_agree
from course.values.plain import is_plain


class WhichCalls(StrEnum):
    """Which calls of an engine on the same graph count for a check."""

    ALL = auto()
    FIRST = auto()
    LATER = auto()  # only calls after a first call that was right
    NONE = auto()


@dataclass(frozen=True)
class ComparedTrial:
    """An engine's outcome on one trial, with the right values."""

    trial: Trial  # the graph and the call
    outcome: Outcome  # what the engine left when nothing was forgiven; decides if it is right
    # The outcome with steps, if they were recorded. It differs from the other if a method ran too
    # early: this is forgiven here, so a mistake looks the same in every style of code.
    stepwise: Outcome
    right: list  # PyTorch's value for each node
    inputs: list[list[int]]  # for each node, the places of its inputs
    method: Method

    @cached_property
    def names(self) -> list[str]:
        """What sentences call the nodes."""
        return [node.name or node.label for node in self.trial.graph_that_counts().sorted_nodes()]

    @cached_property
    def nodes_visited_wrong(self) -> list[int]:
        """Nodes whose method ran too few or too many times."""
        ran = zip(self.outcome.visits, self.inputs, strict=True)
        return [
            node
            for node, (visits, inputs) in enumerate(ran)
            if not least_visits(inputs) <= visits <= most_visits(self.method, inputs)
        ]

    @cached_property
    def wrong_nodes(self) -> list[int]:
        """Nodes that end with a wrong value, in the order of the pass."""
        places = range(len(self.right))
        order = places if self.method == "forward" else reversed(places)
        return [i for i in order if not values_agree(self.outcome.values[i], self.right[i])]

    @cached_property
    def is_right(self) -> bool:
        """Whether the engine did nothing wrong on this trial."""
        return not (self.nodes_visited_wrong or self.has_wrong_numbers)

    @cached_property
    def has_wrong_numbers(self) -> bool:
        """Whether the engine did not finish, or left a wrong value."""
        return bool(self.outcome.error or self.wrong_nodes)

    @property
    def is_only_repeated(self) -> bool:
        """Whether the engine's only mistake is to run methods too often."""
        is_repeated = all(self.outcome.visits[node] > 1 for node in self.nodes_visited_wrong)
        return is_repeated and not self.has_wrong_numbers

    @property
    def shapes(self) -> list[tuple]:
        """The shapes of the nodes' results; empty if all are numbers."""
        return [getattr(value, "shape", ()) for value in self.right if self.trial.shapes]


@dataclass(frozen=True)
class Battery:
    """What an engine did on all trials, compared with PyTorch, smallest graph first."""

    method: Method  # "forward" or "backward"
    tensors: bool  # whether the check's graph has tensors
    broadcasts: bool  # whether an engine has to sum shares of broadcast inputs there
    all_compared: list[ComparedTrial]  # in the order in which they were tried
    is_whole: bool  # whether all trials ran and their outcomes are sound

    @property
    def on_numbers(self) -> list[ComparedTrial]:
        """The trials on graphs of numbers."""
        return [each for each in self.all_compared if not each.trial.shapes]

    def trials_that_count(self, which: WhichCalls) -> list[ComparedTrial]:
        """The trials that count for this check, as `Trial.counts` decides, in these calls."""
        counting = [
            each for each in self.all_compared if each.trial.counts(self.tensors, self.broadcasts)
        ]
        if which == WhichCalls.ALL:
            return counting
        first = [each for each in counting if each.trial.call == "first"]
        if which == WhichCalls.FIRST:
            return first
        right_at_first = {each.trial for each in first if each.is_right}
        later = [each for each in counting if each.trial.call != "first"]
        return [each for each in later if replace(each.trial, call="first") in right_at_first]

    def smallest(self, which: WhichCalls = WhichCalls.ALL) -> ComparedTrial | None:
        """The trial with the smallest graph on which the engine goes wrong; None if there is none.

        Trials with wrong numbers come before those in which methods only ran too often or too
        rarely. If the engine also goes wrong on the same graph with numbers in place of tensors,
        that trial is returned.
        """
        wrong = [each for each in self.trials_that_count(which) if not each.is_right]
        if not wrong:
            return None
        smallest = smallest_trial([each for each in wrong if each.has_wrong_numbers] or wrong)
        trial_on_numbers = replace(smallest.trial, shapes=())
        for each in self.on_numbers:
            if each.trial == trial_on_numbers and not (each.is_right or each.stepwise.error):
                return each
        return smallest


def smallest_trial(all_compared: list[ComparedTrial]) -> ComparedTrial:
    """The trial with the smallest graph, preferring first calls. A single leaf comes last, because
    it shows little."""

    def key(each: ComparedTrial) -> tuple:
        trial = each.trial
        return (not trial.ops, trial.call != "first", len(trial.ops))

    return min(all_compared, key=key)


def reserve_battery(question: TryBattery, broadcasts: bool) -> Callable[[], Battery]:
    """Reserves a question. Returns a function that asks it once and compares the answer."""
    answers = reserve([question])
    return cache(lambda: compared_battery(question, next(iter(answers()), Tried()), broadcasts))


def compared_battery(question: TryBattery, tried: Tried, broadcasts: bool) -> Battery:
    """Compares the answer to a question with PyTorch."""
    method, tensors = question.method, question.tensors
    planned = trials_to_run(method, tensors, question.with_steps)
    expected = _pytorch_values(method, tensors)
    all_compared: list[ComparedTrial] = []
    for trial, outcome, forgiven in zip(planned, tried.outcomes, tried.forgiven, strict=False):
        right, inputs = expected[trial]
        compared = ComparedTrial(trial, outcome, forgiven or outcome, right, inputs, method)
        if not _is_sound(compared):
            break
        all_compared.append(compared)
    is_whole = len(all_compared) == len(planned)
    return Battery(method, tensors, broadcasts, all_compared, is_whole)


def _is_sound(compared: ComparedTrial) -> bool:
    """Whether the outcomes are possible on this graph, since a student's kernel may fake them."""
    count, values = len(compared.right), []
    for outcome in (compared.outcome, compared.stepwise):
        if not len(outcome.values) == len(outcome.visits) == count:
            return False
        values += outcome.values
        for event in outcome.events:
            values += [event.value, event.before, event.share]
            is_line = event.line is None or 0 <= event.line < len(outcome.lines)
            is_kind = event.kind in ("call", "returned", "set")
            if not is_kind or event.node >= count or not is_line:
                return False
    return all(map(is_plain, values))


@cache
def _pytorch_values(method: Method, tensors: bool) -> dict[Trial, tuple[list, list[list[int]]]]:
    """PyTorch's values for the nodes of each trial, and the places of their inputs."""
    expected = {}
    for trial in trials(method, tensors):
        graph = trial.graph_that_counts()
        right = twin(graph, trial.upstream)
        values = right.results if method == "forward" else right.gradients
        with_floats = [value if value.shape else float(value) for value in values]
        expected[trial] = (with_floats, places_of_inputs(graph.sorted_nodes()))
    return expected
