"""A node is judged by what it was given, however it stores that."""

import numpy as np
import pytest
import torch

from course import ComputationNode, Leaf, check_node
from course.check.nodes.node import check_node_forward
from course.operations import result_of
from tests.helpers.failing import fails


@pytest.mark.parametrize("name", ["tokens", "ids"])
@pytest.mark.parametrize("kind", [tuple, list, torch.tensor])
def test_a_node_may_store_in_its_own_way_what_it_was_given(name, kind):
    class Embedding(ComputationNode):
        def __init__(self, table, tokens, name=None):
            super().__init__(table, name=name)
            setattr(self, stored_as, kind(tokens))

        def forward(self):
            self.result = self.input(0)[torch.as_tensor(getattr(self, stored_as))]

        def backward(self):
            gradient = torch.zeros_like(self.input(0))
            for token, share in zip(getattr(self, stored_as), self.gradient, strict=True):
                gradient[token] += share
            return [gradient]

    stored_as = name
    check_node(lambda table: Embedding(table, [2, 0, 2]), torch.rand(4, 2))


def test_a_node_is_judged_by_what_it_was_given_even_if_it_stores_something_else():
    class Embedding(ComputationNode):
        def __init__(self, table, tokens, name=None):
            super().__init__(table, name=name)
            self.tokens = [token + 1 for token in tokens]

        def forward(self):
            self.result = self.input(0)[self.tokens]

    reason = fails(check_node, lambda table: Embedding(table, [2, 0, 2]), torch.rand(4, 2))
    assert "The result of Embedding" in reason


class Embedding(ComputationNode):
    """An embedding that makes its tokens from what it is given."""

    def __init__(self, table, tokens, name=None):
        super().__init__(table, name=name)
        self.tokens = [int(token) for token in tokens]

    def forward(self):
        self.result = self.input(0)[self.tokens]

    def backward(self):
        gradient = torch.zeros_like(self.input(0))
        for token, share in zip(self.tokens, self.gradient, strict=True):
            gradient[token] += share
        return [gradient]


class OneByOne(Embedding):
    def __init__(self, table, *tokens):
        super().__init__(table, tokens)


class WithIds(Embedding):
    def __init__(self, table, ids):
        super().__init__(table, ids)


class NamedFirst(Embedding):
    def __init__(self, table, name, tokens):
        super().__init__(table, tokens, name)


class Single(Embedding):
    def __init__(self, table, tokens):
        super().__init__(table, [tokens])


TABLE = torch.rand(4, 2)


@pytest.mark.parametrize(
    "tokens",
    [
        "12",
        ["1", "2"],
        [1.0, 2.0],
        [True, False],
        {1: "a", 2: "b"}.keys(),
        torch.tensor([1, 2]),
        torch.tensor([1, 2]).numpy(),
        [*torch.tensor([1, 2]).numpy()],
        range(3),
    ],
    ids=str,
)
def test_what_a_node_makes_of_what_it_was_given_counts_if_that_is_something_else(tokens):
    check_node(lambda table: Embedding(table, tokens), TABLE)


@pytest.mark.parametrize("tokens", [np.array([1, 2]), [*np.array([1, 2])], torch.tensor([1, 2])])
def test_whole_numbers_of_numpy_and_pytorch_may_be_stored_under_another_name(tokens):
    class Embedding(ComputationNode):
        def __init__(self, table, tokens):
            super().__init__(table)
            self.rows = [int(token) for token in tokens]

        def forward(self):
            self.result = self.input(0)[self.rows]

    check_node_forward(lambda table: Embedding(table, tokens), TABLE)


@pytest.mark.parametrize("given", [lambda: map(int, "12"), lambda: (i for i in (1, 2))])
def test_what_can_be_read_once_is_read_by_the_node(given):
    check_node(lambda table: Embedding(table, given()), TABLE)


@pytest.mark.parametrize(
    "build",
    [
        lambda table: OneByOne(table, 2, 0, 2),
        lambda table: OneByOne(table, "2", 0, 2),
        lambda table: WithIds(table, "12"),
        lambda table: WithIds(table, ids=[1, 2]),
        lambda table: NamedFirst(table, 3, [1, 2]),
        lambda table: NamedFirst(table, tokens=[1, 2], name="rows"),
        lambda table: Single(table, 2),
    ],
)
def test_a_constructor_may_have_parameters_of_its_own(build):
    check_node(build, TABLE)


def test_a_list_that_changes_later_does_not_change_what_a_node_was_given():
    tokens = [2, 0]
    node = Embedding(Leaf(TABLE), tokens)
    tokens.append(1)
    assert result_of(node, TABLE).equal(TABLE[[2, 0]])
