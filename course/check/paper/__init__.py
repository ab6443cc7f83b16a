"""Checks of work done on paper: blanks, choices, equations, and practice with them."""
