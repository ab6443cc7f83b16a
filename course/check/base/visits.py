"""Says how often a method of a node may run, and has to run, in one pass."""

import math
from collections.abc import Sized

from course.recording.records import Method


def most_visits(method: Method, inputs: Sized) -> float:
    """How often a method of a node with these inputs may run in one pass. Forward may run once,
    that of a leaf, too. Backward may run once for each input, as long as the numbers are right;
    that of a leaf does nothing, however often."""
    return (len(inputs) or math.inf) if method == "backward" else 1


def least_visits(inputs: Sized) -> int:
    """How often a method of a node with these inputs has to run in one pass: once, but a leaf may
    have been filled in without it."""
    return 1 if inputs else 0
