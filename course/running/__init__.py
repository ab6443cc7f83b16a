"""How a student's code is run: within limits, on one thread, and with its errors turned into data.

The scaffold builds on this package, so it knows nothing of nodes and graphs.
"""
