"""The verdict, reached in a trusted process from what a student's kernel answered.

`author` runs the author's notebook, `plan` works out what to ask, `exchange` is the subject that
answers the checks, `verdict` writes what they find into the notebook, `flags` and `deliveries` look
for what an instructor should look at.
"""
