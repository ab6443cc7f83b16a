"""Checks a student's engine and nodes together, so that mistakes in earlier exercises do not cost
points again.

If the parts go wrong together, each is tested alone. Each node runs on leaves (`node_alone`), with
the values of its own exercise and with those of this graph. The engine runs on the battery, whose
nodes are the scaffold's.
"""

from collections import Counter
from collections.abc import Callable, Sequence

from course.check.base.downstream import gradients_in
from course.check.base.exercise import note_passed_although
from course.check.engines.battery import Battery, ComparedTrial, WhichCalls
from course.check.engines.checked_algorithm import CheckedAlgorithm
from course.check.engines.node_alone import NodeAlone, node_is_unfinished, nodes_alone
from course.check.engines.passes import check_backward_pass, check_forward_pass
from course.graph import ComputationNode
from course.messages.failure import CheckFailed
from course.questions import PrepareBackward, RunEngine
from course.recording.records import Answer, Method, calls_of
from course.reference.cases import GraphCase, cases, cases_of_other_sizes, given_case
from course.sentences.words import listed, verb
from course.subject import Question, reserve, withdraw_latest

ENGINE = "engine"


def check_together(
    graph: ComputationNode,
    forward_algorithm: Callable,
    backward_algorithm: Callable,
    alone: Sequence[ComputationNode],
) -> None:
    """Checks the results and gradients that the student's engine computes in a graph with nodes of
    the student's own classes.

    A part (the engine or a class of nodes) that is wrong in its own exercise does not fail this
    check, as long as more parts are right than wrong. The output names the wrong parts.

    Args:
        graph: the output node of a graph; its classes must have a PyTorch formula.
        forward_algorithm: the student's, as for `check_results`.
        backward_algorithm: the student's, as for `check_gradients`.
        alone: for each of the student's classes in the graph, a node with the values given in the
            exercise for that class.
    """
    case = given_case(graph)
    forward = CheckedAlgorithm(graph, forward_algorithm, "forward")
    backward = CheckedAlgorithm(graph, backward_algorithm, "backward", forward_algorithm)
    parts = _PartsAlone(case, forward, backward, alone)
    try:
        # Mistakes only in later calls cost points where each part is checked alone.
        check_forward_pass(forward, WhichCalls.FIRST)
        check_backward_pass(backward, WhichCalls.FIRST)
    except CheckFailed as failed:
        note = "" if failed.diagnosis.is_complete else parts.excuse()
        if not note:
            raise
        print(*failed.lines("Together, your parts go wrong:"), sep="\n")
        withdraw_latest()
        note_passed_although(note)


