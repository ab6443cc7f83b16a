"""Says how often a node's method may run, and has to run, in one pass."""

import math
from collections.abc import Sized

from course.recording.records import Method


def most_visits(method: Method, inputs: Sized) -> float:
    """How often a method of a node with these inputs may run in one pass. Forward may run once,
    also for a leaf. Backward may run once for each input, as long as the numbers are right. For a
    leaf there is no limit, because its backward does nothing."""
    return (len(inputs) or math.inf) if method == "backward" else 1


def least_visits(inputs: Sized) -> int:
    """How often a method of a node with these inputs has to run in one pass: once, except for a
    leaf, whose value may be filled in without it."""
    return 1 if inputs else 0
