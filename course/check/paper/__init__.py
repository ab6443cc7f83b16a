"""Checks of work on paper: blanks, choices, equations, and practice of them."""
