"""Runs a student's code within limits, puts PyTorch's settings back afterwards, and turns errors
into data. `in_force` sets something for the time of a context.

The scaffold builds on this package, so it knows nothing of nodes and graphs.
"""
