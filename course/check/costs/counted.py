"""Finds the cost of computations at all sizes, as the polynomial through the counts at small sizes.

So the right answers to questions about cost are not written down anywhere.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import product

import torch

from course.check.costs.big_o import Count
from course.measuring.meter import multiplications, operations, peak_numbers, saved_numbers

ForwardPass = Callable[[torch.Tensor, list[torch.Tensor]], torch.Tensor]
Counted = Callable[..., Mapping[str, int]]  # from sizes to a count for each blank

FIRST_SIZE = 2  # with size 1, the first layer would also be the last


def polynomials_of(counted: Counted, sizes: tuple[str, ...]) -> dict[str, Count]:
    """For each blank, the polynomial that gives its count at all sizes.

    Raises:
        ValueError: a polynomial does not fit the count at other sizes.
    """
    degree = 2 if len(sizes) <= 3 else 1
    tried = range(FIRST_SIZE, FIRST_SIZE + degree + 1)
    on_grid = [counted(*place) for place in product(tried, repeat=len(sizes))]
    elsewhere = tuple(range(5, 5 + 2 * len(sizes), 2))
    polynomials = {}
    for name, count in counted(*elsewhere).items():
        values = torch.tensor([counts[name] for counts in on_grid], dtype=torch.float64)
        polynomials[name] = _polynomial(values.reshape((len(tried),) * len(sizes)), tried)
        if polynomials[name].at(elsewhere) != count:
            raise ValueError(f"{name} is not a polynomial in {', '.join(sizes)}.")
    return polynomials


def _polynomial(values: torch.Tensor, tried: Sequence[int]) -> Count:
    """The polynomial with these values on the grid of the tried sizes."""
    powers = torch.vander(torch.tensor(tried, dtype=torch.float64), increasing=True)
    for _ in range(values.dim()):  # the last axis becomes powers and goes to the front
        values = torch.tensordot(torch.linalg.inv(powers), values, ([1], [values.dim() - 1]))
    coefficients = {
        tuple(map(Fraction, place)): Fraction(float(values[place])).limit_denominator(24)
        for place in product(range(len(tried)), repeat=values.dim())
    }
    return Count(coefficients)


def operations_of(network: ForwardPass) -> Counted:
    """Counts the scalar operations that a network of m layers takes."""

    def counted(m: int, n: int, d: int) -> dict[str, int]:
        x = torch.zeros(n, d)
        weights, first = _layer_weights(m, d, trained=range(m)), _layer_weights(m, d, trained=[0])
        return {
            "T_run": operations(_without_gradients(network, x, weights)),
            "T_forward": operations(lambda: network(x, weights)),
            "T_backward": operations(network(x, weights).backward),
            "T_backward_W1": operations(network(x, first).backward),
        }

    return counted


def memory_of(network: ForwardPass) -> Counted:
    """Counts the numbers that a network of m layers has in memory, without the weights. For
    inference it is the peak; for training, what is saved for the backward pass, and the gradients.
    """

    def counted(m: int, n: int, d: int) -> dict[str, int]:
        x = torch.zeros(n, d)
        weights, first = _layer_weights(m, d, trained=range(m)), _layer_weights(m, d, trained=[0])
        return {
            "M_run": peak_numbers(_without_gradients(network, x, weights)),
            "M_forward": saved_numbers(lambda: network(x, weights), weights),
            "M_backward": _saved_and_gradients(network, x, weights),
            "M_backward_W1": _saved_and_gradients(network, x, first),
        }

    return counted


def last_layer_of(network: ForwardPass) -> Counted:
    """Counts what the backward pass costs if only the last of m weights is trained."""

    def counted(m: int, n: int, d: int) -> dict[str, int]:
        x, last = torch.zeros(n, d), _layer_weights(m, d, trained=[m - 1])
        return {
            "T_backward_last": operations(network(x, last).backward),
            "M_backward_last": _saved_and_gradients(network, x, last),
        }

    return counted


def multiplications_of(**products: Callable) -> Counted:
    """Counts the multiplications that functions of some sizes take.

    Args:
        products: for each blank, a function of sizes that multiplies matrices of these sizes.
    """

    def counted(*sizes: int) -> dict[str, int]:
        named = products.items()
        return {name: multiplications(partial(product, *sizes)) for name, product in named}

    return counted


def _layer_weights(m: int, d: int, trained: Sequence[int]) -> list[torch.Tensor]:
    """The weights of m layers, some of which are to be trained."""
    return [torch.zeros(d, d, requires_grad=i in trained) for i in range(m)]


def _without_gradients(network: ForwardPass, x: torch.Tensor, weights: list) -> Callable:
    """The network as it runs when no gradients are needed."""
    return torch.no_grad()(lambda: network(x, weights))


def _saved_and_gradients(network: ForwardPass, x: torch.Tensor, weights: list[torch.Tensor]) -> int:
    saved = saved_numbers(lambda: network(x, weights), weights)
    network(x, weights).backward()
    return saved + sum(weight.grad.numel() for weight in weights if weight.grad is not None)
