"""Checks of formulas for the cost of a computation, against what was counted.

`cost_formulas` checks them, and `tradeoff` those for checkpoints. `count_reader` reads a formula,
`counted_costs` finds the right one, and `big_o` compares how they grow.
"""