class _PartsAlone:
    """The student's nodes and engine, each tested alone to find out which is wrong."""

    def __init__(
        self,
        case: GraphCase,
        forward: CheckedAlgorithm,
        backward: CheckedAlgorithm,
        alone: Sequence[ComputationNode],
    ):
        """Reserves questions about each node alone and about the engine on this graph."""
        self._graph = case.graph
        self._batteries = forward.battery, backward.battery
        in_own_exercises = (
            own for node in alone for own in (*cases(node), *cases_of_other_sizes(node))
        )
        self._nodes = [
            *nodes_alone(case),
            *(NodeAlone(own, in_own_exercise=True) for own in in_own_exercises),
        ]
        # All nodes run forward before any runs backward. If a node saves something on its class
        # instead of on itself, its backward then finds what another node saved.
        forwards = [node.forward for node in self._nodes]
        self._of_nodes = reserve([*forwards, *(node.backward for node in self._nodes)])
        on_this_graph: list[Question] = [
            RunEngine(case.graph, forward.algorithm),
            PrepareBackward(case.graph, with_right_results=True),
            RunEngine(case.graph, backward.algorithm, case.upstream[0]),
        ]
        self._of_engine = reserve(on_this_graph)

    def excuse(self) -> str:
        """The sentence on why the check passes although something is wrong; empty if the check
        fails.

        There is no excuse for a part that is not written yet or does not end, a node that is wrong
        only here, or an engine that leaves out nodes of this graph or raises an error only here.
        """
        count, of_nodes = len(self._nodes), self._of_nodes()
        on_this_graph = self._of_engine() if len(of_nodes) == 2 * count else []
        if len(on_this_graph) < 3:
            return ""  # one of them did not end, or time ran out
        answers = [*zip(of_nodes[:count], of_nodes[count:], strict=True)]
        batteries = [battery() for battery in self._batteries]
        is_unfinished = any(map(_engine_is_unfinished, batteries))
        if is_unfinished or any(node_is_unfinished(*each) for each in answers):
            return ""
        tried = zip(self._nodes, answers, strict=True)
        wrong_nodes = [node for node, each in tried if node.is_wrong(*each)]
        engine_is_right = not any(map(_engine_is_wrong, batteries))
        if engine_is_right and not all(each.is_whole for each in batteries):
            return ""  # it may be wrong on graphs that it had no time for
        forward, _, backward = on_this_graph
        if self._engine_is_to_blame(forward, backward, engine_is_right, wrong_nodes):
            return ""
        return self._in_words(wrong_nodes, engine_is_right)

    def _engine_is_to_blame(
        self, forward: Answer, backward: Answer, is_right: bool, wrong_nodes: list[NodeAlone]
    ) -> bool:
        """Whether the engine leaves out nodes of this graph, or raises an error of its own here
        although it is right on small graphs."""
        names = {node.name for node in wrong_nodes}
        runs: dict[Method, Answer] = {"forward": forward, "backward": backward}
        return any(
            _leaves_out_nodes(self._graph, run, method, is_right)
            or (is_right and _fails_by_itself(run, names))
            for method, run in runs.items()
        )

    def _in_words(self, wrong_nodes: list[NodeAlone], engine_is_right: bool) -> str:
        """The sentence. Empty if a class is wrong only in this graph, or if no part is wrong in its
        own exercise, or unless more parts are right than wrong."""
        wrong = {node.name for node in wrong_nodes if node.in_own_exercise}
        wrong_here = {node.name for node in wrong_nodes if not node.in_own_exercise}
        if not engine_is_right:
            wrong.add(ENGINE)
        parts = dict.fromkeys([*(node.name for node in self._nodes), ENGINE])
        right = [part for part in parts if part not in wrong | wrong_here]
        if not wrong or not wrong_here <= wrong or len(right) <= len(wrong):
            return ""
        return (
            f"Your {listed(part for part in parts if part in wrong)} {verb(len(wrong), 'are')} "
            "wrong, which costs points earlier in this notebook but none here: tested one by one, "
            f"in a first call, your {listed(right)} are right."
        )


def _leaves_out_nodes(
    graph: ComputationNode, run: Answer, method: Method, engine_is_right: bool
) -> bool:
    """Whether an engine that raises no error leaves out all nodes with inputs or, if it is right
    elsewhere, one that it could run."""
    if run.error:
        return False
    returned = {call.node: call.returned for call in calls_of(method, run.calls)}
    inner = [node for node in graph.sorted_nodes() if node.input_nodes]
    if not engine_is_right:
        return returned.keys().isdisjoint(inner)
    could_run = inner if method == "forward" else _complete(inner, returned)
    return not returned.keys() >= {*could_run}


def _fails_by_itself(run: Answer, wrong_nodes: set[str]) -> bool:
    """Whether an engine raises an error without having run any node of a wrong class, which might
    be the cause. Interrupts do not count, because they do not show which nodes have run."""
    ran = {type(call.node).__name__ for call in run.calls}
    return run.error is not None and run.error.is_a("Exception") and ran.isdisjoint(wrong_nodes)


def _complete(
    inner: list[ComputationNode], returned: dict[ComputationNode, object]
) -> list[ComputationNode]:
    """The nodes for which every node that they feed has returned a share."""
    missing = Counter(source for node in inner for source in node.input_nodes)  # shares
    for user, shares in returned.items():
        for source, share in zip(user.input_nodes, gradients_in(shares), strict=False):
            missing[source] -= share is not None
    return [node for node in inner if not missing[node]]


def _engine_is_unfinished(battery: Battery) -> bool:
    """Whether an engine does not end on some graph, or does nothing on any graph, which counts as
    not written yet."""
    never_ends = any(each.stepwise.took_too_long for each in battery.all_compared)
    return never_ends or all(map(_left_nothing, battery.all_compared))


def _left_nothing(compared: ComparedTrial) -> bool:
    """Whether an engine has run no node and set no value, except at the output, which gets the
    upstream gradient. After an error, values do not count."""
    left = compared.stepwise
    # After an error, the values may come from the forward algorithm, which ran before.
    has_set = not left.error and any(value is not None for value in left.values[:-1])
    return not (any(left.visits) or has_set)


def _engine_is_wrong(battery: Battery) -> bool:
    """Whether the engine is wrong in a first call on small graphs. Its own exercise also tests it
    on these, with broadcasting only if the exercise's graph has it."""
    return not all(each.is_right for each in battery.trials_that_count(WhichCalls.FIRST))
