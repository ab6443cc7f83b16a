"""Runs a student's code within limits, and turns errors into data.

`attempt` runs a function. `limit` stops code that takes too long, `settings` restores PyTorch's
settings afterwards, and `iterables` reads what a function yields. `silence` suppresses printed
output, `whose_code` tells a student's code from other code, `cell_lines` finds the cells that have
run and their lines, and `cell_names` the names in a cell. `in_force` sets a value for the duration
of a context.

The scaffold imports this package, so nothing here knows of nodes and graphs.
"""
