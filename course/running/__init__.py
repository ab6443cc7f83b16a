"""How a student's code is run: within limits, with PyTorch's settings put back afterwards, and its
errors turned into data.

The scaffold builds on this package, so it knows nothing of nodes and graphs.
"""
