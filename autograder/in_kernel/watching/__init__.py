"""Notices what looks like a trick in a student's kernel.

This half of the watching runs inside the sandbox. What it finds is a hint, not proof: the student's
code could delete a sign, or undo a change before it is noticed. The trusted half,
`autograder.judge.flags`, turns the signs into sentences. docs/security.md has a table of what is
noticed and what may escape.

`autograd`, `shortcuts` and `replaced` define contexts in which the agent answers. They add their
signs to a set that is sent with the answers. `other_code` watches whenever code runs, and sends
what it finds to the grader at once.
"""
