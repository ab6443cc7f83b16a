"""Backpropagation by hand: the scaffold, the checks and the pictures that a notebook imports.

from course import *

imports what any homework may need, under names that nobody overwrites by accident. The names below
that are not in `__all__` are for single homeworks, which import them by name, as in
`from course import check_costs`.

Students read `graph`, which is built on `scaffold`. `operations` lists the facts about each class
of nodes, such as its formula, and `right_results` uses them to compute right results.

A check asks `questions` about a student's code through `subject`. The code runs with the help of
`running`, `recording` and `measuring`, and `values` compares and formats what it computes. `check`
compares answers with PyTorch's values, which `reference` computes, and `simulated` makes known
mistakes without running code. `messages` tells the student what is wrong, in sentences that
`sentences` helps to form.

`expressions` reads what people type, `picture` draws graphs, `player` replays a run, `lecture`
holds the demos, and `homework` what single homeworks need.

To get to know the package, read `graph`, `scaffold.order`, `operations`, `reference.twin` and
`check.engines.passes`, in this order.
"""

import math

from course.check.base.exercise import check_exercise, show_summary
from course.check.costs.cost_formulas import check_costs
from course.check.costs.counted_costs import (
    last_layer_of,
    memory_of,
    multiplications_of,
    operations_of,
)
from course.check.costs.tradeoff import check_tradeoff
from course.check.engines.higher_derivatives import check_derivatives
from course.check.engines.passes import check_gradients, check_results
from course.check.engines.together import check_together
from course.check.models.adam import check_adam_step
from course.check.models.minibatches import check_minibatches
from course.check.models.sgd import check_sgd_step
from course.check.models.training_run import check_training
from course.check.nodes.node import check_node, check_node_forward
from course.check.nodes.node_memory import check_kept
from course.check.paper.blanks import check_blanks, check_formulas
from course.check.paper.by_expression import (
    check_gradients_by_expression,
    check_results_by_expression,
)
from course.check.paper.by_hand import check_gradients_by_hand, check_results_by_hand
from course.check.paper.calculus import check_derivative_by_hand
from course.check.paper.edges import check_backward_order, check_edges
from course.check.paper.find_engines import check_wrong_engines
from course.check.paper.multiple_choice import check_choices
from course.check.quiz.engine_quiz import ask_about, check_own_engine
from course.check.variants.variant import show_variant, variant, work_as
from course.expressions.equations import compute_all
from course.expressions.graph_of import graph_of
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
from course.homework.by_pytorch import ByPyTorch, class_if_right
from course.homework.digits import train_on_digits
from course.homework.exponents import show_exponents
from course.homework.layer_chain import Chain, Plain, Shift, Sine
from course.homework.memory import (
    kept_by_pytorch,
    plot_memory,
    show_kept,
    values_kept,
)
from course.homework.practice import practice
from course.homework.tradeoff_plot import show_tradeoff
from course.homework.why_apart import why_apart
from course.measuring.meter import multiplications
from course.messages.failure import CheckFailed
from course.messages.hints import hint
from course.messages.source import show_source
from course.operations import Sketch
from course.picture.blocks import draw_blocks
from course.picture.draw import draw
from course.player.replay import diagnose, explore, replay
from course.reference.network_costs import network_of_size, numbers_in_memory, share_of_time
from course.reference.refusals import refused_by_pytorch
from course.reference.sketched_networks import (
    network_of_numbers,
    network_on_a_batch,
    network_on_one_example,
    transformer_block,
)
from course.values.closeness import is_right

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
    "check_derivative_by_hand",
    "check_derivatives",
    "check_exercise",
    "check_formulas",
    "check_gradients",
    "check_gradients_by_hand",
    "check_node",
    "check_results",
    "check_results_by_hand",
    "diagnose",
    "draw",
    "explore",
    "hint",
    "math",
    "replay",
    "show_source",
    "show_summary",
]
__version__ = "0.3.0"
