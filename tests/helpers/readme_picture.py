"""Draws the picture in the README: python -m tests.helpers.readme_picture > docs/cosh.svg"""

import math

from course import Copy, Exp, Leaf, Mean, Negate, draw
from tests.helpers.engine import backward_algorithm, forward_algorithm


def picture() -> str:
    """cosh at log 3 after a forward and a backward pass, as SVG text."""
    x = Leaf(math.log(3), "x")
    a, c = Copy(x, name="a"), Copy(x, name="c")
    z = Mean(Exp(a, name="b"), Exp(Negate(c, name="d"), name="r"), name="z")
    forward_algorithm(z)
    backward_algorithm(z)
    return draw(z, "cosh x at x = log 3: the two shares at the fork, 1.5 and -0.167, add up.").svg


if __name__ == "__main__":
    print(picture(), end="")
