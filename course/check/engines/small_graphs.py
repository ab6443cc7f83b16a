"""Tries an engine on small graphs: to check it there, too, or to diagnose why it is wrong on the
graph of a check. A diagnosis says what the battery measured, shows the smallest graph on which the
engine goes wrong, and names the known mistakes that it looks like."""

from collections.abc import Callable
from dataclasses import replace

from course.check.base.cases import as_graph
from course.check.engines.battery import Battery, Calls, TrialResult, reserve_battery, run_battery
from course.check.engines.battery_words import compared_rows, fact_text, lines_to_replay, measured
from course.check.engines.symptoms import symptoms_of
from course.graph import ComputationNode
from course.messages.failure import CheckFailed, Diagnosis
from course.messages.misconceptions import looks_like
from course.messages.output import show_or_print
from course.picture.draw import draw
from course.right_results import has_tensors, put_right_results
from course.running.limit import TookTooLong
from course.values.compare import table
from course.values.tensors import as_tensor
from course.values.words import listed


class SmallGraphs:
    """An engine's forward or backward algorithm on the battery of small graphs.

    Attributes:
        battery: runs the battery with its steps recorded, once; only a check that fails calls it.
    """

    def __init__(self, graph: ComputationNode, algorithm: Callable, method: str):
        """Reserves what a check of the algorithm on this graph may need."""
        self.graph, self.algorithm, self.method = as_graph(graph), algorithm, method
        self.battery = reserve_battery(algorithm, method, has_tensors(graph))

    def diagnosed(self, failure: CheckFailed, calls: Calls = Calls.ALL) -> CheckFailed:
        """A failure on the check's own graph with what the battery shows. It is returned unchanged
        if the code is not written yet.

        Args:
            calls: the calls that the check is about, as for `Battery.results_that_count`.
        """
        if failure.diagnosis.is_complete:
            return failure
        battery = self.battery()
        if not battery.results:  # there was no time for it
            return failure
        findings, smallest = _findings(battery, calls), battery.smallest(calls)
        if (own := own_classes(self.graph)) and not smallest:
            findings += f" They are made without {listed(own)}, which your notebook defines."
        # An engine that is wrong in other calls alone is not why this one went wrong.
        about_it = smallest or calls == Calls.ALL
        symptoms = symptoms_of(battery) if about_it else []
        mistakes = looks_like(*symptoms) if symptoms else failure.diagnosis.mistakes
        diagnosis = replace(
            failure.diagnosis, findings=findings, mistakes=mistakes, smallest=smallest
        )
        return CheckFailed(str(failure), diagnosis)

    def check(self, calls: Calls = Calls.ALL) -> None:
        """Checks an engine that is right on the check's own graph on small graphs, too. It does
        nothing if the check's graph has nodes of the student's own classes, because then another
        check of the homework tests the engine alone.

        Raises:
            CheckFailed: the engine is wrong on a small graph, or takes too long.
        """
        if own_classes(self.graph):
            return
        battery = run_battery(self.algorithm, self.method, has_tensors(self.graph))
        smallest = battery.smallest(calls)
        if smallest and smallest.outcome.error != TookTooLong.__name__:
            again = self.battery()
            if again.smallest(calls):  # an engine may behave differently in a second run
                battery = again
            findings, mistakes = _findings(battery, calls), looks_like(*symptoms_of(battery))
            raise CheckFailed(
                f"{self.method}_algorithm is right on the graph of this check, but wrong on a "
                "small one.",
                Diagnosis(findings, mistakes, smallest=battery.smallest(calls)),
            )
        if smallest or not battery.is_whole:
            raise CheckFailed(
                f"{self.method}_algorithm is right on the graph of this check. It took so long on "
                f"small graphs that it was stopped after {len(battery.results)} of them. A right "
                "engine needs only a moment for all of them. Does yours plot something each time?"
            )
        results = battery.results_that_count(calls)
        print(f"Right on {len(results)} small graphs, too.")
        if any(max(result.outcome.visits) > 1 for result in results):
            print(
                "(You call backward of a node once for each of its inputs. Once for all of them is "
                "enough: one call returns all its downstream gradients.)"
            )


def own_classes(graph: ComputationNode) -> list[str]:
    """The names of the student's own classes among the nodes of a graph."""
    scaffold = ComputationNode.__module__
    nodes = graph.sorted_nodes()
    return sorted({type(node).__name__ for node in nodes if type(node).__module__ != scaffold})


def _findings(battery: Battery, calls: Calls) -> str:
    """What was measured, the smallest example, and what went wrong in it."""
    # Where later calls are wrong, it is worth saying that first calls are right.
    compared = Calls.ALL if calls == Calls.LATER else calls
    parts = [measured(battery, compared)]
    if smallest := battery.smallest(calls):
        is_smallest = battery.is_smallest(smallest, compared)
        _show(smallest, "The smallest graph" if is_smallest else "A small graph")
        which = "The smallest" if is_smallest else "A small one"
        how = "step by step" if smallest.trial.call == "first" else "again"
        parts += [
            f"{which}; run these lines to see it {how}:",
            lines_to_replay(smallest),
            table(compared_rows(smallest)),
            fact_text(smallest),
        ]
    return "\n".join(filter(None, parts))


def _show(trial_result: TrialResult, which: str) -> None:
    """Shows the graph of a trial with what the engine left in it. Wrong gradients are framed."""
    graph = trial_result.trial.graph_that_counts()
    nodes = graph.sorted_nodes()
    rows = compared_rows(trial_result)
    if trial_result.method == "forward":
        for node, row in zip(nodes, rows, strict=True):
            node.result = None if as_tensor(row.yours) is None else row.yours
        show_or_print(draw(graph, f"{which} on which it goes wrong, with your results."))
        return
    put_right_results(graph)
    wrong = {}
    for node, row in zip(reversed(nodes), rows, strict=True):
        node.gradient = row.yours
        if not row.right:
            wrong[node] = row.pytorch
    show_or_print(draw(graph, f"{which} on which it goes wrong. Framed: wrong.", wrong))
