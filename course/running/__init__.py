"""Runs a student's code within limits, and turns errors into data.

`attempt` does so, `limit` stops code that takes too long, `settings` puts PyTorch's settings back
afterwards, and `iterables` reads what a function yields. `silence` keeps back what is printed,
`whose_code` tells a student's code from others', `cell_lines` finds its cells and lines, and
`cell_names` the names in a cell. `in_force` keeps a value in force inside a context.

The scaffold builds on this package, so it knows nothing of nodes and graphs.
"""
