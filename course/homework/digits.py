"""Draws digits, and trains the network of homework 6 to read them."""

from collections.abc import Callable
from functools import partial

import torch

from course.graph import Leaf
from course.homework.layer_chain import Chain
from course.homework.memory import plot_memory
from course.running.settings import one_thread

# Each digit is one line with eight corners: x and y, in percent of the digit's width and height.
LINES = """
    50 0   15 25  15 75  50 100 85 75  85 25  50 0   50 0
    25 25  55 0   55 100 55 100 55 100 55 100 55 100 55 100
    15 20  50 0   85 25  15 100 90 100 90 100 90 100 90 100
    15 10  60 0   80 25  40 45  85 70  60 100 15 90  15 90
    70 100 70 0   10 65  95 65  95 65  95 65  95 65  95 65
    85 0   25 0   20 45  65 40  85 70  60 100 15 95  15 95
    75 0   30 30  15 75  50 100 85 75  50 50  20 65  20 65
    10 0   90 0   40 100 40 100 40 100 40 100 40 100 40 100
    50 45  20 25  50 0   80 25  15 75  50 100 85 75  50 45
    80 35  50 50  15 25  50 0   85 25  70 70  45 100 45 100
"""


def draw_digits(n: int, seed: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Images of the digits 0 to 9 in turn, and their labels.

    Returns:
        The images, of shape (n, 64), with ink near 1 and paper near -1. The labels, of shape
        (n, 10), with a 1 in the digit's column.
    """
    generator = torch.Generator().manual_seed(seed)

    def random(*shape: int) -> torch.Tensor:
        return torch.randn(n, *shape, generator=generator, dtype=torch.float64)

    digits = torch.arange(n) % 10
    corners = torch.tensor([float(percent) for percent in LINES.split()]).reshape(10, 8, 2)[digits]
    corners = corners / 100 - 0.5 + 0.03 * random(8, 2)
    corners[:, :, 0] -= 0.15 * random(1) * corners[:, :, 1]  # slanted
    corners *= torch.tensor([4.8, 6.0]) * (1 + 0.08 * random(1, 2))
    corners += 3.5 + 0.3 * random(1, 2)
    pixels = torch.cartesian_prod(torch.arange(8), torch.arange(8)).flip(1)[None, :, None]
    begin, way = corners[:, None, :-1], corners.diff(dim=1)[:, None]
    along = ((pixels - begin) * way).sum(-1) / (way**2).sum(-1)
    distance = (pixels - begin - along.clamp(0, 1)[..., None] * way).norm(dim=-1).amin(2)
    ink = torch.exp(-((distance / (0.75 + 0.1 * random(1))) ** 2)) + 0.1 * random(64)
    return 2 * ink - 1, torch.eye(10, dtype=torch.float64)[digits]


@one_thread()  # more threads would only wait for each other
def train_on_digits(network: Callable, step: Callable, plain: type, checkpoint: Callable) -> None:
    """Trains the network of homework 6 on 1,000 images. Prints what share of 500 other images it
    reads correctly, shows the first twenty of them, and plots the memory of a step without and with
    checkpoints."""
    generator = torch.Generator().manual_seed(1)
    values = torch.randn(10, 64, 64, generator=generator, dtype=torch.float64) / 32**0.5
    values = [*values[:9], values[9, :, :10]]
    X, Y = draw_digits(1000, seed=1)
    for _ in range(10):
        for rows in torch.arange(1000).split(25):
            values = step(values, X[rows], Y[rows], checkpoint)
    _show_reading(network([Leaf(value) for value in values], checkpoint))
    plot_memory(
        {layers.__name__: partial(step, values, X, Y, layers) for layers in (plain, checkpoint)}
    )


def _show_reading(chain: Chain) -> None:
    from matplotlib import pyplot as plt

    X, Y = draw_digits(500, seed=2)
    answers, right = chain.forward(X).argmax(dim=1), Y.argmax(dim=1)
    part_read = (answers == right).double().mean()
    print(f"{part_read:.1%} of {len(X)} unseen digits are read correctly. Guessing gets 10%.")
    _, axes = plt.subplots(2, 10, figsize=(11, 3), layout="constrained")
    for axis, image, answer, digit in zip(axes.flat, X, answers, right, strict=False):
        axis.imshow(image.reshape(8, 8), cmap="gray_r", vmin=-1, vmax=1)
        title = f"{answer}" if answer == digit else f"{answer}, not {digit}"
        axis.set_title(title, fontsize="medium")
        axis.axis("off")
    plt.show()
