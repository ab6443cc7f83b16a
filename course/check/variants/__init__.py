"""Individual exercises.

`variant` gives each student their own, from the pools in `graph_pools` and `number_pools`, which
`pool` makes. They draw `recipes`, of graphs or of numbers. `wrong_passes` works out what known
mistakes by hand lead to on a graph.
"""
