"""Finds out what wrong code does, a node or another function, by trying it on other values.

`experiment` makes the experiments, on `other_values`; `findings` says in a sentence what they show.
"""
