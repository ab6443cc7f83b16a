"""Computes what is right, and makes the values on which a student's code is compared with it.

`twin` computes every result and gradient of a graph with PyTorch. `cases` makes the values on which
a student's code is judged: the given ones, and `random_values` near them. `sketched_networks` holds
the networks that homeworks ask about, as graphs for PyTorch, `network_costs` counts what a network
costs, and `refusals` finds the backward passes that PyTorch refuses.

A kernel that runs a submission gets nothing of this package. Therefore, the answers to questions in
homeworks are here or among the checks, not with the other code that homeworks use.
"""
