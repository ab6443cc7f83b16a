"""Notices, in a student's kernel, what looks like a trick while the kernel answers the judge.

This half is inside the sandbox, and a hint, not proof: the student's own code could remove it, or
put things back in time. `autograder.judge.flags` is the trusted half, which makes sentences of it;
docs/security.md has a table of all that is noticed, and of what may escape.

`autograd`, `shortcuts` and `replaced` are contexts in which the agent answers. Each is given a set
and adds its signs to that, which go with the answers. `other_code` tells the grader at once.
"""
