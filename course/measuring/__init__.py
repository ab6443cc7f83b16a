"""Measures memory and operations, of a student's node and of what PyTorch does.

`saved_activations` measures what a node saves, in objects that are `reachable` from it and in the
`needed_results`, and `layer_runs` counts how often the node's layers run.
`meter` counts the operations of a computation in PyTorch, and the numbers that it has in memory.
"""
