"""Runs a student's code within limits, puts PyTorch's settings back afterwards, and turns errors
into data. What is in force only in a context is here, too.

The scaffold builds on this package, so it knows nothing of nodes and graphs.
"""
