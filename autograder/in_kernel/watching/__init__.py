"""Notices, in a student's kernel, what looks like a trick while the kernel answers the judge.

This is a hint, not proof: the student's own code could remove it, or put things back in time. The
docstring of `autograder.judge.flags` has a table of all that is noticed, and of what may escape.

`self_report` gathers what goes with the answers: whether PyTorch's `autograd` or `other_threads`
were at work, what had been `replaced`, and which `shortcuts` nodes took. `other_code` tells at once
of code that is in no cell, and hides all of this from a notebook. `bent_gradients` is a question
that only the judge asks.
"""
