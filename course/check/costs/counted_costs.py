"""Finds the cost of a computation at all sizes: the polynomial through the counts at small sizes.

The right answers to questions about cost are therefore not written down anywhere.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import product

import torch

from course.check.costs.big_o import Count
from course.measuring.meter import multiplications, peak_numbers, saved_numbers, scalar_operations
from course.messages.failure import CheckFailed
from course.values.closeness import is_right

ForwardPass = Callable[[torch.Tensor, list[torch.Tensor]], torch.Tensor]
Counted = Callable[..., Mapping[str, int]]  # takes sizes, returns a count for each blank

FIRST_SIZE = 2  # with one layer, the first would also be the last


def polynomials_of(counted: Counted, sizes: tuple[str, ...]) -> dict[str, Count]:
    """For each blank, the polynomial in the sizes that gives its count.

    Raises:
        ValueError: a polynomial does not give the count at sizes off the grid.
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
            raise ValueError(
                f"{name} is not a polynomial of degree {degree} in each of {', '.join(sizes)}."
            )
    return polynomials


def _polynomial(values: torch.Tensor, tried: Sequence[int]) -> Count:
    """The polynomial that has these values on the grid of tried sizes."""
    powers = torch.vander(torch.tensor(tried, dtype=torch.float64), increasing=True)
    for _ in range(values.dim()):  # the last axis becomes powers and goes to the front
        values = torch.tensordot(torch.linalg.inv(powers), values, ([1], [values.dim() - 1]))
    coefficients = {
        tuple(map(Fraction, place)): Fraction(float(values[place])).limit_denominator(24)
        for place in product(range(len(tried)), repeat=values.dim())
    }
    return Count(coefficients)


def operations_of(network: ForwardPass) -> Counted:
    """Counts the scalar operations of the given network with m layers."""
    _refuse_another(network)

    def counted(m: int, n: int, d: int) -> dict[str, int]:
        whole, first = _Trained(network, m, n, d, range(m)), _Trained(network, m, n, d, [0])
        return {
            "T_run": scalar_operations(torch.no_grad()(whole.forward)),
            "T_forward": scalar_operations(whole.forward),
            "T_backward": scalar_operations(whole.forward().backward),
            "T_backward_W1": scalar_operations(first.forward().backward),
        }

    return counted


def memory_of(network: ForwardPass) -> Counted:
    """Counts the numbers that the given network with m layers has in memory, not counting weights.
    For inference this is the peak; for training, the saved activations and, in a backward pass,
    also the gradients.
    """
    _refuse_another(network)

    def counted(m: int, n: int, d: int) -> dict[str, int]:
        whole, first = _Trained(network, m, n, d, range(m)), _Trained(network, m, n, d, [0])
        return {
            "M_run": peak_numbers(torch.no_grad()(whole.forward)),
            "M_forward": saved_numbers(whole.forward, whole.weights),
            "M_backward": whole.saved_and_gradients(),
            "M_backward_W1": first.saved_and_gradients(),
        }

    return counted


def last_layer_of(network: ForwardPass) -> Counted:
    """Counts the time and memory of the backward pass if only the last of m weights is trained."""
    _refuse_another(network)

    def counted(m: int, n: int, d: int) -> dict[str, int]:
        last = _Trained(network, m, n, d, [m - 1])
        return {
            "T_backward_last": scalar_operations(last.forward().backward),
            "M_backward_last": last.saved_and_gradients(),
        }

    return counted


def _refuse_another(network: ForwardPass) -> None:
    """Raises CheckFailed if a student has changed the network, since other formulas would be right
    for it."""
    entries = torch.linspace(-1, 1, 21, dtype=torch.float64)
    right = x = entries[:6].reshape(2, 3)
    weights = [entries[6:15].reshape(3, 3), entries[12:].reshape(3, 3)]
    for W in weights:
        right = torch.tanh(right @ W)
    if not is_right(network(x, weights), right.square().mean()):
        raise CheckFailed(
            "`network` is given, and no longer computes what it computed when the notebook was "
            "handed out, so your formulas would be compared with the cost of something else. Put "
            "its cell back as it was, and run it: each layer is `torch.tanh(x @ W)`, and the loss "
            "is `x.square().mean()`."
        )


class _Trained:
    """A network with m layers on n examples of d numbers, in which some weights are trained."""

    def __init__(self, network: ForwardPass, m: int, n: int, d: int, trained: Sequence[int]):
        self.weights = [torch.zeros(d, d, requires_grad=i in trained) for i in range(m)]
        self.forward = partial(network, torch.zeros(n, d), self.weights)

    def saved_and_gradients(self) -> int:
        """How many numbers the backward pass is given, plus how many it computes as gradients."""
        saved = saved_numbers(self.forward, self.weights)
        self.forward().backward()
        return saved + sum(
            weight.grad.numel() for weight in self.weights if weight.grad is not None
        )


def multiplications_of(**products: Callable) -> Counted:
    """Counts the multiplications in matrix products.

    Args:
        products: for each blank, a function that takes sizes and multiplies matrices of these
            sizes.
    """

    def counted(*sizes: int) -> dict[str, int]:
        named = products.items()
        return {name: multiplications(partial(product, *sizes)) for name, product in named}

    return counted
