"""Tries an engine on small graphs: to check it there, too, or to diagnose why it is wrong on the
graph of a check. A diagnosis says what the battery measured, shows a small graph on which the
engine goes wrong, and names the known mistakes that it looks like by their symptoms."""

from collections.abc import Callable
from dataclasses import replace
from itertools import dropwhile, pairwise

import torch

from course.check.base.student_code import as_function, as_graph
from course.check.engines.battery import (
    Battery,
    ComparedTrial,
    WhichCalls,
    reserve_battery,
    run_battery,
    simplest,
)
from course.check.engines.battery_words import (
    battery_sentence,
    compared_rows,
    lines_to_replay,
    slip_text,
)
from course.check.engines.first_slip import first_slip
from course.graph import ComputationNode
from course.messages.failure import CheckFailed, Diagnosis
from course.messages.misconceptions import Symptom, looks_like
from course.messages.output import show_or_print
from course.picture.draw import draw
from course.recording.records import Method
from course.right_results import has_tensors, put_right_results
from course.scaffold.order import places_of_users
from course.values.compare import table
from course.values.tensors import as_float64, as_tensor, is_nothing
from course.values.words import listed


class SmallGraphs:
    """An engine's forward or backward algorithm on the battery of small graphs.

    Attributes:
        battery: runs the battery with its steps recorded, once; only a check that fails calls it.
    """

    def __init__(self, graph: ComputationNode, algorithm: Callable, method: Method):
        """Reserves what a check of the algorithm on this graph may need."""
        self.graph, self.method = as_graph(graph), method
        self.algorithm = as_function(algorithm, f"{method}_algorithm")
        self.battery = reserve_battery(algorithm, method, has_tensors(graph))

    def diagnosed(self, failure: CheckFailed, which: WhichCalls = WhichCalls.ALL) -> CheckFailed:
        """A failure on the check's own graph with what the battery shows. It is returned unchanged
        if the code is not written yet.

        Args:
            which: the calls that the check is about, as for `Battery.trials_that_count`.
        """
        if failure.diagnosis.is_complete:
            return failure
        battery = self.battery()
        if not battery.compared:  # there was no time for it
            return failure
        findings = _findings(battery, which)
        smallest = battery.smallest(which)
        if (own := own_classes(self.graph)) and not smallest:
            findings += f" They are made without {listed(own)}, which your notebook defines."
        # An engine that is wrong in other calls alone is not why this one went wrong.
        about_it = smallest or which == WhichCalls.ALL
        symptoms = symptoms_of(battery) if about_it else []
        mistakes = looks_like(*symptoms) if symptoms else failure.diagnosis.mistakes
        diagnosis = replace(
            failure.diagnosis, findings=findings, mistakes=mistakes, smallest=smallest
        )
        return CheckFailed(str(failure), diagnosis)

    def check(self, which: WhichCalls = WhichCalls.ALL) -> None:
        """Checks an engine that is right on the check's own graph on small graphs, too. It only
        says so if the check's graph has nodes of the student's own classes, because then another
        check of the homework tests the engine alone.

        Raises:
            CheckFailed: the engine is wrong on a small graph, or takes too long.
        """
        if own := own_classes(self.graph):
            made_with = f"this graph is made with {listed(own)}, which your notebook defines"
            print(f"Not tried on small graphs: {made_with}.")
            return
        battery = run_battery(self.algorithm, self.method, has_tensors(self.graph))
        smallest = battery.smallest(which)
        if smallest and not smallest.outcome.took_too_long:
            raise self._wrong_on_small(battery, which)
        if smallest or not battery.is_whole:
            raise CheckFailed(
                f"{self.method}_algorithm is right on the graph of this check. It took so long on "
                f"small graphs that it was stopped after {len(battery.compared)} of them. A right "
                "engine needs only a moment for all of them. Does yours plot something each time?"
            )
        print(f"Right on {len(battery.trials_that_count(which))} small graphs, too.")

    def _wrong_on_small(self, battery: Battery, which: WhichCalls) -> CheckFailed:
        """The failure of an engine that is wrong on small graphs alone, as this battery shows."""
        problem = (
            f"{self.method}_algorithm is right on the graph of this check, but wrong on a "
            "small one."
        )
        again = self.battery()
        if again.smallest(which):  # an engine may behave differently in a second run
            battery = again
        is_never_right = not any(each.is_right for each in battery.trials_that_count(which))
        if is_never_right and self.method == "backward":
            problem += " There, the results were filled in without your forward_algorithm."
        findings = _findings(battery, which)
        mistakes = looks_like(*symptoms_of(battery))
        return CheckFailed(problem, Diagnosis(findings, mistakes, smallest=battery.smallest(which)))


def own_classes(graph: ComputationNode) -> list[str]:
    """The names of the student's own classes among the nodes of a graph."""
    classes = {type(node) for node in graph.sorted_nodes()}
    return sorted(each.__name__ for each in classes if each.__module__.split(".")[0] != "course")


