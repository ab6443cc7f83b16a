"""Checks of single nodes.

`node` checks one on leaves and in graphs, with `node_on_case`; `node_memory` checks how much it
keeps. If it is wrong, `node_experiments` tries it on other values, and `node_findings` says what is
true of all of them.
"""
