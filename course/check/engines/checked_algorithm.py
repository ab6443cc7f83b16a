"""Runs a checked algorithm on the battery: to judge it there if it is right on the check's own
graph, and to diagnose it if it is wrong. Messages to students call the battery "small graphs".

A diagnosis says on which kinds of graphs the engine is right, shows a small graph on which it goes
wrong, and names the known mistakes that match.
"""

from collections.abc import Callable
from dataclasses import replace

from course.check.base.student_code import as_function, as_graph
from course.check.engines.battery import (
    Battery,
    ComparedTrial,
    WhichCalls,
    compared_battery,
    reserve_battery,
)
from course.check.engines.battery_symptoms import symptoms_of
from course.check.engines.battery_words import (
    battery_sentence,
    compared_rows,
    lines_to_replay,
    slip_text,
)
from course.graph import ComputationNode
from course.messages.failure import CheckFailed, Diagnosis
from course.messages.misconceptions import looks_like
from course.messages.output import show_or_print
from course.picture.draw import draw
from course.questions import TryBattery
from course.recording.records import Method
from course.right_results import has_broadcasts, has_tensors, put_right_results
from course.sentences.words import listed
from course.subject import ask
from course.values.compare import table
from course.values.tensors import as_float64, as_tensor


class CheckedAlgorithm:
    """An engine's forward or backward algorithm, checked on a graph and tried on the battery.

    Attributes:
        forward_algorithm: runs before a backward algorithm; None for a forward algorithm.
        battery: runs the battery with steps, once; called only if a check fails.
    """

    def __init__(
        self,
        graph: ComputationNode,
        algorithm: Callable,
        method: Method,
        forward_algorithm: Callable | None = None,
    ):
        """Reserves the questions that a failing check of the algorithm will need.

        Args:
            forward_algorithm: given for a backward algorithm, which may need what this one keeps.
        """
        self.graph, self.method = as_graph(graph), method
        self.algorithm = as_function(algorithm, f"{method}_algorithm")
        self.forward_algorithm = forward_algorithm
        if forward_algorithm:
            as_function(forward_algorithm, "forward_algorithm")
        tensors = has_tensors(graph)
        self._question = TryBattery(algorithm, method, tensors, False, forward_algorithm)
        self._broadcasts = has_broadcasts(graph)
        with_steps = replace(self._question, with_steps=True)
        self.battery = reserve_battery(with_steps, self._broadcasts)

    def diagnosed(self, failure: CheckFailed, which: WhichCalls = WhichCalls.ALL) -> CheckFailed:
        """A failure on the check's own graph, with findings from the battery. Unchanged if its
        diagnosis is complete, as for code that is not written yet, or if there was no time for the
        battery.

        Args:
            which: the calls that count for the check.
        """
        if failure.diagnosis.is_complete:
            return failure
        battery = self.battery()
        if not battery.all_compared:  # there was no time for it
            return failure
        findings = _findings(battery, which)
        smallest = battery.smallest(which)
        if (own := own_classes(self.graph)) and not smallest:
            findings += f" They are made without {listed(own)}, which your notebook defines."
        # Mistakes only in other calls did not cause this failure.
        about_it = smallest or which == WhichCalls.ALL
        symptoms = symptoms_of(battery) if about_it else []
        mistakes = looks_like(*symptoms) if symptoms else failure.diagnosis.mistakes
        diagnosis = replace(
            failure.diagnosis, findings=findings, mistakes=mistakes, smallest=smallest
        )
        return CheckFailed(str(failure), diagnosis)

    def check(self, which: WhichCalls = WhichCalls.ALL) -> None:
        """Checks on small graphs an engine that is right on the check's own graph.

        If the check's graph has nodes of the student's own classes, the engine is not tried, and
        the output says so: another check of the homework tests the engine alone.

        Raises:
            CheckFailed: the engine is wrong on a small graph, takes too long, or ends the whole
                battery with an error, such as an interrupt that it raises.
        """
        if own := own_classes(self.graph):
            made_with = f"this graph is made with {listed(own)}, which your notebook defines"
            print(f"Not tried on small graphs: {made_with}.")
            return
        tried = ask(self._question)
        right_here = f"{self.method}_algorithm is right on the graph of this check."
        if tried.error:
            raised = tried.error.name_and_text
            raise CheckFailed(f"{right_here} On small graphs, your engine raised {raised}.")
        battery = compared_battery(self._question, tried, self._broadcasts)
        smallest = battery.smallest(which)
        if smallest and not smallest.outcome.took_too_long:
            raise self._wrong_on_battery(battery, which)
        if smallest or not battery.is_whole:
            raise CheckFailed(
                f"{right_here} On small graphs, your engine took so long that it was stopped "
                f"after {len(battery.all_compared)} of them. A right engine needs only a moment "
                "for all of them. Does yours plot something each time?"
            )
        print(f"Right on {len(battery.trials_that_count(which))} small graphs, too.")

    def _wrong_on_battery(self, battery: Battery, which: WhichCalls) -> CheckFailed:
        """The failure of an engine that is right on the check's own graph but wrong on this
        battery."""
        problem = (
            f"{self.method}_algorithm is right on the graph of this check, but wrong on a "
            "small one."
        )
        again = self.battery()
        if again.smallest(which):  # an engine may behave differently in a second run
            battery = again
        findings = _findings(battery, which)
        mistakes = looks_like(*symptoms_of(battery))
        return CheckFailed(problem, Diagnosis(findings, mistakes, smallest=battery.smallest(which)))


def own_classes(graph: ComputationNode) -> list[str]:
    """The names of the student's own classes among the nodes of a graph."""
    classes = {type(node) for node in graph.sorted_nodes()}
    return sorted(each.__name__ for each in classes if each.__module__.split(".")[0] != "course")


def _findings(battery: Battery, which: WhichCalls) -> str:
    """A sentence about all trials, a small example that fails, and what went wrong in it."""
    # If later calls are wrong, it helps to know that first calls are right.
    parts = [battery_sentence(battery, WhichCalls.ALL if which == WhichCalls.LATER else which)]
    if smallest := battery.smallest(which):
        _show(smallest)
        how = "step by step" if smallest.trial.call == "first" else "again"
        parts += [
            f"Here is one that fails; run these lines to see it {how}:",
            lines_to_replay(smallest),
            table(compared_rows(smallest)),
            slip_text(smallest),
        ]
    return "\n".join(filter(None, parts))


def _show(compared: ComparedTrial) -> None:
    """Draws the graph of a trial with the values that the engine left. Wrong gradients are
    framed."""
    graph = compared.trial.graph_that_counts()
    nodes = graph.sorted_nodes()
    wrong = {}
    which = "with your results."
    if compared.method == "forward":
        for node, value in zip(nodes, compared.outcome.values, strict=True):
            node.result = None if as_tensor(value) is None else value
    else:
        put_right_results(graph)
        for node, value in zip(nodes, compared.outcome.values, strict=True):
            node.gradient = value
        wrong = {nodes[i]: as_float64(compared.right[i]) for i in compared.wrong_nodes}
        which = "Framed: wrong."
    show_or_print(draw(graph, f"A small graph on which it goes wrong, {which}", wrong))
