"""Provides batches of names for homework 8, and the student's model in PyTorch, trained with
PyTorch's own optimiser."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import torch
from torch.nn.functional import cross_entropy

from course.graph import ComputationNode
from course.operations import OPERATIONS, causal_attention

Parameters = Mapping[str, torch.Tensor]


@dataclass(frozen=True)
class Batch:
    """Several sequences one after the other, with an entry for each token."""

    tokens: list[int]  # the number of each token
    targets: list[int]  # the number of the token that comes next
    places: list[int]  # the token's place in its own sequence
    name_of: list[int]  # the number of the token's sequence


def batch_of(names: Sequence[str], letters: str) -> Batch:
    """The names as a batch. The first of the letters marks both ends of each name."""
    rows: list[tuple[int, ...]] = []
    for number, name in enumerate(names):
        tokens = [letters.index(letter) for letter in f"{letters[0]}{name}{letters[0]}"]
        rows += zip(tokens, tokens[1:], range(len(name) + 1), [number] * len(tokens), strict=False)
    return Batch(*map(list, zip(*rows, strict=True)))


def attention_weights(node: ComputationNode) -> torch.Tensor:
    """The attention weights of an `Attention` node, of shape (T, T): a row for each query, and a
    column for each key."""
    queries, keys, values = (source.result for source in node.input_nodes)
    return causal_attention(queries, keys, torch.eye(len(values), dtype=values.dtype), node.name_of)


def gradients_of(leaves: Mapping[str, ComputationNode]) -> dict[str, torch.Tensor]:
    """The gradients of leaves by name; zeros for a leaf at which none has arrived."""
    return {
        name: torch.zeros_like(leaf.value) if leaf.gradient is None else leaf.gradient
        for name, leaf in leaves.items()
    }


def logits(parameters: Parameters, batch: Batch, blocks: int) -> torch.Tensor:
    """The model's scores for the next token, before the softmax, with a row for each token."""
    normalised = OPERATIONS["LayerNorm"].formula
    x = parameters["E"][list(batch.tokens)] + parameters["P"][list(batch.places)]
    for i in range(blocks):
        Wq, Wk, Wv, Wo, W1, b1, W2 = (
            parameters[f"{name}_{i}"] for name in ("Wq", "Wk", "Wv", "Wo", "W1", "b1", "W2")
        )
        u = normalised(x)
        x = x + causal_attention(u @ Wq, u @ Wk, u @ Wv, batch.name_of) @ Wo
        x = x + (normalised(x) @ W1 + b1).relu() @ W2
    return normalised(x) @ parameters["U"]


def twin_loss(parameters: Parameters, batch: Batch, blocks: int) -> torch.Tensor:
    """The model's loss on a batch."""
    return cross_entropy(logits(parameters, batch, blocks), torch.tensor(batch.targets))


def train_twin(
    parameters: Parameters, batches: Sequence[Batch], *, blocks: int, rate: float
) -> tuple[dict[str, torch.Tensor], list[float]]:
    """Trains the model with autograd and torch.optim.Adam, one step for each batch.

    Returns:
        The parameters after training, and the loss before each step.
    """
    own = {name: value.clone().requires_grad_() for name, value in parameters.items()}
    optimiser = torch.optim.Adam(own.values(), lr=rate)
    losses = []
    for batch in batches:
        optimiser.zero_grad()
        loss = twin_loss(own, batch, blocks)
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return {name: value.detach() for name, value in own.items()}, losses