def _findings(battery: Battery, which: WhichCalls) -> str:
    """What was measured, a small example, and what went wrong in it."""
    # Where later calls are wrong, it is worth saying that first calls are right.
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
    """Shows the graph of a trial with what the engine left in it. Wrong gradients are framed."""
    graph = compared.trial.graph_that_counts()
    nodes = graph.sorted_nodes()
    wrong = {}
    which = "with your results."
    if compared.method == "forward":
        for node, value in zip(nodes, compared.values, strict=True):
            node.result = None if as_tensor(value) is None else value
    else:
        put_right_results(graph)
        for node, value in zip(nodes, compared.values, strict=True):
            node.gradient = value
        wrong = {nodes[i]: as_float64(compared.right[i]) for i in compared.wrong_nodes}
        which = "Framed: wrong."
    show_or_print(draw(graph, f"A small graph on which it goes wrong, {which}", wrong))


def symptoms_of(battery: Battery) -> list[Symptom]:
    """The symptoms that tell which known mistake it is, whatever the style of the code: on numbers,
    on the same graphs with tensors, and, if it is right on numbers, on the other graphs of tensors.
    None if they would say too little."""
    worlds = {"numbers": battery.on_numbers, "tensors": [], "others": []}
    on_numbers = {each.trial for each in battery.on_numbers}
    for compared in battery.compared:
        if compared.trial.counts(tensors=True):  # not one with broadcasting
            is_twin = replace(compared.trial, shapes=()) in on_numbers
            worlds["tensors" if is_twin else "others"].append(compared)
    if not all(each.is_right for each in battery.on_numbers):
        del worlds["others"]
    symptoms = [_symptom(battery.method, world, trials) for world, trials in worlds.items()]
    return [symptom for symptom in symptoms if symptom and battery.is_whole]


def _symptom(method: Method, world: str, trials: list[ComparedTrial]) -> Symptom | None:
    outcomes = [each.outcome for each in trials if each.trial.ops]
    wrong = [each for each in trials if not each.is_right]
    if not wrong or all(each.error and not each.called_too_often for each in outcomes):
        return None  # an error that ends each run early says little
    example = simplest(wrong)
    slip = first_slip(example)
    kind = slip.kind if slip else ""
    # Elsewhere, what is reset is a matter of style.
    differ_in_resets = kind == "wiped" or all(map(is_nothing, example.outcome.values))
    how = (kind, _resets(example) if differ_in_resets else ())
    return ("battery", method, world, tuple(map(_what_was_left, trials)), how)


def _what_was_left(compared: ComparedTrial) -> tuple:
    """The numbers, visits and error of a trial."""
    is_backward, outcome = compared.method == "backward", compared.outcome
    numbers = tuple(_rounded(value, zero_is_nothing=is_backward) for value in outcome.values)
    early = _nodes_run_early(compared)
    visits = tuple(
        (min(count, 3), node in early)
        for node, count in enumerate(outcome.visits)
        if compared.inputs[node] or not is_backward
    )
    return (numbers, visits, outcome.error)


def _nodes_run_early(compared: ComparedTrial) -> set[int]:
    """Nodes whose method ran before that of a node that has to come first."""
    is_backward = compared.method == "backward"
    before = places_of_users(compared.inputs) if is_backward else compared.inputs
    events = compared.outcome.events
    order = [*dict.fromkeys(event.node for event in events if event.kind == "call")]
    return {node for place, node in enumerate(order) if not {*before[node]} <= {*order[:place]}}


def _resets(compared: ComparedTrial) -> tuple:
    """Which gradients were reset since the pass began: before any call, and after each, perhaps by
    a line that had just brought a share. Engines that wipe gradients, or leave none anywhere,
    differ in that."""
    resets: list[set] = [set()]
    noted = compared.outcome.events
    events = dropwhile(lambda each: each.kind == "set" and is_nothing(each.value), noted)
    for before, event in pairwise(events):
        if event.kind == "call":
            resets.append(set())
        elif event.kind == "set" and event.share is None and is_nothing(event.value):
            is_same_line = before.share is not None and before.line == event.line
            resets[-1].add((event.node, is_same_line))
    return tuple(tuple(sorted(each)) for each in resets)


def _rounded(value: object, zero_is_nothing: bool) -> object:
    """A value as it is used to recognise mistakes: rounded to four digits and, if
    `zero_is_nothing`, with None the same as 0."""
    if zero_is_nothing and is_nothing(value):
        return "0"
    if isinstance(value, torch.Tensor):
        return (tuple(value.shape), tuple(f"{entry:.4g}" for entry in value.flatten().tolist()))
    if isinstance(value, float):
        return f"{value + 0.0:.4g}"
    return "list" if isinstance(value, list) else value
