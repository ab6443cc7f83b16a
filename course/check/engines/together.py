"""Checks a student's engine and nodes together, so that mistakes in earlier exercises do not cost
points again.

If the parts go wrong together, each is tested alone: each node on leaves, with the values of
its own exercise and with those of this graph, and the engine on small graphs of the scaffold's
nodes.
"""

from collections import Counter
from collections.abc import Callable, Collection, Sequence

from course.check.base.exercise import note_passed_although
from course.check.base.student_code import new_node
from course.check.engines.battery import Battery, ComparedTrial, WhichCalls
from course.check.engines.checked_algorithm import CheckedAlgorithm, own_classes
from course.check.engines.passes import check_backward_pass, check_forward_pass
from course.graph import ComputationNode
from course.messages.failure import CheckFailed
from course.operations import operation_of
from course.questions import Happened, NodeBackward, NodeForward, PrepareBackward, RunEngine
from course.recording.copies import copy_graph
from course.recording.records import Answer, Method, calls_of
from course.reference.cases import GraphCase, cases, given_case, right_values
from course.right_results import has_tensors, results_as_held, results_of
from course.sentences.words import listed, verb
from course.subject import Question, reserve, withdraw
from course.values.closeness import are_all_right
from course.values.gradients import summed_to
from course.values.tensors import as_float64

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
    check, as long as more parts are right than wrong. The output says which are wrong.

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
    excuse = _reserve_excuse(case, forward, backward, alone)
    try:
        # What goes wrong in later calls alone costs its points where each part is checked alone.
        check_forward_pass(forward, second_call=False)
        check_backward_pass(backward, second_call=False)
    except CheckFailed as failed:
        note = "" if failed.diagnosis.is_complete else excuse()
        if not note:
            raise
        print(*failed.lines("Together, your parts go wrong:"), sep="\n")
        withdraw()
        note_passed_although(note)


def _excuse(parts: Collection[str], wrong_before: set[str], wrong_here: set[str]) -> str:
    """The sentence on why the check passes all the same; empty if it does not.

    Args:
        parts: the engine and the classes of nodes, by name.
        wrong_before: the parts that are wrong in their own exercises.
        wrong_here: the classes that are wrong alone, with the values of this graph.
    """
    wrong = [part for part in parts if part in wrong_before]
    right = [part for part in parts if part not in wrong_before | wrong_here]
    if not wrong or len(wrong) + len(right) < len(parts) or len(right) <= len(wrong):
        return ""
    return (
        f"Your {listed(wrong)} {verb(len(wrong), 'are')} wrong, which costs points earlier in "
        "this notebook but none here: tested one by one, in a first call, your "
        f"{listed(right)} are right."
    )


def _reserve_excuse(
    case: GraphCase,
    forward: CheckedAlgorithm,
    backward: CheckedAlgorithm,
    alone: Sequence[ComputationNode],
) -> Callable[[], str]:
    """Reserves questions to each node alone and to the engine on this graph, and returns a function
    that asks them and returns the excuse. There is none if a part is not written yet or does not
    end, or if the engine leaves nodes of this graph out."""
    parts = [
        *(_NodeAlone(case_of_node) for case_of_node in _nodes_alone(case)),
        *(_NodeAlone(case, in_its_own=True) for node in alone for case in cases(node)),
    ]
    is_broadcast = _is_broadcast(case)
    # All forward passes come first. If a node saves something on its class instead of on itself,
    # its backward then finds what another node has saved there.
    of_parts: list[Question] = [
        *(part.forward for part in parts),
        *(part.backward for part in parts),
    ]
    of_engine: list[Question] = [
        RunEngine(case.graph, forward.algorithm),
        PrepareBackward(case.graph, with_right_results=True),
        RunEngine(case.graph, backward.algorithm, case.upstream[0]),
    ]
    answers = reserve([*of_parts, *of_engine])

    def excuse() -> str:
        answered = answers()
        if len(answered) < len(of_parts) + len(of_engine):
            return ""  # one of them did not end
        for i, part in enumerate(parts):
            part.answers = answered[i], answered[len(parts) + i]
        batteries = forward.battery(), backward.battery()
        if any(part.is_unfinished() for part in parts) or any(map(_is_unfinished, batteries)):
            return ""
        wrong = [part for part in parts if part.is_wrong()]
        wrong_before = {part.name for part in wrong if part.in_its_own}
        wrong_here = {part.name for part in wrong if not part.in_its_own}
        if any(_is_wrong(battery, is_broadcast) for battery in batteries):
            wrong_before.add(ENGINE)
        elif not all(each.is_whole for each in batteries):
            return ""  # it may be wrong on graphs for which there was no time
        is_right = ENGINE not in wrong_before
        runs: dict[Method, Answer] = {"forward": answered[-3], "backward": answered[-1]}
        if any(_leaves_out_nodes(case.graph, runs[method], method, is_right) for method in runs):
            return ""
        names = dict.fromkeys([*(part.name for part in parts), ENGINE])
        return _excuse(names, wrong_before, wrong_here)

    return excuse


