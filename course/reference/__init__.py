"""What is right, and the values on which that is compared. A graded kernel gets nothing of this; so
what homeworks ask for is here or among the checks, not with what else homeworks use.

`twin` computes every result and gradient of a graph with PyTorch. `cases` makes the values on which
a student's code is judged: the given ones, and `random_values` near them. `sketched_networks` are
those that homeworks ask about, as graphs for PyTorch, `network_costs` counts what one takes, and
`refusals` finds the backward passes that PyTorch refuses.
"""
