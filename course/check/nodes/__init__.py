"""Checks of single nodes, and the experiments that show in what way a node is wrong."""