def _leaves_out_nodes(
    graph: ComputationNode, run: Answer, method: Method, engine_is_right: bool
) -> bool:
    """Whether an engine that raises no error runs no node of a graph or, although it is right
    elsewhere, not each node that it could run: on the way back, a node can be run once `backward`
    of all nodes that it feeds has returned a share for it."""
    returned = {call.node: call.returned for call in calls_of(method, run.calls)}
    if run.error:
        return False
    nodes = graph.sorted_nodes()
    if not engine_is_right:
        return not any(node.input_nodes for node in returned)
    missing = Counter(source for node in nodes for source in node.input_nodes)  # shares
    for node in reversed(nodes):
        can_run = method == "forward" or not missing[node]
        if node.input_nodes and can_run and node not in returned:
            return True
        shares = returned.get(node)
        if isinstance(shares, list | tuple):
            for source, share in zip(node.input_nodes, shares, strict=False):
                missing[source] -= share is not None
    return False


def _is_broadcast(case: GraphCase) -> bool:
    """Whether an engine has to sum shares in this graph, because an input was broadcast."""
    nodes = case.graph.sorted_nodes()
    shapes = {node: value.shape for node, value in zip(nodes, results_of(nodes), strict=True)}
    return any(
        shapes[source] != shapes[node]
        for node in nodes
        if node.input_nodes and operation_of(node).entrywise
        for source in node.input_nodes
    )


def _is_unfinished(battery: Battery) -> bool:
    """Whether an engine does not end on some graph, or does nothing on any, which counts as not
    written yet."""
    never_ends = any(each.forgiven.took_too_long for each in battery.all_compared)
    return never_ends or all(map(_left_nothing, battery.all_compared))


def _left_nothing(compared: ComparedTrial) -> bool:
    """Whether an engine has run no node, and raised an error or given none a value, but for the
    output, which gets its upstream gradient."""
    left = compared.forgiven
    # What is there after an error may be from the forward algorithm, which ran before.
    has_set = not left.error and any(value is not None for value in left.values[:-1])
    return not (any(left.visits) or has_set)


def _is_wrong(battery: Battery, is_broadcast: bool) -> bool:
    """Whether the engine is wrong in a first call on the small graphs on which its own exercise
    tests it, and, if `is_broadcast`, on those with broadcasting."""
    counting = battery.trials_that_count(WhichCalls.FIRST)
    if is_broadcast:
        counting += [each for each in battery.all_compared if each.trial.is_broadcast]
    return not all(each.is_right for each in counting)


class _NodeAlone:
    """A node on leaves, with an upstream gradient, from its own exercise or from this one.

    Attributes:
        forward, backward: the questions to it.
        answers: the answers to both, once they have been given.
    """

    answers: tuple[Happened, Happened]

    def __init__(self, case: GraphCase, in_its_own: bool = False):
        self.case, self.in_its_own = case, in_its_own
        self.name = type(case.graph).__name__
        self.right = right_values(case, case.upstream[0])  # before a leaf can be written into
        self.forward = NodeForward(case.graph)
        self.backward = NodeBackward(case.graph, case.upstream[0])

    def is_unfinished(self) -> bool:
        """Whether a method is not written yet or does not end, or there is neither a result nor
        anything that was returned."""
        forward, backward = self.answers
        if errors := [answer.error for answer in self.answers if answer.error]:
            return any(error.is_unwritten or error.took_too_long for error in errors)
        return forward.results[-1] is None and backward.returned is None

    def is_wrong(self) -> bool:
        """Whether the answers differ from PyTorch's, or something was changed that must not be."""
        forward, backward = self.answers
        node, upstream = self.case.graph, as_float64(self.case.upstream[0])
        right, nodes, shares = self.right, node.sorted_nodes(), backward.returned
        if forward.error or backward.error or not isinstance(shares, list | tuple):
            return True
        places = [nodes.index(source) for source in node.input_nodes]
        if len(shares) != len(places):
            return True
        if not self.in_its_own:  # in a graph, the share of an input that was broadcast is summed
            given = zip(places, shares, strict=True)
            shares = [summed_to(right.results[i].shape, share) for i, share in given]
        return not (
            are_all_right(forward.results, right.results)
            and are_all_right(shares, [right.gradients[i] for i in places])
            and are_all_right(backward.results, right.results)
            and all(gradient is None for gradient in backward.gradients[:-1])
            and are_all_right(backward.gradients[-1:], [upstream])
        )


def _nodes_alone(case: GraphCase) -> list[GraphCase]:
    """For each node of the student's classes in a graph, a case with that node alone, on leaves
    with the right values."""
    right = right_values(case, case.upstream[0])
    nodes = case.graph.sorted_nodes()
    values = dict(zip(nodes, results_as_held(nodes, right.results), strict=True))
    own, tensors = own_classes(case.graph), has_tensors(case.graph)
    alone = []
    for node, gradient in zip(nodes, right.gradients, strict=True):
        if type(node).__name__ in own:
            copy = new_node(type(node), *(values[source] for source in node.input_nodes))
            upstream = gradient if tensors else float(gradient)
            alone.append(GraphCase("alone", graph=copy_graph(copy), upstream=[upstream]))
    return alone
