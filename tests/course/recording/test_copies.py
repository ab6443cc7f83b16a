"""Copies of graphs on which engines run."""

import pytest

from course import ComputationNode, Leaf
from course.recording.copies import copy_graph
from course.recording.run_by_line import moved_copies


@pytest.mark.parametrize("copies", [lambda graph: [copy_graph(graph)], moved_copies])
def test_the_copies_of_nodes_that_know_their_users_are_linked_to_each_other(copies):
    class Mul(ComputationNode):
        def __init__(self, a, b):
            super().__init__(a, b)
            for node in self.input_nodes:
                node.users = [*getattr(node, "users", []), self]

    x = Leaf(2.0, "x")
    graph = Mul(Mul(x, 3.0), x)
    for copied in copies(graph):
        nodes = copied.sorted_nodes()
        assert not set(nodes) & set(graph.sorted_nodes())
        for node in nodes[:-1]:
            assert node.users == [user for user in nodes if node in user.input_nodes]


@pytest.mark.parametrize("copies", [lambda graph: [copy_graph(graph)], moved_copies])
def test_the_copies_of_nodes_keep_what_their_slots_hold(copies):
    class Mul(ComputationNode):
        __slots__ = ("factor",)

        def __init__(self, a, b):
            super().__init__(a, b)
            self.factor = 3.0

    assert all(copied.factor == 3.0 for copied in copies(Mul(Leaf(2.0, "x"), 4.0)))
