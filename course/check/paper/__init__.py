"""Checks of work done on paper: blanks, choices, equations, and graphs that find wrong engines."""
