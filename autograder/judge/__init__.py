"""The verdict, reached in a trusted process from what a student's kernel answered.

`author` runs the author's notebook, `plan` works out what to ask, `stand_in` lets the checks run on
answers instead of functions, `verdict` writes what they find into the notebook, `flags` looks for
what an instructor should look at.
"""
