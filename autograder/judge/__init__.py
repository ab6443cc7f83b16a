"""Judging what a student's kernel answered, in a trusted process.

`author` runs the author's notebook, `plan` works out what to ask, `exchange` is the subject that
answers the checks, `verdict` writes their findings into the notebook, and `flags` and `deliveries`
find what an instructor should look at.
"""
