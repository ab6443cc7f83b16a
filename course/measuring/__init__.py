"""Measures the memory and the operations of students' nodes and of computations in PyTorch.

`saved_activations` measures what a node saves, which includes objects that are `reachable` from the
node and the `needed_results`. `layer_runs` counts how often the node's layers run. `meter` counts
the operations of a computation in PyTorch, and the numbers that it holds in memory.
"""
