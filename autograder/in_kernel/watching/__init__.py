"""Notices, in a student's kernel, what looks like a trick while the kernel answers the judge.

This half of the watching is inside the sandbox. What it finds is a hint, not proof: the student's
code could remove it, or put things back in time. `autograder.judge.flags` is the trusted half,
which turns the signs into sentences. docs/security.md has a table of what is noticed and what may
escape.

`autograd`, `shortcuts` and `replaced` define contexts in which the agent answers. Each is given a
set, to which it adds its signs; the set goes with the answers. What `other_code` finds goes to the
grader at once.
"""
