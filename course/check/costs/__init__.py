"""Checks formulas for the cost of a computation against counts.

`cost_formulas` checks them, and `tradeoff` checks those about checkpoints. `count_reader` reads a
formula, `counted_costs` finds the right one, and `big_o` compares their growth.
"""
