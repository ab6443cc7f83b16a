"""What the grader puts into a student's kernel, beside the scaffold: questions to be answered.

Nothing here knows a right answer. It is copied into the sandbox as the package `agent`, and used in
the trusted process too, to answer for the author's solution.
"""
