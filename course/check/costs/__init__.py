"""Checks of formulas for the cost of a computation, against what was counted."""
