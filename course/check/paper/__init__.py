"""Checks of work on paper (blanks, choices, equations), and the individual exercises for it."""
