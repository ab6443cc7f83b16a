"""Releasing, grading and reporting the homeworks, on nbgrader."""
