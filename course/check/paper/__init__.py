"""Checks of work done on paper: blanks, choices and equations."""
