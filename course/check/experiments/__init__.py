"""Finds out what wrong code does, a node or another function, by trying it on other values.

`rounds` makes the experiments, on `other_values`. `relations` says what a wrong outcome is, and
`observations` what was seen when a value was changed or made special.
"""
