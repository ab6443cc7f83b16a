"""The lines of an engine that the player shows."""

import pytest

from course.recording.player_recorder import PlayerRecorder
from tests.helpers.engine import forward_algorithm
from tests.helpers.student_code import cosh, run_in_cell

CELL = """\
def seed(graph):
    graph.gradient = 1.0  # pasted:{0}see below
# {0}{0}

def backward_algorithm(graph, one=1.0):
    graph.gradient = one
    for node in graph.sorted_nodes()[::-1]:
        for source, share in zip(node.input_nodes, node.backward()):
            source.accumulate_gradient(share)  # adds
"""


@pytest.mark.parametrize("separator", ["\f", "\u2028", " "])
def test_the_lines_are_those_that_python_counts(separator, monkeypatch):
    graph = cosh()
    forward_algorithm(graph)
    engine = run_in_cell(CELL.format(separator), monkeypatch)["backward_algorithm"]
    recorder = PlayerRecorder(graph, engine)
    recorder.run()
    (listing,) = recorder.code
    assert listing[0].startswith("def backward_algorithm") and listing[-1].endswith("# adds")
    places = [*recorder.lines]
    adding = {places[event.line] for event in recorder.events if event.share is not None}
    assert adding == {(0, 5)}
