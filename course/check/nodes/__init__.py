"""Checks single nodes.

`node` checks a node on leaves and in graphs, with `node_on_case`, and `node_memory` checks how much
it keeps. If a node is wrong, `node_experiments` tries it on other values, and `node_findings` says
what they show.
"""
