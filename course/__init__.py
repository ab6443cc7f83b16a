"""Backpropagation by hand: the scaffold, the checks and the pictures that a notebook imports.

from course import *
"""

import math

from course.by_hand import (
    check_backward_order,
    check_blanks,
    check_formula_by_hand,
    check_gradients_by_hand,
    check_results_by_hand,
)
from course.checks import (
    check_derivatives,
    check_gradients,
    check_node,
    check_results,
)
from course.exercise import exercise, summary
from course.failure import CheckFailed
from course.graph import (
    ComputationNode,
    Copy,
    Exp,
    HalfDifference,
    IntPow,
    Leaf,
    Matexpand,
    Matsum,
    Mean,
    Negate,
    build_graph,
)
from course.hints import hint
from course.picture import draw
from course.replay import diagnose, explore, replay
from course.sketch import Sketch
from course.source import show_source

__all__ = [
    "CheckFailed",
    "ComputationNode",
    "Copy",
    "Exp",
    "HalfDifference",
    "IntPow",
    "Leaf",
    "Matexpand",
    "Matsum",
    "Mean",
    "Negate",
    "Sketch",
    "build_graph",
    "check_backward_order",
    "check_blanks",
    "check_derivatives",
    "check_formula_by_hand",
    "check_gradients",
    "check_gradients_by_hand",
    "check_node",
    "check_results",
    "check_results_by_hand",
    "diagnose",
    "draw",
    "exercise",
    "explore",
    "hint",
    "math",
    "replay",
    "show_source",
    "summary",
]
__version__ = "0.1.0"
