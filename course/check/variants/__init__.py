"""Makes individual exercises.

`variant` gives each student their own exercises from the pools in `graph_pools` and `number_pools`,
which `pool` makes. A pool returns `recipes` of graphs or of numbers. `wrong_passes` works out the
numbers to which known mistakes by hand lead on a graph.
"""
